package db

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// acquireWait is how long anybody waits for one of the pool's connections: half as long as for an answer, so that a crowd is told
// to come back instead of standing in line until the request itself is given up.
const acquireWait = 6 * time.Second

// queue ends the wait for a connection. It traces nothing.
type queue struct{}

type waiting struct{}

// TraceAcquireStart gives the wait its end.
func (queue) TraceAcquireStart(ctx context.Context, _ *pgxpool.Pool, _ pgxpool.TraceAcquireStartData) context.Context {
	ctx, cancel := context.WithTimeout(ctx, acquireWait)
	return context.WithValue(ctx, waiting{}, cancel)
}

// TraceAcquireEnd forgets it.
func (queue) TraceAcquireEnd(ctx context.Context, _ *pgxpool.Pool, _ pgxpool.TraceAcquireEndData) {
	if cancel, ok := ctx.Value(waiting{}).(context.CancelFunc); ok {
		cancel()
	}
}

// TraceQueryStart does nothing.
func (queue) TraceQueryStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryStartData) context.Context {
	return ctx
}

// TraceQueryEnd does nothing.
func (queue) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}
