package db

import (
	"context"
	"sync"
	"time"
)

// Clock is what the time is by the database's clock, so that all servers of one database agree on whether a cut-off has passed
// or a code has expired, however the clocks of their own machines are set. Between two looks it goes on with the machine's
// steady one.
type Clock struct {
	read   func(ctx context.Context) (time.Time, error)
	steady func() time.Time // of which only the differences matter

	mu     sync.Mutex
	at, is time.Time // when it was looked, and what it was then
	known  bool
}

// FollowClock makes one that reads the database's clock. Until the first Look it is the machine's.
func FollowClock(conn DBTX) *Clock {
	return ClockOf(func(ctx context.Context) (now time.Time, err error) {
		err = conn.QueryRow(ctx, "SELECT clock_timestamp()").Scan(&now)
		return now, err
	}, time.Now)
}

// ClockOf is one that reads by a function of the caller, beside a machine whose clock only has to be steady.
func ClockOf(read func(ctx context.Context) (time.Time, error), steady func() time.Time) *Clock {
	c := &Clock{read: read, steady: steady, at: steady()}
	c.is = c.at
	return c
}

// slowest is how long an answer may have been on its way to say what the time is.
const slowest = time.Second

// Look looks again. What took too long tells nothing, unless nothing is known yet.
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
	lookAgain = 5 * time.Second // at a database that was away
)

// Keep looks from time to time until ctx ends.
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
