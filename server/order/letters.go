package order

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/riverqueue/river"

	"sahn/server/platform/db"
	"sahn/server/platform/mail"
	"sahn/server/platform/money"
	"sahn/server/week"
)

// ConfirmedMail is the job that mails what will be delivered.
type ConfirmedMail struct {
	Order string `json:"order"`
}

// Kind names the job.
func (ConfirmedMail) Kind() string { return "mail_confirmed" }

// ReceiptMail is the job that mails what the person paid. It is a separate mail because people pass receipts
// on, and a receipt must not say what they eat.
type ReceiptMail struct {
	Order string `json:"order"`
}

// Kind names the job.
func (ReceiptMail) Kind() string { return "mail_receipt" }

var mailRetries = &river.InsertOpts{MaxAttempts: mail.Retries}

// queueMails adds to a batch the mails of an order that is just confirmed. A person who paid nothing gets no receipt.
func (o *Orders) queueMails(b *db.Batch, order string, paid money.Fils) {
	mails := []river.InsertManyParams{{Args: ConfirmedMail{order}, InsertOpts: mailRetries}}
	if paid > 0 {
		mails = append(mails, river.InsertManyParams{Args: ReceiptMail{order}, InsertOpts: mailRetries})
	}
	o.Queue.Insert(b, mails...)
}

type confirmer struct {
	river.WorkerDefaults[ConfirmedMail]
	orders *Orders
}

// Work sends the mail while the lunches are still to come.
func (w *confirmer) Work(ctx context.Context, j *river.Job[ConfirmedMail]) error {
	row, about, err := w.orders.about(ctx, j.Args.Order)
	if err != nil || Status(row.Status) != Confirmed {
		return err
	}
	message, err := w.orders.Post.Sender.Confirmed("confirmed-"+row.ID, mail.To{Address: row.Email, Language: row.Language}, about)
	if err != nil {
		return err
	}
	return w.orders.Post.Send(ctx, mail.Letter{Kind: mail.ConfirmedKind, Person: row.PersonID, Message: message})
}

type cashier struct {
	river.WorkerDefaults[ReceiptMail]
	orders *Orders
}

// Work sends the receipt, whatever became of the order later.
func (w *cashier) Work(ctx context.Context, j *river.Job[ReceiptMail]) error {
	row, about, err := w.orders.about(ctx, j.Args.Order)
	if err != nil {
		return err
	}
	if err := asPlaced(row, &about); err != nil {
		return err
	}
	about.Receipt = row.ID
	document, err := w.orders.DocumentOf(ctx, "order", row.ID)
	if err != nil {
		return err
	}
	about.Invoice = document.Number
	if about.Seller, err = w.orders.soldBy(ctx, *row.PaidAt); err != nil {
		return err
	}
	message, err := w.orders.Post.Sender.Receipt("receipt-"+row.ID, mail.To{Address: row.Email, Language: row.Language}, about)
	if err != nil {
		return err
	}
	return w.orders.Post.Send(ctx, mail.Letter{Kind: mail.ReceiptKind, Person: row.PersonID, Message: message})
}

// DocumentOf is the tax invoice or credit note about an order or an amendment, for letters that name it.
func (o *Orders) DocumentOf(ctx context.Context, source, id string) (mail.Document, error) {
	if o.Invoiced == nil {
		return mail.Document{}, nil
	}
	return o.Invoiced(ctx, source, id)
}

// soldBy is who sold at a moment: what operators had set then, or else the configuration.
func (o *Orders) soldBy(ctx context.Context, at time.Time) (mail.Seller, error) {
	s, err := db.New(o.Conn).SellerAt(ctx, at)
	if db.None(err) {
		return o.Seller, nil
	}
	return mail.Seller{Name: s.Name, TRN: s.Trn, Address: s.Address}, err
}

// asPlaced fills a mail with what was paid when the order was placed, whatever became of it since.
func asPlaced(row db.OrderLetterRow, about *mail.Order) error {
	first, err := agreed(db.Order{ID: row.ID, Quote: row.Quote})
	about.Gross, about.Discount, about.Net, about.CompanyShare = first.Gross, first.Discount, first.Net, first.CompanyShare
	about.Wallet, about.Card, about.VAT, about.CompanyVAT = first.Wallet, first.Payable, first.VAT, first.CompanyVAT
	return err
}

// about reads what mails say about an order.
func (o *Orders) about(ctx context.Context, id string) (db.OrderLetterRow, mail.Order, error) {
	q := db.New(o.Conn)
	row, err := q.OrderLetter(ctx, id)
	if err != nil {
		return row, mail.Order{}, fmt.Errorf("read order: %w", err)
	}
	days, err1 := q.OrderLetterDays(ctx, id)
	lines, err2 := q.OrderLetterLines(ctx, id)
	if err := errors.Join(err1, err2); err != nil {
		return row, mail.Order{}, fmt.Errorf("read what was ordered: %w", err)
	}
	about := mail.Order{Name: row.Name, Company: row.CompanyName, Number: id[len(id)-8:],
		Span: week.LabelIn(row.Language, row.Week), CardName: row.Card, Gross: row.GrossAmount, Discount: row.Discount,
		Net: row.NetAmount, CompanyShare: row.CompanyShare, Wallet: row.WalletAmount,
		Card: row.PayableAmount, VAT: row.VatAmount, CompanyVAT: row.CompanyVatAmount}
	if row.PaidAt != nil {
		about.PaidAt = *row.PaidAt
	}
	var rates []money.Rate
	for _, d := range days {
		day := mail.Day{Date: d.DeliveryDate, Window: d.FromTime + "–" + d.UntilTime, Place: d.Label}
		for _, l := range lines {
			if l.DeliveryDate == d.DeliveryDate {
				day.Items = append(day.Items, mail.Item{Qty: l.Qty, Name: l.Name, Total: l.Total})
			}
		}
		about.Days, rates = append(about.Days, day), append(rates, d.VatRate)
	}
	about.VATRate = money.Percents(rates...)
	return row, about, nil
}
