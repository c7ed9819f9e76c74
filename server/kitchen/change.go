package kitchen

import (
	"cmp"
	"maps"
	"slices"
)

// ChangedLine is how many portions of a meal a person gets at a place, before a change and after it.
type ChangedLine struct {
	Delivery string `json:"delivery"`
	Person   string `json:"person"`
	Place    string `json:"place"` // the address' id
	Company  string `json:"company"`
	Label    string `json:"label"`
	Line     string `json:"line"`
	Area     string `json:"area"`
	Meal     string `json:"meal"`
	Name     string `json:"name"`
	Before   int    `json:"before"`
	After    int    `json:"after"`
}

// ChangedText is a field of a meal, a place or a person's lunch that papers say otherwise: its words before a change and after it. What a
// person avoids is left out once they no longer want it printed.
type ChangedText struct {
	Kind    string `json:"kind"` // meal, place or lunch
	ID      string `json:"id"`
	Name    string `json:"name"`    // the meal's, the place's or the person's
	Company string `json:"company"` // empty for a meal
	Field   string `json:"field"`   // contains, may_contain, no_data, name_ar; company, label, line, area, from, until; person, avoids
	Before  string `json:"before"`
	After   string `json:"after"`
}

// change adds to r what one more run changes in a sheet, and applies the run to the sheet. Where papers say something otherwise of a meal
// or a place, it touches every lunch with that meal or at that place.
func (r *Run) change(s sheet, lines map[line]int, changed map[subject]facts, now present) {
	before := map[subject]facts{}
	for about := range changed {
		if f, known := s.facts[about]; known {
			before[about] = f
		}
	}
	s.add(lines, changed)
	say, touched, sums := s.or(now), maps.Clone(lines), map[Change]int{}
	for _, l := range packed(lines, say) {
		place := say(l.place())
		r.Lines = append(r.Lines,
			ChangedLine{Delivery: l.Delivery, Person: say(l.lunch()).say("person"), Place: l.Address, Company: place.say("company"),
				Label: place.say("label"), Line: place.say("line"), Area: place.say("area"), Meal: l.Meal, Name: l.Name, Before: s.lines[l] - lines[l],
				After: s.lines[l]})
		sums[Change{Meal: l.Meal, Name: l.Name}] += lines[l]
		r.Added, r.Taken = r.Added+max(0, lines[l]), r.Taken+max(0, -lines[l])
	}
	for c, qty := range sums {
		if qty != 0 {
			r.Changes = append(r.Changes, Change{c.Meal, c.Name, qty})
		}
	}
	slices.SortFunc(r.Changes, func(a, b Change) int { return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Meal, b.Meal)) })

	of := map[subject]line{} // the first line that is about it
	for l := range s.lines {
		for _, about := range l.about() {
			if _, otherwise := before[about]; !otherwise {
				continue
			}
			touched[l] = 0
			if first, ok := of[about]; !ok || l.compare(first) < 0 {
				of[about] = l
			}
		}
	}
	for _, about := range slices.SortedFunc(maps.Keys(of), subject.compare) {
		r.Texts = append(r.Texts, changedTexts(about, of[about], before[about], say)...)
	}
	r.count(s, lines, packed(touched, say), say)
}

// changedTexts are the fields of a subject whose words differ from before; of is a line that is about it.
func changedTexts(about subject, of line, before facts, say func(subject) facts) (texts []ChangedText) {
	after, place := say(about), say(of.place())
	text := ChangedText{Kind: about.Kind, ID: about.ID, Name: of.Name}
	switch about.Kind {
	case "place":
		text.Name, text.Company = place.say("label"), place.say("company")
	case "lunch":
		text.Name, text.Company = after.say("person"), place.say("company")
	}
	for _, text.Field = range fields[about.Kind] {
		text.Before, text.After = before.say(text.Field), after.say(text.Field)
		if text.Before != text.After {
			texts = append(texts, text)
		}
	}
	if len(texts) == 0 { // what was avoided is redacted
		text.Field, text.Before, text.After = "avoids", "", after.say("avoids")
		texts = append(texts, text)
	}
	return texts
}

// changedPlace is a place with at least one lunch that a change touches: its meals after the change, and how many there were before.
type changedPlace struct {
	Place
	before int
}

// count sums up what is packed and labelled anew, and what each place with a touched lunch gets.
func (r *Run) count(s sheet, lines map[line]int, touched []line, say func(subject) facts) {
	r.touched = map[string]bool{}
	at := map[string]int{}
	for _, l := range touched {
		r.touched[l.Delivery] = true
		if _, known := at[l.Address]; !known {
			at[l.Address] = len(r.places)
			r.places = append(r.places, changedPlace{Place: placeOf(l.Address, say(l.place()))})
		}
	}
	for l, qty := range s.lines {
		if i, ok := at[l.Address]; ok {
			r.places[i].Meals, r.places[i].before = r.places[i].Meals+qty, r.places[i].before+qty
		}
		if r.touched[l.Delivery] {
			r.Anew.Meals += qty
		}
	}
	for l, qty := range lines {
		r.places[at[l.Address]].before -= qty
	}
	r.Anew.People, r.Anew.Places = len(r.touched), len(r.places)
}

// change is a date reduced to what its last run touched. A person's lunch is touched as a whole, because its labels count its portions.
func (p Production) change() Production {
	p.only = &p.Runs[len(p.Runs)-1]
	places := p.Places
	p.Places = nil
	for _, place := range places {
		place.People = slices.DeleteFunc(slices.Clone(place.People), func(l Lunch) bool { return !p.only.touched[l.Delivery] })
		if len(place.People) > 0 {
			p.Places = append(p.Places, place)
		}
	}
	p.Exceptions = slices.DeleteFunc(slices.Clone(p.Exceptions), func(e Exception) bool { return !p.only.touched[e.Delivery] })
	return p
}

// portions is how many labels there are.
func (p Production) portions() int {
	if p.only != nil {
		return p.only.Anew.Meals
	}
	return p.Totals.Meals
}
