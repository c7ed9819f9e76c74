package payment

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/oklog/ulid/v2"

	"sahn/server/payment/attempt"
	"sahn/server/platform/db"
	"sahn/server/platform/money"
)

// An operator may send money back in the provider's own back office. It is never undone and never ignored: it is recorded as a refund,
// posted to the ledger, logged as an error, and never sent a second time.

// refundReported handles the provider's verified message that money went back: it closes a refund of ours, and plans a Look for any other.
// The caller holds the profile's counter.
func (p *Payments) refundReported(ctx context.Context, tx db.Tx, a db.Attempt, s message, now time.Time) error {
	if ours, err := tx.RefundKnown(ctx, s.refund, a.ID); err != nil {
		return fmt.Errorf("look for refund: %w", err)
	} else if ours {
		return p.refunded(ctx, tx, a, s.refund, now)
	}
	return p.Queue.InsertTx(ctx, tx, Look{Attempt: a.ID, Capture: s.fortID, Told: now}, nil)
}

// alreadyReturned ends an attempt whose capture has already gone back in full: it pays for nothing.
func (p *Payments) alreadyReturned(ctx context.Context, tx db.Tx, a *db.Attempt, s message, now time.Time) error {
	if a.Status == "paid" {
		return nil // its refunds are known, or a Look finds them when the provider's notification comes
	}
	p.Log.Error("payment: sent back by the provider before it was known here", "attempt", a.ID, "amount", s.amount)
	if err := p.fail(ctx, tx, a, s, "refunded", now); err != nil {
		return err
	}
	_, err := tx.RefundInsertDone(ctx,
		db.RefundInsertDoneParams{ID: ulid.Make().String(), AttemptID: a.ID, FortID: s.fortID, Amount: s.amount, Cause: backOffice, Now: now})
	return err
}

// Why money went back that we did not request: an operator sent it at the provider; or the same after we had refunded it another way.
const (
	backOffice = "sent back at the provider"
	allTheSame = "sent back all the same"
)

// returned is money of a capture that went back without a request from here, and the sum that the provider says went back of it.
type returned struct {
	capture     string
	amount, sum money.Fils
}

// sentBack records that money of a capture went back without a request from here. What then can no longer be sent
// back as planned is taken off our own refunds, the newest first; so is whatever goes back after one was declined. The
// provider's sum makes the same money count once.
func (p *Payments) sentBack(ctx context.Context, tx db.Tx, a db.Attempt, r returned, now time.Time) error {
	capture, amount := r.capture, r.amount
	p.Log.Error("payment: money was sent back at the provider", "attempt", a.ID, "amount", amount)
	captured, err := tx.CaptureAmount(ctx, a.Reference, capture)
	if err != nil {
		return fmt.Errorf("read capture: %w", err)
	}
	refunds, err := tx.RefundsOfCapture(ctx, a.ID, capture)
	if err != nil {
		return fmt.Errorf("read refunds: %w", err)
	}
	left, instead, own, given := money.Fils(captured), money.Fils(0), false, []money.Fils{}
	for _, r := range refunds {
		switch own = own || r.CauseID == ""; r.Status {
		case "done":
			left -= r.Amount
		case "failed":
			instead, given = instead+r.Amount, append(given, r.Amount)
		}
	}
	if amount > left { // no provider does that: it was reported under two ids
		p.Log.Error("payment: more is said to have gone back than is left", "attempt", a.ID, "amount", amount, "left", left)
		if amount = left; amount <= 0 {
			return nil
		}
	}
	tooMuch := amount - (left - instead)
	for _, r := range refunds {
		if r.Status == "asked" {
			tooMuch += r.Amount
		}
	}
	posted := amount // what is not in the ledger yet
	for _, r := range slices.DeleteFunc(refunds, func(r db.Refund) bool { return r.Status != "asked" }) {
		part := min(tooMuch, r.Amount)
		if r.DeclinedAt != nil {
			part = min(posted, r.Amount) // after a decline, what an operator sends by hand is this refund
		}
		switch {
		case part <= 0:
		case part == r.Amount && amount >= part:
			if err := p.refunded(ctx, tx, a, r.ID, now); err != nil {
				return err
			}
			amount, posted, tooMuch = amount-part, posted-part, tooMuch-part
		case part < r.Amount:
			// Where nothing was refunded another way, the provider has as little left of the capture as is known here.
			less, err := tx.RefundLess(ctx, int64(part), r.ID, instead == 0 && part <= tooMuch)
			if err != nil {
				return fmt.Errorf("shorten refund: %w", err)
			}
			if less > 0 {
				posted, tooMuch = posted-part, tooMuch-part
			}
		}
	}
	if tooMuch > 0 {
		p.Log.Error("payment: a refund that was sent and what went back do not fit the capture", "attempt", a.ID, "by", tooMuch)
	}
	if amount == 0 {
		return nil
	}
	id, cause := ulid.Make().String(), backOffice
	if instead > 0 && tooMuch > 0 || slices.Contains(given, amount) {
		cause = allTheSame
	}
	rows, err := tx.RefundInsertDone(ctx, db.RefundInsertDoneParams{ID: id, AttemptID: a.ID, FortID: capture, Amount: amount, Cause: cause,
		CauseID: fmt.Sprintf("found %d", r.sum), Now: now})
	switch {
	case err != nil || rows == 0 || posted <= 0:
		return err
	case instead > 0:
		return p.SentBack(ctx, tx.Queries, id, posted, now) // what was refunded another way is in the ledger
	case own || a.FortID == nil || *a.FortID != capture:
		return nil // a capture that pays for nothing is not in the ledger
	}
	if subject, ok := p.Subjects[attempt.Purpose(a.Purpose)].(attempt.Bearer); ok {
		return subject.SentBack(ctx, tx, a, id, posted, now)
	}
	return p.SentBack(ctx, tx.Queries, id, posted, now)
}
