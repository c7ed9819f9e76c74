package api_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
)

func TestAManagerSetsForHowLongRowsAreKeptWithinTheirBounds(t *testing.T) {
	t.Parallel()
	h := open(t)
	sara := h.as(sample.Sara)
	kept := func(said answer) any { return said["keep"].(map[string]any)["letters"] }
	require.EqualValues(t, 90, kept(sara.ok("GET", "/api/kitchen/settings", nil)))
	require.EqualValues(t, 180, kept(sara.ok("PUT", "/api/kitchen/settings", fields{"keep": fields{"letters": 180}})))
	require.Equal(t, "180", h.text("SELECT after->>'keep_letters' FROM acts WHERE kind = 'settings.change'"))
	for kind, days := range map[string]int{"letters": 7, "browsers": 401, "sessions": 1, "orders": 30, "eater_documents": 1826} {
		sara.expect(http.StatusUnprocessableEntity, "PUT", "/api/kitchen/settings", fields{"keep": fields{kind: days}}, "keep")
	}
	require.Equal(t, 1, h.count("acts WHERE kind = 'settings.change'"))
}
