package amendment_test

import (
	"strings"
	"testing"

	"github.com/oklog/ulid/v2"
	"github.com/stretchr/testify/require"

	"sahn/server/amendment"
	"sahn/server/dev/servertest"
	"sahn/server/dev/servertest/shop"
	"sahn/server/order"
)

// toTheAnnex is an eater with one day ordered and a proposal that brings so many lunches of it to another place of their company, whose
// window everybody's annex shares and which takes so many deliveries a day.
func toTheAnnex(k *shop.Kitchen, qty, capacity int) (*shop.Guest, amendment.AmendQuoteRequest) {
	k.Helper()
	g, id := k.Eats(nil, mon)
	annex := ulid.Make().String()
	servertest.Do(k, k.Pool, `INSERT INTO addresses (id, company_id, label, line, area_timing_id)
		SELECT $1, $2, 'Annex', 'A street', max(id) FROM area_timings`, annex, g.CompanyID)
	servertest.Do(k, k.Pool, "UPDATE area_timings SET capacity = $1 WHERE id = (SELECT max(id) FROM area_timings)", capacity)
	day := shop.Brings(mon, 0, qty)
	day.AddressID = &annex
	return g, shop.Proposal(id, day)
}

func TestADayThatMovesAndWaitsForItsPaymentKeepsItsPlaceInTheOtherWindowUntilThen(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	first, dearer := toTheAnnex(k, 2, 1)
	second, same := toTheAnnex(k, 1, 1)
	waits := first.Amends(dearer)
	require.Equal(t, order.PaymentPending, waits.Status)
	require.ErrorIs(t, shop.ErrorOf(second.Previews(same)), order.ErrWindowFull)
	require.Empty(t, k.Broken())
	k.Declines(shop.BillOf(waits))
	moved := second.Amends(same)
	require.Equal(t, order.Confirmed, moved.Status, "the place was given back")
	require.ErrorIs(t, shop.ErrorOf(first.Previews(dearer)), order.ErrWindowFull, "and is the other's now")
	require.Zero(t, servertest.One[int](t, k.Pool, "SELECT count(*) FROM deliveries WHERE held_address_id IS NOT NULL"))

	servertest.Do(t, k.Pool, "UPDATE area_timings SET capacity = 2 WHERE capacity = 1")
	k.Pays(shop.BillOf(first.Amends(dearer)))
	require.Equal(t, *dearer.Days[0].AddressID, first.Order(dearer.Order).Deliveries[0].AddressID)
	require.Empty(t, k.Broken())
}

// raceForTheAnnex lets two people move a dearer day into the last place of a window at once, and answers how many of them wait for payment.
func raceForTheAnnex(k *shop.Kitchen, servers ...*order.Orders) (waiting int) {
	k.Helper()
	guests, means := make([]*shop.Guest, 2), make([]amendment.AmendRequest, 2)
	before := servertest.One[int](k, k.Pool, "SELECT count(*) FROM deliveries WHERE held_address_id IS NOT NULL")
	for i := range guests {
		g, r := toTheAnnex(k, 2, before+1)
		guests[i], means[i] = g, g.Means(r, g.Sees(r))
	}
	for _, err := range shop.AtOnce(2, shop.RetryUnavailable(func(i int) error {
		return shop.ErrorOf(shop.ChangesOf(servers[i%len(servers)]).HandleAmend(k.Context(), guests[i].Caller, means[i]))
	})) {
		if err == nil {
			waiting++
		} else {
			require.ErrorIs(k, err, order.ErrWindowFull)
		}
	}
	return waiting
}

func TestTheLastPlaceOfAWindowIsHeldForOneOfTwoDaysThatMoveThere(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	other, _ := k.Server(servertest.Another(t, k.Pool))
	for range servertest.Amount(4, 40) {
		require.Equal(t, 1, raceForTheAnnex(k, k.Orders, other))
	}
}

func TestWithoutTheLockTheLastPlaceOfAWindowIsHeldForBothDays(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	both := servertest.Meet(2)
	careless, _ := k.Server(&servertest.Conn{Pool: k.Pool, Rewrite: func(sql string) string {
		switch {
		case strings.Contains(sql, "-- name: ChangeWindowsHold "):
			return strings.Replace(sql, "FOR NO KEY UPDATE", "", 1)
		case strings.Contains(sql, "-- name: DeliveriesHoldPlaces "):
			both() // both have counted, and none has written
		}
		return sql
	}})
	require.Equal(t, 2, raceForTheAnnex(k, careless))
}
