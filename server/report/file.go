package report

import (
	"bytes"
	"context"

	"sahn/server/platform/sheet"
	"sahn/server/platform/web"
)

// FileRequest asks for a report as a spreadsheet: all its tables as XLSX, or one of them as CSV.
type FileRequest struct {
	From       string `query:"from" validate:"max=10"`
	Until      string `query:"until" validate:"max=10"`
	By         string `query:"by" validate:"omitempty,oneof=day week month"`
	Department string `query:"department" validate:"max=26"`
	Format     string `query:"format" validate:"required,oneof=csv xlsx"`
	Table      string `query:"table" validate:"omitempty,oneof=time departments shares"`
}

// HandleFile answers with the spreadsheet. Admins may, for their company.
func (r *Reports) HandleFile(ctx context.Context, who web.Caller, req FileRequest) (web.File, error) {
	t, err := r.report(ctx, who.CompanyID, Request{req.From, req.Until, req.By, req.Department})
	if err != nil {
		return web.File{}, err
	}
	name := "sahn-report-" + t.Span.From.String() + "-" + t.Span.Until.String()
	var out bytes.Buffer
	if req.Format == "xlsx" {
		err := sheet.XLSX(&out, t.overTime(), t.byDepartment(), t.shareUse())
		return web.File{Name: name + ".xlsx", Type: web.XLSX, Body: out.Bytes()}, err
	}
	table := t.overTime()
	switch req.Table {
	case "departments":
		table = t.byDepartment()
	case "shares":
		table = t.shareUse()
	}
	err = sheet.CSV(&out, table)
	return web.File{Name: name + ".csv", Type: web.CSV, Body: out.Bytes()}, err
}

var sumColumns = []sheet.Column{{Name: "Lunches", Kind: sheet.Number}, {Name: "With company share", Kind: sheet.Number},
	{Name: "People eating", Kind: sheet.Number},
	{Name: "List price (AED)", Kind: sheet.Money}, {Name: "Plan discount (AED)", Kind: sheet.Money},
	{Name: "After discount (AED)", Kind: sheet.Money}, {Name: "Company share (AED)", Kind: sheet.Money},
	{Name: "Employees (AED)", Kind: sheet.Money}, {Name: "Of it at counters (AED)", Kind: sheet.Money}}

func (s Sums) cells() []any {
	return []any{s.Lunches, s.Shared, s.Eaters, s.Gross, s.Discount, s.Net, s.CompanyShare, s.EmployeeShare, s.Counter}
}

func (t Report) overTime() sheet.Table {
	names := map[string]string{"day": "Day", "week": "Week from", "month": "Month from"}
	table := sheet.Table{Title: "By " + t.By,
		Columns: append([]sheet.Column{{Name: names[t.By], Kind: sheet.Date}, {Name: "People", Kind: sheet.Number}}, sumColumns...)}
	for _, p := range t.Parts {
		table.Rows = append(table.Rows, append([]any{p.Start, p.People}, p.cells()...))
	}
	table.Rows = append(table.Rows, append([]any{"Total", t.Total.People}, t.Total.cells()...))
	return table
}

func (t Report) byDepartment() sheet.Table {
	table := sheet.Table{Title: "By department",
		Columns: append([]sheet.Column{{Name: "Department"}, {Name: "People", Kind: sheet.Number}}, sumColumns...)}
	for _, d := range t.Departments {
		name := d.Name
		if d.ID == "" {
			name = "No department"
		}
		table.Rows = append(table.Rows, append([]any{name, d.People}, d.cells()...))
	}
	return table
}

func (t Report) shareUse() sheet.Table {
	table := sheet.Table{Title: "Share against cap",
		Columns: []sheet.Column{{Name: "Period from", Kind: sheet.Date}, {Name: "People using it", Kind: sheet.Number},
			{Name: "Used (AED)", Kind: sheet.Money}, {Name: "Cap of those people (AED)", Kind: sheet.Money},
			{Name: "People at the cap", Kind: sheet.Number}}}
	if t.Shares != nil {
		for _, p := range t.Shares.Periods {
			table.Rows = append(table.Rows, []any{p.Start, p.People, p.Used, p.Allowed, p.Capped})
		}
	}
	return table
}
