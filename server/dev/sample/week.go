package sample

import (
	"slices"

	"sahn/server/menu"
	"sahn/server/platform/clock"
)

// category is the kind of meals in one place of the daily menu.
type category struct {
	cuisine    int
	vegetarian bool
}

// places are the twelve meals of a day. Cuisines alternate, so that no part of the list has only one.
var places = [...]category{
	{Arabic, false}, {Indian, true}, {Mediterranean, false}, {Asian, true},
	{International, false}, {Arabic, true}, {Indian, false}, {Mediterranean, true},
	{Asian, false}, {International, true}, {Arabic, false}, {Indian, true},
}

// newPerWeek is how many meals of a week carry the "new" mark.
const newPerWeek = 3

// Menu is the menu of the week that holds the date: twelve meals a day, Monday to Friday, closed days included.
func Menu(week clock.Date) menu.Week {
	week = week.Monday()
	number := int(week-clock.NewDate(2000, 1, 3)) / 7
	byCategory := stock(number)

	w := menu.Week{Week: week, Cuisines: Cuisines()}
	offered := map[string]bool{}
	for day := range 5 {
		var ids []string
		taken := map[category]int{}
		for _, s := range places {
			meals := byCategory[s]
			id := meals[(day*perDay(s)+taken[s])%len(meals)]
			taken[s]++
			offered[id] = true
			ids = append(ids, id)
		}
		first := (number + day*5) % len(ids)
		w.Days = append(w.Days, menu.Day{Date: week + clock.Date(day), Meals: slices.Concat(ids[first:], ids[:first])})
	}
	for _, m := range Meals() {
		if offered[m.ID] {
			w.Meals = append(w.Meals, m)
		}
	}
	for i := range newPerWeek {
		w.Meals[(number*7+i*len(w.Meals)/newPerWeek)%len(w.Meals)].New = true
	}
	return w
}

// Portions are the limited meals of a week, with the portions that are left on each date. A meal that is not named has no limit.
func Portions(week clock.Date) map[clock.Date]map[string]int {
	limits := map[clock.Date]map[string]int{}
	for _, d := range Menu(week).Days {
		limits[d.Date] = map[string]int{d.Meals[2]: 60, d.Meals[5]: 25, d.Meals[9]: 6}
	}
	return limits
}

// stock is the meals of each category in a week. It has one meal more than two days need, which keeps a meal off consecutive days; moving
// on by as many each week uses every meal in turn.
func stock(number int) map[category][]string {
	all := map[category][]string{}
	for _, m := range known() {
		s := category{m.Cuisine, slices.Contains(m.Diets, "Vegetarian")}
		all[s] = append(all[s], m.ID)
	}
	week := map[category][]string{}
	for s, ids := range all {
		size := 2*perDay(s) + 1
		for i := range size {
			week[s] = append(week[s], ids[(number*size+i)%len(ids)])
		}
	}
	return week
}

func perDay(s category) (n int) {
	for _, p := range places {
		if p == s {
			n++
		}
	}
	return n
}
