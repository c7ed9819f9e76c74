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

// may is who may import whom, top to bottom; names in the second column are folders of platform. A folder that has no row fails, and so
// does a name that nobody uses any more. Tests may import everything.
var may = map[string]row{
	".": {"accounting amendment api apikey calendar company dev/demo dev/handset dev/local dev/provider dev/sample dev/sandbox directory " +
		"einvoice invoice kitchen ledger member " +
		"menu/published mydata operator " +
		"ops/backup ops/doctor ops/metrics ops/traces order payment payment/aps payment/attempt person phone phone/whatsapp " +
		"planner pos push report retention " +
		"signon sync trail wallet webhook withdrawal",
		"audit cache clock db job keys mail outbound web",
		"puts the parts together, starts and stops them"},

	// The edge.
	"api": {"accounting amendment apikey calendar company directory draft invoice kitchen ledger member menu menu/published mydata operator " +
		"order payment " +
		"payment/attempt person phone planner pos push quote report signon sync trail wallet webhook withdrawal", "clock money web",
		"every route and, for the contract, every type that travels"},
	"sync": {"company draft order person quote week", "clock db fault telemetry web",
		"drafts in; drafts, orders and their context out"},

	// The lunch company's side.
	"planner": {"menu menu/published person week week/season withdrawal", "audit clock db fault money picture sheet web",
		"what the kitchen can cook and means to offer"},
	"kitchen": {"ledger menu menu/published operator order person week week/season", "audit clock db fault job mail money pdf text web",
		"cooks what was ordered and hands it over"},
	"operator": {"company einvoice ledger payment payment/attempt person retention week week/season",
		"audit clock db fault job mail money web",
		"lets companies in, looks after people and money, and leaves a trail"},

	// A customer company's side.
	"member": {"order person week week/season", "audit clock db fault job money sheet web",
		"who belongs to a company, as its admins see and change it"},
	"report": {"", "clock db fault money sheet web",
		"what a company's lunches come to"},
	"accounting": {"person", "audit clock db fault money sheet web",
		"what the ledger moved, as journals for bookkeeping"},
	"invoice": {"bank einvoice ledger payment/attempt person quote", "audit clock db fault job mail money pdf sheet web",
		"what companies owe for their share, and what eaters paid, in writing"},
	"company": {"einvoice person quote week", "audit clock db fault job mail money web",
		"how a company becomes a customer, its places, its tier, and who pays"},

	"directory": {"member person", "audit clock db fault web",
		"lets a company's own directory say who belongs to it"},
	"signon": {"person", "audit clock db fault job keys mail outbound web",
		"signs people in through their company's own provider"},

	"apikey": {"person", "audit clock db fault keys web",
		"keys to the API for a company's programs"},
	"webhook": {"company person week week/season", "audit clock db fault job keys mail money outbound text web",
		"tells a company's programs and channels what happened"},

	// Tills.
	"pos": {"ledger menu menu/published person push quote week", "audit clock db fault job keys mail money web",
		"what tills say, booked once or set aside"},

	// What a person orders and pays.
	"order": {"draft ledger menu menu/published payment/attempt person push quote week week/season", "clock db fault job mail money web",
		"turns drafts into an order and follows its money"},
	"amendment": {"ledger menu/published order payment/attempt person quote week", "clock db fault mail money web",
		"changes what was ordered, and settles what a change costs"},
	"withdrawal": {"amendment menu order person push quote week/season", "clock db fault mail money web",
		"takes a meal off a date, and out of the orders that hold it"},
	"push": {"person phone week", "clock db fault job keys mail money outbound web",
		"shows people notifications on devices that they chose"},
	"phone": {"person phone/carrier", "clock db fault job keys web",
		"tells people on phones whose numbers they proved, and knows the carrier as an interface"},
	"phone/whatsapp": {"phone/carrier", "",
		"Meta's protocol"},
	"phone/carrier": {"", "",
		"what a message to a phone is, whoever carries it"},
	"calendar": {"person week week/season", "clock db fault web",
		"shows a person's lunches in the calendar that they use"},
	"wallet": {"ledger payment/attempt person", "clock db fault money web",
		"shows wallets, and how a card fills one"},
	"draft": {"quote week", "clock db fault",
		"what somebody means to order, in the words of a quote"},
	"payment": {"payment/aps payment/attempt person", "clock db fault job keys money web",
		"takes money for a subject that it knows only as an interface"},
	"payment/attempt": {"", "db money",
		"what those who are paid for know of a payment"},
	"payment/aps": {"", "money",
		"the provider's protocol"},
	"ledger": {"", "db fault money",
		"accounts, entries and holds, and no payment provider"},
	"person": {"", "audit cache clock db fault job keys mail money picture telemetry web",
		"who somebody is"},
	"menu/published": {"menu week", "clock db fault web",
		"which menus are current, and their bytes"},

	"trail": {"person", "audit clock db fault keys sheet web",
		"gives the audit trail away as a file that others can verify"},
	"mydata": {"person", "audit clock db fault sheet web",
		"gives people a copy of what is kept about them"},

	// Rules and types without a database.
	"quote": {"menu week", "clock money",
		"a pure function: no database, no clock of its own"},
	"einvoice": {"", "clock fault money",
		"an invoice in the words of the UAE's e-invoices"},
	"bank": {"", "clock money sheet",
		"what a bank's statement says, and which invoices it pays"},
	"week": {"", "clock",
		"which days can be chosen, and until when"},
	"week/season": {"week", "clock db",
		"which days close earlier in Ramadan and on Fridays"},
	"menu": {"", "clock money",
		"what can be eaten"},

	// What is no business.
	"platform/web": {"", "db fault keys telemetry",
		"the HTTP edge"},
	"platform/db": {"einvoice /sql", "clock fault money",
		"Postgres, and the migrations in the binary"},
	"platform/job": {"", "db",
		"the queue"},
	"platform/keys": {"", "",
		"what the secrets of an installation seal and sign"},
	"platform/mail": {"", "clock db job money text",
		"letters"},
	"platform/outbound": {"", "",
		"asks servers whose addresses people typed"},
	"platform/cache": {"", "",
		"Redis"},
	"platform/audit": {"", "db",
		"who did what"},
	"platform/clock": {"", "",
		"dates"},
	"platform/fault": {"", "",
		"what went wrong"},
	"platform/telemetry": {"", "",
		"what a request has cost so far"},
	"platform/money": {"", "clock",
		"fils"},
	"platform/sheet": {"", "text",
		"tables from and to files"},
	"platform/pdf": {"", "text",
		"documents that are printed"},
	"platform/text": {"", "",
		"the order and the forms in which letters are drawn"},
	"platform/picture": {"", "",
		"what people send as a picture, drawn anew"},

	// What operators of the servers run.
	"ops/backup": {"", "",
		"a whole database in a file, and back"},
	"retention": {"", "clock db fault",
		"what is forgotten, when and in which portions"},
	"ops/doctor": {"", "",
		"what cannot be true of a whole database, in SQL"},
	"ops/traces": {"", "db telemetry web",
		"tells a collector what requests and jobs did"},
	"ops/metrics": {"week", "clock telemetry web",
		"what a server does, counted for Prometheus"},

	// What only developers and tests use.
	"dev/cluster": {"dev/local dev/sample", "mail",
		"the product on several servers, all of them here, and what breaks them"},
	"dev/capacity/page": {"dev/capacity", "",
		"prints the tables of the page about it"},
	"dev/capacity": {"", "",
		"how many machines the hour before the cut-off needs, from what its requests cost"},
	"dev/demo": {"dev/sample dev/sandbox einvoice invoice ledger menu menu/published person planner quote week", "audit clock db money",
		"fills an empty database"},
	"dev/sample": {"menu", "clock money",
		"plausible rows, without a database"},
	"dev/sandbox": {"payment/aps", "clock money",
		"a provider: it knows the protocol and nothing of us"},
	"dev/handset": {"phone/carrier phone/whatsapp", "",
		"plays WhatsApp and the phones at its other end"},
	"dev/provider": {"", "",
		"a provider of OpenID Connect: it knows the protocol and nothing of us"},
	"dev/local": {"", "",
		"a machine that has nothing"},
	"dev/servertest": {"/sql dev/local dev/sample draft ledger menu menu/published ops/doctor payment/aps quote week", "clock db money web",
		"what tests stand on; not person, whose own tests stand on it"},
	"dev/servertest/shop": {"amendment dev/local dev/sample dev/servertest ledger menu/published ops/doctor order payment payment/attempt " +
		"quote week withdrawal", "clock db fault job mail money web",
		"a kitchen with guests and a bank, for the tests of orders, amendments and withdrawals"},
	"dev/servertest/peer": {"api dev/sample dev/servertest draft menu/published person sync", "db money web",
		"the whole server for the app's simulation"},
}

type row struct{ imports, platform, because string }

// names are all folders that a row allows.
func (r row) names() []string {
	all := strings.Fields(r.imports)
	for _, name := range strings.Fields(r.platform) {
		all = append(all, "platform/"+name)
	}
	return all
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
			require.Contains(t, row.names(), name, "%s imports %s", s.file, i)
			used[s.folder][name] = true
		}
	}
	for folder, row := range may {
		require.Equal(t, slices.Sorted(slices.Values(row.names())), slices.Sorted(maps.Keys(used[folder])),
			"%s: the row names what nobody imports", folder)
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
	require.Equal(t, []string{".", "api", "dev/servertest/peer", "platform/web"}, slices.Sorted(maps.Keys(found)),
		"main and the peer only start what api built")
}

var ledgerQuery = regexp.MustCompile(`^Wallet[A-Z]`)

func TestOnlyTheWalletWritesTheLedger(t *testing.T) {
	t.Parallel()
	writes := 0
	for _, s := range sources(t) {
		if s.folder == "platform/db" {
			continue
		}
		ast.Inspect(s.syntax, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			if name, ok := call.Fun.(*ast.SelectorExpr); ok && ledgerQuery.MatchString(name.Sel.Name) && name.Sel.Name != "WalletBalance" {
				writes++
				require.Equal(t, "ledger", s.folder, "%s calls %s", s.file, name.Sel.Name)
			}
			return true
		})
	}
	require.GreaterOrEqual(t, writes, 8, "the ledger is written somewhere")
}

func TestNoMoneyMovesByTheMachinesOwnClock(t *testing.T) {
	t.Parallel()
	for _, s := range sources(t) {
		if !slices.Contains([]string{"sync", "pos", "order", "amendment", "withdrawal", "invoice", "draft", "payment", "ledger", "wallet",
			"quote", "week", "menu", "menu/published", "company"}, s.folder) {
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
