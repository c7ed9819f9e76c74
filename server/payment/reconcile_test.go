package payment_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/payment"
	"sahn/server/platform/money"
)

func (x *till) reconcile() payment.Report {
	x.Helper()
	report, err := x.payments.Reconcile(x.Context(), servertest.Now.Add(-time.Hour), x.clock.Now())
	require.NoError(x, err)
	return report
}

// busy is a till on which everything that is right has happened: orders and top-ups, paid and not, with refunds of every kind.
func (x *till) busy() (paid sale) {
	x.Helper()
	x.pays(x.sells())
	x.declines(x.sells())
	less := x.sells()
	less.amount--
	x.pays(less)
	require.NoError(x, x.refund())
	paid = x.paidIn(x.guest(), 10_000)
	x.notifyAndLook(x.backOffice(paid, 2500, "by-hand"))
	x.sells() // and somebody is on the card page just now
	x.clock.Move(time.Minute)
	return paid
}

func TestBooksThatAreRightHaveNoDifference(t *testing.T) {
	t.Parallel()
	x := openTill(t)
	x.busy()
	report := x.reconcile()
	require.Empty(t, report.Differences)
	require.Equal(t, 3, report.Captures)
	require.Equal(t, 2, report.Refunds)
	captured := money.Fils(servertest.One[int64](t, x.pool,
		"SELECT sum(amount) FROM (SELECT DISTINCT fort_id, amount FROM payment_events WHERE outcome = 'paid') c"))
	require.Equal(t, captured, report.Captured)
}

func TestEveryPlantedDifferenceIsNamed(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		plant func(x *till, paid sale)
		named []string
	}{
		"a capture of which nobody was told": {func(x *till, _ sale) {
			s := x.sells()
			x.bank.Pay(s.ref, s.amount)
			x.clock.Move(time.Second)
		}, []string{"captured"}},
		"a refund of which nobody was told": {func(x *till, paid sale) { _ = x.backOffice(paid, 100, "in-silence") },
			[]string{"sent back"}},
		"a capture that the provider does not know": {func(x *till, paid sale) { x.bank.Forget(paid.ref) }, []string{"captured", "sent back"}},
		"a refund that was never done": {func(x *till, paid sale) {
			require.NoError(x, x.part(100, "stuck", paid))
			servertest.Do(x, x.pool, "UPDATE refunds SET at = $1 WHERE cause_id = 'stuck'", servertest.Now)
		}, []string{"asked to be sent back and not done", "what cards paid by the ledger"}},
		"a booking that is missing": {func(x *till, _ sale) {
			servertest.Do(x, x.pool, "ALTER TABLE entries DISABLE TRIGGER never_changed")
			servertest.Do(x, x.pool, "DELETE FROM entries WHERE transaction_id = (SELECT id FROM transactions WHERE kind = 'topup')")
			servertest.Do(x, x.pool, "ALTER TABLE entries ENABLE TRIGGER never_changed")
		}, []string{"what cards paid by the ledger"}},
		"a capture for a reference that is not ours": {func(x *till, _ sale) {
			x.bank.Pay("01M7ZZZZZZZZZZZZZZZZZZZZZZ", 100)
			for range 2 {
				x.hears(x.bank.Notice("01M7ZZZZZZZZZZZZZZZZZZZZZZ", 100))
			}
			x.clock.Move(time.Second)
		}, []string{"a capture that nobody asked for"}},
		"an attempt that should have ended": {func(x *till, _ sale) { x.clock.Move(time.Hour) }, []string{"still open here, not known there"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			x := wrongTill(t)
			c.plant(x, x.busy())
			named := []string{}
			for _, d := range x.reconcile().Differences {
				named = append(named, d.What)
			}
			require.Equal(t, c.named, named)
		})
	}
}

func TestARefundOfWhichOnlyTheAnswerWasLostIsNoDifferenceYet(t *testing.T) {
	t.Parallel()
	x := wrongTill(t) // whoever asks for a refund books it; here nobody does
	paid := x.busy()
	require.NoError(t, x.part(100, "lost", paid))
	x.givesUnheard("lost")
	servertest.Do(t, x.pool, "UPDATE refunds SET at = $1 WHERE cause_id = 'lost'", x.clock.Now())
	for _, d := range x.reconcile().Differences {
		require.NotEqual(t, "sent back", d.What)
	}
	require.NoError(t, x.gives("lost"))
}

func TestWithoutTheProvidersAnswerNothingIsCalledRight(t *testing.T) {
	t.Parallel()
	x := openTill(t)
	x.busy()
	x.bank.Lose(1)
	_, err := x.payments.Reconcile(t.Context(), servertest.Now.Add(-time.Hour), x.clock.Now())
	require.Error(t, err)
}

func TestReconcilingChangesNothing(t *testing.T) {
	t.Parallel()
	x := openTill(t)
	x.busy()
	s := x.wanted(x.guest(), 1000)
	x.bank.Pay(s.ref, s.amount)
	before := x.rows()
	x.clock.Move(time.Minute)
	require.Len(t, x.reconcile().Differences, 1)
	require.Equal(t, before, x.rows())
	require.True(t, strings.HasPrefix(x.reconcile().Differences[0].String(), s.ref))
}
