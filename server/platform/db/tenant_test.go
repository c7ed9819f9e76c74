package db_test

import (
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
	ChangePortionsLock ChangeWindowsHold ClosedDaysWithOrders ClosedTell ClosedTold ClosedUntold CorrectionNotices CorrectionTold
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
