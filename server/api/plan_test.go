package api_test

import (
	"maps"
	"net/http"
	"testing"

	"github.com/oklog/ulid/v2"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
	"sahn/server/platform/clock"
)

const plansPath = "/api/kitchen/settings/plans"

// plan is what a manager types for one, and what is different or more.
func plan(name string, but fields) fields {
	typed := fields{"name": name, "discount_type": "Percentage", "discount_amount": 15, "min_num_people": 10, "minimum_day": 3,
		"minimum_meal_count": 1, "avg_price": 4700, "popular": false}
	maps.Copy(typed, but)
	return typed
}

// planned is one of the plans as managers see them.
func planned(list answer, id float64) fields {
	for _, p := range list["data"].([]any) {
		if p.(fields)["id"] == id {
			return p.(fields)
		}
	}
	return nil
}

func TestAPlanThatChangesOnADayCountsForItsCompaniesNextOrdersAndNeverForWhatWasBought(t *testing.T) {
	t.Parallel()
	h := open(t)
	sara, priya, mariam := h.as(sample.Sara), h.as(sample.Priya), h.as(sample.Mariam)
	orderThreeDays(t, h, priya)
	hand := threeDays(t, h, mariam)
	bought := func() string { return h.text("SELECT terms::text || quote::text || net_amount FROM orders") }
	before := bought()
	h.exec("UPDATE companies SET plan_id = 2, minimum_day = 5, discount_amount = 22 WHERE id = $1", sample.Meridian.ID)
	is := planned(sara.ok("GET", plansPath, nil), 2)
	require.Equal(t, []any{2., 1., 6., true}, []any{is["companies"], is["agreed"], is["drafts"], is["used"]},
		"Harbour follows, Meridian has its own")

	tomorrow := clock.DateOf(h.clock.Now()) + 1
	flat := plan("Harbour plan", fields{"discount_type": "Flat", "discount_amount": 1000, "min_num_people": 35, "minimum_day": 4,
		"minimum_meal_count": 2, "popular": true, "from": tomorrow.String()})
	is = planned(sara.ok("PUT", plansPath+"/2", flat), 2)
	require.Equal(t, []any{"Plan 2", "Harbour plan"}, []any{is["name"], is["next"].(fields)["name"]})
	asked := fields{"dates": hand["seen"].(fields)["days"], "wallet": true}
	dates := []any{}
	for _, day := range asked["dates"].([]any) {
		dates = append(dates, day.(fields)["date"])
	}
	asked["dates"] = dates
	quoted := func() fields { return mariam.ok("POST", "/api/quote", asked)["quote"].(fields) }
	require.Equal(t, hand["quote"], quoted()["hash"], "until then nothing is different")
	require.Equal(t, 3., mariam.profile()["minimum_day"])

	h.clock.Move(tomorrow.Start().Sub(h.clock.Now()))
	for range 2 {
		require.NoError(t, h.parts.Companies.ChangePlans(t.Context()))
	}
	me := mariam.profile()
	require.Subset(t, me, fields{"discount_type": "Flat", "discount_amount": 1000., "minimum_day": 4., "minimum_meal_count": 2.})
	q := quoted()
	require.Equal(t, 3000., q["discount"], "AED 10 off each of three lunches")
	require.Contains(t, q["issues"], fields{"code": "too_few_meals", "date": dates[0], "from": 1., "to": 2.})
	require.Contains(t, q["issues"], fields{"code": "too_few_days", "from": 3., "to": 4.})
	require.Equal(t, "quote_changed", mariam.expect(http.StatusConflict, "POST", "/api/handoff", hand)["reason"])
	require.Equal(t, before, bought(), "what was bought keeps its terms")
	require.Equal(t, "Percentage 22 5 2", h.text(`SELECT discount_type || ' ' || discount_amount || ' ' || minimum_day || ' '
		|| minimum_meal_count FROM companies WHERE id = $1`, sample.Meridian.ID), "and what was agreed stays")
	require.Contains(t, h.browser().ok("GET", "/api/plans", nil)["data"], fields{"id": 2., "discountPrecentage": 0., "minNumPeople": 35.,
		"avgPrice": 4700., "avgDiscountPrice": 3500., "popular": true, "name": "Harbour plan", "discount_type": "Flat", "discount_amount": 1000.,
		"minimum_day": 4., "minimum_meal_count": 2.})
	require.JSONEq(t, `["plan.schedule", "Plan 2", "Harbour plan", "plan.start", "Plan 2", "Harbour plan"]`, h.text(
		`SELECT jsonb_agg(x ORDER BY id, n)::text FROM acts CROSS JOIN LATERAL unnest(ARRAY[kind, before->>'name', after->>'name'])
		WITH ORDINALITY y (x, n) WHERE subject = 'plan 2'`))
}

func TestAPlanThatIsUsedIsOnlyClosedToNewCompanies(t *testing.T) {
	t.Parallel()
	h := open(t)
	sara, key := h.as(sample.Sara), ulid.Make().String()
	offered := func() int { return len(h.browser().ok("GET", "/api/plans", nil)["data"].([]any)) }
	for range 2 {
		sara.expect(http.StatusCreated, "POST", plansPath, plan("Small team", fields{"key": key}))
	}
	require.Equal(t, 1, h.count("acts WHERE kind = 'plan.add'"))
	require.Equal(t, 4, offered())
	today := clock.DateOf(h.clock.Now())
	closed := plan("Plan 2", fields{"discount_amount": 25, "min_num_people": 35, "from": today.String(), "active_until": today.String()})
	require.Equal(t, false, planned(sara.ok("PUT", plansPath+"/2", closed), 2)["offered"])
	require.Equal(t, 3, offered())
	require.Equal(t, 25., h.as(sample.Mariam).profile()["discount_amount"], "who has it keeps it")
	typed := fields{"key": ulid.Make().String(), "company_name": "C", "trn": "100123456789003", "people": 42, "plan_id": 2,
		"address_label": "O", "address_line": "L", "area_timing_id": sample.AreaTimings()[0].ID, "share_value": 0,
		"share_type": "Flat", "share_duration": "Daily", "name": "N", "email": "n@c.example", "mobile": ""}
	visitor := h.browser()
	visitor.visit()
	require.Contains(t, visitor.expect(http.StatusUnprocessableEntity, "POST", "/api/register-company", typed)["errors"], "plan_id")
	sara.refused(http.StatusConflict, "plan_used", "DELETE", plansPath+"/2", nil)
	id := h.text("SELECT id::text FROM plans WHERE key = $1", key)
	soon := plan("Small team", fields{"from": (today + 3).String()})
	sara.ok("PUT", plansPath+"/"+id, soon)
	require.Nil(t, planned(sara.ok("DELETE", plansPath+"/"+id+"/change", nil), 4)["next"])
	sara.ok("PUT", plansPath+"/"+id, soon)
	sara.ok("DELETE", plansPath+"/"+id, nil)
	require.Equal(t, 2, offered())
	require.Zero(t, h.count("plan_changes"))
	require.Equal(t, (today+3).String()+" Small team 15 15", h.text(`SELECT concat(before->>'from', ' ', before->>'name', ' ',
		before->>'discount_amount', ' ', after->>'discount_amount') FROM acts WHERE kind = 'plan.withdraw'`), "what was taken back")

	for _, c := range []struct {
		field string
		but   fields
	}{
		{"name", fields{"name": "plan 3"}}, {"name", fields{"name": " "}}, {"discount_amount", fields{"discount_amount": 101}},
		{"discount_amount", fields{"discount_type": "Free"}}, {"minimum_day", fields{"minimum_day": 6}},
		{"minimum_meal_count", fields{"minimum_meal_count": 0}}, {"from", fields{"from": (today - 1).String()}},
		{"active_until", fields{"active_from": "2027-01-02", "active_until": "2027-01-02"}},
	} {
		bad := plan("Plan 2", fields{"from": today.String()})
		maps.Copy(bad, c.but)
		require.Contains(t, sara.expect(http.StatusUnprocessableEntity, "PUT", plansPath+"/2", bad)["errors"], c.field, "%v", c.but)
	}
	h.as(h.operator("support")).expect(http.StatusForbidden, "PUT", plansPath+"/2", closed)
}

// Of two managers with the same page open, the second one looks again before what the first one set is replaced.
func TestAChangeOfAPlanAnAreaOrAWindowByWhoSawAnOlderStateIsRefused(t *testing.T) {
	t.Parallel()
	h := open(t)
	sara := h.as(sample.Sara)
	today := clock.DateOf(h.clock.Now())
	begins := []string{today.String(), (today + 30).String()}
	bay := func() fields { return sara.ok("GET", areasPath, nil)["data"].([]any)[0].(fields) }
	second := func() fields { return planned(sara.ok("GET", plansPath, nil), 2) }
	refused := func(path string, is func() fields, typed func(n int, begins string) fields) {
		t.Helper()
		sent := func(n, later int, seen any) fields {
			body := typed(n, begins[later])
			body["seen"] = seen
			return body
		}
		acts := h.count("acts")
		first := is()["seal"]
		for range 2 {
			sara.ok("PUT", path, sent(1, 0, first)) // pressed twice is done once
		}
		sara.expect(http.StatusConflict, "PUT", path, sent(2, 0, first), "meanwhile")
		sara.expect(http.StatusConflict, "PUT", path, sent(2, 1, first), "meanwhile")
		now := is()["seal"]
		for range 2 {
			sara.ok("PUT", path, sent(2, 1, now))
		}
		sara.expect(http.StatusConflict, "PUT", path, sent(3, 0, now), "meanwhile")
		require.Equal(t, acts+2, h.count("acts"))
		body := typed(3, begins[0])
		sara.ok("PUT", path, body) // a program that does not say what it saw
	}
	refused(areasPath+"/"+bay()["id"].(string), bay, func(n int, begins string) fields {
		return fields{"name": []string{"", "Bay one", "Bay two", "Bay three"}[n], "closed": false, "begins": begins}
	})
	refused("/api/kitchen/settings/windows/"+window(bay())["id"].(string), func() fields { return window(bay()) },
		func(n int, begins string) fields {
			return fields{"from": []string{"", "10:00", "10:15", "10:30"}[n], "until": "11:30", "closed": false, "begins": begins}
		})
	refused(plansPath+"/2", second, func(n int, begins string) fields {
		return plan([]string{"", "One", "Two", "Three"}[n], fields{"min_num_people": 35, "from": begins})
	})
}
