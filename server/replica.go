package main

import (
	"context"
	"fmt"
	"log/slog"

	"github.com/jackc/pgx/v5/pgxpool"

	"sahn/server/api"
	"sahn/server/platform/db"
)

// openReplica lets reports, menus and photos be read from the replica of DATABASE_REPLICA_URL, where there is one and while it is near. A
// replica that is away is no reason not to serve.
func (c config) openReplica(ctx context.Context, primary *pgxpool.Pool, parts api.Parts, log *slog.Logger,
	changes ...func(*pgxpool.Config)) (closed func(), err error) {
	if c.ReplicaURL == "" {
		return func() {}, nil
	}
	pool, err := db.Open(ctx, c.ReplicaURL, append(changes, db.Size(c.DatabasePool))...)
	if err != nil {
		return nil, fmt.Errorf("DATABASE_REPLICA_URL: %w", err)
	}
	r := db.NewReplica(primary, pool, log)
	go r.Keep(ctx)
	parts.Reports.Replica, parts.Menus.Replica = r, r
	return pool.Close, nil
}
