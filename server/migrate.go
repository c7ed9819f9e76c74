package main

import (
	"context"
	"log/slog"

	"sahn/server/platform/db"
)

type migrate struct{}

// Run migrates the database of the settings, or the embedded one.
func (migrate) Run(ctx context.Context, log *slog.Logger) error {
	return withDatabase(ctx, log, db.Migrate)
}
