package payment

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"sahn/server/payment/attempt"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/money"
)

// Why a refund cannot be made another way. Nothing was changed.
var (
	ErrRefundDone      = fault.New(fault.Conflict, "refund_done", "The provider has sent this back meanwhile.")
	ErrRefundUndecided = fault.New(fault.Conflict, "refund_not_told",
		"The provider has not said no to this, or not clearly. It is asked again; look later.")
	ErrRefundDiffers = fault.New(fault.Conflict, "refund_differs",
		"The provider's books say that money of this payment went back. Look again in some minutes.")
	ErrProviderSilent = fault.New(fault.Unavailable, "provider_away",
		"The card provider does not answer right now. Nothing was changed.").After(time.Minute)
)

// Returned asks the provider how much of a refund's capture it has sent back, for GiveUpRefund.
func (p *Payments) Returned(ctx context.Context, refund string) (money.Fils, error) {
	row, err := db.New(p.Conn).RefundOne(ctx, refund)
	if err != nil {
		return 0, fmt.Errorf("read refund: %w", db.NoneIs(err, fault.ErrNotFound))
	}
	stands, err := p.Provider.CheckCapture(ctx, row.Reference, row.FortID)
	if err != nil {
		return 0, fmt.Errorf("%w: look before refund %s is given up: %w", ErrProviderSilent, row.ID, err)
	}
	return stands.Refunded, nil
}

// GiveUpRefund ends a refund that the provider declines: it is never requested again, and the caller refunds the money another way in the
// same transaction. False when that was done before. To pay no one twice, the provider's last answer must be a decline that its books
// cannot still turn into a success, and returned, which it has just said, must be all that is known to have gone back. It locks the
// profile's counter, then the attempt.
func (p *Payments) GiveUpRefund(ctx context.Context, tx db.Tx, refund string, returned money.Fils,
	now time.Time) (row db.RefundOneRow, a db.Attempt, ended bool, err error) {
	if row, err = tx.RefundOne(ctx, refund); err != nil {
		return row, a, false, fmt.Errorf("read refund: %w", err)
	}
	if a, err = lock(ctx, tx.Queries, row.AttemptID); err != nil {
		return row, a, false, err
	}
	if row, err = tx.RefundOne(ctx, refund); err != nil {
		return row, a, false, fmt.Errorf("read refund: %w", err)
	}
	switch {
	case row.Status == "failed":
		return row, a, false, nil
	case row.Status == "done":
		return row, a, false, ErrRefundDone
	case money.Fils(row.Returned) != returned:
		return row, a, false, ErrRefundDiffers
	}
	if fits, err := fits(ctx, tx.Queries, row); err != nil || !fits {
		return row, a, false, cmp.Or(err, error(ErrRefundDiffers))
	}
	n, err := tx.RefundGiveUp(ctx, row.ID, now.Add(-lastChecks))
	if err != nil {
		return row, a, false, fmt.Errorf("give up refund: %w", err)
	}
	if n == 0 {
		return row, a, false, ErrRefundUndecided
	}
	if err := p.next(ctx, tx, row.ID); err != nil {
		return row, a, false, err
	}
	return row, a, true, p.Subjects[attempt.Purpose(a.Purpose)].Refunded(ctx, tx.Queries, a, now)
}

// fits reports whether a refund is no more than what its capture has left beside all other refunds: done, under way or made another way.
func fits(ctx context.Context, q *db.Queries, row db.RefundOneRow) (bool, error) {
	left, err := q.CaptureAmount(ctx, row.Reference, row.FortID)
	if err != nil {
		return false, fmt.Errorf("read capture: %w", err)
	}
	refunds, err := q.RefundsOfCapture(ctx, row.AttemptID, row.FortID)
	if err != nil {
		return false, fmt.Errorf("read refunds: %w", err)
	}
	for _, r := range refunds {
		left -= int64(r.Amount)
	}
	return left >= 0, nil
}
