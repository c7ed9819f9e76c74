package api_test

import (
	"net/http"
	"testing"

	"github.com/oklog/ulid/v2"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
)

// Mariam sees a quote, then her admin switches other rules on. Nobody pays a price that they have not seen, and earlier orders keep the
// terms that were agreed.
func TestNewRulesOfACompanyAreSeenBeforeTheyArePaid(t *testing.T) {
	t.Parallel()
	h := open(t)
	admin, eats := h.as(sample.Omar), h.as(sample.Mariam)
	ordered := h.paidFor(orderThreeDays(t, h, h.as(sample.Priya)))
	terms := func() (stored string) {
		require.NoError(t, h.pool.QueryRow(t.Context(), "SELECT terms::text || company_share FROM orders WHERE id = $1", ordered).Scan(&stored))
		return stored
	}
	agreed := terms()

	_, index := eats.call("GET", "/api/menu", nil)
	first := index["weeks"].([]any)[0].(map[string]any)
	_, menu := eats.call("GET", "/api/menu/"+first["value"].(string)+"/"+first["hash"].(string), nil)
	device, ops, dates := ulid.Make().String(), []any{}, []any{}
	for i, day := range menu["days"].([]any)[1:4] {
		d := day.(map[string]any)
		dates = append(dates, d["date"])
		ops = append(ops, map[string]any{"n": i + 1, "id": ulid.Make().String(), "k": "day.set/1",
			"a": map[string]any{"date": d["date"], "items": []any{map[string]any{"meal": d["meals"].([]any)[i], "qty": 1}}, "seen": 0}})
	}
	status, said := eats.call("POST", "/api/sync", map[string]any{"v": 3, "app": "2026.11.1", "dev": device, "cur": 0, "done": 0, "ops": ops})
	require.Equal(t, http.StatusOK, status, said)
	_, quoted := eats.call("POST", "/api/quote", map[string]any{"dates": dates, "wallet": false})
	seen := quoted["quote"].(map[string]any)
	require.Empty(t, seen["issues"])

	_, profile := admin.call("GET", "/api/company-profile", nil)
	paying := profile["data"].(map[string]any)["paying"].(map[string]any)
	rules := map[string]any{"share_type": "Flat", "share_value": 100, "share_cap": nil, "share_duration": "Daily", "seen": paying["seal"]}
	status, said = admin.call("POST", "/api/company-profile/rules", rules)
	require.Equal(t, http.StatusOK, status, said)

	handOff := func(quote map[string]any) (int, answer) {
		return eats.call("POST", "/api/handoff", map[string]any{"dev": device, "n": 3, "revs": quoted["revs"], "quote": quote["hash"],
			"seen": quote, "wallet": false, "key": ulid.Make().String()})
	}
	status, refused := handOff(seen)
	require.Equal(t, http.StatusConflict, status, refused)
	require.Equal(t, "quote_changed", refused["reason"])
	fresh := refused["detail"].(map[string]any)["quote"].(map[string]any)
	require.NotEqual(t, seen["hash"], fresh["hash"])
	require.EqualValues(t, 300, fresh["company_share"])
	codes := []any{}
	for _, d := range refused["detail"].(map[string]any)["differences"].([]any) {
		codes = append(codes, d.(map[string]any)["code"])
	}
	require.Contains(t, codes, "share")
	var orders int
	require.NoError(t, h.pool.QueryRow(t.Context(), "SELECT count(*) FROM orders WHERE profile_id = $1 AND created_at >= $2",
		sample.MariamHarbour.ID, now).Scan(&orders))
	require.Zero(t, orders)

	status, placed := handOff(fresh)
	require.Equal(t, http.StatusOK, status, placed)
	require.Equal(t, agreed, terms(), "what was ordered before keeps its terms")
}
