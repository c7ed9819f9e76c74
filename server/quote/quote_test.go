package quote_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"math/rand/v2"
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

var (
	monday = clock.NewDate(2026, time.November, 30) // a week in which a month ends
	meals  = []string{"a", "b", "c", "d"}
)

// usually is a number up to most, and sometimes one of a size that makes no sense.
func usually(most, least int64) *rapid.Generator[int64] {
	return rapid.OneOf(rapid.Int64Range(0, most), rapid.Int64Range(0, most), rapid.Int64Range(least, 10_000_000))
}

// drawInput makes inputs that touch every rule: some days closed or taken, portions short, terms of every kind.
func drawInput(t *rapid.T) quote.Input {
	const nonsense = -10_000_000
	offer := &menu.Week{Week: monday}
	for _, id := range meals {
		offer.Meals = append(offer.Meals, menu.Meal{ID: id, Name: "Meal " + id, Price: money.Fils(usually(20_000, 0).Draw(t, "price"))})
	}
	for d := monday; d < monday+5; d++ {
		offer.Days = append(offer.Days, menu.Day{Date: d, Meals: meals})
	}
	date := rapid.Map(rapid.Int32Range(0, 5), func(i int32) clock.Date { return monday + clock.Date(i) })
	kind := rapid.SampledFrom([]string{"", "Flat", "Percentage"})
	in := quote.Input{
		Menu:      map[clock.Date]*menu.Week{monday: offer},
		UseWallet: rapid.Bool().Draw(t, "wallet?"),
		Now:       time.Date(2026, time.November, rapid.IntRange(20, 30).Draw(t, "now"), 8, 0, 0, 0, time.UTC),
		Terms: quote.Terms{
			DiscountType: kind.Draw(t, "discount"), DiscountAmount: usually(120, nonsense).Draw(t, "amount"),
			MinimumDay: rapid.IntRange(0, 5).Draw(t, "days"), MinimumMealCount: rapid.IntRange(0, 2).Draw(t, "meals"),
			ShareType: kind.Draw(t, "share"), ShareValue: usually(3000, nonsense).Draw(t, "value"),
			ShareDuration: rapid.SampledFrom([]string{"Daily", "Weekly", "Monthly", ""}).Draw(t, "duration"),
		},
		Live: quote.Live{
			Wallet:    money.Fils(usually(50_000, nonsense).Draw(t, "balance")),
			ShareUsed: map[clock.Date]money.Fils{},
			Portions:  map[clock.Date]map[string]int{date.Draw(t, "short"): {"a": rapid.IntRange(0, 3).Draw(t, "left")}},
			Taken:     rapid.SliceOfN(date, 0, 1).Draw(t, "taken"),
			Closed:    rapid.SliceOfN(date, 0, 1).Draw(t, "closed"),
		},
	}
	if rapid.Bool().Draw(t, "capped?") {
		limit := usually(10_000, 0).Draw(t, "cap")
		in.Terms.ShareCap = new(money.Fils(limit))
		for d := monday; d < monday+5; d++ {
			in.Live.ShareUsed[week.PeriodStart(in.Terms.ShareDuration, d)] = money.Fils(usually(limit, 0).Draw(t, "used"))
		}
	}
	item := rapid.Custom(func(t *rapid.T) quote.Item {
		return quote.Item{Meal: rapid.SampledFrom(append([]string{"gone"}, meals...)).Draw(t, "meal"), Qty: int(usually(5, 0).Draw(t, "qty"))}
	})
	in.Days = rapid.SliceOfN(rapid.Custom(func(t *rapid.T) quote.Day {
		return quote.Day{Date: date.Draw(t, "date"), Items: rapid.SliceOfN(item, 0, 4).Draw(t, "items")}
	}), 0, 6).Draw(t, "choices")
	return in
}

func TestEveryQuoteAddsUp(t *testing.T) {
	t.Parallel()
	rapid.Check(t, quoteAddsUp)
}

// FuzzPrice is TestEveryQuoteAddsUp on the draws that a fuzzer finds.
func FuzzPrice(f *testing.F) { fuzz(f, quoteAddsUp) }

// fuzz begins with draws that are long enough for a whole case.
func fuzz(f *testing.F, property func(t *rapid.T)) {
	dice := rand.NewChaCha8([32]byte{})
	for range 10 {
		draws := make([]byte, 1<<12)
		_, _ = dice.Read(draws)
		f.Add(draws)
	}
	f.Fuzz(rapid.MakeFuzz(property))
}

func quoteAddsUp(t *rapid.T) {
	in := drawInput(t)
	q := quote.Price(in)
	var gross, discount, net, company, employee, vat, companyVAT money.Fils
	used := map[clock.Date]money.Fils{}
	for _, d := range q.Days {
		var total, lineVAT money.Fils
		for _, l := range d.Items {
			require.Equal(t, l.Discounted*money.Fils(l.Qty), l.Total)
			require.True(t, 0 <= l.Discounted && l.Discounted <= l.Price, "a discount stays between nothing and the price")
			total, lineVAT = total+l.Total, lineVAT+l.VAT
		}
		require.Equal(t, total, d.Net)
		require.Equal(t, lineVAT, d.VAT)
		require.Equal(t, d.Gross-d.Discount, d.Net)
		require.Equal(t, d.Net, d.CompanyShare+d.EmployeeShare)
		require.True(t, 0 <= d.CompanyShare && d.CompanyShare <= d.Net, "a share stays between nothing and the day's net")
		used[week.PeriodStart(in.Terms.ShareDuration, d.Date)] += d.CompanyShare
		gross, discount, net, vat = gross+d.Gross, discount+d.Discount, net+d.Net, vat+d.VAT
		company, employee, companyVAT = company+d.CompanyShare, employee+d.EmployeeShare, companyVAT+d.CompanyShare.VAT(5)
	}
	require.Equal(t, []money.Fils{gross, discount, net, company, employee, vat, companyVAT},
		[]money.Fils{q.Gross, q.Discount, q.Net, q.CompanyShare, q.EmployeeShare, q.VAT, q.CompanyVAT})
	require.Equal(t, q.Gross-q.Discount, q.Net)
	require.Equal(t, q.Net, q.CompanyShare+q.EmployeeShare)
	require.Equal(t, q.EmployeeShare, q.Wallet+q.Payable)
	require.True(t, 0 <= q.Wallet && q.Wallet <= max(0, in.Live.Wallet) && q.Payable >= 0, "the wallet never goes below nothing")
	require.True(t, q.VAT >= 0 && q.CompanyVAT >= 0 && (in.UseWallet || q.Wallet == 0))
	if limit := in.Terms.ShareCap; limit != nil {
		for period, share := range used {
			require.True(t, share == 0 || share+in.Live.ShareUsed[period] <= *limit, "the period of %s", period)
		}
	}
}

func TestAQuoteWithoutIssuesHoldsExactlyWhatWasAskedFor(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		in := drawInput(t)
		q := quote.Price(in)
		asked, held := map[string]int{}, map[string]int{}
		for _, d := range in.Days {
			for _, item := range d.Items {
				asked[d.Date.String()+item.Meal] += item.Qty
			}
		}
		for _, d := range q.Days {
			for _, l := range d.Items {
				held[d.Date.String()+l.Meal] = l.Qty
			}
		}
		if len(q.Issues) == 0 {
			require.Equal(t, asked, held)
		}
		for line, qty := range held {
			require.Equal(t, asked[line], qty, "what is priced was asked for")
		}
		if len(held) < len(asked) {
			require.NotEmpty(t, q.Issues, "what is left out is reported")
		}
	})
}

func TestTheOrderOfDaysAndAClockThatRunsOnDoNotChangeTheHash(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		in := drawInput(t)
		q := quote.Price(in)
		require.Equal(t, q, quote.Price(in))

		shuffled := in
		shuffled.Days = rapid.Permutation(in.Days).Draw(t, "shuffled")
		again := quote.Price(shuffled)
		require.Equal(t, q.Hash, again.Hash)
		require.Empty(t, onlyMoney(quote.Differences(q, again)))

		later := in
		later.Now = in.Now.Add(time.Second)
		require.Equal(t, q.Hash, quote.Price(later).Hash)
	})
}

func TestQuotesWithDifferentHashesAlwaysDifferInSomethingThatIsTold(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		seen := quote.Price(drawInput(t))
		fresh := quote.Price(drawInput(t))
		if seen.Hash != fresh.Hash {
			require.NotEmpty(t, quote.Differences(seen, fresh))
		} else {
			require.Empty(t, onlyMoney(quote.Differences(seen, fresh)))
		}
		require.Empty(t, quote.Differences(seen, seen))
	})
}

// onlyMoney leaves the differences that are not issues; issues are outside of the hash.
func onlyMoney(all []quote.Difference) []quote.Difference {
	amounts := []quote.Code{
		quote.PriceChanged, quote.DiscountChanged, quote.QuantityChanged, quote.Added, quote.Removed,
		quote.ShareChanged, quote.WalletChanged, quote.PayableChanged,
	}
	return slices.DeleteFunc(slices.Clone(all), func(d quote.Difference) bool { return !slices.Contains(amounts, d.Code) })
}

func TestTheCanonicalBytesHaveSortedKeysAndAreWhatTheHashSeals(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		q := quote.Price(drawInput(t))
		canonical := quote.Canonical(q)
		var loose any
		require.NoError(t, json.Unmarshal(canonical, &loose))
		sorted, err := json.Marshal(loose) // Go writes the keys of a map in order
		require.NoError(t, err)
		require.Equal(t, string(sorted), string(canonical))
		sum := sha256.Sum256(canonical)
		require.Equal(t, hex.EncodeToString(sum[:]), q.Hash)
	})
}

func TestTheHashSealsEveryAmountAndNothingElse(t *testing.T) {
	t.Parallel()
	example := func() quote.Quote {
		return quote.Quote{
			Gross: 1, Discount: 2, Net: 3, CompanyShare: 4, EmployeeShare: 5, Wallet: 6, Payable: 7, VAT: 8, CompanyVAT: 9,
			Days: []quote.Delivery{
				{Date: monday, Net: 1, Items: []quote.Line{{Meal: "a", Name: "A", Qty: 1, Price: 2, Discounted: 3, Total: 4, VAT: 5}}},
			},
		}
	}
	base := string(quote.Canonical(example()))
	for name, change := range map[string]func(*quote.Quote){
		"gross": func(q *quote.Quote) { q.Gross++ }, "discount": func(q *quote.Quote) { q.Discount++ },
		"net": func(q *quote.Quote) { q.Net++ }, "company": func(q *quote.Quote) { q.CompanyShare++ },
		"employee": func(q *quote.Quote) { q.EmployeeShare++ }, "wallet": func(q *quote.Quote) { q.Wallet++ },
		"payable": func(q *quote.Quote) { q.Payable++ }, "vat": func(q *quote.Quote) { q.VAT++ },
		"date": func(q *quote.Quote) { q.Days[0].Date++ }, "share of a day": func(q *quote.Quote) { q.Days[0].CompanyShare++ },
		"meal": func(q *quote.Quote) { q.Days[0].Items[0].Meal = "b" }, "quantity": func(q *quote.Quote) { q.Days[0].Items[0].Qty++ },
		"price": func(q *quote.Quote) { q.Days[0].Items[0].Price++ }, "discounted": func(q *quote.Quote) { q.Days[0].Items[0].Discounted++ },
		"total": func(q *quote.Quote) { q.Days[0].Items[0].Total++ },
	} {
		q := example()
		change(&q)
		require.NotEqual(t, base, string(quote.Canonical(q)), name)
	}
	for name, change := range map[string]func(*quote.Quote){
		"name":      func(q *quote.Quote) { q.Days[0].Items[0].Name = "B" },
		"cut-off":   func(q *quote.Quote) { q.Days[0].Cutoff = time.Unix(1, 0) },
		"issues":    func(q *quote.Quote) { q.Issues = []quote.Issue{{Code: quote.Empty}} },
		"empty day": func(q *quote.Quote) { q.Days = append(q.Days, quote.Delivery{Date: monday + 1}) },
	} {
		q := example()
		change(&q)
		require.Equal(t, base, string(quote.Canonical(q)), name)
	}
}

func BenchmarkPrice(b *testing.B) {
	in := quote.Input{
		Menu:  map[clock.Date]*menu.Week{monday: {Week: monday}},
		Terms: quote.Terms{DiscountType: "Percentage", DiscountAmount: 25, ShareType: "Flat", ShareValue: 1500, ShareDuration: "Weekly"},
		Now:   time.Date(2026, time.November, 20, 8, 0, 0, 0, time.UTC),
	}
	for d := monday; d < monday+5; d++ {
		in.Menu[monday].Days = append(in.Menu[monday].Days, menu.Day{Date: d, Meals: meals})
		in.Days = append(in.Days, quote.Day{Date: d, Items: []quote.Item{{Meal: "a", Qty: 1}, {Meal: "c", Qty: 2}}})
	}
	for _, id := range meals {
		in.Menu[monday].Meals = append(in.Menu[monday].Meals, menu.Meal{ID: id, Price: 3530})
	}
	for b.Loop() {
		quote.Price(in)
	}
}
