package invoice

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/money"
	"sahn/server/platform/pdf"
)

// The page: margins, and the positions of its columns.
const (
	left, right = 15.0, 195.0
	width       = right - left
	bottom      = 272.0
	sumsWidth   = 104.0
)

var (
	tiny   = pdf.Style{Size: 7, Colour: pdf.Muted}
	small  = pdf.Style{Size: 8, Colour: pdf.Muted}
	normal = pdf.Style{Size: 9}
	strong = pdf.Style{Size: 9, Bold: true}
)

// arabic is a style for lines of an Arabic text.
func arabic(s pdf.Style) pdf.Style {
	s.Align, s.FromRight = pdf.Right, true
	return s
}

func frame(d *pdf.Doc, seller Seller, number string) {
	d.OnEveryPage(func(page, of int) {
		d.Line(left, 282, right, 282, 0.2, pdf.Rule)
		d.Text(left, 284, 120, pdf.Style{Size: 7.5, Colour: pdf.Muted}, joined(" · ", seller.Name, trn(seller.TRN), seller.Email, seller.Phone))
		d.Text(right-60, 284, 60, pdf.Style{Size: 7.5, Colour: pdf.Muted, Align: pdf.Right}, fmt.Sprintf("%s · %d / %d", number, page, of))
	})
}

// masthead draws the logo, the seller, and what this is in both languages; it returns the y below.
func masthead(d *pdf.Doc, seller Seller, english, inArabic string) float64 {
	d.Disc(left+5, 20, 5, pdf.Brand)
	d.Disc(left+5, 20, 3.1, pdf.White)
	d.Disc(left+5, 20, 2, pdf.Brand)
	d.Text(left+13, 15.6, 80, pdf.Style{Size: 15, Bold: true}, seller.Name)
	d.Text(right-95, 13.4, 95, pdf.Style{Size: 17, Bold: true, Colour: pdf.Brand, Align: pdf.Right}, english)
	d.Text(right-95, 21.4, 95, pdf.Style{Size: 13, Bold: true, Colour: pdf.Brand, Align: pdf.Right}, inArabic)
	d.Line(left, 32, right, 32, 0.5, pdf.Brand)
	return 37
}

// caption is a short text in both languages.
type caption struct{ english, arabic string }

// both draws a heading in English at the left and in Arabic at the right of a column.
func both(d *pdf.Doc, x, y, w float64, heading caption) float64 {
	s := pdf.Style{Size: 7.5, Bold: true, Colour: pdf.Muted}
	d.Text(x, y, w/2+6, s, heading.english)
	d.Text(x+w/2, y, w/2, arabic(s), heading.arabic)
	return y + s.LineHeight() + 0.6
}

// party draws the seller or the buyer.
func party(d *pdf.Doc, x, y, w float64, role caption, who Buyer) float64 {
	y = both(d, x, y, w, role)
	y = d.Paragraph(x, y, w, strong, 3, who.Name)
	if who.Address != "" {
		y = d.Paragraph(x, y, w, normal, 4, who.Address)
	}
	if who.TRN == "" {
		return y
	}
	y = both(d, x, y+1.5, w, caption{"TRN", "رقم التسجيل الضريبي"})
	d.Text(x, y, w, strong, who.TRN)
	return y + strong.LineHeight()
}

// facts is where a list of what a document is gets drawn: y is the next line's, and the values' column is as wide as room.
type facts struct {
	d             *pdf.Doc
	x, y, w, room float64
}

// add draws a line: its name in both languages, and its value.
func (f *facts) add(english, inArabic, value string) {
	names := f.w - f.room - 0.5
	f.d.Text(f.x, f.y, names*0.55, small, english)
	f.d.Text(f.x+names*0.4, f.y, names*0.6, arabic(small), inArabic)
	f.d.Text(f.x+f.w-f.room, f.y, f.room, pdf.Style{Size: 8.5, Bold: true, Align: pdf.Right}, value)
	f.y += 5
}

// total draws one line of the sums.
func total(d *pdf.Doc, y float64, s pdf.Style, english, inArabic, value string) float64 {
	x, w := right-sumsWidth, sumsWidth
	d.Text(x, y, 36, s, english)
	side := s
	side.Align, side.Bold = pdf.Right, false
	d.Text(x+34, y, 33, side, inArabic)
	s.Align = pdf.Right
	d.Text(x+68, y, w-68, s, value)
	return y + s.LineHeight() + 1
}

// content is what a document's drawing is made of.
type content struct {
	id, company           string
	kind, number, credits string
	issued, due           clock.Date
	creditsIssued         clock.Date
	from, until           clock.Date
	seller                Seller
	buyer                 Buyer
	net, vat, total       money.Fils
	onTotal               bool // VAT was counted on the total of each rate, and not line by line as before
	days                  []Day
	lines                 []Line
	setOffs               []db.InvoiceSetOffAtIssueRow // set-offs at issue; later ones are on the statement
	link                  string
}

func (s content) toPay() money.Fils {
	left := s.total
	for _, o := range s.setOffs {
		left -= money.Fils(o.Amount)
	}
	return left
}

// rates are what is charged at each rate of VAT in a document.
func (s content) rates() map[money.Rate]money.Fils {
	vat := map[money.Rate]money.Fils{}
	for _, d := range s.days {
		vat[d.Rate] += d.VAT
	}
	return vat
}

// oneRate is what a heading says of the rate of VAT when a document has only one: " 5%".
func (s content) oneRate() string {
	if all := slices.Collect(maps.Keys(s.rates())); len(all) == 1 {
		return " " + all[0].String()
	}
	return ""
}

// title is what a document is, in English and Arabic.
func (s content) title() (english, arabic string) {
	if s.kind == kindCredit {
		return "Tax Credit Note", "إشعار دائن ضريبي"
	}
	return "Tax Invoice", "فاتورة ضريبية"
}

func (s content) paper() *pdf.Doc {
	english, _ := s.title()
	return pdf.New(english+" "+s.number, s.seller.Name, s.issued.Start())
}

// draw draws an invoice or a credit note on A4, in English and Arabic: the document itself first,
// then day and person on the following pages.
func (s content) draw(d *pdf.Doc) {
	d.Page(pdf.A4)
	english, inArabic := s.title()
	y := masthead(d, s.seller, english, inArabic)
	const each, w = 53.0, 62.0
	sellerEnd := party(d, left, y, each, caption{"From", "من"}, Buyer{Name: s.seller.Name, Address: s.seller.Address, TRN: s.seller.TRN})
	buyerEnd := party(d, left+each+6, y, each, caption{"To", "إلى"}, s.buyer)
	f := facts{d: d, x: right - w, y: y, w: w, room: 26.7}
	f.add("Number", "الرقم", s.number)
	f.add("Issued", "تاريخ الإصدار", day(s.issued))
	f.add("Supplied", "تاريخ التوريد", span(s.from, s.until))
	if s.kind == kindCredit {
		f.add("For invoice", "عن الفاتورة", s.credits)
	} else {
		f.add("Due", "تاريخ الاستحقاق", day(s.due))
	}
	f.add("Currency", "العملة", "AED")
	y = max(sellerEnd, buyerEnd, f.y) + 5
	if y = summary(d, s, y); y > lowest {
		d.Page(pdf.A4)
		y = 15
	}
	sums(d, s, s.rates(), y)
	foot(d, s, y)
	annex(d, s)
	frame(d, s.seller, s.number)
}

// lowest is the greatest y at which what comes below the summary still has room on its page.
const lowest = 180

// taxTable begins the table of a document's lines.
func taxTable(d *pdf.Doc, y float64) *pdf.Table {
	return d.Table(
		pdf.Table{X: left, Size: 8.5, Row: 9, Bottom: bottom, Next: func() float64 { d.Page(pdf.A4); return 15 }, Columns: []pdf.Column{
			{Titles: []string{"Description", "الوصف"}, Width: 56}, {Titles: []string{"Quantity", "الكمية"}, Width: 19, Align: pdf.Right},
			{Titles: []string{"Unit price", "سعر الوحدة"}, Width: 25, Align: pdf.Right},
			{Titles: []string{"Net", "الصافي"}, Width: 24, Align: pdf.Right},
			{Titles: []string{"VAT rate", "نسبة الضريبة"}, Width: 23, Align: pdf.Right},
			{Titles: []string{"VAT AED", "الضريبة"}, Width: 15, Align: pdf.Right},
			{Titles: []string{"Total AED", "المجموع"}, Width: 18, Align: pdf.Right}}}, y)
}

// summary is the table of the document: a line for each week of the supply.
func summary(d *pdf.Doc, s content, y float64) float64 {
	t := taxTable(d, y)
	for _, w := range weeks(s.days) {
		price := pdf.Cell{Text: "see details", Under: "انظر التفاصيل"}
		if w.Least == w.Most {
			price = pdf.Cell{Text: amount(w.Least), Under: "incl. VAT\nشامل الضريبة", Whole: true}
			if !s.onTotal {
				price = pdf.Cell{Text: amount(w.Least - w.Least.VAT(w.Rate))}
			}
		}
		t.Add(pdf.Cell{Text: "Company share of lunches", Under: "حصة الشركة من وجبات الغداء\n" + span(w.first, w.last), Whole: true},
			pdf.Cell{Text: count(w.Lunches)}, price, pdf.Cell{Text: amount(w.Net)}, pdf.Cell{Text: w.Rate.String()},
			pdf.Cell{Text: amount(w.VAT)}, pdf.Cell{Text: amount(w.Total), Bold: true})
	}
	return t.Y() + 5
}

func sums(d *pdf.Doc, s content, vat map[money.Rate]money.Fils, y float64) {
	y = total(d, y, normal, "Total excluding VAT", "المجموع قبل الضريبة", "AED "+amount(s.net))
	for _, rate := range slices.Sorted(maps.Keys(vat)) {
		y = total(d, y, normal, "VAT "+rate.String(), "ضريبة القيمة المضافة", "AED "+amount(vat[rate]))
	}
	d.Line(right-sumsWidth, y, right, y, 0.5, pdf.Brand)
	name, inArabic := "Total", "المبلغ الإجمالي"
	if s.kind == kindCredit {
		name, inArabic = "Total credited", "مجموع الإشعار"
	}
	y = total(d, y+1.5, pdf.Style{Size: 12, Bold: true}, name, inArabic, "AED "+amount(s.total))
	if len(s.setOffs) == 0 {
		return
	}
	from := make([]string, len(s.setOffs))
	for i, o := range s.setOffs {
		from[i] = o.Number
	}
	y = total(d, y+1, normal, "Set off", "مقاصة", "AED "+amount(s.toPay()-s.total))
	y = d.Paragraph(right-sumsWidth, y-1, sumsWidth, small, 3, "Set off from "+strings.Join(from, ", ")+": paid beyond what was due there.")
	y = d.Paragraph(right-sumsWidth, y, sumsWidth, arabic(small), 3, "مقاصة من "+strings.Join(from, "، ")+": دفع زائد عن المستحق هناك.")
	total(d, y+1, strong, "To pay", "المبلغ المستحق", "AED "+amount(s.toPay()))
}

// foot draws how to pay, or what happened to the amount.
func foot(d *pdf.Doc, s content, top float64) {
	const w = 66
	if s.kind == kindCredit {
		end := both(d, left, top, w, caption{"Reason", "السبب"})
		end = d.Paragraph(left, end, w, small, 0,
			"This credit note takes back part of invoice "+s.credits+
				": lunches of these days that were cancelled, undone or missing. What is due on that invoice is less by this total; what was paid "+
				"beyond that pays other invoices.")
		d.Paragraph(left, end+1, w, arabic(small), 0,
			"يلغي هذا الإشعار جزءا من الفاتورة "+s.credits+
				": وجبات غداء في هذه الأيام ألغيت أو لم تصل. ينقص المستحق على تلك الفاتورة بهذا المجموع، وما دفع زيادة عليه يسدد فواتير أخرى.")
		return
	}
	if s.toPay() == 0 {
		end := both(d, left, top, w, caption{"Nothing to pay", "لا مبلغ مستحق"})
		end = d.Paragraph(left, end, w, small, 0,
			"All of this invoice was set off from what had come too much for others. Please transfer nothing.")
		d.Paragraph(left, end+1, w, arabic(small), 0, "سددت هذه الفاتورة كلها بمقاصة من مبالغ زائدة على فواتير أخرى. يرجى عدم تحويل أي مبلغ.")
	} else {
		howToPay(d, s, top, w)
	}
	const half, above = width/2 - 4, 264
	said := caption{"Amounts are in UAE dirhams (AED). No discount applies to the company share. VAT is counted on the total at " +
		s.part(" or ") + " of it, rounded half up to the fils; each line shows its part.",
		"المبالغ بالدرهم الإماراتي. لا خصم على حصة الشركة. تحسب ضريبة القيمة المضافة على المجموع بنسبة " + s.part(" أو ") +
			" منه، مقربة إلى أقرب فلس، ويبين كل بند نصيبه منها."}
	if !s.onTotal {
		said = caption{"Amounts are in UAE dirhams (AED). No discount applies to the company share. VAT is counted per person and day at " +
			s.part(" or ") + " of the share, rounded half up to the fils; totals are sums of those lines.",
			"المبالغ بالدرهم الإماراتي. لا خصم على حصة الشركة. تحسب ضريبة القيمة المضافة لكل شخص ويوم بنسبة " + s.part(" أو ") +
				" من الحصة، مقربة إلى أقرب فلس، والمجاميع هي مجموع تلك البنود."}
	}
	d.Paragraph(left, above, half, tiny, 0, said.english)
	d.Paragraph(right-half, above, half, arabic(tiny), 0, said.arabic)
}

// part is how much of a total that includes VAT is VAT: "5/105", for each rate.
func (s content) part(or string) string {
	rates := slices.Sorted(maps.Keys(s.rates()))
	parts := make([]string, len(rates))
	for i, r := range rates {
		parts[i] = fmt.Sprintf("%d/%d", r, 100+r)
	}
	return strings.Join(parts, or)
}

func howToPay(d *pdf.Doc, s content, top, w float64) {
	end := both(d, left, top, w, caption{"How to pay", "طريقة الدفع"})
	if s.seller.Bank != "" {
		end = d.Paragraph(left, end, w, normal, 5, s.seller.Bank)
		end = d.Paragraph(left, end, w, small, 2, "Please name "+s.number+" with the transfer.")
		end = d.Paragraph(left, end, w, arabic(small), 2, "يرجى ذكر "+s.number+" مع التحويل.")
	}
	end = d.Paragraph(left, end+1, w, small, 3, "By card: scan this code, or open the invoice in the app.")
	end = d.Paragraph(left, end, w, arabic(small), 3, "بالبطاقة: امسح هذا الرمز أو افتح الفاتورة في التطبيق.")
	d.QR(left-2, end, 27, s.link)
}

// annex lists day and person.
func annex(d *pdf.Doc, s content) {
	top := func() float64 {
		d.Page(pdf.A4)
		d.Text(left, 13, 120, pdf.Style{Size: 11, Bold: true}, "Details of "+s.number)
		d.Text(right-60, 13, 60, pdf.Style{Size: 10, Bold: true, Colour: pdf.Muted, Align: pdf.Right}, "التفاصيل")
		return 22
	}
	columns := []pdf.Column{
		{Titles: []string{"Day", "اليوم"}, Width: 32}, {Titles: []string{"Person", "الشخص"}, Width: 70},
		{Titles: []string{"Quantity", "الكمية"}, Width: 18, Align: pdf.Right},
		{Titles: []string{"Net AED", "الصافي"}, Width: 20, Align: pdf.Right},
		{Titles: []string{"VAT" + cmp.Or(s.oneRate(), " AED"), "الضريبة"}, Width: 18, Align: pdf.Right},
		{Titles: []string{"Total AED", "المجموع"}, Width: 22, Align: pdf.Right}}
	const rate = 4
	row := func(cells ...pdf.Cell) []pdf.Cell { return cells }
	if s.oneRate() == "" {
		columns[1].Width -= 16
		columns = slices.Insert(columns, rate, pdf.Column{Titles: []string{"VAT rate", "النسبة"}, Width: 16, Align: pdf.Right})
		row = func(cells ...pdf.Cell) []pdf.Cell { return slices.Insert(cells, rate, pdf.Cell{}) }
	}
	t := d.Table(pdf.Table{X: left, Size: 8, Row: 5.4, Bottom: bottom + 4, Next: top, Columns: columns}, top())
	for _, l := range s.lines {
		name := l.Name
		if name == "" {
			name = "Former colleague · زميل سابق"
		}
		cells := row(pdf.Cell{Text: l.Date.Time().Format("Mon 2 Jan 2006")}, pdf.Cell{Text: name}, pdf.Cell{Text: "1"},
			pdf.Cell{Text: amount(l.Net)}, pdf.Cell{Text: amount(l.VAT)}, pdf.Cell{Text: amount(l.Total)})
		if s.oneRate() == "" {
			cells[rate].Text = l.Rate.String()
		}
		t.Add(cells...)
	}
	t.Add(row(pdf.Cell{Text: "Total · المجموع", Bold: true}, pdf.Cell{}, pdf.Cell{Text: count(len(s.lines)), Bold: true},
		pdf.Cell{Text: amount(s.net), Bold: true}, pdf.Cell{Text: amount(s.vat), Bold: true}, pdf.Cell{Text: amount(s.total), Bold: true})...)
}

// weekSum is the sum of the days of one week at one rate of VAT, with its first and last day.
type weekSum struct {
	Day
	first, last clock.Date
}

func weeks(days []Day) (all []weekSum) {
	for _, d := range days {
		same := func(w weekSum) bool {
			return w.first.Monday() == d.Date.Monday() && monthOf(w.first) == monthOf(d.Date) && w.Rate == d.Rate
		}
		if n := slices.IndexFunc(all, same); n >= 0 {
			w := &all[n]
			w.last, w.Lunches, w.Net, w.VAT, w.Total = d.Date, w.Lunches+d.Lunches, w.Net+d.Net, w.VAT+d.VAT, w.Total+d.Total
			w.Least, w.Most = min(w.Least, d.Least), max(w.Most, d.Most)
			continue
		}
		all = append(all, weekSum{d, d.Date, d.Date})
	}
	return all
}

// amount is money without its currency, as columns show it.
func amount(f money.Fils) string {
	sign := ""
	if f < 0 {
		sign, f = "−", -f
	}
	return fmt.Sprintf("%s%s.%02d", sign, count(int(f/100)), f%100)
}

func count(n int) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

func day(d clock.Date) string { return d.Time().Format("2 Jan 2006") }

// span formats a range of days as briefly as possible.
func span(from, until clock.Date) string {
	a, b := from.Time(), until.Time()
	switch {
	case from == until:
		return day(from)
	case a.Year() == b.Year() && a.Month() == b.Month():
		return fmt.Sprintf("%d – %s", a.Day(), day(until))
	case a.Year() == b.Year():
		return a.Format("2 Jan") + " – " + day(until)
	}
	return day(from) + " – " + day(until)
}

func trn(number string) string {
	if number == "" {
		return ""
	}
	return "TRN " + number
}

func joined(by string, parts ...string) string {
	all := []string{}
	for _, p := range parts {
		if p != "" {
			all = append(all, p)
		}
	}
	return strings.Join(all, by)
}
