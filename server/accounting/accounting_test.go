package accounting_test

import (
	"encoding/csv"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"sahn/server/accounting"
	"sahn/server/dev/demo"
	"sahn/server/dev/servertest"
	"sahn/server/invoice"
	"sahn/server/platform/clock"
	"sahn/server/platform/fault"
	"sahn/server/platform/web"
)

func TestMain(m *testing.M) { servertest.Main(m) }

var now = time.Date(2026, 11, 21, 6, 0, 0, 0, time.UTC)

// bookkeeper is a manager who closes the months of the demo's past.
type bookkeeper struct {
	*testing.T
	pool  *pgxpool.Pool
	books *accounting.Books
	who   web.Caller
}

func hire(t *testing.T) *bookkeeper {
	t.Helper()
	pool := servertest.DB(t)
	require.NoError(t, demo.Load(t.Context(), pool, now))
	_, err := demo.Past(t.Context(), pool, invoice.Seller{Name: "Sahn", TRN: "100000000000003", Address: "Dubai"}, now)
	require.NoError(t, err)
	return &bookkeeper{t, pool, &accounting.Books{Conn: pool, Clock: func() time.Time { return now }}, servertest.Operator(t, pool, "manager")}
}

func (b *bookkeeper) months() (all []accounting.Month) {
	o, err := b.books.HandleOverview(b.Context(), b.who, accounting.Nothing{})
	require.NoError(b, err)
	return o.Months
}

func (b *bookkeeper) file(month clock.Date, format string) string {
	file, err := b.books.HandleFile(b.Context(), b.who, accounting.FileRequest{Month: month.String(), Format: format})
	require.NoError(b, err)
	return string(file.Body)
}

func (b *bookkeeper) closes(month clock.Date) error {
	_, err := b.books.HandleClose(b.Context(), b.who, accounting.MonthRequest{Month: month.String()})
	return err
}

// rows are the lines of a file, by their headings.
func rows(t *testing.T, file string) (all []map[string]string) {
	lines, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(file, "\ufeff"))).ReadAll()
	require.NoError(t, err)
	for _, l := range lines[1:] {
		row := map[string]string{}
		for i, cell := range l {
			row[lines[0][i]] = cell
		}
		all = append(all, row)
	}
	return all
}

func fils(t *testing.T, cell string) int {
	if cell == "" {
		return 0
	}
	whole, err := strconv.Atoi(strings.Replace(cell, ".", "", 1))
	require.NoError(t, err)
	return whole
}

func TestTheJournalsOfAllMonthsAreTheLedgerToTheFils(t *testing.T) {
	t.Parallel()
	b := hire(t)
	codes, company, receivable := map[string]int{}, 0, map[string]int{}
	for _, m := range b.months() {
		entries := map[string]int{}
		for _, r := range rows(t, b.file(m.Month, "csv")) {
			debit := fils(t, r["Debit (AED)"]) - fils(t, r["Credit (AED)"])
			require.Equal(t, m.Month.String()[:7], r["Day"][:7])
			require.Equal(t, r["Account code"] == "1210", r["Company"] != "", r)
			entries[r["Day"]+r["Entry"]] += debit
			codes[r["Account code"]] += debit
			receivable[r["Company"]] += debit
		}
		for entry, sum := range entries {
			require.Zero(t, sum, entry)
		}
		zoho, odoo, xero := 0, 0, 0
		for _, r := range rows(t, b.file(m.Month, "zoho")) {
			zoho += fils(t, r["Debit"])
			require.Equal(t, "AED", r["Currency"])
		}
		for i, r := range rows(t, b.file(m.Month, "odoo")) {
			odoo += fils(t, r["line_ids/debit"])
			require.True(t, i > 0 || r["ref"] != "" && r["date"] != "")
		}
		require.Equal(t, zoho, odoo)
		of := rows(t, b.file(m.Month, "xero"))
		require.Less(t, len(of), 300, "as many as Xero takes")
		for _, r := range of {
			xero += fils(t, r["*Amount"])
			require.Equal(t, m.Month.String()[5:7], r["*Date"][3:5])
		}
		require.Zero(t, xero)
	}
	ledger := func(kind string) int {
		return servertest.One[int](t, b.pool, `SELECT coalesce(-sum(e.amount), 0) FROM entries e JOIN accounts a ON a.id = e.account_id
			WHERE a.kind = $1`, kind)
	}
	for code, kind := range map[string]string{"1010": "cash", "1020": "bank", "1110": "card", "1120": "terminal", "1210": "company",
		"1220": "receivable", "2110": "wallet", "6010": "operator"} {
		require.Equal(t, ledger(kind), codes[code], kind)
	}
	require.Equal(t, ledger("sales"), codes["4010"]+codes["2210"], "VAT is taken out of the sales")
	require.Negative(t, codes["2210"])
	for name, sum := range receivable {
		company += sum * min(1, len(name))
	}
	require.Equal(t, ledger("company"), company)
}

func TestAClosedMonthStaysWhatItWasAndTheNextOneCorrectsIt(t *testing.T) {
	t.Parallel()
	b := hire(t)
	months := b.months()
	require.Greater(t, len(months), 2)
	vat := func(month clock.Date) (sum int) {
		for _, r := range rows(t, b.file(month, "csv")) {
			if r["Account"] == "Output VAT" {
				sum += fils(t, r["Credit (AED)"]) - fils(t, r["Debit (AED)"])
			}
		}
		return sum
	}
	each := func() (all []int) {
		for _, m := range months {
			all = append(all, vat(m.Month))
		}
		return all
	}
	before := each()
	this, oldest, second := months[0], months[len(months)-1], months[len(months)-2]
	require.False(t, this.Closable, "it is not over")
	require.ErrorIs(t, b.closes(this.Month), accounting.ErrMonthOpen)
	require.ErrorIs(t, b.closes(second.Month), accounting.ErrMonthOpen, "one before it is open")
	require.NoError(t, b.closes(oldest.Month))
	require.ErrorIs(t, b.closes(oldest.Month), accounting.ErrMonthOpen)
	servertest.Sound(t, b.pool)
	closed := b.months()[len(months)-1]
	require.Equal(t, "Operator", closed.ClosedBy)
	require.Equal(t, now, *closed.ClosedAt)

	require.Equal(t, before, each(), "each month has its own VAT, also behind one that is open")
	was, all := b.file(oldest.Month, "csv"), vat(second.Month)
	// As a till does that sends a sale of the closed month late: it has VAT there from now on.
	servertest.Do(t, b.pool, `UPDATE deliveries SET vat_amount = vat_amount + 7 WHERE id = (SELECT id FROM deliveries
		WHERE live AND delivery_date >= $1 AND delivery_date < $2 ORDER BY id LIMIT 1)`, oldest.Month, second.Month)
	require.Equal(t, was, b.file(oldest.Month, "csv"))
	require.Equal(t, all+7, vat(second.Month))
	require.NoError(t, b.closes(second.Month))
	require.Equal(t, all+7, vat(second.Month))

	_, err := b.books.HandleAccounts(t.Context(), b.who, accounting.AccountsRequest{
		Accounts: []accounting.Account{{Kind: "sales", Code: "1", Name: "Catering"}}})
	require.NoError(t, err)
	require.Equal(t, was, b.file(oldest.Month, "csv"), "the accounts too")
	_, err = b.pool.Exec(t.Context(), "UPDATE accounting_months SET vat = '[]'")
	require.ErrorContains(t, err, "never changed")
	require.Equal(t, 2, servertest.One[int](t, b.pool, "SELECT count(*) FROM acts WHERE kind = 'books.close'"))
}

func TestAManagerSetsTheAccountsThatTheirBooksHave(t *testing.T) {
	t.Parallel()
	b := hire(t)
	set := func(a ...accounting.Account) (accounting.Overview, error) {
		return b.books.HandleAccounts(t.Context(), b.who, accounting.AccountsRequest{Accounts: a})
	}
	o, err := set(accounting.Account{Kind: "sales", Code: " 4100 ", Name: "Catering"})
	require.NoError(t, err)
	require.Contains(t, o.Accounts, accounting.Account{Kind: "sales", Code: "4100", Name: "Catering"})
	require.Len(t, o.Accounts, 10)
	require.Contains(t, b.file(o.Months[0].Month, "xero"), "Catering,4100,Tax Exempt")
	for _, wrong := range []accounting.Account{{Kind: "stock", Code: "1", Name: "x"}, {Kind: "sales", Name: "x"}, {Kind: "sales", Code: "1"}} {
		_, err := set(wrong)
		require.Equal(t, fault.Invalid, fault.As(err).Kind, wrong)
	}
	_, err = set(accounting.Account{Kind: "sales", Code: "1", Name: "x"}, accounting.Account{Kind: "sales", Code: "2", Name: "x"})
	require.Equal(t, fault.Invalid, fault.As(err).Kind)
}
