package invoice_test

import (
	"encoding/base64"
	"fmt"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"sahn/server/bank"
	"sahn/server/dev/servertest"
	"sahn/server/invoice"
	"sahn/server/platform/clock"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
)

const bankHeadings = "Date,Description,Credit,Debit,Reference\n"

// imports looks at a table of a bank and keeps it.
func (x *office) imports(op web.Caller, rows string) (id string, look invoice.BankImport) {
	x.Helper()
	ask := invoice.BankImportRequest{File: base64.StdEncoding.EncodeToString([]byte(bankHeadings + rows)), Name: "december.csv",
		Bank: "Example Bank"}
	look, err := x.invoices.HandleBankImport(x.Context(), op, ask)
	require.NoError(x, err)
	require.Empty(x, look.Errors)
	ask.Apply = look.Hash
	done, err := x.invoices.HandleBankImport(x.Context(), op, ask)
	require.NoError(x, err)
	return done.ID, look
}

func (x *office) bankLines(op web.Caller, statement string) invoice.BankLines {
	x.Helper()
	list, err := x.invoices.HandleBankLines(x.Context(), op, invoice.BankLinesRequest{ID: statement})
	require.NoError(x, err)
	return list
}

// confirms books a line as it is proposed.
func (x *office) confirms(op web.Caller, l invoice.BankLine) error {
	x.Helper()
	ask := invoice.BankBookRequest{ID: l.ID, Surplus: l.Proposal.Over > 0}
	for _, p := range l.Proposal.Parts {
		ask.Parts = append(ask.Parts, invoice.BankPart{Invoice: p.Invoice, Amount: p.Amount})
	}
	_, err := x.invoices.HandleBankBook(x.Context(), op, ask)
	return err
}

func credit(d clock.Date, text, amount, reference string) string {
	return fmt.Sprintf("%s,%s,%s,,%s\n", d, text, amount, reference)
}

func TestALineOfABanksStatementIsConfirmedAsATransferIs(t *testing.T) {
	t.Parallel()
	x, who, d, _ := billed(t)
	op := x.operator()
	id, look := x.imports(op, credit(december, "TT "+d.Number, "30.00", "FT 1")+fmt.Sprintf("%s,Charge,,5.00,\n", december)+
		credit(december, "Something else", "12.34", "FT2"))
	require.Equal(t, [3]int{3, 2, 0}, [3]int{look.Lines, look.Credits, look.Known})
	require.Equal(t, money.Fils(4234), look.CameIn)
	list := x.bankLines(op, id)
	require.Equal(t, [3]int{2, 0, 1}, [3]int{list.Open, list.Booked, list.Other})
	require.Equal(t, []string{list.Data[0].ID}, list.Exact)
	require.Equal(t, "number", list.Data[0].Proposal.Reason)
	require.Equal(t, "debit", list.Data[1].Proposal.Reason)
	require.Empty(t, x.newest(who).Payments, "nothing is booked before it is confirmed")

	require.NoError(t, x.confirms(op, list.Data[0]))
	require.Equal(t, []invoice.Paid{{Way: "transfer", Amount: 3000, Reference: "FT 1", PaidOn: december}}, x.newest(who).Payments)
	require.Equal(t, "paid", x.newest(who).State)
	require.Equal(t, 1, servertest.One[int](t, x.pool, `SELECT count(*) FROM acts WHERE kind = 'invoice.transfer' AND subject = $1
		AND profile_id = $2`, d.ID, op.ProfileID))
	require.ErrorIs(t, x.confirms(op, list.Data[0]), invoice.ErrLineDecided, "nor twice")
	line := x.bankLines(op, id).Data[0]
	require.Equal(t, "booked", line.State)
	require.Equal(t, d.Number, line.Proposal.Parts[0].Number)

	_, err := x.invoices.HandleBankAside(t.Context(), op, invoice.BankLineRequest{ID: list.Data[2].ID})
	require.NoError(t, err)
	require.Equal(t, 0, x.bankLines(op, id).Open)
	_, err = x.invoices.HandleBankReopen(t.Context(), op, invoice.BankLineRequest{ID: list.Data[2].ID})
	require.NoError(t, err)
	require.Equal(t, 1, x.bankLines(op, id).Open)
	_, err = x.invoices.HandleBankReopen(t.Context(), op, invoice.BankLineRequest{ID: line.ID})
	require.ErrorIs(t, err, invoice.ErrLineDecided, "what is booked stays, as any transfer does")
	require.Equal(t, "bank.aside bank.import bank.reopen invoice.transfer",
		servertest.One[string](t, x.pool, "SELECT string_agg(kind, ' ' ORDER BY kind) FROM acts WHERE profile_id = $1", op.ProfileID))
}

func TestTheSameStatementOrLineNeverPaysTwice(t *testing.T) {
	t.Parallel()
	x, who, d, _ := billed(t)
	op := x.operator()
	paid := credit(december, "TT "+d.Number, "30.00", "")
	id, _ := x.imports(op, paid)
	require.NoError(t, x.confirms(op, x.bankLines(op, id).Data[0]))

	again, _ := x.imports(op, paid)
	require.Equal(t, id, again, "the same file is the same statement")
	other, look := x.imports(op, paid+credit(december, "Interest", "1.00", ""))
	require.Equal(t, 1, look.Known)
	require.NotEqual(t, id, other)
	require.Len(t, x.bankLines(op, other).Data, 1, "a later export brings only what is new")

	// The bank's other format writes the text differently and has no reference in common: the invoice is not open any more.
	third, _ := x.imports(op, credit(december, "Transfer "+d.Number, "30.00", "FT9"))
	line := x.bankLines(op, third).Data[0]
	require.Equal(t, bank.None+" not_open", line.Proposal.Certainty+" "+line.Proposal.Reason)
	require.Equal(t, money.Fils(3000), x.newest(who).Paid)
}

func TestALineWhoseTransferWasRecordedByHandIsNotBookedAgain(t *testing.T) {
	t.Parallel()
	x, who, d, _ := billed(t)
	op := x.operator()
	id, _ := x.imports(op, credit(december, "TT "+d.Number, "10.00", "FT 7"))
	line := x.bankLines(op, id).Data[0]
	require.Equal(t, bank.Likely+" part", line.Proposal.Certainty+" "+line.Proposal.Reason)
	_, err := x.invoices.RecordTransfer(t.Context(), op, invoice.TransferRequest{ID: d.ID, Amount: 1000, Reference: "ft 7", PaidOn: december})
	require.NoError(t, err)
	require.ErrorIs(t, x.confirms(op, line), invoice.ErrRecorded)
	line = x.bankLines(op, id).Data[0]
	require.Equal(t, "recorded", line.Proposal.Reason)
	require.Equal(t, d.Number, line.Recorded)
	require.Equal(t, money.Fils(1000), x.newest(who).Paid)
}

func TestTwoOperatorsConfirmALineOnce(t *testing.T) {
	t.Parallel()
	x, who, d, _ := billed(t)
	op, other := x.operator(), x.operator()
	id, _ := x.imports(op, credit(december, "TT "+d.Number, "30.00", "FT 1"))
	list := x.bankLines(op, id)
	var group sync.WaitGroup
	var booked [6]int
	for i := range booked {
		group.Go(func() {
			caller := []web.Caller{op, other}[i%2]
			if i < 3 {
				if x.confirms(caller, list.Data[0]) == nil {
					booked[i] = 1
				}
				return
			}
			done, _ := x.invoices.HandleBankBookExact(t.Context(), caller, invoice.BankExactRequest{ID: id, Lines: list.Exact})
			booked[i] = done.Done
		})
	}
	group.Wait()
	sum := 0
	for _, n := range booked {
		sum += n
	}
	require.Equal(t, 1, sum)
	require.Equal(t, money.Fils(3000), x.newest(who).Paid)
	require.Equal(t, 1, servertest.One[int](t, x.pool, "SELECT count(*) FROM transactions WHERE kind = 'transfer'"))
}

func TestAllExactLinesAreConfirmedTogetherAndTheOthersWait(t *testing.T) {
	t.Parallel()
	x, who, d, _ := billed(t)
	other := x.founds("Flat", 1500)
	x.eats(x.company, december+6)
	x.eats(other, december+6)
	x.runs(31)
	second, foreign, op := x.newest(who), x.newest(x.admin(other)), x.operator()
	day := december + 31
	id, _ := x.imports(op, credit(day, d.Number+" and "+second.Number, "45.00", "FT1")+credit(day, foreign.Number, "15.00", "FT1")+
		credit(day, d.Number, "30.00", "FT2")+credit(day, "lunches", "15.00", "FT3"))
	list := x.bankLines(op, id)
	require.Equal(t, []string{list.Data[0].ID, list.Data[1].ID}, list.Exact)
	require.Equal(t, money.Fils(6000), list.ExactSum)
	done, err := x.invoices.HandleBankBookExact(t.Context(), op,
		invoice.BankExactRequest{ID: id, Lines: []string{list.Data[0].ID, list.Data[1].ID, list.Data[2].ID}})
	require.NoError(t, err)
	require.Equal(t, invoice.BankDone{Done: 2, Left: 1}, done)
	require.Zero(t, x.account(who).Balance)
	require.Equal(t, "paid", x.newest(x.admin(other)).State)
	require.Equal(t, 2, servertest.One[int](t, x.pool, "SELECT count(*) FROM transactions WHERE kind = 'transfer'"), "a posting for each line")
	require.Equal(t, 2, x.bankLines(op, id).Open)
}

func TestALineIsBookedWholeForInvoicesOfOneCompany(t *testing.T) {
	t.Parallel()
	x, who, d, _ := billed(t)
	other := x.founds("Flat", 1500)
	x.eats(x.company, december+6)
	x.eats(other, december+6)
	x.runs(31)
	second, foreign, op := x.newest(who), x.newest(x.admin(other)), x.operator()
	id, _ := x.imports(op, credit(december+31, "lunches", "50.00", "FT1")+credit(december-1, "early", "50.00", "FT2"))
	list := x.bankLines(op, id)
	books := func(line int, surplus bool, parts ...invoice.BankPart) error {
		_, err := x.invoices.HandleBankBook(t.Context(), op, invoice.BankBookRequest{ID: list.Data[line].ID, Parts: parts, Surplus: surplus})
		return err
	}
	part := func(id string, amount money.Fils) invoice.BankPart {
		return invoice.BankPart{Invoice: id, Amount: amount}
	}
	require.ErrorIs(t, books(0, true, part(d.ID, 4999)), invoice.ErrLineNotMet, "no less than the line")
	require.ErrorIs(t, books(0, true, part(d.ID, 5001)), invoice.ErrLineNotMet, "no more")
	require.ErrorIs(t, books(0, true, part(d.ID, 2500), part(d.ID, 2500)), invoice.ErrLineNotMet, "no invoice twice")
	require.Error(t, books(0, true, part(d.ID, 3000), part(foreign.ID, 2000)), "no two companies")
	require.ErrorIs(t, books(0, false, part(d.ID, 3000), part(second.ID, 2000)), invoice.ErrTooMuch)
	require.Error(t, books(1, true, part(d.ID, 5000)), "nothing that came before the invoice")
	require.Empty(t, x.one(who, d.ID).Payments)
	require.NoError(t, books(0, true, part(d.ID, 3000), part(second.ID, 2000)))
	require.Equal(t, money.Fils(-500), x.account(who).Balance, "what is too much is the company's credit")
}

func TestAFileOfAnotherBankOrOfOtherColumnsIsLookedAtAnew(t *testing.T) {
	t.Parallel()
	x := openOffice(t)
	op := x.operator()
	file := base64.StdEncoding.EncodeToString([]byte("When,What,In,Out,Ref\n13/12/2026,x,30.00,,FT1\n"))
	ask := invoice.BankImportRequest{File: file, Name: "b.csv"}
	look, err := x.invoices.HandleBankImport(t.Context(), op, ask)
	require.NoError(t, err)
	require.Equal(t, []bank.RowError{{What: "columns"}}, look.Errors, "nothing is guessed of unknown headings")
	require.Equal(t, []string{"When", "What", "In", "Out", "Ref"}, look.Headings)
	ask.Columns, ask.Bank = &bank.Columns{Date: "When", Description: "What", Credit: "In", Debit: "Out", Reference: "Ref"}, "Emirates  Example"
	look, err = x.invoices.HandleBankImport(t.Context(), op, ask)
	require.NoError(t, err)
	require.Empty(t, look.Errors)
	ask.Apply, ask.Columns.Credit, ask.Columns.Debit = look.Hash, "Out", "In"
	_, err = x.invoices.HandleBankImport(t.Context(), op, ask)
	require.ErrorIs(t, err, invoice.ErrStatementChanged, "with other columns it is another statement")
	ask.Columns.Credit, ask.Columns.Debit = "In", "Out"
	look, err = x.invoices.HandleBankImport(t.Context(), op, ask)
	require.NoError(t, err)
	require.NotEmpty(t, look.ID)

	next := base64.StdEncoding.EncodeToString([]byte("When,What,In,Out,Ref\n14/12/2026,y,10.00,,FT2\n"))
	look, err = x.invoices.HandleBankImport(t.Context(), op, invoice.BankImportRequest{File: next})
	require.NoError(t, err)
	require.Equal(t, "Emirates Example", look.Bank, "the bank is known by its headings")
	require.Equal(t, "In", look.Columns.Credit)
	require.Equal(t, money.Fils(1000), look.CameIn)
}
