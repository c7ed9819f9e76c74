package pos_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"io"
	"log/slog"
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
	"sahn/server/platform/money"
	"sahn/server/platform/web"
	"sahn/server/pos"
)

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

func settle(t testing.TB, terms func(c *sample.Company)) *place {
	t.Helper()
	p := &place{t: t, pool: servertest.DB(t), clock: servertest.ClockAt(noon)}
	servertest.Town(t, p.pool)
	p.pos = p.server(p.pool)
	p.company = servertest.NewCompany(t, p.pool, terms)
	p.admin = p.adminOf(p.company)
	return p
}

// server is one more server on a connection.
func (p *place) server(conn db.Conn) *pos.Pos {
	return &pos.Pos{Conn: conn, Clock: p.clock.Now, Menus: published.NewStore(), App: "2026.11.2",
		Secret: []byte("a secret of thirty-two characters"), Log: slog.New(slog.NewTextHandler(io.Discard, nil))}
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

func newKey(t testing.TB) (*ecdsa.PrivateKey, string) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	point, err := key.PublicKey.Bytes()
	require.NoError(t, err)
	return key, base64.RawURLEncoding.EncodeToString(point)
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
	_, public := newKey(p.t)
	paired, err := p.pos.HandlePair(p.t.Context(), web.Caller{IP: "10.0.0.1"}, pos.PairRequest{Code: p.code(), PublicKey: public})
	require.NoError(p.t, err)
	return &till{place: p, who: web.Caller{TillID: paired.Till, CompanyID: p.company.ID}, paired: paired}
}

// fields are a fact before it is written.
type fields map[string]any

// fact is something that happens at the till now, by a clock that is right.
func (s *till) fact(kind string, more fields) fields {
	f := fields{"id": ulid.Make().String(), "k": kind, "at": s.clock.Now().UnixMilli(), "off": 0, "age": 60}
	for k, v := range more {
		if v == nil {
			delete(f, k)
		} else {
			f[k] = v
		}
	}
	return f
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
	f := s.fact("sale/1", fields{"n": s.last, "l": []any{[]any{meal(0), 1, price(0)}}, "c": price(0), "g": price(0)})
	for k, v := range more {
		if v == nil {
			delete(f, k)
		} else {
			f[k] = v
		}
	}
	return f
}

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
		var d pos.Detail
		if len(r.Detail) > 0 {
			if err := json.Unmarshal(r.Detail, &d); err != nil {
				panic(err)
			}
		}
		all[i] = strings.Join(append(append([]string{string('0' + rune(r.Code))}, strings.Fields(d.Reason)...), d.Flags...), " ")
	}
	return all
}

func detail(t testing.TB, r pos.Result) (d pos.Detail) {
	t.Helper()
	if len(r.Detail) > 0 {
		require.NoError(t, json.Unmarshal(r.Detail, &d))
	}
	return d
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

// proof is what a till reads off somebody's phone.
func (p *place) proof(who web.Caller) string {
	p.t.Helper()
	code, err := p.pos.HandleCode(p.t.Context(), who, web.None{})
	require.NoError(p.t, err)
	text, _, _ := strings.Cut(code.Code, ".")
	b, err := base64.RawURLEncoding.DecodeString(text)
	require.NoError(p.t, err)
	var said struct {
		P, T string
		S    json.Number
	}
	require.NoError(p.t, json.Unmarshal(b, &said))
	return said.P + "." + said.S.String() + "." + said.T
}
