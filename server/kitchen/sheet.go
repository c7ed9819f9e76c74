package kitchen

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"sahn/server/menu"
	"sahn/server/menu/published"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
)

// line is one meal for one person at one place.
type line struct{ Delivery, Address, Meal, Name string }

// subject is what facts are about: a meal, a place or one person's lunch, by its id.
type subject struct{ Kind, ID string }

func (l line) meal() subject     { return subject{"meal", l.Meal} }
func (l line) place() subject    { return subject{"place", l.Address} }
func (l line) lunch() subject    { return subject{"lunch", l.Delivery} }
func (l line) about() [3]subject { return [...]subject{l.meal(), l.place(), l.lunch()} }

// facts are what papers say of a subject, words by field. A field without words is left out, so that the same facts are the same bytes.
type facts map[string][]string

// fields are the fields of each kind, in the order in which a change lists them.
var fields = map[string][]string{
	"meal":  {"contains", "may_contain", "no_data", "name_ar"},
	"place": {"company", "label", "line", "area", "from", "until"},
	"lunch": {"person", "avoids"},
}

func (f facts) set(field string, words ...string) {
	if words = slices.DeleteFunc(words, func(w string) bool { return w == "" }); len(words) > 0 {
		f[field] = words
	}
}

func (f facts) say(field string) string { return strings.Join(f[field], ", ") }

func (f facts) same(other facts) bool {
	return maps.EqualFunc(f, other, func(a, b []string) bool { return slices.Equal(a, b) })
}

// sheet is everything that a date's papers say: how many portions of what for whom, never zero, and the facts printed beside them.
type sheet struct {
	lines map[line]int
	facts map[subject]facts
}

func newSheet() sheet { return sheet{map[line]int{}, map[subject]facts{}} }

// add applies what one more run says.
func (s sheet) add(lines map[line]int, changed map[subject]facts) {
	for l, qty := range lines {
		if s.lines[l] += qty; s.lines[l] == 0 {
			delete(s.lines, l)
		}
	}
	maps.Copy(s.facts, changed)
}

func (s sheet) totals() (t Totals) {
	people, places := map[string]bool{}, map[string]bool{}
	for l, qty := range s.lines {
		t.Meals += qty
		people[l.Delivery], places[l.Address] = true, true
	}
	t.People, t.Places = len(people), len(places)
	return t
}

// or returns the facts of a subject as the sheet has them. Where the sheet has none, because the subject is new or its facts were deleted,
// it returns those of now.
func (s sheet) or(now present) func(subject) facts {
	return func(about subject) facts {
		if f, ok := s.facts[about]; ok {
			return f
		}
		return now.facts[about]
	}
}

// packed is these lines in the order in which they are packed and driven.
func packed(lines map[line]int, say func(subject) facts) []line {
	keys := make(map[line]string, len(lines))
	for l := range lines {
		place := say(l.place())
		keys[l] = strings.Join([]string{place.say("from"), place.say("until"), place.say("area"), place.say("company"), l.Address,
			say(l.lunch()).say("person"), l.Delivery, l.Name, l.Meal}, "\x00")
	}
	return slices.SortedFunc(maps.Keys(lines), func(a, b line) int { return strings.Compare(keys[a], keys[b]) })
}

// present is a date at this moment: what orders hold, what papers would say of it, and what became of it so far. Its facts also cover
// lines that were written down and are no longer held.
type present struct {
	sheet
	handed map[string]bool   // by delivery
	short  map[[2]string]int // by delivery and meal
	over   bool              // the date has passed, so nothing of it is printed any more
}

// look is what a batch reads of a date.
type look struct {
	date  clock.Date
	over  bool
	menus *published.Held
	held  []db.RunPresentRow
	runs  []db.Run
	lines []db.RunLinesOfRow
	facts []db.RunFactsOfRow
}

// looks adds to a batch that all is read of a date as it is at a moment. It is filled when the batch has run; a menu that is missing then
// is brought by the next one.
func (k *Kitchen) looks(b *db.Batch, date clock.Date, at time.Time) *look {
	l := &look{date: date, over: date < clock.DateOf(at), menus: k.Menus.Reads(b, []clock.Date{date.Monday()})}
	b.Step("read what is ordered", func(ctx context.Context, q *db.Queries) (err error) {
		l.held, err = q.RunPresent(ctx, l.over, date)
		return err
	})
	b.Step("read runs", func(ctx context.Context, q *db.Queries) (err error) {
		l.runs, err = q.RunsOf(ctx, date)
		return err
	})
	b.Step("read runs' lines", func(ctx context.Context, q *db.Queries) (err error) {
		l.lines, err = q.RunLinesOf(ctx, date)
		return err
	})
	b.Step("read runs' facts", func(ctx context.Context, q *db.Queries) (err error) {
		l.facts, err = q.RunFactsOf(ctx, date)
		return err
	})
	return l
}

func (l *look) present() present {
	now := present{newSheet(), map[string]bool{}, map[[2]string]int{}, l.over}
	for _, r := range l.held {
		now.put(r)
	}
	if offered := l.menus.Weeks[l.date.Monday()]; offered != nil {
		now.describe(offered)
	}
	return now
}

func (p present) put(r db.RunPresentRow) {
	l := line{r.DeliveryID, r.AddressID, r.Meal, r.Name}
	if r.Qty > 0 {
		p.lines[l] = r.Qty
	}
	if r.Handed {
		p.handed[l.Delivery] = true
	}
	if r.Short > 0 {
		p.short[[2]string{l.Delivery, l.Meal}] = r.Short
	}
	place, lunch := facts{}, facts{}
	place.set("company", r.Company)
	place.set("label", r.Label)
	place.set("line", r.Line)
	place.set("area", r.Area)
	place.set("from", r.FromTime)
	place.set("until", r.UntilTime)
	lunch.set("person", r.Person)
	lunch.set("avoids", slices.Sorted(slices.Values(r.Avoids))...)
	p.facts[l.place()], p.facts[l.lunch()] = place, lunch
}

// describe adds the facts of a menu's meals: the Arabic name and the allergens.
func (p present) describe(offered *menu.Week) {
	for _, m := range offered.Meals {
		f := facts{}
		f.set("name_ar", m.NameAr)
		for _, allergen := range slices.Sorted(maps.Keys(m.Allergens)) {
			field := string(m.Allergens[allergen])
			f[field] = append(f[field], allergen)
		}
		p.facts[subject{"meal", m.ID}] = f
	}
}

// beyond is the difference between orders and a sheet: the portions that orders hold more, below zero those that they no longer hold, and
// the facts that papers would now say otherwise. Facts of a lunch that was handed over are left out, because no one reads them any more; a
// meal that the menu no longer names keeps its facts.
func (s sheet) beyond(now present) (lines map[line]int, changed map[subject]facts) {
	lines, changed = map[line]int{}, map[subject]facts{}
	for l, qty := range now.lines {
		if more := qty - s.lines[l]; more != 0 {
			lines[l] = more
		}
	}
	for l, qty := range s.lines {
		if now.lines[l] == 0 {
			lines[l] = -qty
		}
	}
	for l := range now.lines {
		if lines[l] == 0 && (now.over || now.handed[l.Delivery]) {
			continue
		}
		for _, about := range l.about() {
			written, known := s.facts[about]
			says, named := now.facts[about]
			switch {
			case now.over && (known || about.Kind != "meal"): // the names and places are deleted by then
			case !known && !named:
				changed[about] = facts{}
			case named && !(known && written.same(says)):
				changed[about] = says
			}
		}
	}
	return lines, changed
}

// redact removes from a sheet what a person avoids once they no longer want it printed, and returns the lunches it applies to: also those
// that were handed over or cancelled, for which no change is reported.
func (s sheet) redact(now present) (lunches []string) {
	for about, says := range s.facts {
		if about.Kind == "lunch" && len(says["avoids"]) > 0 && len(now.facts[about]["avoids"]) == 0 {
			delete(says, "avoids")
			lunches = append(lunches, about.ID)
		}
	}
	return lunches
}

// read is a date as its runs say it, up to and including run upTo (below zero: up to the last one), and what each of them changed. Facts
// that were deleted since are taken from now.
func (l *look) read(upTo int, now present) (s sheet, runs []Run, err error) {
	s = newSheet()
	rows := l.runs
	if upTo >= 0 && upTo < len(rows) {
		rows = rows[:upTo+1]
	}
	lines, changed := make([]map[line]int, len(rows)), make([]map[subject]facts, len(rows))
	for n := range rows {
		lines[n], changed[n] = map[line]int{}, map[subject]facts{}
	}
	for _, r := range l.lines {
		if r.N < len(rows) {
			lines[r.N][line{r.DeliveryID, r.AddressID, r.Meal, r.Name}] = r.Qty
		}
	}
	for _, r := range l.facts {
		if r.N < len(rows) {
			f := facts{}
			if err := json.Unmarshal(r.Facts, &f); err != nil {
				return s, nil, fmt.Errorf("read run's facts: %w", err)
			}
			changed[r.N][subject{r.Kind, r.ID}] = f
		}
	}
	runs = make([]Run, len(rows))
	for n, r := range rows {
		runs[n] = Run{N: r.N, At: r.TakenAt.UTC(), Meals: r.Meals, People: r.People, Places: r.Places, Mark: r.Mark, Changes: []Change{},
			Lines: []ChangedLine{}, Texts: []ChangedText{}}
		if n == 0 {
			s.add(lines[n], changed[n])
		} else {
			runs[n].change(s, lines[n], changed[n], now)
		}
	}
	return s, runs, nil
}
