package job

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"
)

// Lost is a job that failed its last try. It is kept until it is retried or deleted.
type Lost struct {
	ID    int64
	Kind  string
	At    time.Time
	Error string // that of the last try, without what could name anybody
}

// Discarded are the newest jobs that failed for good. It joins the caller's transaction.
func (q *Queue) Discarded(ctx context.Context, tx pgx.Tx, most int) ([]Lost, error) {
	found, err := q.client.JobListTx(ctx, tx,
		river.NewJobListParams().States(rivertype.JobStateDiscarded).OrderBy(river.JobListOrderByID, river.SortOrderDesc).First(most))
	if err != nil {
		return nil, err
	}
	all := make([]Lost, len(found.Jobs))
	for i, j := range found.Jobs {
		all[i] = Lost{ID: j.ID, Kind: j.Kind, At: j.CreatedAt}
		if j.FinalizedAt != nil {
			all[i].At = *j.FinalizedAt
		}
		if n := len(j.Errors); n > 0 {
			all[i].Error = Nameless(j.Errors[n-1].Error)
		}
	}
	return all, nil
}

// Again retries a discarded job once; false when there is no such job. It joins the caller's transaction.
func (q *Queue) Again(ctx context.Context, tx pgx.Tx, id int64) (bool, error) {
	found, err := q.client.JobListTx(ctx, tx, river.NewJobListParams().IDs(id).States(rivertype.JobStateDiscarded).First(1))
	if err != nil || len(found.Jobs) == 0 {
		return false, err
	}
	_, err = q.client.JobRetryTx(ctx, tx, id)
	return err == nil, err
}

// Forget deletes a discarded job; false when there is no such job. It joins the caller's transaction.
func (q *Queue) Forget(ctx context.Context, tx pgx.Tx, id int64) (bool, error) {
	found, err := q.client.JobDeleteManyTx(ctx, tx, river.NewJobDeleteManyParams().IDs(id).States(rivertype.JobStateDiscarded))
	if err != nil {
		return false, err
	}
	return len(found.Jobs) > 0, nil
}
