package db

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// MigrateBy lets a test say which migrations there are, and over which pool.
var MigrateBy = migrate

// SuitsBy lets a test say which schema the program knows.
var SuitsBy = suits

// Released is the newest migration of the version before.
const Released = released

// Wait begins a wait for one of so many connections, as a pool does, and returns what the wait is bound by and what ends it.
func Wait(ctx context.Context, line Line, connections int32) (bound context.Context, end func()) {
	bound = line.start(ctx, connections)
	return bound, func() { line.TraceAcquireEnd(bound, nil, pgxpool.TraceAcquireEndData{}) }
}

// Line is who waits for a pool's connections.
type Line = queue

// NewLine is one in which nobody waits.
func NewLine() Line { return queue{&atomic.Int32{}, newWatch()} }

// Hung is the line of a database that is asked whether it lives by a function of the test.
func Hung(ask func(ctx context.Context) error) Line {
	line := NewLine()
	line.ask = ask
	return line
}

// Say begins a statement and returns what it is bound by and what ends it.
func Say(ctx context.Context, line Line) (bound context.Context, end func(err error)) {
	bound = line.TraceQueryStart(ctx, nil, pgx.TraceQueryStartData{})
	return bound, func(err error) { line.TraceQueryEnd(bound, nil, pgx.TraceQueryEndData{Err: err}) }
}

// SayOn begins a statement, or where it has several a batch, on a connection.
func SayOn(ctx context.Context, line Line, conn *pgx.Conn, statements ...string) (bound context.Context, end func()) {
	if len(statements) == 1 {
		bound = line.TraceQueryStart(ctx, conn, pgx.TraceQueryStartData{SQL: statements[0]})
		return bound, func() { line.TraceQueryEnd(bound, conn, pgx.TraceQueryEndData{}) }
	}
	all := &pgx.Batch{}
	for _, sql := range statements {
		all.Queue(sql)
	}
	bound = line.TraceBatchStart(ctx, conn, pgx.TraceBatchStartData{Batch: all})
	return bound, func() { line.TraceBatchEnd(bound, conn, pgx.TraceBatchEndData{}) }
}

// LetPass makes a replica one that nobody has looked at for too long.
func LetPass(r *Replica) {
	for i := range r.past {
		r.past[i].at = r.past[i].at.Add(-maxBehind - time.Second)
	}
}

// InLine is how many may wait for each connection.
const InLine = inLine
