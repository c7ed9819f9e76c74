package amendment_test

import (
	"strings"
	"sync"
	"testing"
	"time"

	"sahn/server/dev/servertest/shop"

	"github.com/stretchr/testify/require"

	"sahn/server/amendment"
	"sahn/server/dev/servertest"
	"sahn/server/order"
	"sahn/server/platform/clock"
	"sahn/server/quote"
	"sahn/server/week"
)

func TestASecondTapIsTheSameAmendment(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	g, id := k.Eats(nil, mon, tue)
	r := shop.Proposal(id, shop.Brings(mon, 0, 2))
	m := g.Means(r, g.Sees(r))
	answers := make([]amendment.Amended, 6)
	k.AllAtOnce(6, shop.RetryUnavailable(func(i int) (err error) { answers[i], err = g.Amending(m); return err }))
	for _, a := range answers {
		require.Equal(t, servertest.JSON(t, answers[0]), servertest.JSON(t, a))
	}
	require.Equal(t, 1, servertest.One[int](t, k.Pool, "SELECT count(*) FROM amendments"))
	k.Clock.Move(shop.Quarter)
	again, err := g.Amending(m)
	require.NoError(t, err)
	require.Nil(t, again.Form)
	k.Pays(shop.BillOf(answers[0]))
	again, err = g.Amending(m)
	require.NoError(t, err)
	require.Equal(t, order.Confirmed, again.Status)
	m.Quote = quote.Hash(quote.Quote{})
	require.ErrorIs(t, shop.ErrorOf(g.Amending(m)), order.ErrKeyUsed)
}

func TestOneAmendmentAtATime(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	other, _ := k.Server(servertest.Another(t, k.Pool))
	for range 4 {
		g, id := k.Eats(nil, mon, tue)
		one, two := shop.Proposal(id, shop.Brings(mon, 0, 2)), shop.Proposal(id, shop.Brings(tue, 0, 0))
		means := []amendment.AmendRequest{g.Means(one, g.Sees(one)), g.Means(two, g.Sees(two))}
		saved := make([]amendment.Amended, 2)
		errs := shop.AtOnce(2, shop.RetryUnavailable(func(i int) (err error) {
			saved[i], err = shop.ChangesOf([]*order.Orders{k.Orders, other}[i]).HandleAmend(t.Context(), g.Caller, means[i])
			return err
		}))
		if errs[0] == nil { // the dearer one came first and is being paid
			require.ErrorIs(t, errs[1], order.ErrAlreadyPaying)
			refusal := shop.Detail[struct{ Order, Intent string }](t, errs[1])
			require.Equal(t, id, refusal.Order)
			require.Equal(t, saved[0].Intent, refusal.Intent)
			require.ErrorIs(t, shop.ErrorOf(g.Previews(two)), order.ErrAlreadyPaying)
			k.Pays(shop.BillOf(saved[0]))
		} else {
			require.NoError(t, errs[1])
			require.ErrorIs(t, errs[0], amendment.ErrAmendmentChanged)
		}
	}
}

func TestTheCutOffOfAnAmendmentIsJudgedToTheMicrosecondForItsOwnDays(t *testing.T) {
	t.Parallel()
	for after, open := range map[time.Duration]bool{-time.Microsecond: true, 0: false} {
		t.Run(after.String(), func(t *testing.T) {
			t.Parallel()
			k := shop.Open(t)
			g, id := k.Eats(nil, mon, tue)
			r := shop.Proposal(id, shop.Brings(mon, 0, 0))
			q := g.Sees(r)
			k.Clock.Move(week.Cutoff(mon).Add(after).Sub(servertest.Now))
			err := shop.ErrorOf(g.Amending(g.Means(r, q)))
			if open {
				require.NoError(t, err)
				return
			}
			require.ErrorIs(t, err, amendment.ErrAmendmentChanged)
			require.Equal(t, []quote.Issue{{Code: quote.CutoffPassed, Date: mon}}, g.Sees(r).Issues)
			require.Equal(t, order.Confirmed, g.Amends(shop.Proposal(id, shop.Brings(tue, 0, 0))).Status, "the later day is still open")
			require.Equal(t, 1, k.Live(g))
		})
	}
}

func TestAnAmendmentThatHadToWaitIsJudgedByTheTimeAfterTheWait(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	g, id := k.Eats(nil, mon, tue)
	r := shop.Proposal(id, shop.Brings(mon, 0, 0))
	m := g.Means(r, g.Sees(r))
	require.ErrorIs(t, g.WaitsUntilTheCutoff(func() error { return shop.ErrorOf(g.Amending(m)) }), amendment.ErrAmendmentChanged)
}

func TestAnAmendmentAndAnotherOrderOfTheSamePersonNeverBreakTheCap(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	other, _ := k.Server(servertest.Another(t, k.Pool))
	c := servertest.NewCompany(t, k.Pool, shop.CompanyPays("Percentage", 100, 9000, "Monthly"))
	for range 12 {
		g := k.Guest(c).Wants(mon)
		h := g.Buys(false, mon)
		if h.Status == order.PaymentPending {
			k.Pays(h)
		}
		g.Wants(wed)
		r := shop.Proposal(h.Order, shop.Brings(mon, 0, 3))
		m, n := g.Means(r, g.Sees(r)), g.Asks(g.Quotes(false, wed), false)
		errs := shop.AtOnce(2, shop.RetryUnavailable(func(i int) error {
			if i == 0 {
				return shop.ErrorOf(g.Amending(m))
			}
			return shop.ErrorOf(other.HandleHandoff(t.Context(), g.Caller, n))
		}))
		require.True(t, (errs[0] == nil) != (errs[1] == nil), "who comes second sees the new price first: %v", errs)
		require.LessOrEqual(t,
			servertest.One[int64](t, k.Pool, "SELECT granted FROM share_periods WHERE profile_id = $1", g.ProfileID), int64(9000))
	}
}

func TestTheLastPortionGoesToOneOfTwoAmendments(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	for round := range 4 {
		date := mon + clock.Date(round)
		one, first := k.Eats(shop.CompanyPaysAll, date)
		two, second := k.Eats(shop.CompanyPaysAll, date)
		k.Limit(date, 1)
		proposals := []amendment.AmendQuoteRequest{shop.Proposal(first, shop.Brings(date, 0, 2)), shop.Proposal(second, shop.Brings(date, 0, 2))}
		means := []amendment.AmendRequest{one.Means(proposals[0], one.Sees(proposals[0])), two.Means(proposals[1], two.Sees(proposals[1]))}
		errs := shop.AtOnce(2, shop.RetryUnavailable(func(i int) error { return shop.ErrorOf([]*shop.Guest{one, two}[i].Amending(means[i])) }))
		require.True(t, (errs[0] == nil) != (errs[1] == nil), "%v", errs)
		for _, err := range errs {
			if err != nil {
				require.ErrorIs(t, err, amendment.ErrAmendmentChanged)
				refusal := shop.Detail[struct{ Quote quote.AmendmentQuote }](t, err).Quote
				require.Equal(t, quote.SoldOut, refusal.Issues[0].Code)
				require.EqualValues(t, 1, *refusal.Issues[0].To, "what they have they keep")
			}
		}
		require.Equal(t, 1, k.Taken(date))
	}
}

func TestTheDatabaseRefusesAMoveThatThereIsNot(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	g, id := k.Eats(nil, mon)
	saved := g.Amends(shop.Proposal(id, shop.Brings(mon, 0, 2)))
	for _, statement := range []string{
		"UPDATE orders SET status = 'Payment Pending' WHERE id = '" + id + "'",
		"UPDATE orders SET status = 'Refunded' WHERE id = '" + id + "'",
		"INSERT INTO order_moves (order_id, was, became, cause, at) VALUES ('" + id + "', 'Completed', 'Cancelled', 'x', now())",
		"UPDATE order_moves SET became = 'Confirmed'",
		"UPDATE amendments SET status = 'Refunded' WHERE id = '" + saved.Amendment + "'",
		"UPDATE amendments SET status = 'Initiated' WHERE id = '" + saved.Amendment + "'",
		"INSERT INTO amendment_moves (amendment_id, was, became, cause, at) VALUES ('" + saved.Amendment +
			"', 'Confirmed', 'Payment Failed', 'x', now())",
		"DELETE FROM amendment_moves",
		"INSERT INTO amendments SELECT repeat('B', 26), order_id, profile_id, company_id, device_id, 'Initiated', base_version, quote, " +
			"quote_hash, difference, wallet_amount, payable_amount, refund_wallet, refund_card, draft_revs, 'k', created_at, settled_at " +
			"FROM amendments",
	} {
		_, err := k.Pool.Exec(t.Context(), statement)
		require.Error(t, err, statement)
	}
}

func TestADayThatIsHadBackWhileItsOrderIsBeingClosedKeepsItOpen(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	g, id := k.Eats(nil, mon, fri)
	g.Amends(shop.Proposal(id, shop.Brings(fri, 0, 0)))
	k.Clock.Move((mon + 1).Start().Sub(servertest.Now))
	back := shop.WithWallet(shop.Proposal(id, shop.Brings(fri, 0, 1)))
	m := g.Means(back, g.Sees(back))
	var once sync.Once
	closing, _ := k.Server(&servertest.Conn{Pool: k.Pool, Rewrite: func(sql string) string {
		if strings.Contains(sql, "-- name: ProfileRevLock ") {
			once.Do(func() {
				saved, err := g.Amending(m)
				require.NoError(t, err)
				require.Equal(t, order.Confirmed, saved.Status)
			})
		}
		return sql
	}})
	require.NoError(t, (&order.Tidier{Orders: closing}).Work(t.Context(), nil))
	require.Equal(t, order.Confirmed, g.Status(id))
	k.Clock.Move((fri + 1).Start().Sub(k.Clock.Now()))
	k.Tidy()
	require.Equal(t, order.Completed, g.Status(id))
	require.ErrorIs(t, shop.ErrorOf(g.Previews(shop.Proposal(id, shop.Brings(fri, 0, 0)))), amendment.ErrNotAmendable)
}
