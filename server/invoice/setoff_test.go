package invoice_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/oklog/ulid/v2"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/invoice"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/money"
	"sahn/server/platform/sheet"
	"sahn/server/platform/web"
)

// overpaid is an office with an invoice of AED 30.00 that was paid by card, of which AED 15.00 were credited afterwards.
func overpaid(t *testing.T) (x *office, who web.Caller, first invoice.Details, intent string) {
	t.Helper()
	x, who, first, m := billed(t)
	p := x.pays(who, first.ID)
	x.cancels(m, mon)
	x.runs(0)
	return x, who, x.one(who, first.ID), p.Intent
}

func TestWhatWasPaidTooMuchPaysTheNextInvoiceWhenItIsIssuedAndItSaysSo(t *testing.T) {
	t.Parallel()
	x, who, first, intent := overpaid(t)
	require.Equal(t, []money.Fils{1500, 0, 1500}, []money.Fils{first.Credited, first.Due, first.Credit})
	require.Equal(t, invoice.CompanyAccount{Balance: -1500, Credit: 1500}, x.account(who))

	x.eats(x.company, december+6, december+7)
	x.runs(31)
	second := x.newest(who)
	require.Equal(t, []money.Fils{3000, 1500, 1500, 0}, []money.Fils{second.Total, second.SetOff, second.Due, second.Credit})
	require.Equal(t, []invoice.Paid{{Way: "setoff", Amount: 1500, Reference: first.Number, PaidOn: december + 31, Other: first.ID}},
		second.Payments)
	require.Equal(t, invoice.CompanyAccount{Open: 1, Balance: 1500, NotYet: 1500}, x.account(who))
	first = x.one(who, first.ID)
	require.Equal(t, []money.Fils{-1500, 0, 0}, []money.Fils{first.SetOff, first.Due, first.Credit})
	require.Equal(t, []invoice.Paid{{Way: "card", Amount: 3000, Reference: intent, PaidOn: december},
		{Way: "setoff", Amount: -1500, Reference: second.Number, PaidOn: december + 31, Other: second.ID}}, first.Payments)
	require.Equal(t, "paid", first.State)

	s, err := x.invoices.HandleStatement(t.Context(), who, invoice.StatementRequest{Year: "2027"})
	require.NoError(t, err)
	require.Equal(t, []invoice.Entry{{Date: december + 31, Kind: "invoice", Number: second.Number, Amount: 3000, Balance: 1500},
		{Date: december + 31, Kind: "setoff", Number: second.Number, Note: first.Number, SetOff: 1500, Balance: 1500}}, s.Entries)
	require.Equal(t, []money.Fils{-1500, 1500}, []money.Fils{s.Before, s.After})

	book, err := x.invoices.HandleXLSX(t.Context(), who, invoice.OneRequest{ID: second.ID})
	require.NoError(t, err)
	require.Equal(t, []string{"Total 30", "Set off from " + first.Number + " -15", "To pay 15"}, lastRows(t, book, 3))
	reader := who
	reader.Language = "ar"
	book, err = x.invoices.HandleXLSX(t.Context(), reader, invoice.OneRequest{ID: second.ID})
	require.NoError(t, err)
	require.Equal(t, []string{"الإجمالي 30", "مقاصة من " + first.Number + " -15", "المستحق للدفع 15"}, lastRows(t, book, 3))
	book, err = x.invoices.HandleStatementXLSX(t.Context(), who, invoice.StatementRequest{Year: "2027"})
	require.NoError(t, err)
	rows, err := sheet.Read(book.Body)
	require.NoError(t, err)
	require.Equal(t, "AED 15.00 set off from "+first.Number, rows[len(rows)-1].Cell(3))
}

// lastRows are the first and the last cells of a workbook's last rows.
func lastRows(t *testing.T, book web.File, n int) (all []string) {
	t.Helper()
	rows, err := sheet.Read(book.Body)
	require.NoError(t, err)
	for _, r := range rows[len(rows)-n:] {
		all = append(all, fmt.Sprintf("%s %s", r.Cell(0), r.Cell(4)))
	}
	return all
}

func TestADocumentDoesNotChangeWhenItIsSetOffLater(t *testing.T) {
	t.Parallel()
	x, who, first, m := billed(t)
	x.eats(x.company, december+6)
	x.runs(31)
	second := x.newest(who)
	before := x.pdf(who, second.ID)
	x.pays(who, first.ID)
	x.cancels(m, mon)
	x.runs(0)
	require.Equal(t, money.Fils(1500), x.one(who, second.ID).SetOff)
	require.Equal(t, before, x.pdf(who, second.ID))
}

func TestANewInvoiceAsksForNothingThatIsCreditedInTheSameHour(t *testing.T) {
	t.Parallel()
	x, who, first, m := billed(t)
	x.pays(who, first.ID)
	x.eats(x.company, december+6, december+7)
	x.cancels(m, mon)
	x.runs(31)
	book, err := x.invoices.HandleXLSX(t.Context(), who, invoice.OneRequest{ID: x.newest(who).ID})
	require.NoError(t, err)
	require.Equal(t, []string{"Total 30", "Set off from " + first.Number + " -15", "To pay 15"}, lastRows(t, book, 3))
}

func TestATransferOfTooMuchIsRecordedOnPurposeAndPaysWhatIsOpen(t *testing.T) {
	t.Parallel()
	x, who, first, _ := billed(t)
	x.eats(x.company, december+6)
	x.runs(31)
	second, op := x.newest(who), x.operator()
	r := invoice.TransferRequest{ID: second.ID, Amount: 5000, Reference: " FT 9 ", PaidOn: december + 31}
	_, err := x.invoices.RecordTransfer(t.Context(), op, r)
	require.ErrorIs(t, err, invoice.ErrTooMuch)
	r.Surplus = true
	for range 2 {
		done, err := x.invoices.RecordTransfer(t.Context(), op, r)
		require.NoError(t, err)
		require.Equal(t, invoice.Recorded{Number: second.Number, Credit: 500}, done)
		r.Reference = "FT  9"
	}
	require.Equal(t, "paid", x.one(who, first.ID).State)
	require.Equal(t, invoice.CompanyAccount{Balance: -500, Credit: 500}, x.account(who))
	require.Equal(t, []invoice.Paid{{Way: "setoff", Amount: 3000, Reference: second.Number, PaidOn: december + 31, Other: second.ID}},
		x.one(who, first.ID).Payments)
	require.Equal(t, 1, servertest.One[int](t, x.pool, "SELECT count(*) FROM acts WHERE kind = 'invoice.transfer'"))
}

func TestAnInvoiceThatSomebodyIsPayingIsLeftAloneUntilThatIsOver(t *testing.T) {
	t.Parallel()
	for name, ends := range map[string]struct {
		by   func(x *office, p invoice.Payable)
		due  money.Fils
		left money.Fils
	}{
		"declined": {func(x *office, p invoice.Payable) { x.bank.Decline(p.Intent); x.notify(x.payments, p.Intent, p.Amount) }, 1500, 0},
		"paid":     {func(x *office, p invoice.Payable) { x.payAndNotify(p.Intent, p.Amount) }, 0, 1500},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			x, who, first, m := billed(t)
			x.pays(who, first.ID)
			x.eats(x.company, december+6, december+7)
			x.runs(31)
			second := x.newest(who)
			p := x.paysFor(who, second.ID)
			x.cancels(m, mon)
			x.runs(0)
			require.Equal(t, money.Fils(3000), x.one(who, second.ID).Due, "the card pays just this")
			ends.by(x, p)
			require.Equal(t, ends.due, x.one(who, second.ID).Due)
			require.Equal(t, ends.left, x.account(who).Credit)
			require.Zero(t, servertest.One[int](t, x.pool, "SELECT count(*) FROM refunds"))
		})
	}
}

func TestWhatTheProviderTookBackIsDueAgainAndCanBePaidAgain(t *testing.T) {
	t.Parallel()
	x, who, d, _ := billed(t)
	p := x.pays(who, d.ID)
	x.clock.Move(20 * 24 * time.Hour)
	x.returns(p.Intent, 1000)
	d = x.one(who, d.ID)
	require.Equal(t, []money.Fils{2000, 1000}, []money.Fils{d.Paid, d.Due})
	require.Equal(t, "overdue", d.State)
	require.Equal(t, "returned", d.Payments[1].Way)
	require.Equal(t, money.Fils(-1000), d.Payments[1].Amount)
	owes := func() int {
		return servertest.One[int](t, x.pool,
			"SELECT -sum(e.amount) FROM entries e JOIN accounts a ON a.id = e.account_id WHERE a.kind = 'company'")
	}
	require.Equal(t, 1000, owes(), "and we bear nothing")
	require.Equal(t, money.Fils(1000), x.pays(who, d.ID).Amount)
	require.Equal(t, "paid", x.one(who, d.ID).State)
	require.Zero(t, owes())
	report, err := x.payments.Reconcile(t.Context(), servertest.Now.Add(-time.Hour), x.clock.Now().Add(time.Hour))
	require.NoError(t, err)
	require.Empty(t, report.Differences, "the provider's books say the same")
	s, err := x.invoices.HandleStatement(t.Context(), who, invoice.StatementRequest{Year: "2026"})
	require.NoError(t, err)
	require.Zero(t, s.After)
	require.Equal(t, 4, len(s.Entries), "invoiced, paid, taken back, paid again")
}

func TestWhatWasSetOffAndIsThenTakenBackIsDueOnTheInvoiceWhoseMoneyItWas(t *testing.T) {
	t.Parallel()
	x, who, first, intent := overpaid(t)
	x.eats(x.company, december+6, december+7)
	x.runs(31)
	x.returns(intent, 3000)
	first = x.one(who, first.ID)
	require.Equal(t, []money.Fils{3000, 0}, []money.Fils{first.Due, first.Paid}, "what stands of it, and what it paid of the other")
	require.Equal(t, "overdue", first.State)
	require.Equal(t, money.Fils(4500), x.account(who).Balance)
	x.pays(who, first.ID)
	require.Equal(t, money.Fils(1500), x.account(who).Balance)
}

// bare puts an invoice and a payment of it into the books of a company, without what they are about.
func bare(t *testing.T, x *office, month clock.Date, total, paid int) (id string) {
	t.Helper()
	id = ulid.Make().String()
	servertest.Do(t, x.pool,
		`INSERT INTO invoices (id, kind, number, company_id, month, issued_on, due_on, supply_from, supply_until, seller, buyer, net_amount,
			vat_amount, total_amount, created_at)
		VALUES ($1, 'invoice', $1, $2, $3, $3, $3, $3, $3, '{}', '{}', $4, 0, $4, now())`, id, x.company.ID, month, total)
	if paid > 0 {
		servertest.Do(t, x.pool, `INSERT INTO invoice_payments (id, invoice_id, company_id, way, amount, reference, paid_on, at)
			VALUES ($1, $1, $2, 'card', $3, $1, $4, now())`, id, x.company.ID, paid, month)
	}
	return id
}

func TestSettingOffIsExactAndOldestFirstWhateverTheSums(t *testing.T) {
	t.Parallel()
	x := openOffice(t)
	x.unsound = true // these invoices are about nothing
	random := rand.New(rand.NewPCG(7, 11))
	month, q := 0, db.New(x.pool)
	for range 40 {
		ids, due := []string{}, []int{}
		for range 1 + random.IntN(9) {
			total, paid := 1+random.IntN(50), random.IntN(100)
			month++
			ids, due = append(ids, bare(t, x, clock.NewDate(2020, time.Month(month), 1), total, paid)), append(due, total-paid)
		}
		for from := range due {
			for to := range due {
				part := max(0, min(-due[from], due[to]))
				due[from], due[to] = due[from]+part, due[to]-part
			}
		}
		for range 2 {
			_, err := q.InvoiceSetOff(t.Context(), x.company.ID, december, "", x.clock.Now())
			require.NoError(t, err)
			stands := []int{}
			for _, id := range ids {
				stands = append(stands, servertest.One[int](t, x.pool, "SELECT due FROM invoice_balances WHERE id = $1", id))
			}
			require.Equal(t, due, stands)
		}
		x.company = x.founds("Flat", 1) // a round is a company
	}
}
