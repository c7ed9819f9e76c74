package mail

import (
	"sahn/server/platform/clock"
	"sahn/server/platform/money"
)

var undoneLetter = letterNamed("undone")

// TransferUndone is the mail to an admin of a company about a bank transfer that was recorded by mistake and taken back: what it had paid
// is due again. Amount is the whole transfer.
type TransferUndone struct {
	Name, Reference string
	Amount          money.Fils
	Invoices        []DueAgain
}

// DueAgain is an invoice, and what is due on it.
type DueAgain struct {
	Number string
	DueOn  clock.Date
	Due    money.Fils
}

// TransferUndone writes the mail.
func (s *Sender) TransferUndone(id string, to To, u TransferUndone) (Message, error) {
	return s.write(undoneLetter, id, to, struct {
		TransferUndone
		Button button
	}{u, button{"See the invoices", s.link("dashboard", "company-invoices")}})
}
