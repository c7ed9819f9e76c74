package sync_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/sync"
)

// A history of 4 MB comes in parts of about 1 MB, each order once, whether the device asks on at once or, as an older app, at its next
// round. What it tells meanwhile is acknowledged, and stands in the answer.
func TestALongHistoryComesInPartsAndNothingIsMissedOrToldTwice(t *testing.T) {
	t.Parallel()
	pool := servertest.DB(t)
	servertest.Town(t, pool)
	time := servertest.ClockAt(servertest.Now)
	x := &table{TB: t, pool: pool, clock: time, who: servertest.Eater(t, pool, sample.Harbour), dev: newID(), syncs: server(pool, time)}
	const n = 100
	servertest.BareOrders(t, pool, x.who, n)
	servertest.Do(t, pool, "UPDATE orders SET rev = 1 + (right(id, 21)::int) / 2") // two of each revision
	servertest.Do(t, pool, `INSERT INTO deliveries (id, order_id, profile_id, company_id, delivery_date, cutoff, address_id, live,
			gross_amount, net_amount, company_share, vat_amount)
		SELECT 'D' || right(id, 25), id, profile_id, company_id, week, created_at, $1, false, 0, 0, 0, 0 FROM orders`, sample.HarbourFloor14.ID)
	servertest.Do(t, pool, `INSERT INTO order_lines (delivery_id, meal, name, qty, price, discounted, total, vat, position)
		SELECT id, 'm', repeat('x', 40000), 1, 0, 0, 0, 0, 0 FROM deliveries`)
	servertest.Do(t, pool, "INSERT INTO profile_revs (profile_id, rev) VALUES ($1, $2) ON CONFLICT (profile_id) DO UPDATE SET rev = $2",
		x.who.ProfileID, n/2)

	told, cur, parts := map[string]int{}, int64(0), 0
	for more := true; more; parts++ {
		r := x.request(x.dev, cur)
		if parts == 1 {
			r = x.request(x.dev, cur, set(1, monday, 0, eat("m", 1)))
		}
		got := x.say(r)
		require.LessOrEqual(t, len(servertest.JSON(t, got)), 1<<20+1<<17)
		require.Greater(t, got.Cur, cur)
		if parts == 1 {
			require.Equal(t, []sync.Code{sync.Applied}, codes(got))
			require.Len(t, got.Docs, 1)
		}
		for _, o := range got.Orders {
			require.Len(t, o.Deliveries[0].Items, 1)
			require.Greater(t, o.Rev, cur)
			told[o.ID]++
		}
		cur, more = got.Cur, got.More
	}
	require.Equal(t, 5, parts)
	require.Len(t, told, n)
	for id, times := range told {
		require.Equal(t, 1, times, id)
	}
	require.EqualValues(t, n/2+1, cur)
	again := x.say(x.request(x.dev, 1<<40)) // a cursor of a database that is not this one starts over, in parts too
	require.Equal(t, []any{true, true}, []any{again.Reset, again.More})
	require.Less(t, len(again.Orders), n)
}
