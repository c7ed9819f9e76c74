// Package db is Postgres: a pool, a transaction, and the queries that sqlc generates from sql/queries. Its promise: a transaction of InTx
// is committed whole or not at all, and never waits without a limit.
package db

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"sahn/server/platform/fault"
)

// Conn begins transactions, and reads outside of one: a pool, or a transaction in a test.
type Conn interface {
	DBTX
	BeginTx(ctx context.Context, options pgx.TxOptions) (pgx.Tx, error)
}

// ErrUnavailable says that the database did not answer. The request may have been carried out all the same, when only the answer to its
// commit was lost: the caller retries with the same idempotency key, number or id.
var ErrUnavailable = fault.New(fault.Unavailable, "unavailable",
	"We cannot reach our kitchen right now. Your choices are safe; please try again soon.").After(5 * time.Second)

// Open makes a pool that also works through a pooler in transaction mode: no named prepared statements and no settings that outlive a
// transaction. A URL that sets pgx's default_query_exec_mode overrides that, for a server without a pooler or with one that supports
// prepared statements. Changes are made to its settings before it opens.
func Open(ctx context.Context, url string, changes ...func(*pgxpool.Config)) (*pgxpool.Pool, error) {
	config, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, fmt.Errorf("database url: %w", err)
	}
	if !strings.Contains(url, "default_query_exec_mode") {
		config.ConnConfig.DefaultQueryExecMode = pgx.QueryExecModeCacheDescribe
		config.BeforeConnect = withoutCancel
	}
	if config.ConnConfig.ConnectTimeout == 0 {
		config.ConnConfig.ConnectTimeout = 3 * time.Second
	}
	config.MaxConnIdleTime = 5 * time.Minute
	line := queue{&atomic.Int32{}, newWatch()}
	config.ConnConfig.Tracer = line
	config.ConnConfig.OnNotice = notice
	config.AfterConnect = readDates
	for _, change := range changes {
		change(config)
	}
	line.ask = question(config)
	return pgxpool.NewWithConfig(ctx, config)
}

// Size is a pool of so many connections at most.
func Size(connections int) func(*pgxpool.Config) {
	return func(c *pgxpool.Config) { c.MaxConns = int32(connections) } //nolint:gosec // a setting, checked
}

// ForLongWork is for commands whose statements may take minutes: they are not given up when a question beside them is answered late.
func ForLongWork(c *pgxpool.Config) { c.ConnConfig.Tracer = nil }

// One statement sets the limits, so they cost no round trip of their own and end with the transaction.
const (
	limits = `; SET LOCAL statement_timeout = '5s'; SET LOCAL lock_timeout = '2s'; ` +
		`SET LOCAL idle_in_transaction_session_timeout = '10s'`
	begin         = `BEGIN` + limits
	beginSnapshot = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY` + limits
)

// Tx is a transaction: the generated queries in it, and what jobs and savepoints need.
type Tx struct {
	*Queries
	pgx.Tx
}

// InTx runs fn in a transaction of conn and commits when it returns nil. A deadlock or a serialization failure is retried, up to three
// times, so fn must have no effect outside of tx.
func InTx(ctx context.Context, conn Conn, fn func(ctx context.Context, tx Tx) error) error {
	for try := 1; ; try++ {
		err := inTx(ctx, conn, begin, fn)
		if try == 3 || !again(err) {
			resetOnFailover(conn, err)
			return Outage(err)
		}
	}
}

// resetOnFailover closes a pool's connections when one of them leads to a read-only server: after a failover the former primary keeps
// answering on them, and would refuse every write until they reach their maximum age. The next write connects to the current primary.
func resetOnFailover(conn Conn, err error) {
	if pool, ok := conn.(*pgxpool.Pool); ok && readsOnly(err) {
		pool.Reset()
	}
}

func readsOnly(err error) bool {
	pg, ok := errors.AsType[*pgconn.PgError](err)
	return ok && pg.Code == "25006"
}

// Snapshot runs fn in a read-only transaction: all its queries see the database at one moment.
func Snapshot(ctx context.Context, conn Conn, fn func(ctx context.Context, q *Queries) error) error {
	return Outage(inTx(ctx, conn, beginSnapshot, func(ctx context.Context, tx Tx) error { return fn(ctx, tx.Queries) }))
}

// rollbackWait is the timeout of a rollback; a connection that takes longer is discarded.
const rollbackWait = 3 * time.Second

func inTx(ctx context.Context, conn Conn, begin string, fn func(ctx context.Context, tx Tx) error) error {
	var held *pgxpool.Conn
	if pool, ok := conn.(*pgxpool.Pool); ok {
		var err error
		if held, err = hold(ctx, pool); err != nil {
			return err
		}
		defer held.Release()
		conn = held
	}
	tx, err := conn.BeginTx(ctx, pgx.TxOptions{BeginQuery: begin})
	if err != nil {
		return err
	}
	// The rollback must reach the server even if the caller has gone away, but is not waited for without a limit.
	defer func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), rollbackWait)
		defer cancel()
		_ = tx.Rollback(ctx)
	}()
	if err := fn(ctx, Tx{New(tx), tx}); err != nil {
		return err
	}
	if err := tx.Commit(ctx); err != nil {
		return err
	}
	if held == nil { // a savepoint, or a test's own way to begin
		return nil
	}
	return replicated(held.Conn())
}

func again(err error) bool {
	pg, ok := errors.AsType[*pgconn.PgError](err)
	return ok && (pg.Code == "40001" || pg.Code == "40P01")
}

// Contended reports whether a transaction was given up because others held, for too long, what it needed.
func Contended(err error) bool {
	pg, ok := errors.AsType[*pgconn.PgError](err)
	return ok && (pg.Code == "55P03" || again(err))
}

// Broke reports whether err is a violation of the named constraint.
func Broke(err error, constraint string) bool {
	pg, ok := errors.AsType[*pgconn.PgError](err)
	return ok && pg.ConstraintName == constraint
}

// None reports whether a query found no row.
func None(err error) bool { return errors.Is(err, pgx.ErrNoRows) }

// NoneIs is what no row means to the caller, instead of a query's error; every other error, and nil, stays as it is.
func NoneIs(err, meaning error) error {
	if None(err) {
		return meaning
	}
	return err
}

// Outage turns errors of an unavailable database into ErrUnavailable and leaves every other error as it is.
func Outage(err error) error {
	if err == nil || fault.As(err) != nil || None(err) {
		return err
	}
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok {
		switch pg.Code[:2] {
		case "08", "40", "53", "55", "57", "58": // connection, conflict, resources, lock not acquired, shutdown or time-out, system
			return fmt.Errorf("%w: %w", ErrUnavailable, err)
		}
		if readsOnly(err) || pg.Code == "25P03" { // the latter: a transaction that was idle for too long
			return fmt.Errorf("%w: %w", ErrUnavailable, err)
		}
		return err
	}
	if _, ok := errors.AsType[*pgconn.ConnectError](err); ok || pgconn.SafeToRetry(err) || pgconn.Timeout(err) ||
		errors.Is(err, pgx.ErrTxClosed) || errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) || isNetwork(err) {
		return fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	return err
}
