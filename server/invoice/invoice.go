// Package invoice bills companies for their share of lunches: one tax invoice per company and month, and credit notes for later changes.
// It promises that a document never changes, that no number is missing or used twice, that every fils of a used share is billed once, that
// an overpayment pays open invoices, and that no document names a dish.
package invoice

import (
	"context"
	"fmt"
	"log/slog"
	"net/url"
	"time"

	"sahn/server/payment/attempt"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/job"
	"sahn/server/platform/mail"
	"sahn/server/platform/money"
)

// Invoices issues invoices, shows them to the admins of their companies, and applies their payments. Post
// sends letters about them; only jobs need it. Without a Transmitter no e-invoice is sent.
type Invoices struct {
	Conn     db.Conn
	Clock    clock.Clock
	Queue    *job.Queue
	Payments attempt.Payments
	Post     *mail.Post
	Public   *url.URL
	Seller   Seller // until operators set another one
	Log      *slog.Logger

	Transmitter *Transmitter
}

// Seller is the lunch company as its invoices name it.
type Seller struct {
	Name    string `json:"name"`
	TRN     string `json:"trn"`
	Address string `json:"address"`
	Bank    string `json:"bank"` // the bank account for transfers: bank, account name, IBAN; a line each
	Email   string `json:"email"`
	Phone   string `json:"phone,omitempty"`
}

// Complete reports whether a tax invoice may name this seller.
func (s Seller) Complete() bool { return s.Name != "" && s.TRN != "" && s.Address != "" }

// seller is who documents of a moment come from: what operators had set then, or else the configuration.
func (v *Invoices) seller(ctx context.Context, q *db.Queries, at time.Time) (Seller, error) {
	s, err := q.SellerAt(ctx, at)
	if db.None(err) {
		return v.Seller, nil
	}
	if err != nil {
		return Seller{}, fmt.Errorf("read seller: %w", err)
	}
	return Seller{Name: s.Name, TRN: s.Trn, Address: s.Address, Bank: s.Bank, Email: s.Email, Phone: s.Phone}, nil
}

// Buyer is a company as it was when its document was issued.
type Buyer struct {
	Name    string `json:"name"`
	TRN     string `json:"trn"`
	Address string `json:"address"`
}

// Terms is how many days after its issue an invoice is due.
const Terms = 14

// waits is how many days after its end a month waits for open payments of its days, or of changes to them. What is paid later is on the
// next invoice or a credit note.
const waits = 3

// Kinds of documents.
const (
	kindInvoice = "invoice"
	kindCredit  = "credit"
)

// number formats a document's number: its year, and its place in the year.
func number(kind string, year, n int) string {
	prefix := "INV"
	if kind == kindCredit {
		prefix = "CN"
	}
	return fmt.Sprintf("%s-%d-%06d", prefix, year, n)
}

// monthOf is the first day of a date's month.
func monthOf(d clock.Date) clock.Date {
	t := d.Time()
	return clock.NewDate(t.Year(), t.Month(), 1)
}

// next is the first day of the month after.
func next(month clock.Date) clock.Date {
	t := month.Time()
	return clock.NewDate(t.Year(), t.Month()+1, 1)
}

// line is what a company pays for one person on one day, at one rate of VAT.
type line struct {
	Profile         string
	Date            clock.Date
	Rate            money.Rate
	Net, VAT, Total money.Fils
}

// part is an amount of the share of one delivery or counter sale.
type part struct {
	Source, Profile string
	Date            clock.Date
	Rate            money.Rate
	Amount          money.Fils
}

// sum adds lines up. A document's VAT is the sum of its lines' VAT, so it is never rounded a second time.
func sum(lines []line) (net, vat, total money.Fils) {
	for _, l := range lines {
		net, vat, total = net+l.Net, vat+l.VAT, total+l.Total
	}
	return net, vat, total
}

// state is the state of an invoice on a day.
func state(due, credited, total money.Fils, dueOn, today clock.Date) string {
	switch {
	case due > 0 && dueOn < today:
		return "overdue"
	case due > 0:
		return "open"
	case credited >= total:
		return "credited"
	}
	return "paid"
}

func today(now time.Time) clock.Date { return clock.DateOf(now) }
