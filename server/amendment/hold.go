package amendment

import (
	"context"
	"slices"

	"sahn/server/ledger"
	"sahn/server/order"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/money"
	"sahn/server/quote"
	"sahn/server/week"
)

// need is what an amendment moves: company share by period, and portions by date and meal, in the order in which rows are locked. An
// amount below zero is given back.
type need struct {
	periods  []clock.Date
	share    map[clock.Date]money.Fils
	portions []order.Portion
}

func needOf(terms quote.Terms, fresh quote.AmendmentQuote) need {
	n := need{share: map[clock.Date]money.Fils{}}
	for _, d := range fresh.Days {
		period := week.PeriodStart(terms.ShareDuration, d.Date)
		meals := map[string]int{}
		if d.After != nil {
			n.share[period] += d.After.CompanyShare
			for _, l := range d.After.Items {
				meals[l.Meal] += l.Qty
			}
		}
		if d.Before != nil {
			n.share[period] -= d.Before.CompanyShare
			for _, l := range d.Before.Items {
				meals[l.Meal] -= l.Qty
			}
		}
		for meal, more := range meals {
			if more != 0 {
				n.portions = append(n.portions, order.Portion{Date: d.Date, Meal: meal, N: more})
			}
		}
	}
	for period, more := range n.share {
		if more != 0 {
			n.periods = append(n.periods, period)
		}
	}
	slices.Sort(n.periods)
	slices.SortFunc(n.portions, order.ComparePortions)
	return n
}

// holding is what an amendment reserves beyond what its order has: company share by period, portions of limited meals, days that come back,
// and room in windows.
type holding struct {
	starts   []clock.Date
	amounts  []int64
	portions []order.Portion
	back     []clock.Date
	stops    []db.ChangeStopsRow
}

// holds is what an amendment has to reserve, with what was read under the locks; order.ErrGone when some of it is no longer available.
func (a *Around) holds(am db.Amendment, fresh quote.AmendmentQuote) (h holding, err error) {
	terms, err := order.TermsOf(a.Order)
	if err != nil {
		return h, err
	}
	for _, d := range fresh.Days {
		if d.Change == quote.Restored {
			h.back = append(h.back, d.Date)
			if slices.Contains(a.is.Taken, d.Date) {
				return h, order.ErrGone
			}
		}
		if d.After == nil || d.Before != nil && d.Before.AddressID == d.After.AddressID {
			continue
		}
		to := a.stop(d.Date, func(s db.ChangeStopsRow) bool { return s.Place == d.After.AddressID })
		if to.Place == "" || to.Closed || to.Full {
			return h, order.ErrGone
		}
		h.stops = append(h.stops, to)
	}
	n := needOf(terms, fresh)
	for _, period := range n.periods {
		more := n.share[period]
		if more <= 0 {
			continue
		}
		if terms.ShareCap != nil && a.periods[period]+more > *terms.ShareCap {
			return h, order.ErrGone
		}
		h.starts, h.amounts = append(h.starts, period), append(h.amounts, int64(more))
	}
	if am.WalletAmount > 0 && a.books.Left < am.WalletAmount {
		return h, order.ErrGone
	}
	for _, p := range n.portions {
		left, limited := a.portions[p.Date][p.Meal]
		if p.N <= 0 || !limited {
			continue
		}
		if left < p.N {
			return h, order.ErrGone
		}
		h.portions = append(h.portions, p)
	}
	return h, nil
}

// offered reports whether the menu still has all that an amendment adds: it was published again since the price was made, or since the
// amendment released everything.
func (a *Around) offered(fresh quote.AmendmentQuote) (bool, error) {
	terms, err := order.TermsOf(a.Order)
	if err != nil {
		return false, err
	}
	for _, p := range needOf(terms, fresh).portions {
		if p.N <= 0 {
			continue
		}
		w := a.menus.Weeks[a.Order.Week]
		if w == nil {
			return false, nil
		}
		if _, is := w.On(p.Date, p.Meal); !is {
			return false, nil
		}
	}
	return true, nil
}

// hold adds to a batch that all this is reserved and kept for an amendment until it is paid.
func (a *Around) hold(b *db.Batch, am db.Amendment, h holding) error {
	terms, err := order.TermsOf(a.Order)
	if err != nil {
		return err
	}
	kept := db.ChangeHoldParams{AmendmentID: am.ID, ProfileID: am.ProfileID, Duration: terms.ShareDuration, Starts: h.starts,
		Amounts: h.amounts}
	for _, p := range h.portions {
		kept.PortionDates, kept.PortionMeals = append(kept.PortionDates, p.Date), append(kept.PortionMeals, p.Meal)
		kept.PortionCounts = append(kept.PortionCounts, p.N)
	}
	if len(h.starts)+len(h.portions) > 0 {
		a.reserve(b, terms.ShareDuration, h.starts, h.amounts, h.portions)
		b.Add(func(ctx context.Context, q *db.Queries) error { return named(q.ChangeHold(ctx, kept), "hold") })
	}
	if len(h.back) > 0 {
		b.Add(func(ctx context.Context, q *db.Queries) error {
			return named(q.DeliveriesHold(ctx, a.Order.ID, h.back), "hold days")
		})
	}
	if len(h.stops) > 0 {
		var dates []clock.Date
		var places []string
		for _, s := range h.stops {
			dates, places = append(dates, s.Date), append(places, s.Place)
		}
		b.Add(func(ctx context.Context, q *db.Queries) error {
			return named(q.DeliveriesHoldPlaces(ctx, a.Order.ID, dates, places), "hold places")
		})
	}
	a.books.Holds(b, am.ID, am.WalletAmount)
	return nil
}

// reserve adds to a batch that share and portions move; amounts below zero are given back.
func (a *Around) reserve(b *db.Batch, duration string, starts []clock.Date, amounts []int64, portions []order.Portion) {
	r := db.ChangeReserveParams{ProfileID: a.Order.ProfileID, Duration: duration, Starts: starts, Amounts: amounts}
	for _, p := range portions {
		r.PortionDates, r.PortionMeals = append(r.PortionDates, p.Date), append(r.PortionMeals, p.Meal)
		r.PortionCounts = append(r.PortionCounts, p.N)
	}
	if len(starts)+len(portions) > 0 {
		b.Add(func(ctx context.Context, q *db.Queries) error { return named(q.ChangeReserve(ctx, r), "reserve") })
	}
}

// letGo adds to a batch that all is released which an amendment held.
func (a *Around) letGo(b *db.Batch) error {
	terms, err := order.TermsOf(a.Order)
	if err != nil {
		return err
	}
	fresh, err := order.Proposed(a.amendment)
	if err != nil {
		return err
	}
	var starts []clock.Date
	var amounts []int64
	for _, s := range a.shares {
		starts, amounts = append(starts, s.PeriodStart), append(amounts, -int64(s.Amount))
	}
	back := make([]order.Portion, len(a.held))
	for i, p := range a.held {
		back[i] = order.Portion{Date: p.Date, Meal: p.Meal, N: -p.Qty}
	}
	a.reserve(b, terms.ShareDuration, starts, amounts, back)
	b.Add(func(ctx context.Context, q *db.Queries) error {
		return named(ledger.Release(ctx, q, a.amendment.ID), "release wallet")
	})
	a.forget(b, fresh)
	return nil
}

// forget adds to a batch that the records of what an amendment held are deleted, once it was released or has become the order's own.
func (a *Around) forget(b *db.Batch, fresh quote.AmendmentQuote) {
	dates := make([]clock.Date, len(fresh.Days))
	for i, d := range fresh.Days {
		dates[i] = d.Date
	}
	b.Add(func(ctx context.Context, q *db.Queries) error {
		return named(q.ChangeForget(ctx, a.Order.ID, dates, a.amendment.ID), "forget holds")
	})
}
