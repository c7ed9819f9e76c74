package servertest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// database is one of this process's databases. Tests use it one after another: copying a database and planning every statement on new
// connections costs more than most tests do.
type database struct {
	url     string
	drop    func(context.Context) error
	pool    *pgxpool.Pool // of the test that uses the database, and of the next: new connections have no cached catalogs and plans
	resting []int32       // the backends of the pool's connections between two tests

	mu       sync.Mutex
	keeper   *pgx.Conn // stays connected between the tests, so that statements of every test are planned once
	snapshot *pgx.Conn // has an open snapshot, see reset
	cleaner  *pgx.Conn // empties the tables; the mode for that discards the plans of its connection
	baseline baseline
}

// baseline is the content of the template's databases before a test has used them.
type baseline struct {
	schema string // a fingerprint of tables, constraints, triggers, functions and settings
	refill string // restores the rows and sequences that the migrations made
}

var databases struct {
	sync.Mutex
	free  []*database
	inUse map[string]*database // by name
}

// takeDatabase is an empty, migrated database that no other test uses until it is given back.
func takeDatabase(ctx context.Context, server string) (*database, error) {
	databases.Lock()
	if last := len(databases.free) - 1; last >= 0 {
		d := databases.free[last]
		databases.free = databases.free[:last]
		databases.inUse[d.name()] = d
		databases.Unlock()
		return d, nil
	}
	databases.Unlock()
	url, drop, err := Database(ctx, server)
	if err != nil {
		return nil, err
	}
	d := &database{url: url, drop: drop}
	if err := d.ask(ctx, func(conn *pgx.Conn) (err error) { d.baseline, err = readBaseline(ctx, conn); return err }); err != nil {
		return nil, errors.Join(err, d.end(ctx))
	}
	if d.snapshot, err = openSnapshot(ctx, url); err != nil {
		return nil, errors.Join(err, d.end(ctx))
	}
	databases.Lock()
	defer databases.Unlock()
	if databases.inUse == nil {
		databases.inUse = map[string]*database{}
	}
	databases.inUse[d.name()] = d
	return d, nil
}

// forget resets what a test set on a connection. The prepared statements are kept: planning them again for each test costs more than
// running them.
const forget = "CLOSE ALL; RESET SESSION AUTHORIZATION; RESET ALL; UNLISTEN *; SELECT pg_advisory_unlock_all(); DISCARD TEMP; " +
	"DISCARD SEQUENCES"

// rest resets all connections of the pool. A pool that cannot be used again is closed.
func (d *database) rest(ctx context.Context) error {
	idle := d.pool.AcquireAllIdle(ctx)
	good := []int32{}
	for _, conn := range idle {
		if _, err := conn.Exec(ctx, forget, pgx.QueryExecModeSimpleProtocol); err != nil {
			_ = conn.Conn().Close(ctx)
		} else {
			good = append(good, int32(conn.Conn().PgConn().PID()))
		}
	}
	for _, conn := range idle {
		conn.Release()
	}
	d.resting = good
	if len(good) > 0 && d.pool.Stat().AcquiredConns() == 0 {
		return nil
	}
	pool := d.pool
	d.pool, d.resting = nil, []int32{}
	closed := make(chan struct{})
	go func() { pool.Close(); close(closed) }()
	select {
	case <-closed:
		return nil
	case <-time.After(10 * time.Second):
		return errors.New("a connection was not given back to the pool")
	}
}

// closeLate closes the connections that the pool was still opening when the last test ended: reset has ended them at the server.
func (d *database) closeLate(ctx context.Context) {
	if d.pool == nil {
		return
	}
	for _, conn := range d.pool.AcquireAllIdle(ctx) {
		if !slices.Contains(d.resting, int32(conn.Conn().PgConn().PID())) {
			_ = conn.Conn().Close(ctx)
		}
		conn.Release()
	}
}

// giveBack empties a database for the next test, or drops it when the test changed more than its rows.
func (d *database) giveBack(ctx context.Context) error {
	databases.Lock()
	delete(databases.inUse, d.name())
	databases.Unlock()
	clean := false
	err := d.ask(ctx, func(conn *pgx.Conn) (err error) { clean, err = d.reset(ctx, conn); return err })
	if err != nil || !clean {
		return errors.Join(err, d.end(ctx))
	}
	databases.Lock()
	defer databases.Unlock()
	databases.free = append(databases.free, d)
	return nil
}

// end drops the database.
func (d *database) end(ctx context.Context) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.pool != nil {
		d.pool.Close()
		d.pool = nil
	}
	for _, conn := range []*pgx.Conn{d.keeper, d.snapshot, d.cleaner} {
		if conn != nil {
			_ = conn.Close(ctx)
		}
	}
	return d.drop(ctx)
}

func (d *database) name() string {
	config, err := pgx.ParseConfig(d.url)
	if err != nil {
		panic(err) // Database made it
	}
	return config.Database
}

// ask lets fn use the database's own connection. It reconnects when a test ended the connection.
func (d *database) ask(ctx context.Context, fn func(conn *pgx.Conn) error) (err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if err := reconnect(ctx, d.url, &d.keeper); err != nil {
		return err
	}
	return fn(d.keeper)
}

// reconnect opens a connection that is not open yet, or that a test ended.
func reconnect(ctx context.Context, url string, conn **pgx.Conn) (err error) {
	if *conn != nil && (*conn).Ping(ctx) != nil {
		_ = (*conn).Close(ctx)
		*conn = nil
	}
	if *conn == nil {
		*conn, err = pgx.Connect(ctx, url)
	}
	return err
}

// databaseOf is the database that a test's pool is connected to, or nil when it is none of this process's.
func databaseOf(pool *pgxpool.Pool) *database {
	databases.Lock()
	defer databases.Unlock()
	return databases.inUse[pool.Config().ConnConfig.Database]
}

// dropDatabases drops this process's databases on a shared server; a server of its own is removed as a whole.
func dropDatabases(ctx context.Context) (err error) {
	if os.Getenv("TEST_DATABASE_URL") == "" {
		return nil
	}
	databases.Lock()
	defer databases.Unlock()
	for _, d := range databases.free {
		err = errors.Join(err, d.end(ctx))
	}
	databases.free = nil
	return err
}

// fingerprint changes with every change of the schema: the catalogs' rows get a new xmin.
const fingerprint = `SELECT concat_ws(' ',
	(SELECT sum(hashint8(oid::bigint) # hashtext(relname) # relchecks # relnatts) || '/' || sum(relhasrules::int + relhastriggers::int)
		FROM pg_class WHERE oid >= 16384 AND relkind IN ('r', 'v', 'm', 'S', 'i') AND relnamespace <> 'pg_toast'::regnamespace),
	(SELECT sum(xmin::text::bigint) || '/' || count(*) FROM pg_attribute WHERE attrelid >= 16384),
	(SELECT sum(xmin::text::bigint) || '/' || count(*) FROM pg_attrdef),
	(SELECT sum(xmin::text::bigint) || '/' || count(*) FROM pg_constraint WHERE oid >= 16384),
	(SELECT sum(xmin::text::bigint) || '/' || count(*) FROM pg_trigger),
	(SELECT sum(xmin::text::bigint) || '/' || count(*) FROM pg_proc WHERE oid >= 16384),
	(SELECT sum(xmin::text::bigint) || '/' || count(*) FROM pg_type WHERE oid >= 16384),
	(SELECT count(*) FROM pg_index WHERE indexrelid >= 16384 AND indisvalid),
	(SELECT string_agg(nspname, ',' ORDER BY nspname) FROM pg_namespace WHERE nspname !~ '^pg_'),
	(SELECT sum(hashtext(relacl::text)) FROM pg_class WHERE relacl IS NOT NULL),
	(SELECT string_agg(setconfig::text, ',') FROM pg_db_role_setting
		WHERE setdatabase = (SELECT oid FROM pg_database WHERE datname = current_database())))`

func readBaseline(ctx context.Context, conn *pgx.Conn) (b baseline, err error) {
	if err = conn.QueryRow(ctx, fingerprint).Scan(&b.schema); err != nil {
		return b, err
	}
	b.refill, err = refill(ctx, conn)
	return b, err
}

// refill is the statements that insert the rows and set the sequences of an untouched database.
func refill(ctx context.Context, conn *pgx.Conn) (statements string, err error) {
	names, err := conn.Query(ctx, "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1")
	if err != nil {
		return "", err
	}
	tables, err := pgx.CollectRows(names, pgx.RowTo[string])
	if err != nil {
		return "", err
	}
	for _, table := range tables {
		var insert *string // null where the table has no rows
		if err := conn.QueryRow(ctx, fmt.Sprintf(refillTable, pgx.Identifier{table}.Sanitize())).Scan(&insert); err != nil {
			return "", err
		}
		if insert != nil {
			statements += *insert + "\n"
		}
	}
	var sequences string
	err = conn.QueryRow(ctx, `SELECT string_agg(format('SELECT setval(%L, %s, %L);', format('%I.%I', schemaname, sequencename),
		coalesce(last_value, start_value), last_value IS NOT NULL), E'\n') FROM pg_sequences`).Scan(&sequences)
	return statements + sequences + "\n", err
}

// refillTable makes the statement that inserts a table's rows, without generated columns.
const refillTable = `SELECT CASE WHEN EXISTS (SELECT FROM %[1]s) THEN
		format('INSERT INTO %[1]s (%%s) OVERRIDING SYSTEM VALUE SELECT %%1$s FROM json_populate_recordset(NULL::%[1]s, %%L);',
			string_agg(quote_ident(attname), ', '), (SELECT json_agg(x) FROM %[1]s x)) END
	FROM pg_attribute WHERE attrelid = '%[1]s'::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`

// written are the tables that were ever written to.
const written = `SELECT quote_ident(relname), pg_relation_size(oid) FROM pg_class
	WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND pg_relation_size(oid) > 0 ORDER BY 1`

// largest is the maximum size of a table in bytes, with its deleted rows, for its database to be used again: above it, queries that read
// all of the table take longer than a new copy.
const largest = 1 << 20

// openSnapshot is a connection whose transaction can still read every row that is deleted from now on.
func openSnapshot(ctx context.Context, url string) (*pgx.Conn, error) {
	config, err := pgx.ParseConfig(url)
	if err != nil {
		return nil, err
	}
	config.RuntimeParams["application_name"] = "snapshot"
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return nil, err
	}
	if _, err := conn.PgConn().Exec(ctx, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SELECT 1").ReadAll(); err != nil {
		return nil, errors.Join(err, conn.Close(ctx))
	}
	return conn, nil
}

// reset restores the database's baseline. It returns false when the schema changed, a table grew too large or the snapshot's connection
// was ended: then the database must be dropped.
//
// The tables are not vacuumed, since that makes every connection plan all its statements again, which takes longer than most tests. The
// open snapshot keeps Postgres from reusing the space of deleted rows, so that a test finds its rows in the order in which it wrote them,
// as in a new database.
func (d *database) reset(ctx context.Context, conn *pgx.Conn) (clean bool, err error) {
	if d.snapshot.Ping(ctx) != nil {
		return false, nil
	}
	if err := reconnect(ctx, d.url, &d.cleaner); err != nil {
		return false, err
	}
	// A closed connection takes a moment to end at the server; what a test left open ends here.
	var ended bool
	if err := conn.QueryRow(ctx, `SELECT coalesce(bool_and(pg_terminate_backend(pid, 10000)), true) FROM pg_stat_activity
		WHERE datname = current_database() AND pid <> pg_backend_pid() AND pid <> ALL($1) AND backend_type = 'client backend'`,
		append(slices.Clone(d.resting), int32(d.snapshot.PgConn().PID()), int32(d.cleaner.PgConn().PID()))).Scan(&ended); err != nil {
		return false, err
	}
	var schema string
	if err := conn.QueryRow(ctx, fingerprint).Scan(&schema); err != nil {
		return false, err
	}
	if !ended || schema != d.baseline.schema {
		return false, nil
	}
	rows, err := conn.Query(ctx, written)
	if err != nil {
		return false, err
	}
	var table string
	var size, most int64
	var tables []string
	if _, err := pgx.ForEachRow(rows, []any{&table, &size}, func() error {
		tables, most = append(tables, table), max(most, size)
		return nil
	}); err != nil || most > largest {
		return false, err
	}
	empty := ""
	for _, table := range tables {
		empty += "DELETE FROM " + table + ";"
	}
	// In this mode triggers and foreign keys do not run.
	step := "BEGIN; SET LOCAL session_replication_role = replica; " + empty + d.baseline.refill + "COMMIT"
	if _, err := d.cleaner.PgConn().Exec(ctx, step).ReadAll(); err != nil {
		return false, err
	}
	return true, nil
}
