package api_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/gofiber/fiber/v3"
	"github.com/redis/go-redis/v9"
	"github.com/stretchr/testify/require"

	"sahn/server/api"
	"sahn/server/dev/servertest"
	"sahn/server/platform/web"
)

// known finds the same person for every session, without Redis and Postgres.
type known func(context.Context) (web.Caller, error)

func (k known) Find(ctx context.Context, _ string, _ bool) (web.Caller, error) { return k(ctx) }

func (k known) Beside(context.Context, redis.Pipeliner, string, bool) func(context.Context) (web.Caller, error) {
	return k
}

// Not parallel: what the whole process allocates is counted. What looking up the session allocates is not in it.
func TestAMenuThatTheServerHasInMemoryAllocatesNoMoreThanThis(t *testing.T) {
	h := openIdle(t, servertest.DB(t))
	path := "/api/menu/2026-11-23/" + h.text("SELECT hash FROM menus_current WHERE week = '2026-11-23'")
	parts, edge := h.parts, *h.parts.Edge
	caller := web.Caller{ProfileID: "01SAHNPR0F11E00000000000AA", Session: make([]byte, 32)}
	edge.Sessions = known(func(context.Context) (web.Caller, error) { return caller, nil })
	parts.Edge = &edge
	app, err := api.New(parts)
	require.NoError(t, err)
	serves := app.Handler()
	session := web.NewToken()
	counts := fiber.New()
	counted := map[string]float64{}
	var tag string
	counts.Get("/*", func(c fiber.Ctx) error {
		ask := func(name string, status int) {
			serves(c.RequestCtx()) // the first brings it into memory
			require.Equal(t, status, c.Response().StatusCode(), name)
			tag = string(c.Response().Header.Peek("ETag"))
			counted[name] = testing.AllocsPerRun(200, func() { c.Response().Reset(); serves(c.RequestCtx()) })
			require.Equal(t, status, c.Response().StatusCode(), name)
		}
		c.Request().Header.SetCookie("sahn_session", session)
		c.Request().Header.SetCookie("XSRF-TOKEN", h.xsrfOf(session))
		c.Request().Header.Set("Accept-Encoding", "br")
		ask("whole", http.StatusOK)
		c.Request().Header.Set("If-None-Match", tag)
		ask("known", http.StatusNotModified)
		return nil
	})
	res, err := counts.Test(httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil), fiber.TestConfig{})
	require.NoError(t, err)
	require.NoError(t, res.Body.Close())
	for name, most := range map[string]float64{"whole": 33, "known": 32} {
		require.LessOrEqual(t, counted[name], most, "allocations of a menu that is %s: %v", name, counted)
	}
}
