package api_test

import (
	"context"
	"maps"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/oklog/ulid/v2"
	"github.com/stretchr/testify/require"

	"sahn/server/company"
	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/ledger"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/web"
)

// What an operator changes leaves an act behind, with who did it: a route that is added fails here until somebody says how it is asked.
func TestEveryChangeOfAnOperatorIsInTheTrail(t *testing.T) {
	t.Parallel()
	h := open(t)
	sara := h.as(sample.Sara)
	intent := orderThreeDays(t, h, h.as(sample.Priya))
	type ask struct {
		id   func() string
		body fields
		with func(id string) fields
	}
	from := func(sql string) func() string { return func() string { return h.text(sql) } }
	omar := h.as(sample.Omar)
	place := sample.HarbourFloor14.ID
	tablet, shift := h.pair(omar, place), ulid.Make().String()
	fact := func(batch string) string { return batch[strings.Index(batch, `{"id"`):strings.LastIndex(batch, "]")] }
	sale := fact(string(tablet.sale()))
	sold := sale[len(`{"id":"`):][:26]
	answered(t, http.StatusOK,
		tablet.signed("POST", "/api/pos/order-checkout",
			[]byte(`{"v":1,"app":"2026.11.1","facts":[{"id":"`+shift+`","k":"open/1","at":0},{},{"id":"`+ulid.Make().String()+
				`","k":"void/1","at":0,"o":"`+sold+`","m":"before its sale"},`+sale+`,`+fact(string(tablet.sale()))+`]}`)))
	why := fields{"reason": "because"}
	fixed := func(id string) func() string { return func() string { return id } }
	asks := map[string]ask{
		"POST /api/kitchen/companies/:id/approve": {id: h.waiting, with: func(id string) fields {
			return fields{"trn": h.text("SELECT trn FROM companies WHERE id = $1", id)}
		}},
		"POST /api/kitchen/companies/:id/correct": {id: fixed(sample.Harbour.ID), with: func(id string) fields {
			of := func(column string) string { return h.text("SELECT "+column+" FROM companies WHERE id = $1", id) }
			is := company.Correction{Name: of("name"), TRN: of("trn"), BillingAddress: of("billing_address")}
			return fields{"name": is.Name, "trn": is.TRN, "billing_address": "PO Box 1, Dubai", "reason": "because", "seen": is.Seal()}
		}},
		"POST /api/kitchen/companies/:id/reject":  {id: h.waiting, body: why},
		"POST /api/kitchen/companies/:id/suspend": {id: fixed(sample.Meridian.ID), body: why},
		"POST /api/kitchen/companies/:id/reactivate": {
			id: from("UPDATE companies SET status = 'Suspended' WHERE id = '" + sample.Meridian.ID + "' RETURNING id"),
		},
		"POST /api/kitchen/people/:id/suspend": {id: fixed(sample.MariamHarbour.ID), body: why},
		"POST /api/kitchen/people/:id/copy":    {id: fixed(sample.MariamHarbour.ID), body: why},
		"POST /api/kitchen/people/:id/reactivate": {
			id: from("UPDATE profiles SET status = 'Suspended' WHERE id = '" + sample.MariamHarbour.ID + "' RETURNING id"),
		},
		"POST /api/kitchen/people/:id/credit": {id: fixed(sample.MariamHarbour.ID),
			body: fields{"key": ulid.Make().String(), "amount": 1500, "reason": "cold soup"}},
		"POST /api/kitchen/people/:id/sign-out": {id: fixed(sample.PriyaHarbour.ID),
			body: fields{"session": h.text("SELECT encode(id, 'hex') FROM sessions WHERE profile_id = $1", sample.PriyaHarbour.ID)}},
		"POST /api/kitchen/people/:id/counter-code": {id: from("INSERT INTO counter_freezes (profile_id, frozen_at, good_from) VALUES ('" +
			sample.MariamHarbour.ID + "', now(), now()) RETURNING profile_id"), body: why},
		"POST /api/kitchen/attempts/:id/ask": {id: fixed(intent)},
		"POST /api/kitchen/cases/close": {
			body: fields{"kind": "change", "id": h.quarantined(), "note": "spoke to her"},
		},
		"POST /api/kitchen/jobs/:id/again":   {id: h.lostJob},
		"POST /api/kitchen/jobs/:id/retry":   {id: h.lostJob},
		"POST /api/kitchen/jobs/:id/discard": {id: h.lostJob, body: why},
		"POST /api/kitchen/closed-days":      {body: fields{"date": "2027-06-14", "name": "Founders Day"}},
		"PUT /api/kitchen/closed-days/:date": {
			id:   from("INSERT INTO closed_days (date, name, expected) VALUES ('2027-02-02', 'x', true) RETURNING date::text"),
			body: fields{"date": "2027-02-03", "name": "Eid", "name_ar": "عيد", "expected": false}},
		"DELETE /api/kitchen/closed-days/:date": {
			id: from("INSERT INTO closed_days (date, name) VALUES ('2027-02-01', 'x') RETURNING date::text"),
		},
		"PUT /api/kitchen/seasons/:id": {id: fixed(ulid.Make().String()), body: fields{"kind": "friday", "first": "2027-06-04", "earlier": 12}},
		"DELETE /api/kitchen/seasons/:id": {
			id: from("INSERT INTO seasons (id, kind, first_day, last_day) VALUES (repeat('S', 26), 'friday', '2027-01-01', '2027-01-29') " +
				"RETURNING id"),
			body: fields{"lunches": 0},
		},
		"POST /api/kitchen/settings/areas": {body: fields{"id": ulid.Make().String(), "name": "Deira", "name_ar": "ديرة"}},
		"PUT /api/kitchen/settings/areas": {id: fixed(""), with: func(string) fields {
			return fields{"areas": h.list("SELECT id FROM areas ORDER BY name DESC")}
		}},
		"PUT /api/kitchen/settings/areas/:id": {id: from("SELECT id FROM areas WHERE name = 'Deira'"),
			body: fields{"name": "Deira", "name_ar": "", "closed": true}},
		"POST /api/kitchen/settings/windows": {id: from("SELECT id FROM areas WHERE name = 'Deira'"), with: func(area string) fields {
			return fields{"id": ulid.Make().String(), "area_id": area, "from": "11:00", "until": "11:30"}
		}},
		"PUT /api/kitchen/settings/windows/:id": {id: from("SELECT id FROM area_timings WHERE area = 'Deira'"),
			body: fields{"from": "11:00", "until": "11:45", "closed": false}},
		"POST /api/kitchen/settings/plans": {body: plan("Small team", fields{"key": ulid.Make().String()})},
		"PUT /api/kitchen/settings/plans/:id": {id: fixed("1"),
			with: func(string) fields {
				return plan("Plan one", fields{"from": (clock.DateOf(h.clock.Now()) + 9).String()})
			}},
		"DELETE /api/kitchen/settings/plans/:id/change": {id: fixed("1")},
		"DELETE /api/kitchen/settings/plans/:id":        {id: from("SELECT id::text FROM plans WHERE name = 'Small team'")},
		"PUT /api/kitchen/settings":                     {body: fields{"phone": "+971 4 555 0000"}},
		"PUT /api/kitchen/accounting": {body: fields{"accounts": []fields{
			{"kind": "sales", "code": "4100", "name": "Catering"}}}},
		"POST /api/kitchen/accounting/:month/close": {id: func() string {
			require.NoError(t, db.InTx(t.Context(), h.pool, func(ctx context.Context, tx db.Tx) error {
				return ledger.Credit(ctx, tx.Queries, ledger.WalletCredit{ID: ulid.Make().String(), Profile: sample.MariamHarbour.ID,
					Amount: 100, Reason: "a gift"}, h.clock.Now().AddDate(-1, 0, 0))
			}))
			return h.clock.Now().AddDate(-1, 0, 0).Format("2006-01") + "-01"
		}},
		"PUT /api/kitchen/settings/counters": {body: fields{"from": "2027-01-01", "sale_limit": 5000, "day_limit": 20000,
			"offline_hours": 48, "seen": 0}},
		"PUT /api/kitchen/retention":    {body: fields{"kind": "letters", "days": 60, "seen": 90}},
		"PUT /api/kitchen/settings/vat": {body: fields{"from": "2027-01-01", "percent": 6, "seen": 0}},
		"PUT /api/kitchen/settings/seller": {
			body: fields{"name": "Sahn Kitchens LLC", "trn": "100000000000009", "address": "Dubai", "bank": "", "email": "", "phone": ""}},
		"POST /api/kitchen/pos/till-code?company=" + sample.Harbour.ID: {body: fields{"address_id": place, "name": "Lobby"}},
		"POST /api/kitchen/pos/till/:id/revoke":                        {id: fixed(tablet.id)},
		"POST /api/kitchen/pos/till/:id/limit":                         {id: fixed(tablet.id), body: fields{"limit": 2500}},
		"POST /api/kitchen/pos/till/:id/everyone":                      {id: fixed(tablet.id), body: fields{"everyone": true}},
		"POST /api/kitchen/pos/shift/:id/close":                        {id: fixed(shift)},
		"POST /api/kitchen/pos/quarantine/:id/again": {
			id: from("SELECT id FROM till_quarantine WHERE reason = 'sale_unknown'"), body: fields{"note": "its sale is here now"},
		},
		"POST /api/kitchen/pos/quarantine/:id/close": {id: from("SELECT id FROM till_quarantine WHERE resolution IS NULL"),
			body: fields{"note": "typed in by hand"}},
		"POST /api/kitchen/pos/sale/:id/void": {id: from("SELECT id FROM counter_sales WHERE voided_at IS NULL"),
			body: fields{"note": "charged twice"}},
		"POST /api/kitchen/trail-exports": {body: fields{"from": "2026-11-01", "until": "2026-11-24"}},
		"POST /api/kitchen/staff":         {body: fields{"email": "new@sahn.example", "name": "New Cook", "role": "kitchen"}},
		"PUT /api/kitchen/staff/:id": {
			id:   from("SELECT pr.id FROM profiles pr JOIN persons p ON p.id = pr.person_id WHERE p.email = 'new@sahn.example'"),
			body: fields{"role": "support", "active": true},
		},
		"DELETE /api/kitchen/staff/:id/second-step": {
			id: from(`WITH f AS (INSERT INTO second_factors (person_id, secret, since)
					SELECT id, 's', now() FROM persons WHERE email = 'new@sahn.example')
				SELECT pr.id FROM profiles pr JOIN persons p ON p.id = pr.person_id WHERE p.email = 'new@sahn.example'`),
		},
	}
	dish := func(id string) fields {
		return fields{"id": id, "name": "Fattoush", "description": "", "price": 3900, "cuisine": 2, "diets": []string{},
			"allergens": fields{}, "kcal": 300, "protein": 9, "carbohydrate": 30, "fat": 9, "art": fields{}}
	}
	newDish := ulid.Make().String()
	maps.Copy(asks, map[string]ask{
		"POST /api/kitchen/meals": {body: fields{"code": "new-dish", "meal": dish(newDish)}},
		"PUT /api/kitchen/meals/:id": {id: fixed(newDish), with: func(id string) fields {
			return fields{"rev": 1, "code": "new-dish-2", "meal": dish(id)}
		}},
		"POST /api/kitchen/photos":            {body: fields{"picture": pixel(t)}},
		"POST /api/kitchen/meals/:id/archive": {id: fixed(newDish)},
		"POST /api/kitchen/meals/:id/restore": {id: fixed(newDish)},
		"PUT /api/kitchen/planner/:week": {id: fixed("2027-03-01"), body: fields{"rev": 0,
			"days": []any{fields{"date": "2027-03-01", "meals": []any{fields{"meal": newDish, "portions": 40}}}}}},
		"POST /api/kitchen/planner/withdrawals": {id: from(`SELECT day->'meals'->>0 FROM menus_current c JOIN menus m USING (week, hash)
			CROSS JOIN LATERAL jsonb_array_elements(convert_from(m.body, 'UTF8')::jsonb->'days') day WHERE day->>'date' = '2026-11-25'`),
			with: func(id string) fields {
				return fields{"date": "2026-11-25", "meal": id, "reason": "no fish today"}
			}},
		"POST /api/kitchen/planner/:week/publish": {id: fixed("2027-03-01"), body: fields{"rev": 1}},
	})
	// These keep who did it themselves, in a way of their own.
	elsewhere := map[string]string{
		"/api/kitchen/pos/recover": "only a tablet can make a receipt: the counters' own tests look for its act",
		"/api/kitchen/production/": "what the clock does by itself a few minutes later",
		"/api/kitchen/invoices/":   "a transfer is recorded with an act, which its own tests look for",
		"/api/kitchen/transfers/":  "only of a transfer that was recorded: its own test looks for the act",
		"/api/kitchen/bank":        "of a statement and its lines: their own tests look for the acts",
		"/api/kitchen/handovers":   "a handover is written with an act, one for each delivery",
		"/api/kitchen/pin":         "about the operator's own PIN, which takes their password: its own test looks for the act",
		"/api/kitchen/lock":        "locks the operator's own session",
		"/api/kitchen/unlock":      "unlocks it",
		"/api/kitchen/second-step": "about the operator's own sign-in, which ends their sessions: its own test looks for the act",
		"/api/kitchen/refunds/":    "only of a refund that the bank declined: its own test looks for the act",

		"/api/kitchen/pos/disputes/:id": "only of a purchase that its buyer reported: its own test looks for the act",

		"/api/kitchen/attempts/:id/settle": "only of a payment that the provider leaves open: its own test looks for the act",

		"/api/kitchen/planner/import": "an import is written with an act, and one for each meal and week that it changes, which its own " +
			"tests look for",
	}
	own := 0
	for _, route := range h.parts.Routes() {
		name := route.Method + " " + route.Path
		if !web.Operators[route.Who] || route.Method == "GET" {
			continue
		}
		query := ""
		if route.Path == "/api/kitchen/pos/till-code" {
			query = "?company=" + sample.Harbour.ID // operators say whose
		}
		a, listed := asks[name+query]
		if slices.ContainsFunc(slices.Collect(maps.Keys(elsewhere)), func(begins string) bool { return strings.HasPrefix(route.Path, begins) }) {
			continue
		}
		require.True(t, listed, "%s: say how it is asked, so that its act can be looked for", name)
		path := route.Path
		if a.id != nil {
			id := a.id()
			path = param.ReplaceAllString(path, id)
			if a.with != nil {
				a.body = a.with(id)
			}
		}
		if a.body == nil {
			a.body = fields{}
		}
		before := h.count("acts WHERE profile_id = $1", sample.SaraOperator.ID)
		status, said := sara.call(route.Method, path+query, a.body)
		require.Less(t, status, 300, "%s: %v", name, said)
		require.Equal(t, before+1, h.count("acts WHERE profile_id = $1", sample.SaraOperator.ID), name)
		own++
	}
	require.GreaterOrEqual(t, own, 21)
	require.Len(t, sara.ok("GET", "/api/kitchen/acts?of=operators", nil)["data"], min(own, 30))
	trail := sara.ok("GET", "/api/kitchen/acts?kind=till.&of=operators", nil)
	require.Len(t, trail["data"], 8)
	require.Equal(t, "Pantry", trail["data"].([]any)[0].(fields)["subject_name"])
	require.Len(t, sara.ok("GET", "/api/kitchen/acts?kind=person.", nil)["data"], 6)
	words, err := os.ReadFile("../../pwa/i18n/kitchen-trail.ts")
	require.NoError(t, err)
	for _, field := range strings.Fields(h.text(`SELECT string_agg(DISTINCT field, ' ') FROM acts,
		unnest(ARRAY[before, after]) one, jsonb_object_keys(CASE jsonb_typeof(one) WHEN 'object' THEN one END) field
		WHERE field !~ '(^|_)id$|^keep_' AND field NOT IN ('hash', 'credit', 'windows', 'totals', 'vat')`)) {
		require.True(t, strings.Contains(string(words), "\n    "+field+": \""), "%s: details in pwa/i18n/kitchen-trail.ts", field)
	}
	servertest.Sound(t, h.pool)
}
