package person

import "github.com/riverqueue/river"

// Work registers this package's jobs with a runner.
func (p *People) Work(workers *river.Workers) {
	river.AddWorker(workers, &codeMailer{people: p})
	river.AddWorker(workers, &inviter{people: p})
	river.AddWorker(workers, &welcomer{people: p})
	river.AddWorker(workers, &passwordTeller{people: p})
	river.AddWorker(workers, &triedTeller{people: p})
	river.AddWorker(workers, &factorTeller{people: p})
	river.AddWorker(workers, &pinTeller{people: p})
	river.AddWorker(workers, &elsewhereTeller{people: p})
	river.AddWorker(workers, &passkeyTeller{people: p})
}
