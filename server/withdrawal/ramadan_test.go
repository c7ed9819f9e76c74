package withdrawal_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sahn/server/amendment"
	"sahn/server/dev/servertest"
	"sahn/server/dev/servertest/shop"
	"sahn/server/operator"
	"sahn/server/order"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/quote"
	"sahn/server/week"
)

// iftarOn is a guest who has paid for an iftar on each of these days, in a window that exists only in Ramadan.
func iftarOn(k *shop.Kitchen, dates ...clock.Date) (g *shop.Guest, id, window string) {
	g = k.GuestOn(nil).Wants(dates...)
	window, _ = g.RamadanOnly(iftar, dates...)
	h := g.Buys(false, dates...)
	if h.Status == order.PaymentPending {
		k.Pays(h)
	}
	return g, h.Order, window
}

// ramadanIs sets the days of Ramadan as a manager does who has seen how many lunches that changes.
func ramadanIs(k *shop.Kitchen, season string, first, last clock.Date, lunches int) error {
	office := &operator.Office{Conn: k.Pool, Clock: k.Clock.Now, DaysChanged: shop.WithdrawalsOf(k.Orders).Soon}
	_, err := office.HandleSeasonSet(k.Context(), servertest.Operator(k, k.Pool, "manager"), operator.SeasonRequest{ID: season,
		Kind: "ramadan", First: first, Last: &last, Lunches: lunches})
	return err
}

func shutOn(q quote.Quote) (said []string) {
	for _, i := range q.Issues {
		said = append(said, i.Date.String()+" "+string(i.Code))
	}
	return said
}

func TestAWindowThatExistsOnlyInRamadanTakesLunchOnItsDaysAlone(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	g := k.GuestOn(nil).Wants(mon, tue)
	g.RamadanOnly(iftar, mon, tue)
	require.Equal(t, []string{mon.String() + " window_closed", tue.String() + " window_closed"}, shutOn(g.Quotes(false, mon, tue).Quote))
	k.Season("ramadan", tue, tue+29, 0, "")
	require.Equal(t, []string{mon.String() + " window_closed"}, shutOn(g.Quotes(false, mon, tue).Quote))
	var live *order.Current
	require.NoError(t, db.InBatch(t.Context(), k.Pool, func(b *db.Batch) { live = order.Live(b, g.ProfileID, mon, mon+6) }))
	require.Equal(t, map[clock.Date]string{mon: iftar, tue: iftar}, live.Hours, "the times of the place where it goes, not of the usual one")
}

func TestAnIftarThatRamadanLeftIsToldAndPaidBackAtItsCutOffAndOneThatItReachedAgainComes(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	box := k.Mailbox()
	usual, other := k.Eats(nil, mon, tue)
	season := k.Season("ramadan", mon, mon+29, 0, "")
	g, id, _ := iftarOn(k, mon, tue)
	was := g.Order(id)
	k.Works(box)

	err := ramadanIs(k, season, tue, mon+29, 0)
	require.ErrorIs(t, err, operator.ErrHoursOrdered)
	require.Equal(t, operator.Changed{Lunches: 1, Outside: 1}, shop.Detail[operator.Changed](t, err))
	require.NoError(t, ramadanIs(k, season, tue, mon+29, 1))
	k.Settles()
	require.Greater(t, g.Order(id).Rev, was.Rev, "devices hear of it")
	require.Equal(t, &order.Holiday{Name: "Ramadan’s new dates", NameAr: "تغيّر أيام رمضان"}, g.On(id, mon).Holiday)
	require.Nil(t, g.On(id, tue).Holiday)
	require.Nil(t, usual.On(other, mon).Holiday, "an ordinary window of the same day is not touched")
	require.Contains(t, k.Letter(k.Works(box), "nothing is delivered").Text, "because of Ramadan’s new dates")
	require.Zero(t, k.Letters("mail_hours"))

	require.NoError(t, ramadanIs(k, season, mon, mon+29, 0), "what comes again is no question")
	k.Settles()
	require.Contains(t, k.Letter(k.Works(box), "is coming after all").Text, "Monday 23 November")
	require.Nil(t, g.On(id, mon).Holiday)

	require.NoError(t, ramadanIs(k, season, tue, mon+29, 1))
	k.Closes(mon)
	k.Settles()
	require.Equal(t, []bool{false, true}, []bool{g.On(id, mon).Live, g.On(id, tue).Live})
	require.Equal(t, []bool{true, true}, []bool{usual.On(other, mon).Live, usual.On(other, tue).Live})
	require.Equal(t, int64(was.EmployeeShare-g.Order(id).EmployeeShare),
		servertest.One[int64](t, k.Pool, "SELECT sum(amount)::bigint FROM refunds"), "the card paid, and the card gets it back")
	require.Empty(t, k.Broken())
}

func TestAnIftarThatRamadanLeftMovesToAnotherDayOrToAnotherPlaceOfItsDay(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	wed := mon + 2
	season := k.Season("ramadan", mon, mon+29, 0, "")
	g, id, _ := iftarOn(k, mon, tue)
	h, its, _ := iftarOn(k, mon, tue)
	own := servertest.One[string](t, k.Pool, "SELECT address_id FROM profiles WHERE id = $1", h.ProfileID)
	place := func(to string) amendment.AmendQuoteRequest {
		return shop.Proposal(its, quote.AmendDay{Date: mon, Items: []quote.Item{{Meal: servertest.Meal(mon, 0), Qty: 1}}, AddressID: &to})
	}
	require.NoError(t, ramadanIs(k, season, tue, mon+29, 2))
	k.Settles()

	if saved := g.Amends(moves(id, mon, wed)); saved.Status == order.PaymentPending {
		k.Pays(shop.BillOf(saved))
	}
	require.Equal(t, []bool{true, true}, []bool{g.On(id, mon).Cancelled, g.On(id, wed).Live})
	require.Equal(t, order.Confirmed, h.Amends(place(own)).Status)
	require.Nil(t, h.On(its, mon).Holiday)
	require.Equal(t, own, h.On(its, mon).AddressID)

	k.Clock.Move(week.Cutoff(tue).Sub(k.Clock.Now()))
	k.Settles()
	require.Equal(t, []bool{true, true}, []bool{h.On(its, mon).Live, h.On(its, tue).Live}, "nothing is paid back")
	require.True(t, g.On(id, wed).Live)
	require.Empty(t, k.Broken())
}

func TestASuhoorAfterMidnightBelongsToTheDateOnWhichItBegins(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	k.Season("ramadan", tue, tue+29, 0, "")
	g := k.GuestOn(nil).Wants(tue, mon+2)
	g.RamadanOnly("03:15–03:45", tue, mon+2)
	h := g.Buys(false, tue, mon+2)
	k.Pays(h)
	require.Equal(t, week.Cutoff(tue), g.On(h.Order, tue).Cutoff.UTC(), "the first suhoor closes with every lunch of its date")
	lunches, err := db.New(k.Pool).CalendarLunches(t.Context(), g.ProfileID, mon)
	require.NoError(t, err)
	require.Equal(t, []any{tue, "03:15"}, []any{lunches[0].DeliveryDate, lunches[0].FromTime})
	present, err := db.New(k.Pool).RunPresent(t.Context(), false, tue)
	require.NoError(t, err)
	require.Equal(t, []string{"03:15", "03:45"}, []string{present[0].FromTime, present[0].UntilTime}, "it is cooked in that date's run")
	require.Empty(t, k.Broken())
}
