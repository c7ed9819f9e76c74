package pos_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/pos"
)

// One batch arrives at several servers on several connections at once; it is booked once and all get the same answer.
func TestOneBatchOnManyConnectionsAtOnceIsBookedOnceWithOneAnswer(t *testing.T) {
	t.Parallel()
	p, s := counter(t, nil)
	servers := []*pos.Pos{p.pos, p.server(servertest.Another(t, p.pool)), p.server(servertest.Another(t, p.pool))}
	for round := range 5 {
		var facts []any
		for range 20 {
			facts = append(facts, s.sells(nil))
		}
		facts = append(facts, facts[0], s.sells(fields{"n": s.last}), s.sells(fields{"id": "x"}))
		answers := make([]string, 6)
		servertest.Together(6, func(i int) { answers[i] = fmt.Sprint(short(s.saysTo(servers[i%3], facts...)...)) })
		for _, a := range answers {
			require.Equal(t, answers[0], a)
		}
		require.Equal(t, 20*(round+1), p.count("counter_sales"))
		require.Equal(t, 2*(round+1), p.count("till_quarantine"))
	}
}

// A tablet's storage was copied to a second tablet, and both send the sales that the first had not sent: each sale is booked once.
func TestACopiedTabletSaysWhatTheOtherSaysAndItIsBookedOnce(t *testing.T) {
	t.Parallel()
	p := settle(t, nil)
	for range 8 {
		s, twin := p.till(), p.till()
		facts := []any{s.sells(nil), s.sells(nil), s.sells(nil)}
		answers := make([]string, 2)
		servertest.Together(2, func(i int) { answers[i] = fmt.Sprint(short([]*till{s, twin}[i].says(facts...)...)) })
		require.Equal(t, answers[0], answers[1])
		require.Equal(t, "[0 late_shift 0 late_shift 0 late_shift]", answers[0])
		require.Equal(t, 3, p.count("counter_sales WHERE till_id IN ($1, $2)", s.who.TillID, twin.who.TillID))
	}
	require.Zero(t, p.count("till_quarantine")+p.count("till_strikes"))
}

// The other till commits the same fact after this batch has looked for it and before this batch writes it.
func TestAFactThatAnotherTillBooksInBetweenGetsThatAnswer(t *testing.T) {
	t.Parallel()
	p := settle(t, nil)
	s, twin := p.till(), p.till()
	facts := []any{s.sells(nil), s.sells(nil)}
	writes := 0
	conn := &servertest.Conn{Pool: p.pool, Rewrite: func(sql string) string {
		if strings.Contains(sql, "name: FactsInsert") {
			if writes++; writes <= 2 { // together, and then the first one alone
				twin.says(facts[2-writes])
			}
		}
		return sql
	}}
	require.Equal(t, []string{"0 late_shift", "0 late_shift"}, short(s.saysTo(p.server(conn), facts...)...))
	require.GreaterOrEqual(t, writes, 2)
	require.Equal(t, 2, p.count("counter_sales"))
	require.Zero(t, p.count("till_strikes"))
}
