// Package withdrawal takes meals off dates that people have ordered them for, and whole days that were closed, and tells of allergens that
// were corrected. Its promises:
// each of these people is told once for each withdrawal; until the cut-off they may choose another meal; after it, what comes instead
// replaces the meal, or it is paid back. Whoever avoids what a corrected meal has may exchange it or leave it out.
package withdrawal

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/riverqueue/river"

	"sahn/server/amendment"
	"sahn/server/order"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/week/season"
)

// Withdrawals records what is withdrawn and carries it out, with the connection, clock, menus, queue and post of Orders.
type Withdrawals struct {
	Orders     *order.Orders
	Amendments *amendment.Amendments
}

// Withdrawal takes a meal off a date for everyone. Instead is the meal that replaces it where the person does not choose another one;
// empty when it is paid back.
type Withdrawal struct {
	Date    clock.Date
	Meal    string
	Instead string
	Reason  string
	Who     string // the operator's profile
}

// Affected counts the people who had ordered a meal when it was withdrawn, and their portions; Until
// is when they can no longer choose another.
type Affected struct {
	People int       `json:"people"`
	Meals  int       `json:"meals"`
	Until  time.Time `json:"until"`
}

// Withdraw records that a meal is not available on a date, and queues the job that notifies those who ordered it. Where it was itself the
// replacement of another meal, its own replacement takes over. It joins the caller's transaction, which has taken it off the menu and
// knows that it was not withdrawn before.
func (w *Withdrawals) Withdraw(ctx context.Context, tx db.Tx, r Withdrawal, now time.Time) (Affected, error) {
	chosen, err := tx.WithdrawalChosen(ctx, r.Date, r.Meal)
	if err != nil {
		return Affected{}, fmt.Errorf("count who ordered it: %w", err)
	}
	early, err := season.Early(ctx, tx.Queries, r.Date, r.Date)
	if err != nil {
		return Affected{}, err
	}
	a := Affected{People: chosen.People, Meals: chosen.Meals, Until: early.Cutoff(r.Date)}
	row := db.WithdrawalInsertParams{Date: r.Date, Meal: r.Meal, Reason: r.Reason, Until: a.Until, People: a.People, Meals: a.Meals, At: now,
		OperatorID: r.Who}
	if r.Instead != "" {
		row.Instead = &r.Instead
	}
	if err := tx.WithdrawalsInstead(ctx, r.Instead, r.Date, r.Meal); err != nil {
		return a, fmt.Errorf("bring something else instead: %w", err)
	}
	if err := tx.WithdrawalInsert(ctx, row); err != nil {
		return a, fmt.Errorf("write withdrawal: %w", err)
	}
	return a, w.Soon(ctx, tx)
}

// Soon queues the job that tells people of what was withdrawn of days that were closed or opened again or have other times,
// and cancels days of who left.
func (w *Withdrawals) Soon(ctx context.Context, tx db.Tx) error {
	if err := w.Orders.Queue.InsertTx(ctx, tx, Withdrawn{}, nil); err != nil {
		return fmt.Errorf("plan to tell: %w", err)
	}
	return nil
}

// Withdrawn is the job that notifies people of withdrawals, and takes out of orders what was not swapped in time. It compares the orders
// with the withdrawals, so it is idempotent, and also finds what was paid for only after the withdrawal.
type Withdrawn struct{}

// Kind names the job.
func (Withdrawn) Kind() string { return "order_withdrawn" }

type withdrawer struct {
	river.WorkerDefaults[Withdrawn]
	withdrawals *Withdrawals
}

// Timeout leaves time for thousands of orders.
func (*withdrawer) Timeout(*river.Job[Withdrawn]) time.Duration { return 100 * time.Second }

// Work notifies first, so that a person whose order changes after the cut-off learns of the withdrawal before.
func (w *withdrawer) Work(ctx context.Context, _ *river.Job[Withdrawn]) error {
	if err := errors.Join(w.withdrawals.TellCorrections(ctx), w.withdrawals.Tell(ctx), w.withdrawals.TellClosed(ctx),
		w.withdrawals.TellHours(ctx)); err != nil {
		return err
	}
	return errors.Join(w.withdrawals.TakeOut(ctx, nil), w.withdrawals.GiveUp(ctx))
}

// Work registers this package's jobs with a runner.
func (w *Withdrawals) Work(workers *river.Workers) {
	river.AddWorker(workers, &withdrawer{withdrawals: w})
	river.AddWorker(workers, &mailer{withdrawals: w})
	river.AddWorker(workers, &correctedMailer{withdrawals: w})
	river.AddWorker(workers, &closedMailer{withdrawals: w})
	river.AddWorker(workers, &hoursMailer{withdrawals: w})
	river.AddWorker(workers, &leaverMailer{withdrawals: w})
}

// Periodic are the jobs that run on a schedule.
func (w *Withdrawals) Periodic() []*river.PeriodicJob {
	return []*river.PeriodicJob{river.NewPeriodicJob(river.PeriodicInterval(time.Minute),
		func() (river.JobArgs, *river.InsertOpts) { return Withdrawn{}, nil }, &river.PeriodicJobOpts{RunOnStart: true})}
}
