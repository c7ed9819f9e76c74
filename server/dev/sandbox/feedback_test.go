package sandbox

import (
	"net/http"
	"net/url"
	"testing"

	"github.com/stretchr/testify/require"

	"sahn/server/payment/aps"
)

func TestFeedbackIsRepeatedUntilItIsAnswered(t *testing.T) {
	t.Parallel()
	s := open(t, func(o *Options) { o.Duplicates = 2 })
	s.answers = []int{500, 404, 303, 302}
	s.pays("R1", 3530, "4005550000000001")
	s.provider.work.Wait()
	news := s.notifications(4 + 2)
	for _, n := range news {
		require.Equal(t, news[0].raw, n.raw)
		require.Equal(t, "application/json", n.kind)
	}
}

func TestFeedbackIsGivenUpAfterTenRepetitions(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	for range 30 {
		s.answers = append(s.answers, 503)
	}
	s.pays("R1", 3530, "4005550000000001")
	s.provider.work.Wait()
	s.notifications(11)
	require.Equal(t, aps.Paid, s.check("R1").Outcome, "asking is the repair")
}

func TestFeedbackComesBeforeAfterOrNever(t *testing.T) {
	t.Parallel()
	before := open(t, nil)
	before.pays("R1", 3530, "4005550000000001")
	before.mu.Lock()
	require.Len(t, before.received, 1, "heard before the browser came back")
	before.mu.Unlock()

	after := open(t, func(o *Options) { o.Feedback, o.DelayMS = "after", 1 })
	after.mustReturn(after.pays("R1", 3530, "4005550000000001"))
	require.Equal(t, aps.Paid, after.notifications(1)[0].m.Outcome())

	never := open(t, func(o *Options) { o.Feedback = "never" })
	never.mustReturn(never.pays("R1", 3530, "4005550000000001"))
	never.provider.work.Wait()
	never.notifications(0)

	closed := open(t, func(o *Options) { o.NoReturn = true })
	p := closed.pays("R1", 3530, "4005550000000001")
	require.NotContains(t, p.body, "<form")
	require.Equal(t, aps.Paid, closed.notifications(1)[0].m.Outcome())
}

func TestAnAccountMayHaveFormsGetReturnsAndOddSignatures(t *testing.T) {
	t.Parallel()
	s := open(t, func(o *Options) {
		o.FeedbackFormat, o.ReturnMethod, o.ExtraField, o.UpperHex = "form", "GET", true, true
	})
	p := s.pays("R1", 3530, "4005550000000001")
	require.Equal(t, http.StatusSeeOther, p.status)
	back, err := url.Parse(p.header.Get("Location"))
	require.NoError(t, err)
	require.Equal(t, "****************", back.Query().Get("card_number"))
	require.Equal(t, "*******", back.Query().Get("card_holder_name"))
	require.NotEmpty(t, back.Query().Get("processor_hint"))
	m := s.mustReturn(p)
	require.Equal(t, aps.Paid, m.Outcome())
	require.Empty(t, m.LastFour)
	news := s.notifications(1)[0]
	require.Equal(t, "application/x-www-form-urlencoded", news.kind)
	require.NoError(t, news.err)
	require.Equal(t, "0001", news.m.LastFour)

	entity := open(t, func(o *Options) { o.HTMLEntity = true })
	entity.pays("R1", 3530, "4005550000000001")
	heard := entity.notifications(1)[0]
	require.NoError(t, heard.err)
	require.Contains(t, string(heard.raw), "&#39;")
}

func TestSpoiltSignaturesAreNeverBelieved(t *testing.T) {
	t.Parallel()
	s := open(t, func(o *Options) { o.Tamper = "all" })
	m, err := s.returned(s.pays("R1", 3530, "4005550000000001"))
	require.ErrorIs(t, err, aps.ErrSignature)
	require.Equal(t, aps.Invalid, m.Outcome())
	require.ErrorIs(t, s.notifications(1)[0].err, aps.ErrSignature)
	_, err = s.client().CheckStatus(t.Context(), "R1")
	require.ErrorIs(t, err, aps.ErrNoAnswer)
	require.NoError(t, s.provider.Behave(Behaviour{Tamper: "return"}))
	require.Equal(t, aps.Paid, s.check("R1").Outcome)

	unsigned := open(t, func(o *Options) { o.UnsignedInvalid = "all" })
	m, err = unsigned.returned(unsigned.post(unsigned.opened("R1", 3530), map[string]string{"action": "cancel"}))
	require.ErrorIs(t, err, aps.ErrSignature)
	require.Equal(t, "00072", m.Code)
}
