package kitchen_test

import (
	"testing"

	"github.com/oklog/ulid/v2"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/kitchen"
	"sahn/server/menu/published"
)

// What the kitchen's requests cost, however many marks they bring and however many lunches a date has: statements and round trips, begin
// and commit among them. -v prints it.
func TestTheKitchensRequestsCostTheseStatementsAndRoundTripsHoweverManyMarksTheyBring(t *testing.T) {
	t.Parallel()
	h := open(t)
	wire := &servertest.Wire{}
	pool := wire.Pool(t, h.pool)
	t.Cleanup(pool.Close)
	counted := *h.kitchen
	counted.Conn, counted.Menus = pool, published.NewStore()
	half, lunches := h.paidFor(40), []bought{}
	for range 24 {
		lunches = append(lunches, h.buys(half, 2, tue))
	}
	next := func(kind string, n int) (facts []kitchen.Fact) {
		for _, b := range lunches[:n] {
			f := kitchen.Fact{ID: ulid.Make().String(), Kind: kind, Delivery: b.deliveries[tue], At: h.clock.Now()}
			if kind == "missing" {
				f.Meal, f.Qty = servertest.Meal(tue, 0), 1
			}
			facts = append(facts, f)
		}
		lunches = lunches[n:]
		return facts
	}
	marks := func(kind string, n int) func() {
		facts := next(kind, n)
		return func() {
			done, err := counted.HandleHandovers(t.Context(), h.cook, kitchen.Handovers{Facts: facts})
			require.NoError(t, err)
			for _, d := range done.Data {
				require.Equal(t, "done", d.Code)
			}
		}
	}
	reads := func() { _, err := kitchen.ProductionOf(t.Context(), &counted, tue); require.NoError(t, err) }
	labels := func() {
		_, err := counted.HandlePaper(t.Context(), h.cook, kitchen.PaperOf(tue, "labels", ""))
		require.NoError(t, err)
	}
	h.until(tue-1, 0)
	is := map[string][]int{}
	for _, c := range []struct {
		kind string
		do   func()
	}{
		{"", func() { reads(); require.NoError(t, kitchen.WriteOn(t.Context(), &counted, mon)) }}, // the server learns the menu
		{"a date is written down", func() { require.NoError(t, kitchen.WriteOn(t.Context(), &counted, tue)) }},
		{"a date is looked at again", func() { require.NoError(t, kitchen.WriteOn(t.Context(), &counted, tue)) }},
		{"a date is read", reads},
		{"", labels},
		{"labels are printed", labels},
		{"", func() { h.until(tue, 12); marks("missing", 1)(); marks("delivered", 1)() }}, // the connection learns the statements
		{"one lunch is handed over", marks("delivered", 1)},
		{"ten lunches are handed over", marks("delivered", 10)},
		{"a meal is missing", marks("missing", 1)},
		{"ten meals are missing", marks("missing", 10)},
	} {
		statements, trips := wire.Asked()
		c.do()
		after, now := wire.Asked()
		is[c.kind] = []int{after - statements, now - trips}
	}
	delete(is, "")
	t.Log(is)
	require.Equal(t, map[string][]int{"a date is read": {9, 2}, "a date is written down": {12, 2}, "a date is looked at again": {9, 2},
		"labels are printed": {10, 3}, "one lunch is handed over": {12, 2}, "ten lunches are handed over": {12, 2},
		"a meal is missing": {20, 3}, "ten meals are missing": {20, 3}}, is)
}
