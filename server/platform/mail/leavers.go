package mail

import (
	"sahn/server/platform/clock"
	"sahn/server/platform/money"
)

var leaversLetter = letterNamed("leavers")

// Leavers is the mail to a company's admin about lunches that were cancelled because their people left.
type Leavers struct {
	Name, Company string
	People        []Leaver
}

// Leaver is somebody whose days were cancelled; Share is what the company would have paid of them. Who was erased has no name.
type Leaver struct {
	Name, Email string
	Days        []clock.Date
	Share       money.Fils
}

// Leavers writes the letter.
func (s *Sender) Leavers(id string, to To, l Leavers) (Message, error) {
	return s.write(leaversLetter, id, to, struct {
		Leavers
		Button button
	}{l, button{"See your team", s.link("dashboard", "company-users")}})
}
