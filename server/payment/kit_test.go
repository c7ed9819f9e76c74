package payment_test

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/oklog/ulid/v2"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"
	"github.com/stretchr/testify/require"

	"sahn/server/amendment"
	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/dev/servertest/shop"
	"sahn/server/menu/published"
	"sahn/server/order"
	"sahn/server/payment"
	"sahn/server/payment/attempt"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
	"sahn/server/quote"
	"sahn/server/wallet"
)

func TestMain(m *testing.M) { servertest.Main(m) }

// till is a server that takes money for orders, and a bank. Its ledger is looked through when the test ends.
type till struct {
	*testing.T
	pool     *pgxpool.Pool
	clock    *servertest.Clock
	bank     *servertest.Bank
	company  sample.Company
	orders   *order.Orders
	wallets  *wallet.Wallets
	payments *payment.Payments
}

func openTill(t *testing.T) *till {
	t.Helper()
	x := wrongTill(t)
	t.Cleanup(func() { servertest.Sound(t, x.pool) })
	return x
}

// wrongTill is one whose books nobody looks through: something wrong is planted in them.
func wrongTill(t *testing.T) *till {
	t.Helper()
	x := &till{T: t, pool: servertest.DB(t), clock: servertest.ClockAt(servertest.Now), bank: servertest.NewBank(t)}
	servertest.Town(t, x.pool)
	x.company = servertest.NewCompany(t, x.pool, nil)
	x.orders, x.payments = x.server(x.pool)
	return x
}

// server is one more instance on a place to begin transactions.
func (x *till) server(conn db.Conn) (*order.Orders, *payment.Payments) {
	x.Helper()
	payments := shop.Payments(x, conn, x.bank, x.clock)
	orders := &order.Orders{Conn: conn, Clock: x.clock.Now, Menus: published.NewStore(), Queue: payments.Queue, Payments: payments}
	wallets := &wallet.Wallets{Conn: conn, Clock: x.clock.Now, Payments: payments}
	if x.wallets == nil {
		x.wallets = wallets
	}
	payments.Subjects = map[attempt.Purpose]attempt.Subject{attempt.ForOrder: orders,
		attempt.ForAmendment: &amendment.Amendments{Orders: orders}, attempt.ForTopup: wallets}
	return orders, payments
}

// sale is an order on its way, and its attempt.
type sale struct {
	order, ref string
	amount     money.Fils
}

// sells places an order of a new guest.
func (x *till) sells() sale {
	x.Helper()
	who := servertest.Eater(x, x.pool, x.company)
	dev := servertest.Device(x, x.pool, who)
	servertest.DraftDay(x, x.pool, who, dev, servertest.Week, quote.Item{Meal: servertest.Meal(servertest.Week, 0), Qty: 1})
	q, err := x.orders.HandleQuote(x.Context(), who, order.QuoteRequest{Dates: []clock.Date{servertest.Week}})
	require.NoError(x, err)
	h, err := x.orders.HandleHandoff(x.Context(), who,
		order.HandoffRequest{Device: dev, Revs: q.Revs, Quote: q.Quote.Hash, Key: ulid.Make().String()})
	require.NoError(x, err)
	require.Equal(x, order.PaymentPending, h.Status)
	return sale{h.Order, h.Intent, money.Fils(h.Amount)}
}

// saleState is an order's status, its attempt's, and how often money of it was posted and goes back.
type saleState struct {
	Order, Attempt  string
	Posted, Refunds int
}

func (x *till) state(s sale) saleState { x.Helper(); return x.stateIn(x.pool, s) }

func (x *till) stateIn(conn db.DBTX, s sale) (is saleState) {
	x.Helper()
	require.NoError(x, conn.QueryRow(x.Context(), `SELECT o.status, a.status, (SELECT count(*) FROM transactions WHERE cause_id = o.id),
		(SELECT count(*) FROM refunds WHERE attempt_id = a.id) FROM orders o JOIN attempts a ON a.subject_id = o.id WHERE a.id = $1`, s.ref).
		Scan(&is.Order, &is.Attempt, &is.Posted, &is.Refunds))
	return is
}

var (
	pending   = saleState{"Payment Pending", "open", 0, 0}
	failed    = saleState{"Payment Failed", "failed", 0, 0}
	confirmed = saleState{"Confirmed", "paid", 1, 0}
)

func (x *till) notify(r web.RawRequest) int {
	x.Helper()
	reply, err := x.payments.HandleNotify(x.Context(), web.Caller{}, r)
	require.NoError(x, err)
	return reply.Status
}

// hears takes a notification that is as it should be.
func (x *till) hears(r web.RawRequest) {
	x.Helper()
	require.Equal(x, 200, x.notify(r))
}

// tells takes the bank's notification about the present state of a sale.
func (x *till) tells(s sale) {
	x.Helper()
	x.hears(x.bank.Notice(s.ref, s.amount))
}

// pays lets the bank take the money of a sale and tell.
func (x *till) pays(s sale) {
	x.Helper()
	x.bank.Pay(s.ref, s.amount)
	x.tells(s)
}

// declines lets the bank decline the card of a sale and tell.
func (x *till) declines(s sale) {
	x.Helper()
	x.bank.Decline(s.ref)
	x.tells(s)
}

// kept requires what the bank has of a sale, and after how many refunds.
func (x *till) kept(s sale, amount money.Fils, refunds int) {
	x.Helper()
	kept, n := x.bank.Kept(s.ref)
	require.Equal(x, amount, kept)
	require.Equal(x, refunds, n)
}

// sentBack is the bank's word that so much of a sale went back, under the name that the refund has there, if it has one.
func (x *till) sentBack(s sale, amount money.Fils, own string) web.RawRequest {
	word := map[string]string{"command": "REFUND", "status": "06", "response_code": "06000"}
	if own != "" {
		word["maintenance_reference"] = own
	}
	return servertest.JSONRequest(x.bank.Fields(s.ref, amount, word))
}

// becomes moves an order on from its status, as other parts of the server do.
func (x *till) becomes(s sale, status string) {
	x.Helper()
	servertest.Do(x, x.pool, "INSERT INTO order_moves (order_id, was, became, cause, at) SELECT id, status, $2, 'a test', now() FROM orders "+
		"WHERE id = $1", s.order, status)
	servertest.Do(x, x.pool, "UPDATE orders SET status = $2, amount_due = 0 WHERE id = $1", s.order, status)
}

func (x *till) returns(r web.RawRequest) web.RawReply {
	x.Helper()
	reply, err := x.payments.HandleReturn(x.Context(), web.Caller{}, r)
	require.NoError(x, err)
	return reply
}

// check works the check that comes by itself and answers whether it wants to come again, and when.
func (x *till) check(s sale) *river.JobSnoozeError {
	x.Helper()
	err := (&payment.Checker{Payments: x.payments}).Work(x.Context(), jobOf(payment.Check{Attempt: s.ref}))
	snooze, ok := errors.AsType[*river.JobSnoozeError](err)
	if !ok {
		require.NoError(x, err)
	}
	return snooze
}

func (x *till) sweep() {
	x.Helper()
	require.NoError(x, (&payment.Sweeper{Payments: x.payments}).Work(x.Context(), jobOf(payment.Sweep{})))
}

// refund works the one refund that there is.
func (x *till) refund() error {
	x.Helper()
	id := servertest.One[string](x, x.pool, "SELECT id FROM refunds")
	return (&payment.Refunder{Payments: x.payments}).Work(x.Context(), jobOf(payment.GiveBack{Refund: id}))
}

// notifyAndLook takes a notification and works the jobs that look what it was about; those that want to come again stay in the queue.
func (x *till) notifyAndLook(r web.RawRequest) {
	x.Helper()
	x.hears(r)
	x.looks()
}

// looks works the looks that are planned, and answers how many of them want to come again.
func (x *till) looks() (again int) {
	x.Helper()
	type planned struct {
		ID   int64
		Args payment.Look
	}
	var all []planned
	require.NoError(x, json.Unmarshal([]byte(
		servertest.Rows(x, x.pool, "SELECT id, args FROM river_job WHERE kind = 'payment_look' ORDER BY id")), &all))
	for _, look := range all {
		err := (&payment.Looker{Payments: x.payments}).Work(x.Context(), jobOf(look.Args))
		if _, snoozed := errors.AsType[*river.JobSnoozeError](err); snoozed {
			again++
			continue
		}
		require.NoError(x, err)
		servertest.Do(x, x.pool, "DELETE FROM river_job WHERE id = $1", look.ID)
	}
	return again
}

func jobOf[T river.JobArgs](args T) *river.Job[T] {
	return &river.Job[T]{JobRow: &rivertype.JobRow{Attempt: 1}, Args: args}
}

// jobs counts what waits in the queue.
func (x *till) jobs(kind string) int {
	x.Helper()
	return servertest.One[int](x, x.pool, "SELECT count(*) FROM river_job WHERE kind = $1 AND state IN ('available', 'scheduled')", kind)
}

// rows is everything that money may change.
func (x *till) rows() string {
	x.Helper()
	all := ""
	for _, table := range []string{"orders", "order_moves", "deliveries", "attempts", "payment_events", "refunds", "transactions", "entries",
		"holds", "draft_days", "profile_revs"} {
		all += servertest.Rows(x, x.pool, "SELECT * FROM "+table+" ORDER BY 1")
	}
	return all
}
