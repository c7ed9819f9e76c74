package quote_test

import (
	"fmt"
	"maps"
	"slices"
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

// swapped is one order of which meals were withdrawn. Prices: harees 3530, dal 4200, kofta 4755, mandi 4705, salad 4704, soup 1000.
type swapped struct {
	terms     quote.Terms
	standing  map[clock.Date]map[string]int
	share     map[clock.Date]money.Fils
	withdrawn map[clock.Date]quote.Withdrawals
	wish      map[clock.Date]map[string]int
	portions  map[string]int
	granted   money.Fils
	late      bool // the cut-off of the first day is over
}

func (c swapped) input(full menu.Week) quote.AmendInput {
	offer := full
	offer.Days = slices.Clone(offer.Days)
	for i, d := range offer.Days {
		offer.Days[i].Meals = slices.DeleteFunc(slices.Clone(d.Meals), func(m string) bool { _, is := c.withdrawn[d.Date][m]; return is })
	}
	in := quote.AmendInput{Order: "o", Version: 3, Terms: c.terms, Withdrawn: c.withdrawn, Menu: map[clock.Date]*menu.Week{monday: &offer},
		PaidByCard: 100_000, Granted: map[clock.Date]money.Fils{}, Portions: map[clock.Date]map[string]int{monday: c.portions},
		Now: time.Date(2026, time.November, 20, 8, 0, 0, 0, time.UTC)}
	if c.late {
		in.Now = week.Cutoff(monday)
	}
	was := quote.Input{Terms: c.terms, Menu: map[clock.Date]*menu.Week{monday: &full},
		Now: time.Date(2026, time.November, 20, 8, 0, 0, 0, time.UTC)}
	for date, items := range c.standing {
		was.Days = append(was.Days, quote.Day{Date: date, Items: listed(items)})
	}
	for _, priced := range quote.Price(was).Days {
		d := quote.Standing{Date: priced.Date, Cutoff: priced.Cutoff, AddressID: "here", Items: priced.Items, CompanyShare: priced.CompanyShare}
		if share, said := c.share[d.Date]; said {
			d.CompanyShare = share
		}
		in.Granted[week.PeriodStart(c.terms.ShareDuration, d.Date)] += d.CompanyShare
		in.Standing = append(in.Standing, d)
	}
	in.Granted[week.PeriodStart(c.terms.ShareDuration, monday)] += c.granted
	for date, items := range c.wish {
		in.Days = append(in.Days, quote.AmendDay{Date: date, Items: listed(items)})
	}
	return in
}

func listed(items map[string]int) (list []quote.Item) {
	for _, id := range slices.Sorted(maps.Keys(items)) {
		list = append(list, quote.Item{Meal: id, Qty: items[id]})
	}
	return list
}

// lines tells what a day would hold: "2 kofta at 3530/3530 for harees".
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
	harees  = map[clock.Date]quote.Withdrawals{monday: {"harees": ""}}
	pay20   = quote.Terms{DiscountType: "Percentage", DiscountAmount: 20}
	flat5   = quote.Terms{DiscountType: "Flat", DiscountAmount: 500}
)

func limit(n money.Fils) *money.Fils { return &n }

func on(date clock.Date, items ...any) map[clock.Date]map[string]int {
	return map[clock.Date]map[string]int{date: plates(items...)}
}

func plates(items ...any) map[string]int {
	m := map[string]int{}
	for i := 0; i < len(items); i += 2 {
		m[items[i].(string)] = items[i+1].(int)
	}
	return m
}

func TestWhatComesInForAWithdrawnMealCostsNoMoreThanItDid(t *testing.T) {
	t.Parallel()
	full := *read(t).Menus["2026-11-30"]
	for name, c := range map[string]struct {
		swapped
		monday     string
		difference money.Fils
		share      money.Fils // of Monday afterwards
		issues     []string
	}{
		"a dearer one costs what it did": {
			swapped{standing: on(monday, "harees", 1), withdrawn: harees, wish: on(monday, "kofta", 1)},
			"1 kofta at 3530/3530 for harees", 0, 0, nil,
		},
		"a cheaper one gives the difference back": {
			swapped{standing: on(monday, "harees", 1), withdrawn: harees, wish: on(monday, "soup", 1)}, "1 soup at 1000/1000", -2530, 0, nil,
		},
		"of another meal that stays on the menu it is not": {
			swapped{standing: on(monday, "dal", 1), withdrawn: harees, wish: on(monday, "kofta", 1)}, "1 kofta at 4755/4755", 555, 0, nil,
		},
		"with a percentage both prices are as agreed": {swapped{terms: pay20, standing: on(monday, "harees", 1), withdrawn: harees,
			wish: on(monday, "kofta", 1)}, "1 kofta at 3530/2820 for harees", 0, 0, nil},
		"with a flat discount too": {swapped{terms: flat5, standing: on(monday, "harees", 1), withdrawn: harees,
			wish: on(monday, "kofta", 1)}, "1 kofta at 3530/3030 for harees", 0, 0, nil},
		"a cheaper one with a percentage": {swapped{terms: pay20, standing: on(monday, "harees", 1), withdrawn: harees,
			wish: on(monday, "soup", 1)}, "1 soup at 1000/800", -2020, 0, nil},
		"as many are free as there were": {
			swapped{standing: on(monday, "harees", 2), withdrawn: harees, wish: on(monday, "kofta", 2)},
			"2 kofta at 3530/3530 for harees", 0, 0, nil,
		},
		"one more than there were is not free": {swapped{standing: on(monday, "harees", 1), withdrawn: harees,
			wish: on(monday, "kofta", 2)}, "1 kofta at 4755/4755, 1 kofta at 3530/3530 for harees", 4755, 0, nil},
		"nor is a whole party": {
			swapped{standing: on(monday, "harees", 1), withdrawn: harees, wish: on(monday, "kofta", 20, "mandi", 20)},
			"19 kofta at 4755/4755, 1 kofta at 3530/3530 for harees, 20 mandi at 4705/4705", 19*4755 + 20*4705, 0, nil,
		},
		"who keeps it and adds one pays for that": {swapped{standing: on(monday, "harees", 1), withdrawn: harees,
			wish: on(monday, "harees", 1, "kofta", 1)}, "1 harees at 3530/3530, 1 kofta at 4755/4755", 4755, 0, nil},
		"who swaps a part keeps the rest": {swapped{standing: on(monday, "harees", 3), withdrawn: harees,
			wish: on(monday, "harees", 1, "kofta", 2)}, "1 harees at 3530/3530, 2 kofta at 3530/3530 for harees", 0, 0, nil},
		"two others come in for two": {swapped{standing: on(monday, "harees", 2), withdrawn: harees,
			wish: on(monday, "kofta", 1, "soup", 1)}, "1 kofta at 3530/3530 for harees, 1 soup at 1000/1000", -2530, 0, nil},
		"the dearest of them is the one that is free": {swapped{standing: on(monday, "harees", 1), withdrawn: harees,
			wish: on(monday, "dal", 1, "kofta", 1)}, "1 dal at 4200/4200, 1 kofta at 3530/3530 for harees", 4200, 0, nil},
		"what the day held already keeps its price": {swapped{standing: on(monday, "harees", 1, "kofta", 1), withdrawn: harees,
			wish: on(monday, "kofta", 2)}, "1 kofta at 4755/4755, 1 kofta at 3530/3530 for harees", 0, 0, nil},
		"no more of it can be had": {swapped{standing: on(monday, "harees", 1), withdrawn: harees, wish: on(monday, "harees", 2)},
			"", 0, 0, []string{"withdrawn 2026-11-30 harees 2>1"}},
		"a free one must be there": {swapped{standing: on(monday, "harees", 2), withdrawn: harees, wish: on(monday, "kofta", 2),
			portions: plates("kofta", 1)}, "", 0, 0, []string{"sold_out 2026-11-30 kofta 2>1"}},
		"cancelling gives all of it back": {swapped{standing: on(monday, "harees", 2), withdrawn: harees, wish: on(monday)}, "nothing",
			-7060, 0, nil},
		"of two withdrawn ones each frees one": {swapped{standing: on(monday, "harees", 1, "dal", 1),
			withdrawn: map[clock.Date]quote.Withdrawals{monday: {"harees": "", "dal": ""}}, wish: on(monday, "kofta", 1, "mandi", 1)},
			"1 kofta at 3530/3530 for harees, 1 mandi at 4200/4200 for dal", 0, 0, nil},
		"two of the same for two withdrawn ones": {swapped{standing: on(monday, "harees", 1, "dal", 1),
			withdrawn: map[clock.Date]quote.Withdrawals{monday: {"harees": "", "dal": ""}}, wish: on(monday, "kofta", 2)},
			"1 kofta at 4200/4200 for dal, 1 kofta at 3530/3530 for harees", 0, 0, nil},
		"of two withdrawn ones one stays": {swapped{standing: on(monday, "harees", 1, "dal", 1),
			withdrawn: map[clock.Date]quote.Withdrawals{monday: {"harees": "", "dal": ""}}, wish: on(monday, "dal", 1, "kofta", 1)},
			"1 dal at 4200/4200, 1 kofta at 3530/3530 for harees", 0, 0, nil},
		"the one that would come anyhow": {
			swapped{standing: on(monday, "harees", 1), withdrawn: map[clock.Date]quote.Withdrawals{monday: {"harees": "kofta"}},
				wish: on(monday, "kofta", 1)}, "1 kofta at 3530/3530 for harees", 0, 0, nil,
		},
		"it is free on its own day alone": {swapped{standing: on(tuesday, "harees", 1), withdrawn: harees, wish: on(tuesday, "kofta", 1)},
			"", 1225, 0, nil},
		"a percentage of the company follows the price": {swapped{
			terms: quote.Terms{ShareType: "Percentage", ShareValue: 50, ShareDuration: "Daily"}, standing: on(monday, "harees", 1),
			withdrawn: harees, wish: on(monday, "soup", 1),
		},
			"1 soup at 1000/1000", -1265, 500, nil},
		"and its cap stays where it " +
			"was": {swapped{terms: quote.Terms{ShareType: "Flat", ShareValue: 3000, ShareCap: limit(3500), ShareDuration: "Weekly"},
			standing: on(monday, "harees", 1), share: map[clock.Date]money.Fils{monday: 3000}, granted: 500, withdrawn: harees,
			wish: on(monday, "kofta", 1)}, "1 kofta at 3530/3530 for harees", 0, 3000, nil},
		"a share that was cut by the cap is cut " +
			"again": {swapped{terms: quote.Terms{ShareType: "Flat", ShareValue: 3000, ShareCap: limit(3000), ShareDuration: "Weekly"},
			standing: on(monday, "harees", 1), share: map[clock.Date]money.Fils{monday: 1000}, granted: 2000, withdrawn: harees,
			wish: on(monday, "soup", 1)}, "1 soup at 1000/1000", -2530, 1000, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			q := quote.Amend(c.input(full))
			issues := []string{}
			for _, i := range q.Issues {
				issues = append(issues, said(i))
			}
			require.Equal(t, append([]string{}, c.issues...), issues)
			if c.issues != nil {
				return
			}
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
	instead := func(m string) map[clock.Date]quote.Withdrawals {
		return map[clock.Date]quote.Withdrawals{monday: {"harees": m}}
	}
	for name, c := range map[string]struct {
		swapped
		monday     string
		difference money.Fils
	}{
		"a dearer one comes at its price": {swapped{standing: on(monday, "harees", 2), withdrawn: instead("kofta")},
			"2 kofta at 3530/3530 for harees", 0},
		"a cheaper one gives the difference back": {swapped{standing: on(monday, "harees", 2), withdrawn: instead("soup")},
			"2 soup at 1000/1000", -5060},
		"one that the day holds already comes beside it": {swapped{standing: on(monday, "harees", 1, "kofta", 1), withdrawn: instead("kofta")},
			"1 kofta at 4755/4755, 1 kofta at 3530/3530 for harees", 0},
		"without one it is taken out": {swapped{standing: on(monday, "harees", 2, "dal", 1), withdrawn: instead("")},
			"1 dal at 4200/4200", -7060},
		"a day without anything else is cancelled": {swapped{standing: on(monday, "harees", 2), withdrawn: instead("")}, "nothing", -7060},
		"also below the minimum of meals": {swapped{terms: quote.Terms{MinimumMealCount: 2},
			standing: on(monday, "harees", 1, "dal", 1), withdrawn: instead("")}, "1 dal at 4200/4200", -3530},
		"when there are too few of it nothing comes": {swapped{standing: on(monday, "harees", 2, "dal", 1), withdrawn: instead("kofta"),
			portions: plates("kofta", 1)}, "1 dal at 4200/4200", -7060},
		"when it is not offered nothing comes": {swapped{standing: on(monday, "harees", 1, "dal", 1), withdrawn: instead("nothing-like-it")},
			"1 dal at 4200/4200", -3530},
		"two at once": {swapped{standing: on(monday, "harees", 1, "dal", 2, "soup", 1),
			withdrawn: map[clock.Date]quote.Withdrawals{monday: {"harees": "", "dal": "kofta"}}},
			"1 soup at 1000/1000, 1 kofta at 4200/4200 for dal, 1 kofta at 3530/3530 for harees", 0 - 4200},
		"the company pays its percentage of what comes": {
			swapped{terms: quote.Terms{ShareType: "Percentage", ShareValue: 50, ShareDuration: "Daily"}, standing: on(monday, "harees", 1),
				withdrawn: instead("soup")}, "1 soup at 1000/1000", -1265,
		},
		"what others were granted at a higher cap since is not asked " +
			"back": {swapped{terms: quote.Terms{ShareType: "Flat", ShareValue: 3000, ShareCap: limit(6000), ShareDuration: "Weekly"},
			standing: map[clock.Date]map[string]int{
				monday: plates("harees", 1, "dal", 1), tuesday: plates("harees", 1)}, granted: 6000, withdrawn: instead("")},
			"1 dal at 4200/4200", -3530},
		"and gets back what it paid for nothing": {swapped{terms: quote.Terms{ShareType: "Percentage", ShareValue: 50, ShareDuration: "Daily"},
			standing: on(monday, "harees", 1), withdrawn: instead("")}, "nothing", -1765},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			in := c.input(full)
			require.Empty(t, quote.TakeOut(in).Days, "before the cut-off the line stands")
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
		some := func(label string, least int) map[string]int {
			m := map[string]int{}
			for _, id := range all {
				if n := rapid.IntRange(-2, 3).Draw(t, label+id); n > 0 {
					m[id] = n
				}
			}
			if len(m) < least {
				m["dal"] = 1
			}
			return m
		}
		c := swapped{standing: map[clock.Date]map[string]int{}, withdrawn: map[clock.Date]quote.Withdrawals{},
			wish: map[clock.Date]map[string]int{}}
		c.terms = quote.Terms{DiscountType: rapid.SampledFrom([]string{"Percentage", "Flat", ""}).Draw(t, "kind"),
			DiscountAmount: rapid.Int64Range(0, 90).Draw(t, "off"),
			ShareType:      rapid.SampledFrom([]string{"Percentage", "Flat"}).Draw(t, "share kind"),
			ShareValue:     rapid.Int64Range(0, 100).Draw(t, "share"), ShareDuration: "Weekly"}
		if rapid.Bool().Draw(t, "capped") {
			c.terms.ShareCap = limit(money.Fils(rapid.IntRange(0, 5000).Draw(t, "cap")))
		}
		for _, d := range []clock.Date{monday, tuesday} {
			c.standing[d] = some("standing", 1)
			c.withdrawn[d] = quote.Withdrawals{}
			for _, id := range all {
				if rapid.IntRange(0, 2).Draw(t, "withdrawn "+id) == 0 {
					c.withdrawn[d][id] = rapid.SampledFrom([]string{"", "water", "feast"}).Draw(t, "instead")
				}
			}
		}
		c.wish[monday] = some("wish", 1)
		c.granted = money.Fils(rapid.IntRange(0, 12_000).Draw(t, "granted to others, perhaps at another cap"))
		in := c.input(full)
		if q := quote.Amend(in); len(q.Issues) == 0 {
			for _, d := range q.Days {
				if d.Date == monday && d.After != nil {
					require.Equal(t,
						cheapest(in, in.Standing[slices.IndexFunc(in.Standing, func(s quote.Standing) bool { return s.Date == monday })], c), d.After.Net)
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
func cheapest(in quote.AmendInput, s quote.Standing, c swapped) money.Fils {
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
	for meal, n := range c.wish[monday] {
		stay := min(n, c.standing[monday][meal])
		sum += money.Fils(stay) * price(meal)
		for range n - stay {
			coming = append(coming, price(meal))
		}
	}
	for meal, n := range c.standing[monday] {
		if _, is := c.withdrawn[monday][meal]; is {
			for range n - min(n, c.wish[monday][meal]) {
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
