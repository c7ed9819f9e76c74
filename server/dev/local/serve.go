package local

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// errPassing is a start that failed for a temporary reason: connections of a killed server are finishing their last query, or another
// process took the port.
var errPassing = errors.New("not yet")

// startingUp is the server's answer during its recovery (cannot_connect_now).
const startingUp = "57P03"

// longestSocket is the length of a socket's folder that is possible on every system.
const longestSocket = 103 - len("/.s.PGSQL.5432")

// serve starts the server and waits until it answers.
func (p *Postgres) serve(ctx context.Context) error {
	for deadline := time.Now().Add(20 * time.Second); ; {
		err := p.serveOnce(ctx)
		if !errors.Is(err, errPassing) || time.Now().After(deadline) {
			return err
		}
		p.opts.log().Debug("Postgres cannot start yet", "cause", err)
		if err := pause(ctx, 250*time.Millisecond); err != nil {
			return err
		}
	}
}

func (p *Postgres) serveOnce(ctx context.Context) (err error) {
	if err := p.listenAt(); err != nil {
		return err
	}
	log, begin, err := p.openLog()
	if err != nil {
		return err
	}
	defer log.Close() // the server has its own handle
	cmd := p.as.command(p.dir, p.bin.path("postgres"), p.settings()...)
	cmd.Stdout, cmd.Stderr = log, log
	if p.run, err = spawn(cmd); err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, p.halt())
		}
	}()
	for {
		select {
		case <-p.run.ended:
			return p.whyEnded(begin)
		default:
		}
		conn, err := pgx.Connect(ctx, p.URL("postgres"))
		if err == nil {
			return conn.Close(ctx)
		}
		if refusal, ok := errors.AsType[*pgconn.PgError](err); ok && refusal.Code != startingUp {
			return err
		}
		if err := pause(ctx, 20*time.Millisecond); err != nil {
			return err
		}
	}
}

// socketDir is short, and always the same for this folder and user, so that the next start finds the files of a killed one.
func (p *Postgres) socketDir() string {
	key := sha256.Sum256(fmt.Appendf(nil, "%d %s", os.Getuid(), p.dir))
	return filepath.Join(os.TempDir(), fmt.Sprintf("sahn-%x", key[:6]))
}

// listenAt makes the socket's folder, or chooses a free port where sockets are not available.
func (p *Postgres) listenAt() error {
	p.socket, p.port = p.socketDir(), 5432
	if p.opts.TCP || !hasUnixSockets || len(p.socket) > longestSocket {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return err
		}
		p.socket, p.port = "", l.Addr().(*net.TCPAddr).Port
		return l.Close()
	}
	if err := os.RemoveAll(p.socket); err != nil {
		return err
	}
	if err := os.Mkdir(p.socket, 0o700); err != nil {
		return err
	}
	return p.as.own(p.socket)
}

func (p *Postgres) settings() []string {
	connections := p.opts.MaxConnections
	if connections == 0 {
		connections = 50
	}
	args := []string{"-D", p.data(), "-p", strconv.Itoa(p.port), "-k", p.socket}
	set := func(name, value string) { args = append(args, "-c", name+"="+value) }
	set("max_connections", strconv.Itoa(connections))
	set("listen_addresses", "")
	if p.socket == "" {
		set("listen_addresses", "127.0.0.1")
	}
	set("timezone", "UTC")
	set("log_timezone", "UTC")
	set("logging_collector", "off")
	if p.opts.Volatile {
		set("fsync", "off")
		set("synchronous_commit", "off")
		set("full_page_writes", "off")
	}
	return args
}

func (p *Postgres) logPath() string { return filepath.Join(p.dir, "log") }

// openLog opens the server's log at its end. A log above 10 MB is renamed and replaces the previous old one.
func (p *Postgres) openLog() (log *os.File, begin int64, err error) {
	if at, err := os.Stat(p.logPath()); err == nil && at.Size() > 10<<20 {
		if err := os.Rename(p.logPath(), p.logPath()+".old"); err != nil {
			return nil, 0, err
		}
	}
	if log, err = os.OpenFile(p.logPath(), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600); err != nil {
		return nil, 0, err
	}
	begin, err = log.Seek(0, io.SeekEnd)
	return log, begin, err
}

// whyEnded reads the server's last messages.
func (p *Postgres) whyEnded(begin int64) error {
	said, _ := os.ReadFile(p.logPath())
	words := strings.TrimSpace(string(said[min(begin, int64(len(said))):]))
	for _, passing := range []string{"shared memory block", "could not bind", "Address already in use"} {
		if strings.Contains(words, passing) {
			return fmt.Errorf("%w: %s", errPassing, words)
		}
	}
	return fmt.Errorf("postgres ended (%w): %s", p.run.err, words)
}

// halt stops the server, with more force when it does not react, and removes the socket's folder.
func (p *Postgres) halt() error {
	defer func() {
		if p.socket != "" {
			os.RemoveAll(p.socket)
		}
	}()
	for way, timeout := range []time.Duration{10 * time.Second, 5 * time.Second, 5 * time.Second} {
		select {
		case <-p.run.ended:
			return nil
		default:
		}
		stop(p.run.cmd.Process.Pid, way, p.bin, p.data())
		select {
		case <-p.run.ended:
			if way > 0 {
				return errors.New("postgres had to be stopped hard")
			}
			return nil
		case <-time.After(timeout):
		}
	}
	return errors.New("postgres does not stop")
}
