package invoice_test

import (
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/invoice"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
)

// transfers records a transfer on an invoice.
func (x *office) transfers(op web.Caller, id string, amount money.Fils, reference string, on clock.Date) {
	x.Helper()
	_, err := x.invoices.RecordTransfer(x.Context(), op,
		invoice.TransferRequest{ID: id, Amount: amount, Reference: reference, PaidOn: on, Surplus: true})
	require.NoError(x, err)
}

// transferOn is the id of an invoice's transfer that stands.
func (x *office) transferOn(op web.Caller, id string) string {
	x.Helper()
	look, err := x.invoices.HandleLook(x.Context(), op, invoice.OneRequest{ID: id})
	require.NoError(x, err)
	for _, p := range look.Data.Payments {
		if p.ID != "" {
			return p.ID
		}
	}
	require.Fail(x, "no transfer stands")
	return ""
}

// undoes takes a transfer back; on a busy machine it asks again, as a person does.
func (x *office) undoes(op web.Caller, payment string) (done invoice.Undone, err error) {
	for range 20 {
		done, err = x.invoices.HandleUndoTransfer(x.Context(), op, invoice.UndoRequest{ID: payment, Reason: " Another company's \n money"})
		if err == nil || fault.As(err).Kind != fault.Unavailable {
			break
		}
	}
	return done, err
}

// told are the events of paid and reopened invoices that a company's programs would be told of, with the keys that make each happen once.
func (x *office) told(company string) (all []string) {
	x.Helper()
	on := clock.DateOf(x.clock.Now())
	servertest.Do(x, x.pool, `INSERT INTO webhooks (id, company_id, style, url, kinds, language, secret, made_by, created_at)
		SELECT repeat('W', 26), $1, 'standard', 'https://example.com', '{invoice.paid,invoice.reopened}', 'en', 'x', max(id), now()
		FROM profiles WHERE company_id = $1
		ON CONFLICT DO NOTHING`, company)
	rows, err := db.New(x.pool).WebhookFound(x.Context(), db.WebhookFoundParams{Most: 50, Companies: []string{company},
		Sinces: []time.Time{november.Start()}, Lows: []string{""}, WeekAgo: on - 7, Today: on, Midnight: on.Start(), Yesterday: on - 1})
	require.NoError(x, err)
	for _, r := range rows {
		all = append(all, r.Kind+" "+r.Key)
	}
	return all
}

// owes is what the ledger says that companies owe, and what the bank account received.
func (x *office) owes() [2]int {
	x.Helper()
	of := func(kind string) int {
		return servertest.One[int](x, x.pool, `SELECT coalesce(-sum(e.amount), 0) FROM entries e JOIN accounts a ON a.id = e.account_id
			WHERE a.kind = $1`, kind)
	}
	return [2]int{of("company"), of("bank")}
}

func TestATransferOnTheWrongInvoiceIsTakenBackOnceAndTheInvoiceIsOpenAgain(t *testing.T) {
	t.Parallel()
	x, who, d, _ := billed(t)
	op := x.operator()
	x.transfers(op, d.ID, 3000, "FT 1", december)
	require.Equal(t, [2]int{0, 3000}, x.owes())
	require.Equal(t, "paid", x.one(who, d.ID).State)
	x.clock.Move(20 * 24 * time.Hour)
	id := x.transferOn(op, d.ID)
	for range 2 {
		done, err := x.undoes(op, id)
		require.NoError(t, err)
		require.Equal(t, invoice.Undone{Recorded: invoice.Recorded{Number: d.Number, Due: 3000}, Invoices: 1}, done)
	}
	require.Equal(t, [2]int{3000, 0}, x.owes())
	undone := servertest.One[string](t, x.pool, "SELECT id FROM invoice_payments WHERE way = 'undone'")
	require.Equal(t, []string{"invoice.reopened reopened:" + undone}, x.told(who.CompanyID))
	d = x.one(who, d.ID)
	require.Equal(t, "overdue", d.State)
	require.Equal(t, []invoice.Paid{{Way: "transfer", Amount: 3000, Reference: "FT 1", PaidOn: december},
		{Way: "undone", Amount: -3000, Reference: "FT 1", PaidOn: december + 20}}, d.Payments, "nothing is deleted, and it is dated today")
	require.Equal(t, money.Fils(3000), x.account(who).Balance)
	s, err := x.invoices.HandleStatement(t.Context(), who, invoice.StatementRequest{Year: "2026"})
	require.NoError(t, err)
	require.Equal(t, invoice.Entry{Date: december + 20, Kind: "undone", Number: d.Number, Note: "FT 1", Amount: 3000, Balance: 3000},
		s.Entries[len(s.Entries)-1])
	require.Equal(t, "Another company's money 3000/0 → 0/3000", servertest.One[string](t, x.pool, `SELECT string_agg(
		a.note || ' ' || (before->>'amount') || '/' || (before->>'due') || ' → ' || (after->>'amount') || '/' || (after->>'due'), ';')
		FROM acts a WHERE kind = 'invoice.transfer_undo' AND subject = $1 AND profile_id = $2`, d.ID, op.ProfileID), "once")

	// The same reference may now be recorded as it should have been, and that be taken back as well.
	x.transfers(op, d.ID, 1000, "ft 1", december)
	second := x.transferOn(op, d.ID)
	require.NotEqual(t, id, second)
	_, err = x.invoices.RecordTransfer(t.Context(), op, invoice.TransferRequest{ID: d.ID, Amount: 3000, Reference: "FT 1", PaidOn: december})
	require.ErrorIs(t, err, invoice.ErrRecorded, "once as long as it stands")
	_, err = x.undoes(op, second)
	require.NoError(t, err)
	x.transfers(op, d.ID, 3000, "FT 1", december)
	_, err = x.undoes(op, id)
	require.NoError(t, err, "what was taken back stays so")
	require.Equal(t, "paid", x.one(who, d.ID).State)
	require.Equal(t, [2]int{0, 3000}, x.owes())
	require.Equal(t, []string{"invoice.paid paid:" + d.ID + ":2"}, x.told(who.CompanyID), "once more, since it was open again")
	_, err = x.undoes(op, "01J0000000000000000000000X")
	require.ErrorIs(t, err, fault.ErrNotFound)
	card := servertest.One[string](t, x.pool, "SELECT id FROM invoice_payments WHERE way = 'undone' LIMIT 1")
	_, err = x.undoes(op, card)
	require.ErrorIs(t, err, fault.ErrNotFound, "only a transfer is taken back")
	_, err = x.invoices.HandleUndoTransfer(t.Context(), op, invoice.UndoRequest{ID: id, Reason: "  "})
	require.Error(t, err, "and not without a reason")
}

func TestALineThatPaidSeveralInvoicesIsTakenBackWholeAndMayPayOthers(t *testing.T) {
	t.Parallel()
	x, who, d, _ := billed(t)
	other := x.founds("Flat", 1500)
	x.eats(x.company, december+6)
	x.eats(other, december+6)
	x.runs(31)
	second, foreign, op := x.newest(who), x.newest(x.admin(other)), x.operator()
	id, _ := x.imports(op, credit(december+31, d.Number+" "+second.Number, "45.00", "")+credit(december+31, "x", "1.00", "FT2"))
	require.NoError(t, x.confirms(op, x.bankLines(op, id).Data[0]))
	line := x.bankLines(op, id).Data[0]
	require.Equal(t, "booked", line.State)
	require.Equal(t, [2]int{1500, 4500}, x.owes())
	done, err := x.undoes(op, line.Payment)
	require.NoError(t, err)
	require.Equal(t, [2]any{2, line.ID}, [2]any{done.Invoices, done.Line})
	require.Equal(t, [2]int{6000, 0}, x.owes())
	require.Equal(t, 2, servertest.One[int](t, x.pool, "SELECT count(*) FROM transactions WHERE kind = 'transfer'"),
		"the bank moved money once, and one posting takes it back")
	require.Equal(t, []money.Fils{3000, 1500}, []money.Fils{x.one(who, d.ID).Due, x.one(who, second.ID).Due})
	line = x.bankLines(op, id).Data[0]
	require.Equal(t, "open exact ", line.State+" "+line.Proposal.Certainty+" "+line.Recorded)
	require.Empty(t, line.By)

	// The line is free: for another company, back again, and for one invoice that it had paid before.
	books := func(parts ...invoice.BankPart) {
		_, err := x.invoices.HandleBankBook(t.Context(), op, invoice.BankBookRequest{ID: line.ID, Parts: parts, Surplus: true})
		require.NoError(t, err)
	}
	books(invoice.BankPart{Invoice: foreign.ID, Amount: 4500})
	require.Equal(t, money.Fils(-3000), x.account(x.admin(other)).Balance)
	_, err = x.undoes(op, x.bankLines(op, id).Data[0].Payment)
	require.NoError(t, err)
	books(invoice.BankPart{Invoice: d.ID, Amount: 4500})
	now := x.bankLines(op, id).Data[0]
	require.Len(t, now.Proposal.Parts, 1, "what was taken back is not shown as paid")
	require.Equal(t, money.Fils(4500), now.Proposal.Parts[0].Amount)
	require.Equal(t, "paid", x.one(who, second.ID).State, "by what is too much of the first")
	require.Equal(t, [2]int{1500, 4500}, x.owes())
}

func TestWhatASurplusPaidOfOthersIsOpenAgainWhenItsTransferIsTakenBack(t *testing.T) {
	t.Parallel()
	x, who, first, m := billed(t)
	x.eats(x.company, december+6)
	x.runs(31)
	second, op := x.newest(who), x.operator()
	x.transfers(op, second.ID, 5000, "FT 9", december+31)
	require.Equal(t, "paid paid", x.one(who, first.ID).State+" "+x.one(who, second.ID).State)
	_, err := x.undoes(op, x.transferOn(op, second.ID))
	require.NoError(t, err)
	require.Equal(t, []money.Fils{3000, 1500}, []money.Fils{x.one(who, first.ID).Due, x.one(who, second.ID).Due},
		"each asks for its own, not one for both")
	require.Equal(t, "overdue", x.one(who, first.ID).State)
	require.Equal(t, invoice.CompanyAccount{Open: 2, Overdue: 1, Balance: 4500, NotYet: 1500, To30: 3000}, x.account(who))

	// What was credited otherwise is given once: the credit note stays, and what it left over stays on the other invoice.
	x.transfers(op, first.ID, 3000, "FT 10", december+31)
	x.cancels(m, mon)
	x.runs(0)
	require.Equal(t, money.Fils(0), x.one(who, second.ID).Due)
	_, err = x.undoes(op, x.transferOn(op, first.ID))
	require.NoError(t, err)
	require.Equal(t, []money.Fils{1500, 1500}, []money.Fils{x.one(who, first.ID).Due, x.one(who, second.ID).Due})
	require.Equal(t, money.Fils(3000), x.account(who).Balance)
}

func TestAnInvoiceThatIsOpenAgainIsPaidByWhatAnotherOneHasTooMuch(t *testing.T) {
	t.Parallel()
	x, who, first, _ := billed(t)
	x.eats(x.company, december+6)
	x.runs(31)
	second, op := x.newest(who), x.operator()
	x.transfers(op, second.ID, 1500, "FT 1", december+31)
	x.transfers(op, first.ID, 5000, "FT 2", december+31)
	_, err := x.undoes(op, x.transferOn(op, second.ID))
	require.NoError(t, err)
	require.Equal(t, "paid", x.one(who, second.ID).State)
	require.Equal(t, 0, x.account(who).Open)
}

func TestATransferThatAnotherOperatorTookBackAMomentAgoIsNotTakenBackTwice(t *testing.T) {
	t.Parallel()
	x, who, d, _ := billed(t)
	op, other := x.operator(), x.operator()
	x.transfers(op, d.ID, 3000, "FT 1", december)
	payment, once := x.transferOn(op, d.ID), sync.Once{}
	_, _, slow := x.server(&servertest.Conn{Pool: x.pool, Rewrite: func(sql string) string {
		if strings.Contains(sql, "-- name: InvoiceAccountLock ") {
			once.Do(func() {
				_, err := x.undoes(other, payment)
				require.NoError(t, err)
			})
		}
		return sql
	}})
	done, err := slow.HandleUndoTransfer(t.Context(), op, invoice.UndoRequest{ID: payment, Reason: "Another company's money"})
	require.NoError(t, err)
	require.Equal(t, 1, done.Invoices)
	require.Equal(t, 1, servertest.One[int](t, x.pool, "SELECT count(*) FROM invoice_payments WHERE way = 'undone'"))
	require.Equal(t, money.Fils(3000), x.one(who, d.ID).Due)
}

func TestTwoOperatorsTakeATransferBackOnceWhileTheLineIsMatchedAndACardPays(t *testing.T) {
	t.Parallel()
	x, who, d, _ := billed(t)
	op, other := x.operator(), x.operator()
	id, _ := x.imports(op, credit(december, d.Number, "30.00", "FT 1"))
	require.NoError(t, x.confirms(op, x.bankLines(op, id).Data[0]))
	line := x.bankLines(op, id).Data[0]
	ask := invoice.BankBookRequest{ID: line.ID, Parts: []invoice.BankPart{{Invoice: d.ID, Amount: 3000}}}
	var group sync.WaitGroup
	for i := range 8 {
		group.Go(func() {
			if i%4 == 3 { // may come before, between or after, and is refused or books
				_, _ = x.invoices.HandleBankBook(t.Context(), op, ask)
				return
			}
			_, err := x.undoes([]web.Caller{op, other}[i%2], line.Payment)
			require.NoError(t, err)
		})
	}
	group.Wait()
	require.Equal(t, 1, servertest.One[int](t, x.pool, "SELECT count(*) FROM invoice_payments WHERE way = 'undone'"))
	require.Equal(t, 1, servertest.One[int](t, x.pool, "SELECT count(*) FROM transactions WHERE cause_type = 'undo'"))
	if l := x.bankLines(op, id).Data[0]; l.State == "booked" {
		_, err := x.undoes(op, l.Payment)
		require.NoError(t, err)
	}

	// A card that pays while the transfer stands again: its money goes back, or it pays what is open again, never both.
	p := x.paysFor(who, d.ID)
	x.transfers(op, d.ID, 1000, "FT 2", december)
	transfer := x.transferOn(op, d.ID)
	x.bank.Pay(p.Intent, p.Amount)
	group.Go(func() { x.notify(x.payments, p.Intent, p.Amount) })
	group.Go(func() {
		_, err := x.undoes(op, transfer)
		require.NoError(t, err)
	})
	group.Wait()
	paid := servertest.One[int](t, x.pool, "SELECT count(*) FROM invoice_payments WHERE way = 'card'")
	require.Equal(t, 1-paid, servertest.One[int](t, x.pool, "SELECT count(*) FROM refunds"))
	require.Equal(t, money.Fils(3000*(1-paid)), x.one(who, d.ID).Due)
}
