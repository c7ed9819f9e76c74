package order_test

import (
	"fmt"
	"strings"
	"testing"

	"sahn/server/dev/servertest/shop"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/order"
	"sahn/server/platform/fault"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
)

// whole reports whether a cut is looked at from all sides: what it may have left, and that the same thing said again on a sound
// wire is done. Most leave nothing, and there the same thing is simply said again over the next wire that breaks.
func whole(c servertest.Cut, something bool) bool {
	return something || c.At%servertest.Amount(1, 25) == 0
}

func TestACheckoutThatIsCutAtAnyMessageIsPlacedOnceUnderItsKey(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	next := k.Rich()
	g, r := next()
	placed, acknowledged := 0, map[string]string{}
	messages, lost := servertest.CutThroughout(t, k.Pool, func(conn *pgxpool.Pool) error {
		server, _ := k.Server(conn)
		return unavailable(t, shop.ErrorOf(server.HandleHandoff(t.Context(), g.Caller, r)))
	}, func(c servertest.Cut) {
		was := ordersOf(k, g)
		if len(was) > 0 {
			placed++
			require.True(t, c.Lost, "what Postgres never heard is not done: %+v", c)
		} else {
			require.EqualValues(t, 700, g.Wallet(), "%+v", c)
		}
		if !whole(c, len(was) > 0) {
			return
		}
		servertest.Sound(t, k.Pool)
		h, err := g.Tries(r)
		require.NoError(t, err, "%+v", c)
		require.Equal(t, order.PaymentPending, h.Status)
		require.NotNil(t, h.Form)
		require.Subset(t, []string{h.Order}, was, "%+v", c)
		require.Equal(t, []string{h.Order}, ordersOf(k, g), "%+v", c)
		again, err := g.Tries(r)
		require.NoError(t, err)
		require.Equal(t, servertest.JSON(t, h), servertest.JSON(t, again), "%+v", c)
		acknowledged[h.Order] = servertest.JSON(t, g.Order(h.Order))
		g, r = next()
	})
	require.Greater(t, messages, 100, "it was cut in many places")
	require.GreaterOrEqual(t, lost, servertest.Amount(2, 10))
	require.Equal(t, 1, placed, "once the order stood although nobody heard of it: the answer to its commit was lost")
	require.Len(t, ordersOf(k, g), 1, "what was cut so often is placed at last, once")
	require.Greater(t, len(acknowledged), 4)
	for id := range acknowledged {
		require.Equal(t, "Payment Pending", servertest.One[string](t, k.Pool, "SELECT status FROM orders WHERE id = $1", id))
	}
}

// unavailable passes an error on and insists that it says "ask again".
func unavailable(t *testing.T, err error) error {
	t.Helper()
	if err != nil {
		require.NotNil(t, fault.As(err), "%v", err)
		require.Equal(t, fault.Unavailable, fault.As(err).Kind, "%v", err)
	}
	return err
}

func ordersOf(k *shop.Kitchen, g *shop.Guest) []string {
	k.Helper()
	return servertest.One[[]string](k, k.Pool,
		"SELECT coalesce(array_agg(id ORDER BY id), '{}') FROM orders WHERE profile_id = $1", g.ProfileID)
}

// keyless is a server that looks for no earlier order, on a database that does not refuse a second one either.
func keyless(k *shop.Kitchen, conn *servertest.Conn) *order.Orders {
	servertest.Do(k, k.Pool, "DROP INDEX deliveries_one_live_per_day, attempts_one_per_key")
	servertest.Do(k, k.Pool, "ALTER TABLE orders DROP CONSTRAINT orders_one_per_key")
	conn.Rewrite = func(sql string) string {
		switch {
		case strings.Contains(sql, "-- name: HandoffOrders "):
			return strings.Replace(sql, "WHERE o.profile_id", "WHERE false AND o.profile_id", 1)
		case strings.Contains(sql, "-- name: HandoffEater "):
			return strings.Replace(sql, "(d.live OR d.held)", "false", 1)
		}
		return sql
	}
	careless, _ := k.Server(conn)
	return careless
}

func TestWithoutTheKeyACheckoutWhoseAnswerWasLostWouldBeOrderedTwice(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	g, r := k.Rich()()
	careless := keyless(k, &servertest.Conn{Pool: k.Pool, LoseNext: true})
	require.Error(t, unavailable(t, shop.ErrorOf(careless.HandleHandoff(t.Context(), g.Caller, r))))
	err := shop.ErrorOf(careless.HandleHandoff(t.Context(), g.Caller, r))
	require.ErrorIs(t, err, order.ErrQuoteChanged, "the wallet and the share are held by the first")
	fresh := shop.Detail[changed](t, err).Quote
	r.Quote, r.Seen = fresh.Hash, &fresh
	require.NoError(t, shop.ErrorOf(careless.HandleHandoff(t.Context(), g.Caller, r)))
	require.Len(t, ordersOf(k, g), 2)
	require.Subset(t, k.Broken(), []string{"one live delivery a profile and date", "one order a key"})
}

func TestANotificationThatIsCutAtAnyMessageIsAppliedOnceWhenItComesAgain(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	next := k.Rich()
	sold := func() (*shop.Guest, order.Handoff) {
		g, r := next()
		h, err := g.Tries(r)
		require.NoError(t, err)
		k.Bank.Pay(h.Intent, money.Fils(h.Amount))
		return g, h
	}
	g, h := sold()
	applied := 0
	messages, lost := servertest.CutThroughout(t, k.Pool, func(conn *pgxpool.Pool) error {
		_, payments := k.Server(conn) // the provider that hears no 200 tells again
		return shop.ErrorOf(payments.HandleNotify(t.Context(), web.Caller{}, k.Bank.Notice(h.Intent, money.Fils(h.Amount))))
	}, func(c servertest.Cut) {
		done := g.Status(h.Order) == order.Confirmed
		if done {
			applied++
			require.True(t, c.Lost, "%+v", c)
			require.Equal(t, [2]int{1, 1}, planned(k, h.Order), "it is written about: %+v", c)
		} else {
			require.Equal(t, order.PaymentPending, g.Status(h.Order), "%+v", c)
			require.Equal(t, [2]int{}, planned(k, h.Order), "%+v", c)
		}
		if !whole(c, done) {
			return
		}
		servertest.Sound(t, k.Pool)
		for range 2 {
			k.Notify(h)
			require.Equal(t, order.Confirmed, g.Status(h.Order), "%+v", c)
			require.Equal(t, "1 0", posted(k, h), "%+v", c)
			require.Equal(t, [2]int{1, 1}, planned(k, h.Order), "%+v", c)
		}
		g, h = sold()
	})
	require.Greater(t, messages, 60, "it was cut in many places")
	require.GreaterOrEqual(t, lost, servertest.Amount(1, 6), "at each message that is answered")
	require.Equal(t, 1, applied)
	require.Equal(t, order.Confirmed, g.Status(h.Order))
	require.Equal(t, "1 0", posted(k, h))
}

// posted is how often an order's money is in the ledger, and how often it goes back.
func posted(k *shop.Kitchen, h order.Handoff) string {
	k.Helper()
	return fmt.Sprint(servertest.One[int](k, k.Pool, "SELECT count(*) FROM transactions WHERE cause_id = $1 AND kind = 'order'", h.Order), " ",
		servertest.One[int](k, k.Pool, "SELECT count(*) FROM refunds r JOIN attempts a ON a.id = r.attempt_id WHERE a.subject_id = $1", h.Order))
}

func TestIfAnAttemptDidNotEndARepeatedNotificationWouldGiveItsMoneyBack(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	g, r := k.Rich()()
	h, err := g.Tries(r)
	require.NoError(t, err)
	k.Bank.Pay(h.Intent, money.Fils(h.Amount))
	_, careless := k.Server(&servertest.Conn{Pool: k.Pool, LoseNext: true, Rewrite: func(sql string) string {
		if strings.Contains(sql, "-- name: AttemptSettle ") {
			return strings.Replace(sql, "WHERE", "WHERE $1 = '' AND", 1)
		}
		return sql
	}})
	require.Error(t, shop.ErrorOf(careless.HandleNotify(t.Context(), web.Caller{}, k.Bank.Notice(h.Intent, money.Fils(h.Amount)))),
		"the answer was lost")
	require.Equal(t, "1 0", posted(k, h))
	require.NoError(t, shop.ErrorOf(careless.HandleNotify(t.Context(), web.Caller{}, k.Bank.Notice(h.Intent, money.Fils(h.Amount)))))
	require.Equal(t, "1 1", posted(k, h), "sold and given back")
	require.NotEmpty(t, k.Broken())
}
