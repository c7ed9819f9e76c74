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
	terms := func() string { return h.text("SELECT terms::text || company_share FROM orders WHERE id = $1", ordered) }
	agreed := terms()

	wanted := threeDays(t, h, eats)
	seen := wanted["seen"].(fields)

	paying := admin.ok("GET", "/api/company-profile", nil).data()["paying"].(fields)
	admin.ok("POST", "/api/company-profile/rules",
		fields{"share_type": "Flat", "share_value": 100, "share_cap": nil, "share_duration": "Daily", "seen": paying["seal"]})
	refused := eats.refused(http.StatusConflict, "quote_changed", "POST", "/api/handoff", wanted)
	fresh := refused["detail"].(fields)["quote"].(fields)
	require.NotEqual(t, seen["hash"], fresh["hash"])
	require.EqualValues(t, 300, fresh["company_share"])
	codes := []any{}
	for _, d := range refused["detail"].(fields)["differences"].([]any) {
		codes = append(codes, d.(fields)["code"])
	}
	require.Contains(t, codes, "share")
	require.Zero(t, h.count("orders WHERE profile_id = $1 AND created_at >= $2", sample.MariamHarbour.ID, now))

	wanted["quote"], wanted["seen"], wanted["key"] = fresh["hash"], fresh, ulid.Make().String()
	eats.ok("POST", "/api/handoff", wanted)
	require.Equal(t, agreed, terms(), "what was ordered before keeps its terms")
}
