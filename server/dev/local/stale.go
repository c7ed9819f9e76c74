package local

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// ErrInUse means that another running app has this folder.
var ErrInUse = errors.New("another running app uses this folder")

var errTaken = errors.New("the lock is taken")

// takeFolder makes us the only app that uses the folder. It waits up to timeout for an app that is just ending.
func takeFolder(ctx context.Context, dir string, timeout time.Duration) (*os.File, error) {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	for {
		lock, err := lockFile(filepath.Join(dir, "lock"))
		if !errors.Is(err, errTaken) {
			return lock, err
		}
		if pause(ctx, 50*time.Millisecond) != nil {
			return nil, fmt.Errorf("%s: %w", dir, ErrInUse)
		}
	}
}

// RemovePostgres stops a Postgres that a killed app left in the folder and removes all its data. ErrInUse when a running app has the
// folder.
func RemovePostgres(ctx context.Context, dir string) error {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	lock, err := takeFolder(ctx, dir, 0)
	if err != nil {
		return err
	}
	defer lock.Close()
	p := &Postgres{dir: dir}
	if err := p.clearPidFile(ctx); err != nil {
		return err
	}
	if err := os.RemoveAll(p.socketDir()); err != nil {
		return err
	}
	return os.RemoveAll(dir)
}

// clearPidFile stops a Postgres that outlived its app. A pid file that is left after that may name a process that is now another
// program's, and Postgres would refuse to start; so our own pid is written into it. Postgres takes its parent's pid for stale, but still
// checks whether the old shared memory is in use.
func (p *Postgres) clearPidFile(ctx context.Context) error {
	path := filepath.Join(p.data(), "postmaster.pid")
	content, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	first, rest, _ := strings.Cut(string(content), "\n")
	if pid, _ := strconv.Atoi(strings.TrimSpace(first)); pid > 1 && isPostmaster(pid, p.data()) {
		p.opts.log().Warn("stopping the Postgres that an earlier run left behind", "pid", pid)
		if err := p.stopOrphan(ctx, pid); err != nil {
			return err
		}
	}
	if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) {
		return nil
	}
	return os.WriteFile(path, []byte(strconv.Itoa(os.Getpid())+"\n"+rest), 0o600) // in place: the owner is kept
}

func (p *Postgres) stopOrphan(ctx context.Context, pid int) error {
	for way := range 3 {
		stop(pid, way, p.bin, p.data())
		for range 50 {
			if !isPostmaster(pid, p.data()) {
				return nil
			}
			if err := pause(ctx, 100*time.Millisecond); err != nil {
				return err
			}
		}
	}
	return fmt.Errorf("the Postgres that an earlier run left behind (pid %d) does not stop", pid)
}

// pause waits, unless the context ends first.
func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}
