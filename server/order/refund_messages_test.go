package order_test

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"testing"

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
func (k *kitchen) fed() func() (*guest, order.Handoff) {
	k.Helper()
	c := servertest.NewCompany(k, k.pool, shared)
	k.limit(mon, 100000)
	k.limit(tue, 100000)
	return func() (*guest, order.Handoff) {
		g := k.guest(c).wants(mon, tue)
		servertest.Credit(k, k.pool, g.Caller, 700)
		h := g.buys(true, mon, tue)
		k.pays(h)
		return g, h
	}
}

func (k *kitchen) amendmentsOf(g *guest) int {
	k.Helper()
	return servertest.One[int](k, k.pool, "SELECT count(*) FROM amendments WHERE profile_id = $1", g.ProfileID)
}

func TestAnAmendmentThatIsCutAtAnyMessageIsMadeOnceUnderItsKey(t *testing.T) {
	t.Parallel()
	for name, x := range map[string]struct {
		first, change func(id string) amendment.AmendQuoteRequest
		becomes       order.Status
	}{
		"a day costs more by card": {nil, func(id string) amendment.AmendQuoteRequest { return proposal(id, brings(tue, 0, 3)) },
			order.PaymentPending},
		"a portion goes back to the card": {func(id string) amendment.AmendQuoteRequest { return withWallet(proposal(id, brings(tue, 0, 2))) },
			func(id string) amendment.AmendQuoteRequest { return toTheCard(proposal(id, brings(tue, 0, 1))) }, order.Confirmed},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			k := openKitchen(t)
			next := k.fed()
			var g *guest
			var h order.Handoff
			var r amendment.AmendRequest
			had, was, made := 0, "", 0
			anew := func() {
				g, h = next()
				servertest.Credit(t, k.pool, g.Caller, 100000)
				if x.first != nil {
					require.Equal(t, order.Confirmed, g.amends(x.first(h.Order)).Status)
				}
				had, was = k.amendmentsOf(g), servertest.JSON(t, g.order(h.Order))
				r = g.means(x.change(h.Order), g.sees(x.change(h.Order)))
			}
			anew()
			messages, lost := servertest.CutThroughout(t, k.pool, func(conn *pgxpool.Pool) error {
				server, _ := k.server(conn)
				_, err := changesOf(server).HandleAmend(t.Context(), g.Caller, r)
				return unavailable(t, err)
			}, func(c servertest.Cut) {
				done := k.amendmentsOf(g) > had
				if done {
					made++
					require.True(t, c.Lost, "what Postgres never heard is not done: %+v", c)
				} else {
					require.Equal(t, was, servertest.JSON(t, g.order(h.Order)), "nothing half: %+v", c)
				}
				if !whole(c, done) {
					return
				}
				servertest.Sound(t, k.pool)
				saved, err := g.amending(r)
				require.NoError(t, err, "%+v", c)
				require.Equal(t, x.becomes, saved.Status)
				again, err := g.amending(r)
				require.NoError(t, err, "%+v", c)
				require.Equal(t, servertest.JSON(t, saved), servertest.JSON(t, again), "%+v", c)
				require.Equal(t, had+1, k.amendmentsOf(g), "%+v", c)
				anew()
			})
			require.Equal(t, had+1, k.amendmentsOf(g), "what was cut so often is made at last, once")
			require.Greater(t, messages, 100, "it was cut in many places")
			require.GreaterOrEqual(t, lost, servertest.Amount(2, 31))
			require.Equal(t, 1, made, "once it was made although nobody heard of it")
		})
	}
}

// owed cancels the second day of an order back to the card, and answers the refund that waits.
func (k *kitchen) owed(g *guest, h order.Handoff) (id string, amount money.Fils) {
	k.Helper()
	g.amends(toTheCard(proposal(h.Order, brings(tue, 0, 0))))
	require.NoError(k,
		k.pool.QueryRow(k.Context(), "SELECT r.id, r.amount FROM refunds r JOIN attempts a ON a.id = r.attempt_id WHERE a.id = $1",
			h.Intent).Scan(&id, &amount))
	return id, amount
}

func TestARefundThatIsCutAtAnyMessageGoesBackOnce(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	next := k.fed()
	var g *guest
	var h order.Handoff
	var id string
	var amount money.Fils
	anew := func() { g, h = next(); id, amount = k.owed(g, h) }
	anew()
	status := func() string {
		return servertest.One[string](t, k.pool, "SELECT status FROM refunds WHERE id = $1", id)
	}
	back := func(c servertest.Cut) {
		kept, refunds := k.bank.Kept(h.Intent)
		require.Equal(t, money.Fils(h.Amount)-amount, kept, "%+v", c)
		require.Equal(t, 1, refunds, "%+v", c)
		require.Equal(t, "done", status(), "%+v", c)
		require.Equal(t, order.Confirmed, g.status(h.Order))
	}
	early := map[string]int{}
	messages, lost := servertest.CutThroughout(t, k.pool, func(conn *pgxpool.Pool) error {
		_, payments := k.server(conn)
		return giveBack(t.Context(), payments, id) // the queue works it again
	}, func(c servertest.Cut) {
		_, asked := k.bank.Kept(h.Intent)
		early[fmt.Sprint(asked, " ", status())]++
		if asked == 0 && !whole(c, false) {
			return
		}
		if whole(c, status() == "done") {
			servertest.Sound(t, k.pool)
		}
		for range 2 {
			require.NoError(t, giveBack(t.Context(), k.payments, id), "%+v", c)
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
	k := openKitchen(t)
	g := k.guestOn(nil).wants(mon, tue)
	h := g.buys(false, mon, tue)
	k.pays(h)
	id, _ := k.owed(g, h)
	servertest.Do(t, k.pool, "UPDATE refunds SET amount = 1000 WHERE id = $1", id)
	k.unsound = true
	_, careless := k.server(forgetful{&servertest.Conn{Pool: k.pool}, func() money.Fils {
		kept, _ := k.bank.Kept(h.Intent)
		return money.Fils(h.Amount) - kept
	}})
	for range 2 {
		require.NoError(t, giveBack(t.Context(), careless, id))
	}
	kept, refunds := k.bank.Kept(h.Intent)
	require.Equal(t, 2, refunds)
	require.Equal(t, money.Fils(h.Amount)-2000, kept)
}
