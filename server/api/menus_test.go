package api_test

import (
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sahn/server/platform/clock"
	"sahn/server/platform/web"
)

var isoDate = regexp.MustCompile(`(?m)^\d{4}-\d{2}-\d{2}`)

// later moves every row of a table to a later date.
func later(table string, days clock.Date) string {
	return isoDate.ReplaceAllStringFunc(table, func(s string) string {
		d, err := clock.ParseDate(s)
		if err != nil {
			return s
		}
		return (d + days).String()
	})
}

// The kitchen takes its menus home as a table, writes the next month over it, and publishes that.
func TestAMonthOfMenusGoesOutAndComesBackAsATable(t *testing.T) {
	t.Parallel()
	h := open(t)
	cook := h.as(h.operator("kitchen"))
	res := cook.send("GET", "/api/kitchen/planner/export?from=2026-11-23&until=2026-12-18&format=csv", nil)
	defer res.Body.Close()
	require.Equal(t, http.StatusOK, res.StatusCode)
	require.Equal(t, web.CSV, res.Header.Get("Content-Type"))
	raw, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	table := later(string(raw), 56)
	rows := strings.Count(table, "\r\n") - 1
	require.GreaterOrEqual(t, rows, 240)

	send := func(publish bool, apply any) (int, answer) {
		body := fields{"file": base64.StdEncoding.EncodeToString([]byte(table)), "publish": publish}
		if apply != nil {
			body["apply"] = apply
		}
		return cook.call("POST", "/api/kitchen/planner/import", body)
	}
	status, look := send(true, nil)
	require.Equal(t, http.StatusOK, status, look)
	require.Empty(t, look["errors"])
	require.Equal(t, []any{float64(rows), false}, []any{look["rows"], look["applied"]})
	require.Zero(t, h.count("menus_current WHERE week >= '2027-01-18'"), "nothing happened yet")
	status, said := send(true, "another")
	require.Equal(t, []any{http.StatusConflict, "table_changed"}, []any{status, said["reason"]})
	status, done := send(true, look["hash"])
	require.Equal(t, http.StatusOK, status)
	require.Equal(t, true, done["applied"])
	require.Len(t, done["published"], 4)
	require.Equal(t, 4, h.count("menus_current WHERE week BETWEEN '2027-01-18' AND '2027-02-08'"))
	acts := h.count("acts")
	status, done = send(true, look["hash"])
	require.Equal(t, []any{http.StatusOK, true}, []any{status, done["applied"]})
	require.Equal(t, acts, h.count("acts"), "sent twice it is done once")

	week := cook.ok("GET", "/api/kitchen/planner/2027-01-18", nil)
	require.Equal(t, "published", week["state"])
	hash := h.text("SELECT hash FROM menus_current WHERE week = '2027-01-18'")
	status, menu := h.browser().call("GET", fmt.Sprintf("/api/menu/2027-01-18/%s", hash), nil)
	require.Equal(t, http.StatusOK, status, "anybody sees it")
	require.Len(t, menu["days"], 5)

	table = "date,meal,price\n2027-01-18,nobody-knows,\"47,50\"\n"
	status, look = send(false, nil)
	require.Equal(t, http.StatusOK, status)
	require.Equal(t, fields{"row": 2.0, "column": "price", "value": "47,50",
		"what": "Write numbers with a point and no comma, like 47.50."}, look["errors"].([]any)[0])
}
