package planner

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"

	"sahn/server/menu"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/sheet"
	"sahn/server/platform/web"
)

// ExportRequest asks for a table of menus: the dates of a span, and with Book also the meals of the book that are not on them. A span
// without dates gives the column names only. Template asks for two example rows instead.
type ExportRequest struct {
	From     string `query:"from" validate:"max=10"`
	Until    string `query:"until" validate:"max=10"`
	Book     string `query:"book" validate:"omitempty,oneof=yes"`
	Template string `query:"template" validate:"omitempty,oneof=yes"`
	Format   string `query:"format" validate:"required,oneof=csv xlsx"`
}

// Why no table is exported.
var (
	errTooLong   = fault.Field("until", "A table has at most a year and 5,000 rows. Take fewer dates.")
	errNotInBook = fault.New(fault.Conflict, "not_in_book", "A menu of these dates has a meal that is not in the book.")
)

// HandleExport answers with a table that an import can read. The kitchen may.
func (p *Planner) HandleExport(ctx context.Context, _ web.Caller, r ExportRequest) (web.File, error) {
	table, err := p.Export(ctx, r)
	if err != nil {
		return web.File{}, err
	}
	name := strings.TrimSpace(fmt.Sprintf("sahn-menus %s %s", r.From, r.Until))
	if r.Template != "" {
		name = "sahn-menus-template"
	}
	file := web.File{Name: name + "." + r.Format, Type: map[string]string{"csv": web.CSV, "xlsx": web.XLSX}[r.Format]}
	var out bytes.Buffer
	err = WriteTable(&out, table, r.Format)
	file.Body = out.Bytes()
	return file, err
}

// WriteTable writes a table as CSV or XLSX.
func WriteTable(w io.Writer, t sheet.Table, format string) error {
	if format == "csv" {
		return sheet.CSV(w, t)
	}
	return sheet.XLSX(w, t)
}

// Export is a table of what is planned, or of what is published where nothing is planned. A meal's details are in its first row only.
func (p *Planner) Export(ctx context.Context, r ExportRequest) (sheet.Table, error) {
	t := sheet.Table{Title: "Menus", Columns: columns()}
	today := clock.DateOf(p.Clock())
	if r.Template != "" {
		t.Rows = template(today.Monday() + 14)
		return t, nil
	}
	from, err := clock.ParseDate(r.From)
	if err != nil {
		return t, fault.Field("from", "Write dates like 2026-11-23.")
	}
	until, err := clock.ParseDate(r.Until)
	if err != nil {
		return t, fault.Field("until", "Write dates like 2026-11-23.")
	}
	if until-from > maxAhead {
		return t, errTooLong
	}
	q, k, written := db.New(p.Conn), names{cuisines: menu.Cuisines()}, map[string]bool{}
	if from <= until {
		s, err := look(ctx, q, from.Monday(), until.Monday(), today)
		if err != nil {
			return t, err
		}
		for date := from; date <= until; date++ {
			for _, o := range s.offers(date) {
				m, has := s.book[o.Meal]
				if !has {
					return t, errNotInBook
				}
				var portions any
				if o.Portions != nil {
					portions = *o.Portions
				}
				t.Rows = append(t.Rows, cells(date, portions, m, k, written[o.Meal]))
				written[o.Meal] = true
			}
		}
	}
	if r.Book != "" {
		book, err := readBook(ctx, q)
		if err != nil {
			return t, err
		}
		for _, m := range book.Data {
			if !m.Archived && !written[m.Meal.ID] {
				t.Rows = append(t.Rows, cells(nil, nil, m, k, false))
			}
		}
	}
	if len(t.Rows) > maxRows {
		return t, errTooLong
	}
	return t, nil
}

// template is two example meals on a date, for the user to overwrite.
func template(date clock.Date) [][]any {
	soup := Meal{Code: "example-soup",
		Meal: menu.Meal{Name: "Example: red lentil soup", NameAr: "مثال: شوربة العدس", Description: "Lentils, cumin and lemon, with pita crisps.",
			Price: 3250, Cuisine: menu.Arabic, Diets: []string{"Vegan", "Vegetarian"},
			Allergens: map[string]menu.Presence{"gluten": menu.Contains, "sesame": menu.MayContain, "mustard": menu.NoData}, Kcal: 340, Protein: 16,
			Carbohydrate: 52, Fat: 7}}
	bowl := Meal{Code: "example-bowl",
		Meal: menu.Meal{Name: "Example: grilled chicken bowl", NameAr: "مثال: دجاج مشوي", Description: "Chicken, brown rice and greens.",
			Price: 4750, Cuisine: menu.International, Diets: []string{"High protein"},
			Allergens: map[string]menu.Presence{"soy": menu.Contains, "sesame": menu.Contains}, Kcal: 560, Protein: 42, Carbohydrate: 58, Fat: 17}}
	k := names{cuisines: menu.Cuisines()}
	return [][]any{cells(date, 40, soup, k, false), cells(date, nil, bowl, k, false)}
}
