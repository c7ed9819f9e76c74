package push

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/riverqueue/river"

	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/job"
	"sahn/server/platform/mail"
	"sahn/server/week"
)

// Notice is the job that shows a person a notification of an event that has no letter, or one of its own that is sent in any case. It is
// inserted with its cause. Event is a delivery (desk), a correction and a delivery (allergen), an order (payment) or a sale (till).
type Notice struct {
	About    Kind   `json:"about"`
	Event    string `json:"event"`
	Delivery string `json:"delivery,omitempty"` // of a correction
}

// Kind names the job.
func (Notice) Kind() string { return "push_notice" }

// InsertOpts tries it a few times within minutes: such news is soon old. The queue of its own leaves letters and payments alone.
func (Notice) InsertOpts() river.InsertOpts {
	return river.InsertOpts{MaxAttempts: 5, Queue: job.Pushes, UniqueOpts: river.UniqueOpts{ByArgs: true}}
}

// Handed is the job that finds out who is to be told that lunch is at its place. It reads what the marks wrote, so that none of them pays.
type Handed struct{}

// Kind names the job.
func (Handed) Kind() string { return "push_handed" }

// InsertOpts leaves a failure to the next run.
func (Handed) InsertOpts() river.InsertOpts {
	return river.InsertOpts{MaxAttempts: 1, Queue: job.Pushes}
}

// Pause is how long somebody whose payment failed is left to try again by themselves.
const Pause = 5 * time.Minute

const (
	atDesk = 90 * time.Minute // how long it is news that lunch came
	look   = 15 * time.Second // between two runs of Handed
	unsaid = 3 * 24 * time.Hour
)

// kinds are how many of a kind a person is shown within 24 hours.
var kinds = map[Kind]mail.Kind{Desk: {Name: "push desk", Daily: 6}, Allergen: {Name: "push allergen", Daily: 40},
	Payment: {Name: "push payment", Daily: 5}, Till: {Name: "push till", Daily: 20}}

// Work registers this package's jobs with a runner. queue inserts what they find.
func (p *Pushes) Work(workers *river.Workers, queue *job.Queue) {
	river.AddWorker(workers, &noticer{pushes: p})
	river.AddWorker(workers, &handed{pushes: p, queue: queue})
}

// Periodic are the jobs that run on a schedule.
func (p *Pushes) Periodic() []*river.PeriodicJob {
	return []*river.PeriodicJob{river.NewPeriodicJob(river.PeriodicInterval(look),
		func() (river.JobArgs, *river.InsertOpts) { return Handed{}, nil }, nil)}
}

type handed struct {
	river.WorkerDefaults[Handed]
	pushes *Pushes
	queue  *job.Queue
}

// Work plans a notice for each lunch that came lately and whose person has a browser that takes notifications. A notice that is planned
// already is not planned again.
func (w *handed) Work(ctx context.Context, _ *river.Job[Handed]) error {
	now := w.pushes.now()
	return db.InTx(ctx, w.pushes.db, func(ctx context.Context, tx db.Tx) error {
		found, err := tx.PushDeskWho(ctx, w.pushes.phones.On(), clock.DateOf(now), now.Add(-atDesk))
		if err != nil {
			return fmt.Errorf("find whose lunch is there: %w", err)
		}
		notices := make([]Notice, len(found))
		for i, id := range found {
			notices[i] = Notice{About: Desk, Event: id}
		}
		return job.InsertManyTx(ctx, w.queue, tx, notices, nil)
	})
}

type noticer struct {
	river.WorkerDefaults[Notice]
	pushes *Pushes
}

// Work shows the notification, unless what it is about is over.
func (w *noticer) Work(ctx context.Context, j *river.Job[Notice]) error {
	p := w.pushes
	person, say, err := p.event(ctx, j.Args, p.now())
	if err != nil || person == "" {
		return err
	}
	to, at, until, err := p.way(ctx, person, j.Args.About, say(english).Until)
	switch {
	case err != nil:
		return err
	case at == wait:
		return river.JobSnooze(until.Sub(p.now()))
	case at != show:
		return nil
	}
	m := say(wordsOf(to.language))
	return p.post.Send(ctx, mail.Letter{Kind: kinds[m.Kind], Person: person, Message: mail.Message{ID: m.ID},
		First: func(ctx context.Context) (bool, error) { return p.reach(ctx, to, m) }})
}

// way is what is done about an event for a person: who they are, and until when it waits.
func (p *Pushes) way(ctx context.Context, person string, k Kind, until time.Time) (to recipient, at step, end time.Time, err error) {
	row, err := db.New(p.db).PushSetting(ctx, nil, person)
	if db.None(err) {
		return to, skip, end, nil // erased
	}
	if err != nil {
		return to, skip, end, fmt.Errorf("read notifications: %w", err)
	}
	to = recipient{choice: choiceOf(row), id: person, language: row.Language}
	if p.phones.On() {
		to.phone = row.ByPhone
	}
	at, end = to.next(k, p.now(), until)
	if row.Devices == 0 && !to.onPhone(k) && at != skip {
		at = other
	}
	return to, at, end, nil
}

// event reads what a notice is about: its person, and the notification in a language. No person when it is over.
func (p *Pushes) event(ctx context.Context, n Notice, now time.Time) (person string, say func(words) Message, err error) {
	q := db.New(p.db)
	m := Message{Kind: n.About, ID: "push-" + string(n.About) + "-" + n.Event}
	switch n.About {
	case Desk:
		var row db.PushDeskRow
		if row, err = q.PushDesk(ctx, n.Event, clock.DateOf(now)); err == nil {
			m.Path, m.Until = "/delivery", now.Add(atDesk)
			person, say = row.PersonID, func(w words) Message { return w.desk(m, row.Place) }
		}
	case Allergen:
		var row db.PushCorrectedRow
		if row, err = q.PushCorrected(ctx, n.Event, n.Delivery); err == nil {
			m.ID += "-" + n.Delivery
			m.Path, m.Until = "/dashboard/history", row.DeliveryDate.Start().Add(15*time.Hour)
			person, say = row.PersonID, func(w words) Message { return w.allergen(m, row.Meal, row.DeliveryDate) }
		}
	case Payment:
		var row db.PushUnpaidRow
		if row, err = q.PushUnpaid(ctx, now, n.Event); err == nil {
			m.Path, m.Until = "/checkout", earliest(row.Until, now.Add(unsaid))
			person, say = row.PersonID, func(w words) Message {
				return w.payment(m, week.LabelIn(w.language, row.Week), int64(row.PayableAmount), row.Until)
			}
		}
	case Till:
		var row db.PushAskRow
		if row, err = q.PushAsk(ctx, n.Event, now); err == nil {
			m.Path, m.Until = "/dashboard/counter", row.ExpiresAt
			person, say = row.PersonID, func(w words) Message { return w.till(m, row.Amount, row.Place) }
		}
	default:
		err = errors.New("push: a notice of an unknown kind")
	}
	if db.None(err) {
		return "", nil, nil
	}
	if err != nil {
		return "", nil, fmt.Errorf("read what to tell: %w", err)
	}
	return person, say, nil
}

func earliest(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}

// Reminder is what a person is reminded of by a letter of theirs, or by a notification instead: Drafted when meals are chosen for the week.
type Reminder struct {
	ID      string
	Person  string
	Week    clock.Date
	Last    clock.Date // the last day on which the first lunch can be ordered
	Until   time.Time
	Drafted bool
}

// Remind tells how a person is reminded: not at all, later, or with first tried before the letter. A nil Pushes leaves it to the letter.
func (p *Pushes) Remind(ctx context.Context, r Reminder) (send bool, later time.Duration, first func(context.Context) (bool, error),
	err error) {
	if p == nil {
		return true, 0, nil, nil
	}
	to, at, end, err := p.way(ctx, r.Person, Week, r.Until)
	switch {
	case err != nil || at == skip:
		return false, 0, nil, err
	case at == wait:
		return false, end.Sub(p.now()), nil, nil
	case at == other:
		return true, 0, nil, nil
	}
	w := wordsOf(to.language)
	m := w.week(Message{ID: r.ID, Kind: Week, Path: "/dashboard/home", Until: r.Until}, week.LabelIn(to.language, r.Week), r.Last, r.Drafted)
	return true, 0, func(ctx context.Context) (bool, error) {
		reached, err := p.reach(ctx, to, m)
		if errors.Is(err, ErrLater) {
			return false, nil // the letter goes now
		}
		return reached, err
	}, nil
}
