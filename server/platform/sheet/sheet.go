// Package sheet reads tables from spreadsheets and writes tables for them. Its promise: a file is read within fixed limits whatever is in
// it, and nothing that is written is ever run as a formula.
package sheet

//lint:file-ignore ST1005 what is wrong with a file is said to people as it stands here

import (
	"bytes"
	"errors"
)

// The limits of a table that is read.
const (
	MaxBytes   = 1 << 20  // of a file
	MaxRows    = 5_001    // of a table, including its header
	MaxColumns = 50       // of a row
	maxCell    = 4_000    // bytes of a cell
	maxUnzip   = 24 << 20 // total size after unpacking
	maxParts   = 500      // files in a workbook
)

// Why a file is not read. The texts are shown to the person who chose the file.
var (
	ErrEmpty      = errors.New("The file has no rows.")
	ErrUnreadable = errors.New("This is not a spreadsheet that we can read. Save it as CSV (UTF-8) or XLSX.")
	ErrEncoding   = errors.New("The letters of this file cannot be read. Save it as CSV (UTF-8) or XLSX.")
	ErrTooLarge   = errors.New("The file is too large: at most 1 MB, 5,000 rows and 50 columns.")
	ErrSwollen    = errors.New("The file holds far more formatting than a table needs. Copy the table into a new file, or save it as CSV.")
	ErrOutside    = errors.New("The file has macros or links to other files. Save it without them, as CSV or XLSX.")
)

// Row is a row that is not empty, with its number in the file as a spreadsheet shows it. Cells are trimmed; dates are written like
// 2026-11-23.
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

// Read reads the first sheet of an XLSX or a CSV, recognized by the content and not by the name. Empty rows are left out. Its errors are
// those above.
func Read(data []byte) ([]Row, error) { return ReadUpTo(data, MaxBytes) }

// ReadUpTo reads a file of at most that many bytes. The text of ErrTooLarge does not mention this limit.
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

// gathered collects rows within the limits.
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
