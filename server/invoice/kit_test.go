package invoice_test

import (
	"log/slog"
	"net/url"
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
	"sahn/server/invoice"
	"sahn/server/ledger"
	"sahn/server/menu/published"
	"sahn/server/order"
	"sahn/server/payment"
	"sahn/server/payment/attempt"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/job"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
	"sahn/server/quote"
)

func TestMain(m *testing.M) { servertest.Main(m) }

var (
	mon      = servertest.Week
	november = clock.NewDate(2026, time.November, 1)
	december = clock.NewDate(2026, time.December, 1)
	seller   = invoice.Seller{Name: "Sahn Meals LLC", TRN: "100000000000003", Address: "Al Quoz, Dubai", Bank: "Example Bank\nIBAN AE07",
		Email: "accounts@sahn.example"}
)

// office is a server that bills companies for what people order, and a bank. Orders are taken before the week; invoices are written
// by a clock of their own, when the month is over. Its books are looked through when the test ends.
type office struct {
	*testing.T
	pool     *pgxpool.Pool
	clock    *servertest.Clock // of invoices
	bank     *servertest.Bank
	company  sample.Company
	orders   *order.Orders
	payments *payment.Payments
	invoices *invoice.Invoices
	unsound  bool // a guard was taken away to see that it is needed
}

func openOffice(t *testing.T) *office {
	t.Helper()
	x := &office{T: t, pool: servertest.DB(t), clock: servertest.ClockAt(december.Start().Add(3 * time.Hour)), bank: servertest.NewBank(t)}
	servertest.Town(t, x.pool)
	x.company = x.founds("Flat", 1500)
	x.orders, x.payments, x.invoices = x.server(x.pool)
	t.Cleanup(func() {
		if !x.unsound {
			servertest.Sound(t, x.pool)
		}
	})
	return x
}

// founds makes a company that pays a share.
func (x *office) founds(kind string, value int64) sample.Company {
	x.Helper()
	return servertest.NewCompany(x, x.pool, func(c *sample.Company) { c.ShareType, c.ShareValue, c.TRN = kind, value, "" })
}

func (x *office) server(conn db.Conn) (*order.Orders, *payment.Payments, *invoice.Invoices) {
	x.Helper()
	log := slog.New(slog.DiscardHandler)
	queue, err := job.NewQueue(log)
	require.NoError(x, err)
	public := &url.URL{Scheme: "https", Host: "lunch.example"}
	early := servertest.ClockAt(servertest.Now)
	payments := &payment.Payments{Conn: conn, Queue: queue, Provider: x.bank.Client(), Public: public, Clock: x.clock.Now, Log: log,
		SentBack: ledger.SentBack, Keys: servertest.Secrets}
	taking := *payments
	taking.Clock = early.Now
	orders := &order.Orders{Conn: conn, Clock: early.Now, Menus: published.NewStore(), Queue: queue, Payments: &taking}
	invoices := &invoice.Invoices{Conn: conn, Clock: x.clock.Now, Queue: queue, Payments: payments, Public: public, Seller: seller, Log: log}
	payments.Subjects = map[attempt.Purpose]attempt.Subject{attempt.ForOrder: orders,
		attempt.ForAmendment: &amendment.Amendments{Orders: orders}, attempt.ForInvoice: invoices}
	taking.Subjects = payments.Subjects
	return orders, payments, invoices
}

// meal is an order of one person, confirmed.
type meal struct {
	who   web.Caller
	order string
	dev   string
}

// eats lets a new person of a company order the first dish of some days and pay for it.
func (x *office) eats(c sample.Company, days ...clock.Date) meal {
	x.Helper()
	return x.eatsMuch(1, c, days...)
}

// eatsMuch is eats with so many portions of each dish.
func (x *office) eatsMuch(qty int, c sample.Company, days ...clock.Date) meal {
	x.Helper()
	who, dev := x.choices(qty, c, days...)
	h, err := x.handsOff(who, dev, days...)
	require.NoError(x, err)
	if h.Intent != "" {
		x.payAndNotify(h.Intent, money.Fils(h.Amount))
	}
	return meal{who, h.Order, dev}
}

// choices lets a new person of a company choose the first dish of some days.
func (x *office) choices(qty int, c sample.Company, days ...clock.Date) (who web.Caller, dev string) {
	x.Helper()
	who = servertest.Eater(x, x.pool, c)
	dev = servertest.Device(x, x.pool, who)
	for _, d := range days {
		servertest.DraftDay(x, x.pool, who, dev, d, quote.Item{Meal: servertest.Meal(d, 0), Qty: qty})
	}
	return who, dev
}

// handsOff orders what somebody has chosen for some days.
func (x *office) handsOff(who web.Caller, dev string, days ...clock.Date) (order.Handoff, error) {
	x.Helper()
	q, err := x.orders.HandleQuote(x.Context(), who, order.QuoteRequest{Dates: days})
	require.NoError(x, err)
	return x.orders.HandleHandoff(x.Context(), who,
		order.HandoffRequest{Device: dev, Revs: q.Revs, Quote: q.Quote.Hash, Key: ulid.Make().String()})
}

// cancels takes a day of an order back, by the clock of those who still may.
func (x *office) cancels(m meal, day clock.Date) {
	x.Helper()
	change := []quote.AmendDay{{Date: day, Items: []quote.Item{}}}
	changes := &amendment.Amendments{Orders: x.orders}
	seen, err := changes.HandleAmendQuote(x.Context(), m.who, amendment.AmendQuoteRequest{Order: m.order, Days: change, Refund: "wallet"})
	require.NoError(x, err)
	_, err = changes.HandleAmend(x.Context(), m.who,
		amendment.AmendRequest{Device: m.dev, Order: m.order, Days: change, Refund: "wallet", Quote: seen.Hash, Key: ulid.Make().String()})
	require.NoError(x, err)
}

// returns lets the bank's back office send so much of a payment back, and tell; twice, as such things are told.
func (x *office) returns(intent string, amount money.Fils) {
	x.Helper()
	_, err := x.bank.Client().Refund(x.Context(), intent, "", amount, "by-hand")
	require.NoError(x, err)
	word := x.bank.Fields(intent, amount,
		map[string]string{"command": "REFUND", "status": "06", "response_code": "06000", "maintenance_reference": "by-hand"})
	for range 2 {
		reply, err := x.payments.HandleNotify(x.Context(), web.Caller{}, servertest.JSONRequest(word))
		require.NoError(x, err)
		require.Equal(x, 200, reply.Status)
		look := &river.Job[payment.Look]{JobRow: &rivertype.JobRow{Attempt: 1}, Args: payment.Look{Attempt: intent, Capture: word["fort_id"]}}
		require.NoError(x, (&payment.Looker{Payments: x.payments}).Work(x.Context(), look))
	}
}

// payAndNotify lets the bank take money and say so.
func (x *office) payAndNotify(intent string, amount money.Fils) {
	x.Helper()
	x.bank.Pay(intent, amount)
	x.notify(x.payments, intent, amount)
}

func (x *office) notify(p *payment.Payments, intent string, amount money.Fils) {
	x.Helper()
	reply, err := p.HandleNotify(x.Context(), web.Caller{}, x.bank.Notice(intent, amount))
	require.NoError(x, err)
	require.Equal(x, 200, reply.Status)
}

// admin is a company's admin, signed in.
func (x *office) admin(c sample.Company) web.Caller {
	x.Helper()
	who := servertest.Eater(x, x.pool, c)
	servertest.Do(x, x.pool, "UPDATE profiles SET client_type = 'Admin' WHERE id = $1", who.ProfileID)
	who.ClientType = "Admin"
	return who
}

// operator is somebody of the lunch company, signed in.
func (x *office) operator() web.Caller {
	x.Helper()
	who := servertest.Eater(x, x.pool, x.company)
	servertest.Do(x, x.pool,
		"UPDATE profiles SET client_type = 'Operator', operator_role = 'manager', company_id = NULL, address_id = NULL WHERE id = $1",
		who.ProfileID)
	who.ClientType, who.CompanyID = "Operator", ""
	return who
}

// runs does what a day asks for, some days later.
func (x *office) runs(later int) {
	x.Helper()
	x.clock.Move(time.Duration(later) * 24 * time.Hour)
	require.NoError(x, x.invoices.Run(x.Context(), x.clock.Now()))
}

// one is an invoice as an admin sees it.
func (x *office) one(who web.Caller, id string) invoice.Details {
	x.Helper()
	d, err := x.invoices.HandleOne(x.Context(), who, invoice.OneRequest{ID: id})
	require.NoError(x, err)
	return d
}

// list is what an admin sees of the company's invoices.
func (x *office) list(who web.Caller, r invoice.ListRequest) invoice.List {
	x.Helper()
	list, err := x.invoices.HandleList(x.Context(), who, r)
	require.NoError(x, err)
	return list
}

// account is how an admin sees the company's account.
func (x *office) account(who web.Caller) invoice.CompanyAccount {
	x.Helper()
	return x.list(who, invoice.ListRequest{}).Account
}

// pdf is the paper of a document.
func (x *office) pdf(who web.Caller, id string) []byte {
	x.Helper()
	paper, err := x.invoices.HandlePDF(x.Context(), who, invoice.OneRequest{ID: id})
	require.NoError(x, err)
	return paper.Body
}

// issues writes November's invoices and answers how many.
func (x *office) issues() int {
	x.Helper()
	n, err := x.invoices.Issue(x.Context(), november, x.clock.Now())
	require.NoError(x, err)
	return n
}

// newest is what an admin sees of the newest invoice of their company.
func (x *office) newest(who web.Caller) invoice.Details {
	x.Helper()
	list := x.list(who, invoice.ListRequest{})
	require.NotEmpty(x, list.Data)
	return x.one(who, list.Data[0].ID)
}
