package kitchen

import (
	"cmp"
	"crypto/sha256"
	"encoding/base32"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"sahn/server/platform/clock"
)

// Totals are the control totals that every printout of a date carries.
type Totals struct {
	Meals  int `json:"meals"`  // portions
	People int `json:"people"` // lunches, one for each person
	Places int `json:"places"`
}

// letters are distinct when read aloud in a noisy kitchen: no I, L, O, U.
var letters = base32.NewEncoding("0123456789ABCDEFGHJKMNPQRSTVWXYZ").WithPadding(base32.NoPadding)

// mark is the checksum, in six letters, of everything that a date's papers say.
func (s sheet) mark(date clock.Date) (string, error) {
	sum := sha256.New()
	fmt.Fprintln(sum, date)
	mentioned := map[subject]bool{} // facts of lunches that are no longer cooked are on no paper
	for _, l := range slices.SortedFunc(maps.Keys(s.lines), line.compare) {
		fmt.Fprintf(sum, "%q %q %q %q %d\n", l.Delivery, l.Address, l.Meal, l.Name, s.lines[l])
		for _, about := range l.about() {
			mentioned[about] = true
		}
	}
	for _, about := range slices.SortedFunc(maps.Keys(mentioned), subject.compare) {
		says, err := json.Marshal(s.facts[about])
		if err != nil {
			return "", err
		}
		fmt.Fprintf(sum, "%s %q %s\n", about.Kind, about.ID, says)
	}
	name := letters.EncodeToString(sum.Sum(nil))
	return name[:3] + "-" + name[3:6], nil
}

func (l line) compare(o line) int {
	return cmp.Or(cmp.Compare(l.Delivery, o.Delivery), cmp.Compare(l.Address, o.Address), cmp.Compare(l.Meal, o.Meal),
		cmp.Compare(l.Name, o.Name))
}

func (a subject) compare(o subject) int {
	return cmp.Or(cmp.Compare(a.Kind, o.Kind), cmp.Compare(a.ID, o.ID))
}
