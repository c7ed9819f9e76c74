package person_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/person"
	"sahn/server/platform/db"
	"sahn/server/platform/web"
)

const unauthenticated = `{"message":"Unauthenticated."}`

// A session that was planted before the sign-in is worth nothing afterwards, and neither is its XSRF token.
func TestASessionOfBeforeSignInIsWorthNothingAfterwards(t *testing.T) {
	t.Parallel()
	victim := settle(t).browser()
	planted := victim.copy()
	victim.signIn(sample.Mariam)
	require.Equal(t, 200, victim.profile().status)

	got := planted.profile()
	require.Equal(t, 401, got.status)
	require.Equal(t, unauthenticated, got.body)
	stale := victim.call("POST", "/api/profile-logout", nil, "X-XSRF-TOKEN", planted.jar["XSRF-TOKEN"])
	require.Equal(t, 419, stale.status)
	require.Equal(t, 200, victim.profile().status)
}

func TestSigningInAgainEndsTheSessionThatTheBrowserHad(t *testing.T) {
	t.Parallel()
	b := settle(t).browser().signIn(sample.Mariam)
	require.Equal(t, 200, b.profile().status)
	before := b.copy()
	b.signIn(sample.Omar)
	require.Equal(t, 401, before.profile().status)
	require.Contains(t, b.profile().body, sample.OmarHarbour.ID)
	require.Equal(t, 1, b.place.count("sessions"))
}

// Another site cannot put a session into a visitor's browser.
func TestAnotherSiteCannotSignAnybodyIn(t *testing.T) {
	t.Parallel()
	p := settle(t)
	b := p.browser()
	code := b.ask(sample.Mariam.Email)
	for _, headers := range [][]string{
		{"Origin", "https://evil.example"}, {"Origin", "null"}, {"Sec-Fetch-Site", "cross-site"}, {"Sec-Fetch-Site", "same-site"},
		{"X-XSRF-TOKEN", ""}, {"Cookie", ""}, {"Cookie", "", "X-XSRF-TOKEN", "", "Origin", ""},
	} {
		for path, body := range map[string]fields{
			"/api/verify-otp":    {"email": sample.Mariam.Email, "otp": code},
			"/api/profile-login": {"email": sample.Mariam.Email, "password": sample.Password},
			"/api/login-otp":     {"email": sample.Omar.Email},
		} {
			got, err := b.try("POST", path, body, headers...)
			require.NoError(t, err)
			require.Equal(t, 419, got.status, "%s %v", path, headers)
		}
	}
	require.Zero(t, p.count("sessions"))
	require.Equal(t, 1, p.count("challenges"))
	require.Equal(t, 201, b.verify(sample.Mariam.Email, code).status)
}

func TestSigningOutEndsTheSessionAndBothCookies(t *testing.T) {
	t.Parallel()
	b := settle(t).browser().signIn(sample.Mariam)
	require.Equal(t, 200, b.profile().status)
	copied := b.copy()
	got := b.call("POST", "/api/profile-logout", nil)
	require.Equal(t, 200, got.status)
	require.Equal(t, `{"message":"Logged out.","data":{}}`, got.body)
	require.Len(t, b.jar, 1)
	require.NotEmpty(t, b.jar["sahn_device"], "the browser is still one in which she is known")
	require.Zero(t, b.place.count("sessions"))

	require.Equal(t, 401, copied.profile().status)
	again := copied.call("POST", "/api/profile-logout", nil)
	require.Equal(t, 401, again.status)
	require.Equal(t, unauthenticated, again.body)
}

func TestASessionLivesAsLongAsItsKindOfProfileMay(t *testing.T) {
	t.Parallel()
	const day = 24 * time.Hour
	for _, c := range []struct {
		who   sample.Person
		rests []time.Duration // after each of which the session is used
		end   time.Duration   // the rest after which it is gone
	}{
		{sample.Mariam, nil, 14 * day},
		{sample.Mariam, []time.Duration{13 * day, 13 * day, 13 * day, 13 * day, 13 * day, 13 * day}, 12 * day},
		{sample.Daniel, []time.Duration{13 * day}, 14 * day},
		{sample.Omar, []time.Duration{6 * time.Hour, 5 * time.Hour}, time.Hour},
		{sample.Omar, nil, 12 * time.Hour},
		{sample.Sara, []time.Duration{4 * time.Hour}, 4 * time.Hour},
	} {
		t.Run(fmt.Sprintf("%s after %v", c.who.Name, c.rests), func(t *testing.T) {
			t.Parallel()
			b := settle(t).browser().signIn(c.who)
			rest := func(d time.Duration) { b.place.clock.Move(d); b.place.redis.FastForward(d) }
			for _, d := range c.rests {
				rest(d)
				require.Equal(t, 200, b.profile().status)
			}
			rest(c.end - time.Microsecond)
			require.Equal(t, 1,
				b.place.count("sessions WHERE seen_at + idle_seconds * interval '1 second' > $1 AND ends_at > $1", b.place.clock.Now()))
			rest(time.Microsecond)
			require.Equal(t, 401, b.profile().status)
		})
	}
}

func TestAnIdleOperatorIsSignedOutAsTheSettingsSay(t *testing.T) {
	t.Parallel()
	p := settle(t)
	p.idle = time.Hour
	b := p.browserOn(p.newServer(p.newPeople(p.redis.Addr()))).signIn(sample.Sara)
	for _, c := range []struct {
		rest time.Duration
		want int
	}{{59 * time.Minute, 200}, {59 * time.Minute, 200}, {time.Hour, 401}} {
		p.clock.Move(c.rest)
		p.redis.FastForward(c.rest)
		require.Equal(t, c.want, b.profile().status)
	}
}

func TestACopyInRedisDoesNotOutliveTheSession(t *testing.T) {
	t.Parallel()
	b := settle(t).browser().signIn(sample.Sara)
	b.place.clock.Move(8*time.Hour - time.Second)
	b.place.redis.FastForward(8 * time.Hour)
	require.Equal(t, 200, b.profile().status) // copied now, for 30 seconds
	b.place.clock.Move(time.Second)
	require.Equal(t, 401, b.profile().status)
}

func TestBeingSeenIsWrittenEveryFiveMinutesAtMost(t *testing.T) {
	t.Parallel()
	b := settle(t).browser().signIn(sample.Mariam)
	for _, c := range []struct{ after, seen time.Duration }{
		{4 * time.Minute, 0}, {5*time.Minute - time.Second, 0}, {5 * time.Minute, 5 * time.Minute}, {9 * time.Minute, 5 * time.Minute},
		{20 * time.Minute, 20 * time.Minute},
	} {
		b.place.clock.Move(monday.Add(c.after).Sub(b.place.clock.Now()))
		b.place.redis.FastForward(time.Minute)
		require.Equal(t, 200, b.profile().status)
		seen := servertest.One[time.Time](t, b.place.pool, "SELECT seen_at FROM sessions")
		require.True(t, monday.Add(c.seen).Equal(seen), "after %v: %v", c.after, seen)
	}
}

func TestEveryServerForgetsAnEndedSessionAtOnce(t *testing.T) {
	t.Parallel()
	p := settle(t)
	other := p.newServer(p.newPeople(p.redis.Addr()))
	for name, end := range map[string]func(b *browser){
		"signing out":  func(b *browser) { require.Equal(t, 200, b.call("POST", "/api/profile-logout", nil).status) },
		"signing over": func(b *browser) { b.signIn(sample.Omar) },
	} {
		b := p.browser().signIn(sample.Mariam)
		there := b.copy().on(other)
		require.Equal(t, 200, there.profile().status, name)
		end(b)
		require.Equal(t, 401, there.profile().status, name)
	}
}

func TestASuspendedProfileIsOutAtOnceForWritesAndSoonForReads(t *testing.T) {
	t.Parallel()
	b := settle(t).browser().signIn(sample.Mariam)
	require.Equal(t, 200, b.profile().status)
	who := b.caller()
	require.NoError(t, still(b.place, who))
	require.NoError(t, db.New(b.place.pool).ProfileStatusSet(t.Context(), sample.MariamHarbour.ID, "Suspended"))

	require.ErrorIs(t, still(b.place, who), web.ErrUnauthenticated)
	b.place.redis.FastForward(30 * time.Second)
	require.Equal(t, 401, b.profile().status)
}

func still(p *place, who web.Caller) error {
	return db.InTx(p.t.Context(), p.pool, func(ctx context.Context, tx db.Tx) error { return person.Still(ctx, tx.Queries, who) })
}

func TestAnEndThatCannotReachRedisStopsWritesAtOnceAndReadsAfterThirtySeconds(t *testing.T) {
	t.Parallel()
	p := settle(t)
	cut := p.newPeople(dead(t))
	for name, c := range map[string]struct {
		who sample.Person
		end func(who web.Caller) error
	}{
		"signing out": {sample.Mariam, func(who web.Caller) error { return cut.Sessions.End(t.Context(), who.Session) }},
		"signing a device out": {sample.Omar, func(who web.Caller) error {
			_, err := cut.SignOutDevice(t.Context(), p.browser().signIn(sample.Omar).caller(),
				person.DeviceRequest{ID: hex.EncodeToString(who.Session)})
			return err
		}},
		"suspending": {sample.Wei, func(who web.Caller) error { return cut.Suspend(t.Context(), who.CompanyID, who.ProfileID) }},
	} {
		b := p.browser().signIn(c.who)
		require.Equal(t, 200, b.profile().status, name)
		who := b.caller()
		require.NoError(t, c.end(who), name)
		require.ErrorIs(t, still(p, who), web.ErrUnauthenticated, name)
		require.Equal(t, 200, b.profile().status, "%s: reads may trust the cached copy for 30 s", name)
		p.redis.FastForward(30 * time.Second)
		require.Equal(t, 401, b.profile().status, name)
	}
}

func TestAWriteHoldsItsSessionAndProfileUntilItEnds(t *testing.T) {
	t.Parallel()
	p := settle(t)
	who := p.browser().signIn(sample.Mariam).caller()
	withLockTimeout := func(sql string, args ...any) error {
		return pgx.BeginFunc(t.Context(), p.pool, func(tx pgx.Tx) error {
			if _, err := tx.Exec(t.Context(), "SET LOCAL lock_timeout = '50ms'"); err != nil {
				return err
			}
			_, err := tx.Exec(t.Context(), sql, args...)
			return err
		})
	}
	require.NoError(t, db.InTx(t.Context(), p.pool, func(ctx context.Context, tx db.Tx) error {
		require.NoError(t, person.Still(ctx, tx.Queries, who))
		require.ErrorContains(t, withLockTimeout("DELETE FROM sessions WHERE id = $1", who.Session), "lock timeout")
		require.ErrorContains(t, withLockTimeout("UPDATE profiles SET status = 'Suspended' WHERE id = $1", who.ProfileID), "lock timeout")
		require.NoError(t, withLockTimeout("UPDATE sessions SET seen_at = $2 WHERE id = $1", who.Session, monday.Add(time.Hour)))
		return nil
	}))
	require.NoError(t, withLockTimeout("DELETE FROM sessions WHERE id = $1", who.Session))
}

func TestAVisitorAndANobodyMayNotWrite(t *testing.T) {
	t.Parallel()
	p := settle(t)
	require.ErrorIs(t, still(p, web.Caller{}), web.ErrUnauthenticated)
	who := p.browser().signIn(sample.Mariam).caller()
	who.ProfileID = sample.OmarHarbour.ID
	require.ErrorIs(t, still(p, who), web.ErrUnauthenticated)
}

func TestWhoIsSignedInKeepsWorkingWithoutRedis(t *testing.T) {
	t.Parallel()
	p := settle(t)
	silent, taken := frozen(t)
	for name, address := range map[string]string{"none configured": "", "refuses": dead(t), "frozen": silent} {
		begun := time.Now()
		b := p.browserOn(p.newServer(p.newPeople(address))).signIn(sample.Mariam)
		for range 40 {
			require.Equal(t, 200, b.profile().status, name)
		}
		if name == "frozen" {
			// Five wait in vain, then one in five seconds tries again; the others go on without waiting.
			require.GreaterOrEqual(t, taken.Load(), int64(5))
			require.LessOrEqual(t, taken.Load(), int64(7+time.Since(begun)/(5*time.Second)), "not every call waits for Redis")
		}
		copied := b.copy()
		require.Equal(t, 200, b.call("POST", "/api/profile-logout", nil).status, name)
		require.Equal(t, 401, copied.profile().status, name)
	}
}

func TestLosingRedisSignsNobodyOut(t *testing.T) {
	t.Parallel()
	b := settle(t).browser().signIn(sample.Mariam)
	require.Equal(t, 200, b.profile().status)
	b.place.redis.FlushAll()
	require.Equal(t, 200, b.profile().status)
	b.place.redis.Close()
	require.Equal(t, 200, b.profile().status)
	require.NoError(t, b.place.redis.Restart())
	require.Equal(t, 200, b.profile().status)
}

func TestReadsGoOnForAWhileWithoutPostgres(t *testing.T) {
	t.Parallel()
	p := settle(t)
	b := p.browser().signIn(sample.Mariam)
	token := b.jar["sahn_session"]
	// Redis is given a fifth of a second, which a busy machine may need for itself: what matters is that there is a copy, and that it is
	// enough.
	require.Eventually(t, func() bool {
		_, err := p.people.Sessions.Find(t.Context(), token, true)
		return err == nil && p.redis.Exists(fmt.Sprintf("session:%x", sha256.Sum256([]byte(token))))
	}, time.Minute, time.Millisecond)
	p.exec("ALTER TABLE sessions RENAME TO sessions_away")
	var who web.Caller
	require.Eventually(t, func() (read bool) {
		var err error
		who, err = p.people.Sessions.Find(t.Context(), token, true)
		return err == nil
	}, time.Minute, time.Millisecond)
	require.Equal(t, sample.MariamHarbour.ID, who.ProfileID)
	require.Equal(t, sample.Harbour.ID, who.CompanyID)
	require.Equal(t, "Employee", who.ClientType)
	p.redis.FastForward(30 * time.Second)
	_, err := p.people.Sessions.Find(t.Context(), token, true)
	require.Error(t, err, "nobody can tell who this is, which is not the same as nobody")
}

// dead is an address that refuses connections.
func dead(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	require.NoError(t, l.Close())
	return l.Addr().String()
}

// frozen is a server that takes connections, counts them, and never says a word.
func frozen(t *testing.T) (address string, taken *atomic.Int64) {
	t.Helper()
	taken = new(atomic.Int64)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, l.Close()) })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			taken.Add(1)
			t.Cleanup(func() { conn.Close() })
		}
	}()
	return l.Addr().String(), taken
}
