package sync_test

import (
	"encoding/json"
	"log/slog"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/oklog/ulid/v2"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/draft"
	"sahn/server/platform/clock"
	"sahn/server/platform/web"
	"sahn/server/quote"
	"sahn/server/sync"
)

func TestMain(m *testing.M) {
	servertest.FixSeed()
	servertest.Main(m)
}

const (
	monday    = clock.Date(20780)
	tuesday   = monday + 1
	wednesday = monday + 2
)

func init() {
	if monday != servertest.Week {
		panic("monday is not the Monday of servertest.Week")
	}
}

// table is one eater, one server, and what they say to each other.
type table struct {
	testing.TB
	pool  *pgxpool.Pool
	clock *servertest.Clock
	syncs *sync.Syncs
	who   web.Caller
	dev   string // a device that has not said anything yet
}

func lay(t testing.TB) *table {
	t.Helper()
	pool := servertest.DB(t)
	servertest.Town(t, pool)
	t.Cleanup(func() { servertest.Sound(t, pool) })
	time := servertest.ClockAt(servertest.Now)
	return &table{TB: t, pool: pool, clock: time, who: servertest.Eater(t, pool, sample.Harbour), dev: newID(), syncs: server(pool, time)}
}

func server(pool *pgxpool.Pool, time *servertest.Clock) *sync.Syncs {
	return &sync.Syncs{Conn: pool, Clock: time.Now, App: "2026.11.1", Log: slog.New(slog.DiscardHandler)}
}

func newID() string { return ulid.Make().String() }

func (x *table) request(dev string, cur int64, ops ...sync.Operation) sync.Request {
	return sync.Request{V: sync.Version, App: "2026.11.1", Dev: dev, Cur: cur, Ops: ops}
}

func (x *table) try(r sync.Request) (sync.Reply, error) {
	x.Helper()
	return x.syncs.HandleSync(x.Context(), x.who, r)
}

func (x *table) say(r sync.Request) sync.Reply {
	x.Helper()
	reply, err := x.try(r)
	require.NoError(x, err)
	return reply
}

func set(n int64, date clock.Date, seen int64, items ...quote.Item) sync.Operation {
	if items == nil {
		items = []quote.Item{}
	}
	a, err := json.Marshal(draft.Change{Date: date, Items: items, Seen: seen})
	if err != nil {
		panic(err)
	}
	return sync.Operation{N: n, ID: newID(), K: "day.set/1", A: a}
}

func raw(n int64, kind, a string) sync.Operation {
	return sync.Operation{N: n, ID: newID(), K: kind, A: json.RawMessage(a)}
}

func eat(meal string, qty int) quote.Item { return quote.Item{Meal: meal, Qty: qty} }

func codes(r sync.Reply) []sync.Code {
	all := []sync.Code{}
	for _, x := range r.Res {
		all = append(all, x.Code)
	}
	return all
}

// rows is everything that a round may write, but the time at which a device was last heard.
func (x *table) rows() string {
	x.Helper()
	return servertest.Rows(x, x.pool, "SELECT id, profile_id, last_n, last_id FROM devices ORDER BY id") +
		servertest.Rows(x, x.pool, "SELECT * FROM operations ORDER BY device_id, n") +
		servertest.Rows(x, x.pool, "SELECT * FROM draft_days ORDER BY profile_id, date") +
		servertest.Rows(x, x.pool, "SELECT * FROM draft_alternatives ORDER BY profile_id, date, device_id") +
		servertest.Rows(x, x.pool, "SELECT * FROM profile_revs ORDER BY profile_id") +
		servertest.Rows(x, x.pool, "SELECT * FROM quarantine ORDER BY id")
}

// repeats says a request again: its results are the same, and nothing changes.
func (x *table) repeats(r sync.Request, was sync.Reply) {
	x.Helper()
	before := x.rows()
	require.Equal(x, servertest.JSON(x, was.Res), servertest.JSON(x, x.say(r).Res))
	require.Equal(x, before, x.rows())
}

// cancelled is an order of the eater's, of which the 7th revision tells. It is not a sound one: who asks for it deletes it.
func (x *table) cancelled() string {
	x.Helper()
	id := servertest.BareOrders(x, x.pool, x.who, 1)[0]
	servertest.Do(x, x.pool, "UPDATE orders SET status = 'Cancelled', rev = 7")
	return id
}

func (x *table) day(date clock.Date) draft.Day {
	x.Helper()
	for _, d := range x.say(x.request(newID(), 0)).Docs {
		if d.Date == date {
			return d
		}
	}
	require.Fail(x, "no draft", date)
	return draft.Day{}
}
