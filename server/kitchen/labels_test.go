package kitchen

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sahn/server/menu"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/pdf"
)

// printed draws one of a date's papers and tells what stands on it.
func printed(t *testing.T, p Production, name string) (all said) {
	t.Helper()
	d := pdf.New(name, "Sahn", p.Date.Start())
	d.Watch(func(l pdf.Placed) { all = append(all, l) })
	p.draw(d, name)
	pdf, err := d.Bytes()
	require.NoError(t, err)
	keep(t, strings.ReplaceAll(t.Name(), "/", " ")+" "+name, pdf)
	return all
}

type said []pdf.Placed

// page is what stands on one of the pages.
func (all said) page(n int) (found said) {
	for _, l := range all {
		if l.Page == n {
			found = append(found, l)
		}
	}
	return found
}

// text is everything, in the order in which it was drawn.
func (all said) text() string {
	words := make([]string, len(all))
	for i, l := range all {
		words[i] = l.Said
	}
	return strings.Join(words, " ")
}

// bold is what stands there in bold.
func (all said) bold() string {
	return slices.DeleteFunc(slices.Clone(all), func(l pdf.Placed) bool { return !l.Style.Bold }).text()
}

// lieApart makes sure that no text lies on another and none was cut.
func lieApart(t *testing.T, all said) {
	t.Helper()
	for i, a := range all {
		require.NotContains(t, a.Said, "…")
		for _, b := range all[:i] {
			if a.Page != b.Page || a.X+a.Width <= b.X+0.2 || b.X+b.Width <= a.X+0.2 {
				continue
			}
			apart, high := a.Y-b.Y, a.Style.Size
			if apart < 0 {
				apart, high = -apart, b.Style.Size
			}
			require.Greater(t, apart, high*0.3, "%q lies on %q", a.Said, b.Said)
		}
	}
}

var everything = menu.Allergens()

// boxed is a day with one lunch of one meal.
func boxed(meal menu.Meal, qty int, avoids ...string) Production {
	date := clock.NewDate(2026, 11, 24)
	meal.ID = "m"
	p := Production{Date: date, Reconciled: true, Runs: []Run{{N: 0, At: date.Start(), Mark: "K7Q-2M9"}}}
	p.show(&menu.Week{Meals: []menu.Meal{meal}}, db.RunPresentRow{DeliveryID: "01KAHJ8Z3Q5V7X9Y2B4C6D8E0F", Meal: "m", Name: meal.Name,
		Qty: qty, AddressID: "a", Label: "Floor 14", Line: "Tower 1", Area: "Downtown", FromTime: "12:00", UntilTime: "13:00",
		Company: "Harbour Line Logistics", Person: "Mariam Al Suwaidi", Avoids: avoids})
	return p
}

func machboos(allergens map[string]menu.Presence) menu.Meal {
	return menu.Meal{Name: "Chicken machboos", NameAr: "مجبوس دجاج", Allergens: allergens}
}

func TestALabelSaysWhoseItIsWhereItGoesWhatIsInItUntilWhenAndOfWhichList(t *testing.T) {
	t.Parallel()
	p := boxed(
		machboos(map[string]menu.Presence{"dairy": menu.Contains, "celery": menu.Contains, "nuts": menu.MayContain, "egg": menu.MayContain,
			"soy": menu.NoData, "fish": menu.NoData}), 2, "dairy", "nuts", "lupin", "fish")
	for name, at := range map[string]int{"labels": 1, "roll": 3} {
		page := printed(t, p, name).page(at)
		if name == "labels" { // its other label stands beside it
			page = slices.DeleteFunc(page, func(l pdf.Placed) bool { return l.X < sheetLeft+sheetStep-1 || l.Y < sheetTop })
		}
		text := page.text()
		for _, words := range []string{"Mariam Al Suwaidi", "Harbour Line Logistics", "Floor 14, Tower 1", "Chicken machboos", "مجبوس دجاج",
			"24 Nov · eat by 15:00 · يؤكل قبل 15:00", "2/2 · K7Q-2M9",
			"No data about FISH, LUPIN · Contains DAIRY, celery · May contain NUTS, egg · No data about soy, all others",
			"لا توجد بيانات عن سمك، ترمس · يحتوي على حليب، كرفس · قد يحتوي على مكسرات، بيض · لا توجد بيانات عن صويا، الباقي"} {
			require.Contains(t, text, words, name)
		}
		for _, own := range []string{"FISH,", "LUPIN", "DAIRY,", "NUTS,", "سمك،", "ترمس", "حليب،", "مكسرات،"} {
			require.Contains(t, page.bold(), own, name)
		}
		for _, foreign := range []string{"celery", "egg", "كرفس", "بيض", "soy,"} {
			require.NotContains(t, page.bold(), foreign, name)
		}
		lieApart(t, page)
	}
}

func TestWithoutTheirWordALabelDoesNotTellWhatSomebodyAvoids(t *testing.T) {
	t.Parallel()
	text := printed(t, boxed(machboos(map[string]menu.Presence{"dairy": menu.Contains}), 1), "roll").page(2)
	require.Contains(t, text.text(), "Contains dairy · No data about all others يحتوي على حليب · لا توجد بيانات عن الباقي")
	require.NotContains(t, text.bold(), "dairy")
}

func TestAMealOfWhichNothingIsKnownNeverLooksSafe(t *testing.T) {
	t.Parallel()
	for name, allergens := range map[string]map[string]menu.Presence{"silent": nil,
		"told that there is no data": {"soy": menu.NoData, "nuts": menu.NoData}} {
		p := boxed(machboos(allergens), 1, "nuts")
		label := printed(t, p, "roll").page(2)
		require.Contains(t, label.text(),
			"No allergen data · No data about NUTS لا توجد بيانات عن مسببات الحساسية · لا توجد بيانات عن مكسرات", name)
		for _, words := range []string{"No allergen data", "لا توجد بيانات عن مسببات الحساسية", "NUTS", "مكسرات"} {
			require.Contains(t, label.bold(), words)
		}
		require.Contains(t, printed(t, p, "totals").bold(), "No allergen data", name)
		require.Contains(t, printed(t, p, "totals").bold(), "لا توجد بيانات عن مسببات الحساسية", name)
		require.True(t, p.Meals[0].Unknown)
	}
}

func TestNothingIsLeftOutOfALabelHoweverMuchIsInAMeal(t *testing.T) {
	t.Parallel()
	some := func(n int, presences ...menu.Presence) map[string]menu.Presence {
		all := map[string]menu.Presence{}
		for i, name := range everything[:n] {
			all[name] = presences[i%len(presences)]
		}
		return all
	}
	strange := some(14, menu.Contains)
	for i := range 6 {
		strange[fmt.Sprintf("an allergen with quite a long name %c", 'a'+i)] = menu.MayContain
	}
	long := machboos(some(14, menu.Contains))
	long.Name, long.NameAr = "Slow-cooked lamb shoulder with saffron rice", "كتف غنم مطهو ببطء مع أرز بالزعفران"
	for name, meal := range map[string]menu.Meal{
		"seven": machboos(some(7, menu.Contains)), "twelve": machboos(some(12, menu.Contains, menu.MayContain, menu.NoData)),
		"fourteen": machboos(some(14, menu.Contains)), "more than there are": machboos(strange), "beside a long name": long,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := boxed(meal, 1, "sulphites", "sesame", "lupin")
			for _, on := range []string{"labels", "roll", "totals"} {
				all := printed(t, p, on)
				lieApart(t, slices.DeleteFunc(slices.Clone(all), func(l pdf.Placed) bool { return l.Style.Colour == pdf.Muted && on == "totals" }))
				text := strings.ToLower(all.text())
				for allergen := range meal.Allergens {
					require.Contains(t, text, allergen, on)
					if on != "totals" {
						require.Contains(t, text, inArabic.name(allergen, false), on)
					}
				}
			}
		})
	}
}

func TestEveryPaperOfADayCarriesTheSameControlTotalsAndMark(t *testing.T) {
	t.Parallel()
	p := aDay(t, 100, 4)
	p.Runs = append(p.Runs, Run{N: 1, At: p.Date.Start(), Mark: "ABC-DEF", Changes: []Change{{Name: "Soup", Qty: -1}}})
	const control = "Tue 24 Nov 2026 · change 1 · 100 meals · 100 people · 4 places · ABC-DEF"
	for _, name := range papers {
		all := printed(t, p, name)
		last := all[len(all)-1].Page
		for page := 1; page <= last; page++ {
			on := all.page(page).text()
			if name == "roll" && page > 1 {
				require.Contains(t, on, "ABC-DEF")
				continue
			}
			require.Contains(t, on, control, "%s, page %d", name, page)
		}
	}
}

func TestAPackingListAndADriversListSayWhatGoesWhere(t *testing.T) {
	t.Parallel()
	p := aDay(t, 12, 2)
	packing, driver := printed(t, p, "packing"), printed(t, p, "driver").text()
	for i, place := range p.Places {
		on := packing.page(i + 1).text()
		for _, words := range []string{place.Company, place.Label, place.Area, "12:00 – 13:00 · 6 meals · 6 people", "قائمة التعبئة",
			"من 12:00 إلى 13:00 · 6 وجبات · 6 أشخاص"} {
			require.Contains(t, on, words)
		}
		for _, lunch := range place.People {
			if len(lunch.Person) < 30 {
				require.Contains(t, on, lunch.Person)
			}
			require.Contains(t, on, lunch.Items[0].Name)
			require.Contains(t, on, p.nameAr(lunch.Items[0].Meal, lunch.Items[0].Name))
		}
		require.Contains(t, driver, "12:00 – 13:00 "+place.Company+" "+place.Label)
		require.Contains(t, driver, place.Area)
	}
	require.Contains(t, driver, "قائمة التوصيل")
}

func TestOneOfSomethingIsSaidAsOne(t *testing.T) {
	t.Parallel()
	p := boxed(machboos(nil), 1)
	for _, name := range papers {
		require.Contains(t, printed(t, p, name).text(), "1 meal · 1 person · 1 place · K7Q-2M9", name)
	}
	require.Contains(t, printed(t, p, "packing").text(), "12:00 – 13:00 · 1 meal · 1 person")
	require.Contains(t, printed(t, p, "totals").text(), "وجبة واحدة · شخص واحد · مكان واحد")
	require.Contains(t, printed(t, p, "driver").text(), "1 1 person") // the column of meals, and whose they are
	require.Contains(t, printed(t, p, "roll").text(), "1 label follows")

	p.Reconciled, p.Differs = false, 1
	require.Contains(t, printed(t, p, "totals").text(), "NOT the newest: 1 thing differs by now.")
	p.Differs = 2
	require.Contains(t, printed(t, p, "totals").text(), "NOT the newest: 2 things differ by now.")
	require.Contains(t, printed(t, p, "totals").text(), "ليست الأحدث. عدد الاختلافات الآن: 2.")

	p.Runs = append(p.Runs, Run{N: 1, At: p.Date.Start(), Mark: "ABC-DEF", Added: 1, Anew: Totals{1, 1, 1},
		touched: map[string]bool{p.Places[0].People[0].Delivery: true}, places: []changedPlace{{Place: p.Places[0], before: 1}}})
	change := p.change()
	require.Contains(t, printed(t, change, "packing").text(),
		"Only this change: 1 meal · 1 person · 1 place to pack anew · 1 portion more, 0 fewer")
	require.Contains(t, printed(t, change, "packing").text(), "12:00 – 13:00 · 1 meal before, 1 now")

	many := aDay(t, 2, 2)
	require.Contains(t, printed(t, many, "roll").text(), "2 meals · 2 people · 2 places")
	require.Contains(t, printed(t, many, "roll").text(), "2 labels follow")
}
