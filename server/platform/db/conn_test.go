package db_test

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
)

func TestMain(m *testing.M) { servertest.Main(m) }

func TestATransactionHappensWholeOrNotAtAll(t *testing.T) {
	t.Parallel()
	pool := servertest.DB(t)
	servertest.Do(t, pool, "CREATE TABLE things (n int)")
	sorry := fault.New(fault.Conflict, "sorry", "Sorry.")
	err := db.InTx(t.Context(), pool, func(ctx context.Context, tx db.Tx) error {
		_, err := tx.Exec(ctx, "INSERT INTO things VALUES (1)")
		require.NoError(t, err)
		return sorry
	})
	require.Equal(t, sorry, err)
	require.Zero(t, servertest.One[int](t, pool, "SELECT count(*) FROM things"))
	require.Zero(t, pool.Stat().AcquiredConns())
}

func TestStatementsAreOnlyKeptOnAConnectionWhereTheURLSaysSo(t *testing.T) {
	t.Parallel()
	for url, mode := range map[string]pgx.QueryExecMode{
		"postgres://one/sahn": pgx.QueryExecModeCacheDescribe,
		"postgres://one/sahn?default_query_exec_mode=cache_statement": pgx.QueryExecModeCacheStatement,
	} {
		pool, err := db.Open(t.Context(), url)
		require.NoError(t, err)
		t.Cleanup(pool.Close)
		require.Equal(t, mode, pool.Config().ConnConfig.DefaultQueryExecMode, url)
	}
}

// When two transactions deadlock, the one that Postgres aborts is run again, and both are committed.
func TestTwoTransactionsThatBlockEachOtherAreBothDone(t *testing.T) {
	t.Parallel()
	pool := servertest.DB(t)
	for name, do := range map[string]func(begin, between func(), first, second clock.Date) error{
		"statement by statement": func(begin, between func(), first, second clock.Date) error {
			return db.InTx(t.Context(), pool, func(ctx context.Context, tx db.Tx) error {
				begin()
				if err := tx.ClosedDayInsert(ctx, first, "x"); err != nil {
					return err
				}
				between()
				return tx.ClosedDayInsert(ctx, second, "x")
			})
		},
		"in batches": func(begin, between func(), first, second clock.Date) error {
			return db.InBatches(t.Context(), pool, func(b *db.Batch) {
				begin()
				closeDay(b, first, "x")
			}, func(b *db.Batch) error {
				between()
				closeDay(b, second, "x")
				return nil
			})
		},
	} {
		meet := servertest.Meet(2)
		var all sync.WaitGroup
		tries, errs := [2]int{}, [2]error{}
		over := [2]chan struct{}{make(chan struct{}), make(chan struct{})}
		for i := range 2 {
			all.Go(func() {
				defer close(over[i])
				errs[i] = do(func() {
					if tries[i]++; tries[i] == 2 {
						<-over[1-i] // else it could meet the other a second time on the way out
					}
				}, func() {
					if tries[i] == 1 {
						meet()
					}
				}, day+clock.Date(i), day+1-clock.Date(i))
			})
		}
		all.Wait()
		require.Equal(t, [2]error{}, errs, name)
		require.Equal(t, 3, tries[0]+tries[1], "one of them was run again, %s", name)
		require.Equal(t, 2, servertest.One[int](t, pool, "SELECT count(*) FROM closed_days"), name)
		servertest.Do(t, pool, "DELETE FROM closed_days")
	}
}

func TestADatabaseThatCannotAnswerIsAwayAndAMistakeIsNot(t *testing.T) {
	t.Parallel()
	pool := servertest.DB(t)
	run := func(statement string) (tries int, err error) {
		err = db.InTx(t.Context(), pool, func(ctx context.Context, tx db.Tx) error {
			tries++
			_, err := tx.Exec(ctx, statement)
			return err
		})
		return tries, err
	}
	raise := func(code string) string { return "DO $$ BEGIN RAISE SQLSTATE '" + code + "'; END $$" }
	for statement, want := range map[string]int{
		raise("40001"): 3, raise("40P01"): 3, raise("53300"): 1, raise("57014"): 1, raise("25006"): 1, raise("55P03"): 1, raise("08006"): 1,
		raise("58030"): 1, "SELECT pg_terminate_backend(pg_backend_pid())": 1, "SET LOCAL statement_timeout = 1; SELECT pg_sleep(1)": 1,
	} {
		tries, err := run(statement)
		require.ErrorIs(t, err, db.ErrUnavailable, statement)
		require.Equal(t, want, tries, statement)
	}
	for _, statement := range []string{"SELECT 1/0", "SELECT * FROM nowhere", raise("23505"), raise("25P02"), raise("22P05")} {
		_, err := run(statement)
		require.Error(t, err)
		require.Nil(t, fault.As(err), statement)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	require.ErrorIs(t, db.InTx(ctx, pool, func(context.Context, db.Tx) error { return nil }), db.ErrUnavailable)
	require.NoError(t, db.Outage(nil))
	require.Equal(t, pgx.ErrNoRows, db.Outage(pgx.ErrNoRows))
}

// A former primary only accepts reads while its connections stay open: after one failed attempt, writes go to the new primary.
func TestAFormerPrimaryThatOnlyReadsIsLeftAfterOneAttempt(t *testing.T) {
	t.Parallel()
	first := servertest.DB(t)
	for name, write := range map[string]func(conn db.Conn) error{
		"a transaction": func(conn db.Conn) error {
			return db.InTx(t.Context(), conn, func(ctx context.Context, tx db.Tx) error { return tx.SettingSet(ctx, "phone", "") })
		},
		"a batch": func(conn db.Conn) error {
			return db.InBatches(t.Context(), conn, func(b *db.Batch) {
				b.Add(func(ctx context.Context, q *db.Queries) error { return q.SettingSet(ctx, "phone", "") })
			}, func(*db.Batch) error { return nil })
		},
	} {
		var promoted atomic.Bool
		config := first.Config()
		config.MaxConns = 4
		config.BeforeConnect = func(_ context.Context, c *pgx.ConnConfig) error {
			if !promoted.Load() {
				c.RuntimeParams["default_transaction_read_only"] = "on"
			}
			return nil
		}
		pool, err := pgxpool.NewWithConfig(t.Context(), config)
		require.NoError(t, err)
		t.Cleanup(pool.Close)
		lines := []*pgxpool.Conn{}
		for range 4 {
			line, err := pool.Acquire(t.Context())
			require.NoError(t, err)
			lines = append(lines, line)
		}
		for _, line := range lines {
			line.Release()
		}
		promoted.Store(true)
		require.ErrorIs(t, write(careless{pool}), db.ErrUnavailable, "%s, on a pool that cannot be let go of", name)
		require.ErrorIs(t, write(careless{pool}), db.ErrUnavailable, "%s, and again", name)
		require.ErrorIs(t, write(pool), db.ErrUnavailable, "%s meets the former one", name)
		require.NoError(t, write(pool), name)
	}
}

// careless is a pool whose connections are never let go of.
type careless struct{ *pgxpool.Pool }
