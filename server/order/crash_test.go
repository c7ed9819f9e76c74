package order_test

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"sahn/server/dev/servertest/shop"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/local"
	"sahn/server/dev/servertest"
	"sahn/server/order"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
)

// cellar is a Postgres of a test's own, since it is killed.
type cellar struct {
	*testing.T
	options local.Options
	running *local.Postgres
	pool    *pgxpool.Pool
	up      sync.RWMutex // held while it is started
}

func dig(t *testing.T, volatile bool) *cellar {
	t.Helper()
	dir, err := os.MkdirTemp("", "sahn-crash-")
	require.NoError(t, err)
	require.NoError(t, os.Chmod(dir, 0o755)) // Postgres runs as somebody else
	c := &cellar{T: t, options: local.Options{Dir: filepath.Join(dir, "pg"), Volatile: volatile}}
	c.start()
	t.Cleanup(func() {
		require.NoError(t, c.running.Stop())
		require.NoError(t, os.RemoveAll(dir))
	})
	url, _, err := servertest.Database(t.Context(), c.running.URL("postgres"))
	require.NoError(t, err)
	c.pool, err = db.Open(t.Context(), url)
	require.NoError(t, err)
	t.Cleanup(c.pool.Close)
	return c
}

func (c *cellar) start() {
	c.Helper()
	var err error
	c.running, err = local.StartPostgres(context.Background(), c.options)
	require.NoError(c, err)
}

// restart ends every connection and starts the server again, as an update of it does.
func (c *cellar) restart() {
	c.Helper()
	c.up.Lock()
	defer c.up.Unlock()
	require.NoError(c, c.running.Stop())
	c.start()
}

// wait returns when it runs.
func (c *cellar) wait() {
	c.up.RLock()
	defer c.up.RUnlock()
}

// kill ends the server and everything that it runs, whatever they are at, and starts it again.
func (c *cellar) kill() {
	c.Helper()
	conn, err := pgx.Connect(c.Context(), c.running.URL("postgres"))
	require.NoError(c, err)
	var pids []int
	require.NoError(c, conn.QueryRow(c.Context(), "SELECT array_agg(pid) FROM pg_stat_activity").Scan(&pids))
	said, err := os.ReadFile(filepath.Join(c.options.Dir, "data", "postmaster.pid"))
	require.NoError(c, err)
	first, _, _ := strings.Cut(string(said), "\n")
	postmaster, err := strconv.Atoi(first)
	require.NoError(c, err)
	for _, pid := range append([]int{postmaster}, pids...) {
		p, err := os.FindProcess(pid)
		require.NoError(c, err)
		_ = p.Kill() // some have just ended by themselves
	}
	c.up.Lock()
	defer c.up.Unlock()
	_ = c.running.Stop()
	c.start()
}

// rush lets guests check out, four at a time, each until somebody says that the order stands. It calls between after every
// order that somebody heard of, and answers who heard of which, and how often nobody answered.
func (c *cellar) rush(k *shop.Kitchen, hands map[*shop.Guest]order.HandoffRequest,
	between func(heard int)) (orders map[*shop.Guest]string, unanswered int) {
	c.Helper()
	type answer struct {
		*shop.Guest
		order  string
		failed int
	}
	waiting, answers := make(chan *shop.Guest, len(hands)), make(chan answer)
	for g := range hands {
		waiting <- g
	}
	close(waiting)
	for range 4 {
		go func() {
			for g := range waiting {
				for failed := 0; ; failed++ {
					h, err := k.Orders.HandleHandoff(context.Background(), g.Caller, hands[g])
					if err == nil {
						answers <- answer{g, h.Order, failed}
						break
					}
					if f := fault.As(err); f == nil || f.Kind != fault.Unavailable {
						c.Errorf("an outage is called %v", err)
						answers <- answer{g, "", failed}
						break
					}
					c.wait()
				}
			}
		}()
	}
	orders = map[*shop.Guest]string{}
	for range hands {
		a := <-answers
		orders[a.Guest] = a.order
		unanswered += a.failed
		between(len(orders))
	}
	return orders, unanswered
}

func hands(k *shop.Kitchen, n int) map[*shop.Guest]order.HandoffRequest {
	k.Helper()
	next, hands := k.Rich(), map[*shop.Guest]order.HandoffRequest{}
	for range n {
		g, r := next()
		hands[g] = r
	}
	return hands
}

// Postgres is killed, restarted and killed again while people check out.
func TestAPostgresThatIsKilledAmidCheckoutsKeepsEveryOrderThatSomebodyHeardOf(t *testing.T) {
	t.Parallel()
	servertest.Deep(t, "checkouts cut at a part of their messages, and the start of a killed Postgres")
	c := dig(t, false)
	k := shop.OpenOn(t, c.pool)
	hands := hands(k, 24)
	orders, unanswered := c.rush(k, hands, func(heard int) {
		switch heard {
		case 6, 18:
			c.kill()
		case 12:
			c.restart()
		}
	})
	require.Greater(t, unanswered, 3, "it was away, and people met that")
	for g, id := range orders {
		require.Equal(t, []string{id}, ordersOf(k, g), "what was heard of stands, once")
		again, err := g.Tries(hands[g])
		require.NoError(t, err)
		require.Equal(t, id, again.Order)
	}
}

// The twin: a server that answers before a commit is written forgets orders that somebody heard of.
func TestAPostgresThatAnswersBeforeItWritesWouldForgetOrders(t *testing.T) {
	t.Parallel()
	servertest.Deep(t, "no killed Postgres amid checkouts, so it needs no unsafe twin of it")
	c := dig(t, true)
	k := shop.OpenOn(t, c.pool)
	k.Unsound = true
	hands := hands(k, 4)
	servertest.Do(t, c.pool, "ALTER SYSTEM SET wal_writer_delay = '10s'")
	servertest.Do(t, c.pool, "CHECKPOINT")
	servertest.Do(t, c.pool, "SELECT pg_reload_conf()")
	orders, _ := c.rush(k, hands, func(heard int) {
		if heard == len(hands) {
			c.kill()
		}
	})
	require.Less(t, servertest.One[int](t, servertest.Another(t, c.pool), "SELECT count(*) FROM orders"), len(orders))
}
