package invoice

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

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
	err = person.InTx(ctx, v.Conn, who, func(ctx context.Context, tx db.Tx) error {
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
		}
		if err := v.take(ctx, tx, who, now, transfer{company: row.CompanyID, reference: r.Reference, paidOn: r.PaidOn, surplus: r.Surplus,
			parts: []paying{{row.ID, r.Amount}}}); err != nil {
			if errors.Is(err, ErrTooMuch) {
				return ErrTooMuch.With(done)
			}
			return err
		}
		done, err = recorded(ctx, tx.Queries, row, today(now))
		return err
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

// paying is how much of a transfer pays an invoice.
type paying struct {
	invoice string
	amount  money.Fils
}

// transfer is money that a bank says has come for invoices of one company, each named once. surplus confirms that it is more than is due.
// line is the movement of a bank's statement that it came with, if it did.
type transfer struct {
	company, reference, line string
	paidOn                   clock.Date
	surplus                  bool
	parts                    []paying
}

// take books transfers: everything that records one goes through it. It refuses what is about another company's invoice or one that was not
// there yet, what was recorded before, and what is more than is due and not confirmed as such. The caller holds the companies' accounts.
// Several at once pay just what is due or less, so that nothing is set off.
func (v *Invoices) take(ctx context.Context, tx db.Tx, who web.Caller, now time.Time, all ...transfer) error {
	if err := permitted(ctx, tx.Queries, all, today(now)); err != nil {
		return err
	}
	paid := db.InvoiceTransfersInsertParams{RecordedBy: who.ProfileID, At: now}
	var posted []ledger.Transfer
	var kept db.BankBookingsInsertParams
	var acts []audit.Act
	for _, t := range all {
		sum, first := money.Fils(0), len(paid.Ids)
		for _, p := range t.parts {
			id := ulid.Make().String()
			paid.Ids, paid.Invoices, paid.Companies = append(paid.Ids, id), append(paid.Invoices, p.invoice), append(paid.Companies, t.company)
			paid.Amounts, paid.Refs, paid.Days = append(paid.Amounts, int64(p.amount)), append(paid.Refs, t.reference), append(paid.Days, t.paidOn)
			if t.line != "" {
				kept.Companies, kept.Invoices = append(kept.Companies, t.company), append(kept.Invoices, p.invoice)
				kept.Lines, kept.Payments = append(kept.Lines, t.line), append(kept.Payments, id)
				kept.Amounts = append(kept.Amounts, int64(p.amount))
			}
			acts = append(acts, audit.Act{At: now, Who: who.ProfileID, Company: t.company, Kind: "invoice.transfer", Subject: p.invoice,
				After: map[string]any{"amount": p.amount, "reference": t.reference, "paid_on": t.paidOn}})
			sum += p.amount
		}
		posted = append(posted, ledger.Transfer{Payment: paid.Ids[first], Company: t.company, Amount: sum})
	}
	b := &db.Batch{}
	b.Add(func(ctx context.Context, q *db.Queries) error { return q.InvoiceTransfersInsert(ctx, paid) })
	if len(kept.Lines) > 0 {
		b.Add(func(ctx context.Context, q *db.Queries) error { return q.BankBookingsInsert(ctx, kept) })
	}
	ledger.InvoicesTransferred(b, posted, now)
	if err := audit.Writes(b, now, acts); err != nil {
		return err
	}
	if err := b.Each(ctx, tx.Queries); err != nil {
		return fmt.Errorf("book transfers: %w", err)
	}
	if len(all) > 1 {
		return nil
	}
	return setOff(ctx, tx.Queries, all[0].company, "", now)
}

// permitted says whether transfers may be booked as they are.
func permitted(ctx context.Context, q *db.Queries, all []transfer, on clock.Date) error {
	var ids, companies, references []string
	for _, t := range all {
		companies, references = append(companies, t.company), append(references, t.reference)
		for _, p := range t.parts {
			ids = append(ids, p.invoice)
		}
	}
	rows, err := q.InvoicesToPay(ctx, ids)
	if err != nil {
		return fmt.Errorf("read invoices: %w", err)
	}
	known, err := q.InvoiceTransfersKnown(ctx, companies, references)
	if err != nil {
		return fmt.Errorf("look for the transfers: %w", err)
	}
	if len(known) > 0 {
		return ErrRecorded.With(recordedOn{known[0].Number})
	}
	invoices := map[string]db.InvoicesToPayRow{}
	for _, r := range rows {
		invoices[r.ID] = r
	}
	for _, t := range all {
		for _, p := range t.parts {
			row, is := invoices[p.invoice]
			switch {
			case !is || row.CompanyID != t.company:
				return fault.ErrNotFound
			case t.paidOn < row.IssuedOn || t.paidOn > on:
				return fault.Field("paid_on", "The paid on field must be the day of the transfer.")
			case int64(p.amount) > row.Due && (!t.surplus || len(all) > 1):
				return ErrTooMuch
			}
			row.Due -= int64(p.amount)
			invoices[p.invoice] = row
		}
	}
	return nil
}
