//go:build linux

package main

import (
	"context"
	"syscall"
	"time"
)

// again waits until a program that was killed or asked to end runs as another process and is ready.
func (d *drilling) again(ctx context.Context, name string, before process) (took time.Duration, err error) {
	began := time.Now()
	for _, s := range d.services("cluster") {
		if s.name == name {
			err = within(2*time.Minute, func() bool {
				now, running := d.running(name)
				return running && now.pid != before.pid && s.ready(ctx) == nil
			})
		}
	}
	return time.Since(began), err
}

func killServer(ctx context.Context, d *drilling) error {
	p, _ := d.running("sahn2")
	p.signal(syscall.SIGKILL)
	took, err := d.again(ctx, "sahn2", p)
	d.show("sahn2 (pid %d) killed; another process serves after %.1f s", p.pid, took.Seconds())
	return err
}
