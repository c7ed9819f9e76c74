package week

import (
	"time"

	"sahn/server/platform/clock"
)

// Cutoff is the first instant at which a delivery on d can no longer be ordered, changed or cancelled: 00:00 in
// Dubai of the day before d.
func Cutoff(d clock.Date) time.Time { return (d - EditCutoffDays + 1).Start() }

// Early are the dates whose cut-off is earlier than on other days, and by how many hours: in Ramadan, or on Fridays.
type Early map[clock.Date]int

// Cutoff is the first instant at which a delivery on d can no longer be ordered: Cutoff, or that many hours before. A delivery keeps the
// cut-off with which it was ordered.
func (e Early) Cutoff(d clock.Date) time.Time { return Cutoff(d).Add(-time.Duration(e[d]) * time.Hour) }

// IsOpen reports whether a delivery on d can still be ordered.
func (e Early) IsOpen(d clock.Date, now time.Time) bool { return now.Before(e.Cutoff(d)) }

// IsOpen reports whether a delivery on d can still be ordered, changed or cancelled.
func IsOpen(d clock.Date, now time.Time) bool { return now.Before(Cutoff(d)) }
