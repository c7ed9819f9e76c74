package kitchen

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/pdf"
	"sahn/server/platform/web"
)

type paperRequest struct {
	Date  string `path:"date" json:"-" validate:"required,max=32"`
	Paper string `path:"paper" json:"-" validate:"max=32"`
	Run   string `query:"run" validate:"omitempty,number,max=6"` // only what this change touched, numbered from 1
}

var papers = []string{"totals", "packing", "driver", "labels", "roll"}

// ErrNotWritten refuses to print labels of a date that can still change.
var ErrNotWritten = fault.New(fault.Conflict, "day_not_written", "Labels can be printed once the list is locked.")

// HandlePaper prints a date: totals, packing (lists by place), driver (in the order of windows), labels (on A4 sheets of 21) or roll
// (labels of 62 × 40 mm). Labels need a date that is written down; the other papers can be read before. With run it prints only what this
// change touched, as it was after it; without, it first writes down what differs by now. The kitchen may.
func (k *Kitchen) HandlePaper(ctx context.Context, _ web.Caller, r paperRequest) (web.File, error) {
	date, err := dateRequest{r.Date}.date()
	if err != nil {
		return web.File{}, err
	}
	if !slices.Contains(papers, r.Paper) {
		return web.File{}, fault.ErrNotFound
	}
	var p Production
	upTo, name := newest, fmt.Sprintf("%s %s.pdf", date, r.Paper)
	if r.Run != "" {
		if upTo, err = strconv.Atoi(r.Run); err != nil || upTo < 1 {
			return web.File{}, fault.ErrNotFound
		}
		name = fmt.Sprintf("%s %s, change %d.pdf", date, r.Paper, upTo)
		p, err = k.production(ctx, date, upTo)
	} else {
		p, err = k.fresh(ctx, date)
	}
	if err != nil {
		return web.File{}, err
	}
	switch {
	case upTo != newest && len(p.Runs) != upTo+1:
		return web.File{}, fault.ErrNotFound
	case upTo != newest:
		p = p.change()
	case len(p.Runs) == 0 && (r.Paper == "labels" || r.Paper == "roll"):
		return web.File{}, ErrNotWritten
	}
	body, err := p.print(r.Paper, k.Clock())
	if err == nil && (r.Paper == "labels" || r.Paper == "roll") {
		k.labelled(ctx, p, upTo)
	}
	return web.File{Name: name, Type: web.PDF, Body: body}, err
}

// labelled remembers of which runs labels were printed. The paper counts more: where this fails, it is printed all the same.
func (k *Kitchen) labelled(ctx context.Context, p Production, only int) {
	from, until := 0, len(p.Runs)-1
	if only != newest {
		from, until = only, only
	}
	if err := db.New(k.Conn).RunLabelsPrinted(ctx, k.Clock(), p.Date, from, until); err != nil {
		k.Log.ErrorContext(ctx, "printed labels are not remembered", "date", p.Date.String(), "error", err.Error())
	}
}

// print draws one of a date's papers. Its bytes depend only on the date's current state, and before the cut-off also on now.
func (p Production) print(name string, now time.Time) ([]byte, error) {
	at := now
	if len(p.Runs) > 0 {
		at = p.Runs[len(p.Runs)-1].At
	}
	d := pdf.New(name+" "+p.Date.String(), "Sahn", at)
	p.draw(d, name)
	return d.Bytes()
}

func (p Production) draw(d *pdf.Doc, name string) {
	switch {
	case name == "labels":
		p.labels(d)
		return // sheets of labels have no footer, because their edges are not printed on
	case name == "roll":
		p.roll(d)
		return
	case p.only != nil:
		p.drawChange(d, name)
	case name == "totals":
		p.totals(d)
	case name == "packing":
		p.packing(d)
	case name == "driver":
		p.driver(d)
	}
	d.OnEveryPage(func(page, of int) {
		s := pdf.Style{Size: 8, Colour: pdf.Muted}
		d.Text(margin, 286, width, s, p.whole())
		s.Align = pdf.Right
		d.Text(margin, 286, width, s, fmt.Sprintf("%d / %d", page, of))
	})
}

// The layout of every paper, in millimetres.
const (
	margin = 14
	width  = 210 - 2*margin
	bottom = 280
)

// control is the line on every printout of a date: two with the same checksum say the same. A printout of one change carries its own
// totals beside those of the whole date.
func (p Production) control() string {
	if p.only == nil {
		return p.whole()
	}
	return p.whole() + " · only this change: " + p.only.Anew.String()
}

func (p Production) whole() string {
	if len(p.Runs) == 0 {
		return fmt.Sprintf("%s · preview, still open · %s", day(p.Date), p.Totals)
	}
	last := p.Runs[len(p.Runs)-1]
	version := "first list"
	if last.N > 0 {
		version = fmt.Sprintf("change %d", last.N)
	}
	return fmt.Sprintf("%s · %s · %s · %s", day(p.Date), version, p.Totals, last.Mark)
}

func (t Totals) String() string {
	return meals(t.Meals) + " · " + people(t.People) + " · " + count(t.Places, "place", "places")
}

func meals(n int) string { return count(n, "meal", "meals") }

func people(n int) string { return count(n, "person", "people") }

// count formats a number with its noun.
func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

func day(d clock.Date) string { return d.Time().Format("Mon 2 Jan 2006") }

// head begins a page with its title in both languages and the totals, and returns the y below it.
func (p Production) head(d *pdf.Doc, english, arabic string) float64 {
	d.Page(pdf.A4)
	d.Text(margin, 12, width/2, pdf.Style{Size: 17, Bold: true}, english)
	d.Text(margin+width/2, 12, width/2, pdf.Style{Size: 17, Bold: true, Align: pdf.Right}, arabic)
	y, saidAr := both(d, 22, p.whole(), p.wholeAr()), p.statusLinesAr()
	for i, said := range p.statusLines() {
		y = both(d, y, said, saidAr[i])
	}
	d.Line(margin, y, margin+width, y, 0.4, pdf.Ink)
	return y + 4
}

// both draws a line in English at the left and in Arabic at the right, or below where there is no room, and returns the y below.
func both(d *pdf.Doc, y float64, english, arabic string) float64 {
	s := pdf.Style{Size: 10, Bold: true}
	d.Text(margin, y, width, s, english)
	used := d.Width(s, english)
	s.Align, s.FromRight = pdf.Right, true
	if used+d.Width(s, arabic)+4 > width {
		y += 5.5
	}
	d.Text(margin, y, width, s, arabic)
	return y + 6
}

// statusLines say of a paper: which part of the date it covers, and whether it is the newest.
func (p Production) statusLines() (said []string) {
	if len(p.Runs) == 0 {
		return nil
	}
	if p.only != nil {
		said = append(said, fmt.Sprintf("Only this change: %s to pack anew · %s more, %d fewer", p.only.Anew,
			count(p.only.Added, "portion", "portions"), p.only.Taken))
	}
	if p.Reconciled {
		said = append(said, "Equals the orders.")
	} else {
		said = append(said, fmt.Sprintf("NOT the newest: %s by now. Print again.", count(p.Differs, "thing differs", "things differ")))
	}
	if p.faded {
		said = append(said, "Names and places as they are known now.")
	}
	return said
}

// totals is what the cooks need: how much of each meal, for whom something is different, and what changed since the first list.
func (p Production) totals(d *pdf.Doc) {
	next := func() float64 { return p.head(d, "To cook", "قائمة الطبخ") }
	y := next()
	t := d.Table(pdf.Table{X: margin, Size: 11, Row: 12, Bottom: bottom, Next: next, Columns: []pdf.Column{
		{Titles: []string{"Portions", "الحصص"}, Width: 24, Align: pdf.Right},
		{Titles: []string{"Meal", "الوجبة"}, Width: 58}, {Titles: []string{"Contains"}, Width: 50},
		{Titles: []string{"يحتوي على"}, Width: width - 132, Align: pdf.Right},
	}}, y)
	for _, m := range p.Meals {
		t.Add(pdf.Cell{Text: fmt.Sprint(m.Qty), Bold: true}, pdf.Cell{Text: m.Name, Under: m.NameAr, Whole: true}, m.cell(), m.cellAr())
	}
	t.Add(pdf.Cell{Text: fmt.Sprint(p.Totals.Meals), Bold: true}, pdf.Cell{Text: "All meals", Under: "كل الوجبات", Bold: true})
	p.exceptions(d, t.Y()+8, next)
	p.changes(d, next)
}

func (p Production) exceptions(d *pdf.Doc, y float64, next func() float64) {
	if len(p.Exceptions) == 0 {
		return
	}
	y = below(d, y, next, "With care", "انتباه")
	t := d.Table(pdf.Table{X: margin, Size: 10, Row: 10, Bottom: bottom, Next: next, Columns: []pdf.Column{
		{Titles: []string{"Who", "الاسم"}, Width: 62}, {Titles: []string{"Avoids", "يتجنب"}, Width: 30},
		{Titles: []string{"Meal", "الوجبة"}, Width: width - 128}, {Titles: []string{"The meal", "في الوجبة"}, Width: 36},
	}}, y)
	for _, e := range p.Exceptions {
		t.Add(pdf.Cell{Text: e.Person, Under: e.Company, Whole: true},
			pdf.Cell{Text: e.Avoids, Under: inArabic.name(e.Avoids, false), Bold: true, Whole: true},
			pdf.Cell{Text: e.Name, Under: p.nameAr(e.Meal, e.Name), Whole: true},
			pdf.Cell{Text: map[string]string{"contains": "contains it", "may_contain": "may contain it", "no_data": "no data"}[e.Presence],
				Under: presenceAr[e.Presence], Bold: e.Presence == "contains"})
	}
}

func (p Production) changes(d *pdf.Doc, next func() float64) {
	for _, r := range p.Runs {
		if r.N > 0 {
			p.changed(d,
				below(d, next(), next, fmt.Sprintf("Change %d, %s", r.N, r.At.In(clock.Dubai).Format("15:04")), changedAtAr(r)), r, next)
		}
	}
}

// below draws a heading with its first rows on this page, or on the next.
func below(d *pdf.Doc, y float64, next func() float64, english, arabic string) float64 {
	if y > bottom-40 {
		y = next()
	}
	d.Text(margin, y, width/2, pdf.Style{Size: 13, Bold: true}, english)
	d.Text(margin+width/2, y, width/2, pdf.Style{Size: 13, Bold: true, Align: pdf.Right}, arabic)
	return y + 9
}

// packing lists every place on a page of its own: who gets what.
func (p Production) packing(d *pdf.Doc) {
	if len(p.Places) == 0 {
		p.head(d, "To pack", "قائمة التعبئة")
	}
	for _, place := range p.Places {
		next := func() float64 {
			y := p.head(d, place.Company, "قائمة التعبئة")
			d.Text(margin, y, width, pdf.Style{Size: 11}, strings.Join([]string{place.Label, place.Line, place.Area}, ", "))
			return both(d, y+6, fmt.Sprintf("%s – %s · %s · %s", place.From, place.Until, meals(place.Meals), people(len(place.People))),
				windowAr(place, mealsAr(place.Meals), peopleAr(len(place.People)))) + 2
		}
		y := next()
		for i, total := range place.meals() {
			d.Text(margin+float64(i%2)*width/2, y+float64(i/2)*6, width/2-4, pdf.Style{Size: 10.5, Bold: true},
				fmt.Sprintf("%d × %s", total.Qty, total.Name))
		}
		y += float64((len(place.meals())+1)/2)*6 + 4
		t := d.Table(pdf.Table{X: margin, Size: 10, Row: 8, Bottom: bottom, Next: next, Columns: []pdf.Column{
			{Width: 9}, {Titles: []string{"Who", "الاسم"}, Width: 52}, {Titles: []string{"Portions", "الحصص"}, Width: 20, Align: pdf.Right},
			{Titles: []string{"Meal"}, Width: width - 129}, {Titles: []string{"الوجبة"}, Width: 48, Align: pdf.Right},
		}}, y)
		for _, lunch := range place.People {
			name := lunch.Person
			for _, item := range lunch.Items {
				t.Add(pdf.Cell{}, pdf.Cell{Text: name, Bold: true}, pdf.Cell{Text: fmt.Sprint(item.Qty)},
					pdf.Cell{Text: item.Name, Whole: true}, pdf.Cell{Text: p.nameAr(item.Meal, item.Name), Whole: true})
				name = ""
			}
		}
	}
}

// nameAr is the Arabic name of one of the date's meals, or nothing.
func (p Production) nameAr(meal, name string) string {
	for _, m := range p.Meals {
		if m.Meal == meal && m.Name == name {
			return m.NameAr
		}
	}
	return ""
}

// meals is how many portions of each meal go to a place, in the order of their names.
func (p Place) meals() (totals []Change) {
	at := map[string]int{}
	for _, lunch := range p.People {
		for _, item := range lunch.Items {
			i, ok := at[item.Name]
			if !ok {
				i = len(totals)
				at[item.Name] = i
				totals = append(totals, Change{Meal: item.Meal, Name: item.Name})
			}
			totals[i].Qty += item.Qty
		}
	}
	return totals
}

// driver lists the places in the order of their windows.
func (p Production) driver(d *pdf.Doc) {
	next := func() float64 { return p.head(d, "To drive", "قائمة التوصيل") }
	y := next()
	t := d.Table(pdf.Table{X: margin, Size: 10.5, Row: 13, Bottom: bottom, Next: next, Columns: []pdf.Column{
		{Titles: []string{"Window", "الوقت"}, Width: 28}, {Titles: []string{"Company", "الشركة"}, Width: 48},
		{Titles: []string{"Address", "العنوان"}, Width: width - 122}, {Titles: []string{"Meals", "الوجبات"}, Width: 20, Align: pdf.Right},
		{Titles: []string{"Signed", "التوقيع"}, Width: 26},
	}}, y)
	for _, place := range p.Places {
		t.Add(pdf.Cell{Text: place.From + " – " + place.Until, Bold: true}, pdf.Cell{Text: place.Company, Under: place.Label},
			pdf.Cell{Text: place.Line, Under: place.Area, Whole: true},
			pdf.Cell{Text: fmt.Sprint(place.Meals), Under: people(len(place.People))}, pdf.Cell{})
	}
	t.Add(pdf.Cell{}, pdf.Cell{Text: "All", Under: "الكل", Bold: true},
		pdf.Cell{Text: p.Totals.String(), Under: p.Totals.arabic(), Whole: true},
		pdf.Cell{Text: fmt.Sprint(p.Totals.Meals), Bold: true}, pdf.Cell{})
}

// allergensUnknown reports whether the menu names no allergen that is, or may be, in a meal.
func (m *MealTotal) allergensUnknown() bool { return len(m.Contains)+len(m.MayContain) == 0 }

// cell is what is, or may be, in a meal. For every allergen that the menu does not name there is no data, and the cell says so.
func (m *MealTotal) cell() pdf.Cell {
	if m.allergensUnknown() {
		return pdf.Cell{Text: "No allergen data", Bold: true}
	}
	rest := "No data about " + strings.Join(append(slices.Clone(m.NoData), "all others"), ", ")
	if len(m.Contains) == 0 {
		return pdf.Cell{Text: "may contain " + strings.Join(m.MayContain, ", "), Under: rest, Whole: true}
	}
	if len(m.MayContain) > 0 {
		rest = "May contain " + strings.Join(m.MayContain, ", ") + "\n" + rest
	}
	return pdf.Cell{Text: strings.Join(m.Contains, ", "), Under: rest, Whole: true}
}
