package order_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/order"
	"sahn/server/payment"
	"sahn/server/platform/fault"
)

func TestWhoTriesCardAfterCardForAnOrderOrAChangeIsStoppedForAnHour(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	g, id := k.eats(nil, tue)
	for range 5 {
		k.declines(g.wants(mon).buys(false, mon))
		k.declines(billOf(g.amends(proposal(id, brings(tue, 0, 2)))))
	}
	orders := servertest.One[int](t, k.pool, "SELECT count(*) FROM orders")
	err := errorOf(g.tries(g.asks(g.quote(false, mon), false)))
	require.ErrorIs(t, err, payment.ErrTooManyTries)
	require.Equal(t, time.Hour, fault.As(err).Retry)
	r := proposal(id, brings(tue, 0, 2))
	require.ErrorIs(t, errorOf(g.amending(g.means(r, g.sees(r)))), payment.ErrTooManyTries)
	require.Equal(t, orders, servertest.One[int](t, k.pool, "SELECT count(*) FROM orders"), "nothing was done")

	servertest.Credit(t, k.pool, g.Caller, 10_000)
	require.Equal(t, order.Confirmed, g.buys(true, mon).Status, "what no card pays is not stopped")
	k.clock.Move(time.Hour)
	require.Equal(t, order.PaymentPending, g.amends(proposal(id, brings(tue, 0, 9))).Status)
}

func TestWhoNeverCameBackFromTheCardPageMayGoThereAgain(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	g := k.guestOn(nil).wants(mon)
	for range 10 {
		h := g.buys(false, mon)
		servertest.Do(t, k.pool, "UPDATE attempts SET expires_at = created_at WHERE id = $1", h.Intent)
		k.checks(h)
		require.Equal(t, order.PaymentFailed, g.status(h.Order))
	}
	require.Equal(t, order.PaymentPending, g.buys(false, mon).Status)
}
