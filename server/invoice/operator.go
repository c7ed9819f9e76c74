package invoice

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
)

// FindRequest is a search of every company's invoices: words of a company's name or a number, a state (due, overdue, paid, credit, unsent),
// and the invoice after which the page begins.
type FindRequest struct {
	Q     string `query:"q" validate:"max=200"`
	State string `query:"state" validate:"omitempty,oneof=due overdue paid credit unsent"`
	After string `query:"after" validate:"max=26"`
}

// Row is an invoice with its company.
type Row struct {
	Listed
	CompanyID string `json:"company_id"`
	Company   string `json:"company"`
}

// Found is a page of invoices, the newest first. Next is the cursor of the following page; empty at the end.
type Found struct {
	Data []Row  `json:"data"`
	Next string `json:"next"`
}

const (
	perFind  = 30  // InvoicesOfAll finds one more
	afterAll = "Z" // comes after every id
)

var inPattern = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)

// HandleFind looks for invoices of every company. Operators may.
func (v *Invoices) HandleFind(ctx context.Context, _ web.Caller, r FindRequest) (Found, error) {
	if strings.ContainsRune(r.Q, 0) {
		return Found{}, fault.Field("q", "The q field is invalid.")
	}
	on := today(v.Clock())
	words := inPattern.Replace(strings.Join(strings.Fields(r.Q), " "))
	rows, err := db.New(v.Conn).InvoicesOfAll(ctx, r.State, cmp.Or(r.After, afterAll), words, on)
	if err != nil {
		return Found{}, fmt.Errorf("read invoices: %w", err)
	}
	found := Found{Data: []Row{}}
	if len(rows) > perFind {
		rows = rows[:perFind]
		found.Next = rows[perFind-1].ID
	}
	for _, x := range rows {
		found.Data = append(found.Data,
			Row{listed(head{x.ID, x.Number, x.Month, x.IssuedOn, x.DueOn}, tally{x.TotalAmount, x.Credited, x.Paid, x.SetOff}, on),
				x.CompanyID, x.Company})
	}
	return found, nil
}

// Account is an invoice as operators see it: what was credited and paid of it, and the state of its company's account. Paying is the card
// payment that is under way. Transmissions are those of the invoice and its credit notes, as far as they are sent at all.
type Account struct {
	Row
	Notes    []Note         `json:"notes"`
	Payments []Paid         `json:"payments"`
	Paying   bool           `json:"paying"`
	Account  CompanyAccount `json:"account"`

	Transmissions []Transmission `json:"transmissions"`
}

// Looked is the answer with an invoice.
type Looked struct {
	Data Account `json:"data"`
}

// HandleLook shows an invoice of any company. Operators may.
func (v *Invoices) HandleLook(ctx context.Context, _ web.Caller, r OneRequest) (Looked, error) {
	q, on := db.New(v.Conn), today(v.Clock())
	x, err := q.InvoiceOfAny(ctx, r.ID)
	if db.None(err) {
		return Looked{}, fault.ErrNotFound
	}
	if err != nil {
		return Looked{}, fmt.Errorf("read invoice: %w", err)
	}
	a := Account{
		Row: Row{listed(head{x.ID, x.Number, x.Month, x.IssuedOn, x.DueOn}, tally{x.TotalAmount, x.Credited, x.Paid, x.SetOff}, on), x.CompanyID,
			x.Company}, Paying: x.Paying,
	}
	if a.Notes, err = notesOf(ctx, q, x.ID); err != nil {
		return Looked{}, err
	}
	if a.Payments, err = paidOf(ctx, q, x.ID, true); err != nil {
		return Looked{}, err
	}
	if a.Transmissions, err = transmissionsOf(ctx, q, x.CompanyID, x.ID); err != nil {
		return Looked{}, err
	}
	a.Account, err = accountOf(ctx, q, x.CompanyID, on)
	return Looked{a}, err
}

func notesOf(ctx context.Context, q *db.Queries, invoice string) ([]Note, error) {
	rows, err := q.InvoiceCredits(ctx, invoice)
	if err != nil {
		return nil, fmt.Errorf("read credit notes: %w", err)
	}
	all := make([]Note, len(rows))
	for i, n := range rows {
		all[i] = Note{n.ID, n.Number, n.IssuedOn, money.Fils(n.TotalAmount)}
	}
	return all, nil
}

// paidOf is what paid an invoice; with the ids of transfers for those who may take them back.
func paidOf(ctx context.Context, q *db.Queries, invoice string, ids bool) ([]Paid, error) {
	rows, err := q.InvoicePayments(ctx, invoice)
	if err != nil {
		return nil, fmt.Errorf("read payments: %w", err)
	}
	all := make([]Paid, len(rows))
	for i, p := range rows {
		all[i] = Paid{Way: p.Way, Amount: money.Fils(p.Amount), Reference: p.Reference, PaidOn: p.PaidOn, Other: p.OtherID}
		if ids && p.Stands {
			all[i].ID = p.ID
		}
	}
	return all, nil
}

// head is what an invoice is known by, and its dates.
type head struct {
	id, number         string
	month, issued, due clock.Date
}

// tally is what an invoice came to and what became of that.
type tally struct{ total, credited, paid, setOff int64 }

func listed(h head, s tally, on clock.Date) Listed {
	l := Listed{ID: h.id, Number: h.number, Month: h.month, IssuedOn: h.issued, DueOn: h.due, Total: money.Fils(s.total),
		Credited: money.Fils(s.credited), Paid: money.Fils(s.paid), SetOff: money.Fils(s.setOff)}
	due := l.Total - l.Credited - l.Paid - l.SetOff
	l.Due, l.Credit = max(0, due), max(0, -due)
	l.State = state(due, l.Credited, l.Total, h.due, on)
	if l.State == "overdue" {
		l.Late = int(on - h.due)
	}
	return l
}
