package sheet

import (
	"archive/zip"
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/xuri/excelize/v2"

	"sahn/server/platform/text"
)

// Kind is the type of a column's values.
type Kind int

// The kinds of columns.
const (
	Text    Kind = iota // anything, as its text
	Number              // integers or decimals
	Money               // whole fils, written in dirhams with two decimals
	Date                // a time.Time, or a value whose String is like 2026-11-23
	Percent             // whole percent
)

// Column is a column of an exported table.
type Column struct {
	Name  string
	Kind  Kind
	Width float64 // in letters; 0 for the width of the content
}

// Table is an exported table. A value that does not fit its column's kind is written as text, nil as an empty cell.
type Table struct {
	Title   string // becomes the sheet's name
	Columns []Column
	Rows    [][]any
}

// CSV writes a table as text in UTF-8 with a byte order mark, which spreadsheets need to recognize UTF-8.
func CSV(w io.Writer, t Table) error {
	lines, err := NewLines(w, t.Columns)
	if err != nil {
		return err
	}
	return lines.all(t.Rows)
}

// Import writes a table as CSV does, without the byte order mark, which programs take for a part of the first heading.
func Import(w io.Writer, t Table) error {
	lines, err := linesUnder(w, t.Columns)
	if err != nil {
		return err
	}
	return lines.all(t.Rows)
}

// Lines writes a table as CSV does, row by row, for tables that are not kept in memory. End writes what is left.
type Lines struct {
	columns []Column
	line    []string
	to      *csv.Writer
}

// NewLines begins a table with its byte order mark and headings.
func NewLines(w io.Writer, columns []Column) (*Lines, error) {
	if _, err := io.WriteString(w, "\ufeff"); err != nil {
		return nil, err
	}
	return linesUnder(w, columns)
}

func linesUnder(w io.Writer, columns []Column) (*Lines, error) {
	l := &Lines{columns, make([]string, len(columns)), csv.NewWriter(w)}
	l.to.UseCRLF = true
	for i, c := range columns {
		l.line[i] = harmless(c.Name)
	}
	return l, l.to.Write(l.line)
}

// Row adds a row. What is missing at its end stays empty.
func (l *Lines) Row(row []any) error {
	for i, c := range l.columns {
		l.line[i] = ""
		if i < len(row) {
			l.line[i] = written(c.Kind, row[i])
		}
	}
	return l.to.Write(l.line)
}

// End writes what is left.
func (l *Lines) End() error {
	l.to.Flush()
	return l.to.Error()
}

func (l *Lines) all(rows [][]any) error {
	for _, row := range rows {
		if err := l.Row(row); err != nil {
			return err
		}
	}
	return l.End()
}

// Guarded is a text as it is written into a CSV.
func Guarded(text string) string { return harmless(text) }

// harmless protects a text against formula injection: one that a spreadsheet could take for a formula gets an apostrophe before it. Texts
// in XLSX files need none.
func harmless(text string) string {
	if harmful(text) {
		return "'" + text
	}
	return text
}

// unmarked removes the apostrophe that harmless added.
func unmarked(text string) string {
	if rest, marked := strings.CutPrefix(text, "'"); marked && harmful(rest) {
		return rest
	}
	return text
}

// harmful texts begin with one of these, also behind spaces and apostrophes, so that unmarked can undo harmless for every text.
func harmful(text string) bool {
	t := strings.TrimLeft(text, " \u00a0'")
	return t != "" && strings.ContainsRune("=+-@\t\r\n|%\uff1d\uff0b\uff0d\uff20", []rune(t)[0])
}

func written(kind Kind, value any) string {
	n, isNumber := number(value)
	switch {
	case value == nil:
		return ""
	case kind == Money && isNumber:
		return fils(n)
	case kind == Percent && isNumber:
		return strconv.FormatInt(n, 10) + "%"
	case kind == Number && isNumber:
		return strconv.FormatInt(n, 10)
	case kind == Number:
		if f, ok := value.(float64); ok {
			return strconv.FormatFloat(f, 'f', -1, 64)
		}
	case kind == Date:
		if day, ok := dayOf(value); ok {
			return day.Format("2006-01-02")
		}
	}
	return harmless(fmt.Sprint(value))
}

func fils(n int64) string {
	sign, abs := "", uint64(n)
	if n < 0 {
		sign, abs = "-", -uint64(n)
	}
	return fmt.Sprintf("%s%d.%02d", sign, abs/100, abs%100)
}

// number is a value of any integer type as int64.
func number(value any) (int64, bool) {
	if value == nil {
		return 0, false
	}
	switch v := reflect.ValueOf(value); v.Kind() {
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return v.Int(), true
	}
	return 0, false
}

func dayOf(value any) (time.Time, bool) {
	if t, ok := value.(time.Time); ok {
		return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC), !t.IsZero()
	}
	t, err := time.Parse("2006-01-02", fmt.Sprint(value))
	return t, err == nil
}

// XLSX writes a workbook with a sheet for each table: a frozen bold header, and columns as wide as their content. The same tables give the
// same bytes.
func XLSX(w io.Writer, tables ...Table) error {
	book := excelize.NewFile()
	defer book.Close()
	if err := book.SetDocProps(
		&excelize.DocProperties{Created: "2026-01-01T00:00:00Z", Modified: "2026-01-01T00:00:00Z", Creator: "Sahn",
			LastModifiedBy: "Sahn"}); err != nil {
		return err
	}
	looks, err := looksOf(book)
	if err != nil {
		return err
	}
	taken := map[string]bool{}
	for i, t := range tables {
		name := sheetName(t.Title, i, taken)
		if i == 0 {
			err = book.SetSheetName("Sheet1", name)
		} else {
			_, err = book.NewSheet(name)
		}
		if err != nil {
			return err
		}
		if err := fill(book, name, t, looks); err != nil {
			return err
		}
	}
	var packed bytes.Buffer
	if err := book.Write(&packed); err != nil {
		return err
	}
	return inOrder(w, packed.Bytes())
}

// inOrder packs a workbook's parts sorted by name, because the library's order is random.
func inOrder(w io.Writer, packed []byte) error {
	from, err := zip.NewReader(bytes.NewReader(packed), int64(len(packed)))
	if err != nil {
		return err
	}
	slices.SortFunc(from.File, func(a, b *zip.File) int { return strings.Compare(a.Name, b.Name) })
	to := zip.NewWriter(w)
	for _, part := range from.File {
		if err := to.Copy(part); err != nil {
			return err
		}
	}
	return to.Close()
}

type looks struct{ head, text, number, money, date, percent int }

func looksOf(book *excelize.File) (l looks, err error) {
	money, day, percent := "#,##0.00;[Red]-#,##0.00", "yyyy-mm-dd", `0"%"`
	for _, s := range []struct {
		id    *int
		style excelize.Style
	}{
		{&l.head,
			excelize.Style{Font: &excelize.Font{Bold: true},
				Fill: excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{"DCEFE4"}}, NumFmt: 49}},
		{&l.text, excelize.Style{NumFmt: 49}}, // "@": text that looks like a number or a formula stays text when it is edited
		{&l.number, excelize.Style{}},
		{&l.money, excelize.Style{CustomNumFmt: &money}},
		{&l.date, excelize.Style{CustomNumFmt: &day}},
		{&l.percent, excelize.Style{CustomNumFmt: &percent}},
	} {
		if *s.id, err = book.NewStyle(&s.style); err != nil {
			return l, err
		}
	}
	return l, nil
}

// fill streams a table into its sheet, so that five thousand rows are not in memory twice. With an Arabic title it is read from the right.
func fill(book *excelize.File, name string, t Table, l looks) error {
	out, err := book.NewStreamWriter(name)
	if err != nil {
		return err
	}
	if err := out.SetPanes(&excelize.Panes{Freeze: true, YSplit: 1, TopLeftCell: "A2", ActivePane: "bottomLeft"}); err != nil {
		return err
	}
	if text.IsArabic([]rune(t.Title + " ")[0]) {
		if err := book.SetSheetView(name, 0, &excelize.ViewOptions{RightToLeft: new(true)}); err != nil {
			return err
		}
	}
	head := make([]any, len(t.Columns))
	for i, c := range t.Columns {
		head[i] = excelize.Cell{StyleID: l.head, Value: c.Name}
		if err := out.SetColWidth(i+1, i+1, widthOf(t, i)); err != nil {
			return err
		}
	}
	if err := out.SetRow("A1", head); err != nil {
		return err
	}
	for n, row := range t.Rows {
		cells := make([]any, len(t.Columns))
		for i, c := range t.Columns {
			if i < len(row) {
				cells[i] = cellOf(c.Kind, row[i], l)
			}
		}
		if err := out.SetRow("A"+strconv.Itoa(n+2), cells); err != nil {
			return err
		}
	}
	return out.Flush()
}

// cellOf is a value as a cell. Texts are stored as text, never as formulas, so they need no apostrophe.
func cellOf(kind Kind, value any, l looks) any {
	n, isNumber := number(value)
	switch {
	case value == nil:
		return nil
	case kind == Money && isNumber:
		return excelize.Cell{StyleID: l.money, Value: float64(n) / 100}
	case kind == Percent && isNumber:
		return excelize.Cell{StyleID: l.percent, Value: n}
	case kind == Number && isNumber:
		return excelize.Cell{StyleID: l.number, Value: n}
	case kind == Number:
		if f, ok := value.(float64); ok {
			return excelize.Cell{StyleID: l.number, Value: f}
		}
	case kind == Date:
		if day, ok := dayOf(value); ok {
			return excelize.Cell{StyleID: l.date, Value: day.Sub(time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC)).Hours() / 24}
		}
	}
	return excelize.Cell{StyleID: l.text, Value: fmt.Sprint(value)}
}

func widthOf(t Table, i int) float64 {
	if t.Columns[i].Width > 0 {
		return min(t.Columns[i].Width, 255)
	}
	wide := len([]rune(t.Columns[i].Name))
	for _, row := range t.Rows {
		if i < len(row) {
			wide = max(wide, len([]rune(written(t.Columns[i].Kind, row[i]))))
		}
	}
	return float64(min(wide, 60) + 2)
}

// sheetName is a title in a form that a workbook accepts: short, without certain characters, and unique.
func sheetName(title string, i int, taken map[string]bool) string {
	name := strings.Trim(strings.Map(func(r rune) rune {
		if r < ' ' || strings.ContainsRune(`:\/?*[]`, r) {
			return ' '
		}
		return r
	}, title), "' ")
	if r := []rune(name); len(r) > 28 {
		name = strings.TrimSpace(string(r[:28]))
	}
	if name == "" || strings.EqualFold(name, "history") {
		name = fmt.Sprintf("Sheet %d", i+1)
	}
	if taken[strings.ToLower(name)] {
		name += " " + strconv.Itoa(i+1)
	}
	taken[strings.ToLower(name)] = true
	return name
}
