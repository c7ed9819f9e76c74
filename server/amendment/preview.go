package amendment

import (
	"context"
	"slices"
	"time"

	"github.com/oklog/ulid/v2"

	"sahn/server/order"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/quote"
)

// preview computes a proposal with the current state of everything around the order.
func (a *Around) preview(r AmendQuoteRequest, now time.Time) (quote.AmendmentQuote, error) {
	if err := a.Changeable(); err != nil {
		return quote.AmendmentQuote{}, err
	}
	if a.SentBack() {
		return quote.AmendmentQuote{}, errSentBack
	}
	a.add(r.Days)
	in, err := a.Input(now)
	if err != nil {
		return quote.AmendmentQuote{}, err
	}
	in.UseWallet, in.ToCard, in.Withdrawn, in.Corrected = r.Wallet, r.Refund == "card", withdrawnOf(a.Withdrawn), map[clock.Date][]string{}
	for _, c := range a.Corrected {
		if c.Yours && !c.Served {
			in.Corrected[c.Date] = append(in.Corrected[c.Date], c.Meal)
		}
	}
	if in.Days, err = a.allowed(in.Ordered, r.Days); err != nil {
		return quote.AmendmentQuote{}, err
	}
	a.relocated(&in)
	return quote.Amend(in), nil
}

// relocated lets lunch of a window that Ramadan left come on its own day to another place, whose window is open then.
func (a *Around) relocated(in *quote.AmendInput) {
	for _, d := range in.Days {
		i := slices.IndexFunc(in.Ordered, func(s quote.OrderedDay) bool { return s.Date == d.Date })
		if slices.Contains(a.is.Outside, d.Date) && d.AddressID != nil && *d.AddressID != in.Ordered[i].AddressID {
			in.Closed = slices.DeleteFunc(in.Closed, func(c clock.Date) bool { return c == d.Date })
			delete(in.Withdrawn, d.Date)
		}
	}
}

// add gives the order an empty day for each one that a change moves lunch to: one more day of its week for each closed day that is given
// up.
func (a *Around) add(days []quote.AmendDay) {
	gives, comes := []db.Delivery{}, []clock.Date{}
	for _, d := range days {
		i := slices.IndexFunc(a.deliveries, func(s db.Delivery) bool { return s.DeliveryDate == d.Date })
		switch {
		case i >= 0 && a.deliveries[i].Live && len(d.Items) == 0 && slices.Contains(a.closed(), d.Date):
			gives = append(gives, a.deliveries[i])
		case i < 0 && len(d.Items) > 0 && d.Date.Monday() == a.Order.Week && d.Date <= a.Order.Week+4:
			comes = append(comes, d.Date)
		}
	}
	if len(comes) > len(gives) {
		return
	}
	for i, date := range comes {
		day := gives[i]
		day.ID, day.Live, day.Held, day.Added, day.DeliveryDate, day.Cutoff = ulid.Make().String(), false, false, true, date, a.early.Cutoff(date)
		day.GrossAmount, day.NetAmount, day.CompanyShare, day.VatAmount, day.ShareBefore = 0, 0, 0, 0, 0
		a.added = append(a.added, day)
	}
	a.deliveries = append(a.deliveries, a.added...)
	slices.SortFunc(a.deliveries, func(x, y db.Delivery) int { return int(x.DeliveryDate) - int(y.DeliveryDate) })
}

// writeAdded adds to a batch that those days are written.
func (a *Around) writeAdded(b *db.Batch) {
	for _, d := range a.added {
		day := db.DeliveryAddParams{ID: d.ID, OrderID: d.OrderID, ProfileID: d.ProfileID, CompanyID: d.CompanyID, DeliveryDate: d.DeliveryDate,
			Cutoff: d.Cutoff, AddressID: d.AddressID, VatRate: d.VatRate}
		b.Add(func(ctx context.Context, q *db.Queries) error { return named(q.DeliveryAdd(ctx, day), "add day") })
	}
}

// allowed refuses days that the order never had, a date twice, and places where the eater may not have lunch or whose window has no room.
// It returns the proposal with the places of restored days: where they were delivered before, or the eater's current place when the old
// one is no longer served.
func (a *Around) allowed(ordered []quote.OrderedDay, days []quote.AmendDay) ([]quote.AmendDay, error) {
	seen, placed, stops := map[clock.Date]bool{}, slices.Clone(days), []db.ChangeStopsRow{}
	for n, d := range days {
		i := slices.IndexFunc(ordered, func(s quote.OrderedDay) bool { return s.Date == d.Date })
		if i < 0 || seen[d.Date] {
			return nil, ErrNotAmendable
		}
		seen[d.Date] = true
		place := ordered[i].AddressID
		if d.AddressID != nil {
			place = *d.AddressID
		}
		stays, back := place == ordered[i].AddressID, len(ordered[i].Items) == 0
		if len(d.Items) == 0 || stays && !back {
			continue
		}
		to := a.stop(d.Date, func(s db.ChangeStopsRow) bool { return s.Place == place })
		if stays && !to.Allowed {
			to = a.stop(d.Date, func(s db.ChangeStopsRow) bool { return s.Own })
		}
		if !to.Allowed {
			return nil, order.ErrNoAddress
		}
		placed[n].AddressID = &to.Place
		stops = append(stops, to)
	}
	slices.SortFunc(stops, func(a, b db.ChangeStopsRow) int { return int(a.Date) - int(b.Date) })
	for _, to := range stops {
		switch {
		case to.Closed:
			return nil, order.ErrWindowClosed
		case to.Full:
			return nil, order.ErrWindowFull
		}
	}
	return placed, nil
}

// amendmentDifferences lists what changed against the quote that the person saw, when the request carries it unaltered.
func amendmentDifferences(r AmendRequest, fresh quote.AmendmentQuote) []quote.Difference {
	if r.Seen == nil || quote.AmendmentHash(*r.Seen) != r.Quote {
		return []quote.Difference{}
	}
	return quote.AmendmentDifferences(*r.Seen, fresh)
}

// withdrawnOf is what was withdrawn on an order's days, and what comes instead.
func withdrawnOf(rows []db.WithdrawnOfRow) map[clock.Date]quote.Withdrawals {
	all := map[clock.Date]quote.Withdrawals{}
	for _, r := range rows {
		if all[r.Date] == nil {
			all[r.Date] = quote.Withdrawals{}
		}
		all[r.Date][r.Meal] = ""
		if r.Instead != nil {
			all[r.Date][r.Meal] = *r.Instead
		}
	}
	return all
}
