package main

import (
	"context"
	"errors"
	"log/slog"

	"github.com/jackc/pgx/v5/pgxpool"

	"sahn/server/platform/db"
	"sahn/server/pos"
	"sahn/server/sync"
)

type restored struct{}

// Run makes the database of the settings, or the embedded one, safe to serve after an older copy of it was put back.
func (restored) Run(ctx context.Context, log *slog.Logger) error {
	return withPool(ctx, log, func(ctx context.Context, pool *pgxpool.Pool) error {
		return errors.Join(sync.Restored(ctx, pool), pos.Restored(ctx, pool))
	}, db.ForLongWork)
}
