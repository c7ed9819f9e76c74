// Package payment takes money through the card provider's hosted page. Its promises: only a verified message of the provider ends an
// attempt, or an operator where the provider gives no clear answer; each message is applied once, however often it comes; a success is
// never undone; money that can no longer pay for anything is refunded automatically.
package payment

import (
	"context"
	"fmt"
	"log/slog"
	"net/url"
	"time"

	"github.com/oklog/ulid/v2"
	"github.com/riverqueue/river"

	"sahn/server/payment/aps"
	"sahn/server/payment/attempt"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/job"
	"sahn/server/platform/keys"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
)

// Payments opens attempts and applies their outcomes.
type Payments struct {
	Conn     db.Conn
	Queue    *job.Queue
	Provider aps.Client
	Public   *url.URL
	Clock    clock.Clock
	Log      *slog.Logger
	Subjects map[attempt.Purpose]attempt.Subject
	// SentBack posts money that the provider sent back without a request from here: the lunch
	// company's own loss, until an operator corrects it.
	SentBack func(ctx context.Context, q *db.Queries, refund string, amount money.Fils, now time.Time) error
	Limiter  *web.Limiter // counts messages that prove nothing; nil without a limit
	Keys     keys.Keys    // seal the tokens of saved cards; without any no card is saved
}

// Open writes an attempt and queues the job that asks the provider about it from time to time until it ends. It joins the caller's
// transaction. It returns ErrCardGone when the card was removed meanwhile, and ErrTooManyTries to a person who was declined too often. The
// caller holds the profile's counter.
func (p *Payments) Open(ctx context.Context, tx db.Tx, o attempt.Opening, now time.Time) (id string, form attempt.Form, err error) {
	var seen attempt.Seen
	if seen.Failed, err = tx.AttemptsFailedSince(ctx, o.Profile, now.Add(-attempt.FailedWithin)); err != nil {
		return "", attempt.Form{}, fmt.Errorf("count failures: %w", err)
	}
	if o.Card != "" {
		card, err := tx.CardOf(ctx, o.Card, o.Profile)
		if err == nil {
			seen.Card = &card
		} else if !db.None(err) {
			return "", attempt.Form{}, fmt.Errorf("read card: %w", err)
		}
	}
	writes := &db.Batch{}
	if id, form, err = p.Opens(writes, o, seen, now); err == nil {
		err = writes.Each(ctx, tx.Queries)
	}
	return id, form, err
}

// Opens adds to a batch what Open writes, with the same faults.
func (p *Payments) Opens(b *db.Batch, o attempt.Opening, seen attempt.Seen, now time.Time) (id string, form attempt.Form, err error) {
	if seen.Failed >= maxFailed {
		return "", attempt.Form{}, ErrTooManyTries
	}
	a := db.Attempt{ID: ulid.Make().String(), Amount: o.Amount, Email: o.Email, SaveCard: o.SaveCard && o.Card == ""}
	a.Reference = a.ID
	if o.Card != "" {
		if seen.Card == nil {
			return "", attempt.Form{}, ErrCardGone
		}
		a.CardID, a.Token = &seen.Card.ID, seen.Card.Token
	}
	b.Step("open attempt", func(ctx context.Context, q *db.Queries) error {
		return q.AttemptInsert(ctx,
			db.AttemptInsertParams{ID: a.ID, Purpose: string(o.Purpose), SubjectID: o.Subject, ProfileID: o.Profile, CompanyID: o.Company,
				Reference: a.Reference, Amount: a.Amount, Email: a.Email, CreatedAt: now, ExpiresAt: o.Expires, CardID: a.CardID,
				Token: a.Token, SaveCard: a.SaveCard, HandoffKey: o.Key})
	})
	p.Queue.Insert(b, river.InsertManyParams{Args: Check{Attempt: a.ID},
		InsertOpts: &river.InsertOpts{ScheduledAt: now.Add(firstCheck), UniqueOpts: oneOf}})
	a.ProfileID = o.Profile
	form, err = p.Form(a)
	return a.ID, form, err
}

// Form signs the fields of an attempt for the provider's page. The reference is the attempt's id. It also replaces an e-mail address that
// the provider's grammar refuses, so that an apostrophe prevents no payment.
func (p *Payments) Form(a db.Attempt) (attempt.Form, error) {
	email := a.Email
	if !aps.TakesEmail(email) {
		email = a.Reference + "@" + p.Public.Hostname()
	}
	purchase := aps.Purchase{Reference: a.Reference, Amount: a.Amount, Email: email, ReturnURL: p.Public.JoinPath("/payment/return").String(),
		Remember: a.SaveCard}
	if a.Token != nil {
		var err error
		if purchase.Token, err = p.Keys.Open(sealedTokens, a.ProfileID, a.Token); err != nil {
			return attempt.Form{}, ErrCardGone
		}
	}
	fields, err := purchase.Form(p.Provider.Settings)
	return attempt.Form{URL: p.Provider.Settings.PageURL, Fields: fields}, err
}
