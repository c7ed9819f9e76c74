//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
)

const olderProgram = "sahn-older"

// git asks the repository.
func (d *drilling) git(ctx context.Context, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "git", args...)
	cmd.Dir = d.repo
	out, err := cmd.CombinedOutput()
	if err != nil {
		err = fmt.Errorf("git %s: %w: %s", args[0], err, out)
	}
	return strings.TrimSpace(string(out)), err
}

// older is the newest commit whose migrations are the first of today's, but not all of them.
func (d *drilling) older(ctx context.Context) (string, error) {
	if d.from != "" {
		return d.from, nil
	}
	const folder = "sql/migrations/"
	now, errNow := d.git(ctx, "ls-tree", "--name-only", "HEAD", folder)
	added, err := d.git(ctx, "log", "--format=%H", "--diff-filter=A", "--", folder)
	if err = errors.Join(errNow, err); err != nil {
		return "", err
	}
	today := strings.Fields(now)
	for _, commit := range strings.Fields(added) {
		then, err := d.git(ctx, "ls-tree", "--name-only", commit+"^", folder)
		if err != nil {
			return "", err
		}
		if had := strings.Fields(then); len(had) < len(today) && slices.Equal(had, today[:len(had)]) {
			return d.git(ctx, "rev-parse", "--short", commit+"^")
		}
	}
	return "", errors.New("no older commit has the first of today's migrations")
}

// buildOlder builds the server of a commit. The app inside it is today's: the load brings its own.
func (d *drilling) buildOlder(ctx context.Context, commit string) error {
	tree, err := os.MkdirTemp("", "sahn-older-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tree)
	if _, err := d.git(ctx, "worktree", "add", "--detach", tree, commit); err != nil {
		return err
	}
	defer func() { _, _ = d.git(context.WithoutCancel(ctx), "worktree", "remove", "--force", tree) }()
	app := filepath.Join("server", "dist")
	err = errors.Join(os.RemoveAll(filepath.Join(tree, app)), os.CopyFS(filepath.Join(tree, app), os.DirFS(filepath.Join(d.repo, app))))
	if err != nil {
		return err
	}
	return d.compile(ctx, tree, olderProgram)
}

// compile builds another version of the server from a folder, and brings it into the cluster.
func (d *drilling) compile(ctx context.Context, from, name string, flags ...string) error {
	args := append([]string{"build", "-trimpath", "-buildvcs=false", "-o", filepath.Join(d.repo, "bin", name)}, append(flags, "./server")...)
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir, cmd.Env = from, append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("build %s: %w: %s", name, err, out)
	}
	return errors.Join(d.bring(name), d.own())
}

// startOlder lets all servers be of an older commit, on a new database with its tables.
func startOlder(ctx context.Context, d *drilling) error {
	commit, err := d.older(ctx)
	if err != nil {
		return err
	}
	if err := d.buildOlder(ctx, commit); err != nil {
		return err
	}
	d.show("all servers are of commit %s", commit)
	for _, name := range servers {
		if err := d.halt(name); err != nil {
			return err
		}
		if err := d.program(name, olderProgram); err != nil {
			return err
		}
	}
	conn, err := pgx.Connect(ctx, d.admin("primary", "postgres"))
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	for _, sql := range []string{"DROP DATABASE sahn WITH (FORCE)", createDatabase} {
		if _, err := conn.Exec(ctx, sql); err != nil {
			return err
		}
	}
	d.after = append(d.after, func() { _, _ = d.runs("sahn", "migrate") })
	if err := d.fill(ctx, olderProgram); err != nil {
		return err
	}
	for _, name := range servers {
		d.free(name)
	}
	return nil
}

// halt ends a program and keeps it from being started again until it is freed, at the latest when the drill is over.
func (d *drilling) halt(name string) error {
	if err := d.hold(name); err != nil {
		return err
	}
	d.after = append(d.after, func() { d.free(name) })
	if p, running := d.running(name); running {
		p.end(stopLimit)
	}
	if p, running := d.postmaster(name); running { // its Patroni was killed
		p.end(stopLimit)
	}
	return nil
}

// program lets a server be another one of the cluster's programs from its next start on, for the rest of the drill.
func (d *drilling) program(name, program string) error {
	link := d.path("run", name+".program")
	_ = os.Remove(link)
	d.after = append(d.after, func() { _ = os.Remove(link) })
	return os.Symlink(d.path("bin", program), link)
}

// replace lets a server end in order and another program serve in its place.
func (d *drilling) replace(ctx context.Context, name, program string) error {
	if err := d.program(name, program); err != nil {
		return err
	}
	before, _ := d.running(name)
	before.signal(syscall.SIGTERM)
	took, err := d.again(ctx, name, before)
	if err != nil {
		return err
	}
	after, _ := d.running(name)
	serves, err := os.Readlink(fmt.Sprintf("/proc/%d/exe", after.pid))
	if err == nil && serves != d.path("bin", program) {
		err = fmt.Errorf("%s is %s", name, serves)
	}
	d.show("%s ended and is %s after %.1f s", name, filepath.Base(serves), took.Seconds())
	return err
}

func (d *drilling) schema(ctx context.Context) (newest, count int, err error) {
	conn, err := pgx.Connect(ctx, d.admin("primary", "sahn"))
	if err != nil {
		return 0, 0, err
	}
	defer conn.Close(ctx)
	err = conn.QueryRow(ctx, "SELECT max(version_id), count(*) FROM goose_db_version WHERE version_id > 0").Scan(&newest, &count)
	return newest, count, err
}

// deploy migrates while the older servers serve, and then replaces one after the other.
func deploy(ctx context.Context, d *drilling) error {
	from, had, err := d.schema(ctx)
	if err != nil {
		return err
	}
	began := time.Now()
	if _, err := d.runs("sahn", "migrate"); err != nil {
		return err
	}
	to, has, err := d.schema(ctx)
	if err != nil {
		return err
	}
	d.show("%d migrations in %.1f s under load: the schema is %d and was %d", has-had, time.Since(began).Seconds(), to, from)
	if to == from {
		return errors.New("there was nothing to migrate")
	}
	for _, name := range servers {
		if err := pause(ctx, 5*time.Second); err != nil { // both versions serve side by side
			return err
		}
		if err := d.replace(ctx, name, "sahn"); err != nil {
			return err
		}
	}
	return nil
}
