package mail

import (
	"slices"

	"sahn/server/platform/clock"
	"sahn/server/platform/money"
)

var changedLetter = letterNamed("changed")

// Changed is the mail about a change of an order: what each changed day brings now, and the money that moved for it. At most one of Paid
// and the refund is above zero. Cancelled says that no day is left; TooLate that nothing changed, because the payment arrived after the
// cut-off. VATRate is in the prices: "5%", or "5% and 10%".
type Changed struct {
	Name, Number, Span string
	Days               []ChangedDay
	Paid               money.Fils
	ToWallet, ToCard   money.Fils
	Cancelled, TooLate bool
	VATRate            string
	Document           Document // about this change
}

// ChangedDay is a day whose content changed; one without items was cancelled.
type ChangedDay struct {
	Date  clock.Date
	Items []Item
}

// Priced reports that the mail shows the current price of a meal.
func (c Changed) Priced() bool {
	return !c.TooLate && slices.ContainsFunc(c.Days, func(d ChangedDay) bool { return len(d.Items) > 0 })
}

// Changed writes the mail about a change of an order.
func (s *Sender) Changed(id string, to To, c Changed) (Message, error) {
	return s.write(changedLetter, id, to, struct {
		Changed
		Button button
	}{c, button{"See my order", s.link("dashboard", "history")}})
}
