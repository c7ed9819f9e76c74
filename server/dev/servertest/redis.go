package servertest

import (
	"testing"

	"github.com/alicebob/miniredis/v2"
	"github.com/redis/go-redis/v9"
)

// Redis is an empty server of the test's own and a client of it. Its time does not advance until the test calls FastForward, and a test of
// an outage may Close it.
func Redis(t testing.TB) (*redis.Client, *miniredis.Miniredis) {
	t.Helper()
	server := miniredis.RunT(t)
	client := redis.NewClient(&redis.Options{Addr: server.Addr()})
	t.Cleanup(func() {
		if err := client.Close(); err != nil {
			t.Errorf("close the Redis client: %v", err)
		}
	})
	return client, server
}
