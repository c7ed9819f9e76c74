package week

import (
	"time"

	"sahn/server/platform/clock"
)

// Cutoff is the first instant at which a delivery on d can no longer be ordered, changed or cancelled: 00:00 in
// Dubai of the day before d.
func Cutoff(d clock.Date) time.Time { return (d - EditCutoffDays + 1).Start() }

// IsOpen reports whether a delivery on d can still be ordered, changed or cancelled.
func IsOpen(d clock.Date, now time.Time) bool { return now.Before(Cutoff(d)) }
