package person_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strconv"
	"testing"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/person"
)

// puzzle is the one of a refusal.
func (r reply) puzzle(t *testing.T) person.Puzzle {
	t.Helper()
	require.Equal(t, 429, r.status, r.body)
	require.NotEmpty(t, r.header.Get("Retry-After"), "for an app that knows no puzzles")
	var said struct{ Detail person.Puzzle }
	require.NoError(t, json.Unmarshal([]byte(r.body), &said))
	require.NotEmpty(t, said.Detail.Challenge, r.body)
	return said.Detail
}

// solve does what a device does.
func solve(t *testing.T, w person.Puzzle) string {
	t.Helper()
	for n := range w.Max + 1 {
		text := w.Salt + strconv.FormatInt(n, 10)
		if sum := sha256.Sum256([]byte(text)); hex.EncodeToString(sum[:]) == w.Challenge {
			return text + "." + w.Signature
		}
	}
	t.Fatal("the puzzle has no solution")
	return ""
}

// underAttack is a server at which strangers have filled every limit of all callers.
func underAttack(t *testing.T) (*place, *fiber.App) {
	t.Helper()
	p := settle(t)
	p.exec(`INSERT INTO attempts_made (key, window_at, n) SELECT name || ':all', $1, 100000
		FROM unnest('{search,guess,register,look,ask,password,operator,operator-code}'::text[]) AS name`, p.clock.Now().Truncate(15*time.Minute))
	return p, p.behind(p.redis.Addr())
}

// outsider asks from a network that nobody signs in from.
type outsider struct {
	*browser
	t  *testing.T
	ip string
}

func (p *place) outsider(app *fiber.App, ip string) outsider {
	return outsider{p.browserOn(app), p.t, ip}
}

func (n outsider) asks(method, path string, body fields, work string) reply {
	n.t.Helper()
	return n.call(method, path, body, "X-Forwarded-For", n.ip, "X-Work", work)
}

// goesOn asks, and asks the same again with the work that the refusal wants.
func (n outsider) goesOn(method, path string, body fields) reply {
	n.t.Helper()
	return n.asks(method, path, body, solve(n.t, n.asks(method, path, body, "").puzzle(n.t)))
}

func TestANewcomerFromAnUnknownNetworkSignsInWhileStrangersHoldTheLimitOfAll(t *testing.T) {
	t.Parallel()
	p, app := underAttack(t)
	n := p.outsider(app, "203.0.113.9")
	who := sample.Mariam.Email
	found := n.goesOn("PUT", "/api/search-by-email", fields{"email": who})
	require.Contains(t, found.body, `"client_exist":true`)
	code := n.mailed(who, func() {
		require.Equal(t, 200, n.goesOn("POST", "/api/login-otp", fields{"email": who}).status)
	})
	require.Equal(t, 201, n.goesOn("POST", "/api/verify-otp", fields{"email": who, "otp": code}).status)
	require.Contains(t, n.profile().body, who)

	before := p.count("challenges")
	for i := range 20 {
		attacker := p.outsider(app, at(20_000+i*211))
		attacker.asks("POST", "/api/login-otp", fields{"email": who}, "").puzzle(t)
		attacker.asks("POST", "/api/login-otp", fields{"email": who}, "1.2.3.4.5").puzzle(t)
	}
	require.Equal(t, before, p.count("challenges"), "the control: without work nothing is made and nothing mailed")
}

func TestANewcomerRegistersUnderAttackWithOnePuzzleForBothLimitsOnTheWay(t *testing.T) {
	t.Parallel()
	p, app := underAttack(t)
	n := p.outsider(app, "203.0.113.9")
	nora := "nora@harbourline.example"
	body := fields{"company_id": sample.Harbour.ID, "name": "Nora Newcomer", "email": nora, "password": "a good long sentence"}
	code := n.mailed(nora, func() {
		require.Equal(t, 201, n.goesOn("POST", "/api/employee-registration", body).status)
	})
	require.Equal(t, 201, n.goesOn("POST", "/api/verify-otp", fields{"email": nora, "otp": code}).status)
}

func TestASolutionIsGoodOnceForItsAddressItsNetworkAndTenMinutes(t *testing.T) {
	t.Parallel()
	p, app := underAttack(t)
	body := func(email string) fields { return fields{"email": email} }
	n := p.outsider(app, "203.0.113.9")
	omar, ask := body(sample.Omar.Email), "/api/login-otp"
	work := solve(t, n.asks("POST", ask, omar, "").puzzle(t))
	n.asks("POST", ask, body(sample.Mariam.Email), work).puzzle(t)
	p.outsider(app, "198.51.100.7").asks("POST", ask, omar, work).puzzle(t)
	n.asks("POST", ask, omar, "1"+work).puzzle(t)
	n.asks("POST", ask, omar, work[:len(work)-1]).puzzle(t)
	require.Zero(t, p.count("challenges WHERE person_id IS NOT NULL"))
	require.Equal(t, 200, n.asks("POST", ask, omar, work).status, "what was refused elsewhere did not use it up")
	p.outsider(app, "203.0.113.77").asks("POST", ask, omar, work).puzzle(t)
	require.Equal(t, 1, p.count("challenges WHERE person_id = $1", sample.Omar.ID), "a second browser of the network may not use it again")

	late := p.outsider(app, "192.0.2.4")
	work = solve(t, late.asks("POST", ask, body(sample.Wei.Email), "").puzzle(t))
	p.clock.Move(10 * time.Minute)
	late.asks("POST", ask, body(sample.Wei.Email), work).puzzle(t)
}

// Sent a hundred times at once, one solution lets in one.
func TestASolutionThatIsSentOftenAtOnceLetsInOne(t *testing.T) {
	t.Parallel()
	p, app := underAttack(t)
	n := p.outsider(app, "203.0.113.9")
	search, path := fields{"email": "somebody@nowhere.example"}, "/api/search-by-email"
	work := solve(t, n.asks("PUT", path, search, "").puzzle(t))
	came := p.replies(20, 8, func(int) (reply, error) {
		return p.browserOn(app).try("PUT", path, search, "X-Forwarded-For", n.ip, "X-Work", work)
	})
	require.Equal(t, map[int]int{200: 1, 429: 19}, came)
}

func TestTheWorkGrowsWithThoseWhoCameInByItAndNotWithThoseWhoDidNone(t *testing.T) {
	t.Parallel()
	p, app := underAttack(t)
	most := func() int64 {
		return p.outsider(app, "203.0.113.9").asks("POST", "/api/login-otp", fields{"email": sample.Omar.Email}, "").puzzle(t).Max
	}
	require.Equal(t, int64(100_000), most())
	p.exec("UPDATE attempts_made SET n = 1000000 WHERE key IN ('full:ask', 'ask:all')")
	require.Equal(t, int64(100_000), most(), "refusals are free, and make it no dearer for others")
	for came, want := range map[int]int64{499: 100_000, 500: 200_000, 1_500: 800_000, 2_500: 3_200_000, 1_000_000: 3_200_000} {
		p.exec(`INSERT INTO attempts_made (key, window_at, n) VALUES ('worked:ask', $1, $2)
			ON CONFLICT (key, window_at) DO UPDATE SET n = excluded.n`, p.clock.Now().Truncate(15*time.Minute), came)
		require.Equal(t, want, most(), "after %d", came)
	}
	p.clock.Move(15 * time.Minute)
	require.Equal(t, 200, p.stranger(app, "codes", sample.Omar.Email, "203.0.113.9").status, "and nobody works when the limit is not full")
}

func TestCheapPuzzlesThatWereCollectedBeforeTheFloodDoNotPayForIt(t *testing.T) {
	t.Parallel()
	p, app := underAttack(t)
	search, path := fields{"email": "somebody@nowhere.example"}, "/api/search-by-email"
	n := p.outsider(app, "203.0.113.9")
	var collected []string
	for range 3 {
		collected = append(collected, solve(t, n.asks("PUT", path, search, "").puzzle(t)))
	}
	cameBy := func(n int) {
		p.exec(`INSERT INTO attempts_made (key, window_at, n) VALUES ('worked:search', $1, $2)
			ON CONFLICT (key, window_at) DO UPDATE SET n = excluded.n`, p.clock.Now().Truncate(15*time.Minute), n)
	}
	const all = 20_000 // searches in a quarter of an hour
	cameBy(all / 10)
	status := p.outsider(app, "203.0.113.9").asks("PUT", path, search, collected[0]).status
	require.Equal(t, 200, status, "a device that began at a quarter of the price")
	cameBy(all * 3 / 20)
	dearer := p.outsider(app, "203.0.113.9").asks("PUT", path, search, collected[1]).puzzle(t)
	require.Equal(t, int64(800_000), dearer.Max)
	came := servertest.One[int](t, p.pool, "SELECT n FROM attempts_made WHERE key = 'worked:search'")
	require.Equal(t, all*3/20, came, "and the refused one made it no dearer for others")
	cameBy(all)
	status = p.outsider(app, "203.0.113.9").asks("PUT", path, search, solve(t, dearer)).status
	require.Equal(t, 200, status, "the next one is good to the end")
}
