package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"path/filepath"
	"strconv"
	"time"

	cards "sahn/server/dev/sandbox"
)

type sandbox struct{}

// Run serves the card sandbox until ctx ends.
func (sandbox) Run(ctx context.Context, log *slog.Logger) error {
	c, err := readConfig()
	if err != nil {
		return err
	}
	if !c.sandboxed() {
		return errors.New("the card sandbox exists only where PUBLIC_URL is a loopback address and no provider is set")
	}
	s, err := cards.New(c.sandboxOptions())
	if err != nil {
		return err
	}
	stop, err := serveLocally(c.SandboxPort, s, log)
	if err != nil {
		return err
	}
	fmt.Printf("The card sandbox is ready: %s\n", c.sandboxURL())
	<-ctx.Done()
	return errors.Join(stop(), s.Close())
}

// serveLocally serves pages on a port of 127.0.0.1 only.
func serveLocally(port int, pages http.Handler, log *slog.Logger) (stop func() error, err error) {
	listener, err := net.Listen("tcp", "127.0.0.1:"+strconv.Itoa(port))
	if err != nil {
		return nil, fmt.Errorf("SANDBOX_PORT: %w", err)
	}
	server := &http.Server{Handler: pages, ReadHeaderTimeout: 10 * time.Second}
	go func() {
		if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			log.Error("sandbox", "error", err.Error())
		}
	}()
	return func() error {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		return server.Shutdown(ctx)
	}, nil
}

// sandboxOptions makes the sandbox report to this app and store payments with the app's data.
func (c config) sandboxOptions() cards.Options {
	return cards.Options{Settings: c.provider(), NotifyURL: c.public.JoinPath("/payment/notify").String(),
		Path: filepath.Join(c.DataDir, "sandbox.json"), Behaviour: cards.Behaviour{ReturnMethod: "POST"}}
}
