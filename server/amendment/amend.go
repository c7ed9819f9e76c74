// Package amendment changes orders. Its promises: a change takes effect whole at the price that the person saw or not at all; until it is
// paid, its order stays as it was; what it needs is held for it, and released when it is not paid.
package amendment

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/oklog/ulid/v2"

	"sahn/server/draft"
	"sahn/server/order"
	"sahn/server/payment/attempt"
	"sahn/server/person"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/web"
	"sahn/server/quote"
)

// Amendments changes orders, with the connection, clock, menus, payments, queue and post of Orders.
type Amendments struct {
	Orders *order.Orders
}

// Why a change is refused. Nothing was changed.
var (
	ErrAmendmentChanged = fault.New(fault.Conflict, "amendment_changed",
		"Something changed since you last looked. Please check the new amounts.")
	ErrNotAmendable = fault.New(fault.Conflict, "not_amendable", "This order cannot be changed any more.")
)

// errSentBack is ErrNotAmendable for an order of which an operator sent money back at the provider: support has to
// settle what the person still gets or pays.
var errSentBack = fault.New(fault.Conflict, ErrNotAmendable.Reason,
	"Money of this order was sent back to your card already. Please write to us to change it.")

// AmendQuoteRequest is a proposal: the new content of some deliveries of an order, and where a difference is paid from or
// refunded to. Days that are not named stay as they are.
type AmendQuoteRequest struct {
	Order  string           `json:"order" validate:"required,len=26,alphanum"`
	Days   []quote.AmendDay `json:"days" validate:"required,min=1,max=10,dive"`
	Wallet bool             `json:"wallet"`
	Refund string           `json:"refund" validate:"required,oneof=wallet card"`
}

// AmendRequest saves a proposal at the price that the person saw. Revs are the draft revisions that it came from: exactly these are
// cleared when it takes effect. Key is the idempotency key: a second tap is the same amendment. Card names a saved card.
type AmendRequest struct {
	Device   string                `json:"dev" validate:"required,len=26,alphanum"`
	Order    string                `json:"order" validate:"required,len=26,alphanum"`
	Days     []quote.AmendDay      `json:"days" validate:"required,min=1,max=10,dive"`
	Wallet   bool                  `json:"wallet"`
	Refund   string                `json:"refund" validate:"required,oneof=wallet card"`
	Quote    string                `json:"quote" validate:"required,len=64,hexadecimal"`
	Seen     *quote.AmendmentQuote `json:"seen,omitempty" validate:"-"`
	Key      string                `json:"key" validate:"required,len=26,alphanum"`
	Revs     map[clock.Date]int64  `json:"revs,omitempty" validate:"max=10"`
	Card     string                `json:"card,omitempty" validate:"omitempty,len=26,alphanum"`
	SaveCard bool                  `json:"save_card,omitempty"`

	withdrawn bool // no one requests it: withdrawn meals are taken out
}

// Amended is an amendment under way. Form is what the browser posts to the card page; there is none when nothing is due.
type Amended struct {
	Order     string        `json:"order"`
	Amendment string        `json:"amendment"`
	Status    order.Status  `json:"status"`
	Intent    string        `json:"intent,omitempty"`
	Form      *attempt.Form `json:"form,omitempty"`
	Amount    int64         `json:"amount"`
	ExpiresAt *time.Time    `json:"expires_at,omitempty"`
}

// amendmentChanged is the detail of ErrAmendmentChanged.
type amendmentChanged struct {
	Quote       quote.AmendmentQuote `json:"quote"`
	Differences []quote.Difference   `json:"differences"`
}

// HandleAmendQuote answers with what a change would mean, as a dry run. The order's eater may.
func (m *Amendments) HandleAmendQuote(ctx context.Context, who web.Caller, r AmendQuoteRequest) (quote.AmendmentQuote, error) {
	q := db.New(m.Orders.Conn)
	row, err := q.OrderOf(ctx, r.Order, who.ProfileID)
	if db.None(err) {
		return quote.AmendmentQuote{}, fault.ErrNotFound
	}
	if err != nil {
		return quote.AmendmentQuote{}, fmt.Errorf("read order: %w", err)
	}
	return m.preview(ctx, q, row, r, m.Orders.Clock())
}

// HandleAmend changes an order: at once when nothing is due, otherwise when it is paid. The order's eater may.
func (m *Amendments) HandleAmend(ctx context.Context, who web.Caller, r AmendRequest) (Amended, error) {
	var saved Amended
	asked := AmendQuoteRequest{Order: r.Order, Days: r.Days, Wallet: r.Wallet, Refund: r.Refund}
	err := db.InTx(ctx, m.Orders.Conn, func(ctx context.Context, tx db.Tx) error {
		if err := person.Still(ctx, tx.Queries, who); err != nil {
			return err
		}
		rev, err := tx.ProfileRevLock(ctx, who.ProfileID)
		if err != nil {
			return fmt.Errorf("lock profile: %w", err)
		}
		now := m.Orders.Clock() // read after the wait for the lock, because the cut-off is checked against it
		if before, err := tx.AmendmentByKey(ctx, who.ProfileID, r.Key); err == nil {
			saved, err = m.savedBefore(ctx, tx.Queries, before, r, now)
			return err
		} else if !db.None(err) {
			return fmt.Errorf("look for key: %w", err)
		}
		row, err := tx.OrderOwnLock(ctx, r.Order, who.ProfileID)
		if db.None(err) {
			return fault.ErrNotFound
		}
		if err != nil {
			return fmt.Errorf("lock order: %w", err)
		}
		fresh, err := m.preview(ctx, tx.Queries, row, asked, now)
		if err != nil {
			return err
		}
		if fresh.Hash != r.Quote || len(fresh.Issues) > 0 {
			return ErrAmendmentChanged.With(amendmentChanged{fresh, amendmentDifferences(r, fresh)})
		}
		eater, err := person.EaterOf(ctx, tx.Queries, who.ProfileID)
		if err != nil {
			return err
		}
		// The diary names this device for the change, so it must be one of the person's own.
		if _, err := tx.DeviceLast(ctx, r.Device, who.ProfileID); db.None(err) {
			return order.ErrUnsentWork
		} else if err != nil {
			return fmt.Errorf("read device: %w", err)
		}
		if saved, err = m.amend(ctx, tx, &row, changing{eater, fresh, r}, order.Stamp{Rev: rev + 1, Now: now}); err != nil {
			return err
		}
		return tx.ProfileRevSet(ctx, who.ProfileID, rev+1)
	})
	if errors.Is(err, order.ErrGone) {
		// Another order took the last portion between the price and the reservation.
		fresh, err := m.HandleAmendQuote(ctx, who, asked)
		if err != nil {
			return Amended{}, err
		}
		return Amended{}, ErrAmendmentChanged.With(amendmentChanged{fresh, amendmentDifferences(r, fresh)})
	}
	if err != nil {
		return Amended{}, err
	}
	return saved, nil
}

// savedBefore answers for a key that was used before: the same amendment and, while it can still be paid, the same form.
func (m *Amendments) savedBefore(ctx context.Context, q *db.Queries, before db.Amendment, r AmendRequest, now time.Time) (Amended, error) {
	if before.QuoteHash != r.Quote || before.OrderID != r.Order {
		return Amended{}, order.ErrKeyUsed
	}
	saved := Amended{Order: before.OrderID, Amendment: before.ID, Status: order.Status(before.Status), Amount: int64(before.PayableAmount)}
	var err error
	saved.Intent, saved.Form, saved.ExpiresAt, err = m.Orders.StillPaid(ctx, q, attempt.ForAmendment, before.ID, now)
	return saved, err
}

// changing is a change of an order, and what was read for it under the lock of the profile's counter.
type changing struct {
	eater person.Eater
	fresh quote.AmendmentQuote
	r     AmendRequest
}

// amend writes an amendment and reserves what it needs. It takes effect at once when nothing is due, otherwise when the payment
// that is opened here succeeds.
func (m *Amendments) amend(ctx context.Context, tx db.Tx, row *db.Order, c changing, at order.Stamp) (Amended, error) {
	fresh, r := c.fresh, c.r
	am, err := writeAmendment(ctx, tx.Queries, *row, fresh, r, at.Now)
	if err != nil {
		return Amended{}, err
	}
	terms, err := order.TermsOf(*row)
	if err != nil {
		return Amended{}, err
	}
	if err := m.Orders.OnMenu(ctx, tx.Queries, row.Week, needOf(terms, fresh).portions); err != nil {
		return Amended{}, err
	}
	if err := holdFor(ctx, tx.Queries, *row, am, terms, fresh); err != nil {
		return Amended{}, err
	}
	saved := Amended{Order: row.ID, Amendment: am.ID, Amount: int64(am.PayableAmount)}
	if am.PayableAmount == 0 {
		saved.Status = order.Confirmed
		return saved, m.TakeEffect(ctx, tx, row, &am, "nothing due", at)
	}
	expires := at.Now.Add(order.PayLife)
	for _, d := range fresh.Days {
		if d.Cutoff.Before(expires) {
			expires = d.Cutoff
		}
	}
	intent, form, err := m.Orders.Payments.Open(ctx, tx, attempt.Opening{Purpose: attempt.ForAmendment, Subject: am.ID, Profile: row.ProfileID,
		Company: row.CompanyID, Email: c.eater.Email, Amount: am.PayableAmount, Expires: expires, Card: r.Card, SaveCard: r.SaveCard}, at.Now)
	if err != nil {
		return Amended{}, err
	}
	if err := moveAmendment(ctx, tx.Queries, &am, order.PaymentPending, "handed to the card page", at.Now); err != nil {
		return Amended{}, err
	}
	saved.Status, saved.Intent, saved.Form, saved.ExpiresAt = order.PaymentPending, intent, &form, &expires
	return saved, tx.OrderTouch(ctx, row.ID, at.Rev)
}

// writeAmendment stores what was agreed and which draft revisions of its days it came from.
func writeAmendment(ctx context.Context, q *db.Queries, row db.Order, fresh quote.AmendmentQuote, r AmendRequest,
	now time.Time) (db.Amendment, error) {
	came := map[clock.Date]int64{}
	var dates []clock.Date
	for _, d := range r.Days {
		if _, ok := r.Revs[d.Date]; ok {
			dates = append(dates, d.Date)
		}
	}
	days, err := draft.On(ctx, q, row.ProfileID, dates)
	if err != nil {
		return db.Amendment{}, err
	}
	for _, d := range days {
		if d.Rev == r.Revs[d.Date] { // a draft that was written again meanwhile is not cleared
			came[d.Date] = d.SetRev
		}
	}
	body, err1 := json.Marshal(fresh)
	revs, err2 := json.Marshal(came)
	if err := errors.Join(err1, err2); err != nil {
		return db.Amendment{}, err
	}
	am := db.Amendment{ID: ulid.Make().String(), OrderID: row.ID, ProfileID: row.ProfileID, CompanyID: row.CompanyID, DeviceID: r.Device,
		Status: string(order.Initiated), BaseVersion: row.Version, Quote: body, QuoteHash: fresh.Hash, Difference: fresh.Difference,
		WalletAmount: fresh.Wallet, PayableAmount: fresh.Payable, RefundWallet: fresh.RefundWallet, RefundCard: fresh.RefundCard, DraftRevs: revs,
		SaveKey: r.Key, CreatedAt: now, Withdrawn: r.withdrawn}
	if err := q.AmendmentInsert(ctx, db.AmendmentInsertParams{ID: am.ID, OrderID: am.OrderID, ProfileID: am.ProfileID, CompanyID: am.CompanyID,
		DeviceID: am.DeviceID, BaseVersion: am.BaseVersion, Quote: am.Quote, QuoteHash: am.QuoteHash, Difference: am.Difference,
		WalletAmount: am.WalletAmount, PayableAmount: am.PayableAmount, RefundWallet: am.RefundWallet, RefundCard: am.RefundCard,
		DraftRevs: am.DraftRevs, SaveKey: am.SaveKey, CreatedAt: am.CreatedAt, Withdrawn: am.Withdrawn}); err != nil {
		return am, fmt.Errorf("write amendment: %w", err)
	}
	if err := q.AmendmentMoveInsert(ctx,
		db.AmendmentMoveInsertParams{AmendmentID: am.ID, Became: am.Status, Cause: "saved", At: now}); err != nil {
		return am, fmt.Errorf("keep amendment move: %w", err)
	}
	return am, nil
}

// moveAmendment changes an amendment's status and records the move. The database refuses a move that is not allowed.
func moveAmendment(ctx context.Context, q *db.Queries, am *db.Amendment, to order.Status, cause string, now time.Time) error {
	settled := am.SettledAt
	if to != order.PaymentPending {
		settled = &now
	}
	if err := q.AmendmentMove(ctx, am.ID, string(to), settled); err != nil {
		return fmt.Errorf("move amendment: %w", err)
	}
	was := am.Status
	if err := q.AmendmentMoveInsert(ctx,
		db.AmendmentMoveInsertParams{AmendmentID: am.ID, Was: &was, Became: string(to), Cause: cause, At: now}); err != nil {
		return fmt.Errorf("keep amendment move: %w", err)
	}
	am.Status, am.SettledAt = string(to), settled
	return nil
}
