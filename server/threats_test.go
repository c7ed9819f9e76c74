package main

import (
	"fmt"
	"go/ast"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sahn/server/web"
)

// faults is how many faults (F01 …) the fault model names: each has a test, or stands in ARCHITECTURE.md among what is not yet proven.
const faults = 56

// attacks are those of the threat model that must have a test: on accounts, sessions and the tenant wall, and on card payment.
var attacks = [][2]int{{1, 30}, {43, 56}}

// tried is what tests say behind themselves: (trust T02, F17). Each name with the files that try it.
func tried(t *testing.T) map[string][]string {
	t.Helper()
	says, name := regexp.MustCompile(`\(([^()]*\btrust [^()]*)\)`), regexp.MustCompile(`\b[TF]\d\d\b`)
	all := map[string][]string{}
	look := func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, "_test.go") && !strings.Contains(path, ".test.ts") {
			return err
		}
		source, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, comment := range says.FindAllStringSubmatch(string(source), -1) {
			for _, n := range name.FindAllString(comment[1], -1) {
				all[n] = append(all[n], path)
			}
		}
		return nil
	}
	require.NoError(t, filepath.WalkDir(".", look))
	require.NoError(t, filepath.WalkDir("../pwa", look))
	return all
}

// An attack that nobody tries any more fails here.
func TestEveryAttackOnAccountsTenantsAndPaymentsIsTried(t *testing.T) {
	t.Parallel()
	all := tried(t)
	for _, span := range attacks {
		for n := span[0]; n <= span[1]; n++ {
			require.NotEmpty(t, all[fmt.Sprintf("T%02d", n)], "no test tries T%02d", n)
		}
	}
}

// A fault that nobody tries is said to be unproven, and one that somebody tries is not.
func TestEveryFaultIsTriedOrSaidToBeUnproven(t *testing.T) {
	t.Parallel()
	source, err := os.ReadFile("../ARCHITECTURE.md")
	require.NoError(t, err)
	_, unproven, found := strings.Cut(string(source), "\n## Not yet proven\n")
	require.True(t, found)
	admitted := map[string]bool{}
	for _, span := range regexp.MustCompile(`\bF(\d\d)(?:–F(\d\d))?\b`).FindAllStringSubmatch(unproven, -1) {
		first, err := strconv.Atoi(span[1])
		require.NoError(t, err)
		last := first
		if span[2] != "" {
			last, err = strconv.Atoi(span[2])
			require.NoError(t, err)
		}
		for n := first; n <= last; n++ {
			admitted[fmt.Sprintf("F%02d", n)] = true
		}
	}
	all := tried(t)
	for n := 1; n <= faults; n++ {
		name := fmt.Sprintf("F%02d", n)
		require.NotEqual(t, admitted[name], len(all[name]) > 0, "%s: said to be unproven %t, tried in %v", name, admitted[name], all[name])
	}
}

// One address of one database: no decision can be read from a copy of it that lags behind. (trust F33)
func TestThereIsOneDatabaseAndNoCopyToReadFrom(t *testing.T) {
	t.Parallel()
	var databases []string
	for _, field := range reflect.VisibleFields(reflect.TypeFor[config]()) {
		if name := field.Tag.Get("env"); strings.Contains(name, "DATABASE") || strings.Contains(name, "POSTGRES") {
			databases = append(databases, name)
		}
	}
	require.Equal(t, []string{"DATABASE_URL"}, databases)
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
			if pkg, is := name.X.(*ast.Ident); is && (pkg.Name == "pgxpool" && strings.HasPrefix(name.Sel.Name, "New") || pkg.Name == "db" && name.Sel.Name == "Open") {
				opened++
				require.Contains(t, []string{".", "db", "servertest", "servertest/peer"}, s.folder, "%s opens a database of its own", s.file)
			}
			return true
		})
	}
	require.Positive(t, opened)
}

// What proves us to the provider, or the provider to us, stands in nothing that is sent to a browser. (trust T56)
func TestNoPhraseIsInTheBuiltApp(t *testing.T) {
	t.Parallel()
	secrets := config{PublicURL: "http://localhost", SandboxPort: 8081}
	secrets.public, _ = url.Parse(secrets.PublicURL)
	files := 0
	require.NoError(t, fs.WalkDir(web.Built, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := fs.ReadFile(web.Built, path)
		for _, phrase := range []string{secrets.provider().RequestPhrase, secrets.provider().ResponsePhrase} {
			require.NotEmpty(t, phrase)
			require.NotContains(t, string(content), phrase, path)
		}
		files++
		return err
	}))
	require.Positive(t, files)
}
