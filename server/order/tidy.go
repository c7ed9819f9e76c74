package order

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/riverqueue/river"

	"sahn/server/platform/clock"
	"sahn/server/platform/db"
)

// Tidy is the job that closes orders that have ended: delivered ones become Completed; those whose payment failed and was not retried
// before the cut-off become Cancelled.
type Tidy struct{}

// Kind names the job.
func (Tidy) Kind() string { return "order_tidy" }

// Tidier works Tidy jobs, from time to time on one of the servers.
type Tidier struct {
	river.WorkerDefaults[Tidy]
	Orders *Orders
}

// Work moves at most a hundred orders of each kind.
func (t *Tidier) Work(ctx context.Context, _ *river.Job[Tidy]) error {
	o := t.Orders
	now := o.Clock()
	q := db.New(o.Conn)
	delivered, err := q.OrdersDelivered(ctx, clock.DateOf(now))
	if err != nil {
		return fmt.Errorf("find delivered orders: %w", err)
	}
	var failed error // an order that fails does not block the others
	for _, r := range delivered {
		failed = errors.Join(failed, o.close(ctx, r.ID, r.ProfileID, Confirmed, Completed, "delivered"))
	}
	abandoned, err := q.OrdersAbandoned(ctx, now)
	if err != nil {
		return fmt.Errorf("find abandoned orders: %w", err)
	}
	for _, r := range abandoned {
		failed = errors.Join(failed, o.close(ctx, r.ID, r.ProfileID, PaymentFailed, Cancelled, "not paid before the cut-off"))
	}
	return failed
}

// close moves an order that still has the status with which it was found.
func (o *Orders) close(ctx context.Context, id, profile string, from, to Status, cause string) error {
	return db.InTx(ctx, o.Conn, func(ctx context.Context, tx db.Tx) error {
		rev, err := tx.ProfileRevLock(ctx, profile)
		if err != nil {
			return fmt.Errorf("lock profile: %w", err)
		}
		row, err := tx.OrderLock(ctx, id)
		if err != nil || Status(row.Status) != from {
			return err
		}
		if to == Completed { // a day may have been restored since the order was found
			if delivered, err := tx.OrderDelivered(ctx, id, clock.DateOf(o.Clock())); err != nil || !delivered {
				return err
			}
		}
		if err := Move(ctx, tx.Queries, &row, to, cause, Stamp{rev + 1, o.Clock()}); err != nil {
			return err
		}
		return tx.ProfileRevSet(ctx, profile, rev+1)
	})
}

// Work registers this package's jobs with a runner.
func (o *Orders) Work(workers *river.Workers) {
	river.AddWorker(workers, &Tidier{Orders: o})
	river.AddWorker(workers, &confirmer{orders: o})
	river.AddWorker(workers, &cashier{orders: o})
	river.AddWorker(workers, &reminders{orders: o})
	river.AddWorker(workers, &reminder{orders: o})
}

// Periodic are the jobs that run on a schedule.
func (o *Orders) Periodic() []*river.PeriodicJob {
	return []*river.PeriodicJob{
		river.NewPeriodicJob(river.PeriodicInterval(5*time.Minute),
			func() (river.JobArgs, *river.InsertOpts) { return Tidy{}, nil }, &river.PeriodicJobOpts{RunOnStart: true}),
		river.NewPeriodicJob(river.PeriodicInterval(15*time.Minute),
			func() (river.JobArgs, *river.InsertOpts) { return Remind{}, nil }, &river.PeriodicJobOpts{RunOnStart: true}),
	}
}
