package operator

import (
	"context"
	"fmt"
	"time"

	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/week"
	"sahn/server/week/season"
)

// CookingDay is a date with lunches. Run is the number of its last run, below zero before it was written down, and Printed says that labels
// of all its runs were printed.
type CookingDay struct {
	Date     clock.Date `json:"date"`
	Cutoff   time.Time  `json:"cutoff"`
	Meals    int        `json:"meals"`
	People   int        `json:"people"`
	Places   int        `json:"places"`
	Run      int        `json:"run"`
	RunMeals int        `json:"run_meals"`
	Handed   int        `json:"handed"`
	Printed  bool       `json:"printed"`
}

// CookingDays are the dates with lunches from one date to another, in order.
func CookingDays(ctx context.Context, q *db.Queries, from, until clock.Date) ([]CookingDay, error) {
	rows, err := q.RunDays(ctx, from, until)
	if err != nil {
		return nil, fmt.Errorf("read days: %w", err)
	}
	early, err := season.Early(ctx, q, from, until)
	if err != nil {
		return nil, err
	}
	days := make([]CookingDay, len(rows))
	for i, r := range rows {
		days[i] = CookingDay{r.Date, early.Cutoff(r.Date), r.Meals, r.People, r.Places, r.N, r.RunMeals, r.Handed, r.Printed}
	}
	return days, nil
}

func nothingOn(date clock.Date) CookingDay {
	return CookingDay{Date: date, Cutoff: week.Cutoff(date), Run: -1}
}
