package operator

import (
	"context"
	"time"

	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
	"sahn/server/week"
)

// ClosedDate is a day on which nothing is delivered, with its name. NameAr is empty where nobody wrote it.
type ClosedDate struct {
	Date   clock.Date `json:"date"`
	Name   string     `json:"name"`
	NameAr string     `json:"name_ar"`
}

// Overview is what an operator should know or do now. WeeksWithoutMenu are those of the WeeksOffered weeks that people can choose from
// without a published menu, unless they are closed as a whole. NextClosed is the next closed day, nil when there is none. Support is nil
// for the kitchen.
type Overview struct {
	Cooking          [2]CookingDay    `json:"cooking"`        // today and tomorrow
	Next             *CookingDay      `json:"next,omitempty"` // the next date after them with lunches, of two weeks
	WeeksOffered     int              `json:"weeks_offered"`
	WeeksWithoutMenu []clock.Date     `json:"weeks_without_menu"`
	NextClosed       *ClosedDate      `json:"next_closed,omitempty"`
	Support          *SupportOverview `json:"support,omitempty"`
}

// SupportOverview is what support looks after. Unresolved are card payments of which the provider has not said for an hour whether it
// took any; EInvoicesStuck are e-invoices that were not delivered and need a person; Silent are paired tills that nobody has heard of for
// three days, by name, the longest silent first.
type SupportOverview struct {
	CompaniesWaiting int        `json:"companies_waiting"`
	OverdueInvoices  int        `json:"overdue_invoices"`
	OverdueAmount    money.Fils `json:"overdue_amount"`
	Unresolved       int        `json:"unresolved"`
	UnresolvedAmount money.Fils `json:"unresolved_amount"`
	EInvoicesStuck   int        `json:"einvoices_stuck"`
	Silent           []string   `json:"silent"`
}

const (
	unresolvedAfter = time.Hour
	silentAfter     = 72 * time.Hour
	maxSilent       = 20
	cookingAhead    = 14 // days
)

// HandleOverview tells an operator what waits. Every operator may; what is support's only support gets.
func (o *Office) HandleOverview(ctx context.Context, who web.Caller, _ Nothing) (Overview, error) {
	now := o.Clock()
	today := clock.DateOf(now)
	offered := week.Upcoming(week.Reference(now), week.MinWeekStartDate)
	mondays := make([]clock.Date, len(offered))
	for i, w := range offered {
		mondays[i] = w.Value
	}
	q := db.New(o.Conn)
	row, err := q.OperatorOverview(ctx, mondays, today)
	if err != nil {
		return Overview{}, err
	}
	days, err := CookingDays(ctx, q, today, today+cookingAhead)
	if err != nil {
		return Overview{}, err
	}
	answer := Overview{
		Cooking:      [2]CookingDay{nothingOn(today), nothingOn(today + 1)},
		WeeksOffered: len(mondays), WeeksWithoutMenu: row.WeeksWithoutMenu,
	}
	for _, day := range days {
		if day.Date <= today+1 {
			answer.Cooking[day.Date-today] = day
		} else if answer.Next == nil && day.Meals > 0 {
			answer.Next = &day
		}
	}
	if row.ClosedName != "" {
		answer.NextClosed = &ClosedDate{row.ClosedDate, row.ClosedName, row.ClosedNameAr}
	}
	if !who.May(web.Support) {
		return answer, nil
	}
	s, err := q.SupportOverview(ctx, now.Add(-silentAfter), maxSilent, today, now.Add(-unresolvedAfter))
	if err != nil {
		return Overview{}, err
	}
	answer.Support = &SupportOverview{
		CompaniesWaiting: s.CompaniesWaiting, OverdueInvoices: s.OverdueInvoices, OverdueAmount: money.Fils(s.OverdueAmount),
		Unresolved: s.Unresolved, UnresolvedAmount: money.Fils(s.UnresolvedAmount),
		EInvoicesStuck: s.EinvoicesStuck, Silent: s.Silent}
	return answer, nil
}
