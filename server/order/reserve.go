package order

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/oklog/ulid/v2"

	"sahn/server/ledger"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/money"
	"sahn/server/quote"
	"sahn/server/week"
)

// ErrGone means that what an order needs is no longer available: a day, portions, company share, wallet money or room in a window.
var ErrGone = errors.New("order: what it needs is gone")

// reserve takes all that an order needs, always in the same lock order: days, company share, wallet, portions, windows. It joins the
// caller's transaction, which holds the profile's counter and the menu.
func reserve(ctx context.Context, q *db.Queries, o db.Order, t quote.Terms, agreed quote.Quote, deliveries []db.Delivery) error {
	if err := q.DeliveriesSetLive(ctx, o.ID, true); db.Broke(err, "deliveries_one_live_per_day") {
		return ErrGone
	} else if err != nil {
		return fmt.Errorf("take days: %w", err)
	}
	if err := grant(ctx, q, o, t, deliveries); err != nil {
		return err
	}
	if err := ledger.Hold(ctx, q, o.ProfileID, o.ID, o.WalletAmount); errors.Is(err, ledger.ErrTooLittle) {
		return ErrGone
	} else if err != nil {
		return err
	}
	if err := takePortions(ctx, q, o.ID, agreed); err != nil {
		return err
	}
	stops := make([]Stop, len(deliveries))
	for i, d := range deliveries {
		stops[i] = Stop{d.DeliveryDate, d.AddressID}
	}
	return KeepWindows(ctx, q, o.ProfileID, stops)
}

// Stop is a place where lunch is delivered on a date.
type Stop struct {
	Date  clock.Date
	Place string
}

// KeepWindows holds the windows of some stops until the caller's transaction ends, when they take a limited number of deliveries, so that
// the last one is given once. ErrGone when one does not deliver on that weekday or has no room for this profile.
func KeepWindows(ctx context.Context, q *db.Queries, profile string, stops []Stop) error {
	if len(stops) == 0 {
		return nil
	}
	dates, places := lists(stops)
	if err := q.WindowsHold(ctx, places); err != nil {
		return fmt.Errorf("hold windows: %w", err)
	}
	shut, err := q.WindowsShut(ctx, dates, places, profile)
	if err != nil {
		return fmt.Errorf("read windows: %w", err)
	}
	if len(shut) > 0 {
		return ErrGone
	}
	return nil
}

func lists(stops []Stop) (dates []clock.Date, places []string) {
	for _, s := range stops {
		dates, places = append(dates, s.Date), append(places, s.Place)
	}
	return dates, places
}

// grant books the company share of each delivery in its period, under the period's lock and never above its cap.
func grant(ctx context.Context, q *db.Queries, o db.Order, t quote.Terms, deliveries []db.Delivery) error {
	var starts []clock.Date
	for _, d := range deliveries {
		start := week.PeriodStart(t.ShareDuration, d.DeliveryDate)
		if t.ShareValue > 0 && !slices.Contains(starts, start) {
			starts = append(starts, start)
			if err := q.SharePeriodMake(ctx, o.ProfileID, o.CompanyID, t.ShareDuration, start); err != nil {
				return fmt.Errorf("make share period: %w", err)
			}
		}
	}
	if len(starts) == 0 {
		return nil
	}
	rows, err := q.SharePeriodsLock(ctx, o.ProfileID, t.ShareDuration, starts)
	if err != nil {
		return fmt.Errorf("lock share periods: %w", err)
	}
	granted := map[clock.Date]money.Fils{}
	for _, r := range rows {
		granted[r.PeriodStart] = r.Granted
	}
	var days []clock.Date
	var before []int64
	for _, d := range deliveries {
		start := week.PeriodStart(t.ShareDuration, d.DeliveryDate)
		days, before = append(days, d.DeliveryDate), append(before, int64(t.UsedBefore(d.NetAmount, d.CompanyShare, granted[start])))
		if d.CompanyShare == 0 {
			continue
		}
		granted[start] += d.CompanyShare
		if t.ShareCap != nil && granted[start] > *t.ShareCap {
			return ErrGone
		}
		if err := q.SharePeriodGrant(ctx, o.ProfileID, t.ShareDuration, start, int64(d.CompanyShare)); err != nil {
			return fmt.Errorf("grant share: %w", err)
		}
		if err := q.ShareUseInsert(ctx, db.ShareUseInsertParams{DeliveryID: d.ID, CompanyID: o.CompanyID, ProfileID: o.ProfileID,
			Duration: t.ShareDuration, PeriodStart: start, Amount: d.CompanyShare}); err != nil {
			return fmt.Errorf("keep share: %w", err)
		}
	}
	if err := q.DeliveriesShareBefore(ctx, o.ID, days, before); err != nil {
		return fmt.Errorf("keep what was used of the share: %w", err)
	}
	return nil
}

// Portion is a number of portions of a meal on a date.
type Portion struct {
	Date clock.Date
	Meal string
	N    int
}

// portions lists the portions of an order, in the order in which rows are locked.
func portions(agreed quote.Quote) []Portion {
	var list []Portion
	for _, d := range agreed.Days {
		for _, l := range d.Items {
			list = append(list, Portion{d.Date, l.Meal, l.Qty})
		}
	}
	slices.SortFunc(list, ComparePortions)
	return list
}

// ComparePortions is the order in which portions are locked.
func ComparePortions(a, b Portion) int {
	return cmp.Or(cmp.Compare(a.Date, b.Date), cmp.Compare(a.Meal, b.Meal))
}

// takePortions takes portions of limited meals, and notes the number at every line, since a meal may become limited later.
func takePortions(ctx context.Context, q *db.Queries, order string, agreed quote.Quote) error {
	for _, p := range portions(agreed) {
		limited, err := q.PortionsLimited(ctx, p.Date, p.Meal)
		if err != nil {
			return fmt.Errorf("ask portions: %w", err)
		}
		if !limited {
			continue
		}
		got, err := q.PortionsTake(ctx, p.Date, p.Meal, p.N)
		if err != nil {
			return fmt.Errorf("take portions: %w", err)
		}
		if got == 0 {
			return ErrGone
		}
		if err := q.OrderLineReserve(ctx, order, p.Date, p.Meal); err != nil {
			return fmt.Errorf("note portions: %w", err)
		}
	}
	return nil
}

// release gives back all that an order held.
func release(ctx context.Context, q *db.Queries, o db.Order) error {
	if err := KeepMenu(ctx, q, o.Week); err != nil {
		return err
	}
	if err := q.DeliveriesSetLive(ctx, o.ID, false); err != nil {
		return fmt.Errorf("free days: %w", err)
	}
	uses, err := q.ShareUsesOfOrder(ctx, o.ID)
	if err != nil {
		return fmt.Errorf("read shares: %w", err)
	}
	for _, u := range uses {
		if u.State != "held" {
			continue
		}
		if err := q.SharePeriodGrant(ctx, u.ProfileID, u.Duration, u.PeriodStart, -int64(u.Amount)); err != nil {
			return fmt.Errorf("give share back: %w", err)
		}
	}
	if err := q.ShareUsesSettle(ctx, o.ID, "released"); err != nil {
		return fmt.Errorf("release shares: %w", err)
	}
	if err := ledger.Release(ctx, q, o.ID); err != nil {
		return fmt.Errorf("release wallet: %w", err)
	}
	lines, err := q.OrderLinesReserved(ctx, o.ID)
	if err != nil {
		return fmt.Errorf("read portions: %w", err)
	}
	for _, l := range lines {
		if err := q.PortionsGiveBack(ctx, l.DeliveryDate, l.Meal, l.Reserved); err != nil {
			return fmt.Errorf("give portions back: %w", err)
		}
	}
	if err := q.OrderLinesFree(ctx, o.ID); err != nil {
		return fmt.Errorf("give portions back: %w", err)
	}
	return nil
}

func newID() string { return ulid.Make().String() }
