package api_test

import (
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"testing"

	"github.com/alicebob/miniredis/v2"
	"github.com/gofiber/fiber/v3"
	"github.com/stretchr/testify/require"

	"sahn/server/api"
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
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(h.t, err)
	home = "http://" + listener.Addr().String()
	public, err := url.Parse(home)
	require.NoError(h.t, err)
	parts, edge := h.parts, *h.parts.Edge
	parts.People = person.New(
		person.Options{DB: h.pool, Redis: fast, Queue: h.parts.Payments.Queue, Secret: edge.Secret, Clock: h.clock.Now, Log: log})
	edge.Sessions, edge.Public = parts.People.Sessions, public
	parts.Edge, parts.Limiter = &edge, web.NewLimiter(fast)
	app, err := api.New(parts)
	require.NoError(h.t, err)
	go func() { _ = app.Listener(listener, fiber.ListenConfig{DisableStartupMessage: true}) }()
	h.t.Cleanup(func() { require.NoError(h.t, app.Shutdown()) })
	return home, tap, redis
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
			status, _ := b.call("POST", "/api/profile-login", map[string]any{"email": sample.Mariam.Email, "password": sample.Password})
			require.Equal(t, http.StatusCreated, status)
			status, _ = b.call("GET", "/api/get-profile", nil)
			require.Equal(t, http.StatusOK, status)
			require.NotEmpty(t, redis.Keys(), "a session is kept there")

			fault(tap, redis)
			intent := orderThreeDays(t, h, b)
			if name == "frozen" {
				require.Positive(t, tap.Kept(), "it was asked and did not answer")
			}
			fault(tap, redis)
			h.pay(b, intent, "4005550000000001")
			require.Equal(t, "Confirmed", h.settled(b, intent)["order_status"])
			status, _ = b.call("GET", "/api/get-profile", nil)
			require.Equal(t, http.StatusOK, status, "and nobody was signed out")
			servertest.Sound(t, h.pool)

			fault(tap, redis)
			servertest.Do(t, h.pool, "DELETE FROM sessions")
			status, _ = b.call("POST", "/api/quote", map[string]any{"dates": []string{"2026-11-24"}, "wallet": false})
			require.Equal(t, http.StatusUnauthorized, status, "it was the database that knew")
		})
	}
}
