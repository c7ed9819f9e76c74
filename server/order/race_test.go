package order_test

import (
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/order"
	"sahn/server/platform/clock"
	"sahn/server/platform/money"
	"sahn/server/quote"
)

// atOnce runs n things together and answers their errors.
func atOnce(n int, do func(i int) error) []error {
	errs := make([]error, n)
	begin := make(chan struct{})
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() { <-begin; errs[i] = do(i) })
	}
	close(begin)
	all.Wait()
	return errs
}

// allAtOnce runs n things together, and each must be done.
func (k *kitchen) allAtOnce(n int, do func(i int) error) {
	k.Helper()
	for _, err := range atOnce(n, do) {
		require.NoError(k, err)
	}
}

func TestASecondTapAtTheSameMomentIsTheSameOrder(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	other, _ := k.server(servertest.Another(t, k.pool))
	for range 10 {
		g := k.guestOn(nil).wants(mon)
		r := g.asks(g.quote(false, mon), false)
		placed := make([]order.Handoff, 6)
		k.allAtOnce(6, func(i int) (err error) {
			placed[i], err = []*order.Orders{k.orders, other}[i%2].HandleHandoff(t.Context(), g.Caller, r)
			return err
		})
		for _, p := range placed {
			require.Equal(t, servertest.JSON(t, placed[0]), servertest.JSON(t, p))
		}
		require.Equal(t, 1, servertest.One[int](t, k.pool, "SELECT count(*) FROM orders WHERE profile_id = $1", g.ProfileID))
	}
}

func TestTwoTabsWithKeysOfTheirOwnMakeOneOrder(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	for range 10 {
		g := k.guestOn(nil).wants(mon)
		q := g.quote(false, mon)
		placed := make([]order.Handoff, 2)
		errs := atOnce(2, func(i int) (err error) { placed[i], err = g.tries(g.asks(q, false)); return err })
		won, lost := 0, 1
		if errs[0] != nil {
			won, lost = 1, 0
		}
		require.NoError(t, errs[won])
		require.ErrorIs(t, errs[lost], order.ErrAlreadyPaying)
		refusal := detail[struct{ Order, Intent string }](t, errs[lost])
		require.Equal(t, placed[won].Order, refusal.Order)
		require.Equal(t, placed[won].Intent, refusal.Intent)
		require.Equal(t, 1, k.live(g))
	}
}

func TestTheLastPortionsGoToAsManyAsThereAre(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	c := servertest.NewCompany(t, k.pool, nil)
	for round := range 5 {
		date := mon + clock.Date(round)
		k.limit(date, 3)
		guests, requests := make([]*guest, 8), make([]order.HandoffRequest, 8)
		for i := range guests {
			guests[i] = k.guest(c).wants(date)
			requests[i] = guests[i].asks(guests[i].quote(false, date), false)
		}
		served := 0
		for _, err := range atOnce(8, func(i int) error { return errorOf(guests[i].tries(requests[i])) }) {
			if err == nil {
				served++
				continue
			}
			require.ErrorIs(t, err, order.ErrQuoteChanged)
			refusal := detail[changed](t, err)
			require.Equal(t, quote.SoldOut, refusal.Differences[0].Code, "and says why")
			require.EqualValues(t, 0, *refusal.Differences[0].To)
		}
		require.Equal(t, 3, served)
		require.Equal(t, 3, k.taken(date))
	}
}

func TestWithoutTheConditionThePortionsWouldBeSoldTwice(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	k.limit(mon, 1)
	servertest.Do(t, k.pool, "ALTER TABLE portions DROP CONSTRAINT portions_not_oversold")
	both := servertest.Meet(2)
	k.orders, _ = k.server(&servertest.Conn{Pool: k.pool, Rewrite: func(sql string) string {
		if strings.Contains(sql, "-- name: PortionsTake ") {
			both()
			return strings.Replace(sql, "AND taken + $3 <= cooked", "", 1)
		}
		return sql
	}})
	c := servertest.NewCompany(t, k.pool, nil)
	one, two := k.guest(c).wants(mon), k.guest(c).wants(mon)
	requests := []order.HandoffRequest{one.asks(one.quote(false, mon), false), two.asks(two.quote(false, mon), false)}
	k.allAtOnce(2, func(i int) error { return errorOf([]*guest{one, two}[i].tries(requests[i])) })
	require.Equal(t, 2, k.taken(mon), "the price alone does not guard them")
	servertest.Do(t, k.pool, "UPDATE portions SET cooked = 2")
}

func TestWalletMoneyIsSpentOnceWhenOrdersRace(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	for range 20 {
		g := k.guestOn(nil).wants(mon, tue)
		servertest.Credit(t, k.pool, g.Caller, 2000)
		requests := []order.HandoffRequest{g.asks(g.quote(true, mon), true), g.asks(g.quote(true, tue), true)}
		served := 0
		for _, err := range atOnce(2, func(i int) error { return errorOf(g.tries(requests[i])) }) {
			if err == nil {
				served++
			} else {
				require.ErrorIs(t, err, order.ErrQuoteChanged)
			}
		}
		require.Equal(t, 1, served)
		require.Zero(t, g.wallet())
	}
}

func TestManyPeopleOrderAndPayAtOnceWithoutADeadlock(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	for _, d := range []clock.Date{mon, tue, wed} {
		k.limit(d, 100)
	}
	guests := make([]*guest, 12)
	for i := range guests {
		guests[i] = k.guest(sample.Harbour).wants(mon, tue, wed)
	}
	k.allAtOnce(len(guests), func(i int) error {
		q, err := k.orders.HandleQuote(t.Context(), guests[i].Caller, order.QuoteRequest{Dates: []clock.Date{mon, tue, wed}})
		if err != nil {
			return err
		}
		h, err := guests[i].tries(guests[i].asks(q, false))
		if err != nil {
			return err
		}
		k.bank.Pay(h.Intent, money.Fils(h.Amount))
		return errorOf(k.payments.HandleNotify(t.Context(), guests[i].Caller, k.bank.Notice(h.Intent, money.Fils(h.Amount))))
	})
	require.Equal(t, 12, servertest.One[int](t, k.pool, "SELECT count(*) FROM orders WHERE status = 'Confirmed'"))
	require.Equal(t, 12, k.taken(mon))
}

// unlocked is a server that locks no person, order or share. It says something instead of the statement with that name.
func (k *kitchen) unlocked(statement string, instead func(sql string) string) *order.Orders {
	orders, _ := k.server(&servertest.Conn{Pool: k.pool, Rewrite: func(sql string) string {
		switch {
		case strings.Contains(sql, "-- name: ProfileRevLock "):
			return "SELECT rev FROM profile_revs WHERE profile_id = $1"
		case strings.Contains(sql, "-- name: OrderLock "), strings.Contains(sql, "-- name: SharePeriodsLock "):
			return strings.Replace(sql, "FOR UPDATE", "", 1)
		case strings.Contains(sql, "-- name: "+statement+" "):
			return instead(sql)
		}
		return sql
	}})
	return orders
}
