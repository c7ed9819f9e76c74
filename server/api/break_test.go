package api_test

import (
	"context"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/oklog/ulid/v2"
	"github.com/stretchr/testify/require"

	"sahn/server/api"
	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/payment/aps"
)

// A server that shuts down answers every request that it has accepted and refuses new connections; no request is left half done.
func TestAServerThatStopsAnswersWhatItHasTaken(t *testing.T) {
	t.Parallel()
	h := open(t)
	listener, public := listen(t)
	app, err := api.New(
		(&testApp{t: t, clock: h.clock, pool: h.pool, mailbox: h.mailbox}).assemble(public, aps.Settings(h.parts.Payments.Provider.Settings)))
	require.NoError(t, err)
	go func() { _ = app.Listener(listener, fiber.ListenConfig{DisableStartupMessage: true}) }()

	b := h.as(sample.Mariam)
	b.home = public.String()
	var all sync.WaitGroup
	var done, turnedAway atomic.Int64
	stopping := make(chan struct{})
	for range 8 {
		all.Go(func() {
			for {
				req := b.request("POST", "/api/update-profile", fields{"name": "Mariam " + ulid.Make().String()})
				res, err := b.http.Do(req)
				if err != nil {
					select {
					case <-stopping:
						turnedAway.Add(1)
					default:
						t.Errorf("before it stopped: %v", err)
					}
					return
				}
				_ = res.Body.Close()
				if res.StatusCode != http.StatusOK {
					t.Errorf("%d", res.StatusCode)
					return
				}
				done.Add(1)
			}
		})
	}
	// The bounds here only end a test that hangs.
	require.Eventually(t, func() bool { return done.Load() > 30 }, 20*time.Second, time.Millisecond)
	close(stopping)
	require.NoError(t, app.ShutdownWithTimeout(15*time.Second))
	all.Wait()
	require.EqualValues(t, 8, turnedAway.Load())
	require.Equal(t, 1, h.count("persons WHERE name LIKE 'Mariam 0%'"))
}

// A panic in a handler is answered with one 500 that gives no reason; the server goes on, and the handler's transaction is rolled back.
func TestAHandlerThatBreaksIsOneAnswerAndTheServerLives(t *testing.T) {
	t.Parallel()
	h := open(t)
	b := h.as(sample.Mariam)
	body := threeDays(t, h, b)
	var breaks atomic.Bool
	breaks.Store(true)
	home, log := h.over(h.pool, func(p *api.Parts) {
		p.Orders.Clock = func() time.Time { // it is asked in the middle of the transaction
			if breaks.Load() {
				panic("a phrase that nobody may read")
			}
			return h.clock.Now()
		}
	})
	b.home = home
	for range 3 {
		said := b.expect(http.StatusInternalServerError, "POST", "/api/handoff", body)
		require.Equal(t, answer{"message": "Server Error"}, said)
	}
	require.Contains(t, log.String(), "a phrase that nobody may read")
	require.Zero(t, h.count("orders"))
	breaks.Store(false)
	placed := b.expect(http.StatusOK, "POST", "/api/handoff", body, "the lock that it held was given back")
	require.Equal(t, "Payment Pending", placed["status"])
}

// A request whose client disconnects after sending it is completed, and the same idempotency key returns its result.
func TestWhoHangsUpAfterAskingHasWhatWasAskedFor(t *testing.T) {
	t.Parallel()
	h := open(t)
	b := h.as(sample.Mariam)
	body := threeDays(t, h, b)
	working, hungUp := make(chan struct{}), make(chan struct{})
	var once sync.Once
	b.home, _ = h.over(h.pool, func(p *api.Parts) {
		p.Orders.Clock = func() time.Time { once.Do(func() { close(working); <-hungUp }); return h.clock.Now() }
	})
	ctx, hangUp := context.WithCancel(t.Context())
	heard := make(chan error, 1)
	go func() {
		res, err := b.http.Do(b.request("POST", "/api/handoff", body).WithContext(ctx))
		if err == nil {
			_ = res.Body.Close()
		}
		heard <- err
	}()
	<-working
	hangUp()
	require.ErrorIs(t, <-heard, context.Canceled)
	close(hungUp)
	const orders = "SELECT count(*) FROM orders"
	// Nobody hears when it is done, since whoever asked has hung up; the bound only ends a test that hangs.
	require.Eventually(t, func() bool { return servertest.One[int](t, h.pool, orders) == 1 }, 20*time.Second, 5*time.Millisecond,
		"it was done all the same")
	placed := b.ok("POST", "/api/handoff", body)
	require.Equal(t, placed["order"], servertest.One[string](t, h.pool, "SELECT id FROM orders"))
	require.Equal(t, 1, servertest.One[int](t, h.pool, orders))
}
