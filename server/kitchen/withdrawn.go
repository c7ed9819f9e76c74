package kitchen

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/oklog/ulid/v2"

	"sahn/server/order"
	"sahn/server/platform/audit"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/web"
)

// missWithdrawn records as missing the withdrawn portions of lunches of which something else was missing already. They are not taken out
// of those lunches, since the price of what was missing was computed from them; they are paid back like everything else that is missing,
// in the name of the operator who withdrew the meal.
func (k *Kitchen) missWithdrawn(ctx context.Context, now time.Time) error {
	since := clock.DateOf(now) - daysBack
	rows, err := db.New(k.Conn).WithdrawnShort(ctx, now, since, nil)
	if err != nil {
		return fmt.Errorf("find what was withdrawn from short lunches: %w", err)
	}
	var failed error // a lunch that fails does not block the others
	for _, r := range rows {
		err := db.InTx(ctx, k.Conn, func(ctx context.Context, tx db.Tx) error {
			return order.HandedOver(ctx, tx.Queries, r.OrderID, r.ProfileID, now, func(order.Status) (bool, error) {
				return false, k.missOne(ctx, tx, r.DeliveryID, r.Meal, since, now)
			})
		})
		var no refused
		if !errors.As(err, &no) { // a person who was erased is paid nothing
			failed = errors.Join(failed, err)
		}
	}
	return failed
}

// missOne does it for one meal of a lunch whose order is locked, if it still has to be done.
func (k *Kitchen) missOne(ctx context.Context, tx db.Tx, delivery, meal string, since clock.Date, now time.Time) error {
	rows, err := tx.WithdrawnShort(ctx, now, since, &delivery)
	if err != nil {
		return fmt.Errorf("look again: %w", err)
	}
	d, err := tx.HandoverDelivery(ctx, delivery)
	if err != nil {
		return fmt.Errorf("read delivery: %w", err)
	}
	for _, r := range rows {
		if r.Meal != meal {
			continue
		}
		short, err := k.fallShort(ctx, tx, web.Caller{ProfileID: r.OperatorID}, d,
			Fact{ID: ulid.Make().String(), Kind: "missing", Delivery: delivery, Meal: meal, Qty: r.Qty, Note: r.Reason}, now)
		if err != nil {
			return err
		}
		return audit.Write(ctx, tx.Queries,
			audit.Act{At: now, Who: r.OperatorID, Kind: "handover.missing", Subject: delivery, Note: r.Reason, After: short})
	}
	return nil
}
