//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
)

// service is one program of the cluster. The supervisor starts it again when it ends by itself, as systemd would.
type service struct {
	name    string
	program string
	args    []string
	env     []string
	ready   func(ctx context.Context) error // asked until it is nil
	prepare func(ctx context.Context) error // once, before the first start
}

// services are all programs in the order in which they start.
func (l *layout) services(self string) []service {
	etcd := "http://" + l.address("etcd")
	peer := "http://" + l.address("etcd-peer")
	all := []service{{name: "etcd", program: "etcd", ready: l.answers("http", "etcd", "/health"),
		args: []string{"--name=etcd", "--data-dir=" + l.path("etcd"), "--listen-client-urls=" + etcd, "--advertise-client-urls=" + etcd,
			"--listen-peer-urls=" + peer, "--initial-advertise-peer-urls=" + peer, "--initial-cluster=etcd=" + peer,
			"--enable-v2=true", "--heartbeat-interval=500", "--election-timeout=5000", "--log-level=warn"}}}
	for _, node := range nodes {
		all = append(all, service{name: node, program: "patroni", args: []string{l.path("etc", "patroni-"+node+".yml")},
			ready: l.answers("http", node+"-rest", "/health")})
	}
	for _, name := range l.redises() {
		all = append(all, service{name: name, program: "redis-server", args: []string{l.path("etc", "redis-"+name+".conf")},
			ready: l.listens(name)})
	}
	for _, name := range l.sentinels() {
		all = append(all, service{name: name, program: "redis-sentinel", args: []string{l.path("etc", "sentinel-"+name+".conf")},
			ready: l.listens(name)})
	}
	all = append(all,
		service{name: "haproxy", program: "haproxy", args: []string{"-db", "-f", l.path("etc", "haproxy.cfg")}, prepare: l.joinRedis,
			ready: l.listens("app")},
		service{name: "pgbouncer", program: "pgbouncer", args: []string{l.path("etc", "pgbouncer.ini")}, prepare: l.makeDatabase,
			ready: l.listens("pgbouncer")},
		service{name: "mailbox", program: self, args: l.self("mailbox"), ready: l.listens("mailbox")},
		service{name: "relay", program: self, args: l.self("relay"), ready: l.listens("relay-postgres")},
		service{name: "sandbox", program: l.path("bin", "sahn"), args: []string{"sandbox"}, env: l.sandboxSettings(),
			ready: l.listens("sandbox")})
	for i, name := range servers {
		s := service{name: name, program: l.path("bin", "sahn"), args: []string{"serve"}, env: l.settings(name),
			ready: l.answers("http", name, "/readyz")}
		if i == 0 {
			s.prepare = func(ctx context.Context) error { return l.fill(ctx, "sahn") }
		}
		all = append(all, s)
	}
	return append(all,
		service{name: "alertmanager", program: "prometheus-alertmanager", ready: l.listens("alertmanager"),
			args: []string{"--config.file=" + l.path("etc", "alertmanager.yml"), "--storage.path=" + l.path("alertmanager"),
				"--web.listen-address=" + l.address("alertmanager"), "--cluster.listen-address=", "--log.level=warn"}},
		service{name: "prometheus", program: "prometheus", ready: l.answers("http", "prometheus", "/-/ready"),
			args: []string{"--config.file=" + l.path("etc", "prometheus.yml"), "--storage.tsdb.path=" + l.path("prometheus"),
				"--web.listen-address=" + l.address("prometheus"), "--storage.tsdb.retention.time=2d", "--log.level=warn"}})
}

// self are the arguments of a command of this program on the same cluster.
func (l *layout) self(command string) []string {
	return []string{"--dir", l.dir, "--base", strconv.Itoa(l.base), command}
}

// settings are the environment of a server (docs/operations.md). The third one reaches Postgres through the relay.
func (l *layout) settings(name string) []string {
	database := l.database("pgbouncer")
	if name == "sahn3" {
		database = l.database("relay-postgres")
	}
	return append(l.common(), "PORT="+strconv.Itoa(l.port(name)), "DATA_DIR="+l.path(name), "DATABASE_URL="+database,
		"DATABASE_REPLICA_URL="+l.database("replica"), "REDIS_URL="+l.redisURL(name), "METRICS_ADDR="+l.address(name+"-metrics"),
		"DRAIN_SECONDS=3")
}

// common is what all servers and commands of the app share.
func (l *layout) common() []string {
	card := "http://" + l.address("sandbox") + "/FortAPI/"
	return []string{"PUBLIC_URL=" + l.appURL(), "APP_SECRET=" + l.secret, "SMTP_URL=smtp://" + l.address("mailbox"), "DEMO=false",
		"DATABASE_URL=" + l.database("pgbouncer"), "DATA_DIR=" + l.path("sandbox"), "TRUSTED_PROXIES=127.0.0.1/32",
		"PAYMENT_MERCHANT_IDENTIFIER=SahnSandbox", "PAYMENT_ACCESS_CODE=SandboxAccess", "PAYMENT_REQUEST_PHRASE=sandbox-request-phrase",
		"PAYMENT_RESPONSE_PHRASE=sandbox-response-phrase", "PAYMENT_PAGE_URL=" + card + "paymentPage", "PAYMENT_API_URL=" + card + "paymentApi",
		"SSL_CERT_FILE=" + l.path("tls", "ca.pem"), "SANDBOX_PORT=" + strconv.Itoa(l.port("sandbox"))}
}

// sandboxSettings let the binary be the card provider: the account is its own, so none is named.
func (l *layout) sandboxSettings() []string {
	var rest []string
	for _, setting := range l.common() {
		if !strings.HasPrefix(setting, "PAYMENT_") {
			rest = append(rest, setting)
		}
	}
	return rest
}

// runs runs a command of a version of the app, straight at the primary, to its end.
func (l *layout) runs(program, command string) (string, error) {
	cmd := l.command(l.path("bin", program), command)
	cmd.Env = append(cmd.Env, append(l.common(), "DEMO_PAST=false", "DATABASE_URL="+l.database("primary"))...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		err = fmt.Errorf("%s %s: %w: %s", program, command, err, out)
	}
	return string(out), err
}

const createDatabase = "CREATE DATABASE sahn OWNER sahn"

// makeDatabase makes the app's role and database, and the archive of the backups, unless they are there.
func (l *layout) makeDatabase(ctx context.Context) error {
	var conn *pgx.Conn
	err := within(time.Minute, func() bool {
		made, err := l.primary(ctx)
		conn = made
		return err == nil
	})
	if err != nil {
		return fmt.Errorf("the primary does not answer through HAProxy: %w", err)
	}
	defer conn.Close(ctx)
	var there bool
	if err := conn.QueryRow(ctx, "SELECT EXISTS (SELECT FROM pg_database WHERE datname = 'sahn')").Scan(&there); err != nil || there {
		return err
	}
	for _, sql := range []string{"CREATE ROLE sahn LOGIN PASSWORD '" + l.secret + "'", createDatabase} {
		if _, err := conn.Exec(ctx, sql); err != nil {
			return err
		}
	}
	_, err = l.ask("pgbackrest", "--config="+l.path("etc", "pgbackrest-pg1.conf"), "--stanza=sahn", "stanza-create")
	return err
}

// primary connects to the primary through HAProxy, which asks each node in turn until it has looked which of them is the primary.
func (l *layout) primary(ctx context.Context) (conn *pgx.Conn, err error) {
	for range nodes {
		if conn != nil {
			_ = conn.Close(ctx)
		}
		if conn, err = pgx.Connect(ctx, l.admin("primary", "postgres")); err != nil {
			return nil, err
		}
		var standby bool
		if err := conn.QueryRow(ctx, "SELECT pg_is_in_recovery()").Scan(&standby); err != nil || standby {
			_ = conn.Close(ctx)
			return nil, errors.Join(err, errors.New("a standby answers in place of the primary"))
		}
	}
	return conn, nil
}

// fill brings the database to the version of a program and loads the demo.
func (l *layout) fill(ctx context.Context, program string) error {
	_, err := l.runs(program, "demo")
	return errors.Join(err, ctx.Err())
}

// answers asks a path until it is answered with 200.
func (l *layout) answers(scheme, name, path string) func(ctx context.Context) error {
	return func(ctx context.Context) error {
		ask, err := http.NewRequestWithContext(ctx, http.MethodGet, scheme+"://"+l.address(name)+path, nil)
		if err != nil {
			return err
		}
		got, err := (&http.Client{Timeout: 3 * time.Second}).Do(ask)
		if err != nil {
			return err
		}
		defer got.Body.Close()
		if got.StatusCode != http.StatusOK {
			return fmt.Errorf("%s%s: %s", name, path, got.Status)
		}
		return nil
	}
}

func (l *layout) listens(name string) func(ctx context.Context) error {
	return func(ctx context.Context) error {
		conn, err := (&net.Dialer{Timeout: time.Second}).DialContext(ctx, "tcp", l.address(name))
		if err != nil {
			return err
		}
		return conn.Close()
	}
}
