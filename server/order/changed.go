package order

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"

	"sahn/server/platform/db"
	"sahn/server/platform/mail"
	"sahn/server/quote"
	"sahn/server/week"
)

// ChangedMail is the job that mails the result of a change of an order.
type ChangedMail struct {
	Amendment string `json:"amendment"`
}

// Kind names the job.
func (ChangedMail) Kind() string { return "mail_changed" }

// tellChange queues the mail of an amendment that takes effect, or was paid too late for that, in the transaction that decides it.
func (o *Orders) tellChange(ctx context.Context, tx pgx.Tx, am db.Amendment) error {
	if err := o.Queue.InsertTx(ctx, tx, ChangedMail{am.ID}, mailRetries); err != nil {
		return fmt.Errorf("plan letter: %w", err)
	}
	return nil
}

type changer struct {
	river.WorkerDefaults[ChangedMail]
	orders *Orders
}

// Work sends the mail, also when the order was changed again since: each change has its own. An amendment that was paid too late changed
// nothing, and its card gets all of it back.
func (w *changer) Work(ctx context.Context, j *river.Job[ChangedMail]) error {
	q := db.New(w.orders.Conn)
	am, err := q.AmendmentLook(ctx, j.Args.Amendment)
	if err != nil {
		return fmt.Errorf("read amendment: %w", err)
	}
	fresh, err := Proposed(am)
	if err != nil {
		return err
	}
	row, err := q.OrderLetter(ctx, am.OrderID)
	if err != nil {
		return fmt.Errorf("read order: %w", err)
	}
	letter := mail.Changed{Name: row.Name, Number: row.ID[len(row.ID)-8:], Span: week.Label(row.Week),
		Paid: am.WalletAmount + am.PayableAmount, ToWallet: am.RefundWallet, ToCard: am.RefundCard,
		Cancelled: fresh.After == quote.Sums{} && Status(row.Status) != Confirmed}
	for _, d := range fresh.Days {
		if d.Change == quote.Same {
			continue // only its shares change
		}
		day := mail.ChangedDay{Date: d.Date}
		for _, l := range ItemsOf(d.After) {
			day.Items = append(day.Items, mail.Item{Qty: l.Qty, Name: l.Name, Total: l.Total})
		}
		letter.Days = append(letter.Days, day)
	}
	if status := Status(am.Status); status == Cancelled || status == Refunded {
		letter.Paid, letter.ToWallet, letter.ToCard, letter.Cancelled, letter.TooLate = 0, 0, am.PayableAmount, false, true
	}
	message, err := w.orders.Post.Sender.Changed("changed-"+am.ID, row.Email, letter)
	if err != nil {
		return err
	}
	return w.orders.Post.Send(ctx, mail.Letter{Kind: mail.ChangedKind, Person: row.PersonID, Message: message})
}
