package local

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
)

const hasUnixSockets = false

// chooseIdentity keeps the user. Postgres does not notice our death here, so after a killed app it keeps running until the next start.
func chooseIdentity(string, binaries) (identity, error) {
	// A process group of its own: Ctrl-C in a console reaches us first, and we stop it in order.
	return identity{attr: syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP}}, nil
}

// isPostmaster reports whether a process is a Postgres.
func isPostmaster(pid int, _ string) bool {
	list, _ := exec.Command("tasklist", "/FI", "PID eq "+strconv.Itoa(pid)).Output()
	return strings.Contains(string(list), "postgres")
}

// stop asks a postmaster to end, in one of three ways, each more forceful than the one before.
func stop(pid, way int, b binaries, data string) {
	switch way {
	case 0, 1:
		_ = exec.Command(b.path("pg_ctl"), "-D", data, "stop", "-W", "-m", []string{"fast", "immediate"}[way]).Run()
	default:
		_ = exec.Command("taskkill", "/PID", strconv.Itoa(pid), "/T", "/F").Run()
	}
}

const sharingViolation = syscall.Errno(32)

// lockFile opens a file that no other process can open until ours ends, however it ends. errTaken when another process has it.
func lockFile(path string) (*os.File, error) {
	name, err := syscall.UTF16PtrFromString(path)
	if err != nil {
		return nil, err
	}
	h, err := syscall.CreateFile(name, syscall.GENERIC_READ|syscall.GENERIC_WRITE, 0, nil, syscall.OPEN_ALWAYS,
		syscall.FILE_ATTRIBUTE_NORMAL, 0)
	if errors.Is(err, sharingViolation) {
		return nil, errTaken
	}
	if err != nil {
		return nil, fmt.Errorf("lock %s: %w", path, err)
	}
	return os.NewFile(uintptr(h), path), nil
}
