package invoice

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/money"
)

// byRate sums lines up by their rate of VAT.
func byRate(t require.TestingT, lines []line) (total, vat map[money.Rate]money.Fils) {
	total, vat = map[money.Rate]money.Fils{}, map[money.Rate]money.Fils{}
	for _, l := range lines {
		require.InDelta(t, int64(l.Total.VAT(l.Rate)), int64(l.VAT), 1, "a line is less than a fils away from its own VAT")
		require.GreaterOrEqual(t, l.VAT, money.Fils(0))
		require.Equal(t, l.Total, l.Net+l.VAT)
		total[l.Rate], vat[l.Rate] = total[l.Rate]+l.Total, vat[l.Rate]+l.VAT
	}
	return total, vat
}

func TestAnInvoiceAndWhatIsCreditedOfItHaveTheVATOfTheirTotals(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		parts, billed, stands := []part{}, []db.InvoiceBilledRow{}, map[string]money.Fils{}
		left := map[money.Rate]money.Fils{}
		for i := range rapid.IntRange(1, 40).Draw(t, "parts") {
			p := part{fmt.Sprint(i), fmt.Sprint(i % 3), clock.Date(i / 3), rapid.SampledFrom([]money.Rate{5, 5, 5, 15}).Draw(t, "rate"),
				money.Fils(rapid.Int64Range(1, 5000).Draw(t, "amount"))}
			parts, stands[p.Source], left[p.Rate] = append(parts, p), p.Amount, left[p.Rate]+p.Amount
		}
		total, vat := byRate(t, linesOf(parts))
		for rate := range total {
			require.Equal(t, total[rate].VAT(rate), vat[rate])
		}
		for len(stands) > 0 { // takes some of it back until nothing is left
			less := map[string]money.Fils{}
			billed = billed[:0]
			for _, p := range parts {
				if s := stands[p.Source]; s > 0 && (rapid.Bool().Draw(t, "takes") || len(less) == 0) {
					less[p.Source] = money.Fils(rapid.Int64Range(1, int64(s)).Draw(t, "less"))
					billed = append(billed, db.InvoiceBilledRow{SourceID: p.Source, ProfileID: p.Profile, Date: p.Date, VatRate: p.Rate,
						InvoiceID: "i", Stands: int64(s), LeftOfRate: int64(left[p.Rate]), VatOnTotal: true})
					if stands[p.Source] -= less[p.Source]; stands[p.Source] == 0 {
						delete(stands, p.Source)
					}
				}
			}
			for _, note := range notes(billed, less) {
				back, of := byRate(t, note.lines)
				for rate := range back {
					require.InDelta(t, float64(back[rate])*float64(rate)/float64(100+rate), int64(of[rate]), 1)
					left[rate], vat[rate] = left[rate]-back[rate], vat[rate]-of[rate]
					require.Equal(t, left[rate].VAT(rate), vat[rate], "what is left has the VAT of what is left")
				}
			}
			require.Empty(t, less)
		}
	})
}

func TestAnInvoiceThatAddedUpTheVATOfItsLinesIsTakenBackToTheFilsAsItWasIssued(t *testing.T) {
	t.Parallel()
	billed, less := []db.InvoiceBilledRow{}, map[string]money.Fils{}
	for i := range 10 { // AED 36.00 each: 17.10 of VAT by line, 17.14 on the total
		billed = append(billed, db.InvoiceBilledRow{SourceID: fmt.Sprint(i), ProfileID: fmt.Sprint(i), VatRate: 5, InvoiceID: "i",
			Stands: 3600, LeftOfRate: 36000, LineTotal: 3600, LineVat: 171})
		less[fmt.Sprint(i)] = 3600
	}
	all := notes(billed, less)
	require.Len(t, all, 1)
	_, vat := byRate(t, all[0].lines)
	require.Equal(t, money.Fils(1710), vat[5])
	require.True(t, all[0].byLine, "and its paper says so")
}
