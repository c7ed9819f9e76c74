package api_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/operator"
	"sahn/server/payment"
	"sahn/server/platform/web"
)

// A manager who sets up an installation sees before the first order that letters would go out and cards could be charged.
func TestTheFirstRunSaysWhetherMailServerAndCardProviderAnswer(t *testing.T) {
	t.Parallel()
	h := openIdle(t, servertest.DB(t))
	bank := servertest.NewBank(t)
	office := &operator.Office{Conn: h.pool, Clock: h.clock.Now, Post: h.parts.Office.Post,
		Payments: &payment.Payments{Provider: bank.Client()}}
	look := func() (open []string) {
		t.Helper()
		said, err := office.HandleFirstRun(t.Context(), web.Caller{}, operator.Nothing{})
		require.NoError(t, err)
		for _, s := range said.Data {
			if !s.Done {
				open = append(open, s.Step)
			}
		}
		return open
	}
	mails, err := h.mailbox.Mails(1)
	require.NoError(t, err)
	require.Empty(t, mails)
	require.Equal(t, []string{"seller", "order"}, look())
	office.Payments.Provider.Settings.RequestPhrase = "a phrase of another account"
	require.Equal(t, []string{"seller", "card", "order"}, look())
	require.NoError(t, h.mailbox.Stop())
	require.Equal(t, []string{"seller", "mail", "card", "order"}, look())
	h.exec("INSERT INTO sellers (version, since, name, trn, address, bank, email, phone) " +
		"VALUES (1, '1970-01-01', 'Sahn', '100000000000003', 'Dubai', '', '', '')")
	require.Equal(t, []string{"mail", "card", "order"}, look(), "who sells is also who a manager set")
}
