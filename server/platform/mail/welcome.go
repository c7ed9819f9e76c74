package mail

import "time"

var (
	invitationLetter = letterNamed("invitation")
	approvalLetter   = letterNamed("approval")
	passwordLetter   = letterNamed("password")
	triedLetter      = letterNamed("tried")
	factorLetter     = letterNamed("factor")
	elsewhereLetter  = letterNamed("elsewhere")
	passkeyLetter    = letterNamed("passkey")
)

// button is the one action in a mail.
type button struct{ Words, Link string }

// Invitation asks a person whom an admin added to choose a password. Name may be empty.
type Invitation struct{ Name, Company string }

// Invitation writes the mail.
func (s *Sender) Invitation(id string, to To, i Invitation) (Message, error) {
	return s.write(invitationLetter, id, to, struct {
		Invitation
		Button button
	}{i, button{"Choose a password", s.link("password-reset") + "?invited"}})
}

// Approval tells an admin that the company was approved, or an employee that the admin approved them.
type Approval struct {
	Name, Company, CompanyID string
	Admin                    bool
}

// Approval writes the mail.
func (s *Sender) Approval(id string, to To, a Approval) (Message, error) {
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

// Password tells a person that the password of their account has changed. First: the account had none before.
type Password struct {
	Name  string
	At    time.Time
	First bool
}

// Password writes the mail about a password that was set or changed. Its button lets a person who did not do it choose a new password.
func (s *Sender) Password(id string, to To, p Password) (Message, error) {
	return s.write(passwordLetter, id, to, struct {
		Password
		Button button
	}{p, button{"Choose a new password", s.link("password-reset")}})
}

// Tried tells a person that somebody tries to sign in with their address. Token makes the browser that opens the link their own for it.
type Tried struct {
	Name     string
	At       time.Time
	Token    string
	Operator bool // whose sign-in page is another one
}

// Tried writes the mail about attempts of strangers. Its button lets the person in past them.
func (s *Sender) Tried(id string, to To, t Tried) (Message, error) {
	page := []string{"login"}
	if t.Operator {
		page = []string{"kitchen", "login"}
	}
	return s.write(triedLetter, id, to, struct {
		Tried
		Button button
		Reset  string
	}{t, button{"Let me sign in", s.link(page...) + "#mine=" + t.Token}, s.link("password-reset")})
}

// Factor tells an operator what became of their second step: set, reset, or proved by a code on paper (set, reset, paper), or that
// wrong PINs ended a session (pin).
type Factor struct {
	Name string
	At   time.Time
	What string
}

// Factor writes the mail about an operator's second step.
func (s *Sender) Factor(id string, to To, f Factor) (Message, error) {
	return s.write(factorLetter, id, to, struct {
		Factor
		Button button
	}{f, button{"Open the kitchen", s.link("kitchen", "second-step")}})
}

// Elsewhere tells a person of a sign-in in a browser in which they were not known. Device is like "Chrome on Android", or empty.
type Elsewhere struct {
	Name     string
	At       time.Time
	Device   string
	Operator bool // whose second step is not reset with the password
}

// Elsewhere writes the mail about a sign-in in a new browser. Its button lets a person who did not do it choose a new password, which ends
// every session.
func (s *Sender) Elsewhere(id string, to To, e Elsewhere) (Message, error) {
	return s.write(elsewhereLetter, id, to, struct {
		Elsewhere
		Button button
	}{e, button{"It was not me: choose a new password", s.link("password-reset")}})
}

// Passkey tells a person what became of one of their passkeys, which they call Key: it was added, removed, or stopped because a copy of it
// was seen (added, removed, stopped). Operator: it stands beside the app of the kitchen.
type Passkey struct {
	Name     string
	At       time.Time
	What     string
	Key      string
	Operator bool
}

// Passkey writes the mail about a passkey. Its button leads to where they are listed.
func (s *Sender) Passkey(id string, to To, k Passkey) (Message, error) {
	page := []string{"dashboard", "profile"}
	if k.Operator {
		page = []string{"kitchen", "second-step"}
	}
	return s.write(passkeyLetter, id, to, struct {
		Passkey
		Button button
	}{k, button{"See my passkeys", s.link(page...)}})
}
