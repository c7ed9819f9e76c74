package withdrawal

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/riverqueue/river"

	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/mail"
)

// WithdrawnMail is the job that writes to a person whose meal was withdrawn.
type WithdrawnMail struct {
	Delivery string `json:"delivery"`
	Meal     string `json:"meal"`
	N        int    `json:"n"`
}

// Kind names the job.
func (WithdrawnMail) Kind() string { return "mail_withdrawn" }

// InsertOpts retries the letter for longer than a code.
func (WithdrawnMail) InsertOpts() river.InsertOpts {
	return river.InsertOpts{MaxAttempts: mail.Retries}
}

// Tell notifies each person whose order holds a withdrawn meal, once for each withdrawal: their devices by a new revision of the
// order, the person by a letter.
func (w *Withdrawals) Tell(ctx context.Context) error {
	return tellAll(ctx, w, (*db.Queries).WithdrawnUntold, w.planLetters)
}

// tellAll goes through every order of which something is untold and calls plan for it, under the locks of its profile and itself. An order
// for which plan planned something gets a new revision, by which the person's devices learn of it.
func tellAll[R db.WithdrawnUntoldRow | db.CorrectionsUntoldRow | db.ClosedUntoldRow](
	ctx context.Context, w *Withdrawals, untold func(*db.Queries, context.Context, clock.Date, string) ([]R, error), plan planner,
) error {
	var failed error // an order that fails does not block the others
	for after := ""; ; {
		rows, err := untold(db.New(w.Orders.Conn), ctx, clock.DateOf(w.Orders.Clock()), after)
		if err != nil {
			return errors.Join(failed, fmt.Errorf("find who is to be told: %w", err))
		}
		for _, r := range rows {
			of := db.WithdrawnUntoldRow(r)
			failed = errors.Join(failed, w.tell(ctx, of.ID, of.ProfileID, plan))
			after = of.ID
		}
		if len(rows) == 0 || ctx.Err() != nil {
			return failed
		}
	}
}

// planner plans letters about an order, which its caller holds; false when there was nothing to plan any more.
type planner func(ctx context.Context, tx db.Tx, id, profile string, now time.Time) (bool, error)

func (w *Withdrawals) tell(ctx context.Context, id, profile string, plan planner) error {
	return db.InTx(ctx, w.Orders.Conn, func(ctx context.Context, tx db.Tx) error {
		rev, err := tx.ProfileRevLock(ctx, profile)
		if err != nil {
			return fmt.Errorf("lock profile: %w", err)
		}
		if _, err := tx.OrderLock(ctx, id); err != nil {
			return fmt.Errorf("lock order: %w", err)
		}
		if planned, err := plan(ctx, tx, id, profile, w.Orders.Clock()); err != nil || !planned {
			return err // notified meanwhile
		}
		if err := tx.OrderTouch(ctx, id, rev+1); err != nil {
			return fmt.Errorf("number order: %w", err)
		}
		return tx.ProfileRevSet(ctx, profile, rev+1)
	})
}

// planLetters plans letters to the person of an order about what was withdrawn of it, and records that they were planned; false when all
// were planned before. The caller holds the order.
func (w *Withdrawals) planLetters(ctx context.Context, tx db.Tx, id, profile string, now time.Time) (bool, error) {
	b := &db.Batch{}
	planned, err := w.addLetters(ctx, tx, b, id, profile, now)
	if err != nil {
		return false, err
	}
	return planned, b.In(ctx, tx)
}

// addLetters reads what planLetters writes, and adds it to a batch.
func (w *Withdrawals) addLetters(ctx context.Context, tx db.Tx, b *db.Batch, id, profile string, now time.Time) (bool, error) {
	var rows []db.WithdrawnToTellRow
	var erased bool
	reads := &db.Batch{}
	reads.Step("read what to tell", func(ctx context.Context, q *db.Queries) (err error) {
		rows, err = q.WithdrawnToTell(ctx, longAgo(now), id)
		return err
	})
	reads.Step("ask whose order", func(ctx context.Context, q *db.Queries) (err error) {
		erased, err = q.ErasedProfile(ctx, profile)
		return err
	})
	if err := reads.In(ctx, tx); err != nil || len(rows) == 0 {
		return false, err
	}
	told, letters := db.WithdrawalsToldInsertParams{At: now}, []river.InsertManyParams{}
	for _, r := range rows {
		told.Deliveries, told.Dates, told.Meals = append(told.Deliveries, r.DeliveryID), append(told.Dates, r.Date), append(told.Meals, r.Meal)
		told.Ns, told.Names, told.Qtys = append(told.Ns, r.N), append(told.Names, r.Name), append(told.Qtys, r.Qty)
		letters = append(letters, river.InsertManyParams{Args: WithdrawnMail{r.DeliveryID, r.Meal, r.N}})
	}
	b.Step("remember who was told", func(ctx context.Context, q *db.Queries) error { return q.WithdrawalsToldInsert(ctx, told) })
	if !erased {
		w.Orders.Queue.Insert(b, letters...)
	}
	return true, nil
}

type mailer struct {
	river.WorkerDefaults[WithdrawnMail]
	withdrawals *Withdrawals
}

// Work sends the letter, unless a newer one replaces it because something else comes instead by now.
func (w *mailer) Work(ctx context.Context, j *river.Job[WithdrawnMail]) error {
	o := w.withdrawals.Orders
	q := db.New(o.Conn)
	t, err := q.WithdrawalTold(ctx, j.Args.Delivery, j.Args.Meal, j.Args.N)
	if err != nil {
		return fmt.Errorf("read what to tell: %w", err)
	}
	if t.N != t.Newest {
		return nil
	}
	letter := mail.Withdrawn{Name: t.Person, Number: t.OrderID[len(t.OrderID)-8:], Order: t.OrderID, Date: t.Date, Meal: t.Name, Qty: t.Qty,
		Until: t.Until, TooLate: !t.At.Before(t.Until)}
	if t.Instead != nil && !t.Short {
		weeks, err := o.Menus.Weeks(ctx, q, []clock.Date{t.Week})
		if err != nil {
			return err
		}
		if offered := weeks[t.Week]; offered != nil {
			meal, _ := offered.Meal(*t.Instead)
			letter.Instead = meal.Name
		}
	}
	if letter.Document, err = o.DocumentOf(ctx, "order", t.OrderID); err != nil {
		return err
	}
	message, err := o.Post.Sender.Withdrawn(fmt.Sprintf("withdrawn-%s-%s-%d", j.Args.Delivery, j.Args.Meal, j.Args.N),
		mail.To{Address: t.Email, Language: t.Language}, letter)
	if err != nil {
		return err
	}
	return o.Post.Send(ctx, mail.Letter{Kind: mail.WithdrawnKind, Person: t.PersonID, Message: message})
}
