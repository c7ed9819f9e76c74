package planner

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"

	"sahn/server/menu"
	"sahn/server/platform/clock"
)

// State is whether a week is planned and published.
type State string

// The states. Changed is a published week whose menu or portions would differ if it were published now.
const (
	Empty     State = "empty"
	Planned   State = "planned"
	Published State = "published"
	Changed   State = "changed"
)

// Change is one difference between the plan and the published menu. What is added, removed or portions, of a meal on a date; changed, of a
// meal in the whole week; or order, of a date whose meals come in another order.
type Change struct {
	Date    *clock.Date `json:"date,omitempty"`
	Meal    string      `json:"meal"`
	What    string      `json:"what"`
	Ordered int         `json:"ordered"` // portions that people have ordered of it
}

// Problem is a reason why a week cannot be published or, when it is not blocking, a warning to check before. For a meal that is ordered
// and no longer planned, Portions is its published limit: planning it again with that limit restores it.
type Problem struct {
	Date     *clock.Date `json:"date,omitempty"`
	Meal     string      `json:"meal,omitempty"`
	What     string      `json:"what"`
	Blocking bool        `json:"blocking"`
	Portions *int        `json:"portions,omitempty"`
}

// The problems.
const (
	noMeals     = "no_meals"     // an open day without lunch
	closedDay   = "closed_day"   // lunch on a closed day
	noAllergens = "no_allergens" // the meal's allergens are not given
	isOrdered   = "ordered"      // no longer planned, but ordered or the replacement of a withdrawn meal: it has to be withdrawn
	belowTaken  = "below_taken"  // fewer portions than are ordered or reserved
	isArchived  = "archived"     // the meal is archived
	isWithdrawn = "withdrawn"    // the meal was withdrawn from that day, which is final
)

// changes are the differences between a week's plan and its published menu. A week that was never published has none.
func (s *sight) changes(week clock.Date) []Change {
	list := []Change{}
	v := s.versions[week]
	if v == nil {
		return list
	}
	t := s.target(week)
	for _, d := range t.Days {
		if s.over(d.Date) {
			continue
		}
		date, was := d.Date, s.published(d.Date)
		say := func(meal, what string) {
			list = append(list, Change{&date, meal, what, s.ordered[spot{date, meal}]})
		}
		limits := map[string]*int{}
		for _, o := range s.offers(date) {
			limits[o.Meal] = o.Portions
		}
		for _, meal := range d.Meals {
			if !slices.Contains(was, meal) {
				say(meal, "added")
			} else if limit, has := s.limits[spot{date, meal}]; has != (limits[meal] != nil) || has && limit.Cooked != *limits[meal] {
				say(meal, "portions")
			}
		}
		for _, meal := range was {
			if !slices.Contains(d.Meals, meal) {
				say(meal, "removed")
			}
		}
		if stay := among(was, d.Meals); !slices.Equal(stay, among(d.Meals, was)) {
			say("", "order")
		}
	}
	for _, m := range t.Meals {
		if old, has := v.Meal(m.ID); has && !same(canonical(old), m) {
			c := Change{Meal: m.ID, What: "changed"}
			for date := week; date < week+5; date++ {
				if !s.over(date) {
					c.Ordered += s.ordered[spot{date, m.ID}]
				}
			}
			list = append(list, c)
		}
	}
	return list
}

// among are the members of list that are also in other.
func among(list, other []string) (both []string) {
	for _, x := range list {
		if slices.Contains(other, x) {
			both = append(both, x)
		}
	}
	return both
}

func same(a, b menu.Meal) bool {
	x, err1 := json.Marshal(a)
	y, err2 := json.Marshal(b)
	return err1 == nil && err2 == nil && bytes.Equal(x, y)
}

// state compares a week's plan with its published menu.
func (s *sight) state(week clock.Date) State {
	if s.versions[week] != nil {
		if len(s.changes(week)) > 0 {
			return Changed
		}
		return Published
	}
	for date := week; date < week+5; date++ {
		if len(s.offers(date)) > 0 {
			return Planned
		}
	}
	return Empty
}

// problems are what is wrong with a week's plan. An open day without lunch blocks when a later day has some, because it was probably
// forgotten (a day without cooking is marked as closed), and when the week has no lunch at all; the week's last days may be planned later.
// Lunch on a closed day blocks only where it is new: a day may be closed after its menu was published, and then the lunch cannot be
// ordered.
func (s *sight) problems(week clock.Date) []Problem {
	list := []Problem{}
	last := clock.Date(0)
	for date := week; date < week+5; date++ {
		if len(s.offers(date)) > 0 {
			last = date
		}
	}
	said := map[string]bool{}
	for date := week; date < week+5; date++ {
		if s.over(date) {
			continue
		}
		say := func(meal, what string, blocking bool) {
			day := date
			list = append(list, Problem{Date: &day, Meal: meal, What: what, Blocking: blocking})
		}
		offers := s.offers(date)
		_, closed := s.closed[date]
		if len(offers) == 0 && !closed {
			say("", noMeals, date < last || last == 0)
		}
		now := map[string]bool{}
		for _, o := range offers {
			now[o.Meal] = true
			if m, has := s.book[o.Meal]; has && m.Archived {
				say(o.Meal, isArchived, true)
			} else if has && len(m.Meal.Allergens) == 0 && !said[o.Meal] {
				said[o.Meal] = true
				say(o.Meal, noAllergens, false)
			}
			if s.gone[spot{date, o.Meal}] {
				say(o.Meal, isWithdrawn, true)
			}
			if o.Portions != nil && *o.Portions < s.taken(date, o.Meal) {
				say(o.Meal, belowTaken, true)
			}
		}
		was := s.published(date)
		if closed && len(offers) > 0 {
			say("", closedDay, len(among(was, slices.Collect(maps.Keys(now)))) < len(now))
		}
		for _, meal := range was {
			if !now[meal] && (s.ordered[spot{date, meal}] > 0 || s.coming[spot{date, meal}]) {
				say(meal, isOrdered, true)
				if limit, has := s.limits[spot{date, meal}]; has {
					list[len(list)-1].Portions = &limit.Cooked
				}
			}
		}
	}
	return list
}

// taken is how many portions of a meal are ordered or reserved, with or without a limit.
func (s *sight) taken(date clock.Date, meal string) int {
	if limit, has := s.limits[spot{date, meal}]; has {
		return limit.Taken
	}
	return s.ordered[spot{date, meal}]
}

func blocking(list []Problem) bool {
	return slices.ContainsFunc(list, func(p Problem) bool { return p.Blocking })
}
