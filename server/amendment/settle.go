package amendment

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"sahn/server/order"
	"sahn/server/payment/attempt"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/quote"
)

// Settle applies the outcome of a payment attempt to its amendment. A success that arrives while the amendment waits
// makes it take effect as long as the kitchen can still cook it, even past its cut-off; after a failure, only if everything it
// needs is still available. Otherwise the money is refunded automatically. What it reads is locked in one round trip, and what it writes is
// sent in another.
func (m *Amendments) Settle(ctx context.Context, tx db.Tx, paying db.Attempt, paid bool, now time.Time) (bool, error) {
	am, err := tx.AmendmentLook(ctx, paying.SubjectID)
	if err != nil {
		return false, fmt.Errorf("read amendment: %w", err)
	}
	fresh, err := order.Proposed(am)
	if err != nil {
		return false, err
	}
	rev, reads := int64(0), &db.Batch{}
	reads.Add(func(ctx context.Context, q *db.Queries) (err error) {
		rev, err = q.ProfileRevLock(ctx, am.ProfileID)
		return named(err, "lock profile")
	})
	a := m.Load(reads, scopeOf(am, fresh))
	if err := reads.In(ctx, tx); err != nil {
		return false, err
	}
	if err := m.Complete(ctx, tx.Queries, a); err != nil {
		return false, err
	}
	b := &db.Batch{}
	taken, heard, err := m.settle(b, a, fresh, paid, order.Stamp{Rev: rev + 1, Now: now})
	if err != nil || !heard {
		return false, err
	}
	b.Add(func(ctx context.Context, q *db.Queries) error { return q.ProfileRevSet(ctx, am.ProfileID, rev+1) })
	return taken, b.In(ctx, tx)
}

// scopeOf is what of its order a stored amendment touches.
func scopeOf(am db.Amendment, fresh quote.AmendmentQuote) Scope {
	s := Scope{Order: am.OrderID, Profile: am.ProfileID, Amendment: am.ID}
	for _, d := range fresh.Days {
		s.Week = d.Date.Monday()
		if d.Change == quote.Same {
			continue // only its shares change
		}
		day := quote.AmendDay{Date: d.Date}
		for _, l := range order.ItemsOf(d.After) {
			day.Items = append(day.Items, quote.Item{Meal: l.Meal, Qty: l.Qty})
		}
		if d.After != nil {
			day.AddressID = &d.After.AddressID
		}
		s.Days = append(s.Days, day)
	}
	return s
}

// settle adds to a batch what Settle writes, and reports whether the amendment takes the money and whether anything changes.
func (m *Amendments) settle(b *db.Batch, a *Around, fresh quote.AmendmentQuote, paid bool, at order.Stamp) (taken, heard bool, err error) {
	am := &a.amendment
	switch status := order.Status(am.Status); {
	case paid && status == order.PaymentPending:
		taken, err = m.takeEffectInTime(b, a, fresh, at)
	case paid && status == order.PaymentFailed:
		taken, err = m.takeEffectLate(b, a, fresh, at)
	case paid:
	case status == order.PaymentPending:
		if err = a.letGo(b); err == nil {
			moveAmendment(b, am, order.PaymentFailed, "payment failed", at.Now)
		}
	default:
		return false, false, nil
	}
	if !taken {
		touch(b, a.Order.ID, at.Rev)
	}
	return taken, true, err
}

// takeEffectInTime handles money that an amendment waited for: the amendment takes effect, unless a day that it changes has come. Then it
// is Cancelled, its order stays what was cooked, and the money goes back.
func (m *Amendments) takeEffectInTime(b *db.Batch, a *Around, fresh quote.AmendmentQuote, at order.Stamp) (bool, error) {
	today, come := clock.DateOf(at.Now), a.served
	for _, d := range fresh.Days {
		come = come || d.Change != quote.Same && d.Date <= today
	}
	if !come {
		return true, m.TakeEffect(b, a, &a.amendment, Takes{Cause: "paid"}, at)
	}
	if err := a.letGo(b); err != nil {
		return false, err
	}
	m.tooLate(b, a, at.Now)
	return false, nil
}

// tooLate closes an amendment that was paid and can no longer take effect, and plans a letter to its person: the money goes back.
func (m *Amendments) tooLate(b *db.Batch, a *Around, now time.Time) {
	moveAmendment(b, &a.amendment, order.Cancelled, "paid too late", now)
	if !a.is.Erased {
		m.TellChange(b, a.amendment)
	}
}

// takeEffectLate handles money that came after an amendment had released everything. If the order is unchanged, its person was not erased,
// no other change is being paid, all days that change are open and everything can be reserved again, it takes effect; otherwise it is
// Cancelled and the money goes back.
func (m *Amendments) takeEffectLate(b *db.Batch, a *Around, fresh quote.AmendmentQuote, at order.Stamp) (bool, error) {
	can := !a.is.Erased && a.is.Underway == "" && order.Status(a.Order.Status) == order.Confirmed && a.Order.Version == a.amendment.BaseVersion
	for _, d := range fresh.Days {
		can = can && at.Now.Before(d.Cutoff)
	}
	if can {
		is, err := a.offered(fresh)
		if err != nil {
			return false, err
		}
		can = is
	}
	if can {
		now, err := a.holds(a.amendment, fresh)
		if err == nil {
			return true, m.TakeEffect(b, a, &a.amendment, Takes{"paid late", now}, at)
		}
		if !errors.Is(err, order.ErrGone) {
			return false, err
		}
	}
	m.tooLate(b, a, at.Now)
	return false, nil
}

// lockAmendment locks an amendment's order and then itself.
func lockAmendment(ctx context.Context, q *db.Queries, id string) (row db.Order, am db.Amendment, err error) {
	if am, err = q.AmendmentLook(ctx, id); err != nil {
		return row, am, fmt.Errorf("read amendment: %w", err)
	}
	if row, err = q.OrderLock(ctx, am.OrderID); err != nil {
		return row, am, fmt.Errorf("lock order: %w", err)
	}
	if am, err = q.AmendmentLock(ctx, id); err != nil {
		return row, am, fmt.Errorf("lock amendment: %w", err)
	}
	return row, am, nil
}

// Refunded applies that money of an attempt went back to the card, or was refunded another way. It marks a Cancelled amendment as Refunded
// once some did, and so its order.
func (m *Amendments) Refunded(ctx context.Context, q *db.Queries, a db.Attempt, now time.Time) error {
	rev, err := q.ProfileRevLock(ctx, a.ProfileID)
	if err != nil {
		return fmt.Errorf("lock profile: %w", err)
	}
	row, am, err := lockAmendment(ctx, q, a.SubjectID)
	if err != nil {
		return err
	}
	refunds, err := q.RefundsOf(ctx, []string{a.ID})
	if err == nil && order.Status(am.Status) == order.Cancelled &&
		slices.ContainsFunc(refunds, func(r db.Refund) bool { return r.Status == "done" }) {
		b := &db.Batch{}
		moveAmendment(b, &am, order.Refunded, "money went back to the card", now)
		err = b.Each(ctx, q)
	}
	if err != nil {
		return err
	}
	return order.WentBack(ctx, q, row, order.Stamp{Rev: rev + 1, Now: now})
}

var _ attempt.Subject = (*Amendments)(nil)
