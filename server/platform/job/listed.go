package job

import (
	"context"
	"regexp"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"
)

// Listed is a job as those who run the service see it, without what it is about.
type Listed struct {
	ID            int64
	Kind, State   string
	Attempt, Most int
	Next          time.Time // when it is tried next, or was given up
	Error         string    // of the last try, without what could name anybody
}

// Groups of states that are listed together.
var Groups = map[string][]rivertype.JobState{
	"failed":  {rivertype.JobStateRetryable, rivertype.JobStateDiscarded},
	"waiting": {rivertype.JobStateAvailable, rivertype.JobStatePending, rivertype.JobStateScheduled},
	"running": {rivertype.JobStateRunning},
	"ended":   {rivertype.JobStateCompleted, rivertype.JobStateCancelled},
}

// List is a page of the jobs of a group, newest first, from below an id (0 for the newest). It joins the caller's transaction.
func (q *Queue) List(ctx context.Context, tx pgx.Tx, group string, below int64, most int) ([]Listed, error) {
	p := river.NewJobListParams().States(Groups[group]...).OrderBy(river.JobListOrderByID, river.SortOrderDesc).First(most)
	if below > 0 {
		p = p.After(river.JobListCursorFromJob(&rivertype.JobRow{ID: below}))
	}
	found, err := q.client.JobListTx(ctx, tx, p)
	if err != nil {
		return nil, err
	}
	all := make([]Listed, len(found.Jobs))
	for i, j := range found.Jobs {
		all[i] = Listed{ID: j.ID, Kind: j.Kind, State: string(j.State), Attempt: j.Attempt, Most: j.MaxAttempts, Next: j.ScheduledAt}
		if j.FinalizedAt != nil {
			all[i].Next = *j.FinalizedAt
		}
		if n := len(j.Errors); n > 0 {
			all[i].Error = Nameless(j.Errors[n-1].Error)
		}
	}
	return all, nil
}

// Retry lets a job that failed run now; false when no such job failed. It joins the caller's transaction.
func (q *Queue) Retry(ctx context.Context, tx pgx.Tx, id int64) (bool, error) {
	return q.ifIn(ctx, tx, id, Groups["failed"], func() error { _, err := q.client.JobRetryTx(ctx, tx, id); return err })
}

// Discard ends a job that failed or waits, for ever; false when there is no such job. One that runs is left to finish. It joins the
// caller's transaction.
func (q *Queue) Discard(ctx context.Context, tx pgx.Tx, id int64) (bool, error) {
	if gone, err := q.Forget(ctx, tx, id); gone || err != nil {
		return gone, err
	}
	states := append([]rivertype.JobState{rivertype.JobStateRetryable}, Groups["waiting"]...)
	return q.ifIn(ctx, tx, id, states, func() error { _, err := q.client.JobCancelTx(ctx, tx, id); return err })
}

func (q *Queue) ifIn(ctx context.Context, tx pgx.Tx, id int64, states []rivertype.JobState, do func() error) (bool, error) {
	found, err := q.client.JobListTx(ctx, tx, river.NewJobListParams().IDs(id).States(states...).First(1))
	if err != nil || len(found.Jobs) == 0 {
		return false, err
	}
	err = do()
	return err == nil, err
}

// What may name somebody in an error: addresses, what stands in quotes or after an equals sign, and numbers as long as a phone's.
var (
	addresses = regexp.MustCompile(`[^\s<>"'(),;:]+@[^\s<>"'(),;:]+`)
	quoted    = regexp.MustCompile(`"[^"]*"|'[^']*'|«[^»]*»|<[^>]*>|=\s*\([^)]*\)`)
	links     = regexp.MustCompile(`\b[a-z][a-z0-9+.-]*://\S+`)
	numbers   = regexp.MustCompile(`\+?\d[\d ()-]{5,}\d`)
)

const longestError = 300

// Nameless is the first line of an error without what may name a person.
func Nameless(text string) string {
	text, _, _ = strings.Cut(strings.TrimSpace(text), "\n")
	for _, personal := range []*regexp.Regexp{links, quoted, addresses, numbers} {
		text = personal.ReplaceAllString(text, "…")
	}
	if r := []rune(text); len(r) > longestError {
		return string(r[:longestError]) + "…"
	}
	return text
}
