//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
)

// changed waits until another node leads, and says how long that took.
func (d *drilling) changed(ctx context.Context, from string) (to string, took time.Duration, err error) {
	began := time.Now()
	err = within(3*time.Minute, func() bool {
		to = d.leader(ctx)
		return to != "" && to != from && d.answers("http", to+"-rest", "/read-write")(ctx) == nil
	})
	took = time.Since(began)
	_ = pause(ctx, 5*time.Second) // until Patroni has written the new timeline down
	return to, took, err
}

func (d *drilling) timeline(ctx context.Context, node string) int {
	all, _ := d.members(ctx)
	for _, m := range all {
		if m.Name == node {
			return m.Timeline
		}
	}
	return 0
}

func killPrimary(ctx context.Context, d *drilling) error {
	old := d.leader(ctx)
	line := d.timeline(ctx, old)
	p, running := d.postmaster(old)
	if !running {
		return errors.New("the primary has no process")
	}
	p.signal(syscall.SIGKILL)
	now, took, err := d.changed(ctx, old)
	if err != nil {
		return err
	}
	d.show("%s (pid %d) killed; %s is primary after %.1f s, timeline %d → %d", old, p.pid, now, took.Seconds(), line, d.timeline(ctx, now))
	return d.whole(ctx)
}

// pausePrimary stops Patroni and Postgres of the primary, as a paused machine does. A witness writes to that Postgres itself all the time:
// whatever is acknowledged there must be in the cluster afterwards.
func pausePrimary(ctx context.Context, d *drilling) error {
	old := d.leader(ctx)
	line := d.timeline(ctx, old)
	patroni, _ := d.running(old)
	postmaster, _ := d.postmaster(old)
	w, err := d.witness(ctx, old)
	if err != nil {
		return err
	}
	time.Sleep(2 * time.Second)
	all := append(append(patroni.children(), patroni), append(postmaster.children(), postmaster)...)
	for _, p := range all {
		p.signal(syscall.SIGSTOP)
	}
	wake := func() {
		for _, p := range all {
			p.signal(syscall.SIGCONT)
		}
	}
	d.after = append(d.after, wake)
	stopped := time.Now()
	now, took, err := d.changed(ctx, old)
	if err != nil {
		return err
	}
	if err := pause(ctx, d.lasts-time.Since(stopped)); err != nil {
		return err
	}
	wake()
	w.woken()
	if err := pause(ctx, 5*time.Second); err != nil {
		return err
	}
	if err := d.whole(ctx); err != nil {
		return err
	}
	said, err := w.end(ctx)
	if err != nil {
		return err
	}
	d.show("%s and its Patroni stopped for %.0f s; %s is primary after %.1f s, timeline %d → %d", old, time.Since(stopped).Seconds(), now,
		took.Seconds(), line, d.timeline(ctx, now))
	d.show("%s", said)
	return nil
}

// witness writes rows to one Postgres, not through the cluster's ways.
type witness struct {
	d        *drilling
	stop     context.CancelFunc
	done     chan struct{}
	acked    []int
	wakes    chan struct{}
	afterAck int // acknowledged by that Postgres after it woke while it was no primary
	tries    int
}

func (d *drilling) witness(ctx context.Context, node string) (*witness, error) {
	conn, err := pgx.Connect(ctx, d.admin("primary", "postgres"))
	if err != nil {
		return nil, err
	}
	defer conn.Close(ctx)
	if _, err := conn.Exec(ctx, "DROP TABLE IF EXISTS witness; CREATE TABLE witness (n int PRIMARY KEY)"); err != nil {
		return nil, err
	}
	life, stop := context.WithCancel(ctx)
	w := &witness{d: d, stop: stop, done: make(chan struct{}), wakes: make(chan struct{})}
	go func() {
		defer close(w.done)
		var to *pgx.Conn
		awake := false
		for n := 1; life.Err() == nil; n++ {
			select {
			case <-w.wakes:
				awake = true
			default:
			}
			try, cancel := context.WithTimeout(life, 90*time.Second) // longer than the pause: the statement hangs through it
			var err error
			if to == nil {
				to, err = pgx.Connect(try, d.admin(node, "postgres"))
			}
			if err == nil {
				if _, err = to.Exec(try, "INSERT INTO witness VALUES ($1)", n); err == nil {
					w.acked = append(w.acked, n)
					if awake {
						w.afterAck++
					}
				} else {
					_ = to.Close(context.WithoutCancel(ctx))
					to = nil
				}
			}
			if awake {
				w.tries++
			}
			cancel()
			time.Sleep(50 * time.Millisecond)
		}
	}()
	return w, nil
}

func (w *witness) woken() { close(w.wakes) }

// end compares what that Postgres acknowledged with what the cluster has.
func (w *witness) end(ctx context.Context) (string, error) {
	w.stop()
	<-w.done
	conn, err := pgx.Connect(ctx, w.d.admin("primary", "postgres"))
	if err != nil {
		return "", err
	}
	defer conn.Close(ctx)
	var lost, more int
	if err := conn.QueryRow(ctx, `SELECT (SELECT count(*) FROM unnest($1::int[]) AS a (n) WHERE a.n NOT IN (SELECT n FROM witness)),
		(SELECT count(*) FROM witness WHERE n <> ALL ($1))`, w.acked).Scan(&lost, &more); err != nil {
		return "", err
	}
	if lost > 0 {
		return "", fmt.Errorf("split brain: %d writes that the woken primary acknowledged are lost", lost)
	}
	return fmt.Sprintf("a witness at that Postgres: %d writes acknowledged, 0 of them missing in the cluster, %d there without an answer; "+
		"%d tries after it woke, %d acknowledged", len(w.acked), more, w.tries, w.afterAck), nil
}

func switchover(ctx context.Context, d *drilling) error {
	old := d.leader(ctx)
	line := d.timeline(ctx, old)
	to, err := d.syncStandby(ctx)
	if err != nil {
		return err
	}
	if err := d.switchTo(ctx, old, to); err != nil {
		return err
	}
	now, took, err := d.changed(ctx, old)
	if err != nil {
		return err
	}
	d.show("%s handed over to %s within %.1f s, timeline %d → %d", old, now, took.Seconds(), line, d.timeline(ctx, now))
	return d.whole(ctx)
}

func (d *drilling) switchTo(ctx context.Context, from, to string) error {
	ask, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+d.address(from+"-rest")+"/switchover",
		strings.NewReader(fmt.Sprintf(`{"leader":%q,"candidate":%q}`, from, to)))
	if err != nil {
		return err
	}
	got, err := (&http.Client{Timeout: time.Minute}).Do(ask)
	if err != nil {
		return err
	}
	defer got.Body.Close()
	if got.StatusCode >= 300 {
		return fmt.Errorf("no switch by Patroni: %s", got.Status)
	}
	return nil
}
