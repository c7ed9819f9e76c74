package order

import (
	"context"
	"fmt"
	"slices"
	"time"

	"sahn/server/clock"
	"sahn/server/db"
	"sahn/server/menu"
	"sahn/server/money"
	"sahn/server/person"
	"sahn/server/quote"
	"sahn/server/wallet"
	"sahn/server/week"
)

// Terms are what an eater's company agreed to; nobody but an Active profile of an Active company has any. (D2, D3)
func Terms(e person.Eater) quote.Terms {
	return quote.Terms(e.Terms)
}

// Live is what changes all the time for one eater over a span of dates: wallet, share used, portions left, days taken and
// days closed. It travels to devices beside the menu and goes into every quote. (D9)
func Live(ctx context.Context, q *db.Queries, e person.Eater, from, until clock.Date) (quote.Live, error) {
	live := quote.Live{ShareUsed: map[clock.Date]money.Fils{}, Portions: map[clock.Date]map[string]int{}}
	var err error
	if live.Wallet, err = wallet.Spendable(ctx, q, e.ProfileID); err != nil {
		return live, err
	}
	periods, err := q.SharePeriods(ctx, e.ProfileID, e.Terms.ShareDuration, week.PeriodStart("Monthly", from), until)
	if err != nil {
		return live, fmt.Errorf("read share periods: %w", err)
	}
	for _, p := range periods {
		if p.Granted > 0 {
			live.ShareUsed[p.PeriodStart] = p.Granted
		}
	}
	portions, err := q.PortionsLeft(ctx, from, until)
	if err != nil {
		return live, fmt.Errorf("read portions: %w", err)
	}
	for _, p := range portions {
		if live.Portions[p.Date] == nil {
			live.Portions[p.Date] = map[string]int{}
		}
		live.Portions[p.Date][p.Meal] = p.LeftOver
	}
	if live.Taken, err = q.DeliveriesTaken(ctx, e.ProfileID, from, until); err != nil {
		return live, fmt.Errorf("read days taken: %w", err)
	}
	if live.Closed, err = q.ClosedDays(ctx, from, until); err != nil {
		return live, fmt.Errorf("read closed days: %w", err)
	}
	return live, nil
}

// price makes the quote of these days as they stand now.
func (o *Orders) price(ctx context.Context, q *db.Queries, e person.Eater, days []quote.Day, useWallet bool, now time.Time) (quote.Quote, error) {
	in := quote.Input{Days: days, Terms: Terms(e), UseWallet: useWallet, Now: now, Menu: map[clock.Date]*menu.Week{}}
	var mondays []clock.Date
	for _, d := range days {
		if !slices.Contains(mondays, d.Date.Monday()) {
			mondays = append(mondays, d.Date.Monday())
		}
	}
	if len(mondays) > 0 {
		slices.Sort(mondays)
		var err error
		if in.Live, err = Live(ctx, q, e, mondays[0], mondays[len(mondays)-1]+6); err != nil {
			return quote.Quote{}, err
		}
		if in.Menu, err = o.Menus.Weeks(ctx, q, mondays); err != nil {
			return quote.Quote{}, err
		}
	}
	return quote.Price(in), nil
}
