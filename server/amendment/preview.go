package amendment

import (
	"context"
	"fmt"
	"slices"
	"time"

	"sahn/server/company"
	"sahn/server/ledger"
	"sahn/server/order"
	"sahn/server/payment/attempt"
	"sahn/server/person"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/money"
	"sahn/server/quote"
	"sahn/server/week"
)

// preview computes a proposal with the current state of everything around the order.
func (m *Amendments) preview(ctx context.Context, q *db.Queries, row db.Order, r AmendQuoteRequest,
	now time.Time) (fresh quote.AmendmentQuote, err error) {
	if order.Status(row.Status) != order.Confirmed {
		return fresh, ErrNotAmendable
	}
	if err := beingPaid(ctx, q, row.ID); err != nil {
		return fresh, err
	}
	if back, err := q.OrderSentBack(ctx, row.ID); err != nil {
		return fresh, fmt.Errorf("ask for money sent back: %w", err)
	} else if back {
		return fresh, errSentBack
	}
	in := quote.AmendInput{Order: row.ID, Version: row.Version, UseWallet: r.Wallet, ToCard: r.Refund == "card", Now: now,
		Granted: map[clock.Date]money.Fils{}, Portions: map[clock.Date]map[string]int{}}
	if in.Terms, err = order.TermsOf(row); err != nil {
		return fresh, err
	}
	if in.PaidByCard, err = m.paidByCard(ctx, q, row); err != nil {
		return fresh, err
	}
	if in.Ordered, err = OrderedDays(ctx, q, row.ID); err != nil {
		return fresh, err
	}
	if in.Days, err = m.allowed(ctx, q, row, in.Ordered, r.Days); err != nil {
		return fresh, err
	}
	if in.Withdrawn, err = withdrawnOf(ctx, q, row.ID); err != nil {
		return fresh, err
	}
	corrected, err := q.CorrectedOf(ctx, row.ID)
	if err != nil {
		return fresh, fmt.Errorf("read corrections: %w", err)
	}
	in.Corrected = map[clock.Date][]string{}
	for _, c := range corrected {
		if c.Yours && !c.Served {
			in.Corrected[c.Date] = append(in.Corrected[c.Date], c.Meal)
		}
	}
	if err := m.LoadContext(ctx, q, row, &in); err != nil {
		return fresh, err
	}
	return quote.Amend(in), nil
}

// paidByCard is what may go back to cards: what they paid for an order net, or less where the provider has sent some of it back itself.
func (m *Amendments) paidByCard(ctx context.Context, q *db.Queries, row db.Order) (money.Fils, error) {
	subjects, err := payers(ctx, q, row.ID)
	if err != nil {
		return 0, err
	}
	left, err := m.Orders.Payments.Refundable(ctx, q, subjects)
	return min(left, row.PayableAmount), err
}

// beingPaid refuses when an amendment of an order waits for money.
func beingPaid(ctx context.Context, q *db.Queries, id string) error {
	open, err := q.AmendmentOpenOf(ctx, id)
	if db.None(err) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read amendment: %w", err)
	}
	detail := order.Underway{Order: id}
	if attempt, err := q.AttemptOpenOf(ctx, string(attempt.ForAmendment), open.ID); err == nil {
		detail.Intent = attempt.ID
	} else if !db.None(err) {
		return fmt.Errorf("read attempt: %w", err)
	}
	return order.ErrAlreadyPaying.With(detail)
}

// allowed refuses days that the order never had, a date twice, and places where the eater may not have lunch or whose window has no room.
// It returns the proposal with the places of restored days: where they were delivered before, or the eater's current place when the old
// one is no longer served.
func (m *Amendments) allowed(ctx context.Context, q *db.Queries, row db.Order, ordered []quote.OrderedDay,
	days []quote.AmendDay) ([]quote.AmendDay, error) {
	seen, placed, stops := map[clock.Date]bool{}, slices.Clone(days), []order.Stop(nil)
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
		ok, err := company.AddressAllowed(ctx, q, row.CompanyID, row.ProfileID, place)
		if err == nil && !ok && stays {
			var e person.Eater
			if e, err = person.EaterOf(ctx, q, row.ProfileID); err == nil {
				place = e.AddressID
				ok, err = company.AddressAllowed(ctx, q, row.CompanyID, row.ProfileID, place)
			}
		}
		if err != nil {
			return nil, fmt.Errorf("ask address: %w", err)
		}
		if !ok {
			return nil, order.ErrNoAddress
		}
		placed[n].AddressID = &place
		stops = append(stops, order.Stop{Date: d.Date, Place: place})
	}
	return placed, order.CheckWindows(ctx, q, row.ProfileID, stops)
}

// OrderedDays reads the current deliveries of an order.
func OrderedDays(ctx context.Context, q *db.Queries, id string) ([]quote.OrderedDay, error) {
	deliveries, err := q.DeliveriesOfOrders(ctx, []string{id})
	if err != nil {
		return nil, fmt.Errorf("read deliveries: %w", err)
	}
	lines, err := q.OrderLinesOf(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("read order lines: %w", err)
	}
	all := []quote.OrderedDay{}
	for _, d := range deliveries {
		s := quote.OrderedDay{Date: d.DeliveryDate, Cutoff: d.Cutoff, AddressID: d.AddressID, CompanyShare: d.CompanyShare,
			ShareBefore: d.ShareBefore, VATRate: d.VatRate}
		for _, l := range lines {
			if l.DeliveryID == d.ID {
				s.Items = append(s.Items, quote.Line{Meal: l.Meal, Name: l.Name, Qty: l.Qty, Price: l.Price, Discounted: l.Discounted, Total: l.Total,
					VAT: l.Vat, InsteadOf: l.InsteadOf})
			}
		}
		all = append(all, s)
	}
	return all, nil
}

// LoadContext reads what may change at any time around an order: share granted at the order's own terms, wallet, portions left, days of
// other orders, closed days, and the menu.
func (m *Amendments) LoadContext(ctx context.Context, q *db.Queries, row db.Order, in *quote.AmendInput) error {
	var starts []clock.Date
	for _, s := range in.Ordered {
		if start := week.PeriodStart(in.Terms.ShareDuration, s.Date); !slices.Contains(starts, start) {
			starts = append(starts, start)
		}
	}
	periods, err := q.SharePeriodsOf(ctx, row.ProfileID, in.Terms.ShareDuration, starts)
	if err != nil {
		return fmt.Errorf("read share periods: %w", err)
	}
	for _, p := range periods {
		in.Granted[p.PeriodStart] = p.Granted
	}
	if in.Balance, err = ledger.Spendable(ctx, q, row.ProfileID); err != nil {
		return err
	}
	portions, err := q.PortionsLeft(ctx, row.Week, row.Week+6)
	if err != nil {
		return fmt.Errorf("read portions: %w", err)
	}
	for _, p := range portions {
		if in.Portions[p.Date] == nil {
			in.Portions[p.Date] = map[string]int{}
		}
		in.Portions[p.Date][p.Meal] = p.LeftOver
	}
	if in.Taken, err = q.DeliveriesTakenByOthers(ctx, row.ProfileID, row.ID, row.Week, row.Week+6); err != nil {
		return fmt.Errorf("read days taken: %w", err)
	}
	if in.Closed, err = q.ClosedDays(ctx, row.Week, row.Week+6); err != nil {
		return fmt.Errorf("read closed days: %w", err)
	}
	in.Menu, err = m.Orders.Menus.Weeks(ctx, q, []clock.Date{row.Week})
	return err
}

// amendmentDifferences lists what changed against the quote that the person saw, when the request carries it unaltered.
func amendmentDifferences(r AmendRequest, fresh quote.AmendmentQuote) []quote.Difference {
	if r.Seen == nil || quote.AmendmentHash(*r.Seen) != r.Quote {
		return []quote.Difference{}
	}
	return quote.AmendmentDifferences(*r.Seen, fresh)
}

// withdrawnOf reads what was withdrawn on an order's days.
func withdrawnOf(ctx context.Context, q *db.Queries, id string) (map[clock.Date]quote.Withdrawals, error) {
	rows, err := q.WithdrawnOf(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("read what was withdrawn: %w", err)
	}
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
	return all, nil
}
