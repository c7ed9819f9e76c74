package api_test

import (
	"bytes"
	"compress/gzip"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/oklog/ulid/v2"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/platform/web"
)

// tablet signs what it asks with a key of its own, as a paired one does; it has no cookies.
type tablet struct {
	h    *testApp
	id   string
	key  *ecdsa.PrivateKey
	last int
}

func (h *testApp) pair(admin *browser, place string) *tablet {
	h.t.Helper()
	made := admin.expect(http.StatusCreated, "POST", "/api/pos/till-code", fields{"address_id": place, "name": "Pantry"})
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(h.t, err)
	point, err := key.PublicKey.Bytes()
	require.NoError(h.t, err)
	visitor := h.browser()
	visitor.visit()
	paired := visitor.expect(http.StatusCreated, "POST", "/api/pos/pair",
		fields{"code": made["code"], "public_key": base64.RawURLEncoding.EncodeToString(point)})
	return &tablet{h: h, id: paired["till"].(string), key: key}
}

// signed is a request whose signature is right; a test may then change it.
func (p *tablet) signed(method, path string, body []byte) *http.Request {
	p.h.t.Helper()
	req, err := http.NewRequest(method, p.h.url+path, bytes.NewReader(body))
	require.NoError(p.h.t, err)
	req.Header.Set("Content-Type", "application/json")
	p.sign(req, body, p.h.clock.Now())
	return req
}

func (p *tablet) sign(req *http.Request, body []byte, at time.Time) {
	p.h.t.Helper()
	ms := strconv.FormatInt(at.UnixMilli(), 10)
	sum := sha256.Sum256([]byte(web.TillText(req.Method, req.URL.RequestURI(), ms, body)))
	r, s, err := ecdsa.Sign(rand.Reader, p.key, sum[:])
	require.NoError(p.h.t, err)
	req.Header.Set("X-Till", p.id)
	req.Header.Set("X-Till-Time", ms)
	req.Header.Set("X-Till-Signature",
		base64.RawURLEncoding.EncodeToString(append(r.FillBytes(make([]byte, 32)), s.FillBytes(make([]byte, 32))...)))
}

func send(t *testing.T, req *http.Request) (int, answer) {
	t.Helper()
	res, err := http.DefaultClient.Do(req)
	require.NoError(t, err)
	defer res.Body.Close()
	raw, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	var said answer
	require.NoError(t, json.Unmarshal(raw, &said), string(raw))
	return res.StatusCode, said
}

func answered(t *testing.T, status int, req *http.Request) answer {
	t.Helper()
	got, said := send(t, req)
	require.Equal(t, status, got, "%s: %v", req.URL.Path, said)
	return said
}

// sale is a batch of one walk-in's sale.
func (p *tablet) sale() []byte {
	p.last++
	day := p.h.clock.Now()
	return []byte(
		fmt.Sprintf(
			`{"v":1,"app":"2026.11.1","facts":[{"id":%q,"k":"sale/1","n":%d,"at":%d,"off":0,"age":1,"l":[[%q,1,4500]],"c":4500,"g":5000}]}`,
			ulid.Make().String(), p.last, day.UnixMilli(), servertest.Meal(servertest.Week, 0)))
}

func TestATabletIsPairedSellsAndIsShutOutAtOnce(t *testing.T) {
	t.Parallel()
	h := open(t)
	admin := h.as(sample.Omar)
	till := h.pair(admin, sample.HarbourFloor14.ID)
	terms := answered(t, http.StatusOK, till.signed("GET", "/api/pos/till", nil))
	require.Equal(t, sample.Harbour.ID, terms["company_id"])
	booked := answered(t, http.StatusOK, till.signed("POST", "/api/pos/order-checkout", till.sale()))
	require.EqualValues(t, 0, booked["res"].([]any)[0].([]any)[1])
	day := answered(t, http.StatusOK, till.signed("GET", "/api/pos/day?from=2026-11-21&until=2026-11-21", nil))
	require.Equal(t, 4500., day["data"].([]any)[0].(fields)["cash"])
	require.Equal(t, day, admin.ok("GET", "/api/pos/sales", nil))

	servertest.Do(t, h.pool, "UPDATE companies SET status = 'Suspended' WHERE id = $1", sample.Harbour.ID)
	for _, path := range []string{"/api/pos/till", "/api/pos/day"} {
		require.Equal(t, "till_stopped", answered(t, http.StatusForbidden, till.signed("GET", path, nil))["reason"])
	}
	servertest.Do(t, h.pool, "UPDATE companies SET status = 'Active' WHERE id = $1", sample.Harbour.ID)
	admin.ok("POST", "/api/pos/till/"+till.id+"/revoke", nil)
	for _, req := range []*http.Request{till.signed("POST", "/api/pos/order-checkout", till.sale()),
		till.signed("GET", "/api/pos/till", nil)} {
		require.Equal(t, "till_revoked", answered(t, http.StatusForbidden, req)["reason"])
	}
	require.Equal(t, 1, h.count("counter_sales"))
	servertest.Sound(t, h.pool)
}

// A lunch for a whole table goes on one account: its owner is asked on their phone, and nobody else may answer.
func TestACounterPurchaseAboveTheLimitIsConfirmedOnTheBuyersPhone(t *testing.T) {
	t.Parallel()
	h := open(t)
	admin, mariam := h.as(sample.Omar), h.as(sample.Mariam)
	servertest.Do(t, h.pool, "UPDATE companies SET share_value = 0, discount_amount = 0 WHERE id = $1", sample.Harbour.ID)
	servertest.Credit(t, h.pool, web.Caller{ProfileID: mariam.ok("GET", "/api/get-profile", nil)["data"].(fields)["id"].(string)}, 300_00)
	till := h.pair(admin, sample.HarbourFloor14.ID)
	text, _, _ := strings.Cut(mariam.ok("GET", "/api/pos-code", nil)["code"].(string), ".")
	raw, err := base64.RawURLEncoding.DecodeString(text)
	require.NoError(t, err)
	var code struct {
		P, T string
		S    json.Number
	}
	require.NoError(t, json.Unmarshal(raw, &code))
	proof, sale := code.P+"."+code.S.String()+"."+code.T, ulid.Make().String()
	post := func(path string, body any) *http.Request {
		return till.signed("POST", path, []byte(servertest.JSON(t, body)))
	}
	eater := answered(t, http.StatusOK, post("/api/pos/eater", fields{"proof": proof, "total": 180_00}))
	require.EqualValues(t, 100_00, eater["wallet"])
	require.EqualValues(t, 180_00, eater["with_confirmation"].(fields)["wallet"])

	ask := fields{"sale": sale, "proof": proof, "amount": 180_00,
		"lines": []fields{{"meal": servertest.Meal(servertest.Week, 0), "qty": 4, "price": 45_00}}}
	require.Nil(t, mariam.ok("GET", "/api/pos-confirm", nil)["question"])
	require.Equal(t, "waiting", answered(t, http.StatusOK, post("/api/pos/ask", ask))["state"])
	question := mariam.ok("GET", "/api/pos-confirm", nil)["question"].(fields)
	require.Equal(t, []any{sale, 180_00., "Pantry"}, []any{question["id"], question["amount"], question["till"]})
	yes := fields{"id": sale, "amount": 180_00, "yes": true}
	require.Equal(t, "asked_no_more", admin.expect(http.StatusConflict, "POST", "/api/pos-confirm", yes)["reason"])
	mariam.ok("POST", "/api/pos-confirm", yes)
	require.Equal(t, "confirmed", answered(t, http.StatusOK, post("/api/pos/ask", ask))["state"])
	sold := post("/api/pos/order-checkout", fields{"v": 1, "app": "2026.11.1", "facts": []fields{{"id": sale, "k": "sale/1", "n": 1,
		"at": h.clock.Now().UnixMilli(), "off": 0, "age": 1, "l": []any{[]any{servertest.Meal(servertest.Week, 0), 4, 45_00}}, "e": 180_00,
		"p": proof}}})
	require.EqualValues(t, 0, answered(t, http.StatusOK, sold)["res"].([]any)[0].([]any)[1])
	answered(t, http.StatusOK, post("/api/pos/ask-cancel", fields{"sale": sale})) // too late: it is sold
	require.Equal(t, 1, h.count("counter_confirms WHERE state = 'confirmed' AND used_at IS NOT NULL"))
	servertest.Sound(t, h.pool)
}

// A till signs the method, path, query, body and time of each request with its own key. The server refuses a missing signature, another
// till's, and one over anything but this request.
func TestOnlyATillsOwnSignatureOverExactlyThisRequestIsTaken(t *testing.T) {
	t.Parallel()
	h := open(t)
	admin := h.as(sample.Omar)
	till, other := h.pair(admin, sample.HarbourFloor14.ID), h.pair(admin, sample.HarbourFloor14.ID)
	header := func(name, value string) func(*http.Request) {
		return func(req *http.Request) { req.Header.Set(name, value) }
	}
	without := func(name string) func(*http.Request) { return func(req *http.Request) { req.Header.Del(name) } }
	body := func(req *http.Request, b []byte) {
		req.Body, req.ContentLength = io.NopCloser(bytes.NewReader(b)), int64(len(b))
	}
	for name, change := range map[string]func(req *http.Request){
		"no signature":        without("X-Till-Signature"),
		"an empty one":        header("X-Till-Signature", ""),
		"a short one":         header("X-Till-Signature", "AAAA"),
		"zeros":               header("X-Till-Signature", strings.Repeat("A", 86)),
		"another till's":      func(req *http.Request) { other.sign(req, nil, h.clock.Now()); req.Header.Set("X-Till", till.id) },
		"another till's name": header("X-Till", other.id),
		"nobody's":            header("X-Till", ulid.Make().String()),
		"no till's":           header("X-Till", "x"),
		"another time":        header("X-Till-Time", strconv.FormatInt(h.clock.Now().UnixMilli()+1, 10)),
		"no time":             without("X-Till-Time"),
		"another path": func(req *http.Request) {
			req.URL.Path, req.Method = "/api/pos/till", "GET"
			body(req, nil)
		},
		"another query": func(req *http.Request) { req.URL.RawQuery = "x=1" },
		"another body":  func(req *http.Request) { body(req, till.sale()) },
		"a body with one space": func(req *http.Request) {
			b, err := io.ReadAll(req.Body)
			require.NoError(t, err)
			body(req, append(b, ' '))
		},
	} {
		req := till.signed("POST", "/api/pos/order-checkout", till.sale())
		change(req)
		said := answered(t, http.StatusUnauthorized, req)
		require.Equal(t, "Unauthenticated.", said["message"], name)
		require.Equal(t, "till_unknown", said["reason"],
			"%s: whoever holds another key than the server's copy may be paired again, and a stranger learns nothing", name)
	}
	require.Zero(t, h.count("till_facts"))

	// A till is nobody elsewhere, and a person is no till, even with a session beside the signature.
	for _, path := range []string{"/api/get-profile", "/api/pos/tills"} {
		answered(t, http.StatusUnauthorized, till.signed("GET", path, nil))
	}
	admin.expect(http.StatusForbidden, "GET", "/api/pos/till", nil)
	req := till.signed("GET", "/api/pos/till", nil)
	for _, c := range admin.http.Jar.Cookies(req.URL) {
		req.AddCookie(c)
	}
	require.Equal(t, till.id, answered(t, http.StatusOK, req)["till"])

	// The same request again is the same sale.
	sale := till.sale()
	first := till.signed("POST", "/api/pos/order-checkout", sale)
	again := first.Clone(t.Context())
	again.Body = io.NopCloser(bytes.NewReader(sale))
	require.Equal(t, answered(t, http.StatusOK, first)["res"], answered(t, http.StatusOK, again)["res"])
	require.Equal(t, 1, h.count("counter_sales"))
}

// A till with a wrong clock gets a 401 with the server's time, corrects its clock by it, and is accepted with the next request.
func TestATillWhoseClockIsWrongIsToldTheTimeAndThenIsTaken(t *testing.T) {
	t.Parallel()
	h := open(t)
	till := h.pair(h.as(sample.Omar), sample.HarbourFloor14.ID)
	sold := func(at time.Time, sale []byte) *http.Request {
		req := till.signed("POST", "/api/pos/order-checkout", sale)
		till.sign(req, sale, at)
		return req
	}
	for _, off := range []time.Duration{-72 * time.Hour, 365 * 24 * time.Hour, 6 * time.Minute, -6 * time.Minute, 200 * 365 * 24 * time.Hour} {
		sale, wrong := till.sale(), h.clock.Now().Add(off)
		said := answered(t, http.StatusUnauthorized, sold(wrong, sale))
		now := int64(said["detail"].(fields)["now"].(float64))
		require.Equal(t, h.clock.Now().UnixMilli(), now)
		require.Equal(t, "till_clock", said["reason"], "the till sets its clock by this word")
		answered(t, http.StatusOK, sold(wrong.Add(time.Duration(now-wrong.UnixMilli())*time.Millisecond), sale))
	}
	for _, off := range []time.Duration{-4 * time.Minute, 4 * time.Minute} {
		answered(t, http.StatusOK, sold(h.clock.Now().Add(off), till.sale()))
	}
	req := till.signed("POST", "/api/pos/order-checkout", till.sale())
	req.Header.Set("X-Till-Signature", strings.Repeat("A", 86))
	_, said := send(t, req)
	require.Nil(t, said["detail"], "strangers are told nothing")
}

// Size limits apply to the decompressed body, and a decompression bomb is refused without being decompressed whole.
func TestAPackedBatchIsTakenAndABombIsRefusedWithoutBeingUnpacked(t *testing.T) {
	t.Parallel()
	h := open(t)
	till := h.pair(h.as(sample.Omar), sample.HarbourFloor14.ID)
	pack := func(plain []byte) []byte {
		var b bytes.Buffer
		w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
		require.NoError(t, err)
		_, err = w.Write(plain)
		require.NoError(t, err)
		require.NoError(t, w.Close())
		return b.Bytes()
	}
	packed := func(plain, sent []byte) *http.Request {
		req := till.signed("POST", "/api/pos/order-checkout", sent)
		req.Header.Set("Content-Encoding", "gzip")
		till.sign(req, plain, h.clock.Now())
		return req
	}
	sale := till.sale()
	said := answered(t, http.StatusOK, packed(sale, pack(sale)))
	require.EqualValues(t, 0, said["res"].([]any)[0].([]any)[1])

	bomb := pack(make([]byte, 64<<20))
	require.Less(t, len(bomb), 100<<10)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range 4 {
		answered(t, http.StatusRequestEntityTooLarge, packed(nil, bomb))
	}
	runtime.ReadMemStats(&after)
	require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(64<<20), "all four together need less than one of them unpacked")

	large := []byte(`{"v":1,"app":"2026.11.1","facts":["` + strings.Repeat("x", 300<<10) + `"]}`)
	answered(t, http.StatusRequestEntityTooLarge, packed(large, pack(large)))
	require.Equal(t, 1, h.count("till_facts"))
}
