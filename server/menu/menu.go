// Package menu describes what can be eaten on which day. A published menu is immutable content under the hash of its bytes; a change makes
// a new version. What changes all the time (portions left) is never inside it.
package menu

import (
	"encoding/json"
	"slices"

	"sahn/server/platform/clock"
	"sahn/server/platform/money"
)

// Presence of an allergen. A meal that does not name an allergen has no data about it, which is never "free from".
type Presence string

// The three states of an allergen.
const (
	Contains   Presence = "contains"
	MayContain Presence = "may_contain"
	NoData     Presence = "no_data"
)

func (p Presence) rank() int {
	switch p {
	case Contains:
		return 2
	case MayContain:
		return 1
	}
	return 0
}

// Differ compares the allergens of a meal before and after a correction: each that differs, as it is after it, and the names of those of
// which there is more. One that is not named has no data.
func Differ(before, after map[string]Presence) (changed map[string]Presence, raised []string) {
	changed, raised = map[string]Presence{}, []string{}
	for a, is := range after {
		if was := before[a]; was.rank() != is.rank() {
			changed[a] = is
			if is.rank() > was.rank() {
				raised = append(raised, a)
			}
		}
	}
	for a, was := range before {
		if _, named := after[a]; !named && was.rank() > 0 {
			changed[a] = NoData
		}
	}
	slices.Sort(raised)
	return changed, raised
}

// Has are the names of the allergens that a meal contains or may contain, sorted.
func (m Meal) Has() []string {
	all := []string{}
	for a, is := range m.Allergens {
		if is.rank() > 0 {
			all = append(all, a)
		}
	}
	slices.Sort(all)
	return all
}

// Cuisine is a kitchen tradition; its ids are fixed.
type Cuisine struct {
	ID     int    `json:"id"`
	Name   string `json:"name"`
	NameAr string `json:"name_ar,omitempty"`
}

// Meal is one dish as a week's menu offers it. Price includes VAT. Protein, carbohydrate and fat are grams.
type Meal struct {
	ID           string              `json:"id"`
	Name         string              `json:"name"`
	NameAr       string              `json:"name_ar,omitempty"`
	Description  string              `json:"description"`
	Price        money.Fils          `json:"price"`
	Cuisine      int                 `json:"cuisine"`
	Diets        []string            `json:"diets"`
	Allergens    map[string]Presence `json:"allergens"`
	Kcal         int                 `json:"kcal"`
	Protein      int                 `json:"protein"`
	Carbohydrate int                 `json:"carbohydrate"`
	Fat          int                 `json:"fat"`
	New          bool                `json:"new,omitempty"`
	Art          json.RawMessage     `json:"art"`
}

// Day lists the meals of one date, in the order in which they are shown.
type Day struct {
	Date  clock.Date `json:"date"`
	Meals []string   `json:"meals"`
}

// Week is a published menu: every meal once, and what each date offers of them.
type Week struct {
	Week     clock.Date `json:"week"`
	Cuisines []Cuisine  `json:"cuisines"`
	Meals    []Meal     `json:"meals"`
	Days     []Day      `json:"days"`
}

// On finds a meal of a date; false when it is not offered there.
func (w *Week) On(date clock.Date, id string) (Meal, bool) {
	for _, d := range w.Days {
		if d.Date != date {
			continue
		}
		for _, m := range d.Meals {
			if m == id {
				return w.Meal(id)
			}
		}
	}
	return Meal{}, false
}

// Meal finds a meal of the week.
func (w *Week) Meal(id string) (Meal, bool) {
	for _, m := range w.Meals {
		if m.ID == id {
			return m, true
		}
	}
	return Meal{}, false
}
