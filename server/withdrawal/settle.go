package withdrawal

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"sahn/server/amendment"
	"sahn/server/order"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/money"
	"sahn/server/quote"
)

// TakeOut takes every withdrawn meal out of the orders of a date whose cut-off has passed: the meal that comes
// instead replaces it, or it is paid back into the wallet. An order with an amendment that is still being paid waits
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
// effect goes through amendment.TakeEffect.
func (w *Withdrawals) TakeOutOf(ctx context.Context, id, profile string) error {
	return db.InTx(ctx, w.Orders.Conn, func(ctx context.Context, tx db.Tx) error {
		rev, err := tx.ProfileRevLock(ctx, profile)
		if err != nil {
			return fmt.Errorf("lock profile: %w", err)
		}
		row, err := tx.OrderLock(ctx, id)
		if err != nil {
			return fmt.Errorf("lock order: %w", err)
		}
		if order.Status(row.Status) != order.Confirmed {
			return nil
		}
		if _, err := tx.AmendmentOpenOf(ctx, id); err == nil || !db.None(err) {
			return err // an amendment is being paid
		}
		if back, err := tx.OrderSentBack(ctx, id); err != nil || back {
			return err // the provider has paid it back: support decides what is right, and has a case for it
		}
		if err := order.KeepMenu(ctx, tx.Queries, row.Week); err != nil {
			return err
		}
		in := quote.AmendInput{Order: row.ID, Version: row.Version, Now: w.Orders.Clock(), Granted: map[clock.Date]money.Fils{},
			Portions: map[clock.Date]map[string]int{}}
		if in.Terms, err = order.TermsOf(row); err != nil {
			return err
		}
		if in.Ordered, err = amendment.OrderedDays(ctx, tx.Queries, row.ID); err != nil {
			return err
		}
		var promised map[clock.Date]quote.Withdrawals
		if in.Withdrawn, promised, err = leftToTakeOut(ctx, tx.Queries, row.ID, in.Now); err != nil {
			return err
		}
		if err := w.Amendments.LoadContext(ctx, tx.Queries, row, &in); err != nil {
			return err
		}
		am, err := holdInstead(ctx, tx, row, in)
		if err != nil || am == nil {
			return err
		}
		if _, err := w.planLetters(ctx, tx, id, profile, in.Now); err != nil { // after this the order no longer holds the meal
			return err
		}
		if err := w.Amendments.TakeEffect(ctx, tx, &row, am, "withdrawn", order.Stamp{Rev: rev + 1, Now: in.Now}); err != nil {
			return err
		}
		if kept, err := keeps(*am, promised); err != nil {
			return err
		} else if !kept {
			if err := w.Amendments.TellChange(ctx, tx, *am); err != nil {
				return err
			}
		}
		return tx.ProfileRevSet(ctx, profile, rev+1)
	})
}

// leftToTakeOut returns what was withdrawn on those days of an order whose lunch has not come, and what the letters promised to come
// instead. Once a day's lunches have been delivered, nothing comes instead.
func leftToTakeOut(ctx context.Context, q *db.Queries, id string,
	now time.Time) (left, promised map[clock.Date]quote.Withdrawals, err error) {
	rows, err := q.WithdrawnOf(ctx, id)
	if err != nil {
		return nil, nil, fmt.Errorf("read what was withdrawn: %w", err)
	}
	left, promised = map[clock.Date]quote.Withdrawals{}, map[clock.Date]quote.Withdrawals{}
	for _, r := range rows {
		if r.Served {
			continue
		}
		if left[r.Date] == nil {
			left[r.Date], promised[r.Date] = quote.Withdrawals{}, quote.Withdrawals{}
		}
		left[r.Date][r.Meal], promised[r.Date][r.Meal] = some(r.Instead), some(r.Instead)
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

// holdInstead writes the amendment and reserves what comes instead; nil when there is nothing to take out. When another order takes the
// last portion between the read and the reservation, everything is paid back.
func holdInstead(ctx context.Context, tx pgx.Tx, row db.Order, in quote.AmendInput) (*db.Amendment, error) {
	for paidBack := false; ; {
		fresh := quote.TakeOut(in)
		if len(fresh.Days) == 0 {
			return nil, nil
		}
		if fresh.Difference > 0 {
			return nil, fmt.Errorf("order %s would cost %s more without what was withdrawn", row.ID, fresh.Difference)
		}
		var am db.Amendment
		err := pgx.BeginFunc(ctx, tx, func(inner pgx.Tx) (err error) {
			am, err = amendment.Unrequested(ctx, db.New(inner), row, in.Terms, fresh, in.Now)
			return err
		})
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

func some(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}
