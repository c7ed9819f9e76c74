package api_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
	"sahn/server/platform/clock"
)

func TestAManagerSetsTheLimitsAtCountersFromTodayOrADayToComeAndSeesWhatTheyWouldHaveStopped(t *testing.T) {
	t.Parallel()
	h := open(t)
	sara, path := h.as(sample.Sara), "/api/kitchen/settings/counters"
	today := clock.DateOf(h.clock.Now())
	limits := func(from clock.Date, sale, day, seen int) fields {
		return fields{"from": from.String(), "sale_limit": sale, "day_limit": day, "offline_hours": 48, "seen": seen}
	}
	was := fields{"sale_limit": 10000., "day_limit": 30000., "offline_hours": 72.}
	require.Equal(t, was, sara.ok("GET", path, nil)["now"], "as the configuration has it until then")
	sara.expect(http.StatusUnprocessableEntity, "PUT", path, limits(today-1, 5000, 5000, 0), "from")
	sara.expect(http.StatusUnprocessableEntity, "PUT", path, limits(today, 99, 5000, 0), "sale_limit")
	sara.expect(http.StatusUnprocessableEntity, "PUT", path, limits(today, 5000, 4999, 0), "day_limit")
	h.as(h.operator("support")).refused(http.StatusForbidden, "forbidden", "PUT", path, limits(today, 5000, 9000, 0))
	for range 2 { // pressed twice
		sara.ok("PUT", path, limits(today+7, 5000, 9000, 0))
	}
	sara.refused(http.StatusConflict, "limits_changed", "PUT", path, limits(today+7, 6000, 9000, 0))
	set := sara.ok("PUT", path, limits(today, 8000, 20000, 1))
	require.Equal(t, fields{"sale_limit": 8000., "day_limit": 20000., "offline_hours": 48.}, set["now"], "today is at once")
	require.Equal(t, []any{fields{"from": (today + 7).String(), "sale_limit": 5000., "day_limit": 9000., "offline_hours": 48.}}, set["coming"])
	require.Equal(t, answer{"sales": 0., "above_sale": 0., "above_day": 0., "later": 0.},
		sara.ok("GET", path+"/meet?sale_limit=5000&day_limit=9000&offline_hours=48", nil))
	sara.expect(http.StatusUnprocessableEntity, "GET", path+"/meet?sale_limit=-5&day_limit=9000&offline_hours=x", nil, "numeric")
	require.Equal(t, "10000 → 5000, 10000 → 8000", h.text(`SELECT string_agg(
		concat(before->>'sale_limit', ' → ', after->>'sale_limit'), ', ' ORDER BY id) FROM acts WHERE kind = 'counter.limits'`))
	h.clock.Move(7 * 24 * time.Hour)
	require.Equal(t, 5000., h.as(sample.Sara).ok("GET", path, nil)["now"].(fields)["sale_limit"], "its day has come")
}
