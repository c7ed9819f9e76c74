//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"syscall"

	"github.com/jackc/pgx/v5"
)

// replicaLag lets no replica apply what it receives, for a while, and then kills the primary: the one that follows has much to catch up.
// Meanwhile somebody reads reports and their own writes.
func replicaLag(ctx context.Context, d *drilling) error {
	primary := d.leader(ctx)
	var behind []string
	for _, node := range nodes {
		if node != primary {
			behind = append(behind, node)
		}
	}
	r, err := d.reader(ctx, primary, behind)
	if err != nil {
		return err
	}
	defer r.conn.Close(context.WithoutCancel(ctx))
	if err := r.near(ctx, d); err != nil {
		return err
	}
	var applying []process
	for _, node := range behind {
		p, err := d.startup(node)
		if err != nil {
			return err
		}
		applying = append(applying, p)
		p.signal(syscall.SIGSTOP)
	}
	goOn := func() {
		for _, p := range applying {
			p.signal(syscall.SIGCONT)
		}
	}
	d.after = append(d.after, goOn)
	if err := r.late(ctx, d, d.lasts); err != nil {
		return err
	}
	var all int64
	for _, node := range behind {
		seconds, bytes, err := d.lag(ctx, node)
		if err != nil {
			return err
		}
		d.show("%s was %.0f s and %d kB behind", node, seconds, bytes/1024)
		all += bytes
	}
	if all == 0 {
		return errors.New("nobody was behind")
	}
	p, _ := d.postmaster(primary)
	p.signal(syscall.SIGKILL)
	goOn()
	now, took, err := d.changed(ctx, primary)
	if err != nil {
		return err
	}
	d.show("%s killed then; %s is primary after %.1f s", primary, now, took.Seconds())
	if err := d.whole(ctx); err != nil {
		return err
	}
	return d.backAgain(ctx)
}

// lag is how far a replica has received more than it has applied.
func (d *drilling) lag(ctx context.Context, node string) (seconds float64, bytes int64, err error) {
	conn, err := pgx.Connect(ctx, d.admin(node, "postgres"))
	if err != nil {
		return 0, 0, err
	}
	err = conn.QueryRow(ctx, `SELECT extract(epoch FROM now() - pg_last_xact_replay_timestamp())::float,
		pg_wal_lsn_diff(pg_last_wal_receive_lsn(), pg_last_wal_replay_lsn())::bigint`).Scan(&seconds, &bytes)
	return seconds, bytes, errors.Join(err, conn.Close(ctx))
}

// startup is the process of a replica that applies what its Postgres receives. Patroni would end a pause that Postgres knows of.
func (d *drilling) startup(node string) (process, error) {
	postmaster, _ := d.postmaster(node)
	for _, p := range postmaster.children() {
		title, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", p.pid))
		if strings.Contains(string(title), "startup recovering") {
			return p, nil
		}
	}
	return process{}, fmt.Errorf("%s applies nothing", node)
}
