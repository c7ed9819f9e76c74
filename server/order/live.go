package order

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

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

// Current is what Live reads: it goes into a quote, with the current menus' hashes.
type Current struct {
	quote.Live
	Menus map[clock.Date]string
}

// Live adds a query to a batch for what may change at any time for one eater over a span of whole weeks: wallet, share used, portions left,
// days taken, days closed, VAT rates, current menus, seasons, and days that the window of the eater's place does not serve or is full on.
// It goes into every quote, and to devices beside the menu, never inside it, because a published menu is immutable. The result is filled
// when the batch has run.
func Live(b *db.Batch, profile string, from, until clock.Date) *Current {
	live := &Current{}
	b.Add(func(ctx context.Context, q *db.Queries) error {
		row, err := q.LiveOf(ctx, db.LiveOfParams{ProfileID: profile, PeriodDate: week.PeriodStart("Monthly", from), FromDate: from,
			UntilDate: until, Dates: datesOf(from, until)})
		if err != nil {
			return fmt.Errorf("read what is current: %w", err)
		}
		live.Wallet, live.Taken, live.Closed = money.Fils(row.Wallet), row.Taken, row.Closed
		for _, part := range []struct {
			from json.RawMessage
			to   any
		}{{row.Shares, &live.ShareUsed}, {row.Portions, &live.Portions}, {row.VatRates, &live.VATRates}, {row.Menus, &live.Menus},
			{row.Calendar, &live.Live}} {
			if err := json.Unmarshal(part.from, part.to); err != nil {
				return fmt.Errorf("read what is current: %w", err)
			}
		}
		return shutIn(&live.Live, row.Shut)
	})
	return live
}

// shutIn notes the days that a window does not serve or is full on, as the database names them.
func shutIn(live *quote.Live, named json.RawMessage) error {
	var shut []struct {
		Date   clock.Date
		Closed bool
	}
	if err := json.Unmarshal(named, &shut); err != nil {
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
}

func datesOf(from, until clock.Date) (dates []clock.Date) {
	for d := from; d <= until; d++ {
		dates = append(dates, d)
	}
	return dates
}

// price makes the quote of these days with the current state of everything.
func (o *Orders) price(ctx context.Context, e person.Eater, days []quote.Day, useWallet bool, now time.Time) (quote.Quote, error) {
	in := quote.Input{Days: days, Terms: Terms(e), UseWallet: useWallet, Now: now, Menu: map[clock.Date]*menu.Week{}}
	var mondays []clock.Date
	for _, d := range days {
		if !slices.Contains(mondays, d.Date.Monday()) {
			mondays = append(mondays, d.Date.Monday())
		}
	}
	if len(mondays) > 0 {
		slices.Sort(mondays)
		var live *Current
		err := db.InBatch(ctx, o.Conn, func(b *db.Batch) { live = Live(b, e.ProfileID, mondays[0], mondays[len(mondays)-1]+6) })
		if err != nil {
			return quote.Quote{}, err
		}
		in.Live = live.Live
		if in.Menu, err = o.Menus.Under(ctx, db.New(o.Conn), mondays, live.Menus); err != nil {
			return quote.Quote{}, err
		}
	}
	return quote.Price(in), nil
}
