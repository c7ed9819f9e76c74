package servertest

import (
	"context"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/oklog/ulid/v2"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivermigrate"

	"sahn/server/platform/db"
	sahnsql "sahn/sql"
)

// hangGuard is a timeout for what could wait for ever; nothing takes this long.
const hangGuard = time.Minute

// DB is a migrated, empty database that no other test uses at the same time. It is dropped or emptied when the test ends.
func DB(t testing.TB) *pgxpool.Pool {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), hangGuard)
	defer cancel()
	d, err := takeDatabase(ctx, Postgres(t))
	if err != nil {
		t.Fatalf("make the test's database: %v", err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), hangGuard)
		defer cancel()
		if err := d.rest(ctx); err != nil {
			t.Error(err)
		}
		if err := d.giveBack(ctx); err != nil {
			t.Errorf("give back the test's database: %v", err)
		}
	})
	d.closeLate(ctx)
	if d.pool == nil {
		if d.pool, err = db.Open(ctx, d.url); err != nil {
			t.Fatalf("open the test's database: %v", err)
		}
	}
	return d.pool
}

// Database makes a fresh, migrated, empty database on a server, and returns its URL and a function that drops it.
func Database(ctx context.Context, server string) (url string, drop func(context.Context) error, err error) {
	migrated, err := template(ctx, server)
	if err != nil {
		return "", nil, fmt.Errorf("template: %w", err)
	}
	name := "test_" + strings.ToLower(ulid.Make().String())
	// Where file operations are cheap, copying files takes half as long as writing their pages to the log.
	if err := execute(ctx, server, "CREATE DATABASE "+name+" TEMPLATE "+migrated+" STRATEGY FILE_COPY"); err != nil {
		return "", nil, err
	}
	return in(server, name), func(ctx context.Context) error { return execute(ctx, server, "DROP DATABASE "+name+" WITH (FORCE)") }, nil
}

var made struct {
	sync.Mutex
	on map[string]string // by server: a test that kills a server has its own
}

// template is the database that all others are copied from. Its name is a hash of the migrations, so that the processes that share a
// server share it too; it appears under that name whole or not at all.
func template(ctx context.Context, server string) (string, error) {
	made.Lock()
	defer made.Unlock()
	if name := made.on[server]; name != "" {
		return name, nil
	}
	name, err := templateName()
	if err != nil {
		return "", err
	}
	conn, err := pgx.Connect(ctx, server)
	if err != nil {
		return "", err
	}
	defer conn.Close(context.WithoutCancel(ctx)) // also releases the lock
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock(hashtext($1))", name); err != nil {
		return "", err
	}
	var there bool
	if err := conn.QueryRow(ctx, "SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)", name).Scan(&there); err != nil {
		return "", err
	}
	if !there {
		half := name + "_half"
		for _, step := range []func() error{
			func() error { return run(ctx, conn, "DROP DATABASE IF EXISTS "+half+" WITH (FORCE)") },
			func() error { return run(ctx, conn, "CREATE DATABASE "+half) },
			func() error { return db.Migrate(ctx, in(server, half)) },
			func() error { return run(ctx, conn, "ALTER DATABASE "+half+" RENAME TO "+name) },
			func() error { return run(ctx, conn, "ALTER DATABASE "+name+" ALLOW_CONNECTIONS false") },
		} {
			if err := step(); err != nil {
				return "", err
			}
		}
	}
	if made.on == nil {
		made.on = map[string]string{}
	}
	made.on[server] = name
	return name, nil
}

// templateName is a hash of every migration, ours and the job queue's.
func templateName() (string, error) {
	sum := sha256.New()
	err := fs.WalkDir(sahnsql.Migrations, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := fs.ReadFile(sahnsql.Migrations, path)
		fmt.Fprintf(sum, "%s %d\n%s", path, len(content), content)
		return err
	})
	if err != nil {
		return "", err
	}
	jobs, err := rivermigrate.New(riverpgxv5.New(nil), nil)
	if err != nil {
		return "", err
	}
	for _, version := range jobs.AllVersions() {
		fmt.Fprintf(sum, "%d %s\n", version.Version, version.SQLUp)
	}
	return fmt.Sprintf("template_%x", sum.Sum(nil)[:8]), nil
}

func execute(ctx context.Context, server, sql string) error {
	conn, err := pgx.Connect(ctx, server)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	return run(ctx, conn, sql)
}

func run(ctx context.Context, conn *pgx.Conn, sql string) error {
	_, err := conn.Exec(ctx, sql)
	return err
}

// in is another database on the same server.
func in(server, database string) string {
	u, err := url.Parse(server)
	if err != nil {
		panic(fmt.Sprintf("TEST_DATABASE_URL is not a URL: %v", err))
	}
	u.Path = "/" + database
	return u.String()
}
