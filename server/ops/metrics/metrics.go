// Package metrics counts what a server does, for Prometheus, and serves it on a listener of its own. It promises that every label has a
// bounded number of values, and that scrapes, however many, ask the database no more than once in a while.
package metrics

import (
	"context"
	"runtime"
	"strconv"
	"sync"

	"github.com/jackc/pgx/v5/multitracer"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"

	"sahn/server/platform/clock"
	"sahn/server/platform/telemetry"
	"sahn/server/platform/web"
)

// Metrics are all counters of one server. It is what the edge, the pools and the runner of jobs tell of their work.
type Metrics struct {
	registry *prometheus.Registry

	requests, refused, limits              *prometheus.CounterVec
	took                                   *prometheus.HistogramVec
	running                                prometheus.Gauge
	statements, trips, commands, fastTrips *prometheus.CounterVec
	waiting                                prometheus.Gauge
	acquired                               prometheus.Histogram
	notAcquired                            prometheus.Counter
	asked                                  *prometheus.HistogramVec
	askedFast                              *prometheus.HistogramVec
	pushes, operations                     *prometheus.CounterVec
	pushed, lag                            prometheus.Histogram
	jobs                                   *prometheus.CounterVec
	worked                                 *prometheus.HistogramVec

	limitNames, kinds *names
}

// Seconds of histograms: of requests, and of what they ask the engines.
var (
	ofRequests = []float64{.005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 12}
	ofEngines  = []float64{.0005, .001, .0025, .005, .01, .025, .1, .25, 1, 5}
	ofJobs     = []float64{.01, .1, .5, 1, 5, 20}
	ofLags     = []float64{1, 5, 15, 60, 300, 1800, 3600, 21600, 86400}
	ofPushes   = []float64{0, 1, 2, 5, 10, 25, 50, 100}
)

// New makes the counters of a server of a version.
func New(version string) *Metrics {
	m := &Metrics{registry: prometheus.NewRegistry(), limitNames: newNames(), kinds: newNames()}
	m.requests = m.counters("http_requests_total", "Requests by method, pattern of the path and status.", "method", "route", "status")
	m.took = m.histograms("http_request_duration_seconds", "How long requests took.", ofRequests, "method", "route")
	m.running = m.gauge("http_requests_in_flight", "Requests that are being answered.")
	m.refused = m.counters("http_refused_total", "Requests answered 429 or 503, by reason.", "reason")
	m.limits = m.counters("limits_hit_total", "Requests that a rate limit refused, by its name.", "limit")
	m.statements = m.counters("request_sql_statements_total", "SQL statements of requests.", "method", "route")
	m.trips = m.counters("request_sql_trips_total", "Round trips of requests to Postgres.", "method", "route")
	m.commands = m.counters("request_redis_commands_total", "Redis commands of requests.", "method", "route")
	m.fastTrips = m.counters("request_redis_trips_total", "Round trips of requests to Redis.", "method", "route")
	m.waiting = m.gauge("db_waiting", "Callers that wait for a connection of the pool.")
	m.acquired = m.histogram("db_acquire_duration_seconds", "How long callers waited for a connection.", ofEngines)
	m.notAcquired = m.counter("db_acquire_failed_total", "Callers that were given no connection in time.")
	m.asked = m.histograms("db_trip_duration_seconds", "Round trips to Postgres, also of jobs, by how they ended.", ofEngines, "result")
	m.askedFast = m.histograms("redis_trip_duration_seconds", "Round trips to Redis, by how they ended.", ofEngines, "result")
	m.pushes = m.counters("sync_requests_total", "Requests of devices: with operations or without.", "brings")
	m.operations = m.counters("sync_operations_total", "Operations of devices by what became of them.", "result")
	m.pushed = m.histogram("sync_push_operations", "Operations that a device brought at once: its outbox as far as it was seen.", ofPushes)
	m.lag = m.histogram("sync_lag_seconds", "Since when the oldest operation of a push was waiting on its device.", ofLags)
	m.jobs = m.counters("job_runs_total", "Runs of jobs by kind and how they ended.", "kind", "result")
	m.worked = m.histograms("job_duration_seconds", "How long runs of jobs took.", ofJobs, "kind")
	build := m.gauges("build_info", "The version that runs.", "version", "go")
	build.WithLabelValues(version, runtime.Version()).Set(1)
	m.registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

const namespace = "sahn"

func (m *Metrics) counters(name, help string, labels ...string) *prometheus.CounterVec {
	return add(m, prometheus.NewCounterVec(prometheus.CounterOpts{Namespace: namespace, Name: name, Help: help}, labels))
}

func (m *Metrics) counter(name, help string) prometheus.Counter {
	return add(m, prometheus.NewCounter(prometheus.CounterOpts{Namespace: namespace, Name: name, Help: help}))
}

func (m *Metrics) gauges(name, help string, labels ...string) *prometheus.GaugeVec {
	return add(m, prometheus.NewGaugeVec(prometheus.GaugeOpts{Namespace: namespace, Name: name, Help: help}, labels))
}

func (m *Metrics) gauge(name, help string) prometheus.Gauge {
	return add(m, prometheus.NewGauge(prometheus.GaugeOpts{Namespace: namespace, Name: name, Help: help}))
}

func (m *Metrics) histograms(name, help string, buckets []float64, labels ...string) *prometheus.HistogramVec {
	return add(m, prometheus.NewHistogramVec(prometheus.HistogramOpts{Namespace: namespace, Name: name, Help: help, Buckets: buckets}, labels))
}

func (m *Metrics) histogram(name, help string, buckets []float64) prometheus.Histogram {
	return add(m, prometheus.NewHistogram(prometheus.HistogramOpts{Namespace: namespace, Name: name, Help: help, Buckets: buckets}))
}

func add[C prometheus.Collector](m *Metrics, c C) C {
	m.registry.MustRegister(c)
	return c
}

// names bounds the values of a label that no table of ours lists: what comes after the first fifty is "other".
type names struct {
	mu   sync.Mutex
	seen map[string]bool
}

const maxNames = 50

func newNames() *names { return &names{seen: map[string]bool{}} }

func (n *names) of(name string) string {
	n.mu.Lock()
	defer n.mu.Unlock()
	if !n.seen[name] {
		if len(n.seen) >= maxNames {
			return "other"
		}
		n.seen[name] = true
	}
	return name
}

// Begin starts to count what a request asks of the engines.
func (m *Metrics) Begin(ctx context.Context, _ string) context.Context {
	m.running.Inc()
	ctx, _ = telemetry.With(ctx)
	return ctx
}

// End counts a request. Its labels are bounded: the edge passes no method that it does not know, and patterns in place of paths.
func (m *Metrics) End(ctx context.Context, s web.Served) {
	m.running.Dec()
	m.requests.WithLabelValues(s.Method, s.Route, strconv.Itoa(s.Status)).Inc()
	m.took.WithLabelValues(s.Method, s.Route).Observe(s.Took.Seconds())
	if s.Reason != "" {
		m.refused.WithLabelValues(s.Reason).Inc()
	}
	r := telemetry.Of(ctx)
	if r == nil {
		return
	}
	m.statements.WithLabelValues(s.Method, s.Route).Add(float64(r.Statements.Load()))
	m.trips.WithLabelValues(s.Method, s.Route).Add(float64(r.Trips.Load()))
	m.commands.WithLabelValues(s.Method, s.Route).Add(float64(r.Commands.Load()))
	m.fastTrips.WithLabelValues(s.Method, s.Route).Add(float64(r.RedisTrips.Load()))
	for _, limit := range r.Limits() {
		m.limits.WithLabelValues(m.limitNames.of(limit)).Inc()
	}
	if push, is := r.Push(); is {
		m.push(push)
	}
}

func (m *Metrics) push(p telemetry.Push) {
	if p.Operations == 0 {
		m.pushes.WithLabelValues("nothing").Inc()
		return
	}
	m.pushes.WithLabelValues("operations").Inc()
	m.pushed.Observe(float64(p.Operations))
	m.lag.Observe(p.Waited.Seconds())
	for result, n := range p.Results {
		m.operations.WithLabelValues(result).Add(float64(n))
	}
}

// Pool makes a pool that opens tell what is asked of it. It is a change for db.Open.
func (m *Metrics) Pool(c *pgxpool.Config) {
	own := &tracer{m}
	if first := c.ConnConfig.Tracer; first != nil {
		c.ConnConfig.Tracer = multitracer.New(first, own)
		return
	}
	c.ConnConfig.Tracer = own
}

// Watch adds the values that are read when somebody scrapes: of a pool, and of its database at most every fifteen seconds.
func (m *Metrics) Watch(pool *pgxpool.Pool, now clock.Clock) {
	m.registry.MustRegister(ofPool{pool}, newOfDatabase(pool, now, m.kinds))
}
