package clock_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sahn/server/platform/clock"
)

func TestADateBeginsAtMidnightInDubai(t *testing.T) {
	t.Parallel()
	day := clock.NewDate(2026, time.November, 23)
	require.Equal(t, "2026-11-22T20:00:00Z", day.Start().Format(time.RFC3339))
	require.Equal(t, day, clock.DateOf(day.Start()))
	require.Equal(t, day-1, clock.DateOf(day.Start().Add(-time.Microsecond)))
	require.Equal(t, day, clock.DateOf((day + 1).Start().Add(-time.Microsecond)))
}

func TestEveryDayOfAWeekHasTheSameMonday(t *testing.T) {
	t.Parallel()
	for monday := clock.NewDate(1969, time.December, 22); monday < clock.NewDate(2030, time.January, 1); monday += 7 {
		require.Equal(t, time.Monday, monday.Weekday())
		for day := monday; day < monday+7; day++ {
			require.Equal(t, monday, day.Monday())
		}
	}
}

func TestADateIsAJSONStringAndAKey(t *testing.T) {
	t.Parallel()
	want := map[clock.Date]clock.Date{clock.NewDate(2028, time.February, 29): clock.NewDate(2028, time.March, 1)}
	b, err := json.Marshal(want)
	require.NoError(t, err)
	require.JSONEq(t, `{"2028-02-29":"2028-03-01"}`, string(b))
	var got map[clock.Date]clock.Date
	require.NoError(t, json.Unmarshal(b, &got))
	require.Equal(t, want, got)
	for _, bad := range []string{`"2027-02-29"`, `"2026-1-2"`, `"20261123"`, `""`, `"2026-11-23T00:00:00Z"`} {
		var d clock.Date
		require.Error(t, json.Unmarshal([]byte(bad), &d), bad)
	}
}
