package order_test

import (
	"context"
	"testing"
	"time"

	"sahn/server/dev/servertest/shop"

	"github.com/stretchr/testify/require"

	"sahn/server/order"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/week"
)

// Of two servers whose clocks are ten minutes apart, neither takes an order after its cut-off nor refuses one before, because
// both use the database's clock.
func TestServersWhoseClocksDifferHaveOneCutoff(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	// tries is what each of them says to an order at an instant.
	tries := func(at time.Time, clocks ...clock.Clock) (refused []bool) {
		k.Clock.Move(at.Sub(k.Clock.Now()))
		for _, now := range clocks {
			server, _ := k.Server(k.Pool)
			server.Clock = now
			g := k.GuestOn(nil).Wants(mon)
			q, err := server.HandleQuote(t.Context(), g.Caller, order.QuoteRequest{Dates: []clock.Date{mon}})
			require.NoError(t, err)
			_, err = server.HandleHandoff(t.Context(), g.Caller, g.Asks(q, false))
			if err != nil {
				require.ErrorIs(t, err, order.ErrQuoteChanged)
			}
			refused = append(refused, err != nil)
		}
		return refused
	}
	var own, followed []clock.Clock
	for _, wrong := range []time.Duration{-5 * time.Minute, 5 * time.Minute} {
		machine := func() time.Time { return k.Clock.Now().Add(wrong) }
		c := db.ClockOf(func(context.Context) (time.Time, error) { return k.Clock.Now(), nil }, machine)
		require.NoError(t, c.Look(t.Context()))
		own, followed = append(own, machine), append(followed, c.Now)
	}
	before, after := week.Cutoff(mon).Add(-time.Minute), week.Cutoff(mon).Add(time.Minute)
	require.Equal(t, []bool{false, true}, tries(before, own...), "their own clocks do not agree")
	require.Equal(t, []bool{false, false}, tries(before, followed...))
	require.Equal(t, []bool{false, true}, tries(after, own...))
	require.Equal(t, []bool{true, true}, tries(after, followed...))
}
