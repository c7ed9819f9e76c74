package planner

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"sahn/server/menu"
	"sahn/server/platform/clock"
	"sahn/server/platform/money"
	"sahn/server/platform/sheet"
)

// The columns about a date. Those about the meal are details.
const (
	columnDate     = "date"
	columnMeal     = "meal"
	columnPortions = "portions"
)

// names are the known cuisines, allergens and diets that a table may refer to by name.
type names struct {
	cuisines         []menu.Cuisine
	allergens, diets []string
}

// detail is a column that describes a meal. An empty cell changes nothing, and a dash clears the value.
type detail struct {
	name  string
	kind  sheet.Kind
	width float64
	value func(Meal, names) any                     // the cell's value for a meal, equal for equal meals; nil for an empty cell
	set   func(*Meal, string, names) (wrong string) // changes the meal's field of this column and nothing else
}

// dash is the cell that clears a value.
const dash = "-"

var details = []detail{
	{"name", sheet.Text, 34, func(m Meal, _ names) any { return line(m.Meal.Name) }, text(func(m *Meal) *string { return &m.Meal.Name })},
	{"name_ar", sheet.Text, 30, func(m Meal, _ names) any { return line(m.Meal.NameAr) },
		text(func(m *Meal) *string { return &m.Meal.NameAr })},
	{"description", sheet.Text, 50, func(m Meal, _ names) any { return line(m.Meal.Description) },
		text(func(m *Meal) *string { return &m.Meal.Description })},
	{"price", sheet.Money, 9, func(m Meal, _ names) any { return m.Meal.Price }, setPrice},
	{"cuisine", sheet.Text, 14, cuisineOf, setCuisine},
	{"diets", sheet.Text, 20, func(m Meal, _ names) any { return listed(m.Meal.Diets) }, setDiets},
	{"contains", sheet.Text, 24, holding(menu.Contains), setHolding(menu.Contains)},
	{"may_contain", sheet.Text, 24, holding(menu.MayContain), setHolding(menu.MayContain)},
	{"no_data", sheet.Text, 24, holding(menu.NoData), setHolding(menu.NoData)},
	{"kcal", sheet.Number, 8, func(m Meal, _ names) any { return m.Meal.Kcal }, amount(maxKcal, func(m *Meal) *int { return &m.Meal.Kcal })},
	{"protein", sheet.Number, 8, func(m Meal, _ names) any { return m.Meal.Protein },
		amount(maxGrams, func(m *Meal) *int { return &m.Meal.Protein })},
	{"carbohydrate", sheet.Number, 13, func(m Meal, _ names) any { return m.Meal.Carbohydrate },
		amount(maxGrams, func(m *Meal) *int { return &m.Meal.Carbohydrate })},
	{"fat", sheet.Number, 8, func(m Meal, _ names) any { return m.Meal.Fat }, amount(maxGrams, func(m *Meal) *int { return &m.Meal.Fat })},
	{"new_until", sheet.Date, 12, newUntil, setNewUntil},
	{"picture", sheet.Text, 30, pictureOf, setPicture},
}

// columns are all columns, in the order in which they are written.
func columns() []sheet.Column {
	all := []sheet.Column{{Name: columnDate, Kind: sheet.Date, Width: 12}, {Name: columnMeal, Width: 26},
		{Name: columnPortions, Kind: sheet.Number, Width: 9}}
	for _, d := range details {
		all = append(all, sheet.Column{Name: d.name, Kind: d.kind, Width: d.width})
	}
	return all
}

// cells is a row of a table: a meal on a date, or a meal of the book alone. The meal's details are left out when an earlier row has them.
func cells(date any, portions any, m Meal, k names, said bool) []any {
	row := []any{date, m.Code, portions}
	for _, d := range details {
		if said {
			break
		}
		row = append(row, d.value(m, k))
	}
	return row
}

// clone is a copy of the meal that shares no memory with it.
func (m Meal) clone() Meal {
	m.Meal.Diets, m.Meal.Allergens, m.Meal.Art = slices.Clone(m.Meal.Diets), maps.Clone(m.Meal.Allergens), slices.Clone(m.Meal.Art)
	return m
}

// blank is a meal without content.
func blank() Meal {
	return Meal{Meal: menu.Meal{Diets: []string{}, Allergens: map[string]menu.Presence{}}}
}

// said is a cell's value in the form in which values are compared.
func said(value any) string {
	if value == nil {
		return ""
	}
	return fmt.Sprint(value)
}

// line is a text on one line, or nothing.
func line(text string) any {
	if text = strings.Join(strings.Fields(text), " "); text != "" {
		return text
	}
	return nil
}

func text(of func(*Meal) *string) func(*Meal, string, names) string {
	return func(m *Meal, cell string, _ names) string {
		*of(m) = said(line(cell))
		if cell == dash {
			*of(m) = ""
		}
		return ""
	}
}

func listed(all []string) any {
	if len(all) == 0 {
		return nil
	}
	all = slices.Sorted(slices.Values(all))
	return strings.Join(slices.Compact(all), "; ")
}

// called matches a cell's list with known names, ignoring how they are written. Unknown are the names without a match.
func called(cell string, known []string) (found, unknown []string) {
	found = []string{}
	if cell == dash {
		return found, nil
	}
	for part := range strings.SplitSeq(cell, ";") {
		part = said(line(part))
		i := slices.Index(known, part)
		if i < 0 {
			i = slices.IndexFunc(known, func(name string) bool { return strings.EqualFold(name, part) })
		}
		switch {
		case part == "":
			continue
		case i >= 0:
			part = known[i]
		default:
			unknown = append(unknown, part)
		}
		if !slices.Contains(found, part) {
			found = append(found, part)
		}
	}
	return found, unknown
}

// setDiets accepts unknown names as well: a missing diet hides a meal from no one who has to avoid an ingredient.
func setDiets(m *Meal, cell string, k names) string {
	m.Meal.Diets, _ = called(cell, k.diets)
	return ""
}

func holding(p menu.Presence) func(Meal, names) any {
	return func(m Meal, _ names) any {
		var all []string
		for name, is := range m.Meal.Allergens {
			if is == p {
				all = append(all, name)
			}
		}
		return listed(all)
	}
}

func setHolding(p menu.Presence) func(*Meal, string, names) string {
	return func(m *Meal, cell string, k names) string {
		found, unknown := called(cell, k.allergens)
		if len(unknown) > 0 {
			return fmt.Sprintf("We know no allergen called “%s”. Put semicolons between these: %s.", cut(unknown[0]),
				strings.Join(k.allergens, ", "))
		}
		maps.DeleteFunc(m.Meal.Allergens, func(_ string, is menu.Presence) bool { return is == p })
		for _, name := range found {
			m.Meal.Allergens[name] = p
		}
		return ""
	}
}

func cuisineOf(m Meal, k names) any {
	for _, c := range k.cuisines {
		if c.ID == m.Meal.Cuisine {
			return c.Name
		}
	}
	if m.Meal.Cuisine == 0 {
		return nil
	}
	return m.Meal.Cuisine
}

func setCuisine(m *Meal, cell string, k names) string {
	id, err := strconv.Atoi(cell)
	var all []string
	for _, c := range k.cuisines {
		if err == nil && c.ID == id || strings.EqualFold(c.Name, cell) || c.NameAr != "" && c.NameAr == cell {
			m.Meal.Cuisine = c.ID
			return ""
		}
		all = append(all, fmt.Sprintf("%s (%d)", c.Name, c.ID))
	}
	return "We know no such cuisine. There are " + strings.Join(all, ", ") + "."
}

// Spreadsheets store floating-point numbers: 4.6 may arrive as 4.5999999999999996.
const near = 1e-6

func number(cell, like string) (n float64, wrong string) {
	if comma.MatchString(cell) {
		return 0, "Write numbers with a point and no comma, like " + like + "."
	}
	n, err := strconv.ParseFloat(cell, 64)
	if err != nil || !figures.MatchString(cell) {
		return 0, "This is not a number. Write it like " + like + "."
	}
	return n, ""
}

var (
	comma   = regexp.MustCompile(`^-?[\d.]*[,٫٬][\d.,]*$`)
	figures = regexp.MustCompile(`^-?\d*\.?\d+(?:[eE][-+]?\d+)?$|^-?\d+\.$`)
)

func setPrice(m *Meal, cell string, _ names) string {
	n, wrong := number(cell, "47.50")
	switch fils := math.Round(n * 100); {
	case wrong != "":
		return wrong
	case fils < 1 || fils > float64(maxPrice):
		return "A price is above zero and at most 1,000 dirhams."
	case math.Abs(n*100-fils) > near:
		return "A price has at most two decimals."
	default:
		m.Meal.Price = money.Fils(fils)
		return ""
	}
}

func amount(most int, of func(*Meal) *int) func(*Meal, string, names) string {
	return func(m *Meal, cell string, _ names) string {
		n, wrong := whole(cell, most)
		if wrong == "" {
			*of(m) = n
		}
		return wrong
	}
}

func whole(cell string, most int) (int, string) {
	n, wrong := number(cell, "42")
	switch {
	case wrong != "":
		return 0, wrong
	case math.Abs(n-math.Round(n)) > near:
		return 0, "Write a whole number, like 42."
	case n < 0 || n > float64(most):
		return 0, fmt.Sprintf("Write a number from 0 to %d.", most)
	}
	return int(math.Round(n)), ""
}

// dateOf parses a date in the notations of sheets, or the serial number that a spreadsheet stores for it.
func dateOf(cell string) (clock.Date, string) {
	if d, err := clock.ParseDate(strings.TrimSuffix(cell, " 00:00")); err == nil {
		return d, ""
	}
	if days, err := strconv.Atoi(cell); err == nil && days >= 36_526 && days < 73_051 { // this century
		return clock.NewDate(1899, 12, 30) + clock.Date(days), ""
	}
	return 0, "Write dates like 2026-11-23."
}

func newUntil(m Meal, _ names) any {
	if m.NewUntil == nil {
		return nil
	}
	return *m.NewUntil
}

func setNewUntil(m *Meal, cell string, _ names) string {
	if cell == dash {
		m.NewUntil = nil
		return ""
	}
	d, wrong := dateOf(cell)
	if wrong == "" {
		m.NewUntil = &d
	}
	return wrong
}

const photoMark = "photo:"

var hash = regexp.MustCompile(`^[0-9a-f]{32}$`)

// photo is the hash of a meal's photo, empty when its picture is drawn.
func photo(art json.RawMessage) string {
	var a struct {
		Photo string `json:"photo"`
	}
	if json.Unmarshal(art, &a) != nil {
		return ""
	}
	return a.Photo
}

func pictureOf(m Meal, _ names) any {
	if p := photo(m.Meal.Art); p != "" {
		return photoMark + p
	}
	var recipe map[string]any
	if json.Unmarshal(m.Meal.Art, &recipe) != nil || len(recipe) == 0 {
		return nil
	}
	b, err := json.Marshal(recipe)
	if err != nil {
		return nil
	}
	return string(b)
}

// setPicture takes the hash of an uploaded photo, or a recipe. The drawing behind a photo stays as it is.
func setPicture(m *Meal, cell string, _ names) string {
	if p, ok := strings.CutPrefix(cell, photoMark); ok {
		if !hash.MatchString(p) {
			return "Write a photo as photo: and its name, as an export shows it, or leave this empty."
		}
		art := map[string]any{}
		_ = json.Unmarshal(m.Meal.Art, &art) // an unreadable picture is not kept
		art["photo"] = p
		b, err := json.Marshal(art)
		if err != nil {
			return err.Error()
		}
		m.Meal.Art = b
		return ""
	}
	var recipe map[string]any
	if json.Unmarshal([]byte(cell), &recipe) != nil || len(recipe) == 0 || photo([]byte(cell)) != "" {
		return "This is no picture: copy one from an export, or leave this empty."
	}
	m.Meal.Art = json.RawMessage(cell)
	return ""
}

// cut is a prefix of an invalid value that is long enough to find it.
func cut(text string) string {
	if r := []rune(text); len(r) > 100 {
		return string(r[:100]) + "…"
	}
	return text
}
