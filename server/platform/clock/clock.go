// Package clock defines the server's time: an instant comes from a Clock that is passed in, and a date is a calendar date in Dubai
// (UTC+4, no daylight saving time). Nothing else may read the machine's clock.
package clock

import (
	"fmt"
	"time"
)

// Dubai is the zone of every calendar date in the product.
var Dubai = time.FixedZone("Asia/Dubai", 4*60*60)

// Clock answers with the present instant.
type Clock func() time.Time

// System is the machine's clock in UTC, in whole microseconds, which is what Postgres keeps.
func System() time.Time { return time.Now().UTC().Truncate(time.Microsecond) }

// Date is a calendar date: days since 1970-01-01. It compares with < and ==, and is "2026-11-23" on the wire.
type Date int32

// NewDate makes a date from its parts.
func NewDate(year int, month time.Month, day int) Date {
	return Date(time.Date(year, month, day, 0, 0, 0, 0, time.UTC).Unix() / 86400)
}

// DateOf is the calendar date in Dubai at an instant.
func DateOf(t time.Time) Date {
	y, m, d := t.In(Dubai).Date()
	return NewDate(y, m, d)
}

// ParseDate parses "2026-11-23".
func ParseDate(s string) (Date, error) {
	t, err := time.Parse(time.DateOnly, s)
	if err != nil {
		return 0, fmt.Errorf("date %q: %w", s, err)
	}
	return Date(t.Unix() / 86400), nil
}

// Time is midnight UTC of the date, for formatting.
func (d Date) Time() time.Time { return time.Unix(int64(d)*86400, 0).UTC() }

// Start is the instant at which the date begins in Dubai.
func (d Date) Start() time.Time { return d.Time().Add(-4 * time.Hour) }

// Weekday is the day of the week.
func (d Date) Weekday() time.Weekday { return d.Time().Weekday() }

// Monday is the first day of the date's week.
func (d Date) Monday() Date { return d - Date((int(d.Weekday())+6)%7) }

func (d Date) String() string { return d.Time().Format(time.DateOnly) }

// MarshalText and UnmarshalText make a Date a JSON string and a JSON object key.
func (d Date) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText parses "2026-11-23".
func (d *Date) UnmarshalText(b []byte) (err error) {
	*d, err = ParseDate(string(b))
	return err
}
