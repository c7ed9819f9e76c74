package pos

import (
	"context"
	"fmt"
	"time"

	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
)

// SalesRequest names days and optionally one till. Without days it is today. Operators may name a company.
type SalesRequest struct {
	Company string `query:"company"`
	From    string `query:"from"`
	Until   string `query:"until"`
	Till    string `query:"till"`
}

// DayReport is what a till took on a day. Sales, and every amount, are without voided sales; Difference is what was taken beyond the sum
// of the lines.
type DayReport struct {
	Till         string     `json:"till"`
	Day          clock.Date `json:"day"`
	Source       string     `json:"source"`
	Sales        int        `json:"sales"`
	Voids        int        `json:"voids"`
	FirstReceipt int64      `json:"first_receipt"`
	LastReceipt  int64      `json:"last_receipt"`
	Total        money.Fils `json:"total"`
	Difference   money.Fils `json:"difference"`
	VAT          money.Fils `json:"vat_amount"`
	Cash         money.Fils `json:"cash"`
	Terminal     money.Fils `json:"terminal"`
	Share        money.Fils `json:"company_share"`
	Wallet       money.Fils `json:"wallet"`
	Owed         money.Fils `json:"owed"`
	Flagged      int        `json:"flagged"`
}

// ShiftReport is a drawer from its opening to its count. An unassigned shift holds what arrived for shifts that were closed.
type ShiftReport struct {
	ID         string      `json:"id"`
	Till       string      `json:"till"`
	Unassigned bool        `json:"unassigned"`
	Day        clock.Date  `json:"day"`
	Who        string      `json:"who"`
	Float      money.Fils  `json:"float"`
	Sales      int         `json:"sales"`
	Expected   money.Fils  `json:"expected"`
	Counted    *money.Fils `json:"counted"`
	OpenedAt   time.Time   `json:"opened_at"`
	ClosedAt   *time.Time  `json:"closed_at"`
	ByOffice   bool        `json:"by_office"`
}

// SalesReply is sales by till and day, with the shifts of those days.
type SalesReply struct {
	Data   []DayReport   `json:"data"`
	Shifts []ShiftReport `json:"shifts"`
}

const maxDays = 100

// HandleSales answers what tills took, and never who ate what. A company's admin may ask about the company's tills, an operator about all,
// and a till about itself alone.
func (p *Pos) HandleSales(ctx context.Context, who web.Caller, r SalesRequest) (SalesReply, error) {
	today := clock.DateOf(p.Clock())
	from, err := date("from", r.From, today)
	if err != nil {
		return SalesReply{}, err
	}
	until, err := date("until", r.Until, max(from, today))
	if err != nil {
		return SalesReply{}, err
	}
	if until < from || until-from >= maxDays {
		return SalesReply{}, fault.Field("until", fmt.Sprintf("The until field must be at most %d days from the from field.", maxDays-1))
	}
	till := r.Till
	if who.TillID != "" {
		till = who.TillID
	}
	if till != "" && !isID(till) {
		return SalesReply{}, fault.Field("till", "The till field is invalid.")
	}
	of, err := whoseFor(who, r.Company)
	if err != nil {
		return SalesReply{}, err
	}
	q := db.New(p.Conn)
	days, err := q.CounterDays(ctx,
		db.CounterDaysParams{AllCompanies: of.allCompanies, CompanyID: of.company, FromDay: from, UntilDay: until, TillID: till})
	if err != nil {
		return SalesReply{}, fmt.Errorf("read sales: %w", err)
	}
	shifts, err := q.CounterShifts(ctx,
		db.CounterShiftsParams{AllCompanies: of.allCompanies, CompanyID: of.company, FromDay: from, UntilDay: until, TillID: till})
	if err != nil {
		return SalesReply{}, fmt.Errorf("read shifts: %w", err)
	}
	reply := SalesReply{Data: make([]DayReport, len(days)), Shifts: make([]ShiftReport, len(shifts))}
	for i, d := range days {
		reply.Data[i] = DayReport{Till: d.TillID, Day: d.Day, Source: "pos", Sales: d.Sales, Voids: d.Voids, FirstReceipt: d.FirstReceipt,
			LastReceipt: d.LastReceipt, Total: money.Fils(d.Total), Difference: money.Fils(d.Difference), VAT: money.Fils(d.Vat),
			Cash: money.Fils(d.Cash), Terminal: money.Fils(d.Terminal), Share: money.Fils(d.Share), Wallet: money.Fils(d.Wallet),
			Owed: money.Fils(d.Owed), Flagged: d.Flagged}
	}
	for i, s := range shifts {
		reply.Shifts[i] = ShiftReport{ID: s.ID, Till: s.TillID, Unassigned: s.Unassigned, Day: s.Day, Who: s.Who,
			Float: money.Fils(s.FloatAmount), Sales: s.Sales, Expected: money.Fils(s.Expected), Counted: (*money.Fils)(s.CountedAmount),
			OpenedAt: s.OpenedAt.UTC(), ClosedAt: utc(s.ClosedAt), ByOffice: s.ByOffice}
	}
	return reply, nil
}

func date(field, typed string, otherwise clock.Date) (clock.Date, error) {
	if typed == "" {
		return otherwise, nil
	}
	d, err := clock.ParseDate(typed)
	if err != nil {
		return 0, fault.Field(field, "The "+field+" field must be a date.")
	}
	return d, nil
}
