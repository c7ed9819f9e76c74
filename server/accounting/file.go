package accounting

import (
	"bytes"
	"cmp"
	"context"
	"slices"

	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/money"
	"sahn/server/platform/sheet"
	"sahn/server/platform/web"
)

// FileRequest asks for a month's journal: as a table in the reader's language, or as what Xero, Zoho Books or Odoo import.
type FileRequest struct {
	Month  string `path:"month" validate:"required,max=10"`
	Format string `query:"format" validate:"required,oneof=csv xlsx xero zoho odoo"`
}

// HandleFile answers with the journal. A manager may.
func (b *Books) HandleFile(ctx context.Context, who web.Caller, r FileRequest) (file web.File, err error) {
	month, err := clock.ParseDate(r.Month)
	if err != nil || month != first(month) || month > clock.DateOf(b.Clock()) {
		return file, fault.ErrNotFound
	}
	var j Journal
	if err := db.Snapshot(ctx, b.Conn, func(ctx context.Context, q *db.Queries) error {
		j, err = journalOf(ctx, q, month)
		return err
	}); err != nil {
		return file, err
	}
	var out bytes.Buffer
	file = web.File{Name: "sahn-journal-" + month.Time().Format("2006-01") + "-" + r.Format + ".csv", Type: web.CSV}
	switch r.Format {
	case "xlsx":
		file.Name, file.Type = "sahn-journal-"+month.Time().Format("2006-01")+".xlsx", web.XLSX
		err = sheet.XLSX(&out, j.table(sheet.In(who.Language)))
	case "csv":
		file.Name = "sahn-journal-" + month.Time().Format("2006-01") + ".csv"
		err = sheet.CSV(&out, j.table(sheet.In(who.Language)))
	case "xero":
		err = sheet.Import(&out, j.xero())
	case "zoho":
		err = sheet.Import(&out, j.zoho())
	default:
		err = sheet.Import(&out, j.odoo())
	}
	file.Body = out.Bytes()
	return file, err
}

// sides is an amount as debit and credit, of which one is empty.
func (l Line) sides() (debit, credit any) {
	if l.Debit > 0 {
		return l.Debit, nil
	}
	return nil, -l.Debit
}

func texts(names ...string) (all []sheet.Column) {
	for _, n := range names {
		all = append(all, sheet.Column{Name: n})
	}
	return all
}

func (j Journal) table(say sheet.Say) sheet.Table {
	t := sheet.Table{Title: say("Journal %s", j.Month.Time().Format("2006-01")), Columns: []sheet.Column{{Name: say("Day"), Kind: sheet.Date},
		{Name: say("Entry")}, {Name: say("Account code")}, {Name: say("Account")}, {Name: say("Company")},
		{Name: say("Debit (AED)"), Kind: sheet.Money}, {Name: say("Credit (AED)"), Kind: sheet.Money}}}
	for _, l := range j.Lines {
		debit, credit := l.sides()
		t.Rows = append(t.Rows, []any{l.Day, say(l.Entry), l.Account.Code, l.Account.Name, l.Company, debit, credit})
	}
	return t
}

// xero is a file for Xero's import of manual journals, which takes 300 lines: an entry of each kind, on the month's last day. Debits are
// above zero. The amounts have no tax rate, because VAT has an entry of its own.
func (j Journal) xero() sheet.Table {
	t := sheet.Table{Columns: append(texts("*Narration", "*Date", "Description", "*AccountCode", "*TaxRate"),
		sheet.Column{Name: "*Amount", Kind: sheet.Money})}
	type key struct{ entry, code, name string }
	sums, order := map[key]money.Fils{}, []key{}
	for _, l := range j.Lines {
		k := key{l.Entry, l.Account.Code, l.Account.Name}
		if _, is := sums[k]; !is {
			order = append(order, k)
		}
		sums[k] += l.Debit
	}
	slices.SortStableFunc(order, func(a, b key) int { return cmp.Or(cmp.Compare(a.entry, b.entry), cmp.Compare(a.code, b.code)) })
	day := (next(j.Month) - 1).Time()
	for _, k := range order {
		if sums[k] != 0 {
			t.Rows = append(t.Rows, []any{k.entry + " " + day.Format("2006-01"), day.Format("02/01/2006"), k.name, k.code, "Tax Exempt", sums[k]})
		}
	}
	return t
}

// zoho is a file for Zoho Books' import of manual journals: an entry for each day and kind.
func (j Journal) zoho() sheet.Table {
	t := sheet.Table{Columns: append(texts("Journal Date", "Reference Number", "Notes", "Currency", "Account", "Account Code", "Description"),
		sheet.Column{Name: "Debit", Kind: sheet.Money}, sheet.Column{Name: "Credit", Kind: sheet.Money})}
	for _, l := range j.Lines {
		debit, credit := l.sides()
		t.Rows = append(t.Rows, []any{l.Day.String(), l.reference(), l.Entry, "AED", l.Account.Name, l.Account.Code, l.Company, debit, credit})
	}
	return t
}

// odoo is a file for Odoo's import of journal entries: what is of a whole entry stands in the first of its lines.
func (j Journal) odoo() sheet.Table {
	t := sheet.Table{Columns: append(texts("ref", "date", "journal_id", "line_ids/account_id", "line_ids/name"),
		sheet.Column{Name: "line_ids/debit", Kind: sheet.Money}, sheet.Column{Name: "line_ids/credit", Kind: sheet.Money})}
	last := ""
	for _, l := range j.Lines {
		row := []any{l.reference(), l.Day.String(), "Miscellaneous Operations", l.Account.Code, cmp.Or(l.Company, l.Entry), l.Debit,
			money.Fils(0)}
		if l.Debit < 0 {
			row[5], row[6] = money.Fils(0), -l.Debit
		}
		if l.reference() == last {
			row[0], row[1], row[2] = nil, nil, nil
		}
		last = l.reference()
		t.Rows = append(t.Rows, row)
	}
	return t
}

// reference names a journal entry: the same in each file of it, so that a program sees what it has already.
func (l Line) reference() string { return "Sahn " + l.Day.String() + " " + l.Entry }
