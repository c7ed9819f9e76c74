package order

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"

	"sahn/server/draft"
	"sahn/server/ledger"
	"sahn/server/payment/attempt"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/push"
)

// Settle applies the outcome of a payment attempt to its order, in the payment's own transaction. The caller holds
// the profile's counter, which Settle raises by one for what it writes. It returns false when the order cannot take the money,
// which is then refunded automatically.
func (o *Orders) Settle(ctx context.Context, tx db.Tx, a db.Attempt, paid bool, now time.Time) (bool, error) {
	rev, err := tx.ProfileRevLock(ctx, a.ProfileID)
	if err != nil {
		return false, fmt.Errorf("lock profile: %w", err)
	}
	row, err := tx.OrderLock(ctx, a.SubjectID)
	if err != nil {
		return false, fmt.Errorf("lock order: %w", err)
	}
	at, taken := Stamp{rev + 1, now}, true
	switch status := Status(row.Status); {
	case paid && status == PaymentPending:
		if err = tx.AttemptsPaidBefore(ctx, a.Purpose, row.ID, &now); err == nil {
			err = o.confirm(ctx, tx, &row, "paid", at)
		}
	case paid && status == PaymentFailed:
		taken, err = o.confirmLate(ctx, tx, &row, at)
	case paid:
		taken, err = false, tx.OrderTouch(ctx, row.ID, at.Rev)
	case status == PaymentPending:
		if err = release(ctx, tx.Queries, row); err == nil {
			err = Move(ctx, tx.Queries, &row, PaymentFailed, "payment failed", at)
		}
		if err == nil {
			err = o.Queue.InsertTx(ctx, tx, push.Notice{About: push.Payment, Event: row.ID}, &river.InsertOpts{ScheduledAt: now.Add(push.Pause)})
		}
	default:
		return false, nil
	}
	if err != nil {
		return false, err
	}
	return taken, tx.ProfileRevSet(ctx, a.ProfileID, at.Rev)
}

// confirm uses up the holds, posts the money, clears exactly the draft revisions that were ordered, and queues the mails to the person.
func (o *Orders) confirm(ctx context.Context, tx db.Tx, row *db.Order, cause string, at Stamp) error {
	reads, b := &db.Batch{}, &db.Batch{}
	books := ledger.BooksOf(reads, row.ProfileID)
	if err := reads.In(ctx, tx); err != nil {
		return err
	}
	if err := o.confirms(b, row, books, cause, at); err != nil {
		return err
	}
	return b.In(ctx, tx)
}

// confirms adds to a batch what confirm writes.
func (o *Orders) confirms(b *db.Batch, row *db.Order, books *ledger.Books, cause string, at Stamp) error {
	b.Step("use shares", func(ctx context.Context, q *db.Queries) error { return q.ShareUsesSettle(ctx, row.ID, "used") })
	if err := books.Sold(b, ledger.Sale{Order: row.ID, Profile: row.ProfileID, Company: row.CompanyID, Wallet: row.WalletAmount,
		Card: row.PayableAmount, CompanyPart: row.CompanyShare}, at.Now); err != nil {
		return err
	}
	if err := ClearDrafts(b, row.ProfileID, row.DraftRevs, at.Rev); err != nil {
		return err
	}
	if err := Moves(b, row, Confirmed, cause, at); err != nil {
		return err
	}
	o.queueMails(b, row.ID, row.EmployeeShare)
	return nil
}

// AtOnce settles a payment for an order that waits for it, as Settle does.
func (o *Orders) AtOnce(b *db.Batch, a db.Attempt) attempt.Settling {
	var row db.Order
	b.Step("lock order", func(ctx context.Context, q *db.Queries) (err error) {
		row, err = q.OrderLock(ctx, a.SubjectID)
		return err
	})
	books := ledger.BooksOf(b, a.ProfileID)
	return func(b *db.Batch, rev int64, now time.Time) (bool, error) {
		if Status(row.Status) != PaymentPending {
			return false, nil
		}
		b.Add(func(ctx context.Context, q *db.Queries) error {
			return q.AttemptsPaidBefore(ctx, a.Purpose, row.ID, &now)
		})
		if err := o.confirms(b, &row, books, "paid", Stamp{rev + 1, now}); err != nil {
			return false, err
		}
		b.Add(func(ctx context.Context, q *db.Queries) error { return q.ProfileRevSet(ctx, a.ProfileID, rev+1) })
		return true, nil
	}
}

// confirmLate handles money that came after the order had released everything. If all of it can be reserved again, the order
// is Confirmed; otherwise, or when its person was erased meanwhile, it is Cancelled and the money goes back. It joins the
// caller's transaction in a savepoint of its own.
func (o *Orders) confirmLate(ctx context.Context, tx db.Tx, row *db.Order, at Stamp) (bool, error) {
	if erased, err := tx.ErasedProfile(ctx, row.ProfileID); err != nil {
		return false, fmt.Errorf("ask whose order: %w", err)
	} else if erased {
		return false, Move(ctx, tx.Queries, row, Cancelled, "its person was erased", at)
	}
	deliveries, err := tx.DeliveriesOfOrders(ctx, []string{row.ID})
	if err != nil {
		return false, fmt.Errorf("read deliveries: %w", err)
	}
	priced, err := agreed(*row)
	if err != nil {
		return false, err
	}
	terms, err := TermsOf(*row)
	if err != nil {
		return false, err
	}
	err = pgx.BeginFunc(ctx, tx, func(inner pgx.Tx) error {
		q := db.New(inner)
		if err := o.OnMenu(ctx, q, row.Week, portions(priced)); err != nil {
			return err
		}
		return reserve(ctx, q, *row, terms, priced, deliveries)
	})
	if errors.Is(err, ErrGone) {
		return false, Move(ctx, tx.Queries, row, Cancelled, "paid too late", at)
	}
	if err != nil {
		return false, err
	}
	return true, o.confirm(ctx, tx, row, "paid late", at)
}

// ClearDrafts adds to a batch that exactly the draft revisions are cleared which were ordered.
func ClearDrafts(b *db.Batch, profile string, revs json.RawMessage, rev int64) error {
	bought := map[clock.Date]int64{}
	if err := json.Unmarshal(revs, &bought); err != nil {
		return fmt.Errorf("draft revisions: %w", err)
	}
	draft.Bought(b, profile, bought, rev)
	return nil
}

// Refunded applies that money of an attempt went back to the card, or was refunded another way.
func (o *Orders) Refunded(ctx context.Context, q *db.Queries, a db.Attempt, now time.Time) error {
	rev, err := q.ProfileRevLock(ctx, a.ProfileID)
	if err != nil {
		return fmt.Errorf("lock profile: %w", err)
	}
	row, err := q.OrderLock(ctx, a.SubjectID)
	if err != nil {
		return fmt.Errorf("lock order: %w", err)
	}
	return WentBack(ctx, q, row, Stamp{rev + 1, now})
}

// WentBack gives an order a new revision because money of it or of its amendments went back. A Cancelled order becomes Refunded once no
// more goes to the card and something did. The caller holds the profile's counter, which it raises, and the order.
func WentBack(ctx context.Context, q *db.Queries, row db.Order, at Stamp) error {
	done, err := cancelledToTheCard(ctx, q, row)
	if err != nil {
		return err
	}
	if done {
		err = Move(ctx, q, &row, Refunded, "money went back to the card", at)
	} else {
		err = q.OrderTouch(ctx, row.ID, at.Rev)
	}
	if err != nil {
		return err
	}
	return q.ProfileRevSet(ctx, row.ProfileID, at.Rev)
}

// cancelledToTheCard reports whether an order is Cancelled and everything that was to go back to the card has: what was paid too late, or
// what the change that cancelled the last delivery sent back.
func cancelledToTheCard(ctx context.Context, q *db.Queries, row db.Order) (bool, error) {
	if Status(row.Status) != Cancelled {
		return false, nil
	}
	amendments, err := q.AmendmentsOf(ctx, row.ID)
	if err != nil {
		return false, fmt.Errorf("read amendments: %w", err)
	}
	var last *db.Amendment
	for i, am := range amendments {
		if Status(am.Status) == Confirmed && (last == nil || am.BaseVersion > last.BaseVersion) {
			last = &amendments[i]
		}
	}
	refunds, err := q.AmendmentRefunds(ctx, row.ID)
	if err != nil {
		return false, fmt.Errorf("count refunds: %w", err)
	}
	return refunds.Went && (last == nil || last.RefundCard > 0 && refunds.Open == 0), nil
}

var (
	_ attempt.Subject = (*Orders)(nil)
	_ attempt.Prompt  = (*Orders)(nil)
)
