package mydata

import (
	"archive/zip"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"sahn/server/platform/clock"
	"sahn/server/platform/sheet"
)

const (
	kindOfAct = "person.copy"
	fetching  = 10 * time.Minute // how long after the act a copy can be fetched
	document  = "data.json"
	picture   = "picture.jpg"
)

// write writes a copy as a ZIP file: a README, the whole document, and its tables in the language of its person.
func write(w io.Writer, raw []byte, doc map[string]any, now time.Time) error {
	to := zip.NewWriter(w)
	add := func(name string, body func(w io.Writer) error) error {
		part, err := to.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate, Modified: now.UTC()})
		if err != nil {
			return err
		}
		return body(part)
	}
	image := pictureOf(doc)
	if err := add("README.txt", func(w io.Writer) error { return readme(w, len(image) > 0, now) }); err != nil {
		return err
	}
	if err := add(document, func(w io.Writer) error { return indented(w, raw) }); err != nil {
		return err
	}
	language := languageOf(doc)
	for _, t := range tables {
		if err := add(t.file, func(w io.Writer) error { return t.write(w, doc, language) }); err != nil {
			return err
		}
	}
	if len(image) > 0 {
		if err := add(picture, func(w io.Writer) error { _, err := w.Write(image); return err }); err != nil {
			return err
		}
	}
	return to.Close()
}

// decoded reads JSON with whole numbers, so that fils stay exact.
func decoded(raw []byte, to any) error {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	return d.Decode(to)
}

func indented(w io.Writer, raw []byte) error {
	var out bytes.Buffer
	if err := json.Indent(&out, raw, "", "  "); err != nil {
		return err
	}
	out.WriteByte('\n')
	_, err := out.WriteTo(w)
	return err
}

// pictureOf is the person's picture, which the document has as a data URL; nothing without one.
func pictureOf(doc map[string]any) []byte {
	of, _ := doc["person"].(map[string]any)
	url, _ := of["picture"].(string)
	_, packed, _ := strings.Cut(url, ";base64,")
	image, err := base64.StdEncoding.DecodeString(packed)
	if err != nil {
		return nil
	}
	return image
}

// readme explains the files, in English and then in Arabic.
func readme(w io.Writer, withPicture bool, now time.Time) error {
	var out strings.Builder
	out.WriteString("\ufeff") // by which older editors know UTF-8
	at := now.In(clock.Dubai).Format("2006-01-02 15:04")
	for _, language := range []string{"en", "ar"} {
		line := func(s said, args ...any) { fmt.Fprintf(&out, s.in(language)+"\r\n", args...) }
		line(said{"Everything that Sahn keeps about you, as of %s (Dubai time).", "كل ما يحتفظ به صحن عنك، حتى %s (بتوقيت دبي)."}, at)
		line(said{"Each table opens in a spreadsheet. Amounts are in dirhams (AED), times are those of Dubai.",
			"يُفتح كل جدول في برنامج جداول البيانات. المبالغ بالدرهم والأوقات بتوقيت دبي."})
		line(said{"An empty table has only its headings. A text that a spreadsheet could take for a formula has ' before it.",
			"الجدول الفارغ فيه العناوين فقط. والنص الذي قد يُحسب معادلة تسبقه علامة '."})
		out.WriteString("\r\n")
		name := func(file string, s said) { fmt.Fprintf(&out, "%-28s%s\r\n", file, s.in(language)) }
		for _, t := range tables {
			name(t.file, t.about)
		}
		if withPicture {
			name(picture, said{"your picture", "صورتك"})
		}
		name(document, said{"all of it in one file for programs; amounts are whole fils (1 dirham is 100 fils)",
			"كل ذلك في ملف واحد للبرامج؛ المبالغ بالفلس (الدرهم 100 فلس)"})
		out.WriteString("\r\n")
		line(said{"What the law wants to be kept (orders, payments, invoices) stays when you delete your account, without your name.",
			"ما يُلزم القانون بحفظه (الطلبات والمدفوعات والفواتير) يبقى عند حذف حسابك، من دون اسمك."})
		out.WriteString("\r\n")
	}
	_, err := io.WriteString(w, out.String())
	return err
}

// write writes the rows of a table as CSV.
func (t table) write(w io.Writer, doc map[string]any, language string) error {
	columns := make([]sheet.Column, len(t.columns))
	for i, c := range t.columns {
		columns[i] = sheet.Column{Name: c.name.in(language), Kind: c.kind.ofSheet()}
	}
	lines, err := sheet.NewLines(w, columns)
	if err != nil {
		return err
	}
	row := make([]any, len(columns))
	if err := eachRow(t.path, doc, nil, func(levels []map[string]any) error {
		for i, c := range t.columns {
			row[i] = c.kind.say(levels[len(levels)-1-c.up][c.key], language)
		}
		return lines.Row(row)
	}); err != nil {
		return err
	}
	return lines.End()
}

// eachRow calls fn for each row below a path, with the rows that it is within.
func eachRow(path []string, in any, levels []map[string]any, fn func(levels []map[string]any) error) error {
	switch v := in.(type) {
	case []any:
		for _, one := range v {
			if err := eachRow(path, one, levels, fn); err != nil {
				return err
			}
		}
	case map[string]any:
		levels = append(levels[:len(levels):len(levels)], v)
		if len(path) == 0 {
			return fn(levels)
		}
		return eachRow(path[1:], v[path[0]], levels, fn)
	}
	return nil
}

func (k kind) ofSheet() sheet.Kind {
	switch k {
	case money:
		return sheet.Money
	case day:
		return sheet.Date
	}
	return sheet.Text
}

// say is a value of the document as a cell has it.
func (k kind) say(value any, language string) any {
	switch v := value.(type) {
	case nil:
		if k != there {
			return nil
		}
	case json.Number:
		whole, err := v.Int64()
		switch {
		case err != nil:
			return v.String()
		case k == hours:
			return fmt.Sprintf("%02d:%02d", whole/60, whole%60)
		}
		return whole
	case string:
		if at, err := time.Parse(time.RFC3339Nano, v); k == moment && err == nil {
			return at.In(clock.Dubai).Format("2006-01-02 15:04")
		}
	}
	if k == there {
		return wordOf(fmt.Sprint(value != nil && value != ""), language)
	}
	if k == word {
		return wordOf(inWords(value), language)
	}
	return inWords(value)
}

func wordOf(value, language string) string {
	if w, ok := words[value]; ok {
		return w.in(language)
	}
	return value
}

// inWords is a value with its parts, in one line.
func inWords(value any) string {
	switch v := value.(type) {
	case nil:
		return ""
	case []any:
		all := make([]string, len(v))
		for i, one := range v {
			all[i] = inWords(one)
		}
		return strings.Join(all, ", ")
	case map[string]any:
		all := []string{}
		for _, key := range slices.Sorted(maps.Keys(v)) {
			if text := inWords(v[key]); text != "" {
				all = append(all, key+": "+text)
			}
		}
		return strings.Join(all, "; ")
	}
	return fmt.Sprint(value)
}
