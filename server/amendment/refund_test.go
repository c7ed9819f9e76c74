package amendment_test

import (
	"context"
	"testing"

	"sahn/server/dev/servertest/shop"

	"github.com/stretchr/testify/require"

	"sahn/server/amendment"
	"sahn/server/dev/servertest"
	"sahn/server/ledger"
	"sahn/server/order"
	"sahn/server/platform/db"
)

func TestACancelledDayGoesBackToTheCardUpToWhatTheCardHasPaid(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	g := k.GuestOn(nil).Wants(mon, tue)
	servertest.Credit(t, k.Pool, g.Caller, 5000)
	h := g.Buys(true, mon, tue)
	k.Pays(h)
	id := h.Order
	byCard := shop.Price(t, mon, 0) + shop.Price(t, tue, 0) - 5000
	saved := g.Amends(shop.ToTheCard(shop.Proposal(id, shop.Brings(tue, 0, 0))))
	require.Equal(t, order.Confirmed, saved.Status)
	back := min(byCard, shop.Price(t, tue, 0))
	require.EqualValues(t, shop.Price(t, tue, 0)-back, g.Wallet(), "the rest is the wallet's")
	k.Refunds()
	kept, refunds := k.Bank.Kept(h.Intent)
	require.Equal(t, byCard-back, kept)
	require.Equal(t, 1, refunds)
	o := g.Order(id)
	require.Equal(t, order.Confirmed, o.Status)
	require.True(t, o.Deliveries[1].Cancelled)
	require.False(t, o.Deliveries[1].Live)
	require.Empty(t, o.Deliveries[1].Items)
	require.Equal(t, 1, k.Live(g))
	require.Equal(t, byCard-back, o.Payable)
}

func TestAnOrderOfWhichEveryDayIsCancelledIsCancelledAndThenRefunded(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	g, id := k.Eats(nil, mon, tue)
	k.Pays(shop.BillOf(g.Amends(shop.Proposal(id, shop.Brings(mon, 1, 2)))))
	paid := g.Order(id).Payable
	g.Amends(shop.ToTheCard(shop.Proposal(id, shop.Brings(mon, 0, 0), shop.Brings(tue, 0, 0))))
	require.Equal(t, order.Cancelled, g.Status(id))
	require.Zero(t, k.Live(g))
	require.Equal(t, 2, servertest.One[int](t, k.Pool, "SELECT count(*) FROM refunds"), "two captures paid for it")
	require.EqualValues(t, paid, servertest.One[int64](t, k.Pool, "SELECT sum(amount) FROM refunds"))
	k.Refunds()
	o := g.Order(id)
	require.Equal(t, order.Refunded, o.Status)
	require.Zero(t, o.Net)
	require.Zero(t, o.Payable)
	require.ErrorIs(t, shop.ErrorOf(g.Previews(shop.Proposal(id, shop.Brings(mon, 0, 1)))), amendment.ErrNotAmendable)
	k.Pays(g.Wants(mon).Buys(false, mon))
	require.Equal(t, 1, k.Live(g), "the days can be ordered again")
}

func TestAnOrderIsRefundedAlsoWhenTheLastOfItsRefundsIsGivenAnotherWay(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	g, id := k.Eats(nil, mon, tue)
	k.Pays(shop.BillOf(g.Amends(shop.Proposal(id, shop.Brings(mon, 1, 2)))))
	g.Amends(shop.ToTheCard(shop.Proposal(id, shop.Brings(mon, 0, 0), shop.Brings(tue, 0, 0))))
	refused := servertest.One[string](t, k.Pool,
		"DELETE FROM river_job WHERE kind = 'payment_refund' AND args->>'refund' = (SELECT min(id) FROM refunds) RETURNING args->>'refund'")
	k.Refunds()
	require.Equal(t, order.Cancelled, g.Status(id))
	servertest.Do(t, k.Pool, "UPDATE refunds SET sent_at = at, declined_at = at WHERE id = $1", refused)
	require.NoError(t, db.InTx(t.Context(), k.Pool, func(ctx context.Context, tx db.Tx) error {
		row, a, _, err := k.Payments.GiveUpRefund(ctx, tx, refused, 0, k.Clock.Now())
		if err != nil {
			return err
		}
		return ledger.RefundedHere(ctx, tx.Queries,
			ledger.WalletCredit{ID: row.ID, Profile: a.ProfileID, Amount: row.Amount, Reason: "the card was closed"}, k.Clock.Now())
	}))
	require.Equal(t, order.Refunded, g.Status(id))
}

func TestAnOrderThatIsCancelledIntoTheWalletStaysCancelled(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	g, id := k.Eats(nil, mon, tue)
	g.Amends(shop.ToTheCard(shop.Proposal(id, shop.Brings(tue, 0, 0))))
	state, err := k.Orders.HandleIntent(t.Context(), g.Caller, order.IntentRequest{ID: g.Order(id).Intent.ID})
	require.NoError(t, err)
	require.Equal(t, "paid", state.Status, "a part that went back leaves the payment what it was")
	g.Amends(shop.Proposal(id, shop.Brings(mon, 0, 0)))
	require.Equal(t, order.Cancelled, g.Status(id))
	k.Refunds()
	require.Equal(t, order.Cancelled, g.Status(id), "only an earlier part went to the card")
	require.EqualValues(t, shop.Price(t, mon, 0), g.Wallet())
}
