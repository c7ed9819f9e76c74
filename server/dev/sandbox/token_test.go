package sandbox

import (
	"net/http"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"sahn/server/payment/aps"
	"sahn/server/platform/money"
)

// with opens the card page of a purchase.
func (s *shop) with(p aps.Purchase) page {
	return s.post(s.settings.PageURL, s.fields(p))
}

func keeping(number string) map[string]string {
	fields := typed(number)
	fields["remember_me"] = "YES"
	return fields
}

func TestAKeptCardIsToldByTokenAndPaysAgainWithItsCodeAlone(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	address := s.address(s.with(aps.Purchase{Reference: "first", Amount: 4575, Remember: true}))
	require.Contains(t, s.do("GET", address, "", "").body, "checked")
	m := s.mustReturn(s.post(address, keeping("4005550000000001")))
	require.NotEmpty(t, m.Token)
	require.Equal(t, "2028-12", m.Expiry)
	require.True(t, m.Remember)
	require.Equal(t, m.Token, s.notifications(1)[0].m.Token, "the merchant's server is told")

	address = s.address(s.with(aps.Purchase{Reference: "second", Amount: 900, Token: m.Token}))
	shown := s.do("GET", address, "", "").body
	require.Contains(t, shown, "VISA ending 0001, expires 12/28")
	require.NotContains(t, shown, `name="card_number"`)
	require.NotContains(t, shown, m.Token, "the token is not on the page")
	require.Equal(t, http.StatusUnprocessableEntity, s.post(address, map[string]string{"action": "pay", "cvv": "12"}).status)
	again := s.mustReturn(s.post(address, map[string]string{"action": "pay", "cvv": "123"}))
	require.Equal(t, "14000", again.Code)
	require.Equal(t, "0001", again.LastFour)
	require.Equal(t, m.Token, again.Token)
	require.Equal(t, money.Fils(900), s.check("second").Captured)

	address = s.address(s.with(aps.Purchase{Reference: "third", Amount: 900, Token: m.Token}))
	require.Equal(t, "13666", s.mustReturn(s.post(address, map[string]string{"action": "pay", "cvv": "999"})).Code)
}

func TestACardIsKeptOnlyWhenTheBuyerWantsItAndThePaymentSucceeds(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	for i, fields := range []map[string]string{typed("4005550000000001"), keeping("4000000000000002"), keeping("4000000000000341")} {
		address := s.address(s.with(aps.Purchase{Reference: "r" + strconv.Itoa(i), Amount: 100}))
		shown := s.do("GET", address, "", "").body
		require.Contains(t, shown, `name="remember_me"`)
		require.NotContains(t, shown, "checked")
		require.Empty(t, s.mustReturn(s.post(address, fields)).Token)
	}
}

func TestAForgottenTokenPaysNothing(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	token := s.mustReturn(s.post(s.opened("first", 100), keeping("4005550000000001"))).Token
	require.NoError(t, s.client().Forget(t.Context(), "a-card", token))
	require.NoError(t, s.client().Forget(t.Context(), "a-card", token), "and again")
	p := s.with(aps.Purchase{Reference: "second", Amount: 100, Token: token})
	require.Equal(t, "00044", s.mustReturn(p).Code)
	require.Equal(t, aps.NotKnown, s.check("second").Outcome)
}
