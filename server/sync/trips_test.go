package sync_test

import (
	"context"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/platform/clock"
	"sahn/server/sync"
)

// far is a table whose server is at the other end of a line.
func far(t testing.TB) (*table, *line) {
	x, l := lay(t), &line{}
	x.syncs = server(l.pool(t, x.pool), x.clock)
	return x, l
}

// five are operations on five days, from the n-th on.
func five(n int64) (ops []sync.Operation) {
	for i := range 5 {
		ops = append(ops, set(n+int64(i), monday+clock.Date(i), 1<<40, eat("a", 1+int(n)%9), eat("b", 2), eat("c", 3)))
	}
	return ops
}

func TestARoundCostsTwoTripsToThePostgresAndFourOnANewConnection(t *testing.T) {
	t.Parallel()
	x, l := far(t)
	require.NoError(t, x.syncs.Conn.QueryRow(t.Context(), "SELECT 1").Scan(new(int)))
	dev := newID()
	trips := func(r sync.Request) int { return l.count(func() { x.say(r) }) }
	require.Equal(t, 4, trips(x.request(dev, 0, five(1)...)), "each statement is described once a connection")
	require.LessOrEqual(t, trips(x.request(dev, 0)), 3)

	ops := five(6)
	require.Equal(t, 2, trips(x.request(dev, 0, ops...)))
	require.Equal(t, 2, trips(x.request(dev, 0, ops...)), "said again")
	require.Equal(t, 2, trips(x.request(dev, 0)), "nothing to say")
	r := x.asked(dev, 10, 10, x.say(x.asked(dev, 0, 0, "")).Tag)
	require.LessOrEqual(t, trips(r), 2, "its statements are described")
	require.Equal(t, 1, trips(r), "nothing to say and nothing to hear")
	many := []sync.Operation{}
	for n := range int64(100) {
		many = append(many, set(11+n, monday+clock.Date(n%5), 1<<40, eat("a", 1+int(n)%9)))
	}
	require.Equal(t, 2, trips(x.request(dev, 0, many...)))

	x.cancelled()
	x.say(x.request(dev, 6)) // the statements about orders are described, which nobody asked before
	require.Equal(t, 2, l.count(func() { require.Len(t, x.say(x.request(dev, 6)).Orders, 1) }), "with an order")
	servertest.Do(t, x.pool, "DELETE FROM orders") // it was no sound one
}

// said counts the statements of a server.
type said struct{ n int }

func (s *said) TraceQueryStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryStartData) context.Context {
	s.n++
	return ctx
}
func (s *said) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}
func (s *said) TraceBatchStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceBatchStartData) context.Context {
	return ctx
}
func (s *said) TraceBatchQuery(context.Context, *pgx.Conn, pgx.TraceBatchQueryData) { s.n++ }
func (s *said) TraceBatchEnd(context.Context, *pgx.Conn, pgx.TraceBatchEndData)     {}

// within is a transaction that a test takes back.
type within struct{ pgx.Tx }

func (w within) BeginTx(ctx context.Context, _ pgx.TxOptions) (pgx.Tx, error) { return w.Begin(ctx) }

// A device that asks each minute and hears nothing costs one trip that only reads: no row is written and none is locked. That it was there
// is written once in five minutes.
func TestADeviceThatHasEverythingOnlyReads(t *testing.T) {
	t.Parallel()
	x := lay(t)
	dev := newID()
	x.say(x.request(dev, 0, five(1)...))
	first := x.say(x.asked(dev, 0, 5, ""))
	r := x.asked(dev, first.Cur, 5, first.Tag)
	config, count := x.pool.Config(), &said{}
	config.ConnConfig.RuntimeParams["default_transaction_read_only"], config.ConnConfig.Tracer = "on", count
	reading, err := pgxpool.NewWithConfig(t.Context(), config)
	require.NoError(t, err)
	t.Cleanup(reading.Close)
	writing := x.syncs
	x.syncs = server(reading, x.clock)
	quiet := x.say(r)
	require.Equal(t, sync.Reply{Cur: first.Cur, Ack: first.Ack, Now: quiet.Now}, quiet)
	require.Equal(t, 2, count.n, "the device, and what changes at any time with the menus")

	x.clock.Move(4*time.Minute + 59*time.Second)
	x.say(r)
	x.clock.Move(2 * time.Second)
	_, err = x.try(r)
	require.ErrorContains(t, err, "25006", "it has to be written that it was there")
	x.syncs = writing
	x.say(r)
	x.syncs = server(reading, x.clock)
	x.say(r)

	for why, change := range map[string]string{
		"its session ended": "UPDATE devices SET session_id = sha256('other')", "it was revoked": "UPDATE devices SET revoked_at = seen_at",
		"an older copy was put back": "UPDATE profile_revs SET rev = rev - 1", "its app is another": "UPDATE devices SET app = '2026.10.1'"} {
		tx, err := x.pool.Begin(t.Context())
		require.NoError(t, err)
		_, err = tx.Exec(t.Context(), change)
		require.NoError(t, err)
		held := server(x.pool, x.clock)
		held.Conn = within{tx}
		_, done, err := sync.Quiet(t.Context(), held, x.who, r)
		require.NoError(t, err, why)
		require.False(t, done, why)
		require.NoError(t, tx.Rollback(t.Context()))
	}
}

// Another device of hers chose, and an order was placed: that too is only read, in a second trip.
func TestADeviceThatHearsNewsOnlyReadsInTwoTrips(t *testing.T) {
	t.Parallel()
	x, l := far(t)
	dev := newID()
	x.say(x.request(dev, 0, five(1)...))
	first := x.say(x.asked(dev, 0, 5, ""))
	r := x.asked(dev, first.Cur, 5, first.Tag)
	x.say(x.request(newID(), 0, set(1, monday, 1<<40, eat("d", 4))))
	x.say(r) // its statements are described
	servertest.Do(t, x.pool, "UPDATE profile_revs SET rev = 7")
	x.cancelled()
	servertest.Do(t, x.pool, "ALTER TABLE devices RENAME TO devices_kept; CREATE VIEW devices AS SELECT * FROM devices_kept UNION ALL "+
		"SELECT * FROM devices_kept WHERE false")
	news := sync.Reply{}
	require.Equal(t, 2, l.count(func() { news = x.say(r) }), "nothing can be written of a device now")
	require.Len(t, news.Docs, 1)
	require.Len(t, news.Orders, 1)
	require.Equal(t, int64(7), news.Cur)
	servertest.Do(t, x.pool, "DROP VIEW devices; ALTER TABLE devices_kept RENAME TO devices; DELETE FROM orders")
}

// Ten changes are written together, with as many statements as one.
func TestTenChangesCostAsManyStatementsAsOne(t *testing.T) {
	t.Parallel()
	x := lay(t)
	wire := &servertest.Wire{}
	pool := wire.Pool(t, x.pool)
	t.Cleanup(pool.Close)
	x.syncs = server(pool, x.clock)
	dev, n := newID(), int64(1)
	says := func(changes int64) int {
		var ops []sync.Operation
		for i := range changes {
			ops = append(ops, set(n+i, monday+clock.Date(i%5), 1<<40, eat("a", 1+int(n)%9)))
		}
		n += changes
		before, _ := wire.Asked()
		require.Len(t, x.say(x.asked(dev, 0, 0, "", ops...)).Res, int(changes))
		after, _ := wire.Asked()
		return after - before
	}
	says(10)
	require.Equal(t, 12, says(1))
	require.Equal(t, 12, says(10))
}

// What Postgres refuses is found among what is written together: only that one is set aside.
func TestWhatPostgresRefusesOfManyChangesIsSetAsideAlone(t *testing.T) {
	t.Parallel()
	x := lay(t)
	servertest.Do(t, x.pool, "ALTER TABLE draft_days ADD CONSTRAINT broken CHECK (date <> '"+tuesday.String()+"')")
	dev := newID()
	r := x.request(dev, 0, set(1, monday, 0, eat("a", 1)), set(2, tuesday, 0, eat("a", 1)), set(3, wednesday, 0, eat("a", 1)))
	for range 2 {
		_, err := x.try(r)
		require.ErrorIs(t, err, sync.ErrLater)
	}
	reply := x.say(r)
	require.Equal(t, []sync.Code{sync.Applied, sync.Quarantined, sync.Applied}, codes(reply))
	require.Len(t, reply.Docs, 2)
}

func TestARoundThatIsRefusedOrHasToAskForMoreCostsNoMoreThanFourTrips(t *testing.T) {
	t.Parallel()
	x, l := far(t)
	dev, other := newID(), newID()
	addressed := func(n int64) sync.Operation {
		return raw(n, "day.set/1", `{"date":"2026-11-23","items":[{"meal":"a","qty":1}],"seen":0,"address_id":"`+sample.HarbourFloor14.ID+`"}`)
	}
	x.say(x.request(dev, 0, set(1, monday, 0, eat("a", 1)), set(2, tuesday, 0), set(3, monday+5, 0)))
	x.say(x.request(other, 0, addressed(1)))
	x.say(x.request(other, 0, set(2, monday, 1<<40, eat("b", 1)), set(3, monday, 1<<40, eat("b", 1))))
	require.Equal(t, 2, l.count(func() {
		require.Equal(t, []sync.Code{2}, codes(x.say(x.request(dev, 0, set(4, monday, 0, eat("c", 1))))))
	}), "kept beside")
	require.Equal(t, 2, l.count(func() {
		require.Equal(t, []sync.Code{0}, codes(x.say(x.request(other, 0, set(4, monday, 1<<40, eat("d", 1))))))
	}), "with an alternative cleared")
	require.Equal(t, 2, l.count(func() {
		_, err := x.try(x.request(dev, 0, set(4, monday, 0, eat("another", 1))))
		require.ErrorIs(t, err, sync.ErrFork)
	}), "a fork, and the end of its transaction")
	strikes := func(want ...sync.Code) int {
		return l.count(func() {
			reply, err := x.try(x.request(dev, 0, sync.Operation{N: 5, ID: broken, K: "test.panic/1", A: []byte("{}")}))
			if want == nil {
				require.ErrorIs(t, err, sync.ErrLater)
			} else {
				require.NoError(t, err)
				require.Equal(t, want, codes(reply))
			}
		})
	}
	require.LessOrEqual(t, strikes(), 4)
	require.Equal(t, 3, strikes(), "loaded, given up, counted")
	require.Equal(t, 5, strikes(sync.Quarantined), "the third and last strike alone is followed by a whole round")
}

const broken = "01JPBR0KEN0000000000000000"
