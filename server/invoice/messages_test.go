package invoice_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/invoice"
	"sahn/server/ops/doctor"
	"sahn/server/platform/fault"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
)

// bill is a company's invoice of AED 15.00, one of its admins, and a company of its own for each.
func (x *office) bill() (web.Caller, invoice.Details) {
	x.Helper()
	c := x.founds("Flat", 1500)
	x.eats(c, mon)
	who := x.admin(c)
	require.Equal(x, 1, x.issues())
	return who, x.newest(who)
}

// booked is how often an invoice was paid by its rows, how often by the ledger, and how often money of it goes back.
func (x *office) booked(id string) string {
	x.Helper()
	return fmt.Sprint(servertest.One[int](x, x.pool, "SELECT count(*) FROM invoice_payments WHERE invoice_id = $1", id), " ",
		servertest.One[int](x, x.pool, `SELECT count(*) FROM transactions t WHERE t.kind IN ('invoice', 'transfer') AND (t.cause_id IN (SELECT id
			FROM attempts WHERE subject_id = $1)
			OR t.cause_id IN (SELECT id FROM invoice_payments WHERE invoice_id = $1))`, id), " ",
		servertest.One[int](x, x.pool, "SELECT count(*) FROM refunds r JOIN attempts a ON a.id = r.attempt_id WHERE a.subject_id = $1", id))
}

// cutAtAnyMessage does something over one connection after the other that is cut at a message to Postgres, until it is done. Once it was
// done although nobody heard of it. There, and after some of the other cuts, again says the same thing once more and begins with another.
func (x *office) cutAtAnyMessage(do func(conn *pgxpool.Pool) error, done func() bool, again func(c servertest.Cut)) (messages, lost int) {
	x.Helper()
	unheard := 0
	messages, lost = servertest.CutThroughout(x, x.pool, do, func(c servertest.Cut) {
		happened := done()
		if happened {
			unheard++
			require.True(x, c.Lost, "%+v", c)
		}
		if happened || c.At%servertest.Amount(1, 20) == 0 {
			again(c)
		}
	})
	require.Equal(x, 1, unheard)
	return messages, lost
}

// The connection to Postgres is cut at one message after the other. Sent again, the request opens exactly one payment.
func TestAPaymentOfAnInvoiceThatIsCutAtAnyMessageIsOpenedOnce(t *testing.T) {
	t.Parallel()
	x := openOffice(t)
	who, d := x.bill()
	attempts := func() int {
		return servertest.One[int](t, x.pool, "SELECT count(*) FROM attempts WHERE subject_id = $1", d.ID)
	}
	messages, lost := x.cutAtAnyMessage(func(conn *pgxpool.Pool) error {
		_, _, invoices := x.server(conn)
		_, err := invoices.HandlePay(t.Context(), who, invoice.PayRequest{ID: d.ID})
		if err != nil {
			require.Equal(t, fault.Unavailable, fault.As(err).Kind, "%v", err)
		}
		return err
	}, func() bool { return attempts() > 0 }, func(c servertest.Cut) {
		p := x.paysFor(who, d.ID)
		require.Equal(t, servertest.JSON(t, p), servertest.JSON(t, x.paysFor(who, d.ID)), "%+v", c)
		require.Equal(t, 1, attempts(), "%+v", c)
		x.payAndNotify(p.Intent, p.Amount)
		require.Equal(t, "1 1 0", x.booked(d.ID))
		who, d = x.bill()
	})
	require.Greater(t, messages, 20)
	require.GreaterOrEqual(t, lost, servertest.Amount(1, 9))
	require.Equal(t, 1, attempts(), "and what was cut so often is opened at last")
}

// The connection to Postgres is cut at one message after the other. When the provider sends its notification again, the payment is booked
// once.
func TestANoticeOfAnInvoicesPaymentThatIsCutAtAnyMessageIsBookedOnceWhenItComesAgain(t *testing.T) {
	t.Parallel()
	x := openOffice(t)
	next := func() (invoice.Details, invoice.Payable) {
		who, d := x.bill()
		p := x.paysFor(who, d.ID)
		x.bank.Pay(p.Intent, p.Amount)
		return d, p
	}
	d, p := next()
	messages, lost := x.cutAtAnyMessage(func(conn *pgxpool.Pool) error {
		_, payments, _ := x.server(conn)
		_, err := payments.HandleNotify(t.Context(), web.Caller{}, x.bank.Notice(p.Intent, p.Amount))
		return err // the provider hears no 200 and tells again
	}, func() bool { return x.booked(d.ID) != "0 0 0" }, func(c servertest.Cut) {
		servertest.Sound(t, x.pool)
		for range 2 {
			x.notify(x.payments, p.Intent, p.Amount)
			require.Equal(t, "1 1 0", x.booked(d.ID), "%+v", c)
		}
		d, p = next()
	})
	require.Greater(t, messages, 30)
	require.GreaterOrEqual(t, lost, servertest.Amount(1, 13))
	require.Equal(t, "1 1 0", x.booked(d.ID))
}

func TestIfAnAttemptDidNotEndARepeatedNoticeWouldGiveAnInvoicesMoneyBack(t *testing.T) {
	t.Parallel()
	x := openOffice(t)
	x.unsound = true
	who, d := x.bill()
	p := x.paysFor(who, d.ID)
	x.bank.Pay(p.Intent, p.Amount)
	_, careless, _ := x.server(&servertest.Conn{Pool: x.pool, LoseNext: true, Rewrite: func(sql string) string {
		if strings.Contains(sql, "-- name: AttemptSettle ") {
			return strings.Replace(sql, "WHERE", "WHERE $1 = '' AND", 1)
		}
		return sql
	}})
	_, err := careless.HandleNotify(t.Context(), web.Caller{}, x.bank.Notice(p.Intent, p.Amount))
	require.Error(t, err, "the answer was lost")
	require.Equal(t, "1 1 0", x.booked(d.ID))
	x.notify(careless, p.Intent, p.Amount)
	require.Equal(t, "1 1 1", x.booked(d.ID), "paid and given back")
	found, err := doctor.Examine(t.Context(), x.pool)
	require.NoError(t, err)
	require.NotEmpty(t, doctor.Broken(found))
}

// The connection to Postgres is cut at one message after the other. Sent again, a bank transfer is recorded once under its reference.
func TestATransferThatIsCutAtAnyMessageIsRecordedOnceUnderItsReference(t *testing.T) {
	t.Parallel()
	x := openOffice(t)
	op := x.operator()
	_, d := x.bill()
	recorded := func() string {
		return fmt.Sprint(x.booked(d.ID), " ",
			servertest.One[int](t, x.pool, "SELECT count(*) FROM acts WHERE kind = 'invoice.transfer' AND subject = $1", d.ID))
	}
	ask := func() invoice.TransferRequest {
		return invoice.TransferRequest{ID: d.ID, Amount: 2000, Reference: "FT", PaidOn: december, Surplus: true}
	}
	messages, lost := x.cutAtAnyMessage(func(conn *pgxpool.Pool) error {
		_, _, invoices := x.server(conn)
		_, err := invoices.RecordTransfer(t.Context(), op, ask())
		if err != nil {
			require.Equal(t, fault.Unavailable, fault.As(err).Kind, "%v", err)
		}
		return err
	}, func() bool { return recorded() != "0 0 0 0" }, func(c servertest.Cut) {
		servertest.Sound(t, x.pool)
		for range 2 {
			r, err := x.invoices.RecordTransfer(t.Context(), op, ask())
			require.NoError(t, err)
			require.Equal(t, invoice.Recorded{Number: d.Number, Credit: 500}, r, "%+v", c)
			require.Equal(t, "1 1 0 1", recorded(), "%+v", c)
		}
		_, d = x.bill()
	})
	require.Greater(t, messages, 20)
	require.GreaterOrEqual(t, lost, servertest.Amount(1, 9))
	require.Equal(t, "1 1 0 1", recorded())
}

func TestWithoutItsReferenceATransferWhoseAnswerWasLostWouldBeRecordedTwice(t *testing.T) {
	t.Parallel()
	x := openOffice(t)
	op := x.operator()
	who, d := x.bill()
	servertest.Do(t, x.pool, "ALTER TABLE invoice_payments DROP CONSTRAINT invoice_payments_once")
	_, _, careless := x.server(&servertest.Conn{Pool: x.pool, LoseNext: true, Rewrite: func(sql string) string {
		switch {
		case strings.Contains(sql, "-- name: InvoicePaymentOne "):
			return strings.Replace(sql, "WHERE", "WHERE false AND", 1)
		case strings.Contains(sql, "-- name: InvoiceTransfersKnown "):
			return strings.Replace(sql, "WHERE", "WHERE false AND", 1)
		}
		return sql
	}})
	r := invoice.TransferRequest{ID: d.ID, Amount: 1500, Reference: "FT", PaidOn: december, Surplus: true}
	_, err := careless.RecordTransfer(t.Context(), op, r)
	require.Error(t, err, "the answer was lost")
	_, err = careless.RecordTransfer(t.Context(), op, r)
	require.NoError(t, err)
	require.Equal(t, "2 2 0", x.booked(d.ID))
	require.Equal(t, money.Fils(1500), x.account(who).Credit, "money that never came")
}
