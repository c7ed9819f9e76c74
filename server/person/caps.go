package person

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"net/netip"
	"slices"
	"strings"
	"time"

	"sahn/server/platform/db"
	"sahn/server/platform/web"
)

// limit is a rate limit: how often an action is allowed under one key in a window of time.
type limit struct {
	key string
	web.Rate
}

// An office of hundreds shares one IP address, so the limit of an address is high; those of a browser, or of an account from one network,
// are low.
const (
	quarter = 15 * time.Minute
	day     = 24 * time.Hour
)

func (p *People) searchLimits(who web.Caller) []limit {
	return channel("search", who, 20, 300, 900, 20_000)
}

func (p *People) askLimits(who web.Caller, email string) []limit {
	return append(channel("ask", who, 10, 150, 450, 10_000),
		limit{"ask:account:" + p.account(email) + network(who.IP), web.Rate{N: 8, Per: day}})
}

func (p *People) guessLimits(who web.Caller) []limit {
	return channel("guess", who, 30, 300, 900, 20_000)
}

func (p *People) registerLimits(who web.Caller) []limit {
	return channel("register", who, 20, 120, 360, 5_000)
}

func (p *People) passwordLimits(who web.Caller, email string) []limit {
	account := p.account(email)
	return append(channel("password", who, 20, 200, 600, 20_000),
		limit{"password:account:" + account, web.Rate{N: 60, Per: time.Hour}},
		limit{"password:account:" + account + who.IP, web.Rate{N: 10, Per: quarter}})
}

// channel makes the rate limits of a request's origin: its browser, its address, its network, and all callers together.
func channel(what string, who web.Caller, browser, ip, net, all int) []limit {
	return []limit{
		{what + ":all", web.Rate{N: all, Per: quarter}},
		{what + ":browser:" + hex.EncodeToString(who.Browser), web.Rate{N: browser, Per: quarter}},
		{what + ":ip:" + who.IP, web.Rate{N: ip, Per: quarter}},
		{what + ":net:" + network(who.IP), web.Rate{N: net, Per: quarter}},
	}
}

// account is the key of an e-mail address in a counter. It does not reveal the address, and exists for unknown addresses too.
func (p *People) account(email string) string {
	m := hmac.New(sha256.New, p.secret)
	m.Write([]byte("count:" + email))
	return hex.EncodeToString(m.Sum(nil)[:16])
}

// network is the range that one household or office has: a /24, or a /64 of IPv6.
func network(ip string) string {
	a, err := netip.ParseAddr(ip)
	if err != nil {
		return ""
	}
	bits := 64
	if a = a.Unmap(); a.Is4() {
		bits = 24
	}
	net, err := a.WithZone("").Prefix(bits)
	if err != nil {
		return ""
	}
	return net.String()
}

// exceeded counts one more under every limit. It returns how long to wait, 0 when no limit is exceeded. Redis may refuse first, Postgres
// decides.
func (p *People) exceeded(ctx context.Context, limits []limit) (time.Duration, error) {
	for _, l := range limits {
		if _, wait := p.limiter.Take(ctx, l.key, l.Rate); wait > 0 {
			return wait, nil
		}
	}
	slices.SortFunc(limits, func(a, b limit) int { return strings.Compare(a.key, b.key) })
	now := p.now()
	keys, windows, most := []string{}, []time.Time{}, map[string]limit{}
	for _, l := range limits {
		keys, windows = append(keys, l.key), append(windows, now.Truncate(l.Per))
		most[l.key] = l
	}
	counted, err := db.New(p.db).AttemptsCount(ctx, keys, windows)
	if err != nil {
		return 0, err
	}
	var wait time.Duration
	for _, c := range counted {
		if l := most[c.Key]; c.N > l.N {
			wait = max(wait, now.Truncate(l.Per).Add(l.Per).Sub(now))
		}
	}
	return wait, nil
}

// Asks counts a request that is answered from the database in full, and refuses a caller who asks too often.
func (p *People) Asks(ctx context.Context, who web.Caller) error {
	return p.allow(ctx, channel("look", who, 60, 600, 1800, 40_000))
}

// allow refuses a caller who exceeds a limit.
func (p *People) allow(ctx context.Context, limits []limit) error {
	wait, err := p.exceeded(ctx, limits)
	if err == nil && wait > 0 {
		err = web.ErrTooMany.After(wait)
	}
	return err
}
