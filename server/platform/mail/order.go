package mail

import (
	"time"

	"sahn/server/platform/clock"
	"sahn/server/platform/money"
)

var (
	confirmedLetter = letterNamed("confirmed")
	receiptLetter   = letterNamed("receipt")
	reminderLetter  = letterNamed("reminder")
)

// Order is the content of mails about a paid order. Span is its week in words, "23 – 27 Nov"; CardName is the provider's name of the card,
// "VISA 0001"; VATRate is "5%", or "5% and 10%" when its days differ; Receipt is the receipt's number, in whole, and Invoice that of the
// tax invoice, empty where there is none.
type Order struct {
	Name, Company, Number, Span, CardName            string
	Days                                             []Day
	Gross, Discount, Net, CompanyShare, Wallet, Card money.Fils
	VAT, CompanyVAT                                  money.Fils
	VATRate                                          string
	PaidAt                                           time.Time
	Receipt, Invoice                                 string
	Seller                                           Seller
}

// Seller is who sold the lunches, as receipts name it. TRN is empty where it is not registered for VAT.
type Seller struct {
	Name, TRN, Address string
}

// Day is one delivery: its time, place and meals.
type Day struct {
	Date          clock.Date
	Window, Place string
	Items         []Item
}

// Item is one meal of a day.
type Item struct {
	Qty   int
	Name  string
	Total money.Fils
}

// Yours is what the person paid, from the wallet and by card.
func (o Order) Yours() money.Fils { return o.Wallet + o.Card }

// YourVAT is the person's part of the order's VAT: what the company's part leaves.
func (o Order) YourVAT() money.Fils { return o.VAT - o.CompanyVAT }

// Confirmed writes the mail that lists the deliveries, day by day.
func (s *Sender) Confirmed(id string, to To, o Order) (Message, error) {
	return s.write(confirmedLetter, id, to, orderPage{o, button{"See my order", s.link("dashboard", "history")}})
}

// Receipt writes the mail about what the person paid. It names no dishes, because people hand it on.
func (s *Sender) Receipt(id string, to To, o Order) (Message, error) {
	return s.write(receiptLetter, id, to, orderPage{o, button{"See my orders", s.link("dashboard", "history")}})
}

type orderPage struct {
	Order
	Button button
}

// Reminder asks the person to order a week's lunches: those already chosen on Days, or none yet. First is the first day that matters
// and Until the last day on which it can be ordered; Later says that other days close later.
type Reminder struct {
	Name, Span   string
	Days         []clock.Date
	First, Until clock.Date
	Later        bool
}

// Reminder writes the mail.
func (s *Sender) Reminder(id string, to To, r Reminder) (Message, error) {
	words := "Pick my lunches"
	if len(r.Days) > 0 {
		words = "Finish my order"
	}
	return s.write(reminderLetter, id, to, struct {
		Reminder
		Button button
	}{r, button{words, s.link("dashboard", "home")}})
}
