package withdrawal_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sahn/server/amendment"
	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/dev/servertest/shop"
	"sahn/server/menu/published"
	"sahn/server/operator"
	"sahn/server/order"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/quote"
	"sahn/server/week"
)

// A year in which every open day of every week is ordered. As the moon has it, Ramadan begins a day earlier and Eid a day later than was
// expected three days before. In its weeks an iftar is ordered too, of a window that exists only then. The doctor looks at the town when
// the year is over.
func TestInAYearInWhichRamadanAndEidMoveADayEveryOrderIsDeliveredOrPaidBack(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	eid := clock.NewDate(2027, time.March, 9)        // Tuesday to Thursday, as expected
	ramadan := clock.NewDate(2027, time.February, 9) // a Tuesday, as expected
	season := k.Season("ramadan", ramadan, eid-1, 11, iftar)
	cooked := func(date clock.Date) int {
		return servertest.One[int](t, k.Pool, "SELECT coalesce(sum(qty), 0)::int FROM to_cook WHERE delivery_date = $1", date)
	}
	for w := range clock.Date(52) {
		monday := servertest.Week + 7*w
		k.Clock.Move(servertest.Now.Add(time.Duration(w) * 7 * 24 * time.Hour).Sub(k.Clock.Now()))
		if w >= 5 {
			require.NoError(t, db.InTx(t.Context(), k.Pool, func(ctx context.Context, tx db.Tx) error {
				_, err := published.Publish(ctx, tx.Queries, sample.Menu(monday), k.Clock.Now())
				return err
			}))
		}
		closed, err := db.New(k.Pool).ClosedDays(t.Context(), monday, monday+4)
		require.NoError(t, err)
		open := week.Weekdays(monday, week.Reference(k.Clock.Now()), week.MinWeekStartDate, nil, closed)
		require.Len(t, open, 5-len(closed))
		g, id := eatsNow(k, open...)
		fasts, iftars := &shop.Guest{}, []clock.Date(nil)
		if monday >= ramadan.Monday()-7 && monday <= eid.Monday()+7 {
			fasts, iftars = fastsNow(k, open)
		}
		if monday == ramadan.Monday() {
			require.Equal(t, 4, k.Live(fasts), "from Tuesday on, as expected")
			ramadanMoves(t, k, season, g, id, ramadan)
		}
		if monday == eid.Monday() {
			require.Equal(t, 1, k.Live(fasts), "Monday, as expected")
			moved, still := eidMoves(t, k, g, id, eid)
			require.Equal(t, []int{1, 0, 0, 0}, []int{cooked(eid), cooked(eid + 1), cooked(eid + 2), cooked(eid + 3)})
			require.Equal(t, []bool{true, false}, []bool{moved.On(still, eid).Live, slices.ContainsFunc(g.Order(id).Deliveries,
				func(d order.Delivery) bool { return d.Live && d.Date >= eid })})
		} else {
			for _, date := range open {
				require.Equal(t, 1+len(slices.DeleteFunc(slices.Clone(iftars), func(d clock.Date) bool { return d != date })), cooked(date), date)
			}
		}
		k.Clock.Move((monday + 5).Start().Sub(k.Clock.Now()))
		k.Settles()
		k.Tidy()
		require.Equal(t, order.Completed, g.Status(id))
		require.Equal(t, len(iftars), servertest.One[int](t, k.Pool, "SELECT count(*)::int FROM deliveries d JOIN orders o ON o.id = d.order_id "+
			"WHERE d.profile_id = $1 AND d.live AND o.status = 'Completed'", fasts.ProfileID), "every iftar was brought")
		require.Zero(t, servertest.One[int](t, k.Pool,
			"SELECT count(*)::int FROM deliveries d JOIN closed_days c ON c.date = d.delivery_date WHERE d.live"))
	}
}

// fastsNow is a new guest, signed in today, who has an iftar on those of the days on which its window exists.
func fastsNow(k *shop.Kitchen, open []clock.Date) (*shop.Guest, []clock.Date) {
	k.Helper()
	g := k.GuestOn(nil).Wants(open...)
	g.RamadanOnly(iftar, open...)
	var can []clock.Date
	for _, date := range open {
		if len(g.Quotes(false, date).Quote.Issues) == 0 {
			can = append(can, date)
		}
	}
	if len(can) > 0 {
		k.Pays(g.Buys(false, can...))
	}
	return g, can
}

// iftar is when lunch comes in Ramadan.
const iftar = "18:00–18:30"

// ramadanMoves lets Ramadan begin a day earlier, three days before it was expected. Lunch on its new first day comes at its times and keeps
// the cut-off with which it was ordered, its owner is told, and new orders for that day close earlier.
func ramadanMoves(t *testing.T, k *shop.Kitchen, season string, g *shop.Guest, id string, expected clock.Date) {
	t.Helper()
	require.Equal(t, expected-3, clock.DateOf(k.Clock.Now()))
	first, early := expected-1, -11*time.Hour
	hours := func(date clock.Date) string {
		return servertest.One[string](t, k.Pool, "SELECT DISTINCT w.from_time || '–' || w.until_time FROM deliveries d "+
			"JOIN addresses a ON a.id = d.address_id CROSS JOIN window_on(a.area_timing_id, d.delivery_date) w WHERE d.delivery_date = $1", date)
	}
	require.Equal(t, week.Cutoff(expected).Add(early), g.On(id, expected).Cutoff.UTC())
	require.NotEqual(t, iftar, hours(first))
	require.Equal(t, iftar, hours(expected))
	other := k.GuestOn(nil).Wants(first, expected)

	office := &operator.Office{Conn: k.Pool, Clock: k.Clock.Now, DaysChanged: shop.WithdrawalsOf(k.Orders).Soon}
	window := servertest.One[string](t, k.Pool, "SELECT min(window_id) FROM season_windows WHERE season_id = $1", season)
	last := servertest.One[clock.Date](t, k.Pool, "SELECT last_day FROM seasons WHERE id = $1", season)
	_, err := office.HandleSeasonSet(t.Context(), servertest.Operator(t, k.Pool, "manager"), operator.SeasonRequest{ID: season,
		Kind: "ramadan", First: first, Last: &last, Earlier: 11, Lunches: 1,
		Windows: []operator.SeasonWindow{{ID: window, From: "18:00", Until: "18:30"}}})
	require.NoError(t, err)
	k.Settles()
	require.Equal(t, 1, servertest.One[int](t, k.Pool, "SELECT count(*)::int FROM hours_told h JOIN deliveries d ON d.id = h.delivery_id "+
		"WHERE d.order_id = $1 AND d.delivery_date = $2", id, first))
	require.Equal(t, []string{iftar, iftar}, []string{hours(first), hours(expected)})
	require.Equal(t, week.Cutoff(first), g.On(id, first).Cutoff.UTC(), "as it was ordered")

	k.Clock.Move(week.Cutoff(first).Add(early).Sub(k.Clock.Now()))
	seen := other.Quotes(false, first, expected)
	require.Equal(t, []quote.Issue{{Code: quote.CutoffPassed, Date: first}}, seen.Quote.Issues[:1])
	require.NoError(t, shop.ErrorOf(g.Previews(shop.Proposal(id, quote.AmendDay{Date: first, Items: []quote.Item{}}))))
}

// eidMoves lets the holiday begin a day later, three days before it was expected: one guest moves Friday's lunch to Tuesday, the other does
// nothing and is paid back at Friday's cut-off.
func eidMoves(t *testing.T, k *shop.Kitchen, g *shop.Guest, id string, eid clock.Date) (*shop.Guest, string) {
	t.Helper()
	moves, still := eatsNow(k, eid-1, eid+3)
	require.Equal(t, eid-3, clock.DateOf(k.Clock.Now()))
	servertest.Do(t, k.Pool, "UPDATE closed_days SET date = $1 WHERE date = $2", eid+3, eid)
	k.Settles()
	require.NotNil(t, moves.On(still, eid+3).Holiday)
	saved := moves.Amends(amendment.AmendQuoteRequest{Order: still, Refund: "wallet",
		Days: []quote.AmendDay{{Date: eid + 3, Items: []quote.Item{}}, shop.Brings(eid, 0, 1)}})
	if saved.Status == order.PaymentPending {
		k.Pays(shop.BillOf(saved))
	}
	paid := g.Order(id).EmployeeShare
	k.Clock.Move(week.Cutoff(eid + 3).Sub(k.Clock.Now()))
	k.Settles()
	back := servertest.One[int64](t, k.Pool,
		"SELECT coalesce(sum(r.amount), 0)::bigint FROM refunds r JOIN attempts a ON a.id = r.attempt_id WHERE a.profile_id = $1", g.ProfileID)
	require.EqualValues(t, paid-g.Order(id).EmployeeShare, back)
	require.Positive(t, back)
	return moves, still
}

// eatsNow is a new guest, signed in today, who has paid for lunch on these days.
func eatsNow(k *shop.Kitchen, dates ...clock.Date) (*shop.Guest, string) {
	g := k.GuestOn(nil).Wants(dates...)
	servertest.Do(k, k.Pool, "UPDATE sessions SET seen_at = $1, ends_at = $1::timestamptz + interval '90 days' WHERE profile_id = $2",
		k.Clock.Now(), g.ProfileID)
	h := g.Buys(false, dates...)
	k.Pays(h)
	return g, h.Order
}
