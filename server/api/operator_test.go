package api_test

import (
	"bytes"
	"encoding/base64"
	"image"
	"image/png"
	"maps"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/oklog/ulid/v2"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/operator"
	"sahn/server/person"
	"sahn/server/platform/clock"
)

func (h *testApp) text(sql string, args ...any) string {
	h.t.Helper()
	return servertest.One[string](h.t, h.pool, sql, args...)
}

func (h *testApp) count(from string, args ...any) int {
	h.t.Helper()
	return servertest.One[int](h.t, h.pool, "SELECT count(*) FROM "+from, args...)
}

func (h *testApp) exec(sql string, args ...any) {
	h.t.Helper()
	servertest.Do(h.t, h.pool, sql, args...)
}

// waiting is a company that registered and whose admin confirmed the e-mail.
func (h *testApp) waiting() string {
	h.t.Helper()
	company, person, profile := ulid.Make().String(), ulid.Make().String(), ulid.Make().String()
	h.exec(`INSERT INTO companies (id, name, company_type, status, plan_id, trn, people, share_type, share_value, created_at)
		VALUES ($1, 'Falcon ' || $1, 'Corporate', 'Pending', 2, '100' || lpad($2, 12, '0'), 40, 'Flat', 1000, $3)`,
		company, strings.Map(func(r rune) rune { return '0' + r%10 }, company[16:]), now)
	h.exec("INSERT INTO persons (id, email, name, created_at) VALUES ($1, lower($1) || '@falcon.example', 'Huda Saif', $2)", person, now)
	h.exec(
		"INSERT INTO profiles (id, person_id, company_id, client_type, status, created_at, proved_at) VALUES ($1, $2, $3, 'Admin', 'Active', "+
			"$4, $4)", profile, person, company, now)
	return company
}

func (h *testApp) lostJob() string {
	h.t.Helper()
	return h.text(`INSERT INTO river_job (args, kind, max_attempts, attempt, state, finalized_at, queue, priority, scheduled_at)
		VALUES ('{"challenge":"x"}', 'sign_in_code', 1, 1, 'discarded', now(), 'default', 1, now()) RETURNING id::text`)
}

func (h *testApp) quarantined() string {
	h.t.Helper()
	id := ulid.Make().String()
	h.exec("INSERT INTO quarantine (profile_id, id, device_id, n, strikes, payload, at) VALUES ($1, $2, 'd', 1, 3, '{}', now())",
		sample.MariamHarbour.ID, id)
	return sample.MariamHarbour.ID + "-" + id
}

// pixel is the smallest picture that there is.
func pixel(t *testing.T) string {
	t.Helper()
	var raw bytes.Buffer
	require.NoError(t, png.Encode(&raw, image.NewGray(image.Rect(0, 0, 1, 1))))
	return base64.StdEncoding.EncodeToString(raw.Bytes())
}

func TestAnOperatorApprovesWhatWaitsAndTurnsDownWhatIsWrong(t *testing.T) {
	t.Parallel()
	h := open(t)
	support := h.as(h.operator("support"))
	good, bad := h.waiting(), h.waiting()
	h.exec("UPDATE companies SET trn = (SELECT trn FROM companies WHERE id = $1) WHERE id = $2", good, bad)
	require.Len(t, support.ok("GET", "/api/kitchen/companies?status=Pending", nil)["data"], 2)
	trn := h.text("SELECT trn FROM companies WHERE id = $1", good)
	at := func(company, act string) string { return "/api/kitchen/companies/" + company + "/" + act }
	support.refused(http.StatusConflict, "other_trn", "POST", at(good, "approve"), fields{"trn": "100000000000000"})
	support.ok("POST", at(good, "approve"), fields{"trn": trn})
	require.Equal(t, "Active 25", h.text("SELECT status || ' ' || discount_amount FROM companies WHERE id = $1", good))
	support.expect(http.StatusConflict, "POST", at(good, "approve"), fields{"trn": trn}, "twice is once")
	require.Equal(t, 1, h.count("acts WHERE kind = 'company.approve'"))

	require.Equal(t, true, support.ok("GET", "/api/kitchen/companies/"+bad, nil).data()["trn_taken"])
	support.refused(http.StatusConflict, "other_trn", "POST", at(bad, "approve"), fields{}, "it has one that nobody saw")
	support.refused(http.StatusConflict, "trn_taken", "POST", at(bad, "approve"), fields{"trn": trn})
	support.ok("POST", at(bad, "reject"), fields{"reason": "This TRN is another company's."})
	require.Equal(t, "Rejected This TRN is another company's.",
		h.text("SELECT status || ' ' || status_note FROM companies WHERE id = $1", bad))
	support.expect(http.StatusForbidden, "POST", at(bad, "suspend"), fields{"reason": "x"}, "that is a manager's")
	h.exec("UPDATE companies SET trn = '100999999999999' WHERE id = $1", bad)
	support.expect(http.StatusOK, "POST", at(bad, "approve"), fields{"trn": "100999999999999"}, "and may be approved after all")
}

func TestASuspendedCompanyHasFullPricesAndASuspendedPersonIsOutAtOnce(t *testing.T) {
	t.Parallel()
	h := open(t)
	sara, mariam := h.as(sample.Sara), h.as(sample.Mariam)
	h.orderAndPay(mariam)
	require.NotZero(t, mariam.profile()["discount_amount"])
	sara.ok("POST", "/api/kitchen/companies/"+sample.Harbour.ID+"/suspend", fields{"reason": "unpaid invoice"})
	require.Zero(t, mariam.profile()["discount_amount"])
	require.Equal(t, 3, h.count("deliveries WHERE live AND company_id = $1", sample.Harbour.ID), "what was ordered stands")
	sara.ok("POST", "/api/kitchen/companies/"+sample.Harbour.ID+"/reactivate", fields{})
	require.NotZero(t, mariam.profile()["discount_amount"])

	person := sara.ok("GET", "/api/kitchen/people/"+sample.MariamHarbour.ID, nil).data()
	require.EqualValues(t, 3, person["open_deliveries"])
	require.Len(t, person["orders"], 1)
	require.Len(t, person["attempts"], 1)
	order := person["orders"].([]any)[0].(fields)["id"].(string)
	require.Len(t, sara.ok("GET", "/api/kitchen/orders/"+order+"/diary", nil)["data"], 3)

	sara.ok("POST", "/api/kitchen/people/"+sample.MariamHarbour.ID+"/suspend", fields{"reason": "asked for by her company"})
	mariam.expect(http.StatusUnauthorized, "GET", "/api/get-profile", nil)
	require.Equal(t, 3, h.count("deliveries WHERE live AND profile_id = $1", sample.MariamHarbour.ID), "and is delivered")
	sara.ok("POST", "/api/kitchen/people/"+sample.MariamHarbour.ID+"/reactivate", fields{})
	h.as(sample.Mariam)
	sara.expect(http.StatusNotFound, "POST", "/api/kitchen/people/"+sample.SaraOperator.ID+"/suspend", fields{"reason": "x"},
		"operators are not among the people")
}

func TestACreditIsGivenOnceWithinWhatTheRoleMayAndIsWrittenAbout(t *testing.T) {
	t.Parallel()
	h := open(t)
	support, other, mariam := h.as(h.operator("support")), h.as(sample.Sara), h.as(sample.Mariam)
	path := "/api/kitchen/people/" + sample.MariamHarbour.ID + "/credit"
	balance := func() int { return int(mariam.profile()["wallet_balance"].(float64)) }
	start, key := balance(), ulid.Make().String()
	credit := func(key string, amount int) fields {
		return fields{"key": key, "amount": amount, "reason": "The soup was cold"}
	}
	another := func(amount int) fields { return credit(ulid.Make().String(), amount) }
	for range 3 {
		require.EqualValues(t, start+20_000, support.ok("POST", path, credit(key, 20_000)).data()["balance"])
	}
	require.Equal(t, start+20_000, balance())
	require.Equal(t, 1, h.count("credits"))
	require.Equal(t, 1, h.count("acts WHERE kind = 'person.credit'"))
	support.refused(http.StatusConflict, "credit_other", "POST", path, credit(key, 19_000))
	other.expect(http.StatusConflict, "POST", path, credit(key, 20_000))

	support.refused(http.StatusForbidden, "credit_too_much", "POST", path, another(20_001))
	support.ok("POST", path, another(20_000))
	over := support.expect(http.StatusForbidden, "POST", path, another(10_001), "the day's limit")
	require.EqualValues(t, 10_000, over["detail"].(fields)["left"])
	require.Equal(t, start+40_000, balance(), "a refusal leaves nothing behind")
	require.Equal(t, 2, h.count("credits"))
	other.expect(http.StatusOK, "POST", path, another(150_000), "a manager may more")
	for _, amount := range []int{0, -5} {
		other.expect(http.StatusUnprocessableEntity, "POST", path, another(amount))
	}
	require.Contains(t, h.letter(sample.Mariam.Email, "AED 200.00 is in your wallet").Text, "The soup was cold")
	servertest.Sound(t, h.pool)
}

func TestADayOnWhichSomebodyHasLunchComingIsClosedOnlyByWhoHasSeenThem(t *testing.T) {
	t.Parallel()
	h := open(t)
	sara, mariam := h.as(sample.Sara), h.as(sample.Mariam)
	orderThreeDays(t, h, mariam)
	date := h.text("SELECT min(delivery_date)::text FROM deliveries")
	body := sara.refused(http.StatusConflict, "day_ordered", "POST", "/api/kitchen/closed-days",
		fields{"date": date, "name": "A sudden holiday"})
	require.Equal(t, sample.Mariam.Name, body["detail"].([]any)[0].(fields)["name"])
	require.Zero(t, h.count("closed_days WHERE date = $1::date", date))
	sara.expect(http.StatusConflict, "POST", "/api/kitchen/closed-days", fields{"date": "2026-11-20", "name": "yesterday"})
	for range 2 {
		sara.ok("POST", "/api/kitchen/closed-days", fields{"date": "2027-06-15", "name": "Eid"})
	}
	for _, other := range []fields{{"name": "Eid al-Adha"}, {"name": "Eid", "expected": true}} {
		other["date"] = "2027-06-15"
		sara.expect(http.StatusUnprocessableEntity, "POST", "/api/kitchen/closed-days", other, "already")
	}
	require.Equal(t, 1, h.count("acts WHERE kind = 'day.close'"))
	sara.ok("PUT", "/api/kitchen/closed-days/2027-06-15", fields{"date": "2027-06-16", "name": "Eid", "name_ar": "عيد", "expected": true})
	sara.expect(http.StatusNotFound, "PUT", "/api/kitchen/closed-days/2027-06-15", fields{"date": "2027-06-15", "name": "Eid"})
	sara.refused(http.StatusConflict, "day_ordered", "PUT", "/api/kitchen/closed-days/2027-06-16", fields{"date": date, "name": "Eid"})
	sara.ok("POST", "/api/kitchen/closed-days", fields{"date": date, "name": "A sudden holiday", "lunches": 1})
	sara.expect(http.StatusUnprocessableEntity, "PUT", "/api/kitchen/closed-days/2027-06-16", fields{"date": date, "name": "Eid"}, "already")
	require.Equal(t, 3, h.count("river_job WHERE kind = 'order_withdrawn'"), "each change plans at once that people are told")
	cook := h.as(h.operator("kitchen"))
	require.Contains(t, cook.ok("GET", "/api/kitchen/closed-days", nil)["data"], fields{"date": "2027-06-16", "name": "Eid", "name_ar": "عيد",
		"expected": true, "deliveries": 0.})
	cook.expect(http.StatusForbidden, "DELETE", "/api/kitchen/closed-days/2027-06-16", nil)
	h.exec("INSERT INTO closed_days (date, name) VALUES ('2026-11-20', 'Yesterday')")
	sara.refused(http.StatusConflict, "day_over", "DELETE", "/api/kitchen/closed-days/2026-11-20", nil)
	sara.refused(http.StatusConflict, "day_over", "PUT", "/api/kitchen/closed-days/2026-11-20", fields{"date": "2027-06-20", "name": "Eid"})
	require.Equal(t, 1, h.count("closed_days WHERE date = '2026-11-20'"), "whose lunch did not come is paid back all the same")
	sara.ok("DELETE", "/api/kitchen/closed-days/2027-06-16", nil)
	require.Equal(t, 4, h.count("river_job WHERE kind = 'order_withdrawn'"), "and so does opening")
	sara.expect(http.StatusNotFound, "DELETE", "/api/kitchen/closed-days/2027-06-16", nil)
	require.Equal(t, "Eid 2027-06-16 Eid", h.text(`SELECT concat(note, ' ', before->>'date', ' ', before->>'name') FROM acts
		WHERE kind = 'day.open'`), "the trail says which day is open again")
}

func TestWhatOperatorsSetIsWhatEverybodySees(t *testing.T) {
	t.Parallel()
	h := open(t)
	sara, visitor := h.as(sample.Sara), h.browser()
	sara.ok("PUT", "/api/kitchen/settings",
		fields{"phone": "+971 4 555 0000", "instagram": "https://instagram.com/sahn", "hello_from": "2026-11-01 00:00:00",
			"hello_until": "2026-12-01 00:00:00"})
	config := visitor.ok("GET", "/api/config", nil)
	require.Equal(t, []any{"+971 4 555 0000", "https://instagram.com/sahn", "2026-12-01 00:00:00"},
		[]any{config["phone"], config["instagram"], config["hello_until"]})
	for field, value := range map[string]string{"phone": "call us", "instagram": "javascript:alert(1)", "linkedin": "http://plain.example",
		"hello_from": "tomorrow", "hello_until": "2025-13-01 00:00:00"} {
		sara.expect(http.StatusUnprocessableEntity, "PUT", "/api/kitchen/settings", fields{field: value}, field)
	}
	sara.ok("PUT", "/api/kitchen/settings", fields{"phone": "+971 4 555 0000"})
	require.Equal(t, 1, h.count("acts WHERE kind = 'settings.change'"), "the same again is no act")
}

// A company that registers begins with what the lunch company offers, and none that registered before has another share for it.
func TestARegistrationIsOfferedWhatAManagerSet(t *testing.T) {
	t.Parallel()
	h := open(t)
	sara, visitor := h.as(sample.Sara), h.browser()
	offered := func() any { return visitor.ok("GET", "/api/usual-share", nil)["data"] }
	share := func(kind string, value float64, most any, duration string) fields {
		return fields{"share_type": kind, "share_value": value, "share_cap": most, "share_duration": duration}
	}
	require.Equal(t, share("Percentage", 50, nil, "Monthly"), offered())
	before := h.text("SELECT string_agg(share_type || share_value || share_duration, ',' ORDER BY id) FROM companies")
	weekly, daily := share("Flat", 2500, 30_000., "Weekly"), share("Percentage", 40, nil, "Daily")
	for range 2 {
		require.Equal(t, weekly, sara.ok("PUT", "/api/kitchen/settings", fields{"share": weekly})["share"])
	}
	require.Equal(t, weekly, offered())
	require.Equal(t, 1,
		h.count("acts WHERE kind = 'settings.change' AND after->>'share_value' = '2500' AND profile_id = $1", sample.SaraOperator.ID))
	sara.ok("PUT", "/api/kitchen/settings", fields{"share": daily})
	require.Equal(t, daily, offered(), "and no cap any more")
	for field, wrong := range map[string]fields{"share_value": share("Percentage", 101, nil, "Daily"),
		"share_type": share("Half", 1, nil, "Daily"), "share_cap": share("Flat", 1, 99, "Daily"), "share_duration": share("Flat", 1, nil, "")} {
		body := sara.expect(http.StatusUnprocessableEntity, "PUT", "/api/kitchen/settings", fields{"share": wrong}, field)
		require.Contains(t, body["errors"], "share."+field)
	}
	require.Equal(t, before, h.text("SELECT string_agg(share_type || share_value || share_duration, ',' ORDER BY id) FROM companies"))
}

func TestAManagerSetsWhoSellsOnceAndOnTheRecord(t *testing.T) {
	t.Parallel()
	h := open(t)
	h.parts.Office.Seller = operator.Seller{Name: "Sahn Kitchens LLC", TRN: "100987654300003", Address: "Dubai"}
	sara, path := h.as(sample.Sara), "/api/kitchen/settings"
	seller := func() fields { return sara.ok("GET", path, nil)["seller"].(fields) }
	require.Equal(t, fields{"name": "Sahn Kitchens LLC", "trn": "100987654300003", "address": "Dubai", "bank": "", "email": ""}, seller())
	to := func(more fields) fields {
		r := fields{"name": "Sahn Meals LLC", "trn": "1000 0000 0000 003", "address": "Al Quoz 3, Dubai", "email": "Accounts@Sahn.example",
			"phone": "+971 4 000 0000", "bank": "Example Bank, Dubai\n\nIBAN AE07 0331 2345 6789 0123 456\n", "seen": 0}
		maps.Copy(r, more)
		return r
	}
	for field, wrong := range map[string]any{"name": " ", "trn": "12", "address": "", "email": "accounts", "phone": "call me",
		"bank": "IBAN AE07 0331 2345 6789 0123 465"} {
		sara.expect(http.StatusUnprocessableEntity, "PUT", path+"/seller", to(fields{field: wrong}), field)
	}
	for range 2 { // pressed twice
		sara.ok("PUT", path+"/seller", to(nil))
	}
	require.Equal(t, fields{"name": "Sahn Meals LLC", "trn": "100000000000003", "address": "Al Quoz 3, Dubai",
		"email": "accounts@sahn.example", "phone": "+971 4 000 0000", "bank": "Example Bank, Dubai\nIBAN AE07 0331 2345 6789 0123 456"}, seller())
	sara.refused(http.StatusConflict, "seller_changed", "PUT", path+"/seller", to(fields{"name": "Another"}))
	sara.ok("PUT", path+"/seller", to(fields{"name": "Another", "seen": 1}))
	require.Equal(t, "Sahn Kitchens LLC → Sahn Meals LLC, Sahn Meals LLC → Another", h.text(`SELECT string_agg(
		concat(before->>'name', ' → ', after->>'name'), ', ' ORDER BY id) FROM acts WHERE kind = 'seller.change'`))
}

func TestOneManagerStaysAndAChangedOperatorIsOutAtOnce(t *testing.T) {
	t.Parallel()
	h := open(t)
	sara := h.as(sample.Sara)
	sara.refused(http.StatusConflict, "last_manager", "PUT", "/api/kitchen/staff/"+sample.SaraOperator.ID,
		fields{"role": "support", "active": true})
	cook := h.as(h.operator("kitchen"))
	id := h.text("SELECT pr.id FROM profiles pr JOIN persons p ON p.id = pr.person_id WHERE p.email = 'kitchen@sahn.example'")
	cook.expect(http.StatusForbidden, "GET", "/api/kitchen/people", nil)
	sara.ok("PUT", "/api/kitchen/staff/"+id, fields{"role": "support", "active": true})
	cook.expect(http.StatusUnauthorized, "GET", "/api/get-profile", nil, "and comes in again as what they are now")
	sara.refused(http.StatusConflict, "staff_already", "POST", "/api/kitchen/staff",
		fields{"email": "kitchen@sahn.example", "name": "x", "role": "kitchen"})
	sara.ok("PUT", "/api/kitchen/staff/"+id, fields{"role": "support", "active": false})
	b := h.browser()
	b.visit()
	b.expect(http.StatusUnauthorized, "POST", "/api/kitchen/login", fields{"email": "kitchen@sahn.example", "password": sample.Password})
}

func TestAManagerResetsTheSecondStepOfAnotherWhoIsToldAndOut(t *testing.T) {
	t.Parallel()
	h := open(t)
	sara, cook := h.as(sample.Sara), h.as(h.operator("kitchen"))
	id := func(email string) string {
		return h.text("SELECT pr.id FROM profiles pr JOIN persons p ON p.id = pr.person_id WHERE pr.client_type = 'Operator' AND p.email = $1",
			email)
	}
	path := func(email string) string { return "/api/kitchen/staff/" + id(email) + "/second-step" }
	h.exec("INSERT INTO second_factors (person_id, secret, since) SELECT person_id, 's', now() FROM profiles WHERE client_type = 'Operator'")
	cook.expect(http.StatusForbidden, "DELETE", path(sample.Sara.Email), nil)
	sara.refused(http.StatusConflict, "own_factor", "DELETE", path(sample.Sara.Email), nil)
	for range 2 {
		sara.ok("DELETE", path("kitchen@sahn.example"), nil)
	}
	cook.expect(http.StatusUnauthorized, "GET", "/api/get-profile", nil)
	require.Equal(t, sample.Sara.ID, h.text("SELECT string_agg(person_id, ' ') FROM second_factors"))
	require.Equal(t, 1, h.count("acts WHERE kind = 'staff.factor_reset'"))
	require.Contains(t, h.letter("kitchen@sahn.example", "Your second step was reset").Text, "A manager reset the second step")
	on := map[any]any{}
	for _, one := range sara.ok("GET", "/api/kitchen/staff", nil)["data"].([]any) {
		on[one.(fields)["email"]] = one.(fields)["factor"]
	}
	require.Equal(t, map[any]any{sample.Sara.Email: true, "kitchen@sahn.example": false}, on)
}

func TestAManagerHandsAStartCodeToWhoeverIsToSetUpAnApp(t *testing.T) {
	t.Parallel()
	h := open(t)
	sara := h.as(sample.Sara)
	h.exec("INSERT INTO second_factors (person_id, secret, since) VALUES ($1, 's', now())", sample.Sara.ID)
	listener, public := listen(t)
	parts, edge, was := h.parts, *h.parts.Edge, h.parts.Office
	parts.People = person.New(person.Options{DB: h.pool, Redis: h.fast, Queue: was.Queue, Keys: edge.Keys, Clock: h.clock.Now,
		Log: edge.Log, SecondFactor: person.RequiredOfManagers})
	parts.Office = &operator.Office{Conn: h.pool, Clock: h.clock.Now, People: parts.People, Queue: was.Queue}
	edge.Sessions, edge.Public, parts.Edge = parts.People.Sessions, public, &edge
	serve(t, listener, parts)
	sara.home = public.String()
	handed := func(method, path string, body any) string {
		want := map[bool]int{true: http.StatusCreated, false: http.StatusOK}[method == "POST"]
		return sara.expect(want, method, "/api/kitchen/staff"+path, body).data()["start_code"].(string)
	}
	const nobody = ""
	require.Equal(t, nobody, handed("POST", "", fields{"email": "cook@sahn.example", "name": "Cook", "role": "kitchen"}))
	id := "/" + h.text("SELECT pr.id FROM profiles pr JOIN persons p ON p.id = pr.person_id WHERE p.email = 'cook@sahn.example'")
	require.Equal(t, nobody, handed("DELETE", id+"/second-step", nil))
	h.exec("INSERT INTO second_factors (person_id, secret, since) SELECT person_id, 's', now() FROM profiles WHERE id = $1", id[1:])
	given := []string{
		handed("POST", "", fields{"email": "huda@sahn.example", "name": "Huda", "role": "manager"}),
		handed("PUT", id, fields{"role": "manager", "active": true}),
		handed("DELETE", id+"/second-step", nil), // it was lost
	}
	require.Equal(t, sample.Sara.ID, h.text("SELECT string_agg(person_id, ' ') FROM second_factors"), "an app without a start code is none")
	require.Contains(t, h.letter("cook@sahn.example", "Your second step was reset").Text, "A manager reset the second step")
	require.Equal(t, "staff.start_code", h.text("SELECT string_agg(kind, ' ') FROM acts WHERE kind LIKE 'staff.%' AND kind ~ '(reset|code)'"))
	require.Equal(t, nobody, handed("PUT", id, fields{"role": "manager", "active": false}), "the one that there is stays")
	for _, code := range given {
		require.Regexp(t, "^[0-9a-z]{4}(-[0-9a-z]{4}){3}$", code)
	}
	require.NotEqual(t, given[1], given[2])
	require.Equal(t, 2, h.count("start_codes"))
	require.Zero(t, h.count("acts WHERE concat(after, note) ~ $1", strings.Join(given, "|")), "they are not in the trail")
	starts := map[any]any{}
	for _, one := range sara.ok("GET", "/api/kitchen/staff", nil)["data"].([]any) {
		starts[one.(fields)["email"]] = one.(fields)["starts"]
	}
	require.Equal(t, map[any]any{sample.Sara.Email: false, "huda@sahn.example": true, "cook@sahn.example": true}, starts)
}

func TestSearchingFindsPeopleAndCompaniesPageByPage(t *testing.T) {
	t.Parallel()
	h := open(t)
	support := h.as(h.operator("support"))
	h.exec(`WITH p AS (INSERT INTO persons (id, email, name, created_at)
		SELECT '00MANY' || lpad(n::text, 20, '0'), 'p' || n || '@many.example', 'Many ' || n, now() FROM generate_series(1, 70) n RETURNING id)
		INSERT INTO profiles (id, person_id, company_id, client_type, status, created_at)
		SELECT replace(id, 'MANY', 'MORE'), id, $1, 'Employee', 'Active', now() FROM p`, sample.Meridian.ID)
	seen, after := map[string]bool{}, ""
	for pages := 0; pages < 5; pages++ {
		body := support.ok("GET", "/api/kitchen/people?q=many.example&after="+after, nil)
		for _, p := range body["data"].([]any) {
			id := p.(fields)["id"].(string)
			require.False(t, seen[id])
			seen[id] = true
		}
		if after = body["next"].(string); after == "" {
			break
		}
	}
	require.Len(t, seen, 70)
	for q, n := range map[string]int{"mariam": 1, "MARIAM": 1, "%25": 0, "_": 0, "'": 0, "sara": 0} {
		require.Len(t, support.ok("GET", "/api/kitchen/people?q="+q, nil)["data"], n, q)
	}
	require.Len(t, support.ok("GET", "/api/kitchen/companies?q=harbour", nil)["data"], 1)
	h.exec("UPDATE profiles SET status = 'Suspended' WHERE id LIKE '00MORE%7'")
	require.Len(t, support.ok("GET", "/api/kitchen/people?q=many.example&state=Suspended", nil)["data"], 7)
	require.Empty(t, support.ok("GET", "/api/kitchen/people?q=many.example&state=Invited", nil)["data"])
	support.expect(http.StatusUnprocessableEntity, "GET", "/api/kitchen/people?state=Gone", nil)
}

func TestPeopleAreFoundByTheirState(t *testing.T) {
	t.Parallel()
	h := open(t)
	support := h.as(h.operator("support"))
	// One of each state beside the sample's people: status, proved, erased.
	for id, state := range map[string][3]any{
		"active": {"Active", true, false}, "invited": {"Invited", false, false}, "pending": {"Pending", true, false},
		"typed": {"Pending", false, false}, "hold": {"Suspended", true, false}, "gone": {"Suspended", false, true},
	} {
		key := "00STATE" + strings.ToUpper(id) + strings.Repeat("0", 19-len(id))
		h.exec(`INSERT INTO persons (id, email, name, created_at, erased_at)
			SELECT $1, $2 || '@states.example', CASE WHEN $3 THEN '' ELSE $2 END, now(), CASE WHEN $3 THEN now() END`, key, id, state[2])
		h.exec(`INSERT INTO profiles (id, person_id, company_id, client_type, status, created_at, proved_at)
			VALUES ($1, $1, $2, 'Employee', $3, now(), CASE WHEN $4 THEN now() END)`, key, sample.Meridian.ID, state[0], state[1])
	}
	found := func(query string) (mails []string) {
		for _, p := range support.ok("GET", "/api/kitchen/people?company="+sample.Meridian.ID+query, nil)["data"].([]any) {
			if mail, ours := strings.CutSuffix(p.(fields)["email"].(string), "@states.example"); ours {
				mails = append(mails, mail)
			}
		}
		return mails
	}
	require.Equal(t, []string{"gone", "active", "hold", "invited", "pending"}, found(""))
	for state, one := range map[string]string{"Active": "active", "Invited": "invited", "Pending": "pending", "Unconfirmed": "typed",
		"Suspended": "hold", "Erased": "gone"} {
		require.Equal(t, []string{one}, found("&state="+state), state)
		require.Equal(t, []string{one}, found("&q=states.example&state="+state), state)
	}
	support.expect(http.StatusUnprocessableEntity, "GET", "/api/kitchen/people?state=Other", nil)
}

func TestTheProvidersBooksAreComparedOnRequest(t *testing.T) {
	t.Parallel()
	h := open(t)
	support, mariam := h.as(h.operator("support")), h.as(sample.Mariam)
	intent := h.orderAndPay(mariam)
	h.clock.Move(time.Hour)
	body := support.ok("GET", "/api/kitchen/reconciliation", nil)
	require.EqualValues(t, 1, body["captures"])
	require.Empty(t, body["differences"])
	support.expect(http.StatusUnprocessableEntity, "GET", "/api/kitchen/reconciliation?from=2026-11-01&until=2026-11-21", nil)
	for _, query := range []string{"status=paid", "q=" + intent} {
		require.Len(t, support.ok("GET", "/api/kitchen/attempts?"+query, nil)["data"], 1, query)
	}
}

func TestSupportCorrectsWhatInvoicesSayOfACompanyAndItsAdminIsTold(t *testing.T) {
	t.Parallel()
	h := open(t)
	support, path := h.as(h.operator("support")), "/api/kitchen/companies/"+sample.Harbour.ID
	seen := support.ok("GET", path, nil).data()
	to := func(more fields) fields {
		r := fields{"name": "Harbour Line Group LLC", "trn": "100 0000 0000 0009", "billing_address": "PO Box 1234, Dubai",
			"reason": "as on the licence", "seen": seen["seal"]}
		maps.Copy(r, more)
		return r
	}
	for wrong, value := range map[string]any{"trn": "", "name": " ", "reason": "", "billing_address": strings.Repeat("x", 201)} {
		support.expect(http.StatusUnprocessableEntity, "POST", path+"/correct", to(fields{wrong: value}), wrong)
	}
	support.expect(http.StatusUnprocessableEntity, "POST", path+"/correct", to(fields{"trn": sample.Qasr.TRN}), "another customer's")
	for range 2 { // pressed twice
		support.ok("POST", path+"/correct", to(nil))
	}
	support.refused(http.StatusConflict, "company_changed", "POST", path+"/correct", to(fields{"name": "Another"}))
	require.Equal(t, "Harbour Line Group LLC", support.ok("GET", path, nil).data()["name"])
	require.Equal(t, sample.Harbour.TRN+" → 100000000000009, as on the licence", h.text(`SELECT concat(before->>'trn', ' → ', after->>'trn',
		', ', note) FROM acts WHERE kind = 'company.correct'`))
	letter := h.letter(sample.Omar.Email, "We corrected the details of Harbour Line Group LLC")
	require.Contains(t, letter.Text, "TRN\nbefore: "+sample.Harbour.TRN+"\nnow: 100000000000009")
	require.Contains(t, letter.Text, "as on the licence")
}

func TestAManagerSetsARateOfVATForADayToComeOnly(t *testing.T) {
	t.Parallel()
	h := open(t)
	sara, path := h.as(sample.Sara), "/api/kitchen/settings/vat"
	today := clock.DateOf(h.clock.Now())
	rate := func(from clock.Date, percent, seen int) fields {
		return fields{"from": from.String(), "percent": percent, "seen": seen}
	}
	require.Equal(t, 5.0, sara.ok("GET", "/api/config", nil)["vat"])
	sara.expect(http.StatusUnprocessableEntity, "PUT", path, rate(today, 10, 0), "from")
	for _, wrong := range []int{-5, 51} {
		sara.expect(http.StatusUnprocessableEntity, "PUT", path, rate(today+7, wrong, 0), "percent")
	}
	h.as(h.operator("support")).refused(http.StatusForbidden, "forbidden", "PUT", path, rate(today+7, 10, 0))
	for range 2 { // pressed twice
		sara.ok("PUT", path, rate(today+7, 10, 0))
	}
	sara.refused(http.StatusConflict, "vat_changed", "PUT", path, rate(today+7, 15, 0))
	sara.ok("PUT", path, rate(today+7, 15, 1)) // of two for one day the later one counts
	set := sara.ok("PUT", path, rate(today+14, 7, 2))
	require.Equal(t, []any{fields{"from": (today + 7).String(), "percent": 15.0}, fields{"from": (today + 14).String(), "percent": 7.0}},
		set["rates"])
	require.Equal(t, "5 → 10, 10 → 15, 15 → 7", h.text(`SELECT string_agg(
		concat(before->>'percent', ' → ', after->>'percent'), ', ' ORDER BY id) FROM acts WHERE kind = 'vat.set'`))
	require.Equal(t, 5.0, sara.ok("GET", "/api/config", nil)["vat"], "its day has not come")
}
