package planner

import (
	"bytes"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"
	"pgregory.net/rapid"

	"sahn/server/dev/sample"
	"sahn/server/menu"
	"sahn/server/platform/clock"
	"sahn/server/platform/money"
	"sahn/server/platform/sheet"
)

var (
	spoken = names{sample.Cuisines(), sample.Allergens[:], []string{"High protein", "Vegan", "Vegetarian"}}
	today  = clock.NewDate(2026, 11, 22) // a Sunday
)

func reads(t *testing.T, csv string) (table, wrongs) {
	t.Helper()
	rows, err := readTable([]byte(csv))
	require.NoError(t, err)
	var w wrongs
	return understand(rows, spoken, today, &w), w
}

func TestATableIsReadWhateverTheOrderAndTheWritingOfItsColumns(t *testing.T) {
	t.Parallel()
	got, w := reads(t, "Price;MEAL; May-Contain ;Date;name ar;Name;Portions;cuisine;contains;new_until\n"+
		"47.5;Lentil-Soup;Egg;2026-11-24;شوربة عدس;Lentil  soup;20;arabic;gluten; GLUTEN;dairy\n")
	require.NotEmpty(t, w.list, "a cell too many stands in no column")
	got, w = reads(t, "Price;MEAL; May-Contain ;Date;name ar;Name;Portions;cuisine;contains;new_until\n"+
		"47.5;Lentil-Soup;Egg;2026-11-24;شوربة عدس;Lentil  soup;20;arabic;\"gluten; Dairy\";2026-12-31\n"+
		";plain;;2026-11-24;;;;;;\n"+
		";lentil-soup;;2026-11-23;;;;;;\n")
	require.Empty(t, w.list)
	require.Equal(t, 3, got.rows)
	twenty := 20
	require.Equal(t, []*tableDay{
		{today + 2, []tableOffer{{2, "lentil-soup", &twenty}, {3, "plain", nil}}},
		{today + 1, []tableOffer{{4, "lentil-soup", nil}}},
	}, got.days)
	changes := got.changes(map[string]Meal{"plain": {Code: "plain"}}, spoken, &w)
	require.Empty(t, w.list)
	require.Len(t, changes, 1, "nothing is said of the plain one")
	until := clock.NewDate(2026, 12, 31)
	require.Equal(t,
		Meal{Code: "lentil-soup", NewUntil: &until,
			Meal: menu.Meal{Name: "Lentil soup", NameAr: "شوربة عدس", Price: 4750, Cuisine: sample.Arabic, Diets: []string{},
				Allergens: map[string]menu.Presence{"gluten": menu.Contains, "dairy": menu.Contains, "egg": menu.MayContain},
				Art:       plate(sample.Arabic)}}, changes[0].after)
	require.Equal(t, []string{"name", "name_ar", "price", "cuisine", "contains", "may_contain", "new_until"}, changes[0].fields)
}

func TestWhatIsWrongIsSaidWithItsRowItsColumnAndItsValue(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ column, value, says string }{
		{"date", "23/11/2026", "Write dates like 2026-11-23."},
		{"date", "2026-11-21", "This day is over."},
		{"date", "2026-11-28", "from Monday to Friday"},
		{"date", "2062-11-23", "more than a year ahead"},
		{"date", "2026-02-30", "Write dates like"},
		{"meal", "Lentil soup", "by its code"},
		{"meal", "شوربة", "by its code"},
		{"portions", "2.5", "a whole number"},
		{"portions", "-1", "from 0 to 10000"},
		{"portions", "many", "not a number"},
		{"price", "47,50", "with a point and no comma, like 47.50"},
		{"price", "1,047.50", "with a point and no comma"},
		{"price", "AED 47.50", "not a number"},
		{"price", "47.505", "at most two decimals"},
		{"price", "-3", "above zero"},
		{"price", "0", "above zero"},
		{"price", "4750", "at most 1,000"},
		{"price", "0x10", "not a number"},
		{"price", "NaN", "not a number"},
		{"price", "#VALUE!", "an error of the spreadsheet"},
		{"cuisine", "Martian", "International (1)"},
		{"cuisine", "17", "no such cuisine"},
		{"contains", "gluten, dairy", "Put semicolons"},
		{"contains", "gluten; sulphur", "We know no allergen called “sulphur”"},
		{"kcal", "5e9", "from 0 to 9999"},
		{"fat", "1.5", "a whole number"},
		{"new_until", "soon", "Write dates like"},
		{"picture", "a cat", "This is no picture"},
		{"picture", "photo:../../etc", "as an export shows it"},
		{"picture", `{"photo":"0123456789abcdef0123456789abcdef"}`, "This is no picture"},
	} {
		line := map[string]string{"date": "2026-11-23", "meal": "soup", c.column: `"` + strings.ReplaceAll(c.value, `"`, `""`) + `"`}
		columns := []string{"date", "meal"}
		if !slices.Contains(columns, c.column) {
			columns = append(columns, c.column)
		}
		cells := make([]string, len(columns))
		for i, name := range columns {
			cells[i] = line[name]
		}
		_, w := reads(t, strings.Join(columns, ",")+"\n\n"+strings.Join(cells, ",")+"\n")
		require.Len(t, w.list, 1, c)
		require.Equal(t, TableError{3, c.column, w.list[0].What, c.value}, w.list[0])
		require.Contains(t, w.list[0].What, c.says, c)
	}
}

func TestColumnsThatNobodyKnowsAreNamedAndNothingElseIsRead(t *testing.T) {
	t.Parallel()
	_, w := reads(t, "date,meal,protions,meal\n2026-11-23,soup,9,\nnonsense,,,\n")
	require.Len(t, w.list, 2)
	require.Equal(t, "protions", w.list[0].Value)
	require.Contains(t, w.list[0].What, "date, meal, portions, name,")
	require.Equal(t, TableError{1, "meal", "This column is there twice.", "meal"}, w.list[1])
	_, w = reads(t, "date,code\n2026-11-23,soup\n")
	require.Equal(t, "The first row names the columns: one of them is called meal.", w.list[1].What)
}

func TestRowsThatDoNotAgreeNameEachOther(t *testing.T) {
	t.Parallel()
	got, w := reads(t, "date,meal,portions,name,price\n"+
		"2026-11-23,soup,,Soup,47.5\n"+
		"2026-11-24,soup,,Soup,47.50\n"+
		"2026-11-25,soup,,Other soup,48\n"+
		"2026-11-23,soup,,,\n"+
		",soup,3,,\n")
	require.Equal(t, []TableError{
		{4, "name", "Row 2 says something else of this meal: “Soup”.", "Other soup"},
		{4, "price", "Row 2 says something else of this meal: “47.5”.", "48"},
		{5, "meal", "Row 2 offers this meal on that date already.", "soup"},
		{6, "portions", "Portions need a date.", "3"},
	}, w.list)
	require.Len(t, got.meals, 1)
}

func TestAtMostTwoHundredErrorsAreShownAndAllAreCounted(t *testing.T) {
	t.Parallel()
	_, w := reads(t, "date,meal\n"+strings.Repeat("tomorrow,soup\n", 450))
	require.Len(t, w.list, 200)
	require.Equal(t, 450, w.all)
}

func TestANewMealNeedsANameAPriceAndACuisine(t *testing.T) {
	t.Parallel()
	got, w := reads(t, "meal,name,price\nsoup,-,\nstew,Stew,30\n")
	require.Empty(t, w.list)
	_ = got.changes(map[string]Meal{}, spoken, &w)
	var missing []string
	for _, e := range w.list {
		missing = append(missing, e.Column)
	}
	require.Equal(t, []string{"price", "cuisine", "cuisine"}, missing, "an empty name is the book's to refuse")
	got, w = reads(t, "meal,name,price,cuisine\nsoup,Soup,\"47,50\",2\n")
	_ = got.changes(map[string]Meal{}, spoken, &w)
	require.Len(t, w.list, 1, "what is there and wrong is not missing as well")
}

func TestAnEmptyCellKeepsAndADashEmpties(t *testing.T) {
	t.Parallel()
	until := today
	before := Meal{Code: "soup", NewUntil: &until, Rev: 4,
		Meal: menu.Meal{ID: "x", Name: "Soup", NameAr: "شوربة", Description: "Hot", Price: 3000, Cuisine: 2, Diets: []string{"Vegan"}, Kcal: 300,
			Allergens: map[string]menu.Presence{"gluten": menu.Contains, "egg": menu.MayContain, "soy": menu.NoData}, Art: plate(2)}}
	book := map[string]Meal{"soup": before}
	first := before.clone()
	for _, c := range []struct {
		cells string
		want  func(*Meal)
	}{
		{"-,,,,,,", func(m *Meal) { m.Meal.NameAr = "" }},
		{",-,,,,,", func(m *Meal) { m.Meal.Diets = []string{} }},
		{",Under 450 kcal; vegan;;,,,,,", func(m *Meal) { m.Meal.Diets = []string{"Under 450 kcal", "Vegan"} }},
		{",,-,,,,", func(m *Meal) { delete(m.Meal.Allergens, "gluten") }},
		{",,gluten; egg,,,,", func(m *Meal) { m.Meal.Allergens["egg"] = menu.Contains }},
		{",,egg,gluten,,,", func(m *Meal) { m.Meal.Allergens["egg"], m.Meal.Allergens["gluten"] = menu.Contains, menu.MayContain }},
		{",,,,-,,", func(m *Meal) { delete(m.Meal.Allergens, "soy") }},
		{",,,,,-,", func(m *Meal) { m.NewUntil = nil }},
		{",,,,,,0", func(m *Meal) { m.Meal.Kcal = 0 }},
	} {
		got, w := reads(t, "meal,name_ar,diets,contains,may_contain,no_data,new_until,kcal\nsoup,"+c.cells+"\n")
		changes := got.changes(book, spoken, &w)
		require.Empty(t, w.list, c.cells)
		want := before.clone()
		c.want(&want)
		require.Len(t, changes, 1)
		require.Equal(t, want, changes[0].after, c.cells)
		require.Equal(t, first, before, "the book's own stays as it is")
	}
	got, w := reads(t, "meal,contains,may_contain\nsoup,egg,egg\n")
	require.Empty(t, w.list)
	_ = got.changes(book, spoken, &w)
	require.Equal(t, []TableError{{2, "may_contain", "This meal cannot have egg both in contains and in may_contain.", "egg"}}, w.list)
}

func TestAPhotoTakesThePlaceOfADrawingAndBack(t *testing.T) {
	t.Parallel()
	hash := strings.Repeat("0a", 16)
	m := Meal{Meal: menu.Meal{Art: json.RawMessage(`{"tint":"sage","layout":"bowl"}`)}}
	require.Empty(t, setPicture(&m, "photo:"+hash, spoken))
	require.Equal(t, "photo:"+hash, pictureOf(m, spoken))
	require.JSONEq(t, `{"tint":"sage","layout":"bowl","photo":"`+hash+`"}`, string(m.Meal.Art))
	require.Empty(t, setPicture(&m, `{"layout": "curry"}`, spoken))
	require.Equal(t, `{"layout":"curry"}`, pictureOf(m, spoken))
	got, w := reads(t, "meal,name,price,cuisine,picture\nsoup,Soup,30,2,photo:"+hash+"\n")
	fresh := got.changes(map[string]Meal{}, spoken, &w)[0].after
	require.JSONEq(t, strings.Replace(string(plate(2)), "{", `{"photo":"`+hash+`",`, 1), string(fresh.Meal.Art), "a plate stands behind it")
}

// What a spreadsheet keeps is not always what was typed: dates are numbers of days, and 4.6 may be 4.5999999999999996.
func TestASpreadsheetsOwnDatesAndNumbersAreRead(t *testing.T) {
	t.Parallel()
	f := excelize.NewFile()
	own := "dd-mmm"
	style, err := f.NewStyle(&excelize.Style{CustomNumFmt: &own})
	require.NoError(t, err)
	usual, err := f.NewStyle(&excelize.Style{NumFmt: 14})
	require.NoError(t, err)
	require.NoError(t, f.SetSheetRow("Sheet1", "A1", &[]any{"date", "meal", "portions", "price", "name"}))
	require.NoError(t, f.SetSheetRow("Sheet1", "A2", &[]any{46349, "soup", 20, 4.5999999999999996, "Soup of 1848"}))
	require.NoError(t, f.SetSheetRow("Sheet1", "A3", &[]any{46350, "soup", 20.0}))
	require.NoError(t, f.SetSheetRow("Sheet1", "A4", &[]any{46351, "soup"}))
	require.NoError(t, f.SetCellStyle("Sheet1", "A2", "A2", style))
	require.NoError(t, f.SetCellStyle("Sheet1", "A3", "A3", usual))
	var out bytes.Buffer
	require.NoError(t, f.Write(&out))
	got, w := reads(t, out.String())
	require.Empty(t, w.list)
	require.Len(t, got.days, 3)
	for i, d := range got.days {
		require.Equal(t, today+1+clock.Date(i), d.date)
	}
	changes := got.changes(map[string]Meal{"soup": {Code: "soup"}}, spoken, &w)
	require.Equal(t, money.Fils(460), changes[0].after.Meal.Price)
	require.Equal(t, "Soup of 1848", changes[0].after.Meal.Name)
}

func TestDrawnPlatesUseOnlyNamesThatThePainterKnows(t *testing.T) {
	t.Parallel()
	list, err := os.ReadFile("../dev/sample/testdata/art.json")
	require.NoError(t, err)
	var known map[string][]string
	require.NoError(t, json.Unmarshal(list, &known))
	for cuisine := range 7 {
		var p struct {
			Layout, Plate, Base string
			Veg, Garnish        []string
		}
		require.NoError(t, json.Unmarshal(plate(cuisine), &p))
		require.Contains(t, known["layout"], p.Layout)
		require.Contains(t, known["plate"], p.Plate)
		require.Contains(t, known["base"], p.Base)
		for _, n := range slices.Concat(p.Veg, p.Garnish) {
			require.Contains(t, slices.Concat(known["ingredient"], known["garnish"]), n)
		}
	}
}

// aMeal is any meal that a book can hold, and some that it should not.
func aMeal(t *rapid.T, code string) Meal {
	words := rapid.SampledFrom([]string{"Soup", "شوربة عدس", "=1+1", "'=1+1", "+971 50", "-5 % fat", "@home", "a; b, c \"d\"", "‘tis", "12",
		"2026-11-23", "  two\nlines ", "|x", "'", "null", "TRUE"})
	pick := func(all []string) (some []string) {
		some = []string{}
		for _, one := range all {
			if rapid.Bool().Draw(t, one) {
				some = append(some, one)
			}
		}
		return some
	}
	m := Meal{Code: code, Rev: 1,
		Meal: menu.Meal{ID: code, Name: words.Draw(t, "name"), Price: money.Fils(rapid.IntRange(1, 100_000).Draw(t, "price")),
			Cuisine: rapid.IntRange(1, 5).Draw(t, "cuisine"), Diets: pick(spoken.diets), Allergens: map[string]menu.Presence{},
			Kcal: rapid.IntRange(0, 2000).Draw(t, "kcal"), Protein: rapid.IntRange(0, 99).Draw(t, "protein"),
			Art: rapid.SampledFrom([]json.RawMessage{plate(1), plate(3), json.RawMessage(`{ "tint": "sage", "show": 0.70 }`),
				json.RawMessage(`{"photo":"` + strings.Repeat("1f", 16) + `","tint":"sky"}`)}).Draw(t, "art")}}
	if rapid.Bool().Draw(t, "told") {
		m.Meal.NameAr, m.Meal.Description = words.Draw(t, "name_ar"), words.Draw(t, "description")
		until := today + clock.Date(rapid.IntRange(0, 90).Draw(t, "until"))
		m.NewUntil = &until
	}
	slices.Reverse(m.Meal.Diets)
	for _, a := range spoken.allergens {
		if p := rapid.SampledFrom([]menu.Presence{"", menu.Contains, menu.MayContain, menu.NoData}).Draw(t, a); p != "" {
			m.Meal.Allergens[a] = p
		}
	}
	return m
}

func TestAMealThatIsWrittenAndReadAgainIsTheSame(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		book := map[string]Meal{}
		written := sheet.Table{Title: "Menus", Columns: columns()}
		for _, code := range []string{"a", "b-2", "3"} {
			m := aMeal(t, code)
			book[code] = m
			written.Rows = append(written.Rows, cells(today+1, nil, m, spoken, false), cells(today+2, 7, m, spoken, true))
		}
		for name, write := range map[string]func(*bytes.Buffer) error{
			"csv":  func(b *bytes.Buffer) error { return sheet.CSV(b, written) },
			"xlsx": func(b *bytes.Buffer) error { return sheet.XLSX(b, written) },
		} {
			var out bytes.Buffer
			require.NoError(t, write(&out))
			rows, err := readTable(out.Bytes())
			require.NoError(t, err)
			var w wrongs
			got := understand(rows, spoken, today, &w)
			changes := got.changes(book, spoken, &w)
			require.Empty(t, w.list, name)
			require.Empty(t, changes, name)
			require.Len(t, got.days, 2)
			for i, d := range got.days {
				require.Equal(t, today+1+clock.Date(i), d.date)
				for j, o := range d.offers {
					require.Equal(t, []string{"a", "b-2", "3"}[j], o.code)
					require.Equal(t, i == 1, o.portions != nil && *o.portions == 7)
				}
			}
			// From nothing the same is made, but for what only looks different.
			again := got.changes(map[string]Meal{}, spoken, &w)
			for _, c := range again {
				for _, d := range details {
					require.Equal(t, said(d.value(book[c.after.Code], spoken)), said(d.value(c.after, spoken)), d.name)
				}
			}
		}
	})
}
