package order_test

import (
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/menu/published"
	"sahn/server/ops/doctor"
	"sahn/server/order"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/week"
)

// At the very cut-off somebody saves a swap while the settling runs: one of both has it, and all is counted once.
func TestASwapAndTheSettlingAtTheCutOffHaveOneOutcome(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	other, _ := k.server(servertest.Another(t, k.pool))
	swaps, settled := 0, 0
	for round := range 6 {
		date := mon + 7*clock.Date(round)
		servertest.Do(t, k.pool, "UPDATE sessions SET ends_at = ends_at + interval '9 years'")
		_, err := published.Publish(t.Context(), db.New(k.pool), sample.Menu(date), servertest.Now)
		require.NoError(t, err)
		k.clock.Move((date - 5).Start().Sub(k.clock.Now()))
		g, id := k.eats(nil, date)
		dear := dearest(t, date)
		k.withdraws(date, 0, 1)
		ask := proposal(id, brings(date, dear, 1))
		r := g.means(ask, g.sees(ask))
		k.clock.Move(week.Cutoff(date).Add(-time.Nanosecond).Sub(k.clock.Now()))
		errs := atOnce(3, func(i int) error {
			switch i {
			case 0:
				_, err := g.amending(r)
				return err
			case 1:
				k.clock.Move(time.Nanosecond)
			}
			return retryUnavailable(func() error { return []*order.Orders{k.orders, other}[i-1].TakeOutWithdrawn(t.Context(), nil) })
		})
		require.NoError(t, errs[1])
		require.NoError(t, errs[2])
		k.settles()
		if line := g.on(id, date).Items[0]; line.Meal == servertest.Meal(date, dear) {
			swaps++
			require.NoError(t, errs[0])
			require.Zero(t, g.wallet())
		} else {
			settled++
			require.ErrorIs(t, errs[0], order.ErrAmendmentChanged)
			require.EqualValues(t, price(t, date, 0)-line.Total, g.wallet())
		}
		require.Len(t, g.order(id).Amendments, 1)
		servertest.Sound(t, k.pool)
	}
	t.Logf("%d swapped, %d settled", swaps, settled)
}

func TestASettlingThatIsCutAtAnyMessageIsDoneOnce(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	c := servertest.NewCompany(t, k.pool, func(c *sample.Company) {
		shared(c)
		c.ShareCap = nil
		c.DiscountType, c.DiscountAmount = "Percentage", 20
	})
	k.limit(mon, 100000)
	require.NoError(t, db.New(k.pool).PortionsInsert(t.Context(), mon, servertest.Meal(mon, cheapest(t, mon)), 100000))
	begin := func() (*guest, string) {
		g := k.guest(c).wants(mon)
		servertest.Credit(t, k.pool, g.Caller, 700)
		h := g.buys(true, mon)
		k.pays(h)
		return g, h.Order
	}
	g, id := begin()
	type bought struct {
		g  *guest
		id string
	}
	all := []bought{{g, id}}
	for range 9 {
		g, id := begin()
		all = append(all, bought{g, id})
	}
	k.withdraws(mon, 0, cheapest(t, mon))
	k.closes(mon)
	require.NoError(t, k.orders.TellWithdrawn(t.Context()))
	at, done := 0, 0
	left := func() int {
		return servertest.One[int](t, k.pool,
			"SELECT count(DISTINCT o.id) FROM orders o JOIN deliveries d ON d.order_id = o.id JOIN order_lines l ON l.delivery_id = d.id WHERE "+
				"l.meal = $1", servertest.Meal(mon, 0))
	}
	messages, lost := servertest.CutThroughout(t, k.pool, func(conn *pgxpool.Pool) error {
		server, _ := k.server(conn)
		return order.TakeOutOne(t.Context(), server, all[at].id, all[at].g.ProfileID)
	}, func(c servertest.Cut) {
		o := all[at].g.order(all[at].id)
		if len(o.Amendments) > 0 {
			done++
			require.True(t, c.Lost, "what Postgres never heard is not done: %+v", c)
		}
		require.LessOrEqual(t, len(o.Amendments), 1)
		if len(o.Amendments) > 0 || c.At%servertest.Amount(5, 100) == 0 {
			servertest.Sound(t, k.pool)
			require.NoError(t, order.TakeOutOne(t.Context(), k.orders, all[at].id, all[at].g.ProfileID))
			require.Len(t, all[at].g.order(all[at].id).Amendments, 1)
			if at+1 < len(all) {
				at++
			}
		}
	})
	t.Logf("%d messages, %d answers lost, %d orders", messages, lost, at)
	require.Greater(t, messages, 60, "it was cut in many places")
	require.GreaterOrEqual(t, lost, servertest.Amount(1, 21))
	require.Positive(t, done, "the answer to its commit was lost")
	k.settles()
	require.Zero(t, left())
	for _, b := range all {
		require.Len(t, b.g.order(b.id).Amendments, 1)
	}
	require.Equal(t, len(all),
		servertest.One[int](t, k.pool, "SELECT taken FROM portions WHERE meal = $1", servertest.Meal(mon, cheapest(t, mon))))
	require.Zero(t, k.taken(mon))
}

func TestWithoutTheLockTwoSettlingsWouldPayBackTwice(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	k.unsound = true
	g, id := k.eats(nil, mon, tue)
	k.withdraws(mon, 0, none)
	k.closes(mon)
	servertest.Do(t, k.pool, "DROP INDEX amendments_one_open")
	both := servertest.Meet(2)
	careless := k.unlocked("AmendmentInsert", both) // neither writes before both have looked
	errs := atOnce(2, func(int) error { return order.TakeOutOne(t.Context(), careless, id, g.ProfileID) })
	for _, err := range errs {
		require.NoError(t, err)
	}
	require.EqualValues(t, 2*price(t, mon, 0), g.wallet())
	found, err := doctor.Examine(t.Context(), k.pool)
	require.NoError(t, err)
	require.NotEmpty(t, doctor.Broken(found))
}
