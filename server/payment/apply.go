package payment

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"time"

	"github.com/oklog/ulid/v2"

	"sahn/server/payment/aps"
	"sahn/server/payment/attempt"
	"sahn/server/platform/db"
	"sahn/server/platform/money"
)

// message is one verified message of the provider, or an operator's statement, on one attempt, whichever way it came.
type message struct {
	source    string // return, notify, check or operator
	event     string // identifies the message: the same for every repetition
	reference string
	command   string
	status    string
	code      string
	outcome   aps.Outcome
	amount    money.Fils
	fortID    string
	card      string
	refund    string     // a refund's own id
	returned  money.Fils // what the provider sent back already, known from a check alone
	fresh     bool       // was not recorded before
	keeps     *kept      // the card that the provider keeps for the payer
}

// gone reports whether all that was captured went back already.
func (s message) gone() bool { return s.amount > 0 && s.returned >= s.amount }

func messageOf(source string, m aps.Message) message {
	s := message{source: source, event: source + "|" + m.Event(), reference: m.Reference, command: m.Command, status: m.Status, code: m.Code,
		outcome: m.Outcome(), amount: m.Amount, fortID: m.FortID, refund: m.MaintenanceReference}
	if m.LastFour != "" {
		s.card = m.Brand + " " + m.LastFour
	}
	if m.Token != "" && m.LastFour != "" && m.Expiry != "" {
		s.keeps = &kept{token: m.Token, brand: m.Brand, last4: m.LastFour, expiry: m.Expiry, remember: m.Remember}
	}
	return s
}

// apply handles what the provider says in notifications and answers, safe to repeat and to race. It stores the message and its effect in
// one transaction, and answers the attempt's status then; "" when the reference belongs to no attempt.
func (p *Payments) apply(ctx context.Context, s message) (status string, err error) {
	found, err := db.New(p.Conn).AttemptByReference(ctx, s.reference)
	unknown := db.None(err)
	if err != nil && !unknown {
		return "", fmt.Errorf("read attempt: %w", db.Outage(err))
	}
	if !unknown {
		if done, err := p.atOnce(ctx, found, s); err != nil {
			return "", err
		} else if done {
			return "paid", nil
		}
	}
	err = db.InTx(ctx, p.Conn, func(ctx context.Context, tx db.Tx) error {
		if unknown {
			// Stored for the reconciliation: perhaps this database was restored from an older copy.
			p.Log.Error("payment: unknown reference", "source", s.source, "outcome", s.outcome.String())
			_, err := keep(ctx, tx.Queries, s, p.Clock())
			return err
		}
		// Every transaction locks the profile's counter before the attempt.
		if _, err := tx.ProfileRevLock(ctx, found.ProfileID); err != nil {
			return fmt.Errorf("lock profile: %w", err)
		}
		a, err := tx.AttemptLock(ctx, found.ID)
		if err != nil {
			return fmt.Errorf("lock attempt: %w", err)
		}
		now := p.Clock()
		s, at, err := p.afterResolve(ctx, tx.Queries, a, s, now)
		if err != nil {
			return err
		}
		if s.fresh, err = keep(ctx, tx.Queries, s, at); err != nil {
			return err
		}
		if err := p.end(ctx, tx, &a, s, now); err != nil {
			return err
		}
		status = a.Status
		return nil
	})
	return status, err
}

// errUnusual rolls a message back that does not simply pay for what waits for it.
var errUnusual = errors.New("payment: not as usual")

// atOnce applies a success that pays for what waits for it, as nearly all do, in two round trips. It is false, and nothing was written, for
// any other message.
func (p *Payments) atOnce(ctx context.Context, found db.Attempt, s message) (done bool, err error) {
	subject, prompt := p.Subjects[attempt.Purpose(found.Purpose)].(attempt.Prompt)
	if !prompt || found.Status != "open" || s.outcome != aps.Paid || s.amount != found.Amount || s.fortID == "" || s.returned > 0 ||
		p.savesCard(found, s.keeps) {
		return false, nil
	}
	var a db.Attempt
	var rev int64
	var whole bool
	var settles attempt.Settling
	err = db.InBatches(ctx, p.Conn, func(b *db.Batch) {
		b.Add(func(ctx context.Context, q *db.Queries) (err error) {
			rev, err = q.ProfileRevLock(ctx, found.ProfileID)
			return err
		})
		b.Add(func(ctx context.Context, q *db.Queries) (err error) {
			a, err = q.AttemptLock(ctx, found.ID)
			return err
		})
		b.Add(func(ctx context.Context, q *db.Queries) (err error) {
			whole, err = q.RefundWhole(ctx, found.ID, s.fortID)
			return err
		})
		settles = subject.AtOnce(b, found)
	}, func(b *db.Batch) error {
		now := p.Clock()
		if a.Status != "open" || whole {
			return errUnusual
		}
		b.Add(func(ctx context.Context, q *db.Queries) error { _, err := keep(ctx, q, s, now); return err })
		a.Status, a.Reason, a.FortID = "paid", "", &s.fortID
		b.Add(func(ctx context.Context, q *db.Queries) error { return settle(ctx, q, &a, s, now) })
		if taken, err := settles(b, rev, now); err != nil || !taken {
			return cmp.Or(err, errUnusual)
		}
		return nil
	})
	if errors.Is(err, errUnusual) {
		return false, nil
	}
	return err == nil, err
}

// end applies the effect of a message to the attempt: the one place where attempts end. The caller
// holds the profile's counter and the attempt.
func (p *Payments) end(ctx context.Context, tx db.Tx, a *db.Attempt, s message, now time.Time) error {
	switch s.outcome {
	case aps.Paid:
		return p.paid(ctx, tx, a, s, now)
	case aps.Refunded:
		return p.refundReported(ctx, tx, *a, s, now)
	case aps.Failed:
		return p.fail(ctx, tx, a, s, reason(s), now)
	case aps.Cancelled, aps.NotKnown:
		// Only an answer to our own question closes these, and "not known" only once the card page has expired.
		if s.source == "check" && (s.outcome == aps.Cancelled || !now.Before(a.ExpiresAt)) {
			return p.fail(ctx, tx, a, s, reason(s), now)
		}
	}
	return nil
}

// paid handles captured money: it pays for what it was requested for, or goes back to the card.
func (p *Payments) paid(ctx context.Context, tx db.Tx, a *db.Attempt, s message, now time.Time) error {
	if s.amount == 0 || s.fortID == "" {
		p.Log.Error("payment: a success without an amount or a capture", "attempt", a.ID, "source", s.source)
		return nil // the attempt stays open
	}
	if a.Status == "paid" && s.fortID == *a.FortID {
		if !s.fresh {
			return nil // the card that it named may have been removed meanwhile
		}
		return p.keepCard(ctx, tx, *a, s.keeps, now) // a check came first, and a check names no card
	}
	if whole, err := tx.RefundWhole(ctx, a.ID, s.fortID); err != nil || whole {
		return err // it goes back, or has gone back: it pays for nothing any more
	}
	back := func(cause string) error {
		return p.giveBack(ctx, tx, db.RefundInsertParams{AttemptID: a.ID, FortID: s.fortID, Amount: s.amount, Cause: cause, At: now})
	}
	switch {
	case s.gone():
		return p.alreadyReturned(ctx, tx, a, s, now)
	case a.Status == "paid" && s.source != "notify":
		p.Log.Error("payment: the provider names another capture", "attempt", a.ID)
		return nil
	case a.Status == "paid":
		p.Log.Error("payment: captured twice", "attempt", a.ID)
		return back("captured twice")
	case s.amount != a.Amount:
		p.Log.Error("payment: captured amount differs", "attempt", a.ID, "asked", a.Amount, "captured", s.amount)
		if err := p.fail(ctx, tx, a, s, "amount_differs", now); err != nil {
			return err
		}
		return back("amount differs")
	}
	a.Status, a.Reason, a.FortID = "paid", "", &s.fortID
	if err := settle(ctx, tx.Queries, a, s, now); err != nil {
		return err
	}
	if err := p.keepCard(ctx, tx, *a, s.keeps, now); err != nil {
		return err
	}
	taken, err := p.Subjects[attempt.Purpose(a.Purpose)].Settle(ctx, tx, *a, true, now)
	if err != nil {
		return err
	}
	if !taken {
		if err := back("nothing to pay for any more"); err != nil {
			return err
		}
	}
	if s.returned > 0 {
		return p.sentBack(ctx, tx, *a, returned{s.fortID, s.returned, s.returned}, now)
	}
	return nil
}

// fail ends an open attempt; one that was paid stays paid whatever comes later.
func (p *Payments) fail(ctx context.Context, tx db.Tx, a *db.Attempt, s message, why string, now time.Time) error {
	if a.Status != "open" {
		return nil
	}
	a.Status, a.Reason = "failed", why
	if err := settle(ctx, tx.Queries, a, s, now); err != nil {
		return err
	}
	_, err := p.Subjects[attempt.Purpose(a.Purpose)].Settle(ctx, tx, *a, false, now)
	return err
}

// settle writes an attempt that a message has ended, with its new status, reason and capture.
func settle(ctx context.Context, q *db.Queries, a *db.Attempt, s message, now time.Time) error {
	a.Card, a.SettledAt = s.card, &now
	if err := q.AttemptSettle(ctx, db.AttemptSettleParams{ID: a.ID, Status: a.Status, Reason: a.Reason, FortID: a.FortID, Card: a.Card,
		SettledAt: a.SettledAt}); err != nil {
		return fmt.Errorf("settle attempt: %w", err)
	}
	return nil
}

// reason is a stable code for why an attempt failed; the app has a sentence for each.
func reason(s message) string {
	last := ""
	if len(s.code) == 5 {
		last = s.code[2:]
	}
	switch {
	case s.outcome == aps.Cancelled:
		return "cancelled"
	case s.outcome == aps.NotKnown:
		return "expired"
	case last == "029":
		return "insufficient_funds"
	case last == "030" || last == "787":
		return "authentication_failed"
	case last == "012":
		return "card_expired"
	}
	return "declined"
}

// keep stores a message, once; false when it was stored before.
func keep(ctx context.Context, q *db.Queries, s message, now time.Time) (bool, error) {
	sum := sha256.Sum256([]byte(s.event))
	var amount *money.Fils
	if s.amount > 0 {
		amount = &s.amount
	}
	rows, err := q.PaymentEventInsert(ctx,
		db.PaymentEventInsertParams{ID: ulid.Make().String(), Identity: sum[:], Source: s.source, Reference: s.reference,
			FortID: s.fortID, Command: s.command, Status: s.status, ResponseCode: s.code, Amount: amount, Verified: true,
			Outcome: s.outcome.String(), At: now})
	if err != nil {
		return false, fmt.Errorf("keep payment event: %w", err)
	}
	return rows == 1, nil
}
