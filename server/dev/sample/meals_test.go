package sample_test

import (
	"regexp"
	"slices"
	"testing"

	"github.com/oklog/ulid/v2"
	"github.com/stretchr/testify/assert"

	"sahn/server/dev/sample"
	"sahn/server/platform/money"
)

func TestMealsAreManyAndEachIsItself(t *testing.T) {
	t.Parallel()
	meals := sample.Meals()
	assert.GreaterOrEqual(t, len(meals), 48)
	seen := map[string]string{}
	for _, m := range meals {
		_, err := ulid.ParseStrict(m.ID)
		assert.NoError(t, err, m.Name)
		for _, own := range []string{m.ID, m.Name, m.NameAr, m.Description, string(m.Art)} {
			assert.Empty(t, seen[own], "%q is also at %s", own, m.Name)
			seen[own] = m.Name
		}
	}
}

func TestMealsAreWrittenInBothLanguages(t *testing.T) {
	t.Parallel()
	arabic := regexp.MustCompile(`^[\p{Arabic}\p{Mn} ]+$`)
	for _, m := range sample.Meals() {
		assert.Regexp(t, arabic, m.NameAr, m.Name)
		assert.LessOrEqual(t, len(m.Name), 48, m.Name)
		assert.Regexp(t, `^[A-Z][^.]+\.$`, m.Description, "one sentence: %s", m.Name)
	}
}

func TestPricesAreThoseOfALunchAndNotAllWholeDirhams(t *testing.T) {
	t.Parallel()
	prices, broken := map[money.Fils]bool{}, 0
	for _, m := range sample.Meals() {
		assert.GreaterOrEqual(t, m.Price, money.Fils(3500), m.Name)
		assert.LessOrEqual(t, m.Price, money.Fils(5900), m.Name)
		prices[m.Price] = true
		if m.Price%100 != 0 {
			broken++
		}
	}
	assert.Greater(t, len(prices), 40)
	assert.Greater(t, broken, 20)
}

func TestEnergyIsWhatProteinCarbohydrateAndFatAddUpTo(t *testing.T) {
	t.Parallel()
	for _, m := range sample.Meals() {
		assert.InEpsilon(t, m.Kcal, 4*m.Protein+4*m.Carbohydrate+9*m.Fat, 0.08, m.Name)
	}
}

func TestEveryKitchenCooksWithAndWithoutMeat(t *testing.T) {
	t.Parallel()
	meals := sample.Meals()
	for _, c := range sample.Cuisines() {
		assert.NotEmpty(t, c.NameAr)
		vegetarian, rest := 0, 0
		for _, m := range meals {
			if m.Cuisine != c.ID {
				continue
			}
			if slices.Contains(m.Diets, "Vegetarian") {
				vegetarian++
			} else {
				rest++
			}
		}
		assert.GreaterOrEqual(t, vegetarian, 4, c.Name)
		assert.GreaterOrEqual(t, rest, 4, c.Name)
	}
}

func TestADietTagThatNumbersDecideIsThereExactlyWhenTheyDo(t *testing.T) {
	t.Parallel()
	known := []string{"Vegan", "Vegetarian", "High protein", "Low carb", "Low fat", "Under 450 kcal"}
	for _, m := range sample.Meals() {
		has := func(tag string) bool { return slices.Contains(m.Diets, tag) }
		assert.Equal(t, m.Protein >= 30 && m.Protein*4*100 >= m.Kcal*20, has("High protein"), "protein of %s", m.Name)
		assert.Equal(t, m.Carbohydrate*4*100 <= m.Kcal*30, has("Low carb"), "carbohydrate of %s", m.Name)
		assert.Equal(t, m.Fat <= 10, has("Low fat"), "fat of %s", m.Name)
		assert.Equal(t, m.Kcal < 450, has("Under 450 kcal"), "energy of %s", m.Name)
		assert.Subset(t, known, m.Diets, m.Name)
	}
}
