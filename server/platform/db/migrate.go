package db

import (
	"bufio"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivermigrate"

	sahnsql "sahn/sql"
)

// migrationLock is the key of the advisory lock; nothing else in the database uses it.
const migrationLock = 7_246_201

// Migrate brings the database at url to the newest version: our tables, then the job queue's. Several servers may start at once; one
// migrates and the others wait. An interrupted migration continues with the next call.
func Migrate(ctx context.Context, url string) error {
	pool, err := Open(ctx, url, ForLongWork)
	if err != nil {
		return err
	}
	defer pool.Close()
	files, err := fs.Sub(sahnsql.Migrations, "migrations")
	if err != nil {
		return err
	}
	if err := migrate(ctx, pool, files); err != nil {
		return err
	}
	return raiseFloor(ctx, pool)
}

func migrate(ctx context.Context, pool *pgxpool.Pool, files fs.FS) error {
	holder, err := pool.Acquire(ctx)
	if err != nil {
		return Outage(err)
	}
	defer holder.Release()
	guard, err := lockMigrations(ctx, holder)
	if err != nil {
		return err
	}
	defer func() { _ = guard.Rollback(context.WithoutCancel(ctx)) }()
	std := open(pool)
	defer std.Close()
	provider, err := goose.NewProvider(goose.DialectPostgres, std, brief{files})
	if err != nil {
		return err
	}
	if err := retryLocked(ctx, func() error { _, err := provider.Up(ctx); return err }); err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	if err := migrateJobs(ctx, pool); err != nil {
		return fmt.Errorf("migrate jobs: %w", err)
	}
	if err := retryLocked(ctx, func() error { _, err := pool.Exec(ctx, unasked); return err }); err != nil {
		return fmt.Errorf("drop indexes of jobs: %w", err)
	}
	return nil
}

// lockMigrations waits until nobody else migrates. The lock is a transaction's, since a pooler may give the next statement another
// connection. Neither who holds it nor who waits has a snapshot for long: making an index concurrently waits for every snapshot.
func lockMigrations(ctx context.Context, holder *pgxpool.Conn) (guard pgx.Tx, err error) {
	for {
		if guard, err = holder.BeginTx(ctx, pgx.TxOptions{}); err != nil {
			return nil, err
		}
		var mine bool
		// The simple protocol leaves no portal open, which would keep its snapshot.
		err = guard.QueryRow(ctx, "SELECT pg_try_advisory_xact_lock($1)", pgx.QueryExecModeSimpleProtocol, migrationLock).Scan(&mine)
		if err == nil && mine {
			return guard, nil
		}
		if err = errors.Join(err, guard.Rollback(context.WithoutCancel(ctx))); err != nil {
			return nil, fmt.Errorf("wait for another migration: %w", err)
		}
		select {
		case <-ctx.Done():
			return nil, fmt.Errorf("wait for another migration: %w", ctx.Err())
		case <-time.After(betweenLooks):
		}
	}
}

// unasked drops the queue's indexes for lists by kind and by content. Nothing here asks for them, and they are half of what a job costs.
const unasked = briefly + " DROP INDEX IF EXISTS river_job_args_index, river_job_metadata_index, river_job_kind"

// migrateJobs goes step by step, each in a transaction of its own.
func migrateJobs(ctx context.Context, pool *pgxpool.Pool) error {
	jobs, err := rivermigrate.New(riverpgxv5.New(pool), nil)
	if err != nil {
		return err
	}
	for more := true; more; {
		if err := retryLocked(ctx, func() error {
			return pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
				if _, err := tx.Exec(ctx, briefly); err != nil {
					return err
				}
				//lint:ignore SA1019 one step alone, and only so can its locks have a limit
				done, err := jobs.MigrateTx(ctx, tx, rivermigrate.DirectionUp, &rivermigrate.MigrateOpts{MaxSteps: 1})
				more = err == nil && len(done.Versions) > 0
				return err
			})
		}); err != nil {
			return err
		}
	}
	return nil
}

// A migration that waits for a lock on a table blocks all later queries of that table, so it waits briefly, lets them pass, and retries.
const (
	briefly     = "SET LOCAL lock_timeout = '500ms';"
	betweenWait = time.Second
	maxWaits    = 120

	betweenLooks = 200 * time.Millisecond // whether another migration is over
)

func retryLocked(ctx context.Context, try func() error) error {
	for n := 1; ; n++ {
		err := try()
		pg, ok := errors.AsType[*pgconn.PgError](err)
		if !ok || pg.Code != "55P03" || n == maxWaits {
			return err
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(betweenWait):
		}
	}
}

// brief is migrations that begin with that time limit.
type brief struct{ fs.FS }

// Open opens a migration and inserts the time limit after its first line.
func (b brief) Open(name string) (fs.File, error) {
	file, err := b.FS.Open(name)
	if err != nil || path.Ext(name) != ".sql" {
		return file, err
	}
	body := bufio.NewReader(file)
	first, err := body.ReadString('\n')
	if err != nil || first != "-- +goose Up\n" {
		return nil, errors.Join(fmt.Errorf("%s does not begin with a line that says '-- +goose Up'", name), err, file.Close())
	}
	return limited{file, io.MultiReader(strings.NewReader(first+briefly+"\n"), body)}, nil
}

type limited struct {
	fs.File
	body io.Reader
}

func (l limited) Read(b []byte) (int, error) { return l.body.Read(b) }

func open(pool *pgxpool.Pool) *sql.DB {
	std := stdlib.OpenDBFromPool(pool)
	std.SetConnMaxLifetime(time.Minute)
	return std
}
