package api_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/oklog/ulid/v2"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
	"sahn/server/dev/sandbox"
	"sahn/server/dev/servertest"
	"sahn/server/platform/web"
)

// cases are those that wait, of one kind.
func (b *browser) cases(kind string) (all []fields) {
	b.t.Helper()
	body := b.ok("GET", "/api/kitchen/cases", nil)
	for _, c := range body["data"].([]any) {
		if one := c.(fields); one["kind"] == kind {
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
	h.orderAndPay(mariam)
	require.NoError(t, h.cards.Behave(sandbox.Behaviour{RefundFails: true}))
	device := ulid.Make().String()
	order := mariam.order(device)
	mariam.amend(device, order["id"], fields{"date": order["deliveries"].([]any)[0].(fields)["delivery_date"], "items": []any{}}, "card")

	// The refund is asked for after the answer; the bounds here only end a test that hangs.
	require.Eventually(t, func() bool {
		waiting := support.cases("refund")
		return len(waiting) == 1 && waiting[0]["what"] == "declined"
	}, 20*time.Second, 50*time.Millisecond)
	refund := support.cases("refund")[0]
	require.Equal(t, true, refund["open"])
	support.expect(http.StatusNotFound, "POST", "/api/kitchen/cases/close",
		fields{"kind": "refund", "id": refund["id"], "note": "credited by hand"}, "it is not put away while the bank may still pay it")

	balance := func() float64 {
		return support.ok("GET", "/api/kitchen/people/"+sample.MariamHarbour.ID, nil).data()["balance"].(float64)
	}
	before, path := balance(), "/api/kitchen/refunds/"+refund["id"].(string)+"/instead"
	support.expect(http.StatusUnprocessableEntity, "POST", path, fields{}, "without a reason")
	require.NoError(t, h.cards.Behave(sandbox.Behaviour{RefundFails: true, API: "down"}))
	support.refused(http.StatusServiceUnavailable, "provider_away", "POST", path, fields{"reason": "Your card was closed"})
	require.NoError(t, h.cards.Behave(sandbox.Behaviour{RefundFails: true}))
	h.clock.Move(16 * time.Minute) // that the provider was away while the bank was asked is long past
	require.Eventually(t, func() bool {
		status, _ := support.call("POST", path, fields{"reason": "Your card was closed"})
		return status == http.StatusOK
	}, 20*time.Second, 100*time.Millisecond)
	for range 2 {
		support.ok("POST", path, fields{"reason": "Your card was closed"})
	}
	require.Equal(t, before+refund["amount"].(float64), balance())
	require.Equal(t, 1,
		h.count("acts WHERE kind = 'refund.instead' AND subject = $1 AND note = 'Your card was closed'", sample.MariamHarbour.ID))
	require.Empty(t, support.cases("refund"))
	require.Contains(t, h.letter(sample.Mariam.Email, "came back into your wallet").Text, "Your card was closed")
	support.expect(http.StatusNotFound, "POST", "/api/kitchen/refunds/nobodys/instead", fields{"reason": "x"})
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
			intent := h.orderAndPay(mariam)
			h.exec(`INSERT INTO refunds (id, attempt_id, fort_id, amount, cause, cause_id, status, at, sent_at, declined_at)
				SELECT $1, id, fort_id, 100, 'a test', 'x', 'asked', $3, $3, $3 FROM attempts WHERE id = $2`,
				ulid.Make().String(), intent, now)
			h.exec(gone[0], gone[1], now)
			path := "/api/kitchen/refunds/" + h.text("SELECT id FROM refunds") + "/instead"
			support.refused(http.StatusConflict, "no_wallet", "POST", path, fields{"reason": "the account is gone"})
			require.Equal(t, "asked", h.text("SELECT status FROM refunds"), "nothing happened")
			support.ok("POST", path, fields{"reason": "the account is gone", "transfer": "FT26326 0001"})
			require.Equal(t, "bank 100", h.text(`SELECT k.kind || ' ' || e.amount FROM transactions t
				JOIN entries e ON e.transaction_id = t.id JOIN accounts k ON k.id = e.account_id
				WHERE t.note = 'FT26326 0001' AND e.amount > 0`))
			require.Equal(t, 1, h.count("acts WHERE kind = 'refund.instead' AND after->>'transfer' = 'FT26326 0001'"))
		})
	}
}

// leftOpen is a payment that its page has taken and of which the provider says nothing, with the provider's number.
func (h *testApp) leftOpen(b *browser) (intent, number string) {
	h.t.Helper()
	require.NoError(h.t, h.cards.Behave(sandbox.Behaviour{SettleMS: 600_000}))
	intent = orderThreeDays(h.t, h, b)
	h.pay(b, intent, "4000000000000119")
	return intent, h.cards.Payments()[0].FortID
}

func TestAPaymentThatTheProviderLeavesOpenIsSettledBySupport(t *testing.T) {
	t.Parallel()
	h := open(t)
	mariam, helper, support := h.as(sample.Mariam), h.as(h.operator("support")), h.as(h.operator("manager"))
	intent, number := h.leftOpen(mariam)
	path := "/api/kitchen/attempts/" + intent + "/settle"
	word := fields{"taken": true, "number": number, "reason": "captured, says the back office"}
	support.refused(http.StatusConflict, "attempt_paying", "POST", path, word)
	h.clock.Move(time.Hour)
	support.expect(http.StatusUnprocessableEntity, "POST", path, fields{"taken": true, "number": "99", "reason": "another payment"})
	helper.refused(http.StatusForbidden, "attempt_taken", "POST", path, word, "money is called taken by a manager")
	support.ok("POST", path, word)
	require.Equal(t, "Confirmed", h.text("SELECT status FROM orders"))
	require.Equal(t, 1, h.count("acts WHERE kind = 'attempt.settle' AND subject = $1 AND note = 'captured, says the back office'", intent))
	support.refused(http.StatusConflict, "attempt_settled", "POST", path, word)
	require.Equal(t, 1, h.count("acts WHERE kind = 'attempt.settle'"))
	servertest.Sound(t, h.pool)
}

func TestNobodySettlesAPaymentOfTheirOwn(t *testing.T) {
	t.Parallel()
	h := open(t)
	mariam, manager := h.as(sample.Mariam), h.as(h.operator("manager"))
	intent, number := h.leftOpen(mariam)
	h.clock.Move(time.Hour)
	h.exec("UPDATE profiles SET person_id = (SELECT id FROM persons WHERE email = 'manager@sahn.example') WHERE id = $1",
		sample.MariamHarbour.ID)
	for _, taken := range []bool{true, false} {
		manager.refused(http.StatusForbidden, "attempt_own", "POST", "/api/kitchen/attempts/"+intent+"/settle",
			fields{"taken": taken, "number": number, "reason": "mine"})
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
			laptop.ok("DELETE", "/api/devices/"+id, nil)
			require.Zero(h.t, h.count("acts WHERE kind = 'person.signout'"))
		},
		"by support": func(h *testApp, _ *browser, id string) {
			support, path := h.as(h.operator("support")), "/api/kitchen/people/"+sample.MariamHarbour.ID
			require.Len(h.t, support.ok("GET", path, nil).data()["sign_ins"], 2)
			support.ok("POST", path+"/sign-out", fields{"session": id})
			require.Equal(h.t, 1, h.count("acts WHERE kind = 'person.signout' AND subject = $1", sample.MariamHarbour.ID))
			support.expect(http.StatusNotFound, "POST", path+"/sign-out", fields{"session": id}, "it is over")
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := open(t)
			laptop, phone, device := h.as(sample.Mariam), h.as(sample.Mariam), ulid.Make().String()
			says := func(n int) fields { return round(device, chosen(n, "2026-11-25", portions("m", n))) }
			phone.ok("POST", "/api/sync", says(1))
			list := laptop.ok("GET", "/api/devices", nil)
			require.Len(t, list["data"], 2)
			lost := ""
			for _, one := range list["data"].([]any) {
				if device := one.(fields); device["this"] == false {
					lost = device["id"].(string)
				}
			}
			h.clock.Move(time.Minute)
			ends(h, laptop, lost)
			phone.expect(http.StatusUnauthorized, "POST", "/api/sync", says(2))
			laptop.refused(http.StatusForbidden, "device_revoked", "POST", "/api/sync", says(2), "also in the name of its owner's other session")
			require.Equal(t, 1, h.count("operations"), "what it had said before stands, and nothing more")
			require.Equal(t, 1, h.count("devices WHERE revoked_at IS NOT NULL"))

			h.clock.Move(time.Minute)
			h.as(sample.Mariam).ok("POST", "/api/sync", says(2))
			require.Equal(t, 2, h.count("operations"), "found again, it goes on where it was")
			laptop.ok("GET", "/api/get-profile", nil)
		})
	}
}

func TestSupportDoesNotSignOutAManager(t *testing.T) {
	t.Parallel()
	h := open(t)
	h.as(sample.Sara)
	profile := ulid.Make().String()
	h.exec(
		"INSERT INTO profiles (id, person_id, company_id, client_type, status, created_at) VALUES ($1, $2, $3, 'Employee', 'Active', now())",
		profile, sample.Sara.ID, sample.Harbour.ID)
	support := h.as(h.operator("support"))
	session := h.text("SELECT encode(id, 'hex') FROM sessions WHERE person_id = $1", sample.Sara.ID)
	require.Empty(t, support.ok("GET", "/api/kitchen/people/"+profile, nil).data()["sign_ins"])
	support.expect(http.StatusNotFound, "POST", "/api/kitchen/people/"+profile+"/sign-out", fields{"session": session})
}

func TestSupportReadsTheCopyThatAPersonQuotes(t *testing.T) {
	t.Parallel()
	h := open(t)
	mariam, support := h.as(sample.Mariam), h.as(h.operator("support"))
	meal := h.text("SELECT min(id) FROM meals")
	copied := mariam.ok("POST", "/api/sync/copy",
		fields{"dev": ulid.Make().String(), "app": "2026.11.1", "why": "loop", "pending": 3, "age": 1000,
			"ops": []any{chosen(1, "2026-11-25", portions(meal, 2), portions("gone", 1)), chosen(2, "2026-11-25"),
				fields{"n": 3, "id": ulid.Make().String(), "k": "other/1", "a": fields{"x": 1}}}})
	one := support.cases("copy")[0]
	require.Equal(t, []any{copied["id"], "loop", false}, []any{one["id"], one["what"], one["open"]})
	require.Equal(t, []any{
		fields{"date": "2026-11-25",
			"meals": []any{fields{"name": h.text("SELECT body->>'name' FROM meals WHERE id = $1", meal), "qty": 2.},
				fields{"name": "gone", "qty": 1.}}},
		fields{"date": "2026-11-25", "meals": []any{}},
	}, one["choices"])
	require.Contains(t, one["said"], "other/1", "what nobody can read is there as it came")

	h.exec(`INSERT INTO quarantine (profile_id, id, device_id, n, strikes, payload, at)
		VALUES ($1, $2, 'd', 1, 3, '{"n":1,"id":"x","k":"day.set/1","a":{"date":"2026-11-26","items":[{"meal":"m","qty":1}],"seen":0}}', now())`,
		sample.MariamHarbour.ID, ulid.Make().String())
	require.Equal(t, []any{fields{"date": "2026-11-26", "meals": []any{fields{"name": "m", "qty": 1.}}}},
		support.cases("change")[0]["choices"])
}

func TestAJobThatIsClosedIsForgottenAndNoOtherIs(t *testing.T) {
	t.Parallel()
	h := open(t)
	support, one, other := h.as(h.operator("support")), h.lostJob(), h.lostJob()
	for range 2 {
		support.ok("POST", "/api/kitchen/cases/close", fields{"kind": "job", "id": one, "note": "the code is long past"})
	}
	require.Zero(t, h.count("river_job WHERE id = $1::bigint", one))
	require.Equal(t, other, support.cases("job")[0]["id"])
	require.Equal(t, 1, h.count("acts WHERE kind = 'case.close'"))
	support.expect(http.StatusNotFound, "POST", "/api/kitchen/cases/close", fields{"kind": "job", "id": "999999", "note": "x"})
	require.Zero(t, h.count("cases_closed WHERE id = '999999'"))
}

// Support finds a person's tax invoices on their page and saves each as it was issued; the kitchen and other people do not.
func TestSupportSavesAPersonsTaxInvoice(t *testing.T) {
	t.Parallel()
	h := open(t)
	mariam, sara := h.as(sample.Mariam), h.as(sample.Sara)
	order := h.paidFor(orderThreeDays(t, h, mariam))
	id := h.documentOf(&role{own: map[web.Of]string{web.OwnProfile: sample.MariamHarbour.ID, web.OwnCompany: sample.Harbour.ID,
		web.OwnOrder: order}})
	documents := sara.ok("GET", "/api/kitchen/people/"+sample.MariamHarbour.ID, nil).data()["documents"].([]any)
	require.Len(t, documents, 1)
	require.Equal(t, []any{id, order, "invoice", 2000.}, []any{documents[0].(fields)["id"], documents[0].(fields)["about"],
		documents[0].(fields)["kind"], documents[0].(fields)["total"]})
	require.Empty(t, sara.ok("GET", "/api/kitchen/people/"+sample.PriyaHarbour.ID, nil).data()["documents"])
	path := "/api/kitchen/tax-documents/" + id + "/pdf"
	for _, c := range []struct {
		who    *browser
		status int
	}{{sara, 200}, {h.as(h.operator("support")), 200}, {h.as(h.operator("kitchen")), 403}, {mariam, 403}, {h.as(sample.Omar), 403}} {
		res := c.who.send("GET", path, nil)
		require.NoError(t, res.Body.Close())
		require.Equal(t, c.status, res.StatusCode)
	}
}
