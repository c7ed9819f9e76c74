package mail

var correctionLetter = letterNamed("correction")

// Correction is the mail to an admin whose company an operator corrected, with why.
type Correction struct {
	Name, Company, Reason string
	Changes               []DetailChange
}

// DetailChange is one thing that was changed: what it is, and what it said before and says now. Either may be empty.
type DetailChange struct{ What, Was, Is string }

// Correction writes the letter.
func (s *Sender) Correction(id string, to To, c Correction) (Message, error) {
	return s.write(correctionLetter, id, to, struct {
		Correction
		Button button
	}{c, button{"See your company", s.link("dashboard", "company-profile")}})
}
