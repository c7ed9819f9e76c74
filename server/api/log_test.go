package api_test

import (
	"bufio"
	"encoding/json"
	"log/slog"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sahn/server/api"
	"sahn/server/dev/sample"
)

// Whatever people send and whatever goes wrong: each line is JSON, a request's has its id, its company and the trace of the proxy before
// us, and no line names anybody.
func TestTheLogTellsOfEachRequestAndNamesNobody(t *testing.T) {
	t.Parallel()
	h := open(t)
	log := &logged{}
	home, _ := h.over(h.pool, func(p *api.Parts) {
		all := slog.New(slog.NewJSONHandler(log, &slog.HandlerOptions{Level: slog.LevelDebug}))
		p.Edge.Log, p.Payments.Log, p.Syncs.Log, p.Counters.Log, p.Orders.Post.Log = all, all, all, all, all
	})
	b := h.browser()
	b.home = home
	b.visit()
	wrong := fields{"email": "nobody.at.all@harbourline.example", "password": "wrong-pass-word"}
	for path, body := range map[string]fields{"/api/profile-login": wrong, "/api/login-otp": {"email": sample.Omar.Email},
		"/api/verify-otp": {"email": sample.Omar.Email, "otp": "918273"}} {
		b.send("POST", path, body).Body.Close()
	}
	b.signIn(sample.Mariam.Email, sample.Password)
	trace := "4bf92f3577b34da6a3ce929d0e0e4736"
	b.sendWith("GET", "/api/get-profile", nil, "traceparent", "00-"+trace+"-00f067aa0ba902b7-01").Body.Close()
	b.sendWith("GET", "/api/get-profile", nil, "traceparent", "00-Mariam-Al-Suwaidi").Body.Close()
	b.send("GET", "/api/company/"+url.PathEscape(sample.Mariam.Name), nil).Body.Close()
	b.send("GET", "/nowhere/"+sample.Mariam.Email+"?name="+url.QueryEscape(sample.Mariam.Name), nil).Body.Close()
	b.send("POST", "/api/update-profile", fields{"name": sample.Mariam.Name, "mobile": sample.Mariam.Mobile, "x": 1}).Body.Close()
	b.ok("POST", "/api/handoff", threeDays(t, h, b))
	b.send("POST", "/api/sync", fields{"v": 3, "dev": sample.Mariam.Email}).Body.Close()

	seen, companies, traces := 0, 0, 0
	for lines := bufio.NewScanner(strings.NewReader(log.String())); lines.Scan(); {
		var line struct{ Msg, ID, Company, Trace, Route string }
		require.NoError(t, json.Unmarshal(lines.Bytes(), &line), lines.Text())
		if line.Msg != "request" {
			continue
		}
		seen++
		require.Len(t, line.ID, 26)
		require.NotEmpty(t, line.Route)
		if line.Company != "" {
			companies++
			require.Equal(t, sample.Harbour.ID, line.Company)
		}
		if line.Trace != "" {
			traces++
			require.Equal(t, trace, line.Trace)
		}
	}
	require.Greater(t, seen, 10)
	require.Greater(t, companies, 4)
	require.Equal(t, 1, traces)
	named := []string{"nobody.at.all", "wrong-pass-word", "918273", sample.Omar.Email, sample.Mariam.Email, "Suwaidi", "%20Al%20",
		sample.Mariam.Mobile, sample.Password}
	at, err := url.Parse(home)
	require.NoError(t, err)
	for _, cookie := range b.http.Jar.Cookies(at) {
		if len(cookie.Value) > 8 {
			named = append(named, cookie.Value)
		}
	}
	require.Greater(t, len(named), 10, "cookies too")
	for _, name := range named {
		require.NotContains(t, log.String(), name)
	}
}
