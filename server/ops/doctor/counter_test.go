package doctor_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"log/slog"
	"maps"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/oklog/ulid/v2"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/menu/published"
	"sahn/server/platform/job"
	"sahn/server/platform/web"
	"sahn/server/pos"
)

func init() {
	maps.Copy(planted, map[string]string{
		"a counter sale is the sum of its lines":                   `UPDATE counter_lines SET price = price + 1`,
		"a sold line has the VAT of its total, at its sale's rate": `UPDATE counter_lines SET vat = vat + 1`,
		"who pays at a counter adds up": `
			UPDATE counter_sales SET cash_amount = cash_amount + 1`,
		"a counter sale is posted as it was paid, and taken back when it was undone": `
			DELETE FROM transactions WHERE cause_type = 'counter' AND kind = 'refund'`,
		"a booked fact has its effect, once, and no other has": `DELETE FROM till_facts WHERE kind = 'void/1'`,
		"a receipt number is one fact's": `
			UPDATE till_facts SET receipt = 1 WHERE receipt IS NOT NULL`,
		"nothing of a till counts as heard that is not kept":        `UPDATE tills SET had = 1000`,
		"a fact that was set aside is kept":                         `DELETE FROM till_quarantine`,
		"a company's share at a counter is kept as its sale stands": `UPDATE counter_shares SET state = 'released'`,
		"a company's share at a counter is what was agreed": `
			UPDATE counter_sales SET terms = terms || '{"share_value": 1}'`,
		"nothing is on somebody's account without their code": `
			UPDATE counter_sales SET proof = NULL WHERE profile_id IS NOT NULL`,
		"a sale that counts as confirmed is what its buyer confirmed, in time": `UPDATE counter_confirms SET amount = amount + 1`,
		"a till, its shifts and its sales are of one company's site": `
			UPDATE tills SET company_id = '` + sample.QasrStudio.CompanyID + `'`,
		"what the office undid is in the trail, with a reason": `
			UPDATE counter_sales SET void_shift_id = NULL, void_by = (SELECT min(id) FROM profiles) WHERE voided_at IS NOT NULL`,
		"a debt is paid out of its own wallet, by money that came in or a sale that was undone": `
			UPDATE transactions SET cause_id = 'x' WHERE kind = 'debt'`,
		"nobody is owed anything for a lunch at a counter": `
			UPDATE entries e SET amount = 100000 FROM accounts a WHERE a.id = e.account_id AND a.kind = 'receivable' AND e.amount > 0`,
		"a dispute is about its buyer's sale, and one that was reversed is taken back to the fils": `
			UPDATE entries SET amount = amount + 1 WHERE transaction_id IN (SELECT t.id
				FROM transactions t JOIN counter_disputes d ON d.sale_id = t.cause_id
				WHERE t.kind = 'refund')`,
		"a report blocked its buyer's codes of before":              `UPDATE counter_freezes SET good_from = good_from - interval '1 day'`,
		"what operators decided of a dispute is in the trail, once": `DELETE FROM acts WHERE kind = 'dispute.reversed'`,
		"one unassigned shift a till and day":                       `UPDATE till_shifts SET unassigned = true`,
	})
}

// sellAtCounters lets a till of a company sell in every way, undo, and say what cannot be booked.
func sellAtCounters(t *testing.T, pool *pgxpool.Pool, company sample.Company) {
	t.Helper()
	now := servertest.Week.Start().Add(12 * time.Hour)
	queue, err := job.NewQueue(slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	p := &pos.Pos{
		Conn: pool, Queue: queue, Clock: servertest.ClockAt(now).Now, Menus: published.NewStore(), App: "2026.11.2",
		Keys: servertest.Secrets, Log: slog.New(slog.DiscardHandler),
	}
	admin, eater := servertest.Eater(t, pool, company), servertest.Eater(t, pool, company)
	servertest.Credit(t, pool, eater, 700)
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	point, err := key.PublicKey.Bytes()
	require.NoError(t, err)
	code, err := p.HandleTillCode(t.Context(), admin, pos.TillCodeRequest{
		AddressID: servertest.One[string](t, pool, "SELECT min(id) FROM addresses WHERE company_id = $1", company.ID), Name: "Pantry",
	})
	require.NoError(t, err)
	till, err := p.HandlePair(t.Context(), web.Caller{}, pos.PairRequest{
		Code: code.Code, PublicKey: base64.RawURLEncoding.EncodeToString(point),
	})
	require.NoError(t, err)
	proof := func(who web.Caller) string {
		shown, err := p.HandleCode(t.Context(), who, web.None{})
		require.NoError(t, err)
		text, _, _ := strings.Cut(shown.Code, ".")
		var said struct {
			P, T string
			S    json.Number
		}
		raw, err := base64.RawURLEncoding.DecodeString(text)
		require.NoError(t, err)
		require.NoError(t, json.Unmarshal(raw, &said))
		return said.P + "." + said.S.String() + "." + said.T
	}

	id := func() string { return ulid.Make().String() }
	opened, sold, undone := id(), id(), id()
	fact := func(id, kind string, more map[string]any) json.RawMessage {
		more["id"], more["k"], more["at"], more["off"] = id, kind, now.UnixMilli(), 0
		return json.RawMessage(servertest.JSON(t, more))
	}
	lines := []any{[]any{servertest.Meal(servertest.Week, 0), 1, 4000}}
	batch := pos.Batch{V: pos.Version, App: "2026.11.2", Facts: []json.RawMessage{
		fact(opened, "open/1", map[string]any{"f": 1000}),
		fact(sold, "sale/1", map[string]any{"n": 1, "s": opened, "l": lines, "c": 4000}),
		fact(undone, "sale/1", map[string]any{"n": 2, "s": opened, "l": lines, "t": 4000}),
		fact(id(), "sale/1", map[string]any{"n": 3, "l": lines, "e": 4000, "p": proof(eater)}),
		fact(id(), "sale/1", map[string]any{"n": 3, "l": lines, "c": 4000}),
		fact(id(), "void/1", map[string]any{"o": undone, "m": "wrong"}),
		json.RawMessage(`{}`),
	}}
	answer, err := p.HandleCheckout(t.Context(), web.Caller{TillID: till.Till, CompanyID: company.ID}, batch)
	require.NoError(t, err)
	codes := ""
	for _, r := range answer.Res {
		codes += string('0' + rune(r.Code))
	}
	require.Equal(t, "0000404", codes)
	servertest.Credit(t, pool, eater, 900) // and some of what is owed is paid

	// Another one's purchase was not theirs, and an operator takes it back.
	other := servertest.Eater(t, pool, company)
	taken := id()
	answer, err = p.HandleCheckout(t.Context(), web.Caller{TillID: till.Till, CompanyID: company.ID}, pos.Batch{V: pos.Version,
		App:   "2026.11.2",
		Facts: []json.RawMessage{fact(taken, "sale/1", map[string]any{"n": 4, "l": lines, "e": 4000, "p": proof(other)})}})
	require.NoError(t, err)
	require.Equal(t, pos.Booked, answer.Res[0].Code)
	_, err = p.HandleReport(t.Context(), other, pos.ReportRequest{Sale: taken})
	require.NoError(t, err)
	_, err = p.HandleDecide(t.Context(), servertest.Operator(t, pool, "manager"), pos.DecideRequest{Outcome: "reversed", Note: "not theirs",
		ID: servertest.One[string](t, pool, "SELECT id FROM counter_disputes")})
	require.NoError(t, err)

	// A third one's sale is above the limit and confirmed, and undone later, so that it is on no invoice.
	p.SaleLimit = 3000
	third, asked := servertest.Eater(t, pool, company), id()
	servertest.Credit(t, pool, third, 4000)
	code3 := proof(third)
	_, err = p.HandleAsk(t.Context(), web.Caller{TillID: till.Till, CompanyID: company.ID}, pos.AskRequest{Sale: asked, Proof: code3,
		Amount: 4000, Lines: []pos.AskLine{{Meal: servertest.Meal(servertest.Week, 0), Qty: 1, Price: 4000}}})
	require.NoError(t, err)
	_, err = p.HandleConfirmAnswer(t.Context(), third, pos.ConfirmRequest{ID: asked, Amount: 4000, Yes: true})
	require.NoError(t, err)
	answer, err = p.HandleCheckout(t.Context(), web.Caller{TillID: till.Till, CompanyID: company.ID}, pos.Batch{V: pos.Version,
		App: "2026.11.2",
		Facts: []json.RawMessage{fact(asked, "sale/1", map[string]any{"n": 5, "l": lines, "e": 4000, "p": code3}),
			fact(id(), "void/1", map[string]any{"o": asked, "m": "wrong"})}})
	require.NoError(t, err)
	require.Equal(t, pos.Booked, answer.Res[0].Code)
}
