package sample_test

import (
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
	"sahn/server/menu"
)

// plate is a meal's picture. It names what is on the plate, so it also tells whether the rest is true.
type plate struct {
	ID, Layout, Plate, Base, Pool, Pot, Sauce, Spread, Tint string
	Bread                                                   int
	Protein, Veg, Fill, Garnish                             []string
	Cups                                                    [][]string
}

func plateOf(t *testing.T, m menu.Meal) (p plate) {
	t.Helper()
	require.NoError(t, json.Unmarshal(m.Art, &p), m.Name)
	return p
}

func (p plate) food() []string {
	return slices.Concat([]string{p.Base, p.Pool, p.Pot, p.Sauce, p.Spread}, p.Protein, p.Veg, p.Fill, p.Garnish, slices.Concat(p.Cups...))
}

// said is what a meal says of itself in words. Coconut cream and nut butters would need care: no meal names them.
func said(m menu.Meal) string { return strings.ToLower(m.Name + " " + m.Description) }

func TestPicturesUseOnlyNamesThatThePainterKnows(t *testing.T) {
	t.Parallel()
	var known map[string][]string
	list, err := os.ReadFile("testdata/art.json")
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(list, &known))

	looks := map[string]string{}
	for _, m := range sample.Meals() {
		p := plateOf(t, m)
		check := func(kind string, names ...string) {
			for _, n := range names {
				if n != "" {
					assert.Contains(t, known[kind], n, "%s of %s", kind, m.Name)
				}
			}
		}
		require.NotEmpty(t, p.Layout, m.Name)
		require.NotEmpty(t, p.ID, m.Name)
		check("layout", p.Layout)
		check("plate", p.Plate)
		check("base", p.Base)
		check("pool", p.Pool)
		check("sauce", p.Sauce, p.Pot)
		check("spread", p.Spread)
		check("tint", p.Tint)
		check("ingredient", slices.Concat(p.Protein, p.Veg, p.Fill)...)
		check("garnish", p.Garnish...)
		for _, cup := range p.Cups {
			check("cup", cup[0])
			for _, n := range cup[1:] {
				assert.True(t, slices.Contains(known["ingredient"], n) || slices.Contains(known["garnish"], n), "%s in a cup of %s", n, m.Name)
			}
		}
		assert.LessOrEqual(t, len(p.Protein), 2, m.Name)
		assert.LessOrEqual(t, len(p.Veg), 5, m.Name)
		assert.LessOrEqual(t, len(p.Garnish), 4, m.Name)

		look := strings.Join(append([]string{p.Layout, p.Plate, p.Base, p.Pool}, p.Protein...), " ")
		assert.Empty(t, looks[look], "%s looks like another meal", m.Name)
		looks[look] = m.Name
	}
}

func TestVegetarianMealsAreExactlyThoseWithoutMeatAndFish(t *testing.T) {
	t.Parallel()
	inWords := regexp.MustCompile(`\b(chicken|beef|steak|sirloin|lamb|turkey|salmon|hammour|bass|tuna|fish|prawns?|anchovy)\b`)
	onPlate := []string{
		"chicken", "beef", "tawook", "tikka", "lamb", "chicken-bites", "fish-bites", "tawook-skewer", "tikka-skewer", "chicken-leg",
		"kofta", "salmon", "hammour", "tandoori-fish", "salmon-cubes", "tuna-cubes", "prawns", "meatballs",
	}
	for _, m := range sample.Meals() {
		p := plateOf(t, m)
		drawn := slices.ContainsFunc(slices.Concat(p.Protein, p.Fill), func(n string) bool { return slices.Contains(onPlate, n) })
		assert.NotEqual(t, inWords.MatchString(said(m)), slices.Contains(m.Diets, "Vegetarian"), "words of %s", m.Name)
		assert.NotEqual(t, drawn, slices.Contains(m.Diets, "Vegetarian"), "picture of %s", m.Name)
	}
}

func TestVeganMealsAreVegetarianAndContainNothingFromAnimals(t *testing.T) {
	t.Parallel()
	vegan := 0
	for _, m := range sample.Meals() {
		if !slices.Contains(m.Diets, "Vegan") {
			continue
		}
		vegan++
		assert.Contains(t, m.Diets, "Vegetarian", m.Name)
		assert.NotContains(t, said(m), "honey", m.Name)
		for _, a := range []string{"dairy", "egg", "fish", "shellfish"} {
			assert.NotEqual(t, menu.Contains, m.Allergens[a], "%s in %s", a, m.Name)
		}
	}
	assert.GreaterOrEqual(t, vegan, 10)
}

func TestAllergensFollowFromWhatIsOnThePlate(t *testing.T) {
	t.Parallel()
	onPlate := map[string][]string{
		"gluten": {"bulgur", "couscous", "freekeh", "soba", "wholewheat-pasta", "egg-noodles", "pita-chips", "croutons", "dumplings",
			"tabbouleh", "teriyaki", "soy"},
		"dairy": {"labneh", "yoghurt", "raita", "mint-raita", "tzatziki", "cream", "caesar", "pesto", "feta", "paneer", "halloumi", "makhani",
			"tikka", "mash"},
		"egg":       {"egg", "egg-noodles", "spicy-mayo", "caesar"},
		"nuts":      {"almonds", "cashews", "pine-nuts", "pesto"},
		"peanuts":   {"peanut"},
		"sesame":    {"hummus", "mutabal", "tahini", "sesame", "mixed-sesame", "zaatar"},
		"soy":       {"tofu", "edamame", "soy", "teriyaki", "miso"},
		"fish":      {"salmon", "salmon-cubes", "hammour", "tandoori-fish", "tuna-cubes", "fish-bites", "caesar"},
		"shellfish": {"prawns"},
		"mustard":   {"caesar"},
	}
	inWords := map[string]string{
		"gluten": `bulgur|freekeh|couscous|pasta|soba|pita|bread|toast|croutons|roti|rotis|chapatis|` +
			`wholewheat|tortilla|dumplings|gyoza|green wheat`,
		"dairy":     `yoghurt|raita|labneh|cheese|hard-cheese|feta|halloumi|paneer|butter chicken|sour cream|swirl of cream|tzatziki`,
		"egg":       `eggs?|mayo`,
		"nuts":      `almonds?|cashews?|pine nuts`,
		"peanuts":   `peanuts?`,
		"sesame":    `tahini|hummus|sesame|mutabal|za’atar`,
		"soy":       `soy|tofu|edamame|teriyaki|gochujang`,
		"fish":      `salmon|hammour|sea bass|tuna|anchovy|fish sauce`,
		"shellfish": `prawns?`,
		"mustard":   `mustard`,
	}
	for _, m := range sample.Meals() {
		p, text := plateOf(t, m), said(m)
		for allergen, foods := range onPlate {
			for _, f := range p.food() {
				if slices.Contains(foods, f) {
					assert.Equal(t, menu.Contains, m.Allergens[allergen], "%s from %s in %s", allergen, f, m.Name)
				}
			}
			if found := regexp.MustCompile(`\b(` + inWords[allergen] + `)\b`).FindString(text); found != "" {
				assert.Equal(t, menu.Contains, m.Allergens[allergen], "%s from the word %q of %s", allergen, found, m.Name)
			}
		}
		if p.Bread == 1 || slices.Contains([]string{"thali", "wrap", "flat"}, p.Layout) {
			assert.Equal(t, menu.Contains, m.Allergens["gluten"], "bread with %s", m.Name)
		}
	}
}

func TestEveryAllergenIsSomewhereInEveryState(t *testing.T) {
	t.Parallel()
	states := map[menu.Presence]int{}
	contained, unsaid := map[string]bool{}, 0
	for _, m := range sample.Meals() {
		for a, state := range m.Allergens {
			require.Contains(t, sample.Allergens, a, m.Name)
			states[state]++
			contained[a] = contained[a] || state == menu.Contains
		}
		unsaid += len(sample.Allergens) - len(m.Allergens)
	}
	for _, a := range sample.Allergens {
		assert.True(t, contained[a], "no meal contains %s", a)
	}
	assert.Len(t, states, 3)
	for _, s := range []menu.Presence{menu.Contains, menu.MayContain, menu.NoData} {
		assert.Greater(t, states[s], 20, s)
	}
	assert.Positive(t, unsaid)
}
