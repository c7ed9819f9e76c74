package planner

import (
	"context"
	"fmt"
	"slices"
	"time"

	"sahn/server/platform/audit"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/web"
	"sahn/server/week"
)

// The range of the planner's list, in weeks.
const (
	weeksBack  = 4
	weeksAhead = 12
)

// Weeks are the weeks around now.
type Weeks struct {
	Weeks []WeekLine `json:"weeks"`
}

// WeekLine is the state of a week. Meals counts its offers, Days the dates that have any.
type WeekLine struct {
	Week        clock.Date `json:"week"`
	Label       string     `json:"label"`
	State       State      `json:"state"`
	Meals       int        `json:"meals"`
	Days        int        `json:"days"`
	PublishedAt *time.Time `json:"published_at,omitempty"`
}

// PlannedWeek is the kitchen's plan of a week, from Monday to Friday, and how it differs from the published menu. Rev is 0 when the week
// was not planned yet; then it shows what is published.
type PlannedWeek struct {
	Week        clock.Date   `json:"week"`
	Rev         int          `json:"rev"`
	State       State        `json:"state"`
	PublishedAt *time.Time   `json:"published_at,omitempty"`
	Days        []PlannedDay `json:"days"`
	Changes     []Change     `json:"changes"`
	Problems    []Problem    `json:"problems"`
}

// PlannedDay is a date of a plan. A past date cannot be planned any more. Cutoff is when orders of it close, in Ramadan perhaps earlier.
type PlannedDay struct {
	Date     clock.Date    `json:"date"`
	Cutoff   time.Time     `json:"cutoff"`
	Closed   string        `json:"closed,omitempty"`    // the name of the day on which nothing is delivered
	ClosedAr string        `json:"closed_ar,omitempty"` // its Arabic name, where it has one
	Ramadan  bool          `json:"ramadan,omitempty"`
	Over     bool          `json:"over"`
	Meals    []PlannedMeal `json:"meals"`
}

// PlannedMeal is an offer, how many portions of it are ordered or being paid for, and how many of the published ones are left.
type PlannedMeal struct {
	Offer
	Ordered   int  `json:"ordered"`
	Left      *int `json:"left,omitempty"`
	Withdrawn bool `json:"withdrawn,omitempty"`
}

// HandleWeeks lists the weeks around now. The kitchen may.
func (p *Planner) HandleWeeks(ctx context.Context, _ web.Caller, _ noRequest) (Weeks, error) {
	today := clock.DateOf(p.Clock())
	from, until := today.Monday()-7*weeksBack, today.Monday()+7*weeksAhead
	s, err := look(ctx, db.New(p.Conn), from, until, today)
	if err != nil {
		return Weeks{}, err
	}
	list := Weeks{Weeks: []WeekLine{}}
	for monday := from; monday <= until; monday += 7 {
		l := WeekLine{Week: monday, Label: week.Label(monday), State: s.state(monday), PublishedAt: s.publishedAt(monday)}
		for date := monday; date < monday+5; date++ {
			if n := len(s.offers(date)); n > 0 {
				l.Meals, l.Days = l.Meals+n, l.Days+1
			}
		}
		list.Weeks = append(list.Weeks, l)
	}
	return list, nil
}

func (s *sight) publishedAt(week clock.Date) *time.Time {
	if v := s.versions[week]; v != nil {
		at := v.PublishedAt.UTC()
		return &at
	}
	return nil
}

type weekNamed struct {
	Week string `path:"week" json:"-" validate:"required,max=64"`
}

// mondayOf parses a week's name. It refuses weeks that are years away.
func mondayOf(name string) (clock.Date, error) {
	monday, err := clock.ParseDate(name)
	if err != nil || monday.Monday() != monday || monday < clock.NewDate(2020, time.January, 1) ||
		monday > clock.NewDate(2100, time.January, 1) {
		return 0, fault.ErrNotFound
	}
	return monday, nil
}

// HandleWeek shows a week as it is planned. The kitchen may.
func (p *Planner) HandleWeek(ctx context.Context, _ web.Caller, r weekNamed) (PlannedWeek, error) {
	monday, err := mondayOf(r.Week)
	if err != nil {
		return PlannedWeek{}, err
	}
	return p.show(ctx, db.New(p.Conn), monday, p.Clock())
}

func (p *Planner) show(ctx context.Context, q *db.Queries, monday clock.Date, now time.Time) (PlannedWeek, error) {
	s, err := lookAt(ctx, q, monday, clock.DateOf(now))
	if err != nil {
		return PlannedWeek{}, err
	}
	return s.show(monday), nil
}

func (s *sight) show(monday clock.Date) PlannedWeek {
	w := PlannedWeek{Week: monday, Rev: s.rev(monday), State: s.state(monday), PublishedAt: s.publishedAt(monday), Days: []PlannedDay{},
		Changes: s.changes(monday), Problems: s.problems(monday)}
	for date := monday; date < monday+5; date++ {
		d := PlannedDay{Date: date, Cutoff: s.early.Cutoff(date), Closed: s.closed[date].Name, ClosedAr: s.closed[date].NameAr,
			Ramadan: s.ramadan(date), Over: s.over(date), Meals: []PlannedMeal{}}
		published := s.published(date)
		for _, o := range s.offers(date) {
			m := PlannedMeal{Offer: o, Ordered: s.ordered[spot{date, o.Meal}], Withdrawn: s.gone[spot{date, o.Meal}]}
			if limit, has := s.limits[spot{date, o.Meal}]; has && slices.Contains(published, o.Meal) {
				left := limit.Cooked - limit.Taken
				m.Left = &left
			}
			d.Meals = append(d.Meals, m)
		}
		w.Days = append(w.Days, d)
	}
	return w
}

// PlanRequest is the whole new plan of a week: a day that it does not name offers nothing, unless it is past. Rev is the revision that the
// client saw.
type PlanRequest struct {
	Week string `path:"week" json:"-" validate:"required,max=64"`
	Rev  int    `json:"rev" validate:"min=0"`
	Days []Day  `json:"days" validate:"max=5,dive"`
}

// Why a week is not planned.
var (
	ErrWeekChanged = fault.New(fault.Conflict, "week_changed", "Somebody changed this week since you looked.")
	errOver        = fault.New(fault.Invalid, "day_over", "A day that is over cannot be planned any more.")
)

// HandlePlan replaces the plan of a week. The same plan again changes nothing. The kitchen may.
func (p *Planner) HandlePlan(ctx context.Context, who web.Caller, r PlanRequest) (planned PlannedWeek, err error) {
	monday, err := mondayOf(r.Week)
	if err != nil {
		return PlannedWeek{}, err
	}
	err = p.change(ctx, who, func(ctx context.Context, tx db.Tx, now time.Time) ([]audit.Act, error) {
		if err := tx.PlannerLock(ctx, int(monday)); err != nil {
			return nil, fmt.Errorf("lock week: %w", err)
		}
		s, err := lookAt(ctx, tx.Queries, monday, clock.DateOf(now))
		if err != nil {
			return nil, err
		}
		days, err := s.whole(monday, r.Days)
		if err != nil {
			return nil, err
		}
		was, is := s.differ(days)
		if len(is) == 0 {
			planned = s.show(monday)
			return nil, nil
		}
		if s.rev(monday) != r.Rev {
			return nil, ErrWeekChanged.With(s.show(monday))
		}
		if err := replan(ctx, tx.Queries, monday, days, now); err != nil {
			return nil, err
		}
		planned, err = p.show(ctx, tx.Queries, monday, now)
		return []audit.Act{{Kind: "week.plan", Subject: monday.String(), Before: was, After: is}}, err
	})
	return planned, err
}

// whole makes all five days of what was sent. Past days stay as they are; a change of one is refused.
func (s *sight) whole(monday clock.Date, sent []Day) ([]Day, error) {
	days := make([]Day, 5)
	named := map[clock.Date]bool{}
	for i := range days {
		days[i].Date = monday + clock.Date(i)
		if s.over(days[i].Date) {
			days[i].Meals = s.offers(days[i].Date)
		}
	}
	for i, d := range sent {
		if d.Date < monday || d.Date >= monday+5 || named[d.Date] {
			return nil, fault.Field(fmt.Sprintf("days.%d.date", i), "Each date must be a different weekday of the week.")
		}
		named[d.Date] = true
		seen := map[string]bool{}
		for j, o := range d.Meals {
			if seen[o.Meal] {
				return nil, fault.Field(fmt.Sprintf("days.%d.meals.%d.meal", i, j), "A day offers a meal once.")
			}
			seen[o.Meal] = true
		}
		day := &days[d.Date-monday]
		if s.over(d.Date) && !sameOffers(day.Meals, d.Meals) {
			return nil, errOver
		}
		day.Meals = d.Meals
	}
	return days, nil
}

// differ are the days of a week whose plan changes: their offers before and after.
func (s *sight) differ(days []Day) (was, is []Day) {
	for _, d := range days {
		if now := s.offers(d.Date); !sameOffers(now, d.Meals) {
			was, is = append(was, Day{d.Date, slices.Concat([]Offer{}, now)}), append(is, Day{d.Date, slices.Concat([]Offer{}, d.Meals)})
		}
	}
	return was, is
}

func sameOffers(a, b []Offer) bool {
	return slices.EqualFunc(a, b, func(x, y Offer) bool {
		return x.Meal == y.Meal && (x.Portions == nil) == (y.Portions == nil) && (x.Portions == nil || *x.Portions == *y.Portions)
	})
}

// replan writes all five days of a week. The caller holds the planner's lock of the week. A meal that is not in the book is refused.
func replan(ctx context.Context, q *db.Queries, monday clock.Date, days []Day, now time.Time) error {
	rows := db.PlannedMealsInsertParams{Week: monday}
	for _, d := range days {
		for i, o := range d.Meals {
			portions := -1
			if o.Portions != nil {
				portions = *o.Portions
			}
			rows.Dates, rows.Meals = append(rows.Dates, d.Date), append(rows.Meals, o.Meal)
			rows.Places, rows.Portions = append(rows.Places, i), append(rows.Portions, portions)
		}
	}
	known, err := q.PlannedMealsHold(ctx, rows.Meals)
	if err != nil {
		return fmt.Errorf("hold meals: %w", err)
	}
	for i, d := range days {
		for j, o := range d.Meals {
			if !slices.Contains(known, o.Meal) {
				return fault.Field(fmt.Sprintf("days.%d.meals.%d.meal", i, j), "This meal is not in the book.")
			}
		}
	}
	if _, err := q.PlannedWeekSet(ctx, monday, now); err != nil {
		return fmt.Errorf("plan week: %w", err)
	}
	if err := q.PlannedMealsClear(ctx, monday); err != nil {
		return fmt.Errorf("plan week: %w", err)
	}
	if err := q.PlannedMealsInsert(ctx, rows); err != nil {
		return fmt.Errorf("plan week: %w", err)
	}
	return nil
}
