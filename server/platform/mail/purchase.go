package mail

import (
	"time"

	"sahn/server/platform/money"
)

var (
	purchaseLetter = letterNamed("purchase")
	reportedLetter = letterNamed("reported")
	decidedLetter  = letterNamed("decided")
)

// Purchase is what mails say of a sale at a counter: no dishes. Total is what was paid in all; Owed is the part that nothing paid then.
// Token makes the link by which the buyer reports it; Reason and Reversed are the decision about that report.
type Purchase struct {
	Name, Company, Till, Place, Receipt, Sale, Token string
	At                                               time.Time
	Total, VAT, CompanyShare, Wallet                 money.Fils
	Cash, Card, Owed                                 money.Fils
	VATRate                                          string // "5%"
	Reason                                           string
	Reversed                                         bool
	Document                                         Document // of the sale or, when it was taken back, about that
}

// Yours is the buyer's own part.
func (p Purchase) Yours() money.Fils { return p.Total - p.CompanyShare }

// Purchase writes the mail to the buyer, at once after the purchase was booked.
func (s *Sender) Purchase(id string, to To, p Purchase) (Message, error) {
	return s.write(purchaseLetter, id, to, struct {
		Purchase
		Button button
		Mine   string
	}{p, button{"This was not me", s.link("not-me") + "#" + p.Token}, s.purchases(p)})
}

// PurchaseReported writes the mail to an admin of the buyer's company. Name is the admin's; the buyer's is not said.
func (s *Sender) PurchaseReported(id string, to To, p Purchase) (Message, error) {
	return s.write(reportedLetter, id, to, struct {
		Purchase
		Button button
	}{p, button{"See your counters", s.link("dashboard", "company-counters")}})
}

// PurchaseDecided writes the mail to the buyer about the end of their report.
func (s *Sender) PurchaseDecided(id string, to To, p Purchase) (Message, error) {
	return s.write(decidedLetter, id, to, struct {
		Purchase
		Button button
	}{p, button{"See the purchase", s.purchases(p)}})
}

func (s *Sender) purchases(p Purchase) string {
	return s.link("dashboard", "history") + "?sale=" + p.Sale
}
