package order_test

import (
	"context"
	"log/slog"
	"net/url"
	"slices"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/oklog/ulid/v2"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"
	"github.com/stretchr/testify/require"

	"sahn/server/amendment"
	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/ledger"
	"sahn/server/menu/published"
	"sahn/server/ops/doctor"
	"sahn/server/order"
	"sahn/server/payment"
	"sahn/server/payment/attempt"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/job"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
	"sahn/server/quote"
	"sahn/server/withdrawal"
)

func TestMain(m *testing.M) { servertest.Main(m) }

// The days of the week in which everybody orders.
var (
	mon = servertest.Week
	tue = mon + 1
	wed = mon + 2
	thu = mon + 3
	fri = mon + 4
)

// kitchen is one town, one server and one bank. Its ledger is looked through when the test ends.
type kitchen struct {
	*testing.T
	pool     *pgxpool.Pool
	clock    *servertest.Clock
	bank     *servertest.Bank
	orders   *order.Orders
	payments *payment.Payments
	unsound  bool // a test that takes the guards away
}

func openKitchen(t *testing.T) *kitchen {
	t.Helper()
	return kitchenOn(t, servertest.DB(t))
}

func kitchenOn(t *testing.T, pool *pgxpool.Pool) *kitchen {
	t.Helper()
	k := &kitchen{T: t, pool: pool, clock: servertest.ClockAt(servertest.Now), bank: servertest.NewBank(t)}
	servertest.Town(t, k.pool)
	k.orders, k.payments = k.server(k.pool)
	t.Cleanup(func() {
		if !k.unsound {
			servertest.Sound(t, k.pool)
		}
	})
	return k
}

// server is one more instance on a place to begin transactions.
func (k *kitchen) server(conn db.Conn) (*order.Orders, *payment.Payments) {
	k.Helper()
	log := slog.New(slog.DiscardHandler)
	queue, err := job.NewQueue(log)
	require.NoError(k, err)
	payments := &payment.Payments{Conn: conn, Queue: queue, Provider: k.bank.Client(),
		Public: &url.URL{Scheme: "https", Host: "lunch.example"}, Clock: k.clock.Now, Log: log, SentBack: ledger.SentBack}
	orders := &order.Orders{Conn: conn, Clock: k.clock.Now, Menus: published.NewStore(), Queue: queue, Payments: payments}
	payments.Subjects = map[attempt.Purpose]attempt.Subject{attempt.ForOrder: orders, attempt.ForAmendment: changesOf(orders)}
	return orders, payments
}

// changesOf changes the orders of a server.
func changesOf(orders *order.Orders) *amendment.Amendments {
	return &amendment.Amendments{Orders: orders}
}

// withdrawalsOf takes meals out of the orders of a server.
func withdrawalsOf(orders *order.Orders) *withdrawal.Withdrawals {
	return &withdrawal.Withdrawals{Orders: orders, Amendments: changesOf(orders)}
}

// guest is somebody with a device.
type guest struct {
	web.Caller
	k   *kitchen
	dev string
}

func (k *kitchen) guest(c sample.Company) *guest {
	k.Helper()
	who := servertest.Eater(k, k.pool, c)
	return &guest{Caller: who, k: k, dev: servertest.Device(k, k.pool, who)}
}

func (k *kitchen) guestOn(terms func(c *sample.Company)) *guest {
	k.Helper()
	return k.guest(servertest.NewCompany(k, k.pool, terms))
}

// wants drafts the first meal of each day.
func (g *guest) wants(dates ...clock.Date) *guest {
	g.k.Helper()
	for _, d := range dates {
		servertest.Wish(g.k, g.k.pool, g.Caller, g.dev, d, quote.Item{Meal: servertest.Meal(d, 0), Qty: 1})
	}
	return g
}

func (g *guest) quote(wallet bool, dates ...clock.Date) order.Quoted {
	g.k.Helper()
	q, err := g.k.orders.HandleQuote(g.k.Context(), g.Caller, order.QuoteRequest{Dates: dates, Wallet: wallet})
	require.NoError(g.k, err)
	return q
}

// asks is the hand-off of what a quote shows.
func (g *guest) asks(q order.Quoted, wallet bool) order.HandoffRequest {
	return order.HandoffRequest{Device: g.dev, Revs: q.Revs, Quote: q.Quote.Hash, Seen: &q.Quote, Wallet: wallet, Key: ulid.Make().String()}
}

func (g *guest) tries(r order.HandoffRequest) (order.Handoff, error) {
	return g.k.orders.HandleHandoff(g.k.Context(), g.Caller, r)
}

// errorOf is the error of a call whose answer does not matter.
func errorOf[A any](_ A, err error) error { return err }

// orders what was drafted for these days, with the wallet or without.
func (g *guest) buys(wallet bool, dates ...clock.Date) order.Handoff {
	g.k.Helper()
	placed, err := g.tries(g.asks(g.quote(wallet, dates...), wallet))
	require.NoError(g.k, err)
	return placed
}

// orders are the wire form of all of the guest's orders.
func (g *guest) orders() []order.Order {
	g.k.Helper()
	asks := &db.Batch{}
	all, err := order.Since(asks, g.ProfileID, 0), asks.Each(g.k.Context(), db.New(g.k.pool))
	require.NoError(g.k, err)
	return *all
}

// order is one of them.
func (g *guest) order(id string) order.Order { g.k.Helper(); return g.among(g.orders(), id) }

func (g *guest) among(all []order.Order, id string) order.Order {
	g.k.Helper()
	i := slices.IndexFunc(all, func(o order.Order) bool { return o.ID == id })
	require.GreaterOrEqual(g.k, i, 0, "no order %s", id)
	return all[i]
}

// diary is what has happened to one of them, the newest first.
func (g *guest) diary(id string) []order.DiaryEntry {
	g.k.Helper()
	diary, err := g.k.orders.HandleDiary(g.k.Context(), g.Caller, order.DiaryRequest{ID: id})
	require.NoError(g.k, err)
	return diary.Data
}

func (g *guest) status(id string) order.Status { g.k.Helper(); return g.order(id).Status }

func (g *guest) erased() {
	g.k.Helper()
	servertest.Do(g.k, g.k.pool, "UPDATE persons SET erased_at = $2 WHERE id = $1", g.PersonID, g.k.clock.Now())
}

// notify delivers the bank's present word on a hand-off's payment.
func (k *kitchen) notify(h order.Handoff) {
	k.Helper()
	r, err := k.payments.HandleNotify(k.Context(), web.Caller{}, k.bank.Notice(h.Intent, money.Fils(h.Amount)))
	require.NoError(k, err)
	require.Equal(k, 200, r.Status)
}

func (k *kitchen) pays(h order.Handoff) {
	k.Helper()
	k.bank.Pay(h.Intent, money.Fils(h.Amount))
	k.notify(h)
}

func (k *kitchen) declines(h order.Handoff) {
	k.Helper()
	k.bank.Decline(h.Intent)
	k.notify(h)
}

// jobOf is a job that is worked for the first time.
func jobOf[A river.JobArgs](args A) *river.Job[A] {
	return &river.Job[A]{JobRow: &rivertype.JobRow{Attempt: 1}, Args: args}
}

// giveBack works a refund's job.
func giveBack(ctx context.Context, payments *payment.Payments, id string) error {
	return (&payment.Refunder{Payments: payments}).Work(ctx, jobOf(payment.GiveBack{Refund: id}))
}

// refunds works every refund that waits.
func (k *kitchen) refunds() {
	k.Helper()
	for _, id := range servertest.One[[]string](k, k.pool,
		"SELECT array_agg(args->>'refund') FROM river_job WHERE kind = 'payment_refund' AND state = 'available'") {
		require.NoError(k, giveBack(k.Context(), k.payments, id))
	}
}

// goesBack works the refunds: one of them gives back all that an attempt's card has paid.
func (k *kitchen) goesBack(attempt string) {
	k.Helper()
	k.refunds()
	kept, refunds := k.bank.Kept(attempt)
	require.Zero(k, kept)
	require.Equal(k, 1, refunds)
}

// dearer raises every price of the week by a dirham.
func (k *kitchen) dearer() {
	k.Helper()
	menu := sample.Menu(mon)
	for i := range menu.Meals {
		menu.Meals[i].Price += 100
	}
	require.NoError(k, errorOf(published.Publish(k.Context(), db.New(k.pool), menu, servertest.Now)))
}

func (k *kitchen) tidy() {
	k.Helper()
	require.NoError(k, (&order.Tidier{Orders: k.orders}).Work(k.Context(), nil))
}

// checks asks the bank once about a hand-off's payment.
func (k *kitchen) checks(h order.Handoff) {
	k.Helper()
	require.NoError(k, (&payment.Checker{Payments: k.payments}).Work(k.Context(), jobOf(payment.Check{Attempt: h.Intent, Once: true})))
}

// limit sets how many portions of a day's first meal there are.
func (k *kitchen) limit(date clock.Date, cooked int) {
	k.Helper()
	require.NoError(k, db.New(k.pool).PortionsInsert(k.Context(), date, servertest.Meal(date, 0), cooked))
}

func (k *kitchen) taken(date clock.Date) int {
	k.Helper()
	return servertest.One[int](k, k.pool, "SELECT taken FROM portions WHERE date = $1 AND meal = $2", date, servertest.Meal(date, 0))
}

// broken is what the doctor finds in a town whose guards a test has taken away, and which is sound no more.
func (k *kitchen) broken() []string {
	k.Helper()
	k.unsound = true
	found, err := doctor.Examine(k.Context(), k.pool)
	require.NoError(k, err)
	return doctor.Broken(found)
}

func (k *kitchen) live(g *guest) int {
	k.Helper()
	return servertest.One[int](k, k.pool, "SELECT count(*) FROM deliveries WHERE live AND profile_id = $1", g.ProfileID)
}

func (g *guest) wallet() int64 {
	g.k.Helper()
	n, err := db.New(g.k.pool).WalletBalance(g.k.Context(), g.ProfileID)
	require.NoError(g.k, err)
	return n
}

const quarter = 15 * time.Minute

// companyPays is what a company pays of each lunch, up to a cap in a period.
func companyPays(kind string, value int64, limit money.Fils, duration string) func(c *sample.Company) {
	return func(c *sample.Company) {
		c.ShareType, c.ShareValue, c.ShareCap, c.ShareDuration = kind, value, &limit, duration
	}
}

// companyPaysAll is a company that pays for everything.
func companyPaysAll(c *sample.Company) { c.ShareType, c.ShareValue = "Percentage", 100 }
