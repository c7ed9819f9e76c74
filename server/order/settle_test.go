package order_test

import (
	"slices"
	"testing"
	"time"

	"sahn/server/dev/servertest/shop"

	"github.com/oklog/ulid/v2"
	"github.com/stretchr/testify/require"

	"sahn/server/amendment"
	"sahn/server/dev/servertest"
	"sahn/server/order"
	"sahn/server/platform/db"
	"sahn/server/quote"
	"sahn/server/week"
)

// full is a guest whose order holds a day, a portion, company share and wallet money, and its hand-off.
func full(k *shop.Kitchen) (*shop.Guest, order.Handoff) {
	k.Helper()
	g := k.GuestOn(shop.Shared).Wants(mon)
	servertest.Credit(k, k.Pool, g.Caller, 700)
	k.Limit(mon, 1)
	h := g.Buys(true, mon)
	require.Equal(k, order.PaymentPending, h.Status)
	require.Equal(k, 1, k.Taken(mon))
	require.Zero(k, g.Wallet())
	return g, h
}

func TestALateSuccessConfirmsAnOrderThatCanStillBeHad(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	g, h := full(k)
	seen := g.Order(h.Order).Rev
	devicesHear := func(status order.Status) {
		o := g.Order(h.Order)
		require.Equal(t, status, o.Status)
		require.Greater(t, o.Rev, seen)
		require.Equal(t, o.Rev, servertest.One[int64](t, k.Pool, "SELECT rev FROM profile_revs WHERE profile_id = $1", g.ProfileID))
		seen = o.Rev
	}
	k.Declines(h)
	devicesHear(order.PaymentFailed)
	k.Closes(mon) // however late, while the order is not Cancelled
	k.Pays(h)
	devicesHear(order.Confirmed)
	require.Equal(t, [2]int{1, 1}, planned(k, h.Order))
	require.Equal(t, 1, k.Taken(mon))
	require.Equal(t, 1, k.Live(g))
	require.Zero(t, g.Wallet())
	require.Equal(t, 500, servertest.One[int](t, k.Pool, "SELECT granted FROM share_periods"))
	require.Empty(t, g.Quotes(false, mon).Quote.Days)
	require.Zero(t, servertest.One[int](t, k.Pool, "SELECT count(*) FROM refunds"))
}

func TestALateSuccessThatNothingIsLeftForGoesBack(t *testing.T) {
	t.Parallel()
	for name, take := range map[string]func(k *shop.Kitchen, g *shop.Guest){
		"the last portion": func(k *shop.Kitchen, _ *shop.Guest) { k.GuestOn(nil).Wants(mon).Buys(false, mon) },
		"the wallet":       func(_ *shop.Kitchen, g *shop.Guest) { g.Wants(tue).Buys(true, tue) },
		"the share":        func(_ *shop.Kitchen, g *shop.Guest) { g.Wants(tue).Buys(false, tue) },
		"whoever ordered":  func(_ *shop.Kitchen, g *shop.Guest) { g.Erased() },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			k := shop.Open(t)
			g, h := full(k)
			k.Declines(h)
			take(k, g)
			before := [3]any{g.Wallet(), k.Live(g), k.Taken(mon)}
			k.Pays(h)
			require.Equal(t, order.Cancelled, g.Status(h.Order))
			require.Equal(t, before, [3]any{g.Wallet(), k.Live(g), k.Taken(mon)}, "nothing half")
			require.Equal(t, [2]int{}, planned(k, h.Order), "no letter says that it is ordered")
			k.Notify(h)
			k.GoesBack(h.Intent)
			require.Equal(t, order.Refunded, g.Status(h.Order))
		})
	}
}

func TestMoneyForAnOrderThatWasReplacedGoesBackAndTheNewOneStands(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	g, old := full(k)
	k.Declines(old)
	servertest.Credit(t, k.Pool, g.Caller, 100)
	young := g.Buys(true, mon)
	require.NotEqual(t, old.Order, young.Order, "the wallet pays more of it now")
	k.Pays(young)
	k.Pays(old)
	k.GoesBack(old.Intent)
	require.Equal(t, order.Confirmed, g.Status(young.Order))
	require.Equal(t, order.Refunded, g.Status(old.Order))
	kept, _ := k.Bank.Kept(young.Intent)
	require.EqualValues(t, young.Amount, kept)
}

func TestASecondAttemptThatIsAlsoPaidIsRefundedOnce(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	g, h := full(k)
	k.Declines(h)
	k.Pays(h)
	second := h
	second.Intent = ulid.Make().String()
	servertest.Do(t, k.Pool,
		`INSERT INTO attempts (id, purpose, subject_id, profile_id, company_id, reference, amount, email, status, created_at,
			expires_at, settled_at)
		SELECT $1, purpose, subject_id, profile_id, company_id, $1, amount, email, 'failed', created_at, expires_at, created_at FROM attempts`,
		second.Intent)
	for range 3 {
		k.Pays(second)
		k.Notify(h)
	}
	require.Equal(t, order.Confirmed, g.Status(h.Order))
	require.Equal(t, second.Intent, servertest.One[string](t, k.Pool, "SELECT attempt_id FROM refunds"))
	k.GoesBack(second.Intent)
	require.Equal(t, order.Confirmed, g.Status(h.Order), "a refund of the other does not touch the order")
}

func TestConfirmationClearsTheBoughtRevisionAndNotALaterChoice(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	g := k.GuestOn(nil).Wants(mon, tue)
	h := g.Buys(false, mon, tue)
	servertest.DraftDay(t, k.Pool, g.Caller, g.Device, tue, quote.Item{Meal: servertest.Meal(tue, 1), Qty: 2})
	k.Pays(h)
	left := g.Quotes(false, mon, tue)
	require.Len(t, left.Quote.Days, 1)
	require.Equal(t, tue, left.Quote.Days[0].Date)
	require.Equal(t, quote.DayTaken, left.Quote.Issues[0].Code)
	require.Len(t, g.Order(h.Order).Deliveries, 2, "the order is as it was paid")
}

// A draft grows, its cheap order is paid, the notification is repeated and a change is proposed, in every order of the four: the
// person gets what was paid for and nothing dearer.
func TestWhoPaysACheapOrderEatsNoDearerOne(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	words := []string{"grow", "pay", "again", "change"}
	for turn := range 24 {
		words, left := []string{}, slices.Clone(words)
		for n := 4; n > 0; n-- {
			words, left, turn = append(words, left[turn%n]), slices.Delete(left, turn%n, turn%n+1), turn/n
		}
		g := k.GuestOn(nil).Wants(mon)
		h := g.Buys(false, mon)
		bought := g.Order(h.Order)
		for _, word := range words {
			switch word {
			case "grow":
				servertest.DraftDay(t, k.Pool, g.Caller, g.Device, mon, quote.Item{Meal: servertest.Meal(mon, 0), Qty: 9})
			case "pay":
				k.Pays(h)
			case "again":
				if captured, _ := k.Bank.Kept(h.Intent); captured > 0 {
					k.Notify(h)
				}
			case "change":
				r := shop.Proposal(h.Order, quote.AmendDay{Date: mon, Items: []quote.Item{{Meal: servertest.Meal(mon, 0), Qty: 9}}})
				q, err := shop.ChangesOf(k.Orders).HandleAmendQuote(t.Context(), g.Caller, r)
				if err != nil {
					require.ErrorIs(t, err, amendment.ErrNotAmendable, "%v", words)
					continue
				}
				m, err := g.Amending(g.Means(r, q))
				require.NoError(t, err, "%v", words)
				require.EqualValues(t, 8*h.Amount, m.Amount, "%v: the other eight are to be paid first", words)
			}
		}
		now := g.Order(h.Order)
		require.Equal(t, "Confirmed", string(now.Status), "%v", words)
		require.Equal(t, servertest.JSON(t, bought.Deliveries), servertest.JSON(t, now.Deliveries), "%v", words)
		captured, _ := k.Bank.Kept(h.Intent)
		require.EqualValues(t, h.Amount, captured, "%v", words)
	}
}

func TestAMealThatCameToBeLimitedAfterItWasOrderedIsNotGivenBack(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	h := k.GuestOn(nil).Wants(mon).Buys(false, mon)
	k.Limit(mon, 5)
	k.Declines(h)
	require.Zero(t, k.Taken(mon))
}

func TestTimeClosesWhatItHasClosed(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	one, two, three := k.GuestOn(nil).Wants(mon, tue), k.GuestOn(nil).Wants(mon, tue), k.GuestOn(nil).Wants(mon, tue)
	eaten, failed, waiting := one.Buys(false, mon, tue), two.Buys(false, mon, tue), three.Buys(false, mon, tue)
	k.Pays(eaten)
	k.Declines(failed)
	statuses := func(a, b, c order.Status) {
		t.Helper()
		k.Tidy()
		require.Equal(t, []order.Status{a, b, c}, []order.Status{one.Status(eaten.Order), two.Status(failed.Order), three.Status(waiting.Order)})
	}
	statuses(order.Confirmed, order.PaymentFailed, order.PaymentPending)
	k.Clock.Move(week.Cutoff(mon).Add(-time.Microsecond).Sub(servertest.Now))
	statuses(order.Confirmed, order.PaymentFailed, order.PaymentPending)
	k.Clock.Move(time.Microsecond)
	statuses(order.Confirmed, order.Cancelled, order.PaymentPending)
	k.Clock.Move((tue + 1).Start().Add(-time.Microsecond).Sub(k.Clock.Now()))
	statuses(order.Confirmed, order.Cancelled, order.PaymentPending)
	k.Clock.Move(time.Microsecond)
	statuses(order.Completed, order.Cancelled, order.PaymentPending)
	k.Pays(failed)
	k.Refunds()
	statuses(order.Completed, order.Refunded, order.PaymentPending)
	require.Equal(t, mon, one.Order(eaten.Order).FirstDeliveryDate)
}

func TestOnlyTheMovesThatThereAre(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	moves := map[order.Status][]order.Status{
		order.Initiated:      {order.PaymentPending, order.Confirmed, order.Cancelled},
		order.PaymentPending: {order.Confirmed, order.PaymentFailed, order.Cancelled},
		order.PaymentFailed:  {order.PaymentPending, order.Confirmed, order.Cancelled},
		order.Confirmed:      {order.Completed, order.Cancelled},
		order.Cancelled:      {order.Refunded},
		order.Completed:      {},
		order.Refunded:       {},
	}
	h := k.GuestOn(nil).Wants(mon).Buys(false, mon)
	for from, there := range moves {
		for to := range moves {
			tx, err := k.Pool.Begin(t.Context())
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
