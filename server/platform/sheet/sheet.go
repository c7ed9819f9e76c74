// Package sheet reads tables that somebody made in a spreadsheet and writes tables that somebody will open in one. Its promise:
// a file is read within fixed bounds whatever is in it, and nothing that is written is ever run as a formula.
package sheet

//lint:file-ignore ST1005 what is wrong with a file is said to people as it stands here

import (
	"bytes"
	"errors"
)

// The bounds of a table that is read.
const (
	MaxBytes   = 1 << 20  // of a file
	MaxRows    = 5_001    // of a table, its header among them
	MaxColumns = 50       // of a row
	maxCell    = 4_000    // bytes of a cell
	maxUnzip   = 24 << 20 // what a file may unpack to, in all
	maxParts   = 500      // files in a workbook
)

// Why a file is not read. The texts are for whoever chose the file.
var (
	ErrEmpty      = errors.New("The file has no rows.")
	ErrUnreadable = errors.New("This is not a spreadsheet that we can read. Save it as CSV (UTF-8) or XLSX.")
	ErrEncoding   = errors.New("The letters of this file cannot be read. Save it as CSV (UTF-8) or XLSX.")
	ErrTooLarge   = errors.New("The file is too large: at most 1 MB, 5,000 rows and 50 columns.")
	ErrOutside    = errors.New("The file has macros or links to other files. Save it without them, as CSV or XLSX.")
)

// Row is a row that holds something, with its number in the file as a spreadsheet shows it. Cells are trimmed; dates are
// written like 2026-11-23.
type Row struct {
	Line  int
	Cells []string
}

// Cell is the text of a column, empty where the row is shorter.
func (r Row) Cell(column int) string {
	if column < 0 || column >= len(r.Cells) {
		return ""
	}
	return r.Cells[column]
}

// Read reads the first sheet of an XLSX or a CSV; which of them it is says the content, not the name. Rows without anything in
// them are left out. What goes wrong is one of the errors above.
func Read(data []byte) ([]Row, error) { return ReadUpTo(data, MaxBytes) }

// ReadUpTo reads a file of at most that many bytes, which the text of ErrTooLarge does not know.
func ReadUpTo(data []byte, most int) ([]Row, error) {
	if len(data) > most {
		return nil, ErrTooLarge
	}
	read := readCSV
	switch {
	case bytes.HasPrefix(data, []byte("PK\x03\x04")):
		read = readXLSX
	case bytes.HasPrefix(data, []byte("\xd0\xcf\x11\xe0")): // an .xls, or a workbook with a password
		return nil, ErrUnreadable
	}
	rows, err := read(data)
	if err != nil {
		return nil, err
	}
	if len(rows) == 0 {
		return nil, ErrEmpty
	}
	return rows, nil
}

// gathered collects rows within the bounds.
type gathered struct{ rows []Row }

func (g *gathered) add(line int, cells []string) error {
	last := 0
	for i, cell := range cells {
		if len(cell) > maxCell {
			return ErrTooLarge
		}
		if cell != "" {
			last = i + 1
		}
	}
	if last == 0 {
		return nil
	}
	if last > MaxColumns || len(g.rows) == MaxRows {
		return ErrTooLarge
	}
	g.rows = append(g.rows, Row{line, cells[:last]})
	return nil
}
