package main

import (
	"context"
	"errors"
	"log/slog"
	"path/filepath"

	"sahn/server/dev/local"
)

// withDatabase runs a command with the database of the settings, or with the embedded one.
func withDatabase(ctx context.Context, log *slog.Logger, do func(ctx context.Context, address string) error) (err error) {
	c, err := readConfig()
	if err != nil {
		return err
	}
	if c.DatabaseURL == "" {
		pg, err := local.StartPostgres(ctx, local.Options{Dir: filepath.Join(c.DataDir, "postgres"), Log: log})
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, pg.Stop()) }()
		if err := pg.Create(ctx, "sahn"); err != nil {
			return err
		}
		c.DatabaseURL = pg.URL("sahn")
	}
	return do(ctx, c.DatabaseURL)
}
