package api_test

import (
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"sync/atomic"
	"testing"

	"github.com/oklog/ulid/v2"
	"github.com/redis/go-redis/v9"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/platform/cache"
	"sahn/server/platform/clock"
	"sahn/server/platform/web"
)

// asksRedis counts what a server asks of Redis: commands, and round trips with them.
type asksRedis struct{ commands, trips atomic.Int64 }

func (*asksRedis) DialHook(next redis.DialHook) redis.DialHook {
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		return next(ctx, network, address)
	}
}

func (a *asksRedis) ProcessHook(next redis.ProcessHook) redis.ProcessHook {
	return func(ctx context.Context, cmd redis.Cmder) error {
		a.commands.Add(1)
		a.trips.Add(1)
		return next(ctx, cmd)
	}
}

func (a *asksRedis) ProcessPipelineHook(next redis.ProcessPipelineHook) redis.ProcessPipelineHook {
	return func(ctx context.Context, cmds []redis.Cmder) error {
		a.commands.Add(int64(len(cmds)))
		a.trips.Add(1)
		return next(ctx, cmds)
	}
}

// spent is what requests cost: statements and round trips of Postgres, commands and round trips of Redis.
type spent struct{ statements, trips, commands, redis int }

// metered is one more server of the testApp, as it is run beside a Redis, and what it asked so far.
func (h *testApp) metered(redis string, proxies ...netip.Prefix) (*testApp, func() spent) {
	h.t.Helper()
	wire, asks, other := &servertest.Wire{}, &asksRedis{}, *h
	other.pool = wire.Pool(h.t, h.pool)
	h.t.Cleanup(other.pool.Close)
	var err error
	other.fast, err = cache.Open("redis://"+redis, slog.New(slog.DiscardHandler))
	require.NoError(h.t, err)
	h.t.Cleanup(func() { _ = other.fast.Close() })
	other.fast.AddHook(asks)
	listener, public := listen(h.t)
	other.url = public.String()
	other.parts = other.assemble(public, h.parts.Payments.Provider.Settings)
	other.parts.Limiter, other.parts.Edge.Proxies = web.NewLimiter(other.fast), proxies
	serve(h.t, listener, other.parts)
	return &other, func() (s spent) {
		s.statements, s.trips = wire.Asked()
		s.commands, s.redis = int(asks.commands.Load()), int(asks.trips.Load())
		return s
	}
}

// What each kind of request of somebody who is signed in costs, when the server has been asked before. -v prints it.
func TestARequestCostsExactlySoManyStatementsCommandsAndRoundTrips(t *testing.T) {
	t.Parallel()
	_, redis := servertest.Redis(t)
	h, spending := open(t).metered(redis.Addr())
	b := h.as(sample.Mariam)
	me := b.profile()["id"].(string)
	week := b.ok("GET", "/api/menu", nil)["weeks"].([]any)[0].(fields)
	menu := "/api/menu/" + week["value"].(string) + "/" + week["hash"].(string)
	ask := func(status int, method, path string, body any, headers ...string) (*http.Response, []byte) {
		res := b.sendWith(method, path, body, headers...)
		defer res.Body.Close()
		all, err := io.ReadAll(res.Body)
		require.NoError(t, err)
		require.Equal(t, status, res.StatusCode, "%s %s: %s", method, path, all)
		return res, all
	}
	packed, _ := ask(200, "GET", menu, nil, "Accept-Encoding", "br")
	device, said, monday := ulid.Make().String(), 0, clock.Date(20780)
	var cursor, tag any = 0, ""
	tells := func(changes int) func() {
		return func() {
			var ops []any
			for i := range changes {
				said++
				ops = append(ops, chosen(said, monday+clock.Date(i%5+i/5*7), portions("none", 1+said%5)))
			}
			r := round(device, ops...)
			r["cur"], r["done"], r["tag"] = cursor, said-changes, tag
			reply := b.ok("POST", "/api/sync", r)
			cursor = reply["cur"]
			if reply["tag"] != nil {
				tag = reply["tag"]
			}
		}
	}
	plain := func(status int, method, path string, body any, headers ...string) func() {
		return func() { ask(status, method, path, body, headers...) }
	}
	for _, c := range []struct {
		kind string
		do   func()
		want spent // of Postgres; of Redis each wants its session and two limits, together
	}{
		{"the week's menu", plain(200, "GET", menu, nil, "Accept-Encoding", "br"), spent{}},
		{"the same menu again", plain(304, "GET", menu, nil, "Accept-Encoding", "br", "If-None-Match", packed.Header.Get("ETag")), spent{}},
		{"the offered weeks", plain(200, "GET", "/api/menu", nil), spent{1, 1, 0, 0}},
		{"the own profile", plain(200, "GET", "/api/get-profile", nil), spent{1, 1, 0, 0}},
		{"a sync of ten changes", tells(10), spent{12, 2, 0, 0}},
		{"a sync with nothing new", tells(0), spent{2, 1, 0, 0}},
		{"a quote", plain(200, "POST", "/api/quote", fields{"dates": []any{monday, monday + 1, monday + 2}, "wallet": true}),
			spent{3, 2, 0, 0}},
		{"the wallet", plain(200, "GET", "/api/client-transaction-list/"+me, nil), spent{3, 1, 0, 0}},
	} {
		for range 2 { // connections learn the statements, and servers what they keep
			c.do()
		}
		before := spending()
		c.do()
		is := spending()
		is = spent{is.statements - before.statements, is.trips - before.trips, is.commands - before.commands, is.redis - before.redis}
		t.Logf("%-28s %2d statements in %2d trips, %d Redis commands in %d", c.kind, is.statements, is.trips, is.commands, is.redis)
		c.want.commands, c.want.redis = 3, 1
		require.Equal(t, c.want, is, c.kind)
	}
}

// Whatever a server keeps of a session or a profile, whoever may no longer do something is stopped on every server by the next request.
func TestWhoeverSignsOutIsSuspendedOrChangesTheirRoleIsStoppedAtOnceOnEveryServer(t *testing.T) {
	t.Parallel()
	_, redis := servertest.Redis(t)
	first := open(t)
	one, _ := first.metered(redis.Addr())
	two, _ := first.metered(redis.Addr())
	manager, support := one.as(sample.Sara), one.operator("support")
	cook := fields{"role": "kitchen", "active": true}
	for what, c := range map[string]struct {
		who  sample.Person
		path string
		end  func(id any, b *browser)
	}{
		"signing out": {sample.Mariam, "/api/get-profile", func(_ any, b *browser) { b.ok("POST", "/api/profile-logout", nil) }},
		"a suspension": {sample.Daniel, "/api/get-profile", func(id any, _ *browser) {
			manager.ok("POST", "/api/kitchen/people/"+id.(string)+"/suspend", fields{"reason": "left"})
		}},
		"another role": {support, "/api/kitchen/people", func(id any, _ *browser) {
			manager.ok("PUT", "/api/kitchen/staff/"+id.(string), cook)
		}},
	} {
		b := one.as(c.who)
		there := *b
		there.home = two.url // cookies are of the host, whatever its port
		id := there.profile()["id"]
		for range 2 {
			there.ok("GET", c.path, nil)
			b.ok("GET", c.path, nil)
		}
		c.end(id, b)
		there.expect(http.StatusUnauthorized, "GET", c.path, nil, what)
		b.expect(http.StatusUnauthorized, "GET", c.path, nil, what)
	}
}
