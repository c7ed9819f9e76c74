package mail

import (
	"slices"

	"sahn/server/platform/clock"
	"sahn/server/platform/money"
)

var changedLetter = letterNamed("changed")

// Changed is what a letter says about a change of an order: what each changed day brings now, and the money that moved for it.
// At most one of Paid and what came back is more than nothing. Cancelled tells that no day is left; TooLate that nothing changed,
// because the money came when a lunch could not be changed any more.
type Changed struct {
	Name, Number, Span string
	Days               []ChangedDay
	Paid               money.Fils
	ToWallet, ToCard   money.Fils
	Cancelled, TooLate bool
}

// ChangedDay is a day that brings something else than before; one without items was cancelled.
type ChangedDay struct {
	Date  clock.Date
	Items []Item
}

// Priced tells that the letter names what a meal costs now.
func (c Changed) Priced() bool {
	return !c.TooLate && slices.ContainsFunc(c.Days, func(d ChangedDay) bool { return len(d.Items) > 0 })
}

// Changed writes the letter that tells what a change of an order did.
func (s *Sender) Changed(id, to string, c Changed) (Message, error) {
	return s.write(changedLetter, id, to, struct {
		Changed
		Button button
	}{c, button{"See my order", s.link("dashboard", "history")}})
}
