//go:build unix

package local_test

import (
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/local"
	"sahn/server/dev/servertest"
)

func TestStoppingLeavesNothingBehind(t *testing.T) {
	t.Parallel()
	dir := folder(t)
	p := start(t, local.Options{Dir: dir})
	socket := socketOf(t, p.URL("postgres"))
	require.DirExists(t, socket)
	pid := postmaster(t, dir)
	group, err := syscall.Getpgid(pid)
	require.NoError(t, err)
	require.Equal(t, pid, group, "Ctrl-C in a terminal reaches the app alone")

	require.NoError(t, p.Stop())
	require.NoError(t, p.Stop(), "twice is as good as once")
	require.NoDirExists(t, socket)
	require.NoFileExists(t, filepath.Join(dir, "data", "postmaster.pid"))
	require.True(t, gone(pid))
}

func TestAKilledAppLosesNothing(t *testing.T) {
	t.Parallel()
	servertest.Deep(t, "the app that is killed together with its Postgres")
	dir := folder(t)
	first, address := app(t, dir)
	ask(t, address, "CREATE TABLE lunch (n int)")
	ask(t, address, "INSERT INTO lunch VALUES (42)")
	pid := postmaster(t, dir)
	require.NoError(t, first.Process.Kill())
	first.Wait()
	if runtime.GOOS == "linux" { // elsewhere the next start stops it
		eventually(t, "Postgres follows its app", func() bool { return gone(pid) })
	}

	p := start(t, local.Options{Dir: dir})
	require.Equal(t, 42, ask(t, p.URL("postgres"), "SELECT n FROM lunch"))
	require.True(t, gone(pid))
}

func TestAKilledAppWithAKilledPostgresLosesNothing(t *testing.T) {
	t.Parallel()
	dir := folder(t)
	first, address := app(t, dir)
	ask(t, address, "CREATE TABLE lunch (n int)")
	ask(t, address, "INSERT INTO lunch VALUES (42)")
	socket := socketOf(t, address)
	require.NoError(t, syscall.Kill(postmaster(t, dir), syscall.SIGKILL))
	require.NoError(t, first.Process.Kill())
	first.Wait()
	require.FileExists(t, filepath.Join(dir, "data", "postmaster.pid"))
	require.DirExists(t, socket)

	p := start(t, local.Options{Dir: dir})
	require.Equal(t, 42, ask(t, p.URL("postgres"), "SELECT n FROM lunch"))
	require.NoError(t, p.Stop())
	require.NoDirExists(t, socket)
}

func TestAPidFileThatNamesAStrangerDoesNotHinderTheStart(t *testing.T) {
	t.Parallel()
	servertest.Deep(t, "the start after both were killed")
	dir := folder(t)
	first, _ := app(t, dir)
	require.NoError(t, syscall.Kill(postmaster(t, dir), syscall.SIGKILL))
	require.NoError(t, first.Process.Kill())
	first.Wait()
	file := filepath.Join(dir, "data", "postmaster.pid")
	at, err := os.Stat(file)
	require.NoError(t, err)
	owner := at.Sys().(*syscall.Stat_t)
	stranger := exec.Command("sleep", "60") // of the same user: Postgres minds no other
	stranger.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: owner.Uid, Gid: owner.Gid, NoSetGroups: true}}
	require.NoError(t, stranger.Start())
	defer func() { stranger.Process.Kill(); stranger.Wait() }()
	content, err := os.ReadFile(file)
	require.NoError(t, err)
	_, rest, _ := strings.Cut(string(content), "\n")
	require.NoError(t, os.WriteFile(file, fmt.Appendf(nil, "%d\n%s", stranger.Process.Pid, rest), 0o600))

	p := start(t, local.Options{Dir: dir})
	require.Equal(t, 1, ask(t, p.URL("postgres"), "SELECT 1"))
	require.NoError(t, stranger.Process.Signal(syscall.Signal(0)), "the stranger lives")
}

func TestAStartWaitsUntilTheLastConnectionOfAKilledPostgresEnds(t *testing.T) {
	t.Parallel()
	servertest.Deep(t, "the start after both were killed")
	dir := folder(t)
	first, address := app(t, dir)
	conn, err := pgx.Connect(t.Context(), address)
	require.NoError(t, err)
	defer conn.Close(t.Context())
	// A frozen process of the server does not notice that its postmaster is gone, as one in the middle of a long query does not.
	var busy int
	require.NoError(t, conn.QueryRow(t.Context(), "SELECT pg_backend_pid()").Scan(&busy))
	require.NoError(t, syscall.Kill(busy, syscall.SIGSTOP))
	t.Cleanup(func() { syscall.Kill(busy, syscall.SIGCONT) })
	require.NoError(t, syscall.Kill(postmaster(t, dir), syscall.SIGKILL))
	require.NoError(t, first.Process.Kill())
	first.Wait()

	type outcome struct {
		p   *local.Postgres
		err error
	}
	second := make(chan outcome, 1)
	go func() {
		p, err := local.StartPostgres(t.Context(), local.Options{Dir: dir})
		second <- outcome{p, err}
	}()
	eventually(t, "the first try is refused", func() bool {
		log, err := os.ReadFile(filepath.Join(dir, "log"))
		return err == nil && strings.Contains(string(log), "shared memory block")
	})
	require.NoError(t, syscall.Kill(busy, syscall.SIGCONT))
	started := <-second
	require.NoError(t, started.err)
	defer started.p.Stop()
	require.Equal(t, 1, ask(t, started.p.URL("postgres"), "SELECT 1"))
}

func TestRemovingTakesWhatAKilledAppLeft(t *testing.T) {
	t.Parallel()
	servertest.Deep(t, "what a stop leaves behind")
	dir := folder(t)
	first, address := app(t, dir)
	pid := postmaster(t, dir)
	require.NoError(t, first.Process.Kill())
	first.Wait()
	require.NoError(t, local.RemovePostgres(t.Context(), dir))
	require.NoDirExists(t, dir)
	require.NoDirExists(t, socketOf(t, address))
	eventually(t, "its Postgres is gone", func() bool { return gone(pid) })
}

// gone: a process that has ended, but that nobody has waited for yet, has no command line.
func gone(pid int) bool {
	line, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
	return syscall.Kill(pid, 0) == syscall.ESRCH || err == nil && len(line) == 0
}

func socketOf(t *testing.T, address string) string {
	t.Helper()
	u, err := url.Parse(address)
	require.NoError(t, err)
	return u.Query().Get("host")
}

func postmaster(t *testing.T, dir string) int {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(dir, "data", "postmaster.pid"))
	require.NoError(t, err)
	first, _, _ := strings.Cut(string(content), "\n")
	pid, err := strconv.Atoi(first)
	require.NoError(t, err)
	return pid
}
