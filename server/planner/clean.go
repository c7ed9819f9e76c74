package planner

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/oklog/ulid/v2"

	"sahn/server/menu"
	"sahn/server/person"
	"sahn/server/platform/clock"
	"sahn/server/platform/fault"
	"sahn/server/platform/money"
)

// The limits of a meal.
const (
	maxName        = 120
	maxDescription = 600
	maxPrice       = money.Fils(100_000)
	maxKcal        = 9_999
	maxGrams       = 999
	maxTags        = 20
	maxArt         = 2048
)

var allergens = regexp.MustCompile(`^[a-z][a-z -]{0,39}$`)

// clean normalizes a meal, or says which field is wrong. Fields are named as in the request.
func clean(m Meal) (Meal, error) {
	if !codes.MatchString(m.Code) {
		return m, fault.Field("code", "The code must be small letters, digits and hyphens, at most 40.")
	}
	if m.NewUntil != nil && (*m.NewUntil < clock.NewDate(2020, 1, 1) || *m.NewUntil >= clock.NewDate(2100, 1, 1)) {
		return m, fault.Field("new_until", "The new until field is invalid.")
	}
	var err error
	m.Meal, err = cleanMeal(m.Meal)
	return m, err
}

func cleanMeal(m menu.Meal) (menu.Meal, error) {
	m.New = false // which the week decides
	if _, err := ulid.ParseStrict(m.ID); err != nil || strings.ToUpper(m.ID) != m.ID {
		return m, fault.Field("meal.id", "The id field is invalid.")
	}
	var err error
	if m.Name, err = oneLine("name", m.Name, maxName, true); err != nil {
		return m, err
	}
	if m.NameAr, err = oneLine("name_ar", m.NameAr, maxName, false); err != nil {
		return m, err
	}
	if m.Description, err = oneLine("description", m.Description, maxDescription, false); err != nil {
		return m, err
	}
	if m.Price < 1 || m.Price > maxPrice {
		return m, fault.Field("meal.price", "The price must be above zero and at most AED 1,000.")
	}
	if !slices.ContainsFunc(menu.Cuisines(), func(c menu.Cuisine) bool { return c.ID == m.Cuisine }) {
		return m, fault.Field("meal.cuisine", "The cuisine is not known.")
	}
	for _, n := range []struct {
		name  string
		value int
		most  int
	}{{"kcal", m.Kcal, maxKcal}, {"protein", m.Protein, maxGrams}, {"carbohydrate", m.Carbohydrate, maxGrams}, {"fat", m.Fat, maxGrams}} {
		if n.value < 0 || n.value > n.most {
			return m, fault.Field("meal."+n.name, fmt.Sprintf("The %s field must be between 0 and %d.", n.name, n.most))
		}
	}
	if m.Diets, err = diets(m.Diets); err != nil {
		return m, err
	}
	if m.Allergens, err = presences(m.Allergens); err != nil {
		return m, err
	}
	m.Art, err = recipe(m.Art)
	return m, err
}

// oneLine is text on one line, without control or invisible characters.
func oneLine(field, typed string, most int, required bool) (string, error) {
	if !required && strings.TrimSpace(typed) == "" {
		return "", nil
	}
	clean, err := person.Line(field, typed, most)
	if f := fault.As(err); f != nil {
		return "", fault.Field("meal."+field, f.Message)
	}
	return clean, err
}

func diets(names []string) ([]string, error) {
	clean := []string{}
	for _, n := range names {
		n, err := oneLine("diets", n, 40, true)
		if err != nil {
			return nil, err
		}
		if strings.Contains(n, ";") { // the separator of a table's lists
			return nil, fault.Field("meal.diets", "A diet has no semicolon in its name.")
		}
		if !slices.Contains(clean, n) {
			clean = append(clean, n)
		}
	}
	if len(clean) > maxTags {
		return nil, fault.Field("meal.diets", fmt.Sprintf("The diets field must not have more than %d names.", maxTags))
	}
	return clean, nil
}

func presences(said map[string]menu.Presence) (map[string]menu.Presence, error) {
	if len(said) > maxTags {
		return nil, fault.Field("meal.allergens", fmt.Sprintf("The allergens field must not have more than %d names.", maxTags))
	}
	clean := make(map[string]menu.Presence, len(said))
	for name, is := range said {
		if !allergens.MatchString(name) || strings.TrimSpace(name) != name {
			return nil, fault.Field("meal.allergens", "An allergen is named in small letters.")
		}
		if is != menu.Contains && is != menu.MayContain && is != menu.NoData {
			return nil, fault.Field("meal.allergens", "An allergen is contained, may be contained, or there is no data.")
		}
		clean[name] = is
	}
	return clean, nil
}

// recipe is a small JSON object in canonical form.
func recipe(art json.RawMessage) (json.RawMessage, error) {
	wrong := fault.Field("meal.art", "The picture is invalid.")
	var parts map[string]any
	if len(art) > 4*maxArt || json.Unmarshal(art, &parts) != nil || parts == nil {
		return nil, wrong
	}
	if shown, has := parts["photo"]; has {
		if named, ok := shown.(string); !ok || !hash.MatchString(named) {
			return nil, wrong
		}
	}
	same, err := json.Marshal(parts)
	if err != nil || len(same) > maxArt || strings.Contains(string(same), `\u0000`) { // Postgres stores no NUL in JSON
		return nil, wrong
	}
	return same, nil
}
