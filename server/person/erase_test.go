package person_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/oklog/ulid/v2"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/ledger"
	"sahn/server/platform/db"
)

func (b *browser) delete(body fields) reply {
	b.place.t.Helper()
	return b.call("POST", "/api/delete-account", body)
}

// everything is all text of the database except what a person may never be deleted from: nothing.
func (p *place) everything() string {
	p.t.Helper()
	var all strings.Builder
	for _, table := range servertest.One[[]string](p.t, p.pool, `SELECT array_agg(table_name::text) FROM information_schema.tables
		WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name NOT LIKE 'goose%'`) {
		all.WriteString(servertest.One[string](p.t, p.pool, `SELECT coalesce(string_agg(x::text, E'\n'), '') FROM "`+table+`" x`))
	}
	return all.String()
}

func TestACopyOfMyDataHoldsMyDataAndNobodyElses(t *testing.T) {
	t.Parallel()
	p := settle(t)
	p.exec(`INSERT INTO draft_days (profile_id, date, rev, set_rev, items) VALUES ($1, '2026-11-25', 1, 1, '[{"meal":"mezze","qty":2}]')`,
		sample.LinaCash.ID)
	p.topsUp(sample.LinaCash.ID, sample.Cash.ID, "paid")
	p.posts("receivable", sample.LinaCash.ID, -1250)
	p.posts("receivable", sample.WeiMeridian.ID, -98_765_432)
	p.exec("INSERT INTO departments (id, company_id, name, created_at) VALUES (repeat('D', 26), $1, 'Ceramics', $2)", sample.Qasr.ID, monday)
	p.exec("UPDATE profiles SET department_id = repeat('D', 26) WHERE id = $1", sample.LinaQasr.ID)
	b := p.browser().signIn(sample.Lina)
	require.Equal(t, 200, b.eats([]string{"Pescatarian"}, []string{"lupin"}).status)
	got := b.call("GET", "/api/my-data", nil)
	require.Equal(t, 200, got.status, got.body)
	require.Equal(t, "no-store", got.header.Get("Cache-Control"))
	var said struct {
		Data map[string]json.RawMessage `json:"data"`
	}
	require.NoError(t, json.Unmarshal([]byte(got.body), &said))
	for _, part := range []string{"person", "profiles", "addresses", "orders", "payments", "wallet", "drafts", "devices", "sign_ins"} {
		require.Contains(t, said.Data, part)
	}
	require.Contains(t, got.body, `"purpose":"topup"`)
	require.JSONEq(t, `[{"profile_id":"`+sample.LinaCash.ID+`","type":"order","amount":-1250,"note":"","date":"2026-11-23T06:00:00+00:00"}]`,
		string(said.Data["owed"]))
	require.NotContains(t, got.body, "98765432", "what others owe")
	for _, mine := range []string{sample.Lina.Email, sample.LinaQasr.ID, sample.LinaCash.ID, sample.LinaHome.Line, "mezze", "Welcome",
		`"department":"Ceramics"`, `"diets":["Pescatarian"]`, `"avoids":["lupin"]`} {
		require.Contains(t, got.body, mine)
	}
	for _, other := range append(sample.People()[:4], sample.People()[5:]...) {
		require.NotContains(t, got.body, other.Email)
		require.NotContains(t, got.body, other.Name)
	}
	require.NotContains(t, got.body, "argon2id")
}

func TestAnErasedPersonLeavesNothingThatTellsWhoTheyWere(t *testing.T) {
	t.Parallel()
	p := settle(t)
	b, phone := p.browser().signIn(sample.Daniel), p.browser().signIn(sample.Daniel)
	require.Equal(t, 200, phone.profile().status)
	require.Equal(t, 200, b.setPicture(asPNG(t, half(50, 50))).status)
	require.Equal(t, 200, b.eats([]string{"Pescatarian"}, []string{"lupin"}).status)
	p.exec(`INSERT INTO draft_days (profile_id, date, rev, set_rev, items) VALUES ($1, '2026-11-25', 1, 1, '[{"meal":"mezze","qty":2}]')`,
		sample.DanielCash.ID)
	p.exec(`INSERT INTO devices (id, profile_id, created_at, seen_at) VALUES ('00DEVICE000000000000000001', $1, $2, $2)`,
		sample.DanielCash.ID, monday)
	p.exec(
		`INSERT INTO attempts (id, purpose, subject_id, profile_id, company_id, reference, amount, email, status, created_at,
			expires_at, settled_at)
		VALUES ('00ATTEMPT00000000000000001', 'topup', 'x', $1, $2, 'r', 100, $3, 'failed', $4, $4, $4)`, sample.DanielCash.ID, sample.Cash.ID,
		sample.Daniel.Email, monday)
	p.exec(`INSERT INTO runs (date, n, taken_at, meals, people, places, mark) VALUES ('2026-11-24', 0, $1, 0, 0, 0, 'x')`, monday)
	p.exec(`INSERT INTO run_facts (date, n, kind, id, facts)
		VALUES ('2026-11-24', 0, 'place', $1, '{"label":["ring twice at the brass bell"]}')`, sample.DanielHome.ID)
	p.exec(`INSERT INTO sync_copies (id, profile_id, device_id, app, why, pending, age_ms, operations, at)
		VALUES ('00C0PY00000000000000000001', $1, 'd', '1', 'asked', 1, 1, '[{"note":"extra za''atar"}]', $2)`, sample.DanielCash.ID, monday)
	require.JSONEq(t, `{"data":{"profiles":[]}}`, phone.call("GET", "/api/erased", nil).body)
	mine := []string{"extra za'atar", sample.Daniel.Email, "Weber", sample.Daniel.Mobile, sample.DanielHome.Line, "mezze",
		"data:image", "brass bell",
		"lupin", "Pescatarian"}
	for _, one := range mine {
		require.Contains(t, p.everything(), one)
	}
	require.Equal(t, 422, b.delete(fields{}).status)
	require.Equal(t, 422, b.delete(fields{"password": "not-my-password"}).status)
	got := b.delete(fields{"password": sample.Password})
	require.Equal(t, 200, got.status, got.body)
	require.Negative(t, got.cookies["sahn_session"].MaxAge)
	require.Equal(t, 401, b.profile().status)
	require.Equal(t, 401, phone.profile().status)
	for _, one := range mine {
		require.NotContains(t, p.everything(), one)
	}
	require.JSONEq(t, fmt.Sprintf(`{"data":{"profiles":[%q]}}`, sample.DanielCash.ID), phone.call("GET", "/api/erased", nil).body,
		"every browser of theirs is told to forget them")
	require.JSONEq(t, `{"data":{"profiles":[]}}`, p.browser().signIn(sample.Mariam).call("GET", "/api/erased", nil).body)
	require.Equal(t, `{"client_exist":false,"client_status":null}`,
		p.browser().call("PUT", "/api/search-by-email", fields{"email": sample.Daniel.Email}).body)
	require.Equal(t, 401, p.browser().login(sample.Daniel.Email, sample.Password).status)
	again := p.browser()
	require.Equal(t, 201, again.verify(sample.Daniel.Email, again.register("/api/client-register", cashClient(sample.Daniel.Email))).status,
		"a new beginning is a new person")
	require.NotContains(t, again.profile().body, sample.DanielCash.ID)
}

func TestACodeDeletesTheAccountOfWhoHasNoPassword(t *testing.T) {
	t.Parallel()
	p := settle(t)
	b := p.browser().signIn(sample.Priya)
	p.exec("UPDATE persons SET password_hash = NULL WHERE id = $1", sample.Priya.ID)
	require.Contains(t, b.delete(fields{"password": sample.Password}).body, `"reason":"no_password"`)
	code := b.ask(sample.Priya.Email)
	require.Equal(t, notRight, b.delete(fields{"otp": wrong(code)}).body)
	require.Equal(t, 200, b.delete(fields{"otp": code}).status)
	require.Equal(t, 1, p.count("persons WHERE erased_at IS NOT NULL"))
}

func TestNobodyIsErasedWhoseLunchIsOnItsWayWhoHasMoneyHereOrAloneLeadsACompany(t *testing.T) {
	t.Parallel()
	p := settle(t)
	b := p.browser().signIn(sample.Wei)
	got := b.delete(fields{"password": sample.Password})
	require.Equal(t, 409, got.status)
	require.JSONEq(t, `{"message":"There is still money in your wallet.","reason":"wallet_not_empty","detail":{"balance":6000}}`, got.body)
	require.Equal(t, 200, b.profile().status, "a refusal changes nothing")
	p.exec(
		`INSERT INTO orders (id, profile_id, company_id, status, source, week, rev, gross_amount, discount, net_amount, company_share,
			employee_share, wallet_amount, payable_amount,
		amount_due, vat_amount, company_vat_amount, terms, quote, quote_hash, draft_revs, handoff_key, created_at)
		VALUES ('00ORDER0000000000000000001', $1, $2, 'Confirmed', 'web', '2026-11-23', 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, '{}', '{}', '', '{}',
		'k', $3)`, sample.WeiMeridian.ID, sample.Meridian.ID, monday)
	p.exec(
		`INSERT INTO deliveries (id, order_id, profile_id, company_id, delivery_date, cutoff, address_id, live, net_amount,
			company_share, vat_amount)
		VALUES ('00DELIVERY0000000000000001', '00ORDER0000000000000000001', $1, $2, '2026-11-23', $3, $4, true, 0, 0, 0)`, sample.WeiMeridian.ID,
		sample.Meridian.ID, monday, sample.MeridianFloor2.ID)
	require.Contains(t, b.delete(fields{"password": sample.Password, "give_up_wallet": true}).body, `"reason":"open_orders"`)
	p.exec(`UPDATE deliveries SET delivery_date = '2026-11-22'`)
	entries := p.count("entries")
	require.Equal(t, 200, b.delete(fields{"password": sample.Password, "give_up_wallet": true}).status)
	require.Equal(t, entries, p.count("entries"), "the books stay")
	require.Equal(t, 1, p.count("orders"))

	admin := p.browser().signIn(sample.Omar)
	require.Contains(t, admin.delete(fields{"password": sample.Password}).body, `"reason":"last_admin"`)
	p.exec(`UPDATE profiles SET client_type = 'Admin' WHERE id = $1`, sample.PriyaHarbour.ID)
	require.Equal(t, 200, admin.delete(fields{"password": sample.Password}).status)
}

// topsUp writes a payment into a wallet.
func (p *place) topsUp(profile, company, status string) {
	p.t.Helper()
	p.exec(
		`INSERT INTO attempts (id, purpose, subject_id, profile_id, company_id, reference, amount, email, status, created_at, expires_at,
			settled_at, fort_id)
		VALUES (repeat('T', 26), 'topup', 'x', $1, $2, 'r', 5000, 'x@example.ae', $3, $4, $4, CASE WHEN $3 = 'open' THEN NULL ELSE $4::timestamptz
		END, CASE WHEN $3 = 'paid' THEN 'fort' END)`,
		profile, company, status, monday)
}

// posts writes into the account of a profile, against sales.
func (p *place) posts(kind, profile string, amount int64) {
	p.t.Helper()
	q, id := db.New(p.pool), ulid.Make().String()
	kinds, profiles, none := []string{kind, "sales"}, []string{profile, ""}, []string{"", ""}
	require.NoError(p.t, q.WalletAccountsMake(p.t.Context(), []string{ulid.Make().String(), ulid.Make().String()}, kinds, profiles, none))
	require.NoError(p.t, q.WalletTransactionsInsert(p.t.Context(), db.WalletTransactionsInsertParams{Ids: []string{id},
		Kinds: []string{"order"}, CauseTypes: []string{"counter"}, Causes: []string{id}, Notes: []string{""},
		At: monday}))
	require.NoError(p.t, q.WalletEntriesInsert(p.t.Context(), db.WalletEntriesInsertParams{Transactions: []string{id, id}, Kinds: kinds,
		Profiles: profiles, Companies: none, Amounts: []int64{amount, -amount}}))
}

func TestNobodyIsErasedWhileATopupOfTheirsIsOnItsWay(t *testing.T) {
	t.Parallel()
	p := settle(t)
	b := p.browser().signIn(sample.Daniel)
	p.topsUp(sample.DanielCash.ID, sample.Cash.ID, "open")
	got := b.delete(fields{"password": sample.Password})
	require.Equal(t, 409, got.status)
	require.Contains(t, got.body, `"reason":"open_orders"`)
	require.Contains(t, got.body, "payments on their way")
	p.exec("UPDATE attempts SET status = 'failed', settled_at = created_at")
	require.Equal(t, 200, b.delete(fields{"password": sample.Password}).status)
}

func TestWhoOwesForALunchAtACounterIsToldSoAndNotErased(t *testing.T) {
	t.Parallel()
	p := settle(t)
	b := p.browser().signIn(sample.Daniel)
	p.posts("receivable", sample.DanielCash.ID, -1250)
	got := b.delete(fields{"password": sample.Password, "give_up_wallet": true})
	require.Equal(t, 409, got.status)
	require.JSONEq(t,
		`{"message":"You still owe money for lunches at a counter. Please pay it first, or write to us.","reason":"owes",`+
			`"detail":{"amount":1250}}`, got.body)
	require.Equal(t, 200, b.profile().status, "a refusal changes nothing")
	p.posts("receivable", sample.DanielCash.ID, 1250)
	require.Equal(t, 200, b.delete(fields{"password": sample.Password}).status)
}

func TestMoneyThatArrivesWhileItsPersonIsBeingErasedIsSeen(t *testing.T) {
	t.Parallel()
	p := settle(t)
	b := p.browser().signIn(sample.Daniel)
	over := make(chan reply, 1)
	require.NoError(t, pgx.BeginFunc(t.Context(), p.pool, func(tx pgx.Tx) error {
		q := db.New(tx)
		_, err := q.ProfileRevLock(t.Context(), sample.DanielCash.ID)
		require.NoError(t, err)
		go func() { over <- b.delete(fields{"password": sample.Password}) }()
		p.awaitLock()
		return ledger.Credit(t.Context(), q, ledger.WalletCredit{ID: "x", Profile: sample.DanielCash.ID, Amount: 5000,
			Reason: "a payment that was late"}, monday)
	}))
	require.Contains(t, (<-over).body, `"reason":"wallet_not_empty"`)
}
