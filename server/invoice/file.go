package invoice

import (
	"bytes"
	"context"
	"fmt"
	"net/url"
	"time"

	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/money"
	"sahn/server/platform/pdf"
	"sahn/server/platform/sheet"
	"sahn/server/platform/web"
)

// HandlePDF answers with a document as it was issued: an invoice or a credit note. Admins of its company may.
func (v *Invoices) HandlePDF(ctx context.Context, who web.Caller, r OneRequest) (web.File, error) {
	s, err := v.sheetOf(ctx, who, r)
	if err != nil {
		return web.File{}, err
	}
	d := s.paper()
	s.draw(d)
	// A document whose e-invoice cannot be made yet is a document all the same.
	if body, err := v.xmlOf(ctx, s); err == nil {
		d.Attach(s.number+".xml", "E-invoice (PINT-AE)", body)
	} else if fault.As(err) == nil {
		v.Log.Warn("a document goes out without its e-invoice", "invoice", s.id, "err", err)
	}
	body, err := d.Bytes()
	return web.File{Name: s.number + ".pdf", Type: web.PDF, Body: body}, err
}

// HandleXLSX answers with a document's lines as a workbook: days, then day and person. Admins of its company may.
func (v *Invoices) HandleXLSX(ctx context.Context, who web.Caller, r OneRequest) (web.File, error) {
	s, err := v.sheetOf(ctx, who, r)
	if err != nil {
		return web.File{}, err
	}
	say := sheet.In(who.Language)
	columns := []sheet.Column{{Name: say("Net AED"), Kind: sheet.Money}, {Name: say("VAT%s AED", s.oneRate()), Kind: sheet.Money},
		{Name: say("Total AED"), Kind: sheet.Money}}
	with := func(_ money.Rate, cells ...any) []any { return cells }
	if s.oneRate() == "" {
		columns = append(columns, sheet.Column{Name: say("VAT rate (%)"), Kind: sheet.Number})
		with = func(rate money.Rate, cells ...any) []any { return append(cells, int(rate)) }
	}
	days := sheet.Table{Title: s.number,
		Columns: append([]sheet.Column{{Name: say("Day"), Kind: sheet.Date}, {Name: say("Lunches"), Kind: sheet.Number}}, columns...)}
	for _, d := range s.days {
		days.Rows = append(days.Rows, with(d.Rate, d.Date, d.Lunches, d.Net, d.VAT, d.Total))
	}
	lunches := 0
	for _, d := range s.days {
		lunches += d.Lunches
	}
	days.Rows = append(days.Rows, []any{say("Total"), lunches, s.net, s.vat, s.total})
	for _, o := range s.setOffs {
		days.Rows = append(days.Rows, []any{say("Set off from %s", o.Number), nil, nil, nil, -money.Fils(o.Amount)})
	}
	if len(s.setOffs) > 0 {
		days.Rows = append(days.Rows, []any{say("To pay"), nil, nil, nil, s.toPay()})
	}
	lines := sheet.Table{Title: say("Day and person"),
		Columns: append([]sheet.Column{{Name: say("Day"), Kind: sheet.Date}, {Name: say("Person"), Width: 30}}, columns...)}
	for _, l := range s.lines {
		lines.Rows = append(lines.Rows, with(l.Rate, l.Date, l.Name, l.Net, l.VAT, l.Total))
	}
	return workbook(s.number, days, lines)
}

func workbook(name string, tables ...sheet.Table) (web.File, error) {
	var out bytes.Buffer
	if err := sheet.XLSX(&out, tables...); err != nil {
		return web.File{}, fmt.Errorf("write workbook: %w", err)
	}
	return web.File{Name: name + ".xlsx", Type: web.XLSX, Body: out.Bytes()}, nil
}

func (v *Invoices) sheetOf(ctx context.Context, who web.Caller, r OneRequest) (s content, err error) {
	q := db.New(v.Conn)
	row, err := q.InvoiceOne(ctx, r.ID, who.CompanyID)
	if db.None(err) {
		return s, fault.ErrNotFound
	}
	if err != nil {
		return s, fmt.Errorf("read document: %w", err)
	}
	return contentOf(ctx, q, row, v.Public)
}

// contentOf is what a document's paper and e-invoice are made of.
func contentOf(ctx context.Context, q *db.Queries, row db.Invoice, public *url.URL) (s content, err error) {
	s = content{id: row.ID, company: row.CompanyID, kind: row.Kind, number: row.Number, issued: row.IssuedOn, due: row.DueOn,
		from: row.SupplyFrom, until: row.SupplyUntil,
		net: money.Fils(row.NetAmount), vat: money.Fils(row.VatAmount), total: money.Fils(row.TotalAmount), onTotal: row.VatOnTotal,
		link: public.JoinPath("dashboard", "company-invoices", row.ID, "details").String()}
	if err := unpack(row, &s.seller, &s.buyer); err != nil {
		return s, err
	}
	if row.CreditsID != nil {
		invoice, err := q.InvoiceOne(ctx, *row.CreditsID, row.CompanyID)
		if err != nil {
			return s, fmt.Errorf("read credited invoice: %w", err)
		}
		s.credits, s.creditsIssued = invoice.Number, invoice.IssuedOn
	}
	if s.setOffs, err = q.InvoiceSetOffAtIssue(ctx, row.ID); err != nil {
		return s, fmt.Errorf("read set-offs: %w", err)
	}
	if s.days, err = days(ctx, q, row.ID); err != nil {
		return s, err
	}
	lines, err := linesFor(ctx, q, db.InvoiceLinesParams{InvoiceID: row.ID, EveryDay: true, Most: everyLine})
	s.lines = lines.Data
	return s, err
}

// everyLine is above the number of lines of the largest company in a month.
const everyLine = 1 << 20

// HandleStatementPDF answers with the statement of the caller's company as a document. It names both parties as they were at the end of
// the statement's last day, so that the statement of a year that is over stays the same. Admins may.
func (v *Invoices) HandleStatementPDF(ctx context.Context, who web.Caller, r StatementRequest) (web.File, error) {
	s, err := v.HandleStatement(ctx, who, r)
	if err != nil {
		return web.File{}, err
	}
	q, end := db.New(v.Conn), (s.Until + 1).Start().Add(-time.Microsecond)
	b, err := q.InvoiceBuyer(ctx, end, who.CompanyID)
	if err != nil {
		return web.File{}, fmt.Errorf("read company: %w", err)
	}
	seller, err := v.seller(ctx, q, end)
	if err != nil {
		return web.File{}, err
	}
	on := today(v.Clock())
	d := pdf.New("Statement of account", seller.Name, on.Start())
	drawStatement(d, s, seller, Buyer{Name: b.Name, TRN: b.Trn, Address: b.Address}, on)
	body, err := d.Bytes()
	return web.File{Name: fmt.Sprintf("Statement %d.pdf", s.From.Time().Year()), Type: web.PDF, Body: body}, err
}

// HandleStatementXLSX answers with the same statement as a workbook. Admins may.
func (v *Invoices) HandleStatementXLSX(ctx context.Context, who web.Caller, r StatementRequest) (web.File, error) {
	s, err := v.HandleStatement(ctx, who, r)
	if err != nil {
		return web.File{}, err
	}
	say := sheet.In(who.Language)
	t := sheet.Table{Title: say("Statement"),
		Columns: []sheet.Column{{Name: say("Date"), Kind: sheet.Date}, {Name: say("What")}, {Name: say("Number")}, {Name: say("Note")},
			{Name: say("Amount AED"), Kind: sheet.Money}, {Name: say("Owed AED"), Kind: sheet.Money}},
		Rows: [][]any{{s.From, say("Owed before"), "", "", nil, s.Before}}}
	for _, e := range s.Entries {
		t.Rows = append(t.Rows, []any{e.Date, say(entryNames[e.Kind]), e.Number, e.note(say), e.Amount, e.Balance})
	}
	return workbook(fmt.Sprintf("Statement %d", s.From.Time().Year()), t)
}
