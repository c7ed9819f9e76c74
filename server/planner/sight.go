package planner

import (
	"context"
	"fmt"
	"slices"

	"sahn/server/menu"
	"sahn/server/menu/published"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/week"
	"sahn/server/week/season"
)

type spot struct {
	date clock.Date
	meal string
}

// plan is what the kitchen plans to offer in a week.
type plan struct {
	rev  int
	days map[clock.Date][]Offer
}

// sight is the state of some weeks, read together.
type sight struct {
	today    clock.Date
	plans    map[clock.Date]*plan              // by Monday; absent when the week was never planned
	versions map[clock.Date]*published.Version // by Monday; absent when it was never published
	book     map[string]Meal                   // the meals of these plans and menus
	limits   map[spot]db.Portion
	ordered  map[spot]int
	closed   map[clock.Date]db.ClosedDaysNamedRow
	ramadans []db.RamadansBetweenRow
	early    week.Early
	gone     map[spot]bool // withdrawn
	coming   map[spot]bool // the replacement for people who still have a withdrawn meal
}

// look reads the state of weeks in four queries.
func look(ctx context.Context, q *db.Queries, from, until, today clock.Date) (*sight, error) {
	s := &sight{today: today, plans: map[clock.Date]*plan{}, book: map[string]Meal{}, limits: map[spot]db.Portion{}, ordered: map[spot]int{},
		closed: map[clock.Date]db.ClosedDaysNamedRow{}}
	planned, err := q.Planned(ctx, from, until)
	if err != nil {
		return nil, fmt.Errorf("read plans: %w", err)
	}
	var ids []string
	for _, r := range planned {
		p := s.plans[r.Week]
		if p == nil {
			p = &plan{r.Rev, map[clock.Date][]Offer{}}
			s.plans[r.Week] = p
		}
		if r.Meal != "" {
			p.days[r.Date] = append(p.days[r.Date], Offer{r.Meal, r.Portions})
			ids = append(ids, r.Meal)
		}
	}
	if s.versions, err = published.Versions(ctx, q, from, until); err != nil {
		return nil, err
	}
	for _, v := range s.versions {
		for _, m := range v.Meals {
			ids = append(ids, m.ID)
		}
	}
	slices.Sort(ids)
	rows, err := q.MealsOf(ctx, slices.Compact(ids))
	if err != nil {
		return nil, fmt.Errorf("read meals: %w", err)
	}
	meals, err := mealsOf(rows)
	if err != nil {
		return nil, err
	}
	for _, m := range meals {
		s.book[m.Meal.ID] = m
	}
	portions, err := q.PortionsBetween(ctx, from, until+4)
	if err != nil {
		return nil, fmt.Errorf("read portions: %w", err)
	}
	for _, p := range portions {
		s.limits[spot{p.Date, p.Meal}] = p
	}
	return s, nil
}

// lookAt reads the state of one week.
func lookAt(ctx context.Context, q *db.Queries, monday, today clock.Date) (*sight, error) {
	s, err := look(ctx, q, monday, monday, today)
	if err != nil {
		return nil, err
	}
	if s.early, err = season.Early(ctx, q, monday, monday+4); err != nil {
		return nil, err
	}
	ordered, err := q.MealsOrdered(ctx, monday, monday+4)
	if err != nil {
		return nil, fmt.Errorf("read what is ordered: %w", err)
	}
	for _, o := range ordered {
		s.ordered[spot{o.Date, o.Meal}] = o.Qty
	}
	closed, err := q.ClosedDaysNamed(ctx, monday, monday+4)
	if err != nil {
		return nil, fmt.Errorf("read closed days: %w", err)
	}
	for _, c := range closed {
		s.closed[c.Date] = c
	}
	if s.ramadans, err = q.RamadansBetween(ctx, monday+4, monday); err != nil {
		return nil, fmt.Errorf("read Ramadan: %w", err)
	}
	withdrawn, err := q.WithdrawalsOn(ctx, monday, monday+4)
	if err != nil {
		return nil, fmt.Errorf("read withdrawals: %w", err)
	}
	s.gone, s.coming = map[spot]bool{}, map[spot]bool{}
	for _, w := range withdrawn {
		s.gone[spot{w.Date, w.Meal}] = true
		s.coming[spot{w.Date, w.Coming}] = true
	}
	return s, nil
}

// ramadan reports whether a date is in Ramadan.
func (s *sight) ramadan(date clock.Date) bool {
	return slices.ContainsFunc(s.ramadans, func(r db.RamadansBetweenRow) bool { return r.FirstDay <= date && date <= r.LastDay })
}

// over reports whether a date is past. Its offers are then the published ones.
func (s *sight) over(date clock.Date) bool { return date < s.today }

// rev is the revision of a week's plan; 0 when there is none.
func (s *sight) rev(week clock.Date) int {
	if p := s.plans[week]; p != nil {
		return p.rev
	}
	return 0
}

// offers are a date's planned offers, or the published ones when nothing is planned or the date is past.
func (s *sight) offers(date clock.Date) []Offer {
	p, v := s.plans[date.Monday()], s.versions[date.Monday()]
	if p != nil && (v == nil || !s.over(date)) {
		return p.days[date]
	}
	var all []Offer
	for _, meal := range s.published(date) {
		o := Offer{Meal: meal}
		if limit, has := s.limits[spot{date, meal}]; has {
			o.Portions = &limit.Cooked
		}
		all = append(all, o)
	}
	return all
}

// published are the meals that the current menu offers on a date.
func (s *sight) published(date clock.Date) []string {
	if v := s.versions[date.Monday()]; v != nil {
		for _, d := range v.Days {
			if d.Date == date {
				return d.Meals
			}
		}
	}
	return nil
}

// target is the menu that publishing the week now would make. Meals that only past days offer stay as they were published.
func (s *sight) target(week clock.Date) menu.Week {
	t := menu.Week{Week: week, Cuisines: menu.Cuisines(), Meals: []menu.Meal{}}
	coming := map[string]bool{}
	for date := week; date < week+5; date++ {
		d := menu.Day{Date: date, Meals: []string{}}
		if s.over(date) {
			d.Meals = append(d.Meals, s.published(date)...)
		} else {
			for _, o := range s.offers(date) {
				d.Meals = append(d.Meals, o.Meal)
				coming[o.Meal] = true
			}
		}
		t.Days = append(t.Days, d)
	}
	had := map[string]bool{}
	for _, d := range t.Days {
		for _, id := range d.Meals {
			if had[id] {
				continue
			}
			had[id] = true
			if m, ok := s.content(week, id, coming[id]); ok {
				t.Meals = append(t.Meals, m)
			}
		}
	}
	return t
}

// content is a meal as a week's menu carries it: from the book for a coming day, else as it was published.
func (s *sight) content(week clock.Date, id string, fresh bool) (menu.Meal, bool) {
	if m, has := s.book[id]; has && fresh {
		c := m.Meal
		c.New = m.NewUntil != nil && week <= *m.NewUntil
		return c, true
	}
	if v := s.versions[week]; v != nil {
		m, has := v.Meal(id)
		return canonical(m), has
	}
	return menu.Meal{}, false
}
