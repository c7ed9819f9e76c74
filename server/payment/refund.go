package payment

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/oklog/ulid/v2"
	"github.com/riverqueue/river"

	"sahn/server/db"
	"sahn/server/money"
	"sahn/server/payment/aps"
)

// refund writes that money must go back, once for an attempt and cause, and lets a job ask the provider for it. It joins the
// caller's transaction.
func (p *Payments) refund(ctx context.Context, q *db.Queries, tx pgx.Tx, a db.Attempt, amount money.Fils, cause string, now time.Time) error {
	id := ulid.Make().String()
	rows, err := q.RefundInsert(ctx, db.RefundInsertParams{ID: id, AttemptID: a.ID, Amount: amount, Cause: cause, At: now})
	if err != nil {
		return fmt.Errorf("write refund: %w", err)
	}
	if rows == 0 {
		return nil
	}
	return p.Queue.InsertTx(ctx, tx, GiveBack{Refund: id}, nil)
}

// GiveBack asks the provider to send money back to the card.
type GiveBack struct {
	Refund string `json:"refund"`
}

// Kind names the job.
func (GiveBack) Kind() string { return "payment_refund" }

// Refunder works GiveBack jobs.
type Refunder struct {
	river.WorkerDefaults[GiveBack]
	Payments *Payments
}

// Work repeats the request under the refund's own id until the provider confirms it, so that asking twice refunds once.
func (r *Refunder) Work(ctx context.Context, j *river.Job[GiveBack]) error {
	p := r.Payments
	row, err := db.New(p.Conn).RefundOne(ctx, j.Args.Refund)
	if err != nil || row.Status != "asked" {
		return ignoreNone(err)
	}
	fortID := ""
	if row.FortID != nil {
		fortID = *row.FortID
	}
	answer, err := p.Provider.Refund(ctx, row.Reference, fortID, row.Amount, row.ID)
	if err != nil {
		return fmt.Errorf("refund %s: %w", row.ID, err)
	}
	switch answer.Outcome {
	case aps.Refunded:
		return db.InTx(ctx, p.Conn, func(ctx context.Context, q *db.Queries, _ pgx.Tx) error {
			a, err := q.AttemptLook(ctx, row.AttemptID)
			if err != nil {
				return err
			}
			if _, err := q.ProfileRevLock(ctx, a.ProfileID); err != nil {
				return err
			}
			return p.refunded(ctx, q, a, row.ID, p.Clock())
		})
	case aps.RefundFailed, aps.Invalid:
		p.Log.Error("payment: refund declined", "refund", row.ID, "code", answer.Code)
	}
	return fmt.Errorf("refund %s: %s %s", row.ID, answer.Outcome, answer.Code)
}

// refunded closes a refund that the provider has done and tells the subject. The caller holds the profile's counter.
func (p *Payments) refunded(ctx context.Context, q *db.Queries, a db.Attempt, refund string, now time.Time) error {
	done, err := q.RefundDone(ctx, refund, a.ID, now)
	if err != nil || done == 0 {
		return err
	}
	return p.Subjects[Purpose(a.Purpose)].Refunded(ctx, q, a, now)
}
