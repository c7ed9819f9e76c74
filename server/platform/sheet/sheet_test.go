package sheet

import (
	"archive/zip"
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"
	"pgregory.net/rapid"
)

func cells(t *testing.T, data []byte) (all [][]string) {
	t.Helper()
	rows, err := Read(data)
	require.NoError(t, err)
	for _, r := range rows {
		all = append(all, r.Cells)
	}
	return all
}

func utf16Of(text string, big bool) (out []byte) {
	for _, u := range utf16.Encode([]rune("\ufeff" + text)) {
		if big {
			out = append(out, byte(u>>8), byte(u))
		} else {
			out = append(out, byte(u), byte(u>>8))
		}
	}
	return out
}

func TestWhatSpreadsheetsSaveAsTextIsRead(t *testing.T) {
	t.Parallel()
	want := [][]string{{"name", "email"}, {"Zoë, of \"sales\"", "zoe@qasr.example"}, {"ليلى", "layla@qasr.example"}}
	plain := "name,email\n\"Zoë, of \"\"sales\"\"\", zoe@qasr.example \nليلى,layla@qasr.example\n"
	for name, data := range map[string][]byte{
		"plain":           []byte(plain),
		"with a mark":     []byte("\ufeff" + plain),
		"lines of dos":    []byte(strings.ReplaceAll(plain, "\n", "\r\n")),
		"lines of a mac":  []byte(strings.ReplaceAll(plain, "\n", "\r")),
		"semicolons":      []byte("name;email\n\"Zoë, of \"\"sales\"\"\";zoe@qasr.example\nليلى;layla@qasr.example"),
		"said separator":  []byte("sep=;\nname;email\n\"Zoë, of \"\"sales\"\"\";zoe@qasr.example\nليلى;layla@qasr.example"),
		"tabs":            []byte("name\temail\n\"Zoë, of \"\"sales\"\"\"\tzoe@qasr.example\nليلى\tlayla@qasr.example"),
		"utf-16 as it is": utf16Of(plain, false),
		"utf-16 turned":   utf16Of(plain, true),
	} {
		require.Equal(t, want, cells(t, data), name)
	}
}

func TestARowKnowsWhereItStands(t *testing.T) {
	t.Parallel()
	rows, err := Read([]byte("a\n\n,,\n\"two\nlines\"\nb,,\n"))
	require.NoError(t, err)
	require.Equal(t, []Row{{1, []string{"a"}}, {4, []string{"two\nlines"}}, {6, []string{"b"}}}, rows)
	require.Equal(t, "b", rows[2].Cell(0))
	require.Empty(t, rows[2].Cell(7))
	require.Empty(t, rows[2].Cell(-1))
	rows, err = Read([]byte("sep=;\na;b\n"))
	require.NoError(t, err)
	require.Equal(t, 2, rows[0].Line)
}

func TestWhatIsNoTableIsRefusedWithItsReason(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		data []byte
		want error
	}{
		{"nothing", nil, ErrEmpty},
		{"nothing but commas", []byte(",,,\n\n"), ErrEmpty},
		{"an .xls", []byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"), ErrUnreadable},
		{"a picture", []byte("\x89PNG\r\n\x1a\n\x00\x00"), ErrEncoding},
		{"another alphabet", []byte("name\nZo\xeb\n"), ErrEncoding},
		{"half a letter", []byte("\xff\xfea"), ErrEncoding},
		{"an open quote", []byte("a,\"b\nc"), ErrUnreadable},
		{"a zip that is none", []byte("PK\x03\x04 and so on"), ErrUnreadable},
		{"too many rows", []byte(strings.Repeat("a\n", MaxRows+1)), ErrTooLarge},
		{"too many columns", []byte(strings.Repeat("a,", MaxColumns) + "a"), ErrTooLarge},
		{"too long a cell", []byte(strings.Repeat("a", maxCell+1)), ErrTooLarge},
		{"too many bytes", make([]byte, MaxBytes+1), ErrTooLarge},
	} {
		_, err := Read(c.data)
		require.ErrorIs(t, err, c.want, c.name)
	}
	rows, err := Read([]byte(strings.Repeat("a\n", MaxRows)))
	require.NoError(t, err)
	require.Len(t, rows, MaxRows)
	_, err = Read([]byte(strings.Repeat("a,", MaxColumns-1) + "a" + strings.Repeat(",", 200)))
	require.NoError(t, err, "empty cells at the end count for nothing")
}

func book(t *testing.T, fill func(*excelize.File)) []byte {
	t.Helper()
	f := excelize.NewFile()
	fill(f)
	var out bytes.Buffer
	require.NoError(t, f.Write(&out))
	return out.Bytes()
}

func TestAWorkbookIsReadByItsValues(t *testing.T) {
	t.Parallel()
	data := book(t, func(f *excelize.File) {
		short, err := f.NewStyle(&excelize.Style{NumFmt: 14})
		require.NoError(t, err)
		own := "dd/mm/yyyy"
		ours, err := f.NewStyle(&excelize.Style{CustomNumFmt: &own})
		require.NoError(t, err)
		money := `"AED" #,##0.00`
		dear, err := f.NewStyle(&excelize.Style{CustomNumFmt: &money})
		require.NoError(t, err)
		require.NoError(t, f.SetSheetRow("Sheet1", "A2", &[]any{"Zoë ", 46349, 46349, 1234.5, true, 7}))
		require.NoError(t, f.SetCellStyle("Sheet1", "B2", "B2", short))
		require.NoError(t, f.SetCellStyle("Sheet1", "C2", "C2", ours))
		require.NoError(t, f.SetCellStyle("Sheet1", "D2", "D2", dear))
		_, err = f.NewSheet("Other")
		require.NoError(t, err)
		require.NoError(t, f.SetCellStr("Other", "A1", "not read"))
	})
	rows, err := Read(data)
	require.NoError(t, err)
	require.Equal(t, []Row{{2, []string{"Zoë", "2026-11-23", "2026-11-23", "1234.5", "TRUE", "7"}}}, rows)
}

// rezip makes the same workbook with other parts.
func rezip(t *testing.T, data []byte, change map[string][]byte) []byte {
	t.Helper()
	from, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	require.NoError(t, err)
	var out bytes.Buffer
	to := zip.NewWriter(&out)
	write := func(name string, body []byte) {
		w, err := to.Create(name)
		require.NoError(t, err)
		_, err = w.Write(body)
		require.NoError(t, err)
	}
	for _, part := range from.File {
		r, err := part.Open()
		require.NoError(t, err)
		body, err := io.ReadAll(r)
		require.NoError(t, err)
		if other, changed := change[part.Name]; changed {
			body = other
			delete(change, part.Name)
		}
		write(part.Name, body)
	}
	for name, body := range change {
		write(name, body)
	}
	require.NoError(t, to.Close())
	return out.Bytes()
}

func TestAWorkbookThatBringsMoreThanATableIsRefused(t *testing.T) {
	t.Parallel()
	good := book(t, func(f *excelize.File) { require.NoError(t, f.SetCellStr("Sheet1", "A1", "a")) })
	require.Equal(t, [][]string{{"a"}}, cells(t, good))
	many := map[string][]byte{}
	for i := range maxParts {
		many[fmt.Sprintf("xl/part%d.xml", i)] = nil
	}
	for _, c := range []struct {
		name   string
		change map[string][]byte
		want   error
	}{
		{"macros", map[string][]byte{"xl/vbaProject.bin": nil}, ErrOutside},
		{"links to other files", map[string][]byte{"xl/externalLinks/externalLink1.xml": nil}, ErrOutside},
		{"links told in another case", map[string][]byte{`xl\ExternalLinks\externalLink1.xml`: nil}, ErrOutside},
		{"a bomb", map[string][]byte{"xl/media/a.bin": make([]byte, maxUnzip+1)}, ErrSwollen},
		{"a bomb in two parts",
			map[string][]byte{"xl/worksheets/a.xml": make([]byte, 2*maxUnzip/3), "xl/worksheets/b.xml": make([]byte, 2*maxUnzip/3)}, ErrTooLarge},
		{"a bomb of styles", map[string][]byte{"xl/styles.xml": make([]byte, 2<<20)}, ErrSwollen},
		{"a bomb of small styles", map[string][]byte{"xl/styles.xml": bytes.Repeat([]byte("<xf/>"), 20_000)}, ErrSwollen},
		{"a bomb of shared texts", map[string][]byte{"xl/sharedStrings.xml": bytes.Repeat([]byte("<si/>"), 450_000)}, ErrTooLarge},
		{"a bomb of cells", map[string][]byte{"xl/worksheets/sheet1.xml": bytes.Repeat([]byte("<c/>"), 1_300_000)}, ErrTooLarge},
		{"a bomb at another case of its name", map[string][]byte{`/XL\Styles.XML`: make([]byte, 2<<20)}, ErrSwollen},
		{"a thousand parts", many, ErrTooLarge},
		{"nonsense in its middle", map[string][]byte{"xl/workbook.xml": []byte("<workbook><sheets>")}, ErrUnreadable},
		{"a cell far out",
			map[string][]byte{
				"xl/worksheets/sheet1.xml": []byte(`<worksheet><sheetData><row r="1"><c r="XFD1" t="str"><v>a</v></c></row></sheetData></worksheet>`),
			}, ErrTooLarge},
		{"an empty cell far out, as very many rows could have one",
			map[string][]byte{
				"xl/worksheets/sheet1.xml": []byte(`<worksheet><sheetData><row r="1"><c r="XFD1"><f/></c></row></sheetData></worksheet>`),
			}, ErrTooLarge},
		{"a row far down",
			map[string][]byte{
				"xl/worksheets/sheet1.xml": []byte(
					`<worksheet><sheetData><row r="1048576"><c r="A1048576" t="str"><v>a</v></c></row></sheetData></worksheet>`),
			}, ErrTooLarge},
	} {
		_, err := Read(rezip(t, good, c.change))
		require.ErrorIs(t, err, c.want, c.name)
	}
}

// Twenty kilobytes of a file whose styles swell once took a gigabyte. It is not parallel, because it counts what is allocated.
func TestAFileWhoseStylesSwellTakesNoMemory(t *testing.T) {
	sheet := func(n int) []byte {
		styles := `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><cellXfs count="1">` +
			strings.Repeat(`<xf numFmtId="0" fontId="0"/>`, n) + `</cellXfs></styleSheet>`
		return rezip(t, book(t, func(f *excelize.File) { require.NoError(t, f.SetCellStr("Sheet1", "A1", "a")) }),
			map[string][]byte{"xl/styles.xml": []byte(styles)})
	}
	taken := func(data []byte, want error) uint64 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := Read(data)
		runtime.ReadMemStats(&after)
		require.ErrorIs(t, err, want)
		return after.TotalAlloc - before.TotalAlloc
	}
	swollen := sheet(800_000)
	require.Less(t, len(swollen), 80_000)
	require.Less(t, taken(swollen, ErrSwollen), uint64(2<<20))
	require.Less(t, taken(sheet(14_900), nil), uint64(64<<20), "and the most that is read stays small")
}

// Half a megabyte in one tag, or tags within tags, once took a processor for seconds.
func TestATableOfDeepOrEndlessTagsIsRefusedBeforeItIsParsed(t *testing.T) {
	t.Parallel()
	good := book(t, func(f *excelize.File) { require.NoError(t, f.SetCellStr("Sheet1", "A1", "a")) })
	read := func(part, before, cell string) ([]Row, error) {
		sheet := before + `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1">` + cell +
			`<c r="B1" t="str"><v>b</v></c></row></sheetData></worksheet>`
		return Read(rezip(t, good, map[string][]byte{part: []byte(sheet)}))
	}
	deep := func(n int, open, close string) string { return strings.Repeat(open, n) + strings.Repeat(close, n) }
	attributes := func(n int) string { return strings.Repeat(` a=""`, n) }
	for name, cell := range map[string]string{
		"nested":                       deep(400_000, "<x>", "</x>"),
		"nested a little too deep":     deep(maxDepth-2, "<x>", "</x>"),
		"nested around comments":       deep(1000, "<x><!-- </x> -->", "</x>"),
		"nested around short comments": deep(1000, "<x><!--></x>-->", "</x>"),
		"nested around texts":          deep(1000, "<x><![CDATA[</x>]]>", "</x>"),
		"nested around instructions":   deep(1000, "<x><?a </x>?>", "</x>"),
		"nested with values":           deep(1000, `<x a="/>" b='"/>'>`, "</x>"),
		"attributes of one tag":        "<x" + attributes(300_000) + "/>",
		"one attribute too many":       "<x" + attributes(maxOfTag+1) + "/>",
		"attributes of many tags":      strings.Repeat("<x"+attributes(60)+"/>", maxAttributes/60+1),
		"a document type":              `<!DOCTYPE x [<!ENTITY a "b">]>`,
	} {
		for _, part := range []string{"xl/worksheets/sheet1.xml", "xl/sharedStrings.xml"} {
			_, err := read(part, "", cell)
			require.ErrorIs(t, err, ErrSwollen, name+" in "+part)
		}
	}
	rows, err := read("xl/worksheets/sheet1.xml", `<?xml version="1.0" encoding="UTF-8"?><!-- made - by > a program -->`,
		`<c r="A1" t="str"><v><![CDATA[a < b ]] > c]]></v>`+deep(maxDepth-4, "<x>", "</x>")+strings.Repeat("<x/>", 100)+
			"<x"+attributes(maxOfTag)+"/></c>")
	require.NoError(t, err)
	require.Equal(t, []Row{{1, []string{"a < b ]] > c", "b"}}}, rows)
}

// A part may say that it is small and unpack to a lot.
func TestAWorkbookThatLiesAboutItsSizeIsRefused(t *testing.T) {
	t.Parallel()
	data := rezip(t, book(t, func(*excelize.File) {}), map[string][]byte{"xl/media/a.bin": make([]byte, maxUnzip+1)})
	at := bytes.LastIndex(data, []byte("xl/media/a.bin")) // in the directory at the end, 46 bytes behind its beginning
	copy(data[at-46+24:at-46+28], []byte{1, 0, 0, 0})
	_, err := Read(data)
	require.Error(t, err)
}

func sampleTable() Table {
	return Table{Title: "Team: Qasr / 2026",
		Columns: []Column{{Name: "Name"}, {Name: "Meals", Kind: Number}, {Name: "Spent", Kind: Money}, {Name: "Day", Kind: Date},
			{Name: "Off", Kind: Percent}, {Name: "=cmd()"}}, Rows: [][]any{
			{"Zoë, \"A\"", 3, int64(123_450), time.Date(2026, 11, 23, 23, 0, 0, 0, time.UTC), 25, nil},
			{"=1+1", int64(-2), int64(-5), "2026-12-01", 0, "+971500000000"},
			{"\t@SUM(A1)", 0, int64(0), "soon", 100, " -2"},
			{"short"},
		}}
}

func TestATableIsWrittenAsText(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	require.NoError(t, CSV(&out, sampleTable()))
	require.Equal(t, "\ufeffName,Meals,Spent,Day,Off,'=cmd()\r\n"+
		"\"Zoë, \"\"A\"\"\",3,1234.50,2026-11-23,25%,\r\n"+
		"'=1+1,-2,-0.05,2026-12-01,0%,'+971500000000\r\n"+
		"'\t@SUM(A1),0,0.00,soon,100%,' -2\r\n"+
		"short,,,,,\r\n", out.String())
}

func TestATableIsWrittenAsAWorkbook(t *testing.T) {
	t.Parallel()
	var out, again bytes.Buffer
	require.NoError(t, XLSX(&out, sampleTable(), Table{Title: "team:  qasr   2026", Columns: []Column{{Name: "A"}}}))
	require.NoError(t, XLSX(&again, sampleTable(), Table{Title: "team:  qasr   2026", Columns: []Column{{Name: "A"}}}))
	require.True(t, bytes.Equal(out.Bytes(), again.Bytes()), "the same table is the same file")
	f, err := excelize.OpenReader(&out)
	require.NoError(t, err)
	sheets := f.GetSheetList()
	require.Len(t, sheets, 2)
	name := sheets[0]
	panes, err := f.GetPanes(name)
	require.NoError(t, err)
	require.True(t, panes.Freeze)
	require.Equal(t, 1, panes.YSplit)
	wide, err := f.GetColWidth(name, "A")
	require.NoError(t, err)
	require.InDelta(t, 12, wide, 2)
	for cell, want := range map[string]string{"A1": "Name", "A2": "Zoë, \"A\"", "C2": "1,234.50", "D2": "2026-11-23", "E2": "25%",
		"A3": "=1+1", "C3": "-0.05", "D3": "2026-12-01", "F3": "+971500000000", "D4": "soon", "F4": " -2"} {
		shown, err := f.GetCellValue(name, cell)
		require.NoError(t, err)
		require.Equal(t, want, shown, cell)
		formula, err := f.GetCellFormula(name, cell)
		require.NoError(t, err)
		require.Empty(t, formula, cell)
	}
	kind, err := f.GetCellType(name, "C2")
	require.NoError(t, err)
	require.NotEqual(t, excelize.CellTypeInlineString, kind, "money is a number")
	kind, err = f.GetCellType(name, "A3")
	require.NoError(t, err)
	require.Equal(t, excelize.CellTypeInlineString, kind, "a text is a text")
}

func TestAnArabicTableIsReadFromTheRight(t *testing.T) {
	t.Parallel()
	for _, language := range []string{"en", "ar"} {
		say := In(language)
		var out bytes.Buffer
		require.NoError(t, XLSX(&out, Table{Title: say("Statement"), Columns: []Column{{Name: say("Set off from %s", "I-7")}}}))
		f, err := excelize.OpenReader(&out)
		require.NoError(t, err)
		view, err := f.GetSheetView(f.GetSheetList()[0], 0)
		require.NoError(t, err)
		require.Equal(t, language == "ar", *view.RightToLeft)
		heading, err := f.GetCellValue(f.GetSheetList()[0], "A1")
		require.NoError(t, err)
		require.Equal(t, map[string]string{"en": "Set off from I-7", "ar": "مقاصة من I-7"}[language], heading)
	}
}

func TestNoCellThatIsWrittenBeginsLikeAFormula(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(rapid.String(), rapid.StringMatching(`[ \t\r\n\x{a0}]*[=+\-@|%＝＋－＠][ -~]*`)).Draw(t, "text")
		var out bytes.Buffer
		require.NoError(t, CSV(&out, Table{Columns: []Column{{Name: "a"}, {Name: "b", Kind: Money}}, Rows: [][]any{{text, text}}}))
		r := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(out.Bytes(), []byte("\ufeff"))))
		all, err := r.ReadAll()
		require.NoError(t, err)
		for _, cell := range all[len(all)-1] {
			if first := strings.TrimLeft(cell, " \u00a0"); first != "" {
				require.NotContains(t, "=+-@\t\r\n|%＝＋－＠", string([]rune(first)[0]), "%q", cell)
			}
		}
	})
}

// The mark that keeps a text from being a formula is no part of it.
func TestWhatIsWrittenIsReadAgain(t *testing.T) {
	t.Parallel()
	columns := []Column{{Name: "day", Kind: Date}, {Name: "sum", Kind: Money}}
	written, read := []any{"2026-11-23", 4550}, []string{"2026-11-23", "45.5"}
	for _, text := range []string{"Zoë; or, not", "=1+1", "'=1+1", "''=1+1", "' +5", "-5 % fat", "@home", "'tis", "''", "it's", "＝1"} {
		columns, written, read = append(columns, Column{Name: "a"}), append(written, text), append(read, text)
	}
	for _, write := range []func(io.Writer, Table) error{CSV, func(w io.Writer, t Table) error { return XLSX(w, t) }} {
		var out bytes.Buffer
		require.NoError(t, write(&out, Table{Title: "a", Columns: columns, Rows: [][]any{written}}))
		got := cells(t, out.Bytes())[1]
		got[1] = strings.TrimSuffix(got[1], "0")
		require.Equal(t, read, got)
	}
}

func FuzzRead(f *testing.F) {
	var xlsx bytes.Buffer
	require.NoError(f, XLSX(&xlsx, sampleTable()))
	f.Add([]byte("name;email\nZoë;zoe@qasr.example\n"))
	f.Add([]byte("sep=,\n\"a\",b"))
	f.Add(utf16Of("a\tb", false))
	f.Add(xlsx.Bytes())
	f.Fuzz(func(t *testing.T, data []byte) {
		rows, err := Read(data)
		if err != nil {
			for _, known := range []error{ErrEmpty, ErrUnreadable, ErrEncoding, ErrTooLarge, ErrSwollen, ErrOutside} {
				if err == known {
					return
				}
			}
			t.Fatalf("an error for nobody: %v", err)
		}
		require.NotEmpty(t, rows)
		require.LessOrEqual(t, len(rows), MaxRows)
		last := 0
		for _, r := range rows {
			require.Greater(t, r.Line, last)
			require.LessOrEqual(t, len(r.Cells), MaxColumns)
			last = r.Line
		}
	})
}
