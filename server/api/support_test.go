package api_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/oklog/ulid/v2"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
	"sahn/server/dev/sandbox"
	"sahn/server/dev/servertest"
)

// cases are those that wait, of one kind.
func (b *browser) cases(kind string) (all []map[string]any) {
	b.t.Helper()
	status, body := b.call("GET", "/api/kitchen/cases", nil)
	require.Equal(b.t, http.StatusOK, status, body)
	for _, c := range body["data"].([]any) {
		if one := c.(map[string]any); one["kind"] == kind {
			all = append(all, one)
		}
	}
	return all
}

// The whole way of a refund that a card does not take: support pays it into the wallet, once, and nobody asks the bank again.
func TestARefundThatTheBankDeclinesIsPaidIntoTheWalletBySupport(t *testing.T) {
	t.Parallel()
	h := open(t)
	mariam, support := h.as(sample.Mariam), h.as(h.operator("support"))
	intent := orderThreeDays(t, h, mariam)
	h.pay(mariam, intent, "4005550000000001")
	require.Equal(t, "paid", h.settled(mariam, intent)["status"])
	require.NoError(t, h.cards.Behave(sandbox.Behaviour{RefundFails: true}))
	device := ulid.Make().String()
	_, round := mariam.call("POST", "/api/sync",
		map[string]any{"v": 3, "app": "2026.11.1", "dev": device, "cur": 0, "done": 0, "ops": []any{}})
	order := round["orders"].([]any)[0].(map[string]any)
	ask := map[string]any{"order": order["id"],
		"days":   []any{map[string]any{"date": order["deliveries"].([]any)[0].(map[string]any)["delivery_date"], "items": []any{}}},
		"wallet": false, "refund": "card"}
	_, seen := mariam.call("POST", "/api/amendment/quote", ask)
	for k, v := range map[string]any{"dev": device, "quote": seen["hash"], "seen": seen, "key": ulid.Make().String(),
		"revs": map[string]any{}} {
		ask[k] = v
	}
	status, saved := mariam.call("POST", "/api/amendment", ask)
	require.Equal(t, http.StatusOK, status, saved)

	// The refund is asked for after the answer; the bounds here only end a test that hangs.
	require.Eventually(t, func() bool {
		waiting := support.cases("refund")
		return len(waiting) == 1 && waiting[0]["what"] == "declined"
	}, 20*time.Second, 50*time.Millisecond)
	refund := support.cases("refund")[0]
	require.Equal(t, true, refund["open"])
	status, _ = support.call("POST", "/api/kitchen/cases/close",
		map[string]any{"kind": "refund", "id": refund["id"], "note": "credited by hand"})
	require.Equal(t, http.StatusNotFound, status, "it is not put away while the bank may still pay it")

	balance := func() float64 {
		_, sheet := support.call("GET", "/api/kitchen/people/"+sample.MariamHarbour.ID, nil)
		return sheet["data"].(map[string]any)["balance"].(float64)
	}
	before, path := balance(), "/api/kitchen/refunds/"+refund["id"].(string)+"/instead"
	status, _ = support.call("POST", path, map[string]any{})
	require.Equal(t, http.StatusUnprocessableEntity, status, "without a reason")
	require.NoError(t, h.cards.Behave(sandbox.Behaviour{RefundFails: true, API: "down"}))
	status, said := support.call("POST", path, map[string]any{"reason": "Your card was closed"})
	require.Equal(t, []any{http.StatusServiceUnavailable, "provider_away"}, []any{status, said["reason"]})
	require.NoError(t, h.cards.Behave(sandbox.Behaviour{RefundFails: true}))
	h.clock.Move(16 * time.Minute) // that the provider was away while the bank was asked is long past
	require.Eventually(t, func() bool {
		status, _ = support.call("POST", path, map[string]any{"reason": "Your card was closed"})
		return status == http.StatusOK
	}, 20*time.Second, 100*time.Millisecond)
	for range 2 {
		status, _ = support.call("POST", path, map[string]any{"reason": "Your card was closed"})
		require.Equal(t, http.StatusOK, status)
	}
	require.Equal(t, before+refund["amount"].(float64), balance())
	require.Equal(t, 1,
		h.count("acts WHERE kind = 'refund.instead' AND subject = $1 AND note = 'Your card was closed'", sample.MariamHarbour.ID))
	require.Empty(t, support.cases("refund"))
	require.Eventually(t, func() bool {
		mails, err := h.mailbox.Mails(100)
		require.NoError(t, err)
		for _, m := range mails {
			if strings.HasSuffix(m.Subject, "came back into your wallet") && strings.Contains(m.Text, "Your card was closed") {
				return true
			}
		}
		return false
	}, 20*time.Second, 50*time.Millisecond)
	status, _ = support.call("POST", "/api/kitchen/refunds/nobodys/instead", map[string]any{"reason": "x"})
	require.Equal(t, http.StatusNotFound, status)
	servertest.Sound(t, h.pool)
}

func TestAnAccountThatWasDeletedOrRemovedGetsItsRefundByTransfer(t *testing.T) {
	t.Parallel()
	for name, gone := range map[string][2]string{
		"deleted": {"UPDATE persons SET erased_at = $2 WHERE id = $1", sample.Mariam.ID},
		"removed": {"UPDATE profiles SET status = 'Suspended', client_type = 'Employee', department_id = NULL, removed_at = $2 WHERE id = $1",
			sample.MariamHarbour.ID},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := open(t)
			mariam, support := h.as(sample.Mariam), h.as(h.operator("support"))
			intent := orderThreeDays(t, h, mariam)
			h.pay(mariam, intent, "4005550000000001")
			require.Equal(t, "paid", h.settled(mariam, intent)["status"])
			h.exec(`INSERT INTO refunds (id, attempt_id, fort_id, amount, cause, cause_id, status, at, sent_at, declined_at)
				SELECT $1, id, fort_id, 100, 'a test', 'x', 'asked', $3, $3, $3 FROM attempts WHERE id = $2`,
				ulid.Make().String(), intent, now)
			h.exec(gone[0], gone[1], now)
			path := "/api/kitchen/refunds/" + h.text("SELECT id FROM refunds") + "/instead"
			status, said := support.call("POST", path, map[string]any{"reason": "the account is gone"})
			require.Equal(t, []any{http.StatusConflict, "no_wallet"}, []any{status, said["reason"]})
			require.Equal(t, "asked", h.text("SELECT status FROM refunds"), "nothing happened")
			status, said = support.call("POST", path, map[string]any{"reason": "the account is gone", "transfer": "FT26326 0001"})
			require.Equal(t, http.StatusOK, status, said)
			require.Equal(t, "bank 100",
				h.text(
					"SELECT k.kind || ' ' || e.amount FROM transactions t JOIN entries e ON e.transaction_id = t.id JOIN accounts k ON k.id = "+
						"e.account_id WHERE t.note = 'FT26326 0001' AND e.amount > 0"))
			require.Equal(t, 1, h.count("acts WHERE kind = 'refund.instead' AND after->>'transfer' = 'FT26326 0001'"))
		})
	}
}

func TestAPaymentThatTheProviderLeavesOpenIsSettledBySupport(t *testing.T) {
	t.Parallel()
	h := open(t)
	mariam, helper, support := h.as(sample.Mariam), h.as(h.operator("support")), h.as(h.operator("manager"))
	require.NoError(t, h.cards.Behave(sandbox.Behaviour{SettleMS: 600_000}))
	intent := orderThreeDays(t, h, mariam)
	h.pay(mariam, intent, "4000000000000119")
	path := "/api/kitchen/attempts/" + intent + "/settle"
	number := h.cards.Payments()[0].FortID
	word := map[string]any{"taken": true, "number": number, "reason": "captured, says the back office"}
	status, said := support.call("POST", path, word)
	require.Equal(t, []any{http.StatusConflict, "attempt_paying"}, []any{status, said["reason"]})
	h.clock.Move(time.Hour)
	status, _ = support.call("POST", path, map[string]any{"taken": true, "number": "99", "reason": "another payment"})
	require.Equal(t, http.StatusUnprocessableEntity, status)
	status, said = helper.call("POST", path, word)
	require.Equal(t, []any{http.StatusForbidden, "attempt_taken"}, []any{status, said["reason"]}, "money is called taken by a manager")
	status, said = support.call("POST", path, word)
	require.Equal(t, http.StatusOK, status, said)
	require.Equal(t, "Confirmed", h.text("SELECT status FROM orders"))
	require.Equal(t, 1, h.count("acts WHERE kind = 'attempt.settle' AND subject = $1 AND note = 'captured, says the back office'", intent))
	status, said = support.call("POST", path, word)
	require.Equal(t, []any{http.StatusConflict, "attempt_settled"}, []any{status, said["reason"]})
	require.Equal(t, 1, h.count("acts WHERE kind = 'attempt.settle'"))
	servertest.Sound(t, h.pool)
}

func TestNobodySettlesAPaymentOfTheirOwn(t *testing.T) {
	t.Parallel()
	h := open(t)
	mariam, manager := h.as(sample.Mariam), h.as(h.operator("manager"))
	require.NoError(t, h.cards.Behave(sandbox.Behaviour{SettleMS: 600_000}))
	intent := orderThreeDays(t, h, mariam)
	h.pay(mariam, intent, "4000000000000119")
	h.clock.Move(time.Hour)
	h.exec(
		"UPDATE profiles SET person_id = (SELECT person_id FROM profiles WHERE operator_role = 'manager' AND person_id IN (SELECT id FROM "+
			"persons WHERE email = 'manager@sahn.example')) WHERE id = $1", sample.MariamHarbour.ID)
	for _, taken := range []bool{true, false} {
		status, said := manager.call("POST", "/api/kitchen/attempts/"+intent+"/settle",
			map[string]any{"taken": taken, "number": h.cards.Payments()[0].FortID, "reason": "mine"})
		require.Equal(t, []any{http.StatusForbidden, "attempt_own"}, []any{status, said["reason"]})
	}
	require.Equal(t, "open", h.text("SELECT status FROM attempts"))
	require.Zero(t, h.count("acts WHERE kind = 'attempt.settle'"))
}

// A lost phone is signed out remotely: it can send nothing in its owner's name until the owner signs in on it again, and then it continues
// where it was.
func TestALostPhoneIsSignedOutAndSaysNothingUntilItsOwnerSignsInThere(t *testing.T) {
	t.Parallel()
	for name, ends := range map[string]func(h *testApp, laptop *browser, id string){
		"by its owner": func(h *testApp, laptop *browser, id string) {
			status, said := laptop.call("DELETE", "/api/devices/"+id, nil)
			require.Equal(h.t, http.StatusOK, status, said)
			require.Zero(h.t, h.count("acts WHERE kind = 'person.signout'"))
		},
		"by support": func(h *testApp, _ *browser, id string) {
			support, path := h.as(h.operator("support")), "/api/kitchen/people/"+sample.MariamHarbour.ID
			_, sheet := support.call("GET", path, nil)
			require.Len(h.t, sheet["data"].(map[string]any)["sign_ins"], 2)
			status, said := support.call("POST", path+"/sign-out", map[string]any{"session": id})
			require.Equal(h.t, http.StatusOK, status, said)
			require.Equal(h.t, 1, h.count("acts WHERE kind = 'person.signout' AND subject = $1", sample.MariamHarbour.ID))
			status, _ = support.call("POST", path+"/sign-out", map[string]any{"session": id})
			require.Equal(h.t, http.StatusNotFound, status, "it is over")
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := open(t)
			laptop := h.as(sample.Mariam)
			phone := h.as(sample.Mariam)
			dev, n := ulid.Make().String(), 0
			says := func(b *browser) (int, answer) {
				n++
				return b.call("POST", "/api/sync", map[string]any{"v": 3, "app": "2026.11.1", "dev": dev, "cur": 0, "done": 0,
					"ops": []any{map[string]any{"n": n, "id": ulid.Make().String(), "k": "day.set/1",
						"a": map[string]any{"date": "2026-11-25", "items": []any{map[string]any{"meal": "m", "qty": n}}, "seen": 0}}}})
			}
			status, said := says(phone)
			require.Equal(t, http.StatusOK, status, said)
			_, list := laptop.call("GET", "/api/devices", nil)
			require.Len(t, list["data"], 2)
			lost := ""
			for _, one := range list["data"].([]any) {
				if device := one.(map[string]any); device["this"] == false {
					lost = device["id"].(string)
				}
			}
			h.clock.Move(time.Minute)
			ends(h, laptop, lost)
			status, _ = says(phone)
			require.Equal(t, http.StatusUnauthorized, status)
			n--
			status, said = says(laptop)
			require.Equal(t, []any{http.StatusForbidden, "device_revoked"}, []any{status, said["reason"]},
				"also in the name of another session of its owner")
			n--
			require.Equal(t, 1, h.count("operations"), "what it had said before stands, and nothing more")
			require.Equal(t, 1, h.count("devices WHERE revoked_at IS NOT NULL"))

			h.clock.Move(time.Minute)
			status, said = says(h.as(sample.Mariam))
			require.Equal(t, http.StatusOK, status, said)
			require.Equal(t, 2, h.count("operations"), "found again, it goes on where it was")
			status, _ = laptop.call("GET", "/api/get-profile", nil)
			require.Equal(t, http.StatusOK, status)
		})
	}
}

func TestSupportDoesNotSignOutAManager(t *testing.T) {
	t.Parallel()
	h := open(t)
	h.as(sample.Sara)
	h.exec(
		"INSERT INTO profiles (id, person_id, company_id, client_type, status, created_at) VALUES ($1, $2, $3, 'Employee', 'Active', now())",
		ulid.Make().String(), sample.Sara.ID, sample.Harbour.ID)
	support := h.as(h.operator("support"))
	session, profile := h.text("SELECT encode(id, 'hex') FROM sessions WHERE person_id = $1", sample.Sara.ID),
		h.text("SELECT id FROM profiles WHERE person_id = $1 AND client_type = 'Employee'", sample.Sara.ID)
	_, sheet := support.call("GET", "/api/kitchen/people/"+profile, nil)
	require.Empty(t, sheet["data"].(map[string]any)["sign_ins"])
	status, _ := support.call("POST", "/api/kitchen/people/"+profile+"/sign-out", map[string]any{"session": session})
	require.Equal(t, http.StatusNotFound, status)
}

func TestSupportReadsTheCopyThatAPersonQuotes(t *testing.T) {
	t.Parallel()
	h := open(t)
	mariam, support := h.as(sample.Mariam), h.as(h.operator("support"))
	meal := h.text("SELECT min(id) FROM meals")
	op := func(n int, items ...any) map[string]any {
		return map[string]any{"n": n, "id": ulid.Make().String(), "k": "day.set/1",
			"a": map[string]any{"date": "2026-11-25", "items": append([]any{}, items...), "seen": 0}}
	}
	status, copied := mariam.call("POST", "/api/sync/copy",
		map[string]any{"dev": ulid.Make().String(), "app": "2026.11.1", "why": "loop", "pending": 3, "age": 1000,
			"ops": []any{op(1, map[string]any{"meal": meal, "qty": 2}, map[string]any{"meal": "gone", "qty": 1}), op(2),
				map[string]any{"n": 3, "id": ulid.Make().String(), "k": "other/1", "a": map[string]any{"x": 1}}}})
	require.Equal(t, http.StatusOK, status, copied)
	one := support.cases("copy")[0]
	require.Equal(t, []any{copied["id"], "loop", false}, []any{one["id"], one["what"], one["open"]})
	require.Equal(t, []any{
		map[string]any{"date": "2026-11-25",
			"meals": []any{map[string]any{"name": h.text("SELECT body->>'name' FROM meals WHERE id = $1", meal), "qty": 2.},
				map[string]any{"name": "gone", "qty": 1.}}},
		map[string]any{"date": "2026-11-25", "meals": []any{}},
	}, one["wishes"])
	require.Contains(t, one["said"], "other/1", "what nobody can read is there as it came")

	h.exec(`INSERT INTO quarantine (profile_id, id, device_id, n, strikes, payload, at)
		VALUES ($1, $2, 'd', 1, 3, '{"n":1,"id":"x","k":"day.set/1","a":{"date":"2026-11-26","items":[{"meal":"m","qty":1}],"seen":0}}', now())`,
		sample.MariamHarbour.ID, ulid.Make().String())
	require.Equal(t, []any{map[string]any{"date": "2026-11-26", "meals": []any{map[string]any{"name": "m", "qty": 1.}}}},
		support.cases("change")[0]["wishes"])
}

func TestAJobThatIsClosedIsForgottenAndNoOtherIs(t *testing.T) {
	t.Parallel()
	h := open(t)
	support, one, other := h.as(h.operator("support")), h.lostJob(), h.lostJob()
	for range 2 {
		status, said := support.call("POST", "/api/kitchen/cases/close",
			map[string]any{"kind": "job", "id": one, "note": "the code is long past"})
		require.Equal(t, http.StatusOK, status, said)
	}
	require.Zero(t, h.count("river_job WHERE id = $1::bigint", one))
	require.Equal(t, other, support.cases("job")[0]["id"])
	require.Equal(t, 1, h.count("acts WHERE kind = 'case.close'"))
	status, _ := support.call("POST", "/api/kitchen/cases/close", map[string]any{"kind": "job", "id": "999999", "note": "x"})
	require.Equal(t, http.StatusNotFound, status)
	require.Zero(t, h.count("cases_closed WHERE id = '999999'"))
}
