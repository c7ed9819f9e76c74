package db

import (
	"context"
	"sync/atomic"

	"github.com/jackc/pgx/v5/pgxpool"
)

// MigrateBy lets a test say which migrations there are, and over which pool.
var MigrateBy = migrate

// Wait begins a wait for one of so many connections, as a pool does, and returns what the wait is bound by and what ends it.
func Wait(ctx context.Context, line Line, connections int32) (bound context.Context, end func()) {
	bound = line.start(ctx, connections)
	return bound, func() { line.TraceAcquireEnd(bound, nil, pgxpool.TraceAcquireEndData{}) }
}

// Line is who waits for a pool's connections.
type Line = queue

// NewLine is one in which nobody waits.
func NewLine() Line { return queue{&atomic.Int32{}} }

// InLine is how many may wait for each connection.
const InLine = inLine
