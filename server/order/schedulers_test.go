package order_test

import (
	"sync/atomic"
	"testing"
	"time"

	"sahn/server/dev/servertest/shop"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/order"
	"sahn/server/payment"
	"sahn/server/week"
)

// closable is orders that were delivered and orders that nobody paid before their cut-off, at a time when both can be closed.
func closable(k *shop.Kitchen, each int) (delivered, abandoned []string) {
	k.Helper()
	c := servertest.NewCompany(k, k.Pool, nil)
	for range each {
		paid, declined := k.Guest(c).Wants(mon).Buys(false, mon), k.Guest(c).Wants(mon).Buys(false, mon)
		k.Pays(paid)
		k.Declines(declined)
		delivered, abandoned = append(delivered, paid.Order), append(abandoned, declined.Order)
	}
	k.Clock.Move(week.Cutoff(mon).Sub(servertest.Now) + 4*24*time.Hour)
	return delivered, abandoned
}

// closings counts how often these orders came to a status.
func closings(k *shop.Kitchen, orders []string, as order.Status) int {
	k.Helper()
	return servertest.One[int](k, k.Pool, "SELECT count(*) FROM order_moves WHERE order_id = ANY($1) AND became = $2", orders, string(as))
}

// When two servers run the tidy job at once and one loses its database session in the middle, every order is closed once.
func TestTwoSchedulersAtOnceAndOneThatDiesCloseEveryOrderOnce(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	delivered, abandoned := closable(k, 6)
	tidies := func(o *order.Orders) error { return (&order.Tidier{Orders: o}).Work(t.Context(), nil) }

	var statements atomic.Int64
	dying, _ := k.Server(&servertest.Conn{Pool: servertest.Another(t, k.Pool), Before: func(tx pgx.Tx) {
		if statements.Add(1) == 10 { // the third order, when two are done
			servertest.Do(t, k.Pool, "SELECT pg_terminate_backend($1, 5000)", tx.Conn().PgConn().PID())
		}
	}})
	require.Error(t, tidies(dying))
	require.Greater(t, statements.Load(), int64(20), "the others were closed all the same")
	left := 12 - closings(k, delivered, order.Completed) - closings(k, abandoned, order.Cancelled)
	require.Equal(t, 1, left, "it died over one of them")

	other, _ := k.Server(servertest.Another(t, k.Pool))
	k.AllAtOnce(6, func(i int) error { return tidies([]*order.Orders{k.Orders, other}[i%2]) })
	require.Equal(t, 6, closings(k, delivered, order.Completed))
	require.Equal(t, 6, closings(k, abandoned, order.Cancelled))
}

func TestWithoutTheLockTwoSchedulersWouldCloseAnOrderTwice(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	k.Unsound = true
	for _, guard := range []string{"orders", "order_moves"} {
		servertest.Do(t, k.Pool, "ALTER TABLE "+guard+" DISABLE TRIGGER USER")
	}
	delivered, _ := closable(k, 1)
	both := servertest.Meet(2)
	careless := k.Unlocked("OrderMove", func(sql string) string { both(); return sql }) // neither writes before both have looked
	servertest.Do(t, k.Pool, "DELETE FROM order_moves WHERE order_id <> $1", delivered[0])
	servertest.Do(t, k.Pool, "UPDATE orders SET status = 'Cancelled' WHERE id <> $1", delivered[0])
	k.AllAtOnce(2, func(int) error { return (&order.Tidier{Orders: careless}).Work(t.Context(), nil) })
	require.Equal(t, 2, closings(k, delivered, order.Completed))
}

// What two sweeps find at the same time is planned once.
func TestTwoSweepsAtOncePlanEveryQuestionOnce(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	c := servertest.NewCompany(t, k.Pool, nil)
	for range 5 {
		k.Guest(c).Wants(mon).Buys(false, mon)
	}
	servertest.Do(t, k.Pool, "DELETE FROM river_job") // the queue lost everything
	k.Clock.Move(time.Hour)
	_, other := k.Server(servertest.Another(t, k.Pool))
	k.AllAtOnce(6, func(i int) error {
		return (&payment.Sweeper{Payments: []*payment.Payments{k.Payments, other}[i%2]}).Work(t.Context(), nil)
	})
	require.Equal(t, 5, servertest.One[int](t, k.Pool, "SELECT count(*) FROM river_job WHERE kind = 'payment_check'"))
}
