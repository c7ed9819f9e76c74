package job

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// hurries is how far tries that were given back may raise those of a job: the queue's own are 15 for letters.
const hurries = 20

// Hurry makes all jobs due now that wait for their next try since the last one failed with an error that has these words, and answers with
// how many they are. They have one time, so the queue takes the oldest first, ahead of what is added later. A try that is brought forward
// is given back, so that nothing is given up earlier for it; a job gets only a few, so that one that fails whatever the others do is soon
// left to its own intervals. It leaves jobs that run, and the move to "available", to the queue: that looks every five seconds and sees to
// jobs of which there may be one. It waits for no lock, and so cannot stop the queue. River itself retries one job at a time.
func Hurry(ctx context.Context, tx pgx.Tx, words string) (int64, error) {
	done, err := tx.Exec(ctx, `UPDATE river_job SET scheduled_at = now(), max_attempts = max_attempts + 1
		WHERE id IN (SELECT id FROM river_job WHERE state = 'retryable' AND scheduled_at > now() AND max_attempts < $2
			AND strpos(errors[array_upper(errors, 1)]->>'error', $1) > 0 FOR UPDATE SKIP LOCKED)`, words, hurries)
	if err != nil {
		return 0, fmt.Errorf("hurry jobs: %w", err)
	}
	return done.RowsAffected(), nil
}
