package api_test

import (
	"io"
	"log/slog"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sahn/server/api"
	"sahn/server/platform/web"
)

// policyParts are an app's without anything behind it.
func policyParts(public *url.URL) api.Parts {
	return api.Parts{Edge: &web.Edge{Public: public, Card: "https://card.example", Log: slog.New(slog.DiscardHandler)}, PWA: built}
}

// policyOf is what the pages of an app may do, by directive, and what it tells them of its settings.
func policyOf(t *testing.T, key string) (map[string]string, string) {
	t.Helper()
	public, err := url.Parse("https://app.example")
	require.NoError(t, err)
	parts := policyParts(public)
	parts.Edge.Maps, parts.Config = key != "", api.Config{MapsKey: key}
	app, err := api.New(parts)
	require.NoError(t, err)
	allowed := map[string]string{}
	for _, path := range []string{"/", "/checkout", "/dashboard/profile", "/no/such/page"} {
		page, err := app.Test(httptest.NewRequest("GET", path, nil))
		require.NoError(t, err)
		require.NoError(t, page.Body.Close())
		require.Equal(t, 200, page.StatusCode)
		require.Len(t, page.Header.Values("Content-Security-Policy"), 1, path)
		for directive := range strings.SplitSeq(page.Header.Get("Content-Security-Policy"), "; ") {
			name, sources, _ := strings.Cut(directive, " ")
			allowed[name] = sources
		}
	}
	res, err := app.Test(httptest.NewRequest("GET", "/api/config", nil))
	require.NoError(t, err)
	defer res.Body.Close()
	config, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	return allowed, string(config)
}

// The content security policy: an injected script neither runs nor calls another server, and forms post only to us or to the card page.
func TestThePagesMayRunTheirOwnCodeAndAskTheirOwnServerAlone(t *testing.T) {
	t.Parallel()
	allowed, config := policyOf(t, "")
	require.Equal(t,
		map[string]string{"default-src": "'none'", "script-src": "'self'", "style-src": "'self' 'unsafe-inline'", "img-src": "'self' data: blob:",
			"font-src": "'self'", "connect-src": "'self'", "frame-src": "'none'",
			"manifest-src": "'self'", "worker-src": "'self'", "base-uri": "'none'",
			"frame-ancestors": "'none'", "form-action": "'self' https://card.example"}, allowed)
	require.Contains(t, config, `"maps_key":""`)
}

// The maps service's code runs in a frame of its own, so that no page lets it in, whichever page the app was opened with.
func TestOnlyTheFrameOfAddressFieldsMayReachTheMapsService(t *testing.T) {
	t.Parallel()
	without, _ := policyOf(t, "")
	allowed, config := policyOf(t, "a-key")
	require.Contains(t, config, `"maps_key":"a-key"`)
	require.Equal(t, "'self'", allowed["frame-src"])
	delete(allowed, "frame-src")
	delete(without, "frame-src")
	require.Equal(t, without, allowed, "and nothing else becomes looser")

	public, err := url.Parse("https://app.example")
	require.NoError(t, err)
	for maps, status := range map[bool]int{true: 200, false: 404} {
		parts := policyParts(public)
		parts.Edge.Maps = maps
		app, err := api.New(parts)
		require.NoError(t, err)
		frame, err := app.Test(httptest.NewRequest("GET", web.MapsFrame, nil))
		require.NoError(t, err)
		require.NoError(t, frame.Body.Close())
		require.Equal(t, status, frame.StatusCode)
		if maps {
			require.Equal(t, []string{"default-src 'none'; script-src https://maps.googleapis.com https://maps.gstatic.com; " +
				"connect-src https://maps.googleapis.com https://places.googleapis.com; base-uri 'none'; frame-ancestors 'self'; form-action 'none'"},
				frame.Header.Values("Content-Security-Policy"))
			require.Equal(t, []string{"SAMEORIGIN"}, frame.Header.Values("X-Frame-Options"))
		}
	}
}
