package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// may is who may import whom, top to bottom. A folder that has no row fails, and so does a name that nobody uses any more.
// Tests are free: they may look at everything.
var may = map[string]struct{ imports, because string }{
	".":    {"api audit backup cache clock company db demo doctor invoice job kitchen local mail member menu operator order payment payment/aps payment/sandbox person planner pos report sync wallet web week", "puts the parts together, starts and stops them"},
	"api":  {"clock company draft member invoice kitchen menu money operator order payment person planner pos quote report sync wallet web week", "every route and, for the contract, every type that travels"},
	"demo": {"audit clock db invoice menu money person planner quote sample wallet week", "fills an empty house"},

	"kitchen":  {"audit clock db fault job mail menu money operator order paper person wallet web week", "cooks what was ordered and hands it over"},
	"planner":  {"audit clock db fault menu money order person picture sheet web week", "what the kitchen can cook and means to offer"},
	"operator": {"audit clock company db fault job mail money payment person wallet web", "lets companies in, looks after people and money, and leaves a trail"},

	"report":  {"clock db fault money sheet web", "what a company's lunches come to"},
	"member":  {"audit clock db fault job money order person sheet web week", "who belongs to a company, as its admins see and change it"},
	"sync":    {"clock company db draft fault menu order person quote web week", "drafts in; drafts, orders and what is around them out"},
	"pos":     {"audit clock db fault menu money person quote wallet web week", "what tills say, booked once or set aside"},
	"order":   {"clock company db draft fault mail menu money payment person quote wallet web week", "turns drafts into an order and follows its money"},
	"draft":   {"clock db fault quote week", "what somebody means to order, in the words of a quote"},
	"payment": {"clock db fault job money payment/aps person web", "takes money for a subject that it knows only as an interface"},
	"invoice": {"audit clock db fault job mail money paper payment person sheet wallet web", "what companies owe for their share, in writing"},
	"wallet":  {"clock db fault money payment person web", "the ledger, and how a card fills a wallet"},
	"company": {"audit clock db fault job mail money person quote web week", "how a company becomes a customer, its places, its tier, and who pays"},
	"quote":   {"clock menu money week", "a pure function: no database, no clock of its own"},

	"week":   {"clock db menu web", "which days can be chosen, and the menus of the weeks"},
	"menu":   {"clock db fault money web", "what can be eaten"},
	"person": {"cache clock db fault job mail money picture web", "who somebody is"},
	"sample": {"clock menu money", "plausible rows, without a database"},

	"payment/sandbox": {"clock money payment/aps", "a provider: it knows the protocol and nothing of us"},
	"payment/aps":     {"money", "the provider's protocol"},

	"audit":   {"db", "who did what"},
	"sheet":   {"", "tables from and to files"},
	"paper":   {"", "documents that are printed"},
	"picture": {"", "what people send as a picture, drawn anew"},
	"web":     {"db fault", "the HTTP edge"},
	"db":      {"clock fault money /sql", "Postgres, and the migrations in the binary"},
	"job":     {"", "the queue"},
	"mail":    {"clock db money", "letters"},
	"cache":   {"", "Redis"},
	"local":   {"", "a machine that has nothing"},
	"clock":   {"", "dates"}, "fault": {"", "what went wrong"}, "money": {"", "fils"},

	"backup":          {"", "a whole database in a file, and back"},
	"doctor":          {"", "what cannot be true of a whole database, in SQL"},
	"servertest/peer": {"api db draft menu money person sample servertest sync web", "the whole server for the app's simulation"},
	"servertest":      {"clock db doctor draft local menu money payment/aps quote sample wallet web week /sql", "what tests stand on; not person, whose own tests stand on it"},
}

// source is a Go file of the product, without tests.
type source struct {
	folder, file string
	syntax       *ast.File
	imports      []string
}

func sources(t *testing.T) (all []source) {
	t.Helper()
	require.NoError(t, filepath.WalkDir(".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return err
		}
		syntax, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			return err
		}
		s := source{folder: path.Dir(filepath.ToSlash(name)), file: filepath.ToSlash(name), syntax: syntax}
		for _, i := range syntax.Imports {
			imported, err := strconv.Unquote(i.Path.Value)
			if err != nil {
				return err
			}
			s.imports = append(s.imports, imported)
		}
		all = append(all, s)
		return nil
	}))
	require.Greater(t, len(all), 80, "the product was found")
	return all
}

func TestFoldersImportOnlyWhatTheirRowNames(t *testing.T) {
	t.Parallel()
	used := map[string]map[string]bool{}
	for _, s := range sources(t) {
		row, listed := may[s.folder]
		require.True(t, listed, "%s has no row: say what it may import and why", s.folder)
		if used[s.folder] == nil {
			used[s.folder] = map[string]bool{}
		}
		for _, i := range s.imports {
			name, ours := strings.CutPrefix(i, "sahn/")
			if !ours {
				continue
			}
			if short, server := strings.CutPrefix(name, "server/"); server {
				name = short
			} else {
				name = "/" + name
			}
			require.Contains(t, strings.Fields(row.imports), name, "%s imports %s", s.file, i)
			used[s.folder][name] = true
		}
	}
	for folder, row := range may {
		require.Equal(t, slices.Sorted(slices.Values(strings.Fields(row.imports))), slices.Sorted(maps.Keys(used[folder])), "%s: the row names what nobody imports", folder)
		require.NotEmpty(t, row.because, folder)
	}
}

func TestOnlyTheEdgeKnowsFiber(t *testing.T) {
	t.Parallel()
	found := map[string]bool{}
	for _, s := range sources(t) {
		for _, i := range s.imports {
			if strings.HasPrefix(i, "github.com/gofiber/") || strings.HasPrefix(i, "github.com/valyala/fasthttp") {
				found[s.folder] = true
			}
		}
	}
	require.Equal(t, []string{".", "api", "servertest/peer", "web"}, slices.Sorted(maps.Keys(found)), "main and the peer only start what api built")
}

var ledger = regexp.MustCompile(`^Wallet[A-Z]`)

func TestOnlyTheWalletWritesTheLedger(t *testing.T) {
	t.Parallel()
	writes := 0
	for _, s := range sources(t) {
		if s.folder == "db" {
			continue
		}
		ast.Inspect(s.syntax, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			if name, ok := call.Fun.(*ast.SelectorExpr); ok && ledger.MatchString(name.Sel.Name) && name.Sel.Name != "WalletBalance" {
				writes++
				require.Equal(t, "wallet", s.folder, "%s calls %s", s.file, name.Sel.Name)
			}
			return true
		})
	}
	require.GreaterOrEqual(t, writes, 8, "the ledger is written somewhere")
}

func TestNoMoneyMovesByTheMachinesOwnClock(t *testing.T) {
	t.Parallel()
	for _, s := range sources(t) {
		if !slices.Contains([]string{"sync", "pos", "order", "invoice", "draft", "payment", "wallet", "quote", "week", "menu", "company"}, s.folder) {
			continue
		}
		ast.Inspect(s.syntax, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				if name, ok := call.Fun.(*ast.SelectorExpr); ok {
					if pkg, ok := name.X.(*ast.Ident); ok && pkg.Name == "time" {
						require.NotContains(t, []string{"Now", "Since", "Until", "Sleep", "After"}, name.Sel.Name, s.file)
					}
				}
			}
			return true
		})
	}
}
