package main

import (
	"context"
	"errors"
	"log/slog"

	"sahn/server/platform/db"
	"sahn/server/pos"
	"sahn/server/sync"
)

type restored struct{}

// Run makes the database of the settings, or the embedded one, safe to serve after an older copy of it was put back.
func (restored) Run(ctx context.Context, log *slog.Logger) error {
	return withDatabase(ctx, log, func(ctx context.Context, address string) error {
		pool, err := db.Open(ctx, address, db.ForLongWork)
		if err != nil {
			return err
		}
		defer pool.Close()
		return errors.Join(sync.Restored(ctx, pool), pos.Restored(ctx, pool))
	})
}
