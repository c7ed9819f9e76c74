//go:build linux

package main

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// process is one that the cluster started. A number is used again by others, so the time of its start belongs to it.
type process struct {
	pid   int
	began string
}

// beganAt is when a process started, in ticks since the machine did; "" for none. A zombie is none.
func beganAt(pid int) string {
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return ""
	}
	_, after, _ := strings.Cut(string(stat), ") ")
	fields := strings.Fields(after)
	if len(fields) < 20 || fields[0] == "Z" {
		return ""
	}
	return fields[19]
}

// note writes down a process under a name.
func (l *layout) note(name string, pid int) error {
	return os.WriteFile(l.path("run", name+".pid"), fmt.Appendf(nil, "%d %s\n", pid, beganAt(pid)), 0o644)
}

// running is the process of a name, if it lives.
func (l *layout) running(name string) (process, bool) {
	said, err := os.ReadFile(l.path("run", name+".pid"))
	if err != nil {
		return process{}, false
	}
	var p process
	if _, err := fmt.Sscan(string(said), &p.pid, &p.began); err != nil {
		return process{}, false
	}
	return p, p.lives()
}

func (p process) lives() bool { return p.pid > 0 && p.began != "" && beganAt(p.pid) == p.began }

// signal tells a living process; a dead one is left alone.
func (p process) signal(s syscall.Signal) {
	if p.lives() {
		_ = syscall.Kill(p.pid, s)
	}
}

// end asks a process to end, and kills it when it does not.
func (p process) end(limit time.Duration) {
	p.signal(syscall.SIGCONT)
	p.signal(syscall.SIGTERM)
	if within(limit, func() bool { return !p.lives() }) != nil {
		p.signal(syscall.SIGKILL)
		_ = within(5*time.Second, func() bool { return !p.lives() })
	}
}

// children are the processes that a process started, and those that these started.
func (p process) children() (all []process) {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return nil
	}
	parents := map[int][]int{}
	for _, entry := range entries {
		pid, err := strconv.Atoi(entry.Name())
		if err != nil {
			continue
		}
		stat, err := os.ReadFile("/proc/" + entry.Name() + "/stat")
		if err != nil {
			continue
		}
		_, after, _ := strings.Cut(string(stat), ") ")
		if fields := strings.Fields(after); len(fields) > 1 {
			parent, _ := strconv.Atoi(fields[1])
			parents[parent] = append(parents[parent], pid)
		}
	}
	for queue := parents[p.pid]; len(queue) > 0; queue = queue[1:] {
		all = append(all, process{queue[0], beganAt(queue[0])})
		queue = append(queue, parents[queue[0]]...)
	}
	return all
}

var errNever = errors.New("it did not happen in time")

// within waits until something is true.
func within(limit time.Duration, happened func() bool) error {
	for deadline := time.Now().Add(limit); ; time.Sleep(50 * time.Millisecond) {
		if happened() {
			return nil
		}
		if time.Now().After(deadline) {
			return errNever
		}
	}
}

// postmaster is the process of a node's Postgres.
func (l *layout) postmaster(node string) (process, bool) {
	said, err := os.ReadFile(l.path(node, "data", "postmaster.pid"))
	if err != nil {
		return process{}, false
	}
	pid, err := strconv.Atoi(strings.TrimSpace(strings.SplitN(string(said), "\n", 2)[0]))
	p := process{pid, beganAt(pid)}
	return p, err == nil && p.lives()
}
