package report

import (
	"context"
	"fmt"

	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
)

// OfficeRequest asks what the lunch company sold on the days of a span; without one, this month so far.
type OfficeRequest struct {
	From  string `query:"from" validate:"max=10"`
	Until string `query:"until" validate:"max=10"`
}

// Sales are lunches and what they came to, VAT included and less what was missing. Gross less Discount is Net, and Net is the companies'
// share and the people's own part. Counter is the part of Net that was taken at counters, where there is no discount.
type Sales struct {
	Lunches       int64      `json:"lunches"`
	Gross         money.Fils `json:"gross_amount"`
	Discount      money.Fils `json:"discount"`
	Net           money.Fils `json:"net_amount"`
	CompanyShare  money.Fils `json:"company_share"`
	EmployeeShare money.Fils `json:"employee_share"`
	Counter       money.Fils `json:"counter_amount"`
}

// DaySales are the sales of a day with some.
type DaySales struct {
	Day clock.Date `json:"day"`
	Sales
}

// CompanySales are the sales to a company's people, or at its counters to people whom nobody knows.
type CompanySales struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Sales
}

// ChannelSales are the sales of a channel: app or counter.
type ChannelSales struct {
	Channel string `json:"channel"`
	Sales
}

// MealSales are the portions of a meal that were sold in the app and at counters, and what they came to. The one without an id is what
// counters took beyond their prices, below zero when it was less.
type MealSales struct {
	Meal    string     `json:"meal"`
	Name    string     `json:"name"`
	App     int64      `json:"app"`
	Counter int64      `json:"counter"`
	Net     money.Fils `json:"net_amount"`
}

// Owing is what is open by age: not due yet, and 1–30, 31–60, 61–90 and more days after it was due. Credit is what came too much, and
// NotInvoiced what is used of shares and on no invoice yet.
type Owing struct {
	NotYet      money.Fils `json:"not_yet"`
	To30        money.Fils `json:"to_30"`
	To60        money.Fils `json:"to_60"`
	To90        money.Fils `json:"to_90"`
	Beyond      money.Fils `json:"beyond"`
	Due         money.Fils `json:"due"`
	Credit      money.Fils `json:"credit"`
	NotInvoiced money.Fils `json:"not_invoiced"`
}

// CompanyOwing is what a company owes.
type CompanyOwing struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Owing
}

// Receivables are what companies owe on a day, and what people owe for lunches at counters.
type Receivables struct {
	On        clock.Date     `json:"on"`
	Companies []CompanyOwing `json:"companies"`
	Total     Owing          `json:"total"`
	People    int            `json:"people"`
	Owed      money.Fils     `json:"owed"`
}

// VATLine is the output VAT of one kind of document, below zero where something was given back: invoice and credit (a company's), order (a
// person's own part of lunches in the app), missing, counter and void. Net and VAT are Total.
type VATLine struct {
	Rate      money.Rate `json:"rate"`
	Kind      string     `json:"kind"`
	Documents int64      `json:"documents"`
	Net       money.Fils `json:"net_amount"`
	VAT       money.Fils `json:"vat_amount"`
	Total     money.Fils `json:"total_amount"`
}

// VAT is the output VAT of a span. Rate is the rate of the span's last day.
type VAT struct {
	Rate  money.Rate `json:"rate"`
	Lines []VATLine  `json:"lines"`
	Total VATLine    `json:"total"`
}

// OfficeReport is what the lunch company sold on the days of a span, what it is owed today, and the VAT of the span.
type OfficeReport struct {
	Span        Span           `json:"span"`
	Total       Sales          `json:"total"`
	Days        []DaySales     `json:"days"`
	Companies   []CompanySales `json:"companies"`
	Channels    []ChannelSales `json:"channels"`
	Meals       []MealSales    `json:"meals"`
	Receivables Receivables    `json:"receivables"`
	VAT         VAT            `json:"vat"`
}

// OfficeReply holds an OfficeReport.
type OfficeReply struct {
	Data OfficeReport `json:"data"`
}

// HandleOffice answers for all companies. Support and managers may.
func (r *Reports) HandleOffice(ctx context.Context, _ web.Caller, req OfficeRequest) (OfficeReply, error) {
	t, err := r.office(ctx, req)
	return OfficeReply{t}, err
}

func (r *Reports) office(ctx context.Context, req OfficeRequest) (t OfficeReport, err error) {
	err = r.Replica.Read(ctx, r.Conn, func(ctx context.Context, conn db.Conn) error {
		t, err = r.officeFrom(ctx, conn, req)
		return err
	})
	return t, err
}

func (r *Reports) officeFrom(ctx context.Context, conn db.Conn, req OfficeRequest) (OfficeReport, error) {
	today := clock.DateOf(r.Clock())
	asked, err := span(req.From, req.Until, today)
	if err != nil {
		return OfficeReport{}, err
	}
	t := OfficeReport{Span: asked, Days: []DaySales{}, Companies: []CompanySales{}, Channels: []ChannelSales{}, Meals: []MealSales{},
		Receivables: Receivables{On: today, Companies: []CompanyOwing{}}, VAT: VAT{Lines: []VATLine{}}}
	err = db.Snapshot(ctx, conn, func(ctx context.Context, q *db.Queries) error {
		q = q.Unprepared()
		if err := t.readSales(ctx, q); err != nil {
			return err
		}
		if err := t.readReceivables(ctx, q); err != nil {
			return err
		}
		return t.readVAT(ctx, q)
	})
	return t, err
}

func (t *OfficeReport) readSales(ctx context.Context, q *db.Queries) error {
	rows, err := q.ReportSales(ctx, t.Span.From, t.Span.Until)
	if err != nil {
		return fmt.Errorf("report sales: %w", err)
	}
	for _, s := range rows {
		sales := Sales{Lunches: s.Lunches, Gross: money.Fils(s.Gross), Discount: money.Fils(s.Gross - s.Net), Net: money.Fils(s.Net),
			CompanyShare: money.Fils(s.Share), EmployeeShare: money.Fils(s.Net - s.Share), Counter: money.Fils(s.Counter)}
		switch {
		case s.OfDay:
			t.Days = append(t.Days, DaySales{s.Day, sales})
		case s.OfCompany:
			t.Companies = append(t.Companies, CompanySales{s.CompanyID, s.Company, sales})
		case s.OfChannel:
			t.Channels = append(t.Channels, ChannelSales{s.Channel, sales})
		default:
			t.Total = sales
		}
	}
	meals, err := q.ReportSalesMeals(ctx, t.Span.From, t.Span.Until)
	if err != nil {
		return fmt.Errorf("report sales by meal: %w", err)
	}
	for _, m := range meals {
		t.Meals = append(t.Meals, MealSales{m.Meal, m.Name, m.App, m.Counter, money.Fils(m.Net)})
	}
	return nil
}

func (t *OfficeReport) readReceivables(ctx context.Context, q *db.Queries) error {
	rows, err := q.ReportReceivables(ctx, t.Receivables.On)
	if err != nil {
		return fmt.Errorf("report receivables: %w", err)
	}
	all := &t.Receivables.Total
	for _, x := range rows {
		o := Owing{NotYet: money.Fils(x.NotYet), To30: money.Fils(x.To30), To60: money.Fils(x.To60), To90: money.Fils(x.To90),
			Beyond: money.Fils(x.Beyond), Credit: money.Fils(x.Credit), NotInvoiced: money.Fils(x.NotInvoiced)}
		o.Due = o.NotYet + o.To30 + o.To60 + o.To90 + o.Beyond
		t.Receivables.Companies = append(t.Receivables.Companies, CompanyOwing{x.ID, x.Name, o})
		*all = Owing{all.NotYet + o.NotYet, all.To30 + o.To30, all.To60 + o.To60, all.To90 + o.To90, all.Beyond + o.Beyond, all.Due + o.Due,
			all.Credit + o.Credit, all.NotInvoiced + o.NotInvoiced}
	}
	debts, err := q.ReportDebts(ctx)
	if err != nil {
		return fmt.Errorf("report debts: %w", err)
	}
	t.Receivables.People, t.Receivables.Owed = debts.People, money.Fils(debts.Amount)
	return nil
}

func (t *OfficeReport) readVAT(ctx context.Context, q *db.Queries) error {
	rows, err := q.ReportVAT(ctx, t.Span.From, t.Span.Until)
	if err != nil {
		return fmt.Errorf("report VAT: %w", err)
	}
	rates, err := q.VATRates(ctx)
	if err != nil {
		return err
	}
	t.VAT.Rate = rates.On(t.Span.Until)
	all := &t.VAT.Total
	for _, v := range rows {
		if v.Documents == 0 && v.Vat == 0 {
			continue
		}
		l := VATLine{v.VatRate, v.Kind, v.Documents, money.Fils(v.Total - v.Vat), money.Fils(v.Vat), money.Fils(v.Total)}
		t.VAT.Lines = append(t.VAT.Lines, l)
		*all = VATLine{0, "", all.Documents + l.Documents, all.Net + l.Net, all.VAT + l.VAT, all.Total + l.Total}
	}
	return nil
}
