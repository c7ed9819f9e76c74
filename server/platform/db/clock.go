package db

import (
	"context"
	"sync"
	"time"
)

// Clock is the time of the database's clock, so that all servers of one database agree on whether a cut-off has passed or a code has
// expired, however their own clocks are set. Between two readings it advances with the machine's monotonic clock.
type Clock struct {
	read   func(ctx context.Context) (time.Time, error)
	steady func() time.Time // only its differences matter

	mu     sync.Mutex
	at, is time.Time // when the clock was read, and the time that it gave
	known  bool
}

// FollowClock makes one that reads the database's clock. Until the first Look it is the machine's.
func FollowClock(conn DBTX) *Clock {
	return ClockOf(func(ctx context.Context) (now time.Time, err error) {
		err = conn.QueryRow(ctx, "SELECT clock_timestamp()").Scan(&now)
		return now, err
	}, time.Now)
}

// ClockOf is a clock that is read by a function of the caller; the machine's own clock only has to advance steadily.
func ClockOf(read func(ctx context.Context) (time.Time, error), steady func() time.Time) *Clock {
	c := &Clock{read: read, steady: steady, at: steady()}
	c.is = c.at
	return c
}

// slowest is the longest round trip of a reading that is still accurate enough.
const slowest = time.Second

// Look reads the clock again. A reading with a slow round trip is ignored, unless there is none yet.
func (c *Clock) Look(ctx context.Context) error {
	asked := c.steady()
	is, err := c.read(ctx)
	if err != nil {
		return Outage(err)
	}
	took := c.steady().Sub(asked)
	c.mu.Lock()
	defer c.mu.Unlock()
	if took <= slowest || !c.known {
		c.at, c.is, c.known = asked.Add(took/2), is, true
	}
	return nil
}

// Now is a clock.Clock: UTC in whole microseconds, which is what Postgres keeps.
func (c *Clock) Now() time.Time {
	now := c.steady()
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.is.Add(now.Sub(c.at)).UTC().Truncate(time.Microsecond)
}

const (
	lookEvery = time.Minute
	lookAgain = 5 * time.Second // after the database was unavailable
)

// Keep reads the clock from time to time until ctx ends.
func (c *Clock) Keep(ctx context.Context) {
	for wait := lookEvery; ; {
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
		}
		look, cancel := context.WithTimeout(ctx, lookAgain)
		wait = lookEvery
		if c.Look(look) != nil {
			wait = lookAgain
		}
		cancel()
	}
}
