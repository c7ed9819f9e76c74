package order

import (
	"context"
)

// TakeOutOne takes out of one order what was withdrawn.
func TakeOutOne(ctx context.Context, o *Orders, id, profile string) error {
	return o.takeOut(ctx, id, profile)
}

// IntentRequest names an attempt.
type IntentRequest = intentRequest

// DiaryRequest names an order.
type DiaryRequest = diaryRequest
