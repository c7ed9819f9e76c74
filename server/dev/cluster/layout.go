//go:build linux

package main

import (
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
)

var (
	nodes     = []string{"pg1", "pg2", "pg3"}
	servers   = []string{"sahn1", "sahn2", "sahn3"}
	redises   = []string{"redis1", "redis2", "redis3", "redis4", "redis5", "redis6"} // as a cluster; with sentinels the first three
	sentinels = []string{"sentinel1", "sentinel2", "sentinel3"}
)

// ports are the distances from the first port. primary, replica and redis are HAProxy's, which follows Patroni and Sentinel. The relays
// are the way of the third server alone, so that a drill can cut it.
var ports = map[string]int{
	"app": 0, "sahn1": 1, "sahn2": 2, "sahn3": 3, "sahn1-metrics": 11, "sahn2-metrics": 12, "sahn3-metrics": 13,
	"primary": 20, "replica": 21, "redis": 22, "pgbouncer": 30, "relay-postgres": 35, "relay-redis": 36,
	"pg1": 41, "pg2": 42, "pg3": 43, "pg1-rest": 44, "pg2-rest": 45, "pg3-rest": 46, "etcd": 50, "etcd-peer": 51,
	"redis1": 61, "redis2": 62, "redis3": 63, "redis4": 64, "redis5": 65, "redis6": 66,
	"sentinel1": 71, "sentinel2": 72, "sentinel3": 73,
	"sandbox": 80, "mailbox": 81, "prometheus": 90, "alertmanager": 91,
}

const postgresBin = "/usr/lib/postgresql/15/bin"

// layout says where everything of one cluster is: its folder, its ports, and the user whose processes they are.
type layout struct {
	dir, repo string
	base      int
	secret    string // the password of everything here
	as        *syscall.Credential
}

func newLayout(dir string, base int) (*layout, error) {
	repo, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	return &layout{dir: dir, repo: repo, base: base}, nil
}

// port is where a part listens on 127.0.0.1.
func (l *layout) port(name string) int {
	offset, known := ports[name]
	if !known {
		panic("no port for " + name)
	}
	return l.base + offset
}

func (l *layout) address(name string) string { return "127.0.0.1:" + strconv.Itoa(l.port(name)) }

func (l *layout) path(parts ...string) string {
	return filepath.Join(append([]string{l.dir}, parts...)...)
}

// appURL is where people would reach the cluster: HAProxy, with TLS.
func (l *layout) appURL() string { return "https://localhost:" + strconv.Itoa(l.port("app")) }

// database is the address of the app's database through a part that leads to Postgres.
func (l *layout) database(through string) string {
	return fmt.Sprintf("postgres://sahn:%s@%s/sahn?sslmode=disable", l.secret, l.address(through))
}

// admin is the address of a part that leads to Postgres, for its superuser.
func (l *layout) admin(through, database string) string {
	return fmt.Sprintf("postgres://postgres:%s@%s/%s?sslmode=disable", l.secret, l.address(through), database)
}

// take prepares the folder: its password, and the user of the processes. Postgres refuses root, who becomes the packages' user postgres.
func (l *layout) take() error {
	if os.Geteuid() == 0 && l.as == nil {
		who, err := user.Lookup("postgres")
		if err != nil {
			return fmt.Errorf("postgres does not run as root: %w", err)
		}
		uid, errUser := strconv.ParseUint(who.Uid, 10, 32)
		gid, errGroup := strconv.ParseUint(who.Gid, 10, 32)
		if err := errors.Join(errUser, errGroup); err != nil {
			return err
		}
		l.as = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
	}
	if err := os.MkdirAll(filepath.Dir(l.dir), 0o755); err != nil {
		return err
	}
	folders := []string{"", "bin", "etc", "log", "run", "tls", "etcd", "mailbox", "prometheus", "alertmanager", "pgbackrest", "sandbox", "tmp"}
	for _, name := range slices.Concat(folders, nodes, servers, redises, sentinels) {
		if err := os.MkdirAll(l.path(name), 0o700); err != nil {
			return err
		}
	}
	secret, err := os.ReadFile(l.path("secret"))
	if errors.Is(err, os.ErrNotExist) {
		secret = []byte(rand.Text() + rand.Text())
		err = os.WriteFile(l.path("secret"), secret, 0o600)
	}
	l.secret = string(secret)
	return errors.Join(err, l.own())
}

// own gives the folder to the user of the processes.
func (l *layout) own() error {
	if l.as == nil {
		return nil
	}
	return filepath.WalkDir(l.dir, func(path string, _ os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Lchown(path, int(l.as.Uid), int(l.as.Gid))
	})
}

// command is a program that runs as the user of the cluster, in a session of its own, so that a terminal's Ctrl-C does not reach it.
func (l *layout) command(program string, args ...string) *exec.Cmd {
	cmd := exec.Command(program, args...)
	cmd.Dir = l.dir
	cmd.Env = []string{"PATH=" + postgresBin + ":/usr/sbin:/usr/bin:/sbin:/bin", "HOME=" + l.dir, "LC_ALL=C.UTF-8", "TZ=UTC",
		"TMPDIR=" + l.path("tmp")}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Credential: l.as}
	return cmd
}

// ask runs a program of the cluster to its end and returns what it printed.
func (l *layout) ask(program string, args ...string) (string, error) {
	out, err := l.command(program, args...).CombinedOutput()
	if err != nil {
		err = fmt.Errorf("%s %s: %w: %s", program, strings.Join(args, " "), err, out)
	}
	return string(out), err
}

// packages are Debian's, by the programs that the cluster needs of them.
var packages = []struct{ program, name string }{
	{"patroni", "patroni"}, {"etcd", "etcd-server"}, {postgresBin + "/postgres", "postgresql-15"}, {"/usr/sbin/pgbouncer", "pgbouncer"},
	{"/usr/sbin/haproxy", "haproxy"}, {"redis-server", "redis-server"}, {"redis-sentinel", "redis-sentinel"}, {"pgbackrest", "pgbackrest"},
	{"prometheus", "prometheus"}, {"prometheus-alertmanager", "prometheus-alertmanager"},
}

// complete is an error that names the packages that are missing, and the line that installs them.
func complete() error {
	var missing []string
	for _, p := range packages {
		if _, err := exec.LookPath(p.program); err != nil {
			missing = append(missing, p.name)
		}
	}
	if len(missing) == 0 {
		return nil
	}
	return fmt.Errorf("packages are missing. This installs them:\n  apt-get install -y %s\nDebian starts some of them at once; "+
		"the cluster needs none of these services, so they may be stopped and disabled", strings.Join(missing, " "))
}
