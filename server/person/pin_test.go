package person_test

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/local"
	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/platform/db"
	"sahn/server/platform/web"
)

const (
	pin        = "407193"
	locked     = `{"message":"Enter your PIN to go on.","reason":"session_locked"}`
	automatic  = "X-Automatic"
	anotherPIN = "918264"
)

// kitchen is a place where sessions without a PIN end after two hours and those with one are locked after half an hour.
func kitchen(t *testing.T) *place {
	t.Helper()
	p := settle(t)
	p.idle, p.lock = 2*time.Hour, 30*time.Minute
	p.people = p.newPeople(p.redis.Addr())
	p.app = p.newServer(p.people)
	return p
}

// pinned is Sara, signed in and with a PIN.
func (p *place) pinned() *browser {
	p.t.Helper()
	b := p.browser().signIn(sample.Sara)
	require.Equal(p.t, 200, b.setPIN(pin).status)
	return b
}

func (b *browser) setPIN(pin string) reply {
	b.place.t.Helper()
	return b.call("PUT", "/api/kitchen/pin", fields{"current_password": sample.Password, "pin": pin})
}

func (b *browser) unlock(pin string) reply {
	b.place.t.Helper()
	return b.call("POST", "/api/kitchen/unlock", fields{"pin": pin})
}

func (b *browser) probe(headers ...string) int {
	b.place.t.Helper()
	return b.call("GET", "/api/kitchen/probe", nil, headers...).status
}

// rest lets time pass, in Redis too.
func (p *place) rest(d time.Duration) {
	p.clock.Move(d)
	p.redis.FastForward(d)
}

func TestASessionThatWasLeftAloneIsLockedAndGoesOnWithThePIN(t *testing.T) {
	t.Parallel()
	p := kitchen(t)
	b := p.pinned()
	require.Contains(t, b.profile().body, `"pin":true`)
	p.rest(30*time.Minute - time.Second)
	require.Equal(t, 200, b.probe())
	p.rest(30*time.Minute - time.Second)
	require.Equal(t, 200, b.probe())
	p.rest(30 * time.Minute)
	for _, ask := range [][2]string{{"GET", "/api/kitchen/probe"}, {"GET", "/api/get-profile"}, {"PUT", "/api/kitchen/pin"},
		{"POST", "/api/kitchen/second-step"}, {"POST", "/api/switch-user"}, {"DELETE", "/api/kitchen/pin"}, {"POST", "/api/kitchen/lock"}} {
		got := b.call(ask[0], ask[1], fields{})
		require.Equal(t, 423, got.status, ask)
		require.Equal(t, locked, got.body, ask)
	}
	p.rest(3 * time.Hour) // it lasts, as long as a shift
	require.Equal(t, 423, b.probe())
	wrong := b.unlock("000000")
	require.Equal(t, 422, wrong.status)
	require.Contains(t, wrong.body, `"left":4`)
	require.Equal(t, 423, b.probe())
	require.Equal(t, 200, b.unlock(" "+pin+" ").status)
	require.Equal(t, 200, b.probe())
	require.Zero(t, p.count("sessions WHERE pin_tries > 0"), "a right one forgets the wrong ones before")
	p.rest(8 * time.Hour)
	require.Equal(t, 401, b.unlock(pin).status, "and no longer than that")
}

// The kitchen's screens ask for news by themselves, all night long.
func TestWhatAScreenAsksByItselfKeepsNoSessionAwake(t *testing.T) {
	t.Parallel()
	p := kitchen(t)
	with := p.pinned()
	for range 29 {
		p.rest(time.Minute)
		require.Equal(t, 200, with.probe(automatic, "1"))
	}
	require.Equal(t, 200, with.probe(), "a person does something, of which a copy in Redis knows nothing")
	for range 29 {
		p.rest(time.Minute)
		require.Equal(t, 200, with.probe(automatic, "1"))
	}
	p.rest(time.Minute)
	require.Equal(t, 423, with.probe(automatic, "1"))

	p = kitchen(t)
	without := p.browser().signIn(sample.Sara)
	for range 119 {
		p.rest(time.Minute)
		require.Equal(t, 200, without.probe(automatic, "1"))
	}
	p.rest(time.Minute)
	require.Equal(t, 401, without.probe(automatic, "1"), "without a PIN it is over")
}

func TestALockIsSeenByEveryServerAtOnce(t *testing.T) {
	t.Parallel()
	p := kitchen(t)
	b := p.pinned()
	other := b.on(p.newServer(p.newPeople(p.redis.Addr())))
	alone := b.on(p.newServer(p.newPeople(""))) // without Redis
	for range 3 {
		require.Equal(t, 200, other.probe(), "which copies the session")
		require.Equal(t, 200, b.call("POST", "/api/kitchen/lock", nil).status)
		for _, at := range []*browser{b, other, alone} {
			require.Equal(t, 423, at.probe())
			require.Equal(t, 423, at.probe())
		}
		require.Equal(t, 200, other.unlock(pin).status)
		for _, at := range []*browser{b, other, alone} {
			require.Equal(t, 200, at.probe())
		}
		p.redis.FastForward(2 * time.Minute) // the mark of the lock is gone, and a copy is made again
	}
}

// While Redis does not hear of a lock, a copy may answer reads for half a minute. Writes ask Postgres.
func TestALockThatRedisDoesNotHearOfStopsWritesAtOnce(t *testing.T) {
	t.Parallel()
	p := kitchen(t)
	b := p.pinned()
	who := b.caller()
	require.NoError(t, still(p, who))
	require.Equal(t, 200, b.on(p.newServer(p.newPeople(""))).call("POST", "/api/kitchen/lock", nil).status)
	require.ErrorIs(t, still(p, who), web.ErrLocked)
	require.Equal(t, 200, b.probe(), "from the copy")
	p.redis.FastForward(31 * time.Second)
	require.Equal(t, 423, b.probe())
}

func TestFiveWrongPINsEndThisSessionAloneAndItsOwnerIsTold(t *testing.T) {
	t.Parallel()
	p := kitchen(t)
	b := p.pinned()
	elsewhere := p.browser().signIn(sample.Sara)
	require.Equal(t, 200, b.call("POST", "/api/kitchen/lock", nil).status)
	for left := 4; left > 0; left-- {
		require.Contains(t, b.unlock("000000").body, fmt.Sprintf(`"left":%d`, left))
	}
	got := b.unlock("000000")
	require.Equal(t, 401, got.status)
	require.Contains(t, got.body, "pin_closed")
	require.Equal(t, 401, b.unlock(pin).status)
	require.Equal(t, 401, b.probe())
	require.Equal(t, 200, elsewhere.probe(), "whoever tried keeps the owner out nowhere else")
	told := slices.ContainsFunc(p.deliver(), func(m local.Mail) bool { return m.Subject == "Five wrong PINs ended a session" })
	require.True(t, told)
	b.signIn(sample.Sara) // with the second factor
	require.Equal(t, 200, b.probe())
}

// A stranger sends very many PINs at once, the right one among them.
func TestOfManyPINsAtOnceFiveCount(t *testing.T) {
	t.Parallel()
	p := kitchen(t)
	b := p.pinned()
	require.Equal(t, 200, b.call("POST", "/api/kitchen/lock", nil).status)
	answers := p.replies(16, 16, func(int) (reply, error) {
		return b.try("POST", "/api/kitchen/unlock", fields{"pin": "000000"})
	})
	require.Equal(t, map[int]int{422: 4, 401: 12}, answers)
	require.Zero(t, p.count("sessions"))
	require.Equal(t, 1, p.count("river_job WHERE kind = 'mail_pin_closed'"))
}

// The counterpart: who read the count before the others wrote theirs would guess more often. It shows that the tries above really meet.
func TestWithoutTheRowsLockMoreThanFivePINsWouldCount(t *testing.T) {
	t.Parallel()
	p := kitchen(t)
	b := p.pinned()
	id := b.caller().Session
	read, all := sync.WaitGroup{}, sync.WaitGroup{}
	read.Add(8)
	for range 8 {
		all.Go(func() {
			var tries int
			_ = p.pool.QueryRow(t.Context(), "SELECT pin_tries FROM sessions WHERE id = $1", id).Scan(&tries)
			read.Done()
			read.Wait()
			_, _ = p.pool.Exec(t.Context(), "UPDATE sessions SET pin_tries = $2 WHERE id = $1", id, tries+1)
		})
	}
	all.Wait()
	require.Equal(t, 1, servertest.One[int](t, p.pool, "SELECT pin_tries FROM sessions WHERE id = $1", id), "eight were tried")
}

// Two hands at one tablet: the one locks while the other's PIN is on its way. Whichever came last counts, on both servers.
func TestARightPINAndALockAtOnceLeaveWhatCameLast(t *testing.T) {
	t.Parallel()
	p := kitchen(t)
	b := p.pinned()
	other := b.on(p.newServer(p.newPeople(p.redis.Addr())))
	for range servertest.Amount(6, 40) {
		require.Equal(t, 200, b.call("POST", "/api/kitchen/lock", nil).status)
		p.redis.FastForward(2 * time.Minute)
		together(2, 2, func(i int) {
			if i == 0 {
				got, err := other.try("POST", "/api/kitchen/unlock", fields{"pin": pin})
				if err != nil || got.status != 200 {
					t.Errorf("unlock: %v %v", got, err)
				}
				return
			}
			if got, err := b.try("POST", "/api/kitchen/lock", nil); err != nil || got.status != 200 && got.status != 423 {
				t.Errorf("lock: %v %v", got, err)
			}
		})
		want := 200
		if p.count("sessions WHERE locked_at IS NOT NULL") == 1 {
			want = 423
		}
		require.Equal(t, want, b.probe())
		require.Equal(t, want, other.probe())
		require.Equal(t, 200, b.unlock(pin).status)
	}
}

// Whoever goes home elsewhere must not open what waits at the tablet.
func TestAChangedPINEndsEveryOtherSession(t *testing.T) {
	t.Parallel()
	p := kitchen(t)
	b := p.pinned()
	for what, change := range map[string]func() reply{
		"another one": func() reply { return b.setPIN(anotherPIN) },
		"none any more": func() reply {
			return b.call("DELETE", "/api/kitchen/pin", fields{"current_password": sample.Password})
		},
	} {
		require.Equal(t, 200, b.setPIN(pin).status)
		tablet := p.browser().signIn(sample.Sara)
		require.Equal(t, 200, tablet.call("POST", "/api/kitchen/lock", nil).status)
		require.Equal(t, 200, change().status, what)
		require.Equal(t, 401, tablet.probe(), what)
		require.Equal(t, 200, b.probe(), what)
	}
	require.Equal(t, 1, p.count("acts WHERE kind = 'staff.pin_dropped' AND profile_id = $1", sample.SaraOperator.ID))
	require.Positive(t, p.count("acts WHERE kind = 'staff.pin_set' AND profile_id = $1", sample.SaraOperator.ID))
}

func TestAPINIsChosenWithThePasswordAndNotOneThatStrangersTryFirst(t *testing.T) {
	t.Parallel()
	p := kitchen(t)
	b := p.browser().signIn(sample.Sara)
	require.Contains(t, b.call("GET", "/api/kitchen/pin", nil).body, `{"since":null,"lock_minutes":30,"idle_minutes":120}`)
	got := b.call("POST", "/api/kitchen/lock", nil)
	require.Equal(t, 409, got.status)
	require.Contains(t, got.body, "no_pin")
	for _, easy := range []string{"000000", "123456", "654321", "890123", "121212", "112233", "123123", "111222", "575757", "159753", "998877",
		"12345", "1234567", "12345a", "١٢٤٥٧٩"} {
		got := b.setPIN(easy)
		require.Equal(t, 422, got.status, easy)
		require.Contains(t, got.body, `"pin":`, easy)
	}
	for _, method := range []string{"PUT", "DELETE"} {
		got := b.call(method, "/api/kitchen/pin", fields{"current_password": "not mine at all", "pin": pin}, "X-Nothing", "")
		require.Equal(t, 422, got.status)
	}
	require.Zero(t, p.count("pins"))
	require.Equal(t, 200, b.setPIN(pin).status)
	require.True(t, strings.HasPrefix(servertest.One[string](t, p.pool, "SELECT hash FROM pins"), "$argon2id$"))
	require.Contains(t, b.call("GET", "/api/kitchen/pin", nil).body, `"since":"2026-11-23T06:00:00Z"`)
	mariam := p.browser().signIn(sample.Mariam)
	require.Equal(t, 403, mariam.call("PUT", "/api/kitchen/pin", fields{"current_password": sample.Password, "pin": pin}).status)
	require.Equal(t, 403, mariam.unlock(pin).status)
	require.Equal(t, 401, p.browser().call("GET", "/api/kitchen/pin", nil).status)
}

func TestALockedSessionIsLeftAndAnotherPersonSignsIn(t *testing.T) {
	t.Parallel()
	p := kitchen(t)
	b := p.pinned()
	lock := func() { require.Equal(t, 200, b.call("POST", "/api/kitchen/lock", nil).status) }
	lock()
	require.Equal(t, 200, b.call("POST", "/api/profile-logout", nil).status)
	require.Zero(t, p.count("sessions"))
	b = p.pinned()
	lock()
	b.signIn(sample.Mariam)
	require.Equal(t, http.StatusOK, b.profile().status)
	require.Equal(t, 1, p.count("sessions"), "the locked one is over")
}

// A session that began before its person had a PIN, or whose person has none any more, is what Postgres says of it.
func TestASessionOfWhoHasNoPINIsNeverLocked(t *testing.T) {
	t.Parallel()
	p := kitchen(t)
	b := p.browser().signIn(sample.Sara)
	p.rest(90 * time.Minute)
	require.Equal(t, 200, b.probe())
	eater := p.browser().signIn(sample.Mariam)
	require.NoError(t, db.InTx(t.Context(), p.pool, func(ctx context.Context, tx db.Tx) error {
		return tx.PinSet(ctx, sample.Mariam.ID, "not an operator's", p.clock.Now())
	}))
	p.rest(24 * time.Hour)
	require.Equal(t, 200, eater.profile().status)
	require.NotContains(t, eater.profile().body, `"pin"`)
}
