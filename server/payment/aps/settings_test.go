package aps

import (
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// With equal phrases a signed request could be replayed as a success response, and a short phrase can be guessed.
func TestSettingsThatInviteForgeryAreRefused(t *testing.T) {
	t.Parallel()
	require.NoError(t, account1().Validate())
	for want, change := range map[string]func(*Settings){
		"must differ":            func(s *Settings) { s.ResponsePhrase = " " + strings.ToUpper(s.RequestPhrase) },
		"response phrase must":   func(s *Settings) { s.FormerResponsePhrase = s.RequestPhrase },
		"shorter than 12":        func(s *Settings) { s.ResponsePhrase = "eleven char" },
		"shorter":                func(s *Settings) { s.FormerResponsePhrase = "x" },
		"SHA type":               func(s *Settings) { s.SHAType = "SHA-1" },
		"merchant identifier":    func(s *Settings) { s.MerchantIdentifier = "" },
		"access code":            func(s *Settings) { s.AccessCode = "a b" },
		"page URL must be https": func(s *Settings) { s.PageURL = "http://checkout.payfort.com/FortAPI/paymentPage" },
		"API URL must be abs":    func(s *Settings) { s.APIURL = "/FortAPI/paymentApi" },
		"without user":           func(s *Settings) { s.APIURL = "https://a@b.example/?x=1" },
		"environments":           func(s *Settings) { s.APIURL = "https://sbpaymentservices.payfort.com/FortAPI/paymentApi" },
	} {
		s := account1()
		change(&s)
		require.ErrorContains(t, s.Validate(), want)
	}
}

func TestTestSettingsAreRecognised(t *testing.T) {
	t.Parallel()
	s := account1()
	require.False(t, s.Test())
	s.PageURL, s.APIURL = "http://127.0.0.1:4010/FortAPI/paymentPage", "http://127.0.0.1:4010/FortAPI/paymentApi"
	require.NoError(t, s.Validate())
	require.True(t, s.Test())
	s.PageURL = "https://sbcheckout.payfort.com/FortAPI/paymentPage"
	require.True(t, s.Test())
}

func TestPhrasesNeverPrint(t *testing.T) {
	t.Parallel()
	s := account1()
	var log strings.Builder
	slog.New(slog.NewTextHandler(&log, nil)).Info("boot", "payment", s)
	for _, text := range []string{fmt.Sprintf("%v %+v %#v %s", s, s, s, &s), log.String()} {
		require.Contains(t, text, s.MerchantIdentifier)
		require.NotContains(t, text, "phrase of")
	}
}
