package sheet

import (
	"archive/zip"
	"bytes"
	"io"
	"regexp"
	"strconv"
	"strings"

	"github.com/xuri/excelize/v2"
)

// readXLSX reads the first sheet. A formula counts with the value that it had when the file was saved.
func readXLSX(data []byte) (rows []Row, err error) {
	// The XLSX library is large and not ours: a file that makes it panic counts as unreadable.
	defer func() {
		if recover() != nil {
			rows, err = nil, ErrUnreadable
		}
	}()
	if err := inspect(data); err != nil {
		return nil, err
	}
	book, err := excelize.OpenReader(bytes.NewReader(data),
		excelize.Options{UnzipSizeLimit: maxUnzip, UnzipXMLSizeLimit: maxUnzip, ShortDatePattern: "yyyy-mm-dd", LongDatePattern: "yyyy-mm-dd"})
	if err != nil {
		return nil, ErrUnreadable
	}
	defer book.Close()
	sheets := book.GetSheetList()
	if len(sheets) == 0 {
		return nil, ErrUnreadable
	}
	raw, err := book.Rows(sheets[0])
	if err != nil {
		return nil, ErrUnreadable
	}
	defer raw.Close()
	shown, err := book.Rows(sheets[0])
	if err != nil {
		return nil, ErrUnreadable
	}
	defer shown.Close()
	var all gathered
	for line := 1; raw.Next() && shown.Next(); line++ {
		if line > 20*MaxRows { // an empty sheet with a million lines
			return nil, ErrTooLarge
		}
		cells, err := raw.Columns(excelize.Options{RawCellValue: true})
		if err != nil {
			return nil, ErrUnreadable
		}
		if len(cells) > 20*MaxColumns { // empty cells too: a few bytes can declare very many
			return nil, ErrTooLarge
		}
		seen, err := shown.Columns()
		if err != nil {
			return nil, ErrUnreadable
		}
		for i, cell := range cells {
			if cells[i] = strings.TrimSpace(cell); i < len(seen) {
				cells[i] = dated(cells[i], seen[i])
			}
		}
		if err := all.add(line, cells); err != nil {
			return nil, err
		}
	}
	if raw.Error() != nil {
		return nil, ErrUnreadable
	}
	return all.rows, nil
}

// partLimit is what a part of a workbook may hold: bytes after unpacking, and elements, because each becomes a value many times its size
// in the library's memory. Of the table itself, tags are looked at as well.
type partLimit struct {
	bytes, elements int64
	table           bool
}

// limitOf is the limit of a part. The rows are read one after the other and the texts are no more than the cells; everything else holds
// how the table looks, which a table of people or meals needs little of.
func limitOf(name string) partLimit {
	switch {
	case strings.HasPrefix(name, "xl/worksheets/") && strings.HasSuffix(name, ".xml"):
		return partLimit{16 << 20, 1_200_000, true}
	case strings.HasSuffix(name, "sharedstrings.xml"):
		return partLimit{8 << 20, 400_000, true}
	case strings.HasPrefix(name, "xl/media/"):
		return partLimit{MaxBytes, MaxBytes, false}
	}
	return partLimit{1 << 20, 15_000, false}
}

// inspect unpacks the parts of a workbook without keeping them, because the sizes that they declare may be false. Nothing is parsed before
// every part is within its limit.
func inspect(data []byte) error {
	archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return ErrUnreadable
	}
	if len(archive.File) > maxParts {
		return ErrTooLarge
	}
	left := int64(maxUnzip)
	for _, part := range archive.File {
		name := strings.ToLower(strings.TrimPrefix(strings.ReplaceAll(part.Name, "\\", "/"), "/"))
		if strings.Contains(name, "externallinks/") || strings.Contains(name, "vbaproject") || strings.Contains(name, "embeddings/") ||
			strings.HasSuffix(name, "connections.xml") {
			return ErrOutside
		}
		limit := limitOf(name)
		limit.bytes = min(limit.bytes, left)
		size, err := measure(part, limit)
		if err != nil {
			return err
		}
		left -= size
	}
	return nil
}

// measure unpacks a part up to its limit and returns its size.
func measure(part *zip.File, limit partLimit) (size int64, err error) {
	tooMuch := ErrSwollen
	if limit.table { // rows and texts
		tooMuch = ErrTooLarge
	}
	if part.UncompressedSize64 > uint64(limit.bytes) {
		return 0, tooMuch
	}
	open, err := part.Open()
	if err != nil {
		return 0, ErrUnreadable
	}
	defer open.Close()
	var seen tags
	for chunk := make([]byte, 64<<10); ; {
		n, err := open.Read(chunk)
		size, limit.elements = size+int64(n), limit.elements-int64(bytes.Count(chunk[:n], []byte("<")))
		switch {
		case size > limit.bytes || limit.elements < 0:
			return size, tooMuch
		case limit.table && !seen.within(chunk[:n]):
			return size, ErrSwollen
		case err == io.EOF:
			return size, nil
		case err != nil:
			return size, ErrUnreadable
		}
	}
}

var date = regexp.MustCompile(`^\d{1,4}[-/. ](\d{1,2}|[A-Za-z]{3,9})[-/. ,]+\d{2,4}|^[A-Za-z]{3,9}[, ]+\d{1,2}[, ]+\d{4}`)

// dated is the date or the truth value when the sheet shows the number as one, else the cell as it is.
func dated(raw, shown string) string {
	if shown == "TRUE" || shown == "FALSE" {
		return shown
	}
	days, err := strconv.ParseFloat(raw, 64)
	if err != nil || raw == shown || days < 1 || days > 200_000 || !date.MatchString(shown) {
		return raw
	}
	t, err := excelize.ExcelDateToTime(days, false)
	if err != nil {
		return raw
	}
	if days == float64(int64(days)) {
		return t.Format("2006-01-02")
	}
	return t.Format("2006-01-02 15:04")
}
