package report

import (
	"time"

	"sahn/server/platform/clock"
	"sahn/server/platform/fault"
)

// most is the maximum number of days in a report: 24 months.
const most = 731

// Span is days from one to another, both included.
type Span struct {
	From  clock.Date `json:"from"`
	Until clock.Date `json:"until"`
}

func (s Span) days() int { return int(s.Until-s.From) + 1 }

// span parses the requested days; without any it is this month so far.
func span(from, until string, today clock.Date) (s Span, err error) {
	if from == "" && until == "" {
		return Span{firstOfMonth(today), today}, nil
	}
	if s.From, err = clock.ParseDate(from); err != nil {
		return s, fault.Field("from", "Please choose the first day, like 2026-11-01.")
	}
	if s.Until, err = clock.ParseDate(until); err != nil || s.Until < s.From {
		return s, fault.Field("until", "Please choose a last day that is not before the first.")
	}
	if s.days() > most {
		return s, fault.Field("until", "A report tells of 24 months at most.")
	}
	return s, nil
}

// before is the span to compare with. A span that begins with a month is compared with as many months before it, up to the same day, or to
// the end when it ends with a month; any other with as many days.
func (s Span) before() Span {
	first, last := s.From.Time(), s.Until.Time()
	if first.Day() != 1 {
		return Span{s.From - clock.Date(s.days()), s.From - 1}
	}
	months := 12*(last.Year()-first.Year()) + int(last.Month()-first.Month()) + 1
	b := Span{From: clock.NewDate(first.Year(), first.Month()-time.Month(months), 1)}
	month := clock.NewDate(last.Year(), last.Month()-time.Month(months), 1)
	end := clock.NewDate(last.Year(), last.Month()-time.Month(months)+1, 1) - 1
	if b.Until = month + clock.Date(last.Day()) - 1; b.Until > end || firstOfMonth(s.Until+1) == s.Until+1 {
		b.Until = end
	}
	return b
}

func firstOfMonth(d clock.Date) clock.Date {
	t := d.Time()
	return clock.NewDate(t.Year(), t.Month(), 1)
}

// lastOf is the last day of the day, week or month that begins on start.
func lastOf(start clock.Date, by string) clock.Date {
	switch by {
	case "day":
		return start
	case "week":
		return start + 6
	default:
		return firstOfMonth(start+31) - 1
	}
}

// starts are the first days of all days, weeks or months of a span, so that empty ones are listed too. Days are weekdays only, because
// lunch is served on those.
func (s Span) starts(by string) (all []clock.Date) {
	switch by {
	case "day":
		for d := s.From; d <= s.Until; d++ {
			if d.Weekday() != time.Saturday && d.Weekday() != time.Sunday {
				all = append(all, d)
			}
		}
	case "week":
		for d := s.From.Monday(); d <= s.Until; d += 7 {
			all = append(all, d)
		}
	default:
		for d := firstOfMonth(s.From); d <= s.Until; d = firstOfMonth(d + 31) {
			all = append(all, d)
		}
	}
	return all
}
