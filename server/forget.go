package main

import (
	"context"
	"fmt"
	"log/slog"

	"github.com/jackc/pgx/v5/pgxpool"

	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/retention"
)

type forget struct {
	DryRun bool `help:"Only say how many rows of each kind would go."`
}

// Run forgets what is due in the database of the settings, or the embedded one, as the hourly job does.
func (f forget) Run(ctx context.Context, log *slog.Logger) error {
	return withPool(ctx, log, func(ctx context.Context, pool *pgxpool.Pool) error {
		keeper := retention.Keeper{Conn: pool, Clock: clock.System}
		due, err := keeper.Due(ctx)
		if err != nil {
			return err
		}
		gone := map[string]int64{}
		if !f.DryRun {
			gone, err = keeper.Forget(ctx)
		}
		for _, d := range due {
			rows, word := d.Rows, "due "
			if !f.DryRun {
				rows, word = gone[d.Name], "gone"
			}
			fmt.Printf("%8d rows %s  %-17s %4d days  %s\n", rows, word, d.Name, d.Days, d.What)
		}
		fmt.Println("Of tax documents, orders, the ledger and the audit trail nothing is ever forgotten.")
		return err
	}, db.ForLongWork)
}
