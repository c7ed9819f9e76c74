package payment

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/oklog/ulid/v2"
	"github.com/riverqueue/river"

	"sahn/server/payment/aps"
	"sahn/server/payment/attempt"
	"sahn/server/platform/db"
	"sahn/server/platform/money"
)

// Captures adds to a batch that the captures are read which paid for these subjects, an order also for its changes, with what goes or went
// back of each: also refunds that are only requested, and which of them are for one cause. The result is filled when the batch has run.
func (p *Payments) Captures(b *db.Batch, cause string, subjects ...string) *attempt.Captures {
	captures := &attempt.Captures{}
	b.Step("read captures", func(ctx context.Context, q *db.Queries) (err error) {
		captures.Rows, err = q.CapturesOf(ctx, cause, subjects)
		return err
	})
	return captures
}

// RefundPart adds to a batch that this amount goes back to the cards of captures, from the newest one on, once for the cause with which
// they were read, and jobs that request it from the provider. The transaction holds the profile's counter and posts the ledger entries.
// More than Refundable is an error.
func (p *Payments) RefundPart(b *db.Batch, captures attempt.Captures, amount money.Fils, why attempt.Cause, now time.Time) error {
	left, before := captures.Refundable(), money.Fils(0)
	for _, c := range captures.Rows {
		before += money.Fils(c.Before)
	}
	switch {
	case why.ID == "" || amount <= 0:
		return fmt.Errorf("refund of %s for %q: a refund has an amount and a cause", amount, why.Kind)
	case before == amount:
		return nil
	case before > 0 || amount > left:
		return fmt.Errorf("refund of %s for %s %s: %s can go back, %s has", amount, why.Kind, why.ID, left, before)
	}
	refunds, jobs := db.RefundsInsertParams{Cause: why.Kind, CauseID: why.ID, At: now}, []river.InsertManyParams{}
	for _, c := range captures.Rows {
		part := min(amount, c.Amount-money.Fils(c.Returned))
		if part <= 0 {
			continue
		}
		id := ulid.Make().String()
		refunds.Ids, refunds.Attempts = append(refunds.Ids, id), append(refunds.Attempts, c.ID)
		refunds.Captures, refunds.Amounts = append(refunds.Captures, c.FortID), append(refunds.Amounts, int64(part))
		jobs = append(jobs, river.InsertManyParams{Args: GiveBack{Refund: id}, InsertOpts: &river.InsertOpts{UniqueOpts: oneOf}})
		amount -= part
	}
	b.Step("write refunds", func(ctx context.Context, q *db.Queries) error { return q.RefundsInsert(ctx, refunds) })
	p.Queue.Insert(b, jobs...)
	return nil
}

// giveBack records a refund, once for a capture and a cause: without a CauseID the capture pays for nothing and goes back whole.
func (p *Payments) giveBack(ctx context.Context, tx db.Tx, r db.RefundInsertParams) error {
	r.ID = ulid.Make().String()
	rows, err := tx.RefundInsert(ctx, r)
	if err != nil {
		return fmt.Errorf("write refund: %w", err)
	}
	if rows == 0 {
		return nil
	}
	return p.Queue.InsertTx(ctx, tx, GiveBack{Refund: r.ID}, &river.InsertOpts{UniqueOpts: oneOf})
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

// Work asks for the refund under its own id until the provider confirms it. The refunds of one capture go one after another, and
// the provider's refunded sum is read before each request, so that a lost answer does not lead to a second refund.
func (r *Refunder) Work(ctx context.Context, j *river.Job[GiveBack]) error {
	p := r.Payments
	row, err := db.New(p.Conn).RefundOne(ctx, j.Args.Refund)
	if err != nil || row.Status != "asked" || row.Waits {
		return db.NoneIs(err, nil)
	}
	capture, err := p.Provider.CheckCapture(ctx, row.Reference, row.FortID)
	if err != nil {
		return fmt.Errorf("look before refund %s: %w", row.ID, err)
	}
	switch surplus := capture.Refunded - money.Fils(row.Returned); {
	case surplus == 0:
		return p.send(ctx, row)
	case row.SentAt == nil && surplus > 0, row.DeclinedAt != nil && surplus > 0 && surplus < row.Amount:
		// It was never requested, or the provider declined it: an operator has sent this money back at the provider.
		settled, err := p.reflect(ctx, row.AttemptID, row.FortID, money.Fils(row.Returned), capture.Refunded)
		if err == nil && !settled {
			err = errors.New("another refund of the capture is under way")
		}
		if err != nil {
			return fmt.Errorf("refund %s: %w", row.ID, err)
		}
		return r.Work(ctx, j)
	case surplus >= row.Amount:
		return p.found(ctx, row, surplus)
	default:
		p.Log.Error("payment: a refund cannot be told from others", "refund", row.ID, "asked", row.Amount, "known", row.Returned, "provider",
			capture.Refunded)
		return fmt.Errorf("refund %s: the provider sent back %s, known are %d", row.ID, capture.Refunded, row.Returned)
	}
}

func (p *Payments) send(ctx context.Context, row db.RefundOneRow) error {
	amount, err := db.New(p.Conn).RefundAsk(ctx, p.Clock(), row.ID)
	if db.None(err) {
		return nil // an operator has just refunded it another way
	}
	if err != nil {
		return fmt.Errorf("note that refund %s is sent: %w", row.ID, err)
	}
	answer, err := p.Provider.Refund(ctx, row.Reference, row.FortID, amount, row.ID)
	if err != nil {
		return fmt.Errorf("refund %s: %w", row.ID, err)
	}
	switch answer.Outcome {
	case aps.Refunded:
		return p.close(ctx, row)
	case aps.RefundFailed, aps.Invalid:
		p.Log.Error("payment: refund declined", "refund", row.ID, "code", answer.Code)
		if err := db.New(p.Conn).RefundDeclined(ctx, p.Clock(), row.ID); err != nil {
			return fmt.Errorf("note that refund %s was declined: %w", row.ID, err)
		}
	}
	return fmt.Errorf("refund %s: %s %s", row.ID, answer.Outcome, answer.Code)
}

func (p *Payments) close(ctx context.Context, r db.RefundOneRow) error {
	return p.about(ctx, r.AttemptID, func(ctx context.Context, tx db.Tx, a db.Attempt) error {
		return p.refunded(ctx, tx, a, r.ID, p.Clock())
	})
}

// found closes a refund that is part of the provider's sum: its answer was lost, or an operator sent it by hand after a decline. A Look
// job accounts for what went back beyond it.
func (p *Payments) found(ctx context.Context, r db.RefundOneRow, surplus money.Fils) error {
	return p.about(ctx, r.AttemptID, func(ctx context.Context, tx db.Tx, a db.Attempt) error {
		known, err := tx.CaptureReturned(ctx, a.ID, r.FortID)
		if err != nil {
			return fmt.Errorf("read what went back: %w", err)
		}
		if known.Returned != r.Returned {
			return fmt.Errorf("refund %s: something else was written meanwhile", r.ID)
		}
		now := p.Clock()
		if err := p.refunded(ctx, tx, a, r.ID, now); err != nil || surplus == r.Amount {
			return err
		}
		return p.Queue.InsertTx(ctx, tx, Look{Attempt: a.ID, Capture: r.FortID, Told: now}, nil)
	})
}

// about runs do in a transaction that takes the locks in the usual order: the profile's counter, then the attempt.
func (p *Payments) about(ctx context.Context, attempt string, do func(ctx context.Context, tx db.Tx, a db.Attempt) error) error {
	return db.InTx(ctx, p.Conn, func(ctx context.Context, tx db.Tx) error {
		a, err := lock(ctx, tx.Queries, attempt)
		if err != nil {
			return err
		}
		return do(ctx, tx, a)
	})
}

func lock(ctx context.Context, q *db.Queries, attempt string) (db.Attempt, error) {
	a, err := q.AttemptLook(ctx, attempt)
	if err != nil {
		return a, fmt.Errorf("read attempt: %w", err)
	}
	if _, err := q.ProfileRevLock(ctx, a.ProfileID); err != nil {
		return a, fmt.Errorf("lock profile: %w", err)
	}
	if a, err = q.AttemptLock(ctx, a.ID); err != nil {
		return a, fmt.Errorf("lock attempt: %w", err)
	}
	return a, nil
}

// refunded closes a refund that the provider has done, reports it to the subject, and queues the capture's next
// refund. The caller holds the profile's counter.
func (p *Payments) refunded(ctx context.Context, tx db.Tx, a db.Attempt, refund string, now time.Time) error {
	done, err := tx.RefundDone(ctx, refund, a.ID, now)
	if err != nil {
		return err
	}
	if done == 0 {
		return p.afterAll(ctx, tx, refund, now)
	}
	if err := p.next(ctx, tx, refund); err != nil {
		return err
	}
	return p.Subjects[attempt.Purpose(a.Purpose)].Refunded(ctx, tx.Queries, a, now)
}

// afterAll plans a Look when the provider has done a refund although it was already refunded another way.
func (p *Payments) afterAll(ctx context.Context, tx db.Tx, refund string, now time.Time) error {
	row, err := tx.RefundOne(ctx, refund)
	if err != nil || row.Status != "failed" {
		return db.NoneIs(err, nil)
	}
	p.Log.Error("payment: a refund was done that was given another way already", "refund", row.ID)
	return p.Queue.InsertTx(ctx, tx, Look{Attempt: row.AttemptID, Capture: row.FortID, Told: now}, nil)
}

func (p *Payments) next(ctx context.Context, tx db.Tx, refund string) error {
	next, err := tx.RefundNext(ctx, refund)
	if err == nil {
		err = p.Queue.InsertTx(ctx, tx, GiveBack{Refund: next}, &river.InsertOpts{UniqueOpts: oneOf})
	}
	if db.NoneIs(err, nil) != nil {
		return fmt.Errorf("plan next refund: %w", err)
	}
	return nil
}
