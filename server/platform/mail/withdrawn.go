package mail

import (
	"time"

	"sahn/server/platform/clock"
)

var withdrawnLetter = letterNamed("withdrawn")

// Withdrawn is what a letter says about a meal that the kitchen cannot cook: until when another one can be chosen free of charge, and
// what comes, or goes back, if nobody does. TooLate tells that the kitchen has chosen already.
type Withdrawn struct {
	Name, Number, Order string
	Date                clock.Date
	Meal                string
	Qty                 int
	Instead             string // empty when the meal is paid back
	Until               time.Time
	TooLate             bool
}

// Withdrawn writes the letter that tells who ordered a meal that it was withdrawn.
func (s *Sender) Withdrawn(id, to string, w Withdrawn) (Message, error) {
	w.Until = w.Until.Add(-time.Minute) // as the app says it: the last minute of a day, not the first of the next
	way := button{"See my order", s.link("dashboard", "history")}
	if !w.TooLate {
		way = button{"Choose another meal", s.link("editorder", w.Order) + "?day=" + w.Date.String()}
	}
	return s.write(withdrawnLetter, id, to, struct {
		Withdrawn
		Button button
	}{w, way})
}
