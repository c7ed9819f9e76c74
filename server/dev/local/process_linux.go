package local

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

const nobody = 65534

// chooseIdentity keeps an ordinary user. Root becomes the user nobody when that user can reach the programs and the folder, and else
// appears as nobody inside a user namespace, where files stay root's.
func chooseIdentity(dir string, b binaries) (identity, error) {
	// A process group of its own: Ctrl-C in a terminal reaches us first, and we stop it in order.
	self := identity{attr: syscall.SysProcAttr{Pdeathsig: syscall.SIGINT, Setpgid: true}}
	if os.Geteuid() != 0 {
		return self, nil
	}
	dropped := self
	dropped.uid, dropped.gid, dropped.switched = nobody, nobody, true
	dropped.attr.Credential = &syscall.Credential{Uid: nobody, Gid: nobody}
	errDrop := dropped.try(dir, b)
	if errDrop == nil {
		return dropped, nil
	}
	mapped := self
	mapped.switched = true
	mapped.attr.Cloneflags = syscall.CLONE_NEWUSER
	mapped.attr.UidMappings = []syscall.SysProcIDMap{{ContainerID: nobody, HostID: 0, Size: 1}}
	mapped.attr.GidMappings = []syscall.SysProcIDMap{{ContainerID: nobody, HostID: 0, Size: 1}}
	mapped.attr.Credential = &syscall.Credential{Uid: nobody, Gid: nobody, NoSetGroups: true}
	errMap := mapped.try(dir, b)
	if errMap == nil {
		return mapped, nil
	}
	return identity{}, fmt.Errorf("postgres does not run as root: start the app as an ordinary user\n%w", errors.Join(errDrop, errMap))
}

// try gives the folder to the identity and runs a Postgres program as it.
func (as identity) try(dir string, b binaries) error {
	if at, err := os.Stat(filepath.Join(dir, "data")); err == nil {
		if owner := int(at.Sys().(*syscall.Stat_t).Uid); owner != as.uid {
			return fmt.Errorf("as user %d: the data in %s belong to user %d", as.uid, dir, owner)
		}
	}
	if err := as.own(dir); err != nil {
		return err
	}
	if err := finish(as.command(dir, b.path("postgres"), "--version")); err != nil {
		return fmt.Errorf("as user %d in %s: %w", as.uid, dir, err)
	}
	return nil
}

// isPostmaster reports whether a process is the Postgres that serves these data. A zombie is not.
func isPostmaster(pid int, data string) bool {
	line, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
	return strings.Contains(string(line), "postgres\x00") && strings.Contains(string(line), "\x00"+data+"\x00")
}
