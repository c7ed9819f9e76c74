package order_test

import (
	"testing"
	"time"

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
func (k *kitchen) elsewhere() (g *guest, id string) {
	k.Helper()
	g = k.guest(sample.Harbour).wants(mon, tue, wed)
	h := g.buys(false, mon, tue, wed)
	k.pays(h)
	k.clock.Move(time.Minute)
	there := brings(tue, 0, 1)
	there.AddressID = &sample.HarbourFloor15.ID
	g.amends(proposal(h.Order, there))
	k.clock.Move(time.Minute)
	return g, h.Order
}

func retire(k *kitchen, a sample.Address) {
	servertest.Do(k, k.pool, "UPDATE addresses SET retired_at = $2 WHERE id = $1", a.ID, k.clock.Now())
}

func TestAChangeOfThePlaceAloneStandsInTheDiaryAndCanBeUndone(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	g, id := k.elsewhere()
	require.Equal(t, sample.HarbourFloor15.ID, g.order(id).Deliveries[1].AddressID)
	usual, floor15 := &order.DiaryPlace{ID: sample.HarbourFloor14.ID, Label: sample.HarbourFloor14.Label},
		&order.DiaryPlace{ID: sample.HarbourFloor15.ID, Label: sample.HarbourFloor15.Label}
	diary := g.diary(id)
	moved := diary[0]
	require.Equal(t, "changed", moved.What)
	require.Equal(t, []*order.DiaryPlace{usual, floor15}, []*order.DiaryPlace{moved.PlaceBefore, moved.PlaceAfter})
	for _, first := range diary[1:] {
		require.Equal(t, "ordered", first.What)
		require.Equal(t, []*order.DiaryPlace{nil, usual}, []*order.DiaryPlace{first.PlaceBefore, first.PlaceAfter})
	}
	back := brings(tue, 0, 1)
	back.AddressID = &moved.PlaceBefore.ID
	require.Equal(t, order.Confirmed, g.amends(proposal(id, back)).Status)
	require.Equal(t, usual.ID, g.order(id).Deliveries[1].AddressID)
	require.Zero(t, g.wallet())
	back.AddressID = &sample.QasrStudio.ID
	require.ErrorIs(t, errorOf(g.previews(proposal(id, back))), order.ErrNoAddress, "a place of another company")
}

func TestADayThatIsHadBackAfterItsPlaceWasClosedGoesWhereItsEaterHasLunchNow(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	g, id := k.elsewhere()
	servertest.Credit(t, k.pool, g.Caller, 20_000)
	g.amends(proposal(id, brings(tue, 0, 0)))
	require.Equal(t, sample.HarbourFloor15.ID, g.sees(proposal(id, brings(tue, 0, 1))).Days[0].After.AddressID,
		"as long as lunch is brought there")
	back := withWallet(proposal(id, brings(tue, 0, 1)))
	promised := g.means(back, g.sees(back))
	retire(k, sample.HarbourFloor15)
	require.ErrorIs(t, errorOf(g.amending(promised)), amendment.ErrAmendmentChanged)
	require.Equal(t, sample.HarbourFloor14.ID, g.sees(back).Days[0].After.AddressID, "the preview says so")
	k.clock.Move(time.Minute)
	g.amends(back)
	require.Equal(t, sample.HarbourFloor14.ID, g.order(id).Deliveries[1].AddressID)
	require.Equal(t, sample.HarbourFloor14.Label, g.diary(id)[0].PlaceAfter.Label)
	require.Equal(t, sample.HarbourFloor15.Label, g.diary(id)[1].PlaceBefore.Label, "also of a place that is closed")

	g.amends(proposal(id, brings(tue, 0, 0)))
	retire(k, sample.HarbourFloor14)
	require.ErrorIs(t, errorOf(g.previews(back)), order.ErrNoAddress)
}

func TestAMissingMealThatWasPaidBackStandsInTheDiaryAndItsMoneyLeadsToItsOrder(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	g, id := k.eats(func(c *sample.Company) { c.ShareType, c.ShareValue = "Percentage", 40 }, mon, tue)
	k.clock.Move(mon.Start().Add(12 * time.Hour).Sub(k.clock.Now()))
	cook := k.cook()
	marks := &cooks.Kitchen{Conn: k.pool, Clock: k.clock.Now, Menus: k.orders.Menus, Queue: k.payments.Queue, Log: k.payments.Log}
	day := g.order(id).Deliveries[0]
	done, err := marks.HandleHandovers(t.Context(), servertest.SignIn(t, k.pool, cook), cooks.Handovers{Facts: []cooks.Fact{
		{ID: ulid.Make().String(), Kind: "missing", Delivery: day.ID, Meal: day.Items[0].Meal, Qty: 1, At: k.clock.Now()}}})
	require.NoError(t, err)
	require.Equal(t, "done", done.Data[0].Code)

	missing := g.diary(id)[0]
	require.Equal(t, []any{"missing", mon, order.DiaryWho{Kind: "operator"}, "wallet"},
		[]any{missing.What, missing.Date, missing.Who, *missing.RefundTo})
	require.Equal(t, []any{day.Items[0].Name, 1}, []any{missing.Before[0].Name, missing.Before[0].Qty})
	require.Empty(t, missing.After)
	require.Equal(t, -(day.Net - day.CompanyShare), missing.Difference)
	require.EqualValues(t, day.Net-day.CompanyShare, g.wallet())
	diary, err := k.orders.HandleAnyDiary(t.Context(), cook, order.DiaryRequest{ID: id})
	require.NoError(t, err)
	require.Equal(t, order.DiaryWho{Kind: "operator", Name: "Bilal"}, diary.Data[0].Who, "the operator knows who said so")

	entries, err := ledger.Entries(t.Context(), db.New(k.pool), g.ProfileID, 0, 9)
	require.NoError(t, err)
	require.Equal(t, id, *entries[0].OrderID)
}
