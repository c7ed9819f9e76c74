package amendment_test

import (
	"testing"

	"sahn/server/dev/servertest/shop"

	"github.com/oklog/ulid/v2"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/order"
	"sahn/server/platform/clock"
	"sahn/server/quote"
)

// drafted are the days for which somebody has chosen something.
func drafted(k *shop.Kitchen) []clock.Date {
	k.Helper()
	return servertest.One[[]clock.Date](k, k.Pool, "SELECT array_agg(date ORDER BY date) FROM draft_days WHERE items <> '[]'")
}

func TestAnAmendmentClearsExactlyTheDraftsThatItCameFrom(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	g, id := k.Eats(nil, mon, tue)
	g.Wants(mon, tue)
	r := shop.Proposal(id, shop.Brings(mon, 0, 3), shop.Brings(tue, 0, 2))
	m := g.Means(r, g.Sees(r))
	m.Revs = g.Quotes(false, mon, tue).Revs
	saved, err := g.Amending(m)
	require.NoError(t, err)
	require.Equal(t, order.PaymentPending, saved.Status)
	require.Equal(t, []clock.Date{mon, tue}, drafted(k), "not before it takes effect")
	servertest.DraftDay(t, k.Pool, g.Caller, g.Device, tue, quote.Item{Meal: servertest.Meal(tue, 2), Qty: 1})
	k.Pays(shop.BillOf(saved))
	require.Equal(t, []clock.Date{tue}, drafted(k), "a later choice stays")
}

func TestAnAmendmentClearsNoDraftOfADayThatItDoesNotName(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	g, id := k.Eats(nil, mon, tue)
	g.Wants(tue, wed)
	r := shop.Proposal(id, shop.Brings(mon, 0, 0))
	m := g.Means(r, g.Sees(r))
	m.Revs = g.Quotes(false, tue, wed).Revs
	require.NoError(t, shop.ErrorOf(g.Amending(m)))
	require.Equal(t, []clock.Date{tue, wed}, drafted(k))
}

func TestAnAmendmentThatNamesAnotherPersonsDeviceIsRefused(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	g, id := k.Eats(nil, mon, tue)
	r := shop.Proposal(id, shop.Brings(mon, 0, 0))
	m := g.Means(r, g.Sees(r))
	for _, device := range []string{k.GuestOn(nil).Device, ulid.Make().String()} {
		m.Device = device
		require.ErrorIs(t, shop.ErrorOf(g.Amending(m)), order.ErrUnsentWork)
	}
	m.Device = g.Device
	require.NoError(t, shop.ErrorOf(g.Amending(m)))
}
