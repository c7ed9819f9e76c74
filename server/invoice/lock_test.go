package invoice_test

import (
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/ops/doctor"
	"sahn/server/order"
	"sahn/server/platform/clock"
	"sahn/server/platform/fault"
	"sahn/server/platform/money"
)

// amid issues November's invoices and does something when a company's shares were read and its invoice is not written yet. lock is run
// in place of the statement that locks the shares; "" leaves it as it is.
func (x *office) amid(do func(), lock string) {
	x.Helper()
	var once sync.Once
	_, _, invoices := x.server(&servertest.Conn{Pool: x.pool, Rewrite: func(sql string) string {
		if strings.Contains(sql, "-- name: InvoiceBuyer ") {
			once.Do(do)
		}
		if lock != "" && strings.Contains(sql, "-- name: InvoiceSharesLock ") {
			return lock
		}
		return sql
	}})
	_, err := invoices.Issue(x.Context(), november, x.clock.Now())
	require.NoError(x, err)
}

// hands gives an order of one free day to the kitchen.
func (x *office) hands(c sample.Company) error {
	x.Helper()
	who, dev := x.choices(1, c, mon+1)
	h, err := x.handsOff(who, dev, mon+1)
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
	x.amid(func() { require.NoError(t, x.hands(other)); handed = true }, "")
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
	}, "SELECT lock_all($1)")
	require.True(t, handed)
}

// somebodyWaits returns when a transaction waits for the lock of a company's shares.
func (x *office) somebodyWaits() {
	x.Helper()
	for servertest.One[int](x, x.pool,
		"SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'") == 0 {
		require.NoError(x, x.Context().Err())
	}
}

func TestAShareThatIsWrittenWhileItsMonthIsInvoicedIsOnTheNextInvoice(t *testing.T) {
	t.Parallel()
	x := openOffice(t)
	x.company = x.founds("Percentage", 100)
	x.eats(x.company, mon)
	var late sync.WaitGroup
	x.amid(func() {
		late.Go(func() { require.NoError(t, x.hands(x.company)) })
		x.somebodyWaits()
	}, "")
	late.Wait()
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
	writes := func(more int) {
		_, err := tx.Exec(t.Context(),
			"UPDATE share_uses SET amount = amount + $2 WHERE delivery_id = (SELECT id FROM deliveries WHERE order_id = $1)", late.order, more)
		require.NoError(t, err)
	}
	writes(1)
	var issuing sync.WaitGroup
	issuing.Go(func() { require.Equal(t, 1, x.issues()) })
	x.somebodyWaits()
	writes(-1)
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
	x.amid(func() { require.NoError(t, x.hands(x.company)) }, "SELECT $1::text") // locks nothing
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
	slow, dev := x.choices(1, x.company, mon+1)
	h, err := x.handsOff(slow, dev, mon+1)
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
