package sandbox

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sahn/server/payment/aps"
)

func TestEveryFaultOfARequestHasItsCode(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	for _, c := range []struct {
		code, field, value string
		unproved           bool
	}{
		{"00001", "customer_email", "", false},
		{"00002", "amount", "35.30", false},
		{"00002", "language", "fr", false},
		{"00032", "merchant_reference", strings.Repeat("x", 41), false},
		{"00027", "discount", "1", false},
		{"00010", "access_code", "Other", true},
		{"00009", "merchant_identifier", "Other", true},
		{"00004", "command", "CAPTURE", false},
		{"00013", "currency", "USD", false},
		{"00005", "amount", "0", false},
	} {
		fields := s.form("R1", 3530)
		if fields[c.field] = c.value; c.value == "" {
			delete(fields, c.field)
		}
		p := s.post(s.settings.PageURL, s.signed(fields))
		require.Contains(t, p.body, `name="response_code" value="`+c.code+`"`, "%s %s", c.field, c.value)
		require.Contains(t, p.body, `name="status" value="00"`)
		require.Equal(t, c.unproved, !strings.Contains(p.body, `name="signature"`), c.code)
	}
	tampered := s.form("R1", 3530)
	tampered["amount"] = "1"
	p := s.post(s.settings.PageURL, tampered)
	require.Contains(t, p.body, `value="00008"`)
	require.NotContains(t, p.body, `name="signature"`)
	m, err := s.returned(p)
	require.ErrorIs(t, err, aps.ErrSignature)
	require.Equal(t, aps.Invalid, m.Outcome())
	require.Empty(t, s.listed(), "nothing of this became a payment")
}

func TestARefusedRequestSendsNobodyToTheInternet(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	for _, target := range []string{"https://evil.example/x", "//evil.example", "javascript:alert(1)", "http://127.0.0.1.evil.example/", ""} {
		fields := s.form("R1", 3530)
		if fields["return_url"] = target; target == "" {
			delete(fields, "return_url")
		}
		p := s.post(s.settings.PageURL, s.signed(fields))
		require.Equal(t, http.StatusBadRequest, p.status, target)
		require.NotContains(t, p.body, "evil")
	}
}

func TestThePageIsFramedByNobodyCachedNowhereAndLeadsOnlyBack(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	p := s.do(http.MethodGet, s.opened("R1", 1234530), "", "")
	require.Equal(t, http.StatusOK, p.status)
	require.Equal(t, "no-store", p.header.Get("Cache-Control"))
	policy := p.header.Get("Content-Security-Policy")
	require.Contains(t, policy, "frame-ancestors 'none'")
	require.Contains(t, policy, "form-action 'self' "+s.own+";")
	require.NotContains(t, policy, "unsafe")
	for _, words := range []string{"no real money", "Pay AED 12,345.30", "Lunch for five days", "Cancel", "3-D Secure", "Insufficient funds"} {
		require.Contains(t, p.body, words)
	}
	require.Equal(t, http.StatusNotFound, s.do(http.MethodGet, s.settings.PageURL+"/nobody", "", "").status)
}

func TestPublishedRulesOfTheAccountHoldForEverySHAType(t *testing.T) {
	t.Parallel()
	for _, sha := range []string{"SHA-256", "SHA-512", "HMAC-256", "HMAC-512"} {
		s := open(t, func(o *Options) { o.Settings.SHAType, o.UpperHex = sha, true })
		require.Equal(t, aps.Paid, s.mustReturn(s.pays("R1", 3530, "4005550000000001")).Outcome(), sha)
		require.Equal(t, aps.Paid, s.check("R1").Outcome, sha)
	}
}

func TestControlIsForThisMachineOnly(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	ask := func(method, path, from, host, kind, body string) int {
		r := httptest.NewRequest(method, path, strings.NewReader(body))
		r.RemoteAddr, r.Host = from, host
		r.Header.Set("Content-Type", kind)
		w := httptest.NewRecorder()
		s.provider.ServeHTTP(w, r)
		return w.Code
	}
	require.Equal(t, 200, ask("GET", "/sandbox/payments", "127.0.0.1:1", "127.0.0.1:4010", "", ""))
	require.Equal(t, 403, ask("GET", "/sandbox/payments", "10.0.0.7:1", "127.0.0.1:4010", "", ""))
	require.Equal(t, 403, ask("GET", "/sandbox/payments", "127.0.0.1:1", "rebound.example:4010", "", ""))
	require.Equal(t, 415, ask("POST", "/sandbox/options", "127.0.0.1:1", "localhost", "text/plain", `{"tamper":"all"}`))
	require.Equal(t, 422, ask("POST", "/sandbox/options", "127.0.0.1:1", "localhost", "application/json", `{"tamper":"some"}`))
	require.Equal(t, 422, ask("POST", "/sandbox/options", "127.0.0.1:1", "localhost", "application/json", `{"nonsense":1}`))
	require.Equal(t, 200, ask("POST", "/sandbox/options", "127.0.0.1:1", "localhost", "application/json", `{"return_method":"GET"}`))
	require.Equal(t, 303, s.pays("R1", 1, "4005550000000001").status)
	require.Equal(t, 1, s.provider.now().RetryMS, "what is not named stays")
}
