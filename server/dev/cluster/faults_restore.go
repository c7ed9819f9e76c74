//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
)

func (d *drilling) backrest(node string, args ...string) (string, error) {
	return d.ask("pgbackrest", append([]string{"--config=" + d.path("etc", "pgbackrest-"+node+".conf"), "--stanza=sahn"}, args...)...)
}

// wrongDelete makes a backup, lets people go on, deletes what nobody should, and brings the whole cluster back to the moment before that,
// from the backup and the archived write-ahead log.
func wrongDelete(ctx context.Context, d *drilling) error {
	leader, began := d.leader(ctx), time.Now()
	if _, err := d.backrest(leader, "--type=full", "backup"); err != nil {
		return err
	}
	d.show("backup of %s under load in %.1f s", leader, time.Since(began).Seconds())
	if err := pause(ctx, 15*time.Second); err != nil {
		return err
	}
	conn, err := pgx.Connect(ctx, d.admin("primary", "sahn"))
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	var moment string
	var had int
	if err := conn.QueryRow(ctx, "SELECT now()::text, (SELECT count(*) FROM draft_days)").Scan(&moment, &had); err != nil {
		return err
	}
	d.undone.from = time.Now()
	if err := pause(ctx, 2*time.Second); err != nil {
		return err
	}
	gone, err := conn.Exec(ctx, "DELETE FROM draft_days")
	if err != nil {
		return err
	}
	d.show("DELETE FROM draft_days: %d rows are gone, %d were there at %s", gone.RowsAffected(), had, moment)
	if err := errors.Join(pause(ctx, 5*time.Second), d.archived(ctx, conn)); err != nil {
		return err
	}
	stopped := time.Now()
	if err := d.rewind(ctx, moment); err != nil {
		return err
	}
	d.undone.until = time.Now()
	var back int
	if conn, err = pgx.Connect(ctx, d.admin("primary", "sahn")); err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	if err := conn.QueryRow(ctx, "SELECT count(*) FROM draft_days").Scan(&back); err != nil {
		return err
	}
	if _, err := d.runs("sahn", "restored"); err != nil {
		return err
	}
	for _, name := range servers {
		d.free(name)
	}
	if err := d.whole(ctx); err != nil {
		return err
	}
	d.show("%d rows are back; the cluster served again %.0f s after it was stopped", back, time.Since(stopped).Seconds())
	if back < had || gone.RowsAffected() == 0 {
		return errors.New("what was deleted is not back, or nothing was deleted")
	}
	return nil
}

// archived waits until the archive has everything that was written until now.
func (d *drilling) archived(ctx context.Context, conn *pgx.Conn) error {
	var segment string
	if err := conn.QueryRow(ctx, "SELECT pg_walfile_name(pg_switch_wal())").Scan(&segment); err != nil {
		return err
	}
	err := within(time.Minute, func() (done bool) {
		const has = "SELECT coalesce(substr(last_archived_wal, 9) >= substr($1, 9), false) FROM pg_stat_archiver"
		return conn.QueryRow(ctx, has, segment).Scan(&done) != nil || done
	})
	if err != nil {
		return fmt.Errorf("%s is not archived: %w", segment, err)
	}
	return nil
}

// rewind stops servers and Postgres, and lets Patroni begin the cluster anew from the backup as it was at a moment.
func (d *drilling) rewind(ctx context.Context, moment string) error {
	leader := d.leader(ctx)
	replicas := slices.DeleteFunc(slices.Clone(nodes), func(node string) bool { return node == leader })
	for _, name := range slices.Concat(servers, replicas, []string{leader}) { // nobody takes over from the leader
		if err := d.halt(name); err != nil {
			return err
		}
	}
	d.after = append(d.after, func() { _ = d.writeAll("") })
	forget, err := http.NewRequestWithContext(ctx, http.MethodDelete, "http://"+d.address("etcd")+"/v2/keys/service/sahn?recursive=true", nil)
	if err != nil {
		return err
	}
	got, err := http.DefaultClient.Do(forget)
	if err != nil {
		return err
	}
	got.Body.Close()
	for _, node := range nodes {
		err = errors.Join(err, os.RemoveAll(d.path(node, "data")))
	}
	if err := errors.Join(err, d.writeAll(moment)); err != nil {
		return err
	}
	for _, node := range nodes {
		d.free(node)
	}
	err = within(5*time.Minute, func() bool {
		leader := d.leader(ctx)
		_, err := d.syncStandby(ctx) // without one nothing can be written
		return err == nil && leader != "" && d.answers("http", leader+"-rest", "/read-write")(ctx) == nil
	})
	if err != nil {
		return fmt.Errorf("the cluster does not begin from the backup: %w", err)
	}
	return nil
}
