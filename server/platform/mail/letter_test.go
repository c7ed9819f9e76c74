package mail

import (
	"html"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sahn/server/platform/clock"
)

var monday = clock.NewDate(2026, time.November, 23)

func writer(t *testing.T) *Sender {
	t.Helper()
	s, err := New("smtp://127.0.0.1:25", "Sahn <hello@sahn.example>")
	require.NoError(t, err)
	s.Public, err = url.Parse("https://lunch.example/")
	require.NoError(t, err)
	return s
}

// ordered is a paid order: three days, a company that pays a part, wallet and card.
func ordered() Order {
	return Order{Name: "Mariam Al Suwaidi", Company: "Harbour Line Logistics", Number: "7PBHCR76", Span: "23 – 27 Nov", CardName: "VISA 0001",
		Gross: 14100, Discount: 3530, Net: 10570, CompanyShare: 6000, Wallet: 1070, Card: 3500, VAT: 503, CompanyVAT: 286, VATRate: "5%",
		PaidAt: time.Date(2026, time.November, 21, 20, 4, 0, 0, time.UTC), Receipt: "01KAHJ8Z3Q5V7X9Y2B4C6D8E0F",
		Seller: Seller{"Sahn Meals LLC", "100000000000003", "Warehouse 4, Al Quoz 3, Dubai"},
		Days: []Day{
			{monday, "12:15–12:45", "Head office, floor 14", []Item{{1, "Chicken machboos", 3520}}},
			{monday + 1, "12:15–12:45", "Head office, floor 14", []Item{{2, "Falafel bowl", 3530}}},
			{monday + 3, "12:15–12:45", "Head office, floor 14", []Item{{1, "Salmon with quinoa", 3520}}},
		}}
}

// every is each letter there is, in a language, about names as given.
func every(t *testing.T, language, name, company, dish string) map[string]Message {
	t.Helper()
	s, all := writer(t), map[string]Message{}
	add := func(kind string) func(Message, error) {
		return func(m Message, err error) { all[kind] = written(t)(m, err) }
	}
	order := ordered()
	order.Name, order.Company, order.CardName = name, company, company
	for i := range order.Days {
		order.Days[i].Place = company
		for len(order.Days[i].Items) < 12 {
			order.Days[i].Items = append(order.Days[i].Items, Item{99, dish, 123456789})
		}
	}
	to := To{"mariam@harbourline.example", language}
	for _, purpose := range []string{"sign-in", "reset", "register"} {
		add("code to " + purpose)(s.Code("1", to, Code{"042917", purpose, 10}))
	}
	add("invitation")(s.Invitation("1", to, Invitation{name, company}))
	add("approval of an employee")(s.Approval("1", to, Approval{name, company, "00SAHNC0MPANY0000000000001", false}))
	add("approval of a company")(s.Approval("1", to, Approval{name, company, "00SAHNC0MPANY0000000000001", true}))
	add("password changed")(s.Password("1", to, Password{name, order.PaidAt, false}))
	add("password set")(s.Password("1", to, Password{name, order.PaidAt, true}))
	for _, what := range []string{"set", "reset", "paper", "pin"} {
		add("second step: " + what)(s.Factor("1", to, Factor{name, order.PaidAt, what}))
	}
	for _, what := range []string{"added", "removed", "stopped"} {
		add("passkey " + what)(s.Passkey("1", to, Passkey{name, order.PaidAt, what, name, false}))
		add("kitchen's passkey " + what)(s.Passkey("1", to, Passkey{name, order.PaidAt, what, "Chrome · Android", true}))
	}
	add("sign-in elsewhere")(s.Elsewhere("1", to, Elsewhere{name, order.PaidAt, "Chrome on Android", true}))
	add("strangers' attempts")(s.Tried("1", to, Tried{Name: name, At: order.PaidAt, Token: "token"}))
	add("confirmed")(s.Confirmed("1", to, order))
	add("receipt")(s.Receipt("1", to, order))
	add("reminder of drafts")(s.Reminder("1", to, Reminder{name, "23 – 27 Nov", []clock.Date{monday, monday + 2}, monday, monday - 2, true}))
	late := Withdrawn{Name: name, Number: "7PBHCR76", Order: "01KAHJ8Z3Q5V7X9Y2B4C6D8E0F", Date: monday, Meal: dish, Qty: 2, Instead: dish,
		Document: Document{Number: "TI-2026-000012"}, Until: time.Date(2026, time.November, 21, 20, 0, 0, 0, time.UTC)}
	add("withdrawn")(s.Withdrawn("1", to, late))
	late.TooLate, late.Qty = true, 1
	add("withdrawn too late")(s.Withdrawn("1", to, late))
	late.Instead = ""
	add("withdrawn and paid back")(s.Withdrawn("1", to, late))
	day := DayClosed{Name: name, Number: late.Number, Order: late.Order, Date: monday, Holiday: dish, HolidayAr: dish, Until: late.Until}
	add("day closed")(s.DayClosed("1", to, day))
	day.TooLate = true
	add("day closed too late")(s.DayClosed("1", to, day))
	day.Opened = true
	add("day opened again")(s.DayClosed("1", to, day))
	hours := Hours{name, []HoursDay{{monday, "18:00–18:30"}}}
	add("other time")(s.Hours("1", to, hours))
	hours.Days = append(hours.Days, HoursDay{monday + 1, "12:15–12:45"})
	add("other times")(s.Hours("1", to, hours))
	corrected := Corrected{Name: name, Number: late.Number, Order: late.Order, Date: monday, Meal: dish, Qty: 2, Until: late.Until,
		Document: late.Document,
		Contains: []string{"Milk", dish}, MayContain: []string{"Nuts"}}
	add("corrected")(s.Corrected("1", to, corrected))
	corrected.TooLate, corrected.MayContain = true, nil
	add("corrected too late")(s.Corrected("1", to, corrected))
	left := Leaver{name, "mariam@harbourline.example", []clock.Date{monday, monday + 1}, 123456789}
	add("leavers")(s.Leavers("1", to, Leavers{name, company, []Leaver{left, left}}))
	add("webhook")(s.Webhook("1", to, Webhook{name, company, "https://example.com/sahn", false}))
	add("webhook-gone")(s.Webhook("1", to, Webhook{name, company, "https://hooks.slack.com/…", true}))
	lost := Domain{name, company, "harbourline.example", "_sahn.harbourline.example", "sahn-verification=0123456789abcdef", monday, false}
	add("domain")(s.Domain("1", to, lost))
	lost.Lost = true
	add("domain-lost")(s.Domain("1", to, lost))
	bill := Invoice{Name: name, ID: "01KAHJ8Z3Q5V7X9Y2B4C6D8E0F", Number: "INV-2026-000007", Month: clock.NewDate(2026, time.September, 1),
		DueOn: monday, Due: 123456789}
	add("invoice")(s.Invoice("1", to, bill))
	bill.Late = 14
	add("invoice that is late")(s.Invoice("1", to, bill))
	bill.Late, bill.Returned = 0, true
	add("invoice of which the payment was taken back")(s.Invoice("1", to, bill))
	bill.Returned, bill.SetOff, bill.Due = false, true, 0
	add("invoice that was set off")(s.Invoice("1", to, bill))
	add("transfer that was taken back")(s.TransferUndone("1", to, TransferUndone{name, dish, 123456789,
		[]DueAgain{{bill.Number, monday, 123456789}, {"INV-2026-000008", monday + 30, 1}}}))
	bill.SetOff, bill.Due, bill.Note, bill.Credited = false, 123456789, "CN-2026-000003", 123456789
	add("invoice that was credited")(s.Invoice("1", to, bill))
	other := Changed{Name: name, Number: "7PBHCR76", Span: "23 – 27 Nov", VATRate: "5%", Paid: 123456789,
		Document: Document{Number: "TI-2026-000013"},
		Days:     []ChangedDay{{monday, []Item{{2, dish, 123456789}}}, {monday + 1, nil}}}
	add("changed")(s.Changed("1", to, other))
	other.Days, other.Paid, other.ToWallet, other.Cancelled = []ChangedDay{{monday, nil}}, 0, 3520, true
	other.Document = Document{"TC-2026-000002", true}
	add("changed to nothing")(s.Changed("1", to, other))
	other.Days, other.ToWallet, other.ToCard, other.Cancelled, other.TooLate = []ChangedDay{{monday, []Item{{2, dish, 123456789}}}}, 0,
		3520, false, true
	add("changed too late")(s.Changed("1", to, other))
	plan := Tier{name, company, "rose", "", "25%", 31, 37, monday}
	add("plan that rose")(s.Tier("1", to, plan))
	plan.Outcome, plan.Was, plan.Discount, plan.People = "warned", "AED 10.00", "AED 10.00", 30
	add("plan that is short of one")(s.Tier("1", to, plan))
	plan.Outcome, plan.Discount = "fell", ""
	add("plan that fell")(s.Tier("1", to, plan))
	changes := []DetailChange{{"Name", company, dish}, {"TRN", "100000000000003", ""}}
	add("correction")(s.Correction("1", to, Correction{name, company, dish, changes}))
	add("credit")(s.Credit("1", to, Credit{name, "The soup was cold", 1500}))
	add("refund into the wallet")(s.Refund("1", to, Credit{name, "Your card was closed", 123456789}))
	bought := Purchase{Name: name, Company: company, Till: company, Place: company, Receipt: "P7-31-9K2M", Sale: "01KAHJ8Z3Q5V7X9Y2B4C6D8E0F",
		Token: "token", At: order.PaidAt, Total: 123456789, VAT: 5878895, VATRate: "5%", CompanyShare: 2000, Wallet: 3000, Cash: 100, Card: 200,
		Owed: 123451489, Reason: dish,
		Document: Document{Number: "TI-2026-000014"}}
	add("purchase")(s.Purchase("1", to, bought))
	add("reported purchase")(s.PurchaseReported("1", to, bought))
	add("purchase that stands")(s.PurchaseDecided("1", to, bought))
	bought.Reversed, bought.Document = true, Document{"TC-2026-000003", true}
	add("purchase that was taken back")(s.PurchaseDecided("1", to, bought))
	add("reminder")(s.Reminder("1", to, Reminder{name, "23 – 27 Nov", nil, monday, monday - 2, true}))
	return all
}

// bothLanguages is every letter in English and in Arabic.
func bothLanguages(t *testing.T, name, company, dish string) map[string]Message {
	t.Helper()
	all := every(t, "en", name, company, dish)
	for kind, m := range every(t, "ar", name, company, dish) {
		all[kind+" in Arabic"] = m
	}
	return all
}

var (
	tag     = regexp.MustCompile(`<[^>]*>`)
	remote  = regexp.MustCompile(`(?i)<img|<link|<script|<iframe|url\(|@import|src=|background=`)
	link    = regexp.MustCompile(`href="([^"]*)"`)
	styled  = regexp.MustCompile(`<(?:body|table|td|h1|h2|p|div|a|th|caption)\b[^>]*>`)
	layouts = regexp.MustCompile(`<table[^>]*>`)
)

// english is a word in Latin letters, and allowed are those that an Arabic letter may have: addresses, numbers of documents, names of
// browsers, cards and files, and what the fixture types in English.
var (
	english = regexp.MustCompile(`[A-Za-z]{2,}`)
	allowed = regexp.MustCompile(`https:\S+|\S+@\S+|\b(?:[A-Z]+-)?[0-9A-Z]*[0-9][-0-9A-Z]*\b|Chrome|Android|PDF|VISA|Nov|` +
		`Sahn Meals LLC|Warehouse 4, Al Quoz 3, Dubai|Milk|Nuts|Chicken machboos|Falafel bowl|Salmon with quinoa|` +
		`The soup was cold|Your card was closed|\S*harbourline.example|sahn-verification=\S+|TXT`)
)

// shown is what somebody reads of an HTML letter.
func shown(m Message) string {
	_, body, _ := strings.Cut(m.HTML, "<body")
	return strings.Join(strings.Fields(html.UnescapeString(tag.ReplaceAllString("<body"+body, " "))), " ")
}

func TestEveryLetterCanBeReadEverywhere(t *testing.T) {
	t.Parallel()
	all := every(t, "en", "Mariam", "Harbour Line Logistics", "Soup")
	require.Len(t, all, 58)
	for kind, m := range every(t, "ar", "مريم", "شركة خط الميناء", "حساء") {
		all["ar "+kind] = m
	}
	for kind, m := range all {
		t.Run(kind, func(t *testing.T) {
			kind, arabic := strings.CutPrefix(kind, "ar ")
			if arabic {
				require.Contains(t, m.HTML, `<html lang="ar" dir="rtl">`)
				for _, form := range []string{m.Subject, m.Text, shown(m)} {
					require.Empty(t, english.FindAllString(allowed.ReplaceAllString(form, ""), -1), form)
					require.NotRegexp(t, `[٠-٩]`, form, "digits are Western")
				}
			} else {
				require.Contains(t, m.HTML, `<html lang="en" dir="ltr">`)
			}
			t.Parallel()
			require.NotEmpty(t, m.Subject)
			require.LessOrEqual(t, len([]rune(m.Subject)), 78)
			require.Contains(t, m.HTML, `<meta name="color-scheme" content="light dark">`)
			require.Contains(t, m.HTML, "@media (prefers-color-scheme: dark)")
			require.Contains(t, m.HTML, "max-width:600px")
			require.Contains(t, m.HTML, "<title>"+html.EscapeString(m.Subject)+"</title>")
			require.Equal(t, 1, strings.Count(m.HTML, "<h1 "))
			require.NotRegexp(t, remote, m.HTML, "nothing is loaded from anywhere")
			require.NotContains(t, m.HTML+m.Text+m.Subject, "<no value>")
			require.NotContains(t, m.HTML, "ZgotmplZ")
			for _, table := range layouts.FindAllString(m.HTML, -1) {
				require.True(t, strings.Contains(table, `role="presentation"`) || strings.Contains(m.HTML, table+"\n<caption"),
					"%s is neither layout nor has it a caption", table)
			}
			for _, part := range styled.FindAllString(m.HTML, -1) {
				if !strings.HasPrefix(part, `<td align="center" `) {
					require.Contains(t, part, `style="`, "mailboxes drop style sheets")
				}
			}
			require.Regexp(t, `style="display:none[^>]*>\S`, m.HTML, "a mailbox shows this beside the subject")
			require.Less(t, len(m.HTML), 90_000, "longer mails are cut off")
			for _, found := range link.FindAllStringSubmatch(m.HTML, -1) {
				require.True(t, strings.HasPrefix(found[1], "https://lunch.example/"), found[1])
				require.Contains(t, m.Text, found[1], "the plain form leads there too")
			}
			if strings.HasPrefix(kind, "code") {
				require.NotContains(t, m.HTML+m.Text, "http", "a mail with a code has no links, so that one with links is not ours")
				require.NotContains(t, m.Subject, "042917")
			} else {
				require.Regexp(t, link, m.HTML)
			}
		})
	}
}

func TestADarkColourExistsForEveryColouredPart(t *testing.T) {
	t.Parallel()
	sheet, err := letters.ReadFile("letters/layout.html")
	require.NoError(t, err)
	_, dark, found := strings.Cut(string(sheet), "prefers-color-scheme: dark")
	require.True(t, found)
	for part, style := range looks {
		if strings.Contains(style, "#") {
			require.Regexp(t, `\.`+part+`[ ,]`, dark, "%s stays light in the dark", part)
		}
	}
}

// Who names a company after a site would have us mail its link to everybody whom they invite.
func TestALinkInANameIsNoLinkInAnyLetter(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"evil.example", "Prize at https://evil.example/win", "WWW.Evil.Example", "pay@evil.example", "evil。example",
		"mailto:pay@evil.example", "a.b.evil.example.", "tel:+97150000"} {
		for kind, m := range bothLanguages(t, name, name, name) {
			for _, form := range []string{m.Subject, m.Text, html.UnescapeString(m.HTML)} {
				require.NotRegexp(t, `(?i)evil[.。]example|https://evil|www\.evil|pay@evil|mailto:pay|tel:\+`, form, kind)
			}
		}
	}
	require.Equal(t, "Dr. J.\u200cR. Noon.\u200ccom", typed("Dr. J.R. Noon.com"), "a legal name looks as it is written")
}

func TestNothingThatIsTypedBecomesMarkupOrAHeaderOrTurnsTheTextAround(t *testing.T) {
	t.Parallel()
	for _, evil := range []string{`<script>alert(1)</script>`, `"><img src=x onerror=alert(1)>`, `</title></style></bdi><h1>Evil</h1>`,
		`{{.Brand}} {{template "x"}}`, "A\r\nBcc: all@example.ae\r\n\r\nEvil", "\u202Egnp.exe", "a\x00b\u2066c", `' onmouseover='x`,
		`javascript:alert(1)`, `&lt;b&gt; &amp;`, `<!--`, `]]>`} {
		for kind, m := range bothLanguages(t, evil, evil, evil) {
			for _, bad := range []string{"<script", "<img", "<h1>Evil", "<!--", "onmouseover='x", "\u202E", "\u2066", "\x00"} {
				require.NotContains(t, m.HTML, bad, kind)
			}
			require.NotContains(t, m.Subject, "\n", kind)
			require.NotContains(t, m.Text, "\nBcc:", kind)
			require.NotContains(t, m.Text, "\nEvil", kind)
			require.NotContains(t, m.Text+m.Subject, "\u202E", kind)
			if clean := typed(evil); !strings.HasPrefix(kind, "code") {
				require.Contains(t, shown(m), strings.Join(strings.Fields(clean), " "), "%s shows what was typed as it was typed", kind)
			}
			msg, err := writer(t).compose(m)
			require.NoError(t, err)
			require.Empty(t, msg.GetGenHeader("Bcc"))
		}
	}
}

func TestALongNameIsCutAndARightToLeftOneKeptApart(t *testing.T) {
	t.Parallel()
	arabic := "شركة خط الميناء"
	for kind, m := range bothLanguages(t, strings.Repeat("Long ", 100), arabic, strings.Repeat("W", 500)) {
		require.LessOrEqual(t, len([]rune(m.Subject)), 78, kind)
		require.NotContains(t, m.HTML+m.Text, strings.Repeat("Long ", 40), kind)
		require.NotContains(t, m.HTML+m.Text, strings.Repeat("W", longestTyped), kind)
		_, body, _ := strings.Cut(m.HTML, "</title>")
		require.Equal(t, strings.Count(body, arabic), strings.Count(body, "<bdi>"+arabic+"</bdi>"), kind)
		require.Equal(t, strings.Count(m.Text, arabic), strings.Count(m.Text, "\u2068"+arabic+"\u2069"), kind)
	}
}

func TestAnArabicLetterRunsItsWayWithAmountsDatesAndNounsAsArabicWritesThem(t *testing.T) {
	t.Parallel()
	to := To{"a@b.example", "ar"}
	for _, m := range []Message{written(t)(writer(t).Confirmed("1", to, ordered())), written(t)(writer(t).Receipt("1", to, ordered()))} {
		require.Regexp(t, `<th scope="row" align="right"[^>]*>الإجمالي`, m.HTML)
		require.Regexp(t, `align="left"[^>]*><bdi dir="ltr"[^>]*>105\.70`, m.HTML)
		require.NotRegexp(t, `(margin|padding)-(left|right)|text-align:(left|right)`, m.HTML)
		require.Contains(t, m.Text, "\u2068\u200e105.70\u00a0\u200fد.إ.\u200f\u2069")
		require.Contains(t, m.Text, "\u2068Mariam Al Suwaidi\u2069")
	}
	says(t, written(t)(writer(t).Confirmed("1", to, ordered())), "الاثنين 23 نوفمبر", "الخميس 26 نوفمبر")
	for minutes, want := range map[int]string{1: "دقيقة واحدة", 2: "دقيقتين",
		7: "7 دقائق", 11: "11 دقيقة", 100: "100 دقيقة", 103: "103 دقائق"} {
		says(t, written(t)(writer(t).Code("1", to, Code{"042917", "sign-in", minutes})), "خلال "+want+"، وهناك فقط")
	}
	m := written(t)(writer(t).Credit("1", to, Credit{"Mariam", "2 × Soup, Mon 23 Nov: missing", 1500}))
	says(t, m, "2 × Soup، 23 نوفمبر: لم تصل")
}

func TestAConfirmationTellsEveryDayMealAndFils(t *testing.T) {
	t.Parallel()
	m := written(t)(writer(t).Confirmed("confirmed-1", To{"a@b.example", "en"}, ordered()))
	require.Equal(t, "Your lunches for 23 – 27 Nov are ordered", m.Subject)
	says(t, m, "Hi Mariam Al Suwaidi", "Monday 23 November", "12:15–12:45", "Head office, floor 14", "Chicken machboos", "AED 35.20",
		"Tuesday 24 November", "Falafel bowl", "AED 35.30", "Thursday 26 November", "Salmon with quinoa", "AED 35.20",
		"Menu price", "AED 141.00", "Your discount", "−AED 35.30", "Total", "AED 105.70", "Harbour Line Logistics pays", "AED 60.00",
		"Paid from your wallet", "AED 10.70", "Paid by card", "VISA 0001", "AED 35.00", "5% VAT", "AED 5.03", "7PBHCR76")
	require.Contains(t, m.HTML, `href="https://lunch.example/dashboard/history"`)

	free := ordered()
	free.Discount, free.Gross, free.CompanyShare, free.Wallet, free.Card = 0, 10570, 10570, 0, 0
	m = written(t)(writer(t).Confirmed("confirmed-1", To{"a@b.example", "en"}, free))
	saysNot(t, m, "discount", "wallet", "card", "receipt", "Menu price")
	says(t, m, "Total", "AED 105.70", "Harbour Line Logistics pays", "AED 105.70")
}

func TestAReceiptTellsWhatThePersonPaidAndNoDish(t *testing.T) {
	t.Parallel()
	m := written(t)(writer(t).Receipt("receipt-1", To{"a@b.example", "en"}, ordered()))
	require.Equal(t, "Your receipt: AED 45.70", m.Subject)
	says(t, m, "AED 45.70", "01KAHJ8Z3Q5V7X9Y2B4C6D8E0F", "22 November 2026, 00:04",
		"3 lunch deliveries", "23 – 27 Nov", "7PBHCR76", "AED 141.00",
		"−AED 35.30", "AED 105.70", "Harbour Line Logistics pays", "AED 60.00", "AED 10.70", "VISA 0001", "AED 35.00", "You paid", "AED 45.70",
		"VAT", "AED 2.17", "Sahn Meals LLC", "Warehouse 4, Al Quoz 3, Dubai", "100000000000003")
	saysNot(t, m, "Chicken machboos", "Falafel bowl", "Salmon with quinoa")
}

func TestACodeSaysWhatItIsFor(t *testing.T) {
	t.Parallel()
	for purpose, want := range map[string]string{"sign-in": "Your sign-in code", "reset": "Your code for a new password",
		"register": "Your code to register"} {
		m := written(t)(writer(t).Code("1", To{"a@b.example", "en"}, Code{"042917", purpose, 7}))
		require.Equal(t, want, m.Subject)
		says(t, m, want, "042917", "within 7 minutes", "Nobody from Sahn will ever ask you for this code.")
	}
}

func TestOneMinuteAndOneMorePersonAreSaidAsOne(t *testing.T) {
	t.Parallel()
	s := writer(t)
	m := written(t)(s.Code("1", To{"a@b.example", "en"}, Code{"042917", "sign-in", 1}))
	says(t, m, "within 1 minute, and only there")
	saysNot(t, m, "1 minutes")
	for people, title := range map[int]string{30: "1 more keeps your 25% off", 29: "2 more keep your 25% off"} {
		m = written(t)(s.Tier("1", To{"a@b.example", "en"}, Tier{"Mariam", "Harbour Line", "warned", "25%", "25%", 31, people, monday}))
		require.Contains(t, shown(m), title)
	}
}

func TestALetterAboutAChangeSaysWhyItCameAndNothingOfPricesThatItDoesNotName(t *testing.T) {
	t.Parallel()
	s := writer(t)
	order := Changed{Name: "Mariam", Number: "7PBHCR76", Span: "23 – 27 Nov", VATRate: "5%"}
	soup := []ChangedDay{{monday, []Item{{1, "Soup", 3520}}}}
	for why, c := range map[string]func(Changed) Changed{
		"You get this mail because your order at Sahn has changed": func(c Changed) Changed { c.Days, c.Paid = soup, 500; return c },
		"You get this mail because your order at Sahn was cancelled": func(c Changed) Changed {
			c.Days, c.ToCard, c.Cancelled = []ChangedDay{{monday, nil}}, 3520, true
			return c
		},
		"You get this mail because you paid for a change of your order at Sahn": func(c Changed) Changed {
			c.Days, c.ToCard, c.TooLate = soup, 500, true
			return c
		},
	} {
		m := written(t)(s.Changed("1", To{"a@b.example", "en"}, c(order)))
		says(t, m, "Order number", "7PBHCR76", why)
		saysNot(t, m, "you changed an order") // also a meal that was withdrawn changes one
		for _, body := range []string{m.Text, shown(m)} {
			require.Equal(t, strings.Contains(body, "Soup"), strings.Contains(body, "All prices include 5% VAT."), body)
		}
	}
}

func TestAReminderSaysUntilWhen(t *testing.T) {
	t.Parallel()
	s := writer(t)
	m := written(t)(s.Reminder("1", To{"a@b.example", "en"},
		Reminder{"Mariam", "23 – 27 Nov", []clock.Date{monday + 1, monday + 2}, monday + 1, monday - 1, true}))
	says(t, m, "Tue 24 Nov", "Wed 25 Nov", "For lunch on", "Tuesday 24 November", "the end of", "Sunday 22 November", "Later days",
		"you chose meals")
	m = written(t)(s.Reminder("1", To{"a@b.example", "en"}, Reminder{"Mariam", "23 – 27 Nov", nil, monday, monday - 2, false}))
	require.Equal(t, "Lunch for 23 – 27 Nov: order by Saturday", m.Subject)
	require.NotContains(t, m.Text, "Later days")
	require.Contains(t, m.Text, "https://lunch.example/dashboard/home")
}

func TestWelcomesLeadWhereTheyShould(t *testing.T) {
	t.Parallel()
	all := every(t, "en", "Mariam", "Harbour Line", "Soup")
	require.Contains(t, all["invitation"].Text, "https://lunch.example/password-reset?invited\n")
	require.Contains(t, all["invitation"].Text, "mariam@harbourline.example")
	require.Equal(t, "Harbour Line invites you to lunch", all["invitation"].Subject)
	require.Contains(t, all["approval of an employee"].Text, "https://lunch.example/company/00SAHNC0MPANY0000000000001/login\n")
	require.NotContains(t, all["approval of an employee"].Text, "/register")
	require.Contains(t, all["approval of a company"].Text, "https://lunch.example/company/00SAHNC0MPANY0000000000001/register\n")
}

func TestANewPasswordIsToldWithTheWayBack(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, time.November, 21, 20, 4, 0, 0, time.UTC)
	for first, subject := range map[bool]string{false: "Your password was changed", true: "You have a password now"} {
		m := written(t)(writer(t).Password("1", To{"mariam@harbourline.example", "en"}, Password{"Mariam", at, first}))
		require.Equal(t, subject, m.Subject)
		says(t, m, "Hi Mariam", "mariam@harbourline.example", "22 November 2026, 00:04 (Dubai)", "If that was you", "If it was not",
			"Choose a new password")
		require.Contains(t, m.Text, "https://lunch.example/password-reset\n")
	}
}

func TestALetterWithoutAnAddressForItsLinksIsNotWritten(t *testing.T) {
	t.Parallel()
	s := writer(t)
	s.Public = nil
	_, err := s.Invitation("1", To{"a@b.example", "en"}, Invitation{"a", "b"})
	require.Error(t, err)
}

// written is a letter that could be written.
func written(t *testing.T) func(Message, error) Message {
	return func(m Message, err error) Message {
		t.Helper()
		require.NoError(t, err)
		return m
	}
}

// says requires that both forms of a letter have these parts, one after another.
func says(t *testing.T, m Message, parts ...string) {
	t.Helper()
	for _, body := range []string{m.Text, shown(m)} {
		rest := body
		for _, part := range parts {
			at := strings.Index(rest, part)
			require.GreaterOrEqual(t, at, 0, "%q is missing after what came before, in:\n%s", part, body)
			rest = rest[at+len(part):]
		}
	}
}

// saysNot requires that neither form of a letter has one of these parts.
func saysNot(t *testing.T, m Message, parts ...string) {
	t.Helper()
	for _, part := range parts {
		require.NotContains(t, m.Text+shown(m), part)
	}
}
