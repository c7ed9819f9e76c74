package order

import (
	"context"
	"fmt"
	"time"

	"github.com/riverqueue/river"

	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/quote"
	"sahn/server/week"
)

// Withdrawal takes a meal off a date for everyone. Instead is the meal that replaces it where the person does not choose another one;
// empty when it is paid back.
type Withdrawal struct {
	Date    clock.Date
	Meal    string
	Instead string
	Reason  string
	Who     string // the operator's profile
}

// Affected counts the people who had ordered a meal when it was withdrawn, and their portions; Until
// is when they can no longer choose another.
type Affected struct {
	People int       `json:"people"`
	Meals  int       `json:"meals"`
	Until  time.Time `json:"until"`
}

// Withdraw records that a meal is not available on a date, and queues the job that notifies those who ordered it. Where it was itself the
// replacement of another meal, its own replacement takes over. It joins the caller's transaction, which has taken it off the menu and
// knows that it was not withdrawn before.
func (o *Orders) Withdraw(ctx context.Context, tx db.Tx, w Withdrawal, now time.Time) (Affected, error) {
	chosen, err := tx.WithdrawalChosen(ctx, w.Date, w.Meal)
	if err != nil {
		return Affected{}, fmt.Errorf("count who ordered it: %w", err)
	}
	a := Affected{People: chosen.People, Meals: chosen.Meals, Until: week.Cutoff(w.Date)}
	row := db.WithdrawalInsertParams{Date: w.Date, Meal: w.Meal, Reason: w.Reason, Until: a.Until, People: a.People, Meals: a.Meals, At: now,
		OperatorID: w.Who}
	if w.Instead != "" {
		row.Instead = &w.Instead
	}
	if err := tx.WithdrawalsInstead(ctx, w.Instead, w.Date, w.Meal); err != nil {
		return a, fmt.Errorf("bring something else instead: %w", err)
	}
	if err := tx.WithdrawalInsert(ctx, row); err != nil {
		return a, fmt.Errorf("write withdrawal: %w", err)
	}
	if err := o.Queue.InsertTx(ctx, tx, Withdrawn{}, nil); err != nil {
		return a, fmt.Errorf("plan to tell: %w", err)
	}
	return a, nil
}

// Withdrawn is the job that notifies people of withdrawals, and takes out of orders what was not swapped in time. It compares the orders
// with the withdrawals, so it is idempotent, and also finds what was paid for only after the withdrawal.
type Withdrawn struct{}

// Kind names the job.
func (Withdrawn) Kind() string { return "order_withdrawn" }

type withdrawer struct {
	river.WorkerDefaults[Withdrawn]
	orders *Orders
}

// Timeout leaves time for thousands of orders.
func (*withdrawer) Timeout(*river.Job[Withdrawn]) time.Duration { return 100 * time.Second }

// Work notifies first, so that a person whose order changes after the cut-off learns of the withdrawal before.
func (w *withdrawer) Work(ctx context.Context, _ *river.Job[Withdrawn]) error {
	if err := w.orders.TellWithdrawn(ctx); err != nil {
		return err
	}
	return w.orders.TakeOutWithdrawn(ctx, nil)
}

// withdrawnOf reads what was withdrawn on an order's days.
func withdrawnOf(ctx context.Context, q *db.Queries, id string) (map[clock.Date]quote.Withdrawals, error) {
	rows, err := q.WithdrawnOf(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("read what was withdrawn: %w", err)
	}
	all := map[clock.Date]quote.Withdrawals{}
	for _, r := range rows {
		if all[r.Date] == nil {
			all[r.Date] = quote.Withdrawals{}
		}
		all[r.Date][r.Meal] = some(r.Instead)
	}
	return all, nil
}

func some(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}
