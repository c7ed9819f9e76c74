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
			"font-src": "'self'", "connect-src": "'self'", "manifest-src": "'self'", "worker-src": "'self'", "base-uri": "'none'",
			"frame-ancestors": "'none'", "form-action": "'self' https://card.example"}, allowed)
	require.Contains(t, config, `"maps_key":""`)
}

func TestOnlyWithAKeyMayThePagesReachTheMapsService(t *testing.T) {
	t.Parallel()
	without, _ := policyOf(t, "")
	allowed, config := policyOf(t, "a-key")
	require.Contains(t, config, `"maps_key":"a-key"`)
	require.Equal(t, "'self' https://maps.googleapis.com https://maps.gstatic.com", allowed["script-src"])
	require.Equal(t, "'self' https://maps.googleapis.com https://places.googleapis.com", allowed["connect-src"])
	for _, name := range []string{"script-src", "connect-src"} {
		delete(allowed, name)
		delete(without, name)
	}
	require.Equal(t, without, allowed, "and nothing else becomes looser")
}
