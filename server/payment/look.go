package payment

import (
	"context"
	"fmt"
	"time"

	"github.com/riverqueue/river"

	"sahn/server/platform/db"
	"sahn/server/platform/money"
)

// Look is the job that asks the provider how much of a capture went back, after a notification of a refund that is not ours. The
// notification is only a hint: it may come before the payment itself, and two refunds of one amount look the same in it.
type Look struct {
	Attempt string    `json:"attempt"`
	Capture string    `json:"capture"`
	Told    time.Time `json:"told"` // makes each hint a job of its own: a job that is already running may have asked too early
}

// Kind names the job.
func (Look) Kind() string { return "payment_look" }

// Looker works Look jobs.
type Looker struct {
	river.WorkerDefaults[Look]
	Payments *Payments
}

// Work asks at once and again a quarter of an hour later, because the provider's books may lag behind its notifications. It goes on asking
// while what went back cannot be distinguished from a refund of ours.
func (l *Looker) Work(ctx context.Context, j *river.Job[Look]) error {
	settled, err := l.Payments.look(ctx, j.Args)
	if err != nil {
		return fmt.Errorf("look for what went back of attempt %s: %w", j.Args.Attempt, err)
	}
	if settled && !l.Payments.Clock().Before(j.Args.Told.Add(lastChecks)) {
		return nil
	}
	return river.JobSnooze(lastChecks)
}

// look reports whether our books agree with what the provider says now.
func (p *Payments) look(ctx context.Context, l Look) (settled bool, err error) {
	q := db.New(p.Conn)
	a, err := q.AttemptLook(ctx, l.Attempt)
	if err != nil {
		return true, db.NoneIs(err, nil)
	}
	if a.Status != "paid" {
		if status, err := p.ask(ctx, a); err != nil || status == "open" {
			return false, err
		}
	}
	known, err := q.CaptureReturned(ctx, a.ID, l.Capture)
	if err != nil {
		return false, err
	}
	stands, err := p.Provider.CheckCapture(ctx, a.Reference, l.Capture)
	if err != nil {
		return false, err
	}
	return p.reflect(ctx, a.ID, l.Capture, money.Fils(known.Returned), stands.Refunded)
}

// reflect records what of a capture went back without a request from here: the provider's sum beyond what is known here. known is what was
// known before the provider was asked. It does nothing and reports unsettled when something else was written meanwhile, or when the rest
// may be a refund of ours whose answer is not here yet.
func (p *Payments) reflect(ctx context.Context, attempt, capture string, known, sum money.Fils) (settled bool, err error) {
	err = p.about(ctx, attempt, func(ctx context.Context, tx db.Tx, a db.Attempt) error {
		now, err := tx.CaptureReturned(ctx, a.ID, capture)
		if err != nil {
			return err
		}
		surplus := sum - known
		settled = money.Fils(now.Returned) == known && (now.Sent == 0 || surplus < money.Fils(now.Sent))
		if !settled || surplus <= 0 {
			return nil
		}
		return p.sentBack(ctx, tx, a, returned{capture, surplus, sum}, p.Clock())
	})
	return settled && err == nil, err
}
