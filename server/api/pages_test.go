package api_test

import (
	"io"
	"maps"
	"net/http"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/gofiber/fiber/v3"
	"github.com/stretchr/testify/require"

	"sahn/server/api"
)

// listing is an app with a list of its pages in both languages. Headers are names and values in turn.
func listing(t *testing.T) func(method, path string, headers ...string) (*http.Response, string) {
	t.Helper()
	files := maps.Clone(built)
	files["index.html"] = &fstest.MapFile{Data: []byte(`<!doctype html><title>Sahn</title><meta name="description" content="Lunch" />
		<script type="module" crossorigin src="/assets/en/index-1.js"></script>
		<link rel="modulepreload" crossorigin href="/assets/en/react-1.js"></head><body><div id="root"></div></body>`)}
	files["pages.json"] = &fstest.MapFile{Data: []byte(`[{"path":"/","title":"Home","description":"Lunch & more",
		"code":["/assets/en/home-1.js"],"styles":["/assets/home-1.css"]},
		{"path":"/menu","title":"The menu","description":"m","code":["/assets/en/menu-1.js"],"styles":["/assets/menu-1.css"],
			"markup":"<h1>The menu</h1>","next":["/assets/en/art-1.js"]},
		{"path":"/dashboard","title":"Your weeks","description":"w"},{"path":"/dashboard/home","title":"Your weeks","description":"w"},
		{"path":"/delivery/:date?","title":"Days","description":"d"},{"path":"/company/:id/login","title":"Sign in","description":"s"},
		{"path":"/company/:companyId/register","title":"Register","description":"Join your company’s lunches."},
		{"path":"404","title":"Page not found","description":"n"}]`)}
	files["index.ar.html"] = &fstest.MapFile{Data: []byte(`<!doctype html><html lang="ar-AE" dir="rtl"><title>x</title></head>`)}
	files["pages.ar.json"] = &fstest.MapFile{Data: []byte(`[{"path":"/","title":"الرئيسية","description":"غداء"},
		{"path":"404","title":"الصفحة غير موجودة","description":"n"}]`)}
	licences, err := os.ReadFile("../../pwa/public/licences.txt")
	require.NoError(t, err)
	files["licences.txt"] = &fstest.MapFile{Data: licences}
	listener, public := listen(t)
	parts := policyParts(public)
	parts.PWA = files
	app, err := api.New(parts)
	require.NoError(t, err)
	go func() { _ = app.Listener(listener, fiber.ListenConfig{DisableStartupMessage: true}) }()
	t.Cleanup(func() { require.NoError(t, app.Shutdown()) })
	return func(method, path string, headers ...string) (*http.Response, string) {
		req, err := http.NewRequestWithContext(t.Context(), method, public.String()+path, nil)
		require.NoError(t, err)
		for i := 0; i+1 < len(headers); i += 2 {
			req.Header.Set(headers[i], headers[i+1])
		}
		res, err := http.DefaultTransport.RoundTrip(req)
		require.NoError(t, err)
		defer res.Body.Close()
		body, err := io.ReadAll(res.Body)
		require.NoError(t, err)
		return res, string(body)
	}
}

func TestEachPageSaysWhatItIsAndAnUnknownOneIsNotFound(t *testing.T) {
	t.Parallel()
	get := listing(t)
	for path, title := range map[string]string{"/": "Home", "/dashboard/home": "Your weeks", "/dashboard": "Your weeks", "/delivery": "Days",
		"/delivery/": "Days", "/delivery/2026-11-23": "Days", "/company/01J/login": "Sign in"} {
		res, body := get("GET", path)
		require.Equal(t, http.StatusOK, res.StatusCode, path)
		require.Contains(t, body, "<title>"+title+"</title>", path)
	}
	_, body := get("GET", "/")
	require.Contains(t, body, `content="Lunch &amp; more"`)
	require.Contains(t, body, `<link rel="modulepreload" crossorigin href="/assets/en/home-1.js">`+
		`<link rel="stylesheet" crossorigin href="/assets/home-1.css"></head>`)
	for _, path := range []string{"/nowhere", "/dashboard/nothing", "/delivery/a/b", "/company//login", "/company/01J", "/404"} {
		res, body := get("GET", path)
		require.Equal(t, http.StatusNotFound, res.StatusCode, path)
		require.Contains(t, body, "<title>Page not found</title>", path)
	}
}

func TestALinkInAChatIsShownWithTitleTextAndIconAndNamesNobody(t *testing.T) {
	t.Parallel()
	get := listing(t)
	res, body := get("GET", "/")
	require.Contains(t, body, `<meta property="og:type" content="website" /><meta property="og:title" content="Home" />`+
		`<meta property="og:description" content="Lunch &amp; more" />`+
		`<meta property="og:image" content="http://`+res.Request.URL.Host+`/icons/icon-512.png" />`)
	_, body = get("GET", "/company/01J/register")
	require.Contains(t, body, `<meta property="og:title" content="Register" />`)
	require.NotContains(t, body, "01J")
	_, body = get("GET", "/", "Accept-Language", "ar")
	require.Contains(t, body, `<meta property="og:title" content="الرئيسية" />`)
	for _, path := range []string{"/dashboard", "/delivery", "/nowhere"} {
		_, body = get("GET", path)
		require.NotContains(t, body, "og:", path)
	}
}

func TestAVisitorsPageHasWhatIsSeenFirstAndItsCodeComesAfterThat(t *testing.T) {
	t.Parallel()
	ask := listing(t)
	const empty = `<div id="root"></div>`
	res, body := ask("GET", "/menu")
	require.Contains(t, body, `<div id="root"><h1>The menu</h1></div>`)
	require.Contains(t, body, `<link rel="stylesheet" crossorigin href="/assets/menu-1.css">`+
		`<script defer src="/start.js" data-app="/assets/en/index-1.js" `+
		`data-code="/assets/en/react-1.js /assets/en/menu-1.js /assets/en/art-1.js"></script></head>`)
	require.NotContains(t, body, "modulepreload")
	require.NotContains(t, body, `type="module"`)
	require.Equal(t, "Accept-Language, Cookie, Accept-Encoding", res.Header.Get("Vary"))
	tag := res.Header.Get("ETag")

	// A session's page is the app's alone: what somebody who is signed in sees is not what a visitor sees.
	res, body = ask("GET", "/menu", "Cookie", "sahn_session=x", "If-None-Match", tag)
	require.Equal(t, http.StatusOK, res.StatusCode)
	require.Contains(t, body, empty)
	require.Contains(t, body, `src="/assets/en/index-1.js"`)
	res, _ = ask("GET", "/menu", "If-None-Match", tag)
	require.Equal(t, http.StatusNotModified, res.StatusCode)
	// So are the page that the worker keeps for everybody, and every other one.
	for _, path := range []string{"/index.html", "/", "/delivery", "/nowhere"} {
		_, body = ask("GET", path)
		require.Contains(t, body, empty, path)
	}
}

func TestAReaderGetsThePageOfTheLanguageThatTheyChoseHereElseOfTheirBrowsers(t *testing.T) {
	t.Parallel()
	ask := listing(t)
	for _, c := range []struct{ cookie, accepts, title string }{
		{"", "", "Home"}, {"", "ar-AE,ar;q=0.9,en;q=0.8", "الرئيسية"}, {"", "en-AE,en;q=0.9,ar;q=0.8", "Home"},
		{"", "ar", "الرئيسية"}, {"", "fr-FR,de;q=0.5", "Home"}, {"", "*;q=x,,;", "Home"},
		{"lang=ar", "en", "الرئيسية"}, {"lang=en", "ar", "Home"}, {"lang=../x", "ar", "الرئيسية"},
	} {
		res, body := ask("GET", "/", "Cookie", c.cookie, "Accept-Language", c.accepts)
		require.Contains(t, body, "<title>"+c.title+"</title>", "%+v", c)
		require.Equal(t, map[bool]string{true: "en", false: "ar"}[c.title == "Home"], res.Header.Get("Content-Language"), "%+v", c)
		require.Equal(t, "Accept-Language, Cookie, Accept-Encoding", res.Header.Get("Vary"), "%+v", c)
	}
	res, body := ask("GET", "/nowhere", "Cookie", "lang=ar")
	require.Equal(t, http.StatusNotFound, res.StatusCode)
	require.Contains(t, body, "الصفحة غير موجودة")
}

func TestAPathOfAMachineIsItselfOrMissingAndNeverThePage(t *testing.T) {
	t.Parallel()
	get := listing(t)
	for _, path := range []string{"/metrics", "/docs", "/docs/index", "/favicon.ico", "/robots.txt", "/sitemap.xml", "/pages.json",
		"/.well-known/security.txt", "/.well-known/change-password", "/.env", "/assets/x"} {
		res, body := get("GET", path)
		require.Equal(t, http.StatusNotFound, res.StatusCode, path)
		require.NotContains(t, body, "<title>", path)
	}
}

func TestTheLicencesOfThirdPartiesAreReadAsText(t *testing.T) {
	t.Parallel()
	res, body := listing(t)("GET", "/licences.txt")
	require.Equal(t, http.StatusOK, res.StatusCode)
	require.Equal(t, "text/plain; charset=utf-8", res.Header.Get("Content-Type"))
	for _, part := range []string{"Go 1.", "github.com/jackc/pgx/v5 v", "react 1", "@fontsource-variable/figtree ", "Apache License"} {
		require.Contains(t, body, part)
	}
}

func TestHeadIsAnsweredWhereverGetIs(t *testing.T) {
	t.Parallel()
	ask := listing(t)
	paths := []string{"/", "/nowhere", "/assets/app-1.js", "/healthz", "/api/openapi.json", "/sanctum/csrf-cookie", "/metrics"}
	for _, route := range (api.Parts{}).Routes() {
		// Visitors are refused before a handler runs, so that no database is needed.
		if route.Method == http.MethodGet && (strings.HasPrefix(route.Path, "/api/kitchen") || strings.HasPrefix(route.Path, "/api/invoices")) {
			paths = append(paths, somewhere(route.Path))
		}
	}
	require.Greater(t, len(paths), 30)
	for _, path := range paths {
		got, _ := ask("GET", path)
		head, body := ask("HEAD", path)
		require.Equal(t, got.StatusCode, head.StatusCode, path)
		require.Equal(t, got.Header.Get("Content-Type"), head.Header.Get("Content-Type"), path)
		require.Empty(t, body, path)
	}
}
