package order_test

import (
	"slices"
	"testing"
	"time"

	"github.com/oklog/ulid/v2"
	"github.com/stretchr/testify/require"

	"sahn/server/amendment"
	"sahn/server/dev/servertest"
	"sahn/server/order"
	"sahn/server/platform/db"
	"sahn/server/quote"
	"sahn/server/week"
)

// shared is a company that pays a little, so that everything that can be held is held.
var shared = companyPays("Flat", 500, 500, "Weekly")

// full is a guest whose order holds a day, a portion, company share and wallet money, and its hand-off.
func full(k *kitchen) (*guest, order.Handoff) {
	k.Helper()
	g := k.guestOn(shared).wants(mon)
	servertest.Credit(k, k.pool, g.Caller, 700)
	k.limit(mon, 1)
	h := g.buys(true, mon)
	require.Equal(k, order.PaymentPending, h.Status)
	require.Equal(k, 1, k.taken(mon))
	require.Zero(k, g.wallet())
	return g, h
}

func TestAFailedPaymentGivesEverythingBackAndARetryIsANewOrder(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	g, h := full(k)
	k.declines(h)
	require.Equal(t, [2]int{}, k.planned(h.Order), "no letter says that it is ordered")
	o := g.order(h.Order)
	require.Equal(t, order.PaymentFailed, o.Status)
	require.Equal(t, "declined", o.Intent.Reason)
	require.EqualValues(t, h.Amount, o.AmountDue)
	require.Zero(t, k.taken(mon))
	require.Zero(t, k.live(g))
	require.EqualValues(t, 700, g.wallet())
	require.Zero(t, servertest.One[int](t, k.pool, "SELECT granted FROM share_periods"))

	again := g.buys(true, mon)
	require.NotEqual(t, h.Order, again.Order)
	require.Equal(t, h.Amount, again.Amount)
	require.Equal(t, order.Cancelled, g.status(h.Order))
	k.pays(again)
	require.Equal(t, order.Confirmed, g.status(again.Order))
}

func TestALateSuccessConfirmsAnOrderThatCanStillBeHad(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	g, h := full(k)
	seen := g.order(h.Order).Rev
	devicesHear := func(status order.Status) {
		o := g.order(h.Order)
		require.Equal(t, status, o.Status)
		require.Greater(t, o.Rev, seen)
		require.Equal(t, o.Rev, servertest.One[int64](t, k.pool, "SELECT rev FROM profile_revs WHERE profile_id = $1", g.ProfileID))
		seen = o.Rev
	}
	k.declines(h)
	devicesHear(order.PaymentFailed)
	k.closes(mon) // however late, while the order is not Cancelled
	k.pays(h)
	devicesHear(order.Confirmed)
	require.Equal(t, [2]int{1, 1}, k.planned(h.Order))
	require.Equal(t, 1, k.taken(mon))
	require.Equal(t, 1, k.live(g))
	require.Zero(t, g.wallet())
	require.Equal(t, 500, servertest.One[int](t, k.pool, "SELECT granted FROM share_periods"))
	require.Empty(t, g.quote(false, mon).Quote.Days)
	require.Zero(t, servertest.One[int](t, k.pool, "SELECT count(*) FROM refunds"))
}

func TestALateSuccessThatNothingIsLeftForGoesBack(t *testing.T) {
	t.Parallel()
	for name, take := range map[string]func(k *kitchen, g *guest){
		"the last portion": func(k *kitchen, _ *guest) { k.guestOn(nil).wants(mon).buys(false, mon) },
		"the wallet":       func(_ *kitchen, g *guest) { g.wants(tue).buys(true, tue) },
		"the share":        func(_ *kitchen, g *guest) { g.wants(tue).buys(false, tue) },
		"whoever ordered":  func(_ *kitchen, g *guest) { g.erased() },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			k := openKitchen(t)
			g, h := full(k)
			k.declines(h)
			take(k, g)
			before := [3]any{g.wallet(), k.live(g), k.taken(mon)}
			k.pays(h)
			require.Equal(t, order.Cancelled, g.status(h.Order))
			require.Equal(t, before, [3]any{g.wallet(), k.live(g), k.taken(mon)}, "nothing half")
			require.Equal(t, [2]int{}, k.planned(h.Order), "no letter says that it is ordered")
			k.notify(h)
			k.goesBack(h.Intent)
			require.Equal(t, order.Refunded, g.status(h.Order))
		})
	}
}

func TestMoneyForAnOrderThatWasReplacedGoesBackAndTheNewOneStands(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	g, old := full(k)
	k.declines(old)
	young := g.buys(true, mon)
	k.pays(young)
	k.pays(old)
	k.goesBack(old.Intent)
	require.Equal(t, order.Confirmed, g.status(young.Order))
	require.Equal(t, order.Refunded, g.status(old.Order))
	kept, _ := k.bank.Kept(young.Intent)
	require.EqualValues(t, young.Amount, kept)
}

func TestASecondAttemptThatIsAlsoPaidIsRefundedOnce(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	g, h := full(k)
	k.declines(h)
	k.pays(h)
	second := h
	second.Intent = ulid.Make().String()
	servertest.Do(t, k.pool,
		`INSERT INTO attempts (id, purpose, subject_id, profile_id, company_id, reference, amount, email, status, created_at,
			expires_at, settled_at)
		SELECT $1, purpose, subject_id, profile_id, company_id, $1, amount, email, 'failed', created_at, expires_at, created_at FROM attempts`,
		second.Intent)
	for range 3 {
		k.pays(second)
		k.notify(h)
	}
	require.Equal(t, order.Confirmed, g.status(h.Order))
	require.Equal(t, second.Intent, servertest.One[string](t, k.pool, "SELECT attempt_id FROM refunds"))
	k.goesBack(second.Intent)
	require.Equal(t, order.Confirmed, g.status(h.Order), "a refund of the other does not touch the order")
}

func TestConfirmationClearsTheBoughtRevisionAndNotALaterWish(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	g := k.guestOn(nil).wants(mon, tue)
	h := g.buys(false, mon, tue)
	servertest.Wish(t, k.pool, g.Caller, g.dev, tue, quote.Item{Meal: servertest.Meal(tue, 1), Qty: 2})
	k.pays(h)
	left := g.quote(false, mon, tue)
	require.Len(t, left.Quote.Days, 1)
	require.Equal(t, tue, left.Quote.Days[0].Date)
	require.Equal(t, quote.DayTaken, left.Quote.Issues[0].Code)
	require.Len(t, g.order(h.Order).Deliveries, 2, "the order is as it was paid")
}

// A draft grows, its cheap order is paid, the notification is repeated and a change is proposed, in every order of the four: the
// person gets what was paid for and nothing dearer.
func TestWhoPaysACheapOrderEatsNoDearerOne(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	words := []string{"grow", "pay", "again", "change"}
	for turn := range 24 {
		words, left := []string{}, slices.Clone(words)
		for n := 4; n > 0; n-- {
			words, left, turn = append(words, left[turn%n]), slices.Delete(left, turn%n, turn%n+1), turn/n
		}
		g := k.guestOn(nil).wants(mon)
		h := g.buys(false, mon)
		bought := g.order(h.Order)
		for _, word := range words {
			switch word {
			case "grow":
				servertest.Wish(t, k.pool, g.Caller, g.dev, mon, quote.Item{Meal: servertest.Meal(mon, 0), Qty: 9})
			case "pay":
				k.pays(h)
			case "again":
				if captured, _ := k.bank.Kept(h.Intent); captured > 0 {
					k.notify(h)
				}
			case "change":
				r := proposal(h.Order, quote.AmendDay{Date: mon, Items: []quote.Item{{Meal: servertest.Meal(mon, 0), Qty: 9}}})
				q, err := changesOf(k.orders).HandleAmendQuote(t.Context(), g.Caller, r)
				if err != nil {
					require.ErrorIs(t, err, amendment.ErrNotAmendable, "%v", words)
					continue
				}
				m, err := g.amending(g.means(r, q))
				require.NoError(t, err, "%v", words)
				require.EqualValues(t, 8*h.Amount, m.Amount, "%v: the other eight are to be paid first", words)
			}
		}
		now := g.order(h.Order)
		require.Equal(t, "Confirmed", string(now.Status), "%v", words)
		require.Equal(t, servertest.JSON(t, bought.Deliveries), servertest.JSON(t, now.Deliveries), "%v", words)
		captured, _ := k.bank.Kept(h.Intent)
		require.EqualValues(t, h.Amount, captured, "%v", words)
	}
}

func TestAMealThatCameToBeLimitedAfterItWasOrderedIsNotGivenBack(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	h := k.guestOn(nil).wants(mon).buys(false, mon)
	k.limit(mon, 5)
	k.declines(h)
	require.Zero(t, k.taken(mon))
}

func TestTimeClosesWhatItHasClosed(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	one, two, three := k.guestOn(nil).wants(mon, tue), k.guestOn(nil).wants(mon, tue), k.guestOn(nil).wants(mon, tue)
	eaten, failed, waiting := one.buys(false, mon, tue), two.buys(false, mon, tue), three.buys(false, mon, tue)
	k.pays(eaten)
	k.declines(failed)
	statuses := func(a, b, c order.Status) {
		t.Helper()
		k.tidy()
		require.Equal(t, []order.Status{a, b, c}, []order.Status{one.status(eaten.Order), two.status(failed.Order), three.status(waiting.Order)})
	}
	statuses(order.Confirmed, order.PaymentFailed, order.PaymentPending)
	k.clock.Move(week.Cutoff(mon).Add(-time.Microsecond).Sub(servertest.Now))
	statuses(order.Confirmed, order.PaymentFailed, order.PaymentPending)
	k.clock.Move(time.Microsecond)
	statuses(order.Confirmed, order.Cancelled, order.PaymentPending)
	k.clock.Move((tue + 1).Start().Add(-time.Microsecond).Sub(k.clock.Now()))
	statuses(order.Confirmed, order.Cancelled, order.PaymentPending)
	k.clock.Move(time.Microsecond)
	statuses(order.Completed, order.Cancelled, order.PaymentPending)
	k.pays(failed)
	k.refunds()
	statuses(order.Completed, order.Refunded, order.PaymentPending)
	require.Equal(t, mon, one.order(eaten.Order).FirstDeliveryDate)
}

func TestOnlyTheMovesThatThereAre(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	moves := map[order.Status][]order.Status{
		order.Initiated:      {order.PaymentPending, order.Confirmed, order.Cancelled},
		order.PaymentPending: {order.Confirmed, order.PaymentFailed, order.Cancelled},
		order.PaymentFailed:  {order.PaymentPending, order.Confirmed, order.Cancelled},
		order.Confirmed:      {order.Completed, order.Cancelled},
		order.Cancelled:      {order.Refunded},
		order.Completed:      {},
		order.Refunded:       {},
	}
	h := k.guestOn(nil).wants(mon).buys(false, mon)
	for from, there := range moves {
		for to := range moves {
			tx, err := k.pool.Begin(t.Context())
			require.NoError(t, err)
			q := db.New(tx)
			row, err := q.OrderLock(t.Context(), h.Order)
			require.NoError(t, err)
			row.Status = string(from)
			_, err = tx.Exec(t.Context(), "SET LOCAL session_replication_role = replica")
			require.NoError(t, err)
			_, err = tx.Exec(t.Context(), "UPDATE orders SET status = $2 WHERE id = $1", h.Order, string(from))
			require.NoError(t, err)
			_, err = tx.Exec(t.Context(), "SET LOCAL session_replication_role = origin")
			require.NoError(t, err)
			err = order.Move(t.Context(), q, &row, to, "a test", order.Stamp{Rev: row.Rev + 1, Now: servertest.Now})
			require.Equal(t, slices.Contains(there, to), err == nil, "%s to %s", from, to)
			require.NoError(t, tx.Rollback(t.Context()))
		}
	}
}
