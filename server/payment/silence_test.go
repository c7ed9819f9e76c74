package payment_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

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

func TestAProviderThatIsSlowSilentOrBrokenLeavesTheOrderWaitingAndIsAskedAgain(t *testing.T) {
	t.Parallel()
	answers := func(h func(w http.ResponseWriter, hang func())) func(x *till) string {
		return func(x *till) string {
			over := make(chan struct{})
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { h(w, func() { <-over }) }))
			x.Cleanup(func() { close(over); server.Close() })
			return server.URL
		}
	}
	for name, address := range map[string]func(x *till) string{
		"silent": answers(func(_ http.ResponseWriter, hang func()) { hang() }),
		"slow to end": answers(func(w http.ResponseWriter, hang func()) {
			w.WriteHeader(http.StatusOK)
			_, _ = w.Write([]byte(`{"status":"12",`))
			w.(http.Flusher).Flush()
			hang()
		}),
		"out of order":        answers(func(w http.ResponseWriter, _ func()) { http.Error(w, "sorry", http.StatusBadGateway) }),
		"hanging up":          answers(func(http.ResponseWriter, func()) { panic(http.ErrAbortHandler) }),
		"talking to somebody": answers(func(w http.ResponseWriter, _ func()) { _, _ = w.Write([]byte(`<html>welcome</html>`)) }),
		"sending us elsewhere": answers(func(w http.ResponseWriter, _ func()) {
			w.Header().Set("Location", "https://other.invalid/")
			w.WriteHeader(http.StatusFound)
		}),
		"without a certificate": func(x *till) string { return strings.Replace(x.bank.Settings.APIURL, "http://", "https://", 1) },
		"without an address":    func(*till) string { return "http://provider.invalid/" },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			x := openTill(t)
			s := x.sells()
			x.bank.Pay(s.ref, s.amount)
			_, away := x.server(x.pool)
			away.Provider.Settings.APIURL = address(x)
			before := x.rows()
			for range 2 {
				// Whoever asks gives up in the end: some of these providers never answer.
				ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
				err := (&payment.Checker{Payments: away}).Work(ctx, jobOf(payment.Check{Attempt: s.ref}))
				cancel()
				require.Error(t, err, "so that the queue tries again")
				require.NotContains(t, err.Error(), x.bank.Settings.RequestPhrase)
				require.Equal(t, before, x.rows())
				require.Equal(t, pending, x.state(s))
			}
			x.check(s)
			require.Equal(t, confirmed, x.state(s), "found as soon as the provider can be asked")
			kept, _ := x.bank.Kept(s.ref)
			require.Equal(t, s.amount, kept)
		})
	}
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
	require.Equal(t, 200, x.notify(x.bank.Notice(s.ref, s.amount)), "nothing is locked meanwhile")
	require.Equal(t, confirmed, x.state(s))
	close(answered)
	require.NoError(t, <-done)
	require.Equal(t, confirmed, x.state(s), "and the late answer changes nothing")
}
