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

// A wallet is never below zero, not even between a sale and the void before it that arrives in the same batch.
func TestASalePaysWithWhatAVoidBeforeItGaveBackWhereverTheBatchIsCut(t *testing.T) {
	t.Parallel()
	whole := price(0)
	for name, c := range map[string]struct {
		terms  func(c *sample.Company)
		wallet money.Fils
		sales  []money.Fils // on account; below zero, the last one of that amount is undone
		paid   []money.Fils // how the last one was paid
	}{
		"with the day's share":          {shares, 0, []money.Fils{1500, -1500, 1500}, []money.Fils{1500, 0, 0}},
		"with the wallet, and again":    {nil, 2000, []money.Fils{2000, -2000, 2000, -2000, 2000}, []money.Fils{0, 2000, 0}},
		"with what a debt left of that": {nil, whole, []money.Fils{whole, 700, -whole, whole}, []money.Fils{0, whole - 700, 700}},
	} {
		p, s := counter(t, c.terms)
		for cut := range c.sales {
			buyer, sold, facts := p.eater(c.wallet), map[money.Fils]fields{}, []any{}
			for _, amount := range c.sales {
				if amount < 0 {
					facts = append(facts, s.undoes(sold[-amount]))
					continue
				}
				sold[amount] = s.onAccount(buyer, amount, amount, nil)
				facts = append(facts, sold[amount])
			}
			s.says(facts[:cut]...)
			got := s.says(facts[cut:]...)
			require.Equal(t, c.paid, paid(got[len(got)-1]), "%s, cut at %d", name, cut)
			require.Equal(t, c.paid[2], p.owed(buyer.ProfileID), "%s, cut at %d", name, cut)
			require.Zero(t, servertest.Spendable(t, p.pool, buyer), "%s, cut at %d", name, cut)
			require.Equal(t, -c.paid[0]*money.Fils(cut+1), p.balance("company"), "%s, cut at %d", name, cut)
		}
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
		})
	}
}
