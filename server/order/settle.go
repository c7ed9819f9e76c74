package order

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"sahn/server/ledger"
	"sahn/server/payment/attempt"
	"sahn/server/platform/db"
)

// Settle applies the outcome of a payment attempt to its order or amendment, in the payment's own transaction. The caller holds
// the profile's counter, which Settle raises by one for what it writes. It returns false when the order cannot take the money,
// which is then refunded automatically.
func (o *Orders) Settle(ctx context.Context, tx db.Tx, a db.Attempt, paid bool, now time.Time) (bool, error) {
	if attempt.Purpose(a.Purpose) == attempt.ForAmendment {
		return o.settleAmendment(ctx, tx, a, paid, now)
	}
	rev, err := tx.ProfileRevLock(ctx, a.ProfileID)
	if err != nil {
		return false, fmt.Errorf("lock profile: %w", err)
	}
	row, err := tx.OrderLock(ctx, a.SubjectID)
	if err != nil {
		return false, fmt.Errorf("lock order: %w", err)
	}
	at, taken := stamp{rev + 1, now}, true
	switch status := Status(row.Status); {
	case paid && status == PaymentPending:
		err = o.confirm(ctx, tx, &row, "paid", at)
	case paid && status == PaymentFailed:
		taken, err = o.confirmLate(ctx, tx, &row, at)
	case paid:
		taken, err = false, tx.OrderTouch(ctx, row.ID, at.rev)
	case status == PaymentPending:
		if err = release(ctx, tx.Queries, row); err == nil {
			err = move(ctx, tx.Queries, &row, PaymentFailed, "payment failed", at)
		}
	default:
		return false, nil
	}
	if err != nil {
		return false, err
	}
	return taken, tx.ProfileRevSet(ctx, a.ProfileID, at.rev)
}

// confirm uses up the holds, posts the money, clears exactly the draft revisions that were ordered, and queues the mails to the person.
func (o *Orders) confirm(ctx context.Context, tx db.Tx, row *db.Order, cause string, at stamp) error {
	if err := tx.ShareUsesSettle(ctx, row.ID, "used"); err != nil {
		return fmt.Errorf("use shares: %w", err)
	}
	if err := ledger.Sold(ctx, tx.Queries, ledger.Sale{Order: row.ID, Profile: row.ProfileID, Company: row.CompanyID, Wallet: row.WalletAmount,
		Card: row.PayableAmount, CompanyPart: row.CompanyShare}, at.now); err != nil {
		return err
	}
	if err := clearDrafts(ctx, tx.Queries, row.ProfileID, row.DraftRevs, at.rev); err != nil {
		return err
	}
	if err := move(ctx, tx.Queries, row, Confirmed, cause, at); err != nil {
		return err
	}
	return o.queueMails(ctx, tx, *row)
}

// confirmLate handles money that came after the order had released everything. If all of it can be reserved again, the order
// is Confirmed; otherwise, or when its person was erased meanwhile, it is Cancelled and the money goes back. It joins the
// caller's transaction in a savepoint of its own.
func (o *Orders) confirmLate(ctx context.Context, tx db.Tx, row *db.Order, at stamp) (bool, error) {
	if erased, err := tx.ErasedProfile(ctx, row.ProfileID); err != nil {
		return false, fmt.Errorf("ask whose order: %w", err)
	} else if erased {
		return false, move(ctx, tx.Queries, row, Cancelled, "its person was erased", at)
	}
	deliveries, err := tx.DeliveriesOfOrders(ctx, []string{row.ID})
	if err != nil {
		return false, fmt.Errorf("read deliveries: %w", err)
	}
	priced, err := agreed(*row)
	if err != nil {
		return false, err
	}
	terms, err := termsOf(*row)
	if err != nil {
		return false, err
	}
	err = pgx.BeginFunc(ctx, tx, func(inner pgx.Tx) error {
		q := db.New(inner)
		if err := o.onMenu(ctx, q, row.Week, portions(priced)); err != nil {
			return err
		}
		return reserve(ctx, q, *row, terms, priced, deliveries)
	})
	if errors.Is(err, errGone) {
		return false, move(ctx, tx.Queries, row, Cancelled, "paid too late", at)
	}
	if err != nil {
		return false, err
	}
	return true, o.confirm(ctx, tx, row, "paid late", at)
}

var _ attempt.Subject = (*Orders)(nil)
