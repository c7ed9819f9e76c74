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

// ballast is the name of the databases that make the cluster larger, with a number behind it. Each is a gigabyte.
const ballast = "ballast"

// fill makes the cluster so many gigabytes larger: one database of text that compresses like the app's own, and copies of its files,
// which are not written to the log once more.
func fill(ctx context.Context, d *drilling) error {
	if d.gb == 0 {
		return nil
	}
	began, leader := time.Now(), d.leader(ctx)
	conn, err := pgx.Connect(ctx, d.admin(leader, "postgres"))
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	for n := range d.gb {
		how := ""
		if n > 0 {
			how = " TEMPLATE " + ballast + "0 STRATEGY file_copy"
		}
		if _, err := conn.Exec(ctx, fmt.Sprintf("CREATE DATABASE %s%d%s", ballast, n, how)); err != nil {
			return err
		}
		d.after = append(d.after, func() { d.drop(fmt.Sprint(ballast, n)) })
		if n == 0 {
			if err := d.text(ctx, leader); err != nil {
				return err
			}
		}
	}
	var size string
	if err := conn.QueryRow(ctx, "SELECT pg_size_pretty(sum(pg_database_size(oid))) FROM pg_database").Scan(&size); err != nil {
		return err
	}
	d.show("all databases: %s, filled in %.0f s", size, time.Since(began).Seconds())
	return d.archived(ctx, conn)
}

// text writes a gigabyte of rows that no vacuum writes again.
func (d *drilling) text(ctx context.Context, node string) error {
	conn, err := pgx.Connect(ctx, d.admin(node, ballast+"0"))
	if err != nil {
		return err
	}
	_, err = conn.Exec(ctx, "CREATE TABLE rows (text text) WITH (autovacuum_enabled = false)")
	if err == nil {
		_, err = conn.Exec(ctx, `INSERT INTO rows SELECT (SELECT string_agg(md5(row || '.' || part), '') FROM generate_series(1, 30) part)
			FROM generate_series(1, 1000000) row`)
	}
	return errors.Join(err, conn.Close(context.WithoutCancel(ctx)))
}

// drop deletes a database, on whichever primary there is by then.
func (d *drilling) drop(database string) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if conn, err := pgx.Connect(ctx, d.admin(d.leader(ctx), "postgres")); err == nil {
		_, _ = conn.Exec(ctx, "DROP DATABASE IF EXISTS "+database)
		_ = conn.Close(ctx)
	}
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

// archived waits until the archive has everything that was written until now; a gigabyte of log takes some minutes.
func (d *drilling) archived(ctx context.Context, conn *pgx.Conn) error {
	var segment string
	if err := conn.QueryRow(ctx, "SELECT pg_walfile_name(pg_switch_wal())").Scan(&segment); err != nil {
		return err
	}
	err := within(5*time.Minute, func() (done bool) {
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
	err = within(15*time.Minute, func() bool {
		leader := d.leader(ctx)
		_, err := d.syncStandby(ctx) // without one nothing can be written
		return err == nil && leader != "" && d.answers("http", leader+"-rest", "/read-write")(ctx) == nil
	})
	if err != nil {
		return fmt.Errorf("the cluster does not begin from the backup: %w", err)
	}
	return nil
}
