package mail

import "sahn/server/platform/clock"

var hoursLetter = letterNamed("hours")

// Hours is the mail about ordered lunches that come at other times since a season was set, moved or removed, with their days in order.
type Hours struct {
	Name string
	Days []HoursDay
}

// HoursDay is when lunch comes on a date by now: "18:00–18:30".
type HoursDay struct {
	Date   clock.Date
	Window string
}

// Hours writes the mail to a person whose lunches come at other times.
func (s *Sender) Hours(id string, to To, h Hours) (Message, error) {
	return s.write(hoursLetter, id, to, struct {
		Hours
		Button button
	}{h, button{"See my orders", s.link("dashboard", "history")}})
}
