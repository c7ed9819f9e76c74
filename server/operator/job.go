package operator

import (
	"cmp"
	"context"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"sahn/server/platform/audit"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/web"
)

// Job is a piece of background work. State is River's: available, scheduled, pending, running, retryable (failed and tried again at Next),
// discarded (given up at Next), cancelled or completed. Attempt of Most tries were made. Error is that of the last, without what could
// name anybody.
type Job struct {
	ID      string    `json:"id"`
	Kind    string    `json:"kind"`
	State   string    `json:"state"`
	Attempt int       `json:"attempt"`
	Most    int       `json:"most"`
	Next    time.Time `json:"next"`
	Error   string    `json:"error"`
}

// JobsRequest asks for a group of jobs: failed (the default), waiting, running or ended.
type JobsRequest struct {
	State string `query:"state" validate:"omitempty,oneof=failed waiting running ended"`
	After string `query:"after" validate:"max=20"`
}

// JobsPage is a page of jobs, newest first.
type JobsPage struct {
	Data []Job  `json:"data"`
	Next string `json:"next"`
}

// HandleJobs lists background work. A manager may.
func (o *Office) HandleJobs(ctx context.Context, _ web.Caller, r JobsRequest) (JobsPage, error) {
	below := int64(0)
	if r.After != "" {
		var err error
		if below, err = strconv.ParseInt(r.After, 10, 64); err != nil || below <= 0 {
			return JobsPage{}, fault.Field("after", "The after field is invalid.")
		}
	}
	answer := JobsPage{Data: []Job{}}
	err := db.InTx(ctx, o.Conn, func(ctx context.Context, tx db.Tx) error {
		found, err := o.Queue.List(ctx, tx, cmp.Or(r.State, "failed"), below, page+1)
		all := make([]Job, len(found))
		for i, j := range found {
			all[i] = Job{ID: strconv.FormatInt(j.ID, 10), Kind: j.Kind, State: j.State, Attempt: j.Attempt, Most: j.Most, Next: j.Next.UTC(),
				Error: j.Error}
		}
		answer.Data, answer.Next = cut(all, func(j Job) string { return j.ID })
		return err
	})
	return answer, err
}

// HandleJobRetry lets a job that failed run now. A manager may.
func (o *Office) HandleJobRetry(ctx context.Context, who web.Caller, r one) (Done, error) {
	return Done{}, o.onJob(ctx, who, r.ID, audit.Act{Kind: "job.again", Subject: r.ID}, o.Queue.Retry)
}

// HandleJobDiscard ends a job that failed or waits, and says why. A manager may.
func (o *Office) HandleJobDiscard(ctx context.Context, who web.Caller, r because) (Done, error) {
	if err := r.clean(); err != nil {
		return Done{}, err
	}
	return Done{}, o.onJob(ctx, who, r.ID, audit.Act{Kind: "job.discard", Subject: r.ID, Note: r.Reason}, o.Queue.Discard)
}

func (o *Office) onJob(ctx context.Context, who web.Caller, id string, done audit.Act,
	do func(ctx context.Context, tx pgx.Tx, id int64) (bool, error)) error {
	n, err := strconv.ParseInt(id, 10, 64)
	if err != nil {
		return fault.ErrNotFound
	}
	return o.act(ctx, who, func(ctx context.Context, tx db.Tx) (audit.Act, error) {
		is, err := do(ctx, tx, n)
		if err == nil && !is {
			err = fault.ErrNotFound
		}
		return done, err
	})
}
