package planner

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"sahn/server/menu"
	"sahn/server/menu/published"
	"sahn/server/person"
	"sahn/server/platform/audit"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/web"
	"sahn/server/withdrawal"
)

// Why a meal cannot be withdrawn.
var (
	ErrNotOffered = fault.New(fault.Conflict, "not_offered", "This meal is not on the menu of that day.")
	errInstead    = fault.Field("instead", "Choose another meal of that day, or none.")
	errDayOver    = fault.Field("date", "Lunch is over on this day.")
)

// WithdrawRequest takes a meal off a date. Instead is what people get who choose no other meal; without it they are refunded.
type WithdrawRequest struct {
	Date    clock.Date `json:"date" validate:"required"`
	Meal    string     `json:"meal" validate:"required,len=26"`
	Instead string     `json:"instead,omitempty" validate:"omitempty,len=26"`
	Reason  string     `json:"reason" validate:"required,max=200"`
}

// HandleWithdraw takes a meal off a date for all people, at once and permanently: it publishes a new version of the menu without the meal,
// removes it from the plan, and notifies the people who ordered it. Repeating it returns the first result. The kitchen may.
func (p *Planner) HandleWithdraw(ctx context.Context, who web.Caller, r WithdrawRequest) (done withdrawal.Affected, err error) {
	reason, err := person.Line("reason", strings.TrimSpace(r.Reason), 200)
	if err != nil {
		return withdrawal.Affected{}, err
	}
	err = p.change(ctx, who, func(ctx context.Context, tx db.Tx, now time.Time) (acts []audit.Act, err error) {
		if err := tx.PlannerLock(ctx, int(r.Date.Monday())); err != nil {
			return nil, fmt.Errorf("lock week: %w", err)
		}
		if err := published.Lock(ctx, tx.Queries, r.Date.Monday()); err != nil { // locks out new orders and cancellations until the commit
			return nil, err
		}
		if before, err := tx.WithdrawalOf(ctx, r.Date, r.Meal); err == nil {
			done = withdrawal.Affected{People: before.People, Meals: before.Meals, Until: before.Until}
			return nil, nil
		} else if !db.None(err) {
			return nil, fmt.Errorf("read withdrawal: %w", err)
		}
		if err := takeOff(ctx, tx.Queries, r, now); err != nil {
			return nil, err
		}
		done, err = p.Withdrawals.Withdraw(ctx, tx,
			withdrawal.Withdrawal{Date: r.Date, Meal: r.Meal, Instead: r.Instead, Reason: reason, Who: who.ProfileID}, now)
		return []audit.Act{{Kind: "meal.withdraw", Subject: r.Meal, Note: reason,
			After: map[string]any{"date": r.Date, "instead": r.Instead, "people": done.People, "meals": done.Meals}}}, err
	})
	return done, err
}

// takeOff publishes the menu without a meal on a date and removes the meal from the plan. The caller holds the locks of the planner and
// the menu.
func takeOff(ctx context.Context, q *db.Queries, r WithdrawRequest, now time.Time) error {
	if over, err := withdrawal.LunchOver(ctx, q, r.Date, now); err != nil {
		return err
	} else if over {
		return errDayOver
	}
	versions, err := published.Versions(ctx, q, r.Date.Monday(), r.Date.Monday())
	if err != nil {
		return err
	}
	v := versions[r.Date.Monday()]
	if v == nil {
		return ErrNotOffered
	}
	if _, offered := v.On(r.Date, r.Meal); !offered {
		return ErrNotOffered
	}
	if _, offered := v.On(r.Date, r.Instead); r.Instead != "" && (!offered || r.Instead == r.Meal) {
		return errInstead
	}
	w := v.Week
	w.Days = slices.Clone(w.Days)
	still := false
	for i, d := range w.Days {
		if d.Date == r.Date {
			w.Days[i].Meals = slices.DeleteFunc(slices.Clone(d.Meals), func(m string) bool { return m == r.Meal })
		}
		still = still || slices.Contains(w.Days[i].Meals, r.Meal)
	}
	if !still {
		w.Meals = slices.DeleteFunc(slices.Clone(w.Meals), func(m menu.Meal) bool { return m.ID == r.Meal })
	}
	if _, err := published.Publish(ctx, q, w, now); err != nil {
		return err
	}
	if err := q.WithdrawalPlanned(ctx, r.Date, r.Meal, now); err != nil {
		return fmt.Errorf("plan it no more: %w", err)
	}
	return nil
}

// WithdrawalsRequest names a week.
type WithdrawalsRequest struct {
	Week string `query:"week" validate:"required,max=64"`
}

// Withdrawals are the withdrawn meals of a week.
type Withdrawals struct {
	Data []Withdrawal `json:"data"`
}

// Withdrawal is a meal that was taken off a date. Waiting is how many people still have it; they can choose another meal until Until, then
// the rest is settled.
type Withdrawal struct {
	Date    clock.Date `json:"date"`
	Meal    string     `json:"meal"`
	Instead string     `json:"instead,omitempty"`
	Reason  string     `json:"reason"`
	At      time.Time  `json:"at"`
	Until   time.Time  `json:"until"`
	People  int        `json:"people"`
	Meals   int        `json:"meals"`
	Waiting int        `json:"waiting"`
	Settled bool       `json:"settled"`
}

// HandleWithdrawals lists what was withdrawn in a week and its result. The kitchen may.
func (p *Planner) HandleWithdrawals(ctx context.Context, _ web.Caller, r WithdrawalsRequest) (Withdrawals, error) {
	monday, err := mondayOf(r.Week)
	if err != nil {
		return Withdrawals{}, err
	}
	rows, err := db.New(p.Conn).Withdrawals(ctx, monday, monday+6)
	if err != nil {
		return Withdrawals{}, fmt.Errorf("read withdrawals: %w", err)
	}
	now, list := p.Clock(), Withdrawals{Data: []Withdrawal{}}
	for _, w := range rows {
		one := Withdrawal{Date: w.Date, Meal: w.Meal, Reason: w.Reason, At: w.At, Until: w.Until, People: w.People, Meals: w.Meals,
			Waiting: w.Waiting, Settled: w.Waiting == 0 && !now.Before(w.Until)}
		if w.Instead != nil {
			one.Instead = *w.Instead
		}
		list.Data = append(list.Data, one)
	}
	return list, nil
}
