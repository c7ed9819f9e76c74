package invoice

import (
	"context"
	"fmt"

	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
)

// StatementRequest names a year; without one it is the running year.
type StatementRequest struct {
	Year string `query:"year"`
}

// Entry is something that changed what a company owes: an invoice, a credit note, a payment by card or by transfer, or one that was taken
// back. Amount is the change, and Balance what was owed after it. Note is the invoice that a credit note is about, or a payment's
// reference. A setoff does not change the balance: SetOff of the invoice in Note paid the one in Number.
type Entry struct {
	Date    clock.Date `json:"date"`
	Kind    string     `json:"kind"`
	Number  string     `json:"number"`
	Note    string     `json:"note"`
	Amount  money.Fils `json:"amount"`
	SetOff  money.Fils `json:"set_off"`
	Balance money.Fils `json:"balance"`
}

// Statement is a company's account over a year, with the balances before and after it.
type Statement struct {
	From    clock.Date     `json:"from"`
	Until   clock.Date     `json:"until"`
	Before  money.Fils     `json:"before"`
	After   money.Fils     `json:"after"`
	Entries []Entry        `json:"entries"`
	Account CompanyAccount `json:"account"` // today's
}

// HandleStatement shows the account of the caller's company. Admins may.
func (v *Invoices) HandleStatement(ctx context.Context, who web.Caller, r StatementRequest) (Statement, error) {
	on := today(v.Clock())
	year, err := web.Whole("year", r.Year, on.Time().Year(), 9999)
	if err != nil {
		return Statement{}, err
	}
	if year < 2000 {
		return Statement{}, fault.Field("year", "The year field must be a year.")
	}
	q := db.New(v.Conn)
	s := Statement{From: clock.NewDate(year, 1, 1), Until: min(clock.NewDate(year, 12, 31), max(on, clock.NewDate(year, 1, 1))),
		Entries: []Entry{}}
	rows, err := q.InvoiceStatement(ctx, s.From, who.CompanyID, s.Until)
	if err != nil {
		return Statement{}, fmt.Errorf("read account: %w", err)
	}
	for _, x := range rows {
		amount := money.Fils(x.Amount)
		if x.Kind == "before" {
			s.Before = amount
			continue
		}
		e := Entry{Date: x.Date, Kind: x.Kind, Number: x.Number, Note: x.Note, Amount: -amount}
		switch x.Kind {
		case kindInvoice:
			e.Amount = amount
		case "setoff":
			e.Amount, e.SetOff = 0, amount
		}
		s.Entries = append(s.Entries, e)
	}
	s.After = s.Before
	for i := range s.Entries {
		s.After += s.Entries[i].Amount
		s.Entries[i].Balance = s.After
	}
	s.Account, err = accountOf(ctx, q, who.CompanyID, on)
	return s, err
}
