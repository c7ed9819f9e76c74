package mail

import "sahn/server/platform/clock"

var domainLetter = letterNamed("domain")

// Domain is the mail to a company's admin about a domain of its sign-on whose DNS record is gone. Until is when it stops counting; Lost: it
// has stopped.
type Domain struct {
	Name, Company, Host, Record, Value string
	Until                              clock.Date
	Lost                               bool
}

// Domain writes the letter.
func (s *Sender) Domain(id string, to To, d Domain) (Message, error) {
	return s.write(domainLetter, id, to, struct {
		Domain
		Button button
	}{d, button{"See your company", s.link("dashboard", "company-profile")}})
}
