package job_test

import (
	"context"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/platform/job"
)

// Two servers work on the same queue, and the one that holds the scheduler's lock enqueues the periodic jobs. Both lose all database
// sessions, the lock's included, as when Postgres restarts: every job is still done, once.
func TestTwoRunnersThatLoseTheirSessionsGoOnAndDoEveryJobOnce(t *testing.T) {
	t.Parallel()
	pool := servertest.DB(t)
	done := make(chan string, 100)
	var runs atomic.Int64
	for range 2 {
		runner, err := job.Start(t.Context(), servertest.Another(t, pool), workers(func(_ context.Context, name string) error {
			runs.Add(1)
			done <- name
			return nil
		}), hourly(), quiet)
		require.NoError(t, err)
		t.Cleanup(func() { require.NoError(t, runner.Stop(context.WithoutCancel(t.Context()))) })
	}
	require.Equal(t, "hourly", next(t, done))
	for range 3 {
		killed := servertest.One[int](t, pool, `SELECT count(*) FROM (SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
			WHERE datname = current_database() AND pid <> pg_backend_pid()) x`)
		require.Positive(t, killed, "they had sessions")
		insert(t, pool, "after")
		require.Equal(t, "after", next(t, done))
	}
	require.Equal(t, 1, servertest.One[int](t, pool, "SELECT count(*) FROM river_job WHERE args->>'name' = 'hourly'"), "of two one planned")
	require.EqualValues(t, 4, runs.Load())
	require.Empty(t, done)
}
