package sandbox

import (
	"context"
	"net"
	"net/http"
	"os"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/payment/aps"
	"sahn/server/platform/money"
)

func contents(t *testing.T, path string) string {
	t.Helper()
	raw, err := os.ReadFile(path)
	require.NoError(t, err)
	return string(raw)
}

func TestCheckStatusTellsUnknownOpenPaidAndFailedApart(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	s.opened("open", 3530)
	s.pays("paid", 3530, "4005550000000001")
	s.pays("failed", 3530, "4000000000009995")
	require.Equal(t, aps.NotKnown, s.check("unknown").Outcome)
	require.Equal(t, "01000", s.check("open").Code)
	require.Equal(t, "14000", s.check("paid").Code)
	failed := s.check("failed")
	require.Equal(t, aps.Failed, failed.Outcome)
	require.Equal(t, "13029", failed.Code)
	require.Zero(t, failed.Captured)

	forger := s.client()
	forger.Settings.RequestPhrase = "another phrase than ours"
	_, err := forger.CheckStatus(t.Context(), "paid")
	require.ErrorIs(t, err, aps.ErrNoAnswer, "00008 comes unsigned")
}

func TestRefundsAddUpToWhatWasCapturedAndRepeatNothing(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	fort := s.mustReturn(s.pays("R1", 3530, "4005550000000001")).FortID
	refund := func(amount money.Fils, own string) string { return s.refund("R1", fort, amount, own).Code }
	require.Equal(t, "06000", refund(1000, "a"))
	require.Equal(t, "06000", refund(1000, "a"), "the same refund again")
	require.Equal(t, "00110", refund(999, "a"), "another refund under the same name")
	require.EqualValues(t, 1000, s.check("R1").Refunded)
	require.Equal(t, aps.Paid, s.check("R1").Outcome)
	require.Equal(t, "00048", refund(2531, "b"))
	require.Equal(t, "06000", refund(2530, "b"))
	require.Equal(t, aps.Refunded, s.check("R1").Outcome)
	require.Equal(t, "00048", refund(1, "c"))
	require.Equal(t, 2, s.listed()["R1"].Refunds)

	news := s.notifications(3) // the payment and two refunds; a repetition is no news
	require.Equal(t, aps.Paid, news[0].m.Outcome())
	for _, n := range news[1:] {
		require.NoError(t, n.err)
		require.Equal(t, aps.Refunded, n.m.Outcome())
	}

	require.Equal(t, "00036", s.refund("R1", "123", 1, "d").Code)
	require.Equal(t, aps.Invalid, s.refund("nobody", "", 1, "d").Outcome)
}

func TestADeclinedRefundMayBeRepeatedAndAFailedPaymentHasNone(t *testing.T) {
	t.Parallel()
	s := open(t, func(o *Options) { o.RefundFails = true })
	s.pays("R1", 3530, "4005550000000001")
	require.Equal(t, aps.RefundFailed, s.refund("R1", "", 3530, "a").Outcome)
	require.Zero(t, s.check("R1").Refunded)
	require.NoError(t, s.provider.Behave(Behaviour{}))
	require.Equal(t, aps.Refunded, s.refund("R1", "", 3530, "a").Outcome)

	s.pays("R2", 3530, "4000000000000002")
	require.Equal(t, "00034", s.refund("R2", "", 1, "a").Code)
}

func TestManyRefundsAtOnceNeverExceedTheCapture(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	s.pays("R1", 1000, "4005550000000001")
	var done atomic.Int32
	servertest.Together(12, func(i int) {
		answer, err := s.client().Refund(t.Context(), "R1", "", 300, string(rune('a'+i)))
		if err == nil && answer.Outcome == aps.Refunded {
			done.Add(1)
		}
	})
	require.EqualValues(t, 3, done.Load())
	require.EqualValues(t, 900, s.check("R1").Refunded)
}

func TestARefundWhoseAnswerIsLostIsFoundByAsking(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	s.pays("R1", 3530, "4005550000000001")
	require.NoError(t, s.provider.Behave(Behaviour{API: "mute"}))
	_, err := s.client().Refund(t.Context(), "R1", "", 3530, "a")
	require.ErrorIs(t, err, aps.ErrNoAnswer)
	require.NoError(t, s.provider.Behave(Behaviour{API: "down"}))
	_, err = s.client().CheckStatus(t.Context(), "R1")
	require.ErrorIs(t, err, aps.ErrNoAnswer)
	require.NoError(t, s.provider.Behave(Behaviour{}))
	require.EqualValues(t, 3530, s.check("R1").Refunded)
}

func TestTheBackOfficeRefundIsHeardByNotification(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	s.pays("R1", 3530, "4005550000000001")
	p := s.do(http.MethodPost, s.base+"/sandbox/refund", "application/json", `{"reference":"R1","amount":530}`)
	require.Contains(t, p.body, "06000")
	news := s.notifications(2)[1]
	require.NoError(t, news.err)
	require.Equal(t, aps.Refunded, news.m.Outcome())
	require.EqualValues(t, 530, news.m.Amount)
}

func TestAnAuthorisationIsCapturedOrVoided(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	operate := func(command, reference, amount string) map[string]string {
		fields := map[string]string{"command": command, "merchant_reference": reference, "language": "en",
			"access_code": s.settings.AccessCode, "merchant_identifier": s.settings.MerchantIdentifier}
		if amount != "" {
			fields["amount"], fields["currency"] = amount, "AED"
		}
		_, body := s.provider.encode(s.signed(fields), "json")
		p := s.do(http.MethodPost, s.settings.APIURL, "application/json", string(body))
		require.Equal(t, http.StatusOK, p.status)
		answer, err := aps.ParseFields("application/json", []byte(p.body))
		require.NoError(t, err)
		require.True(t, aps.Verify(answer, s.settings.SHAType, s.settings.ResponsePhrase))
		return answer
	}
	for _, reference := range []string{"captured", "voided"} {
		fields := s.form(reference, 3530)
		fields["command"] = "AUTHORIZATION"
		m := s.mustReturn(s.post(s.address(s.post(s.settings.PageURL, s.signed(fields))), typed("4005550000000001")))
		require.Equal(t, "02000", m.Code)
		require.Zero(t, s.check(reference).Captured)
	}
	require.Equal(t, "00042", operate("CAPTURE", "captured", "3531")["response_code"])
	require.Equal(t, "04000", operate("CAPTURE", "captured", "3530")["response_code"])
	require.EqualValues(t, 3530, s.check("captured").Captured)
	require.Equal(t, "00034", operate("VOID_AUTHORIZATION", "captured", "")["response_code"])
	require.Equal(t, "08000", operate("VOID_AUTHORIZATION", "voided", "")["response_code"])
	require.Equal(t, "00034", operate("CAPTURE", "voided", "3530")["response_code"])
	require.Equal(t, "00004", operate("DANCE", "voided", "")["response_code"])
	require.Equal(t, "voided", s.listed()["voided"].Status)
}

func TestARestartForgetsNothingThatWasAnswered(t *testing.T) {
	t.Parallel()
	file := t.TempDir() + "/payments.json"
	first := open(t, func(o *Options) { o.Path = file })
	paid := first.mustReturn(first.pays("paid", 3530, "4005550000000001"))
	half := first.opened("open", 100)
	first.refund("paid", "", 530, "a")

	// Nothing is closed: the second provider finds what a killed one left.
	second := open(t, func(o *Options) { o.Path = file })
	status := second.check("paid")
	require.Equal(t, aps.Paid, status.Outcome)
	require.Equal(t, paid.FortID, status.FortID)
	require.EqualValues(t, 530, status.Refunded)
	require.Equal(t, aps.Refunded, second.refund("paid", "", 530, "a").Outcome)
	require.EqualValues(t, 530, second.check("paid").Refunded, "the repetition is still known")

	page := second.do(http.MethodGet, second.base+half[len(first.base):], "", "")
	require.Equal(t, http.StatusOK, page.status, "an open page can still be answered")
	require.Contains(t, page.body, "Pay AED 1.00")

	require.NoError(t, os.WriteFile(file, []byte("{"), 0o600))
	_, err := New(Options{Settings: second.settings, Path: file})
	require.Error(t, err, "a broken book is not an empty one")
}

func TestAPaymentThatCannotBeKeptIsNotTaken(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := open(t, func(o *Options) { o.Path = dir + "/payments.json" })
	address := s.opened("R1", 3530)
	require.NoError(t, os.RemoveAll(dir))
	p := s.post(address, typed("4005550000000001"))
	require.Equal(t, http.StatusInternalServerError, p.status)
	require.Zero(t, s.provider.Payments()[0].Captured)
	require.Equal(t, aps.Uncertain, s.check("R1").Outcome)
}

func TestItRunsOnLoopbackOnlyAndStopsWhenTold(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	everywhere, err := net.Listen("tcp", "0.0.0.0:0")
	require.NoError(t, err)
	defer everywhere.Close()
	require.ErrorContains(t, s.provider.Run(t.Context(), everywhere), "loopback")

	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.provider.Run(ctx, listener) }()
	p := s.do(http.MethodGet, "http://"+listener.Addr().String()+"/sandbox/payments", "", "")
	require.Equal(t, "[]\n", p.body)
	cancel()
	select {
	case err := <-ended:
		require.NoError(t, err)
	case <-time.After(10 * time.Second): // only when it hangs
		require.FailNow(t, "still running")
	}
}
