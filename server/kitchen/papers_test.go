package kitchen

import (
	"bytes"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"testing"

	"github.com/oklog/ulid/v2"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
	"sahn/server/menu"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
)

// aDay is so many meals for so many companies.
func aDay(t testing.TB, meals, companies int) Production {
	t.Helper()
	date := clock.NewDate(2026, 11, 24)
	week := sample.Menu(date.Monday())
	var rows []db.RunPresentRow
	for company := range companies {
		for n := range meals / companies {
			rows = append(rows, portion(company, n, &week, date))
		}
	}
	for n := len(rows); n < meals; n++ {
		rows = append(rows, portion(companies-1, n, &week, date))
	}
	p := Production{Date: date, Reconciled: true, Runs: []Run{{N: 0, At: date.Start(), Mark: "K7Q-2M9"}}}
	p.show(&week, rows...)
	require.Equal(t, Totals{meals, meals, companies}, p.Totals)
	return p
}

func portion(company, n int, week *menu.Week, date clock.Date) db.RunPresentRow {
	meals := week.Days[date-week.Week].Meals
	meal, _ := week.Meal(meals[(company+n)%len(meals)])
	names := []string{"Mariam Al Suwaidi", "Omar Haddad", "Maximiliano Alejandro Fernández-Echeverría de la Torre",
		"محمد بن راشد", "Wei Zhang"}
	row := db.RunPresentRow{DeliveryID: ulid.Make().String(), Meal: meal.ID, Name: meal.Name, Qty: 1, AddressID: fmt.Sprintf("%026d", company),
		Label: fmt.Sprintf("Floor %d", company%40+1), Line: "Boulevard Plaza Tower 1, Sheikh Mohammed bin Rashid Boulevard",
		Area: "Downtown Dubai", FromTime: "12:00", UntilTime: "13:00", Company: fmt.Sprintf("Harbour Line Logistics %d", company),
		Person: names[(company+n)%len(names)]}
	if n%7 == 0 {
		row.Avoids = []string{"dairy", "gluten", "lupin"}
	}
	return row
}

var pages = regexp.MustCompile(`/Type /Pages[^>]*/Count (\d+)|/Count (\d+)`)

func pagesOf(t *testing.T, pdf []byte) int {
	t.Helper()
	require.True(t, bytes.HasPrefix(pdf, []byte("%PDF-")))
	found := pages.FindSubmatch(pdf)
	require.NotNil(t, found)
	n, err := strconv.Atoi(string(found[1]) + string(found[2]))
	require.NoError(t, err)
	return n
}

func TestEveryPortionHasALabelAndEveryPlaceAPage(t *testing.T) {
	t.Parallel()
	p := aDay(t, 100, 4)
	for name, want := range map[string]int{"labels": 5, "roll": 101} {
		pdf, err := p.print(name, p.Runs[0].At)
		require.NoError(t, err)
		require.Equal(t, want, pagesOf(t, pdf), name)
		keep(t, name, pdf)
	}
	for name, least := range map[string]int{"totals": 1, "driver": 1, "packing": 4} {
		pdf, err := p.print(name, p.Runs[0].At)
		require.NoError(t, err)
		require.GreaterOrEqual(t, pagesOf(t, pdf), least, name)
		keep(t, name, pdf)
	}
}

// keep leaves a paper where somebody can look at it.
func keep(t *testing.T, name string, pdf []byte) {
	t.Helper()
	if dir := os.Getenv("SAHN_PAPERS"); dir != "" {
		require.NoError(t, os.WriteFile(dir+"/"+name+".pdf", pdf, 0o600))
	}
}

func TestTheSameDayIsPrintedInTheSameBytes(t *testing.T) {
	t.Parallel()
	p := aDay(t, 30, 2)
	for _, name := range []string{"totals", "labels"} {
		one, err := p.print(name, p.Runs[0].At)
		require.NoError(t, err)
		two, err := p.print(name, p.Runs[0].At.AddDate(0, 0, 1))
		require.NoError(t, err)
		require.Equal(t, one, two)
	}
}

func TestEverybodyWhoMustNotEatSomethingIsNamedToTheCooks(t *testing.T) {
	t.Parallel()
	date := clock.NewDate(2026, 11, 24)
	week := menu.Week{
		Meals: []menu.Meal{{ID: "a", Name: "A", Allergens: map[string]menu.Presence{"egg": menu.Contains, "nuts": menu.MayContain}},
			{ID: "b", Name: "B"}},
	}
	row := func(meal string, avoids ...string) db.RunPresentRow {
		return db.RunPresentRow{DeliveryID: meal + fmt.Sprint(avoids), Meal: meal, Name: meal, Qty: 1, AddressID: "x", Person: "P", Company: "C",
			Avoids: avoids}
	}
	p := Production{Date: date}
	p.show(&week, row("a", "egg"), row("a", "nuts", "soy"), row("b", "egg"), row("a"), row("gone", "fish"))
	var said []string
	for _, e := range p.Exceptions {
		said = append(said, e.Meal+" "+e.Avoids+" "+e.Presence)
	}
	require.Equal(t, []string{"a egg contains", "a nuts may_contain", "a soy no_data", "b egg no_data", "gone fish no_data"}, said)
}
