package api_test

import (
	"context"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/oklog/ulid/v2"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
	"sahn/server/platform/db"
	"sahn/server/platform/web"
)

var sixDigits = regexp.MustCompile(`\b[0-9]{6}\b`)

func TestAnEmployeeSignsInByMailOrdersThreeDaysPaysAndIsConfirmed(t *testing.T) {
	t.Parallel()
	h := open(t)
	b := h.browser()
	b.visit()
	status, found := b.call("PUT", "/api/search-by-email", map[string]any{"email": sample.Mariam.Email})
	require.Equal(t, http.StatusOK, status)
	require.Equal(t, answer{"client_exist": true, "client_status": "Active"}, found)
	status, _ = b.call("POST", "/api/login-otp", map[string]any{"email": sample.Mariam.Email})
	require.Equal(t, http.StatusOK, status)
	status, signedIn := b.call("POST", "/api/verify-otp", map[string]any{"email": sample.Mariam.Email, "otp": h.code(sample.Mariam)})
	require.Equal(t, http.StatusCreated, status)
	require.Equal(t, sample.Harbour.Name, signedIn["data"].(map[string]any)["company_name"])

	intent := orderThreeDays(t, h, b)
	require.Equal(t, "Payment Pending", h.intent(b, intent)["order_status"])
	h.pay(b, intent, "4005550000000001")
	paid := h.settled(b, intent)
	require.Equal(t, "paid", paid["status"])
	require.Equal(t, "Confirmed", paid["order_status"])
	require.Len(t, h.cards.Payments(), 1)
	require.EqualValues(t, paid["amount"], h.cards.Payments()[0].Captured)

	status, _ = b.call("POST", "/api/profile-logout", nil)
	require.Equal(t, http.StatusOK, status)
	status, _ = b.call("GET", "/api/get-profile", nil)
	require.Equal(t, http.StatusUnauthorized, status)
}

func TestADeclinedCardTakesNothingAndFreesTheDays(t *testing.T) {
	t.Parallel()
	h := open(t)
	b := h.as(sample.Mariam)
	intent := orderThreeDays(t, h, b)
	h.pay(b, intent, "4000000000000002")
	failed := h.settled(b, intent)
	require.Equal(t, "failed", failed["status"])
	require.Equal(t, "Payment Failed", failed["order_status"])
	_, round := b.call("POST", "/api/sync",
		map[string]any{"v": 3, "app": "2026.11.1", "dev": ulid.Make().String(), "cur": 0, "done": 0, "ops": []any{}})
	require.Empty(t, round["live"].(map[string]any)["taken"])
}

func TestTheBrowsersReturnShowsTheWayAndConfirmsNothing(t *testing.T) {
	t.Parallel()
	h := open(t)
	b := h.as(sample.Mariam)
	intent := orderThreeDays(t, h, b)
	forged := url.Values{"merchant_reference": {intent}, "merchant_identifier": {"TestMerchant"}, "access_code": {"TestAccess"},
		"amount": {"100"}, "currency": {"AED"}, "fort_id": {"123456789012345678"}, "status": {"14"}, "response_code": {"14000"},
		"command": {"PURCHASE"}, "signature": {strings.Repeat("a", 64)}}
	res, err := (&http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}).PostForm(
		h.url+"/payment/return", forged)
	require.NoError(t, err)
	defer res.Body.Close()
	require.Equal(t, http.StatusSeeOther, res.StatusCode)
	require.Equal(t, "/payment/"+intent, res.Header.Get("Location"))
	require.Equal(t, "Payment Pending", h.intent(b, intent)["order_status"])
	res, err = http.PostForm(h.url+"/payment/notify", forged)
	require.NoError(t, err)
	defer res.Body.Close()
	require.Equal(t, http.StatusBadRequest, res.StatusCode)
	require.Equal(t, "Payment Pending", h.intent(b, intent)["order_status"])
}

func TestWithoutADatabaseTheAnswerIsToComeBackSoon(t *testing.T) {
	t.Parallel()
	h := open(t)
	b := h.as(sample.Mariam)
	h.parts.Edge.Sessions = nobodyCanTell{}
	res := b.send("GET", "/api/get-profile", nil)
	defer res.Body.Close()
	require.Equal(t, http.StatusServiceUnavailable, res.StatusCode)
	require.NotEmpty(t, res.Header.Get("Retry-After"))
}

func TestAServerThatStopsOrHasNoDatabaseIsNotReady(t *testing.T) {
	t.Parallel()
	h := open(t)
	b := h.browser()
	ask := func() int { res := b.send("GET", "/readyz", nil); defer res.Body.Close(); return res.StatusCode }
	require.Equal(t, http.StatusOK, ask())
	h.parts.Draining.Store(true)
	require.Equal(t, http.StatusServiceUnavailable, ask())
	h.parts.Draining.Store(false)
	h.pool.Close()
	require.Equal(t, http.StatusServiceUnavailable, ask())
	res := b.send("GET", "/healthz", nil)
	defer res.Body.Close()
	require.Equal(t, http.StatusOK, res.StatusCode, "the process itself lives")
}

func TestPagesAreSentSmallAndAMissingScriptIsNotHTML(t *testing.T) {
	t.Parallel()
	h := open(t)
	get := func(path, accepts string) (*http.Response, string) {
		req, err := http.NewRequestWithContext(t.Context(), "GET", h.url+path, nil)
		require.NoError(t, err)
		req.Header.Set("Accept-Encoding", accepts)
		res, err := http.DefaultTransport.RoundTrip(req)
		require.NoError(t, err)
		defer res.Body.Close()
		body, err := io.ReadAll(res.Body)
		require.NoError(t, err)
		return res, string(body)
	}
	res, body := get("/dashboard/home", "gzip, br")
	require.Equal(t, http.StatusOK, res.StatusCode)
	require.Contains(t, body, "<title>Sahn</title>")
	require.Contains(t, res.Header.Get("Content-Security-Policy"), "form-action 'self' http://card.example")
	require.Contains(t, res.Header.Get("Content-Security-Policy"), "frame-ancestors 'none'")
	require.Equal(t, "no-cache", res.Header.Get("Cache-Control"))
	res, body = get("/assets/app-1.js", "gzip, br")
	require.Equal(t, "br", res.Header.Get("Content-Encoding"))
	require.Equal(t, "small", body)
	require.Contains(t, res.Header.Get("Cache-Control"), "immutable")
	res, body = get("/assets/app-1.js", "")
	require.Empty(t, res.Header.Get("Content-Encoding"))
	require.Equal(t, "console.log('plain')", body)
	other := strings.Replace(h.url, "127.0.0.1", "localhost", 1)
	moved, err := h.browser().http.Get(other + "/dashboard/home?x=1")
	require.NoError(t, err)
	defer moved.Body.Close()
	require.Equal(t, h.url+"/dashboard/home?x=1", moved.Header.Get("Location"), "the machine's other name leads to the one that is meant")
	res, _ = get("/assets/gone-2.js", "br")
	require.Equal(t, http.StatusNotFound, res.StatusCode)
	require.Contains(t, res.Header.Get("Content-Type"), "application/json")
}

// nobodyCanTell is what sessions are while neither Redis nor Postgres can be asked.
type nobodyCanTell struct{}

func (nobodyCanTell) Find(context.Context, string) (web.Caller, error) {
	return web.Caller{}, db.ErrUnavailable
}

func orderThreeDays(t *testing.T, h *testApp, b *browser) (intent string) {
	t.Helper()
	status, placed := b.call("POST", "/api/handoff", threeDays(t, h, b))
	require.Equal(t, http.StatusOK, status, placed)
	return placed["intent"].(string)
}

// threeDays is the hand-off of three days that somebody has just chosen.
func threeDays(t *testing.T, h *testApp, b *browser) map[string]any {
	t.Helper()
	_, index := b.call("GET", "/api/menu", nil)
	first := index["weeks"].([]any)[0].(map[string]any)
	_, menu := b.call("GET", "/api/menu/"+first["value"].(string)+"/"+first["hash"].(string), nil)
	device, ops, dates := ulid.Make().String(), []any{}, []string{}
	for i, day := range menu["days"].([]any)[1:4] {
		d := day.(map[string]any)
		dates = append(dates, d["date"].(string))
		ops = append(ops, map[string]any{"n": i + 1, "id": ulid.Make().String(), "k": "day.set/1",
			"a": map[string]any{"date": d["date"], "items": []any{map[string]any{"meal": d["meals"].([]any)[i], "qty": 1}}, "seen": 0}})
	}
	status, round := b.call("POST", "/api/sync", map[string]any{"v": 3, "app": "2026.11.1", "dev": device, "cur": 0, "done": 0, "ops": ops})
	require.Equal(t, http.StatusOK, status, round)
	require.Equal(t, []any{[]any{1., 0.}, []any{2., 0.}, []any{3., 0.}}, round["res"])
	status, quoted := b.call("POST", "/api/quote", map[string]any{"dates": dates, "wallet": true})
	require.Equal(t, http.StatusOK, status, quoted)
	require.Empty(t, quoted["quote"].(map[string]any)["issues"])
	return map[string]any{"dev": device, "n": 3, "revs": quoted["revs"], "quote": quoted["quote"].(map[string]any)["hash"],
		"seen": quoted["quote"], "wallet": true, "key": ulid.Make().String()}
}

func (h *testApp) code(p sample.Person) string {
	h.t.Helper()
	var code string
	// The server sends letters after it has answered; the bound only ends a test that hangs.
	require.Eventually(h.t, func() bool {
		mails, err := h.mailbox.Mails(10)
		require.NoError(h.t, err)
		for _, m := range mails {
			if slices.Contains(m.To, p.Email) {
				code = sixDigits.FindString(m.Text)
			}
		}
		return code != ""
	}, 20*time.Second, 50*time.Millisecond, "no mail came")
	return code
}

func (h *testApp) intent(b *browser, id string) answer {
	h.t.Helper()
	status, state := b.call("GET", "/api/intent/"+id, nil)
	require.Equal(h.t, http.StatusOK, status)
	return state
}

// settled waits until the intent is not open any more, as the app does: by asking. The bound only ends a test that hangs.
func (h *testApp) settled(b *browser, id string) (state answer) {
	h.t.Helper()
	require.Eventually(h.t, func() bool { state = h.intent(b, id); return state["status"] != "open" }, 20*time.Second, 50*time.Millisecond)
	return state
}

// pay does at the card page what a person does there.
func (h *testApp) pay(b *browser, intent, card string) {
	h.t.Helper()
	form := h.intent(b, intent)["form"].(map[string]any)
	fields := url.Values{}
	for name, value := range form["fields"].(map[string]any) {
		fields.Set(name, value.(string))
	}
	page, err := http.PostForm(form["url"].(string), fields)
	require.NoError(h.t, err)
	page.Body.Close()
	require.Equal(h.t, http.StatusOK, page.StatusCode)
	done, err := http.PostForm(page.Request.URL.String(),
		url.Values{"card_number": {card}, "expiry": {"12/30"}, "cvv": {"123"}, "name": {"Test Buyer"}, "action": {"pay"}})
	require.NoError(h.t, err)
	done.Body.Close()
	require.Equal(h.t, http.StatusOK, done.StatusCode)
}
