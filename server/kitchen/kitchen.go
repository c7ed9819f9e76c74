// Package kitchen plans what is cooked and records what is handed over. Its promises: a date is written down once, when it can no longer
// be changed, and whatever differs later appears as a numbered delta; every printout of a date carries the same totals; the last lunch of
// an order that was handed over completes it, and what was missing is paid back.
package kitchen

import (
	"context"
	"log/slog"
	"time"

	"github.com/riverqueue/river"

	"sahn/server/menu/published"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/job"
)

// Kitchen is where operators cook. Its methods with a Caller are handlers of the API, which has made sure that the caller may.
type Kitchen struct {
	Conn  db.Conn
	Clock clock.Clock
	Menus *published.Store
	Queue *job.Queue
	Log   *slog.Logger

	// Settle takes withdrawn meals out of the orders of a date whose cut-off has passed, before the date is written down.
	Settle func(ctx context.Context, date *clock.Date) error
}

// Write is the job that writes down what is to be cooked of every date whose cut-off is over.
type Write struct{}

// Kind names the job.
func (Write) Kind() string { return "kitchen_write" }

type writer struct {
	river.WorkerDefaults[Write]
	kitchen *Kitchen
}

// Work writes down today and tomorrow: of other dates nothing is ordered any more, or still.
func (w *writer) Work(ctx context.Context, _ *river.Job[Write]) error {
	return w.kitchen.WriteDown(ctx)
}

// Work adds this package's jobs to those that a runner can do.
func (k *Kitchen) Work(workers *river.Workers) { river.AddWorker(workers, &writer{kitchen: k}) }

// Periodic are the jobs that run on a schedule.
func (k *Kitchen) Periodic() []*river.PeriodicJob {
	return []*river.PeriodicJob{river.NewPeriodicJob(river.PeriodicInterval(5*time.Minute),
		func() (river.JobArgs, *river.InsertOpts) { return Write{}, nil }, &river.PeriodicJobOpts{RunOnStart: true})}
}
