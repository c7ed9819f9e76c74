package bank_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"sahn/server/bank"
	"sahn/server/platform/clock"
	"sahn/server/platform/money"
)

const booked = clock.Date(20800)

func invoice(n int, company string, due money.Fils) bank.Open {
	return bank.Open{ID: fmt.Sprintf("I%025d", n), Number: fmt.Sprintf("INV-2026-%06d", n), CompanyID: company, Company: company,
		IssuedOn: booked - 60 + clock.Date(n), Due: due}
}

func parts(p bank.Proposal) (all []string) {
	for _, x := range p.Parts {
		all = append(all, fmt.Sprintf("%s %d", x.Number[9:], x.Amount))
	}
	return all
}

func TestACreditIsMatchedByWhatItSays(t *testing.T) {
	t.Parallel()
	open := []bank.Open{invoice(1, "Sidra Trading LLC", 10000), invoice(2, "Sidra Trading LLC", 25000),
		invoice(3, "Harbour Logistics FZCO", 10000),
		invoice(4, "Harbour Logistics FZCO", 4000), invoice(5, "Qasr", 7777), invoice(6, "Sidra", 500), {ID: "late", Number: "INV-2026-000009",
			CompanyID: "Qasr", Company: "Qasr", IssuedOn: booked + 1, Due: 1234}}
	for name, c := range map[string]struct {
		payer, text string
		amount      money.Fils
		certainty   string
		reason      string
		parts       []string
	}{
		"a number and its amount":    {"", "INV-2026-000001", 10000, bank.Exact, "number", []string{"000001 10000"}},
		"a number as people type it": {"", "pay inv 2026/000001 thanks", 10000, bank.Exact, "number", []string{"000001 10000"}},
		"a number in Arabic digits":  {"", "فاتورة INV-٢٠٢٦-٠٠٠٠٠١", 10000, bank.Exact, "number", []string{"000001 10000"}},
		"two numbers and their sum": {"", "INV-2026-000001,INV-2026-000002", 35000, bank.Exact, "numbers",
			[]string{"000001 10000", "000002 25000"}},
		"a number twice":       {"", "INV-2026-000001 INV-2026-000001", 10000, bank.Exact, "number", []string{"000001 10000"}},
		"a part of an invoice": {"", "INV-2026-000002", 5000, bank.Likely, "part", []string{"000002 5000"}},
		"less than two invoices": {"", "INV-2026-000001 INV-2026-000002", 12000, bank.Likely, "part",
			[]string{"000001 10000", "000002 2000"}},
		"more than is due": {"", "INV-2026-000001", 10001, bank.Possible, "more", []string{"000001 10001"}},
		"another company's number": {"Harbour Logistics FZCO", "INV-2026-000001", 10000, bank.Likely, "payer",
			[]string{"000001 10000"}},
		"a part of another company's number": {"Harbour Logistics FZCO", "INV-2026-000001", 900, bank.Possible, "payer",
			[]string{"000001 900"}},
		"its own payer's number":             {"SIDRA TRADING L.L.C", "INV-2026-000001", 10000, bank.Exact, "number", []string{"000001 10000"}},
		"a number of a payer that is none's": {"Mr A Khan", "INV-2026-000001", 10000, bank.Exact, "number", []string{"000001 10000"}},
		"a number that is not open":          {"Sidra Trading LLC", "INV-2026-000077", 10000, bank.None, "not_open", nil},
		"a longer number is another one":     {"", "INV-2026-0000011", 10000, bank.Possible, "", nil},
		"invoices of two companies":          {"", "INV-2026-000001 INV-2026-000003", 20000, bank.None, "companies", nil},
		"an invoice of after the payment":    {"", "INV-2026-000009", 1234, bank.None, "before", nil},
		"amount and name":                    {"SIDRA TRADING L.L.C", "lunches", 25000, bank.Likely, "amount_name", []string{"000002 25000"}},
		"all that a company owes":            {"Sidra Trading", "", 35000, bank.Likely, "all_name", []string{"000001 10000", "000002 25000"}},
		"the name stands in the text": {"", "TT FROM HARBOUR LOGISTICS FZCO DUBAI", 4000, bank.Likely, "amount_name",
			[]string{"000004 4000"}},
		"the longer name counts":              {"Sidra Trading LLC", "", 500, bank.Possible, "part_name", []string{"000001 500"}},
		"the shorter name alone":              {"Sidra", "", 500, bank.Likely, "amount_name", []string{"000006 500"}},
		"a name and another amount":           {"Qasr", "", 7000, bank.Possible, "part_name", []string{"000005 7000"}},
		"a name and more than is due":         {"Qasr", "", 8000, bank.Possible, "more_name", []string{"000005 8000"}},
		"an amount that only one invoice has": {"Somebody else", "", 7777, bank.Possible, "amount", []string{"000005 7777"}},
		"an amount that two invoices have":    {"Somebody else", "", 10000, bank.None, "unknown", nil},
		"two names":                           {"Qasr", "for Sidra", 500, bank.None, "names", nil},
		"nothing that we know":                {"Tax refund", "", 42, bank.None, "unknown", nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if c.reason == "" {
				c.certainty, c.reason = bank.None, "unknown"
			}
			p := bank.Match([]bank.Line{{BookedOn: booked, Amount: c.amount, Currency: "AED", Payer: c.payer, Text: c.text}}, open, nil)[0]
			require.Equal(t, c.certainty+" "+c.reason, p.Certainty+" "+p.Reason)
			require.Equal(t, c.parts, parts(p))
		})
	}
}

func TestWhatPaysNothingIsNotMatched(t *testing.T) {
	t.Parallel()
	open := []bank.Open{invoice(1, "Sidra", 10000)}
	line := bank.Line{BookedOn: booked, Amount: 10000, Currency: "AED", Text: "INV-2026-000001"}
	for reason, change := range map[string]func(*bank.Line){"debit": func(l *bank.Line) { l.Amount = -10000 },
		"currency": func(l *bank.Line) { l.Currency = "USD" }, "reversal": func(l *bank.Line) { l.Reversal = true }} {
		l := line
		change(&l)
		p := bank.Match([]bank.Line{l}, open, nil)[0]
		require.Equal(t, bank.None+" "+reason, p.Certainty+" "+p.Reason)
		require.Empty(t, p.Parts)
	}
	require.Equal(t, bank.Exact, bank.Match([]bank.Line{line}, open, nil)[0].Certainty)
}

func TestWhatMayBeThereTwiceIsNeverExactAndTakesNothing(t *testing.T) {
	t.Parallel()
	open := []bank.Open{invoice(1, "Sidra", 10000)}
	line := bank.Line{BookedOn: booked, Amount: 10000, Currency: "AED", Text: "INV-2026-000001"}
	all := bank.Match([]bank.Line{line, line}, open, []bool{true, false})
	require.Equal(t, bank.Possible+" twice", all[0].Certainty+" "+all[0].Reason)
	require.Equal(t, bank.Exact, all[1].Certainty)
	all = bank.Match([]bank.Line{line, line}, open, nil)
	require.Equal(t, bank.None+" not_open", all[1].Certainty+" "+all[1].Reason, "one invoice is paid by one line")
}

func TestAGuessTakesNoInvoiceFromALineThatNamesIt(t *testing.T) {
	t.Parallel()
	open := []bank.Open{invoice(1, "Sidra", 10000)}
	all := bank.Match([]bank.Line{{BookedOn: booked, Amount: 10000, Currency: "AED", Payer: "Sidra"},
		{BookedOn: booked, Amount: 10000, Currency: "AED", Text: "INV-2026-000001"}}, open, nil)
	require.Equal(t, bank.None+" nothing_due", all[0].Certainty+" "+all[0].Reason)
	require.Equal(t, bank.Exact, all[1].Certainty)
}

func TestNoProposalIsMoreThanItsLineAndNoInvoiceIsPaidTwice(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		names := []string{"Sidra", "Sidra Trading", "Harbour", "Qasr"}
		var open []bank.Open
		for n := range rapid.IntRange(0, 14).Draw(t, "invoices") {
			open = append(open, invoice(n+1, rapid.SampledFrom(names).Draw(t, "company"), money.Fils(rapid.IntRange(1, 12).Draw(t, "due"))))
		}
		var lines []bank.Line
		var twins []bool
		for range rapid.IntRange(0, 8).Draw(t, "lines") {
			l := bank.Line{BookedOn: booked - 60 + clock.Date(rapid.IntRange(0, 20).Draw(t, "day")), Currency: "AED",
				Amount: money.Fils(rapid.IntRange(-3, 40).Draw(t, "amount")), Payer: rapid.SampledFrom(append(names, "")).Draw(t, "payer")}
			for range rapid.IntRange(0, 3).Draw(t, "numbers") {
				l.Text += fmt.Sprintf(" INV-2026-%06d", rapid.IntRange(1, 16).Draw(t, "number"))
			}
			lines, twins = append(lines, l), append(twins, rapid.IntRange(0, 4).Draw(t, "twin") == 0)
		}
		left, of := map[string]money.Fils{}, map[string]bank.Open{}
		for _, o := range open {
			left[o.ID], of[o.ID] = o.Due, o
		}
		for i, p := range bank.Match(lines, open, twins) {
			sum := money.Fils(0)
			for _, part := range p.Parts {
				require.Positive(t, part.Amount)
				require.Equal(t, of[part.Invoice].CompanyID, p.CompanyID)
				require.LessOrEqual(t, of[part.Invoice].IssuedOn, lines[i].BookedOn)
				sum += part.Amount
				if !twins[i] {
					left[part.Invoice] -= part.Amount
				}
			}
			if len(p.Parts) > 0 {
				require.Equal(t, lines[i].Amount, sum)
				if last := p.Parts[len(p.Parts)-1]; !twins[i] {
					left[last.Invoice] += p.Over
				}
			}
			if p.Certainty == bank.Exact {
				require.Zero(t, p.Over)
			}
		}
		for _, l := range left {
			require.GreaterOrEqual(t, l, money.Fils(0))
		}
	})
}
