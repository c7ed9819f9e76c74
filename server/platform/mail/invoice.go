package mail

import (
	"sahn/server/platform/clock"
	"sahn/server/platform/money"
)

var invoiceLetter = letterNamed("invoice")

// Invoice is what a letter says about a company's invoice: that it is there, that it has been due for Late days, that it is due again
// because its payment was taken back, or that the credit note with the number Note took Credited of it back. SetOff says that nothing of
// it was to pay, since what had come too much paid it.
type Invoice struct {
	Name, ID, Number string
	Month, DueOn     clock.Date
	Due              money.Fils
	Late             int
	SetOff, Returned bool
	Note             string
	Credited         money.Fils
}

// Span is the month as people say it.
func (i Invoice) Span() string { return i.Month.Time().Format("January 2006") }

// Invoice writes the letter.
func (s *Sender) Invoice(id, to string, i Invoice) (Message, error) {
	return s.write(invoiceLetter, id, to, struct {
		Invoice
		Button button
	}{i, button{"See the invoice", s.link("dashboard", "company-invoices", i.ID, "details")}})
}
