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
	"sahn/server/operator"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/money"
)

const closedPath, seasonsPath = "/api/kitchen/closed-days", "/api/kitchen/seasons"

// Who looks into the trail after a mistake sees of each setting what was there before and what came instead.
func TestTheTrailSaysOfEachSettingWhatWasAndWhatCameInstead(t *testing.T) {
	t.Parallel()
	h := open(t)
	sara := h.as(sample.Sara)
	id, at, key, season := ulid.Make().String(), ulid.Make().String(), ulid.Make().String(), ulid.Make().String()
	sara.expect(http.StatusCreated, "POST", areasPath, fields{"id": id, "name": "Deira", "name_ar": "ديرة"})
	sara.expect(http.StatusCreated, "POST", windowsPath, fields{"id": at, "area_id": id, "from": "11:00", "until": "11:30"})
	was := h.list("SELECT id FROM areas ORDER BY position, lower(name)")
	sara.ok("PUT", areasPath, fields{"areas": append([]string{id}, was[:len(was)-1]...)})
	sara.expect(http.StatusCreated, "POST", plansPath, plan("Small team", fields{"key": key}))
	sara.ok("DELETE", plansPath+"/"+h.text("SELECT id::text FROM plans WHERE key = $1", key), nil)
	sara.ok("POST", closedPath, fields{"date": "2027-06-15", "name": "Eid"})
	sara.ok("PUT", closedPath+"/2027-06-15", fields{"date": "2027-06-16", "name": "Eid al-Adha"})
	sara.ok("PUT", seasonsPath+"/"+season, fields{"kind": "ramadan", "first": "2027-02-08", "last": "2027-03-09", "windows": []fields{}})
	sara.ok("DELETE", seasonsPath+"/"+season, fields{})
	sara.ok("PUT", "/api/kitchen/settings", fields{"phone": "+971 4 555 0000"})
	sara.ok("PUT", "/api/kitchen/settings", fields{"phone": "+971 4 555 0001"})
	for kind, said := range map[string][2]string{
		"area.add":      {"", "Deira ديرة"},
		"window.add":    {"", "11:00 11:30"},
		"area.order":    {was[0], id},
		"plan.add":      {"", "Small team 15"},
		"plan.remove":   {"Small team 15", ""},
		"day.close":     {"", "2027-06-15 Eid"},
		"day.change":    {"2027-06-15 Eid", "2027-06-16 Eid al-Adha"},
		"season.set":    {"", "2027-02-08"},
		"season.remove": {"2027-02-08", ""},
	} {
		short := func(of string) string {
			return "concat_ws(' ', CASE WHEN jsonb_typeof(" + of + ") = 'array' THEN " + of + "->>0 ELSE " +
				"concat_ws(' ', coalesce(" + of + "->>'date', " + of + "->>'first'), " + of + "->>'name', nullif(" + of +
				"->>'name_ar', ''), " + of + "->>'discount_amount', " + of + "->>'from', " + of + "->>'until') END)"
		}
		require.Equal(t, []string{said[0] + " → " + said[1]}, h.list("SELECT "+short("before")+" || ' → ' || "+short("after")+
			" FROM acts WHERE kind = $1", kind), kind)
	}
	require.Equal(t, "+971 4 555 0000 → +971 4 555 0001", h.text(`SELECT concat(before->>'phone', ' → ', after->>'phone') FROM acts
		WHERE kind = 'settings.change' ORDER BY id DESC LIMIT 1`))
}

// A year that was mistyped is said at once, and does not wait for a day that nobody remembers.
func TestASettingThatBeginsBeyondTheNextYearIsAMistypedDay(t *testing.T) {
	t.Parallel()
	h := open(t)
	sara, today := h.as(sample.Sara), clock.DateOf(h.clock.Now())
	bay := area(sara.ok("GET", areasPath, nil), "Business Bay")
	late := func(days int) string { return (today + clock.Date(days)).String() }
	for path, ask := range map[string]struct {
		days int
		body fields
		from string
	}{
		areasPath + "/" + bay["id"].(string):           {366, fields{"name": "The Bay"}, "begins"},
		windowsPath + "/" + window(bay)["id"].(string): {366, fields{"from": "13:00", "until": "13:30"}, "begins"},
		plansPath + "/2":            {366, plan("Plan two", nil), "from"},
		"/api/kitchen/settings/vat": {2 * 366, fields{"percent": 6, "seen": 0}, "from"},
		"/api/kitchen/settings/counters": {2 * 366, fields{"sale_limit": 9000, "day_limit": 9000, "offline_hours": 9, "seen": 0},
			"from"},
	} {
		ask.body[ask.from] = late(ask.days + 1)
		sara.expect(http.StatusUnprocessableEntity, "PUT", path, ask.body, ask.from)
		ask.body[ask.from] = late(ask.days)
		sara.ok("PUT", path, ask.body)
	}
}

func TestNobodyAddsMoreAreasAndWindowsThanEverybodyCanLoad(t *testing.T) {
	t.Parallel()
	h := open(t)
	sara := h.as(sample.Sara)
	bay := area(sara.ok("GET", areasPath, nil), "Business Bay")
	for n := len(bay["windows"].([]any)); n < 20; n++ {
		hour := clock.Date(0).Start().Add(time.Duration(n) * time.Hour)
		sara.expect(http.StatusCreated, "POST", windowsPath, fields{"id": ulid.Make().String(), "area_id": bay["id"],
			"from": hour.Format("15:04"), "until": hour.Add(50 * time.Minute).Format("15:04")})
	}
	sara.refused(http.StatusConflict, "too_many_areas", "POST", windowsPath,
		fields{"id": ulid.Make().String(), "area_id": bay["id"], "from": "09:10", "until": "09:20"})
	h.exec(`INSERT INTO areas (id, name) SELECT 'A' || lpad(n::text, 25, '0'), 'Area ' || n FROM generate_series(1, 199 -
		(SELECT count(*) FROM areas)) n`)
	sara.expect(http.StatusCreated, "POST", areasPath, fields{"id": ulid.Make().String(), "name": "The last one"})
	sara.refused(http.StatusConflict, "too_many_areas", "POST", areasPath, fields{"id": ulid.Make().String(), "name": "One more"})
}

// Times that were planned and are planned otherwise move lunches a second time, and whoever does it must have seen those as well.
func TestPlannedTimesOfAWindowAreTakenBackByWhoHasSeenWhoseLunchMovesBack(t *testing.T) {
	t.Parallel()
	h := open(t)
	sara, mariam := h.as(sample.Sara), h.as(sample.Mariam)
	h.exec("UPDATE profiles SET address_id = $1 WHERE id = $2", sample.HarbourFloor14.ID, sample.MariamHarbour.ID)
	orderThreeDays(t, h, mariam)
	dates := h.list("SELECT delivery_date::text FROM deliveries ORDER BY 1")
	bay := area(sara.ok("GET", areasPath, nil), "Business Bay")
	own := window(bay)
	path := windowsPath + "/" + own["id"].(string)
	is := func(begins string, lunches int) fields {
		return fields{"from": "13:00", "until": "13:30", "begins": begins, "lunches": lunches}
	}
	sara.ok("PUT", path, is(dates[0], 3))
	body := sara.refused(http.StatusConflict, "hours_ordered", "PUT", path, is(dates[2], 1))
	require.Equal(t, fields{"lunches": 2.}, body["detail"], "those that come at the window's own times again")
	sara.ok("PUT", path, is(dates[2], 2))
	body = sara.refused(http.StatusConflict, "hours_ordered", "PUT", path, fields{"from": own["from"], "until": own["until"]})
	require.Equal(t, fields{"lunches": 1.}, body["detail"])

	second := ulid.Make().String()
	sara.expect(http.StatusCreated, "POST", windowsPath, fields{"id": second, "area_id": bay["id"], "from": "14:00", "until": "14:30"})
	for _, taken := range []fields{{"from": "13:00", "until": "13:30"}, {"from": own["from"], "until": own["until"]}} {
		require.Contains(t, sara.expect(http.StatusUnprocessableEntity, "PUT", windowsPath+"/"+second, taken)["errors"], "from",
			"the times that another window of the area has or will have")
	}
	require.Contains(t, sara.expect(http.StatusUnprocessableEntity, "PUT", windowsPath+"/"+second,
		fields{"from": "14:00", "until": "14:00"})["errors"], "until")
	sara.ok("PUT", path, fields{"from": own["from"], "until": own["until"], "lunches": 1})
	require.Zero(t, h.count("window_changes"), "nothing waits any more")
}

func TestAPlanOfWhichNothingIsPlannedHasNothingToTakeBack(t *testing.T) {
	t.Parallel()
	h := open(t)
	sara := h.as(sample.Sara)
	require.Nil(t, planned(sara.ok("DELETE", plansPath+"/2/change", nil), 2)["next"])
	require.Zero(t, h.count("acts WHERE kind LIKE 'plan.%'"))
}

func TestARateOfVATThatIsSetInTheLastSecondsOfADayCountsFromMidnight(t *testing.T) {
	t.Parallel()
	h := open(t)
	orderThreeDays(t, h, h.as(sample.Mariam))
	orderThreeDays(t, h, h.as(sample.Priya))
	path := "/api/kitchen/settings/vat"
	// Before the clock moves: what is not paid for by then is not kept.
	ahead := h.as(sample.Sara).ok("GET", path, nil)["ahead"].([]any)
	require.Len(t, ahead, 3)
	require.Subset(t, ahead[0], fields{"rate": 5., "deliveries": 2.}, "what is ordered and keeps its rate is said")
	tomorrow := clock.DateOf(h.clock.Now()) + 1
	h.clock.Move(tomorrow.Start().Add(-5 * time.Second).Sub(h.clock.Now()))
	sara := h.as(sample.Sara)
	require.Equal(t, money.Rate(5), h.parts.Office.VAT(t.Context()))
	sara.ok("PUT", path, fields{"from": tomorrow.String(), "percent": 9, "seen": 0})
	h.clock.Move(5 * time.Second)
	require.Equal(t, money.Rate(9), h.parts.Office.VAT(t.Context()))
}

func TestADayIsNotClosedForMoreLunchesThanTheManagerSawNorAfterThem(t *testing.T) {
	t.Parallel()
	h := open(t)
	orderThreeDays(t, h, h.as(sample.Mariam))
	orderThreeDays(t, h, h.as(sample.Priya))
	sara := h.as(sample.Sara)
	date := h.text("SELECT min(delivery_date)::text FROM deliveries")
	closing := fields{"date": date, "name": "A sudden holiday", "lunches": 1}
	require.Len(t, sara.refused(http.StatusConflict, "day_ordered", "POST", closedPath, closing)["detail"], 2)
	day, err := clock.ParseDate(date)
	require.NoError(t, err)
	closing["lunches"] = 2
	h.clock.Move(day.Start().Add(23 * time.Hour).Sub(h.clock.Now()))
	h.as(sample.Sara).refused(http.StatusConflict, "day_over", "POST", closedPath, closing)
	require.Zero(t, h.count("closed_days WHERE date = $1::date", date), "who ate is not paid back")
}

// A lunch of an iftar window has no time of day at all when Ramadan moves away from it.
func TestRamadanMovesAwayFromAnOrderedIftarOnlyByWhoHasSeenIt(t *testing.T) {
	t.Parallel()
	h := open(t)
	sara := h.as(sample.Sara)
	orderThreeDays(t, h, h.as(sample.Mariam))
	dates := h.list("SELECT delivery_date::text FROM deliveries ORDER BY 1")
	first, err := clock.ParseDate(dates[0])
	require.NoError(t, err)
	path := seasonsPath + "/" + ulid.Make().String()
	ramadan := func(first clock.Date, more fields) fields {
		all := fields{"kind": "ramadan", "first": first.String(), "last": (first + 29).String(), "windows": []fields{}}
		maps.Copy(all, more)
		return all
	}
	sara.ok("PUT", path, ramadan(first, nil))
	h.exec(`UPDATE area_timings SET ramadan_only = true WHERE id IN (SELECT a.area_timing_id FROM deliveries d
		JOIN addresses a ON a.id = d.address_id)`)
	jobs := h.count("river_job WHERE kind = 'order_withdrawn'")
	body := sara.refused(http.StatusConflict, "hours_ordered", "PUT", path, ramadan(first+1, fields{"lunches": 0}))
	require.Equal(t, fields{"lunches": 1., "outside": 1.}, body["detail"])
	sara.ok("PUT", path, ramadan(first+1, fields{"lunches": 1}))
	sara.ok("PUT", path, ramadan(first, nil))
	require.Equal(t, jobs+2, h.count("river_job WHERE kind = 'order_withdrawn'"), "people hear of both")
	require.Equal(t, []string{" → " + first.String(), first.String() + " → " + (first + 1).String(), (first + 1).String() + " → " +
		first.String()}, h.list("SELECT concat(before->>'first', ' → ', after->>'first') FROM acts WHERE kind = 'season.set' ORDER BY id"))
	sara.expect(http.StatusUnprocessableEntity, "PUT", path, ramadan(first, fields{"kind": "friday"}), "kind")
	for _, wrong := range []fields{{"last": (first - 1).String()}, {"last": (first + 31).String()}} {
		sara.expect(http.StatusUnprocessableEntity, "PUT", path, ramadan(first, wrong), "last day")
	}
	twice := []fields{{"id": h.text("SELECT min(id) FROM area_timings"), "from": "18:00", "until": "18:30"}}
	sara.expect(http.StatusUnprocessableEntity, "PUT", path, ramadan(first, fields{"windows": append(twice, twice...)}), "stands twice")
	past := clock.DateOf(h.clock.Now()) - 40
	sara.refused(http.StatusConflict, "day_over", "PUT", seasonsPath+"/"+ulid.Make().String(), ramadan(past, nil))
}

// An order of the same moment would come at other times without having been counted.
func TestWhileSomebodyOrdersForThoseDaysLunchIsNotMovedToOtherTimes(t *testing.T) {
	t.Parallel()
	h := open(t)
	sara := h.as(sample.Sara)
	first := clock.DateOf(h.clock.Now()) + 7
	ordering, err := h.pool.Begin(t.Context())
	require.NoError(t, err)
	_, err = ordering.Exec(t.Context(), "SELECT week FROM menus_current FOR SHARE")
	require.NoError(t, err)
	home := sara.home
	sara.home, _ = h.over(h.pool, func(p *api.Parts) { p.Office.Conn = h.impatient() })
	path := seasonsPath + "/" + ulid.Make().String()
	ramadan := fields{"kind": "ramadan", "first": first.String(), "last": (first + 29).String(), "windows": []fields{}}
	sara.refused(http.StatusConflict, "behind_colleague", "PUT", path, ramadan)
	require.NoError(t, ordering.Rollback(t.Context()))
	sara.home = home
	sara.ok("PUT", path, ramadan)
}

func TestDocumentsOfAnEarlierDayNameWhoTheConfigurationSaidSells(t *testing.T) {
	t.Parallel()
	h := open(t)
	h.parts.Office.Seller = operator.Seller{Name: "Sahn Kitchens LLC", TRN: "100987654300003", Address: "Dubai"}
	h.as(sample.Sara).ok("PUT", "/api/kitchen/settings/seller",
		fields{"name": "Sahn Meals LLC", "trn": "100000000000003", "address": "Al Quoz 3, Dubai", "seen": 0})
	h.as(sample.Sara).expect(http.StatusUnprocessableEntity, "PUT", "/api/kitchen/settings/seller", fields{"name": "Sahn Meals LLC",
		"trn": "100000000000003", "address": "Al Quoz 3, Dubai", "seen": 1, "bank": "1\n2\n3\n4\n5\n6"}, "more than 5 lines")
	for at, name := range map[time.Time]string{h.clock.Now().AddDate(0, 0, -1): "Sahn Kitchens LLC", h.clock.Now(): "Sahn Meals LLC"} {
		sells, err := db.New(h.pool).SellerAt(t.Context(), at)
		require.NoError(t, err)
		require.Equal(t, name, sells.Name)
	}
}

func TestTheListForTheFirstOrderIsDoneWithItAndAsksNoServerAnyMore(t *testing.T) {
	t.Parallel()
	h := open(t)
	steps := func() (all []any) {
		for _, s := range h.as(sample.Sara).ok("GET", "/api/kitchen/first-run", nil)["data"].([]any) {
			all = append(all, s.(fields)["step"])
		}
		return all
	}
	before := []any{"manager", "window", "seller", "plan", "menu", "mail", "card", "order"}
	require.Equal(t, before, steps())
	h.pay(h.as(sample.Mariam), orderThreeDays(t, h, h.as(sample.Mariam)), goodCard)
	require.Eventually(t, func() bool { return h.count("orders WHERE status = 'Confirmed'") == 1 }, 20*time.Second, 50*time.Millisecond)
	require.Equal(t, []any{"manager", "window", "seller", "plan", "menu", "order"}, steps())
}

func TestTheGreetingEndsAfterItBegins(t *testing.T) {
	t.Parallel()
	h := open(t)
	h.as(sample.Sara).expect(http.StatusUnprocessableEntity, "PUT", "/api/kitchen/settings",
		fields{"hello_from": "2026-11-01 00:00:00", "hello_until": "2026-11-01 00:00:00"}, "hello_until")
}
