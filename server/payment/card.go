package payment

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/oklog/ulid/v2"
	"github.com/riverqueue/river"

	"sahn/server/payment/aps"
	"sahn/server/person"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/web"
)

// ErrCardGone refuses to pay with a card that is no longer saved.
var ErrCardGone = fault.New(fault.Conflict, "card_gone", "This card is not saved any more. Please choose another one.")

// Card is a card that the provider keeps for a person.
type Card struct {
	ID      string `json:"id"`
	Brand   string `json:"brand"`  // VISA, MASTERCARD, AMEX, …
	Last4   string `json:"last4"`  // the last four digits
	Expiry  string `json:"expiry"` // year and month: 2028-05
	Default bool   `json:"default"`
}

// CardsReply is a person's saved cards, the default first.
type CardsReply struct {
	Data []Card `json:"data"`
}

// CardRequest names one of the caller's cards.
type CardRequest struct {
	ID string `path:"id" validate:"required,len=26,alphanum"`
}

// HandleCards lists the caller's saved cards. Eaters may.
func (p *Payments) HandleCards(ctx context.Context, who web.Caller, _ web.None) (CardsReply, error) {
	return cardsOf(ctx, db.New(p.Conn), who.ProfileID)
}

func cardsOf(ctx context.Context, q *db.Queries, profile string) (CardsReply, error) {
	rows, err := q.CardsOf(ctx, profile)
	if err != nil {
		return CardsReply{}, fmt.Errorf("read cards: %w", err)
	}
	reply := CardsReply{Data: make([]Card, len(rows))}
	for i, r := range rows {
		reply.Data[i] = Card{ID: r.ID, Brand: r.Brand, Last4: r.Last4, Expiry: r.Expiry, Default: r.IsDefault}
	}
	return reply, nil
}

// HandleCardDefault makes one of the caller's cards the one that is offered first.
func (p *Payments) HandleCardDefault(ctx context.Context, who web.Caller, r CardRequest) (CardsReply, error) {
	return p.withCard(ctx, who, r, func(tx db.Tx, c db.Card, _ time.Time) error {
		if err := tx.CardNoDefault(ctx, who.ProfileID); err != nil {
			return err
		}
		return tx.CardDefault(ctx, c.ID)
	})
}

// HandleCardRemove removes one of the caller's cards here at once and at the provider by a job. The newest one left takes its
// place as the default.
func (p *Payments) HandleCardRemove(ctx context.Context, who web.Caller, r CardRequest) (CardsReply, error) {
	return p.withCard(ctx, who, r, func(tx db.Tx, c db.Card, now time.Time) error {
		if err := p.remove(ctx, tx, c.ID, now); err != nil || !c.IsDefault {
			return err
		}
		left, err := tx.CardsOf(ctx, who.ProfileID)
		if err != nil || len(left) == 0 {
			return err
		}
		return tx.CardDefault(ctx, left[0].ID)
	})
}

func (p *Payments) withCard(ctx context.Context, who web.Caller, r CardRequest,
	do func(tx db.Tx, c db.Card, now time.Time) error) (reply CardsReply, err error) {
	err = person.InTx(ctx, p.Conn, who, func(ctx context.Context, tx db.Tx) error {
		if _, err := tx.ProfileRevLock(ctx, who.ProfileID); err != nil {
			return fmt.Errorf("lock profile: %w", err)
		}
		card, err := tx.CardOf(ctx, r.ID, who.ProfileID)
		if db.None(err) {
			return fault.ErrNotFound
		}
		if err == nil {
			err = do(tx, card, p.Clock())
		}
		if err != nil {
			return fmt.Errorf("change card: %w", err)
		}
		reply, err = cardsOf(ctx, tx.Queries, who.ProfileID)
		return err
	})
	return reply, err
}

func (p *Payments) remove(ctx context.Context, tx db.Tx, card string, now time.Time) error {
	if err := tx.CardRemove(ctx, card, now); err != nil {
		return err
	}
	return p.Queue.InsertTx(ctx, tx, Forget{Card: card}, &river.InsertOpts{UniqueOpts: oneOf})
}

// kept is a card under the provider's own token, as a verified message carries it.
type kept struct {
	token, brand, last4, expiry string
	remember                    bool // ticked on the provider's page
}

// savesCard reports whether the card of a payment is one to save.
func (p *Payments) savesCard(a db.Attempt, k *kept) bool {
	return k != nil && a.CardID == nil && (a.SaveCard || k.remember) && len(p.Keys) > 0
}

// keepCard saves the card of a payment for the next one, when the payer asked for it here or on the provider's page. The same card under a
// new token replaces the old one.
func (p *Payments) keepCard(ctx context.Context, tx db.Tx, a db.Attempt, k *kept, now time.Time) error {
	if !p.savesCard(a, k) {
		return nil
	}
	sealed, err := p.Keys.Seal(sealedTokens, a.ProfileID, k.token)
	if err != nil {
		return err
	}
	mark := marks(p.Keys, a.ProfileID, k.token)
	if len(mark) > 1 {
		if err := tx.CardRemark(ctx, mark[0], a.ProfileID, mark[1:]); err != nil {
			return fmt.Errorf("find card: %w", err)
		}
	}
	card, err := tx.CardKeep(ctx,
		db.CardKeepParams{ID: ulid.Make().String(), ProfileID: a.ProfileID, Token: sealed, TokenMark: mark[0],
			Brand: k.brand, Last4: k.last4, Expiry: k.expiry, Now: now})
	if err != nil {
		return fmt.Errorf("keep card: %w", err)
	}
	alike, err := tx.CardsAlike(ctx,
		db.CardsAlikeParams{ProfileID: a.ProfileID, ID: card.ID, Brand: card.Brand, Last4: card.Last4, Expiry: card.Expiry})
	if err != nil {
		return fmt.Errorf("look for the same card: %w", err)
	}
	for _, old := range alike {
		if err := p.remove(ctx, tx, old.ID, now); err != nil {
			return fmt.Errorf("replace card: %w", err)
		}
		if old.IsDefault {
			if err := tx.CardDefault(ctx, card.ID); err != nil {
				return fmt.Errorf("replace default card: %w", err)
			}
		}
	}
	return nil
}

// Forget is the job that deletes a card at the provider that was removed here.
type Forget struct {
	Card string `json:"card"`
}

// Kind names the job.
func (Forget) Kind() string { return "payment_forget" }

// Forgetter works Forget jobs.
type Forgetter struct {
	river.WorkerDefaults[Forget]
	Payments *Payments
}

// Work deletes the card at the provider, then the token here.
func (f *Forgetter) Work(ctx context.Context, j *river.Job[Forget]) error {
	p := f.Payments
	q := db.New(p.Conn)
	card, err := q.CardLook(ctx, j.Args.Card)
	if err != nil || card.RemovedAt == nil || card.Token == nil {
		return db.NoneIs(err, nil)
	}
	token, err := p.Keys.Open(sealedTokens, card.ProfileID, card.Token)
	if err == nil {
		err = p.Provider.Forget(ctx, card.ID, token)
	} else {
		p.Log.Error("payment: the token of a removed card cannot be opened; the provider keeps the card", "card", card.ID)
		err = nil
	}
	if refusal, ok := errors.AsType[*aps.Refusal](err); ok {
		p.Log.Error("payment: the provider does not forget a card", "card", card.ID, "code", refusal.Code)
	}
	if err != nil {
		return fmt.Errorf("forget card %s: %w", card.ID, err)
	}
	return q.CardForgotten(ctx, card.ID)
}
