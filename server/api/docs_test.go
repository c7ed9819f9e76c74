package api_test

import (
	"encoding/json"
	"io"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/gofiber/fiber/v3"
	"github.com/stretchr/testify/require"

	"sahn/server/api"
	"sahn/server/platform/web"
)

func TestEveryOperationOfTheContractIsDescribed(t *testing.T) {
	t.Parallel()
	document, err := api.Contract(api.Parts{}.Routes())
	require.NoError(t, err)
	type content map[string]struct {
		Schema  map[string]any
		Example any
	}
	var spec struct {
		OpenAPI string
		Paths   map[string]map[string]struct {
			OperationID, Summary string
			Tags                 []string
			Security             []map[string]any
			RequestBody          struct{ Content content }
			Responses            map[string]struct {
				Ref     string `json:"$ref"`
				Content content
			}
		}
		Components struct {
			SecuritySchemes map[string]any
			Responses       map[string]struct{ Content content }
		}
	}
	require.NoError(t, json.Unmarshal(document, &spec))
	require.True(t, strings.HasPrefix(spec.OpenAPI, "3.1"))
	ids, ways := map[string]bool{}, map[string]web.Scope{}
	for _, r := range (api.Parts{}).Routes() {
		ways[r.Method+" "+regexp.MustCompile(`:(\w+)`).ReplaceAllString(r.Path, "{$1}")] = r.Scope
	}
	for path, methods := range spec.Paths {
		for method, o := range methods {
			at := method + " " + path
			require.False(t, ids[o.OperationID], "%s: %s twice", at, o.OperationID)
			ids[o.OperationID] = true
			require.NotEmpty(t, o.OperationID, at)
			require.NotEmpty(t, o.Summary, at)
			require.NotEmpty(t, o.Tags, at)
			require.NotEmpty(t, o.Security, at)
			for _, way := range o.Security {
				for name := range way {
					require.Contains(t, spec.Components.SecuritySchemes, name, at)
				}
			}
			require.Len(t, o.Security[1:], min(1, len(ways[strings.ToUpper(method)+" "+path])), "%s: a key where the table says so", at)
			for kind, body := range o.RequestBody.Content {
				require.NotNil(t, body.Example, "%s: request %s", at, kind)
			}
			errors := 0
			for status, r := range o.Responses {
				if named, is := strings.CutPrefix(r.Ref, "#/components/responses/"); is {
					require.Contains(t, spec.Components.Responses, named, at)
					r.Content = spec.Components.Responses[named].Content
					errors++
				}
				if body, is := r.Content["application/json"]; is && status != "default" {
					require.NotNil(t, body.Schema, "%s: %s", at, status)
					require.NotNil(t, body.Example, "%s: %s", at, status)
				}
			}
			if path != "/sanctum/csrf-cookie" {
				require.GreaterOrEqual(t, errors, 7, at)
			}
		}
	}
	require.Greater(t, len(ids), 150)
}

func unlisted(r web.Route) bool { return r.Who == web.Provider }

func TestThePageOfTheContractShowsEveryOperationAndRunsNothing(t *testing.T) {
	t.Parallel()
	public, err := url.Parse("https://app.example")
	require.NoError(t, err)
	app, err := api.New(policyParts(public))
	require.NoError(t, err)
	res, err := app.Test(httptest.NewRequest("GET", "/api/docs", nil), fiber.TestConfig{}) // packing it takes its time
	require.NoError(t, err)
	defer res.Body.Close()
	page, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	require.Equal(t, 200, res.StatusCode)
	require.Equal(t, "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'",
		res.Header.Get("Content-Security-Policy"))
	require.NotContains(t, string(page), "<script")
	require.Equal(t, strings.Count(string(page), `class="operation"`), 1+len(slices.DeleteFunc(api.Parts{}.Routes(), unlisted)))
	gone, err := app.Test(httptest.NewRequest("GET", "/docs", nil))
	require.NoError(t, err)
	require.NoError(t, gone.Body.Close())
	require.Equal(t, 404, gone.StatusCode)
}
