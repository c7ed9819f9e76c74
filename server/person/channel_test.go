package person_test

import (
	"context"
	"fmt"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/gofiber/fiber/v3"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/person"
)

// behind is a server that believes whoever calls about where a request comes from, as behind a proxy.
func (p *place) behind(redis string) *fiber.App {
	p.t.Helper()
	return p.newServer(p.newPeople(redis), netip.MustParsePrefix("0.0.0.0/0"))
}

// at is the n-th address of many: its own network for every 200.
func at(n int) string { return fmt.Sprintf("198.%d.%d.%d", 18+n/50_000, n/200%250, 1+n%200) }

// together does something n times, 32 at once.
func together(n int, do func(i int)) {
	var all sync.WaitGroup
	turn := make(chan int)
	for range 32 {
		all.Go(func() {
			for i := range turn {
				do(i)
			}
		})
	}
	for i := range n {
		turn <- i
	}
	close(turn)
	all.Wait()
}

// An attacker with a stolen browser cookie and ten thousand IP addresses, each of which guesses once, still has five guesses. It
// does not matter that Redis is flushed ten times in between, or that one of the two servers has no Redis.
func TestTenThousandAddressesOverTwoServersAreFiveGuesses(t *testing.T) {
	t.Parallel()
	addresses, each := servertest.Amount(1000, 10_000), 8 // every eighth comes to the server without Redis
	p := settle(t)
	with, without := p.behind(p.redis.Addr()), p.behind("")
	b := p.browser()
	code := b.ask(sample.Mariam.Email)
	var refused, slowed atomic.Int64
	together(addresses, func(i int) {
		if i%(addresses/10) == 0 {
			p.redis.FlushAll()
		}
		app := with
		if i%each == 0 {
			app = without
		}
		got, err := b.on(app).try("POST", "/api/verify-otp", fields{"email": sample.Mariam.Email, "otp": wrong(code)}, "X-Forwarded-For", at(i*7))
		switch {
		case err != nil:
			t.Error(err)
		case got.status == 422 && got.body == notRight:
			refused.Add(1)
		case got.status == 429:
			slowed.Add(1)
		default:
			t.Error(got.status, got.body)
		}
	})
	require.EqualValues(t, 30, refused.Load(), "what a browser may, from wherever")
	require.EqualValues(t, addresses-30, slowed.Load())
	require.Equal(t, 1, p.count("challenges WHERE tries = 5"))
	require.GreaterOrEqual(t, p.count("attempts_made WHERE key LIKE 'guess:ip:%'"), addresses/each,
		"they did come from everywhere: the server without Redis counted each")
	p.exec("DELETE FROM attempts_made")
	p.redis.FlushAll()
	require.Equal(t, 422, b.verify(sample.Mariam.Email, code).status, "the code itself is spent")
}

// An attacker with a new browser for each IP address has nothing to guess at, because a challenge belongs to the browser that
// asked for it.
func TestAddressesWithBrowsersOfTheirOwnGuessAtNothing(t *testing.T) {
	t.Parallel()
	p := settle(t)
	servers := []*fiber.App{p.behind(p.redis.Addr()), p.behind("")}
	b := p.browser()
	code := b.ask(sample.Mariam.Email)
	together(500, func(i int) {
		stranger := &browser{p, servers[i%2], map[string]string{}}
		visit, err := stranger.try("GET", "/sanctum/csrf-cookie", nil)
		if err != nil {
			t.Error(err)
			return
		}
		for name, c := range visit.cookies {
			stranger.jar[name] = c.Value
		}
		got, err := stranger.try("POST", "/api/verify-otp", fields{"email": sample.Mariam.Email, "otp": code}, "X-Forwarded-For", at(i*211))
		if err != nil || got.status != 422 || got.body != notRight {
			t.Error(err, got.status, got.body)
		}
	})
	require.Equal(t, 1, p.count("challenges WHERE tries = 0"))
	require.Equal(t, 201, b.verify(sample.Mariam.Email, code).status, "and its owner is not locked out")
}

// A network of many IP addresses, each with many browsers, may look up exactly as many e-mail addresses as its limit says.
func TestANetworkWithManyAddressesIsCountedExactly(t *testing.T) {
	t.Parallel()
	servertest.Deep(t, "ten thousand addresses over two servers")
	p := settle(t)
	servers := []*fiber.App{p.behind(p.redis.Addr()), p.behind("")}
	visitors := make([]*browser, 60)
	for i := range visitors {
		visitors[i] = p.browserOn(servers[i%2])
	}
	for _, c := range []struct{ name, net string }{{"a /24", "203.0.113.%d"}, {"a /64", "2001:db8:0:1::%x"}} {
		p.exec("DELETE FROM attempts_made")
		p.redis.FlushAll()
		var answered, refused atomic.Int64
		together(1100, func(i int) {
			got, err := visitors[i%60].try("PUT", "/api/search-by-email", fields{"email": fmt.Sprintf("probe%d@nowhere.example", i)},
				"X-Forwarded-For", fmt.Sprintf(c.net, 1+i%250))
			switch {
			case err != nil:
				t.Error(err)
			case got.status == 200 && got.body == `{"client_exist":false,"client_status":null}`:
				answered.Add(1)
			case got.status == 429:
				refused.Add(1)
			default:
				t.Error(got.status, got.body)
			}
		})
		require.EqualValues(t, 900, answered.Load(), c.name)
		require.EqualValues(t, 200, refused.Load(), c.name)
	}
}

// Guessing passwords locks only the attacking channel: the owners still sign in by password from elsewhere, and by code.
func TestLockingOutAWholeCompanyFails(t *testing.T) {
	t.Parallel()
	p := settle(t)
	app := p.behind(p.redis.Addr())
	people := []sample.Person{sample.Mariam, sample.Omar, sample.Priya}
	attacker := p.browserOn(app)
	for i, who := range people {
		for j := range 12 {
			got := attacker.call("POST", "/api/profile-login", fields{"email": who.Email, "password": "wrong"}, "X-Forwarded-For", at(1000*i+j/4))
			require.Contains(t, []int{401, 429}, got.status)
		}
	}
	for _, who := range people {
		b := p.browserOn(app)
		require.Equal(t, 201, b.call("POST", "/api/profile-login", fields{"email": who.Email, "password": sample.Password}, "X-Forwarded-For",
			"192.0.2.10").status, "from the office, at once")
		other := p.browserOn(app)
		require.Equal(t, 201, other.verify(who.Email, other.ask(who.Email)).status, "and by code")
	}
}

// Five hundred spellings of one address count as one account.
func TestFiveHundredSpellingsOfOneAddressShareOneCounter(t *testing.T) {
	t.Parallel()
	p := settle(t)
	app := p.newServer(p.newPeople(""))
	address := sample.Mariam.Email
	together(500, func(i int) {
		spelt := []rune(address)
		for bit := range spelt {
			switch r := spelt[bit]; {
			case (i>>(bit%9))&1 == 0:
			case r >= 'a' && r <= 'z' && bit%2 == 0:
				spelt[bit] = r - 'a' + 'A'
			case r >= 'a' && r <= 'z':
				spelt[bit] = r - 'a' + 'ａ' // full width
			}
		}
		b := &browser{p, app, map[string]string{}}
		visit, err := b.try("GET", "/sanctum/csrf-cookie", nil)
		if err != nil {
			t.Error(err)
			return
		}
		for name, c := range visit.cookies {
			b.jar[name] = c.Value
		}
		got, err := b.try("POST", "/api/profile-login", fields{"email": strings.Repeat(" ", i%3) + string(spelt), "password": "wrong"})
		if err != nil || got.status != 401 && got.status != 429 {
			t.Error(err, got.status, got.body)
		}
	})
	require.Equal(t, 1,
		p.count(
			"(SELECT DISTINCT key FROM attempts_made WHERE key LIKE 'password:account:%' AND length(key) = length('password:account:') + 32) k"))
	require.Equal(t, 500,
		p.sum("SELECT n FROM attempts_made WHERE key LIKE 'password:account:%' AND length(key) = length('password:account:') + 32"))
}

func (p *place) sum(sql string) (n int) {
	p.t.Helper()
	require.NoError(p.t, p.pool.QueryRow(p.t.Context(), sql).Scan(&n))
	return n
}

// statementLog notes every statement that a server sends.
type statementLog struct {
	mu         sync.Mutex
	statements []string
}

func (h *statementLog) TraceQueryStart(ctx context.Context, _ *pgx.Conn, q pgx.TraceQueryStartData) context.Context {
	h.mu.Lock()
	defer h.mu.Unlock()
	if strings.HasPrefix(q.SQL, "-- name: PG") {
		return ctx // the queue's own: it asks for the version once, and notifies now and then
	}
	h.statements = append(h.statements, q.SQL)
	return ctx
}

func (*statementLog) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

// The same steps take the same time: a known address and an unknown one send Postgres the same statements, and a password is
// hashed for both.
func TestSomebodyAndNobodyTakeTheSameWork(t *testing.T) {
	t.Parallel()
	p := settle(t)
	config := p.pool.Config().Copy()
	statements := &statementLog{}
	config.ConnConfig.Tracer = statements
	pool, err := pgxpool.NewWithConfig(t.Context(), config)
	require.NoError(t, err)
	defer pool.Close()
	listening := *p
	listening.pool = pool
	app := listening.newServer(listening.newPeople(""))
	for _, c := range []struct {
		method, path string
		body         fields
	}{
		{"PUT", "/api/search-by-email", fields{}}, {"POST", "/api/login-otp", fields{}},
		{"POST", "/api/client/forgot-password/send-otp", fields{}}, {"POST", "/api/verify-otp", fields{"otp": "123456"}},
		{"POST", "/api/profile-login", fields{}}, {"POST", "/api/client/forgot-password/reset", fields{"otp": "123456", "password": fresh}},
	} {
		var first []string
		for _, email := range []string{sample.Mariam.Email, "nobody@nowhere.example", sample.Joel.Email, sample.Grace.Email, sample.Yusuf.Email} {
			b := p.browserOn(app)
			statements.statements = nil
			c.body["email"] = email
			guess := "wrong, and like nobody else's: " + email
			if c.path == "/api/profile-login" {
				c.body["password"] = guess
			}
			got := b.call(c.method, c.path, c.body)
			require.Contains(t, []int{200, 401, 422}, got.status, c.path)
			if first == nil {
				first = statements.statements
				require.NotEmpty(t, first, c.path)
			}
			require.Equal(t, first, statements.statements, "%s for %s", c.path, email)
			if c.path == "/api/profile-login" {
				require.EqualValues(t, 1, person.Weighed(guess), email)
			}
		}
	}
}
