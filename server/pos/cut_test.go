package pos_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
	"sahn/server/pos"
)

func (s *till) undoes(sold fields) fields {
	return s.fact("void/1", fields{"o": sold["id"], "m": "wrong dish"})
}

func TestASaleHasTheDaysShareThatAVoidBeforeItInTheBatchGaveBack(t *testing.T) {
	t.Parallel()
	for name, together := range map[string]int{"the first sale came before": 1, "all of it comes at once": 0} {
		p := settle(t, shares)
		s := p.till()
		mariam := servertest.Eater(t, p.pool, p.company)
		first, second := s.onAccount(mariam, 1500, 1500, nil), s.onAccount(mariam, 1500, 1500, nil)
		facts := []any{first, s.undoes(first), second}
		s.says(facts[:together]...)
		got := s.says(facts[together:]...)
		require.Equal(t, money.Fils(1500), detail(t, got[len(got)-1]).Share, name)
		require.Equal(t, []money.Fils{-1500, 0}, []money.Fils{p.balance("company"), p.balance("receivable")}, name)
		servertest.Sound(t, p.pool)
	}
}

// A wallet is never below zero, not even between a sale and the void before it that arrives in the same batch.
func TestAWalletThatPaysWithWhatAVoidGaveBackIsNeverBelowZero(t *testing.T) {
	t.Parallel()
	for name, together := range map[string]int{"the first sale came before": 1, "all of it comes at once": 0} {
		p := settle(t, nil)
		s := p.till()
		mariam := servertest.Eater(t, p.pool, p.company)
		servertest.Credit(t, p.pool, mariam, 2000)
		first, second, third := s.onAccount(mariam, 2000, 2000, nil), s.onAccount(mariam, 2000, 2000, nil), s.onAccount(mariam, 2000, 2000, nil)
		facts := []any{first, s.undoes(first), second, s.undoes(second), third}
		s.says(facts[:together]...)
		got := s.says(facts[together:]...)
		require.Equal(t, money.Fils(2000), detail(t, got[len(got)-1]).Wallet, name)
		require.Equal(t, []money.Fils{0, 0, 2000}, []money.Fils{p.balance("wallet"), p.balance("receivable"), p.balance("sales")}, name)
		servertest.Sound(t, p.pool)
	}
}

// step is what happens at a till: somebody buys, or an earlier or later step is undone or said once more.
type step struct {
	kind             string
	buyer, of        int
	charged, account money.Fils
	daysAgo          int
}

func someSteps(random *rand.Rand) []step {
	steps, sales := make([]step, 10), []int{}
	for i := range steps {
		charged := money.Fils(500 * (1 + random.IntN(6)))
		steps[i] = step{"sale", random.IntN(3) / 2, random.IntN(len(steps)), charged, []money.Fils{charged, charged, charged / 2}[random.IntN(3)],
			random.IntN(4) / 3}
		if i > 0 {
			steps[i].kind = []string{"sale", "sale", "sale", "void", "void", "void", "again"}[random.IntN(7)]
		}
		switch {
		case steps[i].kind == "sale":
			sales = append(sales, i)
		case random.IntN(6) > 0:
			steps[i].of = sales[random.IntN(len(sales))]
		}
	}
	return steps
}

// play lets the same things happen once more, to people of their own, cut into requests, and tells all that came of it.
func (s *till) play(steps []step, cuts ...int) string {
	s.t.Helper()
	before, buyers := s.last, []web.Caller{servertest.Eater(s.t, s.pool, s.company), servertest.Eater(s.t, s.pool, s.company)}
	for n, b := range buyers {
		servertest.Credit(s.t, s.pool, b, money.Fils(1000+2000*n))
	}
	facts, made := make([]any, len(steps)), make([]fields, len(steps))
	for i, do := range steps {
		if do.kind == "sale" {
			made[i] = s.onAccount(buyers[do.buyer], do.charged, do.account, nil)
			if do.daysAgo > 0 { // it happened yesterday, by a clock that nobody had set right
				made[i]["at"], made[i]["off"] = s.clock.Now().Add(-24*time.Hour).UnixMilli(), nil
			}
		}
	}
	for i, do := range steps {
		switch facts[i] = made[i]; {
		case do.kind == "void" && made[do.of] != nil:
			facts[i] = s.undoes(made[do.of])
		case do.kind == "again" && made[do.of] != nil:
			facts[i] = made[do.of]
		case do.kind != "sale":
			facts[i] = s.fact("void/1", fields{"o": s.who.TillID, "m": "nobody knows that sale"})
		}
	}
	var answers []pos.Result
	from := 0
	for _, cut := range append(cuts, len(facts)) {
		answers = append(answers, s.says(facts[from:cut]...)...)
		from = cut
	}
	outcome := fmt.Sprintln(short(answers...))
	for _, ask := range []string{
		"SELECT json_agg(json_build_array(receipt - $2, day, company_share, wallet_amount, owed_amount, voided_at IS NOT NULL, flags) ORDER BY " +
			"receipt)::text FROM counter_sales WHERE till_id = $1 AND receipt > $2",
		"SELECT coalesce(json_agg(json_build_array(receipt - $2, amount, state) ORDER BY receipt), '[]')::text FROM counter_shares h JOIN " +
			"counter_sales s ON s.id = h.sale_id WHERE till_id = $1 AND receipt > $2",
	} {
		outcome += servertest.One[string](s.t, s.pool, ask, s.who.TillID, before) + "\n"
	}
	for _, b := range buyers {
		outcome += servertest.One[string](s.t, s.pool, `SELECT (SELECT coalesce(json_agg(json_build_array(kind, amount) ORDER BY kind), '[]') FROM
			(SELECT a.kind, sum(e.amount) AS amount FROM entries e JOIN accounts a ON a.id = e.account_id WHERE a.profile_id = $1
			GROUP BY 1) x)::text
			|| (SELECT coalesce(json_agg(json_build_array(period_start, granted) ORDER BY period_start), '[]') FROM share_periods
			WHERE profile_id = $1)::text`, b.ProfileID) + "\n"
	}
	return outcome
}

func TestWhatComesOfFactsDoesNotDependOnWhereTheirBatchIsCut(t *testing.T) {
	t.Parallel()
	for name, terms := range map[string]func(c *sample.Company){
		"one amount a day":       shares,
		"a part, with a cap":     func(c *sample.Company) { shares(c); c.ShareType, c.ShareValue = "Percentage", 50 },
		"nothing but the wallet": nil,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := settle(t, terms)
			p.clock.Move(24 * time.Hour)
			s := p.till()
			for seed := range uint64(servertest.Amount(1, 3)) {
				steps := someSteps(rand.New(rand.NewPCG(seed, 11)))
				expected := s.play(steps, 1, 2, 3, 4, 5, 6, 7, 8, 9)
				for cut := range len(steps) {
					require.Equal(t, expected, s.play(steps, cut), "seed %d, cut at %d: %+v", seed, cut, steps)
				}
			}
			servertest.Sound(t, p.pool)
		})
	}
}
