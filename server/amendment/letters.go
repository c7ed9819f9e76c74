package amendment

import (
	"context"
	"fmt"

	"github.com/riverqueue/river"

	"sahn/server/order"
	"sahn/server/platform/db"
	"sahn/server/platform/mail"
	"sahn/server/platform/money"
	"sahn/server/quote"
	"sahn/server/week"
)

// ChangedMail is the job that mails the result of a change of an order.
type ChangedMail struct {
	Amendment string `json:"amendment"`
}

// Kind names the job.
func (ChangedMail) Kind() string { return "mail_changed" }

// InsertOpts retries the letter for longer than a code.
func (ChangedMail) InsertOpts() river.InsertOpts { return river.InsertOpts{MaxAttempts: mail.Retries} }

// TellChange adds to a batch the mail of an amendment that takes effect, or was paid too late for that.
func (m *Amendments) TellChange(b *db.Batch, am db.Amendment) {
	m.Orders.Queue.Insert(b, river.InsertManyParams{Args: ChangedMail{am.ID}})
}

type changer struct {
	river.WorkerDefaults[ChangedMail]
	amendments *Amendments
}

// Work sends the mail, also when the order was changed again since: each change has its own. An amendment that was paid too late changed
// nothing, and its card gets all of it back.
func (w *changer) Work(ctx context.Context, j *river.Job[ChangedMail]) error {
	q := db.New(w.amendments.Orders.Conn)
	am, err := q.AmendmentLook(ctx, j.Args.Amendment)
	if err != nil {
		return fmt.Errorf("read amendment: %w", err)
	}
	fresh, err := order.Proposed(am)
	if err != nil {
		return err
	}
	row, err := q.OrderLetter(ctx, am.OrderID)
	if err != nil {
		return fmt.Errorf("read order: %w", err)
	}
	letter := mail.Changed{Name: row.Name, Number: row.ID[len(row.ID)-8:], Span: week.LabelIn(row.Language, row.Week),
		Paid: am.WalletAmount + am.PayableAmount, ToWallet: am.RefundWallet, ToCard: am.RefundCard,
		Cancelled: fresh.After == quote.Sums{} && order.Status(row.Status) != order.Confirmed}
	deliveries, err := q.DeliveriesOfOrders(ctx, []string{am.OrderID})
	if err != nil {
		return fmt.Errorf("read deliveries: %w", err)
	}
	var rates []money.Rate
	for _, d := range fresh.Days {
		if d.Change == quote.Same {
			continue // only its shares change
		}
		for _, x := range deliveries {
			if x.DeliveryDate == d.Date && d.After != nil {
				rates = append(rates, x.VatRate)
			}
		}
		day := mail.ChangedDay{Date: d.Date}
		for _, l := range order.ItemsOf(d.After) {
			day.Items = append(day.Items, mail.Item{Qty: l.Qty, Name: l.Name, Total: l.Total})
		}
		letter.Days = append(letter.Days, day)
	}
	letter.VATRate = money.Percents(rates...)
	if status := order.Status(am.Status); status == order.Cancelled || status == order.Refunded {
		letter.Paid, letter.ToWallet, letter.ToCard, letter.Cancelled, letter.TooLate = 0, 0, am.PayableAmount, false, true
	} else if letter.Document, err = w.amendments.Orders.DocumentOf(ctx, "amendment", am.ID); err != nil {
		return err
	}
	message, err := w.amendments.Orders.Post.Sender.Changed("changed-"+am.ID, mail.To{Address: row.Email, Language: row.Language}, letter)
	if err != nil {
		return err
	}
	return w.amendments.Orders.Post.Send(ctx, mail.Letter{Kind: mail.ChangedKind, Person: row.PersonID, Message: message})
}

// Work registers this package's job with a runner.
func (m *Amendments) Work(workers *river.Workers) { river.AddWorker(workers, &changer{amendments: m}) }
