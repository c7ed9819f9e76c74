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
	fileOf, askedBy, unused := map[string]string{}, map[string]map[string]bool{}, map[string]bool{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		for _, name := range regexp.MustCompile(`(?m)^-- name: (\w+)`).FindAllStringSubmatch(string(text), -1) {
			fileOf[name[1]], askedBy[name[1]] = strings.TrimSuffix(filepath.Base(file), ".sql"), map[string]bool{}
			unused[name[1]] = true
		}
	}
	require.Greater(t, len(fileOf), 400)
	for _, s := range sources(t) {
		if strings.HasSuffix(s.file, ".sql.go") {
			continue
		}
		ast.Inspect(s.syntax, func(n ast.Node) bool {
			if s.folder == "platform/db" { // its text is the constant of that name
				if name, ok := n.(*ast.Ident); ok {
					delete(unused, strings.ToUpper(name.Name[:1])+name.Name[1:])
				}
			} else if name, ok := n.(*ast.SelectorExpr); ok && askedBy[name.Sel.Name] != nil {
				delete(unused, name.Sel.Name)
				askedBy[name.Sel.Name][s.folder] = !strings.HasPrefix(s.folder, "dev/")
			}
			return true
		})
	}
	require.Empty(t, unused, "no package asks them")
	for query, folders := range askedBy {
		maps.DeleteFunc(folders, func(_ string, product bool) bool { return !product })
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
