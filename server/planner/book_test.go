package planner_test

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/oklog/ulid/v2"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/menu"
	"sahn/server/planner"
	"sahn/server/platform/clock"
	"sahn/server/platform/fault"
	"sahn/server/platform/money"
)

// fresh is a meal that is not in the book yet.
func fresh() planner.MealRequest {
	id := ulid.Make().String()
	return planner.MealRequest{Code: "code-" + strings.ToLower(id[16:]),
		Meal: menu.Meal{ID: id, Name: "Fattoush", NameAr: "فتوش", Description: "Bread and herbs.", Price: 3900, Cuisine: menu.Arabic,
			Diets: []string{"Vegan", "Vegetarian"}, Allergens: map[string]menu.Presence{"gluten": menu.Contains, "sesame": menu.NoData}, Kcal: 320,
			Protein: 9, Carbohydrate: 40, Fat: 12, Art: json.RawMessage(`{"turn": 1.50, "layout": "bowl"}`)}}
}

func (h *fixture) adds(r planner.MealRequest) planner.Meal {
	h.Helper()
	m, err := h.planner.HandleMealAdd(h.Context(), h.cook, r)
	require.NoError(h, err)
	return m
}

func (h *fixture) changes(c planner.MealChangeRequest) planner.Meal {
	h.Helper()
	m, err := h.planner.HandleMealChange(h.Context(), h.cook, c)
	require.NoError(h, err)
	return m
}

func changeOf(m planner.Meal) planner.MealChangeRequest {
	return planner.MealChangeRequest{ID: m.Meal.ID, Rev: m.Rev, Code: m.Code, NewUntil: m.NewUntil, Meal: m.Meal}
}

func TestAMealIsAddedOnceAndChangedByWhoSawTheNewest(t *testing.T) {
	t.Parallel()
	h := open(t)
	r := fresh()
	added := h.adds(r)
	require.Equal(t, 1, added.Rev)
	require.JSONEq(t, servertest.JSON(t, r.Meal), servertest.JSON(t, added.Meal))
	require.Equal(t, added, h.adds(r), "a lost answer")
	other := fresh()
	other.Code = r.Code
	_, err := h.planner.HandleMealAdd(t.Context(), h.cook, other)
	require.Contains(t, fault.As(err).Fields, "code")
	require.Equal(t, 1, h.acts("meal.add"))

	c := changeOf(added)
	c.Meal.Price, c.NewUntil = 4100, &mon
	changed := h.changes(c)
	require.Equal(t, []any{2, money.Fils(4100), mon}, []any{changed.Rev, changed.Meal.Price, *changed.NewUntil})
	require.Equal(t, changed, h.changes(c), "the same, by who did not hear of it")
	c.Meal.Price = 4200
	_, err = h.planner.HandleMealChange(t.Context(), h.cook, c)
	require.ErrorIs(t, err, planner.ErrMealChanged)
	require.Equal(t, changed, fault.As(err).Detail)
	require.Equal(t, 1, h.acts("meal.change"))
	require.JSONEq(t, `{"price":3900,"new_until":null}`,
		servertest.One[string](t, h.pool, "SELECT before::text FROM acts WHERE kind = 'meal.change'"), "only what changed")
	c = changeOf(changed)
	c.Code = h.book()[0].Code
	_, err = h.planner.HandleMealChange(t.Context(), h.cook, c)
	require.Contains(t, fault.As(err).Fields, "code")
	c.ID, c.Meal.ID = ulid.Make().String(), c.ID
	_, err = h.planner.HandleMealChange(t.Context(), h.cook, c)
	require.Contains(t, fault.As(err).Fields, "meal.id")
	c.Meal.ID = c.ID
	_, err = h.planner.HandleMealChange(t.Context(), h.cook, c)
	require.ErrorIs(t, err, fault.ErrNotFound)
}

func (h *fixture) book() []planner.Meal {
	h.Helper()
	b, err := h.planner.HandleMeals(h.Context(), h.cook, planner.NoRequest{})
	require.NoError(h, err)
	return b.Data
}

func TestOfTwoWhoChangeAMealAtOnceOneHearsOfTheOther(t *testing.T) {
	t.Parallel()
	h := open(t)
	m := h.adds(fresh())
	for range 5 {
		try := func(price money.Fils) func() error {
			return func() error {
				c := changeOf(m)
				c.Meal.Price = price
				_, err := h.planner.HandleMealChange(t.Context(), h.cook, c)
				return err
			}
		}
		errs := atOnce(try(m.Meal.Price+1), try(m.Meal.Price+2))
		won, lost := errs[0], errs[1]
		if won != nil {
			won, lost = lost, won
		}
		require.NoError(t, won)
		require.ErrorIs(t, lost, planner.ErrMealChanged)
		m = fault.As(lost).Detail.(planner.Meal)
	}
	require.Equal(t, 6, m.Rev)
	require.Equal(t, 5, h.acts("meal.change"))
}

func TestAMealIsReadAsACarefulEditorWould(t *testing.T) {
	t.Parallel()
	h := open(t)
	for field, spoil := range map[string][]func(r *planner.MealRequest){
		"code":      {func(r *planner.MealRequest) { r.Code = "Shish tawook" }, func(r *planner.MealRequest) { r.Code = "-a" }},
		"new_until": {func(r *planner.MealRequest) { d := clock.NewDate(1026, 11, 23); r.NewUntil = &d }},
		"meal.id": {func(r *planner.MealRequest) { r.Meal.ID = "tawook" },
			func(r *planner.MealRequest) { r.Meal.ID = strings.ToLower(r.Meal.ID) }},
		"meal.name": {func(r *planner.MealRequest) { r.Meal.Name = " \t " }, func(r *planner.MealRequest) { r.Meal.Name = "a\x00b" },
			func(r *planner.MealRequest) { r.Meal.Name = "a\u202eb" }, func(r *planner.MealRequest) { r.Meal.Name = strings.Repeat("a", 121) }},
		"meal.name_ar": {func(r *planner.MealRequest) { r.Meal.NameAr = strings.Repeat("ا", 121) }},
		"meal.description": {func(r *planner.MealRequest) { r.Meal.Description = strings.Repeat("a", 601) },
			func(r *planner.MealRequest) { r.Meal.Description = "a\x1bb" }},
		"meal.price": {func(r *planner.MealRequest) { r.Meal.Price = 0 }, func(r *planner.MealRequest) { r.Meal.Price = -1 },
			func(r *planner.MealRequest) { r.Meal.Price = 100_001 }},
		"meal.cuisine": {func(r *planner.MealRequest) { r.Meal.Cuisine = 0 }, func(r *planner.MealRequest) { r.Meal.Cuisine = 9 }},
		"meal.diets": {func(r *planner.MealRequest) { r.Meal.Diets = []string{""} },
			func(r *planner.MealRequest) { r.Meal.Diets = []string{strings.Repeat("a", 41)} }, manyDiets},
		"meal.allergens": {func(r *planner.MealRequest) { r.Meal.Allergens["milk"] = "perhaps" }, func(r *planner.MealRequest) {
			r.Meal.Allergens["<b>"] = menu.Contains
		}, func(r *planner.MealRequest) { r.Meal.Allergens["Nuts"] = menu.Contains }},
		"meal.kcal":         {func(r *planner.MealRequest) { r.Meal.Kcal = -1 }, func(r *planner.MealRequest) { r.Meal.Kcal = 10_000 }},
		"meal.protein":      {func(r *planner.MealRequest) { r.Meal.Protein = 1_000 }},
		"meal.carbohydrate": {func(r *planner.MealRequest) { r.Meal.Carbohydrate = -1 }},
		"meal.fat":          {func(r *planner.MealRequest) { r.Meal.Fat = 1_000 }},
		"meal.art": {art(``), art(`null`), art(`"bowl"`), art(`[1]`), art(`{"x":1e999}`), art(`{"x":"\u0000"}`),
			art(`{"x":"` + strings.Repeat("a", 2048) + `"}`), art(`{"photo":1}`), art(`{"photo":"../../etc"}`),
			art(`{"photo":"00000000000000000000000000000000"}`)},
	} {
		for i, wrong := range spoil {
			r := fresh()
			wrong(&r)
			_, err := h.planner.HandleMealAdd(t.Context(), h.cook, r)
			require.NotNil(t, fault.As(err), "%s %d: %v", field, i, err)
			require.Contains(t, fault.As(err).Fields, field, "%s %d: %v", field, i, err)
		}
	}
	require.Zero(t, h.acts("meal.add"))
	r := fresh()
	r.Meal.Name, r.Meal.New, r.Meal.Diets, r.Meal.Allergens, r.Meal.Price = "  Fattoush \n salad ", true, []string{"Vegan", "Vegan"}, nil, 1
	m := h.adds(r)
	require.Equal(t, []any{"Fattoush salad", false, []string{"Vegan"}, money.Fils(1)},
		[]any{m.Meal.Name, m.Meal.New, m.Meal.Diets, m.Meal.Price})
	require.NotNil(t, m.Meal.Allergens, "a meal of which nothing is known is not free from anything")
}

func manyDiets(r *planner.MealRequest) {
	for i := range 21 {
		r.Meal.Diets = append(r.Meal.Diets, fmt.Sprint("Diet ", i))
	}
}

func art(s string) func(r *planner.MealRequest) {
	return func(r *planner.MealRequest) { r.Meal.Art = json.RawMessage(s) }
}

func TestTheBookShowsEveryMealAndTheNamesInUseInOneQuestion(t *testing.T) {
	t.Parallel()
	h := open(t)
	r := fresh()
	r.Meal.Name, r.Meal.Diets, r.Meal.Allergens = "Aaa first by name", []string{"Keto"}, map[string]menu.Presence{"buckwheat": menu.MayContain}
	first := h.adds(r)
	_, err := h.planner.HandleMealArchive(t.Context(), h.cook, planner.MealNamed{ID: first.Meal.ID})
	require.NoError(t, err)
	conn := &counted{Conn: h.pool}
	h.planner.Conn = conn
	b, err := h.planner.HandleMeals(t.Context(), h.cook, planner.NoRequest{})
	require.NoError(t, err)
	require.Equal(t, 1, conn.n)
	require.Len(t, b.Data, len(sample.Meals())+1)
	last := b.Data[len(b.Data)-1]
	require.True(t, last.Archived)
	require.Equal(t, first.Meal.ID, last.Meal.ID, "what is archived comes last")
	require.Contains(t, b.Diets, "Keto")
	require.Contains(t, b.Allergens, "buckwheat")
	require.Contains(t, b.Allergens, "lupin", "known, though no meal has it")
	require.Contains(t, b.Cuisines, menu.Cuisine{ID: 3, Name: "Indian", NameAr: "هندي"})
	require.Contains(t, b.Cuisines, menu.Cuisine{ID: 2, Name: "Arabic", NameAr: "عربي"})
}

func TestAMealIsArchivedWhenNoDayToComeHasIt(t *testing.T) {
	t.Parallel()
	h := open(t)
	archive := func(id string) error {
		_, err := h.planner.HandleMealArchive(t.Context(), h.cook, planner.MealNamed{ID: id})
		return err
	}
	later := mon + 7*6
	m := h.adds(fresh())
	w := h.week(later)
	r := planner.PlanRequest{Week: later.String(), Days: []planner.Day{{Date: later + 1, Meals: []planner.Offer{{Meal: m.Meal.ID}}}}}
	w = h.plans(r)
	err := archive(m.Meal.ID)
	require.ErrorIs(t, err, planner.ErrMealPlanned)
	require.Equal(t, planner.PlannedOn{Dates: []clock.Date{later + 1}}, fault.As(err).Detail)
	r.Rev, r.Days = w.Rev, nil
	h.plans(r)
	require.NoError(t, archive(m.Meal.ID))
	require.NoError(t, archive(m.Meal.ID), "twice is once")
	require.Equal(t, 1, h.acts("meal.archive"))

	offered := servertest.Meal(mon, 0)
	servertest.Do(t, h.pool, "DELETE FROM planned_weeks")
	require.ErrorIs(t, archive(offered), planner.ErrMealPlanned, "it is on a menu, though nobody planned it")
	require.ErrorIs(t, archive("nothing"), fault.ErrNotFound)

	r.Rev, r.Days = 0, []planner.Day{{Date: later, Meals: []planner.Offer{{Meal: m.Meal.ID}}}}
	w = h.plans(r)
	require.Equal(t, planner.Problem{Date: &later, Meal: m.Meal.ID, What: "archived", Blocking: true}, w.Problems[0])
	back, err := h.planner.HandleMealRestore(t.Context(), h.cook, planner.MealNamed{ID: m.Meal.ID})
	require.NoError(t, err)
	require.False(t, back.Archived)
	require.NotContains(t, servertest.JSON(t, h.week(later).Problems), "archived")
	require.Equal(t, 1, h.acts("meal.restore"))
}

func TestAHouseThatHadMenusBeforeHasTheirMealsInItsBook(t *testing.T) {
	t.Parallel()
	d := sit(t)
	servertest.Town(t, d.pool)
	servertest.Do(t, d.pool,
		"UPDATE menus SET body = convert_to(replace(convert_from(body, 'UTF8'), ',\"new\":true', ''), 'UTF8') WHERE week > $1", mon)
	migration, err := os.ReadFile("../../sql/migrations/0024_planner.sql")
	require.NoError(t, err)
	_, fill, found := strings.Cut(string(migration), "-- What is on the menus already is in the book.\n")
	require.True(t, found)
	servertest.Do(t, d.pool, fill)
	b, err := d.planner.HandleMeals(t.Context(), d.cook, planner.NoRequest{})
	require.NoError(t, err)
	require.Len(t, b.Data,
		servertest.One[int](t, d.pool,
			"SELECT count(DISTINCT m->>'id') FROM menus, jsonb_array_elements(convert_from(body, 'UTF8')::jsonb->'meals') m"))
	for _, m := range b.Data {
		require.Equal(t, strings.ToLower(m.Meal.ID), m.Code)
		require.False(t, m.Meal.New)
	}
	for monday := mon; monday < mon+5*7; monday += 7 {
		w, err := d.planner.HandleWeek(t.Context(), d.cook, planner.WeekNamed{Week: monday.String()})
		require.NoError(t, err)
		require.Equal(t, planner.Published, w.State, "%s: %v", monday, w.Changes)
		r := planRequest(w)
		r.Days[0].Meals = r.Days[0].Meals[1:]
		w, err = d.planner.HandlePlan(t.Context(), d.cook, r)
		require.NoError(t, err)
		require.Equal(t, 1, w.Rev)
	}
}
