package order_test

import (
	"testing"
	"time"

	"sahn/server/dev/servertest/shop"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/order"
	"sahn/server/payment"
	"sahn/server/platform/fault"
)

func TestWhoTriesCardAfterCardForAnOrderOrAChangeIsStoppedForAnHour(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	g, id := k.Eats(nil, tue)
	for range 5 {
		k.Declines(g.Wants(mon).Buys(false, mon))
		k.Declines(shop.BillOf(g.Amends(shop.Proposal(id, shop.Brings(tue, 0, 2)))))
	}
	orders := servertest.One[int](t, k.Pool, "SELECT count(*) FROM orders")
	err := shop.ErrorOf(g.Tries(g.Asks(g.Quotes(false, mon), false)))
	require.ErrorIs(t, err, payment.ErrTooManyTries)
	require.Equal(t, time.Hour, fault.As(err).Retry)
	r := shop.Proposal(id, shop.Brings(tue, 0, 2))
	require.ErrorIs(t, shop.ErrorOf(g.Amending(g.Means(r, g.Sees(r)))), payment.ErrTooManyTries)
	require.Equal(t, orders, servertest.One[int](t, k.Pool, "SELECT count(*) FROM orders"), "nothing was done")

	servertest.Credit(t, k.Pool, g.Caller, 10_000)
	require.Equal(t, order.Confirmed, g.Buys(true, mon).Status, "what no card pays is not stopped")
	k.Clock.Move(time.Hour)
	require.Equal(t, order.PaymentPending, g.Amends(shop.Proposal(id, shop.Brings(tue, 0, 9))).Status)
}

func TestWhoNeverCameBackFromTheCardPageMayGoThereAgain(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	g := k.GuestOn(nil).Wants(mon)
	for range 10 {
		h := g.Buys(false, mon)
		servertest.Do(t, k.Pool, "UPDATE attempts SET expires_at = created_at WHERE id = $1", h.Intent)
		k.Checks(h)
		require.Equal(t, order.PaymentFailed, g.Status(h.Order))
	}
	require.Equal(t, order.PaymentPending, g.Buys(false, mon).Status)
}
