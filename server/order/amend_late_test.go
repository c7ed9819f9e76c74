package order_test

import (
	"slices"
	"testing"
	"time"

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
			k := openKitchen(t)
			g, id := k.eats(nil, mon, tue)
			saved := g.amends(proposal(id, brings(tue, 0, 2)))
			require.True(t, saved.ExpiresAt.Equal(servertest.Now.Add(quarter)))
			k.clock.Move(at.Sub(servertest.Now))
			k.pays(billOf(saved))
			require.Equal(t, 2, g.order(id).Deliveries[1].Items[0].Qty)
			require.Zero(t, servertest.One[int](t, k.pool, "SELECT count(*) FROM refunds"))
			k.clock.Move((tue + 1).Start().Sub(k.clock.Now()))
			k.tidy()
			require.Equal(t, order.Completed, g.status(id))
		})
	}
}

func TestTwoLunchesArePaidWhenOneIsOnTheTableAndTheMoneyForTheSecondGoesBack(t *testing.T) {
	t.Parallel()
	hands := func(table, columns string) func(k *kitchen, id string) {
		return func(k *kitchen, id string) {
			servertest.Do(k, k.pool,
				"INSERT INTO "+table+" SELECT "+columns+" FROM deliveries d WHERE d.order_id = $1 AND d.delivery_date = $2", id, tue)
		}
	}
	for name, come := range map[string]func(k *kitchen, id string){
		"the day has begun":  func(k *kitchen, _ string) { k.clock.Move(tue.Start().Sub(servertest.Now)) },
		"the day is over":    func(k *kitchen, _ string) { k.clock.Move((tue + 1).Start().Sub(servertest.Now)); k.tidy() },
		"it was handed over": hands("handovers", "d.id, repeat('H', 26), now(), now(), d.profile_id"),
		"it was missing": hands("shortfalls",
			"repeat('S', 26), d.id, (SELECT meal FROM order_lines WHERE delivery_id = d.id), 1, 'missing', '', 0, 0, now(), d.profile_id"),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			k := openKitchen(t)
			k.unsound = name == "it was handed over" || name == "it was missing" // by nobody of the kitchen's, and nobody was paid
			box := k.mailbox()
			k.limit(tue, 5)
			g, id := k.eats(func(c *sample.Company) { c.ShareType, c.ShareValue = "Percentage", 50 }, mon, tue)
			servertest.Credit(t, k.pool, g.Caller, 10)
			saved := g.amends(withWallet(proposal(id, brings(tue, 0, 2))))
			was := g.order(id)
			require.Zero(t, g.wallet())
			come(k, id)
			k.pays(billOf(saved))
			k.notify(billOf(saved))

			now := g.order(id)
			require.Equal(t, was.Deliveries, now.Deliveries, "what was cooked stays what was ordered")
			require.Equal(t, []money.Fils{was.Net, was.CompanyShare, was.Payable}, []money.Fils{now.Net, now.CompanyShare, now.Payable})
			require.Equal(t, order.Cancelled, now.Amendments[0].Status)
			require.Greater(t, now.Rev, was.Rev, "devices hear of it")
			require.EqualValues(t, 10, g.wallet(), "and what was held is free again")
			require.Equal(t, 1, k.taken(tue))
			require.Equal(t, now.CompanyShare, servertest.One[money.Fils](t, k.pool, "SELECT sum(granted) FROM share_periods"))
			k.goesBack(saved.Intent)
			require.Equal(t, order.Refunded, g.order(id).Amendments[0].Status)

			diary := g.diary(id)
			late := slices.IndexFunc(diary, func(e order.DiaryEntry) bool { return e.What == "paid too late" })
			require.GreaterOrEqual(t, late, 0)
			require.Equal(t, tue, diary[late].Date)
			require.Equal(t, "card", *diary[late].RefundTo)
			require.Equal(t, 1, k.letters("mail_changed"), "told once")
			letter := k.letter(k.works(box), "Your lunches for 23 – 27 Nov have not changed")
			require.Contains(t, letter.Text, "Your order stays as it was.")
			require.Contains(t, letter.Text, money.Fils(saved.Amount).String()+" goes back to your card.")
			require.NotContains(t, letter.Text, "2 x")
			require.Contains(t, letter.HTML, "Your order stays as it was.")
			if name == "the day is over" {
				k.tidy()
				require.Equal(t, order.Completed, g.status(id))
			}
		})
	}
}

// grown is a guest whose open change holds a portion, share and wallet money beyond the order, and wants a day back.
func grown(k *kitchen) (*guest, string, amendment.Amended) {
	k.Helper()
	k.limit(mon, 2)
	k.limit(tue, 1)
	g, id := k.eats(companyPays("Percentage", 50, 6000, "Weekly"), mon, tue)
	g.amends(proposal(id, brings(tue, 0, 0)))
	servertest.Credit(k, k.pool, g.Caller, 10)
	saved := g.amends(withWallet(proposal(id, brings(mon, 0, 2), brings(tue, 0, 1))))
	require.Equal(k, order.PaymentPending, saved.Status)
	require.Zero(k, g.wallet())
	require.Equal(k, 2, k.taken(mon))
	require.Equal(k, 1, k.taken(tue))
	require.EqualValues(k, 6000, servertest.One[int64](k, k.pool, "SELECT granted FROM share_periods WHERE profile_id = $1", g.ProfileID))
	return g, id, saved
}

func TestAFailedAmendmentGivesEverythingBackAndAnotherMayBeMade(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	g, id, saved := grown(k)
	servertest.Sound(t, k.pool)
	before := g.order(id)
	k.declines(billOf(saved))
	o := g.order(id)
	require.Equal(t, order.PaymentFailed, o.Amendments[1].Status)
	require.Equal(t, "declined", o.Amendments[1].Intent.Reason)
	require.Equal(t, order.Confirmed, o.Amendments[0].Status)
	require.Equal(t, o.Amendments[0].After.Net, o.Amendment.Net, "the newest that did not fail")
	require.Equal(t, before.Deliveries, o.Deliveries)
	require.Equal(t, 1, k.taken(mon))
	require.Zero(t, k.taken(tue))
	require.Positive(t, g.wallet())
	require.Equal(t, o.CompanyShare,
		servertest.One[money.Fils](t, k.pool, "SELECT granted FROM share_periods WHERE profile_id = $1", g.ProfileID))

	again := g.amends(withWallet(proposal(id, brings(mon, 0, 2), brings(tue, 0, 1))))
	k.pays(billOf(again))
	require.Equal(t, 2, k.live(g))
}

func TestALateSuccessOfAnAmendmentTakesEffectWhenAllOfItCanStillBeHad(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	g, id, saved := grown(k)
	k.declines(billOf(saved))
	k.pays(billOf(saved))
	o := g.order(id)
	require.Equal(t, order.Confirmed, o.Amendments[1].Status)
	require.Equal(t, 2, o.Deliveries[0].Items[0].Qty)
	require.Equal(t, 2, k.live(g))
	require.Zero(t, g.wallet())
	require.Zero(t, servertest.One[int](t, k.pool, "SELECT count(*) FROM refunds"))
}

func TestALateSuccessOfAnAmendmentThatCannotBeHadGoesBack(t *testing.T) {
	t.Parallel()
	for name, take := range map[string]func(k *kitchen, g *guest, id string){
		"the portion":   func(k *kitchen, _ *guest, _ string) { k.guestOn(nil).wants(mon).buys(false, mon) },
		"the day":       func(_ *kitchen, g *guest, _ string) { g.wants(tue).buys(false, tue) },
		"the share":     func(k *kitchen, g *guest, _ string) { g.wants(wed).buys(false, wed) },
		"the wallet":    func(k *kitchen, g *guest, id string) { g.wants(fri).buys(true, fri) },
		"the cut-off":   func(k *kitchen, _ *guest, _ string) { k.closes(mon) },
		"the person":    func(_ *kitchen, g *guest, _ string) { g.erased() },
		"a new version": func(_ *kitchen, g *guest, id string) { g.amends(proposal(id, brings(mon, 1, 1))) },
		"another change": func(_ *kitchen, g *guest, id string) {
			require.Equal(g.k, order.PaymentPending, g.amends(proposal(id, brings(mon, 0, 2))).Status)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			k := openKitchen(t)
			g, id, saved := grown(k)
			k.declines(billOf(saved))
			take(k, g, id)
			before := [4]any{g.wallet(), k.live(g), k.taken(mon), k.taken(tue)}
			k.pays(billOf(saved))
			require.Equal(t, order.Cancelled, g.order(id).Amendments[1].Status)
			require.Equal(t, before, [4]any{g.wallet(), k.live(g), k.taken(mon), k.taken(tue)}, "nothing half")
			k.notify(billOf(saved))
			k.goesBack(saved.Intent)
			require.Equal(t, order.Refunded, g.order(id).Amendments[1].Status)
			require.Equal(t, order.Confirmed, g.status(id), "the order stands")
			state, err := k.orders.HandleIntent(t.Context(), g.Caller, order.IntentRequest{ID: saved.Intent})
			require.NoError(t, err)
			require.Equal(t, "refunded", state.Status)
		})
	}
}
