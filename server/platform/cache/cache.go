// Package cache is the connection to Redis, which holds only data that may be lost. Every call returns or fails within a fifth of a
// second, and after five failures in a row calls fail at once for five seconds (a circuit breaker).
package cache

import (
	"errors"
	"log/slog"
	"net/url"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/redis/go-redis/v9/logging"
	"github.com/redis/go-redis/v9/maintnotifications"
)

// timeout is the timeout of a command, of a dial and of waiting for a free connection.
const timeout = 200 * time.Millisecond

// errAddress does not repeat the address, which holds the password.
var errAddress = errors.New("redis: not an address like redis://user:password@host:port/0")

// Open makes a client for redis://, rediss:// or unix:// addresses; each further ?addr=host:port makes it a cluster, and ?master_name= a
// Sentinel. It does not connect yet. Commands are not retried, because go-redis would repeat an INCR whose answer was lost.
func Open(address string, log *slog.Logger) (redis.UniversalClient, error) {
	return open(address, log, time.Now)
}

func open(address string, log *slog.Logger, now func() time.Time) (redis.UniversalClient, error) {
	parsed, err := url.Parse(address)
	if err != nil {
		return nil, errAddress
	}
	query := parsed.Query()
	more, master := query["addr"], query.Get("master_name")
	query.Del("addr")
	query.Del("master_name")
	parsed.RawQuery = query.Encode()
	one, err := redis.ParseURL(parsed.String())
	if err != nil {
		return nil, errAddress
	}
	logging.Disable() // it would write a line for every failed dial; the breaker writes one
	client := redis.NewUniversalClient(&redis.UniversalOptions{
		Addrs: append([]string{one.Addr}, more...), MasterName: master,
		Username: one.Username, Password: one.Password, DB: one.DB, TLSConfig: one.TLSConfig,
		ContextTimeoutEnabled: true, MaxRetries: -1, DialerRetries: 1,
		DialTimeout: timeout, ReadTimeout: timeout, WriteTimeout: timeout, PoolTimeout: timeout,
		MaintNotificationsConfig: &maintnotifications.Config{Mode: maintnotifications.ModeDisabled},
	})
	client.AddHook(&breaker{now: now, log: log})
	return client, nil
}

// Missing reports whether an error only means that the key does not exist.
func Missing(err error) bool { return errors.Is(err, redis.Nil) }
