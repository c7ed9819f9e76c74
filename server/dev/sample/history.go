package sample

import (
	"time"

	"sahn/server/platform/clock"
)

// PastClosedDays are the public holidays on delivery days of the year before ClosedDays begin, for generated histories.
func PastClosedDays() []Closed {
	return []Closed{
		{clock.NewDate(2025, time.June, 5), "Arafat Day"},
		{clock.NewDate(2025, time.June, 6), "Eid al-Adha"},
		{clock.NewDate(2025, time.June, 27), "Islamic New Year"},
		{clock.NewDate(2025, time.September, 5), "The Prophet's Birthday"},
		{clock.NewDate(2025, time.December, 1), "UAE National Day"},
		{clock.NewDate(2025, time.December, 2), "UAE National Day"},
		{clock.NewDate(2026, time.January, 1), "New Year's Day"},
		{clock.NewDate(2026, time.March, 19), "Eid al-Fitr"},
		{clock.NewDate(2026, time.March, 20), "Eid al-Fitr"},
		{clock.NewDate(2026, time.May, 26), "Arafat Day"},
		{clock.NewDate(2026, time.May, 27), "Eid al-Adha"},
		{clock.NewDate(2026, time.May, 28), "Eid al-Adha"},
		{clock.NewDate(2026, time.May, 29), "Eid al-Adha"},
		{clock.NewDate(2026, time.June, 16), "Islamic New Year"},
		{clock.NewDate(2026, time.August, 25), "The Prophet's Birthday"},
	}
}

// ramadans are the first and last days of Ramadan, as calculated.
var ramadans = [][2]clock.Date{
	{clock.NewDate(2025, time.March, 1), clock.NewDate(2025, time.March, 29)},
	{clock.NewDate(2026, time.February, 18), clock.NewDate(2026, time.March, 19)},
	{clock.NewDate(2027, time.February, 8), clock.NewDate(2027, time.March, 8)},
	{clock.NewDate(2028, time.January, 28), clock.NewDate(2028, time.February, 25)},
}

// Appetite is the percentage of the usual orders on a date: few in Ramadan, fewer in the summer and at the turn of the year.
func Appetite(d clock.Date) int {
	for _, r := range ramadans {
		if d >= r[0] && d <= r[1] {
			return 28
		}
	}
	switch t := d.Time(); {
	case t.Month() == time.July || t.Month() == time.August:
		return 78
	case t.Month() == time.December && t.Day() > 20 || t.Month() == time.January && t.Day() < 5:
		return 60
	default:
		return 100
	}
}
