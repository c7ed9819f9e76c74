package servertest

import (
	"sync"
	"time"
)

// Clock is a clock that a test moves by hand.
type Clock struct {
	mu  sync.Mutex
	now time.Time
}

// ClockAt makes a clock that is stopped at now.
func ClockAt(now time.Time) *Clock { return &Clock{now: now.UTC()} }

// Now is a clock.Clock.
func (c *Clock) Now() time.Time { c.mu.Lock(); defer c.mu.Unlock(); return c.now }

// Move moves the clock forward (or back).
func (c *Clock) Move(d time.Duration) { c.mu.Lock(); defer c.mu.Unlock(); c.now = c.now.Add(d) }
