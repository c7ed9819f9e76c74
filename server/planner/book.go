package planner

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"sahn/server/menu"
	"sahn/server/menu/published"
	"sahn/server/platform/audit"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/web"
)

// maxMeals limits the size of the book, which is always sent as a whole.
const maxMeals = 2000

// Why a meal is not saved as it was sent.
var (
	ErrMealChanged = fault.New(fault.Conflict, "meal_changed", "Somebody changed this meal since you looked.")
	ErrMealPlanned = fault.New(fault.Conflict, "meal_planned", "This meal is planned or published for days to come. Take it off them first.")
	ErrBookFull    = fault.New(fault.Conflict, "book_full", "The book holds 2,000 meals, which is all that it can.")
	errCodeTaken   = fault.Field("code", "Another meal has this code.")
	errNoPhoto     = fault.Field("meal.art", "The photo is not here. Please add it again.")
)

// Book is all meals of the kitchen, archived ones last, and the names that meals use.
type Book struct {
	Data      []Meal         `json:"data"`
	Cuisines  []menu.Cuisine `json:"cuisines"`
	Allergens []string       `json:"allergens"`
	Diets     []string       `json:"diets"`
}

// HandleMeals lists the book. The kitchen may.
func (p *Planner) HandleMeals(ctx context.Context, _ web.Caller, _ noRequest) (Book, error) {
	return readBook(ctx, db.New(p.Conn))
}

func readBook(ctx context.Context, q *db.Queries) (Book, error) {
	rows, err := q.Meals(ctx)
	if err != nil {
		return Book{}, fmt.Errorf("read book: %w", err)
	}
	meals, err := mealsOf(rows)
	if err != nil {
		return Book{}, err
	}
	b := Book{Data: meals, Cuisines: menu.Cuisines(), Allergens: menu.Allergens(), Diets: menu.Diets()}
	slices.SortStableFunc(b.Data, func(x, y Meal) int {
		return cmp.Or(byFlag(x.Archived, y.Archived), strings.Compare(strings.ToLower(x.Meal.Name), strings.ToLower(y.Meal.Name)),
			strings.Compare(x.Meal.ID, y.Meal.ID))
	})
	for _, m := range meals {
		for _, d := range m.Meal.Diets {
			if !slices.Contains(b.Diets, d) {
				b.Diets = append(b.Diets, d)
			}
		}
		for a := range m.Meal.Allergens {
			if !slices.Contains(b.Allergens, a) {
				b.Allergens = append(b.Allergens, a)
			}
		}
	}
	slices.Sort(b.Allergens[len(menu.Allergens()):])
	slices.Sort(b.Diets[len(menu.Diets()):])
	return b, nil
}

func byFlag(x, y bool) int {
	switch {
	case x == y:
		return 0
	case x:
		return 1
	}
	return -1
}

func mealsOf(rows []db.Meal) ([]Meal, error) {
	meals := make([]Meal, len(rows))
	for i, r := range rows {
		var err error
		if meals[i], err = mealOf(r); err != nil {
			return nil, err
		}
	}
	return meals, nil
}

func mealOf(r db.Meal) (Meal, error) {
	m := Meal{Code: r.Code, NewUntil: r.NewUntil, Rev: r.Rev, Archived: r.ArchivedAt != nil}
	if err := json.Unmarshal(r.Body, &m.Meal); err != nil {
		return m, fmt.Errorf("meal %s: %w", r.ID, err)
	}
	m.Meal.ID = r.ID
	m.Meal = canonical(m.Meal)
	return m, nil
}

// canonical is a meal in a normal form, so that meals can be compared. (Postgres does not keep the order of JSON keys.)
func canonical(m menu.Meal) menu.Meal {
	if m.Diets == nil {
		m.Diets = []string{}
	}
	if m.Allergens == nil {
		m.Allergens = map[string]menu.Presence{}
	}
	var art any
	if json.Unmarshal(m.Art, &art) == nil {
		if same, err := json.Marshal(art); err == nil {
			m.Art = same
		}
	}
	return m
}

// body is the JSON that the database stores of a meal.
func body(m menu.Meal) (json.RawMessage, error) {
	raw, err := json.Marshal(m)
	if err != nil {
		return nil, fmt.Errorf("meal %s: %w", m.ID, err)
	}
	var parts map[string]json.RawMessage
	if err := json.Unmarshal(raw, &parts); err != nil {
		return nil, fmt.Errorf("meal %s: %w", m.ID, err)
	}
	delete(parts, "id")
	delete(parts, "new")
	return json.Marshal(parts)
}

// differs are the fields that differ between two states of a meal, under their names on the wire, before and after.
func differs(before, after Meal) (was, is map[string]json.RawMessage, err error) {
	x, err := fields(before)
	if err != nil {
		return nil, nil, err
	}
	y, err := fields(after)
	if err != nil {
		return nil, nil, err
	}
	was, is = map[string]json.RawMessage{}, map[string]json.RawMessage{}
	for name := range y {
		if !bytes.Equal(x[name], y[name]) {
			was[name], is[name] = x[name], y[name]
		}
	}
	return was, is, nil
}

func fields(m Meal) (map[string]json.RawMessage, error) {
	raw, err := body(canonical(m.Meal))
	if err != nil {
		return nil, err
	}
	all := map[string]json.RawMessage{"name_ar": json.RawMessage(`""`)}
	if err := json.Unmarshal(raw, &all); err != nil {
		return nil, err
	}
	if all["code"], err = json.Marshal(m.Code); err != nil {
		return nil, err
	}
	all["new_until"], err = json.Marshal(m.NewUntil)
	return all, err
}

// MealRequest adds a meal. The client generates its id.
type MealRequest struct {
	Code     string      `json:"code" validate:"required,max=40"`
	NewUntil *clock.Date `json:"new_until,omitempty"`
	Meal     menu.Meal   `json:"meal" validate:"required"`
}

// HandleMealAdd adds a meal to the book; the same id again returns the stored meal. The kitchen may.
func (p *Planner) HandleMealAdd(ctx context.Context, who web.Caller, r MealRequest) (added Meal, err error) {
	m, err := clean(Meal{Code: r.Code, NewUntil: r.NewUntil, Meal: r.Meal})
	if err != nil {
		return Meal{}, err
	}
	err = p.change(ctx, who, func(ctx context.Context, tx db.Tx, now time.Time) ([]audit.Act, error) {
		fresh, err := addMeal(ctx, tx.Queries, m, now)
		if err != nil {
			return nil, err
		}
		if added, err = holdMeal(ctx, tx.Queries, m.Meal.ID); err != nil || !fresh {
			return nil, err
		}
		return []audit.Act{{Kind: "meal.add", Subject: m.Meal.ID}}, nil
	})
	return added, err
}

// addMeal inserts a normalized meal into the book; false when its id exists already.
func addMeal(ctx context.Context, q *db.Queries, m Meal, now time.Time) (bool, error) {
	if err := photoIsHere(ctx, q, m.Meal.Art); err != nil {
		return false, err
	}
	raw, err := body(m.Meal)
	if err != nil {
		return false, err
	}
	n, err := q.MealInsert(ctx, db.MealInsertParams{ID: m.Meal.ID, Code: m.Code, Body: raw, NewUntil: m.NewUntil, ChangedAt: now})
	if db.Broke(err, "meals_one_per_code") {
		return false, errCodeTaken
	}
	if err != nil || n == 0 {
		return false, err
	}
	if all, err := q.MealsCount(ctx); err != nil {
		return false, fmt.Errorf("count meals: %w", err)
	} else if all > maxMeals {
		return false, ErrBookFull
	}
	return true, nil
}

func photoIsHere(ctx context.Context, q *db.Queries, art json.RawMessage) error {
	hash := photo(art)
	if hash == "" {
		return nil
	}
	here, err := q.PhotoIsHere(ctx, hash)
	if err == nil && !here {
		err = errNoPhoto
	}
	return err
}

// holdMeal locks a meal's row until the caller's transaction ends, and reads it.
func holdMeal(ctx context.Context, q *db.Queries, id string) (Meal, error) {
	row, err := q.MealHold(ctx, id)
	if err != nil {
		return Meal{}, fmt.Errorf("read meal: %w", db.NoneIs(err, fault.ErrNotFound))
	}
	return mealOf(row)
}

// MealChangeRequest is the new content of a meal. Rev is the revision that the client saw.
type MealChangeRequest struct {
	ID       string      `path:"id" json:"-" validate:"required,max=64"`
	Rev      int         `json:"rev" validate:"min=1"`
	Code     string      `json:"code" validate:"required,max=40"`
	NewUntil *clock.Date `json:"new_until,omitempty"`
	Meal     menu.Meal   `json:"meal" validate:"required"`
}

// HandleMealChange changes a meal in the book. Menus take the change over when they are published; a correction of its allergens is on
// those of days to come at once, and everybody who has the meal ahead is told. The kitchen may.
func (p *Planner) HandleMealChange(ctx context.Context, who web.Caller, r MealChangeRequest) (changed Meal, err error) {
	if r.Meal.ID != r.ID {
		return Meal{}, fault.Field("meal.id", "The id field is invalid.")
	}
	m, err := clean(Meal{Code: r.Code, NewUntil: r.NewUntil, Meal: r.Meal})
	if err != nil {
		return Meal{}, err
	}
	err = p.change(ctx, who, func(ctx context.Context, tx db.Tx, now time.Time) ([]audit.Act, error) {
		before, err := holdMeal(ctx, tx.Queries, r.ID)
		if err != nil {
			return nil, err
		}
		was, is, err := differs(before, m)
		if err != nil {
			return nil, err
		}
		if changed = before; len(is) == 0 {
			return nil, nil
		}
		if before.Rev != r.Rev {
			return nil, ErrMealChanged.With(before)
		}
		if err := changeMeal(ctx, tx.Queries, m, now); err != nil {
			return nil, err
		}
		if changed, err = holdMeal(ctx, tx.Queries, r.ID); err != nil {
			return nil, err
		}
		acts, told, err := p.correct(ctx, tx, who, []menu.Meal{m.Meal}, now)
		if len(acts) > 0 {
			changed.Corrected = &told
		}
		return append([]audit.Act{{Kind: "meal.change", Subject: r.ID, Before: was, After: is}}, acts...), err
	})
	return changed, err
}

// changeMeal writes a normalized meal. The caller holds its lock.
func changeMeal(ctx context.Context, q *db.Queries, m Meal, now time.Time) error {
	if err := photoIsHere(ctx, q, m.Meal.Art); err != nil {
		return err
	}
	raw, err := body(m.Meal)
	if err != nil {
		return err
	}
	err = q.MealChange(ctx, db.MealChangeParams{ID: m.Meal.ID, Code: m.Code, Body: raw, NewUntil: m.NewUntil, ChangedAt: now})
	if db.Broke(err, "meals_one_per_code") {
		return errCodeTaken
	}
	return err
}

type mealNamed struct {
	ID string `path:"id" json:"-" validate:"required,max=64"`
}

// PlannedOn lists the dates that keep a meal from being archived.
type PlannedOn struct {
	Dates []clock.Date `json:"dates"`
}

// HandleMealArchive archives a meal, unless it is planned or published for a coming day. The kitchen may.
func (p *Planner) HandleMealArchive(ctx context.Context, who web.Caller, r mealNamed) (Meal, error) {
	return p.archive(ctx, who, r.ID, true)
}

// HandleMealRestore takes a meal out of the archive. The kitchen may.
func (p *Planner) HandleMealRestore(ctx context.Context, who web.Caller, r mealNamed) (Meal, error) {
	return p.archive(ctx, who, r.ID, false)
}

func (p *Planner) archive(ctx context.Context, who web.Caller, id string, away bool) (m Meal, err error) {
	err = p.change(ctx, who, func(ctx context.Context, tx db.Tx, now time.Time) ([]audit.Act, error) {
		if m, err = holdMeal(ctx, tx.Queries, id); err != nil || m.Archived == away {
			return nil, err
		}
		act, at := audit.Act{Kind: "meal.restore", Subject: id}, (*time.Time)(nil)
		if away {
			act.Kind, at = "meal.archive", &now
			dates, err := comingDates(ctx, tx.Queries, id, clock.DateOf(now))
			if err != nil {
				return nil, err
			}
			if len(dates) > 0 {
				return nil, ErrMealPlanned.With(PlannedOn{dates})
			}
		}
		if err := tx.MealArchive(ctx, at, now, id); err != nil {
			return nil, fmt.Errorf("archive meal: %w", err)
		}
		m, err = holdMeal(ctx, tx.Queries, id)
		return []audit.Act{act}, err
	})
	return m, err
}

// comingDates are the dates from today on for which a meal is planned or published.
func comingDates(ctx context.Context, q *db.Queries, id string, today clock.Date) ([]clock.Date, error) {
	dates, err := q.MealPlannedOn(ctx, id, today)
	if err != nil {
		return nil, fmt.Errorf("ask where a meal is planned: %w", err)
	}
	versions, err := published.Versions(ctx, q, today.Monday(), today.Monday()+7*53)
	if err != nil {
		return nil, err
	}
	for _, v := range versions {
		for _, d := range v.Days {
			if d.Date >= today && slices.Contains(d.Meals, id) {
				dates = append(dates, d.Date)
			}
		}
	}
	slices.Sort(dates)
	return slices.Compact(dates), nil
}
