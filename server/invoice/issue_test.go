package invoice_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/invoice"
	"sahn/server/platform/clock"
	"sahn/server/platform/money"
)

func TestAMonthsSharesBecomeOneInvoiceWithALineForEachPersonAndDay(t *testing.T) {
	t.Parallel()
	x := openOffice(t)
	x.eats(x.company, mon, mon+1)
	x.eats(x.company, mon)
	x.eats(servertest.NewCompany(t, x.pool, nil), mon) // one that pays nothing
	who := x.admin(x.company)
	require.Equal(t, 1, x.issues())
	require.Zero(t, x.issues(), "again there is nothing to do")

	d := x.newest(who)
	require.Equal(t, "INV-2026-000001", d.Number)
	require.Equal(t, []clock.Date{november, december, december + invoice.Terms, november, december - 1},
		[]clock.Date{d.Month, d.IssuedOn, d.DueOn, d.SupplyFrom, d.SupplyUntil})
	require.Equal(t, []money.Fils{4500, 214, 4500 - 214}, []money.Fils{d.Total, d.VAT, d.Net},
		"45.00 has 2.14 of VAT in it; three times 15.00 with 0.71 each would be 2.13")
	require.Equal(t, "open", d.State)
	require.Equal(t, seller, d.Seller)
	require.Equal(t, invoice.Buyer{Name: x.company.Name, Address: "A street"}, d.Buyer)
	require.Len(t, d.Days, 2)
	require.Equal(t, invoice.Day{Date: mon, Lunches: 2, Net: 3000 - 143, VAT: 143, Total: 3000, Least: 1500, Most: 1500, Rate: 5}, d.Days[0])
	require.Len(t, d.People, 2)
	lines, err := x.invoices.HandleLines(t.Context(), who, invoice.LinesRequest{ID: d.ID, Day: mon.String()})
	require.NoError(t, err)
	require.Len(t, lines.Data, 2)
	lines, err = x.invoices.HandleLines(t.Context(), who, invoice.LinesRequest{ID: d.ID, Person: d.People[0].ID})
	require.NoError(t, err)
	require.Len(t, lines.Data, d.People[0].Lunches)
}

func TestAMonthIsInvoicedOnlyWhenItIsOver(t *testing.T) {
	t.Parallel()
	x := openOffice(t)
	x.eats(x.company, mon)
	_, err := x.invoices.Issue(t.Context(), november, december.Start().Add(-time.Second))
	require.Error(t, err, "in Dubai it is still the thirtieth")
	_, err = x.invoices.Issue(t.Context(), mon, x.clock.Now())
	require.Error(t, err, "that is no month")
	require.NoError(t, x.invoices.Run(t.Context(), december.Start().Add(-time.Second)))
	require.Zero(t, servertest.One[int](t, x.pool, "SELECT count(*) FROM invoices"))
	require.NoError(t, x.invoices.Run(t.Context(), december.Start()))
	require.Equal(t, 1, servertest.One[int](t, x.pool, "SELECT count(*) FROM invoices"))
}

// Invoice numbers have no gaps and no duplicates when many issue at once and when issuing fails.
func TestNumbersHaveNoGapsHoweverManyIssueAtOnceAndHoweverOftenItFails(t *testing.T) {
	t.Parallel()
	x := openOffice(t)
	companies := []sample.Company{x.company}
	for range 5 {
		companies = append(companies, x.founds("Percentage", 40))
	}
	for _, c := range companies {
		x.eats(c, mon)
	}
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for range 3 {
				_, err := x.invoices.Issue(t.Context(), november, x.clock.Now())
				require.NoError(t, err)
			}
		})
	}
	all.Wait()
	require.Equal(t, "[1 2 3 4 5 6]",
		fmt.Sprint(servertest.One[[]int32](t, x.pool, "SELECT array_agg(split_part(number, '-', 3)::int ORDER BY number) FROM invoices")))
}

func TestWhatIsUsedAfterItsMonthWasInvoicedGoesOntoTheNextInvoice(t *testing.T) {
	t.Parallel()
	x := openOffice(t)
	x.eats(x.company, mon)
	require.Equal(t, 1, x.issues())
	x.eats(x.company, mon+1)      // a payment that came late
	x.eats(x.company, december+6) // Monday the seventh
	require.Equal(t, 1, servertest.One[int](t, x.pool, "SELECT count(*) FROM invoice_changes"))
	require.Zero(t, x.issues(), "an invoice never changes")
	x.runs(31)
	d := x.newest(x.admin(x.company))
	require.Equal(t, "INV-2027-000001", d.Number, "a new year counts anew")
	require.Equal(t, []clock.Date{mon + 1, december + 30}, []clock.Date{d.SupplyFrom, d.SupplyUntil})
	require.Equal(t, money.Fils(3000), d.Total)
	require.Zero(t, servertest.One[int](t, x.pool, "SELECT count(*) FROM invoice_changes"))
}

func TestWhatIsTakenBackAfterItWasInvoicedIsCreditedOnce(t *testing.T) {
	t.Parallel()
	x := openOffice(t)
	m := x.eats(x.company, mon, mon+1)
	who := x.admin(x.company)
	require.Equal(t, 1, x.issues())
	x.cancels(m, mon)
	x.clock.Move(24 * time.Hour)
	for range 2 {
		x.runs(0)
	}
	d := x.newest(who)
	require.Equal(t, "INV-2026-000001", d.Number)
	require.Equal(t, []money.Fils{3000, 1500, 1500}, []money.Fils{d.Total, d.Credited, d.Due})
	require.Len(t, d.Notes, 1)
	require.Equal(t, "CN-2026-000001", d.Notes[0].Number)
	x.cancels(m, mon+1)
	x.runs(0)
	d = x.newest(who)
	require.Equal(t, "credited", d.State)
	require.Zero(t, d.Due)
	require.Equal(t, money.Fils(0), d.Total-d.Credited)
	s, err := x.invoices.HandleStatement(t.Context(), who, invoice.StatementRequest{Year: "2026"})
	require.NoError(t, err)
	require.Len(t, s.Entries, 3)
	require.Zero(t, s.After)
}

func TestCreditsAndOrdersThatRaceLoseNothing(t *testing.T) {
	t.Parallel()
	x := openOffice(t)
	meals := make([]meal, 6)
	for i := range meals {
		meals[i] = x.eats(x.company, mon, mon+1)
	}
	require.Equal(t, 1, x.issues())
	var all sync.WaitGroup
	for _, m := range meals {
		all.Go(func() { x.cancels(m, mon) })
	}
	for range 3 {
		all.Go(func() {
			for range 4 {
				_, err := x.invoices.Credit(t.Context(), x.clock.Now())
				require.NoError(t, err)
			}
		})
	}
	all.Wait()
	x.runs(0)
	require.Zero(t, servertest.One[int](t, x.pool, "SELECT count(*) FROM invoice_changes"))
	require.Equal(t, 6*1500, servertest.One[int](t, x.pool, "SELECT sum(total_amount) FROM invoices WHERE kind = 'credit'"))
}

func TestWhatIsIssuedAndPaidInJanuaryIsOnAStatementAtOnce(t *testing.T) {
	t.Parallel()
	x := openOffice(t)
	x.eats(x.company, december+6)
	who := x.admin(x.company)
	require.Empty(t, x.list(who, invoice.ListRequest{}).Statements, "there is no document yet")
	x.runs(50) // the twentieth of January
	list := x.list(who, invoice.ListRequest{})
	require.Equal(t, [][]int{{2026}, {2027}}, [][]int{list.Years, list.Statements})
	s, err := x.invoices.HandleStatement(t.Context(), who, invoice.StatementRequest{Year: "2027"})
	require.NoError(t, err)
	require.Len(t, s.Entries, 1)
	require.Equal(t, "INV-2027-000001", s.Entries[0].Number)
	x.clock.Move(400 * 24 * time.Hour)
	require.Equal(t, []int{2028, 2027}, x.list(who, invoice.ListRequest{}).Statements)
}

func TestOnAPaperStandsWhatTheDocumentIs(t *testing.T) {
	t.Parallel()
	x := openOffice(t)
	servertest.Do(t, x.pool, "UPDATE companies SET trn = '123456789012345', name = 'Harbour Line Logistics' WHERE id = $1", x.company.ID)
	m := x.eats(x.company, mon, mon+1)
	who := x.admin(x.company)
	require.Equal(t, 1, x.issues())
	x.cancels(m, mon)
	x.runs(1)
	d := x.newest(who)
	for id, said := range map[string][]string{
		d.ID: {"Tax Invoice", "فاتورة ضريبية", d.Number, "1 Dec 2026", "15 Dec 2026", "1 – 30 Nov 2026", "AED 30.00",
			"AED 28.57", "AED 1.43"},
		d.Notes[0].ID: {"Tax Credit Note", "إشعار دائن ضريبي", d.Notes[0].Number, d.Number, "2 Dec 2026", "AED 15.00", "AED 14.28", "AED 0.72"},
	} {
		lines, err := x.invoices.Read(t.Context(), who, id)
		require.NoError(t, err)
		stands := make([]string, len(lines))
		for i, l := range lines {
			stands[i] = l.Said
		}
		for _, s := range append(said, seller.Name, seller.TRN, seller.Address, "Harbour Line Logistics", "123456789012345", "5%") {
			require.Contains(t, stands, s)
		}
	}
}

func TestADocumentNeverChanges(t *testing.T) {
	t.Parallel()
	x := openOffice(t)
	x.eats(x.company, mon)
	require.Equal(t, 1, x.issues())
	for _, statement := range []string{"UPDATE invoices SET total_amount = total_amount", "DELETE FROM invoices",
		"UPDATE invoice_lines SET vat_amount = 0", "DELETE FROM invoice_shares", "TRUNCATE invoice_payments"} {
		_, err := x.pool.Exec(t.Context(), statement)
		require.ErrorContains(t, err, "never changed", statement)
	}
	who := x.admin(x.company)
	id := x.newest(who).ID
	before := x.pdf(who, id)
	servertest.Do(t, x.pool, "UPDATE companies SET name = 'Another name', trn = '123456789012345' WHERE id = $1", x.company.ID)
	x.clock.Move(1000 * time.Hour)
	require.Equal(t, before, x.pdf(who, id))
}
