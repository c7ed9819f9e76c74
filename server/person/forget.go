package person

import (
	"context"
	"errors"
	"time"

	"github.com/riverqueue/river"

	"sahn/server/platform/db"
)

// Forget is the job that removes what is no longer needed: spent challenges, old counters, ended sessions, and registrations that were
// never proved or decided about.
type Forget struct{}

// Kind names the job.
func (Forget) Kind() string { return "person_forget" }

type forgetter struct {
	river.WorkerDefaults[Forget]
	people *People
}

const (
	provable  = 14 * day // how long a registration waits for its code
	undecided = 30 * day // how long an employee with a proved address waits for an admin
)

// Work removes them. Challenges are counted over a day and read by support for a week; mails are kept for a quarter of a year.
func (w *forgetter) Work(ctx context.Context, _ *river.Job[Forget]) error {
	q, now := db.New(w.people.db), w.people.now()
	return errors.Join(q.ChallengesForget(ctx, now.Add(-7*day), now.Add(-day)), q.AttemptsForget(ctx, now.Add(-2*day)),
		q.SessionsForget(ctx, now), q.SignOnAttemptsForget(ctx, now.Add(-day)),
		q.PacesForget(ctx, now.Add(-2*day)), q.DevicesForget(ctx, now.Add(-knownFor)), q.ErasedForget(ctx, now.Add(-knownFor)),
		q.ProfilesForget(ctx, now.Add(-provable), now.Add(-undecided)), q.PersonsForget(ctx, now.Add(-provable)),
		q.AddressesForget(ctx, now.Add(-provable)), q.CompaniesForget(ctx, now.Add(-provable)), q.MailsForget(ctx, now.Add(-90*day)))
}

// Work registers this package's jobs with a runner.
func (p *People) Work(workers *river.Workers) {
	river.AddWorker(workers, &codeMailer{people: p})
	river.AddWorker(workers, &inviter{people: p})
	river.AddWorker(workers, &welcomer{people: p})
	river.AddWorker(workers, &passwordTeller{people: p})
	river.AddWorker(workers, &triedTeller{people: p})
	river.AddWorker(workers, &factorTeller{people: p})
	river.AddWorker(workers, &elsewhereTeller{people: p})
	river.AddWorker(workers, &forgetter{people: p})
}

// Periodic are the jobs that run on a schedule.
func (p *People) Periodic() []*river.PeriodicJob {
	return []*river.PeriodicJob{river.NewPeriodicJob(river.PeriodicInterval(time.Hour),
		func() (river.JobArgs, *river.InsertOpts) { return Forget{}, nil }, &river.PeriodicJobOpts{RunOnStart: true})}
}
