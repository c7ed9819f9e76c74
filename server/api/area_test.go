package api_test

import (
	"maps"
	"net/http"
	"testing"
	"time"

	"github.com/oklog/ulid/v2"
	"github.com/stretchr/testify/require"

	"sahn/server/api"
	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/operator"
	"sahn/server/platform/clock"
)

const areasPath, windowsPath = "/api/kitchen/settings/areas", "/api/kitchen/settings/windows"

// area is one of the areas as managers see them.
func area(list answer, name string) fields {
	for _, a := range list["data"].([]any) {
		if a.(fields)["name"] == name {
			return a.(fields)
		}
	}
	return nil
}

func window(a fields) fields { return a["windows"].([]any)[0].(fields) }

func TestAnAreaAndItsWindowAreKeptByAManagerAndOfferedToEverybody(t *testing.T) {
	t.Parallel()
	h := open(t)
	sara, visitor := h.as(sample.Sara), h.browser()
	offered := func() []any { return visitor.ok("GET", "/api/areas", nil)["data"].([]any) }
	before := len(offered())
	id, at := ulid.Make().String(), ulid.Make().String()
	for range 2 {
		sara.expect(http.StatusCreated, "POST", areasPath, fields{"id": id, "name": "Deira", "name_ar": "ديرة"})
	}
	require.Len(t, offered(), before, "an area without a window is offered to nobody")
	for range 2 {
		sara.expect(http.StatusCreated, "POST", windowsPath, fields{"id": at, "area_id": id, "from": "11:00", "until": "11:30"})
	}
	require.Equal(t, 2, h.count("acts WHERE kind IN ('area.add', 'window.add')"))
	daily := []any{1., 2., 3., 4., 5.}
	deira := fields{"id": at, "area": "Deira", "area_ar": "ديرة", "from": "11:00", "until": "11:30", "weekdays": daily}
	require.Contains(t, offered(), deira)

	order := append([]string{id}, h.list("SELECT id FROM areas WHERE id <> $1", id)...)
	sara.ok("PUT", areasPath, fields{"areas": order})
	require.Equal(t, deira, offered()[0])
	sara.ok("PUT", areasPath+"/"+id, fields{"name": "Old Deira", "name_ar": ""})
	sara.ok("PUT", windowsPath+"/"+at, fields{"from": "10:30", "until": "11:30"})
	require.Equal(t, fields{"id": at, "area": "Old Deira", "area_ar": "", "from": "10:30", "until": "11:30", "weekdays": daily}, offered()[0])
	require.JSONEq(t, `["Deira", "Old Deira", "11:00", "10:30"]`, h.text(`SELECT jsonb_agg(x ORDER BY n)::text FROM
		(SELECT 1 n, before->'name' x FROM acts WHERE kind = 'area.change' UNION SELECT 2, after->'name' FROM acts WHERE kind = 'area.change'
		UNION SELECT 3, before->'from' FROM acts WHERE kind = 'window.change'
		UNION SELECT 4, after->'from' FROM acts WHERE kind = 'window.change') y`))

	for _, c := range []struct {
		field, method, path string
		body                fields
	}{
		{"name", "POST", areasPath, fields{"id": ulid.Make().String(), "name": "old deira"}},
		{"name", "PUT", areasPath + "/" + sample.AreaTimings()[0].ID, fields{"name": "OLD DEIRA"}},
		{"from", "POST", windowsPath, fields{"id": ulid.Make().String(), "area_id": id, "from": "10:30", "until": "11:30"}},
		{"until", "POST", windowsPath, fields{"id": ulid.Make().String(), "area_id": id, "from": "12:30", "until": "11:30"}},
		{"from", "PUT", windowsPath + "/" + at, fields{"from": "24:00", "until": "24:30"}},
	} {
		errors := sara.expect(http.StatusUnprocessableEntity, c.method, c.path, c.body)["errors"]
		require.Contains(t, errors, c.field, "%v", c)
	}
	h.as(h.operator("support")).expect(http.StatusForbidden, "PUT", areasPath+"/"+id, fields{"name": "x"})
}

func TestAClosedWindowTakesNothingNewAndWhatIsOrderedIsBrought(t *testing.T) {
	t.Parallel()
	h := open(t)
	sara, priya, mariam := h.as(sample.Sara), h.as(sample.Priya), h.as(sample.Mariam)
	h.exec("UPDATE profiles SET address_id = $1 WHERE id IN ($2, $3)", sample.HarbourFloor14.ID, sample.PriyaHarbour.ID,
		sample.MariamHarbour.ID)
	orderThreeDays(t, h, priya)
	place := h.text("SELECT DISTINCT address_id FROM deliveries")
	list := sara.ok("GET", areasPath, nil)
	bay := area(list, "Business Bay")
	require.Equal(t, 3., window(bay)["deliveries"], "what a change would affect is said before it is made")
	require.Greater(t, window(bay)["places"], 1.)

	late := threeDays(t, h, mariam)
	for _, c := range []struct {
		path string
		body fields
	}{
		{areasPath + "/" + bay["id"].(string), fields{"name": "Business Bay", "closed": true}},
		{windowsPath + "/" + window(bay)["id"].(string), fields{"from": "12:15", "until": "12:45", "closed": true}},
	} {
		sara.ok("PUT", c.path, c.body)
		mariam.refused(http.StatusConflict, "no_address", "POST", "/api/handoff", late)
		require.Equal(t, 3, h.count("draft_days WHERE profile_id = $1 AND items <> '[]'", sample.MariamHarbour.ID), "the draft stays")
		require.Len(t, h.browser().ok("GET", "/api/areas", nil)["data"], len(sample.AreaTimings())-1)
		mariam.expect(http.StatusUnprocessableEntity, "POST", "/api/update-profile", fields{"address_id": place})
		require.Equal(t, 3., window(area(sara.ok("GET", areasPath, nil), "Business Bay"))["deliveries"])
		places := h.as(sample.Omar).ok("GET", "/api/company-profile", nil)["data"].(fields)["places"].([]any)
		require.Contains(t, places[0], "closed")
		told := priya.ok("GET", "/api/company-address/"+sample.Harbour.ID, nil)["data"].([]any)
		require.Equal(t, true, told[len(told)-1].(fields)["retired"], "who has lunch coming there is told where")
		c.body["closed"] = false
		sara.ok("PUT", c.path, c.body)
	}
	require.Equal(t, 3, h.count("deliveries WHERE live OR held"))
	mariam.ok("POST", "/api/handoff", late)
	servertest.Sound(t, h.pool)
}

func TestAWindowsWeekdaysAndCapacityAreKeptAndReachTheDevice(t *testing.T) {
	t.Parallel()
	h := open(t)
	sara, mariam := h.as(sample.Sara), h.as(sample.Mariam)
	h.exec("UPDATE profiles SET address_id = $1 WHERE id = $2", sample.HarbourFloor14.ID, sample.MariamHarbour.ID)
	orderThreeDays(t, h, mariam)
	bay := window(area(sara.ok("GET", areasPath, nil), "Business Bay"))
	require.Equal(t, []any{1., 2., 3., 4., 5.}, bay["weekdays"])
	require.Equal(t, []any{0., 3., 1.}, []any{bay["capacity"], bay["deliveries"], bay["fullest"]})
	path, times := windowsPath+"/"+bay["id"].(string), fields{"from": bay["from"], "until": bay["until"]}
	change := func(more fields) fields {
		body := maps.Clone(times)
		maps.Copy(body, more)
		return body
	}
	for field, wrong := range map[string]any{"weekdays": []int{}, "capacity": -1} {
		require.Contains(t, sara.expect(http.StatusUnprocessableEntity, "PUT", path, change(fields{field: wrong}))["errors"], field)
	}
	sara.expect(http.StatusUnprocessableEntity, "PUT", path, change(fields{"weekdays": []int{6}}))
	for range 2 {
		sara.ok("PUT", path, change(fields{"weekdays": []int{4, 1, 3, 3}, "capacity": 1}))
	}
	sara.ok("PUT", path, times) // an app that does not know them changes nothing
	bay = window(area(sara.ok("GET", areasPath, nil), "Business Bay"))
	require.Equal(t, []any{[]any{1., 3., 4.}, 1., 3.}, []any{bay["weekdays"], bay["capacity"], bay["deliveries"]}, "what is ordered stays")
	require.Equal(t, "[1 2 3 4 5] 0 → [1 3 4] 1", h.text(`SELECT concat(before->>'weekdays', ' ', before->>'capacity', ' → ',
		after->>'weekdays', ' ', after->>'capacity') FROM acts WHERE kind = 'window.change'`))

	omar := h.as(sample.Omar)
	h.exec("UPDATE profiles SET address_id = $1 WHERE id = $2", sample.HarbourFloor14.ID, sample.OmarHarbour.ID)
	live := omar.ok("POST", "/api/sync", round(ulid.Make().String()))["live"].(fields)
	require.Contains(t, live["unserved"], "2026-11-24")
	require.NotContains(t, live["unserved"], "2026-11-25")
	require.NotEmpty(t, live["full"], "the days that Mariam has ordered")
	sara.ok("PUT", path, change(fields{"weekdays": []int{1, 2, 3, 4, 5}, "capacity": 0}))
	live = omar.ok("POST", "/api/sync", round(ulid.Make().String()))["live"].(fields)
	require.Nil(t, live["unserved"])
	require.Nil(t, live["full"])
}

func TestAWindowBecomesAnotherOnADayToComeForTheLunchesOfThatDayAndLaterOnes(t *testing.T) {
	t.Parallel()
	h := open(t)
	sara, mariam, omar := h.as(sample.Sara), h.as(sample.Mariam), h.as(sample.Omar)
	h.exec("UPDATE profiles SET address_id = $1 WHERE id IN ($2, $3)", sample.HarbourFloor14.ID, sample.MariamHarbour.ID,
		sample.OmarHarbour.ID)
	orderThreeDays(t, h, mariam)
	dates := h.list("SELECT delivery_date::text FROM deliveries ORDER BY 1")
	bay := window(area(sara.ok("GET", areasPath, nil), "Business Bay"))
	require.Equal(t, fields{dates[0]: 1., dates[1]: 1., dates[2]: 1.}, bay["ahead"])
	path, own := windowsPath+"/"+bay["id"].(string), bay["from"].(string)+"–"+bay["until"].(string)
	times := func(day string) string {
		return h.text("SELECT w.from_time || '–' || w.until_time FROM window_on($1, $2) w", bay["id"], day)
	}
	later := fields{"from": "13:00", "until": "13:30", "weekdays": []int{1, 2, 3, 4, 5}, "capacity": 1, "begins": dates[1]}
	sara.expect(http.StatusUnprocessableEntity, "PUT", path, fields{"from": "13:00", "until": "13:30", "begins": "2026-01-01"}, "begins")
	body := sara.refused(http.StatusConflict, "hours_ordered", "PUT", path, later)
	require.Equal(t, fields{"lunches": 2.}, body["detail"], "those of that day and later ones")
	require.Zero(t, h.count("window_changes"))
	later["lunches"] = 2
	list := sara.ok("PUT", path, later)
	is := window(area(list, "Business Bay"))
	require.Equal(t, bay["from"], is["from"], "today it is as before")
	require.Equal(t, fields{"begins": dates[1], "from": "13:00", "until": "13:30", "closed": false, "weekdays": []any{1., 2., 3., 4., 5.},
		"capacity": 1.}, is["next"])
	require.Equal(t, []string{own, "13:00–13:30", "13:00–13:30"}, []string{times(dates[0]), times(dates[1]), times(dates[2])})
	live := omar.ok("POST", "/api/sync", round(ulid.Make().String()))["live"].(fields)
	require.Equal(t, []any{dates[1], dates[2]}, live["full"], "the days on which the window is full by then")
	require.Equal(t, "13:00–13:30", live["hours"].(fields)[dates[1]], "the device knows when lunch comes")

	later["closed"], later["from"], later["until"] = true, bay["from"], bay["until"]
	sara.ok("PUT", path, later)
	require.Equal(t, 1, h.count("window_changes"), "the later change replaces the one that waited")
	live = omar.ok("POST", "/api/sync", round(ulid.Make().String()))["live"].(fields)
	require.NotContains(t, live["unserved"], dates[0])
	require.Contains(t, live["unserved"], dates[1])
	require.Equal(t, 3, h.count("deliveries WHERE live"), "what is ordered is brought")
	require.NoError(t, h.parts.Companies.ChangeAreas(t.Context()))
	require.Equal(t, 1, h.count("window_changes"), "its day has not come")

	day, err := time.Parse(time.DateOnly, dates[1])
	require.NoError(t, err)
	h.clock.Move(day.Sub(h.clock.Now()))
	require.NoError(t, h.parts.Companies.ChangeAreas(t.Context()))
	is = window(area(h.as(sample.Sara).ok("GET", areasPath, nil), "Business Bay"))
	require.Equal(t, []any{true, nil, 1.}, []any{is["closed"], is["next"], is["capacity"]})
	require.Equal(t, "window.schedule window.schedule window.start", h.text("SELECT string_agg(kind, ' ' ORDER BY id) FROM acts "+
		"WHERE kind LIKE 'window.%'"))
	servertest.Sound(t, h.pool)
}

func TestAnAreaIsRenamedAndClosedFromADayOnAndAPlannedChangeIsTakenBack(t *testing.T) {
	t.Parallel()
	h := open(t)
	sara, mariam := h.as(sample.Sara), h.as(sample.Mariam)
	h.exec("UPDATE profiles SET address_id = $1 WHERE id = $2", sample.HarbourFloor14.ID, sample.MariamHarbour.ID)
	orderThreeDays(t, h, mariam)
	dates := h.list("SELECT delivery_date::text FROM deliveries ORDER BY 1")
	bay := area(sara.ok("GET", areasPath, nil), "Business Bay")
	path := areasPath + "/" + bay["id"].(string)
	sara.expect(http.StatusUnprocessableEntity, "PUT", path, fields{"begins": dates[1],
		"name": h.text("SELECT upper(min(name)) FROM areas WHERE id <> $1", bay["id"])}, "name")
	closing := fields{"name": "The Bay", "name_ar": "الخليج", "closed": true, "begins": dates[1]}
	list := sara.ok("PUT", path, closing)
	require.Equal(t, fields{"begins": dates[1], "name": "The Bay", "name_ar": "الخليج", "closed": true},
		area(list, "Business Bay")["next"])
	open := func(day string) bool {
		return h.text("SELECT w.open::text FROM window_on($1, $2) w", window(bay)["id"], day) == "true"
	}
	require.Equal(t, []bool{true, false}, []bool{open(dates[0]), open(dates[1])})
	sara.expect(http.StatusUnprocessableEntity, "POST", areasPath, fields{"id": ulid.Make().String(), "name": "the bay"}, "name")
	sara.ok("PUT", path, fields{"name": "Business Bay", "name_ar": bay["name_ar"], "closed": false})
	require.Zero(t, h.count("area_changes"), "taken back")
	require.True(t, open(dates[1]))

	closed := fields{"name": "Business Bay", "name_ar": bay["name_ar"], "closed": true}
	sara.ok("PUT", path, closed)
	closed["closed"], closed["begins"] = false, dates[1]
	sara.ok("PUT", path, closed)
	require.Equal(t, []bool{false, true}, []bool{open(dates[0]), open(dates[1])}, "it opens on that day")
	require.Contains(t, h.list("SELECT id FROM windows_open"), window(bay)["id"], "and can be chosen before")
	require.Equal(t, "area.schedule area.withdraw area.change area.schedule", h.text("SELECT string_agg(kind, ' ' ORDER BY id) FROM acts "+
		"WHERE kind LIKE 'area.%'"))
}

func TestAnAreaAndAWindowAreAddedThatDeliverFromADayToCome(t *testing.T) {
	t.Parallel()
	h := open(t)
	sara, visitor := h.as(sample.Sara), h.browser()
	now := clock.DateOf(h.clock.Now())
	first := now + 7
	for first.Weekday() != time.Thursday {
		first++
	}
	id, at := ulid.Make().String(), ulid.Make().String()
	deira := fields{"id": id, "name": "Deira", "name_ar": "ديرة", "begins": first}
	early := fields{"id": at, "area_id": id, "from": "11:00", "until": "11:30", "capacity": 40, "begins": first}
	past, daily := now-1, []any{1., 2., 3., 4., 5.}
	sara.expect(http.StatusUnprocessableEntity, "POST", areasPath, fields{"id": id, "name": "Deira", "begins": past}, "begins")
	for range 2 {
		sara.expect(http.StatusCreated, "POST", areasPath, deira)
		sara.expect(http.StatusCreated, "POST", windowsPath, early)
	}
	sara.expect(http.StatusUnprocessableEntity, "POST", windowsPath, fields{"id": ulid.Make().String(), "area_id": id, "from": "12:00",
		"until": "12:30", "begins": past}, "begins")
	require.Equal(t, 2, h.count("acts WHERE kind IN ('area.add', 'window.add') AND after->>'begins' = $1", first.String()))
	is := area(sara.ok("GET", areasPath, nil), "Deira")
	require.Equal(t, []any{true, first.String()}, []any{is["closed"], is["next"].(fields)["begins"]})
	opens := fields{"begins": first.String(), "from": "11:00", "until": "11:30", "closed": false, "weekdays": daily, "capacity": 40.}
	require.Equal(t, []any{true, opens}, []any{window(is)["closed"], window(is)["next"]})
	open := func(day clock.Date) bool {
		return h.text("SELECT w.open::text FROM window_on($1, $2) w", at, day) == "true"
	}
	require.Equal(t, []bool{false, true}, []bool{open(first - 1), open(first)})
	require.Contains(t, h.list("SELECT id FROM windows_open"), at, "people can choose it for their address before")
	require.Contains(t, visitor.ok("GET", "/api/areas", nil)["data"], fields{"id": at, "area": "Deira", "area_ar": "ديرة", "from": "11:00",
		"until": "11:30", "weekdays": daily})

	h.clock.Move(time.Duration(first-now) * 24 * time.Hour)
	require.NoError(t, h.parts.Companies.ChangeAreas(t.Context()))
	is = area(h.as(sample.Sara).ok("GET", areasPath, nil), "Deira")
	require.Equal(t, []any{false, nil, false, nil}, []any{is["closed"], is["next"], window(is)["closed"], window(is)["next"]})
}

// Twelve managers at one area were told that the kitchen cannot be reached.
func TestWhoWaitsTooLongForAColleaguesChangeIsToldSoAndMayTryAgain(t *testing.T) {
	t.Parallel()
	h := open(t)
	bay := area(h.as(sample.Sara).ok("GET", areasPath, nil), "Business Bay")
	tx, err := h.pool.Begin(t.Context())
	require.NoError(t, err)
	_, err = tx.Exec(t.Context(), "SELECT id FROM areas WHERE id = $1 FOR UPDATE", bay["id"])
	require.NoError(t, err)
	sara := h.as(sample.Sara)
	sara.home, _ = h.over(h.pool, func(p *api.Parts) { p.Office.Conn = h.impatient() })
	path, closed := areasPath+"/"+bay["id"].(string), fields{"name": "Business Bay", "closed": true}
	body := sara.refused(http.StatusConflict, "behind_colleague", "PUT", path, closed)
	require.Equal(t, operator.ErrBehindColleague.Message, body["message"])
	require.NoError(t, tx.Rollback(t.Context()))
	require.Zero(t, h.count("areas WHERE closed_at IS NOT NULL"), "nothing was changed")
	sara.ok("PUT", path, closed)
}

// Right after midnight a manager planned the next change, and the window went back to the times of yesterday.
func TestAChangeWhoseDayHasComeIsNotLostWhenTheNextOneIsPlanned(t *testing.T) {
	t.Parallel()
	h := open(t)
	bay := area(h.as(sample.Sara).ok("GET", areasPath, nil), "Business Bay")
	of, path := areasPath+"/"+bay["id"].(string), windowsPath+"/"+window(bay)["id"].(string)
	today := clock.DateOf(h.clock.Now())
	plan := func(sara *browser, begins clock.Date, name, from string) fields {
		sara.ok("PUT", of, fields{"name": name, "begins": begins.String()})
		return area(sara.ok("PUT", path, fields{"from": from, "until": "14:30", "begins": begins.String()}), "The Bay")
	}
	plan(h.as(sample.Sara), today+1, "The Bay", "13:00")
	h.clock.Move((today + 1).Start().Sub(h.clock.Now()))
	is := plan(h.as(sample.Sara), today+9, "The Old Bay", "13:30")
	require.NotNil(t, is, "it has the name of today")
	require.Equal(t, "The Old Bay", is["next"].(fields)["name"])
	require.Equal(t, "13:00", window(is)["from"])
	require.Equal(t, "13:30", window(is)["next"].(fields)["from"])
	require.Equal(t, []string{"Business Bay → The Bay", "12:15 → 13:00"}, h.list(`SELECT concat(coalesce(before->>'name', before->>'from'),
		' → ', coalesce(after->>'name', after->>'from')) FROM acts WHERE kind IN ('area.start', 'window.start') ORDER BY kind`))
}
