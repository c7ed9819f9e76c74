package invoice_test

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/invoice"
	"sahn/server/platform/clock"
	"sahn/server/platform/fault"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
)

// finds is the numbers of the invoices that an operator's search gives, page by page.
func (x *office) finds(r invoice.FindRequest) (numbers []string) {
	x.Helper()
	numbers = []string{}
	for {
		page, err := x.invoices.HandleFind(x.Context(), web.Caller{}, r)
		require.NoError(x, err)
		for _, row := range page.Data {
			numbers = append(numbers, row.Number)
		}
		if r.After = page.Next; r.After == "" {
			return numbers
		}
		require.Len(x, page.Data, 30)
	}
}

func TestOperatorsFindEveryCompanysInvoicesByWordsAndByHowTheyStand(t *testing.T) {
	t.Parallel()
	x := openOffice(t)
	named := func(name string) sample.Company {
		return servertest.NewCompany(t, x.pool, func(c *sample.Company) { c.Name, c.ShareType, c.ShareValue = name, "Flat", 1500 })
	}
	x.company = named("100% Fresh_Air LLC")
	other := named("Harbour Line")
	m := x.eats(x.company, mon, mon+1)
	x.eats(other, mon)
	require.Equal(t, 2, x.issues())
	who := x.admin(x.company)
	mine := x.newest(who)
	theirs := x.newest(x.admin(other))
	require.Equal(t, []string{"INV-2026-000002", "INV-2026-000001"}, x.finds(invoice.FindRequest{}), "the newest first")
	for words, found := range map[string][]string{"100% fresh_": {mine.Number}, "harbour  line": {theirs.Number}, "_": {mine.Number},
		"%": {mine.Number}, `\`: {}, theirs.Number: {theirs.Number}, "nobody": {}} {
		require.Equal(t, found, x.finds(invoice.FindRequest{Q: words}), words)
	}
	x.pays(who, mine.ID)
	x.cancels(m, mon)
	x.runs(20)
	for state, found := range map[string][]string{"due": {theirs.Number}, "overdue": {theirs.Number}, "paid": {mine.Number},
		"credit": {mine.Number}} {
		require.Equal(t, found, x.finds(invoice.FindRequest{State: state}), state)
	}
	_, err := x.invoices.HandleFind(t.Context(), web.Caller{}, invoice.FindRequest{Q: "a\x00"})
	require.Equal(t, fault.Invalid, fault.As(err).Kind)

	looked, err := x.invoices.HandleLook(t.Context(), web.Caller{}, invoice.OneRequest{ID: mine.ID})
	require.NoError(t, err)
	a := looked.Data
	require.Equal(t, []money.Fils{3000, 1500, 3000, 0, 1500}, []money.Fils{a.Total, a.Credited, a.Paid, a.Due, a.Credit})
	require.Equal(t, []string{x.company.ID, "100% Fresh_Air LLC"}, []string{a.CompanyID, a.Company})
	require.Equal(t, money.Fils(1500), a.Account.Credit)
	require.Len(t, a.Notes, 1)
	require.Len(t, a.Payments, 1)
	for _, id := range []string{"nobody's", a.Notes[0].ID} {
		_, err := x.invoices.HandleLook(t.Context(), web.Caller{}, invoice.OneRequest{ID: id})
		require.ErrorIs(t, err, fault.ErrNotFound, "a credit note is seen with its invoice")
	}
}

func TestManyInvoicesComeInPagesEachOnce(t *testing.T) {
	t.Parallel()
	x := openOffice(t)
	x.unsound = true // these invoices are about nothing
	for n := range 65 {
		bare(t, x, clock.NewDate(2026, time.Month(11+n), 1), 100, 0)
	}
	all := x.finds(invoice.FindRequest{State: "due"})
	require.Len(t, all, 65)
	slices.Sort(all)
	require.Len(t, slices.Compact(all), 65)
}

func TestAPageOfInvoicesThatIsEmptiedMeanwhileIsTheLastOneThatThereIs(t *testing.T) {
	t.Parallel()
	x := openOffice(t)
	x.unsound = true // these invoices are about nothing
	who := x.admin(x.company)
	var newest string
	for n := range 49 {
		newest = bare(t, x, clock.NewDate(2022, time.Month(11+n), 1), 1500, 0)
	}
	of := func(r invoice.ListRequest) (pages []int) {
		list := x.list(who, r)
		return []int{list.Page, len(list.Data), list.Total}
	}
	for page, stands := range map[string][]int{"": {1, 24, 49}, "2": {2, 24, 49}, "3": {3, 1, 49}, "4": {3, 1, 49}, "999": {3, 1, 49}} {
		require.Equal(t, stands, of(invoice.ListRequest{Page: page}), "page %q", page)
	}
	require.Equal(t, []int{1, 2, 2}, of(invoice.ListRequest{Year: "2022", Page: "3"}), "a year has fewer")
	require.Equal(t, []int{1, 0, 0}, of(invoice.ListRequest{State: "paid", Page: "3"}))

	require.Equal(t, []int{3, 1, 49}, of(invoice.ListRequest{State: "open", Page: "3"}))
	servertest.Do(t, x.pool,
		"INSERT INTO invoice_payments (id, invoice_id, company_id, way, amount, reference, paid_on, at) VALUES ($1, $1, $2, 'card', 1500, $1, "+
			"'2026-12-01', now())", newest, x.company.ID)
	require.Equal(t, []int{2, 24, 48}, of(invoice.ListRequest{State: "open", Page: "3"}), "the one that is paid now was the forty-ninth")
}
