package bank_test

import (
	"bytes"
	"os"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/stretchr/testify/require"

	"sahn/server/bank"
	"sahn/server/platform/clock"
	"sahn/server/platform/money"
)

func read(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile("testdata/" + name)
	require.NoError(t, err)
	return data
}

func day(t *testing.T, s string) clock.Date {
	t.Helper()
	d, err := clock.ParseDate(s)
	require.NoError(t, err)
	return d
}

func TestAStatementInXMLIsReadInBothVersions(t *testing.T) {
	t.Parallel()
	old, wrong, err := bank.Read(read(t, "camt.053.001.02.xml"), "", bank.Columns{})
	require.NoError(t, err)
	require.Empty(t, wrong)
	require.Equal(t, 1, old.Pending, "what is not booked yet is left out")
	require.Len(t, old.Lines, 4)
	first := old.Lines[0]
	require.Equal(t, "AE070331234567890123456", first.Account)
	require.Equal(t, money.Fils(123450), first.Amount)
	require.Equal(t, "Sidra Trading LLC", first.Payer)
	require.Equal(t, "Lunches November INV-2026-000012", first.Text)
	require.Equal(t, "FT26347000001", first.Reference)
	require.Equal(t, day(t, "2026-12-13"), first.BookedOn)
	require.Equal(t, []money.Fils{10000, 20000}, []money.Fils{old.Lines[1].Amount, old.Lines[2].Amount}, "a collective entry is its parts")
	require.Equal(t, []string{"FT26347000002/1", "FT26347000002/2"}, []string{old.Lines[1].Reference, old.Lines[2].Reference})
	require.Equal(t, money.Fils(-2500), old.Lines[3].Amount)

	newer, _, err := bank.Read(read(t, "camt.053.001.08.xml"), "", bank.Columns{})
	require.NoError(t, err)
	require.Equal(t, first, newer.Lines[0], "the same movement, also by its key")
	require.True(t, newer.Lines[1].Reversal)
	require.Equal(t, "USD", newer.Lines[1].Currency)
}

func TestWhatIsNoStatementIsRefusedWithinLimits(t *testing.T) {
	t.Parallel()
	whole := string(read(t, "camt.053.001.08.xml"))
	for name, c := range map[string]struct {
		data string
		want error
	}{
		"another message":       {strings.ReplaceAll(whole, "camt.053.001.08", "camt.054.001.08"), bank.ErrVersion},
		"its own grammar":       {strings.Replace(whole, "?>", `?><!DOCTYPE x [<!ENTITY a "b">]>`, 1), bank.ErrUnreadable},
		"an unknown entity":     {strings.Replace(whole, "Lunches", "&a;", 1), bank.ErrUnreadable},
		"cut off":               {whole[:len(whole)/2], bank.ErrUnreadable},
		"nested without an end": {strings.Repeat("<a>", 10_000), bank.ErrTooLarge},
		"too many entries":      {"<Document>" + strings.Repeat("<Ntry/>", 2*bank.MaxLines+1), bank.ErrTooLarge},
		"too large":             {"<" + strings.Repeat(" ", bank.MaxBytes), bank.ErrTooLarge},
		"an amount of words":    {strings.Replace(whole, ">1234.50<", ">lots<", 1), bank.ErrUnreadable},
		"nothing booked":        {strings.ReplaceAll(whole, "BOOK", "PDNG"), bank.ErrEmpty},
		"a picture":             {"\x89PNG\r\n\x1a\n\x00\x00", bank.ErrUnreadable},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, _, err := bank.Read([]byte(c.data), "", bank.Columns{})
			require.ErrorIs(t, err, c.want)
		})
	}
}

// tabled reads a table by the columns that it shows itself.
func tabled(t *testing.T, data []byte) ([]bank.Line, []bank.RowError) {
	t.Helper()
	table, err := bank.ReadTable(data)
	require.NoError(t, err)
	return table.Lines("Example Bank", table.Guess)
}

func amounts(lines []bank.Line) (all []money.Fils) {
	for _, l := range lines {
		all = append(all, l.Amount)
	}
	return all
}

const english = "Account,AE07\nPeriod,01/12/2026 - 31/12/2026\n\nTransaction Date,Description,Reference,Debit,Credit,Balance\n" +
	"13/12/2026,TT FROM SIDRA INV-2026-000012,FT1,,\"1,234.50\",\"9,234.50\"\n" +
	"14/12/2026,Charge,FT2,25.00,,\"9,209.50\"\n,Closing balance,,,,\"9,209.50\"\n"

func TestATableOfABankIsReadHoweverItIsWritten(t *testing.T) {
	t.Parallel()
	wide := func(s string) []byte {
		out := []byte{0xff, 0xfe}
		for _, u := range utf16.Encode([]rune(s)) {
			out = append(out, byte(u), byte(u>>8))
		}
		return out
	}
	european := "Date;Narration;Amount;Ref No\n13.12.2026;INV 2026 000012;1.234,50;FT1\n14.12.2026;Charge;-25,00;FT2\n"
	arabic := "التاريخ,الوصف,دائن,مدين\n١٣/١٢/٢٠٢٦,تحويل INV-٢٠٢٦-٠٠٠٠١٢,١٬٢٣٤٫٥٠,\n١٤/١٢/٢٠٢٦,رسوم,,٢٥٫٠٠\n"
	for name, data := range map[string][]byte{
		"English":                   []byte(english),
		"English in UTF-16":         wide(english),
		"with a byte order mark":    append([]byte("\ufeff"), english...),
		"old line ends":             bytes.ReplaceAll([]byte(english), []byte("\n"), []byte("\r")),
		"semicolons and commas":     []byte(european),
		"tabs":                      []byte(strings.ReplaceAll(european, ";", "\t")),
		"Arabic":                    []byte(arabic),
		"Arabic in UTF-16":          wide(arabic),
		"months by name, CR and DR": []byte("Date,Details,Amount\n13-Dec-2026,INV/2026/000012,\"AED 1,234.50 CR\"\n14 Dec 26,Charge,25.00 DR\n"),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			lines, wrong := tabled(t, data)
			require.Empty(t, wrong)
			require.Equal(t, []money.Fils{123450, -2500}, amounts(lines))
			require.Equal(t, day(t, "2026-12-13"), lines[0].BookedOn)
			require.Equal(t, []string{"INV-2026-000012"}, bank.Numbers(lines[0].Text))
		})
	}
}

func TestNoAmountAndNoDateIsGuessed(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		rows string
		want []bank.RowError
	}{
		"thousands or decimals, and nothing else says which": {"13/12/2026,x,1.234\n", []bank.RowError{{2, "amount"}}},
		"both signs for decimals":                            {"13/12/2026,x,\"1,50\"\n13/12/2026,x,1.50\n", []bank.RowError{{0, "decimal"}}},
		"a thousandth":                                       {"13/12/2026,x,10.005\n13/12/2026,x,1.50\n", []bank.RowError{{2, "amount"}}},
		"digits that stand in no groups":                     {"13/12/2026,x,\"1,2345.00\"\n", []bank.RowError{{2, "amount"}}},
		"words":                                              {"13/12/2026,x,about 5\n", []bank.RowError{{2, "amount"}}},
		"a day that does not exist":                          {"31/02/2026,x,5.00\n", []bank.RowError{{2, "date"}}},
		"days and months in both orders":                     {"13/12/2026,x,5.00\n12/13/2026,x,5.00\n", []bank.RowError{{0, "order"}}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, wrong := tabled(t, []byte("Date,Description,Credit\n"+c.rows))
			require.Equal(t, c.want, wrong)
		})
	}
	lines, wrong := tabled(t, []byte("Date,Description,Credit\n12/13/2026,x,\"12,34,567.00\"\n01/02/2026,y,1 000.50\n"))
	require.Empty(t, wrong)
	require.Equal(t, []money.Fils{123456700, 100050}, amounts(lines))
	require.Equal(t, day(t, "2026-01-02"), lines[1].BookedOn, "the month comes first in the whole table")
}

func TestTheSameMovementHasTheSameKeyInAnotherExport(t *testing.T) {
	t.Parallel()
	head := "Date,Description,Credit,Balance\n"
	one, same, later := "13/12/2026,Cash,10.00,110.00\n", "13/12/2026,Cash,10.00,120.00\n", "14/12/2026,Cash,10.00,130.00\n"
	first, _ := tabled(t, []byte(head+one+same))
	second, _ := tabled(t, []byte(head+same+later))
	require.NotEqual(t, first[0].Key, first[1].Key, "two payments of the same amount and day")
	require.Equal(t, first[1].Key, second[0].Key)
	require.NotEqual(t, first[1].Key, second[1].Key)
	plain, _ := tabled(t, []byte("Date,Description,Credit\n13/12/2026,Cash,10.00\n13/12/2026,Cash,10.00\n"))
	require.NotEqual(t, plain[0].Key, plain[1].Key, "also where the bank writes no balance")
}
