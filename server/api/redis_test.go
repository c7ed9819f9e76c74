package api_test

import (
	"log/slog"
	"net/http"
	"testing"

	"github.com/alicebob/miniredis/v2"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/person"
	"sahn/server/platform/cache"
	"sahn/server/platform/web"
)

// another is one more server of a testApp, behind a line to a Redis of its own, and its address.
func (h *testApp) another() (home string, tap *servertest.Tap, redis *miniredis.Miniredis) {
	h.t.Helper()
	_, redis = servertest.Redis(h.t)
	tap = servertest.NewTap(h.t, redis.Addr())
	log := slog.New(slog.DiscardHandler)
	fast, err := cache.Open("redis://"+tap.Address, log)
	require.NoError(h.t, err)
	h.t.Cleanup(func() { _ = fast.Close() })
	listener, public := listen(h.t)
	parts, edge := h.parts, *h.parts.Edge
	parts.People = person.New(
		person.Options{DB: h.pool, Redis: fast, Queue: h.parts.Payments.Queue, Keys: edge.Keys, Clock: h.clock.Now, Log: log})
	edge.Sessions, edge.Public = parts.People.Sessions, public
	parts.Edge, parts.Limiter = &edge, web.NewLimiter(fast)
	serve(h.t, listener, parts)
	return public.String(), tap, redis
}

// A checkout succeeds while Redis hangs, was flushed, is gone or is full.
func TestACheckoutGoesOnWhateverBecomesOfRedis(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]func(tap *servertest.Tap, redis *miniredis.Miniredis){
		"frozen":  func(tap *servertest.Tap, _ *miniredis.Miniredis) { tap.Shut() },
		"flushed": func(_ *servertest.Tap, redis *miniredis.Miniredis) { redis.FlushAll() },
		"gone":    func(_ *servertest.Tap, redis *miniredis.Miniredis) { redis.Close() },
		"full":    func(_ *servertest.Tap, redis *miniredis.Miniredis) { redis.SetError("OOM command not allowed") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := open(t)
			home, tap, redis := h.another()
			b := h.browser()
			b.home = home
			b.visit()
			b.signIn(sample.Mariam.Email, sample.Password)
			b.profile()
			require.NotEmpty(t, redis.Keys(), "a session is kept there")

			fault(tap, redis)
			intent := orderThreeDays(t, h, b)
			if name == "frozen" {
				require.Positive(t, tap.Kept(), "it was asked and did not answer")
			}
			fault(tap, redis)
			h.pay(b, intent, goodCard)
			require.Equal(t, "Confirmed", h.settled(b, intent)["order_status"])
			b.expect(http.StatusOK, "GET", "/api/get-profile", nil, "and nobody was signed out")
			servertest.Sound(t, h.pool)

			fault(tap, redis)
			servertest.Do(t, h.pool, "DELETE FROM sessions")
			b.expect(http.StatusUnauthorized, "POST", "/api/quote", fields{"dates": []string{"2026-11-24"}, "wallet": false},
				"it was the database that knew")
		})
	}
}
