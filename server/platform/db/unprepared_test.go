package db_test

import (
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
)

// A statement that a server prepares may get one plan for all parameters from the sixth time on. A report's never does.
func TestAReportIsPlannedForItsParametersAlsoTheTwentiethTime(t *testing.T) {
	t.Parallel()
	config := servertest.DB(t).Config()
	config.MaxConns, config.ConnConfig.DefaultQueryExecMode = 1, pgx.QueryExecModeCacheStatement
	pool, err := pgxpool.NewWithConfig(t.Context(), config)
	require.NoError(t, err)
	t.Cleanup(pool.Close)
	generic := func(q *db.Queries) (plans int) {
		for range 20 {
			_, err := q.ClosedDays(t.Context(), clock.Date(0), clock.Date(9))
			require.NoError(t, err)
		}
		require.NoError(t, pool.QueryRow(t.Context(),
			"SELECT coalesce(sum(generic_plans), 0) FROM pg_prepared_statements WHERE statement LIKE '-- name: ClosedDays%'").Scan(&plans))
		return plans
	}
	require.Zero(t, generic(db.New(pool).Unprepared()))
	require.Positive(t, generic(db.New(pool)), "without it there is one")
}
