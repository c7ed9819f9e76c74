package quote_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
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

// changes is the file of cases of amendments.
type changes struct {
	Cases []struct {
		Name    string
		Terms   quote.Terms
		Ordered map[clock.Date]struct {
			Items  map[string]int
			Agreed map[string]money.Fils
			Share  money.Fils
		}
		Days map[clock.Date]struct {
			Items   map[string]int
			Address *string
		}
		Granted    map[clock.Date]money.Fils
		Portions   map[clock.Date]map[string]int
		Taken      []clock.Date
		Closed     []clock.Date
		Balance    money.Fils
		PaidByCard money.Fils `json:"paid_by_card"`
		Wallet     bool
		ToCard     bool `json:"to_card"`
		NoMenu     bool `json:"no_menu"`
		Now        time.Time
		Want       struct {
			Days         map[clock.Date]string
			Difference   money.Fils
			Wallet       money.Fils
			Payable      money.Fils
			RefundWallet money.Fils `json:"refund_wallet"`
			RefundCard   money.Fils `json:"refund_card"`
			Issues       []string
		}
	}
}

func TestAmendments(t *testing.T) {
	t.Parallel()
	var all changes
	b, err := os.ReadFile("testdata/amendments.json")
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(b, &all))
	require.Greater(t, len(all.Cases), 40, "the file of cases must not shrink unseen")
	menus := read(t).Menus
	for _, c := range all.Cases {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			in := quote.AmendInput{Order: "o", Version: 3, Terms: c.Terms, Granted: c.Granted, Portions: c.Portions, Taken: c.Taken,
				Closed: c.Closed, Balance: c.Balance, PaidByCard: c.PaidByCard, UseWallet: c.Wallet, ToCard: c.ToCard, Now: c.Now,
				Menu: map[clock.Date]*menu.Week{}}
			if in.Now.IsZero() {
				in.Now = time.Date(2026, time.November, 20, 8, 0, 0, 0, time.UTC)
			}
			for date, s := range c.Ordered {
				offer := menus[date.Monday().String()]
				if !c.NoMenu {
					in.Menu[offer.Week] = offer
				}
				day := quote.OrderedDay{Date: date, Cutoff: week.Cutoff(date), AddressID: "here", CompanyShare: s.Share, VATRate: 5}
				for _, id := range slices.Sorted(maps.Keys(s.Items)) {
					l := quote.Line{Meal: id, Name: id, Qty: s.Items[id]}
					if i := slices.IndexFunc(offer.Meals, func(m menu.Meal) bool { return m.ID == id }); i >= 0 {
						l.Price = offer.Meals[i].Price
					}
					l.Discounted = l.Price
					if c.Terms.DiscountType == "Percentage" {
						l.Discounted = l.Price.Part(100-c.Terms.DiscountAmount, 1000) * 10
					}
					if agreed, ok := s.Agreed[id]; ok {
						l.Price, l.Discounted = agreed, agreed
					}
					l.Total = l.Discounted * money.Fils(l.Qty)
					l.VAT = l.Total.VAT(5)
					day.Items = append(day.Items, l)
				}
				in.Ordered = append(in.Ordered, day)
			}
			for date, d := range c.Days {
				day := quote.AmendDay{Date: date, AddressID: d.Address}
				for _, id := range slices.Sorted(maps.Keys(d.Items)) {
					day.Items = append(day.Items, quote.Item{Meal: id, Qty: d.Items[id]})
				}
				in.Days = append(in.Days, day)
			}
			q := quote.Amend(in)
			got := map[clock.Date]string{}
			for _, d := range q.Days {
				got[d.Date] = fmt.Sprintf("%s %s > %s", d.Change, brief(d.Before), brief(d.After))
			}
			issues := []string{}
			for _, i := range q.Issues {
				issues = append(issues, said(i))
			}
			if c.Want.Days == nil {
				c.Want.Days = map[clock.Date]string{}
			}
			require.Equal(t, c.Want.Days, got)
			require.Equal(t, append([]string{}, c.Want.Issues...), issues)
			require.Equal(t, []money.Fils{c.Want.Difference, c.Want.Wallet, c.Want.Payable, c.Want.RefundWallet, c.Want.RefundCard},
				[]money.Fils{q.Difference, q.Wallet, q.Payable, q.RefundWallet, q.RefundCard})
			require.Equal(t, quote.AmendmentHash(q), q.Hash)
		})
	}
}

func brief(d *quote.DayState) string {
	if d == nil {
		return "-"
	}
	return fmt.Sprintf("%d/%d", d.Net, d.CompanyShare)
}

func said(i quote.Issue) string {
	s := string(i.Code)
	if i.Date != 0 {
		s += " " + i.Date.String()
	}
	if i.Meal != "" {
		s += " " + i.Meal
	}
	if i.From != nil {
		s += fmt.Sprintf(" %d>%d", *i.From, *i.To)
	}
	return s
}

// orderedDays makes of any input what an order of it would be, and what its owner has been granted.
func orderedDays(in quote.Input) (days []quote.OrderedDay, granted map[clock.Date]money.Fils) {
	granted = map[clock.Date]money.Fils{}
	for period, used := range in.Live.ShareUsed {
		granted[period] = used
	}
	for _, d := range quote.Price(in).Days {
		if len(d.Items) == 0 {
			continue
		}
		period := week.PeriodStart(in.Terms.ShareDuration, d.Date)
		days = append(days, quote.OrderedDay{Date: d.Date, Cutoff: d.Cutoff, AddressID: "here", Items: d.Items, CompanyShare: d.CompanyShare,
			ShareBefore: granted[period], VATRate: d.VATRate})
		granted[period] += d.CompanyShare
	}
	return days, granted
}

// total is what an order costs, and the company's share of it.
func total(order []quote.OrderedDay) (sums [2]money.Fils) {
	for _, s := range order {
		for _, l := range s.Items {
			sums[0] += l.Total
		}
		sums[1] += s.CompanyShare
	}
	return sums
}

func TestEveryAmendmentAddsUp(t *testing.T) {
	t.Parallel()
	rapid.Check(t, amendmentAddsUp)
}

// FuzzAmend is TestEveryAmendmentAddsUp on the draws that a fuzzer finds.
func FuzzAmend(f *testing.F) { fuzz(f, amendmentAddsUp) }

func amendmentAddsUp(t *rapid.T) {
	was, wanted := drawInput(t), drawInput(t)
	in := quote.AmendInput{Menu: wanted.Menu, Terms: was.Terms, Portions: wanted.Live.Portions, Taken: wanted.Live.Taken,
		Closed: wanted.Live.Closed, Balance: wanted.Live.Wallet, PaidByCard: money.Fils(rapid.Int64Range(0, 20_000).Draw(t, "paid")),
		UseWallet: wanted.UseWallet, ToCard: rapid.Bool().Draw(t, "to card"), Now: wanted.Now}
	if rapid.Bool().Draw(t, "withdrawn?") {
		in.Withdrawn = map[clock.Date]quote.Withdrawals{monday: {"a": "b"}}
	}
	in.Ordered, in.Granted = orderedDays(was)
	for period := range in.Granted {
		in.Granted[period] += money.Fils(rapid.SampledFrom([]int64{0, 0, 500, 5_000, 50_000}).Draw(t, "granted since, perhaps at another cap"))
	}
	for _, s := range in.Ordered {
		if rapid.Bool().Draw(t, "named") {
			d := quote.AmendDay{Date: s.Date}
			if i := slices.IndexFunc(wanted.Days, func(d quote.Day) bool { return d.Date == s.Date }); i >= 0 {
				d.Items = wanted.Days[i].Items
			}
			in.Days = append(in.Days, d)
		}
	}
	q := quote.Amend(in)
	require.Equal(t, q, quote.Amend(in))
	idle := in
	idle.Days = nil
	require.LessOrEqual(t, quote.Amend(idle).Difference, money.Fils(0), "who changes nothing pays nothing")
	done := idle
	done.Ordered, done.Granted = slices.Clone(in.Ordered), maps.Clone(in.Granted)
	for _, d := range q.Days {
		require.True(t, in.Now.Before(d.Cutoff), "a closed day is never touched")
		next := quote.OrderedDay{Date: d.Date, Cutoff: d.Cutoff, AddressID: "here", VATRate: money.FirstRate}
		period := week.PeriodStart(in.Terms.ShareDuration, d.Date)
		for sign, state := range map[money.Fils]*quote.DayState{-1: d.Before, 1: d.After} {
			if state == nil {
				continue
			}
			require.Equal(t, state.Net, state.CompanyShare+state.EmployeeShare)
			require.Equal(t, state.Gross-state.Discount, state.Net)
			require.GreaterOrEqual(t, min(state.Gross, state.Discount, state.CompanyShare, state.EmployeeShare), money.Fils(0))
			left := in.Terms
			if left.ShareCap != nil {
				left.ShareCap = new(*left.ShareCap - state.ShareBefore)
			}
			again, _ := left.Shares([]quote.Lunch{{Date: d.Date, Net: state.Net}})
			require.Equal(t, state.CompanyShare, again[0], "counted again from what is kept of it")
			done.Granted[period] += sign * state.CompanyShare
			if sign > 0 {
				next.Items, next.CompanyShare, next.ShareBefore = state.Items, state.CompanyShare, state.ShareBefore
			}
		}
		done.Ordered[slices.IndexFunc(in.Ordered, func(s quote.OrderedDay) bool { return s.Date == d.Date })] = next
	}
	require.Empty(t, quote.Amend(done).Days, "once it took effect nothing is left to change")
	require.Equal(t, [2][2]money.Fils{total(in.Ordered), total(done.Ordered)},
		[2][2]money.Fils{{q.Before.Net, q.Before.CompanyShare}, {q.After.Net, q.After.CompanyShare}}, "what is told is all that changes")
	for _, s := range []quote.Sums{q.Before, q.After} {
		require.Equal(t, s.Gross-s.Discount, s.Net)
		require.Equal(t, s.Net, s.CompanyShare+s.EmployeeShare)
	}
	require.Equal(t, q.After.EmployeeShare-q.Before.EmployeeShare, q.Difference)
	require.Equal(t, q.Difference, q.Wallet+q.Payable-q.Refund)
	require.Equal(t, q.Refund, q.RefundWallet+q.RefundCard)
	require.True(t, min(q.Wallet, q.Payable, q.RefundWallet, q.RefundCard) >= 0 && (q.Refund == 0 || q.Wallet+q.Payable == 0))
	require.LessOrEqual(t, q.RefundCard, in.PaidByCard)
	require.LessOrEqual(t, q.Wallet, max(0, in.Balance))
	if limit := in.Terms.ShareCap; limit != nil {
		for period, n := range done.Granted {
			require.LessOrEqual(t, n, max(*limit, in.Granted[period]), "the period of %s", period)
		}
	}
}

func TestTheHashOfAnAmendmentSealsEveryAmountAndTheVersion(t *testing.T) {
	t.Parallel()
	example := func() quote.AmendmentQuote {
		state := quote.DayState{AddressID: "a", Net: 1, CompanyShare: 2, EmployeeShare: 3,
			Items: []quote.Line{{Meal: "m", Name: "M", Qty: 1, Price: 2, Discounted: 3, Total: 4}}}
		before := state
		return quote.AmendmentQuote{Order: "o", Version: 1,
			Days: []quote.AmendedDay{{Date: monday, Change: quote.Changed, Before: &before, After: &state}}}
	}
	base := example()
	for name, change := range map[string]func(q *quote.AmendmentQuote){
		"order": func(q *quote.AmendmentQuote) { q.Order = "p" }, "version": func(q *quote.AmendmentQuote) { q.Version++ },
		"before": func(q *quote.AmendmentQuote) { q.Before.Net++ }, "after": func(q *quote.AmendmentQuote) { q.After.VAT++ },
		"difference": func(q *quote.AmendmentQuote) { q.Difference++ }, "wallet": func(q *quote.AmendmentQuote) { q.Wallet++ },
		"payable": func(q *quote.AmendmentQuote) { q.Payable++ }, "to wallet": func(q *quote.AmendmentQuote) { q.RefundWallet++ },
		"to card": func(q *quote.AmendmentQuote) { q.RefundCard++ }, "date": func(q *quote.AmendmentQuote) { q.Days[0].Date++ },
		"change":    func(q *quote.AmendmentQuote) { q.Days[0].Change = quote.Same },
		"cancelled": func(q *quote.AmendmentQuote) { q.Days[0].After = nil },
		"place":     func(q *quote.AmendmentQuote) { q.Days[0].After.AddressID = "b" },
		"share":     func(q *quote.AmendmentQuote) { q.Days[0].After.CompanyShare++ },
		"quantity":  func(q *quote.AmendmentQuote) { q.Days[0].After.Items[0].Qty++ },
		"price":     func(q *quote.AmendmentQuote) { q.Days[0].Before.Items[0].Price++ },
	} {
		q := example()
		change(&q)
		require.NotEqual(t, quote.AmendmentHash(base), quote.AmendmentHash(q), name)
	}
	q := example()
	q.Issues, q.Days[0].After.Items[0].Name, q.Days[0].Cutoff = []quote.Issue{{Code: quote.Empty}}, "N", time.Unix(1, 0)
	require.Equal(t, quote.AmendmentHash(base), quote.AmendmentHash(q), "words and clocks are outside of it")
}

func TestADayKeepsTheVATRateThatItWasOrderedAtWhateverIsChangedOnIt(t *testing.T) {
	t.Parallel()
	offer := read(t).Menus[monday.String()]
	price := func(id string) money.Fils {
		meal, _ := offer.Meal(id)
		return meal.Price
	}
	line := func(id string, rate money.Rate) quote.Line {
		return quote.Line{Meal: id, Name: id, Qty: 1, Price: price(id), Discounted: price(id), Total: price(id), VAT: price(id).VAT(rate)}
	}
	day := func(date clock.Date, rate money.Rate) quote.OrderedDay {
		return quote.OrderedDay{Date: date, Cutoff: week.Cutoff(date), AddressID: "here", VATRate: rate, Items: []quote.Line{line("dal", rate)}}
	}
	in := quote.AmendInput{Order: "o", Menu: map[clock.Date]*menu.Week{monday: offer},
		Ordered: []quote.OrderedDay{day(monday, 5), day(monday+1, 10)}, Now: time.Date(2026, time.November, 20, 8, 0, 0, 0, time.UTC)}
	for _, s := range in.Ordered {
		in.Days = append(in.Days, quote.AmendDay{Date: s.Date, Items: []quote.Item{{Meal: "dal", Qty: 2}, {Meal: "harees", Qty: 1}}})
	}
	q := quote.Amend(in)
	require.Empty(t, q.Issues)
	for i, rate := range []money.Rate{5, 10} {
		require.Equal(t, []money.Fils{(2 * price("dal")).VAT(rate), price("harees").VAT(rate)},
			[]money.Fils{q.Days[i].After.Items[0].VAT, q.Days[i].After.Items[1].VAT}, rate)
	}
	require.Equal(t, price("dal").VAT(5)+price("dal").VAT(10), q.Before.VAT)
}
