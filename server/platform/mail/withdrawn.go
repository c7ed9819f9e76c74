package mail

import (
	"time"

	"sahn/server/platform/clock"
)

var withdrawnLetter = letterNamed("withdrawn")

// Withdrawn is the mail about a meal that the kitchen cannot cook: until when another one can be chosen free of charge, and what is
// delivered instead, or refunded, without a choice. TooLate says that the kitchen has chosen already.
type Withdrawn struct {
	Name, Number, Order string
	Date                clock.Date
	Meal                string
	Qty                 int
	Instead             string // empty when the meal is refunded
	Until               time.Time
	TooLate             bool
	Document            Document // about the order
}

// Withdrawn writes the mail to a person whose ordered meal was withdrawn.
func (s *Sender) Withdrawn(id string, to To, w Withdrawn) (Message, error) {
	w.Until = w.Until.Add(-time.Minute) // as the app shows it: the last minute of a day, not the first of the next
	way := button{"See my order", s.link("dashboard", "history")}
	if !w.TooLate {
		way = button{"Choose another meal", s.link("editorder", w.Order) + "?day=" + w.Date.String()}
	}
	return s.write(withdrawnLetter, id, to, struct {
		Withdrawn
		Button button
	}{w, way})
}
