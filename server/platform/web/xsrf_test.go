package web_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/platform/web"
)

// counting is a write that counts how often it was run.
func counting(who web.Who) (web.Route, *atomic.Int64) {
	runs := new(atomic.Int64)
	return web.Route{Method: "POST", Path: "/api/write", Who: who,
		Endpoint: web.JSON(200, func(context.Context, web.Caller, web.None) (web.None, error) {
			runs.Add(1)
			return web.None{}, nil
		})}, runs
}

func TestAWriteRunsOnlyForOurOwnPageWithTheTokenOfItsSession(t *testing.T) {
	t.Parallel()
	tokens := signedIn{"mine": {ProfileID: "me", ClientType: "Employee"}, "hers": {ProfileID: "she", ClientType: "Employee"}}
	origins := map[string]string{"none": "", "own": own, "foreign": "https://evil.example", "null": "null",
		"own over http": "http://app.example", "own with a port": own + ":8443"}
	sites := []string{"", "same-origin", "none", "same-site", "cross-site"}
	for _, who := range []web.Who{web.Anyone, web.SignedIn} {
		route, runs := counting(who)
		app := newApp(newEdge(tokens), route)
		visitor, visitorToken := visit(t, app, "")
		_, mineToken := visit(t, app, "mine")
		_, hersToken := visit(t, app, "hers")
		cookies := map[string]string{"none": "", "visitor": visitor, "mine": "mine"}
		given := map[string]string{"none": "", "stale": "c3RhbGU", "visitor": visitorToken, "mine": mineToken, "hers": hersToken}
		for originName, origin := range origins {
			for _, site := range sites {
				for cookieName, cookie := range cookies {
					for tokenName, token := range given {
						name := fmt.Sprintf("%s: origin %s, site %q, cookie %s, token %s", who, originName, site, cookieName, tokenName)
						ours := (originName == "none" || originName == "own") && (site == "" || site == "same-origin" || site == "none")
						good := ours && cookieName != "none" && cookieName == tokenName
						want := 419
						switch {
						case cookieName == "none" && originName == "none" && who == web.SignedIn:
							want = 401 // the stateless lane: without session cookie, Origin and Referer a caller is not signed in
						case good && cookieName == "visitor" && who == web.SignedIn:
							want = 401
						case good:
							want = 200
						}
						header := ""
						if cookie != "" {
							header = "sahn_session=" + cookie
						}
						before := runs.Load()
						got := call(t, app, "POST", "/api/write", "", "Origin", origin, "Sec-Fetch-Site", site, "Cookie", header, "X-XSRF-TOKEN", token)
						require.Equal(t, want, got.status, name)
						require.Equal(t, want == 200, runs.Load() > before, name)
						if !ours {
							require.Empty(t, got.cookies, name)
						}
					}
				}
			}
		}
		require.Positive(t, runs.Load())
	}
}

func TestARefusedWriteBringsWhatIsNeededToTryOnceMore(t *testing.T) {
	t.Parallel()
	route, runs := counting(web.Anyone)
	app := newApp(newEdge(signedIn{}), route)
	refused := call(t, app, "POST", "/api/write", "", "Origin", own)
	require.Equal(t, 419, refused.status)
	require.Equal(t, "{\n    \"message\": \"CSRF token mismatch.\"\n}", refused.body)
	require.Zero(t, runs.Load())

	again := call(t, app, "POST", "/api/write", "", "Origin", own,
		"Cookie", "sahn_session="+refused.cookies["sahn_session"].Value, "X-XSRF-TOKEN", refused.cookies["XSRF-TOKEN"].Value)
	require.Equal(t, 200, again.status)
	require.EqualValues(t, 1, runs.Load())
}

func TestAVisitHandsOutBothCookies(t *testing.T) {
	t.Parallel()
	app := newApp(newEdge(signedIn{}))
	got := call(t, app, "GET", "/sanctum/csrf-cookie", "")
	require.Equal(t, 204, got.status)
	require.Empty(t, got.body)
	require.Empty(t, got.header.Get("Content-Type"))
	require.Len(t, got.header["Set-Cookie"], 2)

	token, session := got.cookies["XSRF-TOKEN"], got.cookies["sahn_session"]
	require.Regexp(t, `^[A-Za-z0-9_-]{43}$`, token.Value) // needs no percent-decoding
	require.Equal(t, 7200, token.MaxAge)
	require.False(t, token.HttpOnly)
	require.Regexp(t, `^[A-Za-z0-9_-]{43}$`, session.Value)
	require.True(t, session.HttpOnly)
	for _, c := range []*http.Cookie{token, session} {
		require.Equal(t, "/", c.Path)
		require.Empty(t, c.Domain)
		require.True(t, c.Secure)
		require.Equal(t, http.SameSiteLaxMode, c.SameSite)
	}

	again := call(t, app, "GET", "/sanctum/csrf-cookie", "", "Cookie", "sahn_session="+session.Value)
	require.Equal(t, token.Value, again.cookies["XSRF-TOKEN"].Value)
	require.NotContains(t, again.cookies, "sahn_session")
}

func TestTheTokenCookieIsRenewedByEveryCall(t *testing.T) {
	t.Parallel()
	route, _ := counting(web.SignedIn)
	app := newApp(newEdge(signedIn{"mine": {ProfileID: "me"}}), route, whoami(web.Anyone))
	_, token := visit(t, app, "mine")
	for _, got := range []reply{
		call(t, app, "GET", "/api/who", "", "Cookie", "sahn_session=mine"),
		call(t, app, "POST", "/api/write", "", "Cookie", "sahn_session=mine", "X-XSRF-TOKEN", token),
	} {
		require.Equal(t, 200, got.status)
		require.Equal(t, token, got.cookies["XSRF-TOKEN"].Value)
		require.Equal(t, 7200, got.cookies["XSRF-TOKEN"].MaxAge)
	}
}

// session is an answer that sets the session cookie.
type session struct{ web.NewSession }

func (s session) Session() web.NewSession { return s.NewSession }

func TestSigningInReplacesTheSessionAndItsToken(t *testing.T) {
	t.Parallel()
	tokens := signedIn{"fresh": {ProfileID: "me", ClientType: "Employee"}}
	write, _ := counting(web.SignedIn)
	app := newApp(newEdge(tokens), write,
		web.Route{Method: "POST", Path: "/api/in", Who: web.Anyone,
			Endpoint: web.JSON(201, func(context.Context, web.Caller, web.None) (session, error) {
				return session{web.NewSession{Token: "fresh", Life: 3600e9}}, nil
			})},
		web.Route{Method: "POST", Path: "/api/out", Who: web.SignedIn,
			Endpoint: web.JSON(200, func(context.Context, web.Caller, web.None) (session, error) {
				return session{}, nil
			})})
	visitor, old := visit(t, app, "")
	in := call(t, app, "POST", "/api/in", "", "Cookie", "sahn_session="+visitor, "X-XSRF-TOKEN", old)
	require.Equal(t, 201, in.status)
	require.Equal(t, "fresh", in.cookies["sahn_session"].Value)
	require.Equal(t, 3600, in.cookies["sahn_session"].MaxAge)
	token := in.cookies["XSRF-TOKEN"].Value
	require.NotEqual(t, old, token)

	stale := call(t, app, "POST", "/api/write", "", "Cookie", "sahn_session=fresh", "X-XSRF-TOKEN", old)
	require.Equal(t, 419, stale.status)
	planted := call(t, app, "POST", "/api/write", "", "Cookie", "sahn_session="+visitor, "X-XSRF-TOKEN", old)
	require.Equal(t, 401, planted.status)
	require.Equal(t, 200, call(t, app, "POST", "/api/write", "", "Cookie", "sahn_session=fresh", "X-XSRF-TOKEN", token).status)

	out := call(t, app, "POST", "/api/out", "", "Cookie", "sahn_session=fresh", "X-XSRF-TOKEN", token)
	require.Equal(t, 200, out.status)
	for _, name := range []string{"sahn_session", "XSRF-TOKEN"} {
		c := out.cookies[name]
		require.NotNil(t, c, name)
		require.Empty(t, c.Value, name)
		require.Equal(t, -1, c.MaxAge, "%s does not expire: %s", name, c) // max-age=0 on the wire
		require.Equal(t, "/", c.Path, name)
	}
}

type publication struct{ packed *web.Packed }

func (p publication) Packed() *web.Packed { return p.packed }

func TestAnAnswerThatAnybodyMayKeepHoldsNobodysToken(t *testing.T) {
	t.Parallel()
	published := web.Route{Method: "GET", Path: "/api/published", Who: web.Anyone,
		Endpoint: web.JSON(200, func(context.Context, web.Caller, web.None) (publication, error) {
			packed, err := web.Pack([]byte("{}"), web.Quick)
			return publication{packed}, err
		})}
	app := newApp(newEdge(signedIn{"mine": {ProfileID: "me"}}), published, whoami(web.Anyone))
	require.Contains(t, call(t, app, "GET", "/api/who", "", "Cookie", "sahn_session=mine").cookies, "XSRF-TOKEN")
	got := call(t, app, "GET", "/api/published", "", "Cookie", "sahn_session=mine")
	require.Contains(t, got.header.Get("Cache-Control"), "public")
	require.Empty(t, got.cookies)
}

func TestAReadThatIsAnsweredAfterSomebodySignedInLeavesTheirTokenAlone(t *testing.T) {
	t.Parallel()
	app := newApp(newEdge(signedIn{"mine": {ProfileID: "me"}}), whoami(web.Anyone))
	first := call(t, app, "GET", "/api/who", "", "Cookie", "sahn_session=visitor").cookies["XSRF-TOKEN"]
	require.NotNil(t, first)
	again := call(t, app, "GET", "/api/who", "", "Cookie", "sahn_session=visitor; XSRF-TOKEN="+first.Value)
	require.Empty(t, again.cookies)
	stale := call(t, app, "GET", "/api/who", "", "Cookie", "sahn_session=mine; XSRF-TOKEN="+first.Value)
	require.NotEqual(t, first.Value, stale.cookies["XSRF-TOKEN"].Value, "another session's token is replaced")
}

// A sibling of our host can add cookies with our names, but does not know a token: whatever it adds, a write runs as the person whom the
// token belongs to, or not at all.
func TestCookiesThatSomebodyAddedSignNobodyIn(t *testing.T) {
	t.Parallel()
	tokens := signedIn{"mine": {ProfileID: "me", ClientType: "Employee"}, "hers": {ProfileID: "she", ClientType: "Employee"}}
	route := whoami(web.SignedIn)
	route.Method = "POST"
	app := newApp(newEdge(tokens), route)
	_, mine := visit(t, app, "mine")
	_, hers := visit(t, app, "hers")
	ran := 0
	for _, c := range []struct{ cookies, token, as string }{
		{"sahn_session=mine; XSRF-TOKEN=" + hers, mine, "me"}, {"sahn_session=mine; XSRF-TOKEN=x", mine, "me"},
		{"sahn_session=mine; XSRF-TOKEN=" + hers, hers, ""}, {"sahn_session=mine; sahn_session=hers", mine, "me"},
		{"sahn_session=hers; sahn_session=mine", mine, "me"}, {"sahn_session=mine; sahn_session=hers", hers, "she"},
		{"sahn_session=hers; sahn_session=mine", hers, "she"}, {"sahn_session=evil; XSRF-TOKEN=evil", "evil", ""},
		{"sahn_session=mine", strings.ToUpper(mine), ""}, {"sahn_session=mine", mine + "=", ""}, {"sahn_session=", "", ""},
	} {
		got := call(t, app, "POST", "/api/who", "", "Origin", own, "Cookie", c.cookies, "X-XSRF-TOKEN", c.token)
		if got.status != 419 {
			require.Equal(t, 200, got.status, c.cookies)
			require.NotEmpty(t, c.as, c.cookies)
			require.Contains(t, got.body, `"ProfileID":"`+c.as+`"`, c.cookies)
			ran++
		}
	}
	require.GreaterOrEqual(t, ran, 4)
}

func TestATokenStaysGoodWhileTheSecretIsReplaced(t *testing.T) {
	t.Parallel()
	tokens := signedIn{"mine": {ProfileID: "me", ClientType: "Employee"}}
	route, _ := counting(web.SignedIn)
	servertest.Replacing(t, func(t *testing.T, makes, checks [][]byte) bool {
		made, checked := newEdge(tokens), newEdge(tokens)
		made.Keys, checked.Keys = makes, checks
		_, token := visit(t, newApp(made, route), "mine")
		app := newApp(checked, route)
		got := call(t, app, "POST", "/api/write", "{}", "Origin", own, "Cookie", "sahn_session=mine", "X-XSRF-TOKEN", token)
		if got.status == 419 { // the app takes the token that comes with the answer and tries again: nobody is signed out
			fresh := got.cookies["XSRF-TOKEN"].Value
			got := call(t, app, "POST", "/api/write", "{}", "Origin", own, "Cookie", "sahn_session=mine", "X-XSRF-TOKEN", fresh)
			require.Equal(t, 200, got.status)
		}
		return got.status == 200
	})
}
