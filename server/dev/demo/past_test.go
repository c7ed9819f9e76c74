package demo_test

import (
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/demo"
	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/invoice"
	"sahn/server/platform/web"
)

var seller = invoice.Seller{Name: "Sahn", TRN: "100000000000003", Address: "Dubai"}

// Every admin of the demo finds a paid invoice, an open one and a last month that is full; whoever can sign in finds lunches that were
// delivered, and nothing ahead that is taken.
func TestTheDemosPeopleHaveAPast(t *testing.T) {
	t.Parallel()
	for name, at := range map[string]time.Time{"on a Saturday": now, "after midnight in Dubai": march,
		"on the first of a month": time.Date(2027, 1, 1, 5, 0, 0, 0, time.UTC),
		"on the last of one":      time.Date(2027, 3, 31, 19, 59, 0, 0, time.UTC)} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			pool := servertest.DB(t)
			require.NoError(t, demo.Load(t.Context(), pool, at))
			for _, want := range []bool{true, false} {
				added, err := demo.Past(t.Context(), pool, seller, at)
				require.NoError(t, err)
				require.Equal(t, want, added)
			}
			servertest.Sound(t, pool)
			requireEInvoices(t, pool, at)
			for _, c := range sample.Companies()[:3] {
				of := ` company_id = '` + c.ID + `'`
				require.Equal(t, []int{1, 1}, servertest.One[[]int](t, pool,
					`SELECT ARRAY[count(*) FILTER (WHERE due = 0), count(*) FILTER (WHERE due > 0)] FROM invoice_balances WHERE`+of), c.Name)
				require.Greater(t, count(t, pool, `SELECT count(*) FROM deliveries WHERE live AND date_trunc('month', delivery_date) =
					date_trunc('month', timestamp '`+at.Format(time.DateOnly)+`') - interval '1 month' AND`+of), 15, c.Name)
			}
			for _, p := range []sample.Profile{sample.MariamHarbour, sample.OmarHarbour, sample.PriyaHarbour, sample.LinaQasr, sample.AhmedQasr,
				sample.FatimaMeridian, sample.WeiMeridian} {
				require.Greater(t, count(t, pool, `SELECT count(*) FROM orders WHERE status = 'Completed' AND profile_id = '`+p.ID+`'`), 3, p.ID)
			}
			require.Zero(t, count(t, pool, `SELECT count(*) FROM deliveries WHERE delivery_date >= '`+at.Format(time.DateOnly)+`'`))
			require.Equal(t, int(sample.MariamHarbour.Wallet), count(t, pool, `SELECT sum(e.amount) FROM entries e
				JOIN accounts a ON a.id = e.account_id WHERE a.profile_id = '`+sample.MariamHarbour.ID+`'`))
		})
	}
}

// requireEInvoices asks for the e-invoice of each document of companies, which the rules have to let pass.
func requireEInvoices(t *testing.T, pool *pgxpool.Pool, at time.Time) {
	t.Helper()
	bills := &invoice.Invoices{Conn: pool, Clock: func() time.Time { return at }, Public: &url.URL{}, Log: slog.New(slog.DiscardHandler)}
	ids := servertest.One[[]string](t, pool, "SELECT array_agg(id ORDER BY id) FROM invoices")
	require.Greater(t, len(ids), 1)
	for _, id := range ids {
		file, err := bills.HandleXMLOfAny(t.Context(), web.Caller{}, invoice.OneRequest{ID: id})
		require.NoError(t, err, id)
		if dir := os.Getenv("SAHN_EINVOICES"); dir != "" { // where somebody can put them to another validator
			require.NoError(t, os.WriteFile(filepath.Join(dir, at.Format("20060102")+"-"+file.Name), file.Body, 0o600))
		}
	}
}
