package amendment

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/oklog/ulid/v2"

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

// lockFor locks all that an amendment moves, in the usual order of locks: menu, company share, wallet, portions. It returns the share that
// is granted and which meals are limited.
func lockFor(ctx context.Context, q *db.Queries, row db.Order, terms quote.Terms, n need,
	am db.Amendment) (granted map[clock.Date]money.Fils, limited map[order.Portion]bool, err error) {
	granted, limited = map[clock.Date]money.Fils{}, map[order.Portion]bool{}
	if err := order.KeepMenu(ctx, q, row.Week); err != nil {
		return nil, nil, err
	}
	for _, period := range n.periods {
		if err := q.SharePeriodMake(ctx, row.ProfileID, row.CompanyID, terms.ShareDuration, period); err != nil {
			return nil, nil, fmt.Errorf("make share period: %w", err)
		}
	}
	rows, err := q.SharePeriodsLock(ctx, row.ProfileID, terms.ShareDuration, n.periods)
	if err != nil {
		return nil, nil, fmt.Errorf("lock share periods: %w", err)
	}
	for _, r := range rows {
		granted[r.PeriodStart] = r.Granted
	}
	if am.WalletAmount > 0 || am.RefundWallet > 0 {
		if err := ledger.Lock(ctx, q, row.ProfileID); err != nil {
			return nil, nil, err
		}
	}
	var dates []clock.Date
	var meals []string
	for _, p := range n.portions {
		dates, meals = append(dates, p.Date), append(meals, p.Meal)
	}
	portions, err := q.PortionsLock(ctx, dates, meals)
	if err != nil {
		return nil, nil, fmt.Errorf("lock portions: %w", err)
	}
	for _, p := range portions {
		limited[order.Portion{Date: p.Date, Meal: p.Meal}] = true
	}
	return granted, limited, nil
}

// holdFor reserves what an amendment needs beyond what its order has: restored days, company share, wallet money, portions and room in
// windows. ErrGone when something is no longer available. It joins the caller's transaction, which holds the profile's counter.
func holdFor(ctx context.Context, q *db.Queries, row db.Order, am db.Amendment, terms quote.Terms, fresh quote.AmendmentQuote) error {
	var back []clock.Date
	for _, d := range fresh.Days {
		if d.Change == quote.Restored {
			back = append(back, d.Date)
		}
	}
	if len(back) > 0 {
		if err := q.DeliveriesSetHeld(ctx, true, row.ID, back); db.Broke(err, "deliveries_one_live_per_day") {
			return order.ErrGone
		} else if err != nil {
			return fmt.Errorf("hold days: %w", err)
		}
	}
	n := needOf(terms, fresh)
	granted, limited, err := lockFor(ctx, q, row, terms, n, am)
	if err != nil {
		return err
	}
	for _, period := range n.periods {
		more := n.share[period]
		if more <= 0 {
			continue
		}
		if terms.ShareCap != nil && granted[period]+more > *terms.ShareCap {
			return order.ErrGone
		}
		if err := q.SharePeriodGrant(ctx, row.ProfileID, terms.ShareDuration, period, int64(more)); err != nil {
			return fmt.Errorf("hold share: %w", err)
		}
		if err := q.AmendmentShareInsert(ctx,
			db.AmendmentShareInsertParams{AmendmentID: am.ID, ProfileID: row.ProfileID, Duration: terms.ShareDuration,
				PeriodStart: period, Amount: more}); err != nil {
			return fmt.Errorf("hold share: %w", err)
		}
	}
	if err := ledger.Hold(ctx, q, row.ProfileID, am.ID, am.WalletAmount); errors.Is(err, ledger.ErrTooLittle) {
		return order.ErrGone
	} else if err != nil {
		return err
	}
	for _, p := range n.portions {
		if p.N <= 0 || !limited[order.Portion{Date: p.Date, Meal: p.Meal}] {
			continue
		}
		if got, err := q.PortionsTake(ctx, p.Date, p.Meal, p.N); err != nil {
			return fmt.Errorf("hold portions: %w", err)
		} else if got == 0 {
			return order.ErrGone
		}
		if err := q.AmendmentPortionInsert(ctx, am.ID, p.Date, p.Meal, p.N); err != nil {
			return fmt.Errorf("hold portions: %w", err)
		}
	}
	stops := newStops(fresh)
	if err := order.KeepWindows(ctx, q, row.ProfileID, stops); err != nil {
		return err
	}
	return order.HoldPlaces(ctx, q, row.ID, stops)
}

// newStops are the stops that an amendment adds: of days that come back, and of days whose lunch goes to another place.
func newStops(fresh quote.AmendmentQuote) (stops []order.Stop) {
	for _, d := range fresh.Days {
		if d.After != nil && (d.Before == nil || d.Before.AddressID != d.After.AddressID) {
			stops = append(stops, order.Stop{Date: d.Date, Place: d.After.AddressID})
		}
	}
	return stops
}

// Unrequested writes an amendment that takes withdrawn meals out of an order, which its person did not request, and reserves what comes
// instead; order.ErrGone when that is no longer available. The caller holds the profile's counter and the order.
func Unrequested(ctx context.Context, q *db.Queries, row db.Order, terms quote.Terms, fresh quote.AmendmentQuote,
	now time.Time) (db.Amendment, error) {
	am, err := writeAmendment(ctx, q, row, fresh, AmendRequest{Key: ulid.Make().String(), withdrawn: true}, now)
	if err != nil {
		return am, err
	}
	return am, holdFor(ctx, q, row, am, terms, fresh)
}

// LeftOut writes an amendment by which a person leaves a corrected meal out after the cut-off. The caller holds the profile's counter and
// the order.
func LeftOut(ctx context.Context, q *db.Queries, row db.Order, terms quote.Terms, fresh quote.AmendmentQuote,
	now time.Time) (db.Amendment, error) {
	am, err := writeAmendment(ctx, q, row, fresh, AmendRequest{Key: ulid.Make().String()}, now)
	if err != nil {
		return am, err
	}
	return am, holdFor(ctx, q, row, am, terms, fresh)
}

// letGo releases all that an amendment held.
func letGo(ctx context.Context, q *db.Queries, am db.Amendment, fresh quote.AmendmentQuote) error {
	if len(fresh.Days) > 0 {
		if err := order.KeepMenu(ctx, q, fresh.Days[0].Date.Monday()); err != nil {
			return err
		}
	}
	shares, err := q.AmendmentShares(ctx, am.ID)
	if err != nil {
		return fmt.Errorf("read held shares: %w", err)
	}
	for _, s := range shares {
		if err := q.SharePeriodGrant(ctx, s.ProfileID, s.Duration, s.PeriodStart, -int64(s.Amount)); err != nil {
			return fmt.Errorf("give share back: %w", err)
		}
	}
	if err := ledger.Release(ctx, q, am.ID); err != nil {
		return fmt.Errorf("release wallet: %w", err)
	}
	portions, err := q.AmendmentPortions(ctx, am.ID)
	if err != nil {
		return fmt.Errorf("read held portions: %w", err)
	}
	for _, p := range portions {
		if err := q.PortionsGiveBack(ctx, p.Date, p.Meal, p.Qty); err != nil {
			return fmt.Errorf("give portions back: %w", err)
		}
	}
	return forgetHolds(ctx, q, am, fresh)
}

// forgetHolds deletes the records of what was held, once it was released or has become the order's own.
func forgetHolds(ctx context.Context, q *db.Queries, am db.Amendment, fresh quote.AmendmentQuote) error {
	var dates []clock.Date
	for _, d := range fresh.Days {
		dates = append(dates, d.Date)
	}
	if err := errors.Join(q.AmendmentSharesClear(ctx, am.ID), q.AmendmentPortionsClear(ctx, am.ID),
		q.DeliveriesSetHeld(ctx, false, am.OrderID, dates)); err != nil {
		return fmt.Errorf("forget holds: %w", err)
	}
	return nil
}
