package sync_test

import (
	"testing"

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
	require.Equal(t, 2, trips(r), "nothing to say and nothing to hear")
	many := []sync.Operation{}
	for n := range int64(100) {
		many = append(many, set(11+n, monday+clock.Date(n%5), 1<<40, eat("a", 1+int(n)%9)))
	}
	require.Equal(t, 2, trips(x.request(dev, 0, many...)))

	x.cancelled()
	require.Equal(t, 2, l.count(func() { require.Len(t, x.say(x.request(dev, 6)).Orders, 1) }), "with an order")
	servertest.Do(t, x.pool, "DELETE FROM orders") // it was no sound one
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

func BenchmarkSyncFive(b *testing.B) { benchmark(b, true) }

func BenchmarkSyncIdle(b *testing.B) { benchmark(b, false) }

func benchmark(b *testing.B, busy bool) {
	x, l := far(b)
	dev, n, cur, tag := newID(), int64(1), int64(0), ""
	round := func() {
		r := x.asked(dev, cur, n-1, tag)
		if busy {
			r.Ops = five(n)
			n += 5
		}
		reply := x.say(r)
		cur = reply.Cur
		if reply.Tag != "" {
			tag = reply.Tag
		}
	}
	round()
	round()
	trips := l.count(func() {
		for b.Loop() {
			round()
		}
	})
	b.ReportMetric(float64(trips)/float64(b.N), "roundtrips/op")
}
