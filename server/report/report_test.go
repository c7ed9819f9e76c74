package report_test

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/oklog/ulid/v2"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"sahn/server/dev/demo"
	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/ledger"
	"sahn/server/ops/doctor"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
	"sahn/server/report"
)

func TestMain(m *testing.M) {
	servertest.FixSeed()
	servertest.Main(m)
}

var ctx = context.Background()

// now is a Saturday morning in Dubai.
var now = time.Date(2026, 11, 21, 6, 0, 0, 0, time.UTC)

// admin is one of the large company's.
var admin = web.Caller{ProfileID: "x", CompanyID: sample.Sidra.ID, ClientType: "Admin"}

// The tests of one year's reports share it, since a year takes seconds to write. They run in this order: the later ones change it.
func TestAReportOfAYear(t *testing.T) {
	t.Parallel()
	reports, pool := yearOfOrders(t)
	for _, c := range []struct {
		name string
		test func(t *testing.T, reports *report.Reports, pool *pgxpool.Pool)
	}{
		{"it is what the books and the invoices say", itIsWhatTheBooksAndTheInvoicesSay},
		{"days from the middle of a month tell of that month's cap", daysFromTheMiddleOfAMonthTellOfThatMonthsCap},
		{"it tells nothing of another company and of no dish that few had", itTellsNothingOfAnotherCompanyAndOfNoDishThatFewHad},
		{"it is saved without formulas", itIsSavedWithoutFormulas},
		{"a lowered cap does not change what months were", aLoweredCapDoesNotChangeWhatMonthsWere},
		{"the office reads what the books and the documents say", theOfficeReadsWhatTheBooksAndTheDocumentsSay},
		{"the office's report is saved table by table", theOfficesReportIsSavedTableByTable},
		{"its plans are as good the twentieth time", itsPlansAreAsGoodTheTwentiethTime},
	} {
		t.Run(c.name, func(t *testing.T) { c.test(t, reports, pool) })
	}
}

// yearOfOrders has a year of orders, and a few sales at a counter, one of them undone.
func yearOfOrders(t *testing.T) (*report.Reports, *pgxpool.Pool) {
	t.Helper()
	pool := servertest.DB(t)
	require.NoError(t, demo.Load(t.Context(), pool, now))
	added, err := demo.Year(t.Context(), pool, now, 3)
	require.NoError(t, err)
	require.True(t, added)
	counter(t, pool)
	return &report.Reports{Conn: pool, Clock: func() time.Time { return now }}, pool
}

func counter(t *testing.T, pool *pgxpool.Pool) {
	t.Helper()
	do := func(sql string, args ...any) { servertest.Do(t, pool, sql, args...) }
	buyers := servertest.One[[]string](t, pool,
		`SELECT (array_agg(p.id ORDER BY p.id))[:4] FROM profiles p WHERE company_id = $1 AND status = 'Active' AND NOT EXISTS (
		SELECT FROM share_periods s WHERE s.profile_id = p.id AND s.period_start >= '2026-10-01' AND s.granted > 20000)`, sample.Sidra.ID)
	require.Len(t, buyers, 4)
	till, shift := ulid.Make().String(), ulid.Make().String()
	do(`INSERT INTO tills (id, company_id, address_id, name, public_key, last_receipt, paired_by, paired_at, seen_at)
		VALUES ($1, $2, '00SAHNADDRESS0000000000041', 'Lobby', $3, 9, $4, $5, $5)`,
		till, sample.Sidra.ID, make([]byte, 65), buyers[0], now)
	do(`INSERT INTO till_facts (id, till_id, kind, hash, code, happened_at, received_at) VALUES ($1, $2, 'open/1', 'o', 0, $3, $3)`,
		shift, till, now)
	do(`INSERT INTO till_shifts (id, till_id, day, opened_at) VALUES ($1, $2, '2026-11-14', $3)`, shift, till, now)
	for i, buyer := range buyers {
		sale, day := ulid.Make().String(), "2026-11-14" // a Saturday
		do(`INSERT INTO till_facts (id, till_id, kind, hash, code, receipt, happened_at, received_at)
			VALUES ($1, $2, 'sale/1', $1::text::bytea, 0, $3, $4, $4)`, sale, till, i+1, now)
		do(`INSERT INTO counter_sales (id, till_id, company_id, shift_id, receipt, day, sold_at, profile_id, proof, terms, total_amount,
			difference_amount, vat_amount, cash_amount, change_amount,
			terminal_amount, company_share, wallet_amount, owed_amount) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $1::text::bytea,
			'{"share_type":"Percentage","share_value":50,"share_cap":27500}', 3300, 0, 157, 1650, 0, 0, 1650, 0, 0)`,
			sale, till, sample.Sidra.ID, shift, i+1, day, now, buyer)
		do(`INSERT INTO counter_lines (sale_id, position, meal, name, qty, price, total, vat)
			VALUES ($1, 0, 'x', 'Lunch', 1, 3300, 3300, 157)`, sale)
		do(`INSERT INTO share_periods (profile_id, company_id, duration, period_start, granted) VALUES ($1, $2, 'Monthly', '2026-11-01', 1650)
			ON CONFLICT (profile_id, duration, period_start) DO UPDATE SET granted = share_periods.granted + 1650`, buyer, sample.Sidra.ID)
		do(`INSERT INTO counter_shares (sale_id, company_id, profile_id, duration, period_start, amount, state)
			VALUES ($1, $2, $3, 'Monthly', '2026-11-01', 1650, 'used')`, sale, sample.Sidra.ID, buyer)
		posted := []ledger.Counter{{Sale: sale, Profile: buyer, Company: sample.Sidra.ID, Cash: 1650, Share: 1650}}
		posts := func() {
			b := &db.Batch{}
			ledger.Counters(b, posted, now)
			require.NoError(t, b.Each(t.Context(), db.New(pool)))
		}
		posts()
		if i == 3 {
			posted[0].Void = true
			posts()
			do(`UPDATE counter_sales SET voided_at = $2 WHERE id = $1`, sale, now)
			do(`UPDATE counter_shares SET state = 'released' WHERE sale_id = $1`, sale)
			do(`UPDATE share_periods SET granted = granted - 1650 WHERE profile_id = $1 AND period_start = '2026-11-01'`, buyer)
			do(`INSERT INTO till_facts (id, till_id, kind, hash, code, sale_id, happened_at, received_at)
				VALUES ($1, $2, 'void/1', 'v', 0, $3, $4, $4)`, ulid.Make().String(), till, sale, now)
		}
	}
}

// told is the report that an admin gets.
func told(t require.TestingT, reports *report.Reports, who web.Caller, r report.Request) report.Report {
	reply, err := reports.HandleReport(ctx, who, r)
	require.NoError(t, err)
	return reply.Data
}

func number(t require.TestingT, pool *pgxpool.Pool, sql string, args ...any) (n money.Fils) {
	require.NoError(t, pool.QueryRow(ctx, sql, args...).Scan(&n), sql)
	return n
}

func itIsWhatTheBooksAndTheInvoicesSay(t *testing.T, reports *report.Reports, pool *pgxpool.Pool) {
	found, err := doctor.Examine(t.Context(), pool)
	require.NoError(t, err)
	require.Empty(t, doctor.Broken(found), "the story itself holds")

	total := told(t, reports, admin, report.Request{From: "2025-06-01", Until: "2027-01-31"}).Total
	of := ` AND (t.cause_id IN (SELECT id FROM orders WHERE company_id = $1) OR t.cause_id IN (SELECT id FROM amendments WHERE company_id = $1)
		OR t.cause_id IN (SELECT s.id FROM counter_sales s JOIN profiles p ON p.id = s.profile_id WHERE p.company_id = $1))`
	booked := `SELECT coalesce(sum(e.amount), 0)::bigint FROM entries e JOIN transactions t ON t.id = e.transaction_id
		JOIN accounts a ON a.id = e.account_id WHERE a.kind = `
	require.Equal(t, number(t, pool, booked+`'sales'`+of, sample.Sidra.ID), total.Net)
	require.Equal(t, -number(t, pool, booked+`'company' AND a.company_id = $1`, sample.Sidra.ID), total.CompanyShare)
	require.Equal(t, -number(t, pool, booked+`ANY('{wallet,card,cash,terminal,receivable}')`+of, sample.Sidra.ID), total.EmployeeShare)
	require.Equal(t, money.Fils(3*3300), total.Counter)
	require.Equal(t,
		number(t, pool, `SELECT coalesce(sum(gross_amount), 0)::bigint FROM orders WHERE company_id = $1
			AND status IN ('Confirmed', 'Completed')`, sample.Sidra.ID)+total.Counter, total.Gross)
	require.Equal(t, total.Gross-total.Net, total.Discount)

	rapid.Check(t, func(t *rapid.T) {
		from := clock.NewDate(2025, 11, 1) + clock.Date(rapid.IntRange(0, 395).Draw(t, "from"))
		until := from + clock.Date(rapid.IntRange(0, 200).Draw(t, "days"))
		by := rapid.SampledFrom([]string{"day", "week", "month"}).Draw(t, "by")
		r := told(t, reports, admin, report.Request{From: from.String(), Until: until.String(), By: by})
		require.Equal(t,
			number(t, pool, `SELECT coalesce(sum(amount), 0)::bigint FROM company_shares WHERE company_id = $1 AND date BETWEEN $2 AND $3`,
				sample.Sidra.ID, from, until), r.Total.CompanyShare, "what is invoiced")
		require.EqualValues(t,
			number(t, pool, `SELECT count(DISTINCT (profile_id, date)) FROM company_shares WHERE company_id = $1 AND date BETWEEN $2 AND $3`,
				sample.Sidra.ID, from, until), r.Total.Shared, "the lunches that invoices count")
		require.LessOrEqual(t, r.Total.Shared, r.Total.Lunches)
		parts, departments := report.Sums{}, report.Sums{}
		for _, p := range r.Parts {
			add(&parts, p.Sums)
			require.LessOrEqual(t, p.Eaters, r.Total.Eaters)
			require.LessOrEqual(t, p.Eaters, p.People, "who ate could eat")
		}
		if len(r.Parts) > 0 {
			p := r.Parts[rapid.IntRange(0, len(r.Parts)-1).Draw(t, "part")]
			last := p.Start
			if by == "week" {
				last += 6
			} else if by == "month" {
				last = clock.DateOf(p.Start.Time().AddDate(0, 1, 0)) - 1
			}
			last = min(last, until)
			require.EqualValues(t,
				number(t, pool, `SELECT count(*) FROM profiles p WHERE company_id = $1 AND (status = 'Active' AND proved_at < $4 OR EXISTS (SELECT
					FROM counter_sales s WHERE s.profile_id = p.id
				AND s.voided_at IS NULL AND s.day BETWEEN $2 AND $3) OR EXISTS (SELECT FROM deliveries d WHERE d.profile_id = p.id AND d.live
				AND d.delivery_date BETWEEN $2 AND $3))`,
					sample.Sidra.ID, max(p.Start, from), last, (last+1).Start()), p.People)
		}
		for _, d := range r.Departments {
			add(&departments, d.Sums)
			require.LessOrEqual(t, d.Eaters, d.People, "who ate could eat")
		}
		require.Equal(t, r.Total.People, departments.People)
		require.Equal(t, r.Total.Eaters, departments.Eaters, "everybody is in one department at most")
		parts.People, parts.Eaters = departments.People, departments.Eaters
		require.Equal(t, departments, parts)
		require.Equal(t, r.Total, parts)
		require.Equal(t, r.Total.Net, r.Total.CompanyShare+r.Total.EmployeeShare)

		before := told(t, reports, admin, report.Request{From: r.Before.From.String(), Until: r.Before.Until.String(), By: by})
		require.Equal(t, before.Total, r.Earlier, "the span before is told as it tells of itself")
		if shares := r.Shares; shares != nil {
			for _, p := range shares.Periods {
				require.LessOrEqual(t, p.Used, p.Allowed)
				require.LessOrEqual(t, p.Capped, p.People)
			}
		}
	})
}

func add(to *report.Sums, s report.Sums) {
	to.Lunches, to.Shared, to.Eaters, to.People = to.Lunches+s.Lunches, to.Shared+s.Shared, to.Eaters+s.Eaters, to.People+s.People
	to.Gross, to.Discount = to.Gross+s.Gross, to.Discount+s.Discount
	to.Net, to.CompanyShare, to.EmployeeShare, to.Counter = to.Net+s.Net, to.CompanyShare+s.CompanyShare, to.EmployeeShare+s.EmployeeShare,
		to.Counter+s.Counter
}

func aLoweredCapDoesNotChangeWhatMonthsWere(t *testing.T, reports *report.Reports, pool *pgxpool.Pool) {
	shares := func(from, until string) *report.Shares {
		return told(t, reports, admin, report.Request{From: from, Until: until}).Shares
	}
	before := shares("2026-01-01", "2026-11-21")
	require.Greater(t, len(before.Periods), 8)
	capped := 0
	for _, p := range before.Periods {
		capped += p.Capped
		require.Equal(t, money.Fils(p.People)*before.Cap, p.Allowed)
	}
	require.Positive(t, capped)
	servertest.Do(t, pool, "UPDATE companies SET share_cap = 9000 WHERE id = $1", sample.Sidra.ID)
	after := shares("2026-01-01", "2026-11-21")
	require.Equal(t, money.Fils(9000), after.Cap)
	require.Equal(t, before.Periods, after.Periods)

	// What is granted from now on is measured by the cap of now; more of a month of before keeps that month's.
	more := "UPDATE share_periods SET granted = granted + 1 WHERE (profile_id, period_start) IN (SELECT profile_id, period_start FROM " +
		"share_periods WHERE company_id = $1 AND granted BETWEEN 1 AND 27000 LIMIT 1) RETURNING cap::bigint"
	require.EqualValues(t, 27_500, servertest.One[int64](t, pool, more, sample.Sidra.ID))
	fresh := "INSERT INTO share_periods (profile_id, company_id, duration, period_start, granted) SELECT id, company_id, 'Monthly', " +
		"'2027-03-01', 500 FROM profiles WHERE company_id = $1 LIMIT 1 RETURNING cap::bigint"
	require.EqualValues(t, 9000, servertest.One[int64](t, pool, fresh, sample.Sidra.ID))
	require.Equal(t, []report.SharePeriod{{Start: clock.NewDate(2027, 3, 1), People: 1, Used: 500, Allowed: 9000}},
		shares("2027-03-01", "2027-03-31").Periods)
}

func daysFromTheMiddleOfAMonthTellOfThatMonthsCap(t *testing.T, reports *report.Reports, _ *pgxpool.Pool) {
	whole := told(t, reports, admin, report.Request{From: "2026-11-01", Until: "2026-11-30"})
	half := told(t, reports, admin, report.Request{From: "2026-11-15", Until: "2026-11-30"})
	require.Len(t, half.Shares.Periods, 1)
	require.Equal(t, whole.Shares, half.Shares)
}

func itTellsNothingOfAnotherCompanyAndOfNoDishThatFewHad(t *testing.T, reports *report.Reports, pool *pgxpool.Pool) {
	other := web.Caller{ProfileID: "y", CompanyID: sample.Harbour.ID, ClientType: "Admin"}
	foreign := told(t, reports, other, report.Request{From: "2025-06-01", Until: "2027-01-31"})
	require.Equal(t, sample.Harbour.Name, foreign.Company)
	require.Zero(t, foreign.Total.Lunches)
	require.Empty(t, foreign.Meals)
	for _, d := range foreign.Departments {
		require.Empty(t, d.ID)
	}

	october := report.Request{From: "2026-10-01", Until: "2026-10-31"}
	whole := told(t, reports, admin, october)
	require.Len(t, whole.Meals, 5)
	require.GreaterOrEqual(t, servertest.One[int](t, pool,
		`SELECT count(DISTINCT d.profile_id) FROM order_lines l JOIN deliveries d ON d.id = l.delivery_id WHERE d.live AND l.meal = $1
		AND d.delivery_date BETWEEN '2026-10-01' AND '2026-10-31'`, whole.Meals[4].Meal), 5)

	department := october
	department.Department = whole.Departments[0].ID
	one := told(t, reports, admin, department)
	require.Equal(t, whole.Departments[0].Sums, one.Total)
	require.Empty(t, one.Meals, "a department may be three people")
	require.Zero(t, told(t, reports, other, department).Total)

	servertest.Do(t, pool,
		`UPDATE order_lines SET meal = 'secret', name = 'Secret' WHERE delivery_id IN (SELECT id FROM deliveries WHERE profile_id IN
		(SELECT profile_id FROM deliveries WHERE company_id = $1 AND live AND delivery_date BETWEEN '2026-10-01' AND '2026-10-31' GROUP BY 1
		ORDER BY count(*) DESC LIMIT 4))`, sample.Sidra.ID)
	for _, m := range told(t, reports, admin, october).Meals {
		require.NotEqual(t, "secret", m.Meal, "four people had it, oftener than anything else")
	}
}

func TestASpanIsReadStrictlyAndComparedWithTheSameBefore(t *testing.T) {
	t.Parallel()
	pool := servertest.DB(t)
	require.NoError(t, demo.Load(t.Context(), pool, now))
	reports := &report.Reports{Conn: pool, Clock: func() time.Time { return now }}
	who := web.Caller{CompanyID: sample.Harbour.ID}
	for asked, want := range map[[2]string][5]string{
		{"", ""}:                     {"2026-11-01", "2026-11-21", "2026-10-01", "2026-10-21", "day"},
		{"2026-10-01", "2026-10-31"}: {"2026-10-01", "2026-10-31", "2026-09-01", "2026-09-30", "day"},
		{"2026-03-01", "2026-03-30"}: {"2026-03-01", "2026-03-30", "2026-02-01", "2026-02-28", "day"},
		{"2026-07-01", "2026-09-30"}: {"2026-07-01", "2026-09-30", "2026-04-01", "2026-06-30", "week"},
		{"2026-01-01", "2026-11-21"}: {"2026-01-01", "2026-11-21", "2025-02-01", "2025-12-21", "month"},
		{"2026-11-03", "2026-11-09"}: {"2026-11-03", "2026-11-09", "2026-10-27", "2026-11-02", "day"},
	} {
		r := told(t, reports, who, report.Request{From: asked[0], Until: asked[1]})
		require.Equal(t, want, [5]string{r.Span.From.String(), r.Span.Until.String(), r.Before.From.String(), r.Before.Until.String(), r.By})
		require.NotNil(t, r.Meals)
	}
	for _, asked := range [][2]string{{"2026-11-02", "2026-11-01"}, {"x", "2026-11-01"}, {"2026-11-01", ""}, {"2024-11-01", "2026-11-02"},
		{"", "2026-11-01"}} {
		_, err := reports.HandleReport(t.Context(), who, report.Request{From: asked[0], Until: asked[1]})
		require.NotNil(t, fault.As(err), asked)
		require.Equal(t, fault.Invalid, fault.As(err).Kind)
	}
}

// contents are a file's, however it is made.
func contents(t require.TestingT, file web.File) string {
	if file.Write == nil {
		return string(file.Body)
	}
	var out strings.Builder
	require.NoError(t, file.Write(ctx, &out))
	return out.String()
}

func itIsSavedWithoutFormulas(t *testing.T, reports *report.Reports, pool *pgxpool.Pool) {
	servertest.Do(t, pool, `UPDATE departments SET name = '=HYPERLINK("x")' WHERE company_id = $1 AND name = 'Sales'`, sample.Sidra.ID)
	asked := report.FileRequest{From: "2026-10-01", Until: "2026-10-31", Format: "csv", Table: "departments"}
	file, err := reports.HandleFile(t.Context(), admin, asked)
	require.NoError(t, err)
	require.Equal(t, "sahn-report-2026-10-01-2026-10-31.csv", file.Name)
	require.Contains(t, string(file.Body), `"'=HYPERLINK(""x"")"`)
	r := told(t, reports, admin, report.Request{From: asked.From, Until: asked.Until})
	asked.Table = ""
	file, err = reports.HandleFile(t.Context(), admin, asked)
	require.NoError(t, err)
	require.Empty(t, file.Body, "it is written while it is read")
	lines := strings.Split(strings.TrimSpace(contents(t, file)), "\r\n")
	require.Len(t, lines, 1+len(r.Parts)+1)
	for i, p := range r.Parts {
		require.Equal(t, fmt.Sprintf("%s,%d,%d,%d,%d,", p.Start, p.People, p.Lunches, p.Shared, p.Eaters), strings.Join(
			strings.SplitAfterN(lines[1+i], ",", 6)[:5], ""), "the file reads less than the screen, and says the same")
	}
	require.Contains(t, lines[len(lines)-1], strings.ReplaceAll(strings.TrimPrefix(r.Total.Net.String(), "AED "), ",", ""))
	weekend := report.FileRequest{From: "2027-01-02", Until: "2027-01-03", Format: "csv"}
	file, err = reports.HandleFile(t.Context(), admin, weekend)
	require.NoError(t, err)
	require.Len(t, strings.Split(strings.TrimSpace(contents(t, file)), "\r\n"), 2, "a weekend without a day has its headings and a total")
	for _, asked.Table = range []string{"", "departments", "shares"} {
		file, err = reports.HandleFile(t.Context(), arabicReader, asked)
		require.NoError(t, err)
		heading, _, _ := strings.Cut(contents(t, file), "\r\n")
		require.NotRegexp(t, "[A-Za-z]", heading)
	}
	asked.Format = "xlsx"
	file, err = reports.HandleFile(t.Context(), admin, asked)
	require.NoError(t, err)
	_, err = zip.NewReader(bytes.NewReader(file.Body), int64(len(file.Body)))
	require.NoError(t, err)
}
