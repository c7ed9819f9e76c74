package pos_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
	"sahn/server/pos"
	"sahn/server/quote"
)

func shares(c *sample.Company) {
	c.DiscountAmount, c.ShareType, c.ShareValue, c.ShareCap, c.ShareDuration = 25, "Flat", 1500, new(money.Fils(4000)), "Weekly"
}

// onAccount is a sale of one portion to somebody, at a price, of which so much goes on their account and the rest is cash.
func (s *till) onAccount(who web.Caller, charged, account money.Fils, more fields) fields {
	f := fields{"p": s.proof(who), "l": portion(charged), "e": account, "c": charged - account, "g": charged - account}
	s.clock.Move(time.Second) // and the app shows another code
	return s.sells(f.with(more))
}

func reduced(c sample.Company, full money.Fils) money.Fils {
	return quote.Terms{DiscountType: c.DiscountType, DiscountAmount: c.DiscountAmount}.AtCounter(full)
}

func TestACompanysShareComesFirstThenTheWalletAndTheRestIsOwed(t *testing.T) {
	t.Parallel()
	p, s := counter(t, shares)
	mariam := p.eater(1000)
	charged := reduced(p.company, price(0))
	got := s.says(s.onAccount(mariam, charged, charged, nil))
	require.Equal(t, []string{"0 owed over_limit late_shift"}, short(got...))
	require.Equal(t, []money.Fils{1500, 1000, charged - 2500}, paid(got[0]))
	require.Equal(t, []money.Fils{-1500, 0, 2500 - charged, charged},
		[]money.Fils{p.balance("company"), p.balance("wallet"), p.balance("receivable"), p.balance("sales")})

	servertest.Credit(t, p.pool, mariam, 5000)
	second := s.onAccount(mariam, charged, charged, nil)
	require.Equal(t, []money.Fils{0, charged, 0}, paid(s.says(second)[0]), "a day has one share")
	require.Equal(t, []string{"0"}, short(s.says(s.undoes(second))...))
	require.Equal(t, money.Fils(5000)-(charged-2500), p.balance("wallet"), "everybody gets back what they gave, and the old debt is paid")
	require.Zero(t, p.balance("receivable"))

	cash := s.onAccount(mariam, charged, 0, nil)
	require.Equal(t, []string{"0 late_shift"}, short(s.says(cash)...), "her company's price, in cash")
	require.Equal(t, 1, p.count("counter_sales WHERE id = $1 AND profile_id = $2 AND company_share + wallet_amount + owed_amount = 0",
		cash["id"], mariam.ProfileID))
	copied, err := db.New(p.pool).PersonData(t.Context(), mariam.PersonID)
	require.NoError(t, err)
	require.Contains(t, string(copied), cash["id"], "what is kept of it is hers to see")
}

func TestAShareAtACounterCountsAgainstTheSameCapAsDeliveries(t *testing.T) {
	t.Parallel()
	p, s := counter(t, func(c *sample.Company) { shares(c); c.ShareType, c.ShareValue = "Percentage", 50 })
	mariam := p.eater(0)
	charged := reduced(p.company, price(0))
	var granted, free money.Fils
	var sold []fields
	for n := range 4 {
		sold = append(sold, s.onAccount(mariam, charged, charged, nil))
		free = detail(s.says(sold[n])[0]).Share
		require.Equal(t, min(charged.Percent(50), 4000-granted), free)
		granted += free
	}
	require.Equal(t, money.Fils(4000), granted)
	require.Less(t, free, charged.Percent(50))
	require.Equal(t, 1, p.count("share_periods WHERE granted = 4000 AND period_start = '2026-11-23'"))
	s.says(s.undoes(sold[0]))
	require.Equal(t, 1, p.count("share_periods WHERE granted = $1", 4000-charged.Percent(50)))
}

func TestOfManySalesAtOnceNoneSpendsWhatAnotherHasSpent(t *testing.T) {
	t.Parallel()
	for shared, terms := range map[money.Fils]func(c *sample.Company){1500: shares, 0: func(c *sample.Company) { c.DiscountAmount = 25 }} {
		p := settle(t, terms)
		mariam := p.eater(0)
		charged := reduced(p.company, price(0))
		servertest.Credit(t, p.pool, mariam, charged+700)
		results, tills, facts := make([][]pos.Result, 4), make([]*till, 4), make([][]any, 4)
		for i := range tills {
			s := p.till()
			tills[i], facts[i] = s, []any{s.onAccount(mariam, charged, charged, nil), s.onAccount(mariam, charged, charged, nil)}
		}
		servertest.Together(4, func(i int) { results[i] = tills[i].says(facts[i]...) })
		var share, wallet, owed money.Fils
		for _, r := range slices.Concat(results...) {
			d := detail(r)
			share, wallet, owed = share+d.Share, wallet+d.Wallet, owed+d.Owed
		}
		require.Equal(t, []money.Fils{shared, charged + 700, 8*charged - shared - charged - 700}, []money.Fils{share, wallet, owed})
		require.Zero(t, p.balance("wallet"))
	}
}

// A sale on account needs a code that the buyer's own app showed, so a till cannot charge somebody who is not there.
func TestNothingGoesOnAnAccountWithoutACodeThatItsOwnerShowed(t *testing.T) {
	t.Parallel()
	p, s := counter(t, shares)
	mariam, omar := p.eater(0), p.eater(0)
	hers := p.proof(mariam)
	parts := strings.Split(hers, ".")
	for name, proof := range map[string]any{
		"none": nil, "empty": "", "somebody else's": omar.ProfileID + "." + parts[1] + "." + parts[2],
		"another second": parts[0] + ".1." + parts[2], "guessed": parts[0] + "." + parts[1] + ".AAAAAAAAAAA", "cut": parts[0] + "." + parts[1],
		"a longer one": hers + ".x", "plus": parts[0] + ".+" + parts[1] + "." + parts[2],
	} {
		require.Equal(t, []string{"4 no_proof"}, short(s.says(s.sells(fields{"c": 0, "e": price(0), "p": proof}))...), name)
	}
	require.Equal(t, []string{"0 no_proof late_shift"}, short(s.says(s.sells(fields{"p": "x.y.z"}))...),
		"where nothing hangs on it, it is only flagged")
	charged := reduced(p.company, price(0))
	sold := s.sells(fields{"c": 0, "e": charged, "l": portion(charged), "p": hers})
	require.Equal(t, []string{"0 owed over_limit late_shift"}, short(s.says(sold)...))
	require.Equal(t, []string{"4 proof_used"}, short(s.says(s.sells(fields{"c": 0, "e": charged, "p": hers}))...), "a code buys once")
	other := p.till()
	require.Equal(t, []string{"4 proof_used"}, short(other.says(other.sells(fields{"c": 0, "e": charged, "p": hers}))...), "wherever")

	old := p.proof(omar)
	p.clock.Move(8 * time.Minute)
	require.Equal(t, []string{"4 proof_expired"}, short(s.says(s.sells(fields{"c": 0, "e": charged, "p": old}))...))
	servertest.Do(t, p.pool, "UPDATE tills SET offline_limit = $1, caught_up_at = NULL", charged)
	earlier := s.sells(fields{"c": 0, "e": charged, "l": portion(charged), "p": old, "at": noon.Add(time.Minute).UnixMilli()})
	require.Equal(t, []string{"0 owed late_shift"}, short(s.says(earlier)...), "it was good when it was shown, and came late")
	require.Equal(t, 2, p.count("counter_sales WHERE profile_id IS NOT NULL"))
}

// Two tills are shown one code at the same moment: one of them has sold on account, and nobody sees an error.
func TestACodeThatIsShownTwiceAtOnceBuysOnce(t *testing.T) {
	t.Parallel()
	p := settle(t, shares)
	for range 5 {
		mariam := p.eater(0)
		proof := p.proof(mariam)
		results := make(chan []pos.Result, 3)
		for range 3 {
			s := p.till()
			sold := s.sells(fields{"c": 0, "e": price(0), "p": proof})
			go func() { results <- s.says(sold) }()
		}
		codes := map[string]int{}
		for range 3 {
			codes[strings.Fields(short(<-results...)[0])[0]]++
		}
		require.Equal(t, map[string]int{"0": 1, "4": 2}, codes)
	}
}

func TestWhoIsSuspendedMeanwhileGetsNoSharePaysFromTheWalletAndOwesTheRest(t *testing.T) {
	t.Parallel()
	p, s := counter(t, shares)
	mariam := p.eater(300)
	sold := s.onAccount(mariam, price(0), price(0), nil)
	servertest.Do(t, p.pool, "UPDATE profiles SET status = 'Suspended' WHERE id = $1", mariam.ProfileID)
	got := s.says(sold)
	require.Equal(t, []string{"0 buyer_inactive owed over_limit late_shift"}, short(got...))
	require.Equal(t, []money.Fils{0, 300, price(0) - 300}, paid(got[0]))
}

func TestATillIsToldWhatCanGoOnSomebodysAccountNow(t *testing.T) {
	t.Parallel()
	p, s := counter(t, shares)
	mariam := p.eater(1234)
	proof := p.proof(mariam)
	charged := reduced(p.company, price(0))
	seen, err := s.asks(proof, charged)
	require.NoError(t, err)
	require.Equal(t, pos.Eater{ID: mariam.ProfileID, Proof: proof, Name: seen.Name, Company: p.company.Name, DiscountType: "Percentage",
		DiscountAmount: 25, Share: 1500, Wallet: 1234, Limit: pos.DefaultSaleLimit}, seen)
	require.NotEmpty(t, seen.Name)
	got := s.says(s.sells(fields{"l": portion(charged), "c": charged - 2734, "e": 2734, "p": proof}))
	require.Equal(t, []string{"0 late_shift"}, short(got...), "what it was told is what is settled")
	require.Equal(t, []money.Fils{1500, 1234, 0}, paid(got[0]))
	for name, proof := range map[string]string{"used": proof, "nobody's": "x.1.y"} {
		_, err := s.asks(proof, charged)
		require.ErrorIs(t, err, pos.ErrProof, name)
	}
	p.clock.Move(time.Second)
	late := p.proof(mariam)
	seen, err = s.asks(late, charged)
	require.NoError(t, err)
	require.Zero(t, seen.Share+seen.Wallet, "today's share and the wallet are used")
	p.clock.Move(8 * time.Minute)
	_, err = s.asks(late, charged)
	require.ErrorIs(t, err, pos.ErrProof)
}

func TestAnAmountBeyondTheTillsLimitIsFlaggedAndWithinItIsNot(t *testing.T) {
	t.Parallel()
	p, s := counter(t, nil)
	servertest.Do(t, p.pool, "UPDATE tills SET offline_limit = $1", price(0))
	require.Equal(t, price(0), s.terms().OfflineLimit)
	mariam := p.eater(0)
	require.Equal(t, []string{"0 owed late_shift"}, short(s.says(s.onAccount(mariam, price(0), price(0), nil))...))
	servertest.Do(t, p.pool, "UPDATE tills SET offline_limit = $1", price(0)-1)
	require.Equal(t, []string{"0 owed over_limit late_shift"}, short(s.says(s.onAccount(mariam, price(0), price(0), nil))...))
}

// A till's prices are compared with the menu's, and a difference is flagged.
func TestAPriceThatIsNotTheMenusIsBookedAsChargedAndFlagged(t *testing.T) {
	t.Parallel()
	p, s := counter(t, shares)
	mariam := p.eater(0)
	require.Equal(t,
		[]string{"0 price_differs late_shift", "0 off_menu late_shift", "0 total_differs late_shift", "0 price_differs late_shift"}, short(s.says(
			s.sells(fields{"l": portion(price(0) - 1), "c": price(0) - 1}),
			s.sells(fields{"l": []any{[]any{mariam.ProfileID, 1, price(0)}}}), s.sells(fields{"c": price(0) - 100}),
			s.onAccount(mariam, price(0), 0, nil))...))
	require.Equal(t, 1, p.count("counter_sales WHERE difference_amount = -100 AND total_amount = $1", price(0)))
	require.Equal(t, 4*price(0)-101, p.balance("sales"))
}

func TestATillsMenuHasBothPricesAndOnlyItsCompanysTerms(t *testing.T) {
	t.Parallel()
	p, s := counter(t, shares)
	terms := s.terms()
	require.Equal(t, []any{s.who.TillID, p.company.ID, money.FirstRate, 100, 72},
		[]any{terms.Till, terms.CompanyID, terms.VAT, terms.Limits.Facts, terms.KeepHours})
	require.Equal(t, today, terms.Days[0].Date)
	require.Len(t, terms.Days[0].Meals, len(sample.Menu(today).Days[0].Meals))
	for _, m := range terms.Days[0].Meals {
		require.Equal(t, reduced(p.company, m.Price), m.EmployeePrice)
		require.Less(t, m.EmployeePrice, m.Price)
	}
	require.Equal(t, servertest.One[string](t, p.pool, "SELECT hash FROM menus_current WHERE week = $1", today), terms.Days[0].Hash)
	servertest.Do(t, p.pool, "UPDATE companies SET status = 'Pending' WHERE id = $1", p.company.ID)
	first := s.terms().Days[0].Meals[0]
	require.Equal(t, first.Price, first.EmployeePrice, "nothing is off until the company is approved")
}

func TestACodeIsForWhoeverEats(t *testing.T) {
	t.Parallel()
	p, s := counter(t, nil)
	mariam := p.eater(0)
	first := p.proof(mariam)
	p.clock.Move(time.Second)
	b := p.proof(mariam)
	require.NotEqual(t, first, b, "every code is another")
	_, err := p.server(p.pool).HandleEater(t.Context(), s.who, pos.EaterRequest{Proof: b})
	require.NoError(t, err, "another server knows the same codes")
	stranger := p.server(p.pool)
	stranger.Keys = [][]byte{[]byte("another secret of 32 characters!")}
	_, err = stranger.HandleEater(t.Context(), s.who, pos.EaterRequest{Proof: b})
	require.Equal(t, fault.Conflict, fault.As(err).Kind)
}

func TestATillKnowsWhoSellsForItsTaxInvoicesOnceNameTRNAndAddressAreThere(t *testing.T) {
	t.Parallel()
	p, s := counter(t, nil)
	require.Nil(t, s.terms().Seller)
	servertest.Do(t, p.pool, "INSERT INTO sellers VALUES (1, $1, 'Sahn Kitchens LLC', '100000000000009', 'Al Quoz', '', '', '')",
		p.clock.Now())
	require.Equal(t, &pos.Seller{Name: "Sahn Kitchens LLC", TRN: "100000000000009", Address: "Al Quoz"}, s.terms().Seller)
}
