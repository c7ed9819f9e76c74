package planner

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"sahn/server/menu"
	"sahn/server/platform/clock"
	"sahn/server/platform/fault"
	"sahn/server/platform/sheet"
)

// MaxTableBytes is how large a table may be.
const MaxTableBytes = 2 << 20

// ErrTableTooLarge refuses a file above the limits.
var ErrTableTooLarge = fault.Field("file", "The file is too large: at most 2 MB, 5,000 rows and 50 columns.")

// needed are the fields that a new meal must have.
var needed = []string{"name", "price", "cuisine"}

// The limits of a table's contents. A date more than a year ahead is taken for a typing error.
const (
	maxRows    = sheet.MaxRows - 1
	maxWrongs  = 200
	maxAhead   = 366
	maxPortion = 10_000
	maxOffers  = 60 // of a date
)

// TableError is an error in a cell, in a sentence for the author of the table. Row is the spreadsheet's row number, 0 when the error
// belongs to no row.
type TableError struct {
	Row    int    `json:"row"`
	Column string `json:"column"`
	What   string `json:"what"`
	Value  string `json:"value"`
}

// wrongs are the first errors of a table, and their total.
type wrongs struct {
	list []TableError
	all  int
}

func (w *wrongs) add(row int, column, value, what string) {
	if w.all++; len(w.list) < maxWrongs {
		w.list = append(w.list, TableError{row, column, what, cut(value)})
	}
}

// table is a parsed table.
type table struct {
	rows   int
	meals  []*tableMeal // in the order of their first rows
	days   []*tableDay
	byCode map[string]*tableMeal
}

// tableMeal is what a table says of a meal, by details.
type tableMeal struct {
	code string
	line int // the meal's first row
	says []tableCell
	bad  []string // details with an error
}

type tableCell struct {
	line        int
	cell, value string // the cell as written, and its normalized value
}

type tableDay struct {
	date   clock.Date
	offers []tableOffer
}

type tableOffer struct {
	line     int
	code     string
	portions *int
}

var codes = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,39}$`)

// header finds the columns of a table in any order: the positions of date, meal, portions and the details, -1 for an absent column.
func header(row sheet.Row, w *wrongs) (places []int) {
	all := columns()
	places = make([]int, len(all))
	for i := range places {
		places[i] = -1
	}
	for place, cell := range row.Cells {
		if cell == "" {
			continue
		}
		name := strings.ToLower(
			strings.Join(strings.FieldsFunc(cell, func(r rune) bool { return r == ' ' || r == '_' || r == '-' || r == '\u00a0' }), "_"))
		i := slices.IndexFunc(all, func(c sheet.Column) bool { return c.Name == name })
		switch {
		case i < 0:
			known := make([]string, len(all))
			for i, c := range all {
				known[i] = c.Name
			}
			w.add(row.Line, cut(cell), cell, "We know no such column. There are "+strings.Join(known, ", ")+".")
		case places[i] >= 0:
			w.add(row.Line, all[i].Name, cell, "This column is there twice.")
		default:
			places[i] = place
		}
	}
	if places[1] < 0 {
		w.add(row.Line, columnMeal, "", "The first row names the columns: one of them is called meal.")
	}
	return places
}

// understand parses a table. Errors in one row, and contradictions between two rows, are added to w.
func understand(rows []sheet.Row, k names, today clock.Date, w *wrongs) table {
	t := table{rows: len(rows) - 1, byCode: map[string]*tableMeal{}}
	places := header(rows[0], w)
	if w.all > 0 {
		return t
	}
	nameless := map[int]bool{}
	for _, row := range rows[1:] {
		row.Cells = slices.Clone(row.Cells) // a retried transaction reads the rows again
		for i, cell := range row.Cells {
			if broken[strings.ToUpper(cell)] {
				w.add(row.Line, nameAt(places, i), cell, "This is an error of the spreadsheet, not a value.")
				row.Cells[i] = ""
			} else if cell != "" && !slices.Contains(places, i) && !nameless[i] {
				nameless[i] = true
				w.add(row.Line, "", cell, "This stands in a column without a name.")
			}
		}
		code := strings.ToLower(row.Cell(places[1]))
		if !codes.MatchString(code) {
			w.add(row.Line, columnMeal, row.Cell(places[1]), "Name the meal by its code: up to 40 small letters, digits and hyphens.")
			continue
		}
		t.says(row, places[3:], code, k, w)
		t.offers(row, places, code, today, w)
	}
	return t
}

// broken are the values that spreadsheets show for a formula with an error.
var broken = map[string]bool{"#N/A": true, "#REF!": true, "#NAME?": true, "#VALUE!": true, "#DIV/0!": true, "#NUM!": true, "#NULL!": true,
	"#SPILL!": true, "#CALC!": true}

func nameAt(places []int, place int) string {
	if i := slices.Index(places, place); i >= 0 {
		return columns()[i].Name
	}
	return ""
}

// says collects a row's details of its meal. Rows of one meal may repeat a detail only with the same value.
func (t *table) says(row sheet.Row, places []int, code string, k names, w *wrongs) {
	m := t.byCode[code]
	if m == nil {
		m = &tableMeal{code: code, line: row.Line, says: make([]tableCell, len(details))}
		t.byCode[code], t.meals = m, append(t.meals, m)
	}
	for i, d := range details {
		cell := row.Cell(places[i])
		if cell == "" {
			continue
		}
		one := blank()
		if wrong := d.set(&one, cell, k); wrong != "" {
			w.add(row.Line, d.name, cell, wrong)
			m.bad = append(m.bad, d.name)
			continue
		}
		value := said(d.value(one, k))
		switch before := m.says[i]; {
		case before.line == 0:
			m.says[i] = tableCell{row.Line, cell, value}
		case before.value != value:
			w.add(row.Line, d.name, cell, fmt.Sprintf("Row %d says something else of this meal: “%s”.", before.line, cut(before.cell)))
		}
	}
}

// offers adds a row's meal to its date; a row without a date describes the meal only.
func (t *table) offers(row sheet.Row, places []int, code string, today clock.Date, w *wrongs) {
	cell, count := row.Cell(places[0]), row.Cell(places[2])
	if cell == "" {
		if count != "" {
			w.add(row.Line, columnPortions, count, "Portions need a date.")
		}
		return
	}
	date, wrong := dateOf(cell)
	switch {
	case wrong != "":
	case date < today:
		wrong = "This day is over."
	case date > today+maxAhead:
		wrong = "This is more than a year ahead."
	case date.Weekday() == time.Saturday || date.Weekday() == time.Sunday:
		wrong = "There is lunch from Monday to Friday."
	}
	if wrong != "" {
		w.add(row.Line, columnDate, cell, wrong)
		return
	}
	offer := tableOffer{line: row.Line, code: code}
	if count != "" && count != dash {
		n, wrong := whole(count, maxPortion)
		if wrong != "" {
			w.add(row.Line, columnPortions, count, wrong)
		}
		offer.portions = &n
	}
	i := slices.IndexFunc(t.days, func(d *tableDay) bool { return d.date == date })
	if i < 0 {
		i, t.days = len(t.days), append(t.days, &tableDay{date: date})
	}
	day := t.days[i]
	if j := slices.IndexFunc(day.offers, func(o tableOffer) bool { return o.code == code }); j >= 0 {
		w.add(row.Line, columnMeal, code, fmt.Sprintf("Row %d offers this meal on that date already.", day.offers[j].line))
		return
	}
	if len(day.offers) == maxOffers {
		w.add(row.Line, columnDate, cell, fmt.Sprintf("A date offers at most %d meals.", maxOffers))
		return
	}
	day.offers = append(day.offers, offer)
}

// change is what a table changes in a meal: before is the zero meal for a new one, fields are the details that differ.
type change struct {
	said          *tableMeal
	before, after Meal
	fields        []string
}

// changes compares the table's meals with the book. Meals that do not change are left out.
func (t table) changes(book map[string]Meal, k names, w *wrongs) (all []change) {
	for _, m := range t.meals {
		before, known := book[m.code]
		c := change{said: m, before: before, after: before.clone()}
		if !known {
			c.after = blank()
			c.after.Code = m.code
		}
		m.agrees(k, w)
		for i, d := range details {
			if m.says[i].line == 0 || known && m.says[i].value == said(d.value(before, k)) {
				continue
			}
			if wrong := d.set(&c.after, m.says[i].cell, k); wrong != "" {
				w.add(m.says[i].line, d.name, m.says[i].cell, wrong)
				continue
			}
			c.fields = append(c.fields, d.name)
		}
		if !known {
			for _, name := range needed {
				if !slices.Contains(c.fields, name) && !slices.Contains(m.bad, name) {
					w.add(m.line, name, "", fmt.Sprintf("There is no meal %s yet: a new one needs a %s.", m.code, name))
				}
			}
			c.after.drawn(m.says[len(details)-1].cell, k)
		}
		if !known || len(c.fields) > 0 {
			all = append(all, c)
		}
	}
	return all
}

// drawn gives a new meal without a picture a drawn plate. A meal with a photo gets one as well, as the fallback when the photo cannot be
// shown.
func (m *Meal) drawn(cell string, k names) {
	if cell != "" && photo(m.Meal.Art) == "" {
		return
	}
	m.Meal.Art = plate(m.Meal.Cuisine)
	if cell != "" {
		_ = setPicture(m, cell, k) // the cell was valid before
	}
}

// agrees refuses an allergen that a table lists in two columns.
func (m *tableMeal) agrees(k names, w *wrongs) {
	held := map[string]string{}
	for i, d := range details {
		if d.name != string(menu.Contains) && d.name != string(menu.MayContain) && d.name != string(menu.NoData) || m.says[i].line == 0 {
			continue
		}
		found, _ := called(m.says[i].cell, k.allergens)
		for _, name := range found {
			if other, twice := held[name]; twice {
				w.add(m.says[i].line, d.name, m.says[i].cell, fmt.Sprintf("This meal cannot have %s both in %s and in %s.", name, other, d.name))
			}
			held[name] = d.name
		}
	}
}

// readTable parses a file within the limits. Errors are faults for the person who uploaded it.
func readTable(data []byte) ([]sheet.Row, error) {
	rows, err := sheet.ReadUpTo(data, MaxTableBytes)
	switch {
	case errors.Is(err, sheet.ErrTooLarge):
		return nil, ErrTableTooLarge
	case err != nil:
		return nil, fault.Field("file", err.Error())
	case len(rows) == 1:
		return nil, fault.Field("file", "There is nothing below the names of the columns.")
	}
	return rows, nil
}
