package metrics

import (
	"context"
	"errors"
	"net"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/redis/go-redis/v9"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"sahn/server/platform/telemetry"
)

// tracer counts round trips and statements of a pool, for the request in whose context they are.
type tracer struct{ m *Metrics }

type (
	tripKey    struct{}
	acquireKey struct{}
)

func (*tracer) begin(ctx context.Context, statements int) context.Context {
	if r := telemetry.Of(ctx); r != nil {
		r.Statements.Add(int64(statements))
		r.Trips.Add(1)
	}
	return context.WithValue(ctx, tripKey{}, &trip{began: time.Now()})
}

// trip is a round trip under way. pgx says twice that a batch ended which failed before it was sent.
type trip struct {
	began time.Time
	ended atomic.Bool
}

func (t *tracer) end(ctx context.Context, err error) {
	if way, ok := ctx.Value(tripKey{}).(*trip); ok && way.ended.CompareAndSwap(false, true) {
		t.m.asked.WithLabelValues(resultOf(err)).Observe(time.Since(way.began).Seconds())
	}
}

func resultOf(err error) string {
	if err != nil && !errors.Is(err, pgx.ErrNoRows) && !errors.Is(err, redis.Nil) {
		return "error"
	}
	return "ok"
}

// TraceQueryStart counts a statement.
func (t *tracer) TraceQueryStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryStartData) context.Context {
	return t.begin(ctx, 1)
}

// TraceQueryEnd measures it.
func (t *tracer) TraceQueryEnd(ctx context.Context, _ *pgx.Conn, d pgx.TraceQueryEndData) {
	t.end(ctx, d.Err)
}

// TraceBatchStart counts the statements of a batch, which are one round trip.
func (t *tracer) TraceBatchStart(ctx context.Context, _ *pgx.Conn, d pgx.TraceBatchStartData) context.Context {
	return t.begin(ctx, d.Batch.Len())
}

// TraceBatchQuery does nothing.
func (*tracer) TraceBatchQuery(context.Context, *pgx.Conn, pgx.TraceBatchQueryData) {}

// TraceBatchEnd measures it.
func (t *tracer) TraceBatchEnd(ctx context.Context, _ *pgx.Conn, d pgx.TraceBatchEndData) {
	t.end(ctx, d.Err)
}

// TraceAcquireStart counts who waits for a connection.
func (t *tracer) TraceAcquireStart(ctx context.Context, _ *pgxpool.Pool, _ pgxpool.TraceAcquireStartData) context.Context {
	t.m.waiting.Inc()
	return context.WithValue(ctx, acquireKey{}, time.Now())
}

// TraceAcquireEnd measures the wait.
func (t *tracer) TraceAcquireEnd(ctx context.Context, _ *pgxpool.Pool, d pgxpool.TraceAcquireEndData) {
	began, ok := ctx.Value(acquireKey{}).(time.Time)
	if !ok {
		return
	}
	t.m.waiting.Dec()
	t.m.acquired.Observe(time.Since(began).Seconds())
	if d.Err != nil {
		t.m.notAcquired.Inc()
	}
}

// Redis makes a client tell what is asked of it. Its circuit breaker is before it: what that refuses is no round trip.
func (m *Metrics) Redis(client redis.UniversalClient) { client.AddHook(fast{m}) }

type fast struct{ m *Metrics }

func (f fast) count(ctx context.Context, commands int, run func() error) error {
	if r := telemetry.Of(ctx); r != nil {
		r.Commands.Add(int64(commands))
		r.RedisTrips.Add(1)
	}
	began := time.Now()
	err := run()
	f.m.askedFast.WithLabelValues(resultOf(err)).Observe(time.Since(began).Seconds())
	return err
}

// DialHook leaves dialling unchanged.
func (fast) DialHook(next redis.DialHook) redis.DialHook {
	return func(ctx context.Context, network, addr string) (net.Conn, error) { return next(ctx, network, addr) }
}

// ProcessHook counts single commands.
func (f fast) ProcessHook(next redis.ProcessHook) redis.ProcessHook {
	return func(ctx context.Context, cmd redis.Cmder) error {
		return f.count(ctx, 1, func() error { return next(ctx, cmd) })
	}
}

// ProcessPipelineHook counts pipelines.
func (f fast) ProcessPipelineHook(next redis.ProcessPipelineHook) redis.ProcessPipelineHook {
	return func(ctx context.Context, cmds []redis.Cmder) error {
		return f.count(ctx, len(cmds), func() error { return next(ctx, cmds) })
	}
}

// Jobs makes a runner tell what becomes of its jobs.
func (m *Metrics) Jobs() rivertype.Plugin { return &worker{m: m} }

type worker struct {
	river.PluginDefaults
	m *Metrics
}

// Work counts a run of a job. A panic is a failure too.
func (w *worker) Work(ctx context.Context, job *rivertype.JobRow, work func(context.Context) error) (err error) {
	kind, began, result := w.m.kinds.of(job.Kind), time.Now(), "failed"
	defer func() {
		w.m.jobs.WithLabelValues(kind, result).Inc()
		w.m.worked.WithLabelValues(kind).Observe(time.Since(began).Seconds())
	}()
	err = work(ctx)
	_, later := errors.AsType[*rivertype.JobSnoozeError](err)
	_, given := errors.AsType[*rivertype.JobCancelError](err)
	switch {
	case err == nil:
		result = "done"
	case later:
		result = "later"
	case given:
		result = "given_up"
	}
	return err
}
