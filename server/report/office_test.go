package report_test

import (
	"archive/zip"
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/demo"
	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/invoice"
	"sahn/server/ledger"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
	"sahn/server/report"
)

var support = web.Caller{ProfileID: "o", ClientType: "Operator"}

func office(t require.TestingT, reports *report.Reports, from, until string) report.OfficeReport {
	reply, err := reports.HandleOffice(ctx, support, report.OfficeRequest{From: from, Until: until})
	require.NoError(t, err)
	return reply.Data
}

// The lunch company's own report of a year: of all companies, with invoices, credit notes, a counter and missing meals.
func theOfficeReadsWhatTheBooksAndTheDocumentsSay(t *testing.T, reports *report.Reports, pool *pgxpool.Pool) {
	require.NoError(t, demo.Bills(t.Context(), pool, invoice.Seller{Name: "Sahn", TRN: "100000000000003", Address: "Dubai"}, now))
	missing(t, pool)
	in := func(sql string) money.Fils { return number(t, pool, sql) }
	booked := `SELECT coalesce(sum(e.amount), 0)::bigint FROM entries e JOIN accounts a ON a.id = e.account_id WHERE a.kind = `

	all := office(t, reports, "2025-06-01", "2027-05-31")
	taken := in(`SELECT coalesce(sum(amount + company_amount), 0)::bigint FROM shortfalls`)
	require.Positive(t, taken)
	require.Equal(t, in(booked+`'sales'`)-taken, all.Total.Net)
	require.Equal(t, money.Fils(3*3300), all.Total.Counter)

	owing := all.Receivables.Total
	require.Equal(t, -in(booked+`'company'`), owing.Due-owing.Credit+owing.NotInvoiced)
	require.Positive(t, owing.Beyond+owing.To90+owing.To60+owing.To30, "somebody is late")
	require.Equal(t, in(`SELECT coalesce(sum(due), 0)::bigint FROM invoice_balances WHERE due > 0 AND due_on < '2026-11-21'`),
		owing.Due-owing.NotYet)

	kinds := map[string]report.VATLine{}
	for _, l := range all.VAT.Lines {
		kinds[l.Kind] = l
		require.Equal(t, l.Total, l.Net+l.VAT)
	}
	require.Equal(t, in(`SELECT sum(CASE kind WHEN 'invoice' THEN vat_amount ELSE -vat_amount END)::bigint FROM invoices`),
		kinds["invoice"].VAT+kinds["credit"].VAT)
	require.Equal(t, in(`SELECT sum(vat_amount - company_vat_amount)::bigint FROM orders WHERE status IN ('Confirmed', 'Completed')`),
		kinds["order"].VAT, "what the receipts say")
	require.Equal(t, in(`SELECT sum(employee_share)::bigint FROM orders WHERE status IN ('Confirmed', 'Completed')`), kinds["order"].Total)
	require.Equal(t, 3*(money.Fils(157)-money.Fils(1650).VAT(5)), kinds["counter"].VAT)
	require.Equal(t, -in(`SELECT sum(amount)::bigint FROM shortfalls`), kinds["missing"].Total)
	eaters := func(what, sources string) money.Fils {
		return in(`SELECT sum(CASE kind WHEN 'invoice' THEN ` + what + ` ELSE -` + what + ` END)::bigint FROM eater_documents
			WHERE source IN (` + sources + `) AND about_id NOT IN (SELECT id FROM counter_sales)`)
	}
	require.Equal(t, kinds["order"].Total, eaters("total_amount", "'order', 'amendment'"), "what eaters paid is on their tax invoices")
	require.Equal(t, kinds["order"].VAT, eaters("vat_amount", "'order', 'amendment'"))
	require.Equal(t, all.Total.Net, all.VAT.Total.Total+owing.NotInvoiced, "what is sold is on a document or will be on an invoice")

	some := rand.New(rand.NewPCG(1, 2))
	for range servertest.Amount(6, 100) {
		from := clock.NewDate(2025, 11, 1) + clock.Date(some.IntN(360))
		until := from + 1 + clock.Date(some.IntN(120))
		middle := from + clock.Date(some.IntN(int(until-from)))
		r := office(t, reports, from.String(), until.String())
		var days, companies, channels report.Sales
		meals := money.Fils(0)
		for _, d := range r.Days {
			plus(&days, d.Sales)
		}
		for _, c := range r.Companies {
			plus(&companies, c.Sales)
		}
		for _, c := range r.Channels {
			plus(&channels, c.Sales)
		}
		for _, m := range r.Meals {
			meals += m.Net
		}
		require.Equal(t, [3]report.Sales{r.Total, r.Total, r.Total}, [3]report.Sales{days, companies, channels})
		require.Equal(t, r.Total.Net, meals)
		first := office(t, reports, from.String(), middle.String()).VAT.Total
		second := office(t, reports, (middle + 1).String(), until.String()).VAT.Total
		require.Equal(t, r.VAT.Total, report.VATLine{Documents: first.Documents + second.Documents, Net: first.Net + second.Net,
			VAT: first.VAT + second.VAT, Total: first.Total + second.Total}, "each document is in one period")
	}
}

// missing notes that the first meal of some lunches was missing.
func missing(t *testing.T, pool *pgxpool.Pool) {
	t.Helper()
	rows, err := pool.Query(ctx, `INSERT INTO shortfalls (id, delivery_id, meal, qty, kind, amount, company_amount, at, operator_id)
		SELECT substr(md5(d.id), 1, 26), d.id, l.meal, l.qty, 'missing', l.total - least(l.total, d.company_share),
		least(l.total, d.company_share), $1, $2 FROM deliveries d JOIN order_lines l ON l.delivery_id = d.id AND l.position = 0
		WHERE d.live AND d.delivery_date = '2026-10-14' AND d.net_amount > d.company_share AND l.total > d.company_share
		ORDER BY d.id LIMIT 5 RETURNING id, company_amount, (SELECT company_id FROM deliveries x WHERE x.id = delivery_id)`, now,
		sample.SaraOperator.ID)
	require.NoError(t, err)
	all, err := pgx.CollectRows(rows, pgx.RowToStructByPos[struct {
		ID      string
		Amount  money.Fils
		Company string
	}])
	require.NoError(t, err)
	require.Len(t, all, 5)
	b, given := &db.Batch{}, []ledger.Missing{}
	for _, s := range all {
		given = append(given, ledger.Missing{ID: s.ID, Company: s.Company, Share: s.Amount})
	}
	ledger.GivenBack(b, given, now)
	require.NoError(t, b.Each(ctx, db.New(pool)))
}

func plus(to *report.Sales, s report.Sales) {
	*to = report.Sales{Lunches: to.Lunches + s.Lunches, Gross: to.Gross + s.Gross, Discount: to.Discount + s.Discount, Net: to.Net + s.Net,
		CompanyShare: to.CompanyShare + s.CompanyShare, EmployeeShare: to.EmployeeShare + s.EmployeeShare, Counter: to.Counter + s.Counter}
}

var arabicReader = web.Caller{Role: support.Role, CompanyID: admin.CompanyID, Language: "ar"}

func theOfficesReportIsSavedTableByTable(t *testing.T, reports *report.Reports, _ *pgxpool.Pool) {
	asked := report.OfficeFileRequest{From: "2026-10-01", Until: "2026-10-31", Format: "csv"}
	r := office(t, reports, asked.From, asked.Until)
	plain := func(f money.Fils) string { return strings.ReplaceAll(strings.TrimPrefix(f.String(), "AED "), ",", "") }
	for table, want := range map[string]struct {
		rows  int
		holds string
	}{
		"":            {len(r.Days) + 2, plain(r.Total.Net)},
		"companies":   {len(r.Companies) + 2, plain(r.Total.CompanyShare)},
		"meals":       {len(r.Meals) + 2, plain(r.Total.Net)},
		"channels":    {len(r.Channels) + 2, plain(r.Total.Net)},
		"receivables": {len(r.Receivables.Companies) + 2, plain(r.Receivables.Total.Due)},
		"vat":         {len(r.VAT.Lines) + 2, plain(r.VAT.Total.VAT)},
	} {
		asked.Table = table
		file, err := reports.HandleOfficeFile(t.Context(), support, asked)
		require.NoError(t, err)
		require.Equal(t, "sahn-sales-2026-10-01-2026-10-31.csv", file.Name)
		lines := strings.Split(strings.TrimSpace(string(file.Body)), "\r\n")
		require.Len(t, lines, want.rows, table)
		require.Contains(t, lines[len(lines)-1], want.holds, table)

		file, err = reports.HandleOfficeFile(t.Context(), arabicReader, asked)
		require.NoError(t, err)
		lines = strings.Split(strings.TrimSpace(string(file.Body)), "\r\n")
		require.NotRegexp(t, "[A-Za-z]", lines[0]+lines[len(lines)-1], table)
		if table == "channels" || table == "vat" {
			require.NotRegexp(t, "[A-Za-z]", string(file.Body), "these tables have only words of the product")
		}
	}
	asked.Format = "xlsx"
	file, err := reports.HandleOfficeFile(t.Context(), support, asked)
	require.NoError(t, err)
	_, err = zip.NewReader(bytes.NewReader(file.Body), int64(len(file.Body)))
	require.NoError(t, err)
}
