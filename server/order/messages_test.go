package order_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/order"
	"sahn/server/platform/fault"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
)

// rich is a checkout that touches everything: a discount, a share with a cap, the wallet, limited portions and a card.
func (k *kitchen) rich() func() (*guest, order.HandoffRequest) {
	k.Helper()
	c := servertest.NewCompany(k, k.pool, func(c *sample.Company) { shared(c); c.DiscountType, c.DiscountAmount = "Percentage", 20 })
	k.limit(mon, 100000)
	return func() (*guest, order.HandoffRequest) {
		g := k.guest(c).wants(mon)
		servertest.Credit(k, k.pool, g.Caller, 700)
		return g, g.asks(g.quote(true, mon), true)
	}
}

// whole reports whether a cut is looked at from all sides: what it may have left, and that the same thing said again on a sound
// wire is done. Most leave nothing, and there the same thing is simply said again over the next wire that breaks.
func whole(c servertest.Cut, something bool) bool {
	return something || c.At%servertest.Amount(1, 25) == 0
}

func TestACheckoutThatIsCutAtAnyMessageIsPlacedOnceUnderItsKey(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	next := k.rich()
	g, r := next()
	placed, acknowledged := 0, map[string]string{}
	messages, lost := servertest.CutThroughout(t, k.pool, func(conn *pgxpool.Pool) error {
		server, _ := k.server(conn)
		return unavailable(t, errorOf(server.HandleHandoff(t.Context(), g.Caller, r)))
	}, func(c servertest.Cut) {
		was := k.ordersOf(g)
		if len(was) > 0 {
			placed++
			require.True(t, c.Lost, "what Postgres never heard is not done: %+v", c)
		} else {
			require.EqualValues(t, 700, g.wallet(), "%+v", c)
		}
		if !whole(c, len(was) > 0) {
			return
		}
		servertest.Sound(t, k.pool)
		h, err := g.tries(r)
		require.NoError(t, err, "%+v", c)
		require.Equal(t, order.PaymentPending, h.Status)
		require.NotNil(t, h.Form)
		require.Subset(t, []string{h.Order}, was, "%+v", c)
		require.Equal(t, []string{h.Order}, k.ordersOf(g), "%+v", c)
		again, err := g.tries(r)
		require.NoError(t, err)
		require.Equal(t, servertest.JSON(t, h), servertest.JSON(t, again), "%+v", c)
		acknowledged[h.Order] = servertest.JSON(t, g.order(h.Order))
		g, r = next()
	})
	require.Greater(t, messages, 100, "it was cut in many places")
	require.GreaterOrEqual(t, lost, servertest.Amount(2, 31))
	require.Equal(t, 1, placed, "once the order stood although nobody heard of it: the answer to its commit was lost")
	require.Len(t, k.ordersOf(g), 1, "what was cut so often is placed at last, once")
	require.Greater(t, len(acknowledged), 4)
	for id := range acknowledged {
		require.Equal(t, "Payment Pending", servertest.One[string](t, k.pool, "SELECT status FROM orders WHERE id = $1", id))
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

func (k *kitchen) ordersOf(g *guest) []string {
	k.Helper()
	return servertest.One[[]string](k, k.pool,
		"SELECT coalesce(array_agg(id ORDER BY id), '{}') FROM orders WHERE profile_id = $1", g.ProfileID)
}

// keyless is a server that looks for no earlier order, on a database that does not refuse a second one either.
func (k *kitchen) keyless(conn *servertest.Conn) *order.Orders {
	servertest.Do(k, k.pool, "DROP INDEX deliveries_one_live_per_day")
	servertest.Do(k, k.pool, "ALTER TABLE orders DROP CONSTRAINT orders_one_per_key")
	conn.Rewrite = func(sql string) string {
		for _, guard := range []string{"OrderByKey", "OrdersOnDays", "DeliveriesTaken"} {
			if strings.Contains(sql, "-- name: "+guard+" ") {
				return strings.Replace(sql, "WHERE", "WHERE false AND", 1)
			}
		}
		return sql
	}
	careless, _ := k.server(conn)
	return careless
}

func TestWithoutTheKeyACheckoutWhoseAnswerWasLostWouldBeOrderedTwice(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	g, r := k.rich()()
	careless := k.keyless(&servertest.Conn{Pool: k.pool, LoseNext: true})
	require.Error(t, unavailable(t, errorOf(careless.HandleHandoff(t.Context(), g.Caller, r))))
	err := errorOf(careless.HandleHandoff(t.Context(), g.Caller, r))
	require.ErrorIs(t, err, order.ErrQuoteChanged, "the wallet and the share are held by the first")
	fresh := detail[changed](t, err).Quote
	r.Quote, r.Seen = fresh.Hash, &fresh
	require.NoError(t, errorOf(careless.HandleHandoff(t.Context(), g.Caller, r)))
	require.Len(t, k.ordersOf(g), 2)
	require.Subset(t, k.broken(), []string{"one live delivery a profile and date", "one order a key"})
}

func TestANotificationThatIsCutAtAnyMessageIsAppliedOnceWhenItComesAgain(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	next := k.rich()
	sold := func() (*guest, order.Handoff) {
		g, r := next()
		h, err := g.tries(r)
		require.NoError(t, err)
		k.bank.Pay(h.Intent, money.Fils(h.Amount))
		return g, h
	}
	g, h := sold()
	applied := 0
	messages, lost := servertest.CutThroughout(t, k.pool, func(conn *pgxpool.Pool) error {
		_, payments := k.server(conn) // the provider that hears no 200 tells again
		return errorOf(payments.HandleNotify(t.Context(), web.Caller{}, k.bank.Notice(h.Intent, money.Fils(h.Amount))))
	}, func(c servertest.Cut) {
		done := g.status(h.Order) == order.Confirmed
		if done {
			applied++
			require.True(t, c.Lost, "%+v", c)
			require.Equal(t, [2]int{1, 1}, k.planned(h.Order), "it is written about: %+v", c)
		} else {
			require.Equal(t, order.PaymentPending, g.status(h.Order), "%+v", c)
			require.Equal(t, [2]int{}, k.planned(h.Order), "%+v", c)
		}
		if !whole(c, done) {
			return
		}
		servertest.Sound(t, k.pool)
		for range 2 {
			k.notify(h)
			require.Equal(t, order.Confirmed, g.status(h.Order), "%+v", c)
			require.Equal(t, "1 0", k.posted(h), "%+v", c)
			require.Equal(t, [2]int{1, 1}, k.planned(h.Order), "%+v", c)
		}
		g, h = sold()
	})
	require.Greater(t, messages, 60, "it was cut in many places")
	require.GreaterOrEqual(t, lost, servertest.Amount(1, 21))
	require.Equal(t, 1, applied)
	require.Equal(t, order.Confirmed, g.status(h.Order))
	require.Equal(t, "1 0", k.posted(h))
}

// posted is how often an order's money is in the ledger, and how often it goes back.
func (k *kitchen) posted(h order.Handoff) string {
	k.Helper()
	return fmt.Sprint(servertest.One[int](k, k.pool, "SELECT count(*) FROM transactions WHERE cause_id = $1 AND kind = 'order'", h.Order), " ",
		servertest.One[int](k, k.pool, "SELECT count(*) FROM refunds r JOIN attempts a ON a.id = r.attempt_id WHERE a.subject_id = $1", h.Order))
}

func TestIfAnAttemptDidNotEndARepeatedNotificationWouldGiveItsMoneyBack(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	g, r := k.rich()()
	h, err := g.tries(r)
	require.NoError(t, err)
	k.bank.Pay(h.Intent, money.Fils(h.Amount))
	_, careless := k.server(&servertest.Conn{Pool: k.pool, LoseNext: true, Rewrite: func(sql string) string {
		if strings.Contains(sql, "-- name: AttemptSettle ") {
			return strings.Replace(sql, "WHERE", "WHERE $1 = '' AND", 1)
		}
		return sql
	}})
	require.Error(t, errorOf(careless.HandleNotify(t.Context(), web.Caller{}, k.bank.Notice(h.Intent, money.Fils(h.Amount)))),
		"the answer was lost")
	require.Equal(t, "1 0", k.posted(h))
	require.NoError(t, errorOf(careless.HandleNotify(t.Context(), web.Caller{}, k.bank.Notice(h.Intent, money.Fils(h.Amount)))))
	require.Equal(t, "1 1", k.posted(h), "sold and given back")
	require.NotEmpty(t, k.broken())
}
