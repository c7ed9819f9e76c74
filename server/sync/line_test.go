package sync_test

import (
	"bytes"
	"context"
	"io"
	"net"
	gosync "sync"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"sahn/server/platform/db"
)

// line is the wire to Postgres, where round trips can be counted and where it can be cut.
type line struct {
	mu      gosync.Mutex
	asked   bool // something was written since the last answer
	trips   int
	cut     int    // the next flush but so many is the last one; 0 for never
	how     string // "before" it, "amid" it, or "after" it, when the answer is lost
	deaf    bool   // the answer that comes is lost
	through int    // how much of it passes amid, in quarters
}

// Cuts that a line can suffer.
const (
	before = "before"
	amid   = "amid"
	after  = "after"
)

// pool is one connection of a server's own to the test's database, over the line.
func (l *line) pool(t testing.TB, pool *pgxpool.Pool) *pgxpool.Pool {
	t.Helper()
	config := pool.Config()
	dial := config.ConnConfig.DialFunc
	config.ConnConfig.DialFunc = func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := dial(ctx, network, address)
		return &tapped{conn, l}, err
	}
	config.MaxConns, config.MinConns = 1, 0
	// A slow machine must not make the pool look whether the connection still lives.
	config.ShouldPing = func(context.Context, pgxpool.ShouldPingParams) bool { return false }
	own, err := pgxpool.NewWithConfig(context.Background(), config)
	require.NoError(t, err)
	t.Cleanup(own.Close)
	return own
}

// count answers how often the server was asked and answered meanwhile.
func (l *line) count(do func()) int {
	l.mu.Lock()
	from := l.trips
	l.mu.Unlock()
	do()
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.trips - from
}

// breakAt cuts the line at its n-th flush from now on.
func (l *line) breakAt(n int, how string, through int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.cut, l.how, l.through = n, how, through
}

// broke reports whether the cut has happened, and all of it.
func (l *line) broke() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.cut == 0 && !l.deaf
}

// cancel is what a request to cancel says behind its length. It comes on a line of its own, some time after a cut, and
// belongs to no round.
var cancel = []byte{4, 210, 22, 46}

type tapped struct {
	net.Conn
	l *line
}

func (c *tapped) Write(b []byte) (int, error) {
	if len(b) >= 8 && bytes.Equal(b[4:8], cancel) {
		return c.Conn.Write(b)
	}
	c.l.mu.Lock()
	defer c.l.mu.Unlock()
	c.l.asked = true
	if c.l.cut != 1 {
		c.l.cut = max(0, c.l.cut-1)
		return c.Conn.Write(b)
	}
	switch c.l.how {
	case before:
	case amid:
		_, _ = c.Conn.Write(b[:len(b)*c.l.through/4])
	case after:
		c.l.cut, c.l.deaf = 0, true
		return c.Conn.Write(b)
	}
	c.l.cut = 0
	_ = c.Close()
	return 0, io.ErrUnexpectedEOF
}

func (c *tapped) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	c.l.mu.Lock()
	defer c.l.mu.Unlock()
	if n == 0 || !c.l.asked {
		return n, err
	}
	c.l.asked = false
	c.l.trips++
	if !c.l.deaf {
		return n, err
	}
	for !over(b[:n]) && err == nil { // until the server has done everything
		n, err = c.Conn.Read(b)
	}
	c.l.deaf = false
	_ = c.Close()
	return 0, io.ErrUnexpectedEOF
}

// over reports whether an answer ends with "ready for the next question".
func over(answer []byte) bool {
	return len(answer) >= 6 && bytes.Equal(answer[len(answer)-6:len(answer)-1], []byte{'Z', 0, 0, 0, 5})
}

func TestTheLineCountsEveryQuestionThatWaitsForAnAnswer(t *testing.T) {
	t.Parallel()
	x := lay(t)
	l := &line{}
	pool := l.pool(t, x.pool)
	ask := func(n int) {
		for range n {
			_, err := pool.Exec(t.Context(), "SELECT 1")
			require.NoError(t, err)
		}
	}
	ask(1)
	require.Equal(t, 7, l.count(func() { ask(7) }))
	require.Equal(t, 5, l.count(func() {
		require.NoError(t, db.InTx(t.Context(), pool, func(ctx context.Context, tx db.Tx) error {
			for range 3 {
				if _, err := tx.Exec(ctx, "SELECT 1"); err != nil {
					return err
				}
			}
			return nil
		}))
	}), "the begin and the commit too")
	together := func() {
		many := &pgx.Batch{}
		for range 9 {
			many.Queue("SELECT 1")
		}
		require.NoError(t, pool.SendBatch(t.Context(), many).Close())
	}
	require.Equal(t, 2, l.count(together), "described first")
	require.Equal(t, 1, l.count(together))
	require.Zero(t, l.count(func() {}))
}
