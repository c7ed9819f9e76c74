package person

import (
	"fmt"
	"log/slog"
	"testing"
	"time"

	"github.com/alicebob/miniredis/v2"
	"github.com/redis/go-redis/v9"
	"github.com/stretchr/testify/require"

	"sahn/server/clock"
)

func TestCodesComeFromTheSecretAndAreSpreadEvenly(t *testing.T) {
	t.Parallel()
	p, other := &People{secret: []byte("one")}, &People{secret: []byte("two")}
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

// A server reads a session's row, another ends the session, and the first one copies what it read.
func TestALateCopyDoesNotReviveAnEndedSession(t *testing.T) {
	t.Parallel()
	client := redis.NewClient(&redis.Options{Addr: miniredis.RunT(t).Addr()})
	defer client.Close()
	now := time.Date(2026, 11, 23, 6, 0, 0, 0, time.UTC)
	s := &Sessions{redis: client, now: clock.At(now).Now, log: slog.New(slog.DiscardHandler)}
	id := sessionID("token")
	read := kept{Profile: "me", Until: now.Add(time.Hour)}

	s.copy(t.Context(), id, read)
	found, fresh, _ := s.copied(t.Context(), id)
	require.True(t, fresh)
	require.Equal(t, "me", found.caller(id).ProfileID)

	s.markEnded(t.Context(), id)
	s.copy(t.Context(), id, read)
	found, fresh, _ = s.copied(t.Context(), id)
	require.True(t, fresh)
	require.Zero(t, found.caller(id))
}

func TestANetworkIsWhatOneHouseholdHolds(t *testing.T) {
	t.Parallel()
	for ip, want := range map[string]string{
		"203.0.113.9": "203.0.113.0/24", "::ffff:203.0.113.9": "203.0.113.0/24", "2001:db8:1:2:3:4:5:6": "2001:db8:1:2::/64",
		"fe80::1%eth0": "fe80::/64", "": "", "rubbish": "",
	} {
		require.Equal(t, want, network(ip), ip)
	}
}
