package doctor_test

import (
	"maps"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"
	"github.com/stretchr/testify/require"

	"sahn/server/amendment"
	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/invoice"
	"sahn/server/order"
	"sahn/server/payment"
	"sahn/server/payment/attempt"
	"sahn/server/platform/clock"
	"sahn/server/platform/money"
	"sahn/server/quote"
)

func init() {
	maps.Copy(planted, map[string]string{
		"an invoice is the sum of its lines":                  `UPDATE invoices SET total_amount = total_amount + 1`,
		"what is invoiced has the rate that it was bought at": `UPDATE invoice_shares SET vat_rate = 7`,
		"an invoice's line has the VAT of its total, within a fils, and no more is credited of it": `
			UPDATE invoice_lines SET vat_amount = vat_amount + 2`,
		"a document has the VAT of its total at each rate, and what credit notes leave of an invoice has the VAT of what they leave": `
			UPDATE invoice_lines SET vat_amount = vat_amount + 1 WHERE invoice_id IN (SELECT id FROM invoices WHERE kind = 'credit')`,
		"an invoice's line is the shares that it is made of": `UPDATE invoice_shares SET amount = amount + 1`,
		"no number of an invoice is missing or given twice": `
			UPDATE invoices SET number = 'INV-2026-000009' WHERE kind = 'invoice'`,
		"one invoice a company and month": `
			UPDATE invoices SET kind = 'invoice', month = '2026-11-01'`,
		"every used share of an invoiced month is billed, once":                      `DELETE FROM invoice_shares`,
		"what companies were billed, and will be, is what the ledger says they gave": billedTooMuch,
		"what the provider took back of an invoice's payment is due again":           `DELETE FROM invoice_payments WHERE way = 'returned'`,
		"what came too much for an invoice pays those that are open":                 `DELETE FROM invoice_setoffs`,
		"what is kept as due of an invoice is what its documents and payments leave": `UPDATE invoice_dues SET due = due + 1`,
		"a company is billed for nothing that was missing": `
			UPDATE transactions SET cause_id = 'x' WHERE cause_type = 'shortfall'`,
		"a payment of an invoice is in the books":              `UPDATE invoice_payments SET amount = amount + 1`,
		"a card paid what was due of an invoice, or goes back": `DELETE FROM invoice_payments`,
		"a line of a bank's statement is booked whole, as payments that stand on its invoices, or not at all": `
			WITH s AS (INSERT INTO bank_statements SELECT repeat('S', 26), 'x', 'csv', 'x', 0, 0, min(id), now() FROM profiles RETURNING id, made_by)
			INSERT INTO bank_lines SELECT repeat('L', 26), id, 1, 'x', 'x', '2026-12-01', 100, 'AED', '', '', '', false, 'booked', made_by, now()
			FROM s`,
		"a transfer is taken back whole and once, and is there": `
			INSERT INTO transactions VALUES (repeat('A', 26), 'transfer', 'undo', 'x', '', now())`,
		"an invoice is about its own company": `
			UPDATE invoice_lines SET profile_id = (SELECT max(id) FROM profiles WHERE id <> profile_id)`,
	})
}

// billedTooMuch raises one share, its line and its invoice alike.
const billedTooMuch = `WITH one AS (SELECT * FROM invoice_shares ORDER BY invoice_id LIMIT 1),
	s AS (UPDATE invoice_shares x SET amount = x.amount + 21 FROM one WHERE (x.invoice_id, x.source_id) = (one.invoice_id, one.source_id)),
	l AS (UPDATE invoice_lines x SET total_amount = x.total_amount + 21, vat_amount = x.vat_amount + 1, net_amount = x.net_amount + 20
		FROM one
		WHERE (x.invoice_id, x.profile_id, x.date) = (one.invoice_id, one.profile_id, one.date))
	UPDATE invoices x SET total_amount = x.total_amount + 21, vat_amount = x.vat_amount + 1, net_amount = x.net_amount + 20
	FROM one
	WHERE x.id = one.invoice_id`

func TestTheLedgerIsComparedWithWhatCompaniesWereBilledAndWithWhatTheyWillBe(t *testing.T) {
	t.Parallel()
	pool := servertest.DB(t)
	furnish(t, pool)
	check := unguarded(t, pool)
	for name, plants := range map[string][]string{
		"billed, and the shares say so": {
			billedTooMuch,
			`UPDATE share_uses u SET amount = u.amount + 21
			FROM (SELECT x.source_id FROM invoice_shares x ORDER BY x.invoice_id LIMIT 1) one
			WHERE u.delivery_id = one.source_id`,
			`UPDATE counter_shares u SET amount = u.amount + 21
			FROM (SELECT x.source_id FROM invoice_shares x ORDER BY x.invoice_id LIMIT 1) one
			WHERE u.sale_id = one.source_id`,
		},
		"billed for nothing":   {`UPDATE invoices SET total_amount = total_amount + 1 WHERE kind = 'invoice'`},
		"credited for nothing": {`UPDATE invoices SET total_amount = total_amount + 1 WHERE kind = 'credit'`},
		"to be billed too much": {`UPDATE share_uses u SET amount = amount + 1
			WHERE state = 'used' AND EXISTS (SELECT FROM invoice_changes c WHERE c.source_id = u.delivery_id)`},
		"given by nobody": {`UPDATE entries e SET amount = amount - 1 FROM accounts a WHERE a.id = e.account_id AND a.kind = 'company'`},
	} {
		found := check(name, plants...)
		require.Contains(t, found, "what companies were billed, and will be, is what the ledger says they gave", name)
		if name == "billed, and the shares say so" {
			require.NotContains(t, found, "every used share of an invoiced month is billed, once", "nothing else notices")
		}
	}
}

// bill invoices a company for three days, two of which are taken back, one before and one after an admin paid. Of the payment the
// provider sends a part back; what was paid too much all the same pays a part of the next invoice.
func bill(t *testing.T, pool *pgxpool.Pool) {
	t.Helper()
	bank, now := servertest.NewBank(t), servertest.ClockAt(servertest.Now)
	over := servertest.ClockAt(clock.NewDate(2026, time.December, 1).Start())
	bank.Settings.MerchantIdentifier = "SahnInvoices"
	bank.CountFrom(900)
	orders, p := shop(t, pool, bank, now)
	v := &invoice.Invoices{Conn: pool, Clock: over.Now, Queue: p.Queue, Payments: p, Public: p.Public,
		Seller: invoice.Seller{Name: "Sahn", TRN: "100000000000003", Address: "Dubai"}, Log: p.Log}
	p.Subjects[attempt.ForInvoice] = v
	g := visits(t, pool, orders, servertest.NewCompany(t, pool, func(c *sample.Company) { c.ShareType, c.ShareValue = "Percentage", 100 }))
	who, days := g.who, []clock.Date{servertest.Week, servertest.Week + 1, servertest.Week + 2}
	buys := func(days ...clock.Date) string {
		h := g.buys(false, 1, 1, days...)
		require.Equal(t, order.Confirmed, h.Status)
		return h.Order
	}
	bought := buys(days...)
	buys(servertest.Week+14, servertest.Week+15) // in December
	issued, err := v.Issue(t.Context(), clock.NewDate(2026, time.November, 1), over.Now())
	require.NoError(t, err)
	require.Equal(t, 2, issued, "and one to the company that was sold to at a counter")
	cancels := func(day clock.Date) {
		g.amends(amendment.AmendQuoteRequest{Order: bought, Days: []quote.AmendDay{{Date: day, Items: []quote.Item{}}}, Refund: "wallet"})
		credited, err := v.Credit(t.Context(), over.Now())
		require.NoError(t, err)
		require.Equal(t, 1, credited)
	}
	cancels(days[0])
	paid, err := v.HandlePay(t.Context(), who, invoice.PayRequest{
		ID: servertest.One[string](t, pool, "SELECT id FROM invoices WHERE kind = 'invoice' AND company_id = $1", who.CompanyID),
	})
	require.NoError(t, err)
	bank.Pay(paid.Intent, paid.Amount)
	notifyWith(t, p, bank.Fields(paid.Intent, money.Fils(paid.Amount), nil))
	_, err = bank.Client().Refund(t.Context(), paid.Intent, "", 100, "by-hand")
	require.NoError(t, err)
	word := bank.Fields(paid.Intent, 100, map[string]string{
		"command": "REFUND", "status": "06", "response_code": "06000", "maintenance_reference": "by-hand",
	})
	notifyWith(t, p, word)
	look := &river.Job[payment.Look]{JobRow: &rivertype.JobRow{Attempt: 1}, Args: payment.Look{Attempt: paid.Intent, Capture: word["fort_id"]}}
	require.NoError(t, (&payment.Looker{Payments: p}).Work(t.Context(), look))
	require.Equal(t, 100, servertest.One[int](t, pool, "SELECT sum(due) FROM invoice_balances WHERE company_id = $1", who.CompanyID))
	cancels(days[1])
	over.Move(31 * 24 * time.Hour)
	issued, err = v.Issue(t.Context(), clock.NewDate(2026, time.December, 1), over.Now())
	require.NoError(t, err)
	require.Equal(t, 1, issued)
	require.Equal(t, 1, servertest.One[int](t, pool, "SELECT count(*) FROM invoice_setoffs"))
}
