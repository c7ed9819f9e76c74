package main

import (
	"go/ast"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// queryFiles are files of queries that do not have the name of the folder that asks them.
var queryFiles = map[string][]string{"menu/published": {"menu"}, "operator": {"operator", "area", "season"},
	"invoice": {"invoice", "bank"}, "order": {"order", "order_letter"}, ".": {"nightly"},
	"person": {"person", "signin", "factor", "passkey", "pin", "erase"}}

// A query that several packages ask is in the file of one of them or in that of what it is about.
func TestAQueryThatOnePackageAsksIsInTheFileOfThatPackage(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../sql/queries/*.sql")
	require.NoError(t, err)
	fileOf, askedBy := map[string]string{}, map[string]map[string]bool{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		for _, name := range regexp.MustCompile(`(?m)^-- name: (\w+)`).FindAllStringSubmatch(string(text), -1) {
			fileOf[name[1]], askedBy[name[1]] = strings.TrimSuffix(filepath.Base(file), ".sql"), map[string]bool{}
		}
	}
	require.Greater(t, len(fileOf), 400)
	for _, s := range sources(t) {
		if s.folder == "platform/db" || strings.HasPrefix(s.folder, "dev/") {
			continue
		}
		ast.Inspect(s.syntax, func(n ast.Node) bool {
			if name, ok := n.(*ast.SelectorExpr); ok && askedBy[name.Sel.Name] != nil {
				askedBy[name.Sel.Name][s.folder] = true
			}
			return true
		})
	}
	for query, folders := range askedBy {
		if len(folders) != 1 {
			continue
		}
		folder := slices.Collect(maps.Keys(folders))[0]
		allowed := queryFiles[folder]
		if allowed == nil {
			allowed = []string{path.Base(folder)}
		}
		require.Contains(t, allowed, fileOf[query], "%s is asked by %s alone", query, folder)
	}
}
