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
	var a *around
	err = db.InBatches(ctx, w.Conn, func(b *db.Batch) { a = w.load(b, who, r) }, func(b *db.Batch) (err error) {
		now := w.Clock()
		switch {
		case a.before.ID != "":
			t, err = w.again(a.before, r, now)
		case a.open != "":
			err = ErrAlreadyPaying.With(underway{a.open})
		default:
			t, err = w.open(b, a, r, now)
		}
		return err
	})
	return t, err
}

// around is what a top-up depends on: the attempt with the same key, if there was one, the attempt that is open, the person who asks, and
// what opening a payment must know.
type around struct {
	before db.Attempt
	open   string
	eater  person.Eater
	seen   attempt.Seen
}

// load locks the session and the profile's counter, and reads the rest. The result is filled when the batch has run.
func (w *Wallets) load(b *db.Batch, who web.Caller, r TopupRequest) *around {
	a := &around{}
	b.Add(func(ctx context.Context, q *db.Queries) error { return person.Still(ctx, q, who) })
	b.Add(func(ctx context.Context, q *db.Queries) error {
		_, err := q.ProfileRevLock(ctx, who.ProfileID)
		return named(err, "lock profile")
	})
	b.Add(func(ctx context.Context, q *db.Queries) (err error) {
		a.before, err = q.TopupByKey(ctx, who.ProfileID, r.Key)
		return named(err, "look for key")
	})
	b.Add(func(ctx context.Context, q *db.Queries) (err error) {
		a.open, err = q.TopupUnderway(ctx, who.ProfileID)
		return named(err, "look for top-up")
	})
	b.Add(func(ctx context.Context, q *db.Queries) (err error) {
		a.eater, err = person.EaterOf(ctx, q, who.ProfileID)
		return err
	})
	b.Add(func(ctx context.Context, q *db.Queries) (err error) {
		a.seen.Failed, err = q.AttemptsFailedSince(ctx, who.ProfileID, w.Clock().Add(-attempt.FailedWithin))
		return named(err, "count failures")
	})
	if r.Card != "" {
		b.Add(func(ctx context.Context, q *db.Queries) error {
			card, err := q.CardOf(ctx, r.Card, who.ProfileID)
			if err == nil {
				a.seen.Card = &card
			}
			return named(err, "read card")
		})
	}
	return a
}

// named says what failed. That there is no such row is no failure.
func named(err error, what string) error {
	if err == nil || db.None(err) {
		return nil
	}
	return fmt.Errorf("%s: %w", what, err)
}

func (w *Wallets) open(b *db.Batch, a *around, r TopupRequest, now time.Time) (Topup, error) {
	id, expires := ulid.Make().String(), now.Add(topupLife)
	b.Add(func(ctx context.Context, q *db.Queries) error {
		return named(q.TopupInsert(ctx, db.TopupInsertParams{ID: id, ProfileID: a.eater.ProfileID, CompanyID: a.eater.CompanyID, Amount: r.Amount,
			Key: r.Key, CreatedAt: now}), "write top-up")
	})
	intent, form, err := w.Payments.Opens(b, attempt.Opening{Purpose: attempt.ForTopup, Subject: id, Profile: a.eater.ProfileID,
		Company: a.eater.CompanyID, Email: a.eater.Email, Amount: r.Amount, Expires: expires, Card: r.Card, SaveCard: r.SaveCard}, a.seen, now)
	return Topup{Intent: intent, Form: &form, Amount: r.Amount, ExpiresAt: expires}, err
}

// again answers a repeated top-up with the same key: the same payment and, while it can still be paid, the same form.
func (w *Wallets) again(a db.Attempt, r TopupRequest, now time.Time) (Topup, error) {
	if a.Amount != r.Amount {
		return Topup{}, ErrKeyUsed
	}
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
	reads, writes := &db.Batch{}, &db.Batch{}
	settles := w.AtOnce(reads, a)
	if err := reads.In(ctx, tx); err != nil {
		return false, err
	}
	if taken, err := settles(writes, 0, now); err != nil || !taken {
		return false, err
	}
	return true, writes.In(ctx, tx)
}

// AtOnce settles the payment of a top-up as Settle does. Nothing of a wallet is numbered by the profile's counter.
func (w *Wallets) AtOnce(b *db.Batch, a db.Attempt) attempt.Settling {
	var erased bool
	b.Add(func(ctx context.Context, q *db.Queries) (err error) {
		erased, err = q.ErasedProfile(ctx, a.ProfileID)
		return err
	})
	books := ledger.BooksOf(b, a.ProfileID)
	return func(b *db.Batch, _ int64, now time.Time) (bool, error) {
		return !erased, books.ToppedUp(b, a.SubjectID, a.Amount, now)
	}
}

// Refunded does nothing: of a top-up only money that was never in the ledger is returned.
func (w *Wallets) Refunded(context.Context, *db.Queries, db.Attempt, time.Time) error { return nil }

var (
	_ attempt.Subject = (*Wallets)(nil)
	_ attempt.Prompt  = (*Wallets)(nil)
)
