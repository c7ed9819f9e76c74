package db

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Batch is a list of statements that are sent together and run in order (a pipeline). Each function sends one, by a query of sqlc, and
// reads its answer; it may use what the functions before it have read, but only after its own answer arrived.
type Batch struct {
	asks []func(ctx context.Context, q *Queries) error
}

// Add appends a statement.
func (b *Batch) Add(ask func(ctx context.Context, q *Queries) error) { b.asks = append(b.asks, ask) }

// Step appends a statement, and what is said when it fails.
func (b *Batch) Step(what string, ask func(ctx context.Context, q *Queries) error) {
	b.Add(func(ctx context.Context, q *Queries) error {
		if err := ask(ctx, q); err != nil {
			return fmt.Errorf("%s: %w", what, err)
		}
		return nil
	})
}

// AddAll appends the statements of another batch, and what their errors mean.
func (b *Batch) AddAll(other *Batch, failed func(err error) error) {
	for _, ask := range other.asks {
		b.Add(func(ctx context.Context, q *Queries) error {
			if err := ask(ctx, q); err != nil {
				return failed(err)
			}
			return nil
		})
	}
}

// AddLine appends a statement that is no query of sqlc.
func (b *Batch) AddLine(ask func(ctx context.Context, line DBTX) error) {
	b.Add(func(ctx context.Context, q *Queries) error { return ask(ctx, q.db) })
}

// Each runs the statements one by one, for callers that need no batch.
func (b *Batch) Each(ctx context.Context, q *Queries) error {
	for _, ask := range b.asks {
		if err := ask(ctx, q); err != nil {
			return err
		}
	}
	return nil
}

// In sends the statements in one round trip, inside of a transaction.
func (b *Batch) In(ctx context.Context, tx Tx) error {
	if len(b.asks) == 0 {
		return nil
	}
	return b.send(ctx, tx, nil, nil)
}

// InBatches runs a transaction in two round trips: what ask adds is sent with the begin, and what then adds, after these answers, is sent
// with the commit. An error of ask, then or Postgres rolls everything back; an error that a function of the second batch finds in its
// answer comes after the commit. A deadlock or a serialization failure is retried, up to three times, as in InTx. With a Conn that is no
// pool it runs an ordinary transaction of the same statements.
func InBatches(ctx context.Context, conn Conn, ask func(b *Batch), then func(b *Batch) error) error {
	return InSteps(ctx, conn, func(b *Batch) error { ask(b); return nil }, then)
}

// InSteps is InBatches with as many round trips as steps: what each adds is sent after the answers to the one before.
func InSteps(ctx context.Context, conn Conn, steps ...func(b *Batch) error) error {
	for try := 1; ; try++ {
		err := inSteps(ctx, conn, begin, steps)
		if try == 3 || !again(err) {
			resetOnFailover(conn, err)
			return Outage(err)
		}
	}
}

// SnapshotSteps is InSteps for reads: all of them see the database at one moment, as in Snapshot.
func SnapshotSteps(ctx context.Context, conn Conn, steps ...func(b *Batch) error) error {
	return Outage(inSteps(ctx, conn, beginSnapshot, steps))
}

// InBatch sends what ask adds in one round trip, without a transaction: only for reads, of which each sees its own moment.
func InBatch(ctx context.Context, conn Conn, ask func(b *Batch)) error {
	all := &Batch{}
	ask(all)
	pool, ok := conn.(*pgxpool.Pool)
	if !ok {
		return Outage(all.Each(ctx, New(conn)))
	}
	line, err := pool.Acquire(ctx)
	if err != nil {
		return Outage(err)
	}
	defer line.Release()
	return Outage(all.send(ctx, line, nil, nil))
}

// The statements that begin and end a transaction inside a batch, where each is sent by itself.
var (
	opening  = openings("BEGIN")
	snapshot = openings("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
	closing  = []string{"COMMIT"}
)

func openings(begin string) []string {
	return []string{begin, "SELECT set_config('statement_timeout', '5s', true), set_config('lock_timeout', '2s', true), " +
		"set_config('idle_in_transaction_session_timeout', '10s', true)"}
}

func inSteps(ctx context.Context, conn Conn, begin string, steps []func(b *Batch) error) error {
	pool, ok := conn.(*pgxpool.Pool)
	if !ok {
		return inTx(ctx, conn, begin, func(ctx context.Context, tx Tx) error {
			for _, step := range steps {
				b := &Batch{}
				if err := step(b); err != nil {
					return err
				}
				if err := b.In(ctx, tx); err != nil {
					return err
				}
			}
			return nil
		})
	}
	line, err := hold(ctx, pool)
	if err != nil {
		return err
	}
	defer func() {
		rollBack(ctx, line.Conn())
		line.Release()
	}()
	for i, step := range steps {
		b := &Batch{}
		if err := step(b); err != nil {
			return err
		}
		var before, after []string
		if i == 0 && begin == beginSnapshot {
			before = snapshot
		} else if i == 0 {
			before = opening
		}
		if i == len(steps)-1 {
			after = closing
		}
		if len(before)+len(b.asks)+len(after) == 0 {
			continue
		}
		if err := b.send(ctx, line, before, after); err != nil {
			return err
		}
	}
	return replicated(line.Conn())
}

// rollBack ends a transaction that was not committed, even if the caller has gone away. A connection on which that fails is not used
// again.
func rollBack(ctx context.Context, conn *pgx.Conn) {
	if conn.IsClosed() || conn.PgConn().TxStatus() == 'I' {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), rollbackWait)
	defer cancel()
	_, _ = conn.Exec(ctx, "ROLLBACK")
}

type sender interface {
	Conn() *pgx.Conn
	SendBatch(ctx context.Context, b *pgx.Batch) pgx.BatchResults
}

func (b *Batch) send(ctx context.Context, line sender, before, after []string) (err error) {
	all := &pgx.Batch{}
	for _, sql := range before {
		all.Queue(sql)
	}
	turns := make([]*turn, 0, len(b.asks))
	for _, ask := range b.asks {
		t := newTurn(ctx, line.Conn(), ask)
		defer t.stop()
		if !t.said {
			return errors.Join(t.err, errors.New("an ask without a statement"))
		}
		turns = append(turns, t)
		all.Queue(t.sql, t.args...)
	}
	for _, sql := range after {
		all.Queue(sql)
	}
	results := line.SendBatch(ctx, all)
	defer func() {
		if closed := results.Close(); err == nil {
			err = closed
		}
	}()
	for range before {
		if _, err := results.Exec(); err != nil {
			return err
		}
	}
	for _, t := range turns {
		if err := t.hear(results); err != nil {
			return err
		}
	}
	for range after {
		if tag, err := results.Exec(); err != nil {
			return err
		} else if tag.String() == "ROLLBACK" {
			return pgx.ErrTxCommitRollback
		}
	}
	return nil
}

// turn is a function of a batch that waits between sending its statement and reading the answer.
type turn struct {
	conn    *pgx.Conn
	sql     string
	args    []any
	said    bool
	err     error
	results pgx.BatchResults
	wait    func(struct{}) bool
	next    func() (struct{}, bool)
	stop    func()
}

func newTurn(ctx context.Context, conn *pgx.Conn, ask func(ctx context.Context, q *Queries) error) *turn {
	t := &turn{conn: conn}
	t.next, t.stop = iter.Pull(func(wait func(struct{}) bool) {
		t.wait = wait
		t.err = ask(ctx, New(t))
	})
	t.next()
	return t
}

func (t *turn) hear(results pgx.BatchResults) error {
	t.results = results
	t.next()
	return t.err
}

var (
	errSecond    = errors.New("an ask of a batch has one statement")
	errAbandoned = errors.New("the batch was given up")
)

func (t *turn) say(sql string, args []any) error {
	if t.said {
		return errSecond
	}
	t.said, t.sql, t.args = true, sql, args
	if !t.wait(struct{}{}) {
		return errAbandoned
	}
	return nil
}

// Conn is the connection on which the batch goes.
func (t *turn) Conn() *pgx.Conn { return t.conn }

// Exec sends a statement and waits for its answer.
func (t *turn) Exec(_ context.Context, sql string, args ...any) (pgconn.CommandTag, error) {
	if err := t.say(sql, args); err != nil {
		return pgconn.CommandTag{}, err
	}
	return t.results.Exec()
}

// Query sends a query and waits for its answer.
func (t *turn) Query(_ context.Context, sql string, args ...any) (pgx.Rows, error) {
	if err := t.say(sql, args); err != nil {
		return nil, err
	}
	return t.results.Query()
}

// QueryRow sends a query for one row and waits for its answer.
func (t *turn) QueryRow(_ context.Context, sql string, args ...any) pgx.Row {
	if err := t.say(sql, args); err != nil {
		return failed{err}
	}
	return t.results.QueryRow()
}

type failed struct{ err error }

func (f failed) Scan(...any) error { return f.err }
