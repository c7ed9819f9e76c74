package report

import (
	"bytes"
	"context"

	"sahn/server/platform/sheet"
	"sahn/server/platform/web"
)

// OfficeFileRequest asks for an OfficeReport as a spreadsheet: all its tables as XLSX, or one of them as CSV.
type OfficeFileRequest struct {
	From   string `query:"from" validate:"max=10"`
	Until  string `query:"until" validate:"max=10"`
	Format string `query:"format" validate:"required,oneof=csv xlsx"`
	Table  string `query:"table" validate:"omitempty,oneof=days companies meals channels receivables vat"`
}

// HandleOfficeFile answers with the spreadsheet. Support and managers may.
func (r *Reports) HandleOfficeFile(ctx context.Context, _ web.Caller, req OfficeFileRequest) (web.File, error) {
	t, err := r.office(ctx, OfficeRequest{req.From, req.Until})
	if err != nil {
		return web.File{}, err
	}
	name := "sahn-sales-" + t.Span.From.String() + "-" + t.Span.Until.String()
	var out bytes.Buffer
	if req.Format == "xlsx" {
		err := sheet.XLSX(&out, t.byDay(), t.byCompany(), t.byMeal(), t.byChannel(), t.byAge(), t.byDocument())
		return web.File{Name: name + ".xlsx", Type: web.XLSX, Body: out.Bytes()}, err
	}
	table := t.byDay()
	switch req.Table {
	case "companies":
		table = t.byCompany()
	case "meals":
		table = t.byMeal()
	case "channels":
		table = t.byChannel()
	case "receivables":
		table = t.byAge()
	case "vat":
		table = t.byDocument()
	}
	err = sheet.CSV(&out, table)
	return web.File{Name: name + ".csv", Type: web.CSV, Body: out.Bytes()}, err
}

func salesTable(title string, first sheet.Column) sheet.Table {
	return sheet.Table{Title: title, Columns: []sheet.Column{first, {Name: "Lunches", Kind: sheet.Number},
		{Name: "List price (AED)", Kind: sheet.Money}, {Name: "Plan discount (AED)", Kind: sheet.Money},
		{Name: "Sales (AED)", Kind: sheet.Money}, {Name: "Company share (AED)", Kind: sheet.Money},
		{Name: "People (AED)", Kind: sheet.Money}, {Name: "Of it at counters (AED)", Kind: sheet.Money}}}
}

func (s Sales) row(first any) []any {
	return []any{first, s.Lunches, s.Gross, s.Discount, s.Net, s.CompanyShare, s.EmployeeShare, s.Counter}
}

func (t OfficeReport) byDay() sheet.Table {
	table := salesTable("By day", sheet.Column{Name: "Day", Kind: sheet.Date})
	for _, d := range t.Days {
		table.Rows = append(table.Rows, d.row(d.Day))
	}
	table.Rows = append(table.Rows, t.Total.row("Total"))
	return table
}

func (t OfficeReport) byCompany() sheet.Table {
	table := salesTable("By company", sheet.Column{Name: "Company"})
	for _, c := range t.Companies {
		table.Rows = append(table.Rows, c.row(c.Name))
	}
	table.Rows = append(table.Rows, t.Total.row("Total"))
	return table
}

func (t OfficeReport) byChannel() sheet.Table {
	table := salesTable("By channel", sheet.Column{Name: "Channel"})
	for _, c := range t.Channels {
		table.Rows = append(table.Rows, c.row(map[string]string{"app": "App", "counter": "Counter"}[c.Channel]))
	}
	table.Rows = append(table.Rows, t.Total.row("Total"))
	return table
}

func (t OfficeReport) byMeal() sheet.Table {
	table := sheet.Table{Title: "By meal", Columns: []sheet.Column{{Name: "Meal"}, {Name: "Portions in the app", Kind: sheet.Number},
		{Name: "Portions at counters", Kind: sheet.Number}, {Name: "Sales (AED)", Kind: sheet.Money}}}
	app, counter := int64(0), int64(0)
	for _, m := range t.Meals {
		name := m.Name
		if m.Meal == "" {
			name = "Price differences at counters"
		}
		table.Rows = append(table.Rows, []any{name, m.App, m.Counter, m.Net})
		app, counter = app+m.App, counter+m.Counter
	}
	table.Rows = append(table.Rows, []any{"Total", app, counter, t.Total.Net})
	return table
}

func (o Owing) row(name string) []any {
	return []any{name, o.NotYet, o.To30, o.To60, o.To90, o.Beyond, o.Due, o.Credit, o.NotInvoiced}
}

func (t OfficeReport) byAge() sheet.Table {
	table := sheet.Table{Title: "Receivables " + t.Receivables.On.String(), Columns: []sheet.Column{{Name: "Company"},
		{Name: "Not due (AED)", Kind: sheet.Money}, {Name: "1–30 days late (AED)", Kind: sheet.Money},
		{Name: "31–60 days late (AED)", Kind: sheet.Money}, {Name: "61–90 days late (AED)", Kind: sheet.Money},
		{Name: "Over 90 days late (AED)", Kind: sheet.Money}, {Name: "Due in all (AED)", Kind: sheet.Money},
		{Name: "Paid too much (AED)", Kind: sheet.Money}, {Name: "Not invoiced yet (AED)", Kind: sheet.Money}}}
	for _, c := range t.Receivables.Companies {
		table.Rows = append(table.Rows, c.row(c.Name))
	}
	table.Rows = append(table.Rows, t.Receivables.Total.row("Total"))
	if t.Receivables.Owed > 0 {
		table.Rows = append(table.Rows, Owing{Due: t.Receivables.Owed}.row("People, for lunches at counters"))
	}
	return table
}

var documents = map[string]string{"invoice": "Company invoices", "credit": "Company credit notes", "order": "People’s own part, app",
	"missing": "Missing meals paid back", "counter": "People’s own part, counters", "void": "Counter sales undone later", "": "Total"}

func (t OfficeReport) byDocument() sheet.Table {
	table := sheet.Table{Title: "VAT", Columns: []sheet.Column{{Name: "Documents"}, {Name: "Rate (%)", Kind: sheet.Number},
		{Name: "Number", Kind: sheet.Number}, {Name: "Net (AED)", Kind: sheet.Money}, {Name: "VAT (AED)", Kind: sheet.Money},
		{Name: "Total (AED)", Kind: sheet.Money}}}
	for _, l := range append(t.VAT.Lines[:len(t.VAT.Lines):len(t.VAT.Lines)], t.VAT.Total) {
		var rate any
		if l.Kind != "" {
			rate = int(l.Rate)
		}
		table.Rows = append(table.Rows, []any{documents[l.Kind], rate, l.Documents, l.Net, l.VAT, l.Total})
	}
	return table
}
