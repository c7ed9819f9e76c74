package order_test

import (
	"strings"
	"sync"
	"testing"
	"time"

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
	k := openKitchen(t)
	g, id := k.eats(nil, mon, tue)
	r := proposal(id, brings(mon, 0, 2))
	m := g.means(r, g.sees(r))
	answers := make([]amendment.Amended, 6)
	k.allAtOnce(6, retryUnavailable(func(i int) (err error) { answers[i], err = g.amending(m); return err }))
	for _, a := range answers {
		require.Equal(t, servertest.JSON(t, answers[0]), servertest.JSON(t, a))
	}
	require.Equal(t, 1, servertest.One[int](t, k.pool, "SELECT count(*) FROM amendments"))
	k.clock.Move(quarter)
	again, err := g.amending(m)
	require.NoError(t, err)
	require.Nil(t, again.Form)
	k.pays(billOf(answers[0]))
	again, err = g.amending(m)
	require.NoError(t, err)
	require.Equal(t, order.Confirmed, again.Status)
	m.Quote = quote.Hash(quote.Quote{})
	require.ErrorIs(t, errorOf(g.amending(m)), order.ErrKeyUsed)
}

func TestOneAmendmentAtATime(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	other, _ := k.server(servertest.Another(t, k.pool))
	for range 4 {
		g, id := k.eats(nil, mon, tue)
		one, two := proposal(id, brings(mon, 0, 2)), proposal(id, brings(tue, 0, 0))
		means := []amendment.AmendRequest{g.means(one, g.sees(one)), g.means(two, g.sees(two))}
		saved := make([]amendment.Amended, 2)
		errs := atOnce(2, retryUnavailable(func(i int) (err error) {
			saved[i], err = changesOf([]*order.Orders{k.orders, other}[i]).HandleAmend(t.Context(), g.Caller, means[i])
			return err
		}))
		if errs[0] == nil { // the dearer one came first and is being paid
			require.ErrorIs(t, errs[1], order.ErrAlreadyPaying)
			refusal := detail[struct{ Order, Intent string }](t, errs[1])
			require.Equal(t, id, refusal.Order)
			require.Equal(t, saved[0].Intent, refusal.Intent)
			require.ErrorIs(t, errorOf(g.previews(two)), order.ErrAlreadyPaying)
			k.pays(billOf(saved[0]))
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
			k := openKitchen(t)
			g, id := k.eats(nil, mon, tue)
			r := proposal(id, brings(mon, 0, 0))
			q := g.sees(r)
			k.clock.Move(week.Cutoff(mon).Add(after).Sub(servertest.Now))
			err := errorOf(g.amending(g.means(r, q)))
			if open {
				require.NoError(t, err)
				return
			}
			require.ErrorIs(t, err, amendment.ErrAmendmentChanged)
			require.Equal(t, []quote.Issue{{Code: quote.CutoffPassed, Date: mon}}, g.sees(r).Issues)
			require.Equal(t, order.Confirmed, g.amends(proposal(id, brings(tue, 0, 0))).Status, "the later day is still open")
			require.Equal(t, 1, k.live(g))
		})
	}
}

func TestAnAmendmentThatHadToWaitIsJudgedByTheTimeAfterTheWait(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	g, id := k.eats(nil, mon, tue)
	r := proposal(id, brings(mon, 0, 0))
	m := g.means(r, g.sees(r))
	require.ErrorIs(t, g.waitsUntilTheCutoff(func() error { return errorOf(g.amending(m)) }), amendment.ErrAmendmentChanged)
}

func TestAnAmendmentAndAnotherOrderOfTheSamePersonNeverBreakTheCap(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	other, _ := k.server(servertest.Another(t, k.pool))
	c := servertest.NewCompany(t, k.pool, companyPays("Percentage", 100, 9000, "Monthly"))
	for range 12 {
		g := k.guest(c).wants(mon)
		h := g.buys(false, mon)
		if h.Status == order.PaymentPending {
			k.pays(h)
		}
		g.wants(wed)
		r := proposal(h.Order, brings(mon, 0, 3))
		m, n := g.means(r, g.sees(r)), g.asks(g.quote(false, wed), false)
		errs := atOnce(2, retryUnavailable(func(i int) error {
			if i == 0 {
				return errorOf(g.amending(m))
			}
			return errorOf(other.HandleHandoff(t.Context(), g.Caller, n))
		}))
		require.True(t, (errs[0] == nil) != (errs[1] == nil), "who comes second sees the new price first: %v", errs)
		require.LessOrEqual(t,
			servertest.One[int64](t, k.pool, "SELECT granted FROM share_periods WHERE profile_id = $1", g.ProfileID), int64(9000))
	}
}

func TestTheLastPortionGoesToOneOfTwoAmendments(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	for round := range 4 {
		date := mon + clock.Date(round)
		one, first := k.eats(companyPaysAll, date)
		two, second := k.eats(companyPaysAll, date)
		k.limit(date, 1)
		proposals := []amendment.AmendQuoteRequest{proposal(first, brings(date, 0, 2)), proposal(second, brings(date, 0, 2))}
		means := []amendment.AmendRequest{one.means(proposals[0], one.sees(proposals[0])), two.means(proposals[1], two.sees(proposals[1]))}
		errs := atOnce(2, retryUnavailable(func(i int) error { return errorOf([]*guest{one, two}[i].amending(means[i])) }))
		require.True(t, (errs[0] == nil) != (errs[1] == nil), "%v", errs)
		for _, err := range errs {
			if err != nil {
				require.ErrorIs(t, err, amendment.ErrAmendmentChanged)
				refusal := detail[struct{ Quote quote.AmendmentQuote }](t, err).Quote
				require.Equal(t, quote.SoldOut, refusal.Issues[0].Code)
				require.EqualValues(t, 1, *refusal.Issues[0].To, "what they have they keep")
			}
		}
		require.Equal(t, 1, k.taken(date))
	}
}

func TestTheDatabaseRefusesAMoveThatThereIsNot(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	g, id := k.eats(nil, mon)
	saved := g.amends(proposal(id, brings(mon, 0, 2)))
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
		_, err := k.pool.Exec(t.Context(), statement)
		require.Error(t, err, statement)
	}
}

func TestADayThatIsHadBackWhileItsOrderIsBeingClosedKeepsItOpen(t *testing.T) {
	t.Parallel()
	k := openKitchen(t)
	g, id := k.eats(nil, mon, fri)
	g.amends(proposal(id, brings(fri, 0, 0)))
	k.clock.Move((mon + 1).Start().Sub(servertest.Now))
	back := withWallet(proposal(id, brings(fri, 0, 1)))
	m := g.means(back, g.sees(back))
	var once sync.Once
	closing, _ := k.server(&servertest.Conn{Pool: k.pool, Rewrite: func(sql string) string {
		if strings.Contains(sql, "-- name: ProfileRevLock ") {
			once.Do(func() {
				saved, err := g.amending(m)
				require.NoError(t, err)
				require.Equal(t, order.Confirmed, saved.Status)
			})
		}
		return sql
	}})
	require.NoError(t, (&order.Tidier{Orders: closing}).Work(t.Context(), nil))
	require.Equal(t, order.Confirmed, g.status(id))
	k.clock.Move((fri + 1).Start().Sub(k.clock.Now()))
	k.tidy()
	require.Equal(t, order.Completed, g.status(id))
	require.ErrorIs(t, errorOf(g.previews(proposal(id, brings(fri, 0, 0)))), amendment.ErrNotAmendable)
}
