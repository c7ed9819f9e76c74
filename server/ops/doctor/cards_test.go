package doctor_test

import (
	"context"
	"maps"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/oklog/ulid/v2"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/ledger"
	"sahn/server/payment"
	"sahn/server/payment/attempt"
	"sahn/server/platform/db"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
	"sahn/server/wallet"
)

func init() {
	maps.Copy(planted, map[string]string{
		"a top-up is in its wallet once it is paid, and no other is": `UPDATE topups SET amount = amount + 1`,
		"one top-up of a profile is paid at a time":                  `UPDATE attempts SET status = 'open' WHERE purpose = 'topup'`,
		"who has cards has one default":                              `UPDATE cards SET is_default = false`,
		"a card pays for its own profile": `
			UPDATE cards SET profile_id = (SELECT max(id) FROM profiles WHERE id <> profile_id)`,
		"a token is kept only while it can be used": `UPDATE attempts SET token = 'x' WHERE status = 'paid'`,
		"no more is given back than was captured, to the card and instead": `
			UPDATE refunds SET amount = amount + 100000 WHERE status = 'failed'`,
		"what is given instead of a refund is in the books, once": `
			UPDATE refunds SET status = 'done', done_at = at WHERE status = 'failed'`,
		"what the provider was not asked for, or did, is not given instead": `UPDATE refunds SET declined_at = NULL WHERE status = 'failed'`,
		"a refund was sent before it was done":                              `UPDATE refunds SET done_at = at - interval '1 second'`,
		"what went back by another hand is in the books": `
			UPDATE transactions SET cause_id = 'x' WHERE cause_type = 'provider'`,
	})
}

// topUp lets somebody of a company fill a wallet with a card that is kept, then with that card, of which a part is sent back by hand.
func topUp(t *testing.T, pool *pgxpool.Pool, company sample.Company) {
	t.Helper()
	bank, now := servertest.NewBank(t), servertest.ClockAt(servertest.Now)
	bank.Settings.MerchantIdentifier = "SahnTopups"
	bank.CountFrom(500)
	_, p := shop(t, pool, bank, now)
	w := &wallet.Wallets{Conn: pool, Clock: now.Now, Payments: p}
	p.Subjects[attempt.ForTopup] = w
	who := servertest.Eater(t, pool, company)
	pays := func(r wallet.TopupRequest) wallet.Topup {
		r.Amount, r.Key = 5000, ulid.Make().String()
		top, err := w.HandleTopup(t.Context(), who, r)
		require.NoError(t, err)
		bank.Pay(top.Intent, r.Amount)
		notifyWith(t, p, bank.Fields(top.Intent, r.Amount, map[string]string{"token_name": "tok", "expiry_date": "2805"}))
		return top
	}
	pays(wallet.TopupRequest{SaveCard: true})
	cards, err := p.HandleCards(t.Context(), who, web.None{})
	require.NoError(t, err)
	top := pays(wallet.TopupRequest{Card: cards.Data[0].ID})
	_, err = bank.Client().Refund(t.Context(), top.Intent, "", 700, "by-hand")
	require.NoError(t, err)
	word := bank.Fields(top.Intent, money.Fils(700), map[string]string{"command": "REFUND", "status": "06", "response_code": "06000"})
	notifyWith(t, p, word)
	look := &river.Job[payment.Look]{JobRow: &rivertype.JobRow{}, Args: payment.Look{Attempt: top.Intent, Capture: word["fort_id"]}}
	require.NoError(t, (&payment.Looker{Payments: p}).Work(t.Context(), look))
	giveInstead(t, p, bank, top.Intent, now.Now())
	_, err = w.HandleTopup(t.Context(), who, wallet.TopupRequest{Amount: 1000, Key: ulid.Make().String(), Card: cards.Data[0].ID})
	require.NoError(t, err) // and a third waits for money
}

// giveInstead asks for a part of a payment back, which the bank declines, and gives it into the wallet.
func giveInstead(t *testing.T, p *payment.Payments, bank *servertest.Bank, reference string, now time.Time) {
	t.Helper()
	require.NoError(t, db.InTx(t.Context(), p.Conn, func(ctx context.Context, tx db.Tx) error {
		a, err := tx.AttemptLook(ctx, reference)
		require.NoError(t, err)
		reads, writes := &db.Batch{}, &db.Batch{}
		captures := p.Captures(reads, "declined", a.SubjectID)
		require.NoError(t, reads.In(ctx, tx))
		require.NoError(t, p.RefundPart(writes, *captures, 400, attempt.Cause{Kind: "a test", ID: "declined"}, now))
		return writes.In(ctx, tx)
	}))
	bank.Refuse(true)
	refunds, err := db.New(p.Conn).RefundsOf(t.Context(), []string{reference})
	require.NoError(t, err)
	refund := refunds[len(refunds)-1].ID
	require.Error(t, (&payment.Refunder{Payments: p}).Work(t.Context(), &river.Job[payment.GiveBack]{
		JobRow: &rivertype.JobRow{}, Args: payment.GiveBack{Refund: refund},
	}))
	bank.Refuse(false)
	require.NoError(t, db.InTx(t.Context(), p.Conn, func(ctx context.Context, tx db.Tx) error {
		row, a, ended, err := p.GiveUpRefund(ctx, tx, refund, 700, now)
		require.NoError(t, err)
		require.True(t, ended)
		return ledger.RefundedHere(ctx, tx.Queries,
			ledger.WalletCredit{ID: row.ID, Profile: a.ProfileID, Amount: row.Amount, Reason: "the card was closed"}, now)
	}))
}

func notifyWith(t *testing.T, p *payment.Payments, fields map[string]string) {
	t.Helper()
	reply, err := p.HandleNotify(t.Context(), web.Caller{}, servertest.JSONRequest(fields))
	require.NoError(t, err)
	require.Equal(t, 200, reply.Status)
}
