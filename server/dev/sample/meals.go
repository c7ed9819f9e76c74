// Package sample is a small, plausible data set: a kitchen's meals, its weeks, three companies and their people. It promises that the same
// call always gives the same data, and it uses neither clock nor database.
package sample

import (
	_ "embed"
	"encoding/json"
	"maps"
	"slices"
	"sync"

	"sahn/server/menu"
)

// The kitchens of the sample meals.
const (
	International = menu.International
	Arabic        = menu.Arabic
	Indian        = menu.Indian
	Mediterranean = menu.Mediterranean
	Asian         = menu.Asian
)

// Allergens are the ones that sample meals have data about; for all others a meal has no data.
var Allergens = [...]string{"gluten", "dairy", "egg", "nuts", "peanuts", "sesame", "soy", "fish", "shellfish", "mustard", "celery"}

//go:embed meals.json
var mealsJSON []byte

// Meals are all meals of the sample kitchen. The caller may change the result.
func Meals() []menu.Meal {
	meals := slices.Clone(known())
	for i := range meals {
		m := &meals[i]
		m.Diets, m.Allergens, m.Art = slices.Clone(m.Diets), maps.Clone(m.Allergens), slices.Clone(m.Art)
	}
	return meals
}

// known are the meals as they were read. They must not be changed.
var known = sync.OnceValue(func() (meals []menu.Meal) {
	if err := json.Unmarshal(mealsJSON, &meals); err != nil {
		panic("meals.json: " + err.Error()) // It is compiled in: no input can cause this.
	}
	return meals
})

// Cuisines are the kitchens, in the order in which a filter shows them.
func Cuisines() []menu.Cuisine { return menu.Cuisines() }
