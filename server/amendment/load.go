package amendment

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"sahn/server/ledger"
	"sahn/server/menu/published"
	"sahn/server/order"
	"sahn/server/payment/attempt"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/money"
	"sahn/server/quote"
	"sahn/server/week"
)

// Scope is which order of a profile changes, in which week, and on which days: with the meals that may come and the places to which lunch
// may go. Amendment is one that holds something already. Device and Since are for who asks: see ChangeAround. Card says that money may go
// back to cards, for Cause.
type Scope struct {
	Order, Profile, Amendment string
	Week                      clock.Date
	Days                      []quote.AmendDay
	Device                    string
	Since                     time.Time
	Card                      bool
	Cause                     string
}

// Around is an order with all that a change of it depends on. It is filled when its batch has run.
type Around struct {
	Order      db.Order
	Withdrawn  []db.WithdrawnOfRow
	Corrected  []db.CorrectedOfRow
	is         db.ChangeAroundRow
	early      week.Early
	deliveries []db.Delivery
	lines      []db.OrderLine
	captures   *attempt.Captures
	menus      *published.Held
	periods    map[clock.Date]money.Fils // by start, what was granted
	books      *ledger.Books
	portions   map[clock.Date]map[string]int // left of limited meals
	stops      []db.ChangeStopsRow
	amendment  db.Amendment // which holds shares and portions and changes days of which one may have come
	shares     []db.AmendmentShare
	held       []db.AmendmentPortion
	served     bool
	added      []db.Delivery // days that the change adds to the order, which it has not written yet
}

// Load adds to a batch that everything which a change needs is locked, in the one order of locks, and read. The caller's transaction holds
// the profile's counter. fault.ErrNotFound when the order is not the profile's.
func (m *Amendments) Load(b *db.Batch, s Scope) *Around { return m.load(b, s, true) }

func (m *Amendments) load(b *db.Batch, s Scope, locks bool) *Around {
	a := &Around{captures: &attempt.Captures{}}
	b.Add(func(ctx context.Context, q *db.Queries) (err error) {
		if locks {
			a.Order, err = q.OrderOwnLock(ctx, s.Order, s.Profile)
		} else {
			a.Order, err = q.OrderOf(ctx, s.Order, s.Profile)
		}
		return named(db.NoneIs(err, fault.ErrNotFound), "read order")
	})
	if s.Amendment != "" {
		a.loadHeld(b, s)
	}
	b.Add(func(ctx context.Context, q *db.Queries) (err error) {
		a.is, err = q.ChangeAround(ctx, s.Device, s.Since, s.Order)
		if err == nil {
			err = json.Unmarshal(a.is.Early, &a.early)
		}
		return named(db.NoneIs(err, nil), "read what is around an order") // without it, there is no order either
	})
	a.loadDays(b, s.Order)
	if s.Card {
		a.captures = m.Orders.Payments.Captures(b, s.Cause, s.Order)
	}
	if locks {
		a.menus = m.Orders.Menus.Holds(b, []clock.Date{s.Week})
		a.lockPeriods(b, s)
		a.books = ledger.BooksOf(b, s.Profile)
	} else {
		a.menus = m.Orders.Menus.Reads(b, []clock.Date{s.Week})
		a.readPeriods(b, s)
		a.books = ledger.Seen(b, s.Profile)
	}
	a.loadRoom(b, s, locks)
	return a
}

// loadHeld locks an amendment and reads what it holds.
func (a *Around) loadHeld(b *db.Batch, s Scope) {
	b.Add(func(ctx context.Context, q *db.Queries) (err error) {
		a.amendment, err = q.AmendmentLock(ctx, s.Amendment)
		return named(err, "lock amendment")
	})
	b.Add(func(ctx context.Context, q *db.Queries) (err error) {
		a.shares, err = q.AmendmentShares(ctx, s.Amendment)
		return named(err, "read held shares")
	})
	b.Add(func(ctx context.Context, q *db.Queries) (err error) {
		a.held, err = q.AmendmentPortions(ctx, s.Amendment)
		return named(err, "read held portions")
	})
	b.Add(func(ctx context.Context, q *db.Queries) (err error) {
		a.served, err = q.AmendmentDaysServed(ctx, s.Order, s.dates())
		return named(err, "ask what was served")
	})
}

func (s Scope) dates() []clock.Date {
	dates := make([]clock.Date, len(s.Days))
	for i, d := range s.Days {
		dates[i] = d.Date
	}
	return dates
}

func (a *Around) loadDays(b *db.Batch, id string) {
	b.Add(func(ctx context.Context, q *db.Queries) (err error) {
		a.deliveries, err = q.DeliveriesOfOrders(ctx, []string{id})
		return named(err, "read deliveries")
	})
	b.Add(func(ctx context.Context, q *db.Queries) (err error) {
		a.lines, err = q.OrderLinesOf(ctx, id)
		return named(err, "read order lines")
	})
	b.Add(func(ctx context.Context, q *db.Queries) (err error) {
		a.Withdrawn, err = q.WithdrawnOf(ctx, id)
		return named(err, "read what was withdrawn")
	})
	b.Add(func(ctx context.Context, q *db.Queries) (err error) {
		a.Corrected, err = q.CorrectedOf(ctx, id)
		return named(err, "read corrections")
	})
}

// periods are the starts of the periods of a week's days, whichever their duration is.
func periods(monday clock.Date) (durations []string, dates, starts []clock.Date) {
	for _, duration := range []string{"Daily", "Weekly", "Monthly"} {
		for date := monday; date < monday+7; date++ {
			durations, dates, starts = append(durations, duration), append(dates, date), append(starts, week.PeriodStart(duration, date))
		}
	}
	return durations, dates, starts
}

func (a *Around) lockPeriods(b *db.Batch, s Scope) {
	durations, dates, starts := periods(s.Week)
	b.Add(func(ctx context.Context, q *db.Queries) error {
		return named(q.ChangePeriodsMake(ctx, db.ChangePeriodsMakeParams{Durations: durations, Dates: dates, Starts: starts, OrderID: s.Order,
			Added: s.dates()}), "make share periods")
	})
	b.Add(func(ctx context.Context, q *db.Queries) error {
		rows, err := q.ChangePeriodsLock(ctx, s.Order, starts)
		a.grantedIn(rows)
		return named(err, "lock share periods")
	})
}

func (a *Around) readPeriods(b *db.Batch, s Scope) {
	_, _, starts := periods(s.Week)
	b.Add(func(ctx context.Context, q *db.Queries) error {
		rows, err := q.ChangePeriods(ctx, s.Order, starts)
		a.grantedIn(rows)
		return named(err, "read share periods")
	})
}

func (a *Around) grantedIn(rows []db.SharePeriod) {
	a.periods = make(map[clock.Date]money.Fils, len(rows))
	for _, r := range rows {
		a.periods[r.PeriodStart] = r.Granted
	}
}

// loadRoom reads what is left of limited meals and of windows, and locks those that the change may take or give back.
func (a *Around) loadRoom(b *db.Batch, s Scope, locks bool) {
	a.portions = map[clock.Date]map[string]int{}
	left := func(date clock.Date, meal string, n int) {
		if a.portions[date] == nil {
			a.portions[date] = map[string]int{}
		}
		a.portions[date][meal] = n
	}
	var on, to []clock.Date // of meals that come, and of places
	var meals, places []string
	for _, d := range s.Days {
		for _, i := range d.Items {
			on, meals = append(on, d.Date), append(meals, i.Meal)
		}
		if len(d.Items) > 0 {
			place := ""
			if d.AddressID != nil {
				place = *d.AddressID
			}
			to, places = append(to, d.Date), append(places, place)
		}
	}
	b.Add(func(ctx context.Context, q *db.Queries) error {
		if !locks {
			rows, err := q.ChangePortions(ctx, s.Order)
			for _, r := range rows {
				left(r.Date, r.Meal, r.LeftOver)
			}
			return named(err, "read portions")
		}
		rows, err := q.ChangePortionsLock(ctx, on, meals, s.Order, s.dates())
		for _, r := range rows {
			left(r.Date, r.Meal, r.LeftOver)
		}
		return named(err, "lock portions")
	})
	if len(to) == 0 {
		return
	}
	if locks {
		b.Add(func(ctx context.Context, q *db.Queries) error {
			return named(q.ChangeWindowsHold(ctx, to, places, s.Order), "hold windows")
		})
	}
	b.Add(func(ctx context.Context, q *db.Queries) (err error) {
		a.stops, err = q.ChangeStops(ctx, to, places, s.Order)
		return named(err, "read windows")
	})
}

func named(err error, what string) error {
	if err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	return nil
}

// Complete reads the menu if it was published so lately that it is not in the cache; the transaction has it locked.
func (m *Amendments) Complete(ctx context.Context, q *db.Queries, a *Around) (err error) {
	if a.menus.Missing {
		a.menus.Weeks, err = m.Orders.Menus.Weeks(ctx, q, []clock.Date{a.Order.Week})
		a.menus.Missing = false
	}
	return err
}

// Changeable refuses an order that cannot be changed now: it is not Confirmed, or a change of it is being paid.
func (a *Around) Changeable() error {
	switch {
	case order.Status(a.Order.Status) != order.Confirmed:
		return ErrNotAmendable
	case a.is.Underway != "":
		return order.ErrAlreadyPaying.With(order.Underway{Order: a.Order.ID, Intent: a.is.Intent})
	}
	return nil
}

// SentBack reports whether the provider sent back money that paid for the order without being asked: support has to decide what is right.
func (a *Around) SentBack() bool { return a.is.SentBack }

// Input is what quote.Amend counts with, without a proposal.
func (a *Around) Input(now time.Time) (in quote.AmendInput, err error) {
	in = quote.AmendInput{Order: a.Order.ID, Version: a.Order.Version, Now: now, Granted: a.periods, Portions: a.portions, Taken: a.is.Taken,
		Closed: a.closed(), Balance: a.books.Left, PaidByCard: min(a.captures.Refundable(), a.Order.PayableAmount), Menu: a.menus.Weeks,
		Ordered: make([]quote.OrderedDay, len(a.deliveries))}
	for i, d := range a.deliveries {
		in.Ordered[i] = quote.OrderedDay{Date: d.DeliveryDate, Cutoff: d.Cutoff, AddressID: d.AddressID, CompanyShare: d.CompanyShare,
			ShareBefore: d.ShareBefore, VATRate: d.VatRate}
		for _, l := range a.lines {
			if l.DeliveryID == d.ID {
				in.Ordered[i].Items = append(in.Ordered[i].Items, quote.Line{Meal: l.Meal, Name: l.Name, Qty: l.Qty, Price: l.Price,
					Discounted: l.Discounted, Total: l.Total, VAT: l.Vat, InsteadOf: l.InsteadOf})
			}
		}
	}
	in.Terms, err = order.TermsOf(a.Order)
	return in, err
}

// closed are the days of the order's week on which none of its lunches comes: those that are closed, and those of windows that exist only
// in Ramadan and are not in it any more.
func (a *Around) closed() []clock.Date { return slices.Concat(a.is.Closed, a.is.Outside) }

// stop is how it is about a place on a date; none may be brought there when it is not known.
func (a *Around) stop(date clock.Date, is func(s db.ChangeStopsRow) bool) db.ChangeStopsRow {
	i := slices.IndexFunc(a.stops, func(s db.ChangeStopsRow) bool { return s.Date == date && is(s) })
	if i < 0 {
		return db.ChangeStopsRow{}
	}
	return a.stops[i]
}
