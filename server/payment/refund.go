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

// refund writes that captured money must go back, once for a capture, and lets a job ask the provider for it. It joins the
// caller's transaction.
func (p *Payments) refund(ctx context.Context, q *db.Queries, tx pgx.Tx, a db.Attempt, capture string, amount money.Fils, cause string, now time.Time) error {
	id := ulid.Make().String()
	rows, err := q.RefundInsert(ctx, db.RefundInsertParams{ID: id, AttemptID: a.ID, FortID: capture, Amount: amount, Cause: cause, At: now})
	if err != nil {
		return fmt.Errorf("write refund: %w", err)
	}
	if rows == 0 {
		return nil
	}
	return p.Queue.InsertTx(ctx, tx, GiveBack{Refund: id}, &river.InsertOpts{UniqueOpts: oneOf})
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

// Work asks for the refund under its own id until the provider confirms it. Before each request it looks at what went back
// already, so that an answer that was lost does not refund twice. (trust T51)
func (r *Refunder) Work(ctx context.Context, j *river.Job[GiveBack]) error {
	p := r.Payments
	row, err := db.New(p.Conn).RefundOne(ctx, j.Args.Refund)
	if err != nil || row.Status != "asked" {
		return ignoreNone(err)
	}
	stands, err := p.Provider.CheckStatus(ctx, row.Reference)
	if err != nil {
		return fmt.Errorf("look before refund %s: %w", row.ID, err)
	}
	if stands.Refunded >= money.Fils(row.Returned)+row.Amount {
		return p.close(ctx, row)
	}
	answer, err := p.Provider.Refund(ctx, row.Reference, row.FortID, row.Amount, row.ID)
	if err != nil {
		return fmt.Errorf("refund %s: %w", row.ID, err)
	}
	switch answer.Outcome {
	case aps.Refunded:
		return p.close(ctx, row)
	case aps.RefundFailed, aps.Invalid:
		p.Log.Error("payment: refund declined", "refund", row.ID, "code", answer.Code)
	}
	return fmt.Errorf("refund %s: %s %s", row.ID, answer.Outcome, answer.Code)
}

func (p *Payments) close(ctx context.Context, r db.RefundOneRow) error {
	return db.InTx(ctx, p.Conn, func(ctx context.Context, q *db.Queries, _ pgx.Tx) error {
		a, err := q.AttemptLook(ctx, r.AttemptID)
		if err != nil {
			return err
		}
		if _, err := q.ProfileRevLock(ctx, a.ProfileID); err != nil {
			return err
		}
		return p.refunded(ctx, q, a, r.ID, p.Clock())
	})
}

// refunded closes a refund that the provider has done and tells the subject. The caller holds the profile's counter.
func (p *Payments) refunded(ctx context.Context, q *db.Queries, a db.Attempt, refund string, now time.Time) error {
	done, err := q.RefundDone(ctx, refund, a.ID, now)
	if err != nil || done == 0 {
		return err
	}
	return p.Subjects[Purpose(a.Purpose)].Refunded(ctx, q, a, now)
}
