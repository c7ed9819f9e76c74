package report

import (
	"bytes"
	"context"

	"sahn/server/platform/sheet"
	"sahn/server/platform/web"
)

// OfficeFileRequest asks for an OfficeReport as a spreadsheet in the reader's language: all its tables as XLSX, or one of
// them as CSV.
type OfficeFileRequest struct {
	From   string `query:"from" validate:"max=10"`
	Until  string `query:"until" validate:"max=10"`
	Format string `query:"format" validate:"required,oneof=csv xlsx"`
	Table  string `query:"table" validate:"omitempty,oneof=days companies meals channels receivables vat"`
}

// HandleOfficeFile answers with the spreadsheet. Support and managers may.
func (r *Reports) HandleOfficeFile(ctx context.Context, who web.Caller, req OfficeFileRequest) (web.File, error) {
	t, err := r.office(ctx, OfficeRequest{req.From, req.Until})
	if err != nil {
		return web.File{}, err
	}
	name := "sahn-sales-" + t.Span.From.String() + "-" + t.Span.Until.String()
	var out bytes.Buffer
	say := sheet.In(who.Language)
	if req.Format == "xlsx" {
		err := sheet.XLSX(&out, t.byDay(say), t.byCompany(say), t.byMeal(say), t.byChannel(say), t.byAge(say), t.byDocument(say))
		return web.File{Name: name + ".xlsx", Type: web.XLSX, Body: out.Bytes()}, err
	}
	table := t.byDay(say)
	switch req.Table {
	case "companies":
		table = t.byCompany(say)
	case "meals":
		table = t.byMeal(say)
	case "channels":
		table = t.byChannel(say)
	case "receivables":
		table = t.byAge(say)
	case "vat":
		table = t.byDocument(say)
	}
	err = sheet.CSV(&out, table)
	return web.File{Name: name + ".csv", Type: web.CSV, Body: out.Bytes()}, err
}

func salesTable(say sheet.Say, title string, first sheet.Column) sheet.Table {
	return sheet.Table{Title: say(title), Columns: []sheet.Column{first, {Name: say("Lunches"), Kind: sheet.Number},
		{Name: say("List price (AED)"), Kind: sheet.Money}, {Name: say("Plan discount (AED)"), Kind: sheet.Money},
		{Name: say("Sales (AED)"), Kind: sheet.Money}, {Name: say("Company share (AED)"), Kind: sheet.Money},
		{Name: say("People (AED)"), Kind: sheet.Money}, {Name: say("Of it at counters (AED)"), Kind: sheet.Money}}}
}

func (s Sales) row(first any) []any {
	return []any{first, s.Lunches, s.Gross, s.Discount, s.Net, s.CompanyShare, s.EmployeeShare, s.Counter}
}

func (t OfficeReport) byDay(say sheet.Say) sheet.Table {
	table := salesTable(say, "By day", sheet.Column{Name: say("Day"), Kind: sheet.Date})
	for _, d := range t.Days {
		table.Rows = append(table.Rows, d.row(d.Day))
	}
	table.Rows = append(table.Rows, t.Total.row(say("Total")))
	return table
}

func (t OfficeReport) byCompany(say sheet.Say) sheet.Table {
	table := salesTable(say, "By company", sheet.Column{Name: say("Company")})
	for _, c := range t.Companies {
		table.Rows = append(table.Rows, c.row(c.Name))
	}
	table.Rows = append(table.Rows, t.Total.row(say("Total")))
	return table
}

func (t OfficeReport) byChannel(say sheet.Say) sheet.Table {
	table := salesTable(say, "By channel", sheet.Column{Name: say("Channel")})
	for _, c := range t.Channels {
		table.Rows = append(table.Rows, c.row(say(map[string]string{"app": "App", "counter": "Counter"}[c.Channel])))
	}
	table.Rows = append(table.Rows, t.Total.row(say("Total")))
	return table
}

func (t OfficeReport) byMeal(say sheet.Say) sheet.Table {
	table := sheet.Table{Title: say("By meal"), Columns: []sheet.Column{{Name: say("Meal")},
		{Name: say("Portions in the app"), Kind: sheet.Number},
		{Name: say("Portions at counters"), Kind: sheet.Number}, {Name: say("Sales (AED)"), Kind: sheet.Money}}}
	app, counter := int64(0), int64(0)
	for _, m := range t.Meals {
		name := m.Name
		if m.Meal == "" {
			name = say("Price differences at counters")
		}
		table.Rows = append(table.Rows, []any{name, m.App, m.Counter, m.Net})
		app, counter = app+m.App, counter+m.Counter
	}
	table.Rows = append(table.Rows, []any{say("Total"), app, counter, t.Total.Net})
	return table
}

func (o Owing) row(name string) []any {
	return []any{name, o.NotYet, o.To30, o.To60, o.To90, o.Beyond, o.Due, o.Credit, o.NotInvoiced}
}

func (t OfficeReport) byAge(say sheet.Say) sheet.Table {
	table := sheet.Table{Title: say("Receivables %s", t.Receivables.On), Columns: []sheet.Column{{Name: say("Company")},
		{Name: say("Not due (AED)"), Kind: sheet.Money}, {Name: say("1–30 days late (AED)"), Kind: sheet.Money},
		{Name: say("31–60 days late (AED)"), Kind: sheet.Money}, {Name: say("61–90 days late (AED)"), Kind: sheet.Money},
		{Name: say("Over 90 days late (AED)"), Kind: sheet.Money}, {Name: say("Due in all (AED)"), Kind: sheet.Money},
		{Name: say("Paid too much (AED)"), Kind: sheet.Money}, {Name: say("Not invoiced yet (AED)"), Kind: sheet.Money}}}
	for _, c := range t.Receivables.Companies {
		table.Rows = append(table.Rows, c.row(c.Name))
	}
	table.Rows = append(table.Rows, t.Receivables.Total.row(say("Total")))
	if t.Receivables.Owed > 0 {
		table.Rows = append(table.Rows, Owing{Due: t.Receivables.Owed}.row(say("People, for lunches at counters")))
	}
	return table
}

var documents = map[string]string{"invoice": "Company invoices", "credit": "Company credit notes", "order": "People’s own part, app",
	"missing": "Missing meals paid back", "counter": "People’s own part, counters", "void": "Counter sales undone later", "": "Total"}

func (t OfficeReport) byDocument(say sheet.Say) sheet.Table {
	table := sheet.Table{Title: say("VAT"), Columns: []sheet.Column{{Name: say("Documents")}, {Name: say("Rate (%)"), Kind: sheet.Number},
		{Name: say("Number"), Kind: sheet.Number}, {Name: say("Net (AED)"), Kind: sheet.Money}, {Name: say("VAT (AED)"), Kind: sheet.Money},
		{Name: say("Total (AED)"), Kind: sheet.Money}}}
	for _, l := range append(t.VAT.Lines[:len(t.VAT.Lines):len(t.VAT.Lines)], t.VAT.Total) {
		var rate any
		if l.Kind != "" {
			rate = int(l.Rate)
		}
		table.Rows = append(table.Rows, []any{say(documents[l.Kind]), rate, l.Documents, l.Net, l.VAT, l.Total})
	}
	return table
}
