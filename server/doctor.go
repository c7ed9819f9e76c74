package main

import (
	"context"
	"fmt"
	"log/slog"

	"github.com/jackc/pgx/v5/pgxpool"

	"sahn/server/ops/doctor"
	"sahn/server/platform/db"
)

type examine struct{}

// Run checks the database of the settings, or the embedded one, and fails when something in it is inconsistent.
func (examine) Run(ctx context.Context, log *slog.Logger) error {
	return withPool(ctx, log, func(ctx context.Context, pool *pgxpool.Pool) error {
		return nightly(ctx, log, pool, "doctor", func() error {
			found, err := doctor.Examine(ctx, pool)
			if err != nil {
				return err
			}
			for _, f := range found {
				word := "ok"
				if f.Count > 0 {
					word = "BROKEN"
				}
				fmt.Printf("%-7s %6d  %s\n", word, f.Count, f.Name)
			}
			if broken := doctor.Broken(found); len(broken) > 0 {
				return fmt.Errorf("%d of %d invariants are broken", len(broken), len(found))
			}
			return nil
		})
	}, db.ForLongWork)
}
