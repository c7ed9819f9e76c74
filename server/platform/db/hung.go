package db

import (
	"context"
	"errors"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// How a database is noticed that takes statements and answers none, as a machine that stands still does: nothing was answered for quiet
// while somebody waits, and then a question on a connection of its own is not answered within askWait. Together they are how long a
// request waits for its error. From then on requests fail at once, until a question that is asked every askAgain is answered.
const (
	quiet    = 800 * time.Millisecond
	askWait  = 1100 * time.Millisecond
	askAgain = 500 * time.Millisecond
	// While nobody waits for the answer the question has more time than a pooler lets it wait in its line (PgBouncer's query_wait_timeout).
	// PgBouncer does not notice that somebody in its line has left, and its first connections to a new primary would all be spent on them.
	awayWait = 3500 * time.Millisecond
	late     = 300 * time.Millisecond // a process that is itself this late proves nothing about the database
	idle     = 2 * lookEvery          // nobody came for so long, as after the pool was closed: then nothing is asked before somebody comes
)

// watch notices a hung database, ends what waits for it, and lets nothing more wait.
type watch struct {
	ask func(ctx context.Context) error // one question on a connection of its own

	mu     sync.Mutex
	waits  int       // statements, and waits for a connection, under way
	heard  time.Time // when something was answered, or began to wait where nothing did
	came   time.Time // when somebody came last
	timer  *time.Timer
	armed  bool
	answer context.Context // canceled while the database does not answer
	end    context.CancelFunc
}

func newWatch() *watch {
	w := &watch{ask: func(context.Context) error { return nil }}
	w.answer, w.end = context.WithCancel(context.Background())
	return w
}

type watched struct{}

// begin counts one more who waits. Its context also ends when the database is found to be hung.
func (w *watch) begin(ctx context.Context) context.Context {
	ctx, cancel := context.WithCancel(ctx)
	return w.wait(ctx, cancel)
}

// beginFor is begin for somebody who waits no longer than so.
func (w *watch) beginFor(ctx context.Context, long time.Duration) context.Context {
	ctx, cancel := context.WithTimeout(ctx, long)
	return w.wait(ctx, cancel)
}

func (w *watch) wait(ctx context.Context, cancel context.CancelFunc) context.Context {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.waits++; w.waits == 1 {
		w.heard = time.Now()
	}
	w.came = time.Now()
	if !w.armed {
		w.arm(quiet)
	}
	if w.answer.Err() != nil {
		cancel() // at once: who still begins to connect stands in a pooler's line for nothing
	}
	free := context.AfterFunc(w.answer, cancel)
	ended := &atomic.Bool{} // pgx says twice that a batch ended which failed before it was sent
	return context.WithValue(ctx, watched{}, func() bool { free(); cancel(); return ended.CompareAndSwap(false, true) })
}

// done counts one less, which got an answer unless err says otherwise.
func (w *watch) done(ctx context.Context, err error) {
	if stop, ok := ctx.Value(watched{}).(func() bool); ok && stop() {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.waits--
		if heardFrom(err) {
			w.heard = time.Now()
		}
	}
}

// hears notes an answer in the middle of a batch.
func (w *watch) hears(err error) {
	if heardFrom(err) {
		w.mu.Lock()
		w.heard = time.Now()
		w.mu.Unlock()
	}
}

// heardFrom reports whether Postgres answered, even with an error. A pooler that cannot reach it says so with an error of class 08.
func heardFrom(err error) bool {
	said, ok := errors.AsType[*pgconn.PgError](err)
	return err == nil || ok && !strings.HasPrefix(said.Code, "08") || None(err)
}

func (w *watch) arm(wait time.Duration) {
	w.armed = true
	due := time.Now().Add(wait)
	w.timer = time.AfterFunc(wait, func() { w.look(due) })
}

// look asks the database when nothing was heard of it for too long, and decides.
func (w *watch) look(due time.Time) {
	w.mu.Lock()
	away, heard := w.answer.Err() != nil, w.heard
	if w.armed = false; w.waits == 0 && (!away || time.Since(w.came) > idle) {
		w.mu.Unlock()
		return
	}
	if left := quiet - time.Since(heard); !away && left > 0 {
		w.arm(left)
		w.mu.Unlock()
		return
	}
	w.armed = true
	w.mu.Unlock()

	asked, limit := time.Now(), askWait
	if away {
		limit = awayWait
	}
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	err := w.ask(ctx)
	cancel()

	w.mu.Lock()
	defer w.mu.Unlock()
	switch slow := asked.Sub(due) > late || time.Since(asked) > askWait+late; {
	case heardFrom(err):
		if w.heard = time.Now(); away {
			w.answer, w.end = context.WithCancel(context.Background())
		}
		w.arm(quiet)
	case away:
		w.arm(askAgain)
	case slow || w.heard.After(heard):
		w.arm(quiet)
	default:
		w.end()
		w.arm(askAgain)
	}
}

// question asks a database on a new connection of the pool's settings.
func question(config *pgxpool.Config) func(ctx context.Context) error {
	return func(ctx context.Context) error {
		own := config.ConnConfig.Copy()
		own.Tracer = nil
		if config.BeforeConnect != nil {
			if err := config.BeforeConnect(ctx, own); err != nil {
				return err
			}
		}
		conn, err := pgx.ConnectConfig(ctx, own)
		if err != nil {
			return err
		}
		defer conn.Close(ctx)
		_, err = conn.Exec(ctx, "SELECT 1")
		return err
	}
}

var errNoCancel = errors.New("a pooler is not asked to cancel")

// withoutCancel lets a connection that is given up be closed without a request to cancel its statement, for which pgx dials once more: a
// pooler in front of a hung Postgres piles such requests up, and PgBouncer 1.18 ends itself. In a transaction Postgres ends the
// statement by its time-out.
func withoutCancel(_ context.Context, c *pgx.ConnConfig) error {
	dial, then, connected := c.DialFunc, c.AfterConnect, &atomic.Bool{}
	c.DialFunc = func(ctx context.Context, network, address string) (net.Conn, error) {
		if connected.Load() {
			return nil, errNoCancel
		}
		return dial(ctx, network, address)
	}
	c.AfterConnect = func(ctx context.Context, conn *pgconn.PgConn) error {
		connected.Store(true)
		if then == nil {
			return nil
		}
		return then(ctx, conn)
	}
	return nil
}
