package web_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/platform/cache"
	"sahn/server/platform/web"
)

func TestALimitLetsABurstThroughAndThenThePaceOfTheRate(t *testing.T) {
	t.Parallel()
	client, server := servertest.Redis(t)
	now := time.Date(2026, 11, 23, 8, 0, 0, 0, time.UTC)
	server.SetTime(now)
	l, rate := web.NewLimiter(client), web.Rate{N: 5, Per: 10 * time.Second}
	take := func() (int, time.Duration) { return l.Take(t.Context(), "k", rate) }
	for left := 4; left >= 0; left-- {
		got, wait := take()
		require.Zero(t, wait)
		require.Equal(t, left, got)
	}
	_, wait := take()
	require.Equal(t, 2*time.Second, wait)

	server.SetTime(now.Add(1900 * time.Millisecond))
	_, wait = take()
	require.Equal(t, 100*time.Millisecond, wait)
	server.SetTime(now.Add(2 * time.Second))
	_, wait = take()
	require.Zero(t, wait)
	_, wait = take()
	require.Equal(t, 2*time.Second, wait)

	_, wait = l.Take(t.Context(), "other", rate)
	require.Zero(t, wait, "keys are counted apart")
	server.SetTime(now.Add(time.Hour))
	got, wait := take()
	require.Zero(t, wait)
	require.Equal(t, 4, got, "after a rest the whole burst is there again, and no more")
}

func TestALimitIsExactForManyAtOnce(t *testing.T) {
	t.Parallel()
	client, server := servertest.Redis(t)
	server.SetTime(time.Date(2026, 11, 23, 8, 0, 0, 0, time.UTC))
	l := web.NewLimiter(client)
	var passed atomic.Int64
	var all sync.WaitGroup
	for range 50 {
		all.Go(func() {
			if _, wait := l.Take(context.Background(), "k", web.Rate{N: 10, Per: time.Minute}); wait == 0 {
				passed.Add(1)
			}
		})
	}
	all.Wait()
	require.EqualValues(t, 10, passed.Load())
}

func TestWithoutRedisALimitLetsEverybodyPass(t *testing.T) {
	t.Parallel()
	_, server := servertest.Redis(t)
	client, err := cache.Open("redis://"+server.Addr(), slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, client.Close()) })
	_, wait := web.NewLimiter(client).Take(t.Context(), "k", web.Rate{N: 1, Per: time.Hour})
	require.Zero(t, wait)
	_, wait = web.NewLimiter(client).Take(t.Context(), "k", web.Rate{N: 1, Per: time.Hour})
	require.Positive(t, wait)
	server.Close()
	for _, l := range []*web.Limiter{nil, web.NewLimiter(nil), web.NewLimiter(client)} {
		for range 3 {
			_, wait := l.Take(t.Context(), "k", web.Rate{N: 1, Per: time.Hour})
			require.Zero(t, wait)
		}
	}
}

func TestAFloodFromOneAddressIsRefusedWithoutReachingTheRoute(t *testing.T) {
	t.Parallel()
	client, server := servertest.Redis(t)
	server.SetTime(time.Date(2026, 11, 23, 8, 0, 0, 0, time.UTC))
	e := newEdge(signedIn{})
	app := fiber.New(fiber.Config{Immutable: true, ErrorHandler: e.Fail})
	app.Use(e.Begin)
	app.Use("/api", e.Floods(web.NewLimiter(client), web.Pace{Strangers: web.Rate{N: 2, Per: time.Minute}}))
	e.Mount(app, []web.Route{whoami(web.Anyone)})

	first := call(t, app, "GET", "/api/who", "")
	require.Equal(t, 200, first.status)
	require.Equal(t, "2", first.header.Get("X-RateLimit-Limit"))
	require.Equal(t, "1", first.header.Get("X-RateLimit-Remaining"))
	require.Equal(t, 200, call(t, app, "GET", "/api/who", "").status)
	refused := call(t, app, "GET", "/api/who", "")
	require.Equal(t, 429, refused.status)
	require.Equal(t, "{\n    \"message\": \"Too Many Attempts.\"\n}", refused.body)
	require.Equal(t, "30", refused.header.Get("Retry-After"))
	require.Equal(t, "0", refused.header.Get("X-RateLimit-Remaining"))
	require.NotEmpty(t, refused.header.Get("X-RateLimit-Reset"))
	require.True(t, json.Valid([]byte(refused.body)))
}

// At an office's address a stranger, or one of its people, sends far too much: the others go on, and only a flood with cookies ends that.
func TestWhoeverFillsALimitOfAnOfficeShutsOutStrangersOrThemselvesAndNotItsPeople(t *testing.T) {
	t.Parallel()
	client, server := servertest.Redis(t)
	server.SetTime(time.Date(2026, 11, 23, 8, 0, 0, 0, time.UTC))
	e := newEdge(signedIn{"mariam": {ProfileID: "M"}, "omar": {ProfileID: "O"}})
	app := fiber.New(fiber.Config{Immutable: true, ErrorHandler: e.Fail})
	app.Use(e.Begin)
	app.Use("/api", e.Floods(web.NewLimiter(client), web.Pace{Address: web.Rate{N: 9, Per: time.Minute},
		Session: web.Rate{N: 3, Per: time.Minute}, Strangers: web.Rate{N: 2, Per: time.Minute}}))
	e.Mount(app, []web.Route{whoami(web.Anyone)})
	passes := func(token string, times int) (all []int) {
		t.Helper()
		for range times {
			all = append(all, call(t, app, "GET", "/api/who", "", "Cookie", "sahn_session="+token).status)
		}
		return all
	}
	require.Equal(t, []int{200, 200, 429}, passes("made up", 3), "a cookie that nobody has is a stranger's")
	require.Equal(t, 429, call(t, app, "GET", "/api/who", "").status, "and strangers are counted together")
	require.Equal(t, []int{200, 200, 200, 429}, passes("mariam", 4), "who is signed in goes on, up to their own limit")
	require.Equal(t, []int{200, 200, 429}, passes("omar", 3), "another one too, until the address has sent more than an office does")
}
