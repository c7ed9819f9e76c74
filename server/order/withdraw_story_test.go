package order_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"sahn/server/dev/servertest/shop"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"sahn/server/amendment"
	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/order"
	"sahn/server/platform/clock"
	"sahn/server/quote"
	"sahn/server/week"
)

// portioned is a lunch written down portion by portion: what it is, and what its eater paid for it.
type portioned struct {
	meal string
	paid int64
}

// rulebook holds the rules of withdrawals a second time, as plainly as possible: every portion by itself, no lines and no prices of them.
type rulebook struct {
	terms     modelTerms
	menu      map[clock.Date][]string
	prices    map[string]int64
	withdrawn map[clock.Date]map[string]string
	days      map[clock.Date][]portioned
	wallet    int64
	ends      time.Duration // when the last lunch is brought, from the day's beginning
}

// becomes changes the meals of a day: what stays stays, the cheapest first; of what comes in the dearest stands in for the withdrawn
// portion that leaves and cost least, and costs no more than that did.
func (m *rulebook) becomes(date clock.Date, choice map[string]int) {
	left := maps.Clone(choice)
	was := slices.SortedFunc(slices.Values(m.days[date]), func(a, b portioned) int { return int(a.paid - b.paid) })
	var now, coming []portioned
	var freed []int64
	for _, p := range was {
		if _, gone := m.withdrawn[date][p.meal]; left[p.meal] > 0 {
			left[p.meal]--
			now = append(now, p)
		} else if gone {
			freed = append(freed, p.paid)
		}
		m.wallet += p.paid
	}
	for _, meal := range sorted(left) {
		for range left[meal] {
			coming = append(coming, portioned{meal, m.terms.charge(m.prices[meal])})
		}
	}
	slices.SortStableFunc(coming, func(a, b portioned) int { return int(b.paid - a.paid) })
	for i, p := range coming {
		if i < len(freed) && freed[i] < p.paid {
			p.paid = freed[i]
		}
		now = append(now, p)
	}
	for _, p := range now {
		m.wallet -= p.paid
	}
	m.days[date] = now
}

// settles is what happens to days that have closed: nothing comes any more once their lunches were brought.
func (m *rulebook) settles(now time.Time) {
	for date, portions := range m.days {
		begins := date.Time().Add(-4 * time.Hour)
		choice, touched := map[string]int{}, false
		for _, p := range portions {
			instead, gone := m.withdrawn[date][p.meal]
			touched = touched || gone
			if !gone {
				choice[p.meal]++
			} else if instead != "" && now.Before(begins.Add(m.ends)) {
				choice[instead]++
			}
		}
		if touched && !now.Before(begins.Add(-24*time.Hour)) {
			m.becomes(date, choice)
		}
	}
}

func (m *rulebook) String() string {
	var out strings.Builder
	for _, date := range slices.Sorted(maps.Keys(m.days)) {
		var all []string
		for _, p := range m.days[date] {
			all = append(all, fmt.Sprintf("%s for %d", p.meal, p.paid))
		}
		slices.Sort(all)
		fmt.Fprintf(&out, "%s: %s\n", date, strings.Join(all, ", "))
	}
	fmt.Fprintf(&out, "wallet %d", m.wallet)
	return out.String()
}

// Whatever is withdrawn and swapped in whatever order, everybody has the lunches and the money that the rules say, and the whole
// database is sound after every step.
func TestWhateverIsWithdrawnAndSwappedEverybodyHasWhatTheRulesSay(t *testing.T) {
	t.Parallel()
	happened := map[string]int{}
	dice := servertest.Dice(t)
	for range servertest.Amount(1, 3) {
		k := shop.Open(t)
		terms := modelTerms{discountKind: "Percentage", discount: int64(dice.IntN(40))}
		c := servertest.NewCompany(t, k.Pool, func(c *sample.Company) { c.DiscountType, c.DiscountAmount = terms.discountKind, terms.discount })
		offer, dates := sample.Menu(mon), []clock.Date{mon, tue, wed}
		number := map[clock.Date]map[string]int{}
		m := &rulebook{terms: terms, menu: map[clock.Date][]string{}, prices: map[string]int64{}, withdrawn: map[clock.Date]map[string]string{},
			days: map[clock.Date][]portioned{}, wallet: 500_000, ends: lunchEnds(t, k.Pool)}
		for _, meal := range offer.Meals {
			m.prices[meal.ID] = int64(meal.Price)
		}
		g, looks := k.Guest(c), servertest.Watch(t, k.Pool)
		servertest.Credit(t, k.Pool, g.Caller, 500_000)
		for i, date := range dates {
			m.menu[date], m.withdrawn[date], number[date] = slices.Clone(offer.Days[i].Meals), map[string]string{}, map[string]int{}
			for n, id := range m.menu[date] {
				number[date][id] = n
			}
			choice := map[string]int{}
			for range 1 + dice.IntN(3) {
				choice[m.menu[date][dice.IntN(4)]] = 1 + dice.IntN(3)
			}
			servertest.DraftDay(t, k.Pool, g.Caller, g.Device, date, items(choice)...)
			m.becomes(date, choice)
		}
		id := g.Buys(true, dates...).Order
		is := func() string {
			o := rulebook{days: map[clock.Date][]portioned{}, wallet: g.Wallet()}
			for _, d := range g.Order(id).Deliveries {
				for _, l := range d.Items {
					for range l.Qty {
						o.days[d.Date] = append(o.days[d.Date], portioned{l.Meal, int64(l.Discounted)})
					}
				}
				o.days[d.Date] = append([]portioned{}, o.days[d.Date]...)
			}
			return o.String()
		}
		var trace []string
		settles := func() {
			if g.Status(id) == order.Confirmed {
				was := m.String()
				k.Settles()
				if m.settles(k.Clock.Now()); m.String() != was {
					happened["settled"]++
				}
			}
			require.Equal(t, m.String(), is(), "%s", strings.Join(trace, "\n"))
		}
		for range 18 {
			date := dates[dice.IntN(3)]
			switch dice.IntN(5) {
			case 0, 1:
				meal := m.menu[date][dice.IntN(4)]
				if held := m.days[date]; len(held) > 0 && dice.IntN(2) == 0 && slices.Contains(m.menu[date], held[0].meal) {
					meal = held[0].meal
				}
				m.menu[date] = slices.DeleteFunc(slices.Clone(m.menu[date]), func(x string) bool { return x == meal })
				instead := shop.None
				if dice.IntN(2) == 0 {
					instead = number[date][m.menu[date][dice.IntN(len(m.menu[date]))]]
				}
				m.withdrawn[date][meal] = ""
				if instead != shop.None {
					m.withdrawn[date][meal] = servertest.Meal(date, instead)
				}
				for other, comes := range m.withdrawn[date] {
					if comes == meal {
						m.withdrawn[date][other] = m.withdrawn[date][meal]
					}
				}
				trace = append(trace, fmt.Sprintf("%s is withdrawn on %s, %s instead", meal, date, m.withdrawn[date][meal]))
				k.Withdraws(date, number[date][meal], instead)
				happened["withdrawn"]++
			case 2, 3:
				if len(m.days[date]) == 0 || !k.Clock.Now().Before(week.Cutoff(date)) {
					continue
				}
				had := map[string]int{}
				for _, p := range m.days[date] {
					had[p.meal]++
				}
				choice := map[string]int{}
				for meal, n := range had {
					if stay := dice.IntN(n + 1); stay > 0 {
						choice[meal] = stay
					}
				}
				for range dice.IntN(3) {
					choice[m.menu[date][dice.IntN(len(m.menu[date]))]] += 1 + dice.IntN(2)
				}
				if len(choice) == 0 || maps.Equal(choice, had) {
					continue
				}
				trace = append(trace, fmt.Sprintf("%s becomes %v", date, choice))
				saved := g.Amends(
					shop.WithWallet(amendment.AmendQuoteRequest{Order: id, Days: []quote.AmendDay{{Date: date, Items: items(choice)}}, Refund: "wallet"}))
				require.Equal(t, order.Confirmed, saved.Status)
				m.becomes(date, choice)
				happened["swapped"]++
			case 4:
				k.Clock.Move(time.Duration(1+dice.IntN(18)) * time.Hour)
				trace = append(trace, "it is "+k.Clock.Now().Format(time.DateTime))
			}
			settles()
			looks()
		}
		if k.Clock.Now().Before(week.Cutoff(wed)) {
			k.Closes(wed)
			settles()
		}
	}
	t.Logf("%v", happened)
	for _, what := range []string{"withdrawn", "swapped", "settled"} {
		require.NotZero(t, happened[what], what)
	}
}

// lunchEnds is when the last window of any place ends, from the day's beginning.
func lunchEnds(t *testing.T, pool *pgxpool.Pool) time.Duration {
	t.Helper()
	var until time.Duration
	require.NoError(t,
		pool.QueryRow(t.Context(),
			`SELECT max(t.until_time::time)::interval FROM addresses a JOIN area_timings t ON t.id = a.area_timing_id`).Scan(&until))
	return until
}
