package api_test

import (
	"net/http"
	"testing"

	"github.com/oklog/ulid/v2"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
)

func TestRamadanIsSetAndMovedByWhoHasSeenHowManyLunchesComeAtOtherTimes(t *testing.T) {
	t.Parallel()
	h := open(t)
	sara := h.as(sample.Sara)
	orderThreeDays(t, h, h.as(sample.Mariam))
	dates := h.list("SELECT delivery_date::text FROM deliveries ORDER BY 1")
	window := h.text("SELECT min(a.area_timing_id) FROM deliveries d JOIN addresses a ON a.id = d.address_id")
	path, last := "/api/kitchen/seasons/"+ulid.Make().String(), h.text("SELECT (min(delivery_date) + 29)::text FROM deliveries")
	ramadan := fields{"kind": "ramadan", "first": dates[0], "last": last, "first_expected": true, "earlier": 12,
		"windows": []fields{{"id": window, "from": "18:00", "until": "18:30"}}}
	body := sara.refused(http.StatusConflict, "hours_ordered", "PUT", path, ramadan)
	require.Equal(t, fields{"lunches": 3.}, body["detail"])
	require.Zero(t, h.count("seasons"))
	ramadan["lunches"] = 3
	sara.ok("PUT", path, ramadan)
	sara.ok("PUT", path, ramadan)
	require.Equal(t, 1, h.count("acts WHERE kind = 'season.set'"), "the same again is nothing")
	list := sara.ok("GET", "/api/kitchen/seasons", nil)["data"].([]any)
	require.Equal(t, []any{fields{"id": window, "from": "18:00", "until": "18:30"}}, list[0].(fields)["windows"])

	ramadan["first"], ramadan["first_expected"], ramadan["lunches"] = dates[1], false, 0
	sara.refused(http.StatusConflict, "hours_ordered", "PUT", path, ramadan)
	ramadan["lunches"] = 1
	sara.ok("PUT", path, ramadan)
	other := "/api/kitchen/seasons/" + ulid.Make().String()
	sara.expect(http.StatusUnprocessableEntity, "PUT", other, ramadan, "set already")
	sara.expect(http.StatusUnprocessableEntity, "PUT", other, fields{"kind": "ramadan", "first": dates[0]}, "required")
	sara.expect(http.StatusUnprocessableEntity, "PUT", other,
		fields{"kind": "ramadan", "first": "2027-06-01", "last": "2027-07-20"}, "30 days")
	sara.expect(http.StatusUnprocessableEntity, "PUT", other, fields{"kind": "friday", "first": dates[0],
		"windows": []fields{{"id": window, "from": "11:30", "until": "11:00"}}}, "after from")
	h.as(h.operator("support")).expect(http.StatusForbidden, "PUT", path, ramadan)
	sara.refused(http.StatusConflict, "hours_ordered", "DELETE", path, fields{})
	require.Equal(t, "18:00", h.text("SELECT w.from_time FROM deliveries d JOIN addresses a ON a.id = d.address_id "+
		"CROSS JOIN window_on(a.area_timing_id, d.delivery_date) w ORDER BY d.delivery_date DESC LIMIT 1"), "a refusal changes nothing")
	sara.ok("DELETE", path, fields{"lunches": 2})
	sara.expect(http.StatusNotFound, "DELETE", path, fields{})
}

func TestAnIftarWindowIsAddedForRamadanAloneAndStaysSo(t *testing.T) {
	t.Parallel()
	h := open(t)
	sara, id, at := h.as(sample.Sara), ulid.Make().String(), ulid.Make().String()
	sara.expect(http.StatusCreated, "POST", areasPath, fields{"id": id, "name": "Deira", "name_ar": "ديرة"})
	sara.expect(http.StatusCreated, "POST", windowsPath,
		fields{"id": at, "area_id": id, "from": "18:15", "until": "18:45", "ramadan_only": true})
	only := func() any { return window(area(sara.ok("GET", areasPath, nil), "Deira"))["ramadan_only"] }
	require.Equal(t, true, only())
	sara.ok("PUT", windowsPath+"/"+at, fields{"from": "18:20", "until": "18:50"})
	require.Equal(t, true, only(), "a change of its times keeps it")
	for _, w := range h.browser().ok("GET", "/api/areas", nil)["data"].([]any) {
		require.Equal(t, w.(fields)["id"] == at, w.(fields)["ramadan_only"] == true, "people see which windows these are")
	}
	h.as(sample.Sara).expect(http.StatusUnprocessableEntity, "POST", windowsPath, fields{"id": ulid.Make().String(), "area_id": id,
		"from": "23:45", "until": "00:15", "ramadan_only": true}, "after from")
}
