package order_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"sahn/server/amendment"
	"sahn/server/dev/servertest"
	"sahn/server/ledger"
	"sahn/server/order"
	"sahn/server/platform/db"
)

func TestACancelledDayGoesBackToTheCardUpToWhatTheCardHasPaid(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	g := k.guestOn(nil).wants(mon, tue)
	servertest.Credit(t, k.pool, g.Caller, 5000)
	h := g.buys(true, mon, tue)
	k.pays(h)
	id := h.Order
	byCard := price(t, mon, 0) + price(t, tue, 0) - 5000
	saved := g.amends(toTheCard(proposal(id, brings(tue, 0, 0))))
	require.Equal(t, order.Confirmed, saved.Status)
	back := min(byCard, price(t, tue, 0))
	require.EqualValues(t, price(t, tue, 0)-back, g.wallet(), "the rest is the wallet's")
	k.refunds()
	kept, refunds := k.bank.Kept(h.Intent)
	require.Equal(t, byCard-back, kept)
	require.Equal(t, 1, refunds)
	o := g.order(id)
	require.Equal(t, order.Confirmed, o.Status)
	require.True(t, o.Deliveries[1].Cancelled)
	require.False(t, o.Deliveries[1].Live)
	require.Empty(t, o.Deliveries[1].Items)
	require.Equal(t, 1, k.live(g))
	require.Equal(t, byCard-back, o.Payable)
}

func TestAnOrderOfWhichEveryDayIsCancelledIsCancelledAndThenRefunded(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	g, id := k.eats(nil, mon, tue)
	k.pays(billOf(g.amends(proposal(id, brings(mon, 1, 2)))))
	paid := g.order(id).Payable
	g.amends(toTheCard(proposal(id, brings(mon, 0, 0), brings(tue, 0, 0))))
	require.Equal(t, order.Cancelled, g.status(id))
	require.Zero(t, k.live(g))
	require.Equal(t, 2, servertest.One[int](t, k.pool, "SELECT count(*) FROM refunds"), "two captures paid for it")
	require.EqualValues(t, paid, servertest.One[int64](t, k.pool, "SELECT sum(amount) FROM refunds"))
	k.refunds()
	o := g.order(id)
	require.Equal(t, order.Refunded, o.Status)
	require.Zero(t, o.Net)
	require.Zero(t, o.Payable)
	require.ErrorIs(t, errorOf(g.previews(proposal(id, brings(mon, 0, 1)))), amendment.ErrNotAmendable)
	k.pays(g.wants(mon).buys(false, mon))
	require.Equal(t, 1, k.live(g), "the days can be ordered again")
}

func TestAnOrderIsRefundedAlsoWhenTheLastOfItsRefundsIsGivenAnotherWay(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	g, id := k.eats(nil, mon, tue)
	k.pays(billOf(g.amends(proposal(id, brings(mon, 1, 2)))))
	g.amends(toTheCard(proposal(id, brings(mon, 0, 0), brings(tue, 0, 0))))
	refused := servertest.One[string](t, k.pool,
		"DELETE FROM river_job WHERE kind = 'payment_refund' AND args->>'refund' = (SELECT min(id) FROM refunds) RETURNING args->>'refund'")
	k.refunds()
	require.Equal(t, order.Cancelled, g.status(id))
	servertest.Do(t, k.pool, "UPDATE refunds SET sent_at = at, declined_at = at WHERE id = $1", refused)
	require.NoError(t, db.InTx(t.Context(), k.pool, func(ctx context.Context, tx db.Tx) error {
		row, a, _, err := k.payments.GiveUpRefund(ctx, tx, refused, 0, k.clock.Now())
		if err != nil {
			return err
		}
		return ledger.RefundedHere(ctx, tx.Queries,
			ledger.WalletCredit{ID: row.ID, Profile: a.ProfileID, Amount: row.Amount, Reason: "the card was closed"}, k.clock.Now())
	}))
	require.Equal(t, order.Refunded, g.status(id))
}

func TestAnOrderThatIsCancelledIntoTheWalletStaysCancelled(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	g, id := k.eats(nil, mon, tue)
	g.amends(toTheCard(proposal(id, brings(tue, 0, 0))))
	state, err := k.orders.HandleIntent(t.Context(), g.Caller, order.IntentRequest{ID: g.order(id).Intent.ID})
	require.NoError(t, err)
	require.Equal(t, "paid", state.Status, "a part that went back leaves the payment what it was")
	g.amends(proposal(id, brings(mon, 0, 0)))
	require.Equal(t, order.Cancelled, g.status(id))
	k.refunds()
	require.Equal(t, order.Cancelled, g.status(id), "only an earlier part went to the card")
	require.EqualValues(t, price(t, mon, 0), g.wallet())
}
