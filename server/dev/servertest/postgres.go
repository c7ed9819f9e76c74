package servertest

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"sahn/server/dev/local"
)

// own is this process's own Postgres, started by the first test that needs it.
var own struct {
	sync.Mutex
	dir     string
	running *local.Postgres
	err     error
}

// Postgres is the URL of a server on which a test may make databases: TEST_DATABASE_URL when set, so that all packages share one, else
// this process's own. It ends with the process.
func Postgres(t testing.TB) string {
	t.Helper()
	if !inMain.Load() {
		t.Fatal("this package needs: func TestMain(m *testing.M) { servertest.Main(m) }")
	}
	if shared := os.Getenv("TEST_DATABASE_URL"); shared != "" {
		return shared
	}
	own.Lock()
	defer own.Unlock()
	if own.running == nil && own.err == nil {
		own.err = startPostgres()
	}
	if own.err != nil {
		t.Fatalf("start the test server: %v", own.err)
	}
	return own.running.URL("postgres")
}

func startPostgres() (err error) {
	ctx := context.Background()
	if err := sweep(ctx); err != nil {
		return err
	}
	if own.dir, err = os.MkdirTemp("", "sahn-test-"); err != nil {
		return err
	}
	if err := os.Chmod(own.dir, 0o755); err != nil { // Postgres may have to run as another user
		return err
	}
	own.running, err = local.StartPostgres(ctx, local.Options{
		Dir: filepath.Join(own.dir, "postgres"), MaxConnections: 100, Volatile: true,
	})
	return err
}

func stopPostgres() error {
	own.Lock()
	defer own.Unlock()
	var err error
	if own.running != nil {
		err = own.running.Stop()
	}
	if own.dir != "" {
		err = errors.Join(err, os.RemoveAll(own.dir))
	}
	return err
}

// sweep removes the servers of test runs that were killed.
func sweep(ctx context.Context) error {
	left, err := filepath.Glob(filepath.Join(os.TempDir(), "sahn-test-*"))
	if err != nil {
		return err
	}
	for _, dir := range left {
		at, err := os.Stat(dir)
		if err != nil || time.Since(at.ModTime()) < time.Minute { // perhaps about to start
			continue
		}
		err = local.RemovePostgres(ctx, filepath.Join(dir, "postgres"))
		switch {
		case errors.Is(err, local.ErrInUse), errors.Is(err, os.ErrPermission): // in use, or another user's
			continue
		case err != nil && !errors.Is(err, os.ErrNotExist):
			return err
		}
		if err := os.RemoveAll(dir); err != nil {
			return err
		}
	}
	return nil
}
