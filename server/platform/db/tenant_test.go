package db_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
)

// distributions are the tables of the page that says where rows would be on several machines.
func distributions(t *testing.T) map[string][]string {
	t.Helper()
	page, err := os.ReadFile("../../../docs/adr/0039-distribution-by-company.md")
	require.NoError(t, err)
	all := map[string][]string{}
	for _, row := range regexp.MustCompile("(?m)^\\| ([a-z ,]+) \\| (`.*`) \\|$").FindAllStringSubmatch(string(page), -1) {
		all[row[1]] = strings.Split(strings.Trim(row[2], "`"), "`, `")
	}
	require.Len(t, all, 5)
	return all
}

func TestEveryTableHasADistribution(t *testing.T) {
	t.Parallel()
	pool := servertest.DB(t)
	listed := map[string]string{}
	for distribution, names := range distributions(t) {
		for _, name := range names {
			require.Empty(t, listed[name], "%s stands twice", name)
			listed[name] = distribution
		}
	}
	had := columns(t, pool)
	rows, err := pool.Query(t.Context(), "SELECT viewname FROM pg_views WHERE schemaname = 'public'")
	require.NoError(t, err)
	views, err := pgx.CollectRows(rows, pgx.RowTo[string])
	require.NoError(t, err)
	var wrong []string
	for name, of := range had {
		_, company := of["company_id"]
		_, person := of["person_id"]
		switch distribution := listed[name]; {
		case slices.Contains(views, name):
		case distribution == "":
			wrong = append(wrong, name+" has no distribution")
		case (distribution == "by company") != company:
			wrong = append(wrong, name+" is "+distribution)
		case distribution == "by person" && !person:
			wrong = append(wrong, name+" has no person")
		}
		delete(listed, name)
	}
	require.Empty(t, wrong, "docs/adr/0039-distribution-by-company.md")
	require.Empty(t, listed, "there is no such table")
}

// acrossCompanies are queries of several tenant tables that do not name the company: reports, sweeps and papers of all companies, and those
// that follow an order, delivery or profile by its id. No other one may be added without a reason in its review.
const acrossCompanies = `
	AmendmentKnown AmendmentRefunds AmendmentsSince CapturesOf CasesWaiting ChangeAround ChangePeriods ChangePeriodsLock
	ChangePortionsLock ChangeWindowsHold ClosedDaysWithOrders ClosedTell ClosedTold CorrectionNotices CorrectionTold
	CorrectionsTell CorrectionsToldTo CorrectionsUntold CounterConfirmWaiting CounterDaysOf DeliveriesSince EraseAddresses
	EraseAttempts EraseRunFacts EraseSignOns FirstRun HandoffOrders HandoffWindowsHold HandoverOrdersLock
	InvoiceFirstDay InvoicePayments InvoiceSetOffAtIssue InvoiceSources InvoiceWhoPaid LunchEnds OperatorActs OperatorWindows
	OrderAttemptsSince OrderDelivered OrderLetterDays OrderLinesSince OrderPlaceAgain OrderShortfalls OrdersAbandoned
	OrdersDelivered ReconcileBooks RefundLetter ReportSalesMeals ReportVAT RunDaysDue ShareUsesOfOrder ShareUsesSettle SyncKnown
	WalletEntries WithdrawalChosen WithdrawalTold Withdrawals WithdrawalsOn WithdrawnDue WithdrawnShort WithdrawnToTell
	WithdrawnUntold
`

// withoutCompany are the queries of several tenant tables in which no company is named.
func withoutCompany(queries string, tenants []string) (found []string) {
	mention := regexp.MustCompile(`(?i)(?:\b(?:FROM|JOIN|UPDATE|INTO|USING)|,)\s+(` + strings.Join(tenants, "|") + `)\b`)
	for _, query := range strings.Split(queries, "-- name: ")[1:] {
		name, body, _ := strings.Cut(query, " ")
		body = comment.ReplaceAllString(body, "")
		of := map[string]bool{}
		for _, m := range mention.FindAllStringSubmatch(body, -1) {
			of[m[1]] = true
		}
		if len(of) > 1 && !strings.Contains(body, "company_id") {
			found = append(found, name)
		}
	}
	return found
}

func TestAQueryOfSeveralTenantTablesNamesTheCompany(t *testing.T) {
	t.Parallel()
	require.Equal(t, []string{"B"}, withoutCompany("-- name: A :one\nSELECT 1 FROM a JOIN b ON b.company_id = a.company_id;\n"+
		"-- name: B :one\n-- a's company_id\nSELECT 1 FROM a JOIN b ON b.id = a.b;\n-- name: C :one\nSELECT 1 FROM a, other;\n",
		[]string{"a", "b"}))
	files, err := filepath.Glob("../../../sql/queries/*.sql")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	var found []string
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		found = append(found, withoutCompany(string(text), distributions(t)["by company"])...)
	}
	slices.Sort(found)
	require.Equal(t, strings.Fields(acrossCompanies), found, "name the company in the query, so that it stays on one machine")
}

// withoutKey are the tenant tables whose primary key lacks the company, and the references between tenant tables that lack it and have no
// other one beside them that names it: those that were there when the keys came. No other one may be added.
const withoutKey = `
	accounts accounts:profiles acts acts:profiles addresses allergen_notices allergen_notices:deliveries amendment_moves
	amendment_moves:amendments amendment_portions amendment_portions:amendments amendment_shares amendment_shares:amendments
	amendment_shares:share_periods amendments amendments:orders attempts attempts:cards attempts:profiles calendar_links
	calendar_links:profiles cards cards:profiles closed_days_told closed_days_told:deliveries counter_asks counter_asks:tills
	counter_confirms counter_confirms:profiles counter_confirms:tills counter_disputes counter_disputes:counter_sales
	counter_disputes:profiles counter_freezes counter_freezes:profiles counter_lines counter_lines:counter_sales counter_sales
	counter_sales:profiles counter_sales:till_facts counter_sales:till_shifts counter_shares counter_shares:counter_sales
	counter_shares:share_periods credits credits:profiles deliveries deliveries:addresses deliveries:orders departments devices
	devices:profiles directory_cancelled:amendments draft_alternatives draft_alternatives:addresses draft_alternatives:draft_days
	draft_days draft_days:addresses
	draft_days:profiles eater_documents eater_documents_due einvoices entries entries:accounts entries:transactions handover_marks
	handover_marks:deliveries handovers handovers:deliveries handovers:profiles holds holds:accounts invoice_changes invoice_dues
	invoice_lines invoice_lines:invoices invoice_lines:profiles invoice_payments invoice_payments:profiles invoice_reminders
	invoice_reminders:invoices invoice_setoffs invoice_shares invoice_shares:invoice_lines invoices operations operations:devices
	operations:profiles order_lines order_lines:deliveries order_moves order_moves:orders orders orders:profiles payment_events
	profile_revs profile_revs:profiles profiles quarantine quarantine:profiles refunds refunds:attempts registrations
	registrations:profiles share_periods share_periods:profiles share_uses share_uses:deliveries share_uses:share_periods shortfalls
	shortfalls:deliveries shortfalls:profiles sign_on_attempts sign_on_domains sync_copies sync_copies:profiles till_codes
	till_codes:profiles till_facts till_facts:tills till_quarantine till_quarantine:profiles till_quarantine:tills till_shifts
	till_shifts:profiles till_shifts:tills till_strikes till_strikes:tills tills tills:profiles topups transactions withdrawals_told
	withdrawals_told:deliveries
`

// keysWithout finds them in the catalogue.
func keysWithout(t *testing.T, tables asked, tenants []string) (found []string) {
	t.Helper()
	rows, err := tables.Query(t.Context(), `WITH keys AS (
			SELECT conrelid, confrelid, contype, conkey, EXISTS (SELECT FROM pg_attribute
				WHERE attrelid = conrelid AND attname = 'company_id' AND attnum = ANY(conkey)) AS named
			FROM pg_constraint WHERE contype IN ('p', 'f') AND conrelid::regclass::text = ANY($1)
				AND (contype = 'p' OR confrelid::regclass::text = ANY($1)))
		SELECT DISTINCT CASE contype WHEN 'p' THEN conrelid::regclass::text ELSE conrelid::regclass || ':' || confrelid::regclass END
		FROM keys k WHERE NOT named AND (contype = 'p' OR NOT EXISTS (SELECT FROM keys o
			WHERE o.contype = 'f' AND o.named AND (o.conrelid, o.confrelid) = (k.conrelid, k.confrelid) AND o.conkey @> k.conkey))
		ORDER BY 1`, tenants)
	require.NoError(t, err)
	found, err = pgx.CollectRows(rows, pgx.RowTo[string])
	require.NoError(t, err)
	slices.Sort(found)
	return found
}

// tenants are the tables of companies, with the key or without it.
func tenants(t *testing.T) []string {
	t.Helper()
	of := distributions(t)
	return append(of["by company"], of["by company, without the key yet"]...)
}

func TestANewTableOfCompaniesHasTheCompanyInItsKeys(t *testing.T) {
	t.Parallel()
	tx, err := servertest.DB(t).Begin(t.Context())
	require.NoError(t, err)
	defer func() { require.NoError(t, tx.Rollback(context.WithoutCancel(t.Context()))) }()
	require.Equal(t, strings.Fields(withoutKey), keysWithout(t, tx, tenants(t)))

	_, err = tx.Exec(t.Context(), `CREATE TABLE notes (id text PRIMARY KEY, company_id text NOT NULL, profile_id text REFERENCES profiles);
		CREATE TABLE words (company_id text, id text, profile_id text REFERENCES profiles, PRIMARY KEY (company_id, id),
			FOREIGN KEY (company_id, profile_id) REFERENCES profiles (company_id, id))`)
	require.NoError(t, err)
	require.Equal(t, []string{"notes", "notes:profiles"}, keysWithout(t, tx, []string{"notes", "words", "profiles"})[:2])
	require.NotContains(t, keysWithout(t, tx, []string{"notes", "words", "profiles"}), "words:profiles")
}

// keyed gives a table the company's key as Citus asks for it: in its primary key and in all that is unique.
const keyed = `DO $keyed$
DECLARE t text; c record;
BEGIN
	FOREACH t IN ARRAY '{%s}'::text[] LOOP
		EXECUTE format('ALTER TABLE %%I ADD COLUMN IF NOT EXISTS company_id text', t);
		FOR c IN SELECT conname, pg_get_constraintdef(oid) AS def FROM pg_constraint
			WHERE conrelid = t::regclass AND contype IN ('p', 'u') AND pg_get_constraintdef(oid) !~ '\mcompany_id\M' LOOP
			EXECUTE format('ALTER TABLE %%I DROP CONSTRAINT %%I CASCADE', t, c.conname);
			EXECUTE format('ALTER TABLE %%I ADD CONSTRAINT %%I %%s', t, c.conname, replace(c.def, '(', '(company_id, '));
		END LOOP;
	END LOOP;
END $keyed$`

func TestKeysWithTheCompanyNeedNoOtherQuery(t *testing.T) {
	t.Parallel()
	tx, err := servertest.DB(t).Begin(t.Context())
	require.NoError(t, err)
	defer func() { require.NoError(t, tx.Rollback(context.WithoutCancel(t.Context()))) }()
	_, err = tx.Exec(t.Context(), fmt.Sprintf(keyed, strings.Join(tenants(t), ",")))
	require.NoError(t, err)
	planned := 0
	refused := func(name, query string) string {
		planned++
		point, err := tx.Begin(t.Context())
		require.NoError(t, err)
		_, wrong := point.Conn().PgConn().Exec(t.Context(), "EXPLAIN (GENERIC_PLAN) "+query).ReadAll()
		require.NoError(t, point.Rollback(t.Context()))
		if wrong == nil {
			return ""
		}
		return name + ": " + wrong.Error()
	}
	require.Contains(t, refused("", "INSERT INTO devices (id) VALUES ($1) ON CONFLICT (id) DO NOTHING"), "ON CONFLICT")
	require.Contains(t, refused("", "SELECT o.paid_at FROM orders o GROUP BY o.id"), "GROUP BY")
	files, err := filepath.Glob("*.sql.go")
	require.NoError(t, err)
	var wrong []string
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		for _, q := range regexp.MustCompile("(?s)= `-- name: (\\w+)[^\n]*\n(.*?)`").FindAllStringSubmatch(string(text), -1) {
			if r := refused(q[1], q[2]); r != "" {
				wrong = append(wrong, r)
			}
		}
	}
	require.Greater(t, planned, 650)
	require.Empty(t, wrong, "name the constraint in ON CONFLICT, and all columns in GROUP BY: then keys may have the company as well")
}
