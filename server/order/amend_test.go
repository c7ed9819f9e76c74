package order_test

import (
	"testing"
	"time"

	"github.com/oklog/ulid/v2"
	"github.com/stretchr/testify/require"

	"sahn/server/amendment"
	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/order"
	"sahn/server/platform/clock"
	"sahn/server/platform/fault"
	"sahn/server/platform/money"
	"sahn/server/quote"
)

// brings is a delivery with so many of a day's n-th meal; none cancel it.
func brings(date clock.Date, n, qty int) quote.AmendDay {
	d := quote.AmendDay{Date: date, Items: []quote.Item{}}
	if qty > 0 {
		d.Items = append(d.Items, quote.Item{Meal: servertest.Meal(date, n), Qty: qty})
	}
	return d
}

func price(t *testing.T, date clock.Date, n int) money.Fils {
	t.Helper()
	w := sample.Menu(date)
	meal, ok := w.On(date, servertest.Meal(date, n))
	require.True(t, ok)
	return meal.Price
}

// eats is a guest who has paid for the first meal of each day.
func (k *kitchen) eats(terms func(c *sample.Company), dates ...clock.Date) (*guest, string) {
	k.Helper()
	g := k.guestOn(terms).wants(dates...)
	h := g.buys(false, dates...)
	if h.Status == order.PaymentPending {
		k.pays(h)
	}
	require.Equal(k, order.Confirmed, g.status(h.Order))
	return g, h.Order
}

func proposal(id string, days ...quote.AmendDay) amendment.AmendQuoteRequest {
	return amendment.AmendQuoteRequest{Order: id, Days: days, Refund: "wallet"}
}

func withWallet(r amendment.AmendQuoteRequest) amendment.AmendQuoteRequest { r.Wallet = true; return r }
func toTheCard(r amendment.AmendQuoteRequest) amendment.AmendQuoteRequest {
	r.Refund = "card"
	return r
}

func (g *guest) previews(r amendment.AmendQuoteRequest) (quote.AmendmentQuote, error) {
	return changesOf(g.k.orders).HandleAmendQuote(g.k.Context(), g.Caller, r)
}

func (g *guest) sees(r amendment.AmendQuoteRequest) quote.AmendmentQuote {
	g.k.Helper()
	q, err := g.previews(r)
	require.NoError(g.k, err)
	return q
}

// means is the saving of a proposal at the price that a preview shows.
func (g *guest) means(r amendment.AmendQuoteRequest, q quote.AmendmentQuote) amendment.AmendRequest {
	return amendment.AmendRequest{Device: g.dev, Order: r.Order, Days: r.Days, Wallet: r.Wallet, Refund: r.Refund, Quote: q.Hash, Seen: &q,
		Key: ulid.Make().String()}
}

func (g *guest) amending(r amendment.AmendRequest) (amendment.Amended, error) {
	return changesOf(g.k.orders).HandleAmend(g.k.Context(), g.Caller, r)
}

// retryUnavailable does something again while a slow machine lets a lock be waited for too long.
func retryUnavailable(do func(i int) error) func(i int) error {
	return func(i int) error {
		for {
			err := do(i)
			if f := fault.As(err); f == nil || f.Kind != fault.Unavailable {
				return err
			}
		}
	}
}

func (g *guest) amends(r amendment.AmendQuoteRequest) amendment.Amended {
	g.k.Helper()
	q := g.sees(r)
	require.Empty(g.k, q.Issues)
	saved, err := g.amending(g.means(r, q))
	require.NoError(g.k, err)
	return saved
}

// bill is an amendment's payment, for the bank of the kit.
func billOf(a amendment.Amended) order.Handoff {
	return order.Handoff{Order: a.Order, Intent: a.Intent, Amount: a.Amount}
}

func TestAnEditThatCostsMoreTakesEffectWhenItIsPaidAndNotBefore(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	g, id := k.eats(nil, mon, tue)
	k.limit(mon, 5)
	was := g.order(id)
	saved := g.amends(proposal(id, brings(mon, 0, 3)))
	require.Equal(t, order.PaymentPending, saved.Status)
	require.EqualValues(t, 2*price(t, mon, 0), saved.Amount)
	require.Equal(t, saved.Intent, saved.Form.Fields["merchant_reference"])
	require.Equal(t, 2, k.taken(mon), "only what is more is held: the first was ordered when it was not limited")

	now := g.order(id)
	require.Equal(t, was.Deliveries, now.Deliveries, "the old order stands")
	require.Equal(t, was.Net, now.Net)
	require.Greater(t, now.Rev, was.Rev, "but devices hear of it")
	require.Equal(t, order.PaymentPending, now.Amendments[0].Status)
	require.Equal(t, saved.Intent, now.Amendments[0].Intent.ID)
	require.Equal(t, was.Intent.ID, now.Intent.ID)

	state, err := k.orders.HandleIntent(t.Context(), g.Caller, order.IntentRequest{ID: saved.Intent})
	require.NoError(t, err)
	require.Equal(t, []string{"amendment", id, saved.Amendment, "open"}, []string{state.Purpose, state.Order, state.Amendment, state.Status})

	k.pays(billOf(saved))
	now = g.order(id)
	require.Equal(t, order.Confirmed, now.Status)
	require.Equal(t, 3, now.Deliveries[0].Items[0].Qty)
	require.Equal(t, was.Net+money.Fils(saved.Amount), now.Net)
	require.Equal(t, now.EmployeeShare, now.Payable)
	require.Equal(t, was.Version+1, now.Version)
	require.Equal(t, order.Confirmed, now.Amendments[0].Status)
	require.Equal(t, now.Net, now.Amendment.Net)
	require.Equal(t, 2, k.taken(mon))
	require.Equal(t, 2, servertest.One[int](t, k.pool, "SELECT max(reserved) FROM order_lines"), "and the line has them")
	k.notify(billOf(saved))
	require.Equal(t, now.Version, g.order(id).Version, "told again it is done once")
}

func TestAnEditThatCostsLessTakesEffectAtOnceAndTheWalletGetsTheDifference(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	k.limit(mon, 5)
	g, id := k.eats(nil, mon, tue)
	first := g.amends(proposal(id, brings(mon, 0, 3)))
	k.pays(billOf(first))
	require.Equal(t, 3, k.taken(mon))
	saved := g.amends(proposal(id, brings(mon, 0, 1)))
	require.Equal(t, order.Confirmed, saved.Status)
	require.Empty(t, saved.Intent)
	require.EqualValues(t, 2*price(t, mon, 0), g.wallet())
	require.Equal(t, 1, k.taken(mon), "portions go back")
	o := g.order(id)
	require.Equal(t, -2*price(t, mon, 0), o.Wallet, "the card's money is in the wallet now")
	require.Equal(t, o.EmployeeShare, o.Wallet+o.Payable)
	require.Equal(t, []order.Source{{Kind: "wallet", Amount: o.Wallet}, {Kind: "card", Amount: o.Payable}}, o.PaymentSources)
	require.Len(t, o.Amendments, 2)
	require.Zero(t, servertest.One[int](t, k.pool, "SELECT count(*) FROM refunds"))
}

func TestACancelledDayIsRestoredAtTheMenusPriceAndHeldWhileItIsPaid(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	k.limit(tue, 1)
	g, id := k.eats(nil, mon, tue)
	g.amends(proposal(id, brings(tue, 0, 0)))
	require.Zero(t, k.taken(tue))
	saved := g.amends(proposal(id, brings(tue, 0, 1)))
	require.Equal(t, order.PaymentPending, saved.Status)
	require.Equal(t, 1, k.taken(tue), "its portion is held")
	require.Equal(t, quote.DayTaken, g.wants(tue).quote(false, tue).Quote.Issues[0].Code, "and its day")
	require.ErrorIs(t, errorOf(g.tries(g.asks(g.quote(false, tue), false))), order.ErrDayTaken)
	require.Equal(t, 1, k.live(g))
	k.declines(billOf(saved))
	require.Zero(t, k.taken(tue))
	require.Equal(t, order.PaymentFailed, g.order(id).Amendments[1].Status)
	require.Equal(t, order.Confirmed, g.status(id))
	require.EqualValues(t, price(t, tue, 0), g.wallet())

	again := g.amends(withWallet(proposal(id, brings(tue, 0, 1))))
	require.Equal(t, order.Confirmed, again.Status, "the wallet pays all")
	require.Zero(t, g.wallet())
	require.Equal(t, 2, k.live(g))
	require.False(t, g.order(id).Deliveries[1].Cancelled)
}

func TestADayThatAnotherOrderTookMeanwhileIsNotRestored(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	g, id := k.eats(nil, mon, tue)
	g.amends(proposal(id, brings(tue, 0, 0)))
	k.pays(g.wants(tue).buys(false, tue))
	back := proposal(id, brings(tue, 0, 1))
	q := g.sees(back)
	require.Equal(t, []quote.Issue{{Code: quote.DayTaken, Date: tue}}, q.Issues)
	require.ErrorIs(t, errorOf(g.amending(g.means(back, q))), amendment.ErrAmendmentChanged)
}

func TestAStalePreviewIsRefusedWithTheNewOne(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	g, id := k.eats(nil, mon, tue)
	r := proposal(id, brings(mon, 1, 1))
	q := g.sees(r)
	k.dearer()
	err := errorOf(g.amending(g.means(r, q)))
	require.ErrorIs(t, err, amendment.ErrAmendmentChanged)
	refusal := detail[struct {
		Quote       quote.AmendmentQuote
		Differences []quote.Difference
	}](t, err)
	require.Equal(t, q.Difference+100, refusal.Quote.Difference)
	require.Equal(t, quote.PriceChanged, refusal.Differences[0].Code)
	saved, err := g.amending(g.means(r, refusal.Quote))
	require.NoError(t, err)
	require.EqualValues(t, max(0, refusal.Quote.Payable), saved.Amount)
	require.Zero(t, servertest.One[int](t, k.pool, "SELECT count(*) FROM amendments WHERE quote_hash = $1", q.Hash))

	g2, id2 := k.eats(nil, wed, thu)
	r2 := proposal(id2, brings(wed, 0, 0))
	old := g2.sees(r2)
	g2.amends(proposal(id2, brings(thu, 0, 0)))
	require.ErrorIs(t, errorOf(g2.amending(g2.means(r2, old))), amendment.ErrAmendmentChanged, "it would be the last day of the order now")
}

func TestTheVersionIsPartOfThePromise(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	g, id := k.eats(nil, mon, tue, wed)
	r := proposal(id, brings(mon, 0, 0))
	q := g.sees(r)
	g.amends(proposal(id, brings(tue, 0, 0)))
	g.amends(withWallet(proposal(id, brings(tue, 0, 1))))
	require.Equal(t, q.After, g.sees(r).After)
	require.ErrorIs(t, errorOf(g.amending(g.means(r, q))), amendment.ErrAmendmentChanged,
		"all amounts are the same, and yet it is another order")
}

func TestACancelledDayGivesItsShareToTheDaysThatStayOpen(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	g, id := k.eats(companyPays("Flat", 1500, 2000, "Weekly"), mon, tue)
	o := g.order(id)
	require.Equal(t, []money.Fils{1500, 500}, []money.Fils{o.Deliveries[0].CompanyShare, o.Deliveries[1].CompanyShare})
	require.Equal(t, []money.Fils{0, 1500}, []money.Fils{o.Deliveries[0].ShareBefore, o.Deliveries[1].ShareBefore})
	require.EqualValues(t, 1500, o.Terms.ShareValue)
	q := g.sees(proposal(id, brings(mon, 0, 0)))
	require.Len(t, q.Days, 2)
	require.Equal(t, quote.Same, q.Days[1].Change)
	require.Equal(t, money.Fils(1500), q.Days[1].After.CompanyShare)
	g.amends(proposal(id, brings(mon, 0, 0)))
	o = g.order(id)
	require.Equal(t, money.Fils(1500), o.Deliveries[1].CompanyShare)
	require.Zero(t, o.Deliveries[1].ShareBefore)
	require.EqualValues(t, price(t, mon, 0)-1500+1000, g.wallet(), "what monday cost, and what tuesday costs less")

	k.closes(tue)
	require.Equal(t, quote.CutoffPassed, g.sees(proposal(id, brings(mon, 0, 1))).Issues[0].Code)
}

func TestWhyAShareAtItsCapIsNoMoreCanStillBeToldAfterADearerMeal(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	monday := price(t, mon, 0)
	g, id := k.eats(companyPays("Percentage", 100, monday+1000, "Weekly"), mon)
	k.pays(g.wants(tue).buys(false, tue))
	k.pays(billOf(g.amends(proposal(id, brings(mon, 0, 2)))))
	now := g.order(id).Deliveries[0]
	require.Equal(t, []money.Fils{2 * monday, monday}, []money.Fils{now.Net, now.CompanyShare})
	require.Equal(t, money.Fils(1000), now.ShareBefore, "tuesday has the rest of the cap")
}

func TestWhyAShareIsWhatItIsCanBeToldOfAnOrderThatWasPaidLate(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	g, tuesday := k.eats(companyPays("Percentage", 100, price(t, tue, 0)+100, "Weekly"), tue)
	h := g.wants(mon).buys(false, mon)
	require.Equal(t, money.Fils(100), g.order(h.Order).CompanyShare)
	k.declines(h)
	g.amends(proposal(tuesday, brings(tue, 0, 0)))
	k.pays(h)
	paid := g.order(h.Order)
	require.Equal(t, order.Confirmed, paid.Status)
	require.Equal(t, []money.Fils{100, price(t, tue, 0)}, []money.Fils{paid.Deliveries[0].CompanyShare, paid.Deliveries[0].ShareBefore},
		"as it was agreed, also now that the cap is free")
}

func TestTheTermsOfAnAmendmentAreThoseOfItsOrder(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	g, id := k.eats(func(c *sample.Company) {
		c.MinimumDay, c.DiscountAmount, c.ShareType, c.ShareValue = 3, 20, "Percentage", 50
	}, mon, tue, wed)
	servertest.Do(t, k.pool, "UPDATE companies SET discount_amount = 0, share_value = 0, minimum_day = 5")
	g.amends(proposal(id, brings(mon, 0, 0), brings(tue, 0, 0)))
	o := g.order(id)
	require.Equal(t, order.Confirmed, o.Status, "below the minimum of days")
	require.Equal(t, price(t, wed, 0).Part(80, 1000)*10, o.Net, "and it keeps the discount")
	require.Equal(t, o.Net.Percent(50), o.CompanyShare)
	k.pays(billOf(g.amends(proposal(id, brings(wed, 1, 2)))))
	o = g.order(id)
	require.Equal(t, 2*(price(t, wed, 1).Part(80, 1000)*10), o.Net)
	require.Equal(t, o.Net.Percent(50), o.CompanyShare)
}

func TestOnlyTheEatersOwnConfirmedOrderIsAmended(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	g, id := k.eats(nil, mon, tue)
	r := proposal(id, brings(mon, 0, 0))
	m := g.means(r, g.sees(r))
	stranger := k.guest(sample.Harbour)
	require.ErrorIs(t, errorOf(stranger.previews(r)), fault.ErrNotFound)
	require.ErrorIs(t, errorOf(stranger.amending(m)), fault.ErrNotFound)
	require.ErrorIs(t, errorOf(k.orders.HandleDiary(t.Context(), stranger.Caller, order.DiaryRequest{ID: id})), fault.ErrNotFound)
	for name, days := range map[string][]quote.AmendDay{"a day that it never had": {brings(wed, 0, 1)},
		"a day twice": {brings(mon, 0, 0), brings(mon, 0, 2)}} {
		require.ErrorIs(t, errorOf(g.previews(proposal(id, days...))), amendment.ErrNotAmendable, name)
	}
	waiting := k.guestOn(nil).wants(mon)
	unpaid := proposal(waiting.buys(false, mon).Order, brings(mon, 0, 0))
	require.ErrorIs(t, errorOf(waiting.previews(unpaid)), amendment.ErrNotAmendable)
	servertest.Do(t, k.pool, "DELETE FROM sessions WHERE profile_id = $1", g.ProfileID)
	require.Error(t, errorOf(g.amending(m)))
}

func TestTheDiaryTellsWhoDidWhatToEachDayAndLetsItBeUndone(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	g, id := k.eats(nil, mon, tue)
	k.clock.Move(time.Minute)
	g.amends(toTheCard(proposal(id, brings(tue, 0, 0))))
	k.clock.Move(time.Minute)
	k.declines(billOf(g.amends(proposal(id, brings(mon, 0, 2)))))
	k.clock.Move(time.Minute)
	diary := g.diary(id)
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
	require.Equal(t, g.dev, *cancelled.Device)
	require.Equal(t, g.dev, *diary[3].Device)
	require.Equal(t, -price(t, tue, 0), cancelled.Difference)
	require.Equal(t, "card", *cancelled.RefundTo)
	require.Equal(t, price(t, tue, 0), cancelled.NetBefore)
	require.Empty(t, cancelled.After)

	undo := quote.AmendDay{Date: cancelled.Date}
	for _, l := range cancelled.Before {
		undo.Items = append(undo.Items, quote.Item{Meal: l.Meal, Qty: l.Qty})
	}
	k.pays(billOf(g.amends(proposal(id, undo))))
	require.Equal(t, 2, k.live(g))
	g.amends(proposal(id, brings(mon, 0, 0), brings(tue, 0, 0)))
	last := g.diary(id)[0]
	require.Equal(t, []string{"order cancelled", "eater"}, []string{last.What, last.Who.Kind})
}
