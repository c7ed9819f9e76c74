package db_test

import (
	"context"
	"fmt"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/platform/db"
)

// unlocked is the newest migration that may do to tables what it likes: until then no version was released, so no table with rows was
// there to be locked.
const unlocked = "0075"

// lockedFor is what newer migrations do to tables all the same, by migration, each with why nobody waits for long: that the table is
// small in every installation, or that the version before reads a column no more that is gone.
var lockedFor = map[string]string{
	"0153_transfers_undone.sql: bank_bookings is read whole under AccessExclusiveLock":    "it has a row or two for each invoice",
	"0153_transfers_undone.sql: invoice_payments is read whole under AccessExclusiveLock": "it has a row or two for each invoice",
	"0148_consents_and_retention.sql: settings is read whole under AccessExclusiveLock":   "it has a row for each setting",
	"0119_retention.sql: settings is read whole under AccessExclusiveLock":                "it has a row for each setting",
	"0085_einvoice.sql: settings is read whole under AccessExclusiveLock":                 "it has a row for each setting",
}

// tables are those that a migration finds, with what shows that it wrote one anew.
func tables(t *testing.T, conn asked) map[string]uint32 {
	t.Helper()
	rows, err := conn.Query(t.Context(), `SELECT relname, relfilenode FROM pg_class
		WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname !~ '^(river|goose)_'`)
	require.NoError(t, err)
	all := map[string]uint32{}
	var name string
	var file uint32
	_, err = pgx.ForEachRow(rows, []any{&name, &file}, func() error { all[name] = file; return nil })
	require.NoError(t, err)
	return all
}

// held are the strongest lock that the transaction has on each table, as far as it keeps others out, and whether the table was read whole.
const held = `SELECT c.relname, l.mode, coalesce((SELECT seq_scan > 0 FROM pg_stat_xact_user_tables s WHERE s.relid = c.oid), false)
	FROM pg_locks l JOIN pg_class c ON c.oid = l.relation AND c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
	WHERE l.pid = pg_backend_pid() AND l.granted AND l.mode IN ('RowExclusiveLock', 'ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock',
		'AccessExclusiveLock')
	ORDER BY c.relname, array_position('{AccessExclusiveLock,ExclusiveLock,ShareRowExclusiveLock,ShareLock,RowExclusiveLock}'::text[], l.mode)`

var (
	alone      = regexp.MustCompile(`(?m)^-- \+goose NO TRANSACTION$`)
	comment    = regexp.MustCompile(`(?m)--.*$`)
	concurrent = regexp.MustCompile(`(?i)^(?:CREATE (?:UNIQUE )?INDEX CONCURRENTLY\b|DROP INDEX CONCURRENTLY IF EXISTS\b)`)
	unlimited  = regexp.MustCompile(`(?i)\block_timeout\b`)
)

// harms is what a migration does to others while it runs: on tables that were there before it, Postgres itself says which locks it
// takes, what it reads whole while it has them and what it writes anew. The empty tables of a test tell it as well as full ones. The
// migration is applied.
func harms(t *testing.T, conn *pgx.Conn, migration string) (found []string) {
	t.Helper()
	if unlimited.MatchString(comment.ReplaceAllString(migration, "")) {
		found = append(found, "it changes the limit of the wait for locks")
	}
	if alone.MatchString(migration) {
		for statement := range strings.SplitSeq(comment.ReplaceAllString(migration, ""), ";") {
			if statement = strings.TrimSpace(statement); statement != "" && !concurrent.MatchString(statement) {
				found = append(found, "outside of a transaction it does more than make and drop indexes concurrently")
			}
			_, err := conn.Exec(t.Context(), statement, pgx.QueryExecModeSimpleProtocol)
			require.NoError(t, err, statement)
		}
		return found
	}
	had, was := tables(t, conn), columns(t, conn)
	_, err := conn.Exec(t.Context(), "SELECT pg_stat_force_next_flush()") // what was counted before it
	require.NoError(t, err)
	tx, err := conn.Begin(t.Context())
	require.NoError(t, err)
	_, err = tx.Exec(t.Context(), migration, pgx.QueryExecModeSimpleProtocol)
	require.NoError(t, err, migration)
	for table, file := range tables(t, tx) {
		if old, known := had[table]; known && old != file {
			found = append(found, table+" is written anew")
		}
	}
	now := columns(t, tx)
	for table := range was {
		if now[table] == nil {
			found = append(found, table+" is gone")
			continue
		}
		for column := range was[table] {
			if _, there := now[table][column]; !there {
				found = append(found, table+"."+column+" is gone")
			}
		}
	}
	rows, err := tx.Query(t.Context(), held)
	require.NoError(t, err)
	var table, mode string
	var whole bool
	seen := map[string]bool{}
	_, err = pgx.ForEachRow(rows, []any{&table, &mode, &whole}, func() error {
		if _, known := had[table]; known && whole && !seen[table] {
			found = append(found, fmt.Sprintf("%s is read whole under %s", table, mode))
		}
		seen[table] = true
		return nil
	})
	require.NoError(t, err)
	require.NoError(t, tx.Commit(t.Context()))
	slices.Sort(found)
	return slices.Compact(found)
}

func TestNoMigrationKeepsServersWaitingForLong(t *testing.T) {
	t.Parallel()
	pool := empty(t)
	require.NoError(t, db.MigrateBy(t.Context(), pool, upTo(t, unlocked)))
	conn, err := pgx.ConnectConfig(t.Context(), pool.Config().ConnConfig)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, conn.Close(context.WithoutCancel(t.Context()))) })
	names, err := fs.Glob(migrations(t), "*.sql")
	require.NoError(t, err)
	open, unused := []string{}, maps.Clone(lockedFor)
	for _, name := range names {
		if name[:4] <= unlocked {
			continue
		}
		text, err := fs.ReadFile(migrations(t), name)
		require.NoError(t, err)
		for _, harm := range harms(t, conn, string(text)) {
			if harm = name + ": " + harm; lockedFor[harm] == "" {
				open = append(open, harm)
			}
			delete(unused, harm)
		}
	}
	require.Empty(t, open, "do it in steps that lock nobody out (CONTRIBUTING.md, A column), or say above why nobody waits")
	require.Empty(t, unused, "no migration does this any more")

	const all = "-- +goose NO TRANSACTION\n"
	for _, c := range []struct{ migration, harms string }{
		{"CREATE INDEX a ON orders (paid_at)", "orders is read whole under ShareLock"},
		{all + "CREATE INDEX CONCURRENTLY b ON orders (paid_at);\nDROP INDEX CONCURRENTLY IF EXISTS b;", ""},
		{all + "CREATE INDEX c ON orders (paid_at)", "outside of a transaction it does more than make and drop indexes concurrently"},
		{"ALTER TABLE orders ADD CHECK (gross_amount <> -13)", "orders is read whole under AccessExclusiveLock"},
		{"ALTER TABLE orders ADD CONSTRAINT d CHECK (gross_amount <> -13) NOT VALID", ""},
		{"ALTER TABLE orders VALIDATE CONSTRAINT d", ""},
		{"ALTER TABLE orders ADD COLUMN e text REFERENCES persons", ""},
		{"ALTER TABLE orders ADD FOREIGN KEY (e) REFERENCES persons", "orders is read whole under ShareRowExclusiveLock"},
		{"ALTER TABLE orders ADD CONSTRAINT f FOREIGN KEY (e) REFERENCES persons NOT VALID", ""},
		{"ALTER TABLE orders ALTER COLUMN e SET NOT NULL", "orders is read whole under AccessExclusiveLock"},
		{"ALTER TABLE orders ALTER COLUMN gross_amount TYPE numeric", "orders is written anew"},
		{"ALTER TABLE orders ADD COLUMN g text NOT NULL DEFAULT ''", ""},
		{"ALTER TABLE orders ADD COLUMN h text DEFAULT gen_random_uuid()", "orders is written anew"},
		{"UPDATE orders SET e = NULL", "orders is read whole under RowExclusiveLock"},
		{"ALTER TABLE orders RENAME COLUMN g TO i", "orders.g is gone"},
		{"ALTER TABLE orders DROP COLUMN i", "orders.i is gone"},
		{"SET LOCAL lock_timeout = 0; ALTER TABLE orders ADD COLUMN j text", "it changes the limit of the wait for locks"},
		{"CREATE TABLE shoes (n int); INSERT INTO shoes VALUES (1); CREATE INDEX k ON shoes (n); UPDATE shoes SET n = 2", ""},
		{"DROP TABLE shoes", "shoes is gone"},
	} {
		require.Equal(t, c.harms, strings.Join(slices.DeleteFunc(harms(t, conn, c.migration), func(harm string) bool {
			return strings.Contains(c.harms, "anew") && !strings.Contains(harm, "anew")
		}), "; "), c.migration)
	}
}

// Making an index concurrently waits for all who read. Neither the migrator's own lock nor another one that waits for it is among them.
func TestAMigrationMakesAnIndexWithoutATransactionAlsoWhileAnotherWaits(t *testing.T) {
	t.Parallel()
	pool := empty(t) // in which nobody keeps a snapshot
	all := upTo(t, "9999")
	all["9998_index.sql"] = &fstest.MapFile{Data: []byte("-- +goose Up\n-- +goose NO TRANSACTION\n" +
		"DROP INDEX CONCURRENTLY IF EXISTS orders_paid;\nCREATE INDEX CONCURRENTLY orders_paid ON orders (paid_at);\n")}
	require.NoError(t, db.MigrateBy(t.Context(), pool, upTo(t, "9999")))
	done := make(chan error, 2)
	for range cap(done) {
		another := servertest.Another(t, pool)
		go func() { done <- db.MigrateBy(t.Context(), another, all) }()
	}
	for range cap(done) {
		require.NoError(t, <-done)
	}
	require.True(t, servertest.One[bool](t, pool, "SELECT indisvalid FROM pg_index WHERE indexrelid = 'orders_paid'::regclass"))
}
