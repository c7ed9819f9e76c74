//go:build linux

package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
)

const (
	soakEvery  = 2 * time.Minute  // between two faults of soak
	soakFault  = 20 * time.Second // that one of them lasts at most
	soakSample = 5 * time.Second  // between two looks at what the cluster uses
)

// use is what the cluster uses of the machine at a moment. Servers are the two that no fault of soak ends.
type use [5]float64

// uses are what soak looks at, and how much more of it the last third of a run may use than the first: a part of it, and something besides
// for pools and caches that fill.
var uses = [len(use{})]struct {
	name  string
	part  float64
	extra float64
}{
	{"MB of memory of two servers", 0.15, 40}, {"goroutines of two servers", 0.15, 30}, {"open files of two servers", 0.15, 30},
	{"connections with Postgres", 0.15, 10}, {"temporary files", 0, 0},
}

// median is what was used in the middle of some looks, each part on its own.
func median(looks []use) (m use) {
	for i := range m {
		var all []float64
		for _, l := range looks {
			all = append(all, l[i])
		}
		slices.Sort(all)
		m[i] = quantile(all, 0.5)
	}
	return m
}

// leaks compares the first third of the looks with the last. It is an error when there are too few, or something grew.
func leaks(looks []use) (first, last use, err error) {
	third := len(looks) / 3
	if third < 5 {
		return first, last, fmt.Errorf("only %d looks at what the cluster uses", len(looks))
	}
	first, last = median(looks[:third]), median(looks[len(looks)-third:])
	for i, u := range uses {
		if last[i] > first[i]*(1+u.part)+u.extra {
			err = errors.Join(err, fmt.Errorf("%s grew from %.0f to %.0f", u.name, first[i], last[i]))
		}
	}
	return first, last, err
}

// uses looks once. It fails while a fault keeps something from being asked.
func (d *drilling) uses(ctx context.Context) (u use, err error) {
	ctx, cancel := context.WithTimeout(ctx, soakSample)
	defer cancel()
	for _, name := range []string{"sahn1", "sahn3"} {
		if err := d.process(ctx, name, &u); err != nil {
			return u, err
		}
	}
	u[0] /= 1 << 20
	for _, node := range nodes {
		conn, err := pgx.Connect(ctx, d.admin(node, "sahn"))
		if err != nil {
			return u, err
		}
		var n float64
		err = conn.QueryRow(ctx, "SELECT count(*)::float FROM pg_stat_activity WHERE usename = 'sahn'").Scan(&n)
		if err = errors.Join(err, conn.Close(ctx)); err != nil {
			return u, err
		}
		u[3] += n
	}
	return u, filepath.WalkDir(d.path("tmp"), func(_ string, _ fs.DirEntry, err error) error {
		u[4]++
		if errors.Is(err, fs.ErrNotExist) { // it went meanwhile
			return nil
		}
		return err
	})
}

// process adds what a server's metrics say of its memory, goroutines and open files.
func (d *drilling) process(ctx context.Context, server string, u *use) error {
	ask, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+d.address(server+"-metrics")+"/metrics", nil)
	if err != nil {
		return err
	}
	got, err := http.DefaultClient.Do(ask)
	if err != nil {
		return err
	}
	defer got.Body.Close()
	into := map[string]*float64{"process_resident_memory_bytes": &u[0], "go_goroutines": &u[1], "process_open_fds": &u[2]}
	found := 0
	lines := bufio.NewScanner(got.Body)
	for lines.Scan() {
		name, value, _ := strings.Cut(lines.Text(), " ")
		if into[name] == nil {
			continue
		}
		var n float64
		if _, err := fmt.Sscan(value, &n); err != nil {
			return err
		}
		*into[name] += n
		found++
	}
	if found != len(into) {
		return fmt.Errorf("%s says %d of %d figures: %w", server, found, len(into), errors.Join(lines.Err(), errors.New("the rest is missing")))
	}
	return nil
}

// soak breaks something every two minutes, and looks all the time at what the cluster uses.
func soak(ctx context.Context, d *drilling) error {
	looking, stop := context.WithCancel(ctx)
	defer stop()
	var looks []use
	var looked sync.WaitGroup
	looked.Go(func() {
		for pause(looking, soakSample) == nil {
			if u, err := d.uses(looking); err == nil {
				looks = append(looks, u)
			}
		}
	})
	chance, broken := rand.New(rand.NewPCG(d.seed, 0)), []string{} //nolint:gosec // it must repeat
	for began, n := time.Now(), 1; time.Duration(n)*soakEvery <= d.lasts; n++ {
		part := d.parts[chance.IntN(len(d.parts))]
		one := &drilling{layout: d.layout, lasts: min(part.lasts, soakFault)}
		err := part.run(ctx, one)
		one.restore()
		if err := errors.Join(err, d.whole(ctx)); err != nil {
			return fmt.Errorf("%s (--seed %d): %w", part.name, d.seed, err)
		}
		broken = append(broken, part.name)
		d.shown = append(d.shown, one.shown...)
		if err := pause(ctx, time.Until(began.Add(time.Duration(n)*soakEvery))); err != nil {
			return err
		}
	}
	stop()
	looked.Wait()
	first, last, err := leaks(looks)
	d.show("--seed %d: %s; %d looks", d.seed, strings.Join(broken, ", "), len(looks))
	for i, u := range uses {
		d.show("%.0f, at last %.0f %s", first[i], last[i], u.name)
	}
	if err != nil {
		d.wrong = append(d.wrong, err.Error())
	}
	return nil
}
