//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
)

func redisPrimary(ctx context.Context, d *drilling) error {
	old := d.redisPrimary()
	for _, name := range d.redises() {
		if d.address(name) != old {
			continue
		}
		// It stays away until it is replaced: one that is back at once, and empty, would not be.
		if err := d.hold(name); err != nil {
			return err
		}
		d.after = append(d.after, func() { d.free(name) })
		p, _ := d.running(name)
		p.signal(syscall.SIGKILL)
		began := time.Now()
		if err := within(2*time.Minute, func() bool { return d.redisPrimary() != old }); err != nil {
			return err
		}
		d.free(name)
		d.show("%s (pid %d) killed; the sentinels name %s after %.1f s", name, p.pid, d.redisPrimary(), time.Since(began).Seconds())
		return d.whole(ctx)
	}
	return fmt.Errorf("no Redis is at %s", old)
}

func killPooler(ctx context.Context, d *drilling) error {
	p, _ := d.running("pgbouncer")
	p.signal(syscall.SIGKILL)
	took, err := d.again(ctx, "pgbouncer", p)
	d.show("PgBouncer (pid %d) killed; another process answers after %.1f s", p.pid, took.Seconds())
	return err
}

// exhaustPool takes every connection that PgBouncer may open, and holds them in transactions.
func exhaustPool(ctx context.Context, d *drilling) error {
	var held []*pgx.Conn
	release := func() {
		for _, conn := range held {
			_ = conn.Close(context.WithoutCancel(ctx))
		}
		held = nil
	}
	d.after = append(d.after, func() { release() })
	for range 24 {
		for {
			conn, err := pgx.Connect(ctx, d.database("pgbouncer")+"&default_query_exec_mode=simple_protocol")
			if err != nil {
				return err
			}
			if _, err := conn.Exec(ctx, "BEGIN; SELECT 1"); err == nil {
				held = append(held, conn)
				break
			}
			_ = conn.Close(ctx) // it was refused in the line, and asks again
		}
	}
	watch, err := d.console(ctx)
	if err != nil {
		return err
	}
	defer watch.Close(ctx)
	longest, line := 0, 0
	for began := time.Now(); time.Since(began) < d.lasts; {
		rows, err := watch.Query(ctx, "SHOW POOLS")
		if err != nil {
			return err
		}
		all, err := pgx.CollectRows(rows, pgx.RowToMap)
		if err != nil {
			return err
		}
		for _, pool := range all {
			if pool["database"] == "sahn" {
				line, longest = max(line, number(pool["cl_waiting"])), max(longest, number(pool["maxwait"]))
			}
		}
		if err := pause(ctx, 200*time.Millisecond); err != nil {
			return err
		}
	}
	d.show("all 24 connections held for %.0f s; up to %d waited in PgBouncer's line, at most %d s", d.lasts.Seconds(), line, longest)
	release()
	if line == 0 {
		return errors.New("nobody waited")
	}
	return nil
}

// console is PgBouncer's own.
func (l *layout) console(ctx context.Context) (*pgx.Conn, error) {
	return pgx.Connect(ctx, strings.Replace(l.database("pgbouncer"), "/sahn?", "/pgbouncer?", 1)+"&default_query_exec_mode=simple_protocol")
}

func number(v any) (n int) {
	_, _ = fmt.Sscan(fmt.Sprint(v), &n)
	return n
}

// cutNetwork cuts the third server off Postgres and then off Redis: nothing passes, and no connection is told.
func cutNetwork(ctx context.Context, d *drilling) error {
	for _, way := range []string{"relay-postgres", "relay-redis"} {
		cut := d.path("run", way+".cut")
		if err := os.WriteFile(cut, nil, 0o644); err != nil {
			return err
		}
		d.after = append(d.after, func() { _ = os.Remove(cut) })
		began, left := time.Now(), 0.0
		ready := d.answers("http", "sahn3", "/readyz")
		for time.Since(began) < d.lasts/2 {
			if err := ready(ctx); err != nil && left == 0 {
				left = time.Since(began).Seconds()
			}
			if err := pause(ctx, 200*time.Millisecond); err != nil {
				return err
			}
		}
		if err := os.Remove(cut); err != nil {
			return err
		}
		joined := time.Now()
		if err := within(2*time.Minute, func() bool { return ready(ctx) == nil }); err != nil {
			return err
		}
		state := "stayed ready"
		if left > 0 {
			state = fmt.Sprintf("was not ready after %.1f s, and is again %.1f s after the way is whole", left, time.Since(joined).Seconds())
		}
		d.show("%s cut for %.0f s: sahn3 %s", way, d.lasts.Seconds()/2, state)
		if way == "relay-postgres" && left == 0 {
			return errors.New("the server did not notice")
		}
	}
	return nil
}
