package push

import (
	"fmt"
	"slices"
	"time"

	"sahn/server/platform/clock"
	"sahn/server/platform/db"
)

// hours are quiet hours, in minutes of the day in Dubai; until may be before from, across midnight.
type hours struct{ from, until int }

// choice is what a person chose.
type choice struct {
	off    []string
	detail bool
	quiet  *hours
}

func choiceOf(row db.PushSettingRow) choice {
	c := choice{off: row.Off, detail: row.Detail}
	switch {
	case !row.Chosen:
		c.quiet = &hours{quietFrom, quietUntil}
	case row.QuietFrom != nil && row.QuietUntil != nil:
		c.quiet = &hours{*row.QuietFrom, *row.QuietUntil}
	}
	return c
}

// ends is when the quiet hours around an instant end; ok is false outside of them. From their first minute on it is quiet, at their last it
// is not any more.
func (h *hours) ends(now time.Time) (end time.Time, ok bool) {
	if h == nil {
		return end, false
	}
	local := now.In(clock.Dubai)
	minute := local.Hour()*60 + local.Minute()
	quiet := h.from <= minute && minute < h.until
	if h.from > h.until {
		quiet = minute >= h.from || minute < h.until
	}
	if !quiet {
		return end, false
	}
	end = time.Date(local.Year(), local.Month(), local.Day(), h.until/60, h.until%60, 0, 0, clock.Dubai)
	if !end.After(local) {
		end = end.AddDate(0, 0, 1)
	}
	return end.UTC(), true
}

// step is what is done with an event that its person may be shown.
type step int

const (
	skip  step = iota // its person does not want to be told of it
	show              // now
	wait              // until the quiet hours end
	other             // no notification: by mail, where there is one of this kind
)

// next decides about an event that is good until an instant. What cannot wait for the end of the quiet hours is left to mail.
func (c choice) next(k Kind, now, until time.Time) (step, time.Time) {
	switch end, quiet := c.quiet.ends(now); {
	case slices.Contains(c.off, string(k)):
		return skip, now
	case !now.Before(until):
		return other, now
	case quiet && end.Before(until):
		return wait, end
	case quiet:
		return other, now
	}
	return show, now
}

// minutesOf reads a time of day like 21:00.
func minutesOf(text string) (int, bool) {
	t, err := time.Parse("15:04", text)
	return t.Hour()*60 + t.Minute(), err == nil
}

// clockOf is a time of day like 21:00.
func clockOf(minutes int) string { return fmt.Sprintf("%02d:%02d", minutes/60, minutes%60) }
