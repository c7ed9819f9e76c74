package payment_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/payment"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
)

// resolve is what an operator does who has read the provider's back office.
func (x *till) resolve(s sale, taken bool, number string) error {
	x.Helper()
	open, err := x.payments.CheckUnresolved(x.Context(), s.ref)
	if err != nil {
		return err
	}
	return db.InTx(x.Context(), x.pool, func(ctx context.Context, tx db.Tx) error {
		_, err := x.payments.Resolve(ctx, tx, open, taken, number, x.clock.Now())
		return err
	})
}

// unresolved is an order that the provider leaves open for good, and the number that it gives to its payment.
func (x *till) unresolved() (s sale, number string) {
	x.Helper()
	s = x.sells()
	x.check(s) // nobody has typed a card yet: the provider knows nothing
	x.bank.LeaveOpen(s.ref)
	x.clock.Move(time.Hour)
	x.check(s)
	require.Equal(x, pending, x.state(s))
	rows, err := db.New(x.pool).CasesWaiting(x.Context(), x.clock.Now(), x.clock.Now(), false, 10)
	require.NoError(x, err)
	require.Equal(x, []any{1, "attempt", "open", true}, []any{len(rows), rows[0].Kind, rows[0].What, rows[0].Stays})
	return s, x.bank.Fields(s.ref, s.amount, nil)["fort_id"]
}

func TestAPaymentThatTheProviderLeavesOpenIsSettledByWhatItsBackOfficeShows(t *testing.T) {
	t.Parallel()
	x := openTill(t)
	s, number := x.unresolved()
	require.ErrorIs(t, x.resolve(s, true, "1234"), payment.ErrOtherNumber, "somebody else's payment")
	require.Equal(t, pending, x.state(s))
	require.NoError(t, x.resolve(s, true, number))
	require.Equal(t, confirmed, x.state(s))
	require.ErrorIs(t, x.resolve(s, false, number), payment.ErrSettled)

	for range 2 {
		x.pays(s)
	}
	require.Equal(t, confirmed, x.state(s), "the provider says the same later")
	require.Zero(t, servertest.One[int](t, x.pool, "SELECT count(*) FROM refunds"))
	x.clock.Move(time.Hour)
	require.Empty(t, x.reconcile().Differences)
}

func TestAPaymentThatWasCalledNotTakenAndWasIsALateSuccess(t *testing.T) {
	t.Parallel()
	x := openTill(t)
	s, number := x.unresolved()
	require.NoError(t, x.resolve(s, false, number))
	require.Equal(t, failed, x.state(s))
	servertest.Do(t, x.pool, "UPDATE portions SET cooked = taken") // the rest is eaten by others
	x.pays(s)
	is := x.state(s)
	require.Equal(t, "paid", is.Attempt)
	require.True(t, is.Order == "Confirmed" && is.Refunds == 0 || is.Order == "Cancelled" && is.Refunds == 1,
		"it counts, or goes back by itself: %v", is)
}

// waiting are the cases that operators see.
func (x *till) waiting() []db.CasesWaitingRow {
	x.Helper()
	rows, err := db.New(x.pool).CasesWaiting(x.Context(), x.clock.Now().Add(-24*time.Hour), x.clock.Now(), false, 10)
	require.NoError(x, err)
	return rows
}

// silently is what the provider does without telling.
func (x *till) silently(does string, s sale) {
	map[string]func(){"taken": func() { x.bank.Pay(s.ref, s.amount) }, "declined": func() { x.bank.Decline(s.ref) },
		"cancelled": func() { x.bank.Cancel(s.ref) }, "forgotten": func() { x.bank.Forget(s.ref) }}[does]()
}

func TestAnOperatorsWordIsAskedAboutUntilTheProviderHasSaidItsOwn(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		taken bool
		does  string
		is    saleState
	}{"taken, and it was": {true, "taken", confirmed}, "not taken, and it was declined": {false, "declined", failed},
		"not taken, and it was cancelled": {false, "cancelled", failed}, "not taken, and nobody knows it": {false, "forgotten", failed}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			x := openTill(t)
			s, number := x.unresolved()
			servertest.Do(t, x.pool, "DELETE FROM river_job")
			require.NoError(t, x.resolve(s, c.taken, number))
			require.Equal(t, 1, x.jobs("payment_check"))
			for range 3 {
				require.Equal(t, 15*time.Minute, x.check(s).Duration, "the provider still says nothing")
				x.clock.Move(24 * time.Hour)
			}
			servertest.Do(t, x.pool, "DELETE FROM river_job")
			x.sweep()
			require.Equal(t, 1, x.jobs("payment_check"), "also when the queue lost it")

			x.silently(c.does, s)
			require.Nil(t, x.check(s))
			require.Equal(t, c.is, x.state(s))
			servertest.Do(t, x.pool, "DELETE FROM river_job")
			x.sweep()
			require.Zero(t, x.jobs("payment_check"), "it has said so")
			require.Empty(t, x.waiting())
			report, err := x.payments.Reconcile(t.Context(), servertest.Now.Add(-time.Hour), x.clock.Now().Add(time.Second))
			require.NoError(t, err)
			require.Empty(t, report.Differences)
		})
	}
}

func TestAPaymentThatWasCalledTakenAndWasNotIsACase(t *testing.T) {
	t.Parallel()
	for _, does := range []string{"declined", "cancelled", "forgotten", "told that it declined"} {
		t.Run(does, func(t *testing.T) {
			t.Parallel()
			x := openTill(t)
			s, number := x.unresolved()
			require.NoError(t, x.resolve(s, true, number))
			books := servertest.Rows(t, x.pool, "SELECT * FROM entries ORDER BY 1")
			require.Empty(t, x.waiting())
			told := does == "told that it declined"
			learns := func() { require.Nil(t, x.check(s)) }
			if told {
				learns = func() { x.declines(s) }
			} else {
				x.silently(does, s)
			}
			x.clock.Move(15 * time.Minute)
			for range 2 {
				learns()
				require.Equal(t, confirmed, x.state(s), "nothing is undone")
				require.Equal(t, books, servertest.Rows(t, x.pool, "SELECT * FROM entries ORDER BY 1"))
				require.Len(t, x.waiting(), 1)
				require.Equal(t, []any{"attempt", s.ref, "failed", false},
					[]any{x.waiting()[0].Kind, x.waiting()[0].ID, x.waiting()[0].What, x.waiting()[0].Stays})
			}
			x.clock.Move(time.Minute)
			require.Equal(t, "captured", x.reconcile().Differences[0].What, "and the books differ")
			if told {
				x.bank.Pay(s.ref, s.amount) // that was another card, of which the provider is asked
				require.Nil(t, x.check(s))
				require.Empty(t, x.waiting())
				require.Empty(t, x.reconcile().Differences)
			}
		})
	}
}

func TestAPaymentThatWasCalledNotTakenAndWasGoesBackByItselfAndIsNamedAlsoWhenTheProviderNeverTells(t *testing.T) {
	t.Parallel()
	x := openTill(t)
	s, number := x.unresolved()
	require.NoError(t, x.resolve(s, false, number))
	x.becomes(s, "Cancelled")
	require.Empty(t, x.reconcile().Differences)
	x.bank.Pay(s.ref, s.amount)
	x.clock.Move(15 * time.Minute)
	require.Nil(t, x.check(s))
	require.Equal(t, saleState{"Cancelled", "paid", 0, 1}, x.state(s))
	require.NoError(t, x.refund())
	require.Equal(t, "Refunded", x.state(s).Order)
	x.kept(s, 0, 1) // nobody has bought anything for it
	x.clock.Move(time.Minute)
	require.Equal(t, []payment.Difference{{What: "taken, by an operator's word", Of: s.ref, Provider: s.amount}}, x.reconcile().Differences)
}

func TestThatTheProviderTookAnotherSumThanAnOperatorSaidIsNamed(t *testing.T) {
	t.Parallel()
	x := wrongTill(t)
	s, number := x.unresolved()
	require.NoError(t, x.resolve(s, true, number))
	x.bank.Pay(s.ref, s.amount+1)
	x.clock.Move(15 * time.Minute)
	require.Nil(t, x.check(s))
	require.Equal(t, confirmed, x.state(s), "nothing is changed in silence")
	x.clock.Move(time.Minute)
	require.Equal(t, []payment.Difference{{What: "taken, by an operator's word", Of: s.ref, Ours: s.amount, Provider: s.amount + 1}},
		x.reconcile().Differences)
}

func TestAskingAnewAboutAPaymentThatWasCalledTakenAsks(t *testing.T) {
	t.Parallel()
	x := openTill(t)
	s, number := x.unresolved()
	require.NoError(t, x.resolve(s, true, number))
	x.bank.Decline(s.ref)
	require.NoError(t, (&payment.Checker{Payments: x.payments}).Work(t.Context(), jobOf(payment.Check{Attempt: s.ref, Once: true})))
	require.Len(t, x.waiting(), 1)
}

func TestNobodySettlesAPaymentOfWhichTheProviderKnowsMore(t *testing.T) {
	t.Parallel()
	x := openTill(t)
	s := x.sells()
	x.bank.LeaveOpen(s.ref)
	require.ErrorIs(t, x.resolve(s, false, "1"), payment.ErrStillPaying, "the card page is open")
	x.clock.Move(time.Hour)
	x.bank.Lose(1)
	require.ErrorIs(t, x.resolve(s, false, "1"), payment.ErrProviderSilent)
	require.Equal(t, pending, x.state(s))
	x.bank.Pay(s.ref, s.amount)
	require.ErrorIs(t, x.resolve(s, false, "1"), payment.ErrSettled)
	require.Equal(t, confirmed, x.state(s), "what it knows takes effect")
	_, err := x.payments.CheckUnresolved(t.Context(), "nobody's")
	require.ErrorIs(t, err, fault.ErrNotFound)
}

func TestAPaymentOfWhichTheProviderKnowsNoNumberIsNotCalledTaken(t *testing.T) {
	t.Parallel()
	x := openTill(t)
	s, _ := x.unresolved()
	says := func(taken bool) error {
		return db.InTx(t.Context(), x.pool, func(ctx context.Context, tx db.Tx) error {
			_, err := x.payments.Resolve(ctx, tx, payment.Unresolved{Attempt: s.ref}, taken, "1234", x.clock.Now())
			return err
		})
	}
	require.ErrorIs(t, says(true), payment.ErrNoNumber, "its real money would come as a second payment, and go back")
	require.Equal(t, pending, x.state(s))
	require.NoError(t, says(false))
	require.Equal(t, failed, x.state(s))
}
