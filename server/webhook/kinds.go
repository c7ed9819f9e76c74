package webhook

import (
	"encoding/json"
	"time"
)

// Kinds are all kinds of events that a webhook can be told of, besides webhook.test.
var Kinds = []string{"order.placed", "order.changed", "order.cancelled", "delivery.handed_over", "delivery.missing", "invoice.issued",
	"invoice.credited", "invoice.paid", "invoice.reopened", "invoice.overdue", "member.added", "member.removed", unchosen, forecast}

// Kinds that come of a schedule.
const (
	unchosen = "lunch.unchosen"
	forecast = "share.forecast"
	testKind = "webhook.test"
)

// spoken are the kinds that a channel can be told of, in words.
var spoken = []string{unchosen, "invoice.issued", "invoice.overdue", forecast}

// Event is the body of a request to a webhook. Data has the ids and amounts (fils) that its kind names; the rest is asked for with an API
// key.
type Event struct {
	Type      string          `json:"type"`
	Timestamp time.Time       `json:"timestamp"`
	Version   int             `json:"version"`
	CompanyID string          `json:"company_id"`
	Data      json.RawMessage `json:"data"`
}

// version of the bodies. A field may be added to it; what is there keeps its name and meaning.
const version = 1

// OrderData is the data of order.placed, order.changed and order.cancelled. Reason is changed, or withdrawn when a meal was taken off.
type OrderData struct {
	OrderID  string `json:"order_id"`
	MemberID string `json:"member_id"`
	Week     string `json:"week"`
	Reason   string `json:"reason,omitempty"`
}

// DeliveryData is the data of delivery.handed_over and delivery.missing.
type DeliveryData struct {
	DeliveryID string `json:"delivery_id"`
	OrderID    string `json:"order_id"`
	MemberID   string `json:"member_id"`
	Date       string `json:"date"`
	Portions   int    `json:"portions,omitempty"`
}

// InvoiceData is the data of invoice.issued, invoice.credited, invoice.paid, invoice.reopened and invoice.overdue. Amount is fils.
type InvoiceData struct {
	InvoiceID string  `json:"invoice_id"`
	Number    string  `json:"number"`
	Month     string  `json:"month"`
	DueOn     string  `json:"due_on,omitempty"`
	Amount    int64   `json:"amount"`
	CreditsID *string `json:"credits_id,omitempty"`
}

// MemberData is the data of member.added and member.removed. Status is how the member stands when the event was written.
type MemberData struct {
	MemberID string `json:"member_id"`
	Status   string `json:"status"`
}

// UnchosenData is the data of lunch.unchosen: how many people have no lunch on a date that closes before the next working day.
type UnchosenData struct {
	Date    string    `json:"date"`
	People  int       `json:"people"`
	Without int       `json:"without"`
	Cutoff  time.Time `json:"cutoff"`
}

// ForecastData is the data of share.forecast: what the company pays in a period at this pace, in fils, and whose cap it reaches.
type ForecastData struct {
	From      string `json:"from"`
	Until     string `json:"until"`
	Spent     int64  `json:"spent"`
	Projected int64  `json:"projected"`
	People    int    `json:"people"`
	Capped    bool   `json:"capped"`
	Reaching  int    `json:"reaching"`
}

// DataOf is an example of the data of each kind of event, for the contract.
var DataOf = map[string]any{
	"order.placed": OrderData{}, "order.changed": OrderData{}, "order.cancelled": OrderData{}, "delivery.handed_over": DeliveryData{},
	"delivery.missing": DeliveryData{}, "invoice.issued": InvoiceData{}, "invoice.credited": InvoiceData{}, "invoice.paid": InvoiceData{},
	"invoice.reopened": InvoiceData{}, "invoice.overdue": InvoiceData{}, "member.added": MemberData{}, "member.removed": MemberData{},
	unchosen: UnchosenData{},
	forecast: ForecastData{},
}
