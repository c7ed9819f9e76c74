package local

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
)

// Postgres is a running server that belongs to this process.
type Postgres struct {
	opts     Options
	dir      string // holds data, password, log and lock
	bin      binaries
	as       identity
	password string
	socket   string // folder of the unix socket, "" over TCP
	port     int
	lock     *os.File
	run      *process
	stopping chan struct{}
	once     sync.Once
	stopErr  error
}

// StartPostgres starts the server, initializing its data first when there are none, and returns when it answers. The context limits only
// the start; the server runs until Stop. ErrInUse when another running app has the folder.
func StartPostgres(ctx context.Context, o Options) (_ *Postgres, err error) {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Minute)
	defer cancel()
	p := &Postgres{opts: o, stopping: make(chan struct{})}
	if p.dir, err = makeDir(o.Dir); err != nil {
		return nil, err
	}
	if p.lock, err = takeFolder(ctx, p.dir, 2*time.Second); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			p.lock.Close()
		}
	}()
	if p.bin, err = findBinaries(); err != nil {
		return nil, err
	}
	if p.as, err = chooseIdentity(p.dir, p.bin); err != nil {
		return nil, err
	}
	if err = p.makeCluster(); err != nil {
		return nil, fmt.Errorf("make the database in %s: %w", p.dir, err)
	}
	if err = p.clearPidFile(ctx); err != nil {
		return nil, err
	}
	if err = p.serve(ctx); err != nil {
		return nil, fmt.Errorf("start Postgres in %s: %w", p.dir, err)
	}
	go p.watch()
	o.log().Debug("Postgres runs", slog.String("dir", p.dir), slog.String("programs", p.bin.dir), slog.Int("pid", p.run.cmd.Process.Pid))
	return p, nil
}

func (p *Postgres) data() string { return filepath.Join(p.dir, "data") }

// URL connects to one of the server's databases as its owner. "postgres" always exists; Create makes others.
func (p *Postgres) URL(database string) string {
	u := url.URL{Scheme: "postgres", User: url.UserPassword(user, p.password), Path: "/" + database}
	q := url.Values{"sslmode": {"disable"}}
	if p.socket == "" {
		u.Host = "127.0.0.1:" + strconv.Itoa(p.port)
	} else {
		q.Set("host", p.socket)
		q.Set("port", strconv.Itoa(p.port))
	}
	u.RawQuery = q.Encode()
	return u.String()
}

// Create makes a database unless it exists.
func (p *Postgres) Create(ctx context.Context, database string) error {
	conn, err := pgx.Connect(ctx, p.URL("postgres"))
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	var there bool
	if err := conn.QueryRow(ctx, "SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)", database).Scan(&there); err != nil || there {
		return err
	}
	_, err = conn.Exec(ctx, "CREATE DATABASE "+pgx.Identifier{database}.Sanitize())
	return err
}

// watch logs when the server ends by itself.
func (p *Postgres) watch() {
	<-p.run.ended
	select {
	case <-p.stopping:
	default:
		p.opts.log().Error("Postgres ended by itself", "cause", p.run.err, "log", p.logPath())
	}
}

// Stop ends all connections and the server. It may be called more than once.
func (p *Postgres) Stop() error {
	p.once.Do(func() {
		close(p.stopping)
		p.stopErr = errors.Join(p.halt(), p.lock.Close())
	})
	return p.stopErr
}
