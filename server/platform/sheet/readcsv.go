package sheet

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/unicode"
)

// readCSV reads the text formats of spreadsheets: UTF-8 or UTF-16, with commas, semicolons or tabs.
func readCSV(data []byte) ([]Row, error) {
	text, err := decode(data)
	if err != nil {
		return nil, err
	}
	skipped, comma := 0, delimiter(text)
	if first, rest, _ := bytes.Cut(text, []byte("\n")); bytes.HasPrefix(first, []byte("sep=")) && len(bytes.TrimSpace(first)) == 5 {
		text, skipped, comma = rest, 1, rune(first[4])
	}
	if !strings.ContainsRune(",;\t|", comma) {
		return nil, ErrUnreadable
	}
	r := csv.NewReader(bytes.NewReader(text))
	r.Comma, r.FieldsPerRecord, r.ReuseRecord = comma, -1, false
	var all gathered
	for {
		cells, err := r.Read()
		if errors.Is(err, io.EOF) {
			return all.rows, nil
		}
		if err != nil {
			return nil, ErrUnreadable
		}
		for i, cell := range cells {
			cells[i] = unmarked(strings.TrimSpace(cell))
		}
		line, _ := r.FieldPos(0)
		if err := all.add(line+skipped, cells); err != nil {
			return nil, err
		}
	}
}

// decode is the text in UTF-8 without a byte order mark and with plain line ends.
func decode(data []byte) ([]byte, error) {
	if bytes.HasPrefix(data, []byte("\xff\xfe")) || bytes.HasPrefix(data, []byte("\xfe\xff")) {
		if len(data)%2 != 0 {
			return nil, ErrEncoding
		}
		text, err := unicode.UTF16(unicode.LittleEndian, unicode.ExpectBOM).NewDecoder().Bytes(data)
		if err != nil {
			return nil, ErrEncoding
		}
		data = text
	}
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	if !utf8.Valid(data) || bytes.IndexByte(data, 0) >= 0 {
		return nil, ErrEncoding
	}
	data = bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n"))
	return bytes.ReplaceAll(data, []byte("\r"), []byte("\n")), nil
}

// delimiter is the most frequent separator in the first line that has any.
func delimiter(text []byte) rune {
	counts, quoted := map[rune]int{}, false
	for _, r := range string(bytes.TrimLeft(text, "\n")) {
		switch {
		case r == '"':
			quoted = !quoted
		case quoted:
		case r == '\n':
			return most(counts)
		case r == ',' || r == ';' || r == '\t':
			counts[r]++
		}
	}
	return most(counts)
}

func most(counts map[rune]int) rune {
	best := ','
	for _, r := range []rune{';', '\t'} {
		if counts[r] > counts[best] {
			best = r
		}
	}
	return best
}
