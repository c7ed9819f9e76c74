package mail

import (
	"time"

	"sahn/server/platform/clock"
)

var correctedLetter = letterNamed("corrected")

// Corrected is the mail about an ordered meal that has more of what its eater avoids than they were told: what it contains and may contain,
// and until when another can be chosen free of charge. TooLate says that it can only be left out.
type Corrected struct {
	Name, Number, Order  string
	Date                 clock.Date
	Meal                 string
	Qty                  int
	Contains, MayContain []string
	Until                time.Time
	TooLate              bool
	Document             Document // about the order
}

// Corrected writes the mail to a person whose ordered meal was corrected.
func (s *Sender) Corrected(id string, to To, c Corrected) (Message, error) {
	c.Until = c.Until.Add(-time.Minute) // as the app shows it: the last minute of a day, not the first of the next
	way := button{"Leave it out", s.link("dashboard", "history")}
	if !c.TooLate {
		way = button{"Choose another meal", s.link("editorder", c.Order) + "?day=" + c.Date.String()}
	}
	return s.write(correctedLetter, id, to, struct {
		Corrected
		Button button
	}{c, way})
}
