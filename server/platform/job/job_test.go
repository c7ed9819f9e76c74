package job_test

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/platform/db"
	"sahn/server/platform/job"
)

func TestMain(m *testing.M) { servertest.Main(m) }

type greet struct {
	Name string `json:"name"`
}

func (greet) Kind() string { return "greet" }

func workers(work func(context.Context, string) error) *river.Workers {
	all := river.NewWorkers()
	river.AddWorker(all, river.WorkFunc(func(ctx context.Context, j *river.Job[greet]) error { return work(ctx, j.Args.Name) }))
	return all
}

var quiet = slog.New(slog.DiscardHandler)

// hang is when a test that waits for a job is taken to hang.
const hang = 30 * time.Second

// insert puts a greeting into the queue.
func insert(t *testing.T, pool *pgxpool.Pool, name string) {
	t.Helper()
	queue, err := job.NewQueue(quiet)
	require.NoError(t, err)
	require.NoError(t, pgx.BeginFunc(t.Context(), pool, func(tx pgx.Tx) error { return queue.InsertTx(t.Context(), tx, greet{name}, nil) }))
}

func TestAJobRunsWhenItsTransactionCommitsAndNeverOtherwise(t *testing.T) {
	t.Parallel()
	pool := servertest.DB(t)
	queue, err := job.NewQueue(quiet)
	require.NoError(t, err)
	changed := errors.New("changed my mind")
	for name, fails := range map[string]error{"kept": nil, "dropped": changed} {
		err := db.InTx(t.Context(), pool, func(ctx context.Context, tx db.Tx) error {
			require.NoError(t, queue.InsertTx(ctx, tx, greet{name}, nil))
			return fails
		})
		require.ErrorIs(t, err, fails)
	}
	done := make(chan string, 10)
	runner, err := job.Start(t.Context(), pool, workers(func(_ context.Context, name string) error { done <- name; return nil }), nil, quiet)
	require.NoError(t, err)
	require.Equal(t, "kept", next(t, done))
	require.NoError(t, runner.Stop(t.Context()))
	require.Empty(t, done)
	require.Equal(t, 1, servertest.One[int](t, pool, "SELECT count(*) FROM river_job"))
}

func TestAFailedJobRunsAgain(t *testing.T) {
	t.Parallel()
	pool := servertest.DB(t)
	insert(t, pool, "again")
	done, tries := make(chan string, 10), 0
	runner, err := job.Start(t.Context(), pool, workers(func(_ context.Context, name string) error {
		if tries++; tries == 1 {
			return errors.New("not yet")
		}
		done <- name
		return nil
	}), nil, quiet)
	require.NoError(t, err)
	require.Equal(t, "again", next(t, done))
	require.NoError(t, runner.Stop(t.Context()))
	require.Equal(t, 2, tries)
}

func TestStoppingLetsARunningJobFinish(t *testing.T) {
	t.Parallel()
	pool := servertest.DB(t)
	insert(t, pool, "slow")
	begun, finish, done := make(chan string, 1), make(chan bool), make(chan string, 1)
	runner, err := job.Start(t.Context(), pool, workers(func(ctx context.Context, name string) error {
		begun <- name
		select {
		case <-finish:
			done <- name
		case <-ctx.Done():
		}
		return ctx.Err()
	}), nil, quiet)
	require.NoError(t, err)
	next(t, begun)
	stopped := make(chan error, 1)
	go func() { stopped <- runner.Stop(context.Background()) }()
	close(finish)
	require.Equal(t, "slow", next(t, done))
	require.NoError(t, <-stopped)
	require.Equal(t, "completed", servertest.One[string](t, pool, "SELECT state FROM river_job"))
}

func TestARunnerEndsWithStopAndNotWithTheContextItWasStartedIn(t *testing.T) {
	t.Parallel()
	pool := servertest.DB(t)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan string, 10)
	runner, err := job.Start(ctx, pool, workers(func(_ context.Context, name string) error { done <- name; return nil }), nil, quiet)
	require.NoError(t, err)
	cancel()
	insert(t, pool, "late")
	require.Equal(t, "late", next(t, done))
	require.NoError(t, runner.Stop(t.Context()))
}

func hourly() []*river.PeriodicJob {
	return []*river.PeriodicJob{river.NewPeriodicJob(river.PeriodicInterval(time.Hour),
		func() (river.JobArgs, *river.InsertOpts) { return greet{"hourly"}, nil }, &river.PeriodicJobOpts{RunOnStart: true})}
}

func TestAPeriodicJobComesByItself(t *testing.T) {
	t.Parallel()
	done := make(chan string, 10)
	runner, err := job.Start(t.Context(), servertest.DB(t), workers(func(_ context.Context, name string) error { done <- name; return nil }),
		hourly(), quiet)
	require.NoError(t, err)
	require.Equal(t, "hourly", next(t, done))
	require.NoError(t, runner.Stop(t.Context()))
}

func next(t *testing.T, from <-chan string) string {
	t.Helper()
	select {
	case name := <-from:
		return name
	case <-time.After(hang):
		t.Fatal("no job ran")
		return ""
	}
}

func TestWhatWasGivenUpStaysUntilSomebodyHasLookedAtIt(t *testing.T) {
	t.Parallel()
	pool := servertest.DB(t)
	queue, err := job.NewQueue(quiet)
	require.NoError(t, err)
	for _, state := range []string{"discarded", "completed"} {
		servertest.Do(t, pool, `INSERT INTO river_job (args, kind, max_attempts, attempt, state, finalized_at, queue, priority, scheduled_at)
			VALUES ('{}', 'greet', 1, 1, $1::text::river_job_state, now() - interval '60 days', 'default', 1, now())`, state)
	}
	runner, err := job.Start(t.Context(), pool, workers(func(context.Context, string) error { return nil }), nil, quiet)
	require.NoError(t, err)
	require.Eventually(t, func() bool {
		return servertest.One[int](t, pool, "SELECT count(*) FROM river_job WHERE state = 'completed'") == 0
	}, hang, 50*time.Millisecond, "somebody cleans up")
	require.NoError(t, runner.Stop(t.Context()))
	lost := func(do func(tx pgx.Tx)) {
		require.NoError(t, pgx.BeginFunc(t.Context(), pool, func(tx pgx.Tx) error { do(tx); return nil }))
	}
	var kept []job.Lost
	lost(func(tx pgx.Tx) {
		kept, err = queue.Discarded(t.Context(), tx, 10)
		require.NoError(t, err)
	})
	require.Len(t, kept, 1)
	for _, is := range []bool{true, false} {
		lost(func(tx pgx.Tx) {
			gone, err := queue.Forget(t.Context(), tx, kept[0].ID)
			require.NoError(t, err)
			require.Equal(t, is, gone)
		})
	}
}
