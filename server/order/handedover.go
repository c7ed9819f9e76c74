package order

import (
	"context"
	"fmt"
	"time"

	"sahn/server/platform/db"
)

// HandedOver runs mark, with which the kitchen marks a day of an order, and completes the order when that was its last one. It joins the
// caller's transaction and locks the profile's counter, then the order. mark reports whether it changed anything.
func HandedOver(ctx context.Context, q *db.Queries, id, profile string, now time.Time, mark func(status Status) (bool, error)) error {
	rev, err := q.ProfileRevLock(ctx, profile)
	if err != nil {
		return fmt.Errorf("lock profile: %w", err)
	}
	row, err := q.OrderLock(ctx, id)
	if err != nil {
		return fmt.Errorf("lock order: %w", err)
	}
	changed, err := mark(Status(row.Status))
	if err != nil || !changed || Status(row.Status) != Confirmed {
		return err
	}
	if over, err := q.OrderHandedOver(ctx, id); err != nil || !over {
		return err
	}
	if err := Move(ctx, q, &row, Completed, "delivered", Stamp{rev + 1, now}); err != nil {
		return err
	}
	return q.ProfileRevSet(ctx, profile, rev+1)
}
