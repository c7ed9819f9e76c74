package kitchen

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"sahn/server/menu"
	"sahn/server/platform/pdf"
)

// A sheet of labels: 21 on A4, 63.5 × 38.1 mm, a common format. And one label of a roll.
const (
	labelWidth, labelHeight = 63.5, 38.1
	sheetLeft, sheetTop     = 7.2, 15.1
	sheetStep               = 66.0
	sheetColumns, sheetRows = 3, 7
)

var rollSize = pdf.Size{Width: 62, Height: 40}

// freshFor is how long after the end of its window a lunch should be eaten.
const freshFor = 2 * time.Hour

// label is one portion: whose it is, where it goes, what is in it.
type label struct {
	place  Place
	lunch  Lunch
	meal   *MealTotal
	name   string
	number int // of this person's portions
	of     int
	widths map[word]float64 // the measured widths of the words on the date's labels, shared by all of them
}

// each calls stick with one label for every portion, in the order in which they are packed.
func (p Production) each(stick func(label)) {
	meals, widths := map[[2]string]*MealTotal{}, map[word]float64{}
	for i, m := range p.Meals {
		meals[[2]string{m.Meal, m.Name}] = &p.Meals[i]
	}
	for _, place := range p.Places {
		for _, lunch := range place.People {
			of, number := 0, 0
			for _, item := range lunch.Items {
				of += item.Qty
			}
			for _, item := range lunch.Items {
				for range item.Qty {
					number++
					stick(label{place, lunch, meals[[2]string{item.Meal, item.Name}], item.Name, number, of, widths})
				}
			}
		}
	}
}

// labels draws labels on sheets; the margin above the first labels says which sheet it is.
func (p Production) labels(d *pdf.Doc) {
	n, perSheet := 0, sheetColumns*sheetRows
	p.each(func(l label) {
		at := n % perSheet
		if at == 0 {
			d.Page(pdf.A4)
			d.Text(sheetLeft, 6, 180, pdf.Style{Size: 7.5, Colour: pdf.Muted}, p.control())
			d.Text(sheetLeft, 9.8, 195, pdf.Style{Size: 7.5, Bold: !p.Reconciled, Colour: pdf.Muted}, strings.Join(p.statusLines(), " · "))
			d.Text(sheetLeft, 6, 195, pdf.Style{Size: 7.5, Colour: pdf.Muted, Align: pdf.Right},
				fmt.Sprintf("sheet %d of %d", n/perSheet+1, (p.portions()+perSheet-1)/perSheet))
		}
		l.draw(d, sheetLeft+float64(at%sheetColumns)*sheetStep, sheetTop+float64(at/sheetColumns)*labelHeight, labelWidth, labelHeight, p)
		n++
	})
	if n == 0 {
		d.Page(pdf.A4)
		d.Text(sheetLeft, 6, 180, pdf.Style{Size: 7.5, Colour: pdf.Muted}, p.control())
	}
}

// roll draws labels for a roll. The first one says what is on the roll.
func (p Production) roll(d *pdf.Doc) {
	d.Page(rollSize)
	x, w := float64(labelEdge), rollSize.Width-2*labelEdge
	title := pdf.Style{Size: 12, Bold: true}
	d.Text(x, 4, w, title, "Labels")
	title.Align = pdf.Right
	d.Text(x, 4, w, title, "ملصقات")
	y := d.Paragraph(x, 11, w, pdf.Style{Size: 9}, 0, p.whole())
	for _, said := range p.statusLines() {
		y = d.Paragraph(x, y, w, pdf.Style{Size: 7}, 0, said)
	}
	d.Text(x, y, w, pdf.Style{Size: 9, Bold: true}, count(p.portions(), "label follows", "labels follow"))
	p.each(func(l label) {
		d.Page(rollSize)
		l.draw(d, 0, 0, rollSize.Width, rollSize.Height, p)
	})
}

const labelEdge = 3

// draw draws a label into a rectangle. A long text takes room from the allergens, never the other way round.
func (l label) draw(d *pdf.Doc, x, y, width, height float64, p Production) {
	x, y, width, height = x+labelEdge, y+labelEdge-0.8, width-2*labelEdge, height-2*labelEdge
	const code = 14
	text := width - code - 1
	who := pdf.Style{Size: 10.5, Bold: true}
	who.Size *= max(0.7, min(1, text/d.Width(who, l.lunch.Person)))
	d.Text(x, y, text+slack, who, l.lunch.Person)
	d.Text(x, y+5, text, pdf.Style{Size: 7}, l.place.Company)
	d.Text(x, y+8.2, text, pdf.Style{Size: 7, Colour: pdf.Muted}, l.place.Label+", "+l.place.Line)
	d.QR(x+width-code, y-1, code, "SAHN:"+l.lunch.Delivery)
	foot := y + height - 2.2
	end := l.title(d, x, y+12, width)
	l.allergens(d, x, end, width, foot-end)
	l.foot(d, x, foot, width, p)
}

// title draws the meal in both languages, in one line where there is room for both, and returns the y below it.
func (l label) title(d *pdf.Doc, x, y, width float64) float64 {
	name, arabic := pdf.Style{Size: 8.5, Bold: true}, pdf.Style{Size: 7.5, Align: pdf.Right}
	room := width - d.Width(name, l.name)
	if room < 0 {
		name.Size = 7
	}
	end := d.Paragraph(x, y, width, name, 2, l.name)
	if l.meal.NameAr == "" {
		return end
	}
	if d.Width(arabic, l.meal.NameAr)+2 > room {
		y, end = end-0.4, end+3.6
	}
	d.Text(x, y, width, arabic, l.meal.NameAr)
	return end
}

// foot draws until when to eat it, which of the person's portions it is, and which list it belongs to.
func (l label) foot(d *pdf.Doc, x, y, width float64, p Production) {
	until, mark := eatBy(l.place.Until), p.Runs[len(p.Runs)-1].Mark
	if l.of > 1 {
		mark = fmt.Sprintf("%d/%d · %s", l.number, l.of, mark)
	}
	when, list := pdf.Style{Size: 6.5, Bold: true}, pdf.Style{Size: 5, Align: pdf.Right}
	said := p.Date.Time().Format("2 Jan") + " · eat by " + until + " · يؤكل قبل " + until
	room := width - d.Width(list, mark) - 1.5
	when.Size *= min(1, room/d.Width(when, said))
	d.Text(x, y, room+slack, when, said)
	d.Text(x, y+0.4, width, list, mark)
}

// allergens draws what is in a meal in English and in Arabic, the eater's own allergens in bold. A long text
// is set smaller: none of it may be left out.
func (l label) allergens(d *pdf.Doc, x, y, width, room float64) {
	texts := []struct {
		words          []word
		space, leading float64
		side           pdf.Align
	}{{l.measured(d, l.warns(inEnglish)), l.between(d, "a"), 1.22, pdf.Left},
		{l.measured(d, l.warns(inArabic)), l.between(d, "ب"), 1.36, pdf.Right}}
	const point = 25.4 / 72
	size, places := 6.5, [2][]spot{}
	for ; ; size -= 0.1 {
		needs := 0.0
		for i, t := range texts {
			lines := 0
			places[i], lines = flow(width, size, t.space, t.words)
			needs += float64(lines) * size * point * t.leading
		}
		if needs <= room {
			break
		}
	}
	for i, t := range texts {
		step, from, text := size*point*t.leading, 0, ""
		for n, at := range places[i] {
			text += t.words[n].text
			if more := n + 1; more < len(places[i]) && places[i][more].line == at.line && t.words[more].bold == t.words[n].bold {
				text += " "
				continue
			}
			begin, s := places[i][from], pdf.Style{Size: size, Bold: t.words[n].bold, Align: t.side, FromRight: t.side == pdf.Right}
			left := x - slack
			if t.side == pdf.Left {
				left = x + begin.x
			}
			d.Text(left, y+float64(at.line)*step, width-begin.x+slack, s, text)
			from, text = n+1, ""
		}
		y += float64(places[i][len(places[i])-1].line+1) * step
	}
}

// tongue is how labels in one language name allergens.
type tongue struct {
	nothing, noData, contains, mayContain, others, comma string
	name                                                 func(allergen string, own bool) string
}

var inEnglish = tongue{"No allergen data", "No data about", "Contains", "May contain", "all others", ",", func(name string,
	own bool) string {
	if own {
		return strings.ToUpper(name)
	}
	return name
}}

var inArabic = tongue{"لا توجد بيانات عن مسببات الحساسية", "لا توجد بيانات عن", "يحتوي على", "قد يحتوي على", "الباقي", "،",
	func(name string, _ bool) string {
		if arabic, ok := arabicAllergens[name]; ok {
			return arabic
		}
		return name
	}}

// warns lists what is in a meal, word by word: first the eater's own allergens without data, then what is in it, the eater's own first.
// For every allergen that the menu does not name there is no data, and the label says so.
func (l label) warns(t tongue) (words []word) {
	isOwn := func(name string) bool { return slices.Contains(l.lunch.Avoids, name) }
	say := func(title string, names []string, rest ...string) {
		if len(names)+len(rest) == 0 {
			return
		}
		if len(words) > 0 {
			title = "· " + title
		}
		words = append(words, word{text: title})
		own, foreign := slices.DeleteFunc(slices.Clone(names), func(n string) bool { return !isOwn(n) }),
			slices.DeleteFunc(slices.Clone(names), isOwn)
		for _, name := range own {
			words = append(words, word{text: t.name(name, true) + t.comma, bold: true})
		}
		for _, name := range foreign {
			words = append(words, word{text: t.name(name, false) + t.comma})
		}
		for _, other := range rest {
			words = append(words, word{text: other + t.comma})
		}
		last := &words[len(words)-1]
		last.text = strings.TrimSuffix(last.text, t.comma)
	}
	if l.meal.allergensUnknown() {
		words = []word{{text: t.nothing, bold: true}}
	}
	say(t.noData, slices.DeleteFunc(slices.Clone(l.lunch.Avoids), func(n string) bool { return l.meal.presence(n) != string(menu.NoData) }))
	if l.meal.allergensUnknown() {
		return words
	}
	say(t.contains, l.meal.Contains)
	say(t.mayContain, l.meal.MayContain)
	say(t.noData, slices.DeleteFunc(slices.Clone(l.meal.NoData), isOwn), t.others)
	return words
}

// word is a text that stays in one line and may contain spaces. Width is in millimetres, for each point of its size.
type word struct {
	text  string
	bold  bool
	width float64
}

func (l label) measured(d *pdf.Doc, words []word) []word {
	for i, w := range words {
		words[i].width = l.width(d, w)
	}
	return words
}

func (l label) width(d *pdf.Doc, w word) float64 {
	known, ok := l.widths[w]
	if !ok {
		known = d.Width(pdf.Style{Size: 1, Bold: w.bold}, w.text)
		l.widths[w] = known
	}
	return known
}

// spot is the position of a word: its distance from the start of the line, and the line.
type spot struct {
	x    float64
	line int
}

// slack is how much wider than measured at another size a text may be, in millimetres.
const slack = 0.2

// between returns the width of the space between two letters, in millimetres for each point of its size.
func (l label) between(d *pdf.Doc, letter string) float64 {
	return l.width(d, word{text: letter + " " + letter}) - 2*l.width(d, word{text: letter})
}

// flow places words one after the other in lines of a width, and returns how many lines it takes: more than a
// label has when a word is longer than a line.
func flow(width, size, space float64, words []word) (places []spot, lines int) {
	at := spot{}
	for _, w := range words {
		needs := w.width * size
		if needs > width {
			return nil, 1000
		}
		if at.x > 0 && at.x+needs > width {
			at = spot{0, at.line + 1}
		}
		places = append(places, at)
		at.x += needs + size*space
	}
	return places, at.line + 1
}

// eatBy is the time of day by which to eat: freshFor after a window's end.
func eatBy(until string) string {
	t, err := time.Parse("15:04", until)
	if err != nil {
		return until
	}
	return t.Add(freshFor).Format("15:04")
}

// arabicAllergens are the names that menus use; another one stays as it is.
var arabicAllergens = map[string]string{"peanuts": "فول سوداني", "nuts": "مكسرات", "dairy": "حليب", "egg": "بيض", "gluten": "غلوتين",
	"fish": "سمك", "shellfish": "قشريات", "molluscs": "رخويات", "soy": "صويا", "sesame": "سمسم", "mustard": "خردل", "celery": "كرفس",
	"lupin": "ترمس", "sulphites": "كبريتيت"}
