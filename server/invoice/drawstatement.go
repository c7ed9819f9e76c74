package invoice

import (
	"sahn/server/platform/clock"
	"sahn/server/platform/money"
	"sahn/server/platform/pdf"
	"sahn/server/platform/sheet"
)

// entryNames are what a statement calls its entries.
var entryNames = map[string]string{kindInvoice: "Tax invoice", kindCredit: "Credit note", "card": "Card payment",
	"transfer": "Bank transfer", "returned": "Taken back", "undone": "Transfer undone", "setoff": "Set off"}

// note is what a statement says beside an entry.
func (e Entry) note(say sheet.Say) string {
	switch e.Kind {
	case "setoff":
		return say("AED %s set off from %s", amount(e.SetOff), e.Note)
	case "card", "returned":
		return ""
	}
	return e.Note
}

// drawStatement makes the A4 of a company's account, in English and Arabic.
func drawStatement(d *pdf.Doc, s Statement, seller Seller, buyer Buyer, on clock.Date) {
	d.Page(pdf.A4)
	y := masthead(d, seller, "Statement of account", "كشف حساب")
	half := width / 2
	end := party(d, left, y, half-8, caption{"For", "إلى"}, buyer)
	f := facts{d: d, x: left + half + 4, y: y, w: half - 4, room: 28}
	f.add("From", "من", day(s.From))
	f.add("Until", "حتى", day(s.Until))
	f.add("Owed before", "الرصيد السابق", "AED "+amount(s.Before))
	f.add("Owed on "+day(s.Until), "الرصيد في "+s.Until.Time().Format(slashed), "AED "+amount(s.After))
	t := d.Table(pdf.Table{X: left, Size: 8.5, Row: 9.5, Bottom: bottom, Next: func() float64 { d.Page(pdf.A4); return 15 },
		Columns: []pdf.Column{
			{Titles: []string{"Date", "التاريخ"}, Width: 26}, {Titles: []string{"What", "البيان"}, Width: 30},
			{Titles: []string{"Number", "الرقم"}, Width: 36}, {Titles: []string{"Note", "ملاحظة"}, Width: 42},
			{Titles: []string{"Amount AED", "المبلغ"}, Width: 23, Align: pdf.Right},
			{Titles: []string{"Owed AED", "الرصيد"}, Width: 23, Align: pdf.Right}}}, max(end, f.y)+5)
	for _, e := range s.Entries {
		note := pdf.Cell{Text: e.note(sheet.In("en"))}
		if e.Kind == "setoff" {
			note = pdf.Cell{Text: "AED " + amount(e.SetOff), Under: "from · من " + e.Note}
		}
		t.Add(pdf.Cell{Text: day(e.Date)}, pdf.Cell{Text: entryNames[e.Kind], Under: sheet.In("ar")(entryNames[e.Kind])},
			pdf.Cell{Text: e.Number}, note, pdf.Cell{Text: amount(e.Amount)}, pdf.Cell{Text: amount(e.Balance), Bold: true})
	}
	t.Room(48)
	y = t.Y() + 6
	if len(s.Entries) == 0 {
		y = both(d, left, y-3, width, caption{"Nothing happened in this time.", "لم يحدث شيء في هذه المدة."}) + 3
	}
	y = both(d, left, y, width, caption{"What is due on " + day(on) + ", by how late it is",
		"المستحق في " + on.Time().Format(slashed) + " حسب مدة التأخر"})
	for i, age := range []struct {
		english, arabic string
		due             money.Fils
	}{{"Not late", "غير متأخر", s.Account.NotYet}, {"1 – 30 days", "من 1 إلى 30 يوما", s.Account.To30},
		{"31 – 60 days", "من 31 إلى 60 يوما", s.Account.To60}, {"61 – 90 days", "من 61 إلى 90 يوما", s.Account.To90},
		{"Longer", "أكثر من ذلك", s.Account.Beyond}} {
		x := left + float64(i)*width/5
		d.Text(x, y+1, width/5-2, small, age.english)
		d.Text(x, y+5, width/5-2, small, age.arabic)
		d.Text(x, y+9.5, width/5-2, strong, "AED "+amount(age.due))
	}
	if seller.Bank != "" {
		y = both(d, left, y+20, width, caption{"Bank account", "الحساب البنكي"})
		d.Paragraph(left, y, width, normal, 4, seller.Bank)
	}
	frame(d, seller, "Statement")
}

// slashed is how Arabic lines write a date.
const slashed = "02/01/2006"
