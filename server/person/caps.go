package person

import (
	"context"
	"encoding/hex"
	"net/netip"
	"slices"
	"strings"
	"time"

	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/telemetry"
	"sahn/server/platform/web"
)

const (
	quarter = 15 * time.Minute
	day     = 24 * time.Hour
)

// limits say how often something may be done in a quarter of an hour, from the narrowest source to all of them, and at which paces for one
// e-mail address. An office of hundreds shares one IP address, so that limit is high.
type limits struct {
	name                  string
	browser, ip, net, all int

	source, account pace // of an address from one network, and from all strangers
	known           pace // of its owner, in a browser in which they signed in before
	again           pace // of an address in one browser
}

var (
	searching   = limits{name: "search", browser: 20, ip: 300, net: 900, all: 20_000}
	guessing    = limits{name: "guess", browser: 30, ip: 300, net: 900, all: 20_000}
	registering = limits{name: "register", browser: 20, ip: 120, net: 360, all: 5_000}
	looking     = limits{name: "look", browser: 60, ip: 600, net: 1800, all: 40_000}

	// One network alone gets at most as many codes a day as are free for all strangers, so it never makes anybody else wait.
	asking = limits{name: "ask", browser: 10, ip: 150, net: 450, all: 10_000, source: pace{8, 5 * time.Minute, 12 * time.Hour},
		account: pace{16, time.Minute, 4 * time.Hour}, known: pace{8, time.Minute, 4 * time.Hour}, again: pace{1, codeAgain, codeAgain}}

	// The same holds for passwords.
	signingIn = limits{name: "password", browser: 20, ip: 200, net: 600, all: 20_000, source: pace{10, time.Minute, 12 * time.Hour},
		account: pace{40, time.Minute, 30 * time.Minute}, known: pace{10, time.Minute, 30 * time.Minute}}

	// Operators have a sign-in page of their own: who fills the limit of the other one does not close it. Their code is asked for with the
	// right password only.
	operating       = signingIn.named("operator")
	askingOperators = asking.named("operator-code")
)

func (l limits) named(name string) limits { l.name = name; return l }

// unspaced is for registrations, which a device sends again when their answer was lost.
func (l limits) unspaced() limits { l.again = pace{}; return l }

// pace slows repetition down: free times go without a pause, then each waits for the next one, first and then twice as long each time up to
// most. One time is forgotten for each most that passes.
type pace struct {
	free        int
	first, most time.Duration
}

// next is the count after one more time, and how long to wait after that.
func (p pace) next(n int, since time.Duration) (int, time.Duration) {
	n = max(0, n-int(since/p.most)) + 1
	if n < p.free {
		return n, 0
	}
	wait := p.first
	for i := p.free; i < n && wait < p.most; i++ {
		wait *= 2
	}
	return n, min(wait, p.most)
}

// pacedKey is a pace under its key. Strangers: they share it, so that its owner is told when it holds somebody up.
type pacedKey struct {
	key string
	pace
	strangers bool
}

type limit struct {
	key string
	web.Rate
}

// allow counts one more time and refuses a caller who does something too often: first by where they are, then for the address, last for all
// callers together. What is refused narrowly is not counted widely. Only networks from which nobody signs in are refused by the last one,
// and their devices come in by work (byWork).
// In a browser in which the owner of the address signed in before, nothing counts but what was done there.
func (p *People) allow(ctx context.Context, who web.Caller, l limits, email string) error {
	lane, err := p.laneOf(ctx, who, email)
	if err != nil {
		return err
	}
	return p.allowIn(ctx, who, l, email, lane)
}

// allowSelf is allow for a signed-in person and their own address: their lane is the one of everybody with a session of theirs.
func (p *People) allowSelf(ctx context.Context, who web.Caller, l limits, email string) error {
	return p.allowIn(ctx, who, l, email, who.PersonID)
}

func (p *People) allowIn(ctx context.Context, who web.Caller, l limits, email, lane string) (err error) {
	defer func() {
		if f := fault.As(err); f != nil && f.Kind == fault.TooMany {
			telemetry.Limited(ctx, l.name)
		}
	}()
	counts := l.sources(who)
	if lane != "" {
		counts = []limit{{l.name + ":lane:" + lane + ":" + p.account(email), web.Rate{N: l.browser, Per: quarter}}}
	}
	if err := p.countAll(ctx, counts); err != nil {
		return err
	}
	return p.inTime(ctx, l, who, email, lane)
}

// laneOf names the lane of a browser in which the owner of an address signed in before; empty for strangers.
func (p *People) laneOf(ctx context.Context, who web.Caller, email string) (string, error) {
	if who.Device == nil || email == "" {
		return "", nil
	}
	known, err := db.New(p.db).DeviceKnown(ctx, who.Device, email)
	if err != nil || !known {
		return "", err
	}
	return hex.EncodeToString(who.Device), nil
}

// sources are the limits of where a request comes from: its browser, its address and its network. Visitors without a cookie have no
// browser that could be told apart.
func (l limits) sources(who web.Caller) []limit {
	all := []limit{{l.name + ":ip:" + machine(who.IP), web.Rate{N: l.ip, Per: quarter}},
		{l.name + ":net:" + network(who.IP), web.Rate{N: l.net, Per: quarter}}}
	if who.Browser != nil {
		all = append(all, limit{l.name + ":browser:" + hex.EncodeToString(who.Browser), web.Rate{N: l.browser, Per: quarter}})
	}
	return all
}

// countAll counts one more under every limit and refuses when one is exceeded. Redis may refuse first, Postgres decides.
func (p *People) countAll(ctx context.Context, all []limit) error {
	slices.SortFunc(all, func(a, b limit) int { return strings.Compare(a.key, b.key) })
	for _, l := range all {
		if _, wait := p.limiter.Take(ctx, l.key, l.Rate); wait > 0 {
			return web.ErrTooMany.After(wait)
		}
	}
	wait, err := p.counted(ctx, db.New(p.db), all)
	if err == nil && wait > 0 {
		err = web.ErrTooMany.After(wait)
	}
	return err
}

// counted counts in Postgres. It returns how long to wait, 0 when no limit is exceeded.
func (p *People) counted(ctx context.Context, q *db.Queries, all []limit) (wait time.Duration, err error) {
	now := p.now()
	keys, windows, most := []string{}, []time.Time{}, map[string]limit{}
	for _, l := range all {
		keys, windows = append(keys, l.key), append(windows, now.Truncate(l.Per))
		most[l.key] = l
	}
	rows, err := q.AttemptsCount(ctx, keys, windows)
	if err != nil {
		return 0, err
	}
	for _, c := range rows {
		if l := most[c.Key]; c.N > l.N {
			wait = max(wait, now.Truncate(l.Per).Add(l.Per).Sub(now))
		}
	}
	return wait, nil
}

// inTime applies the paces of an address and the limit of all callers together, as one: when one refuses, none counts.
func (p *People) inTime(ctx context.Context, l limits, who web.Caller, email, lane string) error {
	held := false
	err := db.InTx(ctx, p.db, func(ctx context.Context, tx db.Tx) error {
		held = false
		wait, by, err := p.paced(ctx, tx.Queries, p.paces(l, who, email, lane))
		if err != nil {
			return err
		}
		if held = by.strangers; wait > 0 {
			return web.ErrTooMany.After(wait)
		}
		if lane != "" || who.PersonID != "" {
			return nil
		}
		wait, err = p.counted(ctx, tx.Queries, []limit{{l.name + ":all", web.Rate{N: l.all, Per: quarter}}})
		if err != nil || wait == 0 {
			return err
		}
		if is, err := tx.NetworkKnown(ctx, network(who.IP), p.now().Add(-knownNetwork)); err != nil || is {
			return err
		}
		return p.byWork(ctx, tx.Queries, l, who, email, wait)
	})
	return p.refusedBy(ctx, err, l, email, held)
}

// paces are those that count for a caller and an address.
func (p *People) paces(l limits, who web.Caller, email, lane string) (all []pacedKey) {
	at := l.name + ":" + p.account(email)
	add := func(key string, pace pace, strangers bool) {
		if pace.most > 0 && email != "" {
			all = append(all, pacedKey{key, pace, strangers})
		}
	}
	add(at+":"+hex.EncodeToString(who.Browser), l.again, false)
	if lane != "" {
		add(at+":"+lane, l.known, false)
	} else {
		add(at+":"+network(who.IP), l.source, true)
		add(at, l.account, true)
	}
	slices.SortFunc(all, func(a, b pacedKey) int { return strings.Compare(a.key, b.key) })
	return all
}

// paced counts one more time under every pace, in the caller's transaction, which must be rolled back when there is something to wait for.
// It returns by which pace the longest wait is.
func (p *People) paced(ctx context.Context, q *db.Queries, all []pacedKey) (wait time.Duration, by pacedKey, err error) {
	if len(all) == 0 {
		return 0, by, nil
	}
	keys, now := make([]string, len(all)), p.now()
	for i, one := range all {
		keys[i] = one.key
	}
	rows, err := q.PacesTake(ctx, keys, now)
	if err != nil {
		return 0, by, err
	}
	ns, frees := make([]int, len(all)), make([]time.Time, len(all))
	for _, row := range rows {
		i := slices.Index(keys, row.Key)
		if left := row.FreeAt.Sub(now); left > wait {
			wait, by = left, all[i]
		}
		n, pause := all[i].next(row.N, now.Sub(row.TakenAt))
		ns[i], frees[i] = n, now.Add(pause)
	}
	if wait > 0 {
		return wait, by, nil
	}
	return 0, by, q.PacesSet(ctx, now, keys, ns, frees)
}

// forgive forgets what a person did from here, now that they have proved who they are. What strangers share is not forgotten.
func (p *People) forgive(ctx context.Context, q *db.Queries, who web.Caller, email string) error {
	keys := []string{}
	for _, l := range []limits{asking, signingIn, operating, askingOperators} {
		at := l.name + ":" + p.account(email)
		keys = append(keys, at+":"+network(who.IP))
		if who.Device != nil {
			keys = append(keys, at+":"+hex.EncodeToString(who.Device))
		}
	}
	slices.Sort(keys)
	return q.PacesDrop(ctx, keys)
}

// account is the key of an e-mail address in a counter. It does not reveal the address, and exists for unknown addresses too.
func (p *People) account(email string) string { return p.accounts(email)[0] }

// accounts are the keys of an address by every secret, the one that counts first.
func (p *People) accounts(email string) []string {
	macs := p.keys.MACs([]byte("count:" + email))
	all := make([]string, len(macs))
	for i, mac := range macs {
		all[i] = hex.EncodeToString(mac[:16])
	}
	return all
}

// machine is what one machine has: an IP address, or a /64 of IPv6.
func machine(ip string) string { return within(ip, 32, 64) }

// network is what one provider gives to a household or an office: a /24, or a /48 of IPv6.
func network(ip string) string { return within(ip, 24, 48) }

func within(ip string, four, six int) string {
	a, err := netip.ParseAddr(ip)
	if err != nil {
		return ""
	}
	bits := six
	if a = a.Unmap(); a.Is4() {
		bits = four
	}
	net, err := a.WithZone("").Prefix(bits)
	if err != nil {
		return ""
	}
	return net.String()
}

// Asks counts a request that is answered from the database in full, and refuses a caller who asks too often.
func (p *People) Asks(ctx context.Context, who web.Caller) error {
	return p.allowIn(ctx, who, looking, "", who.PersonID)
}
