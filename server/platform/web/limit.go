package web

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/redis/go-redis/v9"

	"sahn/server/platform/fault"
)

// ErrTooMany refuses a caller above a rate limit.
var ErrTooMany = fault.New(fault.TooMany, "too_many", "Too Many Attempts.")

// Rate is a rate limit: N at once, and N more spread over Per.
type Rate struct {
	N   int
	Per time.Duration
}

// Limiter limits request rates in Redis, so that floods do not reach Postgres. It is not authoritative: when Redis is unavailable every
// request passes, and limits that must be exact are counted in Postgres.
type Limiter struct{ redis redis.UniversalClient }

// NewLimiter makes a limiter. Without Redis (nil) every request passes.
func NewLimiter(redis redis.UniversalClient) *Limiter { return &Limiter{redis} }

// The generic cell rate algorithm: one key holds the instant at which everything allowed so far will have been earned. It uses Redis'
// clock, so that servers need not agree on the time.
var gcra = redis.NewScript(`
local now = redis.call("TIME")
now = now[1] * 1000 + math.floor(now[2] / 1000)
local step = tonumber(ARGV[1]) / tonumber(ARGV[2])
local earned = math.max(tonumber(redis.call("GET", KEYS[1]) or 0), now) + step
local wait = earned - now - tonumber(ARGV[1])
if wait > 0.5 then
  return {0, math.ceil(wait)}
end
redis.call("SET", KEYS[1], string.format("%.3f", earned), "PX", math.ceil(earned - now) + 1)
return {math.floor((now + tonumber(ARGV[1]) - earned) / step + 0.001), 0}
`)

// Take counts one more under a key and returns how many are left after it. With wait > 0 it was refused, and the caller should try after
// that time.
func (l *Limiter) Take(ctx context.Context, key string, rate Rate) (left int, wait time.Duration) {
	if l == nil || l.redis == nil {
		return rate.N, 0
	}
	left, wait = rate.read(gcra.Run(ctx, l.redis, keyOf(key), rate.Per.Milliseconds(), rate.N))
	if wait > 0 {
		limited(ctx, key)
	}
	return left, wait
}

// beside is a Take in the round trip of others. Its answer is read when the pipeline has run.
func (l *Limiter) beside(ctx context.Context, p redis.Pipeliner, key string, rate Rate) func() (left int, wait time.Duration) {
	said := gcra.EvalSha(ctx, p, keyOf(key), rate.Per.Milliseconds(), rate.N)
	return func() (int, time.Duration) {
		if redis.HasErrorPrefix(said.Err(), "NOSCRIPT") { // Redis is new, and learns the script
			return l.Take(ctx, key, rate)
		}
		left, wait := rate.read(said)
		if wait > 0 {
			limited(ctx, key)
		}
		return left, wait
	}
}

func keyOf(key string) []string { return []string{"rate:" + key} }

// read lets a request pass about which Redis could say nothing.
func (r Rate) read(c *redis.Cmd) (left int, wait time.Duration) {
	said, err := c.Int64Slice()
	if err != nil || len(said) != 2 {
		return r.N, 0
	}
	return int(said[0]), time.Duration(said[1]) * time.Millisecond
}

// Pace is how many requests pass: of an address altogether, of one signed-in session, of one API key, and of whoever is not signed in at an
// address.
type Pace struct{ Address, Session, Key, Strangers Rate }

// Floods refuses a caller above the rate limits, before anything else is done for them. An office has one address: its signed-in people are
// counted each by their session, and only the others together. Who is signed in is asked in the same round trip to Redis as their limits.
func (e *Edge) Floods(l *Limiter, pace Pace) fiber.Handler {
	return func(c fiber.Ctx) error {
		if key := keyOfRequest(c); key != "" {
			return e.floodsOfKey(c, l, pace, key)
		}
		who, _ := c.Locals(callerKey{}).(Caller)
		ctx, cancel := e.context(c)
		defer cancel()
		if token := c.Cookies(sessionCookie); token != "" && l.redis != nil {
			base := baseOf(c, who)
			pipe := l.redis.Pipeline()
			ofAddress := l.beside(ctx, pipe, "all:"+who.IP, pace.Address)
			ofSession := l.beside(ctx, pipe, fmt.Sprintf("session:%x", base.Browser), pace.Session)
			find := e.Sessions.Beside(ctx, pipe, token, acts(c))
			_, _ = pipe.Exec(ctx) // each answer says by itself what became of it
			if _, wait := ofAddress(); wait > 0 {
				return tooMany(c, pace.Address, 0, wait)
			}
			if found, err := find(ctx); err == nil && (found.ProfileID != "" || found.Locked) {
				c.Locals(foundKey{}, base.as(found))
				left, wait := ofSession()
				return tooMany(c, pace.Session, left, wait)
			}
		}
		left, wait := l.Take(ctx, "ip:"+who.IP, pace.Strangers)
		return tooMany(c, pace.Strangers, left, wait)
	}
}

// tooMany says what is left of a rate, and refuses when there is something to wait for.
func tooMany(c fiber.Ctx, rate Rate, left int, wait time.Duration) error {
	c.Set("X-RateLimit-Limit", strconv.Itoa(rate.N))
	c.Set("X-RateLimit-Remaining", strconv.Itoa(left))
	if wait > 0 {
		c.Set("X-RateLimit-Reset", strconv.FormatInt(time.Now().Add(wait).Unix(), 10))
		return ErrTooMany.After(wait)
	}
	return c.Next()
}
