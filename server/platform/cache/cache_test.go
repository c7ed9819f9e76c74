package cache

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"github.com/alicebob/miniredis/v2"
	"github.com/alicebob/miniredis/v2/server"
	"github.com/redis/go-redis/v9"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
)

var quiet = slog.New(slog.DiscardHandler)

func connect(t *testing.T, address string) redis.UniversalClient {
	t.Helper()
	client, err := Open("redis://"+address, quiet)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, client.Close()) })
	return client
}

func TestWhatIsKeptIsFoundAndWhatIsNotIsMissing(t *testing.T) {
	t.Parallel()
	client := connect(t, miniredis.RunT(t).Addr())
	require.NoError(t, client.Set(t.Context(), "k", "v", time.Minute).Err())
	require.Equal(t, "v", client.Get(t.Context(), "k").Val())
	require.True(t, Missing(client.Get(t.Context(), "other").Err()))
	require.False(t, Missing(ErrOpen))
}

func TestAnAddressThatMakesNoSenseIsRefusedWithoutRepeatingIt(t *testing.T) {
	t.Parallel()
	for _, url := range []string{"", "localhost:6379", "http://:hunter2@localhost", "redis://:hunter2@local host",
		"redis://:hunter2@localhost/x"} {
		_, err := Open(url, quiet)
		require.Error(t, err, url)
		require.NotContains(t, err.Error(), "hunter2")
	}
}

func TestMoreAddressesAreAClusterAndAMasterIsASentinel(t *testing.T) {
	t.Parallel()
	for url, want := range map[string]any{
		"redis://a:1": &redis.Client{}, "redis://a:1/3?addr=b:2": &redis.ClusterClient{}, "redis://a:1?master_name=m": &redis.Client{},
		"unix:///run/redis.sock": &redis.Client{},
	} {
		client, err := Open(url, quiet)
		require.NoError(t, err)
		require.IsType(t, want, client, url)
		require.NoError(t, client.Close())
	}
}

func TestAFrozenRedisIsWaitedForAFifthOfASecondAndThenLeftAlone(t *testing.T) {
	t.Parallel()
	tap := servertest.NewTap(t, miniredis.RunT(t).Addr())
	tap.Shut() // it takes connections and never answers
	client := connect(t, tap.Address)
	for range failuresToOpen {
		begun := time.Now()
		err := client.Get(t.Context(), "k").Err()
		require.Error(t, err)
		require.NotErrorIs(t, err, ErrOpen)
		require.Less(t, time.Since(begun), time.Second)
	}
	before := tap.Kept()
	require.Positive(t, before)
	for range 100 {
		require.ErrorIs(t, client.Get(t.Context(), "k").Err(), ErrOpen)
	}
	_, err := client.Pipelined(t.Context(), func(p redis.Pipeliner) error { p.Get(t.Context(), "k"); return nil })
	require.ErrorIs(t, err, ErrOpen)
	require.Equal(t, before, tap.Kept())
}

func TestAfterFiveSecondsOneCallerTries(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 23, 8, 0, 0, 0, time.UTC)
	b := &breaker{now: func() time.Time { return now }, log: quiet}
	asked, answer := 0, errors.New("connection refused")
	ask := func() error {
		return b.guard(t.Context(), func(context.Context) error { asked++; return answer })
	}
	for range 20 {
		require.Error(t, ask())
	}
	require.Equal(t, 5, asked)
	now = now.Add(5*time.Second - 1)
	require.ErrorIs(t, ask(), ErrOpen)
	now = now.Add(1)
	require.ErrorIs(t, ask(), answer)
	require.ErrorIs(t, ask(), ErrOpen, "the others wait for the one that tries")
	require.Equal(t, 6, asked)

	now, answer = now.Add(5*time.Second), nil
	for range 3 {
		require.NoError(t, ask())
	}
	require.Equal(t, 9, asked)
}

func TestARedisThatComesBackIsUsedAgain(t *testing.T) {
	t.Parallel()
	server := miniredis.RunT(t)
	set := servertest.ClockAt(time.Date(2026, 11, 23, 8, 0, 0, 0, time.UTC))
	client, err := open("redis://"+server.Addr(), quiet, set.Now)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, client.Close()) })
	require.NoError(t, client.Set(t.Context(), "k", "v", 0).Err())
	server.Close()
	for range failuresToOpen {
		require.NotErrorIs(t, client.Get(t.Context(), "k").Err(), ErrOpen)
	}
	require.ErrorIs(t, client.Get(t.Context(), "k").Err(), ErrOpen)
	require.NoError(t, server.Restart())
	require.ErrorIs(t, client.Get(t.Context(), "k").Err(), ErrOpen)
	set.Move(openFor)
	require.NoError(t, client.Get(t.Context(), "k").Err(), "the one that tries may also connect")
	require.NoError(t, client.Get(t.Context(), "k").Err())
}

func TestAnAnswerOfRedisIsNoFailureAndAnImpatientCallerIsNone(t *testing.T) {
	t.Parallel()
	b := &breaker{now: time.Now, log: quiet}
	for range 20 {
		require.ErrorIs(t, b.guard(t.Context(), func(context.Context) error { return redis.Nil }), redis.Nil)
	}
	gone, leave := context.WithCancel(t.Context())
	leave()
	for range 20 {
		require.ErrorIs(t, b.guard(gone, func(ctx context.Context) error { return ctx.Err() }), context.Canceled)
	}
	require.NoError(t, b.guard(t.Context(), func(context.Context) error { return nil }))
}

// By default go-redis sends a command again when its answer is lost. Our client must not, or a counter would count twice.
func TestACommandWhoseAnswerIsLostIsNotSentTwice(t *testing.T) {
	t.Parallel()
	db := miniredis.RunT(t)
	db.Server().SetPreHook(func(c *server.Peer, command string, _ ...string) bool {
		first := command == "INCR" && !db.Exists("n")
		if first { // it is carried out, and the connection breaks before that is answered
			_, err := db.Incr("n", 1)
			require.NoError(t, err)
			c.Close()
		}
		return first
	})
	counted := func(client redis.UniversalClient) string {
		db.FlushAll()
		_ = client.Incr(t.Context(), "n").Err()
		n, err := db.Get("n")
		require.NoError(t, err)
		return n
	}
	require.Equal(t, "1", counted(connect(t, db.Addr())))
	theirs := redis.NewClient(&redis.Options{Addr: db.Addr()}) // with its defaults
	t.Cleanup(func() { require.NoError(t, theirs.Close()) })
	require.Equal(t, "2", counted(theirs), "the control")
}
