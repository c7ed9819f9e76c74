package db_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/retention"
)

// A new table needs a line that says whose data it holds and why, or that it holds nobody's.
func TestEveryTableIsInTheRecordOfProcessing(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../../docs/privacy.md")
	require.NoError(t, err)
	_, processed, _ := strings.Cut(string(page), "## What is processed")
	processed, without, _ := strings.Cut(processed, "## Tables without personal data")
	without, _, _ = strings.Cut(without, "## Measures")
	name := regexp.MustCompile("`([a-z_0-9]+)`")
	with, none := map[string]bool{}, map[string]bool{}
	for _, line := range strings.Split(processed, "\n") {
		cells := strings.Split(line, "|")
		if len(cells) != 7 {
			continue
		}
		for _, found := range name.FindAllStringSubmatch(cells[5], -1) {
			with[found[1]] = true
		}
	}
	for _, found := range name.FindAllStringSubmatch(without, -1) {
		none[found[1]] = true
	}
	pool := servertest.DB(t)
	var missing, twice, gone []string
	tables := servertest.One[[]string](t, pool, `SELECT array_agg(tablename::text) FROM pg_tables WHERE schemaname = 'public'
		AND tablename NOT LIKE 'river%' AND tablename NOT LIKE 'goose%'`)
	for _, table := range tables {
		if !with[table] && !none[table] {
			missing = append(missing, table)
		}
		if with[table] && none[table] {
			twice = append(twice, table)
		}
	}
	for _, listed := range []map[string]bool{with, none} {
		for table := range listed {
			if !slices.Contains(tables, table) {
				gone = append(gone, table)
			}
		}
	}
	require.Empty(t, missing, "docs/privacy.md")
	require.Empty(t, twice, "docs/privacy.md")
	require.Empty(t, gone, "docs/privacy.md")
	for _, kind := range retention.Of(nil) {
		require.Contains(t, processed, "`"+kind.Name+"`", "docs/privacy.md says how long")
		if kind.Least < kind.Most {
			require.Contains(t, processed, "`keep_"+kind.Name+"`", "docs/privacy.md names the setting")
		}
	}
}
