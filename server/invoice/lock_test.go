package invoice_test

import (
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/oklog/ulid/v2"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/ops/doctor"
	"sahn/server/order"
	"sahn/server/platform/clock"
	"sahn/server/platform/fault"
	"sahn/server/platform/money"
	"sahn/server/quote"
)

// amid issues November's invoices and does something when a company's shares were read and its invoice is not written yet. rewrite
// changes statements.
func (x *office) amid(do func(), rewrite func(sql string) string) {
	x.Helper()
	var once sync.Once
	_, _, invoices := x.server(&servertest.Conn{Pool: x.pool, Rewrite: func(sql string) string {
		if strings.Contains(sql, "-- name: InvoiceBuyer ") {
			once.Do(do)
		}
		return rewrite(sql)
	}})
	_, err := invoices.Issue(x.Context(), november, x.clock.Now())
	require.NoError(x, err)
}

func asIs(sql string) string { return sql }

// hands gives an order of one free day to the kitchen.
func (x *office) hands(c sample.Company) error {
	x.Helper()
	who := servertest.Eater(x, x.pool, c)
	dev := servertest.Device(x, x.pool, who)
	servertest.Wish(x, x.pool, who, dev, mon+1, quote.Item{Meal: servertest.Meal(mon+1, 0), Qty: 1})
	q, err := x.orders.HandleQuote(x.Context(), who, order.QuoteRequest{Dates: []clock.Date{mon + 1}})
	require.NoError(x, err)
	h, err := x.orders.HandleHandoff(x.Context(), who,
		order.HandoffRequest{Device: dev, Revs: q.Revs, Quote: q.Quote.Hash, Key: ulid.Make().String()})
	if err == nil {
		require.Equal(x, order.Confirmed, h.Status)
	}
	return err
}

func TestNobodyOfAnotherCompanyWaitsWhileOneIsInvoiced(t *testing.T) {
	t.Parallel()
	x := openOffice(t)
	x.eats(x.company, mon)
	other := x.founds("Percentage", 100)
	handed := false
	x.amid(func() { require.NoError(t, x.hands(other)); handed = true }, asIs)
	require.True(t, handed)
}

func TestIfAllSharesWereLockedEverybodyWouldWait(t *testing.T) {
	t.Parallel()
	x := openOffice(t)
	x.eats(x.company, mon)
	other := x.founds("Percentage", 100)
	servertest.Do(t, x.pool,
		"CREATE FUNCTION lock_all(text) RETURNS void LANGUAGE plpgsql AS 'BEGIN LOCK TABLE share_uses, counter_shares IN SHARE ROW "+
			"EXCLUSIVE MODE; END'")
	handed := false
	x.amid(func() {
		require.Equal(t, fault.Unavailable, fault.As(x.hands(other)).Kind, "the lock was not had")
		handed = true
	}, func(sql string) string {
		if strings.Contains(sql, "-- name: InvoiceSharesLock ") {
			return "SELECT lock_all($1)"
		}
		return sql
	})
	require.True(t, handed)
}

// late is a share that is written while its month is invoiced: the invoice is there before it commits.
func (x *office) late() (wait func()) {
	x.Helper()
	var all sync.WaitGroup
	all.Go(func() { require.NoError(x, x.hands(x.company)) })
	return all.Wait
}

func TestAShareThatIsWrittenWhileItsMonthIsInvoicedIsOnTheNextInvoice(t *testing.T) {
	t.Parallel()
	x := openOffice(t)
	x.company = x.founds("Percentage", 100)
	x.eats(x.company, mon)
	var wait func()
	x.amid(func() {
		wait = x.late()
		for servertest.One[int](t, x.pool,
			"SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'") == 0 {
			require.NoError(t, t.Context().Err())
		}
	}, asIs)
	wait()
	require.Equal(t, 1, servertest.One[int](t, x.pool, "SELECT count(*) FROM invoice_changes"))
	servertest.Sound(t, x.pool)
	who := x.admin(x.company)
	first := x.newest(who)
	require.Len(t, first.Days, 1)
	x.runs(31)
	second := x.newest(who)
	require.NotEqual(t, first.ID, second.ID)
	require.Equal(t, mon+1, second.Days[0].Date)
}

func TestAShareThatIsWrittenBeforeItsMonthIsInvoicedIsOnThatInvoice(t *testing.T) {
	t.Parallel()
	x := openOffice(t)
	x.company = x.founds("Percentage", 100)
	x.eats(x.company, mon)
	tx, err := x.pool.BeginTx(t.Context(), pgx.TxOptions{})
	require.NoError(t, err)
	late := x.eats(x.company, mon+1)
	_, err = tx.Exec(t.Context(),
		"UPDATE share_uses SET amount = amount + 1 WHERE delivery_id = (SELECT id FROM deliveries WHERE order_id = $1)", late.order)
	require.NoError(t, err, "a share that is being written")
	var issuing sync.WaitGroup
	issuing.Go(func() { require.Equal(t, 1, x.issues()) })
	for servertest.One[int](t, x.pool,
		"SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'") == 0 {
		require.NoError(t, t.Context().Err())
	}
	_, err = tx.Exec(t.Context(),
		"UPDATE share_uses SET amount = amount - 1 WHERE delivery_id = (SELECT id FROM deliveries WHERE order_id = $1)", late.order)
	require.NoError(t, err)
	require.NoError(t, tx.Commit(t.Context()))
	issuing.Wait()
	require.Len(t, x.newest(x.admin(x.company)).Days, 2)
	require.Zero(t, servertest.One[int](t, x.pool, "SELECT count(*) FROM invoice_changes"))
}

func TestWithoutTheLockAShareWouldBeOnNoInvoice(t *testing.T) {
	t.Parallel()
	x := openOffice(t)
	x.unsound = true
	x.company = x.founds("Percentage", 100)
	x.eats(x.company, mon)
	x.amid(func() { require.NoError(t, x.hands(x.company)) }, func(sql string) string {
		if strings.Contains(sql, "-- name: InvoiceSharesLock ") {
			return "SELECT $1::text" // nothing
		}
		return sql
	})
	x.runs(31)
	require.Equal(t, 1, servertest.One[int](t, x.pool, "SELECT count(*) FROM invoice_shares"), "the second lunch is nowhere")
	found, err := doctor.Examine(t.Context(), x.pool)
	require.NoError(t, err)
	require.Contains(t, doctor.Broken(found), "every used share of an invoiced month is billed, once")
}

func TestAMonthWaitsThreeDaysForWhoMayStillPayAndTheirLunchIsOnTheNextInvoice(t *testing.T) {
	t.Parallel()
	x := openOffice(t)
	x.eats(x.company, mon)
	slow := servertest.Eater(t, x.pool, x.company)
	dev := servertest.Device(t, x.pool, slow)
	servertest.Wish(t, x.pool, slow, dev, mon+1, quote.Item{Meal: servertest.Meal(mon+1, 0), Qty: 1})
	q, err := x.orders.HandleQuote(t.Context(), slow, order.QuoteRequest{Dates: []clock.Date{mon + 1}})
	require.NoError(t, err)
	h, err := x.orders.HandleHandoff(t.Context(), slow,
		order.HandoffRequest{Device: dev, Revs: q.Revs, Quote: q.Quote.Hash, Key: ulid.Make().String()})
	require.NoError(t, err)
	require.NotEmpty(t, h.Intent, "the rest is a card's")

	other := x.founds("Flat", 100)
	x.eats(other, mon)
	require.Equal(t, 1, x.issues(), "the other company waits for nobody of this one")
	x.clock.Move(2 * 24 * time.Hour)
	require.Zero(t, x.issues())
	x.clock.Move(24*time.Hour - 3*time.Hour)
	require.Equal(t, 1, x.issues(), "on the fourth it is enough")
	servertest.Sound(t, x.pool)
	who := x.admin(x.company)
	require.Equal(t, money.Fils(1500), x.newest(who).Total)

	x.payAndNotify(h.Intent, money.Fils(h.Amount))
	servertest.Sound(t, x.pool)
	x.runs(31)
	next := x.newest(who)
	require.Equal(t, december, next.Month)
	require.Equal(t, []clock.Date{mon + 1}, []clock.Date{next.Days[0].Date})
	require.Equal(t, money.Fils(1500), next.Total)
}
