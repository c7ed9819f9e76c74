package planner_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/menu"
	"sahn/server/order"
	"sahn/server/planner"
	"sahn/server/platform/clock"
	"sahn/server/platform/fault"
	"sahn/server/platform/money"
)

// A model of what publishing means: whatever is planned is what people see, with the meals as the book has them.
func TestAPublishedWeekIsWhatWasPlanned(t *testing.T) {
	t.Parallel()
	h := open(t)
	far := mon + 7*6
	dice := servertest.Dice(t)
	versions, acts := map[string]bool{}, 0
	for round := range servertest.Amount(4, 12) {
		book := h.book()
		for range dice.IntN(3) {
			c := changeOf(book[dice.IntN(len(book))])
			c.Meal.Price, c.Meal.Name = money.Fils(1+dice.IntN(9000)), fmt.Sprint("Dish ", dice.Uint32())
			if c.NewUntil = nil; dice.IntN(2) == 0 {
				until := far - 1 + clock.Date(dice.IntN(3))
				c.NewUntil = &until
			}
			h.changes(c)
		}
		r := planner.PlanRequest{Week: far.String(), Rev: h.week(far).Rev}
		for date := far; date < far+5; date++ {
			day := planner.Day{Date: date, Meals: []planner.Offer{}}
			for _, i := range dice.Perm(len(book))[:1+dice.IntN(20)] {
				o := planner.Offer{Meal: book[i].Meal.ID}
				if dice.IntN(3) == 0 {
					n := dice.IntN(50)
					o.Portions = &n
				}
				day.Meals = append(day.Meals, o)
			}
			r.Days = append(r.Days, day)
		}
		w := h.publishes(h.plans(r))
		require.Equal(t, planner.Published, w.State, "round %d", round)
		require.Empty(t, w.Changes)

		v := h.published(far)
		meals := map[string]planner.Meal{}
		for _, m := range h.book() {
			meals[m.Meal.ID] = m
		}
		offered := map[string]bool{}
		for i, d := range r.Days {
			require.Equal(t, d.Date, v.Days[i].Date)
			var ids []string
			limits := map[string]int{}
			for _, o := range d.Meals {
				ids, offered[o.Meal] = append(ids, o.Meal), true
				if o.Portions != nil {
					limits[o.Meal] = *o.Portions
				}
			}
			require.Equal(t, ids, v.Days[i].Meals)
			require.Equal(t, limits, servertest.One[map[string]int](t, h.pool,
				"SELECT coalesce(jsonb_object_agg(meal, cooked), '{}') FROM portions WHERE date = $1", d.Date))
		}
		require.Len(t, v.Meals, len(offered), "each meal once")
		for _, m := range v.Meals {
			want := meals[m.ID]
			want.Meal.New = want.NewUntil != nil && *want.NewUntil >= far
			require.JSONEq(t, servertest.JSON(t, want.Meal), servertest.JSON(t, m))
		}
		require.Equal(t, menu.Cuisines(), v.Cuisines)
		sum := sha256.Sum256(servertest.One[[]byte](t, h.pool, "SELECT body FROM menus WHERE week = $1 AND hash = $2", far, v.Hash))
		require.Equal(t, v.Hash, hex.EncodeToString(sum[:8]))
		versions[v.Hash] = true
		acts++
		require.Equal(t, acts, h.acts("menu.publish"))
		h.publishes(w)
		require.Equal(t, acts, h.acts("menu.publish"), "the same again is nothing new")
		require.Equal(t, v, h.published(far))
		require.Equal(t, len(versions), servertest.One[int](t, h.pool, "SELECT count(*) FROM menus WHERE week = $1", far), "every version stays")
	}
}

func TestOnlyTheNewestPlanIsPublished(t *testing.T) {
	t.Parallel()
	h := open(t)
	seen := h.week(mon)
	h.plans(without(seen, mon, servertest.Meal(mon, 0)))
	err := h.publishing(seen)()
	require.ErrorIs(t, err, planner.ErrWeekChanged)
	require.Equal(t, h.week(mon), fault.As(err).Detail)
	require.Equal(t, 12, len(h.published(mon).Days[0].Meals))
	w := h.week(mon)
	publish := h.publishing(w)
	for _, err := range atOnce(publish, publish, publish) {
		require.NoError(t, err)
	}
	require.Equal(t, 1, h.acts("menu.publish"))
	require.Equal(t, 2, servertest.One[int](t, h.pool, "SELECT count(*) FROM menus WHERE week = $1", mon))
	require.Equal(t, 11, len(h.published(mon).Days[0].Meals))
}

func TestAMealThatChangedInTheBookIsPublishedWithItsWeekAlone(t *testing.T) {
	t.Parallel()
	h := open(t)
	meal := h.published(mon).Days[0].Meals[0]
	book := h.book()
	c := changeOf(book[slices.IndexFunc(book, func(m planner.Meal) bool { return m.Meal.ID == meal })])
	c.Meal.Name = "Another name"
	h.changes(c)
	h.guest().buys(mon, meal, 2)
	w := h.week(mon)
	require.Equal(t, []planner.Change{{Meal: meal, What: "changed", Ordered: 2}}, w.Changes)
	before, _ := h.published(mon).Meal(meal)
	require.NotEqual(t, "Another name", before.Name, "nobody sees it before it is published")
	h.publishes(w)
	after, _ := h.published(mon).Meal(meal)
	require.Equal(t, "Another name", after.Name)
	other, has := h.published(mon + 7).Meal(meal)
	require.True(t, !has || other.Name != "Another name")
}

func TestAnotherOrderOfADaysMealsIsAChange(t *testing.T) {
	t.Parallel()
	h := open(t)
	r := planRequest(h.week(mon))
	slices.Reverse(r.Days[3].Meals)
	w := h.plans(r)
	require.Equal(t, planner.Changed, w.State)
	require.Equal(t, []planner.Change{{Date: &thu, What: "order"}}, w.Changes)
	w = h.publishes(w)
	require.Equal(t, planner.Published, w.State)
	require.Equal(t, r.Days[3].Meals[0].Meal, h.published(mon).Days[3].Meals[0])
}

func TestAWeekWithSomethingWrongIsNotPublished(t *testing.T) {
	t.Parallel()
	h := open(t)
	far := mon + 7*6
	meal := func(n int) planner.Offer { return planner.Offer{Meal: servertest.Meal(mon, n)} }
	empty := h.week(far)
	require.Equal(t, planner.Empty, empty.State)
	require.Equal(t, []string{"no_meals", "no_meals", "no_meals", "no_meals", "no_meals"}, h.refused(empty))
	r := planner.PlanRequest{Week: far.String(),
		Days: []planner.Day{{Date: far, Meals: []planner.Offer{meal(0)}}, {Date: far + 2, Meals: []planner.Offer{meal(0)}}}}
	w := h.plans(r)
	require.Equal(t, []string{"no_meals"}, h.refused(w), "Tuesday was forgotten")
	require.Equal(t, far+1, *w.Problems[0].Date)
	servertest.Do(t, h.pool, "INSERT INTO closed_days (date, name, name_ar) VALUES ($1, 'Founders Day', 'يوم المؤسسين')", far+1)
	w = h.week(far)
	require.Equal(t, []string{"Founders Day", "يوم المؤسسين"}, []string{w.Days[1].Closed, w.Days[1].ClosedAr})
	require.Empty(t, blocking(w), "nobody cooks on a closed day, and the last days may come later")
	require.Len(t, w.Problems, 2, "but they are told: %v", w.Problems)
	r.Rev, r.Days[1].Date = w.Rev, far+1
	w = h.plans(r)
	require.Equal(t, []string{"closed_day"}, h.refused(w))
	servertest.Do(t, h.pool, "DELETE FROM closed_days WHERE date = $1", far+1)
	w = h.publishes(w)
	servertest.Do(t, h.pool, "INSERT INTO closed_days (date, name) VALUES ($1, 'Founders Day')", far+1)
	r.Rev, r.Days[0].Meals = w.Rev, []planner.Offer{meal(1)}
	w = h.plans(r)
	require.Empty(t, blocking(w), "it was published before the day was closed: nobody can order it")
	h.publishes(w)

	m := h.adds(fresh())
	servertest.Do(t, h.pool, "UPDATE meals SET archived_at = now() WHERE id = $1", m.Meal.ID)
	next := planRequest(h.week(mon))
	next.Days[4].Meals = append(next.Days[4].Meals, planner.Offer{Meal: m.Meal.ID})
	require.Equal(t, []string{"archived"}, h.refused(h.plans(next)))
	servertest.Do(t, h.pool, `UPDATE meals SET archived_at = NULL, body = jsonb_set(body, '{allergens}', '{}') WHERE id = $1`, m.Meal.ID)
	w = h.week(mon)
	require.Equal(t, []planner.Problem{{Date: &fri, Meal: m.Meal.ID, What: "no_allergens"}}, w.Problems)
	h.publishes(w)
}

func TestWhatSomebodyOrderedIsNotTakenOff(t *testing.T) {
	t.Parallel()
	h := open(t)
	meal, other := h.published(mon).Days[0].Meals[0], h.published(mon).Days[0].Meals[1]
	g := h.guest()
	id := g.buys(mon, meal, 3).Order
	w := h.plans(without(h.week(mon), mon, meal))
	require.Equal(t, []planner.Change{{Date: &mon, Meal: meal, What: "removed", Ordered: 3}}, w.Changes)
	require.Equal(t, []string{"ordered"}, h.refused(w))
	require.Equal(t, meal, w.Problems[0].Meal)
	g.amends(id, mon, other, 3)
	h.publishes(h.week(mon))
	_, offered := h.published(mon).On(mon, meal)
	require.False(t, offered, "nobody has it any more")

	waits := h.guestOn(nil)
	open := waits.buys(tue, servertest.Meal(tue, 0), 1)
	require.Equal(t, order.PaymentPending, open.Status)
	w = h.plans(without(h.week(mon), tue, servertest.Meal(tue, 0)))
	require.Equal(t, []string{"ordered"}, h.refused(w), "somebody is paying for it")
	h.bank.Decline(open.Intent)
	h.notify(open.Intent, open.Amount)
	h.publishes(h.week(mon))
	h.pays(open.Intent, open.Amount)
	require.Equal(t, string(order.Cancelled), h.statusOf(open.Order), "money that comes too late for what is not offered any more goes back")
	require.Equal(t, 1, servertest.One[int](t, h.pool, "SELECT count(*) FROM refunds"))
}

func TestWhatSomebodyOrderedComesBackWithItsLimit(t *testing.T) {
	t.Parallel()
	h := open(t)
	meal := h.published(mon).Days[0].Meals[0]
	h.publishes(h.plans(limited(h.week(mon), mon, meal, 30)))
	h.guest().buys(mon, meal, 3)
	// Somebody took it off, after they had planned more of it that was never published.
	h.plans(limited(h.week(mon), mon, meal, 50))
	w := h.plans(without(h.week(mon), mon, meal))
	limit := 30
	require.Equal(t, []planner.Problem{{Date: &mon, Meal: meal, What: "ordered", Blocking: true, Portions: &limit}}, blocking(w))
	back := planRequest(w)
	back.Days[0].Meals = append(back.Days[0].Meals, planner.Offer{Meal: meal, Portions: blocking(w)[0].Portions})
	h.publishes(h.plans(back))
	require.Equal(t, 3, h.taken(mon, meal), "still limited")
}

func blocking(w planner.PlannedWeek) []planner.Problem {
	return slices.DeleteFunc(slices.Clone(w.Problems), func(p planner.Problem) bool { return !p.Blocking })
}

func TestWhatAChangeThatIsBeingPaidForWantsIsNotTakenOff(t *testing.T) {
	t.Parallel()
	h := open(t)
	meal, other := servertest.Meal(mon, 0), servertest.Meal(mon, 1)
	g := h.guestOn(nil)
	first := g.buys(mon, meal, 1)
	h.pays(first.Intent, first.Amount)
	saved := g.amends(first.Order, mon, other, 2)
	require.Equal(t, order.PaymentPending, saved.Status)
	w := h.plans(without(h.week(mon), mon, other))
	require.Equal(t, 2, w.Changes[0].Ordered)
	require.Equal(t, []string{"ordered"}, h.refused(w))
	h.bank.Decline(saved.Intent)
	h.notify(saved.Intent, saved.Amount)
	h.publishes(h.week(mon))
	h.pays(saved.Intent, saved.Amount)
	require.Equal(t, 1, servertest.One[int](t, h.pool, "SELECT count(*) FROM refunds"), "too late")
	require.Equal(t, meal, servertest.One[string](t, h.pool, "SELECT meal FROM order_lines"))
}

func TestDaysThatAreOverKeepWhatWasPublishedForThem(t *testing.T) {
	t.Parallel()
	h := open(t)
	before := h.published(mon)
	h.clock.Move(wed.Start().Add(time.Hour).Sub(servertest.Now))
	book := h.book()
	for _, m := range book {
		c := changeOf(m)
		c.Meal.Price++
		h.changes(c)
	}
	servertest.Do(t, h.pool, "DELETE FROM planned_meals WHERE date = $1", mon) // whatever the plan of a past day says
	r := planRequest(h.week(mon))
	r.Days[4].Meals = r.Days[4].Meals[:3]
	w := h.publishes(h.plans(r))
	require.Equal(t, planner.Published, w.State)
	v := h.published(mon)
	require.Equal(t, before.Days[:4], v.Days[:4])
	require.Len(t, v.Days[4].Meals, 3)
	coming := map[string]bool{}
	for _, d := range v.Days[2:] {
		for _, id := range d.Meals {
			coming[id] = true
		}
	}
	gone := 0
	for _, m := range v.Meals {
		old, has := before.Meal(m.ID)
		require.True(t, has)
		if coming[m.ID] {
			require.Equal(t, old.Price+1, m.Price)
			continue
		}
		gone++
		require.JSONEq(t, servertest.JSON(t, old), servertest.JSON(t, m), "only eaten on days that are over")
	}
	require.Positive(t, gone)
	past := servertest.One[int](t, h.pool, "SELECT count(*) FROM portions WHERE date < $1 AND date >= $2", wed, mon)
	require.Equal(t, 6, past, "and their portions stay")

	h.clock.Move(14 * 24 * time.Hour)
	w = h.week(mon)
	require.Equal(t, planner.Published, w.State, "a week that is over changes no more")
	h.publishes(w)
	require.Equal(t, v, h.published(mon))
}

func TestALimitCountsWhatWasOrderedBeforeIt(t *testing.T) {
	t.Parallel()
	h := open(t)
	meal, other := servertest.Meal(mon, 0), servertest.Meal(mon, 1)
	g := h.guestOn(nil)
	first := g.buys(mon, other, 1)
	h.pays(first.Intent, first.Amount)
	saved := g.amends(first.Order, mon, meal, 4) // being paid for
	eats := h.guest()
	id := eats.buys(mon, meal, 2).Order
	require.Equal(t, -1, h.taken(mon, meal))

	w := h.plans(limited(h.week(mon), mon, meal, 5))
	require.Equal(t, []string{"below_taken"}, h.refused(w))
	require.Equal(t, -1, h.taken(mon, meal), "nothing happened")
	w = h.publishes(h.plans(limited(w, mon, meal, 7)))
	require.Equal(t, 6, h.taken(mon, meal))
	require.Equal(t, []any{6, 1}, []any{w.Days[0].Meals[0].Ordered, *w.Days[0].Meals[0].Left})
	servertest.Sound(t, h.pool)
	h.guest().buys(mon, meal, 1)
	late := h.guest()
	_, err := h.orders.HandleHandoff(t.Context(), late.Caller, late.wants(mon, meal, 1))
	require.ErrorIs(t, err, order.ErrQuoteChanged, "it is sold out")
	require.Equal(t, []string{"below_taken"}, h.refused(h.plans(limited(h.week(mon), mon, meal, 6))))

	h.pays(saved.Intent, saved.Amount)
	require.Equal(t, 7, h.taken(mon, meal))
	eats.amends(id, mon, other, 2)
	require.Equal(t, 5, h.taken(mon, meal), "and it goes back")
	h.publishes(h.plans(limited(h.week(mon), mon, meal, 20)))
	require.Equal(t, 5, h.taken(mon, meal))

	h.publishes(h.plans(limited(h.week(mon), mon, meal, -1)))
	require.Equal(t, -1, h.taken(mon, meal))
	require.Zero(t, servertest.One[int](t, h.pool, "SELECT coalesce(sum(reserved), 0) FROM order_lines WHERE meal = $1", meal))
	h.guest().buys(mon, meal, 30)
	h.publishes(h.plans(limited(h.week(mon), mon, meal, 35)))
	require.Equal(t, 35, h.taken(mon, meal), "limited again, all of it counts")
}
