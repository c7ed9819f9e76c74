package order

import (
	"context"
	"fmt"

	"sahn/server/platform/clock"
	"sahn/server/platform/db"
)

// OnMenu locks a week's menu until the caller's transaction ends, and returns ErrGone when it does not offer everything that is added: it
// was published again since the price was made, or since the order released everything.
func (o *Orders) OnMenu(ctx context.Context, q *db.Queries, week clock.Date, wanted []Portion) error {
	menus, err := o.Menus.Hold(ctx, q, []clock.Date{week})
	if err != nil {
		return err
	}
	for _, p := range wanted {
		if p.N <= 0 {
			continue
		}
		if w := menus[week]; w == nil {
			return ErrGone
		} else if _, offered := w.On(p.Date, p.Meal); !offered {
			return ErrGone
		}
	}
	return nil
}

// KeepMenu locks a week's menu until the caller's transaction ends. A transaction that takes portions or gives them back locks it before
// company share, wallet and portions, since publishing may limit a meal and then counts what is ordered of it.
func KeepMenu(ctx context.Context, q *db.Queries, week clock.Date) error {
	if _, err := q.MenusHold(ctx, []clock.Date{week}); err != nil {
		return fmt.Errorf("hold menu: %w", err)
	}
	return nil
}
