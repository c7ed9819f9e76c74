package order_test

import (
	"context"
	"testing"

	"sahn/server/dev/servertest/shop"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/order"
	"sahn/server/platform/db"
)

// stuckIn is a checkout of a server that stops in the middle, holding everything that it has locked; limit is what Postgres does
// about it. go on lets the server wake up, and answers what it hears then.
func stuckIn(k *shop.Kitchen, g *shop.Guest, r order.HandoffRequest, limit string) (goOn func() error) {
	k.Helper()
	stuck, awake, done := make(chan struct{}), make(chan struct{}), make(chan error, 1)
	n := 0
	server, _ := k.Server(&servertest.Conn{Pool: k.Pool, Before: func(tx pgx.Tx) {
		if n++; n == 4 { // the session, the profile and its counter are held
			_, err := tx.Exec(k.Context(), limit)
			require.NoError(k, err)
			close(stuck)
			<-awake
		}
	}})
	go func() { _, err := server.HandleHandoff(k.Context(), g.Caller, r); done <- err }()
	<-stuck
	return func() error { close(awake); return <-done }
}

// A server that is stuck in the middle of a checkout loses its transaction, and no other server waits for it for long.
func TestAServerThatIsStuckInTheMiddleLosesItsTransactionAndTheOthersGoOn(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	g := k.GuestOn(nil).Wants(mon)
	r := g.Asks(g.Quotes(false, mon), false)
	goOn := stuckIn(k, g, r, "SET LOCAL idle_in_transaction_session_timeout = '300ms'")
	other, _ := k.Server(servertest.Another(t, k.Pool))
	h, err := other.HandleHandoff(t.Context(), g.Caller, r)
	require.NoError(t, err, "it waited until the lock was free")
	err = goOn()
	require.Error(t, err, "what it held is not its any more")
	require.ErrorIs(t, unavailable(t, err), db.ErrUnavailable)
	require.Equal(t, []string{h.Order}, ordersOf(k, g))
	require.NoError(t, db.InTx(t.Context(), k.Pool, func(ctx context.Context, tx db.Tx) error {
		for name, limit := range map[string]string{"statement_timeout": "5s", "lock_timeout": "2s",
			"idle_in_transaction_session_timeout": "10s"} {
			var is string
			require.NoError(t, tx.QueryRow(ctx, "SHOW "+name).Scan(&is))
			require.Equal(t, limit, is, name)
		}
		return nil
	}))
}

func TestWithoutItsLimitAStuckServerWouldStopEverybodyElse(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	g := k.GuestOn(nil).Wants(mon)
	r := g.Asks(g.Quotes(false, mon), false)
	goOn := stuckIn(k, g, r, "SET LOCAL idle_in_transaction_session_timeout = 0")
	n := 0
	other, _ := k.Server(&servertest.Conn{Pool: servertest.Another(t, k.Pool), Before: func(tx pgx.Tx) {
		if n++; n == 1 {
			_, err := tx.Exec(t.Context(), "SET LOCAL lock_timeout = '400ms'") // so that the test need not wait as long as a person
			require.NoError(t, err)
		}
	}})
	_, err := other.HandleHandoff(t.Context(), g.Caller, r)
	require.ErrorIs(t, err, db.ErrUnavailable)
	require.Empty(t, ordersOf(k, g))
	require.NoError(t, goOn())
	require.Len(t, ordersOf(k, g), 1)
}
