package main

import (
	"context"
	"fmt"
	"log/slog"

	"sahn/server/dev/local"
)

type postgres struct {
	Dir string `arg:"" help:"Where its data goes."`
}

// Run serves an embedded Postgres for tests until ctx ends.
func (p postgres) Run(ctx context.Context, log *slog.Logger) error {
	pg, err := local.StartPostgres(ctx, local.Options{Dir: p.Dir, Log: log, TCP: true, MaxConnections: 200, Volatile: true})
	if err != nil {
		return err
	}
	fmt.Println(pg.URL("postgres"))
	<-ctx.Done()
	return pg.Stop()
}
