package payment_test

import (
	"net/http"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/payment"
	"sahn/server/payment/aps"
	"sahn/server/platform/web"
)

// signedBy is the bank's word on a sale, proved with a phrase.
func (x *till) signedBy(s sale, phrase string) web.RawRequest {
	x.Helper()
	fields := x.bank.Fields(s.ref, s.amount, nil)
	delete(fields, "signature")
	fields["signature"] = aps.Sign(fields, phrase, x.bank.Settings.SHAType)
	return servertest.JSONRequest(fields)
}

// with is one more server with phrases of its own.
func (x *till) with(response, former string) *payment.Payments {
	x.Helper()
	_, server := x.server(servertest.Another(x.T, x.pool))
	server.Provider.Settings.ResponsePhrase, server.Provider.Settings.FormerResponsePhrase = response, former
	require.NoError(x, server.Provider.Settings.Validate())
	return server
}

// The response phrase is changed while notifications are on their way, and the servers restart one after the other: every
// notification counts once, and after the change the former phrase proves nothing.
func TestWhileThePhraseIsChangedNothingOnItsWayIsLostAndAfterwardsTheFormerOneProvesNothing(t *testing.T) {
	t.Parallel()
	x := openTill(t)
	const former, fresh = "they say is theirs, until today", "they say is theirs, from today on"
	before, during, after := x.with(former, ""), x.with(fresh, former), x.with(fresh, "")
	hears := func(server *payment.Payments, r web.RawRequest) int {
		reply, err := server.HandleNotify(t.Context(), web.Caller{}, r)
		require.NoError(t, err)
		return reply.Status
	}
	var all sync.WaitGroup
	var refused atomic.Int64
	sales := []sale{}
	for i := range 12 {
		s := x.sells()
		sales = append(sales, s)
		x.bank.Pay(s.ref, s.amount)
		notice := x.signedBy(s, []string{former, fresh}[i%2])
		all.Go(func() {
			for told, turn := 0, i; told < 3; turn++ { // the provider tells again until it is answered, and sometimes after that
				switch hears([]*payment.Payments{before, during}[turn%2], notice) {
				case http.StatusOK:
					told++
				default:
					refused.Add(1)
				}
			}
		})
	}
	last := x.sells()
	x.bank.Pay(last.ref, last.amount)
	require.Equal(t, http.StatusBadRequest, hears(before, x.signedBy(last, fresh)), "what only the new servers know is told again")
	all.Wait()
	t.Logf("%d refused and told again", refused.Load())
	for _, s := range sales {
		require.Equal(t, confirmed, x.state(s))
	}
	rows := x.rows()
	require.Equal(t, http.StatusBadRequest, hears(after, x.signedBy(last, former)))
	require.Equal(t, rows, x.rows(), "and changed nothing")
	require.Equal(t, pending, x.state(last))
	require.Equal(t, http.StatusOK, hears(after, x.signedBy(last, fresh)))
	require.Equal(t, confirmed, x.state(last))
}
