package api_test

import (
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/oklog/ulid/v2"
	"github.com/stretchr/testify/require"

	"sahn/server/api"
	"sahn/server/dev/sample"
	"sahn/server/platform/web"
)

// role is somebody who asks, what the route table has to say about them, and the things that are theirs.
type role struct {
	name    string
	person  sample.Person
	is      web.Caller
	browser *browser
	own     map[web.Of]string
}

// roles are everybody whom the route table knows, each signed in where that is possible.
func (h *testApp) roles() []*role {
	h.t.Helper()
	own := func(p sample.Profile) map[web.Of]string {
		return map[web.Of]string{web.OwnProfile: p.ID, web.OwnCompany: p.CompanyID}
	}
	all := []*role{
		{name: "visitor"},
		{name: "employee", person: sample.Mariam, is: web.Caller{ProfileID: "x", ClientType: "Employee"}, own: own(sample.MariamHarbour)},
		{name: "colleague", person: sample.Priya, is: web.Caller{ProfileID: "x", ClientType: "Employee"}, own: own(sample.PriyaHarbour)},
		{name: "admin", person: sample.Omar, is: web.Caller{ProfileID: "x", ClientType: "Admin"}, own: own(sample.OmarHarbour)},
		{name: "other company", person: sample.Fatima, is: web.Caller{ProfileID: "x", ClientType: "Admin"}, own: own(sample.FatimaMeridian)},
		{name: "cash client", person: sample.Daniel, is: web.Caller{ProfileID: "x", ClientType: "Cash"}, own: own(sample.DanielCash)},
		{name: "operator", person: sample.Sara, is: web.Caller{ProfileID: "x", ClientType: "Operator", Role: "manager"},
			own: own(sample.SaraOperator)},
		{name: "support", person: h.operator("support"), is: web.Caller{ProfileID: "x", ClientType: "Operator", Role: "support"}},
		{name: "cook", person: h.operator("kitchen"), is: web.Caller{ProfileID: "x", ClientType: "Operator", Role: "kitchen"}},
		{name: "suspended", person: sample.Ahmed, own: own(sample.AhmedQasr)},
	}
	for _, r := range all {
		if r.person.Email == "" {
			r.browser = h.browser()
			r.browser.visit()
			continue
		}
		r.browser = h.as(r.person)
		if r.is.ClientType == "Operator" && r.own == nil {
			r.own = map[web.Of]string{}
		}
		r.own[web.OwnSession] = h.sessionOf(r.person)
		r.own[web.OwnPasskey] = h.passkeyOf(r)
		if r.is.ClientType == "Employee" || r.name == "other company" {
			r.own[web.OwnIntent] = orderThreeDays(h.t, h, r.browser)
			r.own[web.OwnOrder] = h.paidFor(r.own[web.OwnIntent])
			r.own[web.OwnCard] = h.cardOf(r.own[web.OwnProfile])
			r.own[web.OwnDocument] = h.documentOf(r)
		}
		if r.is.ClientType == "Admin" {
			r.own[web.OwnTill], r.own[web.OwnShift], r.own[web.OwnQuarantined] = h.counterOf(r)
			r.own[web.OwnInvoice] = h.invoiceOf(r)
			made := r.browser.ok("POST", "/api/departments", fields{"name": "Sales"})
			r.own[web.OwnDepartment] = made["departments"].([]any)[0].(fields)["id"].(string)
			hook := fields{"style": "standard", "url": "http://127.0.0.1:9/", "events": []string{"invoice.issued"}, "language": "en"}
			r.own[web.OwnWebhook] = r.browser.expect(http.StatusCreated, "POST", "/api/webhooks", hook).data()["id"].(string)
			r.own[web.OwnKey] = r.browser.key("Matrix", web.ReadReports)["id"].(string)
		}
	}
	require.NoError(h.t, h.parts.People.Suspend(h.t.Context(), sample.Qasr.ID, sample.AhmedQasr.ID))
	return all
}

func (h *testApp) cardOf(profile string) (card string) {
	h.t.Helper()
	card = ulid.Make().String()
	h.exec(`INSERT INTO cards (id, profile_id, token, token_mark, brand, last4, expiry, is_default, created_at)
		VALUES ($1, $2, 'sealed', 'mark', 'VISA', '0001', '2028-05', true, now())`, card, profile)
	return card
}

// sessionOf is one more session of a person, in another browser.
func (h *testApp) sessionOf(p sample.Person) (id string) {
	h.t.Helper()
	return h.text(
		`INSERT INTO sessions (id, profile_id, person_id, created_at, seen_at, idle_seconds, ends_at) SELECT sha256(convert_to($1 || 'elsewhere',
			'UTF8')), pr.id, pr.person_id, $2::timestamptz, $2, 1000000, $2::timestamptz + interval '1 day'
		FROM profiles pr JOIN persons pe ON pe.id = pr.person_id WHERE pe.email = $1 LIMIT 1 RETURNING encode(id, 'hex')`, p.Email, now)
}

// passkeyOf is a passkey of a person, of the kitchen's for an operator.
func (h *testApp) passkeyOf(r *role) (id string) {
	h.t.Helper()
	id = ulid.Make().String()
	h.exec(`INSERT INTO passkeys (person_id, id, operator, credential, public_key, signs, synced, transports, name, made_at)
		SELECT p.id, $1, $2, convert_to($1, 'UTF8'), 'k', 0, false, '{}', 'Phone', now() FROM persons p WHERE p.email = $3`, id,
		r.is.ClientType == "Operator", r.person.Email)
	return id
}

// paidFor is the order that an intent pays.
func (h *testApp) paidFor(intent string) string {
	h.t.Helper()
	return h.text("SELECT subject_id FROM attempts WHERE id = $1", intent)
}

// invoiceOf is an invoice of an admin's company, with its e-invoice.
func (h *testApp) invoiceOf(admin *role) (id string) {
	h.t.Helper()
	id = ulid.Make().String()
	h.exec(
		`WITH i AS (INSERT INTO invoices (id, kind, number, company_id, month, issued_on, due_on, supply_from, supply_until, seller, buyer,
			net_amount, vat_amount, total_amount, created_at)
		VALUES ($1, 'invoice', $1, $2, '2026-10-01', '2026-11-01', '2026-11-15', '2026-10-01', '2026-10-31', '{}', '{}', 1905, 95, 2000, now()))
		INSERT INTO invoice_lines (invoice_id, profile_id, date, net_amount, vat_amount, total_amount)
		VALUES ($1, $3, '2026-10-05', 1905, 95, 2000)`, id, admin.own[web.OwnCompany], admin.own[web.OwnProfile])
	h.exec("INSERT INTO einvoices (invoice_id, company_id, uuid, xml, made_at) VALUES ($1, $2, gen_random_uuid(), '<Invoice/>', now())",
		id, admin.own[web.OwnCompany])
	return id
}

// documentOf is a tax invoice of an eater about their order.
func (h *testApp) documentOf(eater *role) (id string) {
	h.t.Helper()
	id = ulid.Make().String()
	h.exec(`INSERT INTO eater_documents (id, kind, number, profile_id, company_id, source, source_id, about_id, issued_at, issued_on,
			supply_from, supply_until, seller, lines, net_amount, vat_amount, total_amount)
		VALUES ($1, 'invoice', $1, $2, $3, 'order', $1, $4, now(), '2026-11-23', '2026-11-23', '2026-11-23', '{}', '[]', 1905, 95, 2000)`, id,
		eater.own[web.OwnProfile], eater.own[web.OwnCompany], eater.own[web.OwnOrder])
	return id
}

// counterOf is a till of an admin's company, with a shift and something that was set aside.
func (h *testApp) counterOf(admin *role) (till, shift, aside string) {
	h.t.Helper()
	places := admin.browser.ok("GET", "/api/company-address/"+admin.own[web.OwnCompany], nil)
	tablet := h.pair(admin.browser, places["data"].([]any)[0].(fields)["id"].(string))
	shift = ulid.Make().String()
	answered(h.t, http.StatusOK,
		tablet.signed("POST", "/api/pos/order-checkout", []byte(`{"v":1,"app":"2026.11.1","facts":[{"id":"`+shift+`","k":"open/1","at":0},{}]}`)))
	return tablet.id, shift, h.text("SELECT id FROM till_quarantine WHERE till_id = $1", tablet.id)
}

// said is an answer's status and its very bytes.
func (b *browser) said(method, path string, headers ...string) (int, string) {
	b.t.Helper()
	res := b.sendWith(method, path, fields{}, headers...)
	defer res.Body.Close()
	raw, err := io.ReadAll(res.Body)
	require.NoError(b.t, err)
	return res.StatusCode, string(raw)
}

// The authorization matrix: every route × role × relation to the thing in its path. A new route is included by itself; a path parameter of
// a new kind fails here until the test says whose those things are.
func TestEveryRouteAnswersEveryRoleAboutEverybodysThings(t *testing.T) {
	t.Parallel()
	h := open(t)
	roles := h.roles()
	asked, refused, foreign := 0, 0, 0
	for _, route := range h.parts.Routes() {
		if route.Who == web.Provider {
			continue
		}
		for _, r := range roles {
			name := route.Method + " " + route.Path + " as " + r.name
			status, body := r.browser.said(route.Method, somewhere(route.Path))
			asked++
			switch {
			case !r.is.May(route.Who) && r.is.ProfileID == "":
				require.Equal(t, http.StatusUnauthorized, status, name)
				require.Equal(t, `{"message":"Unauthenticated."}`, body, name)
				refused++
				continue
			case !r.is.May(route.Who):
				require.Equal(t, http.StatusForbidden, status, name)
				require.Contains(t, body, "This action is unauthorized.", name)
				refused++
				continue
			}
			require.NotContains(t, []int{401, 403, 405, 419, 500, 503}, status, "%s: %s", name, body)
			if route.Path == "/api/profile-logout" {
				require.Equal(t, http.StatusOK, status)
				r.browser = h.as(r.person)
			}
			if route.Method != "GET" {
				unsafe(t, r.browser, route, name)
			}
			if route.Of == web.NoThing || route.Of == web.AnyOwner {
				continue
			}
			require.Equal(t, http.StatusNotFound, status, "%s: nobody's", name)
			for _, whose := range roles {
				id := whose.own[route.Of]
				if id == "" {
					continue
				}
				got, theirs := r.browser.said(route.Method, named(route.Path, id))
				if id == r.own[route.Of] {
					require.Less(t, got, 300, "%s: their own: %s", name, theirs)
					continue
				}
				require.Equal(t, http.StatusNotFound, got, "%s: %s's", name, whose.name)
				require.Equal(t, body, theirs, "%s: %s's and nobody's answer alike", name, whose.name)
				foreign++
			}
			for _, id := range []string{"-1", "0", "9223372036854775808", "me", "null", "[]", "6f1c9a52-4b1e-4c55-8e1e-000000000000", "%00", "*",
				"' OR '1'='1", strings.ToLower(r.own[route.Of]), r.own[route.Of] + "%20"} {
				if id == r.own[route.Of] || id == "" || id == "%20" {
					continue
				}
				got, odd := r.browser.said(route.Method, named(route.Path, id))
				if got == http.StatusUnprocessableEntity { // what cannot be an id at all may be told so
					require.NotEqual(t, 26, len(id), "%s: %q", name, id)
					continue
				}
				require.Equal(t, http.StatusNotFound, got, "%s: %q", name, id)
				require.Equal(t, body, odd, "%s: %q", name, id)
			}
		}
	}
	require.Greater(t, asked, 200)
	require.Greater(t, refused, 30)
	require.Greater(t, foreign, 40)
}

// unsafe asks without what proves that our own page asks: nothing may run.
func unsafe(t *testing.T, b *browser, route web.Route, name string) {
	t.Helper()
	for _, headers := range [][]string{{"X-XSRF-TOKEN", ""}, {"X-XSRF-TOKEN", "c3RhbGU"}, {"Origin", "https://evil.example"},
		{"Origin", "", "X-XSRF-TOKEN", ""}, {"Sec-Fetch-Site", "cross-site"}} {
		res := b.sendWith(route.Method, somewhere(route.Path), fields{}, headers...)
		require.NoError(t, res.Body.Close())
		require.Equal(t, 419, res.StatusCode, "%s with %v", name, headers)
	}
}

// named fills a route's one parameter.
func named(path, id string) string {
	return param.ReplaceAllStringFunc(path, func(string) string { return strings.ReplaceAll(url.PathEscape(id), "%25", "%") })
}

// A path that the app answers and the route table does not name would be subject to no access rule.
func TestEveryPathOfTheAppIsDeclared(t *testing.T) {
	t.Parallel()
	public, err := url.Parse("https://app.example")
	require.NoError(t, err)
	parts := api.Parts{Edge: &web.Edge{Public: public}, PWA: built}
	app, err := api.New(parts)
	require.NoError(t, err)
	open := map[string]bool{"/healthz": true, "/readyz": true, "/sanctum/csrf-cookie": true, "/api/openapi.json": true,
		"/api/docs": true, web.MapsFrame: true}
	declared := map[string]bool{}
	for _, route := range parts.Routes() {
		require.NoError(t, route.Declared())
		require.False(t, declared[route.Method+" "+route.Path], "%s %s twice", route.Method, route.Path)
		declared[route.Method+" "+route.Path] = true
		declared[route.Path] = true
	}
	for _, route := range app.GetRoutes(true) {
		require.True(t, open[route.Path] || declared[route.Path], "%s %s is in no table", route.Method, route.Path)
	}
	_, err = api.Contract([]web.Route{{Method: "GET", Path: "/api/forgotten", Endpoint: parts.Routes()[0].Endpoint}})
	require.ErrorContains(t, err, "without a permission", "and without a permission there is not even a contract")
}

// An idempotency key belongs to the person who used it: another person who sends it again sees nothing of the first result.
func TestSomebodyElsesHandoffSentAgainShowsNothingOfIt(t *testing.T) {
	t.Parallel()
	h := open(t)
	mariam, priya := h.as(sample.Mariam), h.as(sample.Priya)
	sent := threeDays(t, h, mariam)
	placed := mariam.ok("POST", "/api/handoff", sent)
	require.Equal(t, placed["intent"], mariam.ok("POST", "/api/handoff", sent)["intent"], "the same person finds it again")
	res := priya.send("POST", "/api/handoff", sent)
	defer res.Body.Close()
	raw, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	require.NotEqual(t, http.StatusOK, res.StatusCode)
	require.NotContains(t, string(raw), placed["intent"])
	require.NotContains(t, string(raw), placed["order"])
	require.Empty(t, res.Header.Values("Set-Cookie")[1:], "and no cookie but the asker's own token")
}

// A company's admin never learns what a colleague eats.
func TestNoAnswerToAnAdminHoldsAColleaguesChoice(t *testing.T) {
	t.Parallel()
	h := open(t)
	mariam, omar := h.as(sample.Mariam), h.as(sample.Omar)
	intent := orderThreeDays(t, h, mariam)
	order := h.paidFor(intent)
	canaries := []string{intent, order, sample.MariamHarbour.ID, sample.Mariam.Email, sample.Mariam.Name, sample.Mariam.Mobile}
	// The list of colleagues names them, and nothing that they eat.
	dishes := append(h.list("SELECT DISTINCT x FROM order_lines, unnest(ARRAY[name, meal]) x"), intent, order, sample.Mariam.Mobile)
	for _, route := range h.parts.Routes() {
		if route.Who == web.Provider || route.Path == "/api/profile-logout" {
			continue
		}
		for _, id := range []string{order, intent, sample.MariamHarbour.ID, sample.Harbour.ID, sample.OmarHarbour.ID} {
			_, body := omar.said(route.Method, named(route.Path, id))
			secret := canaries
			if strings.HasPrefix(route.Path, "/api/members") {
				secret = dishes
			}
			for _, canary := range secret {
				require.NotContains(t, body, canary, "%s %s", route.Method, route.Path)
			}
		}
	}
	said := omar.ok("POST", "/api/sync", round("01SAHNDEV1CE0000000000000A"))
	require.Empty(t, said["docs"])
	require.Empty(t, said["orders"])
}
