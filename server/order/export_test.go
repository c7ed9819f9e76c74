package order

import (
	"context"
	"time"

	"sahn/server/platform/db"
)

// Move lets a test try a move that nothing in the product tries.
func Move(ctx context.Context, q *db.Queries, o *db.Order, to Status, rev int64, now time.Time) error {
	return move(ctx, q, o, to, "a test", stamp{rev, now})
}

// TakeOutOne takes out of one order what was withdrawn.
func TakeOutOne(ctx context.Context, o *Orders, id, profile string) error {
	return o.takeOut(ctx, id, profile)
}

// IntentRequest names an attempt.
type IntentRequest = intentRequest

// DiaryRequest names an order.
type DiaryRequest = diaryRequest
