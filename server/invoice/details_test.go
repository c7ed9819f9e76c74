package invoice_test

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sahn/server/company"
	"sahn/server/dev/servertest"
	"sahn/server/invoice"
	"sahn/server/operator"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/job"
	"sahn/server/platform/web"
)

// statement is the paper of a year's account.
func (x *office) statement(who web.Caller, year string) []byte {
	x.Helper()
	paper, err := x.invoices.HandleStatementPDF(x.Context(), who, invoice.StatementRequest{Year: year})
	require.NoError(x, err)
	return paper.Body
}

func TestWhatIsIssuedNamesTheCompanyAsItWasAndTheNextDocumentAsItIs(t *testing.T) {
	t.Parallel()
	x := openOffice(t)
	queue, err := job.NewQueue(slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	companies := company.New(company.Options{DB: x.pool, Queue: queue, Clock: x.clock.Now})
	was := company.Correction{Name: x.company.Name}
	correct := func(to company.Correction) error {
		return db.InTx(t.Context(), x.pool, func(ctx context.Context, tx db.Tx) error {
			_, _, err := companies.Correct(ctx, tx, x.company.ID, was.Seal(), "as on the licence", to)
			return err
		})
	}
	x.eats(x.company, mon)
	cancelled := x.eats(x.company, mon+1)
	who := x.admin(x.company)
	require.Equal(t, 1, x.issues())
	x.clock.Move(clock.NewDate(2027, time.January, 10).Start().Sub(x.clock.Now()))
	invoiced := x.newest(who)
	require.Equal(t, invoice.Buyer{Name: x.company.Name, Address: "A street"}, invoiced.Buyer)
	paper, year, running := x.pdf(who, invoiced.ID), x.statement(who, "2026"), x.statement(who, "2027")

	is := company.Correction{Name: "Harbour Line Group LLC", TRN: "100000000000009", BillingAddress: "PO Box 1234, Dubai"}
	require.NoError(t, correct(is))
	require.ErrorIs(t, correct(company.Correction{Name: "Another"}), company.ErrChanged)
	require.NoError(t, correct(is), "pressed twice")
	require.Equal(t, 1, servertest.One[int](t, x.pool, "SELECT count(*) FROM company_details_before"))
	require.Equal(t, invoiced, x.newest(who))
	require.Equal(t, paper, x.pdf(who, invoiced.ID))
	require.Equal(t, year, x.statement(who, "2026"), "the statement of a year that is over")
	require.NotEqual(t, running, x.statement(who, "2027"))

	x.cancels(cancelled, mon+1)
	x.runs(1)
	notes := x.newest(who).Notes
	require.Len(t, notes, 1)
	require.Equal(t, is.Name+is.TRN+is.BillingAddress, servertest.One[string](t, x.pool,
		"SELECT concat(buyer->>'name', buyer->>'trn', buyer->>'address') FROM invoices WHERE id = $1", notes[0].ID))
	require.Equal(t, paper, x.pdf(who, invoiced.ID))
}

func TestWhatIsIssuedNamesWhoSoldThenAndTheNextDocumentWhoSellsNow(t *testing.T) {
	t.Parallel()
	x := openOffice(t)
	office := &operator.Office{Conn: x.pool, Clock: x.clock.Now, Seller: operator.Seller(seller)}
	x.eats(x.company, mon)
	cancelled := x.eats(x.company, mon+1)
	who := x.admin(x.company)
	require.Equal(t, 1, x.issues())
	x.clock.Move(clock.NewDate(2027, time.January, 10).Start().Sub(x.clock.Now()))
	invoiced := x.newest(who)
	require.Equal(t, seller, invoiced.Seller)
	paper, year, running := x.pdf(who, invoiced.ID), x.statement(who, "2026"), x.statement(who, "2027")

	_, err := office.HandleSellerChange(t.Context(), x.operator(), operator.SellerRequest{Name: "Sahn Group LLC", TRN: "100000000000009",
		Address: "Dubai South", Bank: "IBAN AE07 0331 2345 6789 0123 456", Email: "bills@sahn.example", Phone: "+97140000000"})
	require.NoError(t, err)
	require.Equal(t, invoiced, x.newest(who))
	require.Equal(t, paper, x.pdf(who, invoiced.ID))
	require.Equal(t, year, x.statement(who, "2026"), "the statement of a year that is over")
	require.NotEqual(t, running, x.statement(who, "2027"))

	x.cancels(cancelled, mon+1)
	x.runs(1)
	require.Equal(t, "Sahn Group LLC +97140000000", servertest.One[string](t, x.pool,
		"SELECT concat(seller->>'name', ' ', seller->>'phone') FROM invoices WHERE kind = 'credit'"))
	require.Equal(t, paper, x.pdf(who, invoiced.ID))
}

func TestWithoutAWholeSellerNothingIsIssuedUntilThereIsOne(t *testing.T) {
	t.Parallel()
	x := openOffice(t)
	x.eats(x.company, mon)
	x.invoices.Seller.TRN = ""
	require.ErrorContains(t, x.invoices.Run(t.Context(), x.clock.Now()), "without name, TRN and address of the seller")
	require.Zero(t, servertest.One[int](t, x.pool, "SELECT count(*) FROM invoices"))
	x.invoices.Seller.TRN = seller.TRN
	x.runs(1)
	require.Equal(t, "INV-2026-000001", x.newest(x.admin(x.company)).Number)
}
