// Package shop is a kitchen with guests, servers and a bank: what the tests of orders, amendments and withdrawals stand on.
package shop

import (
	"context"
	"log/slog"
	"math"
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

// Kitchen is one town, one server and one bank. Its ledger is looked through when the test ends.
type Kitchen struct {
	*testing.T
	Pool     *pgxpool.Pool
	Clock    *servertest.Clock
	Bank     *servertest.Bank
	Orders   *order.Orders
	Payments *payment.Payments
	Unsound  bool // a test that takes the guards away
}

// Open is a kitchen on a database of its own.
func Open(t *testing.T) *Kitchen {
	t.Helper()
	return OpenOn(t, servertest.DB(t))
}

// OpenOn is a kitchen on this database.
func OpenOn(t *testing.T, pool *pgxpool.Pool) *Kitchen {
	t.Helper()
	k := &Kitchen{T: t, Pool: pool, Clock: servertest.ClockAt(servertest.Now), Bank: servertest.NewBank(t)}
	servertest.Town(t, k.Pool)
	k.Orders, k.Payments = k.Server(k.Pool)
	t.Cleanup(func() {
		if !k.Unsound {
			servertest.Sound(t, k.Pool)
		}
	})
	return k
}

// Server is one more instance on a place to begin transactions.
func (k *Kitchen) Server(conn db.Conn) (*order.Orders, *payment.Payments) {
	k.Helper()
	payments := Payments(k, conn, k.Bank, k.Clock)
	orders := &order.Orders{Conn: conn, Clock: k.Clock.Now, Menus: published.NewStore(), Queue: payments.Queue, Payments: payments}
	payments.Subjects = map[attempt.Purpose]attempt.Subject{attempt.ForOrder: orders, attempt.ForAmendment: ChangesOf(orders)}
	return orders, payments
}

// Payments takes money at a bank; whoever opens it says for what, in Subjects.
func Payments(t testing.TB, conn db.Conn, bank *servertest.Bank, clock *servertest.Clock) *payment.Payments {
	t.Helper()
	log := slog.New(slog.DiscardHandler)
	queue, err := job.NewQueue(log)
	require.NoError(t, err)
	return &payment.Payments{Conn: conn, Queue: queue, Provider: bank.Client(), Public: &url.URL{Scheme: "https", Host: "lunch.example"},
		Clock: clock.Now, Log: log, SentBack: ledger.SentBack, Keys: servertest.Secrets}
}

func ChangesOf(orders *order.Orders) *amendment.Amendments {
	return &amendment.Amendments{Orders: orders}
}

// WithdrawalsOf takes meals out of the orders of a server.
func WithdrawalsOf(orders *order.Orders) *withdrawal.Withdrawals {
	return &withdrawal.Withdrawals{Orders: orders, Amendments: ChangesOf(orders)}
}

// Guest is somebody with a device.
type Guest struct {
	web.Caller
	Kitchen *Kitchen
	Device  string
}

func (k *Kitchen) Guest(c sample.Company) *Guest {
	k.Helper()
	who := servertest.Eater(k, k.Pool, c)
	return &Guest{Caller: who, Kitchen: k, Device: servertest.Device(k, k.Pool, who)}
}

// GuestOn is a new eater of a new company.
func (k *Kitchen) GuestOn(terms func(c *sample.Company)) *Guest {
	k.Helper()
	return k.Guest(servertest.NewCompany(k, k.Pool, terms))
}

// Wants drafts the first meal of each day.
func (g *Guest) Wants(dates ...clock.Date) *Guest {
	g.Kitchen.Helper()
	for _, d := range dates {
		servertest.DraftDay(g.Kitchen, g.Kitchen.Pool, g.Caller, g.Device, d, quote.Item{Meal: servertest.Meal(d, 0), Qty: 1})
	}
	return g
}

// Quotes prices what was drafted for these days.
func (g *Guest) Quotes(wallet bool, dates ...clock.Date) order.Quoted {
	g.Kitchen.Helper()
	q, err := g.Kitchen.Orders.HandleQuote(g.Kitchen.Context(), g.Caller, order.QuoteRequest{Dates: dates, Wallet: wallet})
	require.NoError(g.Kitchen, err)
	return q
}

// Asks is the hand-off of what a quote shows.
func (g *Guest) Asks(q order.Quoted, wallet bool) order.HandoffRequest {
	return order.HandoffRequest{Device: g.Device, Revs: q.Revs, Quote: q.Quote.Hash, Seen: &q.Quote, Wallet: wallet, Key: ulid.Make().String()}
}

// Tries hands off.
func (g *Guest) Tries(r order.HandoffRequest) (order.Handoff, error) {
	return g.Kitchen.Orders.HandleHandoff(g.Kitchen.Context(), g.Caller, r)
}

// ErrorOf is the error of a call whose answer does not matter.
func ErrorOf[A any](_ A, err error) error { return err }

// Buys orders what was drafted for these days, with the wallet or without.
func (g *Guest) Buys(wallet bool, dates ...clock.Date) order.Handoff {
	g.Kitchen.Helper()
	placed, err := g.Tries(g.Asks(g.Quotes(wallet, dates...), wallet))
	require.NoError(g.Kitchen, err)
	return placed
}

// Orders are the wire form of all of the guest's orders.
func (g *Guest) Orders() []order.Order {
	g.Kitchen.Helper()
	asks := &db.Batch{}
	all, err := order.Since(asks, g.ProfileID, 0, math.MaxInt64), asks.Each(g.Kitchen.Context(), db.New(g.Kitchen.Pool))
	require.NoError(g.Kitchen, err)
	return *all
}

// Order is one of them.
func (g *Guest) Order(id string) order.Order { g.Kitchen.Helper(); return g.Among(g.Orders(), id) }

// Among is one of these orders.
func (g *Guest) Among(all []order.Order, id string) order.Order {
	g.Kitchen.Helper()
	i := slices.IndexFunc(all, func(o order.Order) bool { return o.ID == id })
	require.GreaterOrEqual(g.Kitchen, i, 0, "no order %s", id)
	return all[i]
}

// Diary is what has happened to one of them, the newest first.
func (g *Guest) Diary(id string) []order.DiaryEntry {
	g.Kitchen.Helper()
	diary, err := g.Kitchen.Orders.HandleDiary(g.Kitchen.Context(), g.Caller, order.DiaryRequest{ID: id})
	require.NoError(g.Kitchen, err)
	return diary.Data
}

// Status is that of one of the guest's orders.
func (g *Guest) Status(id string) order.Status { g.Kitchen.Helper(); return g.Order(id).Status }

func (g *Guest) Erased() {
	g.Kitchen.Helper()
	servertest.Do(g.Kitchen, g.Kitchen.Pool, "UPDATE persons SET erased_at = $2 WHERE id = $1", g.PersonID, g.Kitchen.Clock.Now())
}

// Notify delivers the bank's present word on a hand-off's payment.
func (k *Kitchen) Notify(h order.Handoff) {
	k.Helper()
	r, err := k.Payments.HandleNotify(k.Context(), web.Caller{}, k.Bank.Notice(h.Intent, money.Fils(h.Amount)))
	require.NoError(k, err)
	require.Equal(k, 200, r.Status)
}

// Pays lets the bank take a hand-off's money and say so.
func (k *Kitchen) Pays(h order.Handoff) {
	k.Helper()
	k.Bank.Pay(h.Intent, money.Fils(h.Amount))
	k.Notify(h)
}

// Declines lets the bank refuse a hand-off's money and say so.
func (k *Kitchen) Declines(h order.Handoff) {
	k.Helper()
	k.Bank.Decline(h.Intent)
	k.Notify(h)
}

// jobOf is a job that is worked for the first time.
func jobOf[A river.JobArgs](args A) *river.Job[A] {
	return &river.Job[A]{JobRow: &rivertype.JobRow{Attempt: 1}, Args: args}
}

// GiveBack works a refund's job.
func GiveBack(ctx context.Context, payments *payment.Payments, id string) error {
	return (&payment.Refunder{Payments: payments}).Work(ctx, jobOf(payment.GiveBack{Refund: id}))
}

// Refunds works every refund that waits.
func (k *Kitchen) Refunds() {
	k.Helper()
	for _, id := range servertest.One[[]string](k, k.Pool,
		"SELECT array_agg(args->>'refund') FROM river_job WHERE kind = 'payment_refund' AND state = 'available'") {
		require.NoError(k, GiveBack(k.Context(), k.Payments, id))
	}
}

// GoesBack works the refunds: one of them gives back all that an attempt's card has paid.
func (k *Kitchen) GoesBack(attempt string) {
	k.Helper()
	k.Refunds()
	kept, refunds := k.Bank.Kept(attempt)
	require.Zero(k, kept)
	require.Equal(k, 1, refunds)
}

// Dearer raises every price of the week by a dirham.
func (k *Kitchen) Dearer() {
	k.Helper()
	menu := sample.Menu(servertest.Week)
	for i := range menu.Meals {
		menu.Meals[i].Price += 100
	}
	require.NoError(k, ErrorOf(published.Publish(k.Context(), db.New(k.Pool), menu, servertest.Now)))
}

// Tidy closes the orders that have ended.
func (k *Kitchen) Tidy() {
	k.Helper()
	require.NoError(k, (&order.Tidier{Orders: k.Orders}).Work(k.Context(), nil))
}

// Checks asks the bank once about a hand-off's payment.
func (k *Kitchen) Checks(h order.Handoff) {
	k.Helper()
	require.NoError(k, (&payment.Checker{Payments: k.Payments}).Work(k.Context(), jobOf(payment.Check{Attempt: h.Intent, Once: true})))
}

// Limit sets how many portions of a day's first meal there are.
func (k *Kitchen) Limit(date clock.Date, cooked int) {
	k.Helper()
	require.NoError(k, db.New(k.Pool).PortionsInsert(k.Context(), date, servertest.Meal(date, 0), cooked))
}

// Taken counts the portions of a day's first meal that are taken.
func (k *Kitchen) Taken(date clock.Date) int {
	k.Helper()
	return servertest.One[int](k, k.Pool, "SELECT taken FROM portions WHERE date = $1 AND meal = $2", date, servertest.Meal(date, 0))
}

// Broken is what the doctor finds in a town whose guards a test has taken away, and which is sound no more.
func (k *Kitchen) Broken() []string {
	k.Helper()
	k.Unsound = true
	found, err := doctor.Examine(k.Context(), k.Pool)
	require.NoError(k, err)
	return doctor.Broken(found)
}

func (k *Kitchen) Live(g *Guest) int {
	k.Helper()
	return servertest.One[int](k, k.Pool, "SELECT count(*) FROM deliveries WHERE live AND profile_id = $1", g.ProfileID)
}

// Wallet is the guest's balance in fils.
func (g *Guest) Wallet() int64 {
	g.Kitchen.Helper()
	n, err := db.New(g.Kitchen.Pool).WalletBalance(g.Kitchen.Context(), g.ProfileID)
	require.NoError(g.Kitchen, err)
	return n
}

const Quarter = 15 * time.Minute

// CompanyPays is what a company pays of each lunch, up to a cap in a period.
func CompanyPays(kind string, value int64, limit money.Fils, duration string) func(c *sample.Company) {
	return func(c *sample.Company) {
		c.ShareType, c.ShareValue, c.ShareCap, c.ShareDuration = kind, value, &limit, duration
	}
}

func CompanyPaysAll(c *sample.Company) { c.ShareType, c.ShareValue = "Percentage", 100 }

// Rich is a checkout that touches everything: a discount, a share with a cap, the wallet, limited portions and a card.
func (k *Kitchen) Rich() func() (*Guest, order.HandoffRequest) {
	k.Helper()
	c := servertest.NewCompany(k, k.Pool, func(c *sample.Company) { Shared(c); c.DiscountType, c.DiscountAmount = "Percentage", 20 })
	k.Limit(servertest.Week, 100000)
	return func() (*Guest, order.HandoffRequest) {
		g := k.Guest(c).Wants(servertest.Week)
		servertest.Credit(k, k.Pool, g.Caller, 700)
		return g, g.Asks(g.Quotes(true, servertest.Week), true)
	}
}

// Shared is a company that pays a little, so that everything that can be held is held.
var Shared = CompanyPays("Flat", 500, 500, "Weekly")

// BackOffice sends money of a payment back in the provider's own back office, and tells; the provider is asked about it.
func (k *Kitchen) BackOffice(intent string, amount money.Fils) {
	k.Helper()
	_, err := k.Bank.Client().Refund(k.Context(), intent, "", amount, "by-hand")
	require.NoError(k, err)
	word := k.Bank.Fields(intent, amount,
		map[string]string{"command": "REFUND", "status": "06", "response_code": "06000", "maintenance_reference": "by-hand"})
	r, err := k.Payments.HandleNotify(k.Context(), web.Caller{}, servertest.JSONRequest(word))
	require.NoError(k, err)
	require.Equal(k, 200, r.Status)
	look := jobOf(payment.Look{Attempt: intent, Capture: word["fort_id"]})
	require.NoError(k, (&payment.Looker{Payments: k.Payments}).Work(k.Context(), look))
}
