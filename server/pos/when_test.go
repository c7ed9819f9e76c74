package pos_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/platform/clock"
)

// A till's wrong clock never changes whether a sale is booked; only the sale's time is corrected or flagged.
func TestAWrongClockChangesNoSaleOnlyItsTimeAndThatIsFlagged(t *testing.T) {
	t.Parallel()
	p := settle(t, nil)
	p.clock.Move(time.Hour) // it is received an hour after noon
	s := p.till()
	hour, day := time.Hour.Milliseconds(), 24*time.Hour.Milliseconds()
	at := noon.UnixMilli()
	for name, c := range map[string]struct {
		says   fields
		at     time.Time
		day    clock.Date
		result string
	}{
		"a clock that is right":                      {fields{"at": at}, noon, today, "0 late_shift"},
		"three days behind, and it knows":            {fields{"at": at - 3*day, "off": 3 * day}, noon, today, "0 late_shift"},
		"a year ahead, and it knows":                 {fields{"at": at + 365*day, "off": -365 * day}, noon, today, "0 late_shift"},
		"another zone's wall clock is no other time": {fields{"at": at - 3*hour, "off": 3 * hour}, noon, today, "0 late_shift"},
		"three days behind, and it does not know": {fields{"at": at - 3*day, "off": nil, "age": nil}, noon.Add(-72 * time.Hour), today - 3,
			"0 clock off_menu late_shift"},
		"a year ahead, and it does not know": {fields{"at": at + 365*day, "off": nil}, noon.Add(365 * 24 * time.Hour), today,
			"0 clock late_shift"},
		"a year ahead, and it believes to know":  {fields{"at": at + 365*day}, noon.Add(365 * 24 * time.Hour), today, "0 clock late_shift"},
		"what it knows is older than a day":      {fields{"at": at, "age": 24*60*60 + 1}, noon, today, "0 clock late_shift"},
		"what it knows is a day old":             {fields{"at": at, "age": 24 * 60 * 60}, noon, today, "0 late_shift"},
		"the clock was set back during the sale": {fields{"at": at, "j": 1}, noon, today, "0 clock late_shift"},
		"before there were tablets":              {fields{"at": 0, "off": nil}, noon.Add(time.Hour), today, "0 clock late_shift"},
		"a number that is no time": {fields{"at": int64(1) << 62, "off": int64(1) << 62}, noon.Add(time.Hour), today,
			"0 clock late_shift"},
		"the last moment of yesterday": {fields{"at": today.Start().UnixMilli() - 1}, today.Start().Add(-time.Millisecond), today - 1,
			"0 off_menu late_shift"},
		"the first moment of today": {fields{"at": today.Start().UnixMilli()}, today.Start(), today, "0 late_shift"},
		"a minute ahead is no news": {fields{"at": at + hour + 60_000}, noon.Add(time.Hour + time.Minute), today, "0 late_shift"},
	} {
		sold := s.sells(c.says)
		require.Equal(t, []string{c.result}, short(s.says(sold)...), name)
		require.True(t, c.at.Equal(servertest.One[time.Time](t, p.pool, "SELECT sold_at FROM counter_sales WHERE id = $1", sold["id"])), name)
		require.Equal(t, c.day, servertest.One[clock.Date](t, p.pool, "SELECT day FROM counter_sales WHERE id = $1", sold["id"]), name)
		require.Equal(t, 1, p.count("counter_sales WHERE id = $1 AND cash_amount = $2", sold["id"], price(0)), name)
	}
}
