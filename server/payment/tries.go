package payment

import (
	"context"
	"fmt"
	"time"

	"sahn/server/platform/db"
	"sahn/server/platform/fault"
)

// ErrTooManyTries refuses one more card payment to a person whose payments were declined again and again.
var ErrTooManyTries = fault.New(fault.TooMany, "too_many_payments",
	"Too many payments failed. Please try again in an hour.").After(time.Hour)

// failedMost is how many payments of a profile the provider may decline in one hour. More looks like card testing with stolen cards,
// whatever the payments are for.
const failedMost = 10

func mayTry(ctx context.Context, q *db.Queries, profile string, now time.Time) error {
	failed, err := q.AttemptsFailedSince(ctx, profile, now.Add(-time.Hour))
	if err != nil {
		return fmt.Errorf("count failures: %w", err)
	}
	if failed >= failedMost {
		return ErrTooManyTries
	}
	return nil
}
