package api_test

import (
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"sahn/server/api"
	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
)

// stuckOrder begins a hand-off on a server that stops in the middle of it, with its locks. goOn lets it go on and answers what it said.
func stuckOrder(h *testApp, b *browser, body fields) (goOn func() answer) {
	h.t.Helper()
	stuck, awake, done, looks := make(chan struct{}), make(chan struct{}), make(chan answer, 1), 0
	home := b.home
	b.home, _ = h.over(h.pool, func(p *api.Parts) {
		p.Orders.Clock = func() time.Time {
			if looks++; looks == 2 { // when everything is locked
				close(stuck)
				<-awake
			}
			return h.clock.Now()
		}
	})
	first := *b
	b.home = home
	go func() { defer close(done); done <- first.ok("POST", "/api/handoff", body) }()
	<-stuck
	goOn = sync.OnceValue(func() answer { close(awake); return <-done })
	h.t.Cleanup(func() { goOn() })
	return goOn
}

// impatient is a connection that waits only briefly for a lock.
func (h *testApp) impatient() *servertest.Conn {
	return &servertest.Conn{Pool: h.pool, Before: func(tx pgx.Tx) {
		_, err := tx.Exec(h.t.Context(), "SET LOCAL lock_timeout = '50ms'")
		require.NoError(h.t, err)
	}}
}

// short is a server that waits only briefly for a lock; before runs at the beginning of its n-th transaction for an order.
func (h *testApp) short(before func(n int)) (home string) {
	h.t.Helper()
	n, last := 0, pgx.Tx(nil)
	home, _ = h.over(h.pool, func(p *api.Parts) {
		p.Orders.Conn = &servertest.Conn{Pool: h.pool, Before: func(tx pgx.Tx) {
			if tx != last {
				n, last = n+1, tx
				before(n)
			}
			_, err := tx.Exec(h.t.Context(), "SET LOCAL lock_timeout = '50ms'")
			require.NoError(h.t, err)
		}}
	})
	return home
}

func TestTheSecondTapThatWaitedTooLongIsServedOnceTheFirstIsDone(t *testing.T) {
	t.Parallel()
	h := open(t)
	b := h.as(sample.Mariam)
	body := threeDays(t, h, b)
	goOn := stuckOrder(h, b, body)
	b.home = h.short(func(n int) {
		if n == 2 {
			goOn()
		}
	})
	second := b.ok("POST", "/api/handoff", body)
	require.Equal(t, goOn()["order"], second["order"])
	require.Equal(t, 1, h.count("orders"))
}

func TestASecondTapBehindOneThatHangsIsAConflictAndOrdersOnceWhenItIsTriedAgain(t *testing.T) {
	t.Parallel()
	h := open(t)
	b := h.as(sample.Mariam)
	body := threeDays(t, h, b)
	goOn := stuckOrder(h, b, body)
	tries := 0
	b.home = h.short(func(n int) { tries = n })
	b.refused(http.StatusConflict, "behind_another", "POST", "/api/handoff", body)
	require.Equal(t, 4, tries, "it tried for as long as its time allows")
	require.Zero(t, h.count("orders"))
	require.Equal(t, goOn()["order"], b.ok("POST", "/api/handoff", body)["order"])
	require.Equal(t, 1, h.count("orders"))
}
