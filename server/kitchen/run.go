package kitchen

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/week"
	"sahn/server/week/season"
)

// Run is what was written down of a date at one time: the first is the whole date, each further one a delta. The totals are those after
// it. Mark is the checksum of everything that papers say after it: two printouts with the same mark say the same.
type Run struct {
	N       int           `json:"n"`
	At      time.Time     `json:"at"`
	Meals   int           `json:"meals"`  // portions
	People  int           `json:"people"` // lunches, one for each person
	Places  int           `json:"places"`
	Mark    string        `json:"mark"`
	Changes []Change      `json:"changes"` // this and the fields below are empty for the first run
	Lines   []ChangedLine `json:"lines"`
	Texts   []ChangedText `json:"texts"`
	Added   int           `json:"added"` // portions
	Taken   int           `json:"taken"`
	Anew    Totals        `json:"anew"` // what is packed and labelled anew: every portion of each person whom it touches

	touched map[string]bool // by delivery
	places  []changedPlace  // in the order in which they are driven
}

// Change is how many portions of a meal a delta adds, or takes away.
type Change struct {
	Meal string `json:"meal"`
	Name string `json:"name"`
	Qty  int    `json:"qty"`
}

// ErrStillOpen refuses to write down a date that people can still change.
var ErrStillOpen = fault.New(fault.Conflict, "day_open", "This day can still be ordered.")

// daysAhead is for how long the cut-off of a date may have passed before it: that of any day, and the hours by which it can be earlier.
const daysAhead = week.EditCutoffDays + 2

// WriteDown writes down every date whose cut-off has passed and that is not over itself.
func (k *Kitchen) WriteDown(ctx context.Context) error {
	now := k.Clock()
	today := clock.DateOf(now)
	dates, err := db.New(k.Conn).RunDaysDue(ctx, today, today+daysAhead)
	if err != nil {
		return fmt.Errorf("find days to cook: %w", err)
	}
	early, err := season.Early(ctx, db.New(k.Conn), today, today+daysAhead)
	if err != nil {
		return err
	}
	var failed error // a date that fails does not block the others
	for _, date := range dates {
		if !early.IsOpen(date, now) {
			unsettled, err := k.write(ctx, date, now)
			failed = errors.Join(failed, unsettled, err)
		}
	}
	if err := db.New(k.Conn).RunFactsForget(ctx, today); err != nil {
		failed = errors.Join(failed, fmt.Errorf("forget days that are over: %w", err))
	}
	// A lunch is no later than its marks. Once it is too old to be marked, no id of them is looked at again.
	if err := db.New(k.Conn).HandoverMarksForget(ctx, (today - daysBack).Start()); err != nil {
		failed = errors.Join(failed, fmt.Errorf("forget old marks: %w", err))
	}
	return errors.Join(failed, k.missWithdrawn(ctx, now))
}

// settleFor bounds how long a run waits until withdrawn meals are settled: the run has to be written in any case.
const settleFor = 8 * time.Second

// writeFor bounds how long a paper waits until recent changes are written down: it has to be printed in any case.
const writeFor = 3 * time.Second

// fresh is a date as it is now. It writes down first what differs, so that no paper is printed without a correction that was
// made since the job last ran. The delta comes from the same comparison as the job's and is not recorded as an act of the
// person who prints; the first run, and withdrawn meals, are left to the job, which settles them. Where the delta cannot be
// written, the date says that it is not the newest.
func (k *Kitchen) fresh(ctx context.Context, date clock.Date) (Production, error) {
	p, err := k.production(ctx, date, newest)
	now := k.Clock()
	if err != nil || len(p.Runs) == 0 || p.Reconciled || date < clock.DateOf(now) {
		return p, err
	}
	soon, cancel := context.WithTimeout(ctx, writeFor)
	defer cancel()
	if err := k.add(soon, date, now); err != nil {
		k.Log.ErrorContext(ctx, "printed before it was written down", "date", date.String(), "error", err.Error())
		return p, nil
	}
	return k.production(ctx, date, newest)
}

// write adds a run to a date that has none, or whose orders differ from what was written down. Withdrawn meals are settled first. Where
// that fails, or waits for a payment that is still open, they are not cooked all the same, and what comes instead is a delta. Unsettled is
// the error of the settling; the run is written all the same.
func (k *Kitchen) write(ctx context.Context, date clock.Date, now time.Time) (unsettled, err error) {
	if k.Settle != nil {
		soon, cancel := context.WithTimeout(ctx, settleFor)
		unsettled = k.Settle(soon, &date)
		cancel()
	}
	return unsettled, k.add(ctx, date, now)
}

func (k *Kitchen) add(ctx context.Context, date clock.Date, at time.Time) error {
	var l *look
	return db.InSteps(ctx, k.Conn, func(b *db.Batch) error {
		b.Step("lock day", func(ctx context.Context, q *db.Queries) error { return q.RunDayLock(ctx, int(date)) })
		l = k.looks(b, date, at)
		return nil
	}, func(b *db.Batch) error {
		k.Menus.Brings(b, l.menus)
		return nil
	}, func(b *db.Batch) error { return l.add(b, at) })
}

// add adds to a batch that what differs is written down: the first time the whole date.
func (l *look) add(b *db.Batch, at time.Time) error {
	now := l.present()
	s, runs, err := l.read(newest, now)
	if err != nil {
		return err
	}
	lines, changed := s.beyond(now)
	if redacted := s.redact(now); len(redacted) > 0 {
		b.Step("forget what is avoided", func(ctx context.Context, q *db.Queries) error { return q.RunFactsRedact(ctx, l.date, redacted) })
	}
	n := len(runs)
	if n > 0 && len(lines)+len(changed) == 0 {
		return nil
	}
	s.add(lines, changed)
	mark, err := s.mark(l.date)
	if err != nil {
		return err
	}
	total := s.totals()
	b.Step("write run", func(ctx context.Context, q *db.Queries) error {
		return q.RunInsert(ctx, db.RunInsertParams{Date: l.date, N: n, TakenAt: at, Meals: total.Meals, People: total.People,
			Places: total.Places, Mark: mark})
	})
	return record(b, l.date, n, lines, changed)
}

// record adds to a batch that the lines and the facts of a run are stored.
func record(b *db.Batch, date clock.Date, n int, lines map[line]int, changed map[subject]facts) error {
	l := db.RunLinesInsertParams{Date: date, N: n}
	for _, one := range slices.SortedFunc(maps.Keys(lines), line.compare) {
		l.Deliveries, l.Addresses = append(l.Deliveries, one.Delivery), append(l.Addresses, one.Address)
		l.Meals, l.Names, l.Qtys = append(l.Meals, one.Meal), append(l.Names, one.Name), append(l.Qtys, lines[one])
	}
	b.Step("write run's lines", func(ctx context.Context, q *db.Queries) error { return q.RunLinesInsert(ctx, l) })
	f := db.RunFactsInsertParams{Date: date, N: n}
	for _, about := range slices.SortedFunc(maps.Keys(changed), subject.compare) {
		says, err := json.Marshal(changed[about])
		if err != nil {
			return err
		}
		f.Kinds, f.Ids, f.Facts = append(f.Kinds, about.Kind), append(f.Ids, about.ID), append(f.Facts, string(says))
	}
	b.Step("write run's facts", func(ctx context.Context, q *db.Queries) error { return q.RunFactsInsert(ctx, f) })
	return nil
}
