package invoice

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sahn/server/platform/clock"
	"sahn/server/platform/money"
)

// anEatersPaper is a document of a week, of which the company pays AED 20.00 a day.
func anEatersPaper(kind string, price money.Fils) eaterPaper {
	p := eaterPaper{content: aBill(1), company: "Harbour Line Logistics"}
	p.kind, p.number, p.credits = kind, "TI-2026-000123", ""
	p.buyer = Buyer{Name: "Mariam Al Suwaidi"}
	p.net, p.vat, p.total = 0, 0, 0
	if kind == kindCredit {
		p.number, p.credits = "TC-2026-000045", "TI-2026-000123, TI-2026-000124"
	}
	for i := range 5 {
		l := EaterLine{Date: june + clock.Date(i), Portions: i + 1, CompanyShare: 2000, Rate: 5}.priced(price-2000, price.VAT(5))
		p.lines, p.net, p.vat, p.total = append(p.lines, l), p.net+l.Net, p.vat+l.VAT, p.total+l.Total
	}
	if p.full() {
		p.buyer.Address = "Harbour Tower, Level 12, Business Bay, Dubai"
	}
	return p
}

func TestAnEatersTaxInvoiceSaysWhatTheLawAsksForAndNoDish(t *testing.T) {
	t.Parallel()
	small, large := anEatersPaper(kindInvoice, 3540), anEatersPaper(kindInvoice, 250_000)
	text := read(t, small.draw)
	for _, said := range []string{"Tax Invoice", "فاتورة ضريبية", "Sahn Meals LLC", "100000000000003", "Warehouse 7", "TI-2026-000123",
		"1 Jul 2026", "1 – 30 Jun 2026", "Mariam Al Suwaidi", "Lunch, Mon 1 Jun 2026", "5%", "VAT 5%", "AED " + amount(small.vat),
		"AED " + amount(small.total), "AED " + amount(small.net), "Harbour Line Logistics pays AED 100.00", "Unit price"} {
		require.Contains(t, text, said)
	}
	require.Equal(t, 5*(money.Fils(3540).VAT(5)-money.Fils(2000).VAT(5)), small.vat, "what the company's part leaves of each day's VAT")
	require.NotContains(t, text, "Harbour Tower", "a simplified one needs no address of the buyer")
	require.Contains(t, read(t, large.draw), "Harbour Tower", "above AED 10,000 it does")
	back := read(t, anEatersPaper(kindCredit, 3540).draw)
	for _, said := range []string{"Tax Credit Note", "إشعار دائن ضريبي", "TC-2026-000045", "TI-2026-000123", "TI-2026-000124",
		"Total credited"} {
		require.Contains(t, back, said)
	}
}
