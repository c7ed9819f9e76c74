package bank_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sahn/server/bank"
	"sahn/server/platform/money"
)

// signed reads amounts of a column that has a sign.
func signed(t *testing.T, cells ...string) ([]bank.Line, []bank.RowError) {
	t.Helper()
	rows := "Date;Description;Amount\n"
	for _, c := range cells {
		rows += "13/12/2026;x;" + c + "\n"
	}
	return tabled(t, []byte(rows))
}

func TestAnAmountIsReadInEachWayThatBanksWriteIt(t *testing.T) {
	t.Parallel()
	for cell, want := range map[string]money.Fils{"(25.00)": -2500, "25.00-": -2500, "+25.00": 2500, "−25.00": -2500, "AED 25.00": 2500,
		"25.00 د.إ": 2500, "Dhs. 25.00": 2500, "۲۵٫۰۰": 2500, "1\u00a0025.00": 102500, "1'025.00": 102500, "\u200e25.00": 2500,
		"1,234,567": 123456700, "1.234.567": 123456700, "9999999999999.00": 999999999999900} {
		lines, wrong := signed(t, cell)
		require.Empty(t, wrong, cell)
		require.Equal(t, []money.Fils{want}, amounts(lines), cell)
	}
	lines, wrong := signed(t, "1.234.567", "2.345.678,90")
	require.Empty(t, wrong)
	require.Equal(t, []money.Fils{123456700, 234567890}, amounts(lines), "several dots are groups, and then the comma is the decimal sign")
	lines, wrong = signed(t, "1.234.567", "1,5")
	require.Empty(t, wrong)
	require.Equal(t, []money.Fils{123456700, 150}, amounts(lines))
	_, wrong = signed(t, "1,234,567", "1,50")
	require.Equal(t, []bank.RowError{{Row: 0, What: "decimal"}}, wrong, "several commas are groups, so that one comma is none of decimals")
	for _, cell := range []string{"10000000000000.00", "1234,567.00", ".", "AED ."} {
		_, wrong := signed(t, cell)
		require.Equal(t, []bank.RowError{{Row: 2, What: "amount"}}, wrong, cell)
	}
}

func TestADateIsReadInEachOrderAndNeverOutsideOfOurTime(t *testing.T) {
	t.Parallel()
	read := func(cell string, c bank.Columns) ([]bank.Line, []bank.RowError) {
		table, err := bank.ReadTable([]byte("Date,Description,Amount\n" + cell + ",x,1.00\n"))
		require.NoError(t, err)
		c.Date, c.Description, c.Amount = "Date", "Description", "Amount"
		return table.Lines("Example Bank", c)
	}
	for cell, order := range map[string]string{"2026-12-05": "", "2026/12/05": "dmy", "05/12/2026": "", "12/05/2026": "mdy",
		"05-Dec-2026": "mdy",
		"05.12.26":    "dmy", "2026-12-05T10:00:00": ""} {
		lines, wrong := read(cell, bank.Columns{Order: order})
		require.Empty(t, wrong, cell)
		require.Equal(t, day(t, "2026-12-05"), lines[0].BookedOn, cell)
	}
	for _, cell := range []string{"05/12/1999", "05/12/2200", "05/13/14", "00/12/2026"} {
		_, wrong := read(cell, bank.Columns{Order: "dmy"})
		require.Equal(t, []bank.RowError{{Row: 2, What: "date"}}, wrong, cell)
	}
}

func TestAChosenSignOfDecimalsCountsAgainstWhatTheTableShows(t *testing.T) {
	t.Parallel()
	table, err := bank.ReadTable([]byte("Date;Description;Amount\n13/12/2026;x;1.234\n"))
	require.NoError(t, err)
	for decimal, want := range map[string]money.Fils{"comma": 123400} {
		c := table.Guess
		c.Decimal = decimal
		lines, wrong := table.Lines("Example Bank", c)
		require.Empty(t, wrong)
		require.Equal(t, []money.Fils{want}, amounts(lines))
	}
	mixed, err := bank.ReadTable([]byte("Date;Description;Amount\n13/12/2026;x;1,50\n13/12/2026;x;1.50\n"))
	require.NoError(t, err)
	c := mixed.Guess
	c.Decimal = "dot"
	_, wrong := mixed.Lines("Example Bank", c)
	require.Equal(t, []bank.RowError{{Row: 2, What: "amount"}}, wrong, "the row that does not fit is named")
}

func TestAMovementIsAnotherOneWhenAnythingOfItDiffers(t *testing.T) {
	t.Parallel()
	key := func(account, row string) string {
		table, err := bank.ReadTable([]byte("Date,Description,Amount,Reference,Payer,Currency,Balance\n" + row + "\n"))
		require.NoError(t, err)
		lines, wrong := table.Lines(account, table.Guess)
		require.Empty(t, wrong)
		return lines[0].Key
	}
	const named, plain = "13/12/2026,x,1.00,FT1,Sidra,AED,5.00", "13/12/2026,x,1.00,,Sidra,AED,5.00"
	require.Equal(t, key("A", named), key("A", "13/12/2026,another text,1.00,ft1,Other,AED,9.00"),
		"the bank's reference is enough, in any case")
	require.Equal(t, key("A", plain), key("A", "13/12/2026,x,1.00,NOTPROVIDED,Sidra,AED,5.00"), "one that says there is none is none")
	require.Equal(t, key("A", plain), key("A", "13/12/2026,x,1.00,"+strings.Repeat("9", 81)+",Sidra,AED,5.00"), "nor is a text")
	seen := map[string]string{}
	for what, k := range map[string]string{"named": key("A", named), "plain": key("A", plain), "account": key("B", named),
		"day": key("A", "14/12/2026,x,1.00,FT1,Sidra,AED,5.00"), "amount": key("A", "13/12/2026,x,1.01,FT1,Sidra,AED,5.00"),
		"currency": key("A", "13/12/2026,x,1.00,FT1,Sidra,USD,5.00"), "text": key("A", "13/12/2026,y,1.00,,Sidra,AED,5.00"),
		"payer": key("A", "13/12/2026,x,1.00,,Qasr,AED,5.00"), "balance": key("A", "13/12/2026,x,1.00,,Sidra,AED,6.00")} {
		require.Empty(t, seen[k], what)
		seen[k] = what
	}
}

func TestWhatBanksWriteIsKeptAsOneShortLine(t *testing.T) {
	t.Parallel()
	lines, _ := tabled(t, []byte("Date,Description,Amount\n13/12/2026,\"a\u0001b\n\tc "+strings.Repeat("x", 600)+"\",1.00\n"))
	require.True(t, strings.HasPrefix(lines[0].Text, "a b c xxx"), lines[0].Text)
	require.Len(t, []rune(lines[0].Text), 500)
}

// entry is an XML statement of one booked credit of AED 30.00, with what is changed in it.
func entry(t *testing.T, change ...string) []bank.Line {
	t.Helper()
	doc := `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Acct><Id><IBAN>AE07</IBAN></Id></Acct>
		<Ntry><Amt Ccy="AED">30.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-12-13</Dt></BookgDt>
		<NtryDtls></NtryDtls><AddtlNtryInf>Transfer</AddtlNtryInf></Ntry></Stmt></BkToCstmrStmt></Document>`
	file, _, err := bank.Read([]byte(strings.NewReplacer(change...).Replace(doc)), "", bank.Columns{})
	require.NoError(t, err)
	return file.Lines
}

func TestAnEntryOfXMLIsReadWhereverItsBankWritesThings(t *testing.T) {
	t.Parallel()
	details := func(parts ...string) []bank.Line {
		return entry(t, "<NtryDtls></NtryDtls>", "<NtryDtls><TxDtls>"+strings.Join(parts, "</TxDtls><TxDtls>")+"</TxDtls></NtryDtls>")
	}
	require.Equal(t, "Transfer", entry(t)[0].Text)
	require.True(t, entry(t, "<Sts>", "<RvslInd>1</RvslInd><Sts>")[0].Reversal)
	require.False(t, entry(t)[0].Reversal)
	valued := entry(t, "<BookgDt><Dt>2026-12-13</Dt></BookgDt>", "<ValDt><DtTm>2026-12-14T10:00:00</DtTm></ValDt>")
	require.Equal(t, day(t, "2026-12-14"), valued[0].BookedOn)
	require.Equal(t, "0123", entry(t, "<IBAN>AE07</IBAN>", "<Othr><Id>0123</Id></Othr>")[0].Account)

	one := details(`<Refs><AcctSvcrRef>FT9</AcctSvcrRef><EndToEndId>E2E</EndToEndId></Refs><RltdPties><UltmtDbtr><Pty><Nm>Sidra</Nm></Pty>
		</UltmtDbtr></RltdPties><RmtInf><Strd><CdtrRefInf><Ref>INV-2026-000001</Ref></CdtrRefInf><RfrdDocInf><Nb>INV-2026-000002</Nb>
		</RfrdDocInf></Strd></RmtInf><AddtlTxInf>INV-2026-000003</AddtlTxInf>`)[0]
	require.Equal(t, [3]any{"FT9", "Sidra", money.Fils(3000)}, [3]any{one.Reference, one.Payer, one.Amount})
	require.Equal(t, []string{"INV-2026-000001", "INV-2026-000002", "INV-2026-000003"}, bank.Numbers(one.Text))
	require.Equal(t, "INV-2026-000001 INV-2026-000002 E2E INV-2026-000003 Transfer", one.Text)
	one = details(`<Refs><EndToEndId>E2E</EndToEndId></Refs>`)[0]
	require.Equal(t, "E2E", one.Reference, "where the bank has no reference of its own")
	one = details(`<Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs>`)[0]
	require.Equal(t, [2]string{"", "Transfer"}, [2]string{one.Reference, one.Text})

	require.Len(t, details(`<Amt Ccy="AED">10.00</Amt>`, `<Amt Ccy="AED">20.00</Amt>`), 2)
	require.Equal(t, []money.Fils{3000}, amounts(details(`<Amt Ccy="AED">10.00</Amt>`, `<Amt Ccy="AED">19.00</Amt>`)),
		"parts that do not add up")
	require.Equal(t, []money.Fils{3000}, amounts(details(`<Amt Ccy="AED">10.00</Amt>`, `<Amt Ccy="USD">20.00</Amt>`)),
		"nor in another currency")
	for _, wrong := range [][]string{{"CRDT", "BOTH"}, {"30.00", "-30.00"}} {
		_, _, err := bank.Read([]byte(strings.NewReplacer(wrong...).Replace(
			`<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Ntry><Amt Ccy="AED">30.00</Amt>
			<CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-12-13</Dt></BookgDt></Ntry></Stmt></BkToCstmrStmt></Document>`)),
			"", bank.Columns{})
		require.ErrorIs(t, err, bank.ErrUnreadable, wrong[1])
	}
	_, _, err := bank.Read(fmt.Appendf(nil, `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>%s</Stmt>
		</BkToCstmrStmt></Document>`, strings.Repeat(`<Ntry><Amt Ccy="AED">1</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt>
		<Dt>2026-12-13</Dt></BookgDt></Ntry>`, bank.MaxLines+1)), "", bank.Columns{})
	require.ErrorIs(t, err, bank.ErrTooLarge)
}

func TestARowOfATableIsWhatItsColumnsSay(t *testing.T) {
	t.Parallel()
	lines, wrong := tabled(t, []byte("Date,Description,Credit,Debit,Currency\n13/12/2026,x,,-25.00,\n13/12/2026,x,-5.00,,\n"+
		"13/12/2026,x,7.00,,usd\n13/12/2026,balance,0.00,,\n,carried,9.00,,\n"))
	require.Empty(t, wrong)
	require.Equal(t, []money.Fils{-2500, -500, 700}, amounts(lines))
	require.Equal(t, []string{"AED", "AED", "USD"}, []string{lines[0].Currency, lines[1].Currency, lines[2].Currency})
	_, wrong = tabled(t, []byte("Date,Description,Credit,Debit\n13/12/2026,x,1.00,2.00\n"))
	require.Equal(t, []bank.RowError{{Row: 2, What: "both"}}, wrong)
	table, err := bank.ReadTable([]byte("Date,Description,Credit\n13/12/2026,x,1.00\n"))
	require.NoError(t, err)
	_, wrong = table.Lines("A", bank.Columns{Date: "Date", Credit: "Deposit"})
	require.Equal(t, []bank.RowError{{Row: 0, What: "columns"}}, wrong)
	_, err = bank.ReadTable([]byte("Date,Description,Credit\n" + strings.Repeat("13/12/2026,x,1.00\n", bank.MaxLines+1)))
	require.ErrorIs(t, err, bank.ErrTooLarge)
}

func TestWhatALineMayPayHasABoundAndAnOrder(t *testing.T) {
	t.Parallel()
	line := func(amount money.Fils, payer, text string) bank.Line {
		return bank.Line{BookedOn: booked, Amount: amount, Currency: "AED", Payer: payer, Text: text}
	}
	said := func(open []bank.Open, l bank.Line) string {
		p := bank.Match([]bank.Line{l}, open, nil)[0]
		return strings.TrimSpace(p.Certainty + " " + p.Reason + " " + strings.Join(parts(p), ","))
	}
	var many []bank.Open
	text := ""
	for n := range bank.MaxParts + 1 {
		many, text = append(many, invoice(n+1, "Sidra", 100)), text+fmt.Sprintf(" INV-2026-%06d", n+1)
	}
	require.Equal(t, "none many", said(many, line(1300, "", text)))
	require.Equal(t, "none many", said(many, line(250, "Sidra", "")))
	require.Equal(t, "possible amounts_name 000001 100", said(many, line(100, "Sidra", "")), "the oldest of those with the amount")

	open := []bank.Open{invoice(2, "Sidra", 300), invoice(1, "Sidra", 200), invoice(3, "Sidra", 400)}
	require.Equal(t, "possible some_name 000001 200,000003 400", said(open, line(600, "Sidra", "")))
	require.Equal(t, "possible oldest_name 000001 200,000002 150", said(open, line(350, "Sidra", "")), "the oldest first")
	require.Equal(t, "possible part_name 000001 150", said(open, line(150, "Sidra", "")))
	two := []bank.Open{invoice(1, "Sidra", 200), invoice(2, "Sidra", 300), invoice(3, "Sidra", 500), invoice(4, "Sidra", 900)}
	require.Equal(t, "possible oldest_name 000001 200,000002 300,000003 500,000004 150", said(two, line(1150, "Sidra", "")))
	require.Equal(t, "possible some_name 000001 200,000003 500", said(two[:3], line(700, "Sidra", "")))
	same := []bank.Open{invoice(1, "Sidra", 200), invoice(2, "Sidra", 300), invoice(3, "Sidra", 100), invoice(4, "Sidra", 400)}
	require.Equal(t, "possible oldest_name 000001 200,000002 300", said(same, line(500, "Sidra", "")), "two choices are none")

	one := invoice(1, "Sidra", 200)
	one.IssuedOn = booked
	require.Equal(t, "exact number 000001 200", said([]bank.Open{one}, line(200, "", "INV-2026-000001")), "on the day of its issue")
	require.Empty(t, bank.Numbers("XINV-2026-000001"))
}
