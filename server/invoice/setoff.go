package invoice

import (
	"context"
	"fmt"
	"time"

	"github.com/oklog/ulid/v2"

	"sahn/server/ledger"
	"sahn/server/platform/db"
	"sahn/server/platform/money"
)

// setOff pays a company's open invoices from what it overpaid on others. Every transaction that changes what is due calls it before it
// ends, so that no company is asked for money that was paid already. issued is the invoice that is just being written, or empty. The
// caller holds the company's account.
func setOff(ctx context.Context, q *db.Queries, company, issued string, now time.Time) error {
	if _, err := q.InvoiceSetOff(ctx, company, today(now), issued, now); err != nil {
		return fmt.Errorf("set off: %w", err)
	}
	return nil
}

// SentBack makes an invoice due again by what the provider took back of its card payment, and writes to the company's admins. The caller
// holds the profile's counter and the attempt; refund is the id of the refund, and makes this happen once.
func (v *Invoices) SentBack(ctx context.Context, tx db.Tx, a db.Attempt, refund string, amount money.Fils, now time.Time) error {
	if err := tx.InvoiceAccountLock(ctx, a.CompanyID); err != nil {
		return fmt.Errorf("lock account: %w", err)
	}
	kept, err := tx.InvoicePaymentInsert(ctx, db.InvoicePaymentInsertParams{ID: ulid.Make().String(), InvoiceID: a.SubjectID,
		CompanyID: a.CompanyID, Way: "returned", Amount: -int64(amount), Reference: refund, PaidOn: today(now), At: now})
	if err != nil {
		return fmt.Errorf("keep what went back: %w", err)
	}
	if kept == 0 {
		return nil
	}
	if err := ledger.InvoiceReturned(ctx, tx.Queries, refund, a.CompanyID, amount, now); err != nil {
		return err
	}
	if err := setOff(ctx, tx.Queries, a.CompanyID, "", now); err != nil {
		return err
	}
	due, err := tx.InvoiceDue(ctx, a.SubjectID)
	if err != nil {
		return fmt.Errorf("read what is due: %w", err)
	}
	if due <= 0 { // it had been credited, or something else paid it
		return nil
	}
	row, err := tx.InvoiceLook(ctx, a.SubjectID)
	if err != nil {
		return fmt.Errorf("read invoice: %w", err)
	}
	if step := reached(int(today(now) - row.DueOn)); step > 0 { // this letter is also the reminder
		if _, err := tx.InvoiceReminded(ctx, step, now, row.ID); err != nil {
			return fmt.Errorf("remember reminder: %w", err)
		}
	}
	return v.queueLetter(ctx, tx, a.CompanyID, Letter{Invoice: a.SubjectID, Returned: refund})
}
