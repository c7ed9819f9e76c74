package api_test

import (
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sahn/server/api"
	"sahn/server/dev/sample"
	"sahn/server/payment/aps"
)

// The phrases that sign the provider's messages, the server's own secret and a person's password appear in no answer and in no line of the
// log, after successes and failures alike.
func TestNoSecretStandsInAnAnswerOrInTheLog(t *testing.T) {
	t.Parallel()
	h := open(t)
	log := &logged{}
	home, edge := h.over(h.pool, func(p *api.Parts) {
		all := slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelDebug}))
		p.Payments.Log, p.Syncs.Log, p.Counters.Log = all, all, all
		all.Debug("the account", "settings", p.Payments.Provider.Settings)
	})
	settings := h.parts.Payments.Provider.Settings
	b := h.browser()
	b.home = home
	var heard strings.Builder
	says := func(method, path string, body any) {
		res := b.send(method, path, body)
		defer res.Body.Close()
		require.NoError(t, res.Header.Write(&heard))
		_, err := io.Copy(&heard, res.Body)
		require.NoError(t, err)
	}
	says("GET", "/sanctum/csrf-cookie", nil)
	says("POST", "/api/profile-login", fields{"email": sample.Mariam.Email, "password": sample.Password})
	for _, path := range []string{"/api/get-profile", "/api/config", "/api/openapi.json", "/api/menu", "/api/my-data", "/",
		"/checkout", "/nowhere"} {
		says("GET", path, nil)
	}
	handoff := threeDays(t, h, b)
	says("POST", "/api/handoff", handoff)
	says("POST", "/api/handoff", fields{"key": 7})
	says("POST", "/api/sync", "{")
	fields := map[string]string{"merchant_reference": handoff["key"].(string), "merchant_identifier": settings.MerchantIdentifier,
		"access_code": settings.AccessCode, "amount": "100", "currency": "AED", "fort_id": "123456789012345678", "status": "14",
		"response_code": "14000", "command": "PURCHASE"}
	for _, phrase := range []string{settings.RequestPhrase, settings.ResponsePhrase, "nobody's phrase at all"} {
		form := url.Values{}
		for name, value := range fields {
			form.Set(name, value)
		}
		form.Set("signature", aps.Sign(fields, phrase, settings.SHAType))
		for _, path := range []string{"/payment/notify", "/payment/return"} {
			res, err := b.http.PostForm(home+path, form)
			require.NoError(t, err)
			require.NoError(t, res.Header.Write(&heard))
			_, err = io.Copy(&heard, res.Body)
			require.NoError(t, err)
			require.NoError(t, res.Body.Close())
		}
		res, err := b.http.Post(home+"/payment/notify", "text/plain", strings.NewReader(form.Encode()))
		require.NoError(t, err)
		require.NoError(t, res.Body.Close())
		require.Equal(t, http.StatusBadRequest, res.StatusCode)
	}
	require.Contains(t, log.String(), "notification refused")
	require.Contains(t, log.String(), "the account")
	require.Contains(t, edge.String(), "/api/handoff")
	require.Contains(t, heard.String(), `"form"`, "an order was handed over")
	for name, secret := range map[string]string{"the request phrase": settings.RequestPhrase, "the response phrase": settings.ResponsePhrase,
		"the server's secret": string(h.parts.Edge.Keys[0]), "a password": sample.Password} {
		require.GreaterOrEqual(t, len(secret), 8, name)
		require.NotContains(t, heard.String(), secret, name)
		require.NotContains(t, log.String()+edge.String(), secret, name)
	}
}
