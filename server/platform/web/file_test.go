package web

import (
	"context"
	"io"
	"log/slog"
	"mime"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/gofiber/fiber/v3"
	"github.com/stretchr/testify/require"

	"sahn/server/platform/fault"
)

func TestAFileIsOfferedForSavingAndKeptByNobody(t *testing.T) {
	t.Parallel()
	e := &Edge{Log: slog.New(slog.DiscardHandler), Public: &url.URL{Scheme: "https", Host: "lunch.example"}}
	app := fiber.New(fiber.Config{ErrorHandler: e.Fail})
	type which struct {
		Name string `query:"name"`
	}
	e.Mount(app,
		[]Route{{Method: "GET", Path: "/f", Who: Provider, Endpoint: Download(func(_ context.Context, _ Caller, r which) (File, error) {
			if r.Name == "" {
				return File{}, fault.ErrNotFound
			}
			return File{Name: r.Name, Type: PDF, Body: []byte("%PDF")}, nil
		})}})
	ask := func(name string) (http.Header, string) {
		answer, err := app.Test(httptest.NewRequest("GET", "/f?name="+url.QueryEscape(name), nil))
		require.NoError(t, err)
		body, err := io.ReadAll(answer.Body)
		require.NoError(t, err)
		return answer.Header, string(body)
	}
	heads, body := ask("2026-000123.pdf")
	require.Equal(t, "%PDF", body)
	require.Equal(t, "application/pdf", heads.Get("Content-Type"))
	require.Equal(t, `attachment; filename="2026-000123.pdf"`, heads.Get("Content-Disposition"))
	require.Equal(t, "nosniff", heads.Get("X-Content-Type-Options"))
	require.Equal(t, "private, no-store, no-transform", heads.Get("Cache-Control"))

	heads, body = ask("")
	require.Contains(t, body, `"Not found."`, "a refusal is said as always")
	require.Empty(t, heads.Get("Content-Disposition"))
}

func TestAFilesNameComesThroughInAnyScriptAndMisleadsNobody(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"فاتورة 7.pdf":               "فاتورة 7.pdf",
		"50% off; a=\"b\".csv":       "50% off; a=_b_.csv",
		"../../etc/passwd":           "_.._etc_passwd",
		"a\r\nSet-Cookie: x=y":       "a__Set-Cookie_ x=y",
		"invoice\u202Efdp.exe":       "invoice_fdp.exe",
		" . ":                        "file",
		"bad\xffutf":                 "bad_utf",
		strings.Repeat("é", 3) + "+": "ééé+",
	} {
		kind, params, err := mime.ParseMediaType(disposition(name))
		require.NoError(t, err, name)
		require.Equal(t, "attachment", kind)
		require.Equal(t, want, params["filename"], name)
		for _, r := range disposition(name) {
			require.True(t, r >= ' ' && r <= '~', "%q", name)
		}
	}
}

func TestAFileThatIsShownIsKeptByAnybodyAndHoldsNobodysToken(t *testing.T) {
	t.Parallel()
	e := &Edge{Log: slog.New(slog.DiscardHandler), Public: &url.URL{Scheme: "https", Host: "lunch.example"}}
	app := fiber.New(fiber.Config{ErrorHandler: e.Fail})
	app.Use(func(c fiber.Ctx) error {
		c.Cookie(&fiber.Cookie{Name: "XSRF-TOKEN", Value: "mine"})
		return c.Next()
	})
	e.Mount(app, []Route{{Method: "GET", Path: "/f", Who: Provider, Endpoint: Shown(func(context.Context, Caller, struct{}) (File, error) {
		return File{Type: Photo, Body: []byte("jpeg")}, nil
	})}})
	answer, err := app.Test(httptest.NewRequest("GET", "/f", nil))
	require.NoError(t, err)
	require.Equal(t, "public, max-age=31536000, immutable", answer.Header.Get("Cache-Control"))
	require.Equal(t, "image/jpeg", answer.Header.Get("Content-Type"))
	require.Equal(t, "nosniff", answer.Header.Get("X-Content-Type-Options"))
	require.Empty(t, answer.Header.Values("Set-Cookie"))
	require.Empty(t, answer.Header.Get("Content-Disposition"))
}
