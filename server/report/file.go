package report

import (
	"bytes"
	"cmp"
	"context"
	"io"

	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/sheet"
	"sahn/server/platform/web"
)

// FileRequest asks for a report as a spreadsheet in the reader's language: all its tables as XLSX, or one of them as CSV.
type FileRequest struct {
	From       string `query:"from" validate:"max=10"`
	Until      string `query:"until" validate:"max=10"`
	By         string `query:"by" validate:"omitempty,oneof=day week month"`
	Department string `query:"department" validate:"max=26"`
	Format     string `query:"format" validate:"required,oneof=csv xlsx"`
	Table      string `query:"table" validate:"omitempty,oneof=time departments shares"`
}

// HandleFile answers with the spreadsheet. Admins may, for their company. The CSV over time, which has a row for each day, is written while
// it is read.
func (r *Reports) HandleFile(ctx context.Context, who web.Caller, req FileRequest) (web.File, error) {
	only := whole
	if req.Format == "csv" {
		only = cmp.Or(req.Table, overTime)
	}
	asked, say := Request{req.From, req.Until, req.By, req.Department}, sheet.In(who.Language)
	s, err := span(req.From, req.Until, clock.DateOf(r.Clock()))
	if err != nil {
		return web.File{}, err
	}
	name := "sahn-report-" + s.From.String() + "-" + s.Until.String()
	if only == overTime {
		return web.File{Name: name + ".csv", Type: web.CSV, Write: func(ctx context.Context, w io.Writer) error {
			return r.writeOverTime(ctx, w, who.CompanyID, asked, say)
		}}, nil
	}
	t, err := r.report(ctx, who.CompanyID, asked, only)
	if err != nil {
		return web.File{}, err
	}
	var out bytes.Buffer
	if req.Format == "xlsx" {
		err := sheet.XLSX(&out, t.overTime(say), t.byDepartment(say), t.shareUse(say))
		return web.File{Name: name + ".xlsx", Type: web.XLSX, Body: out.Bytes()}, err
	}
	table := t.byDepartment(say)
	if only == shares {
		table = t.shareUse(say)
	}
	err = sheet.CSV(&out, table)
	return web.File{Name: name + ".csv", Type: web.CSV, Body: out.Bytes()}, err
}

// writeOverTime writes the table over time as CSV, each row when it is read.
func (r *Reports) writeOverTime(ctx context.Context, w io.Writer, company string, req Request, say sheet.Say) error {
	var lines *sheet.Lines
	var failed error
	return r.Replica.Read(ctx, r.Conn, func(ctx context.Context, conn db.Conn) error {
		if lines != nil {
			return failed // the database would repeat what is written of the replica's
		}
		t, err := r.begun(req, overTime)
		if err != nil {
			return err
		}
		q := db.New(conn).Unprepared()
		active, err := t.readActive(ctx, q, company, req.Department)
		if err != nil {
			return err
		}
		begin := func() (err error) {
			if lines == nil {
				lines, err = sheet.NewLines(w, t.timeColumns(say))
			}
			return err
		}
		failed = t.eachSum(ctx, q, company, req.Department, func(p Part) error {
			if err := begin(); err != nil {
				return err
			}
			p.People += active(p)
			return lines.Row(append([]any{p.Start, p.People}, p.cells()...))
		})
		if failed == nil {
			failed = t.readPeople(ctx, q, company, req.Department)
		}
		if failed == nil {
			failed = begin() // a weekend without counter sales has no day
		}
		if failed == nil {
			failed = lines.Row(append([]any{say("Total"), t.Total.People}, t.Total.cells()...))
		}
		if failed == nil {
			failed = lines.End()
		}
		return failed
	})
}

func sumColumns(say sheet.Say) []sheet.Column {
	return []sheet.Column{{Name: say("Lunches"), Kind: sheet.Number}, {Name: say("With company share"), Kind: sheet.Number},
		{Name: say("People eating"), Kind: sheet.Number},
		{Name: say("List price (AED)"), Kind: sheet.Money}, {Name: say("Plan discount (AED)"), Kind: sheet.Money},
		{Name: say("After discount (AED)"), Kind: sheet.Money}, {Name: say("Company share (AED)"), Kind: sheet.Money},
		{Name: say("Employees (AED)"), Kind: sheet.Money}, {Name: say("Of it at counters (AED)"), Kind: sheet.Money}}
}

func (s Sums) cells() []any {
	return []any{s.Lunches, s.Shared, s.Eaters, s.Gross, s.Discount, s.Net, s.CompanyShare, s.EmployeeShare, s.Counter}
}

func (t Report) timeColumns(say sheet.Say) []sheet.Column {
	names := map[string]string{"day": "Day", "week": "Week from", "month": "Month from"}
	return append([]sheet.Column{{Name: say(names[t.By]), Kind: sheet.Date}, {Name: say("People"), Kind: sheet.Number}}, sumColumns(say)...)
}

func (t Report) overTime(say sheet.Say) sheet.Table {
	table := sheet.Table{Title: say("By " + t.By), Columns: t.timeColumns(say)}
	for _, p := range t.Parts {
		table.Rows = append(table.Rows, append([]any{p.Start, p.People}, p.cells()...))
	}
	table.Rows = append(table.Rows, append([]any{say("Total"), t.Total.People}, t.Total.cells()...))
	return table
}

func (t Report) byDepartment(say sheet.Say) sheet.Table {
	table := sheet.Table{Title: say("By department"),
		Columns: append([]sheet.Column{{Name: say("Department")}, {Name: say("People"), Kind: sheet.Number}}, sumColumns(say)...)}
	for _, d := range t.Departments {
		name := d.Name
		if d.ID == "" {
			name = say("No department")
		}
		table.Rows = append(table.Rows, append([]any{name, d.People}, d.cells()...))
	}
	return table
}

func (t Report) shareUse(say sheet.Say) sheet.Table {
	table := sheet.Table{Title: say("Share against cap"),
		Columns: []sheet.Column{{Name: say("Period from"), Kind: sheet.Date}, {Name: say("People using it"), Kind: sheet.Number},
			{Name: say("Used (AED)"), Kind: sheet.Money}, {Name: say("Cap of those people (AED)"), Kind: sheet.Money},
			{Name: say("People at the cap"), Kind: sheet.Number}}}
	if t.Shares != nil {
		for _, p := range t.Shares.Periods {
			table.Rows = append(table.Rows, []any{p.Start, p.People, p.Used, p.Allowed, p.Capped})
		}
	}
	return table
}
