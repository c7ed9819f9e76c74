//go:build unix && !linux

package local

import (
	"errors"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
)

// chooseIdentity keeps the ordinary user. Postgres does not notice our death here, so after a killed app it keeps running until the next
// start.
func chooseIdentity(string, binaries) (identity, error) {
	if os.Geteuid() == 0 {
		return identity{}, errors.New("postgres does not run as root: start the app as an ordinary user")
	}
	// A process group of its own: Ctrl-C in a terminal reaches us first, and we stop it in order.
	return identity{attr: syscall.SysProcAttr{Setpgid: true}}, nil
}

// isPostmaster reports whether a process is the Postgres that serves these data. A zombie is not.
func isPostmaster(pid int, data string) bool {
	// Without -ww the line ends at 79 columns, before the folder.
	line, _ := exec.Command("ps", "-ww", "-o", "command=", "-p", strconv.Itoa(pid)).Output()
	return strings.Contains(string(line), "postgres ") && strings.Contains(string(line), data)
}
