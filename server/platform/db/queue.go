package db

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// acquireWait is how long a request waits for one of the pool's connections: half as long as for an answer, so that under load it is
// refused and can retry, instead of waiting until the request itself times out.
const acquireWait = 6 * time.Second

// queue limits the wait for a connection. It traces nothing.
type queue struct{}

type waiting struct{}

// TraceAcquireStart starts the timeout of the wait.
func (queue) TraceAcquireStart(ctx context.Context, _ *pgxpool.Pool, _ pgxpool.TraceAcquireStartData) context.Context {
	ctx, cancel := context.WithTimeout(ctx, acquireWait)
	return context.WithValue(ctx, waiting{}, cancel)
}

// TraceAcquireEnd stops the timeout.
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
