package invoice_test

import (
	"log/slog"
	"testing"
	"time"

	"github.com/oklog/ulid/v2"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/invoice"
	"sahn/server/kitchen"
	"sahn/server/menu/published"
	"sahn/server/platform/clock"
	"sahn/server/platform/job"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
	"sahn/server/report"
)

// cook is somebody of the kitchen, signed in.
func (x *office) cook() web.Caller {
	x.Helper()
	who := x.operator()
	servertest.Do(x, x.pool, "UPDATE profiles SET operator_role = 'kitchen' WHERE id = $1", who.ProfileID)
	return who
}

// misses says, twice, that a portion of a day was missing, and answers the company's part of its price.
func (x *office) misses(m meal, day clock.Date) money.Fils {
	x.Helper()
	queue, err := job.NewQueue(slog.New(slog.DiscardHandler))
	require.NoError(x, err)
	now := day.Start().Add(12 * time.Hour)
	k := &kitchen.Kitchen{Conn: x.pool, Clock: servertest.ClockAt(now).Now, Menus: published.NewStore(), Queue: queue}
	f := kitchen.Fact{ID: ulid.Make().String(), Kind: "missing", Meal: servertest.Meal(day, 0), Qty: 1, At: now,
		Delivery: servertest.One[string](x, x.pool, "SELECT id FROM deliveries WHERE order_id = $1 AND delivery_date = $2", m.order, day)}
	for range 2 {
		done, err := k.HandleHandovers(x.Context(), x.cook(), kitchen.Handovers{Facts: []kitchen.Fact{f}})
		require.NoError(x, err)
		require.NotEqual(x, "refused", done.Data[0].Code, done.Data[0].Reason)
	}
	return servertest.One[money.Fils](x, x.pool, "SELECT company_amount FROM shortfalls WHERE id = $1", f.ID)
}

// missed is an invoice of two people's lunches on two days, of which all of one and half of the other were missing on the first, and who
// is its admin.
func (x *office) missed() (who web.Caller, one, two meal) {
	x.Helper()
	one, two = x.eats(x.company, mon, mon+1), x.eatsMuch(2, x.company, mon, mon+1)
	require.Equal(x, money.Fils(1500), x.misses(one, mon), "all of a lunch")
	require.Equal(x, money.Fils(750), x.misses(two, mon), "half of one")
	who = x.admin(x.company)
	require.Equal(x, 1, x.issues())
	return who, one, two
}

func TestWhatWasMissingIsNotBilled(t *testing.T) {
	t.Parallel()
	x := openOffice(t)
	m := x.eats(x.company, mon, mon+1)
	require.Equal(t, money.Fils(1500), x.misses(m, mon), "the company had paid so much of it")
	who := x.admin(x.company)
	require.Equal(t, 1, x.issues())
	d := x.newest(who)
	require.Equal(t, money.Fils(1500), d.Total)
	require.Len(t, d.Days, 1)
	require.Equal(t, mon+1, d.Days[0].Date)
	x.runs(1)
	require.Empty(t, x.newest(who).Notes)
}

func TestACompanyOfWhichEverythingWasMissingGetsNoInvoice(t *testing.T) {
	t.Parallel()
	x := openOffice(t)
	x.misses(x.eats(x.company, mon), mon)
	require.Zero(t, x.issues())
}

func TestWhatWasMissingOfAnInvoicedMonthIsCreditedOnceAndPaysTheNext(t *testing.T) {
	t.Parallel()
	x, who, d, m := billed(t)
	x.pays(who, d.ID)
	require.Equal(t, money.Fils(1500), x.misses(m, mon+1))
	require.Equal(t, 1, servertest.One[int](t, x.pool, "SELECT count(*) FROM invoice_changes"))
	x.runs(1)
	x.runs(1)
	d = x.one(who, d.ID)
	require.Len(t, d.Notes, 1)
	require.Equal(t, []money.Fils{1500, 1500}, []money.Fils{d.Credited, d.Credit})
	lines, err := x.invoices.HandleLines(t.Context(), who, invoice.LinesRequest{ID: d.Notes[0].ID})
	require.NoError(t, err)
	require.Len(t, lines.Data, 1)
	require.Equal(t, mon+1, lines.Data[0].Date)
	x.eats(x.company, december+6)
	x.runs(31)
	require.Equal(t, "paid", x.newest(who).State, "there is nothing to pay of it")
}

func TestTheBillThePageAndTheReportSayTheSameAfterAMissingMeal(t *testing.T) {
	t.Parallel()
	x := openOffice(t)
	who, one, two := x.missed()
	reports := &report.Reports{Conn: x.pool, Clock: x.clock.Now}
	same := func(company money.Fils, lunches int) {
		t.Helper()
		employees := servertest.One[money.Fils](t, x.pool,
			"SELECT (SELECT sum(net_amount - company_share) FROM deliveries) - (SELECT sum(amount) FROM shortfalls)")
		d := x.newest(who)
		require.Equal(t, company, d.Total-d.Credited)
		require.Equal(t, invoice.Shared{Lunches: lunches, Company: company, Employees: employees}, d.Shared)
		r, err := reports.HandleReport(t.Context(), who, report.Request{From: "2026-11-01", Until: "2026-11-30"})
		require.NoError(t, err)
		sums := r.Data.Total
		require.Equal(t, []money.Fils{company, employees, company + employees, company + employees, 0},
			[]money.Fils{sums.CompanyShare, sums.EmployeeShare, sums.Net, sums.Gross, sums.Discount})
		require.Equal(t, int64(lunches), int64(sums.Lunches))
	}
	same(750+1500+1500, 3)
	x.misses(one, mon+1)
	x.misses(two, mon+1)
	x.runs(1)
	same(750+750, 2)
}

func TestAReportCountsEveryLunchAndNamesThoseThatTheInvoiceOfItsMonthCounts(t *testing.T) {
	t.Parallel()
	x := openOffice(t)
	x.eats(x.company, mon, mon+1)
	share := "UPDATE companies SET share_value = $2 WHERE id = $1"
	servertest.Do(t, x.pool, share, x.company.ID, 0)
	x.eats(x.company, mon)
	servertest.Do(t, x.pool, share, x.company.ID, 1500)
	who := x.admin(x.company)
	require.Equal(t, 1, x.issues())
	reports := &report.Reports{Conn: x.pool, Clock: x.clock.Now}
	r, err := reports.HandleReport(t.Context(), who, report.Request{From: "2026-11-01", Until: "2026-11-30"})
	require.NoError(t, err)
	d := x.newest(who)
	require.Equal(t, []int64{3, 2, 2}, []int64{r.Data.Total.Lunches, r.Data.Total.Shared, int64(d.Shared.Lunches)})
	require.Equal(t, []money.Fils{3000, 3000}, []money.Fils{r.Data.Total.CompanyShare, d.Total})
}
