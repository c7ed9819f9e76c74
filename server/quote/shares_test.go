package quote_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"sahn/server/platform/clock"
	"sahn/server/platform/money"
	"sahn/server/quote"
)

var write = flag.Bool("write", false, "write the file of random rules anew")

// rules are what a company decides itself, as the file of cases writes it.
type rules struct {
	ShareType     string      `json:"share_type"`
	ShareValue    int64       `json:"share_value"`
	ShareCap      *money.Fils `json:"share_cap"`
	ShareDuration string      `json:"share_duration"`
}

type sharesCase struct {
	Rules   rules         `json:"rules"`
	Lunches []quote.Lunch `json:"lunches"`
	Shares  []money.Fils  `json:"shares"`
	Capped  bool          `json:"capped"`
}

func (r rules) terms() quote.Terms {
	return quote.Terms{ShareType: r.ShareType, ShareValue: r.ShareValue, ShareCap: r.ShareCap, ShareDuration: r.ShareDuration}
}

// randomRules are the same on every run: the device's tests compute the shares of the file that this test has written.
func randomRules() (all []sharesCase) {
	dice := rand.New(rand.NewPCG(7, 1))
	for range 400 {
		c := sharesCase{
			Rules: rules{ShareType: "Flat", ShareValue: dice.Int64N(6000), ShareDuration: []string{"Daily", "Weekly", "Monthly"}[dice.IntN(3)]},
		}
		if dice.IntN(2) == 0 {
			c.Rules.ShareType, c.Rules.ShareValue = "Percentage", dice.Int64N(101)
		}
		if dice.IntN(4) > 0 {
			c.Rules.ShareCap = new(money.Fils(dice.Int64N(40_000)))
		}
		date := clock.NewDate(2026, 12, 1) + clock.Date(dice.IntN(31))
		for range 1 + dice.IntN(12) {
			c.Lunches = append(c.Lunches, quote.Lunch{Date: date, Net: money.Fils(dice.Int64N(9_000))})
			date += clock.Date(1 + dice.IntN(4))
		}
		c.Shares, c.Capped = c.Rules.terms().Shares(c.Lunches)
		all = append(all, c)
	}
	return all
}

func TestTheServerAndTheDeviceAgreeOnWhatRandomRulesPay(t *testing.T) {
	t.Parallel()
	const file = "testdata/shares.json"
	lines := [][]byte{}
	for _, c := range randomRules() {
		line, err := json.Marshal(c)
		require.NoError(t, err)
		lines = append(lines, line)
	}
	want := append(append([]byte("["), bytes.Join(lines, []byte(",\n"))...), "]\n"...)
	if *write {
		require.NoError(t, os.WriteFile(file, want, 0o644))
	}
	got, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, string(want), string(got), "go test ./server/quote -run RandomRules -write")
}

// A what-if simulation computes the same share for a new order as the order's own quote.
func TestLunchesOneAfterTheOtherShareLikeTheDaysOfAQuote(t *testing.T) {
	t.Parallel()
	all := read(t)
	compared := 0
	for _, c := range all.Cases {
		if len(c.In.Live.ShareUsed) > 0 {
			continue
		}
		q := all.price(c.In)
		var lunches []quote.Lunch
		for _, d := range q.Days {
			lunches = append(lunches, quote.Lunch{Date: d.Date, Net: d.Net})
		}
		shares, _ := c.In.Terms.Shares(lunches)
		for i, d := range q.Days {
			require.Equal(t, d.CompanyShare, shares[i], c.Name)
			compared++
		}
	}
	require.Greater(t, compared, 300)
}

func TestNoPeriodPaysMoreThanItsCapAndNoDayMoreThanItCosts(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		most := money.Fils(rapid.Int64Range(0, 20_000).Draw(t, "cap"))
		r := rules{rapid.SampledFrom([]string{"Flat", "Percentage"}).Draw(t, "type"), rapid.Int64Range(0, 100).Draw(t, "value"), &most, "Weekly"}
		if r.ShareType == "Flat" {
			r.ShareValue *= 50
		}
		var lunches []quote.Lunch
		for range rapid.IntRange(1, 20).Draw(t, "lunches") {
			lunches = append(lunches, quote.Lunch{Date: clock.NewDate(2026, 11, 23) + clock.Date(rapid.IntRange(0, 20).Draw(t, "day")),
				Net: money.Fils(rapid.Int64Range(0, 9_000).Draw(t, "net")), Counter: rapid.Bool().Draw(t, "counter")})
		}
		shares, capped := r.terms().Shares(lunches)
		of, full := map[clock.Date]money.Fils{}, false
		for i, l := range lunches {
			require.LessOrEqual(t, shares[i], l.Net)
			require.GreaterOrEqual(t, shares[i], money.Fils(0))
			of[l.Date.Monday()] += shares[i]
			full = full || of[l.Date.Monday()] == most
		}
		for _, sum := range of {
			require.LessOrEqual(t, sum, most)
		}
		require.Equal(t, full, capped)
	})
}
