package kitchen

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/oklog/ulid/v2"

	"sahn/server/platform/clock"
	"sahn/server/platform/db"
)

// atOnce is how many withdrawn meals are recorded as missing in one transaction.
const atOnce = 100

// missWithdrawn records as missing the withdrawn portions of lunches of which something else was missing already. They are not taken out
// of those lunches, since the price of what was missing was computed from them; they are paid back like everything else that is missing,
// in the name of the operator who withdrew the meal.
func (k *Kitchen) missWithdrawn(ctx context.Context, now time.Time) error {
	since := clock.DateOf(now) - daysBack
	rows, err := db.New(k.Conn).WithdrawnShort(ctx, now, since, nil)
	if err != nil {
		return fmt.Errorf("find what was withdrawn from short lunches: %w", err)
	}
	var failed error // lunches that fail do not block the others
	for some := range slices.Chunk(rows, atOnce) {
		failed = errors.Join(failed, k.missThese(ctx, some, since, now))
	}
	return failed
}

// missThese does it for some meals of lunches, as far as it still has to be done once their orders are locked.
func (k *Kitchen) missThese(ctx context.Context, rows []db.WithdrawnShortRow, since clock.Date, now time.Time) error {
	deliveries := make([]string, len(rows))
	for i, r := range rows {
		deliveries[i] = r.DeliveryID
	}
	var m *marking
	var facts []Fact
	var by []string
	return db.InSteps(ctx, k.Conn, func(b *db.Batch) error {
		m = k.marking(b, deliveries, nil)
		b.Step("look again", func(ctx context.Context, q *db.Queries) error {
			facts, by = nil, nil
			still, err := q.WithdrawnShort(ctx, now, since, deliveries)
			for _, r := range still {
				facts, by = append(facts, Fact{ID: ulid.Make().String(), Kind: "missing", Delivery: r.DeliveryID, Meal: r.Meal, Qty: r.Qty,
					Note: r.Reason}), append(by, r.OperatorID)
			}
			return err
		})
		return nil
	}, func(b *db.Batch) error {
		m.opens(b, facts)
		return nil
	}, func(b *db.Batch) error {
		for i, f := range facts {
			_, err := m.short(by[i], m.lunches[f.Delivery], f)
			if _, no := errors.AsType[refused](err); err != nil && !no { // a person who was erased is paid nothing
				return err
			}
		}
		return m.keep(b, "")
	})
}
