package payment_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/payment"
)

// waits counts transactions of the test's database that are open while nobody works for them.
func (x *till) waits() int {
	x.Helper()
	return servertest.One[int](x, x.pool,
		"SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name <> "+
			"'snapshot' AND state LIKE 'idle in transaction%'")
}

func TestNoTransactionIsOpenWhileTheProviderIsAsked(t *testing.T) {
	t.Parallel()
	x := openTill(t)
	asked := []string{}
	x.bank.Before(func(command string) {
		asked = append(asked, command)
		require.Zero(x, x.waits(), command)
	})
	s := x.sells()
	x.bank.Pay(s.ref, s.amount-1)
	x.check(s)
	require.NoError(t, x.refund())
	require.Contains(t, asked, "CHECK_STATUS")
	require.Contains(t, asked, "REFUND")

	tx, err := x.pool.Begin(t.Context())
	require.NoError(t, err)
	require.Equal(t, 1, x.waits(), "one that waits would have been seen")
	require.NoError(t, tx.Rollback(t.Context()))
}

func TestASuccessIsTakenFromTheNotificationWhileOurOwnQuestionHangs(t *testing.T) {
	t.Parallel()
	x := openTill(t)
	s := x.sells()
	x.bank.Pay(s.ref, s.amount)
	asked, answered := make(chan struct{}), make(chan struct{})
	x.bank.Before(func(string) { close(asked); <-answered })
	done := make(chan error, 1)
	go func() {
		done <- (&payment.Checker{Payments: x.payments}).Work(t.Context(), jobOf(payment.Check{Attempt: s.ref}))
	}()
	<-asked
	x.tells(s)
	require.Equal(t, confirmed, x.state(s), "nothing is locked meanwhile")
	close(answered)
	require.NoError(t, <-done)
	require.Equal(t, confirmed, x.state(s), "and the late answer changes nothing")
}
