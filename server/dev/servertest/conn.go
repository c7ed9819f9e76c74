package servertest

import (
	"context"
	"io"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"
)

// Conn is a pool with fault injection into its transactions. It is a db.Conn.
type Conn struct {
	*pgxpool.Pool
	Rewrite  func(sql string) string // changes statements: to see what the product would do without a guard
	Before   func(tx pgx.Tx)         // runs before every statement and before the commit
	LoseNext bool                    // the next commit is carried out and its answer lost
}

// BeginTx begins a transaction with fault injection.
func (c *Conn) BeginTx(ctx context.Context, o pgx.TxOptions) (pgx.Tx, error) {
	tx, err := c.Pool.BeginTx(ctx, o)
	if err != nil {
		return nil, err
	}
	return &suffering{tx, c, false}, nil
}

type suffering struct {
	pgx.Tx
	c     *Conn
	inner bool
}

func (s *suffering) sql(sql string) string {
	if s.c.Before != nil {
		s.c.Before(s.Tx)
	}
	if s.c.Rewrite != nil {
		sql = s.c.Rewrite(sql)
	}
	return sql
}

func (s *suffering) Begin(ctx context.Context) (pgx.Tx, error) {
	tx, err := s.Tx.Begin(ctx)
	if err != nil {
		return nil, err
	}
	return &suffering{tx, s.c, true}, nil
}

func (s *suffering) Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error) {
	return s.Tx.Exec(ctx, s.sql(sql), args...)
}

func (s *suffering) Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error) {
	return s.Tx.Query(ctx, s.sql(sql), args...)
}

func (s *suffering) QueryRow(ctx context.Context, sql string, args ...any) pgx.Row {
	return s.Tx.QueryRow(ctx, s.sql(sql), args...)
}

// SendBatch runs the statements of a batch one by one, with fault injection before each.
func (s *suffering) SendBatch(ctx context.Context, b *pgx.Batch) pgx.BatchResults {
	return &oneByOne{ctx: ctx, s: s, left: b.QueuedQueries}
}

type oneByOne struct {
	pgx.BatchResults
	ctx  context.Context
	s    *suffering
	left []*pgx.QueuedQuery
}

func (o *oneByOne) next() *pgx.QueuedQuery {
	one := o.left[0]
	o.left = o.left[1:]
	return one
}

func (o *oneByOne) Exec() (pgconn.CommandTag, error) {
	one := o.next()
	return o.s.Exec(o.ctx, one.SQL, one.Arguments...)
}

func (o *oneByOne) Query() (pgx.Rows, error) {
	one := o.next()
	return o.s.Query(o.ctx, one.SQL, one.Arguments...)
}

func (o *oneByOne) QueryRow() pgx.Row {
	one := o.next()
	return o.s.QueryRow(o.ctx, one.SQL, one.Arguments...)
}

func (o *oneByOne) Close() error { return nil }

// Commit commits, and may lose the answer.
func (s *suffering) Commit(ctx context.Context) error {
	if s.inner {
		return s.Tx.Commit(ctx)
	}
	s.sql("")
	err := s.Tx.Commit(ctx)
	if err == nil && s.c.LoseNext {
		s.c.LoseNext = false
		return io.ErrUnexpectedEOF
	}
	return err
}

// KillEverywhere runs do on a connection that is killed before its first statement, again on one that is killed before its second, and so
// on until do finishes; the quick gate takes every fifth statement. Each killed try must fail; after each, again is called on an intact
// connection and must succeed. begin prepares each try. It returns how many were killed.
func KillEverywhere(t testing.TB, pool *pgxpool.Pool, begin func() (do func(conn *Conn) error, again func() error)) (died int) {
	t.Helper()
	for at := 1; ; at += Amount(5, 1) {
		do, again := begin()
		n, killed := 0, false
		conn := &Conn{Pool: pool, Before: func(tx pgx.Tx) {
			if n++; n == at {
				kill(t, pool, tx.Conn().PgConn().PID())
				killed = true
			}
		}}
		err := do(conn)
		if !killed {
			require.NoError(t, err)
			return died
		}
		require.Error(t, err, "a connection died before statement %d", at)
		died++
		require.NoError(t, again(), "after statement %d", at)
	}
}

// kill ends a backend and waits until it is gone.
func kill(t testing.TB, pool *pgxpool.Pool, pid uint32) {
	t.Helper()
	var gone bool
	require.NoError(t, pool.QueryRow(t.Context(), "SELECT pg_terminate_backend($1, 5000)", pid).Scan(&gone))
	require.True(t, gone)
}

// Together runs do n times, all at once, and waits for all of them.
func Together(n int, do func(i int)) {
	begin := make(chan struct{})
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() { <-begin; do(i) })
	}
	close(begin)
	all.Wait()
}

// Meet is a point where n must have come before any goes on; nobody waits longer than a transaction may.
func Meet(n int) func() {
	var arrived sync.WaitGroup
	arrived.Add(n)
	return func() {
		arrived.Done()
		all := make(chan struct{})
		go func() { arrived.Wait(); close(all) }()
		select {
		case <-all:
		case <-time.After(9 * time.Second):
		}
	}
}
