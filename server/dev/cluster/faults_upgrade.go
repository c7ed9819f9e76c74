//go:build linux

package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
)

// tablesOf asks for all rows of all tables that are replicated, as one number for each table.
const tablesOf = `SELECT string_agg(format(
	'SELECT %L AS name, count(*) AS n, coalesce(sum(hashtextextended(t::text, 0)), 0)::text AS sum FROM %I t', relname, relname),
	' UNION ALL ' ORDER BY relname) FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
	AND relpersistence = 'p'`

type content struct {
	Name string
	N    int
	Sum  string
}

func contents(ctx context.Context, conn *pgx.Conn) (all []content, rows int, err error) {
	var sql string
	if _, err := conn.Exec(ctx, "SET timezone TO 'UTC'"); err != nil {
		return nil, 0, err
	}
	if err := conn.QueryRow(ctx, tablesOf).Scan(&sql); err != nil {
		return nil, 0, err
	}
	found, err := conn.Query(ctx, sql+" ORDER BY name")
	if err != nil {
		return nil, 0, err
	}
	all, err = pgx.CollectRows(found, pgx.RowToStructByPos[content])
	for _, c := range all {
		rows += c.N
	}
	return all, rows, err
}

// newer starts the Postgres of the next major version that the repository has, empty.
func (d *drilling) newer(ctx context.Context) (url string, err error) {
	folder, err := os.MkdirTemp("", "sahn-newer-*")
	if err != nil {
		return "", err
	}
	if err := os.Chmod(folder, 0o755); err != nil { //nolint:gosec // another user's Postgres passes through it
		return "", err
	}
	cmd := exec.Command(filepath.Join(d.repo, "bin", "sahn"), "postgres", filepath.Join(folder, "postgres"))
	cmd.Dir, cmd.SysProcAttr = d.repo, &syscall.SysProcAttr{Setsid: true}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return "", err
	}
	if err := cmd.Start(); err != nil {
		return "", err
	}
	d.after = append(d.after, func() {
		_ = cmd.Process.Signal(syscall.SIGTERM)
		_ = cmd.Wait()
		_ = os.RemoveAll(folder)
	})
	lines := bufio.NewScanner(out)
	if !lines.Scan() {
		return "", errors.New("the newer Postgres does not start")
	}
	return lines.Text(), ctx.Err()
}

// upgrade copies the database into a newer Postgres while people work, stops writing for as long as the newer one needs to catch up, and
// compares both. The cluster stays on the one that it has.
func upgrade(ctx context.Context, d *drilling) error {
	url, err := d.newer(ctx)
	if err != nil {
		return err
	}
	leader := d.leader(ctx)
	schema := d.path("tmp", "schema.sql")
	d.after = append(d.after, func() { _ = os.Remove(schema) })
	if _, err := d.ask("pg_dump", "--schema-only", "--no-owner", "--no-privileges", "--file="+schema, d.admin(leader, "sahn")); err != nil {
		return err
	}
	if _, err := d.ask("psql", "--quiet", "--set=ON_ERROR_STOP=1", "--file="+schema, url); err != nil {
		return err
	}
	now, err := pgx.Connect(ctx, d.admin(leader, "sahn"))
	if err != nil {
		return err
	}
	defer now.Close(context.WithoutCancel(ctx))
	next, err := pgx.Connect(ctx, url)
	if err != nil {
		return err
	}
	defer next.Close(context.WithoutCancel(ctx))
	defer func() {
		_, _ = next.Exec(context.WithoutCancel(ctx), "DROP SUBSCRIPTION IF EXISTS upgrade")
		_, _ = now.Exec(context.WithoutCancel(ctx), "DROP PUBLICATION IF EXISTS upgrade")
	}()
	if err := d.subscribe(ctx, leader, now, next); err != nil {
		return err
	}
	return d.standStill(ctx, now, next)
}

// subscribe lets the newer Postgres follow, and waits until it has a copy of every table.
func (d *drilling) subscribe(ctx context.Context, leader string, now, next *pgx.Conn) error {
	began := time.Now()
	if _, err := now.Exec(ctx, "CREATE PUBLICATION upgrade FOR ALL TABLES"); err != nil {
		return err
	}
	follow := fmt.Sprintf("CREATE SUBSCRIPTION upgrade CONNECTION '%s' PUBLICATION upgrade", d.admin(leader, "sahn"))
	if _, err := next.Exec(ctx, follow); err != nil {
		return err
	}
	var tables, waiting int
	var err error
	wait := within(3*time.Minute, func() bool {
		err = next.QueryRow(ctx, "SELECT count(*), count(*) FILTER (WHERE srsubstate <> 'r') FROM pg_subscription_rel").Scan(&tables, &waiting)
		return err != nil || tables > 0 && waiting == 0
	})
	if err := errors.Join(wait, err); err != nil {
		return fmt.Errorf("%d of %d tables are not copied: %w", waiting, tables, err)
	}
	var version string
	if err := next.QueryRow(ctx, "SHOW server_version").Scan(&version); err != nil {
		return err
	}
	d.show("Postgres %s has a copy of %d tables after %.1f s and follows", version, tables, time.Since(began).Seconds())
	return nil
}

// standStill lets PgBouncer hold everybody back, until the newer Postgres has everything.
func (d *drilling) standStill(ctx context.Context, now, next *pgx.Conn) error {
	console, err := d.console(ctx)
	if err != nil {
		return err
	}
	defer console.Close(context.WithoutCancel(ctx))
	began := time.Now()
	if _, err := console.Exec(ctx, "PAUSE sahn"); err != nil {
		return err
	}
	resume := func() { _, _ = console.Exec(context.WithoutCancel(ctx), "RESUME sahn") }
	defer resume()
	paused := time.Since(began)
	var at string
	if err := now.QueryRow(ctx, "SELECT pg_current_wal_lsn()::text").Scan(&at); err != nil {
		return err
	}
	err = within(time.Minute, func() (has bool) {
		const confirmed = "SELECT confirmed_flush_lsn >= $1::pg_lsn FROM pg_replication_slots WHERE slot_name = 'upgrade'"
		return now.QueryRow(ctx, confirmed, at).Scan(&has) == nil && has
	})
	if err != nil {
		return fmt.Errorf("the newer Postgres does not catch up: %w", err)
	}
	caught := time.Since(began)
	here, rows, err := contents(ctx, now)
	if err != nil {
		return err
	}
	copied, _, err := contents(ctx, next)
	if err != nil {
		return err
	}
	compared := time.Since(began)
	resume()
	d.show("PgBouncer had paused everybody after %.1f s, the newer one had everything after %.1f s, both were compared after %.1f s",
		paused.Seconds(), caught.Seconds(), compared.Seconds())
	for i := range min(len(here), len(copied)) {
		if here[i] != copied[i] {
			return fmt.Errorf("they differ: %v, %v", here[i], copied[i])
		}
	}
	d.show("%d tables with %d rows are the same in both", len(here), rows)
	if len(here) != len(copied) || rows == 0 {
		return errors.New("they have other tables")
	}
	return nil
}
