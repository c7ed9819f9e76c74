package planner_test

import (
	"context"
	"slices"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/oklog/ulid/v2"
	"github.com/stretchr/testify/require"

	"sahn/server/amendment"
	"sahn/server/dev/demo"
	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/dev/servertest/shop"
	"sahn/server/menu/published"
	"sahn/server/order"
	"sahn/server/payment"
	"sahn/server/payment/attempt"
	"sahn/server/planner"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
	"sahn/server/quote"
	"sahn/server/withdrawal"
)

func TestMain(m *testing.M) {
	servertest.FixSeed()
	servertest.Main(m)
}

// The week in which everybody orders.
var (
	mon = servertest.Week
	tue = mon + 1
	wed = mon + 2
	thu = mon + 3
	fri = mon + 4
)

// fixture has a full book, the demo's menus, a cook, and people who order from them. It is looked through when the test ends.
type fixture struct {
	*desk
	clock    *servertest.Clock
	bank     *servertest.Bank
	orders   *order.Orders
	payments *payment.Payments
	unsound  bool // a test that takes the guards away
}

func open(t *testing.T) *fixture {
	t.Helper()
	h := &fixture{desk: sit(t), clock: servertest.ClockAt(servertest.Now), bank: servertest.NewBank(t)}
	servertest.Town(t, h.pool)
	servertest.Do(t, h.pool, "DELETE FROM menus_current")
	servertest.Do(t, h.pool, "DELETE FROM menus")
	require.NoError(t,
		db.InTx(t.Context(), h.pool, func(ctx context.Context, tx db.Tx) error { return demo.Menus(ctx, tx.Queries, servertest.Now) }))
	h.planner, h.orders, h.payments = h.server(h.pool)
	t.Cleanup(func() {
		if !h.unsound {
			servertest.Sound(t, h.pool)
		}
	})
	return h
}

// server is one more instance on a place to begin transactions.
func (h *fixture) server(conn db.Conn) (*planner.Planner, *order.Orders, *payment.Payments) {
	h.Helper()
	payments := shop.Payments(h, conn, h.bank, h.clock)
	orders := &order.Orders{Conn: conn, Clock: h.clock.Now, Menus: published.NewStore(), Queue: payments.Queue, Payments: payments}
	changes := &amendment.Amendments{Orders: orders}
	payments.Subjects = map[attempt.Purpose]attempt.Subject{attempt.ForOrder: orders, attempt.ForAmendment: changes}
	return &planner.Planner{Conn: conn, Clock: h.clock.Now, Menus: orders.Menus,
		Withdrawals: &withdrawal.Withdrawals{Orders: orders, Amendments: changes}}, orders, payments
}

func (h *fixture) week(monday clock.Date) planner.PlannedWeek {
	h.Helper()
	w, err := h.planner.HandleWeek(h.Context(), h.cook, planner.WeekNamed{Week: monday.String()})
	require.NoError(h, err)
	return w
}

// planRequest is a week as it is planned, to be changed and sent back.
func planRequest(w planner.PlannedWeek) planner.PlanRequest {
	r := planner.PlanRequest{Week: w.Week.String(), Rev: w.Rev}
	for _, d := range w.Days {
		day := planner.Day{Date: d.Date, Meals: []planner.Offer{}}
		for _, m := range d.Meals {
			day.Meals = append(day.Meals, m.Offer)
		}
		r.Days = append(r.Days, day)
	}
	return r
}

func (h *fixture) plans(r planner.PlanRequest) planner.PlannedWeek {
	h.Helper()
	w, err := h.planner.HandlePlan(h.Context(), h.cook, r)
	require.NoError(h, err)
	return w
}

func (h *fixture) publishes(w planner.PlannedWeek) planner.PlannedWeek {
	h.Helper()
	done, err := h.planner.HandlePublish(h.Context(), h.cook, planner.PublishRequest{Week: w.Week.String(), Rev: w.Rev})
	require.NoError(h, err)
	return done
}

// without is a week's plan with a meal taken off a date.
func without(w planner.PlannedWeek, date clock.Date, meal string) planner.PlanRequest {
	r := planRequest(w)
	day := &r.Days[date-w.Week]
	day.Meals = slices.DeleteFunc(slices.Clone(day.Meals), func(o planner.Offer) bool { return o.Meal == meal })
	return r
}

// limited is a week's plan with other portions of a meal; below zero it has no limit.
func limited(w planner.PlannedWeek, date clock.Date, meal string, n int) planner.PlanRequest {
	r := planRequest(w)
	for i, o := range r.Days[date-w.Week].Meals {
		if o.Meal == meal {
			if o.Portions = &n; n < 0 {
				o.Portions = nil
			}
			r.Days[date-w.Week].Meals[i] = o
		}
	}
	return r
}

// published is the current menu of a week.
func (h *fixture) published(monday clock.Date) *published.Version {
	h.Helper()
	all, err := published.Versions(h.Context(), db.New(h.pool), monday, monday)
	require.NoError(h, err)
	return all[monday]
}

// taken is how many portions of a meal are gone; -1 when it is not limited.
func (h *fixture) taken(date clock.Date, meal string) int {
	h.Helper()
	return servertest.One[int](h, h.pool, "SELECT coalesce((SELECT taken FROM portions WHERE date = $1 AND meal = $2), -1)", date, meal)
}

// refused is what keeps a week from being published.
func (h *fixture) refused(w planner.PlannedWeek) []string {
	h.Helper()
	_, err := h.planner.HandlePublish(h.Context(), h.cook, planner.PublishRequest{Week: w.Week.String(), Rev: w.Rev})
	return problems(h, err)
}

// problems are the blocking ones of a refused publication.
func problems(t testing.TB, err error) (kinds []string) {
	t.Helper()
	require.ErrorIs(t, err, planner.ErrCannotPublish)
	for _, p := range fault.As(err).Detail.(planner.PlannedWeek).Problems {
		if p.Blocking {
			kinds = append(kinds, p.What)
		}
	}
	return kinds
}

// guest is somebody with a device.
type guest struct {
	web.Caller
	h   *fixture
	dev string
}

// guest pays nothing themself: what they order is Confirmed at once.
func (h *fixture) guest() *guest {
	h.Helper()
	return h.guestOn(func(c *sample.Company) { c.ShareType, c.ShareValue = "Percentage", 100 })
}

func (h *fixture) guestOn(terms func(c *sample.Company)) *guest {
	h.Helper()
	who := servertest.Eater(h, h.pool, servertest.NewCompany(h, h.pool, terms))
	return &guest{Caller: who, h: h, dev: servertest.Device(h, h.pool, who)}
}

// wants is the hand-off of a meal on a date.
func (g *guest) wants(date clock.Date, meal string, qty int) order.HandoffRequest {
	g.h.Helper()
	servertest.DraftDay(g.h, g.h.pool, g.Caller, g.dev, date, quote.Item{Meal: meal, Qty: qty})
	q, err := g.h.orders.HandleQuote(g.h.Context(), g.Caller, order.QuoteRequest{Dates: []clock.Date{date}})
	require.NoError(g.h, err)
	return order.HandoffRequest{Device: g.dev, Revs: q.Revs, Quote: q.Quote.Hash, Seen: &q.Quote, Key: ulid.Make().String()}
}

func (g *guest) buys(date clock.Date, meal string, qty int) order.Handoff {
	g.h.Helper()
	placed, err := g.h.orders.HandleHandoff(g.h.Context(), g.Caller, g.wants(date, meal, qty))
	require.NoError(g.h, err)
	return placed
}

// proposes the hand-off of a change: another meal on a date, or more of it.
func (g *guest) proposes(id string, date clock.Date, meal string, qty int) amendment.AmendRequest {
	g.h.Helper()
	days := []quote.AmendDay{{Date: date, Items: []quote.Item{{Meal: meal, Qty: qty}}}}
	q, err := g.h.planner.Withdrawals.Amendments.HandleAmendQuote(g.h.Context(), g.Caller,
		amendment.AmendQuoteRequest{Order: id, Days: days, Refund: "wallet"})
	require.NoError(g.h, err)
	return amendment.AmendRequest{Device: g.dev, Order: id, Days: days, Refund: "wallet", Quote: q.Hash, Seen: &q, Key: ulid.Make().String()}
}

func (g *guest) amends(id string, date clock.Date, meal string, qty int) amendment.Amended {
	g.h.Helper()
	saved, err := g.h.planner.Withdrawals.Amendments.HandleAmend(g.h.Context(), g.Caller, g.proposes(id, date, meal, qty))
	require.NoError(g.h, err)
	return saved
}

// pays lets the bank take the money, and tell it.
func (h *fixture) pays(intent string, amount int64) {
	h.Helper()
	h.bank.Pay(intent, money.Fils(amount))
	h.notify(intent, amount)
}

// notify delivers the bank's present word.
func (h *fixture) notify(intent string, amount int64) {
	h.Helper()
	r, err := h.payments.HandleNotify(h.Context(), web.Caller{}, h.bank.Notice(intent, money.Fils(amount)))
	require.NoError(h, err)
	require.Equal(h, 200, r.Status)
}

func (h *fixture) statusOf(id string) string {
	h.Helper()
	return servertest.One[string](h, h.pool, "SELECT status FROM orders WHERE id = $1", id)
}

// atOnce runs functions together and answers their errors.
func atOnce(do ...func() error) []error {
	errs := make([]error, len(do))
	servertest.Together(len(do), func(i int) { errs[i] = do[i]() })
	return errs
}

// counted counts the questions that are asked outside of transactions.
type counted struct {
	db.Conn
	n int
}

func (c *counted) Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error) {
	c.n++
	return c.Conn.Query(ctx, sql, args...)
}

func (c *counted) QueryRow(ctx context.Context, sql string, args ...any) pgx.Row {
	c.n++
	return c.Conn.QueryRow(ctx, sql, args...)
}

func (c *counted) Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error) {
	c.n++
	return c.Conn.Exec(ctx, sql, args...)
}
