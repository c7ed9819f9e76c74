package mail

import "fmt"

var codeLetter = letterNamed("code")

// Code is a one-time code. For is its purpose: "sign-in", "reset" or "register".
type Code struct {
	Code, For string
	Minutes   int // that it still works
}

// Within says how long it still works.
func (c Code) Within() string {
	if c.Minutes == 1 {
		return "1 minute"
	}
	return fmt.Sprintf("%d minutes", c.Minutes)
}

// Code writes the letter with a one-time code. The subject leaves the code out: a locked phone shows subjects. There is no
// link in it, so that one with links is not ours.
func (s *Sender) Code(id, to string, c Code) (Message, error) {
	return codeLetter.write(s, english, id, to, c)
}
