package order

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/riverqueue/river"

	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/job"
	"sahn/server/platform/mail"
	"sahn/server/push"
	"sahn/server/week"
	"sahn/server/week/season"
)

// People are reminded of a week's lunches once, on the last working day on which all of it that the window of their place delivers can
// still be ordered, in office hours of Dubai:
// those with meals chosen and not ordered, and those who had lunch in the two weeks before and have not ordered. A person who stops
// ordering therefore gets two more reminders and then none.
const (
	remindFrom  = 9
	remindUntil = 18
	lately      = 14 // days
)

// Remind is the job that checks whether it is time to remind people.
type Remind struct{}

// Kind names the job.
func (Remind) Kind() string { return "order_remind" }

// ReminderMail is the job that reminds a person of a week. One that an admin asked for also goes to people who had no lunch lately, and as
// long as any day of the week can be ordered; it counts as the week's one reminder.
type ReminderMail struct {
	Person string     `json:"person"`
	Week   clock.Date `json:"week"`
	Asked  bool       `json:"asked,omitempty"`
	Mailed bool       `json:"mailed,omitempty"` // no other way than mail: the message that went another one did not arrive
}

// Kind names the job.
func (ReminderMail) Kind() string { return "mail_reminder" }

// InsertOpts retries the letter for longer than a code, and queues the same one only once.
func (ReminderMail) InsertOpts() river.InsertOpts {
	return river.InsertOpts{MaxAttempts: mail.Retries, UniqueOpts: river.UniqueOpts{ByArgs: true}}
}

type reminders struct {
	river.WorkerDefaults[Remind]
	orders *Orders
}

// Work plans the reminders of the weeks whose day it is, for each person who has not been sent one.
func (w *reminders) Work(ctx context.Context, _ *river.Job[Remind]) error {
	o := w.orders
	now := o.Clock()
	if hour := now.In(clock.Dubai).Hour(); hour < remindFrom || hour >= remindUntil {
		return nil
	}
	for _, option := range week.Upcoming(week.Reference(now), week.MinWeekStartDate) {
		open, early, err := openDays(ctx, db.New(o.Conn), option.Value)
		if err != nil {
			return err
		}
		firsts := slices.DeleteFunc(slices.Clone(open), func(d clock.Date) bool { return remindOn(early, d) != clock.DateOf(now) })
		for after, more := "", len(firsts) > 0; more; {
			if after, more, err = o.planReminders(ctx, option.Value, open, firsts, after); err != nil {
				return err
			}
		}
	}
	return nil
}

// planReminders plans the next few hundred reminders of a week, for people whose first open day is one of these, and returns the last
// person among them.
func (o *Orders) planReminders(ctx context.Context, monday clock.Date, open, firsts []clock.Date, after string) (last string, more bool,
	err error) {
	err = db.InTx(ctx, o.Conn, func(ctx context.Context, tx db.Tx) error {
		people, err := tx.RemindersDue(ctx,
			db.RemindersDueParams{After: after, Prefix: ReminderID(monday, ""), FromDate: monday, UntilDate: monday + 4,
				LatelyDate: monday - lately, BeforeDate: monday - 1, Open: open, Firsts: firsts})
		if err != nil {
			return fmt.Errorf("find people to remind: %w", err)
		}
		last, more = "", len(people) > 0
		for _, last = range people {
			if err := o.Queue.InsertTx(ctx, tx, ReminderMail{Person: last, Week: monday}, nil); err != nil {
				return fmt.Errorf("plan reminder: %w", err)
			}
		}
		return nil
	})
	return last, more, err
}

// ReminderID is the id of the letter that reminds a person of a week.
func ReminderID(monday clock.Date, person string) string {
	return "reminder-" + monday.String() + "-" + person
}

// RemindByMail plans the letters of reminders that did not arrive another way, by their ids, in the transaction that finds it out.
func (o *Orders) RemindByMail(ctx context.Context, tx db.Tx, ids []string) error {
	open, err := tx.MailsReopen(ctx, ids)
	if err != nil {
		return fmt.Errorf("reopen reminders: %w", err)
	}
	var letters []ReminderMail
	for _, id := range open {
		rest := strings.TrimPrefix(id, "reminder-") // as ReminderID writes it: the day has ten characters
		week, err := clock.ParseDate(rest[:min(10, len(rest))])
		if err == nil && len(rest) > 11 {
			letters = append(letters, ReminderMail{Person: rest[11:], Week: week, Asked: true, Mailed: true})
		}
	}
	return job.InsertManyTx(ctx, o.Queue, tx, letters, nil)
}

// openDays are the days of a week on which the kitchen delivers, and which of them close earlier.
func openDays(ctx context.Context, q *db.Queries, monday clock.Date) ([]clock.Date, week.Early, error) {
	closed, err := q.ClosedDays(ctx, monday, monday+4)
	if err != nil {
		return nil, nil, fmt.Errorf("read closed days: %w", err)
	}
	early, err := season.Early(ctx, q, monday, monday+4)
	return week.Weekdays(monday, monday, week.MinWeekStartDate, nil, closed), early, err
}

// lastDay is the last day on which a delivery on d can be ordered.
func lastDay(early week.Early, d clock.Date) clock.Date {
	return clock.DateOf(early.Cutoff(d).Add(-time.Microsecond))
}

// remindOn is the last working day on which a delivery on d can be ordered.
func remindOn(early week.Early, d clock.Date) clock.Date {
	on := lastDay(early, d)
	for on.Weekday() == time.Saturday || on.Weekday() == time.Sunday {
		on--
	}
	return on
}

type reminder struct {
	river.WorkerDefaults[ReminderMail]
	orders *Orders
}

// Work sends the reminder if there still is something to be reminded of.
func (w *reminder) Work(ctx context.Context, j *river.Job[ReminderMail]) error {
	o := w.orders
	q, now, monday := db.New(o.Conn), o.Clock(), j.Args.Week
	open, early, err := openDays(ctx, q, monday)
	if err != nil {
		return err
	}
	stands, err := q.ReminderOne(ctx, db.ReminderOneParams{PersonID: j.Args.Person, FromDate: monday, UntilDate: monday + 4,
		LatelyDate: monday - lately, BeforeDate: monday - 1})
	if db.None(err) {
		return nil // the person may no longer order
	}
	if err != nil {
		return fmt.Errorf("read what to remind of: %w", err)
	}
	open = slices.DeleteFunc(open, func(d clock.Date) bool { return !slices.Contains(stands.Weekdays, int(d.Weekday())) })
	if j.Args.Asked {
		open = slices.DeleteFunc(open, func(d clock.Date) bool { return !early.IsOpen(d, now) })
	}
	letter := mail.Reminder{Name: stands.Name, Span: week.LabelIn(stands.Language, monday)}
	for _, d := range stands.Drafted {
		if early.IsOpen(d, now) {
			letter.Days = append(letter.Days, d)
		}
	}
	matter := letter.Days
	if len(matter) == 0 {
		matter = open
	}
	if len(matter) == 0 || !early.IsOpen(matter[0], now) || len(letter.Days) == 0 && (stands.Ordered || !stands.Regular && !j.Args.Asked) {
		return nil
	}
	letter.First, letter.Until, letter.Later = matter[0], lastDay(early, matter[0]), len(matter) > 1
	pushes := o.Pushes
	if j.Args.Mailed {
		pushes = nil
	}
	send, later, first, err := pushes.Remind(ctx, push.Reminder{ID: ReminderID(monday, j.Args.Person), Person: j.Args.Person, Week: monday,
		Last: letter.Until, Until: early.Cutoff(matter[0]), Drafted: len(letter.Days) > 0})
	if later > 0 && err == nil {
		return river.JobSnooze(later)
	}
	if err != nil || !send {
		return err
	}
	message, err := o.Post.Sender.Reminder(ReminderID(monday, j.Args.Person),
		mail.To{Address: stands.Email, Language: stands.Language}, letter)
	if err != nil {
		return err
	}
	return o.Post.Send(ctx, mail.Letter{Kind: mail.ReminderKind, Person: j.Args.Person, Message: message, First: first})
}
