//go:build linux

package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

type drill struct {
	Names []string `arg:"" optional:"" help:"Drills, or \"all\" that this user can run, but soak."`
	Load  load     `embed:""`

	Calm time.Duration `help:"How long the load runs before the fault and after it." default:"20s"`
	For  time.Duration `help:"How long a fault lasts that lasts as long as one likes; each drill has its own length."`
	Seed uint64        `help:"Which faults soak picks; by default others in each run."`
	GB   int           `name:"gb" help:"Gigabytes that restore puts beside the app's database, for a backup of that size."`
	From string        `help:"The commit that deploy begins with; by default the newest that has not all of today's migrations."`
}

// fault is a drill: what it breaks, and what one sees of it.
type fault struct {
	name, about string
	lasts       time.Duration                                // unless the caller says otherwise; 0 when it ends by itself
	prepare     func(ctx context.Context, d *drilling) error // before the load; nil for nothing
	run         func(ctx context.Context, d *drilling) error
	smooth      bool   // no request may fail
	soaks       bool   // soak picks it too
	half        bool   // half the load
	redis       string // the kind of Redis that it needs; "" for any
}

var faults = []fault{
	{name: "kill-primary", about: "kill -9 of the primary Postgres", run: killPrimary, soaks: true},
	{name: "pause-primary", about: "the primary's whole machine stands still (SIGSTOP), and wakes", lasts: time.Minute, run: pausePrimary},
	{name: "switchover", about: "Patroni gives the primary to the synchronous standby", run: switchover, soaks: true},
	{name: "kill-server", about: "kill -9 of one of the three servers", run: killServer, soaks: true},
	{name: "deploy", about: "the servers of an older commit are replaced one by one, with its migrations (--from)", prepare: startOlder,
		run: deploy, smooth: true},
	{name: "redis-primary", about: "kill -9 of the primary Redis", run: redisPrimary, soaks: true, redis: asSentinel},
	{name: "redis-slot", about: "the slot of a session's key moves between masters of a Redis Cluster (start --redis cluster)",
		lasts: 20 * time.Second, run: moveSlot, smooth: true, redis: asCluster},
	{name: "pgbouncer", about: "kill -9 of PgBouncer", run: killPooler, soaks: true},
	{name: "pool", about: "somebody holds every connection of PgBouncer's pool", lasts: 15 * time.Second, run: exhaustPool, soaks: true},
	{name: "redis-gone", about: "no Redis at all", lasts: 5 * time.Minute, run: redisGone, soaks: true},
	{name: "disk-full", about: "the primary's disk is full (root only)", prepare: smallDisk, run: fillDisk},
	{name: "replica-lag", about: "replicas apply nothing for a while, and then the primary is killed", lasts: 30 * time.Second,
		run: replicaLag, soaks: true},
	{name: "clock", about: "one server's clock is five minutes ahead", lasts: 30 * time.Second, prepare: buildAhead, run: clockAhead,
		smooth: true},
	{name: "provider", about: "the card provider is away, with payments that nobody was told of", lasts: 10 * time.Minute, run: providerDown},
	{name: "mail", about: "no mail server", lasts: time.Hour, run: mailDown},
	{name: "restore", about: "a wrong DELETE; the cluster goes back to the moment before, from backup and archive (--gb)",
		prepare: fill, run: wrongDelete},
	{name: "upgrade", about: "a newer Postgres follows by logical replication, and writing stops until it has everything", run: upgrade},
	{name: "network", about: "the third server is cut off Postgres, then off Redis, without a word", lasts: 40 * time.Second,
		run: cutNetwork, soaks: true, redis: asSentinel},
	{name: "soak", about: "half the load; a short fault every two minutes, and what the cluster uses all the time", lasts: time.Hour,
		run: soak, half: true},
}

func (f fault) suits(l *layout) bool { return f.redis == "" || f.redis == l.redisKind() }

// drilling is a drill under way.
type drilling struct {
	*layout
	lasts  time.Duration
	from   string // the commit that deploy begins with
	gb     int    // what restore adds
	seed   uint64
	parts  []fault  // of which soak picks
	wrong  []string // what was not as promised, though the drill went on
	shown  []string
	node   string   // whom prepare has prepared
	undone period   // what was acknowledged then went with a restore
	after  []func() // what puts the cluster back, in any case
}

type period struct{ from, until time.Time }

func (p period) has(ms int64) bool { return p.from.UnixMilli() <= ms && ms <= p.until.UnixMilli() }

// show is the control: it notes what shows that the fault happened.
func (d *drilling) show(format string, args ...any) {
	d.shown = append(d.shown, fmt.Sprintf(format, args...))
}

// Run runs drills one after the other. Each needs the cluster whole, and leaves it whole.
func (c drill) Run(ctx context.Context, l *layout) error {
	if len(c.Names) == 0 {
		for _, f := range faults {
			fmt.Printf("  %-14s %s\n", f.name, f.about)
		}
		return nil
	}
	if _, running := l.running("supervisor"); !running {
		return errors.New("the cluster does not run: see start")
	}
	if err := errors.Join(l.readSecret(), l.take()); err != nil {
		return err
	}
	var chosen []fault
	for _, name := range c.Names {
		known := len(chosen)
		for _, f := range faults {
			if f.name == name || name == "all" && f.name != "soak" && f.suits(l) && (f.name != "disk-full" || os.Geteuid() == 0) {
				chosen = append(chosen, f)
			}
		}
		if len(chosen) == known {
			return fmt.Errorf("no drill is called %q", name)
		}
	}
	var failed []string
	for _, f := range chosen {
		v, err := c.one(ctx, l, f)
		if err != nil {
			return fmt.Errorf("%s: %w", f.name, err)
		}
		fmt.Print(v)
		if !v.holds() {
			failed = append(failed, f.name)
		}
	}
	if len(failed) > 0 {
		return fmt.Errorf("not as promised: %s", strings.Join(failed, ", "))
	}
	return nil
}

func (c drill) one(ctx context.Context, l *layout, f fault) (v *verdict, err error) {
	if !f.suits(l) {
		return nil, fmt.Errorf("it needs another Redis: start the cluster with --redis %s", f.redis)
	}
	d := &drilling{layout: l, lasts: f.lasts, from: c.From, gb: c.GB,
		seed: cmp.Or(c.Seed, uint64(time.Now().Unix()))} //nolint:gosec // after 1970
	d.parts = slices.DeleteFunc(slices.Clone(faults), func(part fault) bool { return !part.soaks || !part.suits(l) })
	if c.For > 0 {
		d.lasts = c.For
	}
	defer func() { d.restore() }()
	if err := d.whole(ctx); err != nil {
		return nil, err
	}
	if f.prepare != nil {
		if err := f.prepare(ctx, d); err != nil {
			return nil, err
		}
		if err := d.whole(ctx); err != nil {
			return nil, err
		}
	}
	if f.half {
		c.Load.Devices, c.Load.Tills, c.Load.Operators = c.Load.Devices/2, c.Load.Tills/2, (c.Load.Operators+1)/2
	}
	work, err := l.begin(ctx, c.Load, f.name)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			_ = work.cmd.Process.Kill()
		}
	}()
	if err := pause(ctx, c.Calm); err != nil {
		return nil, err
	}
	from := time.Now()
	if err := f.run(ctx, d); err != nil {
		return nil, err
	}
	until := time.Now()
	d.restore()
	if err := pause(ctx, c.Calm); err != nil {
		return nil, err
	}
	if err := errors.Join(work.end(), d.whole(ctx)); err != nil {
		return nil, err
	}
	v = &verdict{Drill: f.name, Shown: d.shown, From: from, Until: until, Wrong: d.wrong}
	var lines []line
	if lines, v.Phases, v.Gap, err = read(work.log, from, until); err != nil {
		return nil, err
	}
	if err := l.judge(ctx, v, lines, d.undone); err != nil {
		return nil, err
	}
	if failed := v.Phases["during"].Failed; f.smooth && failed > 0 {
		v.Wrong = append(v.Wrong, fmt.Sprintf("%d requests failed, and none should", failed))
	}
	text, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return nil, err
	}
	return v, os.WriteFile(filepath.Join(l.repo, "artifacts", "cluster", f.name+".json"), text, 0o644)
}

// restore puts back what a drill has changed.
func (d *drilling) restore() {
	for _, back := range slices.Backward(d.after) {
		back()
	}
	d.after = nil
}

// whole waits until every program is ready and every Postgres follows the primary.
func (d *drilling) whole(ctx context.Context) error {
	var missing string
	err := within(5*time.Minute, func() bool {
		missing = ""
		for _, s := range d.services("cluster") {
			if _, running := d.running(s.name); !running || s.ready(ctx) != nil {
				missing += " " + s.name
			}
		}
		members, err := d.members(ctx)
		synced := err == nil && len(members) == len(nodes)
		follows := map[string]bool{}
		for _, m := range members {
			synced = synced && (m.State == "running" || m.State == "streaming")
			follows[m.Role] = true
		}
		if !synced || !follows["leader"] || !follows["sync_standby"] {
			missing += fmt.Sprint(" Patroni: ", members)
		}
		return missing == "" || ctx.Err() != nil
	})
	if err = errors.Join(err, ctx.Err()); err != nil {
		return fmt.Errorf("the cluster is not whole:%s: %w", missing, err)
	}
	return nil
}

func pause(ctx context.Context, how time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(how):
		return nil
	}
}
