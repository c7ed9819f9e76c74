package metrics

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// scrapes are how many are answered at the same time; the next is refused.
const scrapes = 3

// Handler answers GET /metrics and nothing else. Whoever reaches it may read it: it is for a listener of its own.
func (m *Metrics) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(m.registry,
		promhttp.HandlerOpts{Registry: m.registry, MaxRequestsInFlight: scrapes, Timeout: 2 * readFor, EnableOpenMetrics: true}))
	return mux
}

// Listener serves what operators may see of a server, and is closed with it.
type Listener struct {
	server *http.Server
	at     net.Addr
}

// Listen serves a handler at an address, like 127.0.0.1:9464.
func Listen(address string, handler http.Handler, log *slog.Logger) (*Listener, error) {
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return nil, fmt.Errorf("METRICS_ADDR: %w", err)
	}
	l := &Listener{at: listener.Addr(), server: &http.Server{Handler: handler, ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout: 5 * time.Second, WriteTimeout: 10 * time.Second, IdleTimeout: time.Minute,
		ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelWarn)}}
	go func() { _ = l.server.Serve(listener) }() // it returns when it is closed
	return l, nil
}

// Addr is where it listens.
func (l *Listener) Addr() net.Addr { return l.at }

// Close ends it, within two seconds.
func (l *Listener) Close() error {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	return l.server.Shutdown(ctx)
}
