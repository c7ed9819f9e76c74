package order_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sahn/server/amendment"
	"sahn/server/dev/servertest"
	"sahn/server/order"
	"sahn/server/payment"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
)

// backOffice sends money of a payment back in the provider's own back office, and tells; the provider is asked about it.
func (k *kitchen) backOffice(intent string, amount money.Fils) {
	k.Helper()
	_, err := k.bank.Client().Refund(k.Context(), intent, "", amount, "by-hand")
	require.NoError(k, err)
	word := k.bank.Fields(intent, amount,
		map[string]string{"command": "REFUND", "status": "06", "response_code": "06000", "maintenance_reference": "by-hand"})
	r, err := k.payments.HandleNotify(k.Context(), web.Caller{}, servertest.JSONRequest(word))
	require.NoError(k, err)
	require.Equal(k, 200, r.Status)
	look := jobOf(payment.Look{Attempt: intent, Capture: word["fort_id"]})
	require.NoError(k, (&payment.Looker{Payments: k.payments}).Work(k.Context(), look))
}

func TestAnOrderWhoseMoneyWasSentBackByHandIsNotPaidBackASecondTime(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	g, id := k.eats(nil, mon, tue)
	r := proposal(id, brings(mon, 0, 0), brings(tue, 0, 0))
	m := g.means(r, g.sees(r))
	k.backOffice(g.order(id).Intent.ID, price(t, mon, 0)+price(t, tue, 0))
	for _, ask := range []amendment.AmendQuoteRequest{r, toTheCard(r), proposal(id, brings(mon, 0, 3))} {
		err := errorOf(g.previews(ask))
		require.ErrorIs(t, err, amendment.ErrNotAmendable)
		require.ErrorContains(t, err, "write to us")
	}
	require.ErrorIs(t, errorOf(g.amending(m)), amendment.ErrNotAmendable)
	require.Zero(t, g.wallet())
	require.Equal(t, order.Confirmed, g.status(id), "lunch comes")
}

func TestACaptureThatPaidForNothingAndWasSentBackByHandKeepsNobodyFromChangingTheOrder(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	g, id := k.eats(nil, mon, tue)
	intent := g.order(id).Intent.ID
	servertest.Do(t, k.pool,
		`INSERT INTO payment_events (id, identity, source, reference, fort_id, command, status, response_code, amount, verified, outcome, at)
		SELECT repeat('E', 26), 'x', 'notify', reference, 'twice', 'PURCHASE', '14', '14000', amount, true, 'paid', created_at FROM attempts
		WHERE id = $1`, intent)
	servertest.Do(t, k.pool, `INSERT INTO refunds (id, attempt_id, fort_id, amount, cause, cause_id, status, at, done_at)
		SELECT repeat('R', 26), id, 'twice', amount, 'sent back at the provider', '', 'done', created_at, created_at FROM attempts WHERE id = $1`,
		intent)
	require.Equal(t, order.Confirmed, g.amends(proposal(id, brings(mon, 0, 0))).Status)
}

func TestTheBackOfficeSendsMoreThanAChangeLeftOnTheCardAndTheBooksAreSound(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	g, id := k.eats(nil, mon, tue)
	saved := g.amends(toTheCard(proposal(id, brings(tue, 0, 0))))
	k.backOffice(g.order(id).Intent.ID, price(t, mon, 0)+1000) // ours was not sent yet, and is shortened by 1000
	servertest.Sound(t, k.pool)
	require.EqualValues(t, price(t, tue, 0)-1000,
		servertest.One[int64](t, k.pool, "SELECT amount FROM refunds WHERE cause_id = $1", saved.Amendment))
	k.refunds()
	kept, _ := k.bank.Kept(g.order(id).Intent.ID)
	require.Zero(t, kept)
}

func TestAServerWhoseClockIsBehindGivesMoneyBackAndTheBooksAreSound(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	g, id := k.eats(nil, mon, tue)
	g.amends(toTheCard(proposal(id, brings(tue, 0, 0))))
	k.clock.Move(-2 * time.Second)
	k.refunds()
	require.Equal(t, 1, servertest.One[int](t, k.pool, "SELECT count(*) FROM refunds WHERE status = 'done' AND sent_at = at AND done_at = at"))
}
