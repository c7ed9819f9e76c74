package withdrawal_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sahn/server/amendment"
	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/dev/servertest/shop"
	"sahn/server/order"
	"sahn/server/platform/clock"
	"sahn/server/platform/money"
	"sahn/server/quote"
	"sahn/server/week"
)

func closes(k *shop.Kitchen, date clock.Date) {
	servertest.Do(k, k.Pool, "INSERT INTO closed_days (date, name, name_ar, expected) VALUES ($1, 'Eid al-Fitr', 'عيد الفطر', true)", date)
}

func opens(k *shop.Kitchen, date clock.Date) {
	servertest.Do(k, k.Pool, "DELETE FROM closed_days WHERE date = $1", date)
}

// moves gives a day up and has one portion of the first meal of another day instead.
func moves(id string, from, to clock.Date) amendment.AmendQuoteRequest {
	return shop.Proposal(id, quote.AmendDay{Date: from, Items: []quote.Item{}}, shop.Brings(to, 0, 1))
}

func TestADayThatIsClosedIsToldOnceAndPaidBackAtItsCutOffToWhereItWasPaidFrom(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	g, id := k.Eats(func(c *sample.Company) { shop.Shared(c); c.ShareCap = nil }, mon, tue)
	was := g.Order(id)
	closes(k, mon)
	k.Settles()
	now := g.Order(id)
	require.Greater(t, now.Rev, was.Rev, "devices hear of it")
	require.Equal(t, &order.Holiday{Name: "Eid al-Fitr", NameAr: "عيد الفطر"}, g.On(id, mon).Holiday)
	require.Nil(t, g.On(id, tue).Holiday)
	k.Settles()
	require.Equal(t, now, g.Order(id), "once")
	require.Equal(t, 1, k.Letters("mail_closed"))

	k.Clock.Move(week.Cutoff(mon).Add(-time.Nanosecond).Sub(k.Clock.Now()))
	k.Settles()
	require.True(t, g.On(id, mon).Live, "not a moment before the cut-off")
	k.Clock.Move(time.Nanosecond)
	k.Settles()
	now = g.Order(id)
	require.True(t, g.On(id, mon).Cancelled)
	require.Zero(t, g.On(id, mon).CompanyShare)
	require.Zero(t, g.Wallet())
	require.Equal(t, was.EmployeeShare-now.EmployeeShare,
		servertest.One[money.Fils](t, k.Pool, "SELECT sum(amount)::bigint FROM refunds"), "the card paid, and the card gets it back")
	last := g.Diary(id)[0]
	require.Equal(t, []any{"closed", "operator"}, []any{last.What, last.Who.Kind})
	require.Zero(t, k.Letters("mail_changed"))
	k.Settles()
	require.Equal(t, now, g.Order(id), "done again it changes nothing")
}

func TestADayThatIsClosedAfterItsCutOffIsPaidBackAtOnceAndWhatTheWalletPaidIntoTheWallet(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	g := k.GuestOn(nil).Wants(mon, tue)
	servertest.Credit(t, k.Pool, g.Caller, 50_000)
	id := g.Buys(true, mon, tue).Order
	left := g.Wallet()
	k.Closes(mon)
	closes(k, mon)
	k.Settles()
	require.True(t, g.On(id, mon).Cancelled)
	require.EqualValues(t, left+int64(shop.Price(t, mon, 0)), g.Wallet())
	require.Equal(t, 1, k.Letters("mail_closed"))
}

func TestADayThatMovesBackIsToldAndItsLunchComes(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	box := k.Mailbox()
	g, id := k.Eats(nil, mon, tue)
	k.Works(box)
	closes(k, mon)
	k.Settles()
	letter := k.Letter(k.Works(box), "nothing is delivered")
	require.Contains(t, letter.Text, "because of Eid al-Fitr")
	require.Contains(t, letter.Text, "Until 21 November 2026, 23:59 you can move it")
	opens(k, mon)
	closes(k, tue)
	k.Settles()
	require.Contains(t, k.Letter(k.Works(box), "is coming after all").Text, "Monday 23 November")
	require.Nil(t, g.On(id, mon).Holiday)
	require.NotNil(t, g.On(id, tue).Holiday)
	k.Closes(tue)
	k.Settles()
	require.Equal(t, []bool{true, false}, []bool{g.On(id, mon).Live, g.On(id, tue).Live})
}

func TestLunchOfAClosedDayMovesToAnotherDayOfItsWeek(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	wed, thu := mon+2, mon+3
	k.Limit(wed, 2)
	g, id := k.Eats(func(c *sample.Company) { shop.Shared(c); c.ShareCap = nil }, mon, tue)
	_, err := g.Previews(moves(id, mon, wed))
	require.ErrorIs(t, err, amendment.ErrNotAmendable, "no day is added for one that is delivered")
	closes(k, mon)
	_, err = g.Previews(shop.Proposal(id, shop.Brings(wed, 0, 1)))
	require.ErrorIs(t, err, amendment.ErrNotAmendable, "nor beside the closed one")
	_, err = g.Previews(shop.Proposal(id, quote.AmendDay{Date: mon, Items: []quote.Item{}}, shop.Brings(wed, 0, 1), shop.Brings(thu, 0, 1)))
	require.ErrorIs(t, err, amendment.ErrNotAmendable, "nor two for one")

	dear := moves(id, mon, wed)
	dear.Days[1].Items[0].Qty = 2
	saved := g.Amends(dear)
	require.Equal(t, order.PaymentPending, saved.Status)
	k.Declines(shop.BillOf(saved))
	require.Len(t, g.Order(id).Deliveries, 2, "what was not paid leaves no day behind")
	require.True(t, g.On(id, mon).Live)
	require.Zero(t, k.Taken(wed))

	if saved = g.Amends(moves(id, mon, wed)); saved.Status == order.PaymentPending {
		k.Pays(shop.BillOf(saved))
	}
	day := g.On(id, wed)
	require.True(t, day.Live)
	require.Equal(t, week.Cutoff(wed), day.Cutoff.UTC())
	require.Equal(t, servertest.Meal(wed, 0), day.Items[0].Meal)
	require.Positive(t, day.CompanyShare)
	require.True(t, g.On(id, mon).Cancelled)
	require.Equal(t, 1, k.Taken(wed))
	k.Closes(mon)
	k.Settles()
	require.True(t, g.On(id, wed).Live, "nothing is left to pay back")
	opens(k, mon)
}
