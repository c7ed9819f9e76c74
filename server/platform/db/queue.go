package db

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// acquireWait is how long a request waits for one of the pool's connections: a quarter as long as for an answer. inLine is how many may
// wait for each connection: the next is refused at once, since its turn would come too late to be of use. Whoever is refused is told when
// to come back, instead of waiting until the request itself times out.
const (
	acquireWait = 3 * time.Second
	inLine      = 16
)

// queue limits the wait for a connection, and lets nothing wait for a database that is hung.
type queue struct {
	waiting *atomic.Int32
	*watch
}

type waiting struct{}

type inTurn struct {
	cancel  context.CancelFunc
	waiting *atomic.Int32
}

// TraceAcquireStart starts the timeout of the wait, which is over at once where too many wait already.
func (q queue) TraceAcquireStart(ctx context.Context, pool *pgxpool.Pool, _ pgxpool.TraceAcquireStartData) context.Context {
	return q.start(ctx, pool.Stat().MaxConns())
}

func (q queue) start(ctx context.Context, connections int32) context.Context {
	ctx, cancel := context.WithTimeout(q.begin(ctx), acquireWait)
	if q.waiting.Add(1) > inLine*connections {
		cancel()
	}
	return context.WithValue(ctx, waiting{}, inTurn{cancel, q.waiting})
}

// errWaited is no answer of the database: a connection was free, or not.
var errWaited = errors.New("waited for a connection")

// TraceAcquireEnd stops the timeout.
func (q queue) TraceAcquireEnd(ctx context.Context, _ *pgxpool.Pool, _ pgxpool.TraceAcquireEndData) {
	if t, ok := ctx.Value(waiting{}).(inTurn); ok {
		t.waiting.Add(-1)
		t.cancel()
	}
	q.done(ctx, errWaited)
}

// readWait is how long a statement, or a batch of reads, may take outside of a transaction: as long as one statement inside of one.
const readWait = 5 * time.Second

// answered begins the wait for an answer. In a transaction Postgres limits it. Outside of one nothing that Postgres knows would do: a
// setting of the connection is lost, or another's, behind a pooler in transaction mode, SET LOCAL needs a transaction and its round trips,
// and a setting of the role would end backups. So the wait is limited here, and the connection given up with it: Postgres ends the
// statement when it notices (client_connection_check_interval).
func (q queue) answered(ctx context.Context, outside bool) context.Context {
	if outside {
		return q.beginFor(ctx, readWait)
	}
	return q.begin(ctx)
}

// outside reports whether what a connection is asked next is outside of a transaction.
func outside(conn *pgx.Conn) bool {
	return conn != nil && !conn.IsClosed() && conn.PgConn().TxStatus() == 'I'
}

// TraceQueryStart begins the wait for an answer. The queue of jobs builds its indexes anew each night, which takes as long as it takes and
// leaves an index behind that nobody uses when it is given up.
func (q queue) TraceQueryStart(ctx context.Context, conn *pgx.Conn, d pgx.TraceQueryStartData) context.Context {
	return q.answered(ctx, outside(conn) && !strings.HasPrefix(d.SQL, "REINDEX"))
}

// TraceQueryEnd ends it.
func (q queue) TraceQueryEnd(ctx context.Context, _ *pgx.Conn, d pgx.TraceQueryEndData) {
	q.done(ctx, d.Err)
}

// TraceBatchStart begins the wait for the answers of a batch.
func (q queue) TraceBatchStart(ctx context.Context, conn *pgx.Conn, d pgx.TraceBatchStartData) context.Context {
	begins := d.Batch != nil && len(d.Batch.QueuedQueries) > 0 && strings.HasPrefix(d.Batch.QueuedQueries[0].SQL, "BEGIN")
	return q.answered(ctx, outside(conn) && !begins)
}

// TraceBatchQuery hears one of them.
func (q queue) TraceBatchQuery(_ context.Context, _ *pgx.Conn, d pgx.TraceBatchQueryData) {
	q.hears(d.Err)
}

// TraceBatchEnd ends it.
func (q queue) TraceBatchEnd(ctx context.Context, _ *pgx.Conn, d pgx.TraceBatchEndData) {
	q.done(ctx, d.Err)
}
