package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

const maxParameters = 6

// tooManyParameters are the functions of a file that have more than they may. A fuzz target's are its input.
func tooManyParameters(t *testing.T, file string, text []byte) (many []string) {
	t.Helper()
	files := token.NewFileSet()
	tree, err := parser.ParseFile(files, file, text, parser.SkipObjectResolution)
	require.NoError(t, err)
	fuzzed := map[ast.Node]bool{}
	ast.Inspect(tree, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if f, ok := n.Fun.(*ast.SelectorExpr); ok && f.Sel.Name == "Fuzz" && len(n.Args) == 1 {
				if target, ok := n.Args[0].(*ast.FuncLit); ok {
					fuzzed[target.Type] = true
				}
			}
		case *ast.FuncType:
			if count := n.Params.NumFields(); count > maxParameters && !fuzzed[n] {
				many = append(many, fmt.Sprintf("%s: %d parameters", files.Position(n.Pos()), count))
			}
		}
		return true
	})
	return many
}

func TestNoFunctionHasMoreThanSixParameters(t *testing.T) {
	t.Parallel()
	code := "package a\nfunc six(a, b int, c, d, e, f string) {}\nfunc seven(a, b int, c, d, e, f, g string) {}\n" +
		"type t interface{ seven(int, int, int, int, int, int, int) }\n" +
		"func g(f fuzzer) { f.Fuzz(func(a, b, c, d, e, f, g int) {}) }\n"
	require.Equal(t, []string{"a.go:3:1: 7 parameters", "a.go:4:24: 7 parameters"}, tooManyParameters(t, "a.go", []byte(code)))

	var read int
	var many []string
	for _, file := range repositoryFiles(t) {
		if filepath.Ext(file) != ".go" {
			continue
		}
		text, err := os.ReadFile(filepath.Join("..", filepath.FromSlash(file)))
		require.NoError(t, err)
		if handWritten(file, string(text)) {
			read++
			many = append(many, tooManyParameters(t, file, text)...)
		}
	}
	require.Greater(t, read, 400, "the files were found")
	require.Empty(t, many)
}
