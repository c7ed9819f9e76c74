package order_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/order"
)

func (g *guest) erased() {
	g.k.Helper()
	servertest.Do(g.k, g.k.pool, "UPDATE persons SET erased_at = $2 WHERE id = $1", g.PersonID, g.k.clock.Now())
}

func TestALateSuccessForWhoWasErasedGoesBackToTheCard(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	g := k.guestOn(nil).wants(mon)
	h := g.buys(false, mon)
	k.declines(h)
	g.erased()
	k.pays(h)
	require.Equal(t, order.Cancelled, g.status(h.Order))
	require.Zero(t, k.live(g))
	k.refunds()
	kept, _ := k.bank.Kept(h.Intent)
	require.Zero(t, kept)
	require.Equal(t, order.Refunded, g.status(h.Order))
}

func TestALateSuccessOfAChangeForWhoWasErasedGoesBackToTheCard(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	g, id := k.eats(nil, mon)
	saved := g.amends(proposal(id, brings(mon, 0, 2)))
	k.declines(billOf(saved))
	was := g.order(id)
	g.erased()
	k.pays(billOf(saved))
	k.refunds()
	kept, _ := k.bank.Kept(saved.Intent)
	require.Zero(t, kept)
	require.Equal(t, was.Deliveries, g.order(id).Deliveries)
	require.Equal(t, order.Refunded, g.order(id).Amendments[0].Status)
}
