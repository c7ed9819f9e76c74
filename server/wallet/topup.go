package wallet

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

// Reasons why a top-up is refused. The state is unchanged.
var (
	ErrAlreadyPaying = fault.New(fault.Conflict, "already_being_paid", "A top-up of yours is still being paid.")
	ErrKeyUsed       = fault.New(fault.Conflict, "key_used", "That top-up was started before with another amount.")
)

const topupLife = 15 * time.Minute

// TopupRequest asks to put money from a card into the caller's wallet: AED 10 to 1,000. Key is an idempotency key: a second tap is the
// same top-up.
type TopupRequest struct {
	Amount   money.Fils `json:"amount" validate:"min=1000,max=100000"`
	Key      string     `json:"key" validate:"required,len=26,alphanum"`
	Card     string     `json:"card,omitempty" validate:"omitempty,len=26,alphanum"`
	SaveCard bool       `json:"save_card,omitempty"`
}

// Topup is a payment into a wallet. Form is what the browser posts to the card page, while the page is valid.
type Topup struct {
	Intent    string        `json:"intent"`
	Form      *attempt.Form `json:"form,omitempty"`
	Amount    money.Fils    `json:"amount"`
	ExpiresAt time.Time     `json:"expires_at"`
}

// underway is the detail of ErrAlreadyPaying.
type underway struct {
	Intent string `json:"intent"`
}

// HandleTopup opens a payment into the caller's own wallet. While one is unresolved a second one is refused. Eaters may.
func (w *Wallets) HandleTopup(ctx context.Context, who web.Caller, r TopupRequest) (t Topup, err error) {
	err = db.InTx(ctx, w.Conn, func(ctx context.Context, tx db.Tx) error {
		if err := person.Still(ctx, tx.Queries, who); err != nil {
			return err
		}
		if _, err := tx.ProfileRevLock(ctx, who.ProfileID); err != nil {
			return fmt.Errorf("lock profile: %w", err)
		}
		now := w.Clock()
		before, err := tx.TopupByKey(ctx, who.ProfileID, r.Key)
		if err == nil {
			t, err = w.again(ctx, tx.Queries, before, r, now)
			return err
		}
		if !db.None(err) {
			return fmt.Errorf("look for key: %w", err)
		}
		if open, err := tx.TopupUnderway(ctx, who.ProfileID); err == nil {
			return ErrAlreadyPaying.With(underway{open})
		} else if !db.None(err) {
			return fmt.Errorf("look for top-up: %w", err)
		}
		t, err = w.open(ctx, tx, who, r, now)
		return err
	})
	return t, err
}

func (w *Wallets) open(ctx context.Context, tx db.Tx, who web.Caller, r TopupRequest, now time.Time) (Topup, error) {
	eater, err := person.EaterOf(ctx, tx.Queries, who.ProfileID)
	if err != nil {
		return Topup{}, err
	}
	id, expires := ulid.Make().String(), now.Add(topupLife)
	if err := tx.TopupInsert(ctx, db.TopupInsertParams{ID: id, ProfileID: who.ProfileID, CompanyID: eater.CompanyID, Amount: r.Amount,
		Key: r.Key, CreatedAt: now}); err != nil {
		return Topup{}, fmt.Errorf("write top-up: %w", err)
	}
	intent, form, err := w.Payments.Open(ctx, tx,
		attempt.Opening{Purpose: attempt.ForTopup, Subject: id, Profile: who.ProfileID, Company: eater.CompanyID, Email: eater.Email,
			Amount: r.Amount, Expires: expires, Card: r.Card, SaveCard: r.SaveCard}, now)
	return Topup{Intent: intent, Form: &form, Amount: r.Amount, ExpiresAt: expires}, err
}

// again answers a repeated top-up with the same key: the same payment and, while it can still be paid, the same form.
func (w *Wallets) again(ctx context.Context, q *db.Queries, before db.Topup, r TopupRequest, now time.Time) (Topup, error) {
	if before.Amount != r.Amount {
		return Topup{}, ErrKeyUsed
	}
	attempts, err := q.AttemptsOf(ctx, string(attempt.ForTopup), []string{before.ID})
	if err != nil || len(attempts) == 0 {
		return Topup{}, fmt.Errorf("attempt of top-up %s: %w", before.ID, err)
	}
	a := attempts[0]
	t := Topup{Intent: a.ID, Amount: a.Amount, ExpiresAt: a.ExpiresAt.UTC()}
	if a.Status == "open" && now.Before(a.ExpiresAt) {
		form, err := w.Payments.Form(a)
		if err != nil {
			return Topup{}, err
		}
		t.Form = &form
	}
	return t, nil
}

// Settle puts the money of a paid top-up into the wallet, once, and pays from it what is owed. A wallet can always take it, unless its
// person was erased. The caller holds the profile's counter.
func (w *Wallets) Settle(ctx context.Context, tx db.Tx, a db.Attempt, paid bool, now time.Time) (bool, error) {
	if !paid {
		return false, nil
	}
	if erased, err := tx.ErasedProfile(ctx, a.ProfileID); err != nil || erased {
		return false, err
	}
	return true, ledger.ToppedUp(ctx, tx.Queries, a.SubjectID, a.ProfileID, a.Amount, now)
}

// Refunded does nothing: of a top-up only money that was never in the ledger is returned.
func (w *Wallets) Refunded(context.Context, *db.Queries, db.Attempt, time.Time) error { return nil }

var _ attempt.Subject = (*Wallets)(nil)
