package db_test

import (
	"context"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
)

const day = clock.Date(20780)

// close marks a day as closed, open asks for the marks of the days from it on.
func closeDay(b *db.Batch, date clock.Date, name string) {
	b.Add(func(ctx context.Context, q *db.Queries) error { return q.ClosedDayInsert(ctx, date, name) })
}

func closedDays(b *db.Batch) *[]clock.Date {
	found := &[]clock.Date{}
	b.Add(func(ctx context.Context, q *db.Queries) (err error) {
		*found, err = q.ClosedDays(ctx, day, day+9)
		return err
	})
	return found
}

func TestInBatchesTheSecondSeesWhatTheFirstReadAndBothHappenOrNeither(t *testing.T) {
	t.Parallel()
	pool := servertest.DB(t)
	sorry := fault.New(fault.Conflict, "sorry", "Sorry.")
	run := func(conn db.Conn, end error) (seen, then []clock.Date, err error) {
		var a, b *[]clock.Date
		err = db.InBatches(t.Context(), conn, func(first *db.Batch) {
			closeDay(first, day, "x")
			a = closedDays(first)
		}, func(second *db.Batch) error {
			require.Equal(t, []clock.Date{day}, *a)
			closeDay(second, day+1, "y")
			b = closedDays(second)
			return end
		})
		return *a, *b, err
	}
	for _, conn := range []db.Conn{pool, &servertest.Conn{Pool: pool}} {
		_, _, err := run(conn, sorry)
		require.Equal(t, sorry, err)
		require.Zero(t, servertest.One[int](t, pool, "SELECT count(*) FROM closed_days"))
		_, then, err := run(conn, nil)
		require.NoError(t, err)
		require.Equal(t, []clock.Date{day, day + 1}, then)
		require.Equal(t, 2, servertest.One[int](t, pool, "SELECT count(*) FROM closed_days"))
		servertest.Do(t, pool, "DELETE FROM closed_days")
	}
	require.Zero(t, pool.Stat().AcquiredConns())
}

func TestWhatPostgresRefusesInABatchLeavesNothingAndTheConnectionIsStillGood(t *testing.T) {
	t.Parallel()
	pool := servertest.DB(t)
	broken := func(b *db.Batch) { closeDay(b, day, "a\x00b") } // no text of Postgres
	well := func(b *db.Batch) { closeDay(b, day, "x") }
	require.Zero(t, servertest.One[int](t, pool, "SELECT count(*) FROM closed_days"))
	opened := pool.Stat().NewConnsCount()
	for _, parts := range [][2]func(b *db.Batch){{broken, well}, {well, broken}, {well, func(b *db.Batch) { broken(b); well(b) }}} {
		err := db.InBatches(t.Context(), pool, parts[0], func(b *db.Batch) error { parts[1](b); return nil })
		pg := &pgconn.PgError{}
		require.ErrorAs(t, err, &pg)
		require.Equal(t, "22021", pg.Code)
		require.Zero(t, servertest.One[int](t, pool, "SELECT count(*) FROM closed_days"))
	}
	require.Equal(t, opened, pool.Stat().NewConnsCount(), "no connection is thrown away")
}

func TestAnAskOfABatchHasExactlyOneStatement(t *testing.T) {
	t.Parallel()
	pool := servertest.DB(t)
	run := func(ask func(ctx context.Context, q *db.Queries) error) error {
		return db.InBatches(t.Context(), pool, func(b *db.Batch) { closeDay(b, day, "x"); b.Add(ask) }, func(b *db.Batch) error { return nil })
	}
	require.ErrorContains(t, run(func(context.Context, *db.Queries) error { return nil }), "without a statement")
	require.ErrorContains(t, run(func(ctx context.Context, q *db.Queries) error {
		if _, err := q.ClosedDays(ctx, day, day); err != nil {
			return err
		}
		_, err := q.ClosedDays(ctx, day, day)
		return err
	}), "one statement")
	require.Zero(t, servertest.One[int](t, pool, "SELECT count(*) FROM closed_days"))
	require.Zero(t, pool.Stat().AcquiredConns())
}

func TestABatchHasTheLimitsOfATransaction(t *testing.T) {
	t.Parallel()
	pool := servertest.DB(t)
	read := func() error {
		return db.InBatches(t.Context(), pool, func(b *db.Batch) { closedDays(b) }, func(b *db.Batch) error { closedDays(b); return nil })
	}
	require.NoError(t, read())
	holder, err := servertest.Another(t, pool).BeginTx(t.Context(), pgx.TxOptions{})
	require.NoError(t, err)
	_, err = holder.Exec(t.Context(), "LOCK TABLE closed_days")
	require.NoError(t, err)
	require.ErrorIs(t, read(), db.ErrUnavailable, "it does not wait for ever for a lock")
	require.NoError(t, holder.Rollback(t.Context()))
	require.Equal(t, "0", servertest.One[string](t, pool, "SHOW lock_timeout"), "and the limit ended with the transaction")
}
