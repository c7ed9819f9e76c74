package mail

import "fmt"

var codeLetter = letterNamed("code")

// Code is a one-time code. For is its purpose: "sign-in", "reset" or "register".
type Code struct {
	Code, For string
	Minutes   int // for which it is still valid
}

// Within says how long the code is still valid.
func (c Code) Within() string {
	if c.Minutes == 1 {
		return "1 minute"
	}
	return fmt.Sprintf("%d minutes", c.Minutes)
}

// Code writes the mail with a one-time code. The subject leaves the code out, because a locked phone shows subjects. There is no link in
// it, so a mail with a code and a link is recognizable as a fake.
func (s *Sender) Code(id string, to To, c Code) (Message, error) {
	return codeLetter.write(s, id, to, c)
}
