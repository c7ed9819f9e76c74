package db_test

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"sahn/server/platform/db"
)

func TestALineForConnectionsIsShortAndWhoComesTooLateIsSentAwayAtOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		line, ends := db.NewLine(), []func(){}
		for range 2 * db.InLine {
			bound, end := db.Wait(t.Context(), line, 2)
			require.NoError(t, bound.Err())
			ends = append(ends, end)
		}
		bound, end := db.Wait(t.Context(), line, 2)
		require.Error(t, bound.Err(), "the next is not let into the line")
		require.ErrorIs(t, db.Outage(bound.Err()), db.ErrUnavailable, "and is told when to come back")
		end()
		ends[0]()
		bound, end = db.Wait(t.Context(), line, 2)
		require.NoError(t, bound.Err(), "there is room again")
		time.Sleep(4 * time.Second) // virtual
		require.Error(t, bound.Err(), "and nobody waits for long")
		end()
		for _, end := range ends[1:] {
			end()
		}
	})
}
