package mail

import "sahn/server/platform/money"

var (
	creditLetter = letterNamed("credit")
	refundLetter = letterNamed("refund")
)

// Credit tells a person that money was put into their wallet, and why.
type Credit struct {
	Name, Reason string
	Amount       money.Fils
}

// Credit writes the mail.
func (s *Sender) Credit(id string, to To, c Credit) (Message, error) {
	return s.credited(creditLetter, id, to, c)
}

// Refund writes the mail about money that is in the wallet because it could not go back to a card.
func (s *Sender) Refund(id string, to To, c Credit) (Message, error) {
	return s.credited(refundLetter, id, to, c)
}

func (s *Sender) credited(l letter, id string, to To, c Credit) (Message, error) {
	return s.write(l, id, to, struct {
		Credit
		Button button
	}{c, button{"See my wallet", s.link("dashboard", "walletTransactions")}})
}
