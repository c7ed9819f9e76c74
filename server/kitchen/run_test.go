package kitchen_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/oklog/ulid/v2"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/kitchen"
	"sahn/server/platform/clock"
	"sahn/server/platform/web"
	"sahn/server/quote"
)

func TestADateIsWrittenDownOnceWhenNobodyCanChangeItAnyMore(t *testing.T) {
	t.Parallel()
	h := open(t)
	c := h.paidFor(100)
	h.buys(c, 2, tue)
	h.buys(c, 1, tue, wed)

	h.writes()
	before := h.production(tue)
	require.Empty(t, before.Runs, "still open: a preview")
	require.Equal(t, kitchen.Totals{Meals: 3, People: 2, Places: 1}, before.Totals)

	after := h.closes(tue)
	require.Len(t, after.Runs, 1)
	require.Equal(t, kitchen.Totals{Meals: 3, People: 2, Places: 1}, after.Totals)
	require.True(t, after.Reconciled)
	require.Equal(t, 3, after.Runs[0].Meals)
	require.Equal(t, 3, after.Meals[0].Qty)

	h.writes()
	require.Equal(t, after, h.production(tue), "a second look writes nothing")
	require.Empty(t, h.production(wed).Runs, "wednesday is still open")
}

func TestWhatDiffersAfterTheFirstListIsANumberedDelta(t *testing.T) {
	t.Parallel()
	h := open(t)
	c := h.paidFor(100)
	kept, gone := h.buys(c, 2, tue), h.buys(c, 3, tue)
	first := h.closes(tue)

	// Somebody of the office cancels: an eater could not any more.
	servertest.Do(t, h.pool, "UPDATE deliveries SET live = false WHERE order_id = $1", gone.id)
	between := h.production(tue)
	require.False(t, between.Reconciled, "the list is older than the orders, and says so")
	require.Equal(t, 1, between.Differs)
	require.Equal(t, first.Totals, between.Totals, "what was printed still stands")

	h.writes()
	second := h.production(tue)
	require.True(t, second.Reconciled)
	require.Len(t, second.Runs, 2)
	require.Equal(t, []kitchen.Change{{Meal: servertest.Meal(tue, 0), Name: first.Meals[0].Name, Qty: -3}}, second.Runs[1].Changes)
	require.Equal(t, kitchen.Totals{Meals: 2, People: 1, Places: 1}, second.Totals)
	require.NotEqual(t, first.Mark, second.Mark)
	require.Equal(t, kept.deliveries[tue], second.Places[0].People[0].Delivery)

	servertest.Do(t, h.pool, "UPDATE deliveries SET live = true WHERE order_id = $1", gone.id)
	h.writes()
	third := h.production(tue)
	require.Equal(t, first.Totals, third.Totals)
	require.Equal(t, first.Mark, third.Mark, "the same content has the same mark")
}

// eating is what a test itself remembers of somebody's day: how much of what, and where.
type eating struct {
	order   bought
	address string
	meals   map[string]int
}

// recount is how many portions of each meal, and at each place, there are of those that are eaten.
func recount(all []*eating) (t kitchen.Totals, meals, places map[string]int) {
	meals, places = map[string]int{}, map[string]int{}
	for _, e := range all {
		for meal, qty := range e.meals {
			t.Meals += qty
			meals[meal] += qty
			places[e.address] += qty
		}
		if len(e.meals) > 0 {
			t.People++
		}
	}
	t.Places = len(places)
	return t, meals, places
}

func TestWhateverIsOrderedChangedAndCancelledTheTotalsAreThoseOfTheOrders(t *testing.T) {
	t.Parallel()
	h := open(t)
	rnd := rand.New(rand.NewPCG(7, 11))
	companies, places := []sample.Company{h.paidFor(100), h.paidFor(40), h.paidFor(0)}, map[string][]string{}
	for _, c := range companies {
		second := ulid.Make().String()
		places[c.ID] = append(places[c.ID], servertest.One[string](t, h.pool, "SELECT id FROM addresses WHERE company_id = $1", c.ID), second)
		servertest.Do(t, h.pool,
			"INSERT INTO addresses (id, company_id, label, line, area_timing_id) SELECT $1, $2, 'Gate', 'Another street', max(id) FROM area_timings",
			second, c.ID)
	}
	choice := func(date clock.Date) []quote.Item {
		var items []quote.Item
		for _, n := range rnd.Perm(5)[:1+rnd.IntN(3)] {
			items = append(items, quote.Item{Meal: servertest.Meal(date, n), Qty: 1 + rnd.IntN(3)})
		}
		return items
	}
	sum := func(items []quote.Item) map[string]int {
		meals := map[string]int{}
		for _, i := range items {
			meals[i.Meal] += i.Qty
		}
		return meals
	}
	days := map[clock.Date][]*eating{}
	for range 25 {
		c, choices := companies[rnd.IntN(3)], map[clock.Date][]quote.Item{}
		for _, date := range []clock.Date{tue, wed}[rnd.IntN(2):] {
			choices[date] = choice(date)
		}
		b := h.wants(c, choices)
		for date, items := range choices {
			days[date] = append(days[date], &eating{b, places[c.ID][0], sum(items)})
		}
	}
	// They swap, take more or less, move to another address, cancel, and have a day back. Who has cancelled everything has no order any more.
	for range 40 {
		date := []clock.Date{tue, wed}[rnd.IntN(2)]
		e := days[date][rnd.IntN(len(days[date]))]
		if h.status(e.order.id) != "Confirmed" {
			continue
		}
		change := quote.AmendDay{Date: date, Items: []quote.Item{}}
		if rnd.IntN(4) > 0 {
			change.Items = choice(date)
		}
		if at := places[e.order.who.CompanyID][rnd.IntN(2)]; len(change.Items) > 0 && rnd.IntN(2) == 0 {
			change.AddressID, e.address = &at, at
		}
		if len(e.meals)+len(change.Items) == 0 {
			continue // cancelled once is enough
		}
		h.changes(e.order, change)
		e.meals = sum(change.Items)
	}
	equal := func(date clock.Date) {
		t.Helper()
		p := h.production(date)
		totals, meals, at := recount(days[date])
		require.True(t, p.Reconciled)
		require.Equal(t, totals, p.Totals)
		last := p.Runs[len(p.Runs)-1]
		require.Equal(t, totals, kitchen.Totals{Meals: last.Meals, People: last.People, Places: last.Places})
		require.Equal(t, meals, cooked(p))
		for _, place := range p.Places {
			require.Equal(t, at[place.ID], place.Meals)
			for _, lunch := range place.People {
				e := days[date][slices.IndexFunc(days[date], func(e *eating) bool { return e.order.deliveries[date] == lunch.Delivery })]
				got := map[string]int{}
				for _, item := range lunch.Items {
					got[item.Meal] += item.Qty
				}
				require.Equal(t, e.meals, got)
				require.Equal(t, e.address, place.ID)
			}
		}
	}
	for _, date := range []clock.Date{tue, wed} {
		h.closes(date)
		equal(date)
	}
	// And after changes of the office, in any order, every list says what orders say, and its changes lead from one to the next.
	for range 10 {
		e := days[wed][rnd.IntN(len(days[wed]))]
		before, _, _ := recount(days[wed])
		taken, id := e.meals, e.order.deliveries[wed]
		if len(taken) == 0 {
			continue
		}
		servertest.Do(t, h.pool, "UPDATE deliveries SET live = false WHERE id = $1", id)
		e.meals = nil
		h.writes()
		equal(wed)
		p := h.production(wed)
		last := p.Runs[len(p.Runs)-1]
		require.Equal(t, before.Meals, last.Meals-last.Added+last.Taken)
		for _, l := range last.Lines {
			require.Equal(t, id, l.Delivery)
			require.Equal(t, [2]int{taken[l.Meal], 0}, [2]int{l.Before, l.After})
		}
		if rnd.IntN(2) == 0 {
			servertest.Do(t, h.pool, "UPDATE deliveries SET live = true WHERE id = $1", id)
			e.meals = taken
			h.writes()
			equal(wed)
		}
	}
	for _, e := range days[wed] {
		if len(e.meals) == 0 && h.status(e.order.id) == "Confirmed" &&
			servertest.One[bool](t, h.pool, "SELECT EXISTS (SELECT FROM order_lines WHERE delivery_id = $1)", e.order.deliveries[wed]) {
			servertest.Do(t, h.pool, "UPDATE deliveries SET live = true WHERE id = $1", e.order.deliveries[wed])
		}
	}
}

func TestTwoServersWriteADateDownOnce(t *testing.T) {
	t.Parallel()
	h := open(t)
	h.buys(h.paidFor(100), 1, tue)
	h.until(tue-1, 0)
	servertest.Together(8, func(int) { assert.NoError(t, h.kitchen.WriteDown(t.Context())) })
	p := h.production(tue)
	require.Len(t, p.Runs, 1)
	require.Equal(t, 1, p.Totals.Meals)
}

func TestADateThatCanStillBeOrderedIsNotWrittenDownByHand(t *testing.T) {
	t.Parallel()
	h := open(t)
	h.buys(h.paidFor(100), 1, tue)
	_, err := h.kitchen.HandleWrite(t.Context(), web.Caller{}, kitchen.OnDate(tue))
	require.ErrorIs(t, err, kitchen.ErrStillOpen)
	h.until(tue-1, 0)
	p, err := h.kitchen.HandleWrite(t.Context(), web.Caller{}, kitchen.OnDate(tue))
	require.NoError(t, err)
	require.Len(t, p.Data.Runs, 1)
}
