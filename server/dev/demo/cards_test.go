package demo_test

import (
	"net"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/demo"
	"sahn/server/dev/sandbox"
	"sahn/server/dev/servertest"
	"sahn/server/payment"
	"sahn/server/payment/aps"
)

// The year is told while nobody serves the sandbox, and again while somebody does: the books agree both times.
func TestTheProvidersBooksAgreeWithTheYear(t *testing.T) {
	t.Parallel()
	servertest.Deep(t, "the books of a year, asked about payment by payment")
	pool := yearOf(t, march, 7)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	url := "http://" + listener.Addr().String()
	o := sandbox.Options{Settings: aps.Settings{MerchantIdentifier: "M", AccessCode: "A", RequestPhrase: "request-phrase-request",
		ResponsePhrase: "response-phrase-response", SHAType: "SHA-256", PageURL: url + "/FortAPI/paymentPage",
		APIURL: url + "/FortAPI/paymentApi"},
		Path: filepath.Join(t.TempDir(), "sandbox.json")}
	past, err := demo.Cards(t.Context(), pool)
	require.NoError(t, err)
	require.NotEmpty(t, past)
	require.NoError(t, listener.Close())
	require.NoError(t, sandbox.Tell(t.Context(), url, o, past))

	s, err := sandbox.New(o)
	require.NoError(t, err)
	listener, err = net.Listen("tcp", listener.Addr().String())
	require.NoError(t, err)
	go func() { _ = s.Run(t.Context(), listener) }()
	require.NoError(t, sandbox.Tell(t.Context(), url, o, past))
	require.Len(t, s.Payments(), len(past))
	p := payment.Payments{Conn: pool, Provider: aps.Client{Settings: o.Settings}, Clock: func() time.Time { return march }}
	report, err := p.Reconcile(t.Context(), march.AddDate(0, -1, 0), march) // a year takes minutes to ask about
	require.NoError(t, err)
	require.Empty(t, report.Differences)
	require.Positive(t, report.Captures)
	require.Positive(t, report.Refunds)
}
