package planner_test

import (
	"slices"
	"testing"
	"time"

	"github.com/oklog/ulid/v2"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/order"
	"sahn/server/planner"
	"sahn/server/platform/clock"
	"sahn/server/platform/fault"
	"sahn/server/week"
	"sahn/server/withdrawal"
)

func (h *fixture) withdraws(date clock.Date, meal, instead string) (withdrawal.Affected, error) {
	return h.planner.HandleWithdraw(h.Context(), h.cook,
		planner.WithdrawRequest{Date: date, Meal: meal, Instead: instead, Reason: "No fish today"})
}

func (h *fixture) withdrawn(monday clock.Date) []planner.Withdrawal {
	h.Helper()
	list, err := h.planner.HandleWithdrawals(h.Context(), h.cook, planner.WithdrawalsRequest{Week: monday.String()})
	require.NoError(h, err)
	return list.Data
}

func TestAMealIsWithdrawnForEverybodyAtOnceAndForGood(t *testing.T) {
	t.Parallel()
	h := open(t)
	g := h.guest()
	meal, other := h.published(mon).Days[0].Meals[0], h.published(mon).Days[0].Meals[1]
	plan := h.plans(planRequest(h.week(mon)))
	h.publishes(plan)
	placed := g.buys(mon, meal, 2)
	was := h.published(mon)

	done, err := h.withdraws(mon, meal, other)
	require.NoError(t, err)
	require.Equal(t, []int{1, 2}, []int{done.People, done.Meals})
	require.Equal(t, week.Cutoff(mon).UTC(), done.Until.UTC())
	now := h.published(mon)
	require.NotEqual(t, was.Hash, now.Hash)
	require.NotContains(t, now.Days[0].Meals, meal)
	require.Equal(t, was.Days[1:], now.Days[1:], "other days stay as they were")
	planned := h.week(mon)
	require.Equal(t, planner.Published, planned.State, "and it is planned no more")
	require.Greater(t, planned.Rev, plan.Rev, "so that nobody plans it again without having seen")
	require.Empty(t, planned.Problems, "what was withdrawn is not missing")
	require.Equal(t, 1, h.acts("meal.withdraw"))
	require.Contains(t, servertest.One[string](t, h.pool, "SELECT note FROM acts WHERE kind = 'meal.withdraw'"), "No fish")

	again, err := h.withdraws(mon, meal, "")
	require.NoError(t, err)
	require.Equal(t, servertest.JSON(t, done.People), servertest.JSON(t, again.People))
	require.Equal(t, now.Hash, h.published(mon).Hash)
	require.Equal(t, 1, h.acts("meal.withdraw"))
	list := h.withdrawn(mon)
	require.Len(t, list, 1)
	require.Equal(t, []any{meal, other, "No fish today", 1, 2, 1, false},
		[]any{list[0].Meal, list[0].Instead, list[0].Reason, list[0].People, list[0].Meals, list[0].Waiting, list[0].Settled})

	back := planRequest(planned)
	back.Days[0].Meals = append(back.Days[0].Meals, planner.Offer{Meal: meal})
	planned = h.plans(back)
	i := slices.IndexFunc(planned.Days[0].Meals, func(m planner.PlannedMeal) bool { return m.Meal == meal })
	require.True(t, planned.Days[0].Meals[i].Withdrawn)
	require.Equal(t, []string{"withdrawn"}, h.refused(planned), "it does not come back")
	require.Equal(t, order.Confirmed, placed.Status)
}

func TestWhatIsNotOfferedIsNotWithdrawnNorComesInstead(t *testing.T) {
	t.Parallel()
	h := open(t)
	day := h.published(mon).Days[0].Meals
	for name, try := range map[string]struct {
		date    clock.Date
		meal    string
		instead string
		kind    fault.Kind
	}{
		"a meal of nobody":    {mon, servertest.Meal(mon, 0)[:25] + "X", "", fault.Conflict},
		"a week without menu": {mon + 7*30, day[0], "", fault.Conflict},
		"a day that is over":  {clock.DateOf(servertest.Now) - 1, day[0], "", fault.Invalid},
		"itself instead":      {mon, day[0], day[0], fault.Invalid},
		"nothing like it":     {mon, day[0], servertest.Meal(mon, 0)[:25] + "X", fault.Invalid},
	} {
		_, err := h.withdraws(try.date, try.meal, try.instead)
		require.NotNil(t, fault.As(err), name)
		require.Equal(t, try.kind, fault.As(err).Kind, name)
	}
	_, err := h.planner.HandleWithdraw(t.Context(), h.cook, planner.WithdrawRequest{Date: mon, Meal: day[0], Reason: "  "})
	require.Error(t, err)
	require.Zero(t, h.acts("meal.withdraw"))
	require.Empty(t, h.withdrawn(mon))
}

// Two cooks at once: neither brings back what the other took off, and the same twice is done once.
func TestTwoWithdrawalsAtOnceBothHold(t *testing.T) {
	t.Parallel()
	h := open(t)
	day := h.published(mon).Days[0].Meals
	takesOff := func(meal string) func() error {
		return func() error {
			_, err := h.withdraws(mon, meal, "")
			return err
		}
	}
	first, second := takesOff(day[0]), takesOff(day[1])
	for _, err := range atOnce(first, second, first, second) {
		require.NoError(t, err)
	}
	require.NotContains(t, h.published(mon).Days[0].Meals, day[0])
	require.NotContains(t, h.published(mon).Days[0].Meals, day[1])
	require.Equal(t, 2, h.acts("meal.withdraw"))
}

// From the withdrawal to the table: who swapped eats for the same price, the other gets what comes instead.
func TestAWithdrawalEndsWithEverybodyFed(t *testing.T) {
	t.Parallel()
	h := open(t)
	day := h.published(mon).Days[0].Meals
	one, two := h.guest(), h.guest()
	first, second := one.buys(mon, day[0], 1), two.buys(mon, day[0], 1)
	_, err := h.withdraws(mon, day[0], day[1])
	require.NoError(t, err)
	require.NoError(t, h.planner.Withdrawals.Tell(t.Context()))
	require.LessOrEqual(t, int64(one.proposes(first.Order, mon, day[2], 1).Seen.Difference), int64(0))
	h.clock.Move(week.Cutoff(mon).Sub(h.clock.Now()))
	require.NoError(t, h.planner.Withdrawals.TakeOut(t.Context(), nil))
	for _, id := range []string{first.Order, second.Order} {
		require.Equal(t, day[1],
			servertest.One[string](t, h.pool,
				"SELECT l.meal FROM order_lines l JOIN deliveries d ON d.id = l.delivery_id WHERE d.order_id = $1", id))
	}
	require.True(t, h.withdrawn(mon)[0].Settled)
	require.Zero(t, h.withdrawn(mon)[0].Waiting)
}

// In the afternoon lunch has been eaten, marked or not.
func TestNothingIsWithdrawnOnceTheDaysLunchesHaveBeenBrought(t *testing.T) {
	t.Parallel()
	h := open(t)
	day := h.published(mon).Days[0].Meals
	one, two := h.guest(), h.guest()
	placed := one.buys(mon, day[0], 1)
	two.buys(mon, day[0], 1)
	h.clock.Move(mon.Start().Add(10 * time.Hour).Sub(h.clock.Now()))
	servertest.Do(t, h.pool,
		"INSERT INTO handovers (delivery_id, id, at, received_at, operator_id) SELECT d.id, $1, $2, $2, $3 FROM deliveries d WHERE d.order_id "+
			"= $4", ulid.Make().String(), h.clock.Now(), h.cook.ProfileID, placed.Order)
	done, err := h.withdraws(mon, day[0], "")
	require.NoError(t, err)
	require.Equal(t, 1, done.People, "whose lunch came is not affected")
	require.Equal(t, 1, h.withdrawn(mon)[0].Waiting)
	require.NoError(t, h.planner.Withdrawals.Tell(t.Context()))
	require.Equal(t, 1, servertest.One[int](t, h.pool, "SELECT count(*) FROM withdrawals_told"), "nor told")
	h.clock.Move(5 * time.Hour)
	_, err = h.withdraws(mon, day[1], "")
	require.Equal(t, fault.Invalid, fault.As(err).Kind)
}

func TestWhatComesInsteadIsNotTakenOffByPublishing(t *testing.T) {
	t.Parallel()
	h := open(t)
	day := h.published(mon).Days[0].Meals
	h.publishes(h.plans(planRequest(h.week(mon))))
	h.guest().buys(mon, day[0], 1)
	_, err := h.withdraws(mon, day[0], day[1])
	require.NoError(t, err)
	require.Equal(t, []string{"ordered"}, h.refused(h.plans(without(h.week(mon), mon, day[1]))))
}
