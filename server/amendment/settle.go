package amendment

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"sahn/server/order"
	"sahn/server/payment/attempt"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/quote"
)

// Settle applies the outcome of a payment attempt to its amendment. A success that arrives while the amendment waits
// makes it take effect as long as the kitchen can still cook it, even past its cut-off; after a failure, only if everything it
// needs is still available. Otherwise the money is refunded automatically.
func (m *Amendments) Settle(ctx context.Context, tx db.Tx, a db.Attempt, paid bool, now time.Time) (bool, error) {
	rev, err := tx.ProfileRevLock(ctx, a.ProfileID)
	if err != nil {
		return false, fmt.Errorf("lock profile: %w", err)
	}
	row, am, err := lockAmendment(ctx, tx.Queries, a.SubjectID)
	if err != nil {
		return false, err
	}
	at, taken := order.Stamp{Rev: rev + 1, Now: now}, true
	switch status := order.Status(am.Status); {
	case paid && status == order.PaymentPending:
		if taken, err = m.takeEffectInTime(ctx, tx, &row, &am, at); err == nil && !taken {
			err = tx.OrderTouch(ctx, row.ID, at.Rev)
		}
	case paid && status == order.PaymentFailed:
		if taken, err = m.takeEffectLate(ctx, tx, &row, &am, at); err == nil && !taken {
			err = tx.OrderTouch(ctx, row.ID, at.Rev)
		}
	case paid:
		taken, err = false, tx.OrderTouch(ctx, row.ID, at.Rev)
	case status == order.PaymentPending:
		if err = m.fail(ctx, tx.Queries, &am, now); err == nil {
			err = tx.OrderTouch(ctx, row.ID, at.Rev)
		}
	default:
		return false, nil
	}
	if err != nil {
		return false, err
	}
	return taken, tx.ProfileRevSet(ctx, a.ProfileID, at.Rev)
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

// fail releases what an amendment held; its order stays as it was.
func (m *Amendments) fail(ctx context.Context, q *db.Queries, am *db.Amendment, now time.Time) error {
	fresh, err := order.Proposed(*am)
	if err != nil {
		return err
	}
	if err := letGo(ctx, q, *am, fresh); err != nil {
		return err
	}
	return moveAmendment(ctx, q, am, order.PaymentFailed, "payment failed", now)
}

// takeEffectInTime handles money that an amendment waited for: the amendment takes effect, unless a day that it changes has come. Then it
// is Cancelled, its order stays what was cooked, and the money goes back.
func (m *Amendments) takeEffectInTime(ctx context.Context, tx db.Tx, row *db.Order, am *db.Amendment, at order.Stamp) (bool, error) {
	fresh, err := order.Proposed(*am)
	if err != nil {
		return false, err
	}
	served, err := dayHasCome(ctx, tx.Queries, row.ID, fresh, at.Now)
	if err != nil {
		return false, err
	}
	if !served {
		return true, m.TakeEffect(ctx, tx, row, am, "paid", at)
	}
	if err := letGo(ctx, tx.Queries, *am, fresh); err != nil {
		return false, err
	}
	return false, m.tooLate(ctx, tx, am, at.Now)
}

// dayHasCome reports whether a day with a changed content is today or over, or was handed over already.
func dayHasCome(ctx context.Context, q *db.Queries, order string, fresh quote.AmendmentQuote, now time.Time) (bool, error) {
	today := clock.DateOf(now)
	var dates []clock.Date
	for _, d := range fresh.Days {
		if d.Change == quote.Same {
			continue // only its shares change
		}
		if d.Date <= today {
			return true, nil
		}
		dates = append(dates, d.Date)
	}
	served, err := q.AmendmentDaysServed(ctx, order, dates)
	if err != nil {
		return false, fmt.Errorf("ask what was served: %w", err)
	}
	return served, nil
}

// tooLate closes an amendment that was paid and can no longer take effect, and plans a letter to its person: the money goes back.
func (m *Amendments) tooLate(ctx context.Context, tx db.Tx, am *db.Amendment, now time.Time) error {
	if err := moveAmendment(ctx, tx.Queries, am, order.Cancelled, "paid too late", now); err != nil {
		return err
	}
	if erased, err := tx.ErasedProfile(ctx, am.ProfileID); err != nil || erased {
		return err
	}
	return m.TellChange(ctx, tx, *am)
}

// takeEffectLate handles money that came after an amendment had released everything. If the order is unchanged, its person was not erased,
// all days that change are open and everything can be reserved again, it takes effect; otherwise it is Cancelled and the money goes back.
func (m *Amendments) takeEffectLate(ctx context.Context, tx db.Tx, row *db.Order, am *db.Amendment, at order.Stamp) (bool, error) {
	fresh, err := order.Proposed(*am)
	if err != nil {
		return false, err
	}
	erased, err := tx.ErasedProfile(ctx, row.ProfileID)
	if err != nil {
		return false, fmt.Errorf("ask whose order: %w", err)
	}
	can := !erased && order.Status(row.Status) == order.Confirmed && row.Version == am.BaseVersion
	for _, d := range fresh.Days {
		can = can && at.Now.Before(d.Cutoff)
	}
	if _, err := tx.AmendmentOpenOf(ctx, row.ID); err == nil {
		can = false // the person has made another change, which is being paid
	} else if !db.None(err) {
		return false, fmt.Errorf("read amendment: %w", err)
	}
	if can {
		if can, err = m.holdAgain(ctx, tx, *row, *am, fresh); err != nil {
			return false, err
		}
	}
	if !can {
		return false, m.tooLate(ctx, tx, am, at.Now)
	}
	return true, m.TakeEffect(ctx, tx, row, am, "paid late", at)
}

// holdAgain reserves what an amendment needs, or nothing. It joins the caller's transaction in a savepoint of its own.
func (m *Amendments) holdAgain(ctx context.Context, tx pgx.Tx, row db.Order, am db.Amendment, fresh quote.AmendmentQuote) (bool, error) {
	terms, err := order.TermsOf(row)
	if err != nil {
		return false, err
	}
	err = pgx.BeginFunc(ctx, tx, func(inner pgx.Tx) error {
		q := db.New(inner)
		if err := m.Orders.OnMenu(ctx, q, row.Week, needOf(terms, fresh).portions); err != nil {
			return err
		}
		return holdFor(ctx, q, row, am, terms, fresh)
	})
	if errors.Is(err, order.ErrGone) {
		return false, nil
	}
	return err == nil, err
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
		err = moveAmendment(ctx, q, &am, order.Refunded, "money went back to the card", now)
	}
	if err != nil {
		return err
	}
	return order.WentBack(ctx, q, row, order.Stamp{Rev: rev + 1, Now: now})
}

var _ attempt.Subject = (*Amendments)(nil)
