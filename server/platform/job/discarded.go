package job

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"
)

// Lost is a job that was tried as often as it may be and given up. It is kept until it is tried again or forgotten.
type Lost struct {
	ID    int64
	Kind  string
	At    time.Time
	Error string // what it said at last
}

// Discarded are the newest jobs that were given up. It joins the caller's transaction.
func (q *Queue) Discarded(ctx context.Context, tx pgx.Tx, most int) ([]Lost, error) {
	found, err := q.client.JobListTx(ctx, tx, river.NewJobListParams().States(rivertype.JobStateDiscarded).OrderBy(river.JobListOrderByID, river.SortOrderDesc).First(most))
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
			all[i].Error = j.Errors[n-1].Error
		}
	}
	return all, nil
}

// Again lets a job that was given up be tried once more; false when there is no such job. It joins the caller's transaction.
func (q *Queue) Again(ctx context.Context, tx pgx.Tx, id int64) (bool, error) {
	found, err := q.client.JobListTx(ctx, tx, river.NewJobListParams().IDs(id).States(rivertype.JobStateDiscarded).First(1))
	if err != nil || len(found.Jobs) == 0 {
		return false, err
	}
	_, err = q.client.JobRetryTx(ctx, tx, id)
	return err == nil, err
}

// Forget drops a job that was given up, for good; false when there is no such job. It joins the caller's transaction.
func (q *Queue) Forget(ctx context.Context, tx pgx.Tx, id int64) (bool, error) {
	found, err := q.client.JobDeleteManyTx(ctx, tx, river.NewJobDeleteManyParams().IDs(id).States(rivertype.JobStateDiscarded))
	if err != nil {
		return false, err
	}
	return len(found.Jobs) > 0, nil
}
