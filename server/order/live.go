package order

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"sahn/server/ledger"
	"sahn/server/menu"
	"sahn/server/person"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/money"
	"sahn/server/quote"
	"sahn/server/week"
)

// Terms are what an eater's company agreed to; only an Active profile of an Active company has any.
func Terms(e person.Eater) quote.Terms {
	return quote.Terms(e.Terms)
}

// Live adds queries to a batch for what may change at any time for one eater over a span of dates: wallet, share used, portions left, days
// taken, days closed, VAT rates, and days that the window of the eater's place does not serve or is full on. It goes into every quote, and
// to devices beside the menu, never inside it, because a published menu is immutable. The result is filled when the batch has run.
func Live(b *db.Batch, profile string, from, until clock.Date) *quote.Live {
	live := &quote.Live{ShareUsed: map[clock.Date]money.Fils{}, Portions: map[clock.Date]map[string]int{}}
	b.Add(func(ctx context.Context, q *db.Queries) (err error) {
		live.Wallet, err = ledger.Spendable(ctx, q, profile)
		return err
	})
	b.Add(func(ctx context.Context, q *db.Queries) error {
		periods, err := q.SharePeriods(ctx, profile, week.PeriodStart("Monthly", from), until)
		if err != nil {
			return fmt.Errorf("read share periods: %w", err)
		}
		for _, p := range periods {
			if p.Granted > 0 {
				live.ShareUsed[p.PeriodStart] = p.Granted
			}
		}
		return nil
	})
	b.Add(func(ctx context.Context, q *db.Queries) error {
		portions, err := q.PortionsLeft(ctx, from, until)
		if err != nil {
			return fmt.Errorf("read portions: %w", err)
		}
		for _, p := range portions {
			if live.Portions[p.Date] == nil {
				live.Portions[p.Date] = map[string]int{}
			}
			live.Portions[p.Date][p.Meal] = p.LeftOver
		}
		return nil
	})
	b.Add(func(ctx context.Context, q *db.Queries) (err error) {
		if live.Taken, err = q.DeliveriesTaken(ctx, profile, from, until); err != nil {
			return fmt.Errorf("read days taken: %w", err)
		}
		return nil
	})
	b.Add(func(ctx context.Context, q *db.Queries) error {
		days, err := q.LiveDays(ctx, from, until)
		if err != nil {
			return fmt.Errorf("read closed days: %w", err)
		}
		live.Closed = days.Closed
		if err := json.Unmarshal(days.VatRates, &live.VATRates); err != nil {
			return fmt.Errorf("rates of VAT: %w", err)
		}
		return nil
	})
	b.Add(func(ctx context.Context, q *db.Queries) error {
		shut, err := q.WindowsShutFor(ctx, from, until, profile)
		if err != nil {
			return fmt.Errorf("read windows: %w", err)
		}
		for _, s := range shut {
			if s.Closed {
				live.Unserved = append(live.Unserved, s.Date)
			} else {
				live.Full = append(live.Full, s.Date)
			}
		}
		return nil
	})
	return live
}

// price makes the quote of these days with the current state of everything.
func (o *Orders) price(ctx context.Context, q *db.Queries, e person.Eater, days []quote.Day, useWallet bool,
	now time.Time) (quote.Quote, error) {
	in := quote.Input{Days: days, Terms: Terms(e), UseWallet: useWallet, Now: now, Menu: map[clock.Date]*menu.Week{}}
	var mondays []clock.Date
	for _, d := range days {
		if !slices.Contains(mondays, d.Date.Monday()) {
			mondays = append(mondays, d.Date.Monday())
		}
	}
	if len(mondays) > 0 {
		slices.Sort(mondays)
		asks := &db.Batch{}
		live := Live(asks, e.ProfileID, mondays[0], mondays[len(mondays)-1]+6)
		err := asks.Each(ctx, q)
		if err != nil {
			return quote.Quote{}, err
		}
		in.Live = *live
		if in.Menu, err = o.Menus.Weeks(ctx, q, mondays); err != nil {
			return quote.Quote{}, err
		}
	}
	return quote.Price(in), nil
}
