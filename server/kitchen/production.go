package kitchen

import (
	"cmp"
	"context"
	"slices"
	"time"

	"sahn/server/menu"
	"sahn/server/operator"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/web"
	"sahn/server/week/season"
)

// Production is a date in the kitchen. Before the cut-off it is a preview of what is ordered by now, and has no runs. Reconciled says that
// orders still hold what was written down, and that papers would say the same; Differs counts the lines and facts that differ.
type Production struct {
	Date       clock.Date  `json:"date"`
	Cutoff     time.Time   `json:"cutoff"`
	Runs       []Run       `json:"runs"`
	Totals     Totals      `json:"totals"`
	Mark       string      `json:"mark"`
	Reconciled bool        `json:"reconciled"`
	Differs    int         `json:"differs"`
	Meals      []MealTotal `json:"meals"`
	Exceptions []Exception `json:"exceptions"`
	Places     []Place     `json:"places"`

	faded bool // the names of people are those known now: the written ones were deleted, or never existed
	only  *Run // the change that this is reduced to; nil for the whole date
}

// newest asks for all the runs of a date.
const newest = -1

// MealTotal is how much of a meal is cooked. Contains, MayContain and NoData are allergens as the week's menu named them when it was
// written down.
type MealTotal struct {
	Meal       string   `json:"meal"`
	Name       string   `json:"name"`
	NameAr     string   `json:"name_ar"`
	Qty        int      `json:"qty"`
	Contains   []string `json:"contains"`
	MayContain []string `json:"may_contain"`
	NoData     []string `json:"no_data"`
	Unknown    bool     `json:"unknown"` // the menu names no allergen that is, or may be, in it
}

// Exception is a portion for a person who avoids an allergen that is, or may be, in it, and who wants the kitchen to know.
type Exception struct {
	Delivery string `json:"delivery"`
	Person   string `json:"person"`
	Company  string `json:"company"`
	Meal     string `json:"meal"`
	Name     string `json:"name"`
	Qty      int    `json:"qty"`
	Avoids   string `json:"avoids"`
	Presence string `json:"presence"` // contains, may_contain or no_data
}

// Place is where lunches are delivered. Places come in the order in which they are driven.
type Place struct {
	ID      string  `json:"id"`
	Company string  `json:"company"`
	Label   string  `json:"label"`
	Line    string  `json:"line"`
	Area    string  `json:"area"`
	From    string  `json:"from"`
	Until   string  `json:"until"`
	Meals   int     `json:"meals"`
	People  []Lunch `json:"people"`
}

// Lunch is what one person gets at a place. Avoids is set only when the eater lets it be printed.
type Lunch struct {
	Delivery string    `json:"delivery"`
	Person   string    `json:"person"`
	Avoids   []string  `json:"avoids"`
	Handed   bool      `json:"handed"`
	Items    []Portion `json:"items"`
}

// Portion is how much of a meal a person gets, and how much of it was missing or no good.
type Portion struct {
	Meal  string `json:"meal"`
	Name  string `json:"name"`
	Qty   int    `json:"qty"`
	Short int    `json:"short"`
}

type dateRequest struct {
	Date string `path:"date" json:"-" validate:"required,max=32"`
}

// date parses the date in the path; an invalid one is not found.
func (r dateRequest) date() (clock.Date, error) {
	date, err := clock.ParseDate(r.Date)
	if err != nil {
		return 0, fault.ErrNotFound
	}
	return date, nil
}

// ProductionReply is the answer with a date.
type ProductionReply struct {
	Data Production `json:"data"`
}

// HandleProduction answers with what is cooked for a date, for whom and where. The kitchen may.
func (k *Kitchen) HandleProduction(ctx context.Context, _ web.Caller, r dateRequest) (ProductionReply, error) {
	date, err := r.date()
	if err != nil {
		return ProductionReply{}, err
	}
	p, err := k.production(ctx, date, newest)
	return ProductionReply{p}, err
}

// HandleWrite writes a date down now instead of in a few minutes, and answers with the result. The kitchen may.
func (k *Kitchen) HandleWrite(ctx context.Context, _ web.Caller, r dateRequest) (ProductionReply, error) {
	date, err := r.date()
	if err != nil {
		return ProductionReply{}, err
	}
	now := k.Clock()
	early, err := season.Early(ctx, db.New(k.Conn), date, date)
	if err != nil {
		return ProductionReply{}, err
	}
	if early.IsOpen(date, now) {
		return ProductionReply{}, ErrStillOpen
	}
	unsettled, err := k.write(ctx, date, now)
	if err != nil {
		return ProductionReply{}, err
	}
	if unsettled != nil { // the job retries this; the run itself is written
		k.Log.ErrorContext(ctx, "withdrawn meals unsettled", "date", date.String(), "error", unsettled.Error())
	}
	p, err := k.production(ctx, date, newest)
	return ProductionReply{p}, err
}

// production reads a date as it was after run upTo; below zero, after the last one. All of it is read from one snapshot.
func (k *Kitchen) production(ctx context.Context, date clock.Date, upTo int) (Production, error) {
	p := Production{Date: date, Meals: []MealTotal{}, Exceptions: []Exception{}, Places: []Place{}}
	var l *look
	if err := db.SnapshotSteps(ctx, k.Conn, func(b *db.Batch) error {
		l = k.looks(b, date, k.Clock())
		b.Step("read the cut-off", func(ctx context.Context, q *db.Queries) error {
			early, err := season.Early(ctx, q, date, date)
			p.Cutoff = early.Cutoff(date)
			return err
		})
		return nil
	}, func(b *db.Batch) error {
		k.Menus.Brings(b, l.menus)
		return nil
	}); err != nil {
		return p, err
	}
	now := l.present()
	s, runs, err := l.read(upTo, now)
	if err != nil {
		return p, err
	}
	p.Runs = runs
	if len(runs) > 0 {
		lines, changed := s.beyond(now)
		p.Differs = len(lines) + len(changed)
		p.Reconciled, p.Mark = p.Differs == 0, runs[len(runs)-1].Mark
	} else {
		s = now.sheet
	}
	p.fill(s, now)
	return p, nil
}

// fill groups the lines of a sheet by meals, places and people.
func (p *Production) fill(s sheet, now present) {
	say, meals := s.or(now), map[[2]string]*MealTotal{}
	for _, l := range packed(s.lines, say) {
		qty, place, lunch := s.lines[l], say(l.place()), say(l.lunch())
		key := [2]string{l.Meal, l.Name}
		if meals[key] == nil {
			meals[key] = mealTotal(l.Meal, l.Name, say(l.meal()))
		}
		meals[key].Qty += qty
		if len(p.Places) == 0 || p.Places[len(p.Places)-1].ID != l.Address {
			p.Places = append(p.Places, placeOf(l.Address, place))
		}
		at := &p.Places[len(p.Places)-1]
		at.Meals += qty
		if n := len(at.People); n == 0 || at.People[n-1].Delivery != l.Delivery {
			at.People = append(at.People,
				Lunch{Delivery: l.Delivery, Person: lunch.say("person"), Avoids: words(lunch["avoids"]), Handed: now.handed[l.Delivery]})
			_, kept := s.facts[l.lunch()]
			p.faded = p.faded || !kept
		}
		who := &at.People[len(at.People)-1]
		who.Items = append(who.Items, Portion{l.Meal, l.Name, qty, now.short[[2]string{l.Delivery, l.Meal}]})
		for _, avoided := range who.Avoids {
			if presence := meals[key].presence(avoided); presence != "" {
				p.Exceptions = append(p.Exceptions, Exception{l.Delivery, who.Person, at.Company, l.Meal, l.Name, qty, avoided, presence})
			}
		}
	}
	severity := []string{string(menu.Contains), string(menu.MayContain), string(menu.NoData)}
	slices.SortStableFunc(p.Exceptions, func(a, b Exception) int {
		return slices.Index(severity, a.Presence) - slices.Index(severity, b.Presence)
	})
	p.Totals = s.totals()
	for _, m := range meals {
		p.Meals = append(p.Meals, *m)
	}
	slices.SortFunc(p.Meals, func(a, b MealTotal) int {
		return cmp.Or(cmp.Compare(b.Qty, a.Qty), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Meal, b.Meal))
	})
}

// placeOf makes a place without lunches.
func placeOf(id string, says facts) Place {
	return Place{ID: id, Company: says.say("company"), Label: says.say("label"), Line: says.say("line"), Area: says.say("area"),
		From: says.say("from"), Until: says.say("until")}
}

// mealTotal makes the total of a meal without portions.
func mealTotal(id, name string, says facts) *MealTotal {
	m := &MealTotal{Meal: id, Name: name, NameAr: says.say("name_ar"), Contains: words(says["contains"]),
		MayContain: words(says["may_contain"]), NoData: words(says["no_data"])}
	m.Unknown = m.allergensUnknown()
	return m
}

// words replaces nil by an empty list, so that the API never sends null.
func words(some []string) []string {
	if some == nil {
		return []string{}
	}
	return some
}

// presence returns how an allergen is in a meal. One that the menu does not name counts as no data.
func (m *MealTotal) presence(allergen string) string {
	switch {
	case slices.Contains(m.Contains, allergen):
		return string(menu.Contains)
	case slices.Contains(m.MayContain, allergen):
		return string(menu.MayContain)
	}
	return string(menu.NoData)
}

// Days is the kitchen's calendar.
type Days struct {
	Data []operator.CookingDay `json:"data"`
}

// daysBack and daysOn bound the kitchen's calendar.
const daysBack, daysOn = 14, 35

// HandleDays lists the dates of the last two weeks and the next five that have lunches. The kitchen may.
func (k *Kitchen) HandleDays(ctx context.Context, _ web.Caller, _ struct{}) (Days, error) {
	today := clock.DateOf(k.Clock())
	days, err := operator.CookingDays(ctx, db.New(k.Conn), today-daysBack, today+daysOn)
	return Days{days}, err
}
