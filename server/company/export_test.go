package company

import (
	"context"

	"github.com/riverqueue/river"
)

// WorkTierMail works a letter without a runner.
func WorkTierMail(c *Companies, ctx context.Context, j *river.Job[TierMail]) error {
	return (&tierTeller{companies: c}).Work(ctx, j)
}
