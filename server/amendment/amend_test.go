package amendment_test

import (
	"testing"
	"time"

	"sahn/server/dev/servertest/shop"

	"github.com/stretchr/testify/require"

	"sahn/server/amendment"
	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/order"
	"sahn/server/platform/fault"
	"sahn/server/platform/money"
	"sahn/server/quote"
)

func TestAnEditThatCostsMoreTakesEffectWhenItIsPaidAndNotBefore(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	g, id := k.Eats(nil, mon, tue)
	k.Limit(mon, 5)
	was := g.Order(id)
	saved := g.Amends(shop.Proposal(id, shop.Brings(mon, 0, 3)))
	require.Equal(t, order.PaymentPending, saved.Status)
	require.EqualValues(t, 2*shop.Price(t, mon, 0), saved.Amount)
	require.Equal(t, saved.Intent, saved.Form.Fields["merchant_reference"])
	require.Equal(t, 2, k.Taken(mon), "only what is more is held: the first was ordered when it was not limited")

	now := g.Order(id)
	require.Equal(t, was.Deliveries, now.Deliveries, "the old order stands")
	require.Equal(t, was.Net, now.Net)
	require.Greater(t, now.Rev, was.Rev, "but devices hear of it")
	require.Equal(t, order.PaymentPending, now.Amendments[0].Status)
	require.Equal(t, saved.Intent, now.Amendments[0].Intent.ID)
	require.Equal(t, was.Intent.ID, now.Intent.ID)

	state, err := k.Orders.HandleIntent(t.Context(), g.Caller, order.IntentRequest{ID: saved.Intent})
	require.NoError(t, err)
	require.Equal(t, []string{"amendment", id, saved.Amendment, "open"}, []string{state.Purpose, state.Order, state.Amendment, state.Status})

	k.Pays(shop.BillOf(saved))
	now = g.Order(id)
	require.Equal(t, order.Confirmed, now.Status)
	require.Equal(t, 3, now.Deliveries[0].Items[0].Qty)
	require.Equal(t, was.Net+money.Fils(saved.Amount), now.Net)
	require.Equal(t, now.EmployeeShare, now.Payable)
	require.Equal(t, was.Version+1, now.Version)
	require.Equal(t, order.Confirmed, now.Amendments[0].Status)
	require.Equal(t, now.Net, now.Amendment.Net)
	require.Equal(t, 2, k.Taken(mon))
	require.Equal(t, 2, servertest.One[int](t, k.Pool, "SELECT max(reserved) FROM order_lines"), "and the line has them")
	k.Notify(shop.BillOf(saved))
	require.Equal(t, now.Version, g.Order(id).Version, "told again it is done once")
}

func TestAnEditThatCostsLessTakesEffectAtOnceAndTheWalletGetsTheDifference(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	k.Limit(mon, 5)
	g, id := k.Eats(nil, mon, tue)
	first := g.Amends(shop.Proposal(id, shop.Brings(mon, 0, 3)))
	k.Pays(shop.BillOf(first))
	require.Equal(t, 3, k.Taken(mon))
	saved := g.Amends(shop.Proposal(id, shop.Brings(mon, 0, 1)))
	require.Equal(t, order.Confirmed, saved.Status)
	require.Empty(t, saved.Intent)
	require.EqualValues(t, 2*shop.Price(t, mon, 0), g.Wallet())
	require.Equal(t, 1, k.Taken(mon), "portions go back")
	o := g.Order(id)
	require.Equal(t, -2*shop.Price(t, mon, 0), o.Wallet, "the card's money is in the wallet now")
	require.Equal(t, o.EmployeeShare, o.Wallet+o.Payable)
	require.Equal(t, []order.Source{{Kind: "wallet", Amount: o.Wallet}, {Kind: "card", Amount: o.Payable}}, o.PaymentSources)
	require.Len(t, o.Amendments, 2)
	require.Zero(t, servertest.One[int](t, k.Pool, "SELECT count(*) FROM refunds"))
}

func TestACancelledDayIsRestoredAtTheMenusPriceAndHeldWhileItIsPaid(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	k.Limit(tue, 1)
	g, id := k.Eats(nil, mon, tue)
	g.Amends(shop.Proposal(id, shop.Brings(tue, 0, 0)))
	require.Zero(t, k.Taken(tue))
	saved := g.Amends(shop.Proposal(id, shop.Brings(tue, 0, 1)))
	require.Equal(t, order.PaymentPending, saved.Status)
	require.Equal(t, 1, k.Taken(tue), "its portion is held")
	require.Equal(t, quote.DayTaken, g.Wants(tue).Quotes(false, tue).Quote.Issues[0].Code, "and its day")
	require.ErrorIs(t, shop.ErrorOf(g.Tries(g.Asks(g.Quotes(false, tue), false))), order.ErrDayTaken)
	require.Equal(t, 1, k.Live(g))
	k.Declines(shop.BillOf(saved))
	require.Zero(t, k.Taken(tue))
	require.Equal(t, order.PaymentFailed, g.Order(id).Amendments[1].Status)
	require.Equal(t, order.Confirmed, g.Status(id))
	require.EqualValues(t, shop.Price(t, tue, 0), g.Wallet())

	again := g.Amends(shop.WithWallet(shop.Proposal(id, shop.Brings(tue, 0, 1))))
	require.Equal(t, order.Confirmed, again.Status, "the wallet pays all")
	require.Zero(t, g.Wallet())
	require.Equal(t, 2, k.Live(g))
	require.False(t, g.Order(id).Deliveries[1].Cancelled)
}

func TestADayThatAnotherOrderTookMeanwhileIsNotRestored(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	g, id := k.Eats(nil, mon, tue)
	g.Amends(shop.Proposal(id, shop.Brings(tue, 0, 0)))
	k.Pays(g.Wants(tue).Buys(false, tue))
	back := shop.Proposal(id, shop.Brings(tue, 0, 1))
	q := g.Sees(back)
	require.Equal(t, []quote.Issue{{Code: quote.DayTaken, Date: tue}}, q.Issues)
	require.ErrorIs(t, shop.ErrorOf(g.Amending(g.Means(back, q))), amendment.ErrAmendmentChanged)
}

func TestAStalePreviewIsRefusedWithTheNewOne(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	g, id := k.Eats(nil, mon, tue)
	r := shop.Proposal(id, shop.Brings(mon, 1, 1))
	q := g.Sees(r)
	k.Dearer()
	err := shop.ErrorOf(g.Amending(g.Means(r, q)))
	require.ErrorIs(t, err, amendment.ErrAmendmentChanged)
	refusal := shop.Detail[struct {
		Quote       quote.AmendmentQuote
		Differences []quote.Difference
	}](t, err)
	require.Equal(t, q.Difference+100, refusal.Quote.Difference)
	require.Equal(t, quote.PriceChanged, refusal.Differences[0].Code)
	saved, err := g.Amending(g.Means(r, refusal.Quote))
	require.NoError(t, err)
	require.EqualValues(t, max(0, refusal.Quote.Payable), saved.Amount)
	require.Zero(t, servertest.One[int](t, k.Pool, "SELECT count(*) FROM amendments WHERE quote_hash = $1", q.Hash))

	g2, id2 := k.Eats(nil, wed, thu)
	r2 := shop.Proposal(id2, shop.Brings(wed, 0, 0))
	old := g2.Sees(r2)
	g2.Amends(shop.Proposal(id2, shop.Brings(thu, 0, 0)))
	require.ErrorIs(t, shop.ErrorOf(g2.Amending(g2.Means(r2, old))), amendment.ErrAmendmentChanged,
		"it would be the last day of the order now")
}

func TestTheVersionIsPartOfThePromise(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	g, id := k.Eats(nil, mon, tue, wed)
	r := shop.Proposal(id, shop.Brings(mon, 0, 0))
	q := g.Sees(r)
	g.Amends(shop.Proposal(id, shop.Brings(tue, 0, 0)))
	g.Amends(shop.WithWallet(shop.Proposal(id, shop.Brings(tue, 0, 1))))
	require.Equal(t, q.After, g.Sees(r).After)
	require.ErrorIs(t, shop.ErrorOf(g.Amending(g.Means(r, q))), amendment.ErrAmendmentChanged,
		"all amounts are the same, and yet it is another order")
}

func TestACancelledDayGivesItsShareToTheDaysThatStayOpen(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	g, id := k.Eats(shop.CompanyPays("Flat", 1500, 2000, "Weekly"), mon, tue)
	o := g.Order(id)
	require.Equal(t, []money.Fils{1500, 500}, []money.Fils{o.Deliveries[0].CompanyShare, o.Deliveries[1].CompanyShare})
	require.Equal(t, []money.Fils{0, 1500}, []money.Fils{o.Deliveries[0].ShareBefore, o.Deliveries[1].ShareBefore})
	require.EqualValues(t, 1500, o.Terms.ShareValue)
	q := g.Sees(shop.Proposal(id, shop.Brings(mon, 0, 0)))
	require.Len(t, q.Days, 2)
	require.Equal(t, quote.Same, q.Days[1].Change)
	require.Equal(t, money.Fils(1500), q.Days[1].After.CompanyShare)
	g.Amends(shop.Proposal(id, shop.Brings(mon, 0, 0)))
	o = g.Order(id)
	require.Equal(t, money.Fils(1500), o.Deliveries[1].CompanyShare)
	require.Zero(t, o.Deliveries[1].ShareBefore)
	require.EqualValues(t, shop.Price(t, mon, 0)-1500+1000, g.Wallet(), "what monday cost, and what tuesday costs less")

	k.Closes(tue)
	require.Equal(t, quote.CutoffPassed, g.Sees(shop.Proposal(id, shop.Brings(mon, 0, 1))).Issues[0].Code)
}

func TestWhyAShareAtItsCapIsNoMoreCanStillBeToldAfterADearerMeal(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	monday := shop.Price(t, mon, 0)
	g, id := k.Eats(shop.CompanyPays("Percentage", 100, monday+1000, "Weekly"), mon)
	k.Pays(g.Wants(tue).Buys(false, tue))
	k.Pays(shop.BillOf(g.Amends(shop.Proposal(id, shop.Brings(mon, 0, 2)))))
	now := g.Order(id).Deliveries[0]
	require.Equal(t, []money.Fils{2 * monday, monday}, []money.Fils{now.Net, now.CompanyShare})
	require.Equal(t, money.Fils(1000), now.ShareBefore, "tuesday has the rest of the cap")
}

func TestWhyAShareIsWhatItIsCanBeToldOfAnOrderThatWasPaidLate(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	g, tuesday := k.Eats(shop.CompanyPays("Percentage", 100, shop.Price(t, tue, 0)+100, "Weekly"), tue)
	h := g.Wants(mon).Buys(false, mon)
	require.Equal(t, money.Fils(100), g.Order(h.Order).CompanyShare)
	k.Declines(h)
	g.Amends(shop.Proposal(tuesday, shop.Brings(tue, 0, 0)))
	k.Pays(h)
	paid := g.Order(h.Order)
	require.Equal(t, order.Confirmed, paid.Status)
	require.Equal(t, []money.Fils{100, shop.Price(t, tue, 0)}, []money.Fils{paid.Deliveries[0].CompanyShare, paid.Deliveries[0].ShareBefore},
		"as it was agreed, also now that the cap is free")
}

func TestTheTermsOfAnAmendmentAreThoseOfItsOrder(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	g, id := k.Eats(func(c *sample.Company) {
		c.MinimumDay, c.DiscountAmount, c.ShareType, c.ShareValue = 3, 20, "Percentage", 50
	}, mon, tue, wed)
	servertest.Do(t, k.Pool, "UPDATE companies SET discount_amount = 0, share_value = 0, minimum_day = 5")
	g.Amends(shop.Proposal(id, shop.Brings(mon, 0, 0), shop.Brings(tue, 0, 0)))
	o := g.Order(id)
	require.Equal(t, order.Confirmed, o.Status, "below the minimum of days")
	require.Equal(t, shop.Price(t, wed, 0).Part(80, 1000)*10, o.Net, "and it keeps the discount")
	require.Equal(t, o.Net.Percent(50), o.CompanyShare)
	k.Pays(shop.BillOf(g.Amends(shop.Proposal(id, shop.Brings(wed, 1, 2)))))
	o = g.Order(id)
	require.Equal(t, 2*(shop.Price(t, wed, 1).Part(80, 1000)*10), o.Net)
	require.Equal(t, o.Net.Percent(50), o.CompanyShare)
}

func TestOnlyTheEatersOwnConfirmedOrderIsAmended(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	g, id := k.Eats(nil, mon, tue)
	r := shop.Proposal(id, shop.Brings(mon, 0, 0))
	m := g.Means(r, g.Sees(r))
	stranger := k.Guest(sample.Harbour)
	require.ErrorIs(t, shop.ErrorOf(stranger.Previews(r)), fault.ErrNotFound)
	require.ErrorIs(t, shop.ErrorOf(stranger.Amending(m)), fault.ErrNotFound)
	require.ErrorIs(t, shop.ErrorOf(k.Orders.HandleDiary(t.Context(), stranger.Caller, order.DiaryRequest{ID: id})), fault.ErrNotFound)
	for name, days := range map[string][]quote.AmendDay{"a day that it never had": {shop.Brings(wed, 0, 1)},
		"a day twice": {shop.Brings(mon, 0, 0), shop.Brings(mon, 0, 2)}} {
		require.ErrorIs(t, shop.ErrorOf(g.Previews(shop.Proposal(id, days...))), amendment.ErrNotAmendable, name)
	}
	waiting := k.GuestOn(nil).Wants(mon)
	unpaid := shop.Proposal(waiting.Buys(false, mon).Order, shop.Brings(mon, 0, 0))
	require.ErrorIs(t, shop.ErrorOf(waiting.Previews(unpaid)), amendment.ErrNotAmendable)
	servertest.Do(t, k.Pool, "DELETE FROM sessions WHERE profile_id = $1", g.ProfileID)
	require.Error(t, shop.ErrorOf(g.Amending(m)))
}

func TestTheDiaryTellsWhoDidWhatToEachDayAndLetsItBeUndone(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	g, id := k.Eats(nil, mon, tue)
	k.Clock.Move(time.Minute)
	g.Amends(shop.ToTheCard(shop.Proposal(id, shop.Brings(tue, 0, 0))))
	k.Clock.Move(time.Minute)
	k.Declines(shop.BillOf(g.Amends(shop.Proposal(id, shop.Brings(mon, 0, 2)))))
	k.Clock.Move(time.Minute)
	diary := g.Diary(id)
	var got []string
	ids := map[string]bool{}
	for _, e := range diary {
		got = append(got, e.Date.String()+" "+e.What+" "+e.Who.Kind)
		ids[e.ID] = true
	}
	require.Equal(t, []string{mon.String() + " payment failed system", tue.String() + " cancelled eater", tue.String() + " ordered eater",
		mon.String() + " ordered eater"}, got)
	require.Len(t, ids, len(got))
	cancelled := diary[1]
	require.Equal(t, g.Device, *cancelled.Device)
	require.Equal(t, g.Device, *diary[3].Device)
	require.Equal(t, -shop.Price(t, tue, 0), cancelled.Difference)
	require.Equal(t, "card", *cancelled.RefundTo)
	require.Equal(t, shop.Price(t, tue, 0), cancelled.NetBefore)
	require.Empty(t, cancelled.After)

	undo := quote.AmendDay{Date: cancelled.Date}
	for _, l := range cancelled.Before {
		undo.Items = append(undo.Items, quote.Item{Meal: l.Meal, Qty: l.Qty})
	}
	k.Pays(shop.BillOf(g.Amends(shop.Proposal(id, undo))))
	require.Equal(t, 2, k.Live(g))
	g.Amends(shop.Proposal(id, shop.Brings(mon, 0, 0), shop.Brings(tue, 0, 0)))
	last := g.Diary(id)[0]
	require.Equal(t, []string{"order cancelled", "eater"}, []string{last.What, last.Who.Kind})
}
