package pos_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"io"
	"log/slog"
	"maps"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/oklog/ulid/v2"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/menu"
	"sahn/server/menu/published"
	"sahn/server/platform/db"
	"sahn/server/platform/job"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
	"sahn/server/pos"
)

func TestMain(m *testing.M) { servertest.Main(m) }

var none web.None

// noon is lunch on the first day of the sample menus, in Dubai.
var (
	today = servertest.Week
	noon  = today.Start().Add(12 * time.Hour)
)

// place is a company with an admin, and the server.
type place struct {
	t       testing.TB
	pool    *pgxpool.Pool
	clock   *servertest.Clock
	pos     *pos.Pos
	company sample.Company
	admin   web.Caller
}

// settle is a place whose books are examined when the test ends.
func settle(t testing.TB, terms func(c *sample.Company)) *place {
	t.Helper()
	p := &place{t: t, pool: servertest.DB(t), clock: servertest.ClockAt(noon)}
	t.Cleanup(func() { servertest.Sound(t, p.pool) })
	servertest.Town(t, p.pool)
	p.pos = p.server(p.pool)
	p.company = servertest.NewCompany(t, p.pool, terms)
	p.admin = p.adminOf(p.company)
	return p
}

// counter is a place with one till.
func counter(t testing.TB, terms func(c *sample.Company)) (*place, *till) {
	t.Helper()
	p := settle(t, terms)
	return p, p.till()
}

// eater is one more employee of the company, with so much in the wallet.
func (p *place) eater(amount money.Fils) web.Caller {
	p.t.Helper()
	who := servertest.Eater(p.t, p.pool, p.company)
	if amount > 0 {
		servertest.Credit(p.t, p.pool, who, amount)
	}
	return who
}

// server is one more server on a connection.
func (p *place) server(conn db.Conn) *pos.Pos {
	p.t.Helper()
	queue, err := job.NewQueue(slog.New(slog.DiscardHandler))
	require.NoError(p.t, err)
	return &pos.Pos{Conn: conn, Queue: queue, Clock: p.clock.Now, Menus: published.NewStore(), App: "2026.11.2",
		Keys: servertest.Secrets, Log: slog.New(slog.NewTextHandler(io.Discard, nil))}
}

func (p *place) adminOf(c sample.Company) web.Caller {
	p.t.Helper()
	who := servertest.Eater(p.t, p.pool, c)
	servertest.Do(p.t, p.pool, "UPDATE profiles SET client_type = 'Admin' WHERE id = $1", who.ProfileID)
	who.ClientType = "Admin"
	return who
}

func (p *place) site(c sample.Company) string {
	return servertest.One[string](p.t, p.pool, "SELECT min(id) FROM addresses WHERE company_id = $1", c.ID)
}

func (p *place) code() string {
	p.t.Helper()
	c, err := p.pos.HandleTillCode(p.t.Context(), p.admin, pos.TillCodeRequest{AddressID: p.site(p.company), Name: "Pantry"})
	require.NoError(p.t, err)
	return c.Code
}

func newKey(t testing.TB) string {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	point, err := key.PublicKey.Bytes()
	require.NoError(t, err)
	return base64.RawURLEncoding.EncodeToString(point)
}

// till is a paired tablet that counts its receipts.
type till struct {
	*place
	who    web.Caller
	paired pos.Paired
	last   int64
}

func (p *place) till() *till {
	p.t.Helper()
	paired, err := p.pairs(p.code(), newKey(p.t), nil)
	require.NoError(p.t, err)
	return &till{place: p, who: web.Caller{TillID: paired.Till, CompanyID: p.company.ID}, paired: paired}
}

// fields are a fact before it is written.
type fields map[string]any

// with is a copy with other fields; those that are nil are left out.
func (f fields) with(more fields) fields {
	all := maps.Clone(f)
	maps.Copy(all, more)
	maps.DeleteFunc(all, func(_ string, v any) bool { return v == nil })
	return all
}

// fact is something that happens at the till now, by a clock that is right.
func (s *till) fact(kind string, more fields) fields {
	return fields{"id": ulid.Make().String(), "k": kind, "at": s.clock.Now().UnixMilli(), "off": 0, "age": 60}.with(more)
}

// undoes is the void of a sale.
func (s *till) undoes(sold fields) fields {
	return s.fact("void/1", fields{"o": sold["id"], "m": "wrong dish"})
}

var lunch = sync.OnceValue(func() []menu.Meal {
	w, all := sample.Menu(today), []menu.Meal{}
	for _, id := range w.Days[0].Meals {
		m, _ := w.On(today, id)
		all = append(all, m)
	}
	return all
})

func meal(n int) string { return lunch()[n].ID }

func price(n int) money.Fils { return lunch()[n].Price }

// sells is a walk-in's sale for cash, of one portion at the menu's price, unless more says otherwise.
func (s *till) sells(more fields) fields {
	s.last++
	return s.fact("sale/1", fields{"n": s.last, "l": portion(price(0)), "c": price(0), "g": price(0)}).with(more)
}

// portion is the lines of a sale of one portion of the first meal.
func portion(charged any) []any { return []any{[]any{meal(0), 1, charged}} }

func raw(f any) json.RawMessage {
	if r, ok := f.(json.RawMessage); ok {
		return r
	}
	b, err := json.Marshal(f)
	if err != nil {
		panic(err)
	}
	return b
}

func batch(facts ...any) pos.Batch {
	b := pos.Batch{V: pos.Version, App: "2026.11.2"}
	for _, f := range facts {
		b.Facts = append(b.Facts, raw(f))
	}
	return b
}

// says sends facts and answers what became of each.
func (s *till) says(facts ...any) []pos.Result {
	s.t.Helper()
	return s.saysTo(s.pos, facts...)
}

func (s *till) saysTo(server *pos.Pos, facts ...any) []pos.Result {
	s.t.Helper()
	answer, err := server.HandleCheckout(s.t.Context(), s.who, batch(facts...))
	require.NoError(s.t, err)
	require.Len(s.t, answer.Res, len(facts))
	return answer.Res
}

// short is results in words: "0", "4 receipt_used", "0 owed".
func short(results ...pos.Result) []string {
	all := make([]string, len(results))
	for i, r := range results {
		d := detail(r)
		all[i] = strings.Join(append(append([]string{string('0' + rune(r.Code))}, strings.Fields(d.Reason)...), d.Flags...), " ")
	}
	return all
}

func detail(r pos.Result) (d pos.Detail) {
	if len(r.Detail) > 0 {
		if err := json.Unmarshal(r.Detail, &d); err != nil {
			panic(err)
		}
	}
	return d
}

// paid is what a sale on account took from the company, the wallet and what is owed.
func paid(r pos.Result) []money.Fils {
	return []money.Fils{detail(r).Share, detail(r).Wallet, detail(r).Owed}
}

// done is for what must succeed and answers nothing.
func (p *place) done(_ pos.Done, err error) {
	p.t.Helper()
	require.NoError(p.t, err)
}

// terms is what the till is told to sell, and how.
func (s *till) terms() pos.Terms {
	s.t.Helper()
	terms, err := s.pos.HandleTerms(s.t.Context(), s.who, pos.TermsRequest{})
	require.NoError(s.t, err)
	return terms
}

// asks shows the till a code, for a sale of so much.
func (s *till) asks(proof string, total money.Fils) (pos.Eater, error) {
	return s.pos.HandleEater(s.t.Context(), s.who, pos.EaterRequest{Proof: proof, Total: total})
}

// report is what the till sold today and tomorrow, as somebody is shown it.
func (s *till) report(who web.Caller) pos.SalesReply {
	s.t.Helper()
	report, err := s.pos.HandleSales(s.t.Context(), who,
		pos.SalesRequest{From: today.String(), Until: (today + 1).String(), Till: s.who.TillID})
	require.NoError(s.t, err)
	return report
}

// tills is a company's counters as somebody is shown them.
func (p *place) tills(who web.Caller, company string) pos.TillsReply {
	p.t.Helper()
	all, err := p.pos.HandleTills(p.t.Context(), who, pos.OfCompany{Company: company})
	require.NoError(p.t, err)
	return all
}

// aside is the fact that was set aside for a reason.
func (p *place) aside(reason string) string {
	p.t.Helper()
	return servertest.One[string](p.t, p.pool, "SELECT id FROM till_quarantine WHERE reason = $1", reason)
}

// again lets the admin try once more to book what was set aside.
func (p *place) again(id string) pos.Resolved {
	p.t.Helper()
	done, err := p.pos.HandleAgain(p.t.Context(), p.admin, pos.ResolveRequest{ID: id})
	require.NoError(p.t, err)
	return done
}

// receipt is what the till prints of a fact, with its mark.
func (s *till) receipt(fact any) string {
	text := string(raw(fact))
	return s.who.TillID + "." + s.mark(text) + "." + text
}

// recovers lets an admin scan the receipt of a fact.
func (p *place) recovers(receipt string) pos.Resolved {
	p.t.Helper()
	done, err := p.pos.HandleRecover(p.t.Context(), p.admin, pos.RecoverRequest{Receipt: receipt})
	require.NoError(p.t, err)
	return done
}

func (p *place) count(what string, args ...any) int {
	p.t.Helper()
	return servertest.One[int](p.t, p.pool, "SELECT count(*) FROM "+what, args...)
}

// balance is the sum of an account's kind in the ledger.
func (p *place) balance(kind string) money.Fils {
	p.t.Helper()
	return money.Fils(servertest.One[int64](p.t, p.pool,
		"SELECT coalesce(sum(e.amount), 0)::bigint FROM entries e JOIN accounts a ON a.id = e.account_id WHERE a.kind = $1", kind))
}

// shown is what somebody's phone shows.
func (p *place) shown(who web.Caller) pos.Code {
	p.t.Helper()
	code, err := p.pos.HandleCode(p.t.Context(), who, none)
	require.NoError(p.t, err)
	return code
}

// proof is what a till reads off somebody's phone.
func (p *place) proof(who web.Caller) string {
	p.t.Helper()
	text, _, _ := strings.Cut(p.shown(who).Code, ".")
	b, err := base64.RawURLEncoding.DecodeString(text)
	require.NoError(p.t, err)
	var said struct {
		P, T string
		S    json.Number
	}
	require.NoError(p.t, json.Unmarshal(b, &said))
	return said.P + "." + said.S.String() + "." + said.T
}
