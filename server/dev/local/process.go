package local

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"syscall"
)

// identity is the user that Postgres runs as, since it refuses to run as root.
type identity struct {
	attr     syscall.SysProcAttr
	uid, gid int
	switched bool // it is another user than ours: files must be given to it
}

// own makes the identity the owner of a file.
func (as identity) own(path string) error {
	if !as.switched {
		return nil
	}
	return os.Chown(path, as.uid, as.gid)
}

// command is a Postgres program with an environment without the caller's own Postgres settings.
func (as identity) command(dir, program string, args ...string) *exec.Cmd {
	cmd := exec.Command(program, args...)
	attr := as.attr
	cmd.SysProcAttr, cmd.Dir = &attr, dir
	for _, setting := range os.Environ() {
		if !strings.HasPrefix(setting, "PG") && !strings.HasPrefix(setting, "LC_") && !strings.HasPrefix(setting, "LANG") {
			cmd.Env = append(cmd.Env, setting)
		}
	}
	cmd.Env = append(cmd.Env, "LC_ALL=C", "TZ=UTC")
	return cmd
}

// process is a child that does not outlive us, where the system supports that.
type process struct {
	cmd   *exec.Cmd
	ended chan struct{} // closed when it has ended
	err   error         // its result; read it after ended
}

func spawn(cmd *exec.Cmd) (*process, error) {
	p := &process{cmd: cmd, ended: make(chan struct{})}
	started := make(chan error)
	go func() {
		runtime.LockOSThread() // Linux signals the death of the thread that forked, not of the program
		err := cmd.Start()
		started <- err
		if err == nil {
			p.err = cmd.Wait()
			close(p.ended)
		}
	}()
	return p, <-started
}

// finish runs a command and waits for its end.
func finish(cmd *exec.Cmd) error {
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	p, err := spawn(cmd)
	if err == nil {
		<-p.ended
		err = p.err
	}
	if err != nil {
		return fmt.Errorf("%s: %w: %s", cmd.Path, err, strings.TrimSpace(out.String()))
	}
	return nil
}
