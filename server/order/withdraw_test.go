package order_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/oklog/ulid/v2"
	"github.com/stretchr/testify/require"

	"sahn/server/amendment"
	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/menu/published"
	"sahn/server/order"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/web"
	"sahn/server/quote"
	"sahn/server/week"
	"sahn/server/withdrawal"
)

// none is no meal instead.
const none = -1

// withdraws takes a day's n-th meal off it for everybody; another one comes instead, or none.
func (k *kitchen) withdraws(date clock.Date, n, instead int) withdrawal.Affected {
	k.Helper()
	var done withdrawal.Affected
	who := k.cook().ProfileID
	require.NoError(k, db.InTx(k.Context(), k.pool, func(ctx context.Context, tx db.Tx) (err error) {
		require.NoError(k, published.Lock(ctx, tx.Queries, date.Monday()))
		weeks, err := k.orders.Menus.Weeks(ctx, tx.Queries, []clock.Date{date.Monday()})
		require.NoError(k, err)
		offer := *weeks[date.Monday()]
		offer.Days = slices.Clone(offer.Days)
		w := withdrawal.Withdrawal{Date: date, Meal: servertest.Meal(date, n), Reason: "No fish today", Who: who}
		if instead != none {
			w.Instead = servertest.Meal(date, instead)
		}
		for i, d := range offer.Days {
			if d.Date == date {
				offer.Days[i].Meals = slices.DeleteFunc(slices.Clone(d.Meals), func(m string) bool { return m == w.Meal })
			}
		}
		if _, err := published.Publish(ctx, tx.Queries, offer, k.clock.Now()); err != nil {
			return err
		}
		done, err = withdrawalsOf(k.orders).Withdraw(ctx, tx, w, k.clock.Now())
		return err
	}))
	return done
}

// cook is somebody of the kitchen.
func (k *kitchen) cook() web.Caller {
	k.Helper()
	who := web.Caller{PersonID: strings.Repeat("C", 26), ProfileID: strings.Repeat("P", 26), ClientType: "Operator", Role: "kitchen"}
	servertest.Do(k, k.pool, "INSERT INTO persons (id, email, name, mobile, created_at) "+
		"VALUES ($1, 'cook@kitchen.example', 'Bilal', '', $2) ON CONFLICT DO NOTHING", who.PersonID, servertest.Now)
	servertest.Do(k, k.pool, "INSERT INTO profiles (id, person_id, client_type, status, created_at, operator_role) "+
		"VALUES ($1, $2, 'Operator', 'Active', $3, 'kitchen') ON CONFLICT DO NOTHING", who.ProfileID, who.PersonID, servertest.Now)
	return who
}

// settles does what the job does.
func (k *kitchen) settles() {
	k.Helper()
	require.NoError(k, withdrawalsOf(k.orders).Tell(k.Context()))
	require.NoError(k, withdrawalsOf(k.orders).TakeOut(k.Context(), nil))
}

// closes moves the clock past the cut-off of a date.
func (k *kitchen) closes(date clock.Date) {
	k.Helper()
	k.clock.Move(week.Cutoff(date).Sub(k.clock.Now()))
}

func (k *kitchen) letters(kind string) int {
	k.Helper()
	return servertest.One[int](k, k.pool, "SELECT count(*) FROM river_job WHERE kind = $1", kind)
}

// on is what one of the guest's orders holds on a date.
func (g *guest) on(id string, date clock.Date) order.Delivery {
	g.k.Helper()
	o := g.order(id)
	i := slices.IndexFunc(o.Deliveries, func(d order.Delivery) bool { return d.Date == date })
	require.GreaterOrEqual(g.k, i, 0)
	return o.Deliveries[i]
}

func TestAWithdrawnMealStandsMarkedUntilTheCutOffAndMayBeSwappedForADearerOne(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	k.limit(mon, 9)
	g, id := k.eats(nil, mon, tue)
	was := g.order(id)
	done := k.withdraws(mon, 0, none)
	require.Equal(t, withdrawal.Affected{People: 1, Meals: 1, Until: week.Cutoff(mon)}, done)
	line := g.on(id, mon).Items[0]
	require.Equal(t, order.Swap{Until: week.Cutoff(mon)}, order.Swap{Until: line.Withdrawn.Until.UTC()})
	require.Empty(t, line.Withdrawn.Instead)
	require.Nil(t, g.on(id, tue).Items[0].Withdrawn, "the same on another day, if it is there, is not withdrawn")
	k.settles()
	now := g.order(id)
	require.Greater(t, now.Rev, was.Rev, "devices hear of it")
	require.Equal(t, was.Version, now.Version, "and nothing else has changed")
	require.Equal(t, 1, k.letters("mail_withdrawn"))
	k.settles()
	require.Equal(t, now.Rev, g.order(id).Rev, "once")
	require.Equal(t, 1, k.letters("mail_withdrawn"))

	_, dear := cheapestAndDearest(t, mon)
	require.Greater(t, price(t, mon, dear), price(t, mon, 0))
	saved := g.amends(proposal(id, brings(mon, dear, 1)))
	require.Equal(t, order.Confirmed, saved.Status, "nothing is due")
	require.Zero(t, saved.Amount)
	line = g.on(id, mon).Items[0]
	require.Equal(t, []string{servertest.Meal(mon, dear), servertest.Meal(mon, 0)}, []string{line.Meal, line.InsteadOf})
	require.Equal(t, price(t, mon, 0), line.Total)
	require.Nil(t, line.Withdrawn)
	require.Equal(t, was.Net, g.order(id).Net)
	require.Zero(t, k.taken(mon), "the portion of the withdrawn one goes back")
	k.closes(mon)
	k.settles()
	require.Len(t, g.order(id).Amendments, 1, "nothing is left to take out")
}

// cheapestAndDearest are the numbers of those meals of a day.
func cheapestAndDearest(t *testing.T, date clock.Date) (cheap, dear int) {
	t.Helper()
	for i := range sample.Menu(date).Days[int(date-date.Monday())].Meals {
		if price(t, date, i) < price(t, date, cheap) {
			cheap = i
		} else if price(t, date, i) > price(t, date, dear) {
			dear = i
		}
	}
	return cheap, dear
}

func TestAtTheCutOffWhatNobodySwappedIsReplacedAtNoMoreThanItsPrice(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	g, id := k.eats(func(c *sample.Company) { shared(c); c.ShareCap = nil }, mon, tue)
	was := g.order(id)
	cheap, _ := cheapestAndDearest(t, mon)
	k.withdraws(mon, 0, cheap)
	k.settles()
	k.clock.Move(week.Cutoff(mon).Add(-time.Nanosecond).Sub(k.clock.Now()))
	k.settles()
	require.Equal(t, was.Version, g.order(id).Version, "not a moment before the cut-off")
	k.clock.Move(time.Nanosecond)
	k.settles()
	line := g.on(id, mon).Items[0]
	require.Equal(t, servertest.Meal(mon, cheap), line.Meal)
	require.LessOrEqual(t, line.Total, was.Deliveries[0].Items[0].Total)
	o := g.order(id)
	require.EqualValues(t, was.EmployeeShare-o.EmployeeShare, g.wallet(), "the difference is in the wallet")
	require.Len(t, o.Amendments, 1)
	require.True(t, o.Amendments[0].Withdrawn)
	require.Equal(t, 1, k.letters("mail_withdrawn"), "once a person and withdrawal")
	require.Zero(t, k.letters("mail_changed"))
	last := g.diary(id)[0]
	require.Equal(t, []any{"withdrawn", "operator", (*string)(nil)}, []any{last.What, last.Who.Kind, last.Device})
	k.settles()
	require.Equal(t, o, g.order(id), "done again it changes nothing")
}

func TestWithoutAnotherOneItIsPaidBackAndADayWithNothingLeftIsCancelled(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	k.limit(mon, 3)
	k.limit(tue, 3)
	g, id := k.eats(func(c *sample.Company) { shared(c) }, mon, tue)
	paid := g.order(id).EmployeeShare
	k.withdraws(mon, 0, none)
	k.closes(mon)
	k.settles()
	require.EqualValues(t, paid-g.order(id).EmployeeShare, g.wallet(), "what the company pays of the other days is counted anew")
	require.True(t, g.on(id, mon).Cancelled)
	require.Zero(t, k.taken(mon))
	require.Zero(t, g.on(id, mon).CompanyShare)
	require.Equal(t, order.Confirmed, g.status(id))
	k.withdraws(tue, 0, none)
	k.closes(tue)
	k.settles()
	require.EqualValues(t, paid, g.wallet())
	require.Equal(t, order.Cancelled, g.status(id))
	require.Zero(t, k.live(g))
	last := g.diary(id)[0]
	require.Equal(t, []string{"order cancelled", "system"}, []string{last.What, last.Who.Kind})
	k.tidy()
	require.Equal(t, order.Cancelled, g.status(id))
}

func TestWhenTheOtherOneRunsOutMeanwhileItIsPaidBack(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	require.NoError(t, db.New(k.pool).PortionsInsert(t.Context(), mon, servertest.Meal(mon, 1), 1))
	guests, ids := make([]*guest, 2), make([]string, 2)
	for i := range guests {
		guests[i], ids[i] = k.eats(nil, mon, tue)
	}
	k.withdraws(mon, 0, 1)
	k.closes(mon)
	k.settles()
	cancelled := 0
	for i, g := range guests {
		if g.on(ids[i], mon).Cancelled {
			cancelled++
			require.EqualValues(t, price(t, mon, 0), g.wallet())
		} else {
			require.Equal(t, servertest.Meal(mon, 1), g.on(ids[i], mon).Items[0].Meal)
		}
	}
	require.Equal(t, 1, cancelled)
	require.Equal(t, 1, k.letters("mail_changed"), "who gets something else than the first letter said hears of it")
}

func TestWhatTheProviderHasPaidBackItselfIsNotPaidBackAgain(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	g, id := k.eats(nil, mon, tue)
	k.withdraws(mon, 0, none)
	k.backOffice(g.order(id).Intent.ID, price(t, mon, 0))
	k.closes(mon)
	k.settles()
	require.Empty(t, g.order(id).Amendments)
	require.Zero(t, g.wallet())
}

func TestWhatIsWithdrawnAfterItShouldHaveComeInsteadIsReplacedInTurnAndToldAgain(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	g, id := k.eats(nil, mon, tue)
	k.withdraws(mon, 0, 1)
	k.settles()
	require.Equal(t, servertest.Meal(mon, 1), g.on(id, mon).Items[0].Withdrawn.Instead)
	k.withdraws(mon, 1, 2)
	k.settles()
	require.Equal(t, servertest.Meal(mon, 2), g.on(id, mon).Items[0].Withdrawn.Instead)
	require.Equal(t, 2, k.letters("mail_withdrawn"), "what the first letter promised has changed")
	k.closes(mon)
	k.settles()
	require.Equal(t, servertest.Meal(mon, 2), g.on(id, mon).Items[0].Meal)
}

// A change that is being paid over the cut-off and still holds the meal: the order waits for its end, whatever that is.
func TestAChangeThatIsBeingPaidIsWaitedFor(t *testing.T) {
	t.Parallel()
	for _, paid := range []bool{true, false} {
		k := openKitchen(t)
		g, id := k.eats(nil, mon, tue)
		g2, id2 := k.eats(nil, mon)
		k.clock.Move(week.Cutoff(mon).Add(-time.Minute).Sub(k.clock.Now()))
		saved := g.amends(proposal(id, brings(mon, 0, 3)))
		require.Equal(t, order.PaymentPending, saved.Status)
		k.withdraws(mon, 0, none)
		k.closes(mon)
		k.settles()
		require.False(t, g.on(id, mon).Cancelled, "it waits")
		require.True(t, g2.on(id2, mon).Cancelled, "and nobody waits with it")
		want := price(t, mon, 0)
		if paid {
			k.pays(billOf(saved))
			want *= 3
		} else {
			k.declines(billOf(saved))
		}
		k.settles()
		require.True(t, g.on(id, mon).Cancelled)
		require.EqualValues(t, want, g.wallet(), "all that was paid for it")
	}
}

// The order that nobody had paid for when the others were settled: paid at last, it is settled as well.
func TestAnOrderThatIsPaidForAfterTheCutOffIsSettledThen(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	g := k.guestOn(nil).wants(mon, tue)
	h := g.buys(false, mon, tue)
	k.withdraws(mon, 0, none)
	require.NotNil(t, g.on(h.Order, mon).Items[0].Withdrawn)
	k.settles()
	require.Zero(t, k.letters("mail_withdrawn"), "nobody bought it")
	k.closes(mon)
	k.settles()
	require.Equal(t, order.PaymentPending, g.status(h.Order))
	k.pays(h)
	require.Equal(t, order.Confirmed, g.status(h.Order))
	k.settles()
	require.True(t, g.on(h.Order, mon).Cancelled)
	require.EqualValues(t, price(t, mon, 0), g.wallet())
	require.Equal(t, 1, k.letters("mail_withdrawn"))
}

func TestALunchThatCameIsNotTakenOut(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	g, id := k.eats(nil, mon)
	k.clock.Move(mon.Start().Add(13 * time.Hour).Sub(k.clock.Now()))
	servertest.Do(t, k.pool,
		"INSERT INTO handovers (delivery_id, id, at, received_at, operator_id) SELECT d.id, $1, $2, $2, $3 FROM deliveries d WHERE d.order_id "+
			"= $4", ulid.Make().String(), k.clock.Now(), k.cook().ProfileID, id)
	k.withdraws(mon, 0, none)
	k.settles()
	require.Len(t, g.on(id, mon).Items, 1)
	require.Zero(t, g.wallet())
}

func TestPeopleAreToldOnceHoweverManyServersTell(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	other, _ := k.server(servertest.Another(t, k.pool))
	c := servertest.NewCompany(t, k.pool, nil)
	for range 5 {
		k.pays(k.guest(c).wants(mon).buys(false, mon))
	}
	k.withdraws(mon, 0, 1)
	k.allAtOnce(6, retryUnavailable(func(i int) error { return withdrawalsOf([]*order.Orders{k.orders, other}[i%2]).Tell(t.Context()) }))
	require.Equal(t, 5, k.letters("mail_withdrawn"))
}

func TestAFreeSwapThatWasPreviewedBeforeTheMealWasWithdrawnIsToldAnew(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	g, id := k.eats(nil, mon)
	_, dear := cheapestAndDearest(t, mon)
	ask := proposal(id, brings(mon, dear, 1))
	r := g.means(ask, g.sees(ask))
	k.withdraws(mon, 0, none)
	err := errorOf(g.amending(r))
	require.ErrorIs(t, err, amendment.ErrAmendmentChanged, "it costs less now")
	require.NotEmpty(t, detail[struct{ Differences []quote.Difference }](t, err).Differences)
	require.Equal(t, fault.Conflict, fault.As(err).Kind)
	q := g.sees(ask)
	require.Zero(t, q.Difference)
	require.Equal(t, order.Confirmed, g.amends(ask).Status)
}

// The kitchen writes its papers before anybody was told: whoever loses the meal hears of it all the same, once.
func TestWhoeverIsSettledBeforeTheyWereToldIsToldThen(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	g, id := k.eats(nil, mon, tue)
	k.closes(mon)
	k.withdraws(mon, 0, none)
	date := mon
	require.NoError(t, withdrawalsOf(k.orders).TakeOut(t.Context(), &date))
	require.True(t, g.on(id, mon).Cancelled)
	require.Equal(t, 1, k.letters("mail_withdrawn"))
	k.settles()
	require.Equal(t, 1, k.letters("mail_withdrawn"))
}

func TestTheLetterTellsUntilWhenAndWhatComesIfNobodyChooses(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	box := k.mailbox()
	g, id := k.eats(nil, mon, tue)
	k.works(box)
	k.withdraws(mon, 0, 1)
	letters := k.works(box)
	letter := k.letter(letters, "a meal is not coming")
	offer := sample.Menu(mon)
	other, _ := offer.Meal(servertest.Meal(mon, 1))
	for _, says := range []string{g.on(id, mon).Items[0].Name, "Until 21 November 2026, 23:59 you can choose another meal",
		"If you do nothing, we bring you", other.Name, "/editorder/" + id + "?day=" + mon.String()} {
		require.Contains(t, letter.Text, says)
	}
	require.Len(t, k.works(box), len(letters), "once")
}
