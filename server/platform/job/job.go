// Package job runs background work. A job is inserted in the transaction that makes it necessary (a transactional outbox), so it exists
// exactly when its reason does; it runs at least once, so its work must be idempotent.
package job

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivertype"

	"sahn/server/platform/db"
)

// Queue inserts jobs. It never runs any.
type Queue struct{ client *river.Client[pgx.Tx] }

// NewQueue makes a queue; it needs no database of its own, since every job goes into its caller's transaction. Plugins see each job that is
// inserted.
func NewQueue(log *slog.Logger, plugins ...rivertype.Plugin) (*Queue, error) {
	// Runners poll, so the notifications of inserts are not needed; this keeps them to one an hour.
	client, err := river.NewClient(riverpgxv5.New(nil),
		&river.Config{Logger: log, Plugins: plugins, FetchCooldown: time.Hour, FetchPollInterval: time.Hour})
	if err != nil {
		return nil, fmt.Errorf("job queue: %w", err)
	}
	return &Queue{client}, nil
}

// InsertTx inserts a job in tx. Options may be nil.
func (q *Queue) InsertTx(ctx context.Context, tx pgx.Tx, args river.JobArgs, options *river.InsertOpts) error {
	_, err := q.client.InsertTx(ctx, tx, args, options)
	return err
}

// Insert adds jobs to a batch, all in one statement.
func (q *Queue) Insert(b *db.Batch, jobs ...river.InsertManyParams) {
	b.AddLine(func(ctx context.Context, line db.DBTX) error {
		_, err := q.client.InsertManyTx(ctx, inLine{line: line}, jobs)
		return err
	})
}

// inLine is what River takes for a transaction while it inserts by the one statement of a batch. The two other statements that it may have
// are left out: it is told that this is PostgreSQL, and runners poll, so they need no notification.
type inLine struct {
	pgx.Tx
	line db.DBTX
}

func (l inLine) Conn() *pgx.Conn {
	if of, ok := l.line.(interface{ Conn() *pgx.Conn }); ok {
		return of.Conn()
	}
	return nil
}

func (l inLine) Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error) {
	return l.line.Query(ctx, sql, args...)
}

func (inLine) Exec(context.Context, string, ...any) (pgconn.CommandTag, error) {
	return pgconn.CommandTag{}, nil
}

func (inLine) QueryRow(context.Context, string, ...any) pgx.Row { return postgres{} }

// postgres answers which database this is.
type postgres struct{}

func (postgres) Scan(to ...any) error {
	for _, v := range to {
		switch v := v.(type) {
		case *string:
			*v = "PostgreSQL"
		case *int32:
			*v = 150_000
		}
	}
	return nil
}

// Timings of a runner. A job of a crashed server is given to another after rescueAfter.
const (
	pollEvery   = 250 * time.Millisecond
	timeout     = 20 * time.Second
	rescueAfter = 2 * time.Minute
	keepDone    = time.Hour
	keepLost    = -1 // kept until an operator has handled it
	softStop    = 10 * time.Second
	atOnce      = 20
	outside     = 10
)

// Pushes is the queue of notifications: a push service that is slow keeps no letter and no payment waiting.
const Pushes = "push"

// Timings of that queue on one server. A job of it asks at most the few push services of one person.
const (
	pushesAtOnce = 8
	pushesEvery  = time.Second
)

// Outside is the queue of jobs that wait for servers of others, so that none of them keeps the rest of the work waiting.
const Outside = "outside"

// InsertManyTx inserts jobs in tx, all in one statement. Options may be nil.
func InsertManyTx[A river.JobArgs](ctx context.Context, q *Queue, tx pgx.Tx, args []A, options *river.InsertOpts) error {
	many := make([]river.InsertManyParams, len(args))
	for i, a := range args {
		many[i] = river.InsertManyParams{Args: a, InsertOpts: options}
	}
	if len(many) == 0 {
		return nil
	}
	_, err := q.client.InsertManyTx(ctx, tx, many)
	return err
}

// Runner runs jobs.
type Runner struct{ client *river.Client[pgx.Tx] }

// Start begins to run the jobs in pool's database, and inserts periodic ones when they are due. It only polls, so that it also works
// through a pooler in transaction mode. Plugins see each run of a job. The runner ends with Stop, not with ctx.
func Start(ctx context.Context, pool *pgxpool.Pool, workers *river.Workers, periodic []*river.PeriodicJob,
	log *slog.Logger, plugins ...rivertype.Plugin) (*Runner, error) {
	client, err := river.NewClient(riverpgxv5.New(pool), &river.Config{
		Logger: log,
		Queues: map[string]river.QueueConfig{river.QueueDefault: {MaxWorkers: atOnce}, Outside: {MaxWorkers: outside},
			Pushes: {MaxWorkers: pushesAtOnce, FetchPollInterval: pushesEvery}},
		Workers:                     workers,
		Plugins:                     plugins,
		PeriodicJobs:                periodic,
		PollOnly:                    true,
		FetchPollInterval:           pollEvery,
		JobTimeout:                  timeout,
		RescueStuckJobsAfter:        rescueAfter,
		CompletedJobRetentionPeriod: keepDone,
		DiscardedJobRetentionPeriod: keepLost,
		SoftStopTimeout:             softStop,
		ReindexerIndexNames: []string{"river_job_pkey", "river_job_prioritized_fetching_index", "river_job_state_and_finalized_at_index",
			"river_job_unique_idx"}, // those that db.Migrate leaves
	})
	if err != nil {
		return nil, fmt.Errorf("job runner: %w", err)
	}
	if err := client.Start(context.WithoutCancel(ctx)); err != nil {
		return nil, fmt.Errorf("start jobs: %w", err)
	}
	return &Runner{client}, nil
}

// Stop takes no more jobs, lets running ones finish, and cancels them after ten seconds.
func (r *Runner) Stop(ctx context.Context) error { return r.client.Stop(ctx) }
