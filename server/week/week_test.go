package week_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"sahn/server/platform/clock"
	"sahn/server/week"
)

func TestTheFirstDateOfTheConfigurationIsReadTolerantly(t *testing.T) {
	t.Parallel()
	first := clock.NewDate(2023, time.September, 1)
	require.Equal(t, first, week.MinWeekStartDate)
	require.Equal(t, time.Friday, week.MinWeekStartDate.Weekday())
	for text, want := range map[string]clock.Date{
		"2023-09-1": first, "2023-9-1": first, "2023-09-01": first, "2023-9-01": first,
		"2026-12-31": clock.NewDate(2026, time.December, 31),
	} {
		got, err := week.ParseDate(text)
		require.NoError(t, err, text)
		require.Equal(t, want, got, text)
	}
	for _, text := range []string{"", "2023-09", "2023-13-1", "2023-02-30", "23-9-1", "2023-09-001", "2023--1", "2023-09-1-1", "2023-09-x",
		" 2023-09-1"} {
		_, err := week.ParseDate(text)
		require.Error(t, err, text)
	}
}

func TestNoTwoOfTheFourWeeksOverlapAndEveryOfferedDayCanStillBeOrdered(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		now := time.UnixMicro(rapid.Int64Range(1_600_000_000_000_000, 2_200_000_000_000_000).Draw(t, "now")).UTC()
		ref := week.Reference(now)
		options := week.Upcoming(ref, week.MinWeekStartDate)
		require.Len(t, options, week.NumUpcomingWeeks)
		offered := map[clock.Date]bool{}
		for i, option := range options {
			require.Equal(t, time.Monday, option.Value.Weekday())
			require.Equal(t, options[0].Value+clock.Date(7*i), option.Value)
			for _, day := range week.Weekdays(option.Value, ref, week.MinWeekStartDate, nil, nil) {
				require.True(t, week.IsOpen(day, now), "%s is offered at %s", day, now)
				require.Equal(t, option.Value, day.Monday())
				offered[day] = true
			}
			require.True(t, i > 0 || len(offered) > 0, "something can be ordered in the first week")
		}
		for day := max(clock.DateOf(now)-7, week.MinWeekStartDate); day < options[3].Value+7; day++ {
			weekday := day.Weekday() != time.Saturday && day.Weekday() != time.Sunday
			require.Equal(t, weekday && week.IsOpen(day, now), offered[day], "%s at %s", day, now)
		}
	})
}
