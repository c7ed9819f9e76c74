package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"time"

	"sahn/server/ops/backup"
	"sahn/server/ops/doctor"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/pos"
	"sahn/server/sync"
)

type restore struct {
	File     string `arg:"" type:"existingfile" help:"A copy that backup made."`
	Identity string `type:"existingfile" placeholder:"FILE" help:"A file with the private key of age that opens an encrypted copy."`
}

// Run restores a backup into the empty database of the settings, or the embedded one, begins a new
// epoch of revisions, and checks the database.
func (r restore) Run(ctx context.Context, log *slog.Logger) error {
	return withDatabase(ctx, log, func(ctx context.Context, address string) error {
		if err := db.Migrate(ctx, address); err != nil {
			return err
		}
		pool, err := db.Open(ctx, address, db.ForLongWork)
		if err != nil {
			return err
		}
		defer pool.Close()
		line, err := pool.Acquire(ctx)
		if err != nil {
			return err
		}
		report, err := backup.Restore(ctx, line.Conn(), func() (io.ReadCloser, error) { return backup.Open(r.File, r.Identity) })
		line.Release()
		if err != nil {
			return err
		}
		if err := errors.Join(sync.Restored(ctx, pool), pos.Restored(ctx, pool)); err != nil {
			return err
		}
		found, err := doctor.Examine(ctx, pool)
		if err != nil {
			return err
		}
		fmt.Printf("%d rows of %d tables as of %s are back. Everybody signs in again, and every device starts over.\n",
			report.Rows, report.Tables, report.At.In(clock.Dubai).Format(time.DateTime))
		if broken := doctor.Broken(found); len(broken) > 0 {
			return fmt.Errorf("%d of %d invariants are broken: see sahn doctor", len(broken), len(found))
		}
		return nil
	})
}
