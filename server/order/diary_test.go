package order_test

import (
	"testing"
	"time"

	"sahn/server/dev/servertest/shop"

	"github.com/oklog/ulid/v2"
	"github.com/stretchr/testify/require"

	"sahn/server/amendment"
	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	cooks "sahn/server/kitchen"
	"sahn/server/ledger"
	"sahn/server/order"
	"sahn/server/platform/db"
)

// elsewhere is a guest of whose lunches one goes to another floor than usual, and their order.
func elsewhere(k *shop.Kitchen) (g *shop.Guest, id string) {
	k.Helper()
	g = k.Guest(sample.Harbour).Wants(mon, tue, wed)
	h := g.Buys(false, mon, tue, wed)
	k.Pays(h)
	k.Clock.Move(time.Minute)
	there := shop.Brings(tue, 0, 1)
	there.AddressID = &sample.HarbourFloor15.ID
	g.Amends(shop.Proposal(h.Order, there))
	k.Clock.Move(time.Minute)
	return g, h.Order
}

func retire(k *shop.Kitchen, a sample.Address) {
	servertest.Do(k, k.Pool, "UPDATE addresses SET retired_at = $2 WHERE id = $1", a.ID, k.Clock.Now())
}

func TestAChangeOfThePlaceAloneStandsInTheDiaryAndCanBeUndone(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	g, id := elsewhere(k)
	require.Equal(t, sample.HarbourFloor15.ID, g.Order(id).Deliveries[1].AddressID)
	usual, floor15 := &order.DiaryPlace{ID: sample.HarbourFloor14.ID, Label: sample.HarbourFloor14.Label},
		&order.DiaryPlace{ID: sample.HarbourFloor15.ID, Label: sample.HarbourFloor15.Label}
	diary := g.Diary(id)
	moved := diary[0]
	require.Equal(t, "changed", moved.What)
	require.Equal(t, []*order.DiaryPlace{usual, floor15}, []*order.DiaryPlace{moved.PlaceBefore, moved.PlaceAfter})
	for _, first := range diary[1:] {
		require.Equal(t, "ordered", first.What)
		require.Equal(t, []*order.DiaryPlace{nil, usual}, []*order.DiaryPlace{first.PlaceBefore, first.PlaceAfter})
	}
	back := shop.Brings(tue, 0, 1)
	back.AddressID = &moved.PlaceBefore.ID
	require.Equal(t, order.Confirmed, g.Amends(shop.Proposal(id, back)).Status)
	require.Equal(t, usual.ID, g.Order(id).Deliveries[1].AddressID)
	require.Zero(t, g.Wallet())
	back.AddressID = &sample.QasrStudio.ID
	require.ErrorIs(t, shop.ErrorOf(g.Previews(shop.Proposal(id, back))), order.ErrNoAddress, "a place of another company")
}

func TestADayThatIsHadBackAfterItsPlaceWasClosedGoesWhereItsEaterHasLunchNow(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	g, id := elsewhere(k)
	servertest.Credit(t, k.Pool, g.Caller, 20_000)
	g.Amends(shop.Proposal(id, shop.Brings(tue, 0, 0)))
	require.Equal(t, sample.HarbourFloor15.ID, g.Sees(shop.Proposal(id, shop.Brings(tue, 0, 1))).Days[0].After.AddressID,
		"as long as lunch is brought there")
	back := shop.WithWallet(shop.Proposal(id, shop.Brings(tue, 0, 1)))
	promised := g.Means(back, g.Sees(back))
	retire(k, sample.HarbourFloor15)
	require.ErrorIs(t, shop.ErrorOf(g.Amending(promised)), amendment.ErrAmendmentChanged)
	require.Equal(t, sample.HarbourFloor14.ID, g.Sees(back).Days[0].After.AddressID, "the preview says so")
	k.Clock.Move(time.Minute)
	g.Amends(back)
	require.Equal(t, sample.HarbourFloor14.ID, g.Order(id).Deliveries[1].AddressID)
	require.Equal(t, sample.HarbourFloor14.Label, g.Diary(id)[0].PlaceAfter.Label)
	require.Equal(t, sample.HarbourFloor15.Label, g.Diary(id)[1].PlaceBefore.Label, "also of a place that is closed")

	g.Amends(shop.Proposal(id, shop.Brings(tue, 0, 0)))
	retire(k, sample.HarbourFloor14)
	require.ErrorIs(t, shop.ErrorOf(g.Previews(back)), order.ErrNoAddress)
}

func TestAMissingMealThatWasPaidBackStandsInTheDiaryAndItsMoneyLeadsToItsOrder(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	g, id := k.Eats(func(c *sample.Company) { c.ShareType, c.ShareValue = "Percentage", 40 }, mon, tue)
	k.Clock.Move(mon.Start().Add(12 * time.Hour).Sub(k.Clock.Now()))
	cook := k.Cook()
	marks := &cooks.Kitchen{Conn: k.Pool, Clock: k.Clock.Now, Menus: k.Orders.Menus, Queue: k.Payments.Queue, Log: k.Payments.Log}
	day := g.Order(id).Deliveries[0]
	done, err := marks.HandleHandovers(t.Context(), servertest.SignIn(t, k.Pool, cook), cooks.Handovers{Facts: []cooks.Fact{
		{ID: ulid.Make().String(), Kind: "missing", Delivery: day.ID, Meal: day.Items[0].Meal, Qty: 1, At: k.Clock.Now()}}})
	require.NoError(t, err)
	require.Equal(t, "done", done.Data[0].Code)

	missing := g.Diary(id)[0]
	require.Equal(t, []any{"missing", mon, order.DiaryWho{Kind: "operator"}, "wallet"},
		[]any{missing.What, missing.Date, missing.Who, *missing.RefundTo})
	require.Equal(t, []any{day.Items[0].Name, 1}, []any{missing.Before[0].Name, missing.Before[0].Qty})
	require.Empty(t, missing.After)
	require.Equal(t, -(day.Net - day.CompanyShare), missing.Difference)
	require.EqualValues(t, day.Net-day.CompanyShare, g.Wallet())
	diary, err := k.Orders.HandleAnyDiary(t.Context(), cook, order.DiaryRequest{ID: id})
	require.NoError(t, err)
	require.Equal(t, order.DiaryWho{Kind: "operator", Name: "Bilal"}, diary.Data[0].Who, "the operator knows who said so")

	entries, err := ledger.Entries(t.Context(), db.New(k.Pool), g.ProfileID, 0, 9)
	require.NoError(t, err)
	require.Equal(t, id, *entries[0].OrderID)
}
