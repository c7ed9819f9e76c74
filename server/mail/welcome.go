package mail

var (
	invitationLetter = letterNamed("invitation")
	approvalLetter   = letterNamed("approval")
)

// button is the one thing to do in a letter.
type button struct{ Words, Link string }

// Invitation asks somebody whom an admin added to choose a password. Name may be empty. (D2)
type Invitation struct{ Name, Company string }

// Invitation writes the letter.
func (s *Sender) Invitation(id, to string, i Invitation) (Message, error) {
	return s.write(invitationLetter, id, to, struct {
		Invitation
		Button button
	}{i, button{"Choose a password", s.link("password-reset") + "?invited"}})
}

// Approval tells an admin that the company was approved, or an employee that the admin approved them. (D2, D3)
type Approval struct {
	Name, Company, CompanyID string
	Admin                    bool
}

// Approval writes the letter.
func (s *Sender) Approval(id, to string, a Approval) (Message, error) {
	team := ""
	if a.Admin {
		team = s.link("company", a.CompanyID, "register")
	}
	return s.write(approvalLetter, id, to, struct {
		Approval
		Team   string
		Button button
	}{a, team, button{"Sign in", s.link("company", a.CompanyID, "login")}})
}
