package order_test

import (
	"testing"
	"time"

	"github.com/oklog/ulid/v2"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	cooks "sahn/server/kitchen"
	"sahn/server/ledger"
	"sahn/server/order"
	"sahn/server/platform/db"
	"sahn/server/platform/web"
)

// elsewhere is a guest of whose lunches one goes to another floor than usual, their order, and its diary as they read it.
func (k *kitchen) elsewhere() (g *guest, id string, tells func() []order.DiaryEntry) {
	k.Helper()
	g = k.guest(sample.Harbour).wants(mon, tue, wed)
	h := g.buys(false, mon, tue, wed)
	k.pays(h)
	k.clock.Move(time.Minute)
	there := brings(tue, 0, 1)
	there.AddressID = &sample.HarbourFloor15.ID
	g.amends(proposal(h.Order, there))
	k.clock.Move(time.Minute)
	return g, h.Order, func() []order.DiaryEntry {
		diary, err := k.orders.HandleDiary(k.Context(), g.Caller, order.DiaryRequest{ID: h.Order})
		require.NoError(k, err)
		return diary.Data
	}
}

func retire(k *kitchen, a sample.Address) {
	servertest.Do(k, k.pool, "UPDATE addresses SET retired_at = $2 WHERE id = $1", a.ID, k.clock.Now())
}

func TestAChangeOfThePlaceAloneStandsInTheDiaryAndCanBeUndone(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	g, id, diary := k.elsewhere()
	usual, floor15 := &order.DiaryPlace{ID: sample.HarbourFloor14.ID, Label: sample.HarbourFloor14.Label},
		&order.DiaryPlace{ID: sample.HarbourFloor15.ID, Label: sample.HarbourFloor15.Label}
	moved := diary()[0]
	require.Equal(t, "changed", moved.What)
	require.Equal(t, []*order.DiaryPlace{usual, floor15}, []*order.DiaryPlace{moved.PlaceBefore, moved.PlaceAfter})
	for _, first := range diary()[1:] {
		require.Equal(t, "ordered", first.What)
		require.Equal(t, []*order.DiaryPlace{nil, usual}, []*order.DiaryPlace{first.PlaceBefore, first.PlaceAfter})
	}
	back := brings(tue, 0, 1)
	back.AddressID = &moved.PlaceBefore.ID
	require.Equal(t, order.Confirmed, g.amends(proposal(id, back)).Status)
	require.Equal(t, usual.ID, g.order(id).Deliveries[1].AddressID)
}

func TestADayThatIsHadBackAfterItsPlaceWasClosedGoesWhereItsEaterHasLunchNow(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	g, id, diary := k.elsewhere()
	servertest.Credit(t, k.pool, g.Caller, 20_000)
	g.amends(proposal(id, brings(tue, 0, 0)))
	require.Equal(t, sample.HarbourFloor15.ID, g.sees(proposal(id, brings(tue, 0, 1))).Days[0].After.AddressID,
		"as long as lunch is brought there")
	promised := g.means(withWallet(proposal(id, brings(tue, 0, 1))), g.sees(withWallet(proposal(id, brings(tue, 0, 1)))))
	retire(k, sample.HarbourFloor15)
	_, err := g.amending(promised)
	require.ErrorIs(t, err, order.ErrAmendmentChanged)
	q := g.sees(withWallet(proposal(id, brings(tue, 0, 1))))
	require.Equal(t, sample.HarbourFloor14.ID, q.Days[0].After.AddressID, "the preview says so")
	k.clock.Move(time.Minute)
	g.amends(withWallet(proposal(id, brings(tue, 0, 1))))
	require.Equal(t, sample.HarbourFloor14.ID, g.order(id).Deliveries[1].AddressID)
	require.Equal(t, sample.HarbourFloor14.Label, diary()[0].PlaceAfter.Label)
	require.Equal(t, sample.HarbourFloor15.Label, diary()[1].PlaceBefore.Label, "also of a place that is closed")

	g.amends(proposal(id, brings(tue, 0, 0)))
	retire(k, sample.HarbourFloor14)
	_, err = k.orders.HandleAmendQuote(t.Context(), g.Caller, proposal(id, brings(tue, 0, 1)))
	require.ErrorIs(t, err, order.ErrNoAddress)
}

func TestAMissingMealThatWasPaidBackStandsInTheDiaryAndItsMoneyLeadsToItsOrder(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	g, id := k.eats(func(c *sample.Company) { c.ShareType, c.ShareValue = "Percentage", 40 }, mon, tue)
	k.clock.Move(mon.Start().Add(12 * time.Hour).Sub(k.clock.Now()))
	cook := web.Caller{PersonID: ulid.Make().String(), ProfileID: ulid.Make().String(), ClientType: "Operator", Role: "kitchen"}
	servertest.Do(t, k.pool, "INSERT INTO persons (id, email, name, mobile, created_at) VALUES ($1, 'cook@kitchen.example', 'Bilal', '', $2)",
		cook.PersonID, servertest.Now)
	servertest.Do(t, k.pool,
		"INSERT INTO profiles (id, person_id, client_type, status, created_at, operator_role) VALUES ($1, $2, 'Operator', 'Active', $3, "+
			"'kitchen')", cook.ProfileID, cook.PersonID, servertest.Now)
	marks := &cooks.Kitchen{Conn: k.pool, Clock: k.clock.Now, Menus: k.orders.Menus, Queue: k.payments.Queue, Log: k.payments.Log}
	day := g.order(id).Deliveries[0]
	done, err := marks.HandleHandovers(t.Context(), servertest.SignIn(t, k.pool, cook), cooks.Handovers{Facts: []cooks.Fact{
		{ID: ulid.Make().String(), Kind: "missing", Delivery: day.ID, Meal: day.Items[0].Meal, Qty: 1, At: k.clock.Now()}}})
	require.NoError(t, err)
	require.Equal(t, "done", done.Data[0].Code)

	diary, err := k.orders.HandleDiary(t.Context(), g.Caller, order.DiaryRequest{ID: id})
	require.NoError(t, err)
	missing := diary.Data[0]
	require.Equal(t, []any{"missing", mon, order.DiaryWho{Kind: "operator"}, "wallet"},
		[]any{missing.What, missing.Date, missing.Who, *missing.RefundTo})
	require.Equal(t, []any{day.Items[0].Name, 1}, []any{missing.Before[0].Name, missing.Before[0].Qty})
	require.Empty(t, missing.After)
	require.Equal(t, -(day.Net - day.CompanyShare), missing.Difference)
	require.EqualValues(t, day.Net-day.CompanyShare, g.wallet())
	diary, err = k.orders.HandleAnyDiary(t.Context(), cook, order.DiaryRequest{ID: id})
	require.NoError(t, err)
	require.Equal(t, order.DiaryWho{Kind: "operator", Name: "Bilal"}, diary.Data[0].Who, "the operator knows who said so")

	entries, err := ledger.Entries(t.Context(), db.New(k.pool), g.ProfileID, 0, 9)
	require.NoError(t, err)
	require.Equal(t, id, *entries[0].OrderID)
}
