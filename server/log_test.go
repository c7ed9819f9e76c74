package main

import (
	"bytes"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Not parallel: the level is the process'.
func TestTheLogsLevelIsSetWhileTheServerRunsAndByNoOtherSite(t *testing.T) {
	t.Cleanup(func() { logLevel.Set(slog.LevelInfo) })
	var written bytes.Buffer
	log := slog.New(logHandler(&written, false))
	answers := levels(log)
	ask := func(method, body, origin string) (int, string) {
		r := httptest.NewRequest(method, "/log-level", strings.NewReader(body))
		if origin != "" {
			r.Header.Set("Origin", origin)
		}
		w := httptest.NewRecorder()
		answers(w, r)
		return w.Code, strings.TrimSpace(w.Body.String())
	}
	log.Debug("before")
	status, now := ask(http.MethodPut, "debug\n", "")
	require.Equal(t, []any{http.StatusOK, "debug"}, []any{status, now})
	log.Debug("after")
	for body, origin := range map[string]string{"loud": "", strings.Repeat("x", 100): "", "error": "https://other.example"} {
		status, _ := ask(http.MethodPut, body, origin)
		require.Equal(t, http.StatusBadRequest, status, body)
	}
	_, now = ask(http.MethodGet, "", "")
	require.Equal(t, "debug", now)
	require.NotContains(t, written.String(), "before")
	require.Contains(t, written.String(), `"msg":"after"`)

	written.Reset()
	slog.New(logHandler(&written, true)).Info("on a terminal")
	require.Contains(t, written.String(), `msg="on a terminal"`)
}
