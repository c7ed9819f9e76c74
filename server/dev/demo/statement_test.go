package demo_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sahn/server/bank"
	"sahn/server/dev/demo"
	"sahn/server/dev/servertest"
	"sahn/server/invoice"
	"sahn/server/platform/db"
	"sahn/server/platform/money"
)

func TestTheDemosBankStatementFitsItsOpenInvoicesInBothFormats(t *testing.T) {
	t.Parallel()
	pool := servertest.DB(t)
	require.NoError(t, demo.Load(t.Context(), pool, servertest.Now))
	_, err := demo.Past(t.Context(), pool, invoice.Seller{Name: "Sahn", TRN: "100000000000003", Address: "Dubai"}, servertest.Now)
	require.NoError(t, err)
	all, err := demo.Movements(t.Context(), pool, servertest.Now)
	require.NoError(t, err)
	table, err := demo.StatementCSV(all)
	require.NoError(t, err)
	guessed, err := bank.ReadTable(table)
	require.NoError(t, err)
	lines, wrong := guessed.Lines("Demo Bank", guessed.Guess)
	require.Empty(t, wrong)
	doc, err := demo.StatementCAMT(all)
	require.NoError(t, err)
	file, _, err := bank.Read(doc, "", bank.Columns{})
	require.NoError(t, err)
	require.Len(t, file.Lines, len(lines))

	rows, err := db.New(pool).BankOpenInvoices(t.Context())
	require.NoError(t, err)
	var open []bank.Open
	for _, r := range rows {
		open = append(open, bank.Open{ID: r.ID, Number: r.Number, CompanyID: r.CompanyID, Company: r.Company, IssuedOn: r.IssuedOn,
			Due: money.Fils(r.Due)})
	}
	said := func(lines []bank.Line) (all []string) {
		for _, p := range bank.Match(lines, open, nil) {
			all = append(all, p.Certainty+" "+p.Reason)
		}
		return all
	}
	require.Equal(t, []string{"exact number", "likely amount_name", "likely part", "none unknown", "none debit"}, said(lines))
	require.Equal(t, said(lines), said(file.Lines))
}
