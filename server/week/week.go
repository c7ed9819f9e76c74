// Package week knows which weeks and days can be chosen and until when. It consists of pure functions: the same date, instant and calendar
// always give the same answer, on the server and on the device.
package week

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"sahn/server/platform/clock"
)

// The limits of what can be chosen, in days and weeks.
const (
	MinNumDays       = 3
	MaxNumDays       = 5
	DeliveryMinDays  = 2
	EditCutoffDays   = 2
	NumUpcomingWeeks = 4
)

// MinWeekStartDate is the first date that was ever offered.
var MinWeekStartDate = mustDate("2023-09-1")

// Option is a week that can be chosen: its Monday, and "23 – 27 Nov".
type Option struct {
	Value clock.Date `json:"value"`
	Label string     `json:"label"`
}

// Reference is the date that the week rules count from: today in Dubai plus DeliveryMinDays.
func Reference(now time.Time) clock.Date { return clock.DateOf(now) + DeliveryMinDays }

// Upcoming lists the offered weeks: from the week of min while min is in the future, else from the week of ref when ref is a weekday, else
// from the week after.
func Upcoming(ref, min clock.Date) []Option {
	first := ref.Monday()
	switch {
	case min > ref:
		first = min.Monday()
	case ref > first+4:
		first += 7
	}
	options := make([]Option, NumUpcomingWeeks)
	for i := range options {
		monday := first + clock.Date(7*i)
		options[i] = Option{Value: monday, Label: Label(monday)}
	}
	return options
}

// Label writes a week from Monday to Friday: "23 – 27 Nov", "30 Nov – 4 Dec".
func Label(week clock.Date) string {
	from, until := week.Monday().Time(), (week.Monday() + 4).Time()
	if from.Month() == until.Month() {
		return fmt.Sprintf("%d – %s", from.Day(), until.Format("2 Jan"))
	}
	return from.Format("2 Jan") + " – " + until.Format("2 Jan")
}

// LabelIn is Label in a language, "en" or "ar".
func LabelIn(language string, week clock.Date) string {
	if language != "ar" {
		return Label(week)
	}
	from, until := week.Monday().Time(), (week.Monday() + 4).Time()
	last := fmt.Sprintf("%d %s", until.Day(), clock.ArabicMonth(until.Month()))
	if from.Month() == until.Month() {
		return fmt.Sprintf("%d – %s", from.Day(), last)
	}
	return fmt.Sprintf("%d %s – %s", from.Day(), clock.ArabicMonth(from.Month()), last)
}

// Weekdays lists the days of a week that can be chosen: Monday to Friday, from ref and from min onward, without days that already have a
// delivery and without closed days.
func Weekdays(week, ref, min clock.Date, taken, closed []clock.Date) []clock.Date {
	days := make([]clock.Date, 0, 5)
	for d := week.Monday(); d < week.Monday()+5; d++ {
		if d >= ref && d >= min && !slices.Contains(taken, d) && !slices.Contains(closed, d) {
			days = append(days, d)
		}
	}
	return days
}

// ParseDate reads a date whose month and day may lack their leading zero, as the configuration writes it.
func ParseDate(s string) (clock.Date, error) {
	parts := strings.Split(s, "-")
	if len(parts) != 3 || len(parts[0]) != 4 {
		return 0, fmt.Errorf("date %q is not year-month-day", s)
	}
	for i, part := range parts[1:] {
		if len(part) == 1 {
			parts[i+1] = "0" + part
		}
	}
	return clock.ParseDate(strings.Join(parts, "-"))
}

// PeriodStart is the first date of the share period that d belongs to: the day itself (Daily), its Monday (Weekly)
// or the first of its month (Monthly).
func PeriodStart(duration string, d clock.Date) clock.Date {
	switch duration {
	case "Weekly":
		return d.Monday()
	case "Monthly":
		return d - clock.Date(d.Time().Day()-1)
	default:
		return d
	}
}

func mustDate(s string) clock.Date {
	d, err := ParseDate(s)
	if err != nil {
		panic(err)
	}
	return d
}
