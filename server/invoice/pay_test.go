package invoice_test

import (
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/invoice"
	"sahn/server/platform/fault"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
)

// billed is an office with an invoice of AED 30.00, its admin, and the order that it is about.
func billed(t *testing.T) (*office, web.Caller, invoice.Details, meal) {
	t.Helper()
	x := openOffice(t)
	m := x.eats(x.company, mon, mon+1)
	who := x.admin(x.company)
	require.Equal(t, 1, x.issues())
	return x, who, x.newest(who), m
}

func (x *office) paysFor(who web.Caller, id string) invoice.Payable {
	x.Helper()
	p, err := x.invoices.HandlePay(x.Context(), who, invoice.PayRequest{ID: id})
	require.NoError(x, err)
	return p
}

// pays is paysFor, and the bank takes the money and says so.
func (x *office) pays(who web.Caller, id string) invoice.Payable {
	x.Helper()
	p := x.paysFor(who, id)
	x.payAndNotify(p.Intent, p.Amount)
	return p
}

func TestAnInvoiceIsPaidByCardWholeAndOnce(t *testing.T) {
	t.Parallel()
	x, who, d, _ := billed(t)
	p := x.paysFor(who, d.ID)
	require.Equal(t, money.Fils(3000), p.Amount)
	require.NotNil(t, p.Form)
	require.Equal(t, p.Intent, x.paysFor(who, d.ID).Intent, "pressed twice it is one payment")
	require.True(t, x.newest(who).Paying)
	_, err := x.invoices.HandlePay(t.Context(), x.admin(x.company), invoice.PayRequest{ID: d.ID})
	require.ErrorIs(t, err, invoice.ErrAlreadyPaying, "nor do two admins pay at once")
	for range 3 {
		x.payAndNotify(p.Intent, p.Amount)
	}
	d = x.newest(who)
	require.Equal(t, "paid", d.State)
	require.Equal(t, []invoice.Paid{{Way: "card", Amount: 3000, Reference: p.Intent, PaidOn: december}}, d.Payments)
	require.False(t, d.Paying)
	_, err = x.invoices.HandlePay(t.Context(), who, invoice.PayRequest{ID: d.ID})
	require.ErrorIs(t, err, invoice.ErrNothingDue)
	require.Zero(t,
		servertest.One[int](t, x.pool, "SELECT sum(e.amount) FROM entries e JOIN accounts a ON a.id = e.account_id WHERE a.kind = 'company'"),
		"the company owes nothing")
}

func TestMoneyThatAnInvoiceCannotTakeAnyMoreGoesBackToTheCard(t *testing.T) {
	t.Parallel()
	for name, meanwhile := range map[string]func(x *office, who web.Caller, d invoice.Details, m meal){
		"somebody transferred it": func(x *office, _ web.Caller, d invoice.Details, _ meal) {
			_, err := x.invoices.RecordTransfer(x.Context(), x.operator(),
				invoice.TransferRequest{ID: d.ID, Amount: d.Due, Reference: "FT1", PaidOn: december})
			require.NoError(x, err)
		},
		"a part was credited": func(x *office, _ web.Caller, _ invoice.Details, m meal) {
			x.cancels(m, mon)
			x.runs(0)
		},
		"it failed and was paid anew": func(x *office, who web.Caller, d invoice.Details, _ meal) {
			first := x.paysFor(who, d.ID)
			x.bank.Decline(first.Intent)
			x.notify(x.payments, first.Intent, 3000)
			require.NotEqual(x, first.Intent, x.pays(who, d.ID).Intent)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			x, who, d, m := billed(t)
			p := x.paysFor(who, d.ID)
			meanwhile(x, who, d, m)
			due := x.newest(who).Due
			x.payAndNotify(p.Intent, p.Amount)
			require.Equal(t, due, x.newest(who).Due)
			require.Equal(t, 1, servertest.One[int](t, x.pool, "SELECT count(*) FROM refunds WHERE attempt_id = $1 AND cause_id = ''", p.Intent))
		})
	}
}

func TestOneBankTransferIsNotRecordedOnTwoInvoicesOfACompany(t *testing.T) {
	t.Parallel()
	x, who, first, _ := billed(t)
	other := x.founds("Flat", 1500)
	x.eats(x.company, december+6)
	x.eats(other, december+6)
	x.runs(31)
	second, foreign, op := x.newest(who), x.newest(x.admin(other)), x.operator()
	require.NotEqual(t, first.ID, second.ID)
	asks := func(id, reference string) error {
		_, err := x.invoices.RecordTransfer(t.Context(), op,
			invoice.TransferRequest{ID: id, Amount: 1000, Reference: reference, PaidOn: december + 31})
		return err
	}
	require.NoError(t, asks(first.ID, "FT 7"))
	err := asks(second.ID, " ft  7 ")
	require.ErrorIs(t, err, invoice.ErrRecorded)
	require.JSONEq(t, `{"number":"`+first.Number+`"}`, servertest.JSON(t, fault.As(err).Detail), "and they hear where it stands")
	require.NoError(t, asks(first.ID, "ft 7"), "there it is the same transfer")
	require.Equal(t, money.Fils(3500), x.account(who).Balance)
	require.NoError(t, asks(foreign.ID, "FT 7"), "another company's banks name their own")
	require.Equal(t, 2, servertest.One[int](t, x.pool, "SELECT count(*) FROM invoice_payments"))
}

func TestATransferIsRecordedOnceAndNeverAboveWhatIsDue(t *testing.T) {
	t.Parallel()
	x, who, d, _ := billed(t)
	op := x.operator()
	r := invoice.TransferRequest{ID: d.ID, Amount: 1000, Reference: "FT-7", PaidOn: december}
	for range 2 {
		done, err := x.invoices.RecordTransfer(t.Context(), op, r)
		require.NoError(t, err)
		require.Equal(t, invoice.Recorded{Number: d.Number, Due: 2000}, done)
	}
	other := r
	other.Amount = 999
	_, err := x.invoices.RecordTransfer(t.Context(), op, other)
	require.ErrorIs(t, err, invoice.ErrRecorded)
	r.Reference, r.Amount = "FT-8", 2001
	_, err = x.invoices.RecordTransfer(t.Context(), op, r)
	require.ErrorIs(t, err, invoice.ErrTooMuch)
	r.Amount, r.PaidOn = 2000, december+1
	_, err = x.invoices.RecordTransfer(t.Context(), op, r)
	require.Equal(t, fault.Invalid, fault.As(err).Kind, "tomorrow's transfer was not seen yet")
	r.PaidOn = december
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			_, err := x.invoices.RecordTransfer(t.Context(), op, r)
			require.NoError(t, err)
		})
	}
	all.Wait()
	require.Equal(t, "paid", x.newest(who).State)
	require.Equal(t, 2, servertest.One[int](t, x.pool, "SELECT count(*) FROM acts WHERE kind = 'invoice.transfer'"))
	_, err = x.invoices.RecordTransfer(t.Context(), op, invoice.TransferRequest{ID: "nobody's", Amount: 1, Reference: "x", PaidOn: december})
	require.ErrorIs(t, err, fault.ErrNotFound)
}

func TestAnInvoiceIsItsOwnCompanysAlone(t *testing.T) {
	t.Parallel()
	x, _, d, _ := billed(t)
	stranger := x.admin(x.founds("Flat", 100))
	ask := invoice.OneRequest{ID: d.ID}
	for _, try := range []func() error{
		func() error { _, err := x.invoices.HandleOne(t.Context(), stranger, ask); return err },
		func() error { _, err := x.invoices.HandlePDF(t.Context(), stranger, ask); return err },
		func() error { _, err := x.invoices.HandleXLSX(t.Context(), stranger, ask); return err },
		func() error {
			_, err := x.invoices.HandleLines(t.Context(), stranger, invoice.LinesRequest{ID: d.ID})
			return err
		},
		func() error {
			_, err := x.invoices.HandlePay(t.Context(), stranger, invoice.PayRequest{ID: d.ID})
			return err
		},
	} {
		require.ErrorIs(t, try(), fault.ErrNotFound)
	}
	require.Empty(t, x.list(stranger, invoice.ListRequest{}).Data)
}

func TestALateInvoiceIsToldByItsAge(t *testing.T) {
	t.Parallel()
	x, who, _, _ := billed(t)
	for _, age := range []struct {
		days    int
		state   string
		account invoice.CompanyAccount
	}{
		{0, "open", invoice.CompanyAccount{Open: 1, Balance: 3000, NotYet: 3000}},
		{14, "open", invoice.CompanyAccount{Open: 1, Balance: 3000, NotYet: 3000}},
		{1, "overdue", invoice.CompanyAccount{Open: 1, Overdue: 1, Balance: 3000, To30: 3000}},
		{30, "overdue", invoice.CompanyAccount{Open: 1, Overdue: 1, Balance: 3000, To60: 3000}},
		{30, "overdue", invoice.CompanyAccount{Open: 1, Overdue: 1, Balance: 3000, To90: 3000}},
		{30, "overdue", invoice.CompanyAccount{Open: 1, Overdue: 1, Balance: 3000, Beyond: 3000}},
	} {
		x.clock.Move(time.Duration(age.days) * 24 * time.Hour)
		list := x.list(who, invoice.ListRequest{State: age.state})
		require.Len(t, list.Data, 1)
		require.Equal(t, age.state, list.Data[0].State)
		require.Equal(t, age.account, list.Account)
	}
	list := x.list(who, invoice.ListRequest{Year: "2025"})
	require.Empty(t, list.Data)
	require.Equal(t, []int{2026}, list.Years)
}

// The connection to Postgres is cut at one message after the other: a company's month is invoiced once or not at all.
func TestIssuingThatIsCutAtAnyMessageIssuesOnceOrNotAtAll(t *testing.T) {
	t.Parallel()
	x := openOffice(t)
	issued := 0
	c := x.company
	x.eats(c, mon)
	messages, lost := servertest.CutThroughout(t, x.pool, func(conn *pgxpool.Pool) error {
		_, _, invoices := x.server(conn)
		_, err := invoices.Issue(t.Context(), november, x.clock.Now())
		return err
	}, func(cut servertest.Cut) {
		if servertest.One[int](t, x.pool, "SELECT count(*) FROM invoices WHERE company_id = $1", c.ID) > 0 {
			require.True(t, cut.Lost)
			issued++
			require.Zero(t, x.issues())
			c = x.founds("Flat", 1500) // the next cut is another company's
			x.eats(c, mon)
		}
	})
	require.Greater(t, messages, 10)
	require.Positive(t, lost)
	require.Positive(t, issued)
}
