package retention

import (
	"context"
	"time"

	"github.com/riverqueue/river"
)

// Job forgets what is due.
type Job struct{}

// Kind names the job as servers of before do, which may share the queue.
func (Job) Kind() string { return "person_forget" }

type worker struct {
	river.WorkerDefaults[Job]
	keeper *Keeper
}

// Timeout bounds a run; what is left is for the next.
func (w *worker) Timeout(*river.Job[Job]) time.Duration { return 10 * time.Minute }

// Work forgets what is due.
func (w *worker) Work(ctx context.Context, _ *river.Job[Job]) error {
	_, err := w.keeper.Forget(ctx)
	return err
}

// Work registers the job with a runner.
func (k *Keeper) Work(workers *river.Workers) { river.AddWorker(workers, &worker{keeper: k}) }

// Periodic runs it each hour.
func (k *Keeper) Periodic() []*river.PeriodicJob {
	return []*river.PeriodicJob{river.NewPeriodicJob(river.PeriodicInterval(time.Hour),
		func() (river.JobArgs, *river.InsertOpts) { return Job{}, nil }, &river.PeriodicJobOpts{RunOnStart: true})}
}
