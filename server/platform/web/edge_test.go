package web_test

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/redis/go-redis/v9"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/platform/web"
)

const own = "https://app.example"

// signedIn holds who the known tokens belong to.
type signedIn map[string]web.Caller

func (s signedIn) Find(_ context.Context, token string, _ bool) (web.Caller, error) {
	return s[token], nil
}

func (s signedIn) Beside(_ context.Context, _ redis.Pipeliner, token string, acts bool) func(context.Context) (web.Caller, error) {
	return func(ctx context.Context) (web.Caller, error) { return s.Find(ctx, token, acts) }
}

func newEdge(sessions web.Sessions) *web.Edge {
	public, err := url.Parse(own)
	if err != nil {
		panic(err)
	}
	return &web.Edge{Sessions: sessions, Keys: servertest.Secrets, Public: public,
		Log: slog.New(slog.DiscardHandler)}
}

func newApp(e *web.Edge, routes ...web.Route) *fiber.App {
	app := fiber.New(fiber.Config{Immutable: true, ErrorHandler: e.Fail, BodyLimit: 1 << 10})
	app.Use(e.Begin)
	app.Get("/sanctum/csrf-cookie", e.Visit)
	e.Mount(app, routes)
	return app
}

type reply struct {
	status  int
	body    string
	header  http.Header
	cookies map[string]*http.Cookie
}

// call sends one request with exactly these headers.
func call(t *testing.T, app *fiber.App, method, path, body string, headers ...string) reply {
	t.Helper()
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	for i := 0; i < len(headers); i += 2 {
		if headers[i+1] != "" {
			r.Header.Add(headers[i], headers[i+1])
		}
	}
	resp, err := app.Test(r, fiber.TestConfig{Timeout: 10 * time.Second})
	require.NoError(t, err)
	b, err := io.ReadAll(resp.Body)
	require.NoError(t, err)
	require.NoError(t, resp.Body.Close())
	got := reply{resp.StatusCode, string(b), resp.Header, map[string]*http.Cookie{}}
	for _, c := range resp.Cookies() {
		got.cookies[c.Name] = c
	}
	return got
}

// visit fetches the token that belongs to a session cookie, or both when there is none yet.
func visit(t *testing.T, app *fiber.App, session string) (cookie, token string) {
	t.Helper()
	if session == "" {
		got := call(t, app, "GET", "/sanctum/csrf-cookie", "")
		return got.cookies["sahn_session"].Value, got.cookies["XSRF-TOKEN"].Value
	}
	got := call(t, app, "GET", "/sanctum/csrf-cookie", "", "Cookie", "sahn_session="+session)
	return session, got.cookies["XSRF-TOKEN"].Value
}

type echo struct {
	Who web.Caller `json:"who"`
}

func whoami(who web.Who) web.Route {
	return web.Route{Method: "GET", Path: "/api/who", Who: who,
		Endpoint: web.JSON(200, func(_ context.Context, who web.Caller, _ web.None) (echo, error) {
			return echo{who}, nil
		})}
}

func TestACallerCannotChooseTheirOwnAddress(t *testing.T) {
	t.Parallel()
	const peer = "0.0.0.0" // what the test's connection comes from
	for _, c := range []struct {
		name    string
		trusted string
		hops    []string
		want    string
	}{
		{"no proxy is trusted", "10.0.0.0/8", []string{"203.0.113.9"}, peer},
		{"no header", "0.0.0.0/32", nil, peer},
		{"one proxy", "0.0.0.0/32", []string{"203.0.113.9"}, "203.0.113.9"},
		{"a hop made up in front", "0.0.0.0/32", []string{"198.51.100.1, 203.0.113.9"}, "203.0.113.9"},
		{"a header made up, the proxy adds a second one", "0.0.0.0/32", []string{"198.51.100.1", "203.0.113.9"}, "203.0.113.9"},
		{"rubbish in front", "0.0.0.0/32", []string{"rubbish, 203.0.113.9"}, "203.0.113.9"},
		{"rubbish at the end", "0.0.0.0/32", []string{"203.0.113.9, rubbish"}, peer},
		{"an IPv4 address in IPv6 clothes", "0.0.0.0/32", []string{"::ffff:203.0.113.9"}, "203.0.113.9"},
		{"IPv6", "0.0.0.0/32", []string{"2001:db8::1"}, "2001:db8::1"},
		{"two trusted proxies in a row", "0.0.0.0/32 10.0.0.0/8", []string{"198.51.100.1, 203.0.113.9, 10.1.2.3"}, "203.0.113.9"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			e := newEdge(signedIn{})
			for _, proxy := range strings.Fields(c.trusted) {
				e.Proxies = append(e.Proxies, netip.MustParsePrefix(proxy))
			}
			headers := []string{}
			for _, h := range c.hops {
				headers = append(headers, "X-Forwarded-For", h)
			}
			got := call(t, newApp(e, whoami(web.Anyone)), "GET", "/api/who", "", headers...)
			var said echo
			require.NoError(t, json.Unmarshal([]byte(got.body), &said))
			require.Equal(t, c.want, said.Who.IP)
		})
	}
}

func TestEveryRouteSaysWhoMay(t *testing.T) {
	t.Parallel()
	require.Panics(t, func() { newApp(newEdge(signedIn{}), whoami(web.Nobody)) })
	require.Panics(t, func() { newApp(newEdge(signedIn{}), whoami(web.Manager+1)) })
	for of, path := range map[web.Of]string{web.NoThing: "/api/thing/:id", web.OwnProfile: "/api/thing"} {
		route := whoami(web.SignedIn)
		route.Path, route.Of = path, of
		require.Panics(t, func() { newApp(newEdge(signedIn{}), route) }, "%s does not say whose it is", path)
	}
}

func TestARouteAdmitsWhomItNames(t *testing.T) {
	t.Parallel()
	tokens := signedIn{
		"employee": {ProfileID: "e", ClientType: "Employee"}, "admin": {ProfileID: "a", ClientType: "Admin"},
		"cash": {ProfileID: "c", ClientType: "Cash"}, "operator": {ProfileID: "o", ClientType: "Operator"},
		"cook":      {ProfileID: "k", ClientType: "Operator", Role: "kitchen"},
		"support":   {ProfileID: "s", ClientType: "Operator", Role: "support"},
		"manager":   {ProfileID: "m", ClientType: "Operator", Role: "manager"},
		"pretender": {ProfileID: "p", ClientType: "Admin", Role: "manager"},
	}
	admitted := map[web.Who]string{
		web.Anyone:   "visitor employee admin cash operator cook support manager pretender",
		web.SignedIn: "employee admin cash operator cook support manager pretender",
		web.Eater:    "employee admin cash pretender", web.Admin: "admin pretender", web.Operator: "operator cook support manager",
		web.Kitchen: "cook manager", web.Support: "support manager", web.Manager: "manager",
	}
	for who, may := range admitted {
		app := newApp(newEdge(tokens), whoami(who))
		for _, token := range []string{"visitor", "employee", "admin", "cash", "operator", "cook", "support", "manager", "pretender"} {
			t.Run(who.String()+" "+token, func(t *testing.T) {
				t.Parallel()
				got := call(t, app, "GET", "/api/who", "", "Cookie", "sahn_session="+token)
				switch {
				case strings.Contains(may, token):
					require.Equal(t, 200, got.status)
				case token == "visitor":
					require.Equal(t, 401, got.status)
					require.Equal(t, `{"message":"Unauthenticated."}`, got.body)
				case token == "enroller" && web.Operators[who]:
					require.Equal(t, 403, got.status)
					require.Equal(t, "Set up your second step first.", message(t, got))
				default:
					require.Equal(t, 403, got.status)
					require.Equal(t, "This action is unauthorized.", message(t, got))
				}
			})
		}
	}
}

func message(t *testing.T, r reply) string {
	t.Helper()
	var said struct {
		Message string `json:"message"`
	}
	require.NoError(t, json.Unmarshal([]byte(r.body), &said), r.body)
	return said.Message
}
