package order

import (
	"context"
	"time"

	"sahn/server/platform/db"
)

// Completing are Confirmed orders whose last day came into somebody's hands, and the next revision of each one's profile.
type Completing struct {
	Orders, Profiles []string
	Revs             []int64
}

// Completes adds to a batch that orders are Completed; nothing when there are none. The caller holds the profiles' counters and the orders,
// and knows that nobody is paying for a change of one.
func Completes(b *db.Batch, c Completing, now time.Time) {
	if len(c.Orders) == 0 {
		return
	}
	b.Step("complete orders", func(ctx context.Context, q *db.Queries) error {
		return q.OrdersCompleted(ctx, db.OrdersCompletedParams{Ids: c.Orders, Profiles: c.Profiles, Revs: c.Revs, Cause: "delivered",
			Now: now})
	})
}
