package invoice_test

import (
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/invoice"
	"sahn/server/platform/clock"
	"sahn/server/platform/fault"
	"sahn/server/platform/mail"
	"sahn/server/platform/money"
)

// tends writes what is due to eaters, as the job does, and returns how many documents.
func (x *office) tends() int {
	x.Helper()
	n, err := x.invoices.IssueToEaters(x.Context(), func(time.Time) time.Time { return x.clock.Now() })
	require.NoError(x, err)
	return n
}

// papers are an eater's documents about an order.
func (x *office) papers(m meal) []invoice.EaterDocument {
	x.Helper()
	list, err := x.invoices.HandleEaterDocuments(x.Context(), m.who, invoice.EaterDocumentsRequest{About: m.order})
	require.NoError(x, err)
	return list.Data
}

func TestWhatAnEaterPaidIsATaxInvoiceAndWhatIsTakenBackACreditNoteToTheFils(t *testing.T) {
	t.Parallel()
	x := openOffice(t)
	m := x.eats(x.company, mon, mon+1)
	free := x.eats(x.founds("Percentage", 100), mon)
	price := x.priceOf(m, mon)
	named, err := x.invoices.DocumentOf(t.Context(), "order", m.order) // the letter's job comes first
	require.NoError(t, err)
	require.Equal(t, mail.Document{Number: "TI-2026-000001"}, named)
	require.Zero(t, x.tends(), "it is written once")
	require.Empty(t, x.papers(free), "who paid nothing has none")

	paid := servertest.One[money.Fils](t, x.pool, "SELECT employee_share FROM orders WHERE id = $1", m.order)
	x.cancels(m, mon)
	x.misses(m, mon+1)
	require.Equal(t, 2, x.tends())
	require.Zero(t, x.tends())
	papers := x.papers(m)
	require.Len(t, papers, 3)
	first, back, missing := papers[0], papers[1], papers[2]
	require.Equal(t, []string{"invoice", "credit", "credit"}, []string{first.Kind, back.Kind, missing.Kind})
	require.Equal(t, []string{"TI-2026-000001", "TC-2026-000001", "TC-2026-000002"}, []string{first.Number, back.Number, missing.Number})
	own := price - 1500
	require.Equal(t, []money.Fils{paid, own, paid - own}, []money.Fils{first.Total, back.Total, missing.Total},
		"all that was paid, and then all that came back")
	require.Equal(t, price.VAT(5)-money.Fils(1500).VAT(5), back.VAT, "what the company's part leaves of the day's VAT")

	for _, d := range papers {
		file, err := x.invoices.HandleEaterPDF(t.Context(), m.who, invoice.OneRequest{ID: d.ID})
		require.NoError(t, err)
		require.Equal(t, d.Number+".pdf", file.Name)
		again, err := x.invoices.HandleEaterPDF(t.Context(), m.who, invoice.OneRequest{ID: d.ID})
		require.NoError(t, err)
		require.Equal(t, file.Body, again.Body, "it is always the same paper")
		_, err = x.invoices.HandleEaterPDF(t.Context(), free.who, invoice.OneRequest{ID: d.ID})
		require.ErrorIs(t, err, fault.ErrNotFound, "a stranger's")
	}
	require.Empty(t, x.papers(meal{who: free.who, order: m.order}))
	_, err = x.pool.Exec(t.Context(), "UPDATE eater_documents SET total_amount = 1")
	require.ErrorContains(t, err, "are never changed")
}

// priceOf is what a day of an order costs.
func (x *office) priceOf(m meal, day clock.Date) money.Fils {
	x.Helper()
	return servertest.One[money.Fils](x, x.pool, "SELECT net_amount FROM deliveries WHERE order_id = $1 AND delivery_date = $2", m.order, day)
}

func TestTaxInvoicesOfEatersHaveNoGapsHoweverManyAreWrittenAtOnceAndHoweverOftenItFails(t *testing.T) {
	t.Parallel()
	x := openOffice(t)
	const people = 8
	var meals [people]meal
	for i := range meals {
		meals[i] = x.eats(x.company, mon)
	}
	servertest.Do(t, x.pool, `CREATE FUNCTION fails() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''the disk is full''; END'`)
	servertest.Do(t, x.pool, `CREATE TRIGGER fails BEFORE INSERT ON eater_documents FOR EACH ROW
		WHEN (NEW.source_id = '`+meals[3].order+`') EXECUTE FUNCTION fails()`)
	var all sync.WaitGroup
	for i := range people {
		all.Go(func() {
			_, err := x.invoices.DocumentOf(t.Context(), "order", meals[i].order)
			require.Equal(t, i == 3, err != nil, "%v", err)
			_, _ = x.invoices.IssueToEaters(t.Context(), func(time.Time) time.Time { return x.clock.Now() })
		})
	}
	all.Wait()
	require.Equal(t, people-1, servertest.One[int](t, x.pool, "SELECT count(*) FROM eater_documents"))
	servertest.Do(t, x.pool, "DROP TRIGGER fails ON eater_documents")
	servertest.Do(t, x.pool, "DROP FUNCTION fails")
	x.tends()
	require.Equal(t, people, servertest.One[int](t, x.pool, "SELECT count(DISTINCT number) FROM eater_documents"))
	require.Equal(t, "TI-2026-000008", servertest.One[string](t, x.pool, "SELECT max(number) FROM eater_documents"))
	require.Zero(t, servertest.One[int](t, x.pool, "SELECT count(*) FROM eater_documents_due"))
}

// The letter about a change may be written before that about its order, and before the minutely job.
func TestALetterAboutAChangeNamesItsCreditNoteBeforeAnybodyWroteTheInvoice(t *testing.T) {
	t.Parallel()
	x := openOffice(t)
	m := x.eats(x.company, mon, mon+1)
	x.cancels(m, mon)
	change := servertest.One[string](t, x.pool, "SELECT id FROM amendments WHERE order_id = $1", m.order)
	for range 2 {
		document, err := x.invoices.DocumentOf(t.Context(), "amendment", change)
		require.NoError(t, err)
		require.Equal(t, mail.Document{Number: "TC-2026-000001", Credit: true}, document)
	}
	require.Len(t, x.papers(m), 2)
	require.Zero(t, x.tends(), "both are written once")
	servertest.Sound(t, x.pool)
}

func TestWithoutAWholeSellerEatersGetNoTaxInvoiceUntilThereIsOne(t *testing.T) {
	t.Parallel()
	x := openOffice(t)
	m := x.eats(x.company, mon)
	x.invoices.Seller.TRN = ""
	document, err := x.invoices.DocumentOf(t.Context(), "order", m.order)
	require.NoError(t, err)
	require.Empty(t, document)
	require.Zero(t, x.tends())
	x.invoices.Seller = seller
	require.Equal(t, 1, x.tends())
	require.Len(t, x.papers(m), 1)
}
