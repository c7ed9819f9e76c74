package order_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/dev/servertest/shop"
	"sahn/server/order"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/quote"
	"sahn/server/week"
)

// current is what a guest's device is told beside the menu.
func current(t *testing.T, k *shop.Kitchen, g *shop.Guest) (live *order.Current) {
	t.Helper()
	require.NoError(t, db.InBatch(t.Context(), k.Pool, func(b *db.Batch) { live = order.Live(b, g.ProfileID, mon, mon+6) }))
	return live
}

func TestInRamadanADayClosesEarlierForNewOrdersAndWhatIsOrderedKeepsItsCutOff(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	before, id := k.Eats(nil, mon, tue)
	g := k.GuestOn(nil).Wants(mon, tue)
	k.Season("ramadan", mon, mon+29, 12, "18:00–18:30")
	k.Withdraws(thu, 0, 1)
	live := current(t, k, g)
	require.Equal(t, week.Early{mon: 12, tue: 12, wed: 12, thu: 12, mon + 4: 12}, live.Early)
	require.Equal(t, "18:00–18:30", live.Hours[tue])
	require.Equal(t, []quote.Span{{First: mon, Last: mon + 29}}, live.Ramadan)

	seen := g.Quotes(false, mon, tue)
	require.Equal(t, week.Cutoff(mon).Add(-12*time.Hour), seen.Quote.Days[0].Cutoff.UTC())
	k.Clock.Move(week.Cutoff(mon).Add(-12 * time.Hour).Sub(k.Clock.Now()))
	_, err := g.Tries(g.Asks(seen, false))
	require.ErrorIs(t, err, order.ErrQuoteChanged)
	require.Equal(t, []quote.Issue{{Code: quote.CutoffPassed, Date: mon}}, shop.Detail[changed](t, err).Quote.Issues[:1])
	require.Equal(t, week.Cutoff(mon), before.On(id, mon).Cutoff.UTC())
	require.NoError(t, shop.ErrorOf(before.Previews(shop.Proposal(id, quote.AmendDay{Date: mon, Items: []quote.Item{}}))))
	late := g.Wants(tue, wed)
	placed := late.Buys(false, tue, wed)
	require.Equal(t, week.Cutoff(tue).Add(-12*time.Hour), late.On(placed.Order, tue).Cutoff.UTC())
	require.Empty(t, k.Broken())
}

func TestAWindowHasItsTimesByDateAndOneWithoutTimesTakesNoNewLunchInASeason(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	g, id := k.Eats(nil, mon, mon+4)
	fri := mon + 4
	hours := func(date clock.Date) string {
		rows, err := db.New(k.Pool).OrderLetterDays(t.Context(), id)
		require.NoError(t, err)
		lunches, err := db.New(k.Pool).CalendarLunches(t.Context(), g.ProfileID, mon)
		require.NoError(t, err)
		for i, r := range rows {
			require.Equal(t, []string{r.FromTime, r.UntilTime}, []string{lunches[i].FromTime, lunches[i].UntilTime})
			if r.DeliveryDate == date {
				return r.FromTime + "–" + r.UntilTime
			}
		}
		return ""
	}
	usual := hours(mon)
	k.Season("friday", mon-30, mon+365, 24, "11:00–11:30")
	require.Equal(t, []string{usual, "11:00–11:30"}, []string{hours(mon), hours(fri)})
	require.Equal(t, week.Early{fri: 24}, current(t, k, g).Early)
	ramadan := k.Season("ramadan", mon, fri, 6, "18:00–18:30")
	require.Equal(t, []string{"18:00–18:30", "18:00–18:30"}, []string{hours(mon), hours(fri)}, "Ramadan goes before Fridays")
	require.Equal(t, 24, current(t, k, g).Early[fri], "the earlier cut-off counts")

	servertest.Do(t, k.Pool, "UPDATE season_windows SET from_time = NULL, until_time = NULL WHERE season_id = $1", ramadan)
	require.Equal(t, usual, hours(mon), "what is ordered comes as always")
	other := k.GuestOn(nil).Wants(mon, tue)
	require.Equal(t, []string{mon.String() + " window_closed", tue.String() + " window_closed"},
		shut(other.Quotes(false, mon, tue).Quote))
	_, err := k.Pool.Exec(context.WithoutCancel(t.Context()),
		"INSERT INTO seasons (id, kind, first_day, last_day) "+
			"SELECT reverse(id), kind, last_day, last_day + 9 FROM seasons WHERE kind = 'ramadan'")
	require.True(t, db.Broke(err, "seasons_one_ramadan"), "no day is of two Ramadans")
}
