package order_test

import (
	"context"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/order"
	"sahn/server/platform/fault"
)

func TestALostConnectionDuringAHandoffLeavesNoOrderAndTheSameKeyPlacesIt(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	c := servertest.NewCompany(t, k.pool, func(c *sample.Company) { shared(c); c.ShareCap = nil })
	k.limit(mon, 1000)
	died := servertest.KillEverywhere(t, k.pool, func() (func(conn *servertest.Conn) error, func() error) {
		g := k.guest(c).wants(mon)
		servertest.Credit(t, k.pool, g.Caller, 700)
		r := g.asks(g.quote(true, mon), true)
		return func(conn *servertest.Conn) error {
				dying, _ := k.server(conn)
				_, err := dying.HandleHandoff(t.Context(), g.Caller, r)
				if err != nil {
					require.Equal(t, fault.Unavailable, fault.As(err).Kind, "%v", err)
				}
				return err
			}, func() error {
				require.Zero(t, servertest.One[int](t, k.pool, "SELECT count(*) FROM orders WHERE profile_id = $1", g.ProfileID))
				require.EqualValues(t, 700, g.wallet())
				h, err := g.tries(r)
				require.Equal(t, order.PaymentPending, h.Status)
				return err
			}
	})
	require.Greater(t, died, servertest.Amount(5, 25), "it died in many places")
}

func TestALostAnswerToTheCommitOfAHandoffIsFoundUnderTheSameKey(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	g := k.guestOn(nil).wants(mon)
	r := g.asks(g.quote(false, mon), false)
	losing, _ := k.server(&servertest.Conn{Pool: k.pool, LoseNext: true})
	_, err := losing.HandleHandoff(t.Context(), g.Caller, r)
	require.Equal(t, fault.Unavailable, fault.As(err).Kind)
	id := servertest.One[string](t, k.pool, "SELECT id FROM orders")
	h, err := g.tries(r)
	require.NoError(t, err)
	require.Equal(t, id, h.Order)
	require.NotNil(t, h.Form)
}

// A caller that goes away at any statement of a checkout leaves a whole order or none, and the same key finds out which.
func TestACallerWhoGoesAwayAtAnyStatementLeavesAnOrderOrNothing(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	next := k.rich()
	left := 0
	for at := 1; ; at++ {
		g, r := next()
		ctx, leave := context.WithCancel(t.Context())
		n := 0
		server, _ := k.server(&servertest.Conn{Pool: k.pool, Before: func(pgx.Tx) {
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
		require.Empty(t, k.ordersOf(g))
		h, err := g.tries(r)
		require.NoError(t, err)
		require.Equal(t, []string{h.Order}, k.ordersOf(g))
	}
	require.Greater(t, left, 25)
	require.Zero(t, k.pool.Stat().AcquiredConns(), "every connection was given back")
}
