package order_test

import (
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"sahn/server/amendment"
	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/menu/published"
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
		_, dear := cheapestAndDearest(t, date)
		k.withdraws(date, 0, 1)
		ask := proposal(id, brings(date, dear, 1))
		r := g.means(ask, g.sees(ask))
		k.clock.Move(week.Cutoff(date).Add(-time.Nanosecond).Sub(k.clock.Now()))
		errs := atOnce(3, func(i int) error {
			switch i {
			case 0:
				return errorOf(g.amending(r))
			case 1:
				k.clock.Move(time.Nanosecond)
			}
			return retryUnavailable(func(i int) error {
				return withdrawalsOf([]*order.Orders{k.orders, other}[i-1]).TakeOut(t.Context(), nil)
			})(i)
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
			require.ErrorIs(t, errs[0], amendment.ErrAmendmentChanged)
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
	next := k.rich()
	cheap, _ := cheapestAndDearest(t, mon)
	require.NoError(t, db.New(k.pool).PortionsInsert(t.Context(), mon, servertest.Meal(mon, cheap), 100000))
	type bought struct {
		*guest
		id string
	}
	all := make([]bought, 10)
	for i := range all {
		g, r := next()
		h, err := g.tries(r)
		require.NoError(t, err)
		k.pays(h)
		all[i] = bought{g, h.Order}
	}
	k.withdraws(mon, 0, cheap)
	k.closes(mon)
	require.NoError(t, withdrawalsOf(k.orders).Tell(t.Context()))
	at, done := 0, 0
	settles := func(server *order.Orders) error {
		return withdrawalsOf(server).TakeOutOf(t.Context(), all[at].id, all[at].ProfileID)
	}
	amendments := func(b bought) int { return len(b.order(b.id).Amendments) }
	messages, lost := servertest.CutThroughout(t, k.pool, func(conn *pgxpool.Pool) error {
		server, _ := k.server(conn)
		return settles(server)
	}, func(c servertest.Cut) {
		made := amendments(all[at])
		if made > 0 {
			done++
			require.True(t, c.Lost, "what Postgres never heard is not done: %+v", c)
		}
		require.LessOrEqual(t, made, 1)
		if made > 0 || c.At%servertest.Amount(5, 100) == 0 {
			servertest.Sound(t, k.pool)
			require.NoError(t, settles(k.orders))
			require.Equal(t, 1, amendments(all[at]))
			at = min(at+1, len(all)-1)
		}
	})
	t.Logf("%d messages, %d answers lost, %d orders", messages, lost, at)
	require.Greater(t, messages, 60, "it was cut in many places")
	require.GreaterOrEqual(t, lost, servertest.Amount(1, 21))
	require.Positive(t, done, "the answer to its commit was lost")
	k.settles()
	for _, b := range all {
		require.Equal(t, 1, amendments(b))
		require.Equal(t, servertest.Meal(mon, cheap), b.on(b.id, mon).Items[0].Meal)
	}
	require.Equal(t, len(all), servertest.One[int](t, k.pool, "SELECT taken FROM portions WHERE meal = $1", servertest.Meal(mon, cheap)))
	require.Zero(t, k.taken(mon))
}

func TestWithoutTheLockTwoSettlingsWouldPayBackTwice(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	g, id := k.eats(nil, mon, tue)
	k.withdraws(mon, 0, none)
	k.closes(mon)
	servertest.Do(t, k.pool, "DROP INDEX amendments_one_open")
	both := servertest.Meet(2)
	careless := k.unlocked("AmendmentInsert", func(sql string) string { both(); return sql }) // neither writes before both have looked
	k.allAtOnce(2, func(int) error { return withdrawalsOf(careless).TakeOutOf(t.Context(), id, g.ProfileID) })
	require.EqualValues(t, 2*price(t, mon, 0), g.wallet())
	require.NotEmpty(t, k.broken())
}
