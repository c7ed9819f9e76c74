package db_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/platform/db"
)

// Two servers whose clocks are ten minutes apart use the same time, the database's.
func TestServersWhoseClocksDifferAgreeOnTheDatabases(t *testing.T) {
	t.Parallel()
	pool := servertest.DB(t)
	real := db.FollowClock(pool)
	require.NoError(t, real.Look(t.Context()))
	before := servertest.One[time.Time](t, pool, "SELECT clock_timestamp()")
	now := real.Now()
	require.False(t, now.Before(before.Add(-time.Second)), "%s, the database says %s", now, before)
	require.False(t, now.After(servertest.One[time.Time](t, pool, "SELECT clock_timestamp()").Add(time.Second)))
	require.Equal(t, time.UTC, now.Location())
	require.Zero(t, now.Nanosecond()%1000)

	database := servertest.ClockAt(servertest.Now)
	behind, ahead := servertest.Now.Add(-5*time.Minute), servertest.Now.Add(5*time.Minute)
	machines := []*servertest.Clock{servertest.ClockAt(behind), servertest.ClockAt(ahead)}
	clocks := []*db.Clock{}
	slow := time.Duration(0)
	for _, machine := range machines {
		c := db.ClockOf(func(context.Context) (time.Time, error) {
			is := database.Now()
			machine.Move(slow)
			return is, nil
		}, machine.Now)
		require.NoError(t, c.Look(t.Context()))
		clocks = append(clocks, c)
	}
	all := func(want time.Time) {
		t.Helper()
		for _, c := range clocks {
			require.Equal(t, want, c.Now())
		}
	}
	all(servertest.Now)
	for _, c := range append(machines, database) {
		c.Move(time.Hour)
	}
	all(servertest.Now.Add(time.Hour)) // between two looks it goes on
	database.Move(time.Minute)
	for _, c := range clocks {
		require.NoError(t, c.Look(t.Context()))
	}
	all(servertest.Now.Add(time.Hour + time.Minute))
	slow = 3 * time.Second
	for _, c := range clocks {
		require.NoError(t, c.Look(t.Context()))
	}
	all(servertest.Now.Add(time.Hour + time.Minute + slow)) // an answer that was long on its way is not believed
}

func TestAClockWithoutItsDatabaseGoesOn(t *testing.T) {
	t.Parallel()
	machine, away := servertest.ClockAt(servertest.Now), error(nil)
	c := db.ClockOf(func(context.Context) (time.Time, error) { return servertest.Now, away }, machine.Now)
	machine.Move(time.Minute)
	require.Equal(t, servertest.Now.Add(time.Minute), c.Now(), "it begins with the machine's")
	require.NoError(t, c.Look(t.Context()))
	away = context.DeadlineExceeded
	machine.Move(time.Hour)
	require.ErrorIs(t, c.Look(t.Context()), db.ErrUnavailable)
	require.Equal(t, servertest.Now.Add(time.Hour), c.Now())
}
