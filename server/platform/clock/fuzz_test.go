package clock_test

import (
	"testing"
	"time"

	"sahn/server/platform/clock"
)

// Whatever is read as a date writes itself back the same, and lies in the week of its Monday.
func FuzzParseDate(f *testing.F) {
	for _, s := range []string{"2026-11-23", "2028-02-29", "0000-01-01", "9999-12-31", "2026-1-1", "2026-02-30", " 2026-11-23",
		"2026-11-23T00:00:00Z"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		d, err := clock.ParseDate(s)
		if err != nil {
			return
		}
		if d.String() != s {
			t.Fatalf("%q became %q", s, d)
		}
		if monday := d.Monday(); monday.Weekday() != time.Monday || d < monday || d > monday+6 {
			t.Fatalf("%s is not in the week of %s", d, monday)
		}
		if clock.DateOf(d.Start()) != d || clock.DateOf(d.Start().Add(-time.Nanosecond)) != d-1 {
			t.Fatalf("%s does not begin at midnight in Dubai", d)
		}
	})
}
