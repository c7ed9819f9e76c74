package withdrawal_test

import (
	"testing"
	"time"

	"sahn/server/dev/servertest/shop"

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
	k := shop.Open(t)
	other, _ := k.Server(servertest.Another(t, k.Pool))
	swaps, settled := 0, 0
	for round := range 6 {
		date := mon + 7*clock.Date(round)
		servertest.Do(t, k.Pool, "UPDATE sessions SET ends_at = ends_at + interval '9 years'")
		_, err := published.Publish(t.Context(), db.New(k.Pool), sample.Menu(date), servertest.Now)
		require.NoError(t, err)
		k.Clock.Move((date - 5).Start().Sub(k.Clock.Now()))
		g, id := k.Eats(nil, date)
		_, dear := cheapestAndDearest(t, date)
		k.Withdraws(date, 0, 1)
		ask := shop.Proposal(id, shop.Brings(date, dear, 1))
		r := g.Means(ask, g.Sees(ask))
		k.Clock.Move(week.Cutoff(date).Add(-time.Nanosecond).Sub(k.Clock.Now()))
		errs := shop.AtOnce(3, func(i int) error {
			switch i {
			case 0:
				return shop.ErrorOf(g.Amending(r))
			case 1:
				k.Clock.Move(time.Nanosecond)
			}
			return shop.RetryUnavailable(func(i int) error {
				return shop.WithdrawalsOf([]*order.Orders{k.Orders, other}[i-1]).TakeOut(t.Context(), nil)
			})(i)
		})
		require.NoError(t, errs[1])
		require.NoError(t, errs[2])
		k.Settles()
		if line := g.On(id, date).Items[0]; line.Meal == servertest.Meal(date, dear) {
			swaps++
			require.NoError(t, errs[0])
			require.Zero(t, g.Wallet())
		} else {
			settled++
			require.ErrorIs(t, errs[0], amendment.ErrAmendmentChanged)
			require.EqualValues(t, shop.Price(t, date, 0)-line.Total, g.Wallet())
		}
		require.Len(t, g.Order(id).Amendments, 1)
		servertest.Sound(t, k.Pool)
	}
	t.Logf("%d swapped, %d settled", swaps, settled)
}

func TestASettlingThatIsCutAtAnyMessageIsDoneOnce(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	next := k.Rich()
	cheap, _ := cheapestAndDearest(t, mon)
	require.NoError(t, db.New(k.Pool).PortionsInsert(t.Context(), mon, servertest.Meal(mon, cheap), 100000))
	type bought struct {
		*shop.Guest
		id string
	}
	all := make([]bought, 10)
	for i := range all {
		g, r := next()
		h, err := g.Tries(r)
		require.NoError(t, err)
		k.Pays(h)
		all[i] = bought{g, h.Order}
	}
	k.Withdraws(mon, 0, cheap)
	k.Closes(mon)
	require.NoError(t, shop.WithdrawalsOf(k.Orders).Tell(t.Context()))
	at, done := 0, 0
	settles := func(server *order.Orders) error {
		return shop.WithdrawalsOf(server).TakeOutOf(t.Context(), all[at].id, all[at].ProfileID)
	}
	amendments := func(b bought) int { return len(b.Order(b.id).Amendments) }
	messages, lost := servertest.CutThroughout(t, k.Pool, func(conn *pgxpool.Pool) error {
		server, _ := k.Server(conn)
		return settles(server)
	}, func(c servertest.Cut) {
		made := amendments(all[at])
		if made > 0 {
			done++
			require.True(t, c.Lost, "what Postgres never heard is not done: %+v", c)
		}
		require.LessOrEqual(t, made, 1)
		if made > 0 || c.At%servertest.Amount(5, 100) == 0 {
			servertest.Sound(t, k.Pool)
			require.NoError(t, settles(k.Orders))
			require.Equal(t, 1, amendments(all[at]))
			at = min(at+1, len(all)-1)
		}
	})
	t.Logf("%d messages, %d answers lost, %d orders", messages, lost, at)
	require.Greater(t, messages, 60, "it was cut in many places")
	require.GreaterOrEqual(t, lost, servertest.Amount(1, 16))
	require.Positive(t, done, "the answer to its commit was lost")
	k.Settles()
	for _, b := range all {
		require.Equal(t, 1, amendments(b))
		require.Equal(t, servertest.Meal(mon, cheap), b.On(b.id, mon).Items[0].Meal)
	}
	require.Equal(t, len(all), servertest.One[int](t, k.Pool, "SELECT taken FROM portions WHERE meal = $1", servertest.Meal(mon, cheap)))
	require.Zero(t, k.Taken(mon))
}

func TestWithoutTheLockTwoSettlingsWouldPayBackTwice(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	g, id := k.Eats(nil, mon, tue)
	k.Withdraws(mon, 0, shop.None)
	k.Closes(mon)
	require.NoError(t, shop.WithdrawalsOf(k.Orders).Tell(t.Context())) // each letter is planned once in any case
	servertest.Do(t, k.Pool, "DROP INDEX amendments_one_open")
	both := servertest.Meet(2)
	careless := k.Unlocked("AmendmentInsert", func(sql string) string { both(); return sql }) // neither writes before both have looked
	k.AllAtOnce(2, func(int) error { return shop.WithdrawalsOf(careless).TakeOutOf(t.Context(), id, g.ProfileID) })
	require.EqualValues(t, 2*shop.Price(t, mon, 0), g.Wallet())
	require.NotEmpty(t, k.Broken())
}
