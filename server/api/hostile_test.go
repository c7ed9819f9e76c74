package api_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
	"sahn/server/platform/web"
)

// hostile are texts that Postgres cannot store, as they stand in JSON.
var hostile = map[string]string{"a NUL": `"a\u0000b"`, "half a character": `"a\ud83d"`, "the other half": `"\udc00a"`,
	"a half before a letter": `"\ud800\u0041"`, "bytes that are no text": "\"a\xff\xfe\""}

// stringsIn are the JSON documents that have a value in one text field of a type, by the field's path.
func stringsIn(kind reflect.Type, value, path string, depth int) map[string]string {
	all := map[string]string{}
	wrap := func(inner map[string]string, before, after string) {
		for name, body := range inner {
			all[name] = before + body + after
		}
	}
	switch {
	case kind == reflect.TypeFor[json.RawMessage]() || kind.Kind() == reflect.String || kind.Kind() == reflect.Interface:
		all[path] = value
	case depth > 6:
	case kind.Kind() == reflect.Pointer:
		return stringsIn(kind.Elem(), value, path, depth+1)
	case kind.Kind() == reflect.Slice:
		wrap(stringsIn(kind.Elem(), value, path+"[]", depth+1), "[", "]")
	case kind.Kind() == reflect.Map:
		wrap(stringsIn(kind.Elem(), value, path+".x", depth+1), `{"x":`, "}")
		all[path+" key"] = "{" + value + ":1}"
	case kind.Kind() == reflect.Struct:
		for i := range kind.NumField() {
			f := kind.Field(i)
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			if f.Anonymous && name == "" {
				wrap(stringsIn(f.Type, value, path, depth+1), "", "")
			} else if f.IsExported() && name != "" && name != "-" {
				wrap(stringsIn(f.Type, value, path+"."+name, depth+1), `{"`+name+`":`, "}")
			}
		}
	}
	return all
}

// Every text field of every route, in the body, the query and the path, and by the person whom the route is for.
func TestATextThatCannotBeStoredIsRefusedInEveryFieldOfEveryRoute(t *testing.T) {
	t.Parallel()
	h := open(t)
	mariam, omar, sara := h.as(sample.Mariam), h.as(sample.Omar), h.as(sample.Sara)
	tablet := h.pair(omar, sample.HarbourFloor14.ID)
	asked := 0
	for _, route := range h.parts.Routes() {
		ask := func(path, body string) *http.Request {
			switch {
			case route.Who == web.Till:
				return tablet.signed(route.Method, path, []byte(body))
			case web.Operators[route.Who]:
				return sara.request(route.Method, path, body)
			case route.Who == web.Admin:
				return omar.request(route.Method, path, body)
			}
			return mariam.request(route.Method, path, body)
		}
		client := map[bool]*http.Client{true: http.DefaultClient, false: mariam.http}[route.Who == web.Till]
		if web.Operators[route.Who] {
			client = sara.http
		} else if route.Who == web.Admin {
			client = omar.http
		}
		refused := func(what, path, body string) {
			res, err := client.Do(ask(path, body))
			require.NoError(t, err)
			require.NoError(t, res.Body.Close())
			asked++
			require.Equal(t, http.StatusUnprocessableEntity, res.StatusCode, "%s %s: %s", route.Method, route.Path, what)
		}
		if route.Who == web.Provider {
			for _, form := range []string{"merchant_reference=%00&signature=%ff", "merchant_reference=a\xff", "%00=%00"} {
				res, err := http.Post(h.url+route.Path, "application/x-www-form-urlencoded", strings.NewReader(form))
				require.NoError(t, err)
				require.NoError(t, res.Body.Close())
				require.Less(t, res.StatusCode, 500, "%s %s", route.Method, route.Path)
			}
			continue
		}
		for _, bad := range []string{"%00", "a%00b", "%ff%fe", "%ed%a0%80"} {
			path := param.ReplaceAllString(route.Path, bad)
			if path == route.Path {
				break
			}
			res, err := client.Do(ask(path, "{}"))
			require.NoError(t, err)
			require.NoError(t, res.Body.Close())
			asked++
			require.Contains(t, []int{http.StatusNotFound, http.StatusUnprocessableEntity}, res.StatusCode, "%s %s", route.Method, path)
		}
		kind := route.Endpoint.Request
		for i := range kind.NumField() {
			if name := kind.Field(i).Tag.Get("query"); name != "" {
				for _, bad := range []string{"a\x00", "\xff\xfe", "\xed\xa0\x80"} {
					refused("query "+name, somewhere(route.Path)+"?"+url.Values{name: {bad}}.Encode(), "{}")
				}
			}
		}
		if _, each := reflect.New(kind).Interface().(web.JudgesEach); each || route.Method == http.MethodGet {
			continue
		}
		for what, value := range hostile {
			for name, body := range stringsIn(kind, value, "", 0) {
				refused(name+" is "+what, somewhere(route.Path), body)
			}
		}
	}
	require.Greater(t, asked, 400)
}

// What waits on a device is judged change by change: one that cannot be stored is refused, and the next one is saved.
func TestAChangeThatCannotBeStoredDoesNotHoldUpTheNextOne(t *testing.T) {
	t.Parallel()
	h := open(t)
	b := h.as(sample.Mariam)
	date := b.menu(0)["days"].([]any)[1].(fields)["date"]
	for what, bad := range hostile {
		if !strings.HasPrefix(bad, `"a\u`) && !strings.HasPrefix(bad, `"\u`) {
			continue // bytes that are no text are not JSON either
		}
		ops := []any{chosen(1, date, fields{"meal": json.RawMessage(bad), "qty": 1}), chosen(2, date)}
		device := "01SAHNDEV1CE00000000000" + strings.ToUpper(what[2:3]) + "00"
		said := b.ok("POST", "/api/sync", round(device, ops...))
		require.Len(t, said["res"], 2, what)
	}
	till := h.pair(h.as(sample.Omar), sample.HarbourFloor14.ID)
	batch := `{"v":1,"app":"2026.11.1","facts":[{"id":"01SAHNSA1E0000000000000001","k":"void/1","at":1,"o":"x","m":"\u0000"},` +
		`{"id":"01SAHNSA1E0000000000000002","k":"open/1","at":1,"w":"\ud800"}]}`
	require.Len(t, answered(t, http.StatusOK, till.signed("POST", "/api/pos/order-checkout", []byte(batch)))["res"], 2)
}

// The headers that are looked up or stored.
func TestAHeaderThatCannotBeStoredBreaksNothing(t *testing.T) {
	t.Parallel()
	h := open(t)
	b := h.browser()
	b.visit()
	res := b.sendWith("POST", "/api/profile-login", fields{"email": sample.Mariam.Email, "password": sample.Password},
		"User-Agent", "Firefox/9 \xff\xfe"+strings.Repeat("é", 900))
	require.NoError(t, res.Body.Close())
	require.Equal(t, http.StatusCreated, res.StatusCode)
	require.Equal(t, "Firefox", h.text("SELECT max(device) FROM sessions"))
	res = b.sendWith("GET", "/api/pos/till", nil, "X-Till", "\xff")
	require.NoError(t, res.Body.Close())
	require.Equal(t, http.StatusUnauthorized, res.StatusCode)
}

// What a request's body is packed in is the caller's mistake, and never the server's.
func TestABodyThatNobodyCanUnpackIsTheCallersMistake(t *testing.T) {
	t.Parallel()
	h := open(t)
	b := h.as(sample.Mariam)
	for coding, status := range map[string]int{"compress": 415, "gzip, compress": 415, "smaller": 415, "gzip": 422, "br": 422, "zstd": 422,
		"deflate": 422} {
		res := b.sendWith("POST", "/api/quote", fields{}, "Content-Encoding", coding)
		require.NoError(t, res.Body.Close())
		require.Equal(t, status, res.StatusCode, coding)
	}
}
