package week

import (
	"time"

	"sahn/server/platform/clock"
)

// InWindow reports whether now is between two bounds, both included, written "2025-09-11 00:00:00" in Dubai. Two empty bounds accept every
// time; otherwise it refuses when neither bound is given, as when one is empty and one is missing, or when one cannot be read.
func InWindow(start, end *string, now time.Time) bool {
	if start != nil && end != nil && *start == "" && *end == "" {
		return true
	}
	hasStart, hasEnd := start != nil && *start != "", end != nil && *end != ""
	if !hasStart && !hasEnd {
		return false
	}
	if hasStart {
		if from, ok := bound(*start); !ok || from.After(now) {
			return false
		}
	}
	if hasEnd {
		if until, ok := bound(*end); !ok || until.Before(now) {
			return false
		}
	}
	return true
}

// bound parses strictly: Go alone would accept "9:00:00" and fractions of a second.
func bound(s string) (time.Time, bool) {
	t, err := time.ParseInLocation(time.DateTime, s, clock.Dubai)
	return t, err == nil && t.Format(time.DateTime) == s
}
