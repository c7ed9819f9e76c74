package order_test

import (
	"testing"

	"github.com/oklog/ulid/v2"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/order"
	"sahn/server/platform/clock"
	"sahn/server/quote"
)

// drafted are the days for which somebody has chosen something.
func (k *kitchen) drafted() []clock.Date {
	k.Helper()
	return servertest.One[[]clock.Date](k, k.pool, "SELECT array_agg(date ORDER BY date) FROM draft_days WHERE items <> '[]'")
}

func TestAnAmendmentClearsExactlyTheDraftsThatItCameFrom(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	g, id := k.eats(nil, mon, tue)
	g.wants(mon, tue)
	r := proposal(id, brings(mon, 0, 3), brings(tue, 0, 2))
	m := g.means(r, g.sees(r))
	m.Revs = g.quote(false, mon, tue).Revs
	saved, err := g.amending(m)
	require.NoError(t, err)
	require.Equal(t, order.PaymentPending, saved.Status)
	require.Equal(t, []clock.Date{mon, tue}, k.drafted(), "not before it takes effect")
	servertest.Wish(t, k.pool, g.Caller, g.dev, tue, quote.Item{Meal: servertest.Meal(tue, 2), Qty: 1})
	k.pays(billOf(saved))
	require.Equal(t, []clock.Date{tue}, k.drafted(), "a later wish stays")
}

func TestAnAmendmentClearsNoDraftOfADayThatItDoesNotName(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	g, id := k.eats(nil, mon, tue)
	g.wants(tue, wed)
	r := proposal(id, brings(mon, 0, 0))
	m := g.means(r, g.sees(r))
	m.Revs = g.quote(false, tue, wed).Revs
	require.NoError(t, errorOf(g.amending(m)))
	require.Equal(t, []clock.Date{tue, wed}, k.drafted())
}

func TestAnAmendmentThatNamesAnotherPersonsDeviceIsRefused(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	g, id := k.eats(nil, mon, tue)
	r := proposal(id, brings(mon, 0, 0))
	m := g.means(r, g.sees(r))
	for _, device := range []string{k.guestOn(nil).dev, ulid.Make().String()} {
		m.Device = device
		require.ErrorIs(t, errorOf(g.amending(m)), order.ErrUnsentWork)
	}
	m.Device = g.dev
	require.NoError(t, errorOf(g.amending(m)))
}
