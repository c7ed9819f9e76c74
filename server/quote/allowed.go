package quote

import (
	"slices"

	"sahn/server/platform/clock"
	"sahn/server/week"
)

// closedBy is the reason why nothing can be delivered on a date, empty when a delivery is possible.
func closedBy(in Input, date clock.Date) Code {
	switch {
	case date > date.Monday()+4 || date < week.MinWeekStartDate || slices.Contains(in.Live.Closed, date):
		return DayClosed
	case slices.Contains(in.Live.Taken, date):
		return DayTaken
	case !in.Live.Early.IsOpen(date, in.Now):
		return CutoffPassed
	case slices.Contains(in.Live.Unserved, date):
		return WindowClosed
	case slices.Contains(in.Live.Full, date):
		return WindowFull
	case in.Menu[date.Monday()] == nil:
		return MenuMissing
	default:
		return ""
	}
}

// minimums checks the days with meals: enough meals on each, all in one week, enough days and not too many.
func minimums(in Input, days []Delivery) []Issue {
	issues := []Issue{}
	if len(days) == 0 {
		return append(issues, Issue{Code: Empty})
	}
	filled := []clock.Date{}
	for _, d := range days {
		if len(d.Items) == 0 {
			continue
		}
		filled = append(filled, d.Date)
		meals := 0
		for _, l := range d.Items {
			meals += l.Qty
		}
		if least := in.Terms.MinimumMealCount; meals < least {
			issues = append(issues, Issue{Code: TooFewMeals, Date: d.Date, From: number(meals), To: number(least)})
		}
	}
	if len(filled) == 0 {
		return issues
	}
	if later := filled[len(filled)-1].Monday(); later != filled[0].Monday() {
		issues = append(issues, Issue{Code: TwoWeeks, Date: later})
	} else if needed := needed(in, later); len(filled) < needed {
		issues = append(issues, Issue{Code: TooFewDays, From: number(len(filled)), To: number(needed)})
	}
	if len(filled) > week.MaxNumDays {
		issues = append(issues, Issue{Code: TooManyDays, From: number(len(filled)), To: number(week.MaxNumDays)})
	}
	return issues
}

// needed is how many days an order of this week must have: days that already have a delivery count toward the minimum, and when fewer open
// days are left, those are enough.
func needed(in Input, monday clock.Date) int {
	least := in.Terms.MinimumDay
	if least <= 0 {
		least = week.MinNumDays
	}
	open := 0
	for date := monday; date < monday+5; date++ {
		if slices.Contains(in.Live.Taken, date) {
			least--
		} else if closedBy(in, date) == "" && offersAnything(in, date) {
			open++
		}
	}
	return min(least, open)
}

// offersAnything reports whether a day has a meal that is not sold out; a day without one does not count as open.
func offersAnything(in Input, date clock.Date) bool {
	for _, day := range in.Menu[date.Monday()].Days {
		if day.Date != date {
			continue
		}
		for _, meal := range day.Meals {
			if left, limited := in.Live.Portions[date][meal]; !limited || left > 0 {
				return true
			}
		}
	}
	return false
}

func number(n int) *int64 { v := int64(n); return &v }
