package order_test

import (
	"testing"

	"github.com/oklog/ulid/v2"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/order"
	"sahn/server/quote"
)

func TestAnAmendmentClearsExactlyTheDraftsThatItCameFrom(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	g, id := k.eats(nil, mon, tue)
	g.wants(mon, tue)
	revs := g.quote(false, mon, tue).Revs
	r := proposal(id, brings(mon, 0, 3), brings(tue, 0, 2))
	m := g.means(r, g.sees(r))
	m.Revs = revs
	saved, err := g.amending(m)
	require.NoError(t, err)
	require.Equal(t, order.PaymentPending, saved.Status)
	drafted := func() string {
		return servertest.One[string](t, k.pool,
			"SELECT coalesce(string_agg(date::text, ' ' ORDER BY date), '') FROM draft_days WHERE items <> '[]'")
	}
	require.Equal(t, mon.String()+" "+tue.String(), drafted(), "not before it takes effect")
	servertest.Wish(t, k.pool, g.Caller, g.dev, tue, quote.Item{Meal: servertest.Meal(tue, 2), Qty: 1})
	k.pays(billOf(saved))
	require.Equal(t, tue.String(), drafted(), "a later wish stays")
}

func TestAnAmendmentClearsNoDraftOfADayThatItDoesNotName(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	g, id := k.eats(nil, mon, tue)
	g.wants(tue, wed)
	r := proposal(id, brings(mon, 0, 0))
	m := g.means(r, g.sees(r))
	m.Revs = g.quote(false, tue, wed).Revs
	_, err := g.amending(m)
	require.NoError(t, err)
	require.Equal(t, tue.String()+" "+wed.String(),
		servertest.One[string](t, k.pool, "SELECT coalesce(string_agg(date::text, ' ' ORDER BY date), '') FROM draft_days WHERE items <> '[]'"))
}

func TestAnAmendmentThatNamesAnotherPersonsDeviceIsRefused(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	g, id := k.eats(nil, mon, tue)
	r := proposal(id, brings(mon, 0, 0))
	m := g.means(r, g.sees(r))
	for _, dev := range []string{k.guestOn(nil).dev, ulid.Make().String()} {
		m.Device = dev
		_, err := g.amending(m)
		require.ErrorIs(t, err, order.ErrUnsentWork)
	}
	m.Device = g.dev
	_, err := g.amending(m)
	require.NoError(t, err)
}
