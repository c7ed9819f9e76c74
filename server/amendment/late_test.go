package amendment_test

import (
	"slices"
	"testing"
	"time"

	"sahn/server/dev/servertest/shop"

	"github.com/stretchr/testify/require"

	"sahn/server/amendment"
	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/order"
	"sahn/server/platform/money"
	"sahn/server/week"
)

// A change of Tuesday's lunch is paid for on the card page, and the bank's word comes when it comes.
func TestASuccessThatArrivesWhileAnAmendmentWaitsCountsUntilItsDayComes(t *testing.T) {
	t.Parallel()
	for name, at := range map[string]time.Time{
		"before the cut-off":             week.Cutoff(tue).Add(-time.Second),
		"when the kitchen has its list":  week.Cutoff(tue),
		"in the last second of that day": tue.Start().Add(-time.Second),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			k := shop.Open(t)
			g, id := k.Eats(nil, mon, tue)
			saved := g.Amends(shop.Proposal(id, shop.Brings(tue, 0, 2)))
			require.True(t, saved.ExpiresAt.Equal(servertest.Now.Add(shop.Quarter)))
			k.Clock.Move(at.Sub(servertest.Now))
			k.Pays(shop.BillOf(saved))
			require.Equal(t, 2, g.Order(id).Deliveries[1].Items[0].Qty)
			require.Zero(t, servertest.One[int](t, k.Pool, "SELECT count(*) FROM refunds"))
			k.Clock.Move((tue + 1).Start().Sub(k.Clock.Now()))
			k.Tidy()
			require.Equal(t, order.Completed, g.Status(id))
		})
	}
}

func TestTwoLunchesArePaidWhenOneIsOnTheTableAndTheMoneyForTheSecondGoesBack(t *testing.T) {
	t.Parallel()
	hands := func(table, columns string) func(k *shop.Kitchen, id string) {
		return func(k *shop.Kitchen, id string) {
			servertest.Do(k, k.Pool,
				"INSERT INTO "+table+" SELECT "+columns+" FROM deliveries d WHERE d.order_id = $1 AND d.delivery_date = $2", id, tue)
		}
	}
	for name, come := range map[string]func(k *shop.Kitchen, id string){
		"the day has begun":  func(k *shop.Kitchen, _ string) { k.Clock.Move(tue.Start().Sub(servertest.Now)) },
		"the day is over":    func(k *shop.Kitchen, _ string) { k.Clock.Move((tue + 1).Start().Sub(servertest.Now)); k.Tidy() },
		"it was handed over": hands("handovers", "d.id, repeat('H', 26), now(), now(), d.profile_id"),
		"it was missing": hands("shortfalls",
			"repeat('S', 26), d.id, (SELECT meal FROM order_lines WHERE delivery_id = d.id), 1, 'missing', '', 0, 0, now(), d.profile_id"),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			k := shop.Open(t)
			k.Unsound = name == "it was handed over" || name == "it was missing" // by nobody of the kitchen's, and nobody was paid
			box := k.Mailbox()
			k.Limit(tue, 5)
			g, id := k.Eats(func(c *sample.Company) { c.ShareType, c.ShareValue = "Percentage", 50 }, mon, tue)
			servertest.Credit(t, k.Pool, g.Caller, 10)
			saved := g.Amends(shop.WithWallet(shop.Proposal(id, shop.Brings(tue, 0, 2))))
			was := g.Order(id)
			require.Zero(t, g.Wallet())
			come(k, id)
			k.Pays(shop.BillOf(saved))
			k.Notify(shop.BillOf(saved))

			now := g.Order(id)
			require.Equal(t, was.Deliveries, now.Deliveries, "what was cooked stays what was ordered")
			require.Equal(t, []money.Fils{was.Net, was.CompanyShare, was.Payable}, []money.Fils{now.Net, now.CompanyShare, now.Payable})
			require.Equal(t, order.Cancelled, now.Amendments[0].Status)
			require.Greater(t, now.Rev, was.Rev, "devices hear of it")
			require.EqualValues(t, 10, g.Wallet(), "and what was held is free again")
			require.Equal(t, 1, k.Taken(tue))
			require.Equal(t, now.CompanyShare, servertest.One[money.Fils](t, k.Pool, "SELECT sum(granted) FROM share_periods"))
			k.GoesBack(saved.Intent)
			require.Equal(t, order.Refunded, g.Order(id).Amendments[0].Status)

			diary := g.Diary(id)
			late := slices.IndexFunc(diary, func(e order.DiaryEntry) bool { return e.What == "paid too late" })
			require.GreaterOrEqual(t, late, 0)
			require.Equal(t, tue, diary[late].Date)
			require.Equal(t, "card", *diary[late].RefundTo)
			require.Equal(t, 1, k.Letters("mail_changed"), "told once")
			letter := k.Letter(k.Works(box), "Your lunches for 23 – 27 Nov have not changed")
			require.Contains(t, letter.Text, "Your order stays as it was.")
			require.Contains(t, letter.Text, money.Fils(saved.Amount).String()+" goes back to your card.")
			require.NotContains(t, letter.Text, "2 x")
			require.Contains(t, letter.HTML, "Your order stays as it was.")
			if name == "the day is over" {
				k.Tidy()
				require.Equal(t, order.Completed, g.Status(id))
			}
		})
	}
}

// grown is a guest whose open change holds a portion, share and wallet money beyond the order, and wants a day back.
func grown(k *shop.Kitchen) (*shop.Guest, string, amendment.Amended) {
	k.Helper()
	k.Limit(mon, 2)
	k.Limit(tue, 1)
	g, id := k.Eats(shop.CompanyPays("Percentage", 50, 6000, "Weekly"), mon, tue)
	g.Amends(shop.Proposal(id, shop.Brings(tue, 0, 0)))
	servertest.Credit(k, k.Pool, g.Caller, 10)
	saved := g.Amends(shop.WithWallet(shop.Proposal(id, shop.Brings(mon, 0, 2), shop.Brings(tue, 0, 1))))
	require.Equal(k, order.PaymentPending, saved.Status)
	require.Zero(k, g.Wallet())
	require.Equal(k, 2, k.Taken(mon))
	require.Equal(k, 1, k.Taken(tue))
	require.EqualValues(k, 6000, servertest.One[int64](k, k.Pool, "SELECT granted FROM share_periods WHERE profile_id = $1", g.ProfileID))
	return g, id, saved
}

func TestAFailedAmendmentGivesEverythingBackAndAnotherMayBeMade(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	g, id, saved := grown(k)
	servertest.Sound(t, k.Pool)
	before := g.Order(id)
	k.Declines(shop.BillOf(saved))
	o := g.Order(id)
	require.Equal(t, order.PaymentFailed, o.Amendments[1].Status)
	require.Equal(t, "declined", o.Amendments[1].Intent.Reason)
	require.Equal(t, order.Confirmed, o.Amendments[0].Status)
	require.Equal(t, o.Amendments[0].After.Net, o.Amendment.Net, "the newest that did not fail")
	require.Equal(t, before.Deliveries, o.Deliveries)
	require.Equal(t, 1, k.Taken(mon))
	require.Zero(t, k.Taken(tue))
	require.Positive(t, g.Wallet())
	require.Equal(t, o.CompanyShare,
		servertest.One[money.Fils](t, k.Pool, "SELECT granted FROM share_periods WHERE profile_id = $1", g.ProfileID))

	again := g.Amends(shop.WithWallet(shop.Proposal(id, shop.Brings(mon, 0, 2), shop.Brings(tue, 0, 1))))
	k.Pays(shop.BillOf(again))
	require.Equal(t, 2, k.Live(g))
}

func TestALateSuccessOfAnAmendmentTakesEffectWhenAllOfItCanStillBeHad(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	g, id, saved := grown(k)
	k.Declines(shop.BillOf(saved))
	k.Pays(shop.BillOf(saved))
	o := g.Order(id)
	require.Equal(t, order.Confirmed, o.Amendments[1].Status)
	require.Equal(t, 2, o.Deliveries[0].Items[0].Qty)
	require.Equal(t, 2, k.Live(g))
	require.Zero(t, g.Wallet())
	require.Zero(t, servertest.One[int](t, k.Pool, "SELECT count(*) FROM refunds"))
}

func TestALateSuccessOfAnAmendmentThatCannotBeHadGoesBack(t *testing.T) {
	t.Parallel()
	for name, take := range map[string]func(k *shop.Kitchen, g *shop.Guest, id string){
		"the portion":   func(k *shop.Kitchen, _ *shop.Guest, _ string) { k.GuestOn(nil).Wants(mon).Buys(false, mon) },
		"the day":       func(_ *shop.Kitchen, g *shop.Guest, _ string) { g.Wants(tue).Buys(false, tue) },
		"the share":     func(k *shop.Kitchen, g *shop.Guest, _ string) { g.Wants(wed).Buys(false, wed) },
		"the wallet":    func(k *shop.Kitchen, g *shop.Guest, id string) { g.Wants(fri).Buys(true, fri) },
		"the cut-off":   func(k *shop.Kitchen, _ *shop.Guest, _ string) { k.Closes(mon) },
		"the person":    func(_ *shop.Kitchen, g *shop.Guest, _ string) { g.Erased() },
		"a new version": func(_ *shop.Kitchen, g *shop.Guest, id string) { g.Amends(shop.Proposal(id, shop.Brings(mon, 1, 1))) },
		"another change": func(_ *shop.Kitchen, g *shop.Guest, id string) {
			require.Equal(g.Kitchen, order.PaymentPending, g.Amends(shop.Proposal(id, shop.Brings(mon, 0, 2))).Status)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			k := shop.Open(t)
			g, id, saved := grown(k)
			k.Declines(shop.BillOf(saved))
			take(k, g, id)
			before := [4]any{g.Wallet(), k.Live(g), k.Taken(mon), k.Taken(tue)}
			k.Pays(shop.BillOf(saved))
			require.Equal(t, order.Cancelled, g.Order(id).Amendments[1].Status)
			require.Equal(t, before, [4]any{g.Wallet(), k.Live(g), k.Taken(mon), k.Taken(tue)}, "nothing half")
			k.Notify(shop.BillOf(saved))
			k.GoesBack(saved.Intent)
			require.Equal(t, order.Refunded, g.Order(id).Amendments[1].Status)
			require.Equal(t, order.Confirmed, g.Status(id), "the order stands")
			state, err := k.Orders.HandleIntent(t.Context(), g.Caller, order.IntentRequest{ID: saved.Intent})
			require.NoError(t, err)
			require.Equal(t, "refunded", state.Status)
		})
	}
}
