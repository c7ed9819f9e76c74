package person

import (
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/alexedwards/argon2id"
	"github.com/alicebob/miniredis/v2"
	"github.com/redis/go-redis/v9"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
)

// These tests guess hundreds of passwords, and the race detector makes each of them take a tenth of a second: here a hash is cheap.
var dear = *cost

func init() {
	cost.Memory, cost.Iterations = 64, 1
	weigh = func(password, hash string) (bool, error) {
		n, _ := weighed.LoadOrStore(password, new(atomic.Int64))
		n.(*atomic.Int64).Add(1)
		return argon2id.ComparePasswordAndHash(password, hash)
	}
}

var weighed sync.Map // how often, by password

// Weighed is how often a password was compared with a hash.
func Weighed(password string) int64 {
	n, _ := weighed.LoadOrStore(password, new(atomic.Int64))
	return n.(*atomic.Int64).Load()
}

func TestAPasswordIsDearToGuess(t *testing.T) {
	t.Parallel()
	require.GreaterOrEqual(t, int(dear.Memory), 19*1024, "KiB")
	require.GreaterOrEqual(t, int(dear.Iterations), 2)
	require.GreaterOrEqual(t, int(dear.SaltLength), 16)
	hash, err := argon2id.CreateHash("lunch", &dear)
	require.NoError(t, err)
	require.Contains(t, hash, "$argon2id$v=19$m=19456,t=2,p=1$")
	fits, err := matches(t.Context(), "lunch", hash)
	require.NoError(t, err)
	require.True(t, fits, "and what was stored dearer or cheaper is still known")
}

func TestCodesComeFromTheSecretAndAreSpreadEvenly(t *testing.T) {
	t.Parallel()
	p, other := &People{keys: [][]byte{[]byte("one")}}, &People{keys: [][]byte{[]byte("two")}}
	const n = 20_000
	digits, same := [6][10]int{}, 0
	for i := range n {
		id := fmt.Sprintf("challenge %d", i)
		code := p.code(id)
		require.Regexp(t, `^\d{6}$`, code)
		require.Equal(t, code, p.code(id))
		if code == other.code(id) {
			same++
		}
		for place, digit := range code {
			digits[place][digit-'0']++
		}
	}
	require.Less(t, same, 5, "another secret gives other codes")
	for place, counts := range digits {
		chi := 0.0
		for _, c := range counts {
			chi += (float64(c) - n/10) * (float64(c) - n/10) / (n / 10)
		}
		require.Less(t, chi, 33.7, "place %d: %v", place, counts) // 9 degrees of freedom, p = 0.0001; the codes are always these
	}
}

func TestCodesAndLinksInLettersStayGoodWhileTheSecretIsReplaced(t *testing.T) {
	t.Parallel()
	now := servertest.ClockAt(time.Date(2026, 11, 23, 6, 0, 0, 0, time.UTC)).Now
	for what, accepts := range map[string]func(made, checked *People) bool{
		"a one-time code": func(made, checked *People) bool { return checked.isCode("challenge 1", made.code("challenge 1")) },
		"a link": func(made, checked *People) bool {
			who, ok := checked.wayIn(made.wayInFor("me", now()))
			return ok && who == "me"
		},
		"whose challenge it is": func(made, checked *People) bool {
			return slices.Contains(checked.accounts("me@sahn.example"), made.account("me@sahn.example"))
		},
		"an app's secret": func(made, checked *People) bool {
			sealed, err := made.keys.Seal(factorSeal, "me", "secret")
			require.NoError(t, err, "sealed")
			text, err := checked.keys.Open(factorSeal, "me", sealed)
			return err == nil && text == "secret"
		},
	} {
		servertest.Replacing(t, func(t *testing.T, makes, checks [][]byte) bool {
			t.Helper()
			t.Log(what)
			return accepts(&People{keys: makes, now: now}, &People{keys: checks, now: now})
		})
	}
}

// A server reads a session's row, another ends the session, and the first one copies what it read.
func TestALateCopyDoesNotReviveAnEndedSession(t *testing.T) {
	t.Parallel()
	client := redis.NewClient(&redis.Options{Addr: miniredis.RunT(t).Addr()})
	defer client.Close()
	now := time.Date(2026, 11, 23, 6, 0, 0, 0, time.UTC)
	s := &Sessions{redis: client, now: servertest.ClockAt(now).Now, log: slog.New(slog.DiscardHandler)}
	id := sessionID("token")
	read := kept{Profile: "me", Until: now.Add(time.Hour)}

	s.copy(t.Context(), id, read)
	found, fresh, _ := s.read(client.Get(t.Context(), sessionKey(id)))
	require.True(t, fresh)
	require.Equal(t, "me", found.caller(id).ProfileID)

	s.markEnded(t.Context(), id)
	s.copy(t.Context(), id, read)
	found, fresh, _ = s.read(client.Get(t.Context(), sessionKey(id)))
	require.True(t, fresh)
	require.Zero(t, found.caller(id))
}

func TestANetworkIsWhatOneHouseholdHolds(t *testing.T) {
	t.Parallel()
	for ip, want := range map[string]string{
		"203.0.113.9": "203.0.113.0/24", "::ffff:203.0.113.9": "203.0.113.0/24", "2001:db8:1:2:3:4:5:6": "2001:db8:1::/48",
		"fe80::1%eth0": "fe80::/48", "": "", "rubbish": "",
	} {
		require.Equal(t, want, network(ip), ip)
	}
}

func TestABrowserIsCalledWhatPeopleCallIt(t *testing.T) {
	t.Parallel()
	const webkit = "AppleWebKit/537.36 (KHTML, like Gecko)"
	for agent, name := range map[string]string{
		"Mozilla/5.0 (Linux; Android 10; K) " + webkit +
			" Chrome/142.0.0.0 Mobile Safari/537.36": "Chrome on Android",
		"Mozilla/5.0 (Linux; Android 14; SAMSUNG SM-S921B) " + webkit +
			" SamsungBrowser/27.0 Chrome/125.0 Mobile Safari/537": "Samsung Internet on Android",
		"Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 Version/26.0 Mobile/15E148 Safari/604.1": "Safari on iPhone",
		"Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1.15 CriOS/142.0 Mobile/15E148 Safari/604.1":           "Chrome on iPad",
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64) " + webkit + " Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0":               "Edge on Windows",
		"Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:145.0) Gecko/20100101 Firefox/145.0":                                "Firefox on Mac",
		"Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) " + webkit +
			" Chrome/142.0.0.0 Safari/537.36": "Chrome on Chromebook",
		"Mozilla/5.0 (X11; Linux x86_64) " + webkit + " Chrome/142.0.0.0 Safari/537.36 OPR/125.0": "Opera on Linux",
		"curl/8.5.0": "", "": "", "something on Windows": "Windows",
	} {
		require.Equal(t, name, deviceNamed(agent), agent)
	}
}

// The arithmetic of a year: strangers who take every turn that the paces leave them.
func TestAYearOfGuessingFindsOneInNinetyCodesAndNoPassword(t *testing.T) {
	t.Parallel()
	turns := func(p pace, long time.Duration) (all int) {
		n, since := 0, time.Duration(0)
		for at := time.Duration(0); at < long; at += since {
			n, since = p.next(n, since)
			all++
		}
		return all
	}
	year := 365 * day
	require.Equal(t, 28, turns(asking.account, day), "codes on the first day")
	require.Less(t, turns(asking.account, year), 2250)
	require.Less(t, float64(turns(asking.account, year)*codeTries)/codes, 1.0/85)
	require.LessOrEqual(t, turns(signingIn.account, day), 92)
	require.Less(t, turns(signingIn.account, year), 18_000, "passwords: fewer than the list of those that are refused")
	require.LessOrEqual(t, turns(asking.source, day), asking.account.free, "one network alone never makes others wait")
	require.LessOrEqual(t, turns(signingIn.source, day), signingIn.account.free)
	// The control: without a pause that grows, a day would be enough for a good part of all codes.
	require.Greater(t, turns(pace{1, time.Second, time.Second}, day)*codeTries, codes/4)
}
