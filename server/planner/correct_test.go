package planner_test

import (
	"math"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/menu"
	"sahn/server/order"
	"sahn/server/planner"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/money"
	"sahn/server/withdrawal"
)

// corrects changes a meal's allergens in the book.
func (h *fixture) corrects(meal string, allergens map[string]menu.Presence) planner.Meal {
	h.Helper()
	book := h.book()
	c := changeOf(book[slices.IndexFunc(book, func(m planner.Meal) bool { return m.Meal.ID == meal })])
	c.Meal.Allergens = allergens
	return h.changes(c)
}

func (h *fixture) avoiding(allergen string) *guest {
	h.Helper()
	g := h.guestOn(func(*sample.Company) {})
	servertest.Do(h, h.pool, "UPDATE persons SET avoids = ARRAY[$2] WHERE id = $1", g.PersonID, allergen)
	return g
}

// eats buys a meal for a date and pays for it by card.
func (g *guest) eats(date clock.Date, meal string) string {
	g.h.Helper()
	placed := g.buys(date, meal, 1)
	if placed.Amount > 0 {
		g.h.pays(placed.Intent, placed.Amount)
	}
	return placed.Order
}

// item is the only meal of an order, as its eater's devices have it.
func (g *guest) item(id string) order.Item {
	g.h.Helper()
	b := &db.Batch{}
	all := order.Since(b, g.ProfileID, 0, math.MaxInt64)
	require.NoError(g.h, b.Each(g.h.Context(), db.New(g.h.pool)))
	i := slices.IndexFunc(*all, func(o order.Order) bool { return o.ID == id })
	require.Len(g.h, (*all)[i].Deliveries[0].Items, 1)
	return (*all)[i].Deliveries[0].Items[0]
}

func (g *guest) leavesOut(id string, date clock.Date, meal string) (money.Fils, error) {
	done, err := g.h.planner.Withdrawals.HandleLeaveOut(g.h.Context(), g.Caller, withdrawal.LeaveOutRequest{Order: id, Date: date, Meal: meal})
	return done.Refund, err
}

func (h *fixture) letters() int {
	return servertest.One[int](h, h.pool, "SELECT count(*) FROM river_job WHERE kind = 'mail_corrected'")
}

func TestWhoAvoidsWhatACorrectedMealHasIsToldAtOnceAndTheListOfThemIsKept(t *testing.T) {
	t.Parallel()
	h := open(t)
	meal := h.published(mon).Days[0].Meals[0]
	h.corrects(meal, map[string]menu.Presence{"soy": menu.MayContain})
	careful, other, later := h.avoiding("milk"), h.avoiding("nuts"), h.avoiding("milk")
	id, others := careful.eats(mon, meal), other.eats(mon, meal)
	require.Nil(t, careful.item(id).Corrected, "ordered as it is")
	rev := servertest.One[int](t, h.pool, "SELECT rev FROM orders WHERE id = $1", others)

	changed := h.corrects(meal, map[string]menu.Presence{"milk": menu.Contains})
	require.Equal(t, &withdrawal.Noticed{People: 2, Yours: 1}, changed.Corrected)
	now, _ := h.published(mon).Meal(meal)
	require.Equal(t, map[string]menu.Presence{"milk": menu.Contains}, now.Allergens, "on the menu without publishing the week")
	require.Equal(t, planner.Published, h.week(mon).State)
	latest := later.eats(mon, meal)
	require.NoError(t, h.planner.Withdrawals.TellCorrections(t.Context()))
	require.NoError(t, h.planner.Withdrawals.TellCorrections(t.Context()))
	require.Equal(t, 1, h.letters(), "once, and only to whom it matters")
	said := map[string]menu.Presence{"milk": menu.Contains, "soy": menu.NoData}
	require.Equal(t, []any{true, said}, []any{careful.item(id).Corrected.Yours, careful.item(id).Corrected.Changed})
	require.Equal(t, []any{false, said}, []any{other.item(others).Corrected.Yours, other.item(others).Corrected.Changed})
	require.Greater(t, servertest.One[int](t, h.pool, "SELECT rev FROM orders WHERE id = $1", others), rev, "their devices hear of it")
	require.Nil(t, later.item(latest).Corrected, "who orders afterwards has seen it")

	list, err := h.planner.Withdrawals.HandleCorrections(t.Context(), h.cook, withdrawal.CorrectionsRequest{})
	require.NoError(t, err)
	list.Data = slices.DeleteFunc(list.Data, func(c withdrawal.Corrected) bool { return c.Week != mon })
	require.Len(t, list.Data, 2)
	require.Zero(t, list.Data[1].Lunches, "nobody had it yet")
	require.Equal(t, []any{meal, said, 2}, []any{list.Data[0].Meal, list.Data[0].Changed, list.Data[0].Lunches})
	require.Len(t, list.Data[0].Told, 1)
	require.Equal(t, []any{careful.ProfileID, mon}, []any{list.Data[0].Told[0].Profile, list.Data[0].Told[0].Date})

	h.corrects(meal, map[string]menu.Presence{})
	require.NoError(t, h.planner.Withdrawals.TellCorrections(t.Context()))
	require.Equal(t, 1, h.letters(), "less of an allergen is nothing to act on")
	require.Equal(t, []any{false, map[string]menu.Presence{"milk": menu.NoData}},
		[]any{careful.item(id).Corrected.Yours, careful.item(id).Corrected.Changed}, "and is seen")
}

// Who is gone gets no letter, and nobody is told of a lunch that was eaten.
func TestACorrectionReachesNobodyWhoErasedTheirAccountOrHasEatenTheMeal(t *testing.T) {
	t.Parallel()
	h := open(t)
	days := h.published(mon).Days
	today, next := days[0].Meals[0], days[1].Meals[0]
	gone, ate, ahead := h.avoiding("milk"), h.avoiding("milk"), h.avoiding("milk")
	gone.eats(mon+1, next)
	eaten, coming := ate.eats(mon, today), ahead.eats(mon+1, next)
	servertest.Do(t, h.pool, "UPDATE persons SET erased_at = $2 WHERE id = $1", gone.PersonID, h.clock.Now())
	h.clock.Move(mon.Start().Add(20 * time.Hour).Sub(h.clock.Now()))
	for _, meal := range []string{today, next} {
		h.corrects(meal, map[string]menu.Presence{"milk": menu.Contains})
	}
	require.NoError(t, h.planner.Withdrawals.TellCorrections(t.Context()))
	require.Equal(t, 1, h.letters())
	require.Nil(t, ate.item(eaten).Corrected)
	require.True(t, ahead.item(coming).Corrected.Yours)
}

func TestACorrectedMealIsExchangedFreeOfChargeAndAfterTheCutOffLeftOut(t *testing.T) {
	t.Parallel()
	h := open(t)
	offered := h.published(mon)
	meals := slices.Clone(offered.Days[0].Meals)
	price := func(id string) money.Fils { m, _ := offered.Meal(id); return m.Price }
	slices.SortFunc(meals, func(a, b string) int { return int(price(a) - price(b)) })
	cheap, dear := meals[0], meals[len(meals)-1]
	require.Less(t, price(cheap), price(dear))
	early, late, other := h.avoiding("milk"), h.avoiding("milk"), h.avoiding("nuts")
	first, second, third := early.eats(mon, cheap), late.eats(mon, cheap), other.eats(mon, cheap)
	h.corrects(cheap, map[string]menu.Presence{"milk": menu.MayContain})
	require.NoError(t, h.planner.Withdrawals.TellCorrections(t.Context()))

	paid := early.item(first).Total
	saved := early.amends(first, mon, dear, 1)
	require.Equal(t, order.Confirmed, saved.Status)
	require.Equal(t, []any{dear, cheap, paid}, []any{early.item(first).Meal, early.item(first).InsteadOf, early.item(first).Total})
	dearer := other.proposes(third, mon, dear, 1)
	require.Positive(t, dearer.Seen.Difference, "for whom it does not matter another meal has its price")

	h.clock.Move((mon).Start().Add(9 * time.Hour).Sub(h.clock.Now())) // the morning of the day
	cooked := func() int {
		return servertest.One[int](t, h.pool, "SELECT coalesce(sum(qty), 0) FROM to_cook WHERE meal = $1", cheap)
	}
	require.Equal(t, 2, cooked())
	_, err := other.leavesOut(third, mon, cheap)
	require.ErrorIs(t, err, withdrawal.ErrServed)
	back, err := late.leavesOut(second, mon, cheap)
	require.NoError(t, err)
	require.Equal(t, paid, back)
	again, err := late.leavesOut(second, mon, cheap)
	require.Error(t, err, "it is out")
	require.Zero(t, again)
	require.Equal(t, "Cancelled", h.statusOf(second))
	require.Equal(t, 1, cooked(), "and the kitchen cooks one less")

	h.clock.Move(mon.Start().Add(20 * time.Hour).Sub(h.clock.Now()))
	_, err = other.leavesOut(third, mon, cheap)
	require.ErrorIs(t, err, withdrawal.ErrServed)
}
