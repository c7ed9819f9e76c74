package mydata

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"io"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

var at = time.Date(2026, 11, 26, 8, 0, 0, 0, time.UTC)

// zipped are the files of a copy of a document.
func zipped(t *testing.T, doc string) map[string]string {
	t.Helper()
	of, err := parse(json.RawMessage(doc))
	require.NoError(t, err)
	var out bytes.Buffer
	require.NoError(t, write(&out, []byte(doc), of, at))
	from, err := zip.NewReader(bytes.NewReader(out.Bytes()), int64(out.Len()))
	require.NoError(t, err)
	files := map[string]string{}
	for _, f := range from.File {
		part, err := f.Open()
		require.NoError(t, err)
		body, err := io.ReadAll(part)
		require.NoError(t, err)
		files[f.Name] = string(body)
	}
	return files
}

func rowsOf(file string) []string {
	return strings.Split(strings.TrimSuffix(strings.TrimPrefix(file, "\ufeff"), "\r\n"), "\r\n")
}

// A field that is added to the document fails here until a table has a column for it.
func TestEveryFieldOfACopyIsInATable(t *testing.T) {
	t.Parallel()
	sql, err := os.ReadFile("../../sql/queries/person.sql")
	require.NoError(t, err)
	_, query, _ := strings.Cut(string(sql), "-- name: PersonData :one")
	query, _, _ = strings.Cut(query, "-- name: ")
	known := map[string]bool{"since": true, "outcome": true, "decided": true} // of a dispute, which is one column
	for _, table := range tables {
		for _, step := range table.path {
			known[step] = true
		}
		for _, c := range table.columns {
			known[c.key] = true
		}
	}
	keys := regexp.MustCompile(`'([a-z_0-9]+)', `).FindAllStringSubmatch(query, -1)
	require.Greater(t, len(keys), 100)
	for _, key := range keys {
		require.True(t, known[key[1]], "%s: say in tables.go in which table it is", key[1])
	}
}

func TestEachLevelOfACopyIsATableThatNamesWhatItIsOf(t *testing.T) {
	t.Parallel()
	files := zipped(t, `{"person":{"name":"Lina","language":"en","diets":["Vegan","Halal"],"has_password":true,"picture":null,
		"created_at":"2026-11-23T21:30:00.5+00:00"},"orders":[{"id":"O1","net_amount":4205,"status":"Confirmed","week":"2026-11-23","deliveries":[
		{"delivery_date":"2026-11-25","items":[{"meal":"m","name":"Soup","qty":2,"price":1950,"total":3900},{"name":"Tea","qty":1}]},
		{"delivery_date":"2026-11-26","items":[]}]}],"notifications":{"choices":{"quiet_from_minute":1260}},
		"counter_sales":[{"id":"S1","dispute":{"since":"x","outcome":"void"}}]}`)
	require.Equal(t, []string{"Name,E-mail,Mobile,Language,Diets,Allergens avoided,Allergens on labels,Picture,Password set,Since",
		`Lina,,,English,"Vegan, Halal",,,No,Yes,2026-11-24 01:30`}, rowsOf(files["person.csv"]))
	require.Contains(t, files["orders.csv"], "O1,,2026-11-23,Confirmed,,,,,,42.05,")
	require.Equal(t, []string{"Order,Day,Meal number,Meal,Portions,Price (AED),Total (AED)", "O1,2026-11-25,m,Soup,2,19.50,39.00",
		"O1,2026-11-25,,Tea,1,,"}, rowsOf(files["meals.csv"]))
	require.Len(t, rowsOf(files["lunches.csv"]), 3)
	require.Contains(t, files["notification-choices.csv"], ",21:00,")
	require.Contains(t, files["counter-sales.csv"], "outcome: void; since: x")
	require.Len(t, rowsOf(files["wallet.csv"]), 1, "a table without rows has its headings")
	require.Contains(t, files["data.json"], `"net_amount": 4205`, "the document keeps fils")
	require.NotContains(t, files, "picture.jpg")
	for _, table := range tables {
		require.Contains(t, files["README.txt"], table.file)
		require.Contains(t, files["README.txt"], table.about.en)
		require.Contains(t, files["README.txt"], table.about.ar)
	}
}

func TestACopyIsInTheLanguageOfItsPerson(t *testing.T) {
	t.Parallel()
	files := zipped(t, `{"person":{"language":"ar","picture":"data:image/jpeg;base64,SGVsbG8="},"payments":[{"status":"paid","amount":-5}]}`)
	require.Contains(t, files["person.csv"], "الاسم,")
	require.Contains(t, files["person.csv"], "العربية")
	require.Contains(t, files["payments.csv"], "-0.05,مدفوع,")
	require.Equal(t, "Hello", files["picture.jpg"])
	for _, table := range tables {
		for _, c := range table.columns {
			require.Regexp(t, `\p{Arabic}`, c.name.ar)
			require.Regexp(t, `[a-z]`, c.name.en)
		}
	}
}

func TestWhatAPersonTypedIsNoFormulaInASpreadsheet(t *testing.T) {
	t.Parallel()
	files := zipped(t, `{"person":{"name":"=HYPERLINK(\"http://x\")","language":"en"},
		"addresses":[{"label":"+1","line":" -2+3","area":"@x"}],"labels":[{"says":{"=a":"=b"}}],"changes":[]}`)
	require.Contains(t, files["person.csv"], `"'=HYPERLINK(""http://x"")"`)
	require.Contains(t, files["addresses.csv"], `,'+1,' -2+3,'@x`)
	require.Contains(t, files["labels.csv"], `,'=a: =b`)
}
