package trail

import (
	"bytes"
	"crypto/ed25519"
	"encoding/csv"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sahn/server/platform/clock"
	"sahn/server/platform/keys"
	"sahn/server/platform/sheet"
)

func signer(t *testing.T, secret string) ed25519.PrivateKey {
	t.Helper()
	key, err := keys.Keys{[]byte(secret)}.Signer(keyUse)
	require.NoError(t, err)
	return key
}

// made is an export with so many acts, as rows: headings, first row, acts, last row.
func made(t *testing.T, key ed25519.PrivateKey, export string, acts int) [][]string {
	t.Helper()
	var out bytes.Buffer
	w, err := newWriter(&out, key, sheet.In("en"))
	require.NoError(t, err)
	at := time.Date(2026, 11, 26, 21, 30, 0, 0, time.UTC)
	day := clock.DateOf(at)
	said, err := json.Marshal(about{1, export, "https://lunch.example.com", at, asked{From: day - 9, Until: day, Key: spell(public(key))}})
	require.NoError(t, err)
	require.NoError(t, w.row(act{record: recordBegin, at: at, after: string(said)}))
	for i := range acts {
		require.NoError(t, w.row(act{record: recordAct, at: at.Add(time.Duration(i) * time.Second), kind: "company.suspend", who: "=Sara",
			note: fmt.Sprintf("two\r\nlines, \"%d\"", i), id: strconv.Itoa(i)}))
	}
	said, err = json.Marshal(end{acts})
	require.NoError(t, err)
	require.NoError(t, w.row(act{record: recordEnd, at: at, after: string(said)}))
	require.NoError(t, w.flush())
	return rowsOf(t, out.Bytes())
}

func rowsOf(t *testing.T, file []byte) [][]string {
	t.Helper()
	rows, err := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(file, []byte("\ufeff")))).ReadAll()
	require.NoError(t, err)
	return rows
}

func bytesOf(t *testing.T, rows [][]string) []byte {
	t.Helper()
	var out bytes.Buffer
	require.NoError(t, csv.NewWriter(&out).WriteAll(rows))
	return out.Bytes()
}

// chainedAnew is what somebody does who knows the format and not the key: numbers and chain are made to fit.
func chainedAnew(rows [][]string) [][]string {
	chain, signature := digest(version, rows[0]), []byte(nil)
	for n, row := range rows[1:] {
		row[0] = strconv.Itoa(n)
		chain = link(chain, signature, digest("", row[:content]))
		row[content] = hex.EncodeToString(chain[:])
		signature, _ = hex.DecodeString(row[content+1])
	}
	return rows
}

func TestWhatIsDoneToAnExportOfTheTrailIsFound(t *testing.T) {
	t.Parallel()
	key := signer(t, "a secret")
	changed := func(rows [][]string, at, column int, to string) [][]string {
		rows[at][column] = to
		return rows
	}
	other := func(t *testing.T) [][]string { return made(t, key, "B", 4) }
	for name, does := range map[string]struct {
		do   func(t *testing.T, rows [][]string) [][]string
		says []string
	}{
		"nothing": {func(_ *testing.T, r [][]string) [][]string { return r }, nil},
		"a note": {func(_ *testing.T, r [][]string) [][]string { return changed(r, 4, 13, "fine") },
			[]string{"Row 3 was changed (line 7)."}},
		"a time":  {func(_ *testing.T, r [][]string) [][]string { return changed(r, 4, 4, "2020") }, []string{"Row 3 was changed (line 7)."}},
		"a chain": {func(_ *testing.T, r [][]string) [][]string { return changed(r, 4, 17, "00") }, []string{"Row 3 was changed (line 7)."}},
		"a signature": {func(_ *testing.T, r [][]string) [][]string { return changed(r, 4, 18, r[5][18]) },
			[]string{"Row 3 was changed (line 7)."}},
		"a number": {func(_ *testing.T, r [][]string) [][]string { return changed(r, 4, 0, "9") }, []string{"Row 3 was changed (line 7)."}},
		"two notes": {func(_ *testing.T, r [][]string) [][]string { return changed(changed(r, 2, 13, "x"), 6, 13, "y") },
			[]string{"Row 1 was changed (line 3).", "Row 5 was changed (line 10)."}},
		"a note, and all chained anew": {func(_ *testing.T, r [][]string) [][]string { return chainedAnew(changed(r, 4, 13, "fine")) },
			[]string{"Row 3 was changed (line 7).", "Row 4 was changed (line 8).", "Row 5 was changed (line 10).", "Row 6 was changed (line 12).",
				"Row 7 was changed (line 14).", "Row 8 was changed (line 16).",
				"The last row, which says how many there are, was changed (line 18)."}},
		"a row removed": {func(_ *testing.T, r [][]string) [][]string { return slices.Delete(r, 4, 5) }, []string{"Row 3 was removed."}},
		"rows removed": {func(_ *testing.T, r [][]string) [][]string { return slices.Delete(slices.Delete(r, 6, 8), 2, 3) },
			[]string{"Row 1 was removed.", "Rows 5 to 6 were removed."}},
		"a row inserted": {func(_ *testing.T, r [][]string) [][]string {
			return slices.Insert(r, 4, changed([][]string{slices.Clone(r[3])}, 0, 13, "new")[0])
		}, []string{"Line 7 holds a row that was not exported: it was inserted."}},
		"a row twice": {func(_ *testing.T, r [][]string) [][]string { return slices.Insert(r, 6, slices.Clone(r[3])) },
			[]string{"Row 2 is there twice: again in line 11."}},
		"rows exchanged": {func(_ *testing.T, r [][]string) [][]string {
			r[3], r[4] = r[4], r[3]
			return r
		}, []string{"Row 2 stands after row 3, in line 7: the order was changed."}},
		"the end cut off": {func(_ *testing.T, r [][]string) [][]string { return r[:7] },
			[]string{"The file was cut: its end is missing after row 5."}},
		"only the last row cut off": {func(_ *testing.T, r [][]string) [][]string { return r[:len(r)-1] },
			[]string{"The file was cut: its end is missing after row 8."}},
		"the count changed after the last acts were cut off": {func(_ *testing.T, r [][]string) [][]string {
			return append(r[:7], changed([][]string{r[len(r)-1]}, 0, 15, `{"rows":5}`)[0])
		}, []string{"The last row, which says how many there are, was changed (line 13)."}},
		"the last acts cut off, and the end of a shorter export": {func(t *testing.T, r [][]string) [][]string {
			return append(r[:6], other(t)[6])
		}, []string{"Line 11 holds row 5 of another export.", "The file was cut: its end is missing after row 4."}},
		"a row of another export": {func(t *testing.T, r [][]string) [][]string {
			r[4] = other(t)[4]
			return r
		}, []string{"Line 7 holds row 3 of another export.", "Row 3 was removed."}},
		"the first row removed": {func(_ *testing.T, r [][]string) [][]string { return slices.Delete(r, 1, 2) },
			[]string{"The first row, which says what was exported, was removed."}},
		"another period claimed": {func(_ *testing.T, r [][]string) [][]string {
			return changed(r, 1, 15, strings.Replace(r[1][15], "2026-11-18", "2026-11-01", 1))
		}, []string{"The first row, which says what was exported, was changed (line 2)."}},
		"a heading": {func(_ *testing.T, r [][]string) [][]string { return changed(r, 0, 13, "Remark") },
			[]string{"Line 2 holds row 0 of another export.", "The first row, which says what was exported, was removed."}},
		"something after the end": {func(t *testing.T, r [][]string) [][]string { return append(r, other(t)[2]) },
			[]string{"Row 1 is there twice: again in line 20."}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r, err := Verify(bytes.NewReader(bytesOf(t, does.do(t, made(t, key, "A", 8)))), []ed25519.PublicKey{public(key)})
			require.NoError(t, err)
			require.Equal(t, does.says, r.Findings)
		})
	}
}

func TestAnExportThatIsCutWithinARowSaysAfterWhichRow(t *testing.T) {
	t.Parallel()
	key := signer(t, "a secret")
	file := bytesOf(t, made(t, key, "A", 8))
	at := bytes.Index(file, []byte(`"two`+"\nlines, \"\"5"))
	r, err := Verify(bytes.NewReader(file[:at+6]), []ed25519.PublicKey{public(key)})
	require.NoError(t, err)
	require.Equal(t, []string{"The file was cut: it ends within line 13, after row 5."}, r.Findings)
	for cut := range len(file) - 1 { // the last is the end of the last line
		r, err := Verify(bytes.NewReader(file[:cut]), []ed25519.PublicKey{public(key)})
		require.True(t, err != nil || len(r.Findings) > 0, cut)
	}
}

func TestAnExportIsTrustedOnlyByTheKeyOfItsInstallation(t *testing.T) {
	t.Parallel()
	ours, theirs := signer(t, "our secret"), signer(t, "their secret")
	file := bytesOf(t, made(t, theirs, "A", 3))
	r, err := Verify(bytes.NewReader(file), nil)
	require.NoError(t, err)
	require.Empty(t, r.Findings)
	require.False(t, r.Trusted, "who forges a file names a key of their own")
	r, err = Verify(bytes.NewReader(file), []ed25519.PublicKey{public(ours)})
	require.NoError(t, err)
	require.Len(t, r.Findings, 1)
	require.Contains(t, r.Findings[0], "No row is signed with the key "+spell(public(ours)))
	r, err = Verify(bytes.NewReader(file), []ed25519.PublicKey{public(ours), public(theirs)})
	require.NoError(t, err)
	require.Empty(t, r.Findings)
	require.True(t, r.Trusted)
	require.Equal(t, 3, r.Rows)
}

func TestNothingInAnExportIsRunAsAFormula(t *testing.T) {
	t.Parallel()
	for _, row := range made(t, signer(t, "a secret"), "A", 3) {
		for _, cell := range row {
			require.False(t, strings.ContainsAny(cell[:min(1, len(cell))], "=+-@"), cell)
		}
	}
}

func TestAnExportHasItsTimesInDubaiAndAsMoments(t *testing.T) {
	t.Parallel()
	row := made(t, signer(t, "a secret"), "A", 1)[2]
	require.Equal(t, []string{"2026-11-27", "01:30:00", "2026-11-26T21:30:00.000000Z"}, row[2:5])
}

func TestFilesThatAreNoExportAreRefused(t *testing.T) {
	t.Parallel()
	for _, file := range []string{"", "a,b\n1,2\n", "\"", "\ufeff"} {
		_, err := Verify(strings.NewReader(file), nil)
		require.ErrorIs(t, err, errNoTrail, file)
	}
	rows := made(t, signer(t, "a secret"), "A", 1)
	_, err := Verify(strings.NewReader(string(bytesOf(t, rows))+"\""+strings.Repeat("x", maxRow+9000)), nil)
	require.ErrorIs(t, err, errRow)
}

func FuzzNothingButAWholeExportIsWhole(f *testing.F) {
	key, err := keys.Keys{[]byte("a secret")}.Signer(keyUse)
	if err != nil {
		f.Fatal(err)
	}
	f.Add([]byte("\ufeffa,b\n"), 3)
	f.Fuzz(func(t *testing.T, put []byte, at int) {
		whole := bytesOf(t, made(t, key, "A", 3))
		at = min(max(at, 0), len(whole)-1)
		file := slices.Concat(whole[:at], put, whole[min(at+len(put), len(whole)):])
		r, err := Verify(bytes.NewReader(file), []ed25519.PublicKey{public(key)})
		if err == nil && len(r.Findings) == 0 {
			read, err := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(file, []byte("\ufeff")))).ReadAll()
			require.NoError(t, err)
			require.Equal(t, rowsOf(t, whole), read)
		}
	})
}
