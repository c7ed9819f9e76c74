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
	status, made := admin.call("POST", "/api/pos/till-code", map[string]any{"address_id": place, "name": "Pantry"})
	require.Equal(h.t, http.StatusCreated, status, made)
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(h.t, err)
	point, err := key.PublicKey.Bytes()
	require.NoError(h.t, err)
	visitor := h.browser()
	visitor.visit()
	status, paired := visitor.call("POST", "/api/pos/pair",
		map[string]any{"code": made["code"], "public_key": base64.RawURLEncoding.EncodeToString(point)})
	require.Equal(h.t, http.StatusCreated, status, paired)
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
	status, terms := send(t, till.signed("GET", "/api/pos/till", nil))
	require.Equal(t, http.StatusOK, status, terms)
	require.Equal(t, sample.Harbour.ID, terms["company_id"])
	sale := till.sale()
	status, booked := send(t, till.signed("POST", "/api/pos/order-checkout", sale))
	require.Equal(t, http.StatusOK, status, booked)
	require.EqualValues(t, 0, booked["res"].([]any)[0].([]any)[1])
	status, day := send(t, till.signed("GET", "/api/pos/day?from=2026-11-21&until=2026-11-21", nil))
	require.Equal(t, http.StatusOK, status)
	require.Equal(t, 4500., day["data"].([]any)[0].(map[string]any)["cash"])
	_, seen := admin.call("GET", "/api/pos/sales", nil)
	require.Equal(t, day, seen)

	status, _ = admin.call("POST", "/api/pos/till/"+till.id+"/revoke", nil)
	require.Equal(t, http.StatusOK, status)
	for _, req := range []*http.Request{till.signed("POST", "/api/pos/order-checkout", till.sale()),
		till.signed("GET", "/api/pos/till", nil)} {
		status, refused := send(t, req)
		require.Equal(t, http.StatusForbidden, status)
		require.Equal(t, "till_revoked", refused["reason"])
	}
	require.Equal(t, 1, servertest.One[int](t, h.pool, "SELECT count(*) FROM counter_sales"))
	servertest.Sound(t, h.pool)
}

// A till signs the method, path, query, body and time of each request with its own key. The server refuses a missing signature, another
// till's, and one over anything but this request.
func TestOnlyATillsOwnSignatureOverExactlyThisRequestIsTaken(t *testing.T) {
	t.Parallel()
	h := open(t)
	admin := h.as(sample.Omar)
	till, other := h.pair(admin, sample.HarbourFloor14.ID), h.pair(admin, sample.HarbourFloor14.ID)
	for name, change := range map[string]func(req *http.Request){
		"no signature":        func(req *http.Request) { req.Header.Del("X-Till-Signature") },
		"an empty one":        func(req *http.Request) { req.Header.Set("X-Till-Signature", "") },
		"a short one":         func(req *http.Request) { req.Header.Set("X-Till-Signature", "AAAA") },
		"zeros":               func(req *http.Request) { req.Header.Set("X-Till-Signature", strings.Repeat("A", 86)) },
		"another till's":      func(req *http.Request) { other.sign(req, nil, h.clock.Now()); req.Header.Set("X-Till", till.id) },
		"another till's name": func(req *http.Request) { req.Header.Set("X-Till", other.id) },
		"nobody's":            func(req *http.Request) { req.Header.Set("X-Till", ulid.Make().String()) },
		"no till's":           func(req *http.Request) { req.Header.Set("X-Till", "x") },
		"another time": func(req *http.Request) {
			req.Header.Set("X-Till-Time", strconv.FormatInt(h.clock.Now().UnixMilli()+1, 10))
		},
		"no time": func(req *http.Request) { req.Header.Del("X-Till-Time") },
		"another path": func(req *http.Request) {
			req.URL.Path = "/api/pos/till"
			req.Method = "GET"
			req.Body = http.NoBody
			req.ContentLength = 0
		},
		"another query": func(req *http.Request) { req.URL.RawQuery = "x=1" },
		"another body": func(req *http.Request) {
			b := till.sale()
			req.Body, req.ContentLength = io.NopCloser(bytes.NewReader(b)), int64(len(b))
		},
		"a body with one space": func(req *http.Request) {
			b, err := io.ReadAll(req.Body)
			require.NoError(t, err)
			b = append(b, ' ')
			req.Body, req.ContentLength = io.NopCloser(bytes.NewReader(b)), int64(len(b))
		},
	} {
		req := till.signed("POST", "/api/pos/order-checkout", till.sale())
		change(req)
		status, said := send(t, req)
		require.Equal(t, http.StatusUnauthorized, status, "%s: %v", name, said)
		require.Equal(t, "Unauthenticated.", said["message"], name)
		require.Equal(t, "till_unknown", said["reason"],
			"%s: whoever holds another key than the server's copy may be paired again, and a stranger learns nothing", name)
	}
	require.Zero(t, servertest.One[int](t, h.pool, "SELECT count(*) FROM till_facts"))

	// A till is nobody elsewhere, and a person is no till, even with a session beside the signature.
	req := till.signed("GET", "/api/get-profile", nil)
	status, _ := send(t, req)
	require.Equal(t, http.StatusUnauthorized, status)
	status, _ = send(t, till.signed("GET", "/api/pos/tills", nil))
	require.Equal(t, http.StatusUnauthorized, status)
	status, _ = admin.call("GET", "/api/pos/till", nil)
	require.Equal(t, http.StatusForbidden, status)
	req = till.signed("GET", "/api/pos/till", nil)
	for _, c := range admin.http.Jar.Cookies(req.URL) {
		req.AddCookie(c)
	}
	status, terms := send(t, req)
	require.Equal(t, http.StatusOK, status)
	require.Equal(t, till.id, terms["till"])

	// The same request again is the same sale.
	sale := till.sale()
	first := till.signed("POST", "/api/pos/order-checkout", sale)
	again := first.Clone(t.Context())
	again.Body = io.NopCloser(bytes.NewReader(sale))
	_, one := send(t, first)
	status, two := send(t, again)
	require.Equal(t, http.StatusOK, status)
	require.Equal(t, one["res"], two["res"])
	require.Equal(t, 1, servertest.One[int](t, h.pool, "SELECT count(*) FROM counter_sales"))
}

// A till with a wrong clock gets a 401 with the server's time, corrects its clock by it, and is accepted with the next request.
func TestATillWhoseClockIsWrongIsToldTheTimeAndThenIsTaken(t *testing.T) {
	t.Parallel()
	h := open(t)
	till := h.pair(h.as(sample.Omar), sample.HarbourFloor14.ID)
	for _, off := range []time.Duration{-72 * time.Hour, 365 * 24 * time.Hour, 6 * time.Minute, -6 * time.Minute, 200 * 365 * 24 * time.Hour} {
		sale := till.sale()
		req := till.signed("POST", "/api/pos/order-checkout", sale)
		wrong := h.clock.Now().Add(off)
		till.sign(req, sale, wrong)
		status, said := send(t, req)
		require.Equal(t, http.StatusUnauthorized, status, off)
		now := int64(said["detail"].(map[string]any)["now"].(float64))
		require.Equal(t, h.clock.Now().UnixMilli(), now)
		require.Equal(t, "till_clock", said["reason"], "the till sets its clock by this word")
		req = till.signed("POST", "/api/pos/order-checkout", sale)
		till.sign(req, sale, wrong.Add(time.Duration(now-wrong.UnixMilli())*time.Millisecond))
		status, said = send(t, req)
		require.Equal(t, http.StatusOK, status, said)
	}
	for _, off := range []time.Duration{-4 * time.Minute, 4 * time.Minute} {
		sale := till.sale()
		req := till.signed("POST", "/api/pos/order-checkout", sale)
		till.sign(req, sale, h.clock.Now().Add(off))
		status, said := send(t, req)
		require.Equal(t, http.StatusOK, status, said)
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
	status, said := send(t, packed(sale, pack(sale)))
	require.Equal(t, http.StatusOK, status, said)
	require.EqualValues(t, 0, said["res"].([]any)[0].([]any)[1])

	bomb := pack(make([]byte, 64<<20))
	require.Less(t, len(bomb), 100<<10)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range 4 {
		res, err := http.DefaultClient.Do(packed(nil, bomb))
		require.NoError(t, err)
		require.NoError(t, res.Body.Close())
		require.Equal(t, http.StatusRequestEntityTooLarge, res.StatusCode)
	}
	runtime.ReadMemStats(&after)
	require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(64<<20), "all four together need less than one of them unpacked")

	large := []byte(`{"v":1,"app":"2026.11.1","facts":["` + strings.Repeat("x", 300<<10) + `"]}`)
	status, _ = send(t, packed(large, pack(large)))
	require.Equal(t, http.StatusRequestEntityTooLarge, status)
	require.Equal(t, 1, servertest.One[int](t, h.pool, "SELECT count(*) FROM till_facts"))
}
