package main

import (
	"context"
	"fmt"
	"log/slog"

	"sahn/server/dev/local"
)

type postgres struct {
	Dir string `arg:"" help:"Where its data goes."`
	App bool   `help:"Serve the app's own database, as serve does, instead of one for tests."`
}

// Run serves an embedded Postgres until ctx ends, and prints its address.
func (p postgres) Run(ctx context.Context, log *slog.Logger) error {
	pg, url, err := p.start(ctx, log)
	if err != nil {
		return err
	}
	fmt.Println(url)
	<-ctx.Done()
	return pg.Stop()
}

func (p postgres) start(ctx context.Context, log *slog.Logger) (*local.Postgres, string, error) {
	if p.App {
		return startDatabase(ctx, p.Dir, log)
	}
	pg, err := local.StartPostgres(ctx, local.Options{Dir: p.Dir, Log: log, TCP: true, MaxConnections: 200, Volatile: true})
	if err != nil {
		return nil, "", err
	}
	return pg, pg.URL("postgres"), nil
}
