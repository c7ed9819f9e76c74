package order_test

import (
	"slices"
	"testing"

	"github.com/oklog/ulid/v2"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/dev/servertest/shop"
	"sahn/server/order"
	"sahn/server/quote"
)

func TestAFailedPaymentGivesEverythingBackAndTryingAgainIsTheSameOrder(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	g, h := full(k)
	k.Declines(h)
	require.Equal(t, [2]int{}, planned(k, h.Order), "no letter says that it is ordered")
	o := g.Order(h.Order)
	require.Equal(t, order.PaymentFailed, o.Status)
	require.Equal(t, "declined", o.Intent.Reason)
	require.EqualValues(t, h.Amount, o.AmountDue)
	require.Zero(t, k.Taken(mon))
	require.Zero(t, k.Live(g))
	require.EqualValues(t, 700, g.Wallet())
	require.Zero(t, servertest.One[int](t, k.Pool, "SELECT granted FROM share_periods"))

	r := g.Asks(g.Quotes(true, mon), true)
	again, err := g.Tries(r)
	require.NoError(t, err)
	require.Equal(t, h.Order, again.Order)
	require.NotEqual(t, h.Intent, again.Intent)
	require.Equal(t, h.Amount, again.Amount)
	require.Equal(t, []any{order.PaymentPending, 1, 1, int64(0)}, []any{g.Status(h.Order), k.Taken(mon), k.Live(g), g.Wallet()})
	for range 2 {
		twice, err := g.Tries(r)
		require.NoError(t, err)
		require.Equal(t, servertest.JSON(t, again), servertest.JSON(t, twice), "a second tap is the same try")
	}
	k.Pays(again)
	paid := g.Order(h.Order)
	require.Equal(t, order.Confirmed, paid.Status)
	require.Equal(t, []any{o.ID, o.OrderDate, o.Net}, []any{paid.ID, paid.OrderDate, paid.Net})
	require.Equal(t, [2]int{1, 1}, planned(k, h.Order))
	state, err := k.Orders.HandleIntent(t.Context(), g.Caller, order.IntentRequest{ID: h.Intent})
	require.NoError(t, err)
	require.Equal(t, "paid", state.Status, "the page of the first try says that the order is paid")
}

func TestAnOrderThatCannotBeHadAsItWasIsNotContinuedSilently(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change func(k *shop.Kitchen, g *shop.Guest)
		told   string // the first difference or issue of a person who saw the old price; empty when they chose the change
	}{
		"a dearer menu":    {func(k *shop.Kitchen, _ *shop.Guest) { k.Dearer() }, string(quote.PriceChanged)},
		"a day that ended": {func(k *shop.Kitchen, _ *shop.Guest) { k.Closes(mon) }, string(quote.CutoffPassed)},
		"the last portion": {func(k *shop.Kitchen, _ *shop.Guest) { k.GuestOn(nil).Wants(mon).Buys(false, mon) }, string(quote.SoldOut)},
		"more meals": {func(k *shop.Kitchen, g *shop.Guest) {
			servertest.DraftDay(k, k.Pool, g.Caller, g.Device, mon, quote.Item{Meal: servertest.Meal(mon, 1), Qty: 2})
		}, ""},
		"other terms for changes": {func(k *shop.Kitchen, _ *shop.Guest) {
			servertest.Do(k, k.Pool, "UPDATE companies SET share_duration = 'Daily'")
		}, ""},
		"another place": {func(k *shop.Kitchen, g *shop.Guest) {
			servertest.Do(k, k.Pool, `WITH other AS (INSERT INTO addresses (id, company_id, label, line, area_timing_id)
				SELECT $1, company_id, 'Annex', line, area_timing_id FROM addresses WHERE company_id = $2 RETURNING id)
				UPDATE profiles SET address_id = other.id FROM other WHERE profiles.id = $3`, ulid.Make().String(), g.CompanyID, g.ProfileID)
		}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			k := shop.Open(t)
			g, h := full(k)
			r := g.Asks(g.Quotes(true, mon), true)
			r.Seen = agreedOf(k, h.Order)
			r.Quote = quote.Hash(*r.Seen)
			k.Declines(h)
			c.change(k, g)
			if c.told != "" {
				err := shop.ErrorOf(g.Tries(r))
				require.ErrorIs(t, err, order.ErrQuoteChanged)
				refusal := shop.Detail[changed](t, err)
				require.Equal(t, c.told, string(refusal.Differences[0].Code))
				require.Equal(t, order.PaymentFailed, g.Status(h.Order))
			}
			fresh := g.Quotes(true, mon)
			if len(fresh.Quote.Issues) > 0 {
				return
			}
			again, err := g.Tries(g.Asks(fresh, true))
			require.NoError(t, err)
			require.NotEqual(t, h.Order, again.Order, "what was accepted anew is a new order")
			require.Equal(t, order.Cancelled, g.Status(h.Order))
		})
	}
}

// Two payments of one order, in every sequence of what the bank may still say about both: the order is paid once, and what is beyond goes
// back to the fils.
func TestOfTwoPaymentsOfOneOrderOnePaysAndTheOtherGoesBack(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	words := []string{"first pays", "second pays", "second fails", "notice again"}
	for turn := range 24 {
		left, said := slices.Clone(words), []string{}
		for n := 4; n > 0; n-- {
			said, left, turn = append(said, left[turn%n]), slices.Delete(left, turn%n, turn%n+1), turn/n
		}
		g := k.GuestOn(shop.Shared).Wants(mon)
		servertest.Credit(t, k.Pool, g.Caller, 700)
		first := g.Buys(true, mon)
		k.Declines(first)
		second := g.Buys(true, mon)
		require.Equal(t, first.Order, second.Order)
		paid := []string{}
		for _, word := range said {
			switch word {
			case "first pays":
				k.Pays(first)
				paid = append(paid, first.Intent)
			case "second pays":
				k.Pays(second)
				paid = append(paid, second.Intent)
			case "second fails":
				if !slices.Contains(paid, second.Intent) {
					k.Declines(second)
				}
			case "notice again":
				for _, h := range []order.Handoff{first, second} {
					if slices.Contains(paid, h.Intent) {
						k.Notify(h)
					}
				}
			}
			if len(paid) > 0 {
				require.Equal(t, order.Confirmed, g.Status(first.Order), "%v", said)
			}
		}
		k.Refunds()
		keeps := [2]int64{}
		for i, intent := range paid {
			kept, _ := k.Bank.Kept(intent)
			keeps[i] = int64(kept)
		}
		require.Equal(t, [2]int64{first.Amount, 0}, keeps, "%v", said)
		require.Equal(t, []any{order.Confirmed, int64(0), 1, int64(500)}, []any{g.Status(first.Order), g.Wallet(), k.Live(g),
			servertest.One[int64](t, k.Pool, "SELECT granted FROM share_periods WHERE profile_id = $1", g.ProfileID)}, "%v", said)
		require.Equal(t, [2]int{1, 1}, planned(k, first.Order), "%v", said)
	}
}

func TestTheOpenTryEndsWhenAnEarlierOnePaysAndCountsAsNoFailure(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	g, first := full(k)
	k.Declines(first)
	second := g.Buys(true, mon)
	k.Pays(first)
	require.Equal(t, "failed paid_before", servertest.One[string](t, k.Pool,
		"SELECT concat_ws(' ', status, reason) FROM attempts WHERE id = $1", second.Intent))
	state, err := k.Orders.HandleIntent(t.Context(), g.Caller, order.IntentRequest{ID: second.Intent})
	require.NoError(t, err)
	require.Equal(t, "paid", state.Status, "nobody is asked to pay again")
	require.Nil(t, state.Form)
	k.Pays(second)
	k.GoesBack(second.Intent)
	state, err = k.Orders.HandleIntent(t.Context(), g.Caller, order.IntentRequest{ID: second.Intent})
	require.NoError(t, err)
	require.Equal(t, []any{"refunded", order.Confirmed}, []any{state.Status, state.OrderStatus})
}

func TestTwoTapsOnTryAgainAreOneTry(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	for range 5 {
		g := k.GuestOn(nil).Wants(mon)
		h := g.Buys(false, mon)
		k.Declines(h)
		q := g.Quotes(false, mon)
		errs := shop.AtOnce(4, func(int) error { return shop.ErrorOf(g.Tries(g.Asks(q, false))) })
		refused := 0
		for _, err := range errs {
			if err != nil {
				require.ErrorIs(t, err, order.ErrAlreadyPaying)
				refused++
			}
		}
		require.Equal(t, 3, refused)
		require.Equal(t, "1 order, 2 tries", servertest.One[string](t, k.Pool, `SELECT format('%s order, %s tries', count(DISTINCT o.id),
			count(*)) FROM orders o JOIN attempts a ON a.subject_id = o.id WHERE o.profile_id = $1`, g.ProfileID))
	}
}

// agreedOf is the quote at which an order was placed.
func agreedOf(k *shop.Kitchen, id string) *quote.Quote {
	k.Helper()
	q := servertest.One[quote.Quote](k, k.Pool, "SELECT quote FROM orders WHERE id = $1", id)
	return &q
}
