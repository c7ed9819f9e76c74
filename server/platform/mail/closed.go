package mail

import (
	"cmp"
	"time"

	"sahn/server/platform/clock"
)

var closedLetter = letterNamed("closed")

// DayClosed is the mail about a day of an order that was closed: until when it can be moved or cancelled, and that it is paid back else.
// TooLate says that it is paid back already. Opened says that lunch is delivered on it after all.
type DayClosed struct {
	Name, Number, Order string
	Date                clock.Date
	Holiday, HolidayAr  string // why it is closed; the Arabic one may be empty
	Until               time.Time
	TooLate, Opened     bool
}

// DayClosed writes the mail to a person who has lunch on a day that was closed or opened again.
func (s *Sender) DayClosed(id string, to To, c DayClosed) (Message, error) {
	c.Until = c.Until.Add(-time.Minute) // as the app shows it: the last minute of a day, not the first of the next
	if to.Language == "ar" {
		c.Holiday = cmp.Or(c.HolidayAr, c.Holiday)
	}
	way := button{"See my order", s.link("dashboard", "history")}
	if !c.TooLate && !c.Opened {
		way = button{"Move or cancel", s.link("dashboard")}
	}
	return s.write(closedLetter, id, to, struct {
		DayClosed
		Button button
	}{c, way})
}
