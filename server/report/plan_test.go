package report_test

import (
	"io"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/platform/web"
	"sahn/server/report"
)

// Nearly all lunches are one company's, and two hundred others have a few each: Postgres keeps one plan for a statement from its sixth time
// on, which is wrong for one of the two. Whoever asks, and however often it was asked on the connection, the report touches as much.
func itsPlansAreAsGoodTheTwentiethTime(t *testing.T, reports *report.Reports, pool *pgxpool.Pool) {
	small := manySmallOnes(t, pool)
	meter, line := servertest.NewMeter(t, pool)
	metered := &report.Reports{Conn: line, Clock: reports.Clock}
	asks := map[string]func() error{}
	for name, who := range map[string]web.Caller{"large": admin, "small": {ProfileID: "y", CompanyID: small, ClientType: "Admin"}} {
		asks["a month of a "+name+" company"] = func() error {
			_, err := metered.HandleReport(ctx, who, report.Request{From: "2026-10-01", Until: "2026-10-31"})
			return err
		}
		asks["the days of a year of a "+name+" company as a file"] = func() error {
			file, err := metered.HandleFile(ctx, who, report.FileRequest{From: "2025-11-21", Until: "2026-11-20", By: "day", Format: "csv"})
			if err != nil {
				return err
			}
			return file.Write(ctx, io.Discard)
		}
	}
	asks["the office's month"] = func() error {
		_, err := metered.HandleOffice(ctx, web.Caller{}, report.OfficeRequest{From: "2026-10-01", Until: "2026-10-31"})
		return err
	}
	// Whichever is asked first on a connection also pays for what Postgres then remembers of its catalog.
	for _, ask := range asks {
		require.NoError(t, ask())
	}
	first, last := map[string]float64{}, map[string]float64{}
	for n := range 20 {
		for what, ask := range asks {
			last[what] = meter.Of(func() { require.NoError(t, ask()) }).Blocks
			if n == 0 {
				first[what] = last[what]
			}
		}
	}
	t.Log("blocks, first and last:", first, last)
	for what, blocks := range last {
		require.InDelta(t, first[what], blocks, max(8, first[what]/50), what)
	}
	var statements []string
	for _, s := range meter.Of(func() { require.NoError(t, asks["the days of a year of a large company as a file"]()) }).Statements {
		statements = append(statements, s.Name)
	}
	require.Equal(t, []string{"ReportActive", "ReportSums", "ReportPeople"}, statements, "a file reads what is in it alone")
	require.Less(t, 10*last["a month of a small company"], last["a month of a large company"], "each has its own plan")
}

// manySmallOnes adds two hundred companies of one person each, who had twenty lunches, and returns one of them. The ledger knows nothing of
// them.
func manySmallOnes(t *testing.T, pool *pgxpool.Pool) string {
	t.Helper()
	config := pool.Config().ConnConfig
	config.Tracer = nil // it takes longer than a request may
	conn, err := pgx.ConnectConfig(t.Context(), config)
	require.NoError(t, err)
	defer conn.Close(t.Context())
	_, err = conn.Exec(t.Context(), `BEGIN; SET LOCAL session_replication_role = replica;
		CREATE FUNCTION pg_temp.of(kind text, n int) RETURNS text LANGUAGE sql AS $$ SELECT kind || lpad(n::text, 24, '0') $$;
		INSERT INTO companies (id, name, company_type, status, plan_id, minimum_day, minimum_meal_count, discount_type, discount_amount,
			share_type, share_value, share_duration, created_at, approved_at)
		SELECT pg_temp.of('CM', n), 'Small ' || n, 'Corporate', 'Active', 1, 1, 1, 'Flat', 0, 'Flat', 1000, 'Monthly', '2020-01-01', '2020-01-01'
		FROM generate_series(1, 200) n;
		INSERT INTO persons (id, email, name, created_at) SELECT pg_temp.of('PN', n), n || '@small.example', 'Small', '2020-01-01'
		FROM generate_series(1, 200) n;
		INSERT INTO profiles (id, person_id, company_id, client_type, status, created_at, proved_at)
		SELECT pg_temp.of('PR', n), pg_temp.of('PN', n), pg_temp.of('CM', n), 'Admin', 'Active', '2020-01-01', '2020-01-01'
		FROM generate_series(1, 200) n;
		INSERT INTO orders (id, profile_id, company_id, status, source, week, rev, gross_amount, discount, net_amount, company_share,
			employee_share, wallet_amount, payable_amount, amount_due, vat_amount, company_vat_amount, terms, quote, quote_hash, draft_revs,
			handoff_key, created_at, paid_at)
		SELECT pg_temp.of('RD', n), pg_temp.of('PR', n), pg_temp.of('CM', n), 'Completed', 'web', '2026-10-05', 1, 60000, 0, 60000, 0, 60000, 0,
			60000, 0, 2857, 0, '{}', '{}', 'x', '{}', pg_temp.of('RD', n), '2026-10-01', '2026-10-01' FROM generate_series(1, 200) n;
		INSERT INTO deliveries (id, order_id, profile_id, company_id, delivery_date, cutoff, address_id, live, gross_amount, net_amount,
			company_share, vat_amount, share_before)
		SELECT pg_temp.of('DL', 100 * n + d), pg_temp.of('RD', n), pg_temp.of('PR', n), pg_temp.of('CM', n), date '2026-10-01' + d,
			'2026-10-01', (SELECT min(id) FROM addresses), true, 3000, 3000, 0, 143, 0
		FROM generate_series(1, 200) n, generate_series(1, 20) d;
		COMMIT`, pgx.QueryExecModeSimpleProtocol)
	require.NoError(t, err)
	// What is no longer visible costs only its first reader: without this the first report reads some blocks more than the others.
	_, err = conn.Exec(t.Context(), "VACUUM ANALYZE", pgx.QueryExecModeSimpleProtocol)
	require.NoError(t, err)
	return "CM" + strings.Repeat("0", 22) + "77"
}
