package main

import (
	"errors"
	"log/slog"
	"net"
	"net/http"
	"strconv"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/redis/go-redis/v9"
	"github.com/riverqueue/river/rivertype"

	"sahn/server/ops/metrics"
	"sahn/server/platform/clock"
	"sahn/server/platform/web"
)

// meters are a server's metrics and their listener; nil where METRICS_ADDR is empty, and then nothing is counted.
type meters struct {
	*metrics.Metrics
	listener *metrics.Listener
}

func (c config) openMeters(log *slog.Logger) (*meters, error) {
	if c.MetricsAddr == "" {
		return nil, nil //nolint:nilnil // off
	}
	m, mux := metrics.New(version), http.NewServeMux()
	mux.Handle("/", m.Handler())
	for _, method := range []string{"GET", "PUT"} {
		mux.Handle(method+" /log-level", levels(log))
	}
	listener, err := metrics.Listen(c.MetricsAddr, mux, log)
	return &meters{m, listener}, err
}

// checkMetrics refuses an address of metrics that is none, or that is the public one.
func (c config) checkMetrics() error {
	if c.MetricsAddr == "" {
		return nil
	}
	_, port, err := net.SplitHostPort(c.MetricsAddr)
	if err != nil || port == "" {
		return errors.New("METRICS_ADDR: not an address like 127.0.0.1:9464")
	}
	if port == strconv.Itoa(c.Port) {
		return errors.New("METRICS_ADDR and PORT must have different ports: metrics are not for everybody")
	}
	return nil
}

// pool makes a pool that opens tell what is asked of it.
func (m *meters) pool(c *pgxpool.Config) {
	if m != nil {
		m.Pool(c)
	}
}

// watch makes the edge and Redis tell what they do, and adds the values that are in the database.
func (m *meters) watch(edge *web.Edge, fast redis.UniversalClient, pool *pgxpool.Pool, now clock.Clock) {
	if m != nil {
		edge.Watch = m.Metrics
		m.Redis(fast)
		m.Watch(pool, now)
	}
}

// jobs makes a runner tell what becomes of its jobs.
func (m *meters) jobs() []rivertype.Plugin {
	if m == nil {
		return nil
	}
	return []rivertype.Plugin{m.Jobs()}
}

func (m *meters) close() error {
	if m == nil {
		return nil
	}
	return m.listener.Close()
}
