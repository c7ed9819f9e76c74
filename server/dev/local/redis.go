package local

import (
	"crypto/rand"
	"fmt"
	"net/url"
	"path/filepath"
	"sync"
	"time"

	"github.com/alicebob/miniredis/v2"
)

// Redis is a server inside this process. It serves the Redis protocol over TCP, so its clients are the same as for a real one.
type Redis struct {
	opts     Options
	server   *miniredis.Miniredis
	password string
	file     string
	stopping chan struct{}
	stopped  sync.WaitGroup
	once     sync.Once
	stopErr  error
}

const (
	redisTick     = 100 * time.Millisecond // accuracy of the expiry of keys
	redisSnapshot = 30 * time.Second       // what a kill -9 may lose
)

// StartRedis starts the server with the string keys of the last snapshot. Other kinds of keys do not survive a restart.
func StartRedis(o Options) (*Redis, error) {
	dir, err := makeDir(o.Dir)
	if err != nil {
		return nil, err
	}
	r := &Redis{
		opts:     o,
		server:   miniredis.NewMiniRedis(),
		password: rand.Text(),
		file:     filepath.Join(dir, "snapshot.json"),
		stopping: make(chan struct{}),
	}
	if err := r.load(wallTime()); err != nil {
		return nil, fmt.Errorf("read the Redis snapshot: %w", err)
	}
	r.server.RequireAuth(r.password)
	if err := r.server.StartAddr("127.0.0.1:0"); err != nil {
		return nil, fmt.Errorf("start Redis: %w", err)
	}
	r.stopped.Go(r.live)
	return r, nil
}

// URL connects to the server.
func (r *Redis) URL() string {
	u := url.URL{Scheme: "redis", User: url.UserPassword("", r.password), Host: r.server.Addr(), Path: "/0"}
	return u.String()
}

// live advances the server's time, which does not run by itself, and saves a snapshot from time to time.
func (r *Redis) live() {
	tick := time.NewTicker(redisTick)
	defer tick.Stop()
	last, saved := wallTime(), wallTime()
	for {
		select {
		case <-r.stopping:
			return
		case <-tick.C:
		}
		now := wallTime()
		if past := now.Sub(last); past > 0 {
			r.server.FastForward(past)
		}
		last = now
		if now.Sub(saved).Abs() >= redisSnapshot {
			saved = now
			if err := r.save(now); err != nil {
				r.opts.log().Error("the Redis snapshot cannot be written", "cause", err)
			}
		}
	}
}

// wallTime advances also while a laptop sleeps; the monotonic clock does not.
func wallTime() time.Time { return time.Now().Round(0) }

// Stop ends all connections, saves and ends the server. It may be called more than once.
func (r *Redis) Stop() error {
	r.once.Do(func() {
		close(r.stopping)
		r.stopped.Wait()
		r.server.Close()
		r.stopErr = r.save(wallTime())
	})
	return r.stopErr
}
