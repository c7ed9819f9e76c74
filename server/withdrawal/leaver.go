package withdrawal

import (
	"context"
	"errors"
	"fmt"

	"github.com/oklog/ulid/v2"
	"github.com/riverqueue/river"

	"sahn/server/amendment"
	"sahn/server/order"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/mail"
	"sahn/server/platform/money"
	"sahn/server/quote"
)

// GiveUp cancels the open days that a company pays a part of, of everybody whom its directory said to have left, and tells its admins. A
// day whose cut-off is over is delivered; an order that is being changed or paid waits for that.
func (w *Withdrawals) GiveUp(ctx context.Context) error {
	q := db.New(w.Orders.Conn)
	var failed error // an order that fails does not block the others
	for after := ""; ; {
		rows, err := q.LeaversDue(ctx, w.Orders.Clock(), after)
		if err != nil {
			return errors.Join(failed, fmt.Errorf("find days of who left: %w", err))
		}
		for _, r := range rows {
			failed = errors.Join(failed, w.giveUp(ctx, r))
			after = r.ID
		}
		if len(rows) == 0 || ctx.Err() != nil {
			break
		}
	}
	return errors.Join(failed, q.LeaversDone(ctx, w.Orders.Clock()), w.tellLeavers(ctx))
}

// giveUp does it for one order, unless its person is back.
func (w *Withdrawals) giveUp(ctx context.Context, r db.LeaversDueRow) error {
	return db.InTx(ctx, w.Orders.Conn, func(ctx context.Context, tx db.Tx) error {
		rev, a, err := w.locked(ctx, tx,
			amendment.Scope{Order: r.ID, Profile: r.ProfileID, Week: r.Week, Card: true, Cause: ulid.Make().String()})
		if err != nil || a.Changeable() != nil || a.SentBack() {
			return err // a change is being paid, or support decides what is right
		}
		if left, err := tx.LeaverIs(ctx, r.ProfileID); err != nil || !left {
			return err
		}
		in, err := a.Input(w.Orders.Clock())
		if err != nil {
			return err
		}
		fresh := quote.GiveUp(in)
		if len(fresh.Days) == 0 {
			return nil
		}
		if fresh.Difference > 0 {
			return fmt.Errorf("order %s would cost %s more without its open days", r.ID, fresh.Difference)
		}
		b := &db.Batch{}
		am, err := w.Amendments.Unrequested(b, a, fresh, false, order.PersonLeft, order.Stamp{Rev: rev + 1, Now: in.Now})
		if err != nil {
			return err
		}
		b.Add(func(ctx context.Context, q *db.Queries) error { return q.ProfileRevSet(ctx, r.ProfileID, rev+1) })
		b.Add(func(ctx context.Context, q *db.Queries) error { return q.LeaverCancelled(ctx, am.ID, am.CompanyID) })
		return b.In(ctx, tx)
	})
}

// LeaversMail is the job that tells an admin of a company whose days were cancelled because they left.
type LeaversMail struct {
	Admin      string   `json:"admin"`
	Company    string   `json:"company"`
	Amendments []string `json:"amendments"`
}

// Kind names the job.
func (LeaversMail) Kind() string { return "mail_leavers" }

// InsertOpts retries the letter for longer than a code.
func (LeaversMail) InsertOpts() river.InsertOpts { return river.InsertOpts{MaxAttempts: mail.Retries} }

// tellLeavers plans one letter to each admin of a company about all that was cancelled and not told yet.
func (w *Withdrawals) tellLeavers(ctx context.Context) error {
	companies, err := db.New(w.Orders.Conn).LeaversUntold(ctx)
	if err != nil {
		return fmt.Errorf("find what to tell admins: %w", err)
	}
	var failed error
	for _, company := range companies {
		failed = errors.Join(failed, db.InTx(ctx, w.Orders.Conn, func(ctx context.Context, tx db.Tx) error {
			ids, err := tx.LeaversTell(ctx, w.Orders.Clock(), company)
			if err != nil || len(ids) == 0 {
				return err
			}
			admins, err := tx.CompanyAdmins(ctx, company)
			if err != nil || len(admins) == 0 {
				return err
			}
			letters := make([]river.InsertManyParams, len(admins))
			for i, admin := range admins {
				letters[i] = river.InsertManyParams{Args: LeaversMail{admin, company, ids}}
			}
			b := &db.Batch{}
			w.Orders.Queue.Insert(b, letters...)
			return b.In(ctx, tx)
		}))
	}
	return failed
}

type leaverMailer struct {
	river.WorkerDefaults[LeaversMail]
	withdrawals *Withdrawals
}

// Work sends the letter, unless the person is no longer an admin of the company.
func (w *leaverMailer) Work(ctx context.Context, j *river.Job[LeaversMail]) error {
	o, a := w.withdrawals.Orders, j.Args
	q := db.New(o.Conn)
	to, err := q.ProfileOne(ctx, a.Admin)
	if db.None(err) || err == nil && (to.Status != "Active" || to.ClientType != "Admin" || db.Or(to.CompanyID, "") != a.Company) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read whom to tell: %w", err)
	}
	rows, err := q.LeaversCancelled(ctx, a.Company, a.Amendments)
	if err != nil {
		return fmt.Errorf("read what was cancelled: %w", err)
	}
	letter := mail.Leavers{Name: to.Name, Company: db.Or(to.CompanyName, "")}
	for _, r := range rows {
		fresh, err := order.Proposed(db.Amendment{Quote: r.Quote})
		if err != nil {
			return err
		}
		letter.People = append(letter.People, leaver(r.Name, r.Email, fresh))
	}
	message, err := o.Post.Sender.Leavers(fmt.Sprintf("leavers-%s-%s", a.Amendments[0], to.ID),
		mail.To{Address: to.Email, Language: to.Language}, letter)
	if err != nil {
		return err
	}
	return o.Post.Send(ctx, mail.Letter{Kind: mail.LeaversKind, Person: to.PersonID, Message: message})
}

// leaver is what was cancelled of somebody's order, and what of that the company would have paid.
func leaver(name, email string, fresh quote.AmendmentQuote) mail.Leaver {
	var days []clock.Date
	var share money.Fils
	for _, d := range fresh.Days {
		if d.Change == quote.Cancelled && d.Before != nil {
			days, share = append(days, d.Date), share+d.Before.CompanyShare
		}
	}
	return mail.Leaver{Name: name, Email: email, Days: days, Share: share}
}
