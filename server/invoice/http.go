package invoice

import (
	"context"
	"encoding/json"
	"fmt"

	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
)

// ListRequest filters invoices: all of a company, or those of a year or state (open, overdue, paid).
type ListRequest struct {
	State string `query:"state" validate:"omitempty,oneof=open overdue paid"`
	Year  string `query:"year"`
	Page  string `query:"page"`
}

// Listed is an invoice as lists show it. State is open, overdue, paid or credited; Late is days.
type Listed struct {
	ID       string     `json:"id"`
	Number   string     `json:"number"`
	Month    clock.Date `json:"month"`
	IssuedOn clock.Date `json:"issued_on"`
	DueOn    clock.Date `json:"due_on"`
	Total    money.Fils `json:"total"`
	Credited money.Fils `json:"credited"`
	Paid     money.Fils `json:"paid"`
	SetOff   money.Fils `json:"set_off"` // what the surplus of other invoices paid of this one, less what its surplus paid of them
	Due      money.Fils `json:"due"`
	Credit   money.Fils `json:"credit"` // the overpayment that waits for the next invoice
	State    string     `json:"state"`
	Late     int        `json:"late"`
}

// CompanyAccount is the state of a company's account. Balance is what it owes in all, below zero what it has to its credit.
type CompanyAccount struct {
	Open    int        `json:"open"`
	Overdue int        `json:"overdue"`
	Balance money.Fils `json:"balance"`
	Credit  money.Fils `json:"credit"`  // what waits to pay the next invoice
	NotYet  money.Fils `json:"not_yet"` // due, and not late; then by how many days it is late
	To30    money.Fils `json:"to_30"`
	To60    money.Fils `json:"to_60"`
	To90    money.Fils `json:"to_90"`
	Beyond  money.Fils `json:"beyond"`
}

// Forecast is what the next invoice would come to by what is ordered until now. IssuedOn is the day by which it is issued.
type Forecast struct {
	Month    clock.Date `json:"month"`
	IssuedOn clock.Date `json:"issued_on"`
	Amount   money.Fils `json:"amount"`
	Lunches  int        `json:"lunches"`
}

// List is a page of invoices, the newest first; beyond the end it is the last one. Years are those of invoiced months. Statements are the
// years that have a statement: up to the running one, because an invoice is issued and paid after its month. The newest come first.
type List struct {
	Data       []Listed       `json:"data"`
	Page       int            `json:"page"`
	PerPage    int            `json:"per_page"`
	Total      int            `json:"total"`
	Years      []int          `json:"years"`
	Statements []int          `json:"statements"`
	Account    CompanyAccount `json:"account"`
	Forecast   Forecast       `json:"forecast"`
}

const perPage = 24

// HandleList shows the caller's company's invoices. Admins may.
func (v *Invoices) HandleList(ctx context.Context, who web.Caller, r ListRequest) (List, error) {
	page, err := web.Whole("page", r.Page, 1, 1000)
	if err != nil {
		return List{}, err
	}
	year, err := web.Whole("year", r.Year, 0, 9999)
	if err != nil {
		return List{}, err
	}
	q, on := db.New(v.Conn), today(v.Clock())
	rows, err := q.InvoiceList(ctx,
		db.InvoiceListParams{CompanyID: who.CompanyID, Year: year, State: r.State, Today: on, Most: perPage, Skip: (page - 1) * perPage})
	if err != nil {
		return List{}, fmt.Errorf("read invoices: %w", err)
	}
	list := List{Data: make([]Listed, len(rows)), Page: 1, PerPage: perPage}
	for i, x := range rows {
		list.Total, list.Page = x.Total, (x.N-1)/perPage+1
		list.Data[i] = listed(head{x.ID, x.Number, x.Month, x.IssuedOn, x.DueOn}, tally{x.TotalAmount, x.Credited, x.Paid, x.SetOff}, on)
	}
	account, err := q.InvoiceAccount(ctx, on, who.CompanyID)
	if err != nil {
		return List{}, fmt.Errorf("read account: %w", err)
	}
	list.Account = accountFrom(account)
	list.Years, list.Statements = years(account.FirstYear, account.LastYear), years(account.FirstIssued, on.Time().Year())
	list.Forecast, err = forecast(ctx, q, who.CompanyID, on)
	return list, err
}

// years are those from one to another, the newest first; none without a first one.
func years(first, last int) []int {
	all := []int{}
	for y := last; y >= first && first > 0; y-- {
		all = append(all, y)
	}
	return all
}

func accountOf(ctx context.Context, q *db.Queries, company string, on clock.Date) (CompanyAccount, error) {
	row, err := q.InvoiceAccount(ctx, on, company)
	if err != nil {
		return CompanyAccount{}, fmt.Errorf("read account: %w", err)
	}
	return accountFrom(row), nil
}

func accountFrom(row db.InvoiceAccountRow) CompanyAccount {
	return CompanyAccount{Open: row.Open, Overdue: row.Overdue, Balance: money.Fils(row.Balance), Credit: money.Fils(row.Credit),
		NotYet: money.Fils(row.NotYet), To30: money.Fils(row.To30), To60: money.Fils(row.To60), To90: money.Fils(row.To90),
		Beyond: money.Fils(row.Beyond)}
}

// forecast covers the previous month as long as its invoice is still to come, and otherwise the running one.
func forecast(ctx context.Context, q *db.Queries, company string, on clock.Date) (Forecast, error) {
	this := monthOf(on)
	last := monthOf(this - 1)
	there, err := q.InvoiceOfMonth(ctx, company, last)
	if err != nil {
		return Forecast{}, fmt.Errorf("look for last month's invoice: %w", err)
	}
	if !there {
		if f, err := forecastOf(ctx, q, company, last); err != nil || f.Amount > 0 {
			return f, err
		}
	}
	return forecastOf(ctx, q, company, this)
}

func forecastOf(ctx context.Context, q *db.Queries, company string, month clock.Date) (Forecast, error) {
	row, err := q.InvoiceForecast(ctx, company, month, next(month))
	if err != nil {
		return Forecast{}, fmt.Errorf("read forecast: %w", err)
	}
	return Forecast{Month: month, IssuedOn: next(month) + waits, Amount: money.Fils(row.Amount), Lunches: row.Lunches}, nil
}

// OneRequest names an invoice or, for files, also a credit note.
type OneRequest struct {
	ID string `path:"id"`
}

// Day is what a document says about a day, at one rate of VAT in percent: a day with two rates is there twice. Least and Most are the
// shares of that day's people.
type Day struct {
	Date    clock.Date `json:"date"`
	Lunches int        `json:"lunches"`
	Net     money.Fils `json:"net"`
	VAT     money.Fils `json:"vat"`
	Total   money.Fils `json:"total"`
	Least   money.Fils `json:"least"`
	Most    money.Fils `json:"most"`
	Rate    money.Rate `json:"vat_rate"`
}

// Eater is what a document says about a person. A person who was erased has no name.
type Eater struct {
	ID      string     `json:"id"`
	Name    string     `json:"name"`
	Lunches int        `json:"lunches"`
	Total   money.Fils `json:"total"`
}

// Note is a credit note of an invoice.
type Note struct {
	ID       string     `json:"id"`
	Number   string     `json:"number"`
	IssuedOn clock.Date `json:"issued_on"`
	Total    money.Fils `json:"total"`
}

// Paid is one payment of an invoice: by card, by transfer, or set off from another invoice, which Reference and Other then name. Below
// zero it is what a card's bank took back (returned), a transfer that was recorded by mistake (undone), or what paid that other invoice.
// Operators also see the ID of a transfer that stands.
type Paid struct {
	ID        string     `json:"id,omitempty"`
	Way       string     `json:"way"`
	Amount    money.Fils `json:"amount"`
	Reference string     `json:"reference"`
	PaidOn    clock.Date `json:"paid_on"`
	Other     string     `json:"other,omitempty"`
}

// Shared is who paid for the lunches that an invoice's deliveries were: the plan's discount, the company, its people.
type Shared struct {
	Lunches   int        `json:"lunches"`
	Discount  money.Fils `json:"discount"`
	Company   money.Fils `json:"company"`
	Employees money.Fils `json:"employees"`
}

// Details is an invoice with its lines summed by day and by person. Paying is the card payment that is under way.
type Details struct {
	Listed
	Seller      Seller     `json:"seller"`
	Buyer       Buyer      `json:"buyer"`
	SupplyFrom  clock.Date `json:"supply_from"`
	SupplyUntil clock.Date `json:"supply_until"`
	Net         money.Fils `json:"net"`
	VAT         money.Fils `json:"vat"`
	Days        []Day      `json:"days"`
	People      []Eater    `json:"people"`
	Notes       []Note     `json:"notes"`
	Payments    []Paid     `json:"payments"`
	Shared      Shared     `json:"shared"`
	Paying      bool       `json:"paying"`
}

// HandleOne shows an invoice. Admins of its company may.
func (v *Invoices) HandleOne(ctx context.Context, who web.Caller, r OneRequest) (Details, error) {
	q := db.New(v.Conn)
	row, err := q.InvoiceOne(ctx, r.ID, who.CompanyID)
	if db.None(err) || err == nil && row.Kind != kindInvoice {
		return Details{}, fault.ErrNotFound
	}
	if err != nil {
		return Details{}, fmt.Errorf("read invoice: %w", err)
	}
	return v.details(ctx, q, row)
}

func (v *Invoices) details(ctx context.Context, q *db.Queries, row db.Invoice) (d Details, err error) {
	d = Details{SupplyFrom: row.SupplyFrom, SupplyUntil: row.SupplyUntil, Net: money.Fils(row.NetAmount), VAT: money.Fils(row.VatAmount),
		Days: []Day{}, People: []Eater{}}
	if err := unpack(row, &d.Seller, &d.Buyer); err != nil {
		return d, err
	}
	if d.Notes, err = notesOf(ctx, q, row.ID); err != nil {
		return d, err
	}
	if d.Payments, err = paidOf(ctx, q, row.ID, false); err != nil {
		return d, err
	}
	all := tally{total: row.TotalAmount}
	for _, n := range d.Notes {
		all.credited += int64(n.Total)
	}
	for _, p := range d.Payments {
		if p.Way == "setoff" {
			all.setOff += int64(p.Amount)
		} else {
			all.paid += int64(p.Amount)
		}
	}
	d.Listed = listed(head{row.ID, row.Number, row.Month, row.IssuedOn, row.DueOn}, all, today(v.Clock()))
	if d.Days, err = days(ctx, q, row.ID); err != nil {
		return d, err
	}
	people, err := q.InvoicePeople(ctx, row.ID)
	if err != nil {
		return d, fmt.Errorf("read people: %w", err)
	}
	for _, p := range people {
		d.People = append(d.People, Eater{p.ProfileID, p.Name, p.Lunches, money.Fils(p.Total)})
	}
	shared, err := q.InvoiceWhoPaid(ctx, row.ID)
	if err != nil {
		return d, fmt.Errorf("read who paid: %w", err)
	}
	d.Shared = Shared{shared.Lunches, money.Fils(shared.Gross - shared.Net), money.Fils(shared.Company),
		money.Fils(shared.Net - shared.Company)}
	d.Paying = shared.Paying
	return d, nil
}

func days(ctx context.Context, q *db.Queries, id string) ([]Day, error) {
	rows, err := q.InvoiceDays(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("read days: %w", err)
	}
	all := make([]Day, len(rows))
	for i, x := range rows {
		all[i] = Day{x.Date, x.Lunches, money.Fils(x.Net), money.Fils(x.Vat), money.Fils(x.Total), money.Fils(x.Least), money.Fils(x.Most),
			x.VatRate}
	}
	return all, nil
}

func unpack(row db.Invoice, seller *Seller, buyer *Buyer) error {
	if err := json.Unmarshal(row.Seller, seller); err != nil {
		return fmt.Errorf("seller of %s: %w", row.ID, err)
	}
	if err := json.Unmarshal(row.Buyer, buyer); err != nil {
		return fmt.Errorf("buyer of %s: %w", row.ID, err)
	}
	return nil
}

// LinesRequest asks for an invoice's lines of one day or of one person.
type LinesRequest struct {
	ID     string `path:"id"`
	Day    string `query:"day"`
	Person string `query:"person"`
}

// Line is what a company pays for one person on one day at one rate of VAT, in percent: money, never a dish.
type Line struct {
	Date  clock.Date `json:"date"`
	ID    string     `json:"id"`
	Name  string     `json:"name"`
	Net   money.Fils `json:"net"`
	VAT   money.Fils `json:"vat"`
	Total money.Fils `json:"total"`
	Rate  money.Rate `json:"vat_rate"`
}

// Lines are the requested lines.
type Lines struct {
	Data []Line `json:"data"`
}

// maxLines is above the number of people of a company and of days of a month.
const maxLines = 6000

// HandleLines shows lines of an invoice. Admins of its company may.
func (v *Invoices) HandleLines(ctx context.Context, who web.Caller, r LinesRequest) (Lines, error) {
	q := db.New(v.Conn)
	row, err := q.InvoiceOne(ctx, r.ID, who.CompanyID)
	if db.None(err) {
		return Lines{}, fault.ErrNotFound
	}
	if err != nil {
		return Lines{}, fmt.Errorf("read invoice: %w", err)
	}
	ask := db.InvoiceLinesParams{InvoiceID: row.ID, EveryDay: r.Day == "", Person: r.Person, Most: maxLines}
	if !ask.EveryDay {
		if ask.Day, err = clock.ParseDate(r.Day); err != nil {
			return Lines{}, fault.Field("day", "The day field must be a date.")
		}
	}
	return linesFor(ctx, q, ask)
}

func linesFor(ctx context.Context, q *db.Queries, ask db.InvoiceLinesParams) (Lines, error) {
	rows, err := q.InvoiceLines(ctx, ask)
	if err != nil {
		return Lines{}, fmt.Errorf("read lines: %w", err)
	}
	lines := Lines{Data: make([]Line, len(rows))}
	for i, x := range rows {
		lines.Data[i] = Line{x.Date, x.ProfileID, x.Name, money.Fils(x.NetAmount), money.Fils(x.VatAmount), money.Fils(x.TotalAmount),
			x.VatRate}
	}
	return lines, nil
}
