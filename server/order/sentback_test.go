package order_test

import (
	"testing"
	"time"

	"sahn/server/dev/servertest/shop"

	"github.com/stretchr/testify/require"

	"sahn/server/amendment"
	"sahn/server/dev/servertest"
	"sahn/server/order"
)

func TestAnOrderWhoseMoneyWasSentBackByHandIsNotPaidBackASecondTime(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	g, id := k.Eats(nil, mon, tue)
	r := shop.Proposal(id, shop.Brings(mon, 0, 0), shop.Brings(tue, 0, 0))
	m := g.Means(r, g.Sees(r))
	k.BackOffice(g.Order(id).Intent.ID, shop.Price(t, mon, 0)+shop.Price(t, tue, 0))
	for _, ask := range []amendment.AmendQuoteRequest{r, shop.ToTheCard(r), shop.Proposal(id, shop.Brings(mon, 0, 3))} {
		err := shop.ErrorOf(g.Previews(ask))
		require.ErrorIs(t, err, amendment.ErrNotAmendable)
		require.ErrorContains(t, err, "write to us")
	}
	require.ErrorIs(t, shop.ErrorOf(g.Amending(m)), amendment.ErrNotAmendable)
	require.Zero(t, g.Wallet())
	require.Equal(t, order.Confirmed, g.Status(id), "lunch comes")
}

func TestACaptureThatPaidForNothingAndWasSentBackByHandKeepsNobodyFromChangingTheOrder(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	g, id := k.Eats(nil, mon, tue)
	intent := g.Order(id).Intent.ID
	servertest.Do(t, k.Pool,
		`INSERT INTO payment_events (id, identity, source, reference, fort_id, command, status, response_code, amount, verified, outcome, at)
		SELECT repeat('E', 26), 'x', 'notify', reference, 'twice', 'PURCHASE', '14', '14000', amount, true, 'paid', created_at FROM attempts
		WHERE id = $1`, intent)
	servertest.Do(t, k.Pool, `INSERT INTO refunds (id, attempt_id, fort_id, amount, cause, cause_id, status, at, done_at)
		SELECT repeat('R', 26), id, 'twice', amount, 'sent back at the provider', '', 'done', created_at, created_at FROM attempts WHERE id = $1`,
		intent)
	require.Equal(t, order.Confirmed, g.Amends(shop.Proposal(id, shop.Brings(mon, 0, 0))).Status)
}

func TestTheBackOfficeSendsMoreThanAChangeLeftOnTheCardAndTheBooksAreSound(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	g, id := k.Eats(nil, mon, tue)
	saved := g.Amends(shop.ToTheCard(shop.Proposal(id, shop.Brings(tue, 0, 0))))
	k.BackOffice(g.Order(id).Intent.ID, shop.Price(t, mon, 0)+1000) // ours was not sent yet, and is shortened by 1000
	servertest.Sound(t, k.Pool)
	require.EqualValues(t, shop.Price(t, tue, 0)-1000,
		servertest.One[int64](t, k.Pool, "SELECT amount FROM refunds WHERE cause_id = $1", saved.Amendment))
	k.Refunds()
	kept, _ := k.Bank.Kept(g.Order(id).Intent.ID)
	require.Zero(t, kept)
}

func TestAServerWhoseClockIsBehindGivesMoneyBackAndTheBooksAreSound(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	g, id := k.Eats(nil, mon, tue)
	g.Amends(shop.ToTheCard(shop.Proposal(id, shop.Brings(tue, 0, 0))))
	k.Clock.Move(-2 * time.Second)
	k.Refunds()
	require.Equal(t, 1, servertest.One[int](t, k.Pool, "SELECT count(*) FROM refunds WHERE status = 'done' AND sent_at = at AND done_at = at"))
}
