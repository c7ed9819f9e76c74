package kitchen

import (
	"cmp"
	"fmt"
	"strings"

	"sahn/server/platform/pdf"
)

// drawChange draws only what p.only changes for the cooks, the packers or the driver.
func (p Production) drawChange(d *pdf.Doc, name string) {
	english, arabic := fmt.Sprintf("Change %d", p.only.N), changeAr(p.only.N)
	next := func() float64 { return p.head(d, english, arabic) }
	switch name {
	case "totals":
		p.exceptions(d, p.changed(d, next(), *p.only, next)+8, next)
	case "packing":
		p.packChange(d, arabic)
	case "driver":
		p.driveChange(d, next)
	}
}

// fieldNames are what papers call the fields of facts.
var fieldNames = map[string]string{"contains": "contains", "may_contain": "may contain", "no_data": "no data about",
	"name_ar": "Arabic name", "company": "company", "label": "place", "line": "address", "area": "area", "from": "from", "until": "until",
	"person": "name", "avoids": "avoids"}

// changed draws what a run changes: how much is cooked, for whom, and which texts differ. It returns the y below.
func (p Production) changed(d *pdf.Doc, y float64, r Run, next func() float64) float64 {
	if len(r.Changes) > 0 {
		t := d.Table(pdf.Table{X: margin, Size: 11, Row: 9, Bottom: bottom, Next: next, Columns: []pdf.Column{
			{Titles: []string{"Portions", "الحصص"}, Width: 24, Align: pdf.Right}, {Titles: []string{"Meal", "الوجبة"}, Width: width - 24},
		}}, y)
		for _, c := range r.Changes {
			t.Add(pdf.Cell{Text: fmt.Sprintf("%+d", c.Qty), Bold: true}, pdf.Cell{Text: c.Name, Under: p.nameAr(c.Meal, c.Name)})
		}
		y = t.Y() + 8
	}
	if len(r.Lines) > 0 {
		t := d.Table(pdf.Table{X: margin, Size: 10, Row: 10, Bottom: bottom, Next: next, Columns: []pdf.Column{
			{Titles: []string{"Was", "كان"}, Width: 14, Align: pdf.Right}, {Titles: []string{"Now", "أصبح"}, Width: 14, Align: pdf.Right},
			{Titles: []string{"Meal", "الوجبة"}, Width: 58}, {Titles: []string{"Who", "الاسم"}, Width: 46},
			{Titles: []string{"Where", "المكان"}, Width: width - 132},
		}}, y)
		for _, l := range r.Lines {
			t.Add(pdf.Cell{Text: fmt.Sprint(l.Before)}, pdf.Cell{Text: fmt.Sprint(l.After), Bold: true},
				pdf.Cell{Text: l.Name, Under: p.nameAr(l.Meal, l.Name)}, pdf.Cell{Text: l.Person, Under: l.Company},
				pdf.Cell{Text: l.Label, Under: joined(l.Line, l.Area)})
		}
		y = t.Y() + 8
	}
	return texts(d, y, r.Texts, next)
}

// texts draws the changed texts of meals, places and people, and returns the y below.
func texts(d *pdf.Doc, y float64, all []ChangedText, next func() float64) float64 {
	if len(all) == 0 {
		return y
	}
	if y > bottom-40 {
		y = next()
	}
	t := d.Table(pdf.Table{X: margin, Size: 10, Row: 10, Bottom: bottom, Next: next, Columns: []pdf.Column{
		{Titles: []string{"Of", "العنصر"}, Width: 54}, {Width: 30}, {Titles: []string{"Was", "كان"}, Width: 49},
		{Titles: []string{"Now", "أصبح"}, Width: width - 133},
	}}, y)
	for _, c := range all {
		t.Add(pdf.Cell{Text: c.Name, Under: c.Company, Whole: true}, pdf.Cell{Text: fieldNames[c.Field], Under: fieldNamesAr[c.Field]},
			pdf.Cell{Text: cmp.Or(c.Before, "–"), Whole: true}, pdf.Cell{Text: cmp.Or(c.After, "–"), Bold: true, Whole: true})
	}
	return t.Y() + 8
}

// packChange draws a page for each place with a touched lunch: what is added to its boxes and what is
// taken out, and whose labels are printed anew.
func (p Production) packChange(d *pdf.Doc, arabic string) {
	for _, place := range p.only.places {
		next := func() float64 {
			y := p.head(d, place.Company, arabic)
			d.Text(margin, y, width, pdf.Style{Size: 11}, joined(place.Label, place.Line, place.Area))
			return both(d, y+6, fmt.Sprintf("%s – %s · %s before, %d now", place.From, place.Until, meals(place.before), place.Meals),
				windowAr(place.Place, "كانت "+mealsAr(place.before), "أصبحت "+mealsAr(place.Meals))) + 2
		}
		y := next()
		t := d.Table(pdf.Table{X: margin, Size: 10, Row: 8, Bottom: bottom, Next: next, Columns: []pdf.Column{
			{Width: 9}, {Titles: []string{"Who", "الاسم"}, Width: 58}, {Titles: []string{"Was", "كان"}, Width: 14, Align: pdf.Right},
			{Titles: []string{"Now", "أصبح"}, Width: 14, Align: pdf.Right}, {Titles: []string{"Meal", "الوجبة"}, Width: width - 95},
		}}, y)
		for _, l := range p.only.Lines {
			if l.Place == place.ID {
				t.Add(pdf.Cell{}, pdf.Cell{Text: l.Person, Bold: true}, pdf.Cell{Text: fmt.Sprint(l.Before)},
					pdf.Cell{Text: fmt.Sprint(l.After), Bold: true}, pdf.Cell{Text: l.Name, Under: p.nameAr(l.Meal, l.Name), Whole: true})
			}
		}
		p.labelsAnew(d, t, place.ID)
	}
}

// labelsAnew lists the people at a place whose labels are printed anew; the old labels are thrown away.
func (p Production) labelsAnew(d *pdf.Doc, t *pdf.Table, place string) {
	for _, at := range p.Places {
		if at.ID != place {
			continue
		}
		for _, lunch := range at.People {
			labels := 0
			for _, item := range lunch.Items {
				labels += item.Qty
			}
			t.Add(pdf.Cell{}, pdf.Cell{Text: lunch.Person, Bold: true}, pdf.Cell{}, pdf.Cell{Text: fmt.Sprint(labels)},
				pdf.Cell{Text: "New labels, take the old ones off", Under: "ملصقات جديدة، تُزال القديمة", Whole: true})
		}
	}
}

// driveChange lists the places with a touched lunch, in the order of their windows.
func (p Production) driveChange(d *pdf.Doc, next func() float64) {
	t := d.Table(pdf.Table{X: margin, Size: 10.5, Row: 13, Bottom: bottom, Next: next, Columns: []pdf.Column{
		{Titles: []string{"Window", "الوقت"}, Width: 28}, {Titles: []string{"Company", "الشركة"}, Width: 44},
		{Titles: []string{"Address", "العنوان"}, Width: width - 130}, {Titles: []string{"Was", "كان"}, Width: 16, Align: pdf.Right},
		{Titles: []string{"Now", "أصبح"}, Width: 16, Align: pdf.Right}, {Titles: []string{"Signed", "التوقيع"}, Width: 26},
	}}, next())
	for _, place := range p.only.places {
		t.Add(pdf.Cell{Text: place.From + " – " + place.Until, Bold: true}, pdf.Cell{Text: place.Company, Under: place.Label},
			pdf.Cell{Text: place.Line, Under: place.Area, Whole: true}, pdf.Cell{Text: fmt.Sprint(place.before)},
			pdf.Cell{Text: fmt.Sprint(place.Meals), Bold: true}, pdf.Cell{})
	}
}

func joined(parts ...string) string { return strings.Join(parts, ", ") }
