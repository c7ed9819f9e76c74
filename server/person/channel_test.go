package person_test

import (
	"fmt"
	"net/netip"
	"testing"

	"github.com/gofiber/fiber/v3"
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

// An attacker with a stolen browser cookie and ten thousand IP addresses, each of which guesses once, still has five guesses. It
// does not matter that Redis is flushed ten times in between, or that one of the two servers has no Redis.
func TestTenThousandAddressesOverTwoServersAreFiveGuesses(t *testing.T) {
	t.Parallel()
	addresses, each := servertest.Amount(1000, 10_000), 8 // every eighth comes to the server without Redis
	p := settle(t)
	with, without := p.behind(p.redis.Addr()), p.behind("")
	b := p.browser()
	code := b.ask(sample.Mariam.Email)
	guesses := p.replies(addresses, 32, func(i int) (reply, error) {
		if i%(addresses/10) == 0 {
			p.redis.FlushAll()
		}
		app := with
		if i%each == 0 {
			app = without
		}
		return b.on(app).try("POST", "/api/verify-otp", fields{"email": sample.Mariam.Email, "otp": wrong(code)}, "X-Forwarded-For", at(i*7))
	})
	require.Equal(t, map[int]int{422: 30, 429: addresses - 30}, guesses, "what a browser may, from wherever")
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
	together(500, 32, func(i int) {
		stranger := p.browserOn(servers[i%2])
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
	for _, c := range []struct{ name, net string }{{"a /24", "203.0.113.%d"}, {"a /48", "2001:db8:1:%x::1"}} {
		p.exec("DELETE FROM attempts_made")
		p.redis.FlushAll()
		searches := p.replies(1100, 32, func(i int) (reply, error) {
			got, err := visitors[i%60].try("PUT", "/api/search-by-email", fields{"email": fmt.Sprintf("probe%d@nowhere.example", i)},
				"X-Forwarded-For", fmt.Sprintf(c.net, 1+i%250))
			if got.status == 200 && got.body != `{"client_exist":false,"client_status":null}` {
				t.Error(got.body)
			}
			return got, err
		})
		require.Equal(t, map[int]int{200: 900, 429: 200}, searches, c.name)
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
			require.Contains(t, []int{401, 429}, attacker.login(who.Email, "wrong", "X-Forwarded-For", at(1000*i+j/4)).status)
		}
	}
	for _, who := range people {
		require.Equal(t, 201, p.browserOn(app).login(who.Email, sample.Password, "X-Forwarded-For", "192.0.2.10").status,
			"from the office, at once")
		other := p.browserOn(app)
		require.Equal(t, 201, other.verify(who.Email, other.ask(who.Email)).status, "and by code")
	}
}

// The same steps take the same time: a known address and an unknown one send Postgres the same statements, and a password is
// hashed for both.
func TestSomebodyAndNobodyTakeTheSameWork(t *testing.T) {
	t.Parallel()
	p := settle(t)
	people, statements := p.listening("")
	app := p.newServer(people)
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
