package demo

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/xml"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/money"
)

// Movement is an entry of the demo's bank account, below zero what left it.
type Movement struct {
	Day                    clock.Date
	Payer, Text, Reference string
	Amount                 money.Fils
}

// maxCredits is how many open invoices a statement pays.
const maxCredits = 6

// Movements are what the demo's bank account brought today for invoices that are open now: one names its invoice, one only its payer, one
// brings half, and again; and a credit that pays nothing, and a charge. On one day they are the same as long as nothing is paid.
func Movements(ctx context.Context, conn db.Conn, now time.Time) ([]Movement, error) {
	rows, err := conn.Query(ctx, `SELECT i.number, c.name, d.due FROM invoice_dues d JOIN invoices i ON i.id = d.invoice_id
		JOIN companies c ON c.id = d.company_id WHERE d.due > 0 ORDER BY i.id LIMIT $1`, maxCredits)
	if err != nil {
		return nil, fmt.Errorf("read open invoices: %w", err)
	}
	today := clock.DateOf(now)
	var all []Movement
	var number, company string
	var due money.Fils
	if _, err := pgx.ForEachRow(rows, []any{&number, &company, &due}, func() error {
		m := Movement{today, company, "Lunches " + number, fmt.Sprintf("FT%s%s", today.Time().Format("060102"), number[len(number)-4:]), due}
		switch len(all) % 3 {
		case 1:
			m.Text = "Lunches"
		case 2:
			m.Amount = max(1, due/2)
		}
		all = append(all, m)
		return nil
	}); err != nil {
		return nil, fmt.Errorf("read open invoices: %w", err)
	}
	day := today.Time().Format("060102")
	return append(all, Movement{today, "Emirates Post Group", "Deposit returned", "FT" + day + "X1", 4200},
		Movement{today, "", "Account fee", "FT" + day + "X2", -2500}), nil
}

// StatementCSV writes movements as a bank's table.
func StatementCSV(all []Movement) ([]byte, error) {
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	rows := [][]string{{"Transaction Date", "Description", "Payer", "Reference", "Debit", "Credit"}}
	for _, m := range all {
		row := []string{m.Day.Time().Format("02/01/2006"), m.Text, m.Payer, m.Reference, "", dirhams(m.Amount)}
		if m.Amount < 0 {
			row[4], row[5] = dirhams(-m.Amount), ""
		}
		rows = append(rows, row)
	}
	err := w.WriteAll(rows)
	return out.Bytes(), err
}

func dirhams(f money.Fils) string { return fmt.Sprintf("%d.%02d", f/100, f%100) }

type camtAmount struct {
	Currency string `xml:"Ccy,attr"`
	Value    string `xml:",chardata"`
}

type camtEntry struct {
	Amount    camtAmount `xml:"Amt"`
	Direction string     `xml:"CdtDbtInd"`
	Status    string     `xml:"Sts>Cd"`
	Booked    string     `xml:"BookgDt>Dt"`
	Reference string     `xml:"AcctSvcrRef"`
	Payer     string     `xml:"NtryDtls>TxDtls>RltdPties>Dbtr>Pty>Nm,omitempty"`
	Text      string     `xml:"NtryDtls>TxDtls>RmtInf>Ustrd"`
}

type camtDocument struct {
	XMLName xml.Name    `xml:"urn:iso:std:iso:20022:tech:xsd:camt.053.001.08 Document"`
	Message string      `xml:"BkToCstmrStmt>GrpHdr>MsgId"`
	Made    string      `xml:"BkToCstmrStmt>GrpHdr>CreDtTm"`
	ID      string      `xml:"BkToCstmrStmt>Stmt>Id"`
	IBAN    string      `xml:"BkToCstmrStmt>Stmt>Acct>Id>IBAN"`
	Entries []camtEntry `xml:"BkToCstmrStmt>Stmt>Ntry"`
}

// StatementCAMT writes movements as CAMT.053.001.08.
func StatementCAMT(all []Movement) ([]byte, error) {
	doc := camtDocument{IBAN: "AE070331234567890123456"}
	for _, m := range all {
		e := camtEntry{camtAmount{"AED", dirhams(max(m.Amount, -m.Amount))}, "CRDT", "BOOK", m.Day.String(), m.Reference, m.Payer, m.Text}
		if m.Amount < 0 {
			e.Direction = "DBIT"
		}
		doc.ID = "DEMO-" + m.Day.String()
		doc.Message, doc.Made = doc.ID, m.Day.String()+"T06:00:00+04:00"
		doc.Entries = append(doc.Entries, e)
	}
	out, err := xml.MarshalIndent(doc, "", "  ")
	return append([]byte(xml.Header), out...), err
}
