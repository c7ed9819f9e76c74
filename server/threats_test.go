package main

import (
	"go/ast"
	"io/fs"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// entry is one threat, fault or rule of a document: what it says, and the tests that it names.
type entry struct {
	says  string
	tests []string
}

// entriesOf are the bullets of a Markdown document. The bullets below one are the tests that prove it.
func entriesOf(text string) []entry {
	var all []entry
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		last := len(all) - 1
		switch {
		case strings.HasPrefix(line, "- "):
			all = append(all, entry{says: line})
		case last >= 0 && strings.HasPrefix(line, "  - "):
			all[last].tests = append(all[last].tests, strings.TrimPrefix(line, "  - "))
		case last >= 0 && strings.HasPrefix(line, "  "):
			all[last].says += line[1:]
		}
	}
	return all
}

var namedTest = regexp.MustCompile("^`(\\S+): (.+)`$")

// testExists tells whether a file has the test that `path/file_test.go: TestName` or `path/file.test.ts: title` names. The end of
// a title is enough.
func testExists(test string, read func(file string) string) bool {
	named := namedTest.FindStringSubmatch(test)
	if named == nil {
		return false
	}
	file, name := named[1], named[2]
	switch {
	case strings.HasSuffix(file, "_test.go"):
		isTest := strings.HasPrefix(name, "Test") || strings.HasPrefix(name, "Fuzz")
		return isTest && strings.Contains("\n"+read(file), "\nfunc "+name+"(")
	case strings.HasSuffix(file, ".test.ts"), strings.HasSuffix(file, ".test.tsx"):
		return strings.Contains(read(file), name+`"`)
	}
	return false
}

// notProven are the entries of a document that name no test, and the tests that they name and that do not exist. An entry that
// contains the words with which the document admits to have no test needs none.
func notProven(text, admitted string, read func(file string) string) []string {
	var wrong []string
	for _, e := range entriesOf(text) {
		if len(e.tests) == 0 && (admitted == "" || !strings.Contains(e.says, admitted)) {
			wrong = append(wrong, e.says)
		}
		for _, test := range e.tests {
			if !testExists(test, read) {
				wrong = append(wrong, test)
			}
		}
	}
	return wrong
}

// A document must not claim a test that was renamed or deleted.
func TestEveryThreatFaultAndRuleNamesTestsThatExist(t *testing.T) {
	t.Parallel()
	sample := strings.Join([]string{
		"# Threats", "",
		"- **One.** It has tests,", "  of both kinds.", "  - `a_test.go: TestOne`", "  - `b.test.ts: of a title`", "",
		"- **Two.** [Not", "  proven](not-proven.md#two).",
		"- **Three.** No test.",
		"- **Four.** Others.", "  - `a_test.go: TestOn`", "  - `a_test.go: helps`", "  - `b.test.ts: the end`",
		"  - `c_test.go: TestOne`", "  - TestOne",
	}, "\n")
	files := map[string]string{
		"a_test.go": "package a\n\nfunc TestOne(t *testing.T) {}\n\nfunc helps() {}\n",
		"b.test.ts": `test("the end of a title", () => {});`,
	}
	inSample := func(file string) string { return files[file] }
	two := "- **Two.** [Not proven](not-proven.md#two)."
	others := []string{
		"- **Three.** No test.",
		"`a_test.go: TestOn`", "`a_test.go: helps`", "`b.test.ts: the end`", "`c_test.go: TestOne`", "TestOne",
	}
	require.Equal(t, others, notProven(sample, "](not-proven.md", inSample))
	require.Equal(t, append([]string{two}, others...), notProven(sample, "", inSample))

	read := func(file string) string {
		content, err := os.ReadFile(filepath.Join("..", filepath.FromSlash(file)))
		require.NoError(t, err)
		return string(content)
	}
	admitted := map[string]string{"docs/threats.md": "", "docs/faults.md": "](not-proven.md"}
	for document := range admitted {
		require.Greater(t, len(entriesOf(read(document))), 80, "the entries of %s were found", document)
	}
	rules, err := filepath.Glob("../docs/rules/*.md")
	require.NoError(t, err)
	require.Greater(t, len(rules), 8)
	for _, file := range rules {
		admitted["docs/rules/"+filepath.Base(file)] = "No test of its own"
	}
	for document, words := range admitted {
		require.Empty(t, notProven(read(document), words, read), document)
	}
}

// Only what may be some seconds old, or is the same for ever, may be read from a replica: no decision is, and nothing that follows a write.
func TestOnlyReportsMenusAndPhotosAreReadFromAReplica(t *testing.T) {
	t.Parallel()
	var databases []string
	for _, field := range reflect.VisibleFields(reflect.TypeFor[config]()) {
		if name := field.Tag.Get("env"); strings.Contains(name, "DATABASE") || strings.Contains(name, "POSTGRES") {
			databases = append(databases, name)
		}
	}
	require.Equal(t, []string{"DATABASE_URL", "DATABASE_REPLICA_URL", "DATABASE_POOL"}, databases,
		"an address, one of its replica, and how many connections go to each")
	asking := map[string]int{}
	for _, s := range sources(t) {
		ast.Inspect(s.syntax, func(n ast.Node) bool {
			if name, ok := n.(*ast.SelectorExpr); ok && name.Sel.Name == "Replica" {
				asking[s.folder]++
			}
			return true
		})
	}
	delete(asking, "platform/db")
	require.Equal(t, []string{".", "menu/published", "report"}, slices.Sorted(maps.Keys(asking)))
	opened := 0
	for _, s := range sources(t) {
		ast.Inspect(s.syntax, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			name, ok := call.Fun.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			pkg, is := name.X.(*ast.Ident)
			if is && (pkg.Name == "pgxpool" && strings.HasPrefix(name.Sel.Name, "New") || pkg.Name == "db" && name.Sel.Name == "Open") {
				opened++
				require.Contains(t, []string{".", "dev/servertest", "dev/servertest/peer", "platform/db"}, s.folder,
					"%s opens a database of its own", s.file)
			}
			return true
		})
	}
	require.Positive(t, opened)
}

// The phrases that sign messages to and from the card provider are in nothing that is sent to a browser.
func TestNoPhraseIsInTheBuiltApp(t *testing.T) {
	t.Parallel()
	secrets := config{PublicURL: "http://localhost", SandboxPort: 8081}
	secrets.public, _ = url.Parse(secrets.PublicURL)
	files := 0
	require.NoError(t, fs.WalkDir(built, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := fs.ReadFile(built, path)
		for _, phrase := range []string{secrets.provider().RequestPhrase, secrets.provider().ResponsePhrase} {
			require.NotEmpty(t, phrase)
			require.NotContains(t, string(content), phrase, path)
		}
		files++
		return err
	}))
	require.Positive(t, files)
}
