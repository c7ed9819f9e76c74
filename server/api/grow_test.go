package api_test

import (
	_ "embed"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/oklog/ulid/v2"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/platform/clock"
	"sahn/server/platform/web"
)

//go:embed testdata/grow.sql
var growSQL string

// past is a database whose past can be made longer: the same companies and people, and more weeks of orders. Its first company's admin,
// its employee who has orders of the newest eight weeks alone, and its till are who asks.
type past struct {
	*testApp
	people, companies, orders int
	handed                    int // people who handed an order off
	meter                     *servertest.Meter
	admin, employee, operator *browser
	till                      *tablet
}

// grown is an id as grow.sql makes them.
func grown(kind string, n int) string { return fmt.Sprintf("01G%s%021d", kind, n) }

// steady are the tables to which a longer past adds nothing. The planner likes to read them whole.
var steady = []string{"addresses", "area_timings", "companies", "persons", "profiles", "tills"}

// newPast is one without an order.
func newPast(t *testing.T, people, companies int) *past {
	t.Helper()
	h := openOn(t, servertest.DB(t))
	p := &past{testApp: h, people: people, companies: companies}
	h.operator("manager")
	p.grow(0)
	servertest.Do(t, h.pool, "UPDATE area_timings SET capacity = 1000000")
	listener, public := listen(t)
	other := *h
	p.meter, other.pool = servertest.NewMeter(t, h.pool, steady...)
	other.url = public.String()
	other.parts = other.assemble(public, h.parts.Payments.Provider.Settings)
	serve(t, listener, other.parts)
	p.testApp = &other
	p.admin, p.employee = p.as(sample.Person{Email: "person0@grown.example"}),
		p.as(sample.Person{Email: "person" + strconv.Itoa(companies) + "@grown.example"})
	p.operator = p.as(sample.Person{Email: "manager@sahn.example"})
	p.till = p.pair(p.admin, grown("AD", 0))
	servertest.Do(t, h.pool, "UPDATE tills t SET public_key = n.public_key FROM tills n WHERE t.id = $1 AND n.id = $2", grown("TL", 0),
		p.till.id)
	p.till.id = grown("TL", 0)
	return p
}

// grow makes the past as long as so many orders, and says how long that took.
func (p *past) grow(orders int) time.Duration {
	p.t.Helper()
	began, today := time.Now(), clock.DateOf(now)
	sql := strings.NewReplacer(":people", strconv.Itoa(p.people), ":companies", strconv.Itoa(p.companies), ":from", strconv.Itoa(p.orders),
		":until", strconv.Itoa(orders), ":chunk", "'"+strconv.Itoa(len(strconv.Itoa(p.orders)))+"'",
		":now", "timestamptz '"+now.Format(time.RFC3339)+"'",
		":today", "date '"+today.String()+"'", ":monday", "date '"+today.Monday().String()+"'").Replace(growSQL)
	// A connection of its own: the mode without triggers would discard the pool's plans.
	config := p.pool.Config().ConnConfig
	config.Tracer = nil // it takes longer than a request may
	conn, err := pgx.ConnectConfig(p.t.Context(), config)
	require.NoError(p.t, err)
	defer conn.Close(p.t.Context())
	_, err = conn.Exec(p.t.Context(), "BEGIN;"+sql+"COMMIT; ANALYZE", pgx.QueryExecModeSimpleProtocol)
	require.NoError(p.t, err)
	p.orders = orders
	return time.Since(began)
}

// request is one of the route table, and how it is answered.
type request struct {
	name   string
	status int
	once   bool // it cannot be made again for the same thing
	do     func() int
}

// things are what paths name, by route or by the name in the path.
func (p *past) things() map[string]string {
	newest := func(sql string, args ...any) string { return servertest.One[string](p.t, p.pool, sql, args...) }
	employee := grown("PR", p.companies)
	order := newest("SELECT max(id) FROM orders WHERE profile_id = $1", employee)
	invoice := newest("SELECT id FROM invoices WHERE company_id = $1 ORDER BY month DESC LIMIT 1", grown("CM", 0))
	monday := clock.DateOf(now).Monday()
	return map[string]string{
		"/api/kitchen/companies/:id": grown("CM", 0), "/api/kitchen/people/:id": employee, "/api/kitchen/orders/:id/diary": order,
		"/api/kitchen/invoices/:id": invoice, "/api/invoices/:id": invoice, "/api/invoices/:id/lines": invoice, "/api/invoices/:id/pdf": invoice,
		"/api/invoices/:id/xlsx": invoice, "/api/orders/:id": order, "/api/orders/:id/diary": order, ":companyId": grown("CM", 0),
		"/api/client-transaction-list/:id": employee, "/api/intent/:id": newest("SELECT max(id) FROM attempts WHERE subject_id = $1", order),
		"/api/kitchen/trail-exports/:id": p.operator.ok("POST", "/api/kitchen/trail-exports",
			fields{"from": (monday - 7).String(), "until": (monday - 3).String()})["id"].(string),
		"/api/company-trail/:id": p.admin.ok("POST", "/api/company-trail",
			fields{"from": (monday - 7).String(), "until": (monday - 3).String()})["id"].(string),
		":date": (monday - 7).String(), ":paper": "totals", ":month": "2026-10-01", ":week": (monday + 7).String(),
		":hash": newest("SELECT hash FROM menus_current WHERE week = $1", monday+7),
	}
}

// asked with other words than none, and the routes that are left out, because they answer from no table or of what nobody here has.
var (
	askedOfPast = map[string][]string{
		"/api/kitchen/attempts":  {"", "?q=G7", "?status=open"},
		"/api/kitchen/people":    {"", "?q=person1@"},
		"/api/kitchen/companies": {"", "?q=company"},
		"/api/kitchen/invoices": {"", "?state=due", "?state=overdue", "?state=paid", "?state=credit", "?state=unsent",
			"?q=company"},
		"/api/kitchen/acts":                   {"", "?kind=member.approve"},
		"/api/kitchen/settings/counters/meet": {"?sale_limit=5000&day_limit=9000&offline_hours=48"},
		"/api/kitchen/retention/due":          {"?kind=letters&days=60"},
		"/api/kitchen/report":                 {"", "?from=2026-10-01&until=2026-10-31"},
		"/api/kitchen/report/file":            {"?format=xlsx"},
		"/api/kitchen/accounting/:month/file": {"?format=csv"},
		"/api/kitchen/pos/sale":               {"?receipt=P1000-1-0000"},
		"/api/kitchen/pos/tills":              {"?company=" + grown("CM", 0)},
		"/api/kitchen/pos/sales":              {"?company=" + grown("CM", 0)},
		"/api/kitchen/pos/quarantine":         {"?company=" + grown("CM", 0)},
		"/api/company-reports":                {"", "?from=2026-10-01&until=2026-10-31&by=day"},
		"/api/members":                        {"", "?q=person1", "?sort=share", "?sort=-week", "?idle=yes"},
		"/api/members/file":                   {"?kind=list&format=csv"},
		"/api/company-reports/file": {"?from=2026-10-01&until=2026-10-31&by=day&format=csv",
			"?from=2026-10-01&until=2026-10-31&format=xlsx"},
		"/api/tax-documents":               {"?about=" + grown("OR", 1)},
		"/api/invoice-statement":           {"?year=2026"},
		"/api/invoice-statement/pdf":       {"?year=2026"},
		"/api/invoice-statement/xlsx":      {"?year=2026"},
		"/api/invoices":                    {"", "?state=open"},
		"/api/kitchen/planner/export":      {"?from=2026-11-23&until=2026-11-27&format=csv"},
		"/api/kitchen/planner/withdrawals": {"?week=2026-11-23"},
		"/api/pos/day":                     {"?from=2026-11-16&until=2026-11-20"},
		"/api/pos/sales":                   {"?from=2026-11-16&until=2026-11-20"},
	}
	notOfPast = map[string]bool{"/api/menu/photo/:hash": true, "/api/calendar/:secret": true, "/payment/return": true, "/scim/v2/*": true,
		"/whatsapp/notify": true, "/api/kitchen/second-step": true, "/api/kitchen/people/:id/copy": true, "/api/webhooks/:id": true,
		"/api/webhooks/:id/deliveries": true, "/api/kitchen/reconciliation": true, "/api/tax-documents/:id/pdf": true,
		"/api/kitchen/tax-documents/:id/pdf": true, "/api/invoices/:id/xml": true, "/api/kitchen/invoices/:id/xml": true,
		"/api/kitchen/bank/:id": true, "/api/kitchen/bank/:id/file": true}
)

func (p *past) reads() (all []request) {
	things := p.things()
	for _, r := range p.parts.Routes() {
		if r.Method != "GET" || notOfPast[r.Path] {
			continue
		}
		path := r.Path
		if thing, known := things[r.Path]; known {
			path = strings.Replace(path, ":id", thing, 1)
		}
		for name, thing := range things {
			if strings.HasPrefix(name, ":") {
				path = strings.Replace(path, name, thing, 1)
			}
		}
		require.NotContains(p.t, path, ":", "say what %s names", r.Path)
		queries := askedOfPast[r.Path]
		if r.Path == "/api/kitchen/attempts" { // of one who has as many however long the past is
			queries = append(slices.Clone(queries), fmt.Sprintf("?q=person%d@grown.example", p.companies))
		}
		if queries == nil {
			queries = []string{""}
		}
		for _, query := range queries {
			all = append(all, request{name: "GET " + r.Path + query, status: r.Endpoint.Status, do: p.ask(r, path+query)})
		}
	}
	return all
}

// ask is the request of a route by whoever may.
func (p *past) ask(r web.Route, path string) func() int {
	if r.Who == web.Till {
		return func() int { status, _ := send(p.t, p.till.signed(r.Method, path, nil)); return status }
	}
	b := p.employee
	switch {
	case r.Who == web.Admin:
		b = p.admin
	case web.Operators[r.Who]:
		b = p.operator
	}
	return func() int { status, _ := b.timed(r.Method, path, bodies[r.Method+" "+r.Path]); return status }
}

// writes are some of each role: those that everybody makes every day.
func (p *past) writes() []request {
	device, said := ulid.Make().String(), 0
	p.till.last = 1000 * p.orders
	dryRun := web.Route{Method: "POST", Path: "/api/company-profile/dry-run", Who: web.Admin}
	return []request{
		{name: "POST /api/sync with nothing new", status: 200, do: func() int {
			status, _ := p.employee.timed("POST", "/api/sync", round(device))
			return status
		}},
		{name: "POST /api/sync with a choice", status: 200, do: func() int {
			said++
			choice := chosen(said, "2026-11-27", portions(servertest.Meal(servertest.Week, 4), 1))
			status, _ := p.employee.timed("POST", "/api/sync", round(device, choice))
			return status
		}},
		{name: "POST /api/quote", status: 200, do: func() int {
			status, _ := p.employee.timed("POST", "/api/quote", fields{"dates": []string{"2026-11-27"}, "wallet": false})
			return status
		}},
		{name: "POST /api/handoff, from signing in", status: 200, once: true, do: func() int {
			p.handed++
			orderThreeDays(p.t, p.testApp, p.as(sample.Person{Email: fmt.Sprintf("person%d@grown.example", p.companies+p.handed)}))
			return 200
		}},
		{name: "POST /api/pos/order-checkout", status: 200, do: func() int {
			status, _ := send(p.t, p.till.signed("POST", "/api/pos/order-checkout", p.till.sale()))
			return status
		}},
		{name: "POST " + dryRun.Path, status: 200, do: p.ask(dryRun, dryRun.Path)},
	}
}

// measured is what a request costs at one length of the past.
type measured struct {
	servertest.Cost
	took time.Duration
}

// generic is how often a statement runs before Postgres may keep one plan for all parameters.
const generic = 7

// measure makes every request until its plans are settled, and once more.
func (p *past) measure(rounds int) map[string]measured {
	p.t.Helper()
	all := map[string]measured{}
	only := regexp.MustCompile(os.Getenv("GROW_ONLY"))
	for _, r := range slices.Concat(p.writes(), p.reads()) {
		if !only.MatchString(r.name) {
			continue
		}
		warm, times := generic, []time.Duration{}
		if r.once {
			warm = 0
		}
		for range warm {
			require.Equal(p.t, r.status, r.do(), r.name)
		}
		var m measured
		for range max(1, min(rounds, warm)) {
			m.Cost = p.meter.Of(func() {
				began := time.Now()
				require.Equal(p.t, r.status, r.do(), r.name)
				times = append(times, time.Since(began))
			})
		}
		slices.Sort(times)
		m.took = times[len(times)/2]
		all[r.name] = m
	}
	return all
}

// flat is by how much a longer past may make an answer of the same size dearer. spare are rows that nobody notices, such as a company's one
// invoice a month. Blocks are counted too, with more room for deeper indexes: only they show what a function reads.
const flat, spare, flatBlocks, spareBlocks = 1.3, 400, 1.5, 1500

// grew is by how many times more rows, or blocks, a request reads.
func (m measured) grew(before measured) (rows, blocks float64) {
	return (m.Rows + spare) / (before.Rows + spare), (m.Blocks + spareBlocks) / (before.Blocks + spareBlocks)
}

func TestNoRequestReadsMoreAsThePastGrows(t *testing.T) {
	t.Parallel()
	sizes := []int{2_000, 20_000}
	people, companies, rounds := 200, 60, 1
	if named := os.Getenv("GROW"); named != "" {
		sizes, people, companies, rounds = nil, 1000, 300, 5
		for size := range strings.SplitSeq(named, ",") {
			n, err := strconv.Atoi(size)
			require.NoError(t, err)
			sizes = append(sizes, n)
		}
	}
	p := newPast(t, people, companies)
	var costs []map[string]measured
	for _, size := range sizes {
		took := p.grow(size)
		if rounds > 1 {
			fmt.Printf("  %d orders after %.0f s\n", size, took.Seconds())
		}
		costs = append(costs, p.measure(rounds))
	}
	first, last := costs[0], costs[len(costs)-1]
	for _, name := range slices.Sorted(maps.Keys(last)) {
		if rounds > 1 {
			fmt.Printf("  %-88s", name)
			for _, c := range costs {
				fmt.Printf(" %5d ms %7.0f rows %7.0f blocks", c[name].took.Milliseconds(), c[name].Rows, c[name].Blocks)
			}
			rows, blocks := last[name].grew(first[name])
			fmt.Printf("  %5.2f %5.2f\n", rows, blocks)
		}
		if rows, blocks := last[name].grew(first[name]); rows > flat || blocks > flatBlocks {
			t.Errorf("%s reads %.1f times the rows and %.1f times the blocks: %s", name, rows, blocks,
				grownStatements(first[name], last[name], rounds > 1))
		}
	}
}

// grownStatements are those of a request that read more than before, with their plans when asked.
func grownStatements(before, after measured, plans bool) string {
	had, said := map[string]float64{}, []string{}
	for _, s := range before.Statements {
		had[s.Name] += s.Rows
	}
	for _, s := range after.Statements {
		if s.Rows+spare > flat*(had[s.Name]+spare) {
			said = append(said, fmt.Sprintf("%s %.0f rows, before %.0f", s.Name, s.Rows, had[s.Name]))
			if plans {
				said = append(said, s.Plan)
			}
		}
	}
	return strings.Join(said, "\n")
}
