package db_test

import (
	"compress/bzip2"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/ops/doctor"
	"sahn/server/platform/db"
)

// older is a database as an older version of the program left it.
func older(t *testing.T, dump string) *pgxpool.Pool {
	t.Helper()
	file, err := os.Open(dump)
	require.NoError(t, err)
	defer file.Close()
	statements, err := io.ReadAll(bzip2.NewReader(file))
	require.NoError(t, err)
	pool := empty(t)
	conn, err := pgx.ConnectConfig(t.Context(), pool.Config().ConnConfig) // the dump changes the settings of its connection
	require.NoError(t, err)
	_, err = conn.PgConn().Exec(t.Context(), string(statements)).ReadAll()
	require.NoError(t, err)
	require.NoError(t, conn.Close(t.Context()))
	return pool
}

func TestTheDemoOfAnOlderVersionIsMigratedAndSound(t *testing.T) {
	t.Parallel()
	dumps, err := filepath.Glob("testdata/*.sql.bz2")
	require.NoError(t, err)
	require.Len(t, dumps, 2)
	for _, dump := range dumps {
		t.Run(filepath.Base(dump), func(t *testing.T) {
			t.Parallel()
			pool := older(t, dump)
			number := func(what string) int { return servertest.One[int](t, pool, "SELECT "+what) }
			orders, posted := number("count(*) FROM orders"), number("count(*) FROM transactions")
			require.Positive(t, orders)
			require.Positive(t, posted)
			require.Equal(t, filepath.Base(dump), fmt.Sprintf("demo-%04d.sql.bz2", number("max(version_id) FROM goose_db_version")))

			require.NoError(t, db.MigrateBy(t.Context(), pool, migrations(t)))
			require.Equal(t, servertest.One[string](t, servertest.DB(t), schema), servertest.One[string](t, pool, schema))
			require.Equal(t, []int{orders, posted}, []int{number("count(*) FROM orders"), number("count(*) FROM transactions")})
			servertest.Sound(t, pool)

			servertest.Do(t, pool, "UPDATE orders SET quote_hash = 'x' WHERE id = (SELECT min(id) FROM orders)")
			found, err := doctor.Examine(t.Context(), pool)
			require.NoError(t, err)
			require.NotEmpty(t, doctor.Broken(found), "one damaged order is found")
		})
	}
}

// The version before tells unassigned shifts by their kind. Both versions write while servers are replaced, and read what the other wrote.
func TestBothVersionsKnowWhichShiftIsUnassigned(t *testing.T) {
	t.Parallel()
	pool := empty(t)
	require.NoError(t, db.MigrateBy(t.Context(), pool, upTo(t, "0034")))
	servertest.Do(t, pool, "ALTER TABLE till_shifts DROP CONSTRAINT till_shifts_till_id_fkey")
	write := func(id, column string, value any) {
		servertest.Do(t, pool, "INSERT INTO till_shifts (id, till_id, day, opened_at, "+column+") VALUES (rpad($1, 26, '0'), $1, '2026-11-24', "+
			"now(), $2)", id, value)
	}
	write("A", "kind", "opened")
	write("B", "kind", "rescue")
	require.NoError(t, db.MigrateBy(t.Context(), pool, migrations(t)))
	write("C", "kind", "opened")
	write("D", "kind", "rescue")
	write("E", "unassigned", false)
	write("F", "unassigned", true)
	require.Equal(t, "A opened false, B rescue true, C opened false, D rescue true, E opened false, F rescue true",
		servertest.One[string](t, pool, "SELECT string_agg(concat_ws(' ', till_id, kind, unassigned::text), ', ' ORDER BY id) FROM till_shifts"))
}
