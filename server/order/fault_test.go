package order_test

import (
	"context"
	"testing"

	"sahn/server/dev/servertest/shop"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
)

// A caller that goes away at any statement of a checkout leaves a whole order or none, and the same key finds out which.
func TestACallerWhoGoesAwayAtAnyStatementLeavesAnOrderOrNothing(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	next := k.Rich()
	left := 0
	for at := 1; ; at++ {
		g, r := next()
		ctx, leave := context.WithCancel(t.Context())
		n := 0
		server, _ := k.Server(&servertest.Conn{Pool: k.Pool, Before: func(pgx.Tx) {
			if n++; n == at {
				leave()
			}
		}})
		_, err := server.HandleHandoff(ctx, g.Caller, r)
		leave()
		if n < at {
			require.NoError(t, err)
			break
		}
		require.Error(t, unavailable(t, err), "at statement %d", at)
		left++
		require.Empty(t, ordersOf(k, g))
		h, err := g.Tries(r)
		require.NoError(t, err)
		require.Equal(t, []string{h.Order}, ordersOf(k, g))
	}
	require.Greater(t, left, 25)
	require.Zero(t, k.Pool.Stat().AcquiredConns(), "every connection was given back")
}
