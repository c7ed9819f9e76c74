package mail

import (
	"sahn/server/platform/clock"
	"sahn/server/platform/money"
)

var invoiceLetter = letterNamed("invoice")

// Invoice is the mail about a company's invoice: that it was issued, that it has been due for Late days, that it is due again because its
// payment was reversed, or that the credit note with the number Note took back Credited of it. SetOff says that nothing was left to pay,
// because earlier overpayments covered it.
type Invoice struct {
	Name, ID, Number string
	Month, DueOn     clock.Date
	Due              money.Fils
	Late             int
	SetOff, Returned bool
	Note             string
	Credited         money.Fils
}

// Span is the month in words.
func (i Invoice) Span() string { return i.Month.Time().Format("January 2006") }

// Invoice writes the mail.
func (s *Sender) Invoice(id string, to To, i Invoice) (Message, error) {
	return s.write(invoiceLetter, id, to, struct {
		Invoice
		Button button
	}{i, button{"See the invoice", s.link("dashboard", "company-invoices", i.ID, "details")}})
}
