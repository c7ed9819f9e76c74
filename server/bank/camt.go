package bank

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strconv"
	"strings"

	"sahn/server/platform/clock"
	"sahn/server/platform/money"
)

// maxDepth is above what a statement nests.
const maxDepth = 32

// versions are the messages that are read, by their namespace.
var versions = map[string]bool{"urn:iso:std:iso:20022:tech:xsd:camt.053.001.02": true,
	"urn:iso:std:iso:20022:tech:xsd:camt.053.001.08": true}

type camtAmount struct {
	Currency string `xml:"Ccy,attr"`
	Value    string `xml:",chardata"`
}

type camtParty struct {
	Name  string `xml:"Nm"`     // 001.02
	Party string `xml:"Pty>Nm"` // 001.08
}

type camtRemittance struct {
	Free      []string `xml:"Ustrd"`
	Creditor  []string `xml:"Strd>CdtrRefInf>Ref"`
	Documents []string `xml:"Strd>RfrdDocInf>Nb"`
	More      []string `xml:"Strd>AddtlRmtInf"`
}

type camtDetails struct {
	Bank       string         `xml:"Refs>AcctSvcrRef"`
	EndToEnd   string         `xml:"Refs>EndToEndId"`
	Amount     camtAmount     `xml:"Amt"`               // 001.08
	Within     camtAmount     `xml:"AmtDtls>TxAmt>Amt"` // 001.02
	Debtor     camtParty      `xml:"RltdPties>Dbtr"`
	Ultimate   camtParty      `xml:"RltdPties>UltmtDbtr"`
	Remittance camtRemittance `xml:"RmtInf"`
	Additional string         `xml:"AddtlTxInf"`
}

type camtEntry struct {
	Amount     camtAmount `xml:"Amt"`
	Direction  string     `xml:"CdtDbtInd"`
	Reversal   string     `xml:"RvslInd"`
	Status     camtStatus `xml:"Sts"`
	Booked     camtDay    `xml:"BookgDt"`
	Valued     camtDay    `xml:"ValDt"`
	Bank       string     `xml:"AcctSvcrRef"`
	Additional string     `xml:"AddtlNtryInf"`

	Details []camtDetails `xml:"NtryDtls>TxDtls"`
}

type camtStatus struct {
	Code string `xml:"Cd"`        // 001.08
	Word string `xml:",chardata"` // 001.02
}

type camtDay struct {
	Date string `xml:"Dt"`
	Time string `xml:"DtTm"`
}

type camtStatement struct {
	Account struct {
		IBAN  string `xml:"Id>IBAN"`
		Other string `xml:"Id>Othr>Id"`
	} `xml:"Acct"`
	Entries []camtEntry `xml:"Ntry"`
}

type camtDocument struct {
	XMLName    xml.Name
	Statements []camtStatement `xml:"BkToCstmrStmt>Stmt"`
}

// readCAMT reads an XML statement. encoding/xml expands no entities and reads no other file; depth and entries are counted before anything
// is kept.
func readCAMT(data []byte) (File, error) {
	if err := bounded(data); err != nil {
		return File{}, err
	}
	var doc camtDocument
	if err := xml.Unmarshal(data, &doc); err != nil {
		return File{}, ErrUnreadable
	}
	if doc.XMLName.Local != "Document" || !versions[doc.XMLName.Space] {
		return File{}, ErrVersion
	}
	f := File{Format: "camt"}
	for _, s := range doc.Statements {
		account := plain(s.Account.IBAN, 34)
		if account == "" {
			account = plain(s.Account.Other, 34)
		}
		for _, e := range s.Entries {
			if status := strings.TrimSpace(e.Status.Code + e.Status.Word); status != "BOOK" {
				f.Pending++
				continue
			}
			lines, err := e.lines(account)
			if err != nil {
				return File{}, ErrUnreadable
			}
			if f.Lines = append(f.Lines, lines...); len(f.Lines) > MaxLines {
				return File{}, ErrTooLarge
			}
		}
	}
	if len(f.Lines) == 0 {
		return File{}, ErrEmpty
	}
	keyed(f.Lines)
	return f, nil
}

// bounded refuses what nests too deeply, has too many entries, declares its own grammar, or is no XML in UTF-8.
func bounded(data []byte) error {
	d := xml.NewDecoder(bytes.NewReader(data))
	depth, entries := 0, 0
	for {
		token, err := d.RawToken()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return ErrUnreadable
		}
		switch t := token.(type) {
		case xml.StartElement:
			if t.Name.Local == "Ntry" || t.Name.Local == "TxDtls" {
				entries++
			}
			if depth++; depth > maxDepth || entries > 2*MaxLines {
				return ErrTooLarge
			}
		case xml.EndElement:
			depth--
		case xml.Directive:
			return ErrUnreadable
		}
	}
}

// lines are the movements of an entry: those of a collective entry, where they say how much each is and add up to it, or the entry itself.
func (e camtEntry) lines(account string) ([]Line, error) {
	total, err := amountOf(e.Amount.Value, '.')
	if err != nil || total < 0 {
		return nil, errAmount
	}
	day := e.Booked.Date + e.Booked.Time
	if day == "" {
		day = e.Valued.Date + e.Valued.Time
	}
	on, err := clock.ParseDate(day[:min(len(day), 10)])
	if err != nil {
		return nil, errDate
	}
	sign := money.Fils(1)
	switch strings.TrimSpace(e.Direction) {
	case "CRDT":
	case "DBIT":
		sign = -1
	default:
		return nil, errAmount
	}
	whole := Line{Account: account, BookedOn: on, Amount: sign * total, Currency: plain(e.Amount.Currency, 3), Reference: reference(e.Bank),
		Reversal: strings.TrimSpace(e.Reversal) == "true" || strings.TrimSpace(e.Reversal) == "1", Text: plain(e.Additional, maxText)}
	if len(e.Details) == 1 {
		return []Line{e.Details[0].on(whole, whole.Amount)}, nil
	}
	sum, parts := money.Fils(0), make([]Line, 0, len(e.Details))
	for i, d := range e.Details {
		amount, err := amountOf(d.Amount.Value+d.Within.Value, '.')
		if err != nil || amount <= 0 || d.Amount.Currency+d.Within.Currency != e.Amount.Currency {
			return []Line{whole}, nil
		}
		entry := whole
		if entry.Reference != "" { // a reference is one movement's
			entry.Reference = reference(whole.Reference + "/" + strconv.Itoa(i+1))
		}
		sum, parts = sum+amount, append(parts, d.on(entry, sign*amount))
	}
	if len(parts) == 0 || sum != total {
		return []Line{whole}, nil
	}
	return parts, nil
}

// on is a movement of an entry: what it says itself, and what the entry says where it says nothing.
func (d camtDetails) on(entry Line, amount money.Fils) Line {
	l := entry
	l.Amount = amount
	if own := reference(d.Bank); own != "" {
		l.Reference = own
	} else if own = reference(d.EndToEnd); l.Reference == "" && own != "" {
		l.Reference = own
	}
	payer := d.Debtor.Name + d.Debtor.Party
	if payer == "" {
		payer = d.Ultimate.Name + d.Ultimate.Party
	}
	l.Payer = plain(payer, maxName)
	words := []string{}
	for _, some := range [][]string{d.Remittance.Free, d.Remittance.Creditor, d.Remittance.Documents, d.Remittance.More,
		{d.EndToEnd, d.Additional, entry.Text}} {
		for _, word := range some {
			if word = plain(word, maxText); word != "" && !none[strings.ToUpper(word)] {
				words = append(words, word)
			}
		}
	}
	l.Text = plain(strings.Join(words, " "), maxText)
	return l
}
