package api_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"slices"
	"strconv"
	"strings"
	gosync "sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/demo"
	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/invoice"
	"sahn/server/platform/web"
)

// What a list or a report of an admin may cost on a year of three hundred people.
const (
	maxStatements = 6
	maxTime       = 200 * time.Millisecond
)

// asked are the routes of an admin that need to be told what is wanted, or that look without being a GET.
var asked = map[string][]string{
	"GET /api/members":      {"", "?q=al&sort=-share", "?idle=yes&sort=name", "?page=6"},
	"GET /api/members/file": {"?kind=list&format=xlsx", "?kind=list&format=csv"},
	"GET /api/company-reports": {"", "?from=2025-11-24&until=2026-11-21&by=month", "?from=2025-11-24&until=2026-11-21&by=week",
		"?from=2026-10-01&until=2026-10-31&by=day"},
	"GET /api/company-reports/file": {"?from=2025-11-24&until=2026-11-21&by=month&format=xlsx",
		"?from=2026-10-01&until=2026-10-31&format=csv&table=departments"},
	"GET /api/pos/sales":                   {"", "?from=2026-10-22&until=2026-11-21"},
	"POST /api/company-profile/dry-run":    {""},
	"GET /api/company-address/:companyId":  {""},
	"GET /api/client-transaction-list/:id": {""},
	"GET /api/invoice-statement":           {""},
	"GET /api/invoice-statement/pdf":       {""},
	"GET /api/invoice-statement/xlsx":      {""},
	"GET /api/company-profile/forecast":    {""},
	"GET /api/company-profile":             {""},
}

// bodies are what is said to those that are no GET.
var bodies = fields{
	"POST /api/company-profile/dry-run": fields{"share_type": "Percentage", "share_value": 40, "share_cap": 20000,
		"share_duration": "Monthly"},
}

// Every list and report of an admin, on a year of a company of three hundred: at most six statements, counted on the wire to
// Postgres. With LISTS_ROUNDS set it also measures and prints how long each takes; scripts/bench does that.
func TestNoListOfAnAdminCostsMoreThanSixStatementsOnAYearOfThreeHundredPeople(t *testing.T) {
	t.Parallel()
	h := openOn(t, servertest.DB(t))
	company, email := sample.Harbour, sample.Omar.Email // the quick gate asks about the few people of the demo
	if !testing.Short() {
		company, email = sample.Sidra, "noura@sidraholdings.example"
		added, err := demo.Year(t.Context(), h.pool, now, 1)
		require.NoError(t, err)
		require.True(t, added)
		require.NoError(t, demo.Bills(t.Context(), h.pool, invoice.Seller{Name: "Sahn", TRN: "100000000000003", Address: "Dubai"}, now))
	}
	wire, far := h.far()
	b := far.as(sample.Person{Email: email})
	admin := web.Caller{ProfileID: "x", CompanyID: company.ID, ClientType: "Admin"}
	own := map[web.Of]string{web.OwnCompany: company.ID,
		web.OwnProfile: servertest.One[string](t, h.pool,
			"SELECT p.id FROM profiles p JOIN persons n ON n.id = p.person_id WHERE n.email = $1 AND p.company_id = $2", email, company.ID)}
	hook := fields{"style": "standard", "url": "http://127.0.0.1:9/", "events": []string{"invoice.issued"}, "language": "en"}
	own[web.OwnWebhook] = b.expect(201, "POST", "/api/webhooks", hook).data()["id"].(string)
	today := now.Format(time.DateOnly)
	own[web.AnyOwner] = b.ok("POST", "/api/company-trail", fields{"from": today, "until": today})["id"].(string)
	if testing.Short() {
		h.invoiceOf(&role{own: own})
	}
	own[web.OwnInvoice] = servertest.One[string](t, h.pool,
		"SELECT id FROM invoices WHERE company_id = $1 ORDER BY month DESC LIMIT 1", company.ID)
	rounds, _ := strconv.Atoi(os.Getenv("LISTS_ROUNDS"))
	looked := 0
	for _, route := range far.parts.Routes() {
		name := route.Method + " " + route.Path
		wanted, named := asked[name]
		if !named && (route.Method != "GET" || route.Who != web.Admin) || !admin.May(route.Who) {
			continue
		}
		if !named {
			wanted = []string{""}
		}
		for _, query := range wanted {
			path, shown := route.Path, route.Path
			if at := strings.Index(path, ":"); at >= 0 {
				id, known := own[route.Of]
				require.True(t, known, "%s: say whose thing it names", name)
				end := at + strings.IndexAny(path[at:]+"/", "/")
				path = path[:at] + id + path[end:]
			}
			path, shown = path+query, shown+query
			status, _ := b.timed(route.Method, path, bodies[name]) // statements are described, and what is kept is kept
			require.Equal(t, route.Endpoint.Status, status, "%s %s", route.Method, path)
			from := wire.count()
			status, _ = b.timed(route.Method, path, bodies[name])
			said := wire.count() - from
			require.Equal(t, route.Endpoint.Status, status, path)
			assert.LessOrEqual(t, said, maxStatements, "%s %s", route.Method, path)
			looked++
			if rounds > 0 {
				took := make([]time.Duration, rounds)
				for i := range took {
					_, took[i] = b.timed(route.Method, path, bodies[name])
				}
				slices.Sort(took)
				fmt.Printf("  %-78s p50 %4d ms  p95 %4d ms (budget %d)  %d statements (budget %d)\n", route.Method+" "+shown,
					took[rounds/2].Milliseconds(), took[rounds*95/100].Milliseconds(), maxTime.Milliseconds(), said, maxStatements)
			}
		}
	}
	require.Greater(t, looked, 20, "the routes were found")
}

// timed asks, and answers the status and how long it took to have the whole answer.
func (b *browser) timed(method, path string, body any) (int, time.Duration) {
	b.t.Helper()
	began := time.Now()
	res := b.send(method, path, body)
	defer res.Body.Close()
	_, err := io.Copy(io.Discard, res.Body)
	require.NoError(b.t, err)
	return res.StatusCode, time.Since(began)
}

// far is one more server of the testApp, whose statements are counted; no jobs run on its line.
func (h *testApp) far() (*statements, *testApp) {
	h.t.Helper()
	wire := &statements{}
	other := *h
	other.pool = wire.pool(h.t, h.pool)
	listener, public := listen(h.t)
	other.url = public.String()
	other.parts = other.assemble(public, h.parts.Payments.Provider.Settings)
	other.parts.Invoices = &invoice.Invoices{Conn: other.pool, Clock: h.clock.Now, Payments: other.parts.Payments, Public: public,
		Log: slog.New(slog.DiscardHandler)}
	serve(h.t, listener, other.parts)
	return wire, &other
}

// statements counts what is executed on a line to Postgres.
type statements struct {
	mu gosync.Mutex
	n  int
}

func (s *statements) count() int { s.mu.Lock(); defer s.mu.Unlock(); return s.n }

func (s *statements) pool(t *testing.T, pool *pgxpool.Pool) *pgxpool.Pool {
	t.Helper()
	config := pool.Config()
	dial := config.ConnConfig.DialFunc
	config.ConnConfig.DialFunc = func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := dial(ctx, network, address)
		return &overheard{Conn: conn, s: s}, err
	}
	config.ConnConfig.TLSConfig, config.ConnConfig.Fallbacks = nil, nil
	config.MaxConns, config.MinConns = 1, 0
	config.ShouldPing = func(context.Context, pgxpool.ShouldPingParams) bool { return false }
	own, err := pgxpool.NewWithConfig(context.Background(), config)
	require.NoError(t, err)
	t.Cleanup(own.Close)
	return own
}

// overheard reads the messages that go to Postgres: an Execute, or a simple Query, is one statement.
type overheard struct {
	net.Conn
	s     *statements
	held  bytes.Buffer
	begun bool // past the message without a type that opens a connection
}

func (o *overheard) Write(b []byte) (int, error) {
	o.held.Write(b)
	for {
		head := 5
		if !o.begun {
			head = 4
		}
		all := o.held.Bytes()
		if len(all) < head {
			break
		}
		long := int(binary.BigEndian.Uint32(all[head-4:])) + head - 4
		if len(all) < long {
			break
		}
		if o.begun && (all[0] == 'E' || all[0] == 'Q') {
			o.s.mu.Lock()
			o.s.n++
			o.s.mu.Unlock()
		}
		o.begun = true
		o.held.Next(long)
	}
	return o.Conn.Write(b)
}
