package member

import (
	"bytes"
	"context"

	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/sheet"
	"sahn/server/platform/web"
)

// FileRequest asks for a spreadsheet: the template of a list to import, or the members that match.
type FileRequest struct {
	Kind       string `query:"kind" validate:"required,oneof=template list"`
	Format     string `query:"format" validate:"required,oneof=csv xlsx"`
	Search     string `query:"q" validate:"max=100"`
	Status     string `query:"status" validate:"omitempty,oneof=Invited Pending Active Suspended"`
	Role       string `query:"role" validate:"omitempty,oneof=Admin Employee"`
	Department string `query:"department" validate:"max=26"`
	Idle       string `query:"idle" validate:"omitempty,oneof=yes"`
	Sort       string `query:"sort" validate:"max=12"`
}

// HandleFile answers with a spreadsheet.
func (m *Members) HandleFile(ctx context.Context, who web.Caller, req FileRequest) (web.File, error) {
	table, name := template(), "sahn-team-template"
	if req.Kind == "list" {
		var err error
		if table, err = m.table(ctx, who, Filter{req.Search, req.Status, req.Role, req.Department, req.Idle, req.Sort}); err != nil {
			return web.File{}, err
		}
		name = "sahn-team"
	}
	var out bytes.Buffer
	if req.Format == "csv" {
		err := sheet.CSV(&out, table)
		return web.File{Name: name + ".csv", Type: web.CSV, Body: out.Bytes()}, err
	}
	err := sheet.XLSX(&out, table)
	return web.File{Name: name + ".xlsx", Type: web.XLSX, Body: out.Bytes()}, err
}

func template() sheet.Table {
	return sheet.Table{Title: "People",
		Columns: []sheet.Column{{Name: "name", Width: 30}, {Name: "email", Width: 40}, {Name: "department", Width: 24}}}
}

func (m *Members) table(ctx context.Context, who web.Caller, f Filter) (sheet.Table, error) {
	q := db.New(m.Conn)
	c, err := q.MemberCompany(ctx, who.CompanyID)
	if err != nil {
		return sheet.Table{}, db.NoneIs(err, fault.ErrNotFound)
	}
	found, err := m.find(ctx, q, who.CompanyID, c.ShareDuration, f, span{0, Most})
	if err != nil {
		return sheet.Table{}, err
	}
	shown, err := m.show(ctx, q, who.CompanyID, c.ShareDuration, found.ids)
	if err != nil {
		return sheet.Table{}, err
	}
	all, err := departments(ctx, q, who.CompanyID)
	if err != nil {
		return sheet.Table{}, err
	}
	names := map[string]string{}
	for _, d := range all {
		names[d.ID] = d.Name
	}
	say := sheet.In(who.Language)
	t := sheet.Table{Title: say("Team"),
		Columns: []sheet.Column{{Name: say("Name")}, {Name: say("E-mail")}, {Name: say("Department")}, {Name: say("Role")}, {Name: say("Status")},
			{Name: say("Share used (AED)"), Kind: sheet.Money}, {Name: say("Share cap (AED)"), Kind: sheet.Money},
			{Name: say("Days ordered, week of %s", m.comingWeek()), Kind: sheet.Number}, {Name: say("Last day"), Kind: sheet.Date}}}
	for _, p := range shown {
		row := []any{p.Name, p.Email, names[p.Department], say(p.Role), say(p.Status), p.ShareUsed, nil, len(p.Days), nil}
		if c.ShareCap != nil {
			row[6] = *c.ShareCap
		}
		if p.LastDay != nil {
			row[8] = *p.LastDay
		}
		t.Rows = append(t.Rows, row)
	}
	return t, nil
}
