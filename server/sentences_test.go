package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// What the server says about a refusal has its Arabic in the app, by its reason or by its sentence.
func TestEveryRefusalCanBeReadInArabic(t *testing.T) {
	t.Parallel()
	byReason, err := os.ReadFile("../pwa/i18n/faults.ts")
	require.NoError(t, err)
	bySentence, err := os.ReadFile("../pwa/i18n/ar/server-sentences.ts")
	require.NoError(t, err)
	known, missing := map[string]bool{}, []string{}
	shapes := []string{"^$", "^Unauthenticated\\.$"} // The end of a session has a sentence of its own.
	for _, found := range regexp.MustCompile(`(?m)^  "(.*)":`).FindAllSubmatch(bySentence, -1) {
		shapes = append(shapes, "^"+strings.ReplaceAll(regexp.QuoteMeta(string(found[1])), "%s", ".+")+"$")
	}
	inArabic := regexp.MustCompile(strings.Join(shapes, "|"))
	for _, found := range regexp.MustCompile(`(?m)^  (\w+):`).FindAllSubmatch(byReason, -1) {
		known[string(found[1])] = true
	}
	require.NoError(t, filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.HasPrefix(path, "dev/") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		ast.Inspect(file, func(n ast.Node) bool {
			for _, sentence := range refusals(n, known) {
				if !inArabic.MatchString(sentence) {
					missing = append(missing, path+": "+sentence)
				}
			}
			return true
		})
		return err
	}))
	require.Empty(t, missing)
}

// refusals are the sentences that a piece of code gives to a fault whose reason the app does not know.
func refusals(n ast.Node, known map[string]bool) (sentences []string) {
	switch n := n.(type) {
	case *ast.CallExpr:
		name := called(n.Fun)
		if name == "fault.New" && len(n.Args) == 3 && !known[literal(n.Args[1])] {
			sentences = append(sentences, literal(n.Args[2]))
		}
		if name == "fault.Field" {
			sentences = append(sentences, literal(n.Args[1]))
		}
	case *ast.FuncDecl:
		if n.Name.Name == "sentence" {
			ast.Inspect(n.Body, func(in ast.Node) bool {
				if said, ok := in.(*ast.ReturnStmt); ok {
					sentences = append(sentences, literal(said.Results[0]))
				}
				return true
			})
		}
	case *ast.KeyValueExpr:
		if values, ok := n.Value.(*ast.CompositeLit); ok && values.Type == nil && len(values.Elts) == 1 && literal(n.Key) != "" {
			sentences = append(sentences, literal(values.Elts[0]))
		}
	}
	kept := sentences[:0]
	for _, s := range sentences {
		if strings.HasSuffix(s, ".") {
			kept = append(kept, s)
		}
	}
	return kept
}

func called(fun ast.Expr) string {
	if at, ok := fun.(*ast.SelectorExpr); ok {
		if from, ok := at.X.(*ast.Ident); ok {
			return from.Name + "." + at.Sel.Name
		}
	}
	return ""
}

// literal is a text in code: quoted, in parts, or the format of a Sprintf.
func literal(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.BasicLit:
		text, err := strconv.Unquote(e.Value)
		if err == nil {
			return text
		}
	case *ast.BinaryExpr:
		if left, right := literal(e.X), literal(e.Y); left != "" && right != "" {
			return left + right
		}
	case *ast.CallExpr:
		if called(e.Fun) == "fmt.Sprintf" {
			return literal(e.Args[0])
		}
	}
	return ""
}
