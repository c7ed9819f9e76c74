package withdrawal

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/oklog/ulid/v2"

	"sahn/server/amendment"
	"sahn/server/order"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/quote"
)

// TakeOut takes every withdrawn meal out of the orders of a date whose cut-off has passed: the meal that comes
// instead replaces it, or it is paid back into the wallet. Lunch of a closed day goes back to where it was paid from. An order with an
// amendment that is still being paid waits
// for that. Without a date it covers all dates.
func (w *Withdrawals) TakeOut(ctx context.Context, date *clock.Date) error {
	q := db.New(w.Orders.Conn)
	var failed error // an order that fails does not block the others
	for after := ""; ; {
		rows, err := q.WithdrawnDue(ctx, w.Orders.Clock(), longAgo(w.Orders.Clock()), date, after)
		if err != nil {
			return errors.Join(failed, fmt.Errorf("find withdrawn meals: %w", err))
		}
		for _, r := range rows {
			failed = errors.Join(failed, w.TakeOutOf(ctx, r.ID, r.ProfileID))
			after = r.ID
		}
		if len(rows) == 0 || ctx.Err() != nil {
			return failed
		}
	}
}

// longAgo is earlier than every date for which a payment can still be open.
func longAgo(now time.Time) clock.Date { return clock.DateOf(now) - 60 }

// TakeOutOf does it for one order, if it still has to be done. It is an amendment like any other, only that no one requested it: every
// effect goes through amendment.TakeEffect. All that it needs is locked and read in one round trip.
func (w *Withdrawals) TakeOutOf(ctx context.Context, id, profile string) error {
	row, err := db.New(w.Orders.Conn).OrderOf(ctx, id, profile)
	if err != nil {
		return fmt.Errorf("read order: %w", err)
	}
	due, err := db.New(w.Orders.Conn).WithdrawnOf(ctx, id)
	if err != nil {
		return fmt.Errorf("read what was withdrawn: %w", err)
	}
	return db.InTx(ctx, w.Orders.Conn, func(ctx context.Context, tx db.Tx) error {
		rev, a, err := w.locked(ctx, tx, amendment.Scope{Order: id, Profile: profile, Week: row.Week, Days: touched(due),
			Card: slices.ContainsFunc(due, onClosed), Cause: ulid.Make().String()})
		if err != nil || a.Changeable() != nil || a.SentBack() || !slices.Equal(meals(due), meals(a.Withdrawn)) {
			return err // a change is being paid, support decides what is right, or something was withdrawn just now: the next turn does it
		}
		in, err := a.Input(w.Orders.Clock())
		if err != nil {
			return err
		}
		left, promised, err := leftToTakeOut(ctx, tx.Queries, a.Withdrawn, in.Now)
		if err != nil {
			return err
		}
		b, at := &db.Batch{}, order.Stamp{Rev: rev + 1, Now: in.Now}
		am, err := w.takeOutClosed(b, a, in, left, at)
		if err == nil && am == nil {
			in.Withdrawn = left
			am, err = w.takeOut(b, a, in, at)
		}
		if err != nil || am == nil {
			return err
		}
		// What is written here is sent at the end: until then the order holds the meal.
		_, err1 := w.addLetters(ctx, tx, b, id, profile, in.Now)
		_, err2 := w.planClosed(ctx, tx, id, profile, longAgo(in.Now), in.Now)
		if err := errors.Join(err1, err2); err != nil {
			return err
		}
		if kept, err := keeps(*am, promised); err != nil {
			return err
		} else if !kept {
			w.Amendments.TellChange(b, *am)
		}
		b.Add(func(ctx context.Context, q *db.Queries) error { return q.ProfileRevSet(ctx, profile, rev+1) })
		return b.In(ctx, tx)
	})
}

// locked takes the profile's counter and all locks of a change, and reads what it depends on.
func (w *Withdrawals) locked(ctx context.Context, tx db.Tx, s amendment.Scope) (rev int64, a *amendment.Around, err error) {
	b := &db.Batch{}
	b.Step("lock profile", func(ctx context.Context, q *db.Queries) (err error) {
		rev, err = q.ProfileRevLock(ctx, s.Profile)
		return err
	})
	around := w.Amendments.Load(b, s)
	if err := b.In(ctx, tx); err != nil {
		return 0, nil, err
	}
	return rev, around, w.Amendments.Complete(ctx, tx.Queries, around)
}

// touched are the days of which something was withdrawn, with what comes instead.
func touched(due []db.WithdrawnOfRow) (days []quote.AmendDay) {
	for _, r := range due {
		day := quote.AmendDay{Date: r.Date}
		if r.Instead != nil {
			day.Items = []quote.Item{{Meal: *r.Instead, Qty: 1}}
		}
		days = append(days, day)
	}
	return days
}

// meals are what was withdrawn on which day, and what comes instead.
func meals(due []db.WithdrawnOfRow) []string {
	list := make([]string, len(due))
	for i, r := range due {
		list[i] = fmt.Sprint(r.Date, " ", r.Meal, " ", db.Or(r.Instead, ""), " ", r.Closed)
	}
	return list
}

// leftToTakeOut returns what was withdrawn on those days of an order whose lunch has not come, and what the letters promised to come
// instead. Once a day's lunches have been delivered, nothing comes instead.
func leftToTakeOut(ctx context.Context, q *db.Queries, rows []db.WithdrawnOfRow,
	now time.Time) (left, promised map[clock.Date]quote.Withdrawals, err error) {
	left, promised = map[clock.Date]quote.Withdrawals{}, map[clock.Date]quote.Withdrawals{}
	for _, r := range rows {
		if r.Served {
			continue
		}
		if left[r.Date] == nil {
			left[r.Date], promised[r.Date] = quote.Withdrawals{}, quote.Withdrawals{}
		}
		left[r.Date][r.Meal], promised[r.Date][r.Meal] = db.Or(r.Instead, ""), db.Or(r.Instead, "")
		if over, err := LunchOver(ctx, q, r.Date, now); err != nil {
			return nil, nil, err
		} else if over {
			left[r.Date][r.Meal] = ""
		}
	}
	return left, promised, nil
}

// keeps reports whether a change that no one requested brings what the letters promised.
func keeps(am db.Amendment, promised map[clock.Date]quote.Withdrawals) (bool, error) {
	fresh, err := order.Proposed(am)
	if err != nil {
		return false, err
	}
	for _, d := range fresh.Days {
		due := map[string]int{}
		for _, l := range order.ItemsOf(d.Before) {
			if instead := promised[d.Date][l.Meal]; instead != "" && d.Change != quote.Same {
				due[instead] += l.Qty
			}
		}
		for meal, n := range due {
			if portionsIn(d.After, meal) < portionsIn(d.Before, meal)+n {
				return false, nil
			}
		}
	}
	return true, nil
}

func portionsIn(d *quote.DayState, meal string) (n int) {
	for _, l := range order.ItemsOf(d) {
		if l.Meal == meal {
			n += l.Qty
		}
	}
	return n
}

// lunchEnds is the time by which a date's lunches have been delivered, where no place has a window.
const lunchEnds = "14:00"

// LunchOver reports whether a date's lunches have been delivered: the last window of the places that get one has ended.
func LunchOver(ctx context.Context, q *db.Queries, date clock.Date, now time.Time) (bool, error) {
	if today := clock.DateOf(now); date != today {
		return date < today, nil
	}
	ends, err := q.LunchEnds(ctx, date)
	if err != nil {
		return false, fmt.Errorf("read windows: %w", err)
	}
	if ends == "" {
		ends = lunchEnds
	}
	return now.In(clock.Dubai).Format("15:04") >= ends, nil
}

func onClosed(r db.WithdrawnOfRow) bool { return r.Closed }

// takeOutClosed adds to a batch the amendment that pays back the closed days of an order whose cut-off is over, to where they were paid
// from; nil when there are none.
func (w *Withdrawals) takeOutClosed(b *db.Batch, a *amendment.Around, in quote.AmendInput, left map[clock.Date]quote.Withdrawals,
	at order.Stamp) (*db.Amendment, error) {
	in.Withdrawn, in.ToCard = map[clock.Date]quote.Withdrawals{}, true
	for _, r := range a.Withdrawn {
		if r.Closed && left[r.Date] != nil {
			in.Withdrawn[r.Date] = left[r.Date]
		}
	}
	fresh := quote.TakeOut(in)
	if len(fresh.Days) == 0 {
		return nil, nil
	}
	if fresh.Difference > 0 {
		return nil, fmt.Errorf("order %s would cost %s more without its closed days", a.Order.ID, fresh.Difference)
	}
	am, err := w.Amendments.Unrequested(b, a, fresh, true, order.DayClosed, at)
	return &am, err
}

// takeOut adds to a batch the amendment that takes out what was withdrawn and reserves what comes instead; nil when there is nothing to
// take out. When another order has the last portion, everything is paid back.
func (w *Withdrawals) takeOut(b *db.Batch, a *amendment.Around, in quote.AmendInput, at order.Stamp) (*db.Amendment, error) {
	for paidBack := false; ; {
		fresh := quote.TakeOut(in)
		if len(fresh.Days) == 0 {
			return nil, nil
		}
		if fresh.Difference > 0 {
			return nil, fmt.Errorf("order %s would cost %s more without what was withdrawn", a.Order.ID, fresh.Difference)
		}
		am, err := w.Amendments.Unrequested(b, a, fresh, true, "withdrawn", at)
		if !errors.Is(err, order.ErrGone) || paidBack {
			return &am, err
		}
		paidBack = true
		for _, meals := range in.Withdrawn {
			for meal := range meals {
				meals[meal] = ""
			}
		}
	}
}
