// Package report tells a company's admins what its lunches cost: money, people and shares, by time and by department. It promises that
// every sum equals the ledger's to the fils, and that nothing in it reveals what a person eats. The lunch company's own office gets the
// sales, receivables and VAT of all companies.
package report

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
)

// Reports only reads. Its methods with a Caller are handlers of the API.
type Reports struct {
	Conn    db.Conn
	Replica *db.Replica // is read where it is near; nil for none
	Clock   clock.Clock
}

// Request asks for the days of a span by delivery date, grouped by days, weeks or months. Department is the id of one department, or
// "none" for people without one.
type Request struct {
	From       string `query:"from" validate:"max=10"`
	Until      string `query:"until" validate:"max=10"`
	By         string `query:"by" validate:"omitempty,oneof=day week month"`
	Department string `query:"department" validate:"max=26"`
}

// Sums are the totals of lunches. People could have eaten and Eaters did. Gross less Discount is Net, and Net is the company's share and
// the employees' part. Counter is the part of Net that was taken at counters, where there is no discount. Shared counts the person's days
// with a company share, which are the lunches on an invoice.
type Sums struct {
	Lunches       int64      `json:"lunches"`
	Shared        int64      `json:"shared"`
	Eaters        int        `json:"eaters"`
	People        int        `json:"people"`
	Gross         money.Fils `json:"gross_amount"`
	Discount      money.Fils `json:"discount"`
	Net           money.Fils `json:"net_amount"`
	CompanyShare  money.Fils `json:"company_share"`
	EmployeeShare money.Fils `json:"employee_share"`
	Counter       money.Fils `json:"counter_amount"`
}

// Part is the sums of one day, week or month, by its first day. Its People are the people who are Active at its end, and others who ate in
// it.
type Part struct {
	Start clock.Date `json:"start"`
	Sums
}

// Department is the sums of the people who are in it now. The one without an id holds the people without a department.
type Department struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Sums
}

// Shares are how much of the company's share was used in the periods that a span touches. The kind of period is that of the present rules.
// Each has how many people used some, how much, and how many of them used all of it. Cap is today's; Allowed is the maximum that those
// people were granted under the caps that applied to them.
type Shares struct {
	Duration string        `json:"duration"`
	Cap      money.Fils    `json:"cap"`
	Periods  []SharePeriod `json:"periods"`
}

// SharePeriod is the share of one period, by its first day.
type SharePeriod struct {
	Start   clock.Date `json:"start"`
	People  int        `json:"people"`
	Used    money.Fils `json:"used"`
	Allowed money.Fils `json:"allowed"`
	Capped  int        `json:"capped"`
}

// Meal is a meal that at least five people ate, and its number of portions.
type Meal struct {
	Meal string `json:"meal"`
	Name string `json:"name"`
	Qty  int    `json:"qty"`
}

// Report is the whole report, with the sums of the span before. Meals are those of the whole company.
type Report struct {
	Company     string       `json:"company"`
	Span        Span         `json:"span"`
	Before      Span         `json:"before"`
	By          string       `json:"by"`
	Total       Sums         `json:"total"`
	Earlier     Sums         `json:"earlier"`
	Parts       []Part       `json:"parts"`
	Departments []Department `json:"departments"`
	Shares      *Shares      `json:"shares"`
	Meals       []Meal       `json:"meals"`
}

// Reply holds a report.
type Reply struct {
	Data Report `json:"data"`
}

// HandleReport answers with the report of the caller's company. Admins may.
func (r *Reports) HandleReport(ctx context.Context, who web.Caller, req Request) (Reply, error) {
	report, err := r.report(ctx, who.CompanyID, req, whole)
	return Reply{report}, err
}

// The tables of a report that are read alone, and whole for all of them.
const (
	whole       = ""
	overTime    = "time"
	departments = "departments"
	shares      = "shares"
)

// report reads a report, or only what one of its tables needs of it. Only the whole is compared with the span before.
func (r *Reports) report(ctx context.Context, company string, req Request, only string) (t Report, err error) {
	err = r.Replica.Read(ctx, r.Conn, func(ctx context.Context, conn db.Conn) error {
		t, err = r.reportFrom(ctx, conn, company, req, only)
		return err
	})
	return t, err
}

// begun is a report that has nothing yet but what was asked for.
func (r *Reports) begun(req Request, only string) (Report, error) {
	asked, err := span(req.From, req.Until, clock.DateOf(r.Clock()))
	t := Report{Span: asked, Before: asked.before(), By: cmp.Or(req.By, coarse(asked)), Parts: []Part{}, Departments: []Department{},
		Meals: []Meal{}}
	if only != whole {
		t.Before = Span{asked.From, asked.From - 1}
	}
	return t, err
}

func (r *Reports) reportFrom(ctx context.Context, conn db.Conn, company string, req Request, only string) (Report, error) {
	t, err := r.begun(req, only)
	if err != nil {
		return Report{}, err
	}
	asked, q := t.Span, db.New(conn).Unprepared()
	if only == whole || only == shares {
		if err := t.readShares(ctx, q, company, req.Department); err != nil || only == shares {
			return t, err
		}
	}
	if err := t.eachSum(ctx, q, company, req.Department, func(p Part) error { t.Parts = append(t.Parts, p); return nil }); err != nil {
		return t, err
	}
	if err := t.readPeople(ctx, q, company, req.Department); err != nil {
		return t, err
	}
	active, err := t.readActive(ctx, q, company, req.Department)
	if err != nil {
		return t, err
	}
	for i, p := range t.Parts {
		t.Parts[i].People += active(p)
	}
	if req.Department != "" || only != whole {
		return t, nil // meals are reported for the whole company only
	}
	over := min(asked.Until, clock.DateOf(r.Clock())-1) // today is left out: comparing with tomorrow's report would reveal today's orders
	meals, err := q.ReportMeals(ctx, company, asked.From, over)
	if err != nil {
		return t, fmt.Errorf("report meals: %w", err)
	}
	for _, m := range meals {
		t.Meals = append(t.Meals, Meal(m))
	}
	return t, nil
}

// coarse is the default grouping of a span.
func coarse(s Span) string {
	switch {
	case s.days() <= 31:
		return "day"
	case s.days() <= 100:
		return "week"
	default:
		return "month"
	}
}

func (t *Report) readShares(ctx context.Context, q *db.Queries, company, department string) error {
	rows, err := q.ReportShares(ctx, t.Span.From, t.Span.Until, department, company)
	if err != nil {
		return fmt.Errorf("report shares: %w", err)
	}
	if len(rows) == 0 {
		return fault.ErrNotFound
	}
	t.Company = rows[0].Name
	if rows[0].Cap == nil || *rows[0].Cap == 0 {
		return nil
	}
	t.Shares = &Shares{Duration: rows[0].Duration, Cap: *rows[0].Cap, Periods: []SharePeriod{}}
	for _, p := range rows {
		if p.People > 0 {
			t.Shares.Periods = append(t.Shares.Periods, SharePeriod{p.Start, p.People, money.Fils(p.Granted), money.Fils(p.Allowed), p.Capped})
		}
	}
	return nil
}

// eachSum reads the totals, and gives each part in order when it is read, also those in which nobody ate. A part's People are those who ate
// in it and are not Active at its end.
func (t *Report) eachSum(ctx context.Context, q *db.Queries, company, department string, fn func(p Part) error) error {
	empty := t.Span.starts(t.By)
	until := func(start clock.Date) error {
		for len(empty) > 0 && empty[0] <= start {
			if empty[0] < start {
				if err := fn(Part{Start: empty[0]}); err != nil {
					return err
				}
			}
			empty = empty[1:]
		}
		return nil
	}
	err := q.ReportSumsEach(ctx, db.ReportSumsParams{CompanyID: company, FromDate: t.Span.From, UntilDate: t.Span.Until,
		BeforeFrom: t.Before.From, BeforeUntil: t.Before.Until, BySpan: t.By, Department: department}, func(row db.ReportSumsRow) error {
		sums := Sums{Lunches: row.Lunches, Shared: row.Shared, Eaters: row.Eaters,
			Gross: money.Fils(row.Gross), Discount: money.Fils(row.Gross - row.Net),
			Net: money.Fils(row.Net), CompanyShare: money.Fils(row.Share), EmployeeShare: money.Fils(row.Net - row.Share),
			Counter: money.Fils(row.Counter)}
		switch {
		case row.Before && !row.OfSpan && !row.OfDepartment:
			t.Earlier = sums
		case row.Before: // compared in total only
		case row.OfSpan: // also a Saturday, on which a counter was open
			if err := until(row.Start); err != nil {
				return err
			}
			sums.People = row.Others
			return fn(Part{row.Start, sums})
		case row.OfDepartment:
			t.Departments = append(t.Departments, Department{ID: row.Department, Sums: sums})
		default:
			t.Total = sums
		}
		return nil
	})
	if err == nil {
		err = until(t.Span.Until + 1)
	}
	if err != nil {
		return fmt.Errorf("report sums: %w", err)
	}
	return nil
}

// readPeople adds the number of people who could have eaten, in total and by department, and the departments without eaters.
func (t *Report) readPeople(ctx context.Context, q *db.Queries, company, department string) error {
	rows, err := q.ReportPeople(ctx,
		db.ReportPeopleParams{CompanyID: company, FromDate: t.Span.From, UntilDate: t.Span.Until, UntilEnd: (t.Span.Until + 1).Start(),
			BeforeFrom: t.Before.From, BeforeUntil: t.Before.Until, BeforeEnd: (t.Before.Until + 1).Start()})
	if err != nil {
		return fmt.Errorf("report people: %w", err)
	}
	for _, row := range rows {
		i := slices.IndexFunc(t.Departments, func(d Department) bool { return d.ID == row.ID })
		if i < 0 && (row.People > 0 || row.ID != "") {
			i, t.Departments = len(t.Departments), append(t.Departments, Department{ID: row.ID})
		}
		if i >= 0 {
			t.Departments[i].Name, t.Departments[i].People = row.Name, row.People
		}
		if department == "" || department == cmp.Or(row.ID, "none") {
			t.Total.People += row.People
			t.Earlier.People += row.Before
		}
	}
	slices.SortFunc(t.Departments, func(a, b Department) int {
		if (a.ID == "") != (b.ID == "") {
			return cmp.Compare(len(b.ID), len(a.ID)) // people without a department come last
		}
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID))
	})
	return nil
}

// readActive reads how many people are Active at the end of a part.
func (t *Report) readActive(ctx context.Context, q *db.Queries, company, department string) (func(p Part) int, error) {
	since, err := q.ReportActive(ctx, company, department)
	if err != nil {
		return nil, fmt.Errorf("report active people: %w", err)
	}
	return func(p Part) int {
		active, _ := slices.BinarySearch(since, min(lastOf(p.Start, t.By), t.Span.Until)+1)
		return active
	}, nil
}
