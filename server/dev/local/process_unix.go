//go:build unix

package local

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

const hasUnixSockets = true

// Signals to stop Postgres, each more forceful than the one before.
var stops = []syscall.Signal{syscall.SIGINT, syscall.SIGQUIT, syscall.SIGKILL}

// stop asks a postmaster to end, in one of the three ways.
func stop(pid, way int, _ binaries, _ string) { _ = syscall.Kill(pid, stops[way]) }

// lockFile takes a lock that ends with our process, however it ends. errTaken when another process has it.
func lockFile(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		f.Close()
		if errors.Is(err, syscall.EWOULDBLOCK) {
			return nil, errTaken
		}
		return nil, fmt.Errorf("lock %s: %w", path, err)
	}
	return f, nil
}
