package kitchen_test

import (
	"log/slog"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/oklog/ulid/v2"
	"github.com/stretchr/testify/require"

	"sahn/server/amendment"
	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/kitchen"
	"sahn/server/menu/published"
	"sahn/server/order"
	"sahn/server/payment"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/job"
	"sahn/server/platform/web"
	"sahn/server/quote"
	"sahn/server/week"
	"sahn/server/withdrawal"
)

func TestMain(m *testing.M) { servertest.Main(m) }

// The days of the week in which everybody orders.
var (
	mon = servertest.Week
	tue = mon + 1
	wed = mon + 2
)

// fixture is one town, its orders and its kitchen. The ledger is looked through when the test ends.
type fixture struct {
	*testing.T
	pool    *pgxpool.Pool
	clock   *servertest.Clock
	orders  *order.Orders
	kitchen *kitchen.Kitchen
	cook    web.Caller
}

func open(t *testing.T) *fixture {
	t.Helper()
	h := &fixture{T: t, pool: servertest.DB(t), clock: servertest.ClockAt(servertest.Now)}
	servertest.Town(t, h.pool)
	queue, err := job.NewQueue(slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	h.orders = &order.Orders{Conn: h.pool, Clock: h.clock.Now, Menus: published.NewStore(), Queue: queue,
		Payments: &payment.Payments{Conn: h.pool, Queue: queue, Clock: h.clock.Now}}
	h.kitchen = &kitchen.Kitchen{Conn: h.pool, Clock: h.clock.Now, Menus: published.NewStore(), Queue: queue,
		Log: slog.New(slog.DiscardHandler)}
	h.cook = servertest.Operator(t, h.pool, "kitchen")
	t.Cleanup(func() { servertest.Sound(t, h.pool) })
	return h
}

// withdrawals takes meals out of the orders.
func (h *fixture) withdrawals() *withdrawal.Withdrawals {
	return &withdrawal.Withdrawals{Orders: h.orders, Amendments: &amendment.Amendments{Orders: h.orders}}
}

// paidFor is a company that pays this percent of every lunch.
func (h *fixture) paidFor(percent int64) sample.Company {
	h.Helper()
	return servertest.NewCompany(h, h.pool, func(c *sample.Company) { c.ShareType, c.ShareValue = "Percentage", percent })
}

// order is one of somebody's orders as the kitchen sees it.
type bought struct {
	who        web.Caller
	device, id string
	deliveries map[clock.Date]string
}

// buys orders so many portions of the first meal of each day; what the company does not pay is in the wallet.
func (h *fixture) buys(c sample.Company, qty int, dates ...clock.Date) bought {
	h.Helper()
	choices := map[clock.Date][]quote.Item{}
	for _, d := range dates {
		choices[d] = []quote.Item{{Meal: servertest.Meal(d, 0), Qty: qty}}
	}
	return h.wants(c, choices)
}

func (h *fixture) wants(c sample.Company, choices map[clock.Date][]quote.Item) bought {
	h.Helper()
	who := servertest.Eater(h, h.pool, c)
	servertest.Credit(h, h.pool, who, 100_000)
	device, dates := servertest.Device(h, h.pool, who), slices.Sorted(maps.Keys(choices))
	for _, d := range dates {
		servertest.DraftDay(h, h.pool, who, device, d, choices[d]...)
	}
	q, err := h.orders.HandleQuote(h.Context(), who, order.QuoteRequest{Dates: dates, Wallet: true})
	require.NoError(h, err)
	placed, err := h.orders.HandleHandoff(h.Context(), who,
		order.HandoffRequest{Device: device, Revs: q.Revs, Quote: q.Quote.Hash, Seen: &q.Quote, Wallet: true, Key: ulid.Make().String()})
	require.NoError(h, err)
	require.Equal(h, "Confirmed", h.status(placed.Order))
	b := bought{who, device, placed.Order, map[clock.Date]string{}}
	for _, d := range dates {
		b.deliveries[d] = servertest.One[string](h, h.pool, "SELECT id FROM deliveries WHERE order_id = $1 AND delivery_date = $2",
			placed.Order, d)
	}
	return b
}

// changes an order's days, at once: the wallet pays what is dearer and gets back what is not.
func (h *fixture) changes(b bought, days ...quote.AmendDay) {
	h.Helper()
	changes := &amendment.Amendments{Orders: h.orders}
	seen, err := changes.HandleAmendQuote(h.Context(), b.who,
		amendment.AmendQuoteRequest{Order: b.id, Days: days, Wallet: true, Refund: "wallet"})
	require.NoError(h, err)
	require.Empty(h, seen.Issues)
	done, err := changes.HandleAmend(h.Context(), b.who, amendment.AmendRequest{Device: b.device, Order: b.id, Days: days, Wallet: true,
		Refund: "wallet", Quote: seen.Hash, Key: ulid.Make().String()})
	require.NoError(h, err)
	require.Equal(h, order.Confirmed, done.Status)
}

func (h *fixture) status(order string) string {
	h.Helper()
	return servertest.One[string](h, h.pool, "SELECT status FROM orders WHERE id = $1", order)
}

// until moves the clock to an hour of a date in Dubai.
func (h *fixture) until(date clock.Date, hour int) {
	h.Helper()
	h.clock.Move(date.Start().Add(time.Duration(hour) * time.Hour).Sub(h.clock.Now()))
}

// closes moves the clock past the cut-off of a date and lets the kitchen write it down.
func (h *fixture) closes(date clock.Date) kitchen.Production {
	h.Helper()
	h.clock.Move(week.Cutoff(date).Sub(h.clock.Now()))
	require.NoError(h, h.kitchen.WriteDown(h.Context()))
	return h.production(date)
}

func (h *fixture) production(date clock.Date) kitchen.Production {
	h.Helper()
	p, err := kitchen.ProductionOf(h.Context(), h.kitchen, date)
	require.NoError(h, err)
	return p
}

// marks says one thing of a delivery.
func (h *fixture) marks(f kitchen.Fact) kitchen.Mark {
	h.Helper()
	if f.ID == "" {
		f.ID = ulid.Make().String()
	}
	if f.At.IsZero() {
		f.At = h.clock.Now()
	}
	done, err := h.kitchen.HandleHandovers(h.Context(), h.cook, kitchen.Handovers{Facts: []kitchen.Fact{f}})
	require.NoError(h, err)
	require.Len(h, done.Data, 1)
	return done.Data[0]
}

func (h *fixture) balance(b bought) int64 {
	h.Helper()
	n, err := db.New(h.pool).WalletBalance(h.Context(), b.who.ProfileID)
	require.NoError(h, err)
	return n
}
