package main

import (
	"context"
	"errors"
	"log/slog"
	"path/filepath"

	"github.com/jackc/pgx/v5/pgxpool"

	"sahn/server/dev/local"
	"sahn/server/platform/db"
)

// withPool runs a command with connections to the database of withDatabase.
func withPool(ctx context.Context, log *slog.Logger, do func(ctx context.Context, pool *pgxpool.Pool) error,
	changes ...func(*pgxpool.Config),
) error {
	return withDatabase(ctx, log, func(ctx context.Context, address string) error {
		pool, err := db.Open(ctx, address, changes...)
		if err != nil {
			return err
		}
		defer pool.Close()
		return do(ctx, pool)
	})
}

// withDatabase runs a command with the database of the settings, or with the embedded one: with that of a running app where one uses
// DATA_DIR, else it is started for as long as the command runs.
func withDatabase(ctx context.Context, log *slog.Logger, do func(ctx context.Context, address string) error) (err error) {
	c, err := readConfig()
	if err != nil {
		return err
	}
	if c.DatabaseURL != "" {
		return do(ctx, c.DatabaseURL)
	}
	dir := filepath.Join(c.DataDir, "postgres")
	pg, err := local.StartPostgres(ctx, local.Options{Dir: dir, Log: log})
	if errors.Is(err, local.ErrInUse) {
		address, err := local.Running(dir, "sahn")
		if err != nil {
			return err
		}
		return do(ctx, address)
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, pg.Stop()) }()
	if err := pg.Create(ctx, "sahn"); err != nil {
		return err
	}
	return do(ctx, pg.URL("sahn"))
}
