package api_test

import (
	"net/http"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sahn/server/api"
	"sahn/server/dev/sample"
	"sahn/server/platform/web"
)

var param = regexp.MustCompile(`:[A-Za-z]+`)

// somewhere fills a route's parameters with ids that nobody has.
func somewhere(path string) string { return param.ReplaceAllString(path, "00SAHNN0B0DY00000000000000") }

func TestBadInputIsRefusedInTheApisOwnWords(t *testing.T) {
	t.Parallel()
	h := open(t)
	omar, sara := h.as(sample.Omar), h.as(sample.Sara) // an admin may most, and an operator the rest
	for _, route := range h.parts.Routes() {
		b := omar
		if web.Operators[route.Who] {
			b = sara
		}
		if route.Method == "GET" || route.Who == web.Provider || route.Who == web.Till { // a till is asked in its own test
			continue
		}
		for name, body := range map[string]string{
			"broken JSON":    `{"email":`,
			"not an object":  `[1,2,3]`,
			"unknown field":  `{"client_type":"Admin","wallet_balance":1000000}`,
			"wrong types":    `{"email":{"a":1},"otp":12,"dates":"monday","dev":7,"ops":{"a":1},"v":"three"}`,
			"bytes not text": "{\"email\":\"\xff\xfe\"}",
			"two values":     `{} {}`,
			"deep":           strings.Repeat(`{"a":`, 20000) + "1" + strings.Repeat("}", 20000),
		} {
			if route.Endpoint.Request.NumField() == 0 || strings.Contains(route.Path, ":") {
				continue
			}
			if route.Loose() && (name == "unknown field" || name == "wrong types") { // the types of fields that it does not know
				continue
			}
			status, answer := b.call(route.Method, somewhere(route.Path), body)
			require.Equal(t, http.StatusUnprocessableEntity, status, "%s %s, %s: %v", route.Method, route.Path, name, answer)
			require.NotEmpty(t, answer["message"], "%s %s, %s", route.Method, route.Path, name)
		}
		status, answer := b.call(route.Method, somewhere(route.Path), `{"email":"`+strings.Repeat("x", max(route.Body, web.MaxBody))+`"}`)
		require.Equal(t, http.StatusRequestEntityTooLarge, status, "%s %s: %v", route.Method, route.Path, answer)
	}
}

func TestAnUnknownRouteAndAWrongMethodSaySo(t *testing.T) {
	t.Parallel()
	h := open(t)
	b := h.browser()
	body := b.expect(http.StatusNotFound, "GET", "/api/nothing-here", nil)
	require.Equal(t, "The route api/nothing-here could not be found.", body["message"])
	b.visit()
	res := b.send("DELETE", "/api/login-otp", nil)
	defer res.Body.Close()
	require.Equal(t, http.StatusMethodNotAllowed, res.StatusCode)
	require.Contains(t, res.Header.Get("Allow"), "POST")
}

func TestTheContractNamesEveryRouteWithItsTypes(t *testing.T) {
	t.Parallel()
	contract := contractOf(t)
	require.True(t, strings.HasPrefix(contract.OpenAPI, "3.1"))
	named := 0
	for _, route := range (api.Parts{}).Routes() {
		if route.Endpoint.Done == nil {
			continue
		}
		path := param.ReplaceAllStringFunc(route.Path, func(p string) string { return "{" + p[1:] + "}" })
		require.Contains(t, contract.Paths[path], strings.ToLower(route.Method), route.Path)
		named++
	}
	require.Greater(t, named, 12)
}

// Apps that were not updated go on by a path that has another name by now; the contract tells who writes a new one not to use it.
func TestAPathOfOlderAppsDoesWhatItsSuccessorDoesAndTheContractSaysThatItIsOld(t *testing.T) {
	t.Parallel()
	routes := map[string]web.Route{}
	for _, route := range (api.Parts{}).Routes() {
		routes[route.Path] = route
	}
	older, now := routes["/api/company-profile/rehearsal"], routes["/api/company-profile/dry-run"]
	require.NotEmpty(t, now.Endpoint.Name)
	require.Equal(t, now.Endpoint.Name, older.Endpoint.Name)
	require.Equal(t, now.Who, older.Who)
	require.Equal(t, now.Heavy(), older.Heavy())
	paths := contractOf(t).Paths
	require.Equal(t, true, paths[older.Path]["post"].Deprecated)
	require.Equal(t, false, paths[now.Path]["post"].Deprecated)
}

// What computes for long waits for its turn, so that a person who asks for thirty reports leaves everybody else their sync.
func TestReportsFilesAndImportsWaitForTheirTurnAndOrderingDoesNot(t *testing.T) {
	t.Parallel()
	heavy := map[string]bool{}
	for _, route := range (api.Parts{}).Routes() {
		heavy[route.Method+" "+route.Path] = route.Heavy()
		if route.Endpoint.Done == reflect.TypeFor[web.File]() && !strings.HasPrefix(route.Path, "/api/menu/photo") &&
			!strings.HasPrefix(route.Path, "/api/calendar/") {
			require.NotEqual(t, route.Path == "/api/kitchen/trail-exports/:id", route.Heavy(), "%s %s makes a file", route.Method, route.Path)
			require.NotEqual(t, route.Heavy(), route.Long(), "%s %s", route.Method, route.Path)
		}
	}
	for _, route := range []string{"GET /api/company-reports", "GET /api/my-data", "GET /api/my-data/file", "GET /api/kitchen/reconciliation",
		"POST /api/company-profile/dry-run", "POST /api/members/invite", "POST /api/kitchen/planner/import", "POST /api/kitchen/photos"} {
		require.True(t, heavy[route], route)
	}
	for _, route := range []string{"POST /api/sync", "POST /api/quote", "POST /api/handoff", "POST /api/login-otp",
		"POST /api/pos/order-checkout", "POST /payment/notify", "GET /api/menu/photo/:hash"} {
		is, there := heavy[route]
		require.True(t, there && !is, route)
	}
}
