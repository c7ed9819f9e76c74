package invoice

import (
	"context"
	"fmt"
	"time"

	"github.com/oklog/ulid/v2"

	"sahn/server/ledger"
	"sahn/server/payment/attempt"
	"sahn/server/person"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
)

// Why an invoice is not paid. Nothing was changed.
var (
	ErrNothingDue    = fault.New(fault.Conflict, "nothing_due", "Nothing is due on this invoice any more.")
	ErrAlreadyPaying = fault.New(fault.Conflict, "already_being_paid", "This invoice is being paid by card right now.")
)

const payLife = 15 * time.Minute

// PayRequest asks to pay all that is due on an invoice, with a new card or one of the caller's saved ones.
type PayRequest struct {
	ID       string `path:"id"`
	Card     string `json:"card,omitempty" validate:"omitempty,len=26,alphanum"`
	SaveCard bool   `json:"save_card,omitempty"`
}

// Payable is a payment under way. Form is what the browser posts to the card page.
type Payable struct {
	Intent    string        `json:"intent"`
	Form      *attempt.Form `json:"form,omitempty"`
	Amount    money.Fils    `json:"amount"`
	ExpiresAt time.Time     `json:"expires_at"`
}

// underway is the detail of ErrAlreadyPaying.
type underway struct {
	Intent string `json:"intent,omitempty"` // set when the payment is the caller's own
}

// HandlePay opens a card payment of what is due; when repeated, it answers the same one. While another admin's is unresolved, no second
// one is opened. Admins of the invoice's company may.
func (v *Invoices) HandlePay(ctx context.Context, who web.Caller, r PayRequest) (p Payable, err error) {
	err = person.InTx(ctx, v.Conn, who, func(ctx context.Context, tx db.Tx) error {
		if _, err := tx.ProfileRevLock(ctx, who.ProfileID); err != nil {
			return fmt.Errorf("lock profile: %w", err)
		}
		row, err := tx.InvoiceOne(ctx, r.ID, who.CompanyID)
		if db.None(err) || err == nil && row.Kind != kindInvoice {
			return fault.ErrNotFound
		}
		if err != nil {
			return fmt.Errorf("read invoice: %w", err)
		}
		if err := tx.InvoiceAccountLock(ctx, row.CompanyID); err != nil {
			return fmt.Errorf("lock account: %w", err)
		}
		due, err := tx.InvoiceDue(ctx, row.ID)
		if err != nil {
			return fmt.Errorf("read what is due: %w", err)
		}
		now := v.Clock()
		open, err := tx.InvoiceAttempt(ctx, row.ID)
		switch {
		case err == nil:
			p, err = v.again(open, who, money.Fils(due), now)
			return err
		case !db.None(err):
			return fmt.Errorf("look for a payment: %w", err)
		case due <= 0:
			return ErrNothingDue
		}
		eater, err := person.EaterOf(ctx, tx.Queries, who.ProfileID)
		if err != nil {
			return err
		}
		expires := now.Add(payLife)
		intent, form, err := v.Payments.Open(ctx, tx,
			attempt.Opening{Purpose: attempt.ForInvoice, Subject: row.ID, Profile: who.ProfileID, Company: row.CompanyID, Email: eater.Email,
				Amount: money.Fils(due), Expires: expires, Card: r.Card, SaveCard: r.SaveCard}, now)
		p = Payable{Intent: intent, Form: &form, Amount: money.Fils(due), ExpiresAt: expires.UTC()}
		return err
	})
	return p, err
}

// again answers with the payment that is open, if the caller opened it and its page can still be used.
func (v *Invoices) again(a db.Attempt, who web.Caller, due money.Fils, now time.Time) (Payable, error) {
	if a.ProfileID != who.ProfileID {
		return Payable{}, ErrAlreadyPaying.With(underway{})
	}
	if a.Amount != due || !now.Before(a.ExpiresAt) {
		return Payable{}, ErrAlreadyPaying.With(underway{a.ID})
	}
	form, err := v.Payments.Form(a)
	return Payable{Intent: a.ID, Form: &form, Amount: a.Amount, ExpiresAt: a.ExpiresAt.UTC()}, err
}

// Settle takes the money of a card for an invoice, if it is exactly what is still due; otherwise it goes back. Either way, what the
// company has to its credit may pay the invoice from now on. The caller holds the profile's counter and the attempt.
func (v *Invoices) Settle(ctx context.Context, tx db.Tx, a db.Attempt, paid bool, now time.Time) (taken bool, err error) {
	if err := tx.InvoiceAccountLock(ctx, a.CompanyID); err != nil {
		return false, fmt.Errorf("lock account: %w", err)
	}
	due, err := tx.InvoiceDue(ctx, a.SubjectID)
	if err != nil {
		return false, fmt.Errorf("read what is due: %w", err)
	}
	if taken = paid && money.Fils(due) == a.Amount; taken {
		if _, err := tx.InvoicePaymentInsert(ctx, db.InvoicePaymentInsertParams{ID: ulid.Make().String(), InvoiceID: a.SubjectID,
			CompanyID: a.CompanyID, Way: "card", Amount: int64(a.Amount), Reference: a.ID, PaidOn: today(now), At: now}); err != nil {
			return false, fmt.Errorf("keep payment: %w", err)
		}
		if err := ledger.InvoicePaid(ctx, tx.Queries, a.ID, a.CompanyID, a.Amount, now); err != nil {
			return false, err
		}
	}
	return taken, setOff(ctx, tx.Queries, a.CompanyID, "", now)
}

// Refunded does nothing: we refund of an invoice's payment only money that was never in the ledger.
func (v *Invoices) Refunded(context.Context, *db.Queries, db.Attempt, time.Time) error { return nil }

var _ attempt.Subject = (*Invoices)(nil)
