//go:build linux

package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

type start struct {
	Redis string `help:"One Redis with replicas and sentinels, or a cluster of six." enum:"sentinel,cluster" default:"sentinel"`
}

// Run starts the supervisor and waits until everything serves.
func (s start) Run(ctx context.Context, l *layout) error {
	if err := complete(); err != nil {
		return err
	}
	if _, running := l.running("supervisor"); running {
		return errors.New("it runs already: see status")
	}
	if err := l.take(); err != nil {
		return err
	}
	l.endLeftovers()
	stale, _ := filepath.Glob(l.path("run", "*"))
	for _, name := range stale {
		_ = os.Remove(name)
	}
	for _, program := range []string{"sahn", "cluster"} {
		if err := l.bring(program); err != nil {
			return err
		}
	}
	if err := l.chooseRedis(s.Redis); err != nil {
		return err
	}
	if err := l.writeAll(""); err != nil {
		return err
	}
	began := time.Now()
	if err := l.supervisor(ctx); err != nil {
		return err
	}
	fmt.Printf("The cluster is ready after %s: %s (certificate %s)\n", time.Since(began).Round(time.Second), l.appURL(),
		l.path("tls", "ca.pem"))
	return status{}.Run(ctx, l)
}

// bring copies a program of bin into the folder of the cluster, where the cluster's user may run it and no build replaces it.
func (l *layout) bring(program string) error {
	text, err := os.ReadFile(filepath.Join(l.repo, "bin", program))
	if err != nil {
		return err
	}
	fresh := l.path("bin", program+".new")
	return errors.Join(os.WriteFile(fresh, text, 0o755), os.Rename(fresh, l.path("bin", program))) //nolint:gosec // it is a program
}

// supervisor starts the program that keeps all others, detached from this one, and waits until all are ready.
func (l *layout) supervisor(ctx context.Context) error {
	log, err := os.OpenFile(l.path("log", "supervisor.log"), os.O_CREATE|os.O_TRUNC|os.O_RDWR, 0o644)
	if err != nil {
		return err
	}
	defer log.Close()
	if err := l.own(); err != nil {
		return err
	}
	cmd := l.command(l.path("bin", "cluster"), l.self("supervise")...)
	cmd.Stdout, cmd.Stderr = log, log
	if err := cmd.Start(); err != nil {
		return err
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	for {
		select {
		case err := <-ended:
			said, _ := os.ReadFile(log.Name())
			return fmt.Errorf("the cluster did not start: %w\n%s", err, said)
		case <-ctx.Done():
			return errors.Join(ctx.Err(), cmd.Process.Signal(syscall.SIGTERM))
		case <-time.After(200 * time.Millisecond):
		}
		if _, err := os.Stat(l.path("run", "ready")); err == nil {
			return nil
		}
	}
}

type stop struct {
	Wipe bool `help:"Also delete the cluster's folder."`
}

// Run ends the supervisor, which ends the rest in order, and then whatever a killed supervisor has left.
func (s stop) Run(_ context.Context, l *layout) error {
	if p, running := l.running("supervisor"); running {
		p.end(5 * time.Minute)
	}
	l.endLeftovers()
	if s.Wipe {
		return os.RemoveAll(l.dir)
	}
	return nil
}

// endLeftovers ends the processes that are written down, and the Postgres of each node, which outlives a killed Patroni.
func (l *layout) endLeftovers() {
	written, _ := filepath.Glob(l.path("run", "*.pid"))
	for _, file := range written {
		name := strings.TrimSuffix(filepath.Base(file), ".pid")
		if p, running := l.running(name); running && p.pid != os.Getpid() {
			p.end(stopLimit)
		}
		_ = os.Remove(file)
	}
	for _, node := range nodes {
		if p, running := l.postmaster(node); running {
			p.signal(syscall.SIGCONT)
			p.signal(syscall.SIGINT)
			if within(stopLimit, func() bool { return !p.lives() }) != nil {
				p.end(time.Second)
			}
		}
	}
}

type status struct{}

// Run prints every program and who leads.
func (status) Run(ctx context.Context, l *layout) error {
	if _, running := l.running("supervisor"); !running {
		return errors.New("the cluster does not run: see start")
	}
	if err := l.readSecret(); err != nil {
		return err
	}
	wrong := 0
	for _, s := range l.services("cluster") {
		p, running := l.running(s.name)
		state := "ready"
		if err := s.ready(ctx); err != nil {
			state = "not ready"
		}
		if !running {
			state = "ended"
		}
		if l.held(s.name) {
			state += ", held by a drill"
		}
		if state != "ready" {
			wrong++
		}
		fmt.Printf("  %-13s %-10s pid %-8d %s\n", s.name, state, p.pid, l.where(s.name))
	}
	members, err := l.members(ctx)
	for _, m := range members {
		fmt.Printf("  %-13s %-13s %-10s timeline %d\n", m.Name, m.Role, m.State, m.Timeline)
	}
	if !l.clustered() {
		fmt.Printf("  Redis primary %s\n", l.redisPrimary())
	}
	if wrong > 0 {
		err = errors.Join(err, fmt.Errorf("%d programs are not as they should be", wrong))
	}
	return err
}

// where is the address of a program.
func (l *layout) where(name string) string {
	switch name {
	case "haproxy":
		return fmt.Sprintf("%s, Postgres %s, replicas %s, Redis %s", l.appURL(), l.address("primary"), l.address("replica"), l.address("redis"))
	case "relay":
		return l.address("relay-postgres") + ", " + l.address("relay-redis")
	}
	return l.address(name)
}

func (l *layout) readSecret() error {
	secret, err := os.ReadFile(l.path("secret"))
	l.secret = string(secret)
	return err
}

// member is a Postgres as Patroni sees it.
type member struct {
	Name     string `json:"name"`
	Role     string `json:"role"` // leader, sync_standby or replica
	State    string `json:"state"`
	Timeline int    `json:"timeline"`
}

// members asks any Patroni that answers.
func (l *layout) members(ctx context.Context) (all []member, err error) {
	for _, node := range nodes {
		ask, errAsk := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+l.address(node+"-rest")+"/cluster", nil)
		if errAsk != nil {
			return nil, errAsk
		}
		got, errGot := (&http.Client{Timeout: 3 * time.Second}).Do(ask)
		if errGot != nil {
			err = errors.Join(err, errGot)
			continue
		}
		var said struct {
			Members []member `json:"members"`
		}
		errRead := json.NewDecoder(got.Body).Decode(&said)
		got.Body.Close()
		if errRead == nil && len(said.Members) > 0 {
			slices.SortFunc(said.Members, func(a, b member) int { return strings.Compare(a.Name, b.Name) })
			return said.Members, nil
		}
		err = errors.Join(err, errRead)
	}
	return nil, fmt.Errorf("no Patroni answers: %w", err)
}

// leader is the node of the primary, "" when there is none.
func (l *layout) leader(ctx context.Context) string {
	all, _ := l.members(ctx)
	for _, m := range all {
		if m.Role == "leader" && m.State == "running" {
			return m.Name
		}
	}
	return ""
}

// redisPrimary is the address that the sentinels name.
func (l *layout) redisPrimary() string {
	for _, name := range sentinels {
		said, err := exec.Command("redis-cli", "-p", fmt.Sprint(l.port(name)), "sentinel", "get-master-addr-by-name", "sahn").Output()
		if lines := strings.Fields(string(said)); err == nil && len(lines) == 2 {
			return lines[0] + ":" + lines[1]
		}
	}
	return "unknown"
}
