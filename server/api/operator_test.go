package api_test

import (
	"bytes"
	"encoding/base64"
	"image"
	"image/png"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/oklog/ulid/v2"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/operator"
)

func (h *testApp) text(sql string, args ...any) (s string) {
	h.t.Helper()
	require.NoError(h.t, h.pool.QueryRow(h.t.Context(), sql, args...).Scan(&s))
	return s
}

func (h *testApp) count(from string, args ...any) (n int) {
	h.t.Helper()
	require.NoError(h.t, h.pool.QueryRow(h.t.Context(), "SELECT count(*) FROM "+from, args...).Scan(&n))
	return n
}

func (h *testApp) exec(sql string, args ...any) {
	h.t.Helper()
	_, err := h.pool.Exec(h.t.Context(), sql, args...)
	require.NoError(h.t, err)
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
	_, list := support.call("GET", "/api/kitchen/companies?status=Pending", nil)
	require.Len(t, list["data"], 2)
	trn := h.text("SELECT trn FROM companies WHERE id = $1", good)
	status, body := support.call("POST", "/api/kitchen/companies/"+good+"/approve", map[string]any{"trn": "100000000000000"})
	require.Equal(t, http.StatusConflict, status)
	require.Equal(t, "other_trn", body["reason"])
	status, _ = support.call("POST", "/api/kitchen/companies/"+good+"/approve", map[string]any{"trn": trn})
	require.Equal(t, http.StatusOK, status)
	require.Equal(t, "Active 25", h.text("SELECT status || ' ' || discount_amount FROM companies WHERE id = $1", good))
	status, body = support.call("POST", "/api/kitchen/companies/"+good+"/approve", map[string]any{"trn": trn})
	require.Equal(t, http.StatusConflict, status, "twice is once: %v", body)
	require.Equal(t, 1, h.count("acts WHERE kind = 'company.approve'"))

	_, sheet := support.call("GET", "/api/kitchen/companies/"+bad, nil)
	require.Equal(t, true, sheet["data"].(map[string]any)["trn_taken"])
	status, body = support.call("POST", "/api/kitchen/companies/"+bad+"/approve", map[string]any{})
	require.Equal(t, []any{http.StatusConflict, "other_trn"}, []any{status, body["reason"]}, "it has one that nobody saw")
	status, body = support.call("POST", "/api/kitchen/companies/"+bad+"/approve", map[string]any{"trn": trn})
	require.Equal(t, []any{http.StatusConflict, "trn_taken"}, []any{status, body["reason"]})
	status, _ = support.call("POST", "/api/kitchen/companies/"+bad+"/reject", map[string]any{"reason": "This TRN is another company's."})
	require.Equal(t, http.StatusOK, status)
	require.Equal(t, "Rejected This TRN is another company's.",
		h.text("SELECT status || ' ' || status_note FROM companies WHERE id = $1", bad))
	status, _ = support.call("POST", "/api/kitchen/companies/"+bad+"/suspend", map[string]any{"reason": "x"})
	require.Equal(t, http.StatusForbidden, status, "that is a manager's")
	h.exec("UPDATE companies SET trn = '100999999999999' WHERE id = $1", bad)
	status, _ = support.call("POST", "/api/kitchen/companies/"+bad+"/approve", map[string]any{"trn": "100999999999999"})
	require.Equal(t, http.StatusOK, status, "and may be approved after all")
}

func TestASuspendedCompanyHasFullPricesAndASuspendedPersonIsOutAtOnce(t *testing.T) {
	t.Parallel()
	h := open(t)
	sara, mariam := h.as(sample.Sara), h.as(sample.Mariam)
	intent := orderThreeDays(t, h, mariam)
	h.pay(mariam, intent, "4005550000000001")
	h.settled(mariam, intent)
	profile := func() map[string]any {
		_, body := mariam.call("GET", "/api/get-profile", nil)
		return body["data"].(map[string]any)
	}
	require.NotZero(t, profile()["discount_amount"])
	status, _ := sara.call("POST", "/api/kitchen/companies/"+sample.Harbour.ID+"/suspend", map[string]any{"reason": "unpaid invoice"})
	require.Equal(t, http.StatusOK, status)
	require.Zero(t, profile()["discount_amount"])
	require.Equal(t, 3, h.count("deliveries WHERE live AND company_id = $1", sample.Harbour.ID), "what was ordered stands")
	status, _ = sara.call("POST", "/api/kitchen/companies/"+sample.Harbour.ID+"/reactivate", map[string]any{})
	require.Equal(t, http.StatusOK, status)
	require.NotZero(t, profile()["discount_amount"])

	_, sheet := sara.call("GET", "/api/kitchen/people/"+sample.MariamHarbour.ID, nil)
	person := sheet["data"].(map[string]any)
	require.EqualValues(t, 3, person["open_deliveries"])
	require.Len(t, person["orders"], 1)
	require.Len(t, person["attempts"], 1)
	order := person["orders"].([]any)[0].(map[string]any)["id"].(string)
	status, diary := sara.call("GET", "/api/kitchen/orders/"+order+"/diary", nil)
	require.Equal(t, http.StatusOK, status)
	require.Len(t, diary["data"], 3)

	status, _ = sara.call("POST", "/api/kitchen/people/"+sample.MariamHarbour.ID+"/suspend",
		map[string]any{"reason": "asked for by her company"})
	require.Equal(t, http.StatusOK, status)
	status, _ = mariam.call("GET", "/api/get-profile", nil)
	require.Equal(t, http.StatusUnauthorized, status)
	require.Equal(t, 3, h.count("deliveries WHERE live AND profile_id = $1", sample.MariamHarbour.ID), "and is delivered")
	status, _ = sara.call("POST", "/api/kitchen/people/"+sample.MariamHarbour.ID+"/reactivate", map[string]any{})
	require.Equal(t, http.StatusOK, status)
	h.as(sample.Mariam)
	status, _ = sara.call("POST", "/api/kitchen/people/"+sample.SaraOperator.ID+"/suspend", map[string]any{"reason": "x"})
	require.Equal(t, http.StatusNotFound, status, "operators are not among the people")
}

func TestACreditIsGivenOnceWithinWhatTheRoleMayAndIsWrittenAbout(t *testing.T) {
	t.Parallel()
	h := open(t)
	support, other, mariam := h.as(h.operator("support")), h.as(sample.Sara), h.as(sample.Mariam)
	path := "/api/kitchen/people/" + sample.MariamHarbour.ID + "/credit"
	balance := func() int64 {
		_, body := mariam.call("GET", "/api/get-profile", nil)
		return int64(body["data"].(map[string]any)["wallet_balance"].(float64))
	}
	start := balance()
	give := func(b *browser, key string, amount int) (int, answer) {
		return b.call("POST", path, map[string]any{"key": key, "amount": amount, "reason": "The soup was cold"})
	}
	key := ulid.Make().String()
	for range 3 {
		status, body := give(support, key, 20_000)
		require.Equal(t, http.StatusOK, status, body)
		require.EqualValues(t, start+20_000, body["data"].(map[string]any)["balance"])
	}
	require.Equal(t, start+20_000, balance())
	require.Equal(t, 1, h.count("credits"))
	require.Equal(t, 1, h.count("acts WHERE kind = 'person.credit'"))
	status, body := give(support, key, 19_000)
	require.Equal(t, []any{http.StatusConflict, "credit_other"}, []any{status, body["reason"]})
	status, _ = give(other, key, 20_000)
	require.Equal(t, http.StatusConflict, status)

	status, body = give(support, ulid.Make().String(), 20_001)
	require.Equal(t, []any{http.StatusForbidden, "credit_too_much"}, []any{status, body["reason"]})
	status, _ = give(support, ulid.Make().String(), 20_000)
	require.Equal(t, http.StatusOK, status)
	status, body = give(support, ulid.Make().String(), 10_001)
	require.Equal(t, http.StatusForbidden, status, "the day's limit")
	require.EqualValues(t, 10_000, body["detail"].(map[string]any)["left"])
	require.Equal(t, start+40_000, balance(), "a refusal leaves nothing behind")
	require.Equal(t, 2, h.count("credits"))
	status, _ = give(other, ulid.Make().String(), 150_000)
	require.Equal(t, http.StatusOK, status, "a manager may more")
	for _, amount := range []int{0, -5} {
		status, _ = give(other, ulid.Make().String(), amount)
		require.Equal(t, http.StatusUnprocessableEntity, status)
	}
	// The letter is sent after the answer; the bound only ends a test that hangs.
	require.Eventually(t, func() bool {
		mails, err := h.mailbox.Mails(100)
		require.NoError(t, err)
		for _, m := range mails {
			if strings.Contains(m.Subject, "AED 200.00 is in your wallet") && strings.Contains(m.Text, "The soup was cold") {
				return true
			}
		}
		return false
	}, 20*time.Second, 50*time.Millisecond)
	servertest.Sound(t, h.pool)
}

func TestADayOnWhichSomebodyHasLunchComingIsNotClosed(t *testing.T) {
	t.Parallel()
	h := open(t)
	sara, mariam := h.as(sample.Sara), h.as(sample.Mariam)
	orderThreeDays(t, h, mariam)
	date := h.text("SELECT min(delivery_date)::text FROM deliveries")
	status, body := sara.call("POST", "/api/kitchen/closed-days", map[string]any{"date": date, "name": "A sudden holiday"})
	require.Equal(t, []any{http.StatusConflict, "day_ordered"}, []any{status, body["reason"]})
	require.Equal(t, sample.Mariam.Name, body["detail"].([]any)[0].(map[string]any)["name"])
	require.Zero(t, h.count("closed_days WHERE date = $1::date", date))
	status, _ = sara.call("POST", "/api/kitchen/closed-days", map[string]any{"date": "2026-11-20", "name": "yesterday"})
	require.Equal(t, http.StatusConflict, status)
	for range 2 {
		status, _ = sara.call("POST", "/api/kitchen/closed-days", map[string]any{"date": "2027-06-15", "name": "Eid"})
		require.Equal(t, http.StatusOK, status)
	}
	require.Equal(t, 1, h.count("acts WHERE kind = 'day.close'"))
	cook := h.as(h.operator("kitchen"))
	_, days := cook.call("GET", "/api/kitchen/closed-days", nil)
	require.Contains(t, days["data"], map[string]any{"date": "2027-06-15", "name": "Eid", "deliveries": 0.})
	status, _ = cook.call("DELETE", "/api/kitchen/closed-days/2027-06-15", nil)
	require.Equal(t, http.StatusForbidden, status)
}

func TestWhatOperatorsSetIsWhatEverybodySees(t *testing.T) {
	t.Parallel()
	h := open(t)
	sara, visitor := h.as(sample.Sara), h.browser()
	status, _ := sara.call("PUT", "/api/kitchen/settings",
		map[string]any{"phone": "+971 4 555 0000", "instagram": "https://instagram.com/sahn", "hello_from": "2026-11-01 00:00:00",
			"hello_until": "2026-12-01 00:00:00"})
	require.Equal(t, http.StatusOK, status)
	_, config := visitor.call("GET", "/api/config", nil)
	require.Equal(t, []any{"+971 4 555 0000", "https://instagram.com/sahn", "2026-12-01 00:00:00"},
		[]any{config["phone"], config["instagram"], config["hello_until"]})
	for field, value := range map[string]string{"phone": "call us", "instagram": "javascript:alert(1)", "linkedin": "http://plain.example",
		"hello_from": "tomorrow", "hello_until": "2025-13-01 00:00:00"} {
		status, _ := sara.call("PUT", "/api/kitchen/settings", map[string]any{field: value})
		require.Equal(t, http.StatusUnprocessableEntity, status, field)
	}
	status, _ = sara.call("PUT", "/api/kitchen/settings", map[string]any{"phone": "+971 4 555 0000"})
	require.Equal(t, http.StatusOK, status)
	require.Equal(t, 1, h.count("acts WHERE kind = 'settings.change'"), "the same again is no act")
}

// A company that registers begins with what the lunch company offers, and none that registered before has another share for it.
func TestARegistrationIsOfferedWhatAManagerSet(t *testing.T) {
	t.Parallel()
	h := open(t)
	sara, visitor := h.as(sample.Sara), h.browser()
	offered := func() any {
		status, body := visitor.call("GET", "/api/usual-share", nil)
		require.Equal(t, http.StatusOK, status)
		return body["data"]
	}
	share := func(kind string, value int, most any, duration string) map[string]any {
		return map[string]any{"share_type": kind, "share_value": value, "share_cap": most, "share_duration": duration}
	}
	require.Equal(t, map[string]any{"share_type": "Percentage", "share_value": 50., "share_cap": nil, "share_duration": "Monthly"}, offered())
	before := h.text("SELECT string_agg(share_type || share_value || share_duration, ',' ORDER BY id) FROM companies")
	for range 2 {
		status, body := sara.call("PUT", "/api/kitchen/settings", map[string]any{"share": share("Flat", 2500, 30000, "Weekly")})
		require.Equal(t, http.StatusOK, status, body)
		require.Equal(t, map[string]any{"share_type": "Flat", "share_value": 2500., "share_cap": 30000., "share_duration": "Weekly"},
			body["share"])
	}
	require.Equal(t, map[string]any{"share_type": "Flat", "share_value": 2500., "share_cap": 30000., "share_duration": "Weekly"}, offered())
	require.Equal(t, 1,
		h.count("acts WHERE kind = 'settings.change' AND after->>'share_value' = '2500' AND profile_id = $1", sample.SaraOperator.ID))
	status, _ := sara.call("PUT", "/api/kitchen/settings", map[string]any{"share": share("Percentage", 40, nil, "Daily")})
	require.Equal(t, http.StatusOK, status)
	require.Equal(t, map[string]any{"share_type": "Percentage", "share_value": 40., "share_cap": nil, "share_duration": "Daily"}, offered(),
		"and no cap any more")
	for field, wrong := range map[string]map[string]any{"share_value": share("Percentage", 101, nil, "Daily"),
		"share_type": share("Half", 1, nil, "Daily"), "share_cap": share("Flat", 1, 99, "Daily"), "share_duration": share("Flat", 1, nil, "")} {
		status, body := sara.call("PUT", "/api/kitchen/settings", map[string]any{"share": wrong})
		require.Equal(t, http.StatusUnprocessableEntity, status, field)
		require.Contains(t, body["errors"], "share."+field)
	}
	require.Equal(t, before, h.text("SELECT string_agg(share_type || share_value || share_duration, ',' ORDER BY id) FROM companies"))
}

func TestAManagerSeesWhoSellsAndCannotChangeIt(t *testing.T) {
	t.Parallel()
	h := open(t)
	h.parts.Office.Seller = operator.Seller{Name: "Sahn Kitchens LLC", TRN: "100987654300003", Address: "Dubai"}
	sara := h.as(sample.Sara)
	_, body := sara.call("GET", "/api/kitchen/settings", nil)
	require.Equal(t, map[string]any{"name": "Sahn Kitchens LLC", "trn": "100987654300003", "address": "Dubai", "bank": "", "email": ""},
		body["seller"])
	status, _ := sara.call("PUT", "/api/kitchen/settings", map[string]any{"seller": map[string]any{"name": "Another"}})
	require.Equal(t, http.StatusUnprocessableEntity, status)
}

func TestOneManagerStaysAndAChangedOperatorIsOutAtOnce(t *testing.T) {
	t.Parallel()
	h := open(t)
	sara := h.as(sample.Sara)
	status, body := sara.call("PUT", "/api/kitchen/staff/"+sample.SaraOperator.ID, map[string]any{"role": "support", "active": true})
	require.Equal(t, []any{http.StatusConflict, "last_manager"}, []any{status, body["reason"]})
	cook := h.as(h.operator("kitchen"))
	id := h.text("SELECT pr.id FROM profiles pr JOIN persons p ON p.id = pr.person_id WHERE p.email = 'kitchen@sahn.example'")
	status, _ = cook.call("GET", "/api/kitchen/people", nil)
	require.Equal(t, http.StatusForbidden, status)
	status, _ = sara.call("PUT", "/api/kitchen/staff/"+id, map[string]any{"role": "support", "active": true})
	require.Equal(t, http.StatusOK, status)
	status, _ = cook.call("GET", "/api/get-profile", nil)
	require.Equal(t, http.StatusUnauthorized, status, "and comes in again as what they are now")
	status, body = sara.call("POST", "/api/kitchen/staff", map[string]any{"email": "kitchen@sahn.example", "name": "x", "role": "kitchen"})
	require.Equal(t, []any{http.StatusConflict, "staff_already"}, []any{status, body["reason"]})
	status, _ = sara.call("PUT", "/api/kitchen/staff/"+id, map[string]any{"role": "support", "active": false})
	require.Equal(t, http.StatusOK, status)
	b := h.browser()
	b.visit()
	status, _ = b.call("POST", "/api/kitchen/login", map[string]any{"email": "kitchen@sahn.example", "password": sample.Password})
	require.Equal(t, http.StatusUnauthorized, status)
}

func TestACaseIsLookedAtAndClosedOnce(t *testing.T) {
	t.Parallel()
	h := open(t)
	support := h.as(h.operator("support"))
	aside, job := h.quarantined(), h.lostJob()
	cases := func() (kinds []string) {
		_, body := support.call("GET", "/api/kitchen/cases", nil)
		for _, c := range body["data"].([]any) {
			kinds = append(kinds, c.(map[string]any)["kind"].(string))
		}
		return kinds
	}
	require.ElementsMatch(t, []string{"change", "job"}, cases())
	for range 2 {
		status, _ := support.call("POST", "/api/kitchen/cases/close", map[string]any{"kind": "change", "id": aside, "note": "She chose again."})
		require.Equal(t, http.StatusOK, status)
	}
	require.Equal(t, 1, h.count("acts WHERE kind = 'case.close'"))
	require.ElementsMatch(t, []string{"job"}, cases())
	status, _ := support.call("POST", "/api/kitchen/cases/close", map[string]any{"kind": "refund", "id": "nothing", "note": "x"})
	require.Equal(t, http.StatusNotFound, status)
	status, _ = support.call("POST", "/api/kitchen/jobs/"+job+"/again", map[string]any{})
	require.Equal(t, http.StatusOK, status)
	status, _ = support.call("POST", "/api/kitchen/jobs/999999/again", map[string]any{})
	require.Equal(t, http.StatusNotFound, status)
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
		_, body := support.call("GET", "/api/kitchen/people?q=many.example&after="+after, nil)
		for _, p := range body["data"].([]any) {
			id := p.(map[string]any)["id"].(string)
			require.False(t, seen[id])
			seen[id] = true
		}
		if after = body["next"].(string); after == "" {
			break
		}
	}
	require.Len(t, seen, 70)
	for q, n := range map[string]int{"mariam": 1, "MARIAM": 1, "%25": 0, "_": 0, "'": 0, "sara": 0} {
		_, body := support.call("GET", "/api/kitchen/people?q="+q, nil)
		require.Len(t, body["data"], n, q)
	}
	_, body := support.call("GET", "/api/kitchen/companies?q=harbour", nil)
	require.Len(t, body["data"], 1)
}

func TestTheProvidersBooksAreComparedOnWish(t *testing.T) {
	t.Parallel()
	h := open(t)
	support, mariam := h.as(h.operator("support")), h.as(sample.Mariam)
	intent := orderThreeDays(t, h, mariam)
	h.pay(mariam, intent, "4005550000000001")
	h.settled(mariam, intent)
	h.clock.Move(time.Hour)
	status, body := support.call("GET", "/api/kitchen/reconciliation", nil)
	require.Equal(t, http.StatusOK, status, body)
	require.EqualValues(t, 1, body["captures"])
	require.Empty(t, body["differences"])
	status, _ = support.call("GET", "/api/kitchen/reconciliation?from=2026-11-01&until=2026-11-21", nil)
	require.Equal(t, http.StatusUnprocessableEntity, status)
	_, list := support.call("GET", "/api/kitchen/attempts?status=paid", nil)
	require.Len(t, list["data"], 1)
	_, list = support.call("GET", "/api/kitchen/attempts?q="+intent, nil)
	require.Len(t, list["data"], 1, "by reference")
}
