package sandbox

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/payment/aps"
)

func TestAnApprovedCardIsPaidReturnedNotifiedAndFoundByAsking(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	m := s.mustReturn(s.pays("R1", 3530, "4005 5500 0000 0001"))
	require.Equal(t, aps.Paid, m.Outcome())
	require.Equal(t, "R1", m.Reference)
	require.EqualValues(t, 3530, m.Amount)
	require.Regexp(t, `^[1-9][0-9]{17}$`, m.FortID)
	require.Equal(t, "VISA 0001", m.Brand+" "+m.LastFour)

	news := s.notifications(1)
	require.NoError(t, news[0].err)
	require.Equal(t, m.Event(), news[0].m.Event())
	require.Contains(t, string(news[0].raw), `"customer_email":"mona@example.ae"`, "every field of the request is echoed")

	status := s.check("R1")
	require.Equal(t, aps.Paid, status.Outcome)
	require.EqualValues(t, 3530, status.Captured)
	require.Equal(t, m.FortID, status.FortID)
	require.Equal(t, Payment{Reference: "R1", FortID: m.FortID, Status: "paid", Code: "14000", Amount: 3530, Captured: 3530}, s.listed()["R1"])
}

func TestEveryCardAnswersAsItsLabelSays(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	for i, c := range testCards {
		require.True(t, luhn(c.Number), c.Name)
		if c.Secure {
			continue
		}
		reference := "R" + strings.Repeat("x", i)
		card := typed(c.Number)
		card["cvv"] = c.CVV()
		m := s.mustReturn(s.post(s.opened(reference, 100), card))
		require.Equal(t, c.Code, m.Code, c.Name)
		require.Equal(t, c.Code == "14000", s.listed()[reference].Captured == 100, c.Name)
		require.Equal(t, c.Code == "14000", m.Authorization != "", c.Name)
	}
	require.Equal(t, aps.Failed, s.check("R"+strings.Repeat("x", 3)).Outcome)
}

func TestCancelTakesNothingAndIsKnown(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	m := s.mustReturn(s.post(s.opened("R1", 3530), map[string]string{"action": "cancel"}))
	require.Equal(t, aps.Cancelled, m.Outcome())
	require.Equal(t, "00072", m.Code)
	require.Empty(t, m.FortID, "no transaction was made")
	require.Equal(t, aps.Cancelled, s.notifications(1)[0].m.Outcome())
	require.Equal(t, aps.Cancelled, s.check("R1").Outcome)
	require.Equal(t, "cancelled", s.listed()["R1"].Status)
}

func TestThreeDSecureTakesMoneyOnlyWithTheRightCode(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	for code, want := range map[string]string{"123456": "14000", "654321": "13030", "": "13030"} {
		reference := "R" + code
		address := s.opened(reference, 3530)
		step := s.post(address, typed("4000000000003220"))
		require.Equal(t, http.StatusSeeOther, step.status)
		require.Contains(t, s.do(http.MethodGet, address, "", "").body, "Code from your bank")
		require.Equal(t, aps.Uncertain, s.check(reference).Outcome, "nothing is decided yet")
		m := s.mustReturn(s.post(address, map[string]string{"action": "verify", "code": code}))
		require.Equal(t, want, m.Code)
		require.Equal(t, code == "123456", s.listed()[reference].Captured == 3530)
	}
	address := s.opened("cancelled", 3530)
	s.post(address, typed("4000000000003220"))
	require.Equal(t, "00072", s.mustReturn(s.post(address, map[string]string{"action": "cancel"})).Code)
	late := s.post(address, map[string]string{"action": "verify", "code": "123456"})
	require.Equal(t, http.StatusSeeOther, late.status)
	require.Equal(t, "00072", s.mustReturn(s.do(http.MethodGet, address, "", "")).Code)
	require.Zero(t, s.listed()["cancelled"].Captured)
}

func TestOnlyListedTestCardsAreAcceptedAndNoneIsKeptOrRepeated(t *testing.T) {
	t.Parallel()
	file := t.TempDir() + "/payments.json"
	s := open(t, func(o *Options) { o.Path = file })
	address := s.opened("R1", 3530)
	for number, words := range map[string]string{
		"4111111111111111": "Only the test cards listed below work here",
		"4111111111111112": "This is not a card number",
		"12":               "This is not a card number",
		"":                 "Enter a card number",
	} {
		p := s.post(address, typed(number))
		require.Equal(t, http.StatusUnprocessableEntity, p.status)
		require.Contains(t, p.body, words)
		require.Contains(t, p.body, `role="alert"`)
		require.NotContains(t, p.body, `value="`+number+`"`)
	}
	for field, bad := range map[string]string{"expiry": "10/26", "cvv": "12", "name": "R2D2=status"} {
		card := typed("4005550000000001")
		card[field] = bad
		p := s.post(address, card)
		require.Equal(t, http.StatusUnprocessableEntity, p.status, field)
	}
	require.Equal(t, "open", s.listed()["R1"].Status)

	card := typed("4005550000000001")
	card["expiry"] = "11/26" // good until the month is over
	s.mustReturn(s.post(address, card))
	for _, private := range []string{"4005550000000001", "400555", "Mona Ali", "2611"} {
		require.NotContains(t, contents(t, file), private)
	}
}

func TestTwoSubmitsAtOnceTakeTheMoneyOnce(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	address := s.opened("R1", 3530)
	require.Equal(t, address, s.opened("R1", 3530), "an unanswered page may be opened again")
	pages := make([]page, 20)
	servertest.Together(len(pages), func(i int) { pages[i] = s.post(address, typed("4005550000000001")) })
	for _, p := range pages {
		require.Equal(t, aps.Paid, s.mustReturn(p).Outcome(), "everybody is told the same")
	}
	require.Equal(t, aps.Paid, s.mustReturn(s.post(address, map[string]string{"action": "cancel"})).Outcome(), "too late")
	require.Equal(t, aps.Paid, s.mustReturn(s.post(address, typed("4000000000000002"))).Outcome(), "too late")
	s.provider.work.Wait()
	s.notifications(1)
	require.EqualValues(t, 3530, s.listed()["R1"].Captured)
	require.EqualValues(t, 3530, s.check("R1").Captured)
}

func TestAReferenceIsUsedOnce(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	s.pays("paid", 3530, "4005550000000001")
	s.pays("failed", 3530, "4000000000000002")
	s.opened("open", 3530)
	for reference, code := range map[string]string{"paid": "00047", "failed": "00066"} {
		m := s.mustReturn(s.post(s.settings.PageURL, s.form(reference, 3530)))
		require.Equal(t, code, m.Code)
		require.Equal(t, aps.Invalid, m.Outcome())
	}
	m := s.mustReturn(s.post(s.settings.PageURL, s.form("open", 1)))
	require.Equal(t, "00066", m.Code, "an open page keeps its amount")
	require.EqualValues(t, 3530, s.listed()["paid"].Captured)
}

func TestAnUnansweredPageIsForgotten(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	address := s.opened("R1", 3530)
	require.Equal(t, aps.Uncertain, s.check("R1").Outcome)
	s.clock.Move(15 * time.Minute)
	require.Equal(t, aps.NotKnown, s.check("R1").Outcome)
	late := s.mustReturn(s.post(address, typed("4005550000000001")))
	require.Equal(t, "00778", late.Code)
	require.Equal(t, aps.NotKnown, s.check("R1").Outcome)
	require.Equal(t, "expired", s.listed()["R1"].Status)
	require.Zero(t, s.listed()["R1"].Captured)
}

func TestAnUncertainPaymentSettlesLater(t *testing.T) {
	t.Parallel()
	s := open(t, func(o *Options) { o.SettleMS = 1 })
	s.pays("R1", 3530, "4000000000000119")
	require.Equal(t, aps.Uncertain, s.notifications(1)[0].m.Outcome())
	require.Equal(t, aps.Uncertain, s.check("R1").Outcome)
	require.Zero(t, s.listed()["R1"].Captured)
	s.clock.Move(time.Second)
	require.Equal(t, aps.Paid, s.check("R1").Outcome)
	require.EqualValues(t, 3530, s.check("R1").Captured)
}

func TestAnUncertainPaymentIsNotifiedWhenItSettles(t *testing.T) {
	t.Parallel()
	s := open(t, func(o *Options) { o.SettleMS, o.Clock = 50, nil })
	s.pays("R1", 3530, "4000000000000341")
	news := s.notifications(2)
	require.Equal(t, aps.Uncertain, news[0].m.Outcome())
	require.Equal(t, aps.Failed, news[1].m.Outcome())
	require.Equal(t, aps.Failed, s.check("R1").Outcome)
}
