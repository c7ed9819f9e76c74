package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	sampledemo "sahn/server/dev/demo"
	"sahn/server/dev/servertest"
	"sahn/server/planner"
	"sahn/server/platform/clock"
	"sahn/server/platform/sheet"
)

// The tests' own program is the command where it is told so.
func TestMain(m *testing.M) {
	if os.Getenv("RUN_AS_SAHN") != "" {
		main()
		return
	}
	servertest.Main(m)
}

// sahn runs the command on a database.
func sahn(t *testing.T, pool *pgxpool.Pool, args ...string) (said string, err error) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0], args...)
	cmd.Env = append(os.Environ(), "RUN_AS_SAHN=yes", "DATABASE_URL="+pool.Config().ConnString(), "DATA_DIR="+t.TempDir(),
		"PUBLIC_URL=http://localhost:8080")
	out, err := cmd.CombinedOutput()
	return string(out), err
}

func count(t *testing.T, pool *pgxpool.Pool, from string) int64 {
	t.Helper()
	return servertest.One[int64](t, pool, "SELECT count(*) FROM "+from)
}

// later is a table that was exported, with every row as many days later.
func later(t *testing.T, name string, days clock.Date) sheet.Table {
	t.Helper()
	data, err := os.ReadFile(name)
	require.NoError(t, err)
	rows, err := sheet.Read(data)
	require.NoError(t, err)
	table := sheet.Table{Title: "Next"}
	for i, cell := range rows[0].Cells {
		table.Columns = append(table.Columns, sheet.Column{Name: cell, Kind: map[bool]sheet.Kind{true: sheet.Date}[i == 0]})
	}
	for _, r := range rows[1:] {
		d, err := clock.ParseDate(r.Cell(0))
		require.NoError(t, err)
		row := []any{d + days}
		for i := range table.Columns[1:] {
			row = append(row, r.Cell(i+1))
		}
		table.Rows = append(table.Rows, row)
	}
	return table
}

func TestAMonthOfMenusIsExportedAndImportedAtTheCommandLine(t *testing.T) {
	t.Parallel()
	for _, format := range []string{"csv", "xlsx"} {
		t.Run(format, func(t *testing.T) {
			t.Parallel()
			pool, dir, monday := servertest.DB(t), t.TempDir(), clock.DateOf(clock.System()).Monday()
			require.NoError(t, sampledemo.Load(t.Context(), pool, clock.System()))
			servertest.Do(t, pool, "DELETE FROM closed_days") // whatever today is
			out := filepath.Join(dir, "menus."+format)
			said, err := sahn(t, pool, "menu", "export", "--from", monday.String(), "--until", (monday + 27).String(), "--out", out)
			require.NoError(t, err, said)
			said, err = sahn(t, pool, "menu", "export", "--from", monday.String(), "--until", monday.String(), "--out", out)
			require.Error(t, err, "what is there stays: %s", said)

			next := filepath.Join(dir, "next."+format)
			table := later(t, out, 7*20)
			require.GreaterOrEqual(t, len(table.Rows), 4*5*12)
			var body bytes.Buffer
			require.NoError(t, planner.WriteTable(&body, table, format))
			require.NoError(t, os.WriteFile(next, body.Bytes(), 0o600))
			weeks := "menus_current WHERE week BETWEEN '" + (monday + 7*20).String() + "' AND '" + (monday + 7*23).String() + "'"
			said, err = sahn(t, pool, "menu", "import", next, "--publish", "--check")
			require.NoError(t, err, said)
			require.Contains(t, said, "Nothing was changed.")
			require.Zero(t, count(t, pool, weeks))
			said, err = sahn(t, pool, "menu", "import", next, "--publish")
			require.NoError(t, err, said)
			require.Contains(t, said, "The week of "+(monday+7*20).String()+" is published.")
			require.Equal(t, int64(4), count(t, pool, weeks))
			require.Equal(t, int64(1), count(t, pool, "acts WHERE kind = 'menu.import' AND profile_id IS NULL AND note = 'at the command line'"))

			bad := filepath.Join(dir, "bad.csv")
			require.NoError(t, os.WriteFile(bad, []byte("date;meal;portions\n"+(monday+14).String()+";nobody-knows;three\n"), 0o600))
			said, err = sahn(t, pool, "menu", "import", bad)
			require.Error(t, err)
			require.Contains(t, said, "row 2, portions: This is not a number. Write it like 42. (“three”)")
			require.Contains(t, strings.TrimSpace(said), "nothing was changed")
		})
	}
}
