package order_test

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"sahn/server/dev/servertest/shop"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/oklog/ulid/v2"
	"github.com/stretchr/testify/require"

	"sahn/server/amendment"
	"sahn/server/dev/servertest"
	"sahn/server/order"
	"sahn/server/platform/money"
)

// fed makes guests of one company whose order of two days is paid by wallet, share and card.
func fed(k *shop.Kitchen) func() (*shop.Guest, order.Handoff) {
	k.Helper()
	c := servertest.NewCompany(k, k.Pool, shop.Shared)
	k.Limit(mon, 100000)
	k.Limit(tue, 100000)
	return func() (*shop.Guest, order.Handoff) {
		g := k.Guest(c).Wants(mon, tue)
		servertest.Credit(k, k.Pool, g.Caller, 700)
		h := g.Buys(true, mon, tue)
		k.Pays(h)
		return g, h
	}
}

func amendmentsOf(k *shop.Kitchen, g *shop.Guest) int {
	k.Helper()
	return servertest.One[int](k, k.Pool, "SELECT count(*) FROM amendments WHERE profile_id = $1", g.ProfileID)
}

func TestAnAmendmentThatIsCutAtAnyMessageIsMadeOnceUnderItsKey(t *testing.T) {
	t.Parallel()
	for name, x := range map[string]struct {
		first, change func(id string) amendment.AmendQuoteRequest
		becomes       order.Status
	}{
		"a day costs more by card": {nil, func(id string) amendment.AmendQuoteRequest { return shop.Proposal(id, shop.Brings(tue, 0, 3)) },
			order.PaymentPending},
		"a portion goes back to the card": {func(id string) amendment.AmendQuoteRequest {
			return shop.WithWallet(shop.Proposal(id, shop.Brings(tue, 0, 2)))
		},
			func(id string) amendment.AmendQuoteRequest {
				return shop.ToTheCard(shop.Proposal(id, shop.Brings(tue, 0, 1)))
			}, order.Confirmed},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			k := shop.Open(t)
			next := fed(k)
			var g *shop.Guest
			var h order.Handoff
			var r amendment.AmendRequest
			had, was, made := 0, "", 0
			anew := func() {
				g, h = next()
				servertest.Credit(t, k.Pool, g.Caller, 100000)
				if x.first != nil {
					require.Equal(t, order.Confirmed, g.Amends(x.first(h.Order)).Status)
				}
				had, was = amendmentsOf(k, g), servertest.JSON(t, g.Order(h.Order))
				r = g.Means(x.change(h.Order), g.Sees(x.change(h.Order)))
			}
			anew()
			messages, lost := servertest.CutThroughout(t, k.Pool, func(conn *pgxpool.Pool) error {
				server, _ := k.Server(conn)
				_, err := shop.ChangesOf(server).HandleAmend(t.Context(), g.Caller, r)
				return unavailable(t, err)
			}, func(c servertest.Cut) {
				done := amendmentsOf(k, g) > had
				if done {
					made++
					require.True(t, c.Lost, "what Postgres never heard is not done: %+v", c)
				} else {
					require.Equal(t, was, servertest.JSON(t, g.Order(h.Order)), "nothing half: %+v", c)
				}
				if !whole(c, done) {
					return
				}
				servertest.Sound(t, k.Pool)
				saved, err := g.Amending(r)
				require.NoError(t, err, "%+v", c)
				require.Equal(t, x.becomes, saved.Status)
				again, err := g.Amending(r)
				require.NoError(t, err, "%+v", c)
				require.Equal(t, servertest.JSON(t, saved), servertest.JSON(t, again), "%+v", c)
				require.Equal(t, had+1, amendmentsOf(k, g), "%+v", c)
				anew()
			})
			require.Equal(t, had+1, amendmentsOf(k, g), "what was cut so often is made at last, once")
			require.Greater(t, messages, 100, "it was cut in many places")
			require.GreaterOrEqual(t, lost, servertest.Amount(2, 10))
			require.Equal(t, 1, made, "once it was made although nobody heard of it")
		})
	}
}

// owed cancels the second day of an order back to the card, and answers the refund that waits.
func owed(k *shop.Kitchen, g *shop.Guest, h order.Handoff) (id string, amount money.Fils) {
	k.Helper()
	g.Amends(shop.ToTheCard(shop.Proposal(h.Order, shop.Brings(tue, 0, 0))))
	require.NoError(k,
		k.Pool.QueryRow(k.Context(), "SELECT r.id, r.amount FROM refunds r JOIN attempts a ON a.id = r.attempt_id WHERE a.id = $1",
			h.Intent).Scan(&id, &amount))
	return id, amount
}

func TestARefundThatIsCutAtAnyMessageGoesBackOnce(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	next := fed(k)
	var g *shop.Guest
	var h order.Handoff
	var id string
	var amount money.Fils
	anew := func() { g, h = next(); id, amount = owed(k, g, h) }
	anew()
	status := func() string {
		return servertest.One[string](t, k.Pool, "SELECT status FROM refunds WHERE id = $1", id)
	}
	back := func(c servertest.Cut) {
		kept, refunds := k.Bank.Kept(h.Intent)
		require.Equal(t, money.Fils(h.Amount)-amount, kept, "%+v", c)
		require.Equal(t, 1, refunds, "%+v", c)
		require.Equal(t, "done", status(), "%+v", c)
		require.Equal(t, order.Confirmed, g.Status(h.Order))
	}
	early := map[string]int{}
	messages, lost := servertest.CutThroughout(t, k.Pool, func(conn *pgxpool.Pool) error {
		_, payments := k.Server(conn)
		return shop.GiveBack(t.Context(), payments, id) // the queue works it again
	}, func(c servertest.Cut) {
		_, asked := k.Bank.Kept(h.Intent)
		early[fmt.Sprint(asked, " ", status())]++
		if asked == 0 && !whole(c, false) {
			return
		}
		if whole(c, status() == "done") {
			servertest.Sound(t, k.Pool)
		}
		for range 2 {
			require.NoError(t, shop.GiveBack(t.Context(), k.Payments, id), "%+v", c)
			back(c)
		}
		anew() // a refund that was asked for goes another way than a new one
	})
	back(servertest.Cut{})
	require.Greater(t, messages, 30, "it was cut in many places")
	require.GreaterOrEqual(t, lost, servertest.Amount(1, 11))
	require.Positive(t, early["0 asked"], "before the provider was asked")
	require.Positive(t, early["1 asked"], "after it had given the money back and before we had noted it")
	require.Equal(t, 1, early["1 done"], "and once only the answer to our own commit was lost")
}

// forgetful asks for a refund as if it had not been asked for before: under another id, without a look at what went back.
type forgetful struct {
	*servertest.Conn
	returned func() money.Fils
}

func (f forgetful) QueryRow(ctx context.Context, sql string, args ...any) pgx.Row {
	if strings.Contains(sql, "-- name: RefundOne ") {
		// older than the true one, which would be waited for
		sql = strings.Replace(sql, "FROM refunds r JOIN",
			fmt.Sprintf("FROM (SELECT (jsonb_populate_record(x, '{\"id\": %q}')).* FROM refunds x WHERE x.id = $1) r JOIN",
				"00"+ulid.Make().String()[2:]), 1)
		sql = strings.Replace(sql, "WHERE r.id = $1", "", 1)
		sql = strings.Replace(sql, "coalesce(sum(o.amount), 0)", "coalesce(max(0), 0) + "+strconv.FormatInt(int64(f.returned()), 10), 1)
	}
	if strings.Contains(sql, "-- name: RefundAsk ") { // nor is it noted
		sql = "SELECT 1000::bigint WHERE $1::timestamptz IS NOT NULL AND $2::text <> ''"
	}
	return f.Conn.QueryRow(ctx, sql, args...)
}

func TestWithoutItsOwnIdAndALookARepeatedRefundWouldGoBackTwice(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	g := k.GuestOn(nil).Wants(mon, tue)
	h := g.Buys(false, mon, tue)
	k.Pays(h)
	id, _ := owed(k, g, h)
	servertest.Do(t, k.Pool, "UPDATE refunds SET amount = 1000 WHERE id = $1", id)
	k.Unsound = true
	_, careless := k.Server(forgetful{&servertest.Conn{Pool: k.Pool}, func() money.Fils {
		kept, _ := k.Bank.Kept(h.Intent)
		return money.Fils(h.Amount) - kept
	}})
	for range 2 {
		require.NoError(t, shop.GiveBack(t.Context(), careless, id))
	}
	kept, refunds := k.Bank.Kept(h.Intent)
	require.Equal(t, 2, refunds)
	require.Equal(t, money.Fils(h.Amount)-2000, kept)
}
