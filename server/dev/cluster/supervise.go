//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"sync"
	"syscall"
	"time"
)

// supervise is the parent of every program, and starts again what ends by itself, unless a drill holds it.
type supervise struct{}

const (
	startLimit = 3 * time.Minute // of one program, on a busy machine
	stopLimit  = 40 * time.Second
)

// Run starts everything in order and stops it in reverse when ctx ends.
func (supervise) Run(ctx context.Context, l *layout) error {
	if err := l.take(); err != nil {
		return err
	}
	if err := l.note("supervisor", os.Getpid()); err != nil {
		return err
	}
	all := l.services(l.path("bin", "cluster"))
	var lives sync.WaitGroup
	var stops []func()
	defer func() {
		_ = os.Remove(l.path("run", "ready"))
		for _, stop := range slices.Backward(stops) {
			stop()
		}
		lives.Wait()
		_ = os.Remove(l.path("run", "supervisor.pid"))
	}()
	for _, s := range all {
		if s.prepare != nil {
			if err := s.prepare(ctx); err != nil {
				return fmt.Errorf("before %s: %w", s.name, err)
			}
		}
		life, end := context.WithCancel(context.WithoutCancel(ctx))
		ended := make(chan struct{})
		lives.Go(func() {
			defer close(ended)
			l.keep(life, s)
		})
		stops = append(stops, func() { end(); <-ended })
		if err := l.awaits(ctx, s, startLimit); err != nil {
			return err
		}
	}
	if err := os.WriteFile(l.path("run", "ready"), nil, 0o644); err != nil {
		return err
	}
	<-ctx.Done()
	return nil
}

// awaits asks a program until it is ready.
func (l *layout) awaits(ctx context.Context, s service, limit time.Duration) error {
	var last error
	err := within(limit, func() bool {
		last = s.ready(ctx)
		return last == nil || ctx.Err() != nil
	})
	if err = errors.Join(err, ctx.Err()); err != nil {
		return fmt.Errorf("%s is not ready, see %s: %w", s.name, l.path("log", s.name+".log"), errors.Join(err, last))
	}
	return nil
}

// keep runs a program until life ends, again and again.
func (l *layout) keep(life context.Context, s service) {
	for ; ; time.Sleep(time.Second) {
		for l.held(s.name) && life.Err() == nil {
			time.Sleep(100 * time.Millisecond)
		}
		if life.Err() != nil {
			return
		}
		if err := l.run(life, s); err != nil {
			fmt.Fprintf(os.Stderr, "%s %s ended: %v\n", time.Now().UTC().Format(time.DateTime), s.name, err)
		}
	}
}

// run is one life of a program.
func (l *layout) run(life context.Context, s service) error {
	log, err := os.OpenFile(l.path("log", s.name+".log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	defer log.Close()
	program := s.program
	if other, err := os.Readlink(l.path("run", s.name+".program")); err == nil { // a drill has another version run
		program = other
	}
	cmd := l.command(program, s.args...)
	cmd.Env = append(cmd.Env, s.env...)
	cmd.Stdout, cmd.Stderr = log, log
	if err := cmd.Start(); err != nil {
		return err
	}
	if err := l.note(s.name, cmd.Process.Pid); err != nil {
		return errors.Join(err, cmd.Process.Kill())
	}
	p, _ := l.running(s.name)
	gone := make(chan error, 1)
	go func() { gone <- cmd.Wait() }()
	select {
	case err = <-gone:
	case <-life.Done():
		for _, child := range append(p.children(), p) {
			child.signal(syscall.SIGCONT)
		}
		p.end(stopLimit)
		err = <-gone
	}
	return err
}

// hold keeps a program from being started again, until free.
func (l *layout) hold(name string) error {
	return os.WriteFile(l.path("run", name+".held"), nil, 0o644)
}

func (l *layout) free(name string) { _ = os.Remove(l.path("run", name+".held")) }

func (l *layout) held(name string) bool {
	_, err := os.Stat(l.path("run", name+".held"))
	return err == nil
}
