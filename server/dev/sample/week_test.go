package sample_test

import (
	"encoding/json"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"sahn/server/dev/sample"
	"sahn/server/menu"
	"sahn/server/platform/clock"
)

// mondays draws any Monday from 2000 to 2100.
func mondays(t *rapid.T) clock.Date {
	return clock.NewDate(2000, time.January, 3) + clock.Date(7*rapid.IntRange(0, 5200).Draw(t, "week"))
}

func tagged(t require.TestingT, w menu.Week, d menu.Day, tag string) (n int) {
	for _, id := range d.Meals {
		m, ok := w.On(d.Date, id)
		require.True(t, ok, "%s is listed on %s but not among the meals", id, d.Date)
		if slices.Contains(m.Diets, tag) {
			n++
		}
	}
	return n
}

func TestAnyWeekOffersTwelveMealsADayForEveryTaste(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		monday := mondays(t)
		w := sample.Menu(monday)
		require.Equal(t, monday, w.Week)
		require.Len(t, w.Days, 5)
		for i, d := range w.Days {
			require.Equal(t, monday+clock.Date(i), d.Date)
			require.Len(t, d.Meals, 12)
			require.Len(t, set(d.Meals), 12, "a meal is twice on %s", d.Date)
			require.GreaterOrEqual(t, tagged(t, w, d, "Vegetarian"), 2)
			require.GreaterOrEqual(t, tagged(t, w, d, "Vegan"), 1)
			require.GreaterOrEqual(t, tagged(t, w, d, "High protein"), 3)
			kitchens := map[int]bool{}
			for _, id := range d.Meals {
				m, _ := w.Meal(id)
				kitchens[m.Cuisine] = true
			}
			require.Len(t, kitchens, len(w.Cuisines))
		}
	})
}

func TestNoMealComesTwoDaysInARowNotEvenAcrossAWeekend(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		monday := mondays(t)
		days := append(sample.Menu(monday).Days, sample.Menu(monday + 7).Days[0])
		for i := range days[1:] {
			before := set(days[i].Meals)
			for _, id := range days[i+1].Meals {
				require.NotContains(t, before, id, "%s and the working day before", days[i+1].Date)
			}
		}
	})
}

func TestFourWeeksBringNearlyTheWholeBook(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		monday, seen := mondays(t), map[string]bool{}
		for i := range 4 {
			for _, m := range sample.Menu(monday + clock.Date(7*i)).Meals {
				seen[m.ID] = true
			}
		}
		require.GreaterOrEqual(t, len(seen), 45)
	})
}

func TestAMenuIsTheSameWhoeverAsksAndOnWhicheverDayOfTheWeek(t *testing.T) {
	t.Parallel()
	monday := clock.NewDate(2026, time.November, 23)
	first, err := json.Marshal(sample.Menu(monday))
	require.NoError(t, err)
	again, err := json.Marshal(sample.Menu(monday + 6))
	require.NoError(t, err)
	assert.Equal(t, first, again)

	next, err := json.Marshal(sample.Menu(monday + 7))
	require.NoError(t, err)
	assert.NotEqual(t, first, next)
}

func TestAFewMealsOfAWeekAreNewAndOthersTheWeekAfter(t *testing.T) {
	t.Parallel()
	fresh := func(week clock.Date) (ids []string) {
		for _, m := range sample.Menu(week).Meals {
			if m.New {
				ids = append(ids, m.ID)
			}
		}
		return ids
	}
	monday := clock.NewDate(2026, time.November, 23)
	assert.Len(t, fresh(monday), 3)
	assert.Len(t, fresh(monday+7), 3)
	assert.NotEqual(t, fresh(monday), fresh(monday+7))
}

func TestLimitedMealsAreOnTheMenuOfTheirDateAndOneIsScarce(t *testing.T) {
	t.Parallel()
	monday := clock.NewDate(2026, time.November, 23)
	w, limits := sample.Menu(monday), sample.Portions(monday)
	assert.Len(t, limits, 5)
	for date, meals := range limits {
		least := 1000
		for id, n := range meals {
			_, ok := w.On(date, id)
			assert.True(t, ok, "%s on %s", id, date)
			least = min(least, n)
		}
		assert.Less(t, len(meals), 12, "most meals have no limit")
		assert.Equal(t, 6, least)
	}
}

func TestClosedDaysAreWorkingDaysInOrderAndCoverTheNationalDay(t *testing.T) {
	t.Parallel()
	days := sample.ClosedDays()
	for i, d := range days {
		assert.NotEmpty(t, d.Reason)
		assert.NotContains(t, []time.Weekday{time.Saturday, time.Sunday}, d.Date.Weekday(), d.Date)
		if i > 0 {
			assert.Greater(t, d.Date, days[i-1].Date)
		}
	}
	assert.Contains(t, days, sample.Closed{Date: clock.NewDate(2026, time.December, 2), Reason: "UAE National Day"})
}

func set(ids []string) map[string]bool {
	s := map[string]bool{}
	for _, id := range ids {
		s[id] = true
	}
	return s
}
