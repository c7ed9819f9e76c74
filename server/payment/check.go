package payment

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"sahn/server/payment/aps"
	"sahn/server/platform/db"
)

// Check is the job that asks the provider about the outcome of an attempt. Once means that it is not repeated.
type Check struct {
	Attempt string `json:"attempt"`
	Once    bool   `json:"once,omitempty"`
}

// Kind names the job.
func (Check) Kind() string { return "payment_check" }

const (
	firstCheck = 20 * time.Second
	lastChecks = 15 * time.Minute
)

// Checker works Check jobs.
type Checker struct {
	river.WorkerDefaults[Check]
	Payments *Payments
}

// Work asks once and, while money may still come, again later: often at first, then every quarter of an hour. It ends when the attempt is
// paid, or has failed and the card page can no longer be used for another card; where an operator ended the attempt, when the provider's
// own answer has come too.
func (c *Checker) Work(ctx context.Context, j *river.Job[Check]) error {
	p := c.Payments
	q := db.New(p.Conn)
	a, err := q.AttemptLook(ctx, j.Args.Attempt)
	if err != nil {
		return db.NoneIs(err, nil)
	}
	if a.Status == "paid" {
		if unproved, err := q.AttemptUnproved(ctx, a.Reference); err != nil || !unproved {
			return err
		}
	}
	status, err := p.ask(ctx, a)
	if err != nil || j.Args.Once {
		return err
	}
	now := p.Clock()
	if status == "paid" || status == "failed" && !now.Before(a.ExpiresAt) {
		if unproved, err := q.AttemptUnproved(ctx, a.Reference); err != nil || !unproved {
			return err
		}
	}
	waited := now.Sub(a.CreatedAt)
	return river.JobSnooze(min(max(waited/2, firstCheck), lastChecks))
}

// ask asks the provider outside of any transaction and applies the answer.
func (p *Payments) ask(ctx context.Context, a db.Attempt) (string, error) {
	s, err := p.question(ctx, a)
	if err != nil {
		return "", err
	}
	return p.apply(ctx, s)
}

func (p *Payments) question(ctx context.Context, a db.Attempt) (message, error) {
	status, err := p.Provider.CheckStatus(ctx, a.Reference)
	if err != nil {
		return message{}, fmt.Errorf("check attempt %s: %w", a.ID, err)
	}
	s := message{source: "check", reference: a.Reference, command: "CHECK_STATUS", code: status.Code, outcome: status.Outcome,
		amount: status.Captured, fortID: status.FortID, returned: status.Refunded}
	if len(s.code) == 5 {
		s.status = s.code[:2]
	}
	if s.outcome == aps.Refunded && status.Captured > 0 {
		s.outcome = aps.Paid // money that went back was captured before
	} else if s.outcome == aps.Refunded {
		s.outcome = aps.Uncertain
	}
	s.event = fmt.Sprintf("check|%s|%s|%s|%d|%d", a.Reference, s.fortID, s.code, s.amount, status.Refunded)
	return s, nil
}

// One job of its kind at a time for an attempt or a refund: another may follow when it has ended, however it did.
var (
	waiting = []rivertype.JobState{rivertype.JobStateAvailable, rivertype.JobStatePending, rivertype.JobStateRunning,
		rivertype.JobStateScheduled}
	oneOf  = river.UniqueOpts{ByArgs: true, ByState: append(waiting, rivertype.JobStateRetryable)}
	oneAsk = river.UniqueOpts{ByArgs: true, ByState: waiting}
)

// askNow queues a check for at once, outside of the caller's request. It joins the caller's transaction. It is not
// retried, because the scheduled checks are.
func (p *Payments) askNow(ctx context.Context, tx pgx.Tx, attempt string) error {
	return p.Queue.InsertTx(ctx, tx, Check{Attempt: attempt, Once: true}, &river.InsertOpts{MaxAttempts: 1, UniqueOpts: oneAsk})
}

// AskAgain is askNow for an operator, who has the person on the telephone.
func (p *Payments) AskAgain(ctx context.Context, tx pgx.Tx, attempt string) error {
	return p.askNow(ctx, tx, attempt)
}

// Sweep is the job that finds what the queue might have lost: attempts that wait too long, refunds that were not done, removed cards that
// the provider still keeps.
type Sweep struct{}

// Kind names the job.
func (Sweep) Kind() string { return "payment_sweep" }

// Sweeper works Sweep jobs, from time to time on one of the servers.
type Sweeper struct {
	river.WorkerDefaults[Sweep]
	Payments *Payments
}

// Work queues again what should be queued: checks of every attempt that should have ended, every refund, every removed card.
func (s *Sweeper) Work(ctx context.Context, _ *river.Job[Sweep]) error {
	p := s.Payments
	now := p.Clock()
	q := db.New(p.Conn)
	attempts, err := q.AttemptsOpen(ctx, now.Add(-lastChecks))
	if err != nil {
		return err
	}
	unproved, err := q.AttemptsUnproved(ctx, now.Add(-lastChecks))
	if err != nil {
		return err
	}
	refunds, err := q.RefundsAsked(ctx, now.Add(-5*time.Minute))
	if err != nil {
		return err
	}
	if err := q.CardsOfErased(ctx, now); err != nil {
		return err
	}
	cards, err := q.CardsToForget(ctx, now.Add(-5*time.Minute))
	if err != nil {
		return err
	}
	return db.InTx(ctx, p.Conn, func(ctx context.Context, tx db.Tx) error {
		for _, id := range append(attempts, unproved...) {
			if err := p.Queue.InsertTx(ctx, tx, Check{Attempt: id}, &river.InsertOpts{UniqueOpts: oneOf}); err != nil {
				return err
			}
		}
		for _, id := range refunds {
			if err := p.Queue.InsertTx(ctx, tx, GiveBack{Refund: id}, &river.InsertOpts{UniqueOpts: oneOf}); err != nil {
				return err
			}
		}
		for _, id := range cards {
			if err := p.Queue.InsertTx(ctx, tx, Forget{Card: id}, &river.InsertOpts{UniqueOpts: oneOf}); err != nil {
				return err
			}
		}
		return nil
	})
}

// Work registers this package's jobs with a runner.
func (p *Payments) Work(workers *river.Workers) {
	river.AddWorker(workers, &Checker{Payments: p})
	river.AddWorker(workers, &Sweeper{Payments: p})
	river.AddWorker(workers, &Looker{Payments: p})
	river.AddWorker(workers, &Refunder{Payments: p})
	river.AddWorker(workers, &Forgetter{Payments: p})
}

// Periodic are the jobs that run on a schedule.
func (p *Payments) Periodic() []*river.PeriodicJob {
	return []*river.PeriodicJob{river.NewPeriodicJob(river.PeriodicInterval(time.Minute),
		func() (river.JobArgs, *river.InsertOpts) { return Sweep{}, nil }, &river.PeriodicJobOpts{RunOnStart: true})}
}
