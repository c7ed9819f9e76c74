package local_test

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"sahn/server/dev/local"
)

// TestMain is also the app that the tests kill: with a folder in the environment it runs Postgres there.
func TestMain(m *testing.M) {
	if dir := os.Getenv("RUN_POSTGRES_IN"); dir != "" {
		p, err := local.StartPostgres(context.Background(), local.Options{Dir: dir, Log: slog.Default()})
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		fmt.Println(p.URL("postgres"))
		select {} // until it is killed
	}
	goleak.VerifyTestMain(m)
}

// folder is a new folder below one that every user may enter.
func folder(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "local-test-")
	require.NoError(t, err)
	require.NoError(t, os.Chmod(dir, 0o755))
	t.Cleanup(func() { require.NoError(t, os.RemoveAll(dir)) })
	return filepath.Join(dir, "postgres")
}

func start(t *testing.T, o local.Options) *local.Postgres {
	t.Helper()
	p, err := local.StartPostgres(t.Context(), o)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, p.Stop()) })
	return p
}

// ask runs SQL that answers with one number, or with nothing.
func ask(t *testing.T, url, sql string) int {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	require.NoError(t, err)
	defer conn.Close(context.WithoutCancel(t.Context()))
	var n int
	if err := conn.QueryRow(t.Context(), sql).Scan(&n); err != pgx.ErrNoRows {
		require.NoError(t, err)
	}
	return n
}

// app is another process that runs Postgres in the folder.
func app(t *testing.T, dir string) (cmd *exec.Cmd, url string) {
	t.Helper()
	cmd = exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "RUN_POSTGRES_IN="+dir)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	t.Cleanup(func() { cmd.Process.Kill(); cmd.Wait() })
	line := make([]byte, 1000)
	n, err := out.Read(line)
	require.NoError(t, err)
	return cmd, strings.TrimSpace(string(line[:n]))
}

// eventually asks until something is so in another process, which tells nobody; the bound only ends a test that hangs.
func eventually(t *testing.T, what string, true func() bool) {
	t.Helper()
	require.Eventually(t, true, 20*time.Second, 20*time.Millisecond, what)
}
