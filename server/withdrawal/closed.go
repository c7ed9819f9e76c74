package withdrawal

import (
	"context"
	"fmt"
	"time"

	"github.com/riverqueue/river"

	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/mail"
)

// ClosedMail is the job that writes to a person that nothing is delivered on a day of their order, or that it is after all.
type ClosedMail struct {
	Delivery string `json:"delivery"`
	N        int    `json:"n"`
}

// Kind names the job.
func (ClosedMail) Kind() string { return "mail_closed" }

// InsertOpts retries the letter for longer than a code.
func (ClosedMail) InsertOpts() river.InsertOpts {
	return river.InsertOpts{MaxAttempts: mail.Retries}
}

// TellClosed tells everybody who has lunch on a day that was closed, or that was opened again after they were told: their devices by a new
// revision of the order, the person by a letter.
func (w *Withdrawals) TellClosed(ctx context.Context) error {
	return tellAll(ctx, w, (*db.Queries).ClosedUntold,
		func(ctx context.Context, tx db.Tx, id, profile string, now time.Time) (bool, error) {
			return w.planClosed(ctx, tx, id, profile, clock.DateOf(now), now)
		})
}

// planClosed notes that the person of an order is told of its days from a date on, and plans the letters.
func (w *Withdrawals) planClosed(ctx context.Context, tx db.Tx, id, profile string, since clock.Date, now time.Time) (bool, error) {
	rows, err := tx.ClosedTell(ctx, now, id, since)
	if err != nil || len(rows) == 0 {
		return false, err
	}
	erased, err := tx.ErasedProfile(ctx, profile)
	if err != nil || erased {
		return true, err
	}
	letters := make([]river.InsertManyParams, len(rows))
	for i, r := range rows {
		letters[i] = river.InsertManyParams{Args: ClosedMail{r.DeliveryID, r.N}}
	}
	b := &db.Batch{}
	w.Orders.Queue.Insert(b, letters...)
	return true, b.In(ctx, tx)
}

type closedMailer struct {
	river.WorkerDefaults[ClosedMail]
	withdrawals *Withdrawals
}

// Work sends the letter, unless a newer one replaces it.
func (w *closedMailer) Work(ctx context.Context, j *river.Job[ClosedMail]) error {
	o := w.withdrawals.Orders
	t, err := db.New(o.Conn).ClosedTold(ctx, j.Args.Delivery)
	if err != nil {
		return fmt.Errorf("read what to tell: %w", err)
	}
	if t.N != j.Args.N || t.Closed == (t.Name == "") { // told anew, or about to be
		return nil
	}
	message, err := o.Post.Sender.DayClosed(fmt.Sprintf("closed-%s-%d", j.Args.Delivery, t.N), mail.To{Address: t.Email, Language: t.Language},
		mail.DayClosed{Name: t.Person, Number: t.OrderID[len(t.OrderID)-8:], Order: t.OrderID, Date: t.DeliveryDate, Holiday: t.Name,
			HolidayAr: t.NameAr, Until: t.Cutoff, TooLate: !t.At.Before(t.Cutoff), Opened: !t.Closed})
	if err != nil {
		return err
	}
	return o.Post.Send(ctx, mail.Letter{Kind: mail.ClosedKind, Person: t.PersonID, Message: message})
}
