package pos_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/pos"
)

// Fifty sales cost as many statements as one, and as many round trips: what is known of them, what they change (nothing when all is paid
// for at once), the results. -v prints it.
func TestATillsBatchCostsTheseStatementsAndRoundTripsHoweverManySalesItHas(t *testing.T) {
	t.Parallel()
	p, s := counter(t, shares)
	wire := &servertest.Wire{}
	pool := wire.Pool(t, p.pool)
	t.Cleanup(pool.Close)
	server := p.server(pool)
	cash := func(n int) (facts []any) {
		for range n {
			facts = append(facts, s.sells(nil))
		}
		return facts
	}
	charged := func(n int) (facts []any) {
		for range n {
			facts = append(facts, s.onAccount(p.eater(100_00), reduced(p.company, price(0)), reduced(p.company, price(0)), nil))
		}
		return facts
	}
	undone := func(n int) (facts []any) {
		sold := charged(n)
		s.says(sold...)
		for _, f := range sold {
			facts = append(facts, s.undoes(f.(fields)))
		}
		return facts
	}
	is := map[string][]int{}
	for kind, c := range map[string]struct {
		facts func(n int) []any
		n     int
	}{"a sale for cash": {cash, 1}, "fifty sales for cash": {cash, 50}, "a sale on account": {charged, 1},
		"ten sales on account": {charged, 10}, "ten voids of sales on account": {undone, 10}} {
		for range 2 { // the connection learns the statements, and the server the menu
			s.saysTo(server, c.facts(1)...)
		}
		facts := c.facts(c.n)
		statements, trips := wire.Asked()
		for _, r := range s.saysTo(server, facts...) {
			require.Equal(t, pos.Booked, r.Code, "%s: %s", kind, r.Detail)
		}
		after, now := wire.Asked()
		is[kind] = []int{after - statements, now - trips}
	}
	t.Log(is)
	require.Equal(t, map[string][]int{"a sale for cash": {18, 2}, "fifty sales for cash": {18, 2}, "a sale on account": {33, 3},
		"ten sales on account": {33, 3}, "ten voids of sales on account": {25, 3}}, is)
}
