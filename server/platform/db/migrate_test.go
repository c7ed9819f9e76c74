package db_test

import (
	"context"
	"io/fs"
	"net/url"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/oklog/ulid/v2"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/platform/db"
	sahnsql "sahn/sql"
)

// empty is a database in which nothing is.
func empty(t *testing.T) *pgxpool.Pool {
	t.Helper()
	server := servertest.Postgres(t)
	do := func(statement string) {
		ctx := context.WithoutCancel(t.Context())
		conn, err := pgx.Connect(ctx, server)
		require.NoError(t, err)
		_, err = conn.Exec(ctx, statement)
		require.NoError(t, err)
		require.NoError(t, conn.Close(ctx))
	}
	name := "test_" + strings.ToLower(ulid.Make().String())
	do("CREATE DATABASE " + name)
	t.Cleanup(func() { do("DROP DATABASE " + name + " WITH (FORCE)") })
	u, err := url.Parse(server)
	require.NoError(t, err)
	u.Path = "/" + name
	pool, err := db.Open(t.Context(), u.String())
	require.NoError(t, err)
	t.Cleanup(pool.Close)
	return pool
}

func migrations(t *testing.T) fs.FS {
	t.Helper()
	files, err := fs.Sub(sahnsql.Migrations, "migrations")
	require.NoError(t, err)
	return files
}

// upTo is the migrations up to a number.
func upTo(t *testing.T, last string) fstest.MapFS {
	t.Helper()
	names, err := fs.Glob(migrations(t), "*.sql")
	require.NoError(t, err)
	some := fstest.MapFS{}
	for _, name := range names {
		if name[:4] <= last {
			data, err := fs.ReadFile(migrations(t), name)
			require.NoError(t, err)
			some[name] = &fstest.MapFile{Data: data}
		}
	}
	return some
}

// schema is everything that migrations make, in words.
const schema = `SELECT string_agg(line, E'\n' ORDER BY line) FROM (
	SELECT format('%s.%s %s %s %s', table_name, column_name, data_type, is_nullable, column_default) FROM information_schema.columns
	WHERE table_schema = 'public'
	UNION ALL SELECT format('%s: %s', conrelid::regclass, pg_get_constraintdef(oid)) FROM pg_constraint
	WHERE connamespace = 'public'::regnamespace
	UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
	UNION ALL SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
	UNION ALL SELECT format('%s %s', proname, md5(prosrc)) FROM pg_proc WHERE pronamespace = 'public'::regnamespace) x (line)`

// The migrator loses its connection again and again, at different messages to Postgres: what is applied is whole, and the next run
// continues from there until everything is done.
func TestAMigrationThatDiesAnywhereIsGoneOnWith(t *testing.T) {
	t.Parallel()
	pool := empty(t)
	files := migrations(t)
	applied := func() (n int) {
		require.NoError(t, pool.QueryRow(t.Context(), `SELECT CASE WHEN to_regclass('goose_db_version') IS NULL THEN -1 ELSE 0 END`).Scan(&n))
		if n == 0 {
			n = servertest.One[int](t, pool, "SELECT count(*) FROM goose_db_version") +
				servertest.One[int](t, pool, "SELECT CASE WHEN to_regclass('river_migration') IS NULL THEN 0 ELSE 1 END")
		}
		return n
	}
	died, at, before := 0, 1, -1
	for {
		wire := servertest.Breaks(servertest.Cut{At: at})
		own := wire.Pool(t, pool)
		err := db.MigrateBy(t.Context(), own, files)
		own.Close()
		// Who dies while giving back the lock, after everything is done, has done it: what follows checks that it is everything.
		if wire.Broke() == 0 || err == nil {
			require.NoError(t, err)
			break
		}
		died++
		if now := applied(); now > before { // the next migration dies at its first messages again
			before, at = now, max(1, at-servertest.Amount(3, 10))
		} else {
			at += servertest.Amount(23, 5)
		}
	}
	require.Greater(t, died, servertest.Amount(10, 20))
	require.Equal(t, servertest.One[string](t, servertest.DB(t), schema), servertest.One[string](t, pool, schema))
	require.NoError(t, db.MigrateBy(t.Context(), pool, files), "and there is nothing left to do")
}

// A migration that waits for a long reader's lock lets other queries pass meanwhile.
func TestAMigrationThatWaitsForALockHoldsUpNobody(t *testing.T) {
	t.Parallel()
	pool := servertest.DB(t)
	longReader := func() pgx.Tx {
		tx, err := servertest.Another(t, pool).Begin(t.Context())
		require.NoError(t, err)
		_, err = tx.Exec(t.Context(), "SELECT count(*) FROM persons")
		require.NoError(t, err)
		return tx
	}
	reader := longReader()
	// reads is somebody else's request meanwhile, for as long as a person may notice.
	reads := func() error {
		return pgx.BeginFunc(t.Context(), pool, func(tx pgx.Tx) error {
			_, err := tx.Exec(t.Context(), "SET LOCAL lock_timeout = '1s'; SELECT count(*) FROM persons")
			return err
		})
	}
	waits := func(what string) bool {
		return servertest.One[bool](t, pool,
			"SELECT EXISTS (SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE $1)",
			"%"+what+"%")
	}
	soon := func(true func() bool) { require.Eventually(t, true, timeout, 5*time.Millisecond) }

	migrates, done := servertest.Another(t, pool), make(chan error, 1)
	all := upTo(t, "9999")
	all["9998_shoe.sql"] = &fstest.MapFile{Data: []byte("-- +goose Up\nALTER TABLE persons ADD COLUMN shoe int;\n")}
	go func() { done <- db.MigrateBy(t.Context(), migrates, all) }()
	for range 3 {
		soon(func() bool { return waits("ADD COLUMN shoe") })
		require.NoError(t, reads(), "whoever comes while the migration waits")
	}
	require.Empty(t, done, "it has not given up")
	require.NoError(t, reader.Rollback(t.Context()))
	require.NoError(t, <-done)
	require.Equal(t, 1, servertest.One[int](t, pool, "SELECT count(*) FROM information_schema.columns WHERE column_name = 'shoe'"))

	// Without the limit everybody would wait behind it.
	reader = longReader()
	careless := servertest.Another(t, pool)
	go func() { _, err := careless.Exec(t.Context(), "ALTER TABLE persons ADD COLUMN hat int"); done <- err }()
	soon(func() bool { return waits("ADD COLUMN hat") })
	pg := &pgconn.PgError{}
	require.ErrorAs(t, reads(), &pg)
	require.Equal(t, "55P03", pg.Code)
	require.NoError(t, reader.Rollback(t.Context()))
	require.NoError(t, <-done)
}

const timeout = 30 * time.Second
