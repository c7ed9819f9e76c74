package api_test

import (
	"context"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/oklog/ulid/v2"
	"github.com/redis/go-redis/v9"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
	"sahn/server/platform/db"
	"sahn/server/platform/web"
)

func TestAnEmployeeSignsInByMailOrdersThreeDaysPaysAndIsConfirmed(t *testing.T) {
	t.Parallel()
	h := open(t)
	b := h.browser()
	b.visit()
	found := b.ok("PUT", "/api/search-by-email", fields{"email": sample.Mariam.Email})
	require.Equal(t, answer{"client_exist": true, "client_status": "Active"}, found)
	b.ok("POST", "/api/login-otp", fields{"email": sample.Mariam.Email})
	signedIn := b.expect(http.StatusCreated, "POST", "/api/verify-otp", fields{"email": sample.Mariam.Email, "otp": h.code(sample.Mariam, 0)})
	require.Equal(t, sample.Harbour.Name, signedIn.data()["company_name"])

	intent := h.orderAndPay(b)
	require.Len(t, h.cards.Payments(), 1)
	require.EqualValues(t, h.intent(b, intent)["amount"], h.cards.Payments()[0].Captured)

	b.ok("POST", "/api/profile-logout", nil)
	b.expect(http.StatusUnauthorized, "GET", "/api/get-profile", nil)
}

func TestADeclinedCardTakesNothingAndFreesTheDays(t *testing.T) {
	t.Parallel()
	h := open(t)
	b := h.as(sample.Mariam)
	intent := orderThreeDays(t, h, b)
	h.pay(b, intent, "4000000000000002")
	failed := h.settled(b, intent)
	require.Equal(t, []any{"failed", "Payment Failed"}, []any{failed["status"], failed["order_status"]})
	require.Empty(t, b.ok("POST", "/api/sync", round(ulid.Make().String()))["live"].(fields)["taken"])
}

func TestTheBrowsersReturnShowsTheWayAndConfirmsNothing(t *testing.T) {
	t.Parallel()
	h := open(t)
	b := h.as(sample.Mariam)
	intent := orderThreeDays(t, h, b)
	forged := url.Values{"merchant_reference": {intent}, "merchant_identifier": {"TestMerchant"}, "access_code": {"TestAccess"},
		"amount": {"100"}, "currency": {"AED"}, "fort_id": {"123456789012345678"}, "status": {"14"}, "response_code": {"14000"},
		"command": {"PURCHASE"}, "signature": {strings.Repeat("a", 64)}}
	for _, c := range []struct {
		path, location string
		status         int
	}{{"/payment/return", "/payment/" + intent, http.StatusSeeOther}, {"/payment/notify", "", http.StatusBadRequest}} {
		res, err := b.http.PostForm(h.url+c.path, forged)
		require.NoError(t, err)
		require.NoError(t, res.Body.Close())
		require.Equal(t, c.status, res.StatusCode, c.path)
		require.Equal(t, c.location, res.Header.Get("Location"), c.path)
		require.Equal(t, "Payment Pending", h.intent(b, intent)["order_status"], c.path)
	}
}

func TestWithoutADatabaseTheAnswerIsToComeBackSoon(t *testing.T) {
	t.Parallel()
	h := open(t)
	b := h.as(sample.Mariam)
	h.parts.Edge.Sessions = nobodyCanTell{}
	b.comesBack("GET", "/api/get-profile", nil)
}

func TestAServerThatStopsOrHasNoDatabaseIsNotReady(t *testing.T) {
	t.Parallel()
	h := open(t)
	b := h.browser()
	require.Equal(t, http.StatusOK, b.status("/readyz"))
	h.parts.Draining.Store(true)
	require.Equal(t, http.StatusServiceUnavailable, b.status("/readyz"))
	h.parts.Draining.Store(false)
	h.pool.Close()
	require.Equal(t, http.StatusServiceUnavailable, b.status("/readyz"))
	require.Equal(t, http.StatusOK, b.status("/healthz"), "the process itself lives")
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

func (nobodyCanTell) Find(context.Context, string, bool) (web.Caller, error) {
	return web.Caller{}, db.ErrUnavailable
}

func (nobodyCanTell) Beside(context.Context, redis.Pipeliner, string, bool) func(context.Context) (web.Caller, error) {
	return nil
}

const goodCard = "4005550000000001"

// orderAndPay is the intent of three days that are ordered and paid.
func (h *testApp) orderAndPay(b *browser) (intent string) {
	h.t.Helper()
	intent = orderThreeDays(h.t, h, b)
	require.Equal(h.t, "Payment Pending", h.intent(b, intent)["order_status"])
	h.pay(b, intent, goodCard)
	paid := h.settled(b, intent)
	require.Equal(h.t, []any{"paid", "Confirmed"}, []any{paid["status"], paid["order_status"]})
	return intent
}

func orderThreeDays(t *testing.T, h *testApp, b *browser) (intent string) {
	t.Helper()
	return b.ok("POST", "/api/handoff", threeDays(t, h, b))["intent"].(string)
}

// menu is the published one of a week, counted from the first that is open.
func (b *browser) menu(week int) answer {
	b.t.Helper()
	wanted := b.ok("GET", "/api/menu", nil)["weeks"].([]any)[week].(fields)
	return b.ok("GET", "/api/menu/"+wanted["value"].(string)+"/"+wanted["hash"].(string), nil)
}

// threeDays is the hand-off of three days that somebody has just chosen.
func threeDays(t *testing.T, h *testApp, b *browser) fields {
	t.Helper()
	menu := b.menu(0)
	device, ops, dates := ulid.Make().String(), []any{}, []string{}
	for i, day := range menu["days"].([]any)[1:4] {
		d := day.(fields)
		dates = append(dates, d["date"].(string))
		ops = append(ops, chosen(i+1, d["date"], portions(d["meals"].([]any)[i], 1)))
	}
	require.Equal(t, []any{[]any{1., 0.}, []any{2., 0.}, []any{3., 0.}}, b.ok("POST", "/api/sync", round(device, ops...))["res"])
	quoted := b.ok("POST", "/api/quote", fields{"dates": dates, "wallet": true})
	require.Empty(t, quoted["quote"].(fields)["issues"])
	return fields{"dev": device, "n": 3, "revs": quoted["revs"], "quote": quoted["quote"].(fields)["hash"],
		"seen": quoted["quote"], "wallet": true, "key": ulid.Make().String()}
}

func (h *testApp) intent(b *browser, id string) answer {
	h.t.Helper()
	return b.ok("GET", "/api/intent/"+id, nil)
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
	form := h.intent(b, intent)["form"].(fields)
	filled := url.Values{}
	for name, value := range form["fields"].(fields) {
		filled.Set(name, value.(string))
	}
	page, err := http.PostForm(form["url"].(string), filled)
	require.NoError(h.t, err)
	page.Body.Close()
	require.Equal(h.t, http.StatusOK, page.StatusCode)
	done, err := http.PostForm(page.Request.URL.String(),
		url.Values{"card_number": {card}, "expiry": {"12/30"}, "cvv": {"123"}, "name": {"Test Buyer"}, "action": {"pay"}})
	require.NoError(h.t, err)
	done.Body.Close()
	require.Equal(h.t, http.StatusOK, done.StatusCode)
}
