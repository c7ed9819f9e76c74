package invoice

import (
	"fmt"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/money"
	"sahn/server/platform/pdf"
)

// papers numbers those that somebody looks at.
var papers atomic.Int32

// read draws something and tells what stands on it, after it made sure that nothing is cut, lies on something else or leaves its page.
func read(t *testing.T, draw func(d *pdf.Doc)) (text string) {
	t.Helper()
	d := pdf.New("Test", "Sahn", time.Unix(0, 0))
	lines, said := []pdf.Placed{}, []string{}
	d.Watch(func(l pdf.Placed) { lines, said = append(lines, l), append(said, l.Said) })
	draw(d)
	pdf, err := d.Bytes()
	require.NoError(t, err)
	if dir := os.Getenv("SAHN_PAPERS"); dir != "" { // where somebody can look at it
		name := fmt.Sprintf("%s/%s %d.pdf", dir, strings.ReplaceAll(t.Name(), "/", " "), papers.Add(1))
		require.NoError(t, os.WriteFile(name, pdf, 0o600))
	}
	for i, a := range lines {
		require.NotContains(t, a.Said, "…")
		require.Less(t, a.Y, 290.0, a.Said)
		for _, b := range lines[:i] {
			if a.Page != b.Page || a.X+a.Width <= b.X+0.2 || b.X+b.Width <= a.X+0.2 {
				continue
			}
			apart, high := a.Y-b.Y, a.Style.Size
			if apart < 0 {
				apart, high = -apart, b.Style.Size
			}
			require.Greater(t, apart, high*0.3, "%q lies on %q", a.Said, b.Said)
		}
	}
	return strings.Join(said, "\n")
}

var june = clock.NewDate(2026, time.June, 1)

// aBill is an invoice of so many weeks, two people every day, of whom one costs more.
func aBill(weeks int) content {
	s := content{kind: kindInvoice, number: "INV-2026-000123", issued: june + 30, due: june + 44, from: june, until: june + 29, onTotal: true,
		link: "https://lunch.example/dashboard/company-invoices/01KAHJ8Z3Q5V7X9Y2B4C6D8E0F/details",
		seller: Seller{Name: "Sahn Meals LLC", TRN: "100000000000003", Address: "Warehouse 7, Al Quoz Industrial 3, Dubai",
			Bank: "Example Bank\nSahn Meals LLC\nIBAN AE07 0331 2345 6789 0123 456", Email: "accounts@sahn.example"},
		buyer: Buyer{Name: "Harbour Line Logistics", TRN: "100384120500003", Address: "Harbour Tower, Level 12, Business Bay, Dubai"}}
	for week := range weeks {
		for day := range 5 {
			date, lines := june+clock.Date(week*7+day), []Line{}
			for i, total := range []money.Fils{1500, 2000} {
				if week%2 == 0 {
					total = 1500
				}
				lines = append(lines,
					Line{Date: date, Name: []string{"Mariam Al Suwaidi", "محمد بن راشد"}[i], Net: total - total.VAT(5), VAT: total.VAT(5), Total: total,
						Rate: 5})
			}
			d := Day{Date: date, Lunches: 2, Least: lines[0].Total, Most: lines[1].Total, Rate: 5}
			for _, l := range lines {
				d.Net, d.VAT, d.Total = d.Net+l.Net, d.VAT+l.VAT, d.Total+l.Total
			}
			s.days, s.lines = append(s.days, d), append(s.lines, lines...)
			s.net, s.vat, s.total = s.net+d.Net, s.vat+d.VAT, s.total+d.Total
		}
	}
	return s
}

func requireAll(t *testing.T, text string, said ...string) {
	t.Helper()
	for _, s := range said {
		require.Contains(t, text, s)
	}
}

func TestATaxInvoiceSaysEverythingThatOneMustSayInBothLanguages(t *testing.T) {
	t.Parallel()
	s := aBill(4)
	requireAll(t, read(t, s.draw), "Tax Invoice\nفاتورة ضريبية", "From\nمن\nSahn Meals LLC", "Warehouse 7", "To\nإلى\nHarbour Line Logistics",
		"Harbour Tower", "TRN\nرقم التسجيل الضريبي\n100000000000003", "TRN\nرقم التسجيل الضريبي\n100384120500003",
		"Number\nالرقم\nINV-2026-000123", "Issued\nتاريخ الإصدار\n1 Jul 2026", "Supplied\nتاريخ التوريد\n1 – 30 Jun 2026",
		"Due\nتاريخ الاستحقاق\n15 Jul 2026", "Currency\nالعملة\nAED", "Description\nالوصف", "Quantity\nالكمية", "Unit price\nسعر الوحدة",
		"VAT rate\nنسبة الضريبة", "VAT AED\nالضريبة", "Total AED\nالمجموع",
		"Company share of lunches\nحصة الشركة من وجبات الغداء\n1 – 5 Jun 2026\n10\n15.00\nincl. VAT\nشامل الضريبة\n142.90\n5%\n7.10\n150.00",
		"see details\nانظر التفاصيل",
		"Total excluding VAT\nالمجموع قبل الضريبة\nAED "+amount(s.net), "VAT 5%\nضريبة القيمة المضافة\nAED "+amount(s.vat),
		"Total\nالمبلغ الإجمالي\nAED 650.00", "How to pay\nطريقة الدفع", "IBAN AE07",
		"Please name INV-2026-000123 with the transfer.\nيرجى ذكر INV-2026-000123 مع التحويل.", "بالبطاقة:", "on the total at 5/105",
		"المجموع بنسبة 5/105 منه", "Details of INV-2026-000123\nالتفاصيل", "Person\nالشخص",
		"Mon 1 Jun 2026\nMariam Al Suwaidi\n1\n14.29\n0.71\n15.00", "محمد بن راشد")
}

func TestADocumentOfBeforeSaysThatItsVATWasCountedLineByLine(t *testing.T) {
	t.Parallel()
	s := aBill(1)
	s.onTotal = false
	requireAll(t, read(t, s.draw), "10\n14.29\n142.90\n5%\n7.10\n150.00", "5/105 of the share", "بنسبة 5/105 من الحصة")
}

// dearer is a document whose days from a date on are charged another rate of VAT.
func (s content) dearer(from clock.Date, rate money.Rate) content {
	s.net, s.vat = 0, 0
	for i := range s.lines {
		l := &s.lines[i]
		if l.Date >= from {
			l.Rate, l.VAT, l.Net = rate, l.Total.VAT(rate), l.Total-l.Total.VAT(rate)
		}
		s.net, s.vat = s.net+l.Net, s.vat+l.VAT
	}
	for i := range s.days {
		d := &s.days[i]
		d.Net, d.VAT = 0, 0
		for _, l := range s.lines {
			if l.Date == d.Date {
				d.Rate, d.Net, d.VAT = l.Rate, d.Net+l.Net, d.VAT+l.VAT
			}
		}
	}
	return s
}

func TestPapersOfAMonthInWhichTheRateOfVATChangesSayEachRateAndItsVAT(t *testing.T) {
	t.Parallel()
	s := aBill(3).dearer(june+2, 15)
	text := strings.ReplaceAll(read(t, s.draw), "\n", " ")
	requireAll(t, text, "1 – 2 Jun 2026 4 15.00 incl. VAT شامل الضريبة 57.16 5% 2.84 60.00",
		"3 – 5 Jun 2026 6 15.00 incl. VAT شامل الضريبة 78.24 15% 11.76 90.00",
		"VAT 5% ضريبة القيمة المضافة AED 2.84", "VAT 15% ضريبة القيمة المضافة AED "+amount(s.vat-284),
		"at 5/105 or 15/115 of it", "بنسبة 5/105 أو 15/115 منه", "VAT rate النسبة", "Tue 2 Jun 2026 محمد بن راشد 1 14.29 5% 0.71 15.00",
		"Wed 3 Jun 2026 Mariam Al Suwaidi 1 13.04 15% 1.96 15.00")
	s.kind, s.number, s.credits = kindCredit, "CN-2026-000003", "INV-2026-000123"
	requireAll(t, read(t, s.draw), "VAT 5%", "VAT 15%")

	p := anEatersPaper(kindInvoice, 3540)
	fives := money.Fils(0)
	for i := range p.lines {
		if l := &p.lines[i]; i < 2 {
			fives += l.VAT
		} else {
			own := l.Total.VAT(15)
			p.net, p.vat = p.net+l.VAT-own, p.vat-l.VAT+own
			l.Rate, l.Net, l.VAT = 15, l.Total-own, own
		}
	}
	requireAll(t, strings.ReplaceAll(read(t, p.draw), "\n", " "), "Lunch, Mon 1 Jun 2026", "VAT 5% ضريبة القيمة المضافة AED "+amount(fives),
		"VAT 15% ضريبة القيمة المضافة AED "+amount(p.vat-fives), "Total المبلغ الإجمالي AED "+amount(p.total))
}

func TestAnInvoiceOfManyWeeksStillHasRoomForItsSums(t *testing.T) {
	t.Parallel()
	for _, weeks := range []int{6, 8, 9, 12, 20} {
		requireAll(t, read(t, aBill(weeks).draw), "المبلغ الإجمالي", "طريقة الدفع")
	}
}

func TestACreditNoteSaysWhatItTakesBackAndWhyInBothLanguages(t *testing.T) {
	t.Parallel()
	s := aBill(1)
	s.kind, s.number, s.credits = kindCredit, "CN-2026-000003", "INV-2026-000123"
	text := strings.ReplaceAll(read(t, s.draw), "\n", " ")
	requireAll(t, text, "Tax Credit Note إشعار دائن ضريبي", "100000000000003", "100384120500003", "Number الرقم CN-2026-000003",
		"Issued تاريخ الإصدار 1 Jul 2026", "For invoice عن الفاتورة INV-2026-000123",
		"Reason السبب This credit note takes back part of invoice INV-2026-000123: lunches of these days that were cancelled, undone or missing.",
		"يلغي هذا الإشعار جزءا من الفاتورة INV-2026-000123: وجبات غداء في هذه الأيام ألغيت أو لم تصل.", "حصة الشركة من وجبات الغداء",
		"Total excluding VAT المجموع قبل الضريبة AED "+amount(s.net), "VAT 5% ضريبة القيمة المضافة AED "+amount(s.vat),
		"Total credited مجموع الإشعار AED 150.00")
	require.NotContains(t, text, "How to pay")
}

func TestAnInvoiceThatWasSetOffSaysSoInBothLanguages(t *testing.T) {
	t.Parallel()
	s := aBill(1)
	s.setOffs = []db.InvoiceSetOffAtIssueRow{{Number: "INV-2026-000119", Amount: 10_000}, {Number: "INV-2026-000121", Amount: 5_000}}
	requireAll(t, strings.ReplaceAll(read(t, s.draw), "\n", " "), "Set off مقاصة AED –150.00",
		"Set off from INV-2026-000119, INV-2026-000121: paid beyond what was due there.",
		"مقاصة من INV-2026-000119، INV-2026-000121: دفع زائد عن المستحق هناك.", "To pay المبلغ المستحق AED 0.00", "Nothing to pay لا مبلغ مستحق",
		"Please transfer nothing.", "يرجى عدم تحويل أي مبلغ.")
}

func TestAStatementNamesItsEntriesInBothLanguagesAndSaysWhenSomethingWasOwed(t *testing.T) {
	t.Parallel()
	bill := aBill(1)
	s := Statement{From: clock.NewDate(2026, time.January, 1), Until: clock.NewDate(2026, time.December, 31), Before: 123_456_789,
		After: 1_500, Account: CompanyAccount{NotYet: 1, To30: 123_456_789, To60: 3, To90: 4, Beyond: 5}, Entries: []Entry{
			{Date: june, Kind: kindInvoice, Number: "INV-2026-000001", Amount: 15_000, Balance: 15_000},
			{Date: june, Kind: kindCredit, Number: "CN-2026-000001", Note: "INV-2026-000001", Amount: -1500, Balance: 13_500},
			{Date: june, Kind: "card", Number: "INV-2026-000001", Amount: -13_500},
			{Date: june, Kind: "returned", Number: "INV-2026-000001", Amount: 13_500, Balance: 13_500},
			{Date: june, Kind: "transfer", Number: "INV-2026-000001", Note: "FT26/0071", Amount: -12_000, Balance: 1_500},
			{Date: june, Kind: "setoff", Number: "INV-2026-000002", Note: "INV-2026-000001", SetOff: 1_500, Balance: 1_500}}}
	text := read(t, func(d *pdf.Doc) { drawStatement(d, s, bill.seller, bill.buyer, clock.NewDate(2027, time.January, 20)) })
	requireAll(t, text, "Statement of account\nكشف حساب", "For\nإلى\nHarbour Line Logistics", "From\nمن\n1 Jan 2026",
		"Until\nحتى\n31 Dec 2026", "Owed before\nالرصيد السابق\nAED 1,234,567.89", "Owed on 31 Dec 2026\nالرصيد في 31/12/2026\nAED 15.00",
		"Tax invoice\nفاتورة ضريبية\nINV-2026-000001", "Credit note\nإشعار دائن\nCN-2026-000001", "Card payment\nدفع بالبطاقة",
		"Taken back\nمبلغ استرده البنك", "Bank transfer\nتحويل بنكي\nINV-2026-000001\nFT26/0071",
		"Set off\nمقاصة\nINV-2026-000002\nAED 15.00\nfrom · من INV-2026-000001",
		"What is due on 20 Jan 2027, by how late it is\nالمستحق في 20/01/2027 حسب مدة التأخر", "31 – 60 days\nمن 31 إلى 60 يوما\nAED 0.03",
		"Bank account\nالحساب البنكي")
	require.NotContains(t, text, "Owed now")

	s.Entries = nil
	text = read(t, func(d *pdf.Doc) { drawStatement(d, s, bill.seller, bill.buyer, june) })
	requireAll(t, text, "Nothing happened in this time.\nلم يحدث شيء في هذه المدة.")
}
