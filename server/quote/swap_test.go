package quote_test

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"sahn/server/menu"
	"sahn/server/platform/clock"
	"sahn/server/platform/money"
	"sahn/server/quote"
	"sahn/server/week"
)

// swapped is one order of which meals were withdrawn: on Monday the harees, unless it says otherwise. Prices: harees 3530, dal 4200,
// kofta 4755, mandi 4705, salad 4704, soup 1000.
type swapped struct {
	terms                     quote.Terms
	had, chosen               string // on Monday: "2 harees, 1 dal"
	hadTuesday, chosenTuesday string
	share                     money.Fils // of the company on Monday, where it is not what the terms say
	granted                   money.Fils // to other orders
	portions                  map[string]int
	withdrawn                 map[clock.Date]quote.Withdrawals
	late                      bool // the cut-off of the first day is over
}

func (c swapped) input(full menu.Week) quote.AmendInput {
	if c.withdrawn == nil {
		c.withdrawn = instead("")
	}
	offer := full
	offer.Days = slices.Clone(offer.Days)
	for i, d := range offer.Days {
		offer.Days[i].Meals = slices.DeleteFunc(slices.Clone(d.Meals), func(m string) bool { _, is := c.withdrawn[d.Date][m]; return is })
	}
	early := time.Date(2026, time.November, 20, 8, 0, 0, 0, time.UTC)
	in := quote.AmendInput{Order: "o", Version: 3, Terms: c.terms, Withdrawn: c.withdrawn, Menu: map[clock.Date]*menu.Week{monday: &offer},
		PaidByCard: 100_000, Granted: map[clock.Date]money.Fils{}, Portions: map[clock.Date]map[string]int{monday: c.portions}, Now: early}
	if c.late {
		in.Now = week.Cutoff(monday)
	}
	was := quote.Input{Terms: c.terms, Menu: map[clock.Date]*menu.Week{monday: &full}, Now: early,
		Days: []quote.Day{{Date: monday, Items: listed(c.had)}, {Date: tuesday, Items: listed(c.hadTuesday)}}}
	for _, priced := range quote.Price(was).Days {
		d := quote.OrderedDay{Date: priced.Date, Cutoff: priced.Cutoff, AddressID: "here", Items: priced.Items, CompanyShare: priced.CompanyShare,
			VATRate: priced.VATRate}
		if c.share != 0 && d.Date == monday {
			d.CompanyShare = c.share
		}
		in.Granted[week.PeriodStart(c.terms.ShareDuration, d.Date)] += d.CompanyShare
		in.Ordered = append(in.Ordered, d)
	}
	in.Granted[week.PeriodStart(c.terms.ShareDuration, monday)] += c.granted
	in.Days = append(in.Days, quote.AmendDay{Date: monday, Items: listed(c.chosen)})
	if c.chosenTuesday != "" {
		in.Days = append(in.Days, quote.AmendDay{Date: tuesday, Items: listed(c.chosenTuesday)})
	}
	return in
}

// plates reads "2 harees, 1 dal".
func plates(text string) map[string]int {
	m := map[string]int{}
	for qty, meal := "", ""; text != ""; {
		qty, text, _ = strings.Cut(text, " ")
		meal, text, _ = strings.Cut(text, ", ")
		m[meal], _ = strconv.Atoi(qty)
	}
	return m
}

func listed(text string) (list []quote.Item) {
	items := plates(text)
	for _, id := range slices.Sorted(maps.Keys(items)) {
		list = append(list, quote.Item{Meal: id, Qty: items[id]})
	}
	return list
}

// describe tells what a day would hold: "2 kofta at 3530/3530 for harees".
func describe(d *quote.DayState) string {
	if d == nil {
		return "nothing"
	}
	all := []string{}
	for _, l := range d.Items {
		s := fmt.Sprintf("%d %s at %d/%d", l.Qty, l.Meal, l.Price, l.Discounted)
		if l.InsteadOf != "" {
			s += " for " + l.InsteadOf
		}
		all = append(all, s)
	}
	return strings.Join(all, ", ")
}

var (
	tuesday = monday + 1
	pay20   = quote.Terms{DiscountType: "Percentage", DiscountAmount: 20}
	flat5   = quote.Terms{DiscountType: "Flat", DiscountAmount: 500}
	half    = quote.Terms{ShareType: "Percentage", ShareValue: 50, ShareDuration: "Daily"}
	both    = map[clock.Date]quote.Withdrawals{monday: {"harees": "", "dal": ""}}
)

// instead is another meal for Monday's harees, or none.
func instead(m string) map[clock.Date]quote.Withdrawals {
	return map[clock.Date]quote.Withdrawals{monday: {"harees": m}}
}

// flat30 is a share of 3000 a day with a cap of a week.
func flat30(limit money.Fils) quote.Terms {
	return quote.Terms{ShareType: "Flat", ShareValue: 3000, ShareCap: &limit, ShareDuration: "Weekly"}
}

func TestWhatComesInForAWithdrawnMealCostsNoMoreThanItDid(t *testing.T) {
	t.Parallel()
	full := *read(t).Menus["2026-11-30"]
	for name, c := range map[string]struct {
		swapped
		monday     string
		difference money.Fils
		share      money.Fils // of Monday afterwards
		issue      string
	}{
		"a dearer one costs what it did": {
			swapped{had: "1 harees", chosen: "1 kofta"}, "1 kofta at 3530/3530 for harees", 0, 0, ""},
		"a cheaper one gives the difference back":          {swapped{had: "1 harees", chosen: "1 soup"}, "1 soup at 1000/1000", -2530, 0, ""},
		"of another meal that stays on the menu it is not": {swapped{had: "1 dal", chosen: "1 kofta"}, "1 kofta at 4755/4755", 555, 0, ""},
		"with a percentage both prices are as agreed": {
			swapped{terms: pay20, had: "1 harees", chosen: "1 kofta"}, "1 kofta at 3530/2820 for harees", 0, 0, ""},
		"with a flat discount too": {
			swapped{terms: flat5, had: "1 harees", chosen: "1 kofta"}, "1 kofta at 3530/3030 for harees", 0, 0, ""},
		"a cheaper one with a percentage": {swapped{terms: pay20, had: "1 harees", chosen: "1 soup"}, "1 soup at 1000/800", -2020, 0, ""},
		"as many are free as there were":  {swapped{had: "2 harees", chosen: "2 kofta"}, "2 kofta at 3530/3530 for harees", 0, 0, ""},
		"one more than there were is not free": {
			swapped{had: "1 harees", chosen: "2 kofta"}, "1 kofta at 4755/4755, 1 kofta at 3530/3530 for harees", 4755, 0, ""},
		"nor is a whole party": {swapped{had: "1 harees", chosen: "20 kofta, 20 mandi"},
			"19 kofta at 4755/4755, 1 kofta at 3530/3530 for harees, 20 mandi at 4705/4705", 19*4755 + 20*4705, 0, ""},
		"who keeps it and adds one pays for that": {
			swapped{had: "1 harees", chosen: "1 harees, 1 kofta"}, "1 harees at 3530/3530, 1 kofta at 4755/4755", 4755, 0, ""},
		"who swaps a part keeps the rest": {
			swapped{had: "3 harees", chosen: "1 harees, 2 kofta"}, "1 harees at 3530/3530, 2 kofta at 3530/3530 for harees", 0, 0, ""},
		"two others come in for two": {
			swapped{had: "2 harees", chosen: "1 kofta, 1 soup"}, "1 kofta at 3530/3530 for harees, 1 soup at 1000/1000", -2530, 0, ""},
		"the dearest of them is the one that is free": {
			swapped{had: "1 harees", chosen: "1 dal, 1 kofta"}, "1 dal at 4200/4200, 1 kofta at 3530/3530 for harees", 4200, 0, ""},
		"what the day held already keeps its price": {
			swapped{had: "1 harees, 1 kofta", chosen: "2 kofta"}, "1 kofta at 4755/4755, 1 kofta at 3530/3530 for harees", 0, 0, ""},
		"no more of it can be had": {swapped{had: "1 harees", chosen: "2 harees"}, "", 0, 0, "withdrawn 2026-11-30 harees 2>1"},
		"a free one must be there": {
			swapped{had: "2 harees", chosen: "2 kofta", portions: plates("1 kofta")}, "", 0, 0, "sold_out 2026-11-30 kofta 2>1"},
		"cancelling gives all of it back": {swapped{had: "2 harees"}, "nothing", -7060, 0, ""},
		"of two withdrawn ones each frees one": {swapped{had: "1 harees, 1 dal", withdrawn: both, chosen: "1 kofta, 1 mandi"},
			"1 kofta at 3530/3530 for harees, 1 mandi at 4200/4200 for dal", 0, 0, ""},
		"two of the same for two withdrawn ones": {swapped{had: "1 harees, 1 dal", withdrawn: both, chosen: "2 kofta"},
			"1 kofta at 4200/4200 for dal, 1 kofta at 3530/3530 for harees", 0, 0, ""},
		"of two withdrawn ones one stays": {swapped{had: "1 harees, 1 dal", withdrawn: both, chosen: "1 dal, 1 kofta"},
			"1 dal at 4200/4200, 1 kofta at 3530/3530 for harees", 0, 0, ""},
		"the one that would come anyhow": {
			swapped{had: "1 harees", withdrawn: instead("kofta"), chosen: "1 kofta"}, "1 kofta at 3530/3530 for harees", 0, 0, ""},
		"it is free on its own day alone": {swapped{hadTuesday: "1 harees", chosenTuesday: "1 kofta"}, "", 1225, 0, ""},
		"a percentage of the company follows the price": {
			swapped{terms: half, had: "1 harees", chosen: "1 soup"}, "1 soup at 1000/1000", -1265, 500, ""},
		"and its cap stays where it was": {swapped{terms: flat30(3500), had: "1 harees", share: 3000, granted: 500, chosen: "1 kofta"},
			"1 kofta at 3530/3530 for harees", 0, 3000, ""},
		"a share that was cut by the cap is cut again": {
			swapped{terms: flat30(3000), had: "1 harees", share: 1000, granted: 2000, chosen: "1 soup"}, "1 soup at 1000/1000", -2530, 1000, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			q := quote.Amend(c.input(full))
			if c.issue != "" {
				require.Len(t, q.Issues, 1)
				require.Equal(t, c.issue, said(q.Issues[0]))
				return
			}
			require.Empty(t, q.Issues)
			if c.monday != "" {
				require.Len(t, q.Days, 1)
				require.Equal(t, c.monday, describe(q.Days[0].After))
			}
			require.Equal(t, c.difference, q.Difference)
			if after := q.Days[0].After; after != nil {
				require.Equal(t, c.share, after.CompanyShare)
			}
		})
	}
}

func TestWhatNobodySwappedIsReplacedOrPaidBack(t *testing.T) {
	t.Parallel()
	full := *read(t).Menus["2026-11-30"]
	for name, c := range map[string]struct {
		swapped
		monday     string
		difference money.Fils
	}{
		"a dearer one comes at its price":         {swapped{had: "2 harees", withdrawn: instead("kofta")}, "2 kofta at 3530/3530 for harees", 0},
		"a cheaper one gives the difference back": {swapped{had: "2 harees", withdrawn: instead("soup")}, "2 soup at 1000/1000", -5060},
		"one that the day holds already comes beside it": {
			swapped{had: "1 harees, 1 kofta", withdrawn: instead("kofta")}, "1 kofta at 4755/4755, 1 kofta at 3530/3530 for harees", 0},
		"without one it is taken out":              {swapped{had: "2 harees, 1 dal"}, "1 dal at 4200/4200", -7060},
		"a day without anything else is cancelled": {swapped{had: "2 harees"}, "nothing", -7060},
		"also below the minimum of meals": {
			swapped{terms: quote.Terms{MinimumMealCount: 2}, had: "1 harees, 1 dal"}, "1 dal at 4200/4200", -3530},
		"when there are too few of it nothing comes": {
			swapped{had: "2 harees, 1 dal", withdrawn: instead("kofta"), portions: plates("1 kofta")}, "1 dal at 4200/4200", -7060},
		"when it is not offered nothing comes": {
			swapped{had: "1 harees, 1 dal", withdrawn: instead("nothing-like-it")}, "1 dal at 4200/4200", -3530},
		"two at once": {swapped{had: "1 harees, 2 dal, 1 soup",
			withdrawn: map[clock.Date]quote.Withdrawals{monday: {"harees": "", "dal": "kofta"}}},
			"1 soup at 1000/1000, 1 kofta at 4200/4200 for dal, 1 kofta at 3530/3530 for harees", 0 - 4200},
		"the company pays its percentage of what comes": {
			swapped{terms: half, had: "1 harees", withdrawn: instead("soup")}, "1 soup at 1000/1000", -1265},
		"what others were granted at a higher cap since is not asked back": {
			swapped{terms: flat30(6000), had: "1 harees, 1 dal", hadTuesday: "1 harees", granted: 6000}, "1 dal at 4200/4200", -3530},
		"and gets back what it paid for nothing": {swapped{terms: half, had: "1 harees"}, "nothing", -1765},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Empty(t, quote.TakeOut(c.input(full)).Days, "before the cut-off the line stands")
			c.late = true
			q := quote.TakeOut(c.input(full))
			require.Empty(t, q.Issues)
			require.Len(t, q.Days, 1)
			require.Equal(t, c.monday, describe(q.Days[0].After))
			require.Equal(t, c.difference, q.Difference)
			require.Equal(t, []money.Fils{0, 0, 0, -c.difference}, []money.Fils{q.Payable, q.Wallet, q.RefundCard, q.RefundWallet})
		})
	}
}

// Whatever is withdrawn, chosen and agreed: a swap costs as little as any way of pairing meals allows, nothing is ever asked for what
// the operator takes out, and what it takes out is gone.
func TestSwapsAreAsCheapAsTheyCanBeAndTakingOutNeverCosts(t *testing.T) {
	t.Parallel()
	full := *read(t).Menus["2026-11-30"]
	rapid.Check(t, func(t *rapid.T) {
		all := []string{"harees", "dal", "kofta", "mandi", "salad", "soup"}
		some := func(label string) string {
			var plates []string
			for _, id := range all {
				if n := rapid.IntRange(-2, 3).Draw(t, label+id); n > 0 {
					plates = append(plates, fmt.Sprint(n, " ", id))
				}
			}
			return cmp.Or(strings.Join(plates, ", "), "1 dal")
		}
		c := swapped{had: some("ordered"), hadTuesday: some("ordered"), chosen: some("chosen"), withdrawn: map[clock.Date]quote.Withdrawals{}}
		c.terms = quote.Terms{DiscountType: rapid.SampledFrom([]string{"Percentage", "Flat", ""}).Draw(t, "kind"),
			DiscountAmount: rapid.Int64Range(0, 90).Draw(t, "off"),
			ShareType:      rapid.SampledFrom([]string{"Percentage", "Flat"}).Draw(t, "share kind"),
			ShareValue:     rapid.Int64Range(0, 100).Draw(t, "share"), ShareDuration: "Weekly"}
		if rapid.Bool().Draw(t, "capped") {
			c.terms.ShareCap = new(money.Fils(rapid.IntRange(0, 5000).Draw(t, "cap")))
		}
		for _, d := range []clock.Date{monday, tuesday} {
			c.withdrawn[d] = quote.Withdrawals{}
			for _, id := range all {
				if rapid.IntRange(0, 2).Draw(t, "withdrawn "+id) == 0 {
					c.withdrawn[d][id] = rapid.SampledFrom([]string{"", "water", "feast"}).Draw(t, "instead")
				}
			}
		}
		c.granted = money.Fils(rapid.IntRange(0, 12_000).Draw(t, "granted to others, perhaps at another cap"))
		in := c.input(full)
		if q := quote.Amend(in); len(q.Issues) == 0 {
			for _, d := range q.Days {
				if d.Date == monday && d.After != nil {
					require.Equal(t,
						cheapest(in, in.Ordered[slices.IndexFunc(in.Ordered, func(s quote.OrderedDay) bool { return s.Date == monday })], c), d.After.Net)
				}
			}
		}
		c.late = true
		q := quote.TakeOut(c.input(full))
		require.LessOrEqual(t, q.Difference, money.Fils(0))
		require.Zero(t, q.Payable+q.Wallet+q.RefundCard)
		for _, d := range q.Days {
			if d.Date == monday && d.After != nil {
				for _, l := range d.After.Items {
					require.NotContains(t, c.withdrawn[monday], l.Meal)
				}
			}
		}
	})
}

// cheapest is the least that a day can cost by any pairing of what comes in with what was withdrawn and leaves, each counted by itself.
func cheapest(in quote.AmendInput, s quote.OrderedDay, c swapped) money.Fils {
	price := func(meal string) money.Fils {
		for _, l := range s.Items {
			if l.Meal == meal {
				return l.Discounted
			}
		}
		one := quote.Price(
			quote.Input{Days: []quote.Day{{Date: monday, Items: []quote.Item{{Meal: meal, Qty: 1}}}}, Terms: c.terms, Menu: in.Menu, Now: in.Now})
		return one.Days[0].Items[0].Discounted
	}
	var sum money.Fils
	var coming, freed []money.Fils
	had, chosen := plates(c.had), plates(c.chosen)
	for meal, n := range chosen {
		stay := min(n, had[meal])
		sum += money.Fils(stay) * price(meal)
		for range n - stay {
			coming = append(coming, price(meal))
		}
	}
	for meal, n := range had {
		if _, is := c.withdrawn[monday][meal]; is {
			for range n - min(n, chosen[meal]) {
				freed = append(freed, price(meal))
			}
		}
	}
	return sum + pairing(coming, freed)
}

// pairing tries every way, remembering what it has seen.
func pairing(coming, freed []money.Fils) money.Fils {
	slices.Sort(coming)
	slices.Sort(freed)
	seen := map[string]money.Fils{}
	var try func(coming, freed []money.Fils) money.Fils
	try = func(coming, freed []money.Fils) money.Fils {
		if len(coming) == 0 {
			return 0
		}
		key := fmt.Sprint(coming, freed)
		if best, ok := seen[key]; ok {
			return best
		}
		best := coming[0] + try(coming[1:], freed)
		for i := range freed {
			if i > 0 && freed[i] == freed[i-1] {
				continue
			}
			best = min(best, min(coming[0], freed[i])+try(coming[1:], slices.Delete(slices.Clone(freed), i, i+1)))
		}
		seen[key] = best
		return best
	}
	return try(coming, freed)
}
