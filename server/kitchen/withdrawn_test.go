package kitchen_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/kitchen"
	"sahn/server/menu/published"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/quote"
	"sahn/server/withdrawal"
)

// withdraws takes the first meal off a date for everybody; the day's instead-th comes where nobody chooses, none below zero.
func (h *fixture) withdraws(date clock.Date, instead int) {
	h.Helper()
	require.NoError(h, db.InTx(h.Context(), h.pool, func(ctx context.Context, tx db.Tx) error {
		versions, err := published.Versions(ctx, tx.Queries, date.Monday(), date.Monday())
		require.NoError(h, err)
		offer := versions[date.Monday()].Week
		w := withdrawal.Withdrawal{Date: date, Meal: servertest.Meal(date, 0), Reason: "no fish", Who: h.cook.ProfileID}
		if instead >= 0 {
			w.Instead = servertest.Meal(date, instead)
		}
		for i, d := range offer.Days {
			if d.Date == date {
				offer.Days[i].Meals = slices.DeleteFunc(slices.Clone(d.Meals), func(m string) bool { return m == w.Meal })
			}
		}
		if _, err := published.Publish(ctx, tx.Queries, offer, h.clock.Now()); err != nil {
			return err
		}
		_, err = h.withdrawals().Withdraw(ctx, tx, w, h.clock.Now())
		return err
	}))
}

func cooked(p kitchen.Production) map[string]int {
	all := map[string]int{}
	for _, m := range p.Meals {
		all[m.Meal] = m.Qty
	}
	return all
}

func TestTheFirstRunOfADateHasWhatComesInsteadOfAWithdrawnMeal(t *testing.T) {
	t.Parallel()
	h := open(t)
	h.kitchen.Settle = h.withdrawals().TakeOut
	c := h.paidFor(50)
	h.buys(c, 2, mon, tue)
	h.buys(c, 1, mon)
	h.withdraws(mon, 1)
	p := h.closes(mon)
	require.Len(t, p.Runs, 1)
	require.Equal(t, map[string]int{servertest.Meal(mon, 1): 3}, cooked(p))
	require.True(t, p.Reconciled)
}

// Whatever keeps the settling: what cannot be cooked is on no paper, and what comes instead is a delta.
func TestAWithdrawnMealIsNeverOnThePapersAndWhatComesInsteadIsADelta(t *testing.T) {
	t.Parallel()
	h := open(t)
	c := h.paidFor(50)
	h.buys(c, 2, mon, tue)
	h.withdraws(mon, 1)
	p := h.closes(mon)
	require.Empty(t, cooked(p))
	require.NoError(t, h.withdrawals().TakeOut(t.Context(), nil))
	h.writes()
	p = h.production(mon)
	require.Len(t, p.Runs, 2)
	require.Equal(t, map[string]int{servertest.Meal(mon, 1): 2}, cooked(p))
}

func TestAMealThatIsWithdrawnAfterItWasWrittenDownIsTakenBackByADelta(t *testing.T) {
	t.Parallel()
	h := open(t)
	h.kitchen.Settle = h.withdrawals().TakeOut
	b := h.buys(h.paidFor(50), 2, mon, tue)
	p := h.closes(mon)
	require.Equal(t, map[string]int{servertest.Meal(mon, 0): 2}, cooked(p))
	before := h.balance(b)
	h.withdraws(mon, -1)
	h.writes()
	p = h.production(mon)
	require.Len(t, p.Runs, 2)
	require.Empty(t, cooked(p))
	require.Greater(t, h.balance(b), before)
	h.writes()
	require.Len(t, h.production(mon).Runs, 2, "once")
}

// A meal whose portions have two prices, because one of them came in for a withdrawn meal: all of them missing gives back all that was
// paid, and no more.
func TestPortionsOfTwoPricesAreNeverGivenBackForMoreThanTheyCost(t *testing.T) {
	t.Parallel()
	h := open(t)
	b := h.buys(h.paidFor(0), 1, mon)
	offer := sample.Menu(mon)
	first, _ := offer.Meal(servertest.Meal(mon, 0))
	meal := first
	for _, id := range offer.Days[0].Meals {
		if m, _ := offer.Meal(id); m.Price > meal.Price {
			meal = m
		}
	}
	require.Greater(t, meal.Price, first.Price)
	h.withdraws(mon, -1)
	was := h.balance(b)
	h.changes(b, quote.AmendDay{Date: mon, Items: []quote.Item{{Meal: meal.ID, Qty: 2}}})
	require.EqualValues(t, meal.Price, was-h.balance(b), "one is free, the other is not")
	p := h.closes(mon)
	require.Equal(t, map[string]int{meal.ID: 2}, cooked(p))
	h.until(mon, 13)
	before := h.balance(b)
	paid := int64(first.Price + meal.Price)
	require.Empty(t, h.marks(kitchen.Fact{Kind: "missing", Delivery: b.deliveries[mon], Meal: meal.ID, Qty: 1}).Reason)
	require.EqualValues(t, before+int64(meal.Price), h.balance(b), "the dearest first")
	servertest.Sound(t, h.pool)
	require.Empty(t, h.marks(kitchen.Fact{Kind: "missing", Delivery: b.deliveries[mon], Meal: meal.ID, Qty: 1}).Reason)
	require.EqualValues(t, before+paid, h.balance(b))
	require.NotEmpty(t, h.marks(kitchen.Fact{Kind: "missing", Delivery: b.deliveries[mon], Meal: meal.ID, Qty: 1}).Reason)
}

func TestARunThatWasWrittenIsAnsweredAlsoWhereWhatWasWithdrawnIsUnsettled(t *testing.T) {
	t.Parallel()
	h := open(t)
	h.buys(h.paidFor(50), 2, mon)
	h.kitchen.Settle = func(context.Context, *clock.Date) error { return errors.New("too slow") }
	h.until(mon, 1)
	written, err := h.kitchen.HandleWrite(t.Context(), h.cook, kitchen.OnDate(mon))
	require.NoError(t, err)
	require.Len(t, written.Data.Runs, 1)
	require.ErrorContains(t, h.kitchen.WriteDown(t.Context()), "too slow", "the job tries again")
}

// One meal was missing at nine, the other was withdrawn at half past.
func TestWhoLacksOneMealAndLosesAnotherIsPaidBackBothOnce(t *testing.T) {
	t.Parallel()
	h := open(t)
	h.kitchen.Settle = h.withdrawals().TakeOut
	b := h.buys(h.paidFor(0), 1, mon, tue)
	full := h.balance(b)
	other := servertest.Meal(mon, 1)
	h.changes(b, quote.AmendDay{Date: mon, Items: []quote.Item{{Meal: servertest.Meal(mon, 0), Qty: 1}, {Meal: other, Qty: 1}}})
	h.closes(mon)
	h.until(mon, 9)
	require.Equal(t, "done", h.marks(kitchen.Fact{Kind: "missing", Delivery: b.deliveries[mon], Meal: other, Qty: 1}).Code)
	require.Equal(t, full, h.balance(b))
	h.withdraws(mon, 2)
	for range 3 {
		require.NoError(t, h.withdrawals().TakeOut(t.Context(), nil))
		h.writes()
	}
	offer := sample.Menu(mon)
	first, _ := offer.Meal(servertest.Meal(mon, 0))
	require.EqualValues(t, full+int64(first.Price), h.balance(b))
	require.Equal(t, map[string]int{other: 1}, cooked(h.production(mon)), "what cannot be cooked is on no paper")
}
