package order_test

import (
	"strings"
	"testing"

	"github.com/oklog/ulid/v2"
	"github.com/stretchr/testify/require"

	"sahn/server/amendment"
	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/dev/servertest/shop"
	"sahn/server/order"
	"sahn/server/quote"
)

// window changes the one window of the test's companies.
func window(k *shop.Kitchen, set string) {
	k.Helper()
	servertest.Do(k, k.Pool, "UPDATE area_timings SET "+set+" WHERE id = (SELECT min(id) FROM area_timings)")
}

// shut are the days of a quote that the window does not take, with why.
func shut(q quote.Quote) (all []string) {
	for _, i := range q.Issues {
		if strings.HasPrefix(string(i.Code), "window_") {
			all = append(all, i.Date.String()+" "+string(i.Code))
		}
	}
	return all
}

func TestAWindowsWeekdaysAndRoomAreRefusedByDayAndTheDraftAndWhatIsOrderedStay(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	c := servertest.NewCompany(t, k.Pool, shop.CompanyPaysAll)
	first := k.Guest(c).Wants(mon, tue)
	bought := first.Buys(false, mon, tue)
	g := k.Guest(c).Wants(mon, wed)
	seen := g.Quotes(false, mon, wed)
	require.Empty(t, shut(seen.Quote))
	asked := g.Asks(seen, false)
	refused := func() []string {
		err := shop.ErrorOf(g.Tries(asked))
		require.ErrorIs(t, err, order.ErrQuoteChanged)
		return shut(shop.Detail[changed](t, err).Quote)
	}
	window(k, "weekdays = '{2,3,4,5}'")
	require.Equal(t, []string{mon.String() + " window_closed"}, refused())
	window(k, "weekdays = '{1,2,3,4,5}', capacity = 1")
	require.Equal(t, []string{mon.String() + " window_full"}, refused(), "the other day still has room")
	require.Equal(t, seen.Revs, g.Quotes(false, mon, wed).Revs, "the draft is as it was")
	require.Equal(t, 2, k.Live(first), "what is ordered keeps its place")

	// Another quantity needs no new place; a day that was cancelled does, when somebody else has it by then.
	window(k, "weekdays = '{2}'")
	change := func(items ...quote.Item) error {
		days := []quote.AmendDay{{Date: mon, Items: items}}
		changes, ask := shop.ChangesOf(k.Orders), amendment.AmendQuoteRequest{Order: bought.Order, Days: days, Refund: "wallet"}
		q, err := changes.HandleAmendQuote(t.Context(), first.Caller, ask)
		if err != nil {
			return err
		}
		return shop.ErrorOf(changes.HandleAmend(t.Context(), first.Caller, amendment.AmendRequest{Device: first.Device, Order: bought.Order,
			Days: days, Refund: "wallet", Quote: q.Hash, Key: ulid.Make().String()}))
	}
	lunch := func(qty int) quote.Item { return quote.Item{Meal: servertest.Meal(mon, 0), Qty: qty} }
	require.NoError(t, change(lunch(2)))
	require.NoError(t, change())
	require.ErrorIs(t, change(lunch(1)), order.ErrWindowClosed)
	window(k, "weekdays = '{1,2,3,4,5}'")
	_, err := g.Tries(asked)
	require.NoError(t, err, "the place that was given back")
	require.ErrorIs(t, change(lunch(1)), order.ErrWindowFull)
	window(k, "capacity = 2")
	require.NoError(t, change(lunch(1)))
}

// raceForAPlace lets people order one day at the same moment while its window has one place left. It answers how many got it.
func raceForAPlace(k *shop.Kitchen, c sample.Company, people int, servers ...*order.Orders) int {
	k.Helper()
	live := func() int {
		return servertest.One[int](k, k.Pool, "SELECT count(*) FROM deliveries WHERE live AND delivery_date = $1", mon)
	}
	guests, hands := make([]*shop.Guest, people), make([]order.HandoffRequest, people)
	before := live()
	servertest.Do(k, k.Pool, "UPDATE area_timings SET capacity = $1", before+1)
	for i := range guests {
		guests[i] = k.Guest(c).Wants(mon)
		hands[i] = guests[i].Asks(guests[i].Quotes(false, mon), false)
	}
	for i, err := range shop.AtOnce(people, func(i int) error {
		return shop.ErrorOf(servers[i%len(servers)].HandleHandoff(k.Context(), guests[i].Caller, hands[i]))
	}) {
		if err != nil {
			require.ErrorIs(k, err, order.ErrQuoteChanged)
			require.Equal(k, []string{mon.String() + " window_full"}, shut(shop.Detail[changed](k.T, err).Quote), "%d", i)
		}
	}
	return live() - before
}

func TestTheLastPlaceOfAWindowIsGivenOnce(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	other, _ := k.Server(servertest.Another(t, k.Pool))
	c := servertest.NewCompany(t, k.Pool, shop.CompanyPaysAll)
	for range (rounds(t) + 7) / 8 {
		require.Equal(t, 1, raceForAPlace(k, c, 4, k.Orders, other))
	}
}

func TestWithoutTheLockTheLastPlaceOfAWindowIsGivenTwice(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	careless, _ := k.Server(&servertest.Conn{Pool: k.Pool, Rewrite: func(sql string) string {
		if strings.Contains(sql, "-- name: HandoffWindowsHold ") {
			return strings.Replace(sql, "FOR NO KEY UPDATE", "", 1)
		}
		return sql
	}})
	c := servertest.NewCompany(t, k.Pool, shop.CompanyPaysAll)
	given := 0
	for round := 0; round < 300 && given <= 1; round++ {
		given = raceForAPlace(k, c, 2, careless)
	}
	require.Greater(t, given, 1, "the same race without the lock gives the place twice")
}
