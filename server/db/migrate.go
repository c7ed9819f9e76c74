package db

import (
	"context"
	"database/sql"
	"fmt"
	"io/fs"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivermigrate"

	sahnsql "sahn/sql"
)

// migrationLock is any number that nothing else in the database locks.
const migrationLock = 7_246_201

// Migrate brings the database at url to the newest version: our tables, then the job queue's. Several servers may
// start at once; one migrates and the others wait.
func Migrate(ctx context.Context, url string) error {
	pool, err := Open(ctx, url)
	if err != nil {
		return err
	}
	defer pool.Close()
	holder, err := pool.Acquire(ctx)
	if err != nil {
		return Outage(err)
	}
	defer holder.Release()
	// In one transaction, since a pooler may give the next statement another connection.
	guard, err := holder.BeginTx(ctx, pgx.TxOptions{})
	if err != nil {
		return err
	}
	defer func() { _ = guard.Rollback(context.WithoutCancel(ctx)) }()
	if _, err := guard.Exec(ctx, "SELECT pg_advisory_xact_lock($1)", migrationLock); err != nil {
		return fmt.Errorf("wait for another migration: %w", err)
	}
	files, err := fs.Sub(sahnsql.Migrations, "migrations")
	if err != nil {
		return err
	}
	std := open(pool)
	defer std.Close()
	provider, err := goose.NewProvider(goose.DialectPostgres, std, files)
	if err != nil {
		return err
	}
	if _, err := provider.Up(ctx); err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	jobs, err := rivermigrate.New(riverpgxv5.New(pool), nil)
	if err != nil {
		return err
	}
	if _, err := jobs.Migrate(ctx, rivermigrate.DirectionUp, nil); err != nil {
		return fmt.Errorf("migrate jobs: %w", err)
	}
	return nil
}

func open(pool *pgxpool.Pool) *sql.DB {
	std := stdlib.OpenDBFromPool(pool)
	std.SetConnMaxLifetime(time.Minute)
	return std
}
