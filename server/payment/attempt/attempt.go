// Package attempt is what the payers' packages know of a payment: its purpose, its form and the calls about it. It does not import the
// payment provider; package payment does the work.
package attempt

import (
	"context"
	"time"

	"sahn/server/platform/db"
	"sahn/server/platform/money"
)

// Purpose is what an attempt pays for.
type Purpose string

// The purposes of an attempt.
const (
	ForOrder     Purpose = "order"
	ForAmendment Purpose = "amendment"
	ForTopup     Purpose = "topup"
	ForInvoice   Purpose = "invoice"
)

// Subject is what is paid for. Both methods join the transaction of the payment; the caller holds the counter of the
// attempt's profile.
type Subject interface {
	// Settle applies that the attempt was paid or failed; false when the subject cannot take the money, which then goes back.
	Settle(ctx context.Context, tx db.Tx, a db.Attempt, paid bool, now time.Time) (bool, error)
	// Refunded applies that money of the attempt went back to the card, or was refunded another way.
	Refunded(ctx context.Context, q *db.Queries, a db.Attempt, now time.Time) error
}

// Prompt is a subject whose usual payment is settled with what one batch has read.
type Prompt interface {
	// AtOnce adds to a batch what settling a paid attempt must know, after the profile's counter and the attempt were locked.
	AtOnce(b *db.Batch, a db.Attempt) Settling
}

// Settling adds to a second batch what Settle writes, with the profile's counter as it was locked. It is false when this payment is not a
// usual one: then nothing may be written, and Settle decides.
type Settling func(b *db.Batch, rev int64, now time.Time) (bool, error)

// Bearer is a subject that is unpaid again when the provider sends its money back without a request from here;
// for any other it is the lunch company's loss.
type Bearer interface {
	// SentBack posts how much of the attempt's money went back, once a refund. It joins the transaction like the others.
	SentBack(ctx context.Context, tx db.Tx, a db.Attempt, refund string, amount money.Fils, now time.Time) error
}

// Form is what a browser posts to the provider's page.
type Form struct {
	URL    string            `json:"url"`
	Fields map[string]string `json:"fields"`
}

// Opening is a new attempt. Expires is when it is given up if the provider does not know it. Card is one of the profile's saved cards to
// pay with; SaveCard asks the provider to keep the card that is typed. Key is the idempotency key of an order's hand-off.
type Opening struct {
	Purpose                          Purpose
	Subject, Profile, Company, Email string
	Amount                           money.Fils
	Expires                          time.Time
	Card                             string
	SaveCard                         bool
	Key                              *string
}

// FailedWithin is for how long a payment that failed counts against one more.
const FailedWithin = time.Hour

// Seen is what Opens must know: how many of the profile's payments failed in the time before, and its saved card, held, when one is named;
// nil when it has no such card.
type Seen struct {
	Failed int
	Card   *db.Card
}

// Payments is what a subject needs of package payment.
type Payments interface {
	// Open writes an attempt and returns its id and its form. It joins the caller's transaction, which holds the profile's counter.
	Open(ctx context.Context, tx db.Tx, o Opening, now time.Time) (id string, form Form, err error)
	// Opens adds to a batch what Open writes, after another batch has read what it must know.
	Opens(b *db.Batch, o Opening, seen Seen, now time.Time) (id string, form Form, err error)
	// Form returns the form of an open attempt again.
	Form(a db.Attempt) (Form, error)
	// AskAbout queues a check of an attempt with the provider at once.
	AskAbout(ctx context.Context, reference string) error
	// Captures adds to a batch that what paid for these subjects is read, with what of it went back, also for one cause.
	Captures(b *db.Batch, cause string, subjects ...string) *Captures
	// RefundPart adds to a batch that this amount of captures goes back to their cards, once for a cause.
	RefundPart(b *db.Batch, captures Captures, amount money.Fils, why Cause, now time.Time) error
}

// Captures are what cards paid, the newest first.
type Captures struct{ Rows []db.CapturesOfRow }

// Refundable is what may still go back to the cards: what was captured minus every refund.
func (c Captures) Refundable() (left money.Fils) {
	for _, r := range c.Rows {
		left += r.Amount - money.Fils(r.Returned)
	}
	return left
}

// Cause is why a refund is made, such as one amendment; each makes one.
type Cause struct{ Kind, ID string }
