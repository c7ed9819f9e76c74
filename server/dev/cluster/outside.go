//go:build linux

package main

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"os"
	"sync"
	"time"

	"sahn/server/dev/local"
)

// mailbox is the cluster's mail server, which delivers nothing and keeps every letter as a file.
type mailbox struct{}

// Run serves until ctx ends.
func (mailbox) Run(ctx context.Context, l *layout) error {
	box, err := local.StartMailbox(local.Options{Dir: l.path("mailbox"), Port: l.port("mailbox"), Log: slog.Default()})
	if err != nil {
		return err
	}
	<-ctx.Done()
	return box.Stop()
}

// relay is the third server's network: its way to Postgres and to Redis. While the file run/relay-… of a way exists, that way is cut as a
// network is: nothing passes, and nobody is told.
type relay struct{}

// Run relays until ctx ends.
func (relay) Run(ctx context.Context, l *layout) error {
	ways := map[string]string{"relay-postgres": "pgbouncer", "relay-redis": "redis"}
	var all sync.WaitGroup
	for from, to := range ways {
		listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", l.address(from))
		if err != nil {
			return err
		}
		context.AfterFunc(ctx, func() { _ = listener.Close() })
		w := way{cut: func() bool { _, err := os.Stat(l.path("run", from+".cut")); return err == nil }, to: l.address(to)}
		all.Go(func() {
			for {
				conn, err := listener.Accept()
				if errors.Is(err, net.ErrClosed) {
					return
				}
				if err == nil {
					go w.carry(conn)
				}
			}
		})
	}
	all.Wait()
	return nil
}

type way struct {
	cut func() bool
	to  string
}

// carry joins a connection with one to the other side.
func (w way) carry(here net.Conn) {
	defer here.Close()
	w.wait()
	there, err := net.DialTimeout("tcp", w.to, 2*time.Second)
	if err != nil {
		return
	}
	defer there.Close()
	ended := make(chan struct{}, 2)
	for _, pair := range [][2]net.Conn{{here, there}, {there, here}} {
		go func() {
			defer func() { ended <- struct{}{} }()
			buffer := make([]byte, 32<<10)
			for {
				n, err := pair[0].Read(buffer)
				w.wait()
				if n > 0 {
					if _, err := pair[1].Write(buffer[:n]); err != nil {
						return
					}
				}
				if errors.Is(err, io.EOF) || err != nil {
					return
				}
			}
		}()
	}
	<-ended
}

// wait lasts as long as the way is cut.
func (w way) wait() {
	for w.cut() {
		time.Sleep(20 * time.Millisecond)
	}
}
