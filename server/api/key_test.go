package api_test

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sahn/server/apikey"
	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/platform/db"
	"sahn/server/platform/web"
)

// key is a new API key of an admin's company.
func (b *browser) key(name string, scopes ...web.Scope) fields {
	b.t.Helper()
	return b.expect(http.StatusCreated, "POST", "/api/api-keys", fields{"name": name, "scopes": scopes, "days": 365}).data()
}

// asks is what a program is answered that sends a key and nothing else of what a browser sends.
func (h *testApp) asks(key, method, path string, body any) (status int, said string) {
	h.t.Helper()
	sent, err := json.Marshal(body)
	require.NoError(h.t, err)
	req, err := http.NewRequestWithContext(h.t.Context(), method, h.url+path, strings.NewReader(string(sent)))
	require.NoError(h.t, err)
	req.Header.Set("Authorization", "Bearer "+key)
	res, err := http.DefaultClient.Do(req)
	require.NoError(h.t, err)
	defer res.Body.Close()
	raw, err := io.ReadAll(res.Body)
	require.NoError(h.t, err)
	return res.StatusCode, string(raw)
}

// The role "key" of the authorization matrix: every route × every scope.
func TestAnAPIKeyReachesTheRoutesOfItsScopesOfItsOwnCompanyAndNoOther(t *testing.T) {
	t.Parallel()
	h := open(t)
	omar := h.as(sample.Omar)
	hook := func(who *browser) string {
		return who.expect(http.StatusCreated, "POST", "/api/webhooks", aHook).data()["id"].(string)
	}
	foreignHook := hook(h.as(sample.Fatima))
	own, foreign := h.invoiceOf(&role{own: map[web.Of]string{web.OwnCompany: sample.Harbour.ID, web.OwnProfile: sample.OmarHarbour.ID}}),
		h.invoiceOf(&role{own: map[web.Of]string{web.OwnCompany: sample.Meridian.ID, web.OwnProfile: sample.FatimaMeridian.ID}})
	reached := map[web.Scope]int{}
	for _, scope := range web.Scopes {
		key := omar.key("Only "+string(scope), scope)["secret"].(string)
		require.Regexp(t, `^sahn_[A-Za-z0-9_-]{43}$`, key)
		for _, route := range h.parts.Routes() {
			if route.Who == web.Provider {
				continue
			}
			name := route.Method + " " + route.Path + " with " + string(scope)
			status, body := h.asks(key, route.Method, somewhere(route.Path), fields{})
			beside, _ := omar.said(route.Method, somewhere(route.Path), "Authorization", "Bearer "+key)
			if route.Scope != scope {
				require.Equal(t, http.StatusForbidden, status, "%s: %s", name, body)
				require.Contains(t, body, `"reason": "key_scope"`, name)
				require.Equal(t, http.StatusForbidden, beside, "%s: an admin's cookie adds nothing", name)
				continue
			}
			reached[scope]++
			require.Equal(t, web.Admin, route.Who, "%s: keys are a company's", name)
			require.NotContains(t, []int{401, 403, 405, 419, 500, 503}, status, "%s: %s", name, body)
			if route.Of == web.NoThing {
				continue
			}
			if route.Of == web.OwnWebhook {
				done, _ := h.asks(key, route.Method, named(route.Path, hook(omar)), fields{})
				require.Equal(t, http.StatusOK, done, "%s: its own company's", name)
				status, theirs := h.asks(key, route.Method, named(route.Path, foreignHook), fields{})
				require.Equal(t, http.StatusNotFound, status, "%s: another company's", name)
				require.Equal(t, body, theirs, "%s: another company's and nobody's answer alike", name)
				h.exec("DELETE FROM webhooks WHERE company_id = $1", sample.Harbour.ID)
				continue
			}
			require.Equal(t, web.OwnInvoice, route.Of, name)
			status, _ = h.asks(key, route.Method, named(route.Path, own), fields{})
			require.Equal(t, http.StatusOK, status, "%s: its own company's", name)
			status, theirs := h.asks(key, route.Method, named(route.Path, foreign), fields{})
			require.Equal(t, http.StatusNotFound, status, "%s: another company's", name)
			require.Equal(t, body, theirs, "%s: another company's and nobody's answer alike", name)
		}
	}
	require.Equal(t, map[web.Scope]int{web.ReadPeople: 3, web.WritePeople: 2, web.ReadOrders: 1, web.ReadInvoices: 9, web.ReadReports: 2,
		web.ReadWebhooks: 3, web.WriteWebhooks: 6}, reached)
}

func TestAKeyOfTheLunchCompanyReadsWhatItsScopesNameAndNothingElse(t *testing.T) {
	t.Parallel()
	h := open(t)
	id := h.invoiceOf(&role{own: map[web.Of]string{web.OwnCompany: sample.Harbour.ID, web.OwnProfile: sample.OmarHarbour.ID}})
	reached := map[web.Scope]int{}
	for _, scope := range web.OperatorScopes {
		made, err := apikey.AddForOperator(t.Context(), db.New(h.pool), apikey.MakeRequest{Name: "Program", Scopes: []string{string(scope)},
			Days: 30}, "console", h.clock.Now())
		require.NoError(t, err)
		require.Regexp(t, `^sahn_op_[A-Za-z0-9_-]{43}$`, made.Secret)
		for _, route := range h.parts.Routes() {
			if route.Who == web.Provider {
				continue
			}
			name := route.Method + " " + route.Path + " with " + string(scope)
			status, body := h.asks(made.Secret, route.Method, somewhere(route.Path), fields{})
			if route.Scope != scope {
				require.Equal(t, http.StatusForbidden, status, "%s: %s", name, body)
				continue
			}
			reached[scope]++
			require.True(t, web.Operators[route.Who], name)
			require.Equal(t, "GET", route.Method, name)
			require.NotContains(t, []int{401, 403, 405, 419, 500, 503}, status, "%s: %s", name, body)
		}
		require.NoError(t, apikey.RevokeOperators(t.Context(), db.New(h.pool), made.ID, "console", h.clock.Now()))
		status, _ := h.asks(made.Secret, "GET", "/api/kitchen/invoices", nil)
		require.Equal(t, http.StatusUnauthorized, status, "revoked")
		require.ErrorIs(t, apikey.RevokeOperators(t.Context(), db.New(h.pool), made.ID, "console", h.clock.Now()), apikey.ErrNoKey)
	}
	require.Equal(t, map[web.Scope]int{web.ReadProduction: 2, web.ReadAllInvoices: 3, web.ReadSales: 2, web.ReadBooks: 2}, reached)
	all := []string{"kitchen:invoices", "kitchen:production", "kitchen:reports", "kitchen:books"}
	made, err := apikey.AddForOperator(t.Context(), db.New(h.pool), apikey.MakeRequest{Name: "Books", Scopes: all, Days: 30}, "console",
		h.clock.Now())
	require.NoError(t, err)
	for _, path := range []string{"invoices", "invoices/" + id, "production/2026-11-24", "report?from=2026-11-01&until=2026-11-23",
		"accounting"} {
		status, body := h.asks(made.Secret, "GET", "/api/kitchen/"+path, nil)
		require.Equal(t, http.StatusOK, status, "%s: %s", path, body)
	}
	require.Equal(t, 1, h.count("operator_keys WHERE used_at IS NOT NULL AND id = $1", made.ID))
	require.Zero(t, h.count("operator_keys k WHERE strpos(k::text, $1) > 0", made.Secret[12:]), "nobody can read it again")
	require.Equal(t, 5, h.count("acts WHERE kind = 'api_key.make' AND note = 'console' AND company_id IS NULL"))
	h.clock.Move(31 * 24 * time.Hour)
	status, _ := h.asks(made.Secret, "GET", "/api/kitchen/invoices", nil)
	require.Equal(t, http.StatusUnauthorized, status, "expired")
	for _, wrong := range []apikey.MakeRequest{{Name: " ", Scopes: all, Days: 1}, {Name: "x", Scopes: []string{"people:read"}, Days: 1},
		{Name: "x", Scopes: all, Days: 400}, {Name: "x", Days: 1}} {
		_, err := apikey.AddForOperator(t.Context(), db.New(h.pool), wrong, "console", h.clock.Now())
		require.Error(t, err)
	}
}

var aHook = fields{"style": "standard", "url": "https://hooks.example.com/in", "events": []string{"order.placed"}, "language": "en"}

func TestAProgramKeepsTheWebhooksOfItsCompanyInTheNameOfWhoMadeItsKey(t *testing.T) {
	t.Parallel()
	h := open(t)
	key := h.as(sample.Omar).key("Terraform", web.ReadWebhooks, web.WriteWebhooks)
	does := func(status int, method, path string, body any) fields {
		t.Helper()
		got, raw := h.asks(key["secret"].(string), method, path, body)
		require.Equal(t, status, got, raw)
		var said fields
		require.NoError(t, json.Unmarshal([]byte(raw), &said))
		return said
	}
	made := does(http.StatusCreated, "POST", "/api/webhooks", aHook)["data"].(fields)
	require.Regexp(t, "^whsec_", made["secret"])
	id := made["id"].(string)
	does(http.StatusOK, "PUT", "/api/webhooks/"+id, fields{"events": []string{"invoice.paid"}})
	listed := does(http.StatusOK, "GET", "/api/webhooks", nil)["data"].([]any)
	require.Len(t, listed, 1)
	require.Equal(t, []any{"invoice.paid"}, listed[0].(fields)["events"])
	require.Equal(t, sample.Omar.Name, listed[0].(fields)["by"])
	require.Equal(t, 2, h.count("acts WHERE kind IN ('webhook.make', 'webhook.change') AND profile_id IS NULL AND note = 'API key ' || $1",
		key["id"]))
	h.exec("UPDATE api_keys SET revoked_at = now()")
	does(http.StatusUnauthorized, "DELETE", "/api/webhooks/"+id, nil)
	require.Equal(t, 1, h.count("webhooks WHERE id = $1", id))
	servertest.Sound(t, h.pool)
}

func TestAKeyIsShownOnceKeptAsAHashAndEndsAtOnce(t *testing.T) {
	t.Parallel()
	h := open(t)
	omar := h.as(sample.Omar)
	works := func(key string) int { status, _ := h.asks(key, "GET", "/api/members/waiting", nil); return status }
	made := omar.key(" Payroll ", web.ReadPeople, web.ReadPeople)
	key := made["secret"].(string)
	require.Equal(t, http.StatusOK, works(key))
	listed := omar.ok("GET", "/api/api-keys", nil)["data"].([]any)[0].(fields)
	require.Equal(t, "Payroll", listed["name"])
	require.Equal(t, []any{"people:read"}, listed["scopes"])
	require.Equal(t, key[:9], listed["hint"])
	require.Equal(t, sample.Omar.Name, listed["by"])
	require.Zero(t, h.count("api_keys k WHERE strpos(k::text, $1) > 0", key[9:]), "nobody can read it again")

	used := func() string { return h.text("SELECT used_at::text FROM api_keys") }
	first := used()
	h.clock.Move(4 * time.Minute)
	require.Equal(t, http.StatusOK, works(key))
	require.Equal(t, first, used(), "not with every request")
	h.clock.Move(2 * time.Minute)
	require.Equal(t, http.StatusOK, works(key))
	require.NotEqual(t, first, used())

	omar.ok("DELETE", "/api/api-keys/"+made["id"].(string), nil)
	require.Equal(t, http.StatusUnauthorized, works(key), "revoked")
	omar.expect(http.StatusNotFound, "DELETE", "/api/api-keys/"+made["id"].(string), nil, "once")
	require.Equal(t, 1, h.count("acts WHERE kind = 'api_key.revoke' AND profile_id = $1", sample.OmarHarbour.ID))
	require.Equal(t, 1, h.count("acts WHERE kind = 'api_key.make' AND profile_id = $1", sample.OmarHarbour.ID))

	other := omar.key("Reports", web.ReadPeople)["secret"].(string)
	require.Equal(t, http.StatusOK, works(other))
	h.exec("UPDATE companies SET status = 'Suspended' WHERE id = $1", sample.Harbour.ID)
	require.Equal(t, http.StatusUnauthorized, works(other), "of a suspended company")
	h.exec("UPDATE companies SET status = 'Active' WHERE id = $1", sample.Harbour.ID)
	require.Equal(t, http.StatusOK, works(other))
	h.clock.Move(365 * 24 * time.Hour)
	require.Equal(t, http.StatusUnauthorized, works(other), "expired")
	for _, wrong := range []string{"sahn_", key + "x", "sahn_" + strings.Repeat("x", 900)} {
		require.Equal(t, http.StatusUnauthorized, works(wrong), "nobody's")
	}
	servertest.Sound(t, h.pool)
}

func TestAProgramInvitesAndRemovesPeopleAndMakesNobodyAnAdmin(t *testing.T) {
	t.Parallel()
	h := open(t)
	key := h.as(sample.Omar).key("Payroll", web.WritePeople)
	does := func(path string, body fields) (int, answer) {
		var a answer
		status, raw := h.asks(key["secret"].(string), "POST", path, body)
		require.NoError(t, json.Unmarshal([]byte(raw), &a), raw)
		return status, a
	}
	list := fields{"text": "Noura Saeed <noura@harbourline.example>"}
	_, dry := does("/api/members/invite", list)
	list["apply"] = dry["hash"]
	status, done := does("/api/members/invite", list)
	require.Equal(t, http.StatusOK, status, done)
	require.Equal(t, true, done["applied"], done)
	require.Equal(t, 1, h.count("acts WHERE kind = 'member.invite' AND profile_id IS NULL AND note = 'API key ' || $1", key["id"]))
	noura := h.text("SELECT pr.id FROM profiles pr JOIN persons p ON p.id = pr.person_id WHERE p.email = 'noura@harbourline.example'")
	for _, c := range []struct{ act, id, refused string }{
		{"suspend", sample.OmarHarbour.ID, "admin"}, {"remove", sample.FatimaMeridian.ID, "unknown"}, {"remove", noura, ""},
	} {
		_, said := does("/api/members/act", fields{"act": c.act, "ids": []string{c.id}})
		if c.refused != "" {
			require.Len(t, said["refused"], 1, c.act)
			require.Equal(t, c.refused, said["refused"].([]any)[0].(fields)["reason"], c.act)
			continue
		}
		require.Len(t, said["done"], 1, said)
	}
	for _, act := range []string{"promote", "demote"} {
		status, _ := does("/api/members/act", fields{"act": act, "ids": []string{sample.MariamHarbour.ID}})
		require.Equal(t, http.StatusForbidden, status, act)
	}
	h.exec("UPDATE api_keys SET revoked_at = now()")
	status, _ = does("/api/members/invite", list)
	require.Equal(t, http.StatusUnauthorized, status)
}

func TestAProgramReadsWhoEatsWhenAndNeverWhat(t *testing.T) {
	t.Parallel()
	h := open(t)
	orderThreeDays(t, h, h.as(sample.Mariam))
	h.exec("UPDATE orders SET status = 'Payment Pending' WHERE status = 'Initiated'")
	h.exec("UPDATE orders SET status = 'Confirmed' WHERE profile_id = $1 AND status = 'Payment Pending'", sample.MariamHarbour.ID)
	key := h.as(sample.Omar).key("Desk", web.ReadOrders)["secret"].(string)
	span := "?from=2026-11-23&until=2026-12-11"
	status, raw := h.asks(key, "GET", "/api/members/lunches"+span, nil)
	require.Equal(t, http.StatusOK, status, raw)
	require.Contains(t, raw, sample.MariamHarbour.ID)
	for _, dish := range h.list("SELECT DISTINCT x FROM order_lines, unnest(ARRAY[name, meal]) x") {
		require.NotContains(t, raw, dish)
	}
	status, raw = h.asks(h.as(sample.Fatima).key("Desk", web.ReadOrders)["secret"].(string), "GET", "/api/members/lunches"+span, nil)
	require.Equal(t, http.StatusOK, status, raw)
	require.NotContains(t, raw, sample.MariamHarbour.ID, "another company")
	for _, bad := range []string{"?from=x", "?from=2026-11-23&until=2026-11-22", "?from=2026-11-23&until=2026-12-24"} {
		status, _ = h.asks(key, "GET", "/api/members/lunches"+bad, nil)
		require.Equal(t, http.StatusUnprocessableEntity, status, bad)
	}
}

func TestAProgramReadsWhatWasRefusedAsAProblemOfTheStandard(t *testing.T) {
	t.Parallel()
	h := open(t)
	omar := h.as(sample.Omar)
	key := omar.key("Payroll", web.ReadPeople, web.WriteWebhooks)["secret"].(string)
	said := func(method, path, authorization string) (kind string, body fields) {
		req, err := http.NewRequestWithContext(t.Context(), method, h.url+path, strings.NewReader(`{"style":"pigeon"}`))
		require.NoError(t, err)
		req.Header.Set("Authorization", authorization)
		res, err := http.DefaultClient.Do(req)
		require.NoError(t, err)
		defer res.Body.Close()
		require.NoError(t, json.NewDecoder(res.Body).Decode(&body))
		require.EqualValues(t, res.StatusCode, body["status"])
		return res.Header.Get("Content-Type"), body
	}
	kind, body := said("GET", "/api/invoices", "Bearer "+key)
	require.Equal(t, "application/problem+json", kind)
	require.Equal(t, fields{"type": "about:blank", "title": "Forbidden", "status": 403.0, "detail": "This API key may not do that.",
		"reason": "key_scope", "message": "This API key may not do that."}, body)
	kind, body = said("POST", "/api/webhooks", "Bearer "+key)
	require.Equal(t, "application/problem+json", kind)
	require.Equal(t, "Unprocessable Entity", body["title"])
	require.Contains(t, body["errors"], "style")
	kind, body = said("GET", "/api/nothing", "Bearer "+key)
	require.Equal(t, "application/problem+json", kind)
	require.Equal(t, "Not Found", body["title"])
	kind, _ = said("GET", "/api/members", "Bearer sahn_nobodys")
	require.Equal(t, "application/problem+json", kind)
	status, raw := omar.said("GET", "/api/nothing", "Accept", "application/json")
	require.Equal(t, http.StatusNotFound, status)
	require.NotContains(t, raw, "about:blank", "the app reads what it always read")
}

func TestAWriteThatAProgramNamesIsDoneOnceAndAnsweredAlike(t *testing.T) {
	t.Parallel()
	h := open(t)
	omar := h.as(sample.Omar)
	key, other := omar.key("Terraform", web.WriteWebhooks), omar.key("Other", web.WriteWebhooks)["secret"].(string)
	does := func(key, name string, body fields) (status int, said, replayed string) {
		t.Helper()
		sent, err := json.Marshal(body)
		require.NoError(t, err)
		req, err := http.NewRequestWithContext(t.Context(), "POST", h.url+"/api/webhooks", strings.NewReader(string(sent)))
		require.NoError(t, err)
		req.Header.Set("Authorization", "Bearer "+key)
		req.Header.Set("Idempotency-Key", name)
		res, err := http.DefaultClient.Do(req)
		require.NoError(t, err)
		defer res.Body.Close()
		raw, err := io.ReadAll(res.Body)
		require.NoError(t, err)
		return res.StatusCode, string(raw), res.Header.Get("Idempotency-Replayed")
	}
	hooks := func() int { return h.count("webhooks WHERE company_id = $1", sample.Harbour.ID) }
	secret := key["secret"].(string)
	status, _, _ := does(secret, "one", fields{"style": "pigeon"})
	require.Equal(t, http.StatusUnprocessableEntity, status)
	status, first, replayed := does(secret, "one", aHook)
	require.Equal(t, http.StatusCreated, status, "what was refused may be sent again, corrected")
	require.Empty(t, replayed)
	status, again, replayed := does(secret, "one", aHook)
	require.Equal(t, []any{http.StatusCreated, first, "true"}, []any{status, again, replayed})
	require.Equal(t, 1, hooks())
	require.Zero(t, h.count("api_key_requests r WHERE strpos(r::text, 'whsec') > 0"), "an answer is sealed")
	changed := fields{"style": "standard", "url": "https://hooks.example.com/else", "events": []string{"order.placed"}, "language": "en"}
	status, _, _ = does(secret, "one", changed)
	require.Equal(t, http.StatusUnprocessableEntity, status, "another request under the same name")
	status, _, _ = does(secret, strings.Repeat("x", 256), aHook)
	require.Equal(t, http.StatusUnprocessableEntity, status)
	require.Equal(t, 1, hooks())
	status, _, replayed = does(other, "one", aHook)
	require.Equal(t, []any{http.StatusCreated, ""}, []any{status, replayed}, "a name is a key's own")
	h.exec("UPDATE api_key_requests SET status = NULL, answer = NULL WHERE key_id = $1", key["id"])
	status, said, _ := does(secret, "one", aHook)
	require.Equal(t, http.StatusConflict, status)
	require.Contains(t, said, "idempotency_key_in_use")
	require.Equal(t, 2, hooks())
	h.clock.Move(25 * time.Hour)
	status, _, _ = does(secret, "one", aHook)
	require.Equal(t, http.StatusCreated, status, "after a day a name is free")
	require.Equal(t, 3, hooks())
	servertest.Sound(t, h.pool)
}

// What a key costs, and who is shut out when its program asks too often: nobody but that program.
func TestAProgramThatAsksTooOftenShutsOutItselfAlone(t *testing.T) {
	t.Parallel()
	_, redis := servertest.Redis(t)
	redis.SetTime(now)
	h, spending := open(t).metered(redis.Addr())
	omar := h.as(sample.Omar)
	busy, calm := omar.key("Busy", web.ReadPeople)["secret"].(string), omar.key("Calm", web.ReadPeople)["secret"].(string)
	asks := func(key string) int { status, _ := h.asks(key, "GET", "/api/members/waiting", nil); return status }
	for range 2 {
		require.Equal(t, http.StatusOK, asks(busy))
	}
	before := spending()
	require.Equal(t, http.StatusOK, asks(busy))
	is := spending()
	require.Equal(t, spent{2, 2, 2, 2}, spent{is.statements - before.statements, is.trips - before.trips, is.commands - before.commands,
		is.redis - before.redis})
	for range 300 {
		asks(busy)
	}
	before = spending()
	require.Equal(t, http.StatusTooManyRequests, asks(busy))
	require.Equal(t, before.statements, spending().statements, "the database is not asked")
	require.Equal(t, http.StatusOK, asks(calm))
	omar.ok("GET", "/api/members/waiting", nil)
}
