package planner

import (
	"context"
	"fmt"
	"time"

	"sahn/server/platform/clock"
	"sahn/server/platform/db"
)

// Fill adds the meals that the book does not have yet. It joins the caller's transaction.
func Fill(ctx context.Context, q *db.Queries, meals []Meal, now time.Time) error {
	rows := db.MealsInsertParams{ChangedAt: now}
	for _, m := range meals {
		m, err := clean(m)
		if err != nil {
			return fmt.Errorf("meal %s: %w", m.Code, err)
		}
		raw, err := body(m.Meal)
		if err != nil {
			return err
		}
		until := ""
		if m.NewUntil != nil {
			until = m.NewUntil.String()
		}
		rows.Ids, rows.Codes, rows.Bodies, rows.NewUntils = append(rows.Ids, m.Meal.ID), append(rows.Codes, m.Code),
			append(rows.Bodies, string(raw)), append(rows.NewUntils, until)
	}
	if err := q.MealsInsert(ctx, rows); err != nil {
		return fmt.Errorf("fill book: %w", err)
	}
	return nil
}

// Adopt makes the published menu the plan of a week that was never planned. It joins the caller's transaction.
func Adopt(ctx context.Context, q *db.Queries, monday clock.Date, now time.Time) error {
	if err := q.PlannerLock(ctx, int(monday)); err != nil {
		return fmt.Errorf("lock week: %w", err)
	}
	s, err := look(ctx, q, monday, monday, clock.DateOf(now))
	if err != nil || s.plans[monday] != nil {
		return err
	}
	days, err := s.whole(monday, nil)
	if err != nil {
		return err
	}
	for i, d := range days {
		days[i].Meals = s.offers(d.Date)
	}
	return replan(ctx, q, monday, days, now)
}
