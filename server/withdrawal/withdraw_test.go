package withdrawal_test

import (
	"testing"
	"time"

	"sahn/server/dev/servertest/shop"
	"sahn/server/invoice"

	"github.com/oklog/ulid/v2"
	"github.com/stretchr/testify/require"

	"sahn/server/amendment"
	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/order"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/quote"
	"sahn/server/week"
	"sahn/server/withdrawal"
)

func TestAWithdrawnMealStandsMarkedUntilTheCutOffAndMayBeSwappedForADearerOne(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	k.Limit(mon, 9)
	g, id := k.Eats(nil, mon, tue)
	was := g.Order(id)
	done := k.Withdraws(mon, 0, shop.None)
	require.Equal(t, withdrawal.Affected{People: 1, Meals: 1, Until: week.Cutoff(mon)}, done)
	line := g.On(id, mon).Items[0]
	require.Equal(t, order.Swap{Until: week.Cutoff(mon)}, order.Swap{Until: line.Withdrawn.Until.UTC()})
	require.Empty(t, line.Withdrawn.Instead)
	require.Nil(t, g.On(id, tue).Items[0].Withdrawn, "the same on another day, if it is there, is not withdrawn")
	k.Settles()
	now := g.Order(id)
	require.Greater(t, now.Rev, was.Rev, "devices hear of it")
	require.Equal(t, was.Version, now.Version, "and nothing else has changed")
	require.Equal(t, 1, k.Letters("mail_withdrawn"))
	k.Settles()
	require.Equal(t, now.Rev, g.Order(id).Rev, "once")
	require.Equal(t, 1, k.Letters("mail_withdrawn"))

	_, dear := cheapestAndDearest(t, mon)
	require.Greater(t, shop.Price(t, mon, dear), shop.Price(t, mon, 0))
	saved := g.Amends(shop.Proposal(id, shop.Brings(mon, dear, 1)))
	require.Equal(t, order.Confirmed, saved.Status, "nothing is due")
	require.Zero(t, saved.Amount)
	line = g.On(id, mon).Items[0]
	require.Equal(t, []string{servertest.Meal(mon, dear), servertest.Meal(mon, 0)}, []string{line.Meal, line.InsteadOf})
	require.Equal(t, shop.Price(t, mon, 0), line.Total)
	require.Nil(t, line.Withdrawn)
	require.Equal(t, was.Net, g.Order(id).Net)
	require.Zero(t, k.Taken(mon), "the portion of the withdrawn one goes back")
	k.Closes(mon)
	k.Settles()
	require.Len(t, g.Order(id).Amendments, 1, "nothing is left to take out")
}

// cheapestAndDearest are the numbers of those meals of a day.
func cheapestAndDearest(t *testing.T, date clock.Date) (cheap, dear int) {
	t.Helper()
	for i := range sample.Menu(date).Days[int(date-date.Monday())].Meals {
		if shop.Price(t, date, i) < shop.Price(t, date, cheap) {
			cheap = i
		} else if shop.Price(t, date, i) > shop.Price(t, date, dear) {
			dear = i
		}
	}
	return cheap, dear
}

func TestAtTheCutOffWhatNobodySwappedIsReplacedAtNoMoreThanItsPrice(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	g, id := k.Eats(func(c *sample.Company) { shop.Shared(c); c.ShareCap = nil }, mon, tue)
	was := g.Order(id)
	cheap, _ := cheapestAndDearest(t, mon)
	k.Withdraws(mon, 0, cheap)
	k.Settles()
	k.Clock.Move(week.Cutoff(mon).Add(-time.Nanosecond).Sub(k.Clock.Now()))
	k.Settles()
	require.Equal(t, was.Version, g.Order(id).Version, "not a moment before the cut-off")
	k.Clock.Move(time.Nanosecond)
	k.Settles()
	line := g.On(id, mon).Items[0]
	require.Equal(t, servertest.Meal(mon, cheap), line.Meal)
	require.LessOrEqual(t, line.Total, was.Deliveries[0].Items[0].Total)
	o := g.Order(id)
	require.EqualValues(t, was.EmployeeShare-o.EmployeeShare, g.Wallet(), "the difference is in the wallet")
	require.Len(t, o.Amendments, 1)
	require.True(t, o.Amendments[0].Withdrawn)
	require.Equal(t, 1, k.Letters("mail_withdrawn"), "once a person and withdrawal")
	require.Zero(t, k.Letters("mail_changed"))
	last := g.Diary(id)[0]
	require.Equal(t, []any{"withdrawn", "operator", (*string)(nil)}, []any{last.What, last.Who.Kind, last.Device})
	k.Settles()
	require.Equal(t, o, g.Order(id), "done again it changes nothing")
}

func TestWithoutAnotherOneItIsPaidBackAndADayWithNothingLeftIsCancelled(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	k.Limit(mon, 3)
	k.Limit(tue, 3)
	g, id := k.Eats(func(c *sample.Company) { shop.Shared(c) }, mon, tue)
	paid := g.Order(id).EmployeeShare
	k.Withdraws(mon, 0, shop.None)
	k.Closes(mon)
	k.Settles()
	require.EqualValues(t, paid-g.Order(id).EmployeeShare, g.Wallet(), "what the company pays of the other days is counted anew")
	require.True(t, g.On(id, mon).Cancelled)
	require.Zero(t, k.Taken(mon))
	require.Zero(t, g.On(id, mon).CompanyShare)
	require.Equal(t, order.Confirmed, g.Status(id))
	k.Withdraws(tue, 0, shop.None)
	k.Closes(tue)
	k.Settles()
	require.EqualValues(t, paid, g.Wallet())
	require.Equal(t, order.Cancelled, g.Status(id))
	require.Zero(t, k.Live(g))
	last := g.Diary(id)[0]
	require.Equal(t, []string{"order cancelled", "system"}, []string{last.What, last.Who.Kind})
	k.Tidy()
	require.Equal(t, order.Cancelled, g.Status(id))
}

func TestWhenTheOtherOneRunsOutMeanwhileItIsPaidBack(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	require.NoError(t, db.New(k.Pool).PortionsInsert(t.Context(), mon, servertest.Meal(mon, 1), 1))
	guests, ids := make([]*shop.Guest, 2), make([]string, 2)
	for i := range guests {
		guests[i], ids[i] = k.Eats(nil, mon, tue)
	}
	k.Withdraws(mon, 0, 1)
	k.Closes(mon)
	k.Settles()
	cancelled := 0
	for i, g := range guests {
		if g.On(ids[i], mon).Cancelled {
			cancelled++
			require.EqualValues(t, shop.Price(t, mon, 0), g.Wallet())
		} else {
			require.Equal(t, servertest.Meal(mon, 1), g.On(ids[i], mon).Items[0].Meal)
		}
	}
	require.Equal(t, 1, cancelled)
	require.Equal(t, 1, k.Letters("mail_changed"), "who gets something else than the first letter said hears of it")
}

func TestWhatTheProviderHasPaidBackItselfIsNotPaidBackAgain(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	g, id := k.Eats(nil, mon, tue)
	k.Withdraws(mon, 0, shop.None)
	k.BackOffice(g.Order(id).Intent.ID, shop.Price(t, mon, 0))
	k.Closes(mon)
	k.Settles()
	require.Empty(t, g.Order(id).Amendments)
	require.Zero(t, g.Wallet())
}

func TestWhatIsWithdrawnAfterItShouldHaveComeInsteadIsReplacedInTurnAndToldAgain(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	g, id := k.Eats(nil, mon, tue)
	k.Withdraws(mon, 0, 1)
	k.Settles()
	require.Equal(t, servertest.Meal(mon, 1), g.On(id, mon).Items[0].Withdrawn.Instead)
	k.Withdraws(mon, 1, 2)
	k.Settles()
	require.Equal(t, servertest.Meal(mon, 2), g.On(id, mon).Items[0].Withdrawn.Instead)
	require.Equal(t, 2, k.Letters("mail_withdrawn"), "what the first letter promised has changed")
	k.Closes(mon)
	k.Settles()
	require.Equal(t, servertest.Meal(mon, 2), g.On(id, mon).Items[0].Meal)
}

// A change that is being paid over the cut-off and still holds the meal: the order waits for its end, whatever that is.
func TestAChangeThatIsBeingPaidIsWaitedFor(t *testing.T) {
	t.Parallel()
	for _, paid := range []bool{true, false} {
		k := shop.Open(t)
		g, id := k.Eats(nil, mon, tue)
		g2, id2 := k.Eats(nil, mon)
		k.Clock.Move(week.Cutoff(mon).Add(-time.Minute).Sub(k.Clock.Now()))
		saved := g.Amends(shop.Proposal(id, shop.Brings(mon, 0, 3)))
		require.Equal(t, order.PaymentPending, saved.Status)
		k.Withdraws(mon, 0, shop.None)
		k.Closes(mon)
		k.Settles()
		require.False(t, g.On(id, mon).Cancelled, "it waits")
		require.True(t, g2.On(id2, mon).Cancelled, "and nobody waits with it")
		want := shop.Price(t, mon, 0)
		if paid {
			k.Pays(shop.BillOf(saved))
			want *= 3
		} else {
			k.Declines(shop.BillOf(saved))
		}
		k.Settles()
		require.True(t, g.On(id, mon).Cancelled)
		require.EqualValues(t, want, g.Wallet(), "all that was paid for it")
	}
}

// The order that nobody had paid for when the others were settled: paid at last, it is settled as well.
func TestAnOrderThatIsPaidForAfterTheCutOffIsSettledThen(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	g := k.GuestOn(nil).Wants(mon, tue)
	h := g.Buys(false, mon, tue)
	k.Withdraws(mon, 0, shop.None)
	require.NotNil(t, g.On(h.Order, mon).Items[0].Withdrawn)
	k.Settles()
	require.Zero(t, k.Letters("mail_withdrawn"), "nobody bought it")
	k.Closes(mon)
	k.Settles()
	require.Equal(t, order.PaymentPending, g.Status(h.Order))
	k.Pays(h)
	require.Equal(t, order.Confirmed, g.Status(h.Order))
	k.Settles()
	require.True(t, g.On(h.Order, mon).Cancelled)
	require.EqualValues(t, shop.Price(t, mon, 0), g.Wallet())
	require.Equal(t, 1, k.Letters("mail_withdrawn"))
}

func TestALunchThatCameIsNotTakenOut(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	g, id := k.Eats(nil, mon)
	k.Clock.Move(mon.Start().Add(13 * time.Hour).Sub(k.Clock.Now()))
	servertest.Do(t, k.Pool,
		"INSERT INTO handovers (delivery_id, id, at, received_at, operator_id) SELECT d.id, $1, $2, $2, $3 FROM deliveries d WHERE d.order_id "+
			"= $4", ulid.Make().String(), k.Clock.Now(), k.Cook().ProfileID, id)
	k.Withdraws(mon, 0, shop.None)
	k.Settles()
	require.Len(t, g.On(id, mon).Items, 1)
	require.Zero(t, g.Wallet())
}

func TestPeopleAreToldOnceHoweverManyServersTell(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	other, _ := k.Server(servertest.Another(t, k.Pool))
	c := servertest.NewCompany(t, k.Pool, nil)
	for range 5 {
		k.Pays(k.Guest(c).Wants(mon).Buys(false, mon))
	}
	k.Withdraws(mon, 0, 1)
	k.AllAtOnce(6, shop.RetryUnavailable(func(i int) error {
		return shop.WithdrawalsOf([]*order.Orders{k.Orders, other}[i%2]).Tell(t.Context())
	}))
	require.Equal(t, 5, k.Letters("mail_withdrawn"))
}

func TestAFreeSwapThatWasPreviewedBeforeTheMealWasWithdrawnIsToldAnew(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	g, id := k.Eats(nil, mon)
	_, dear := cheapestAndDearest(t, mon)
	ask := shop.Proposal(id, shop.Brings(mon, dear, 1))
	r := g.Means(ask, g.Sees(ask))
	k.Withdraws(mon, 0, shop.None)
	err := shop.ErrorOf(g.Amending(r))
	require.ErrorIs(t, err, amendment.ErrAmendmentChanged, "it costs less now")
	require.NotEmpty(t, shop.Detail[struct{ Differences []quote.Difference }](t, err).Differences)
	require.Equal(t, fault.Conflict, fault.As(err).Kind)
	q := g.Sees(ask)
	require.Zero(t, q.Difference)
	require.Equal(t, order.Confirmed, g.Amends(ask).Status)
}

// The kitchen writes its papers before anybody was told: whoever loses the meal hears of it all the same, once.
func TestWhoeverIsSettledBeforeTheyWereToldIsToldThen(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	g, id := k.Eats(nil, mon, tue)
	k.Closes(mon)
	k.Withdraws(mon, 0, shop.None)
	date := mon
	require.NoError(t, shop.WithdrawalsOf(k.Orders).TakeOut(t.Context(), &date))
	require.True(t, g.On(id, mon).Cancelled)
	require.Equal(t, 1, k.Letters("mail_withdrawn"))
	k.Settles()
	require.Equal(t, 1, k.Letters("mail_withdrawn"))
}

func TestTheLetterTellsUntilWhenAndWhatComesIfNobodyChooses(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	k.Orders.Invoiced = (&invoice.Invoices{Conn: k.Pool, Clock: k.Clock.Now,
		Seller: invoice.Seller{Name: "Sahn", TRN: "100000000000003", Address: "Dubai"}}).DocumentOf
	box := k.Mailbox()
	g, id := k.Eats(nil, mon, tue)
	k.Works(box)
	k.Withdraws(mon, 0, 1)
	letters := k.Works(box)
	letter := k.Letter(letters, "a meal is not coming")
	offer := sample.Menu(mon)
	other, _ := offer.Meal(servertest.Meal(mon, 1))
	for _, says := range []string{g.On(id, mon).Items[0].Name, "Until 21 November 2026, 23:59 you can choose another meal",
		"If you do nothing, we bring you", other.Name,
		"Tax invoice TI-2026-000001 is with your order", "/editorder/" + id + "?day=" + mon.String()} {
		require.Contains(t, letter.Text, says)
	}
	require.Len(t, k.Works(box), len(letters), "once")
}
