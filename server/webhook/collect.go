package webhook

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/oklog/ulid/v2"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"sahn/server/company"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/job"
	"sahn/server/platform/web"
	"sahn/server/week"
	"sahn/server/week/season"
)

// Collect is the job that looks for what happened and lets it be sent. It reads what others wrote, so that none of them writes more.
type Collect struct{}

// Kind names the job.
func (Collect) Kind() string { return "webhook_collect" }

// Remind is the hourly job that writes events which no one causes, and forgets old ones.
type Remind struct{}

// Kind names the job.
func (Remind) Kind() string { return "webhook_remind" }

// Foresee is the job that writes the weekly forecast of a company.
type Foresee struct {
	Company string     `json:"company"`
	Week    clock.Date `json:"week"`
}

// Kind names the job.
func (Foresee) Kind() string { return "webhook_forecast" }

const (
	collectEvery = 15 * time.Second
	before       = 3 * time.Minute // longer than any transaction lasts; so much is read again
	atOnce       = 500             // events of one run
	remindFrom   = 9
	remindUntil  = 18
)

// found is an event that is not written yet.
type found struct {
	company, kind, key string
	at                 time.Time
	data               string
}

// Collect writes the events that are new, and plans the turns of companies to which something is to be sent.
func (w *Webhooks) Collect(ctx context.Context) error {
	now := w.Clock()
	return db.InTx(ctx, w.Conn, func(ctx context.Context, tx db.Tx) error {
		marks, err := tx.WebhookMarksHold(ctx)
		if err != nil || len(marks) == 0 {
			return err
		}
		today := clock.DateOf(now)
		p := db.WebhookFoundParams{Today: today, Yesterday: today - 1, WeekAgo: today - 7, Midnight: today.Start(), Most: atOnce}
		for _, m := range marks {
			low, err := lowest(m.ID)
			if err != nil {
				return err
			}
			p.Companies, p.Sinces, p.Lows = append(p.Companies, m.CompanyID), append(p.Sinces, m.At.Add(-before)), append(p.Lows, low)
		}
		rows, err := tx.WebhookFound(ctx, p)
		if err != nil {
			return fmt.Errorf("look for events: %w", err)
		}
		events := make([]found, len(rows))
		for i, r := range rows {
			events[i] = found{r.CompanyID, r.Kind, r.Key, r.At, r.Data}
		}
		if err := write(ctx, tx, events, now); err != nil {
			return err
		}
		if len(rows) < atOnce { // else the next run finds the others
			if err := tx.WebhookMarksMove(ctx, now, ulid.Make().String(), p.Companies); err != nil {
				return err
			}
		}
		due, err := tx.WebhookDue(ctx, now)
		if err != nil {
			return err
		}
		return w.sendSoon(ctx, tx, due...)
	})
}

// lowest is the least id that may have been made so long before another one.
func lowest(id string) (string, error) {
	mark, err := ulid.ParseStrict(id)
	if err != nil {
		return "", fmt.Errorf("read mark: %w", err)
	}
	var low ulid.ULID
	return low.String(), low.SetTime(mark.Time() - uint64(before.Milliseconds()))
}

// write makes events and their deliveries.
func write(ctx context.Context, tx db.Tx, events []found, now time.Time) error {
	if len(events) == 0 {
		return nil
	}
	p := db.WebhookEventsMakeParams{Now: now}
	for _, e := range events {
		p.Ids, p.Companies, p.Kinds = append(p.Ids, ulid.Make().String()), append(p.Companies, e.company), append(p.Kinds, e.kind)
		p.Keys, p.Ats, p.Datas = append(p.Keys, e.key), append(p.Ats, e.at), append(p.Datas, e.data)
	}
	return tx.WebhookEventsMake(ctx, p)
}

// oneTurn keeps one job for each company at a time: however slow its webhooks are, they occupy one worker.
var oneTurn = &river.InsertOpts{Queue: job.Outside, MaxAttempts: 3, UniqueOpts: river.UniqueOpts{ByArgs: true,
	ByState: []rivertype.JobState{rivertype.JobStateAvailable, rivertype.JobStatePending, rivertype.JobStateRunning,
		rivertype.JobStateScheduled, rivertype.JobStateRetryable}}}

func (w *Webhooks) sendSoon(ctx context.Context, tx db.Tx, companies ...string) error {
	turns := make([]Send, len(companies))
	for i, c := range companies {
		turns[i] = Send{c}
	}
	return job.InsertManyTx(ctx, w.Queue, tx, turns, oneTurn)
}

// Remind writes how many people have no lunch yet on days that close soon, plans forecasts, and forgets what is old.
func (w *Webhooks) Remind(ctx context.Context) error {
	now := w.Clock()
	q := db.New(w.Conn)
	if err := q.WebhookForget(ctx, now.Add(-kept)); err != nil {
		return err
	}
	today, hour := clock.DateOf(now), now.In(clock.Dubai).Hour()
	if hour < remindFrom || hour >= remindUntil {
		return nil
	}
	closed, err := q.ClosedDays(ctx, today.Monday(), today+21)
	if err != nil {
		return err
	}
	early, err := season.Early(ctx, q, today, today+21)
	if err != nil {
		return err
	}
	var working []clock.Date
	for monday := today.Monday(); monday <= today+14; monday += 7 {
		working = append(working, week.Weekdays(monday, monday, week.MinWeekStartDate, nil, closed)...)
	}
	days := closing(now, working, early)
	if err := w.remindOf(ctx, days, early, now); err != nil {
		return err
	}
	if !slices.Contains(working, today) || today != firstOf(working, today.Monday()) {
		return nil
	}
	return db.InTx(ctx, w.Conn, func(ctx context.Context, tx db.Tx) error {
		companies, err := tx.WebhookWantedBy(ctx, forecast, forecastKey(today.Monday()))
		if err != nil {
			return err
		}
		jobs := make([]Foresee, len(companies))
		for i, c := range companies {
			jobs[i] = Foresee{c, today.Monday()}
		}
		return job.InsertManyTx(ctx, w.Queue, tx, jobs, &river.InsertOpts{UniqueOpts: river.UniqueOpts{ByArgs: true}})
	})
}

// remindOf writes, for each of some days, how many people of the companies that want to know it have no lunch.
func (w *Webhooks) remindOf(ctx context.Context, days []clock.Date, early week.Early, now time.Time) error {
	if len(days) == 0 {
		return nil
	}
	return db.InTx(ctx, w.Conn, func(ctx context.Context, tx db.Tx) error {
		companies, err := tx.WebhookWantedBy(ctx, unchosen, unchosenKey(days[len(days)-1]))
		if err != nil || len(companies) == 0 {
			return err
		}
		rows, err := tx.WebhookWithoutLunch(ctx, days, companies)
		if err != nil {
			return err
		}
		var events []found
		for _, r := range rows {
			if r.Without == 0 {
				continue
			}
			data, err := json.Marshal(UnchosenData{r.Day.String(), int(r.People), int(r.Without), early.Cutoff(r.Day)})
			if err != nil {
				return err
			}
			events = append(events, found{r.CompanyID, unchosen, unchosenKey(r.Day), now, string(data)})
		}
		return write(ctx, tx, events, now)
	})
}

func unchosenKey(day clock.Date) string { return "unchosen:" + day.String() }

func forecastKey(monday clock.Date) string { return "forecast:" + monday.String() }

func firstOf(days []clock.Date, from clock.Date) clock.Date {
	for _, d := range days {
		if d >= from {
			return d
		}
	}
	return 0
}

// closing are the days that can be chosen now, and no longer when the next working day begins; none when this is no working day.
func closing(now time.Time, working []clock.Date, early week.Early) (days []clock.Date) {
	today := clock.DateOf(now)
	if !slices.Contains(working, today) {
		return nil
	}
	next := firstOf(working, today+1)
	until := next.Start().Add(remindFrom * time.Hour)
	for _, d := range working {
		if cut := early.Cutoff(d); cut.After(now) && !cut.After(until) {
			days = append(days, d)
		}
	}
	return days
}

// foresee writes what a company will pay at this pace: in the period of its cap, else in the month.
func (w *Webhooks) foresee(ctx context.Context, f Foresee) error {
	reply, err := w.Forecast(ctx, web.Caller{CompanyID: f.Company}, company.Nothing{})
	if err != nil || len(reply.Data.Periods) == 0 {
		return err
	}
	p := reply.Data.Periods[0]
	data, err := json.Marshal(ForecastData{p.From.String(), p.Until.String(), int64(p.Spent), int64(p.Projected), p.People, p.Cap != nil,
		p.Reaching})
	if err != nil {
		return err
	}
	now := w.Clock()
	return db.InTx(ctx, w.Conn, func(ctx context.Context, tx db.Tx) error {
		return write(ctx, tx, []found{{f.Company, forecast, forecastKey(f.Week), now, string(data)}}, now)
	})
}

type collector struct {
	river.WorkerDefaults[Collect]
	hooks *Webhooks
}

func (c *collector) Work(ctx context.Context, _ *river.Job[Collect]) error {
	return c.hooks.Collect(ctx)
}

type reminder struct {
	river.WorkerDefaults[Remind]
	hooks *Webhooks
}

func (r *reminder) Work(ctx context.Context, _ *river.Job[Remind]) error { return r.hooks.Remind(ctx) }

type foreseer struct {
	river.WorkerDefaults[Foresee]
	hooks *Webhooks
}

func (f *foreseer) Work(ctx context.Context, j *river.Job[Foresee]) error {
	return f.hooks.foresee(ctx, j.Args)
}

// Work registers this package's jobs with a runner.
func (w *Webhooks) Work(workers *river.Workers) {
	river.AddWorker(workers, &collector{hooks: w})
	river.AddWorker(workers, &reminder{hooks: w})
	river.AddWorker(workers, &foreseer{hooks: w})
	river.AddWorker(workers, &sender{hooks: w})
	river.AddWorker(workers, &teller{hooks: w})
}

// Periodic are the jobs that run on a schedule.
func (w *Webhooks) Periodic() []*river.PeriodicJob {
	return []*river.PeriodicJob{
		river.NewPeriodicJob(river.PeriodicInterval(collectEvery), func() (river.JobArgs, *river.InsertOpts) { return Collect{}, nil }, nil),
		river.NewPeriodicJob(river.PeriodicInterval(time.Hour), func() (river.JobArgs, *river.InsertOpts) { return Remind{}, nil },
			&river.PeriodicJobOpts{RunOnStart: true})}
}
