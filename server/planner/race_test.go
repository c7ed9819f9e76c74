package planner_test

import (
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/ops/doctor"
	"sahn/server/order"
	"sahn/server/planner"
	"sahn/server/platform/fault"
	"sahn/server/platform/money"
	"sahn/server/quote"
)

func (h *fixture) publishing(w planner.PlannedWeek) func() error {
	return func() error {
		_, err := h.planner.HandlePublish(h.Context(), h.cook, planner.PublishRequest{Week: w.Week.String(), Rev: w.Rev})
		return err
	}
}

func (g *guest) handing(r order.HandoffRequest) func() error {
	return func() error {
		_, err := g.h.orders.HandleHandoff(g.h.Context(), g.Caller, r)
		return err
	}
}

func TestAMealIsEitherTakenOffOrOrderedInTheSameMoment(t *testing.T) {
	t.Parallel()
	h := open(t)
	off, ordered := 0, 0
	for n := range 10 {
		meal := h.week(mon).Days[1].Meals[0].Meal
		g := h.guest()
		r := g.wants(tue, meal, 1)
		w := h.plans(without(h.week(mon), tue, meal))
		do := []func() error{h.publishing(w), g.handing(r)}
		if n%2 == 1 {
			slices.Reverse(do)
		}
		errs := atOnce(do...)
		if n%2 == 1 {
			slices.Reverse(errs)
		}
		_, offered := h.published(mon).On(tue, meal)
		if errs[1] == nil {
			ordered++
			require.Equal(t, []string{"ordered"}, problems(t, errs[0]))
			require.True(t, offered)
			r := planRequest(w)
			r.Days[1].Meals = append(r.Days[1].Meals, planner.Offer{Meal: meal})
			h.plans(r)
			continue
		}
		off++
		require.NoError(t, errs[0])
		require.False(t, offered)
		require.ErrorIs(t, errs[1], order.ErrQuoteChanged)
		require.Contains(t, servertest.JSON(t, fault.As(errs[1]).Detail), string(quote.Withdrawn), "and says why")
	}
	t.Logf("%d taken off, %d ordered", off, ordered)
}

func TestWithoutHoldingTheMenuATakenOffMealWouldBeOrdered(t *testing.T) {
	t.Parallel()
	h := open(t)
	h.unsound = true
	both := servertest.Meet(2)
	first := sync.OnceFunc(both) // the order has seen the menu
	second := sync.OnceFunc(both)
	conn := &servertest.Conn{Pool: h.pool, Rewrite: func(sql string) string {
		switch {
		case strings.Contains(sql, "-- name: MenusHold "):
			return strings.Replace(sql, "FOR KEY SHARE", "", 1)
		case strings.Contains(sql, "-- name: OrderPlace "):
			first()
		case strings.Contains(sql, "-- name: MenuInsert "):
			second()
		}
		return sql
	}}
	h.planner, h.orders, h.payments = h.server(conn)
	meal := servertest.Meal(mon, 0)
	g := h.guest()
	r := g.wants(mon, meal, 1)
	w := h.plans(without(h.week(mon), mon, meal))
	for _, err := range atOnce(h.publishing(w), g.handing(r)) {
		require.NoError(t, err)
	}
	all, err := doctor.Examine(t.Context(), h.pool)
	require.NoError(t, err)
	require.Contains(t, doctor.Broken(all), "what is ordered of a planned week is on its menu or was withdrawn")
}

func TestALimitAndOrdersInTheSameMomentSellNoMoreThanIsCooked(t *testing.T) {
	t.Parallel()
	h := open(t)
	for round := range 4 {
		date := mon
		meal := h.week(mon).Days[0].Meals[0].Meal
		h.publishes(h.plans(limited(h.week(mon), date, meal, -1)))
		before := servertest.One[int](t, h.pool, "SELECT coalesce(sum(qty), 0) FROM order_lines WHERE meal = $1", meal)
		cooked := before + 3
		w := h.plans(limited(h.week(mon), date, meal, cooked))
		do := []func() error{h.publishing(w)}
		for range 6 {
			g := h.guest()
			do = append(do, g.handing(g.wants(date, meal, 1)))
		}
		errs := atOnce(do...)
		sold := before
		for _, err := range errs[1:] {
			if err == nil {
				sold++
			} else {
				require.ErrorIs(t, err, order.ErrQuoteChanged)
			}
		}
		if errs[0] != nil {
			require.Equal(t, []string{"below_taken"}, problems(t, errs[0]), "round %d", round)
			require.Greater(t, sold, cooked)
			h.publishes(h.plans(limited(h.week(mon), date, meal, sold)))
		} else {
			require.LessOrEqual(t, sold, cooked)
		}
		require.Equal(t, sold, h.taken(date, meal))
		servertest.Sound(t, h.pool)
	}
}

func TestPayingGivingBackAndPublishingInTheSameMomentLoseNothing(t *testing.T) {
	t.Parallel()
	h := open(t)
	meal := servertest.Meal(mon, 0)
	for n := range 6 {
		pays, fails := h.guestOn(nil), h.guestOn(nil)
		first, second := pays.buys(mon, meal, 2), fails.buys(mon, meal, 3)
		h.bank.Pay(first.Intent, money.Fils(first.Amount))
		h.bank.Decline(second.Intent)
		limit := 100
		if n%2 == 1 {
			limit = -1
		}
		w := h.plans(limited(h.week(mon), mon, meal, limit))
		hear := func(intent string, amount int64) func() error {
			return func() error {
				_, err := h.payments.HandleNotify(t.Context(), h.cook, h.bank.Notice(intent, money.Fils(amount)))
				return err
			}
		}
		for _, err := range atOnce(h.publishing(w), hear(first.Intent, first.Amount), hear(second.Intent, second.Amount)) {
			require.NoError(t, err)
		}
		servertest.Sound(t, h.pool)
		if limit > 0 {
			require.Equal(t, 2*(n+1), h.taken(mon, meal))
		}
	}
}
