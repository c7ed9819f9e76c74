package demo

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/oklog/ulid/v2"

	"sahn/server/dev/sample"
	"sahn/server/einvoice"
	"sahn/server/invoice"
	"sahn/server/ledger"
	"sahn/server/platform/audit"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/money"
)

// unpaid is how many of the newest invoices are not paid yet; the oldest of them is overdue.
const unpaid = 2

// Bills issues the large company's invoices of the past months, each on the first day after, and records payments by transfer, twelve days
// later, for all but the newest. What people paid themselves was invoiced to them when they paid it. It sends no mail.
// Calling it again adds what is missing.
func Bills(ctx context.Context, conn db.Conn, seller invoice.Seller, now time.Time) error {
	if err := issueBills(ctx, conn, seller, now); err != nil {
		return err
	}
	return db.InTx(ctx, conn, func(ctx context.Context, tx db.Tx) error { return settleBills(ctx, tx, unpaid, sample.Sidra.ID) })
}

// issueBills issues the invoices of all companies, as on the first day after each month, and of what people paid themselves.
func issueBills(ctx context.Context, conn db.Conn, seller invoice.Seller, now time.Time) error {
	if err := register(ctx, conn); err != nil {
		return err
	}
	at := now
	bills := &invoice.Invoices{Conn: conn, Clock: func() time.Time { return at }, Seller: seller, Log: slog.New(slog.DiscardHandler)}
	this := monthStart(clock.DateOf(now))
	for month := monthStart(clock.DateOf(now) - 7*(yearWeeks+1)); month < this; month = monthStart(month + 31) {
		at = monthStart(month + 31).Start().Add(6 * time.Hour)
		if _, err := bills.Issue(ctx, month, at); err != nil {
			return err
		}
	}
	at = now
	_, err := bills.IssueToEaters(ctx, func(posted time.Time) time.Time { return posted })
	return err
}

type bill struct {
	id, company string
	month       clock.Date
	due         money.Fils
}

// settleBills books transfers for all but the newest invoices of companies, as an operator would.
func settleBills(ctx context.Context, tx db.Tx, newest int, companies ...string) error {
	rows, err := tx.Query(ctx, `SELECT id, company_id, month, due FROM (SELECT *, row_number() OVER (PARTITION BY company_id
		ORDER BY month DESC) AS place FROM invoice_balances WHERE company_id = ANY($1) AND due > 0) b WHERE place > $2 ORDER BY month DESC, id`,
		companies, newest)
	if err != nil {
		return fmt.Errorf("read invoices: %w", err)
	}
	due, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (b bill, err error) {
		return b, row.Scan(&b.id, &b.company, &b.month, &b.due)
	})
	if err != nil {
		return fmt.Errorf("read invoices: %w", err)
	}
	for _, b := range due {
		day, operator := monthStart(b.month+31)+12, sample.SaraOperator.ID
		at, reference, id := day.Start().Add(7*time.Hour), "ENBD-"+b.month.Time().Format("200601"), ulid.Make().String()
		if _, err := tx.InvoicePaymentInsert(ctx,
			db.InvoicePaymentInsertParams{ID: id, InvoiceID: b.id, CompanyID: b.company, Way: "transfer", Amount: int64(b.due),
				Reference: reference, PaidOn: day, RecordedBy: &operator, At: at}); err != nil {
			return fmt.Errorf("pay invoice of %s: %w", b.month, err)
		}
		posted := &db.Batch{}
		ledger.InvoicesTransferred(posted, []ledger.Transfer{{Payment: id, Company: b.company, Amount: b.due}}, at)
		if err := posted.Each(ctx, tx.Queries); err != nil {
			return err
		}
		if err := audit.Write(ctx, tx.Queries, audit.Act{At: at, Who: operator, Company: b.company, Kind: "invoice.transfer", Subject: b.id,
			After: map[string]any{"amount": b.due, "reference": reference, "paid_on": day}}); err != nil {
			return err
		}
	}
	return nil
}

func monthStart(d clock.Date) clock.Date {
	t := d.Time()
	return clock.NewDate(t.Year(), t.Month(), 1)
}

// register fills in what e-invoices say of the seller and the companies, unless somebody did.
func register(ctx context.Context, conn db.Conn) error {
	return db.InTx(ctx, conn, func(ctx context.Context, tx db.Tx) error {
		kept, err := einvoice.Seller{Registration: einvoice.Registration{Emirate: "DXB", Kind: "TL", Number: "784512",
			Issuer: "Dubai Department of Economy and Tourism"}}.Settings()
		if err != nil {
			return err
		}
		for name, value := range kept {
			if _, err := tx.Exec(ctx, "INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING", name, value); err != nil {
				return fmt.Errorf("register the seller: %w", err)
			}
		}
		_, err = tx.Exec(ctx, `UPDATE companies SET registration = jsonb_build_object('emirate', CASE id WHEN $1 THEN 'AUH' ELSE 'DXB' END,
			'kind', 'TL', 'number', right(trn, 6), 'issuer', 'Department of Economy') WHERE registration = '{}' AND trn IS NOT NULL`, sample.Qasr.ID)
		return err
	})
}
