package payment

import (
	"context"
	"fmt"
	"time"

	"github.com/riverqueue/river"

	"sahn/server/payment/aps"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
)

// Why an operator cannot end an attempt.
var (
	ErrSettled     = fault.New(fault.Conflict, "attempt_settled", "The provider has answered: this payment is not open any more.")
	ErrStillPaying = fault.New(fault.Conflict, "attempt_paying", "The person may still be on the card page. Look again in some minutes.")
	ErrOtherNumber = fault.Field("number", "The provider gives another number to this payment.")
	ErrNoNumber    = fault.New(fault.Conflict, "attempt_unnumbered",
		"The provider knows no number of this payment, so it cannot be called taken. Ask the provider.")
)

// Unresolved is an attempt whose outcome the provider itself does not say, and the number that it gives to the payment, "" for none.
type Unresolved struct{ Attempt, Number string }

// CheckUnresolved asks the provider about an attempt once more. A clear answer takes effect, and there is nothing to resolve: ErrSettled.
func (p *Payments) CheckUnresolved(ctx context.Context, attempt string) (Unresolved, error) {
	a, err := db.New(p.Conn).AttemptLook(ctx, attempt)
	switch {
	case db.None(err):
		return Unresolved{}, fault.ErrNotFound
	case err != nil:
		return Unresolved{}, fmt.Errorf("read attempt: %w", err)
	case a.Status != "open":
		return Unresolved{}, ErrSettled
	case p.Clock().Before(a.ExpiresAt):
		return Unresolved{}, ErrStillPaying
	}
	s, err := p.question(ctx, a)
	if err != nil {
		return Unresolved{}, fmt.Errorf("%w: %w", ErrProviderSilent, err)
	}
	status, err := p.apply(ctx, s)
	if err == nil && status != "open" {
		err = ErrSettled
	}
	return Unresolved{a.ID, s.fortID}, err
}

// Resolve ends such an attempt by what an operator read in the provider's back office under a number: that the money was taken,
// or that it was not. Its effect is that of the provider's own message, which takes precedence and is asked for until it comes: a success
// is a late one then, and a failure becomes a case. It joins the caller's transaction, and locks the profile's counter, then the attempt.
func (p *Payments) Resolve(ctx context.Context, tx db.Tx, d Unresolved, taken bool, number string, now time.Time) (db.Attempt, error) {
	switch {
	case taken && d.Number == "": // the provider's message would come later under a number of its own, and count as a second payment
		return db.Attempt{}, ErrNoNumber
	case d.Number != "" && d.Number != number:
		return db.Attempt{}, ErrOtherNumber
	}
	a, err := lock(ctx, tx.Queries, d.Attempt)
	if err != nil {
		return a, err
	}
	if a.Status != "open" {
		return a, ErrSettled
	}
	s := message{source: "operator", event: "operator|" + a.ID, reference: a.Reference, outcome: aps.Failed, fortID: number}
	if taken {
		s.outcome, s.amount = aps.Paid, a.Amount
	}
	if s.fresh, err = keep(ctx, tx.Queries, s, now); err != nil {
		return a, err
	}
	if err := p.end(ctx, tx, &a, s, now); err != nil {
		return a, err
	}
	return a, p.Queue.InsertTx(ctx, tx, Check{Attempt: a.ID}, &river.InsertOpts{ScheduledAt: now.Add(lastChecks), UniqueOpts: oneOf})
}

// last reports whether the provider's message is its final one on an attempt whose card page has expired. A failure that the provider
// sends unasked may be of another card.
func (s message) last() bool {
	switch s.outcome {
	case aps.Paid:
		return s.amount > 0 && s.fortID != ""
	case aps.Failed, aps.Cancelled, aps.NotKnown:
		return s.source == "check"
	}
	return false
}

// afterResolve makes the provider's final message count on an attempt that an operator has ended, also where it said the same
// before: the event is new, it is later than the operator's whatever another server's clock says, and a payment that was
// cancelled or is not known counts as failed.
func (p *Payments) afterResolve(ctx context.Context, q *db.Queries, a db.Attempt, s message, now time.Time) (message, time.Time, error) {
	if a.Status == "open" || !s.last() {
		return s, now, nil
	}
	word, err := q.OperatorWord(ctx, a.Reference)
	if err != nil {
		return s, now, db.NoneIs(err, nil)
	}
	s.event += "|after an operator"
	if s.outcome != aps.Paid {
		s.outcome = aps.Failed
	}
	if word.Taken != (s.outcome == aps.Paid) {
		p.Log.Error("payment: the provider says otherwise than an operator", "attempt", a.ID, "outcome", s.outcome.String())
	}
	if now.Before(word.At) {
		now = word.At
	}
	return s, now, nil
}
