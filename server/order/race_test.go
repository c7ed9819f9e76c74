package order_test

import (
	"strings"
	"testing"

	"sahn/server/dev/servertest/shop"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/order"
	"sahn/server/platform/clock"
	"sahn/server/platform/money"
	"sahn/server/quote"
)

func TestASecondTapAtTheSameMomentIsTheSameOrder(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	other, _ := k.Server(servertest.Another(t, k.Pool))
	for range 10 {
		g := k.GuestOn(nil).Wants(mon)
		r := g.Asks(g.Quotes(false, mon), false)
		placed := make([]order.Handoff, 6)
		k.AllAtOnce(6, func(i int) (err error) {
			placed[i], err = []*order.Orders{k.Orders, other}[i%2].HandleHandoff(t.Context(), g.Caller, r)
			return err
		})
		for _, p := range placed {
			require.Equal(t, servertest.JSON(t, placed[0]), servertest.JSON(t, p))
		}
		require.Equal(t, 1, servertest.One[int](t, k.Pool, "SELECT count(*) FROM orders WHERE profile_id = $1", g.ProfileID))
	}
}

func TestTwoTabsWithKeysOfTheirOwnMakeOneOrder(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	for range 10 {
		g := k.GuestOn(nil).Wants(mon)
		q := g.Quotes(false, mon)
		placed := make([]order.Handoff, 2)
		errs := shop.AtOnce(2, func(i int) (err error) { placed[i], err = g.Tries(g.Asks(q, false)); return err })
		won, lost := 0, 1
		if errs[0] != nil {
			won, lost = 1, 0
		}
		require.NoError(t, errs[won])
		require.ErrorIs(t, errs[lost], order.ErrAlreadyPaying)
		refusal := shop.Detail[struct{ Order, Intent string }](t, errs[lost])
		require.Equal(t, placed[won].Order, refusal.Order)
		require.Equal(t, placed[won].Intent, refusal.Intent)
		require.Equal(t, 1, k.Live(g))
	}
}

func TestTheLastPortionsGoToAsManyAsThereAre(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	c := servertest.NewCompany(t, k.Pool, nil)
	for round := range 5 {
		date := mon + clock.Date(round)
		k.Limit(date, 3)
		guests, requests := make([]*shop.Guest, 8), make([]order.HandoffRequest, 8)
		for i := range guests {
			guests[i] = k.Guest(c).Wants(date)
			requests[i] = guests[i].Asks(guests[i].Quotes(false, date), false)
		}
		served := 0
		for _, err := range shop.AtOnce(8, func(i int) error { return shop.ErrorOf(guests[i].Tries(requests[i])) }) {
			if err == nil {
				served++
				continue
			}
			require.ErrorIs(t, err, order.ErrQuoteChanged)
			refusal := shop.Detail[changed](t, err)
			require.Equal(t, quote.SoldOut, refusal.Differences[0].Code, "and says why")
			require.EqualValues(t, 0, *refusal.Differences[0].To)
		}
		require.Equal(t, 3, served)
		require.Equal(t, 3, k.Taken(date))
	}
}

func TestWithoutTheLockThePortionsWouldBeSoldTwice(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	k.Limit(mon, 1)
	servertest.Do(t, k.Pool, "ALTER TABLE portions DROP CONSTRAINT portions_not_oversold")
	both := servertest.Meet(2)
	k.Orders, _ = k.Server(&servertest.Conn{Pool: k.Pool, Rewrite: func(sql string) string {
		if strings.Contains(sql, "-- name: OrderPlace ") {
			both()
		}
		if strings.Contains(sql, "-- name: HandoffPortions ") {
			return strings.Replace(sql, "FOR UPDATE", "", 1)
		}
		return sql
	}})
	c := servertest.NewCompany(t, k.Pool, nil)
	one, two := k.Guest(c).Wants(mon), k.Guest(c).Wants(mon)
	requests := []order.HandoffRequest{one.Asks(one.Quotes(false, mon), false), two.Asks(two.Quotes(false, mon), false)}
	k.AllAtOnce(2, func(i int) error { return shop.ErrorOf([]*shop.Guest{one, two}[i].Tries(requests[i])) })
	require.Equal(t, 2, k.Taken(mon), "the price alone does not guard them")
	servertest.Do(t, k.Pool, "UPDATE portions SET cooked = 2")
}

func TestWalletMoneyIsSpentOnceWhenOrdersRace(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	for range 20 {
		g := k.GuestOn(nil).Wants(mon, tue)
		servertest.Credit(t, k.Pool, g.Caller, 2000)
		requests := []order.HandoffRequest{g.Asks(g.Quotes(true, mon), true), g.Asks(g.Quotes(true, tue), true)}
		served := 0
		for _, err := range shop.AtOnce(2, func(i int) error { return shop.ErrorOf(g.Tries(requests[i])) }) {
			if err == nil {
				served++
			} else {
				require.ErrorIs(t, err, order.ErrQuoteChanged)
			}
		}
		require.Equal(t, 1, served)
		require.Zero(t, g.Wallet())
	}
}

func TestManyPeopleOrderAndPayAtOnceWithoutADeadlock(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	for _, d := range []clock.Date{mon, tue, wed} {
		k.Limit(d, 100)
	}
	guests := make([]*shop.Guest, 12)
	for i := range guests {
		guests[i] = k.Guest(sample.Harbour).Wants(mon, tue, wed)
	}
	k.AllAtOnce(len(guests), func(i int) error {
		q, err := k.Orders.HandleQuote(t.Context(), guests[i].Caller, order.QuoteRequest{Dates: []clock.Date{mon, tue, wed}})
		if err != nil {
			return err
		}
		h, err := guests[i].Tries(guests[i].Asks(q, false))
		if err != nil {
			return err
		}
		k.Bank.Pay(h.Intent, money.Fils(h.Amount))
		return shop.ErrorOf(k.Payments.HandleNotify(t.Context(), guests[i].Caller, k.Bank.Notice(h.Intent, money.Fils(h.Amount))))
	})
	require.Equal(t, 12, servertest.One[int](t, k.Pool, "SELECT count(*) FROM orders WHERE status = 'Confirmed'"))
	require.Equal(t, 12, k.Taken(mon))
}
