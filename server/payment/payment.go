// Package payment takes money through the card provider's hosted page. Its promises: nothing but the provider's own proved
// word ends an attempt; whatever it says, and however often, is applied once; a success is never undone; what nobody can
// take goes back by itself. (D17, D20)
package payment

import (
	"context"
	"fmt"
	"log/slog"
	"net/url"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/oklog/ulid/v2"
	"github.com/riverqueue/river"

	"sahn/server/clock"
	"sahn/server/db"
	"sahn/server/job"
	"sahn/server/money"
	"sahn/server/payment/aps"
)

// Purpose is what an attempt pays for.
type Purpose string

// The purposes. (D17)
const (
	ForOrder     Purpose = "order"
	ForAmendment Purpose = "amendment"
	ForTopup     Purpose = "topup"
	ForInvoice   Purpose = "invoice"
)

// Subject is what is paid for. Both methods join the transaction of the payment; the caller holds the counter of the
// attempt's profile.
type Subject interface {
	// Settle tells that the attempt was paid or failed; false when the subject cannot take the money, which then goes back.
	Settle(ctx context.Context, q *db.Queries, tx pgx.Tx, a db.Attempt, paid bool, now time.Time) (bool, error)
	// Refunded tells that money of the attempt went back to the card.
	Refunded(ctx context.Context, q *db.Queries, a db.Attempt, now time.Time) error
}

// Payments opens attempts and hears what became of them.
type Payments struct {
	Conn     db.Conn
	Queue    *job.Queue
	Provider aps.Client
	Public   *url.URL
	Clock    clock.Clock
	Log      *slog.Logger
	Subjects map[Purpose]Subject
}

// Form is what a browser posts to the provider's page.
type Form struct {
	URL    string            `json:"url"`
	Fields map[string]string `json:"fields"`
}

// Opening is a new attempt. Expires is when it is given up if the provider knows nothing of it.
type Opening struct {
	Purpose                          Purpose
	Subject, Profile, Company, Email string
	Amount                           money.Fils
	Expires                          time.Time
}

// Open writes an attempt and lets the provider be asked about it from time to time until it ends. It joins the caller's
// transaction.
func (p *Payments) Open(ctx context.Context, q *db.Queries, tx pgx.Tx, o Opening, now time.Time) (id string, form Form, err error) {
	id = ulid.Make().String()
	if err := q.AttemptInsert(ctx, db.AttemptInsertParams{ID: id, Purpose: string(o.Purpose), SubjectID: o.Subject, ProfileID: o.Profile,
		CompanyID: o.Company, Reference: id, Amount: o.Amount, Email: o.Email, CreatedAt: now, ExpiresAt: o.Expires}); err != nil {
		return "", Form{}, fmt.Errorf("open attempt: %w", err)
	}
	if err := p.Queue.InsertTx(ctx, tx, Check{Attempt: id}, &river.InsertOpts{ScheduledAt: now.Add(firstCheck), UniqueOpts: oneOf}); err != nil {
		return "", Form{}, fmt.Errorf("plan check: %w", err)
	}
	form, err = p.Form(db.Attempt{Reference: id, Amount: o.Amount, Email: o.Email})
	return id, form, err
}

// Form signs the fields of an attempt for the provider's page. The reference is the attempt's id, and it also stands in for
// an e-mail address that the provider's grammar does not take: nobody is kept from paying by an apostrophe.
func (p *Payments) Form(a db.Attempt) (Form, error) {
	email := a.Email
	if !aps.TakesEmail(email) {
		email = a.Reference + "@" + p.Public.Hostname()
	}
	fields, err := aps.Purchase{Reference: a.Reference, Amount: a.Amount, Email: email, ReturnURL: p.Public.JoinPath("/payment/return").String()}.Form(p.Provider.Settings)
	return Form{URL: p.Provider.Settings.PageURL, Fields: fields}, err
}
