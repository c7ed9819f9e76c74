package local_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/local"
)

func startRedis(t *testing.T, dir string) (*local.Redis, *redis.Client) {
	t.Helper()
	r, err := local.StartRedis(local.Options{Dir: dir})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, r.Stop()) })
	o, err := redis.ParseURL(r.URL())
	require.NoError(t, err)
	c := redis.NewClient(o)
	t.Cleanup(func() { require.NoError(t, c.Close()) })
	return r, c
}

func TestRedisForgetsAKeyWhenItsTimeIsUp(t *testing.T) {
	t.Parallel()
	_, c := startRedis(t, t.TempDir())
	require.NoError(t, c.Set(t.Context(), "short", "x", 300*time.Millisecond).Err())
	require.NoError(t, c.Set(t.Context(), "long", "x", time.Hour).Err())
	eventually(t, "the short one expires", func() bool { return c.Exists(t.Context(), "short").Val() == 0 })
	require.Less(t, c.TTL(t.Context(), "long").Val(), time.Hour)
	require.EqualValues(t, 1, c.Exists(t.Context(), "long").Val())
}

func TestRedisKeepsStringsOverARestartAndTheirTimeGoesOn(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "redis")
	r, c := startRedis(t, dir)
	ctx := t.Context()
	require.NoError(t, c.Set(ctx, "session", "\x00\xff bytes", time.Hour).Err())
	require.NoError(t, c.Set(ctx, "for ever \xff", "x", 0).Err())
	require.NoError(t, c.Set(ctx, "soon", "x", 200*time.Millisecond).Err())
	require.NoError(t, c.HSet(ctx, "hash", "f", 1).Err())
	require.NoError(t, r.Stop())
	require.NoError(t, r.Stop(), "twice is as good as once")
	stopped := time.Now()
	eventually(t, "200 ms pass while it is down", func() bool { return time.Since(stopped) > 200*time.Millisecond })

	_, c = startRedis(t, dir)
	require.Equal(t, "\x00\xff bytes", c.Get(ctx, "session").Val())
	require.LessOrEqual(t, c.PTTL(ctx, "session").Val(), time.Hour-200*time.Millisecond)
	require.Greater(t, c.PTTL(ctx, "session").Val(), 59*time.Minute)
	require.Equal(t, "x", c.Get(ctx, "for ever \xff").Val())
	require.Equal(t, time.Duration(-1), c.TTL(ctx, "for ever \xff").Val())
	require.Zero(t, c.Exists(ctx, "soon", "hash").Val())
}

func TestRedisPutsABrokenSnapshotAside(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, "snapshot.json")
	require.NoError(t, os.WriteFile(file, []byte(`[{"key":"torn`), 0o600))
	r, c := startRedis(t, dir)
	require.Zero(t, c.DBSize(t.Context()).Val())
	require.FileExists(t, file+".broken")
	require.NoError(t, r.Stop())
	at, err := os.Stat(file)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o600), at.Mode().Perm(), "sessions are nobody else's business")
}

func TestRedisAsksForItsPassword(t *testing.T) {
	t.Parallel()
	_, c := startRedis(t, t.TempDir())
	stranger := redis.NewClient(&redis.Options{Addr: c.Options().Addr})
	defer stranger.Close()
	require.ErrorContains(t, stranger.Ping(t.Context()).Err(), "NOAUTH")
}
