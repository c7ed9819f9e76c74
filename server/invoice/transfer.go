package invoice

import (
	"context"
	"fmt"
	"strings"

	"github.com/oklog/ulid/v2"

	"sahn/server/ledger"
	"sahn/server/person"
	"sahn/server/platform/audit"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
)

// Why a transfer is not recorded. Nothing was changed.
var (
	ErrTooMuch  = fault.New(fault.Conflict, "more_than_due", "That is more than is due on this invoice.")
	ErrRecorded = fault.New(fault.Conflict, "transfer_recorded",
		"A transfer with this reference was recorded before, on another invoice or with another amount or day.")
)

// TransferRequest is a transfer that an operator saw at the bank: how much, the bank's reference, and the day.
// Surplus confirms that it is more than is due.
type TransferRequest struct {
	ID        string     `path:"id"`
	Amount    money.Fils `json:"amount" validate:"min=1,max=1000000000"`
	Reference string     `json:"reference" validate:"required,max=80"`
	PaidOn    clock.Date `json:"paid_on"`
	Surplus   bool       `json:"surplus,omitempty"`
}

// Recorded is what is left to pay of an invoice after a transfer, and what its company has to its credit.
type Recorded struct {
	Number string     `json:"number"`
	Due    money.Fils `json:"due"`
	Credit money.Fils `json:"credit"`
}

// recordedOn is the detail of ErrRecorded: the invoice that has the transfer.
type recordedOn struct {
	Number string `json:"number"` // the invoice that it was recorded on
}

// RecordTransfer books a bank transfer for an invoice. What is more than is due pays the company's other invoices, and becomes its credit
// beyond that. A reference counts once for a company, whichever of its invoices has it. Operators may.
func (v *Invoices) RecordTransfer(ctx context.Context, who web.Caller, r TransferRequest) (done Recorded, err error) {
	if r.Reference = strings.Join(strings.Fields(r.Reference), " "); r.Reference == "" {
		return done, fault.Field("reference", "The reference field is required.")
	}
	err = db.InTx(ctx, v.Conn, func(ctx context.Context, tx db.Tx) error {
		if err := person.Still(ctx, tx.Queries, who); err != nil {
			return err
		}
		row, err := tx.InvoiceLook(ctx, r.ID)
		if db.None(err) || err == nil && row.Kind != kindInvoice {
			return fault.ErrNotFound
		}
		if err != nil {
			return fmt.Errorf("read invoice: %w", err)
		}
		if err := tx.InvoiceAccountLock(ctx, row.CompanyID); err != nil {
			return fmt.Errorf("lock account: %w", err)
		}
		now := v.Clock()
		if done, err = recorded(ctx, tx.Queries, row, today(now)); err != nil {
			return err
		}
		before, err := tx.InvoicePaymentOne(ctx, row.CompanyID, "transfer", r.Reference, row.ID)
		switch {
		case err == nil && before.InvoiceID == row.ID && before.Amount == int64(r.Amount) && before.PaidOn == r.PaidOn:
			return nil
		case err == nil:
			return ErrRecorded.With(recordedOn{before.Number})
		case !db.None(err):
			return fmt.Errorf("look for the transfer: %w", err)
		case r.PaidOn < row.IssuedOn || r.PaidOn > today(now):
			return fault.Field("paid_on", "The paid on field must be the day of the transfer.")
		case r.Amount > done.Due && !r.Surplus:
			return ErrTooMuch.With(done)
		}
		id := ulid.Make().String()
		if _, err := tx.InvoicePaymentInsert(ctx,
			db.InvoicePaymentInsertParams{ID: id, InvoiceID: row.ID, CompanyID: row.CompanyID, Way: "transfer", Amount: int64(r.Amount),
				Reference: r.Reference, PaidOn: r.PaidOn, RecordedBy: &who.ProfileID, At: now}); err != nil {
			return fmt.Errorf("keep payment: %w", err)
		}
		if err := ledger.InvoiceTransferred(ctx, tx.Queries, id, row.CompanyID, r.Amount, now); err != nil {
			return err
		}
		if err := setOff(ctx, tx.Queries, row.CompanyID, "", now); err != nil {
			return err
		}
		if done, err = recorded(ctx, tx.Queries, row, today(now)); err != nil {
			return err
		}
		return audit.Write(ctx, tx.Queries, audit.Act{At: now, Who: who.ProfileID, Company: row.CompanyID, Kind: "invoice.transfer",
			Subject: row.ID, After: map[string]any{"amount": r.Amount, "reference": r.Reference, "paid_on": r.PaidOn}})
	})
	return done, err
}

func recorded(ctx context.Context, q *db.Queries, row db.Invoice, on clock.Date) (Recorded, error) {
	due, err := q.InvoiceDue(ctx, row.ID)
	if err != nil {
		return Recorded{}, fmt.Errorf("read what is due: %w", err)
	}
	account, err := accountOf(ctx, q, row.CompanyID, on)
	return Recorded{Number: row.Number, Due: max(0, money.Fils(due)), Credit: account.Credit}, err
}
