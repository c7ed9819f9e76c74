package traces

import (
	"context"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"regexp"
	"strings"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/multitracer"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/redis/go-redis/v9"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"

	"sahn/server/platform/db"
)

// start begins a part of a request or a job. Work of nobody, as the queue's own polls, and of what is not sampled has no span.
func (t *Traces) start(ctx context.Context, name string, of ...attribute.KeyValue) (context.Context, trace.Span) {
	if !trace.SpanFromContext(ctx).IsRecording() {
		return ctx, nil
	}
	return t.tracer.Start(ctx, name, trace.WithSpanKind(trace.SpanKindClient), trace.WithAttributes(of...))
}

// Pool makes a pool that opens tell what is asked of it. It is a change for db.Open.
func (t *Traces) Pool(c *pgxpool.Config) {
	own := &tracer{t}
	if first := c.ConnConfig.Tracer; first != nil {
		c.ConnConfig.Tracer = multitracer.New(first, own)
		return
	}
	c.ConnConfig.Tracer = own
}

// tracer makes the spans of round trips to Postgres.
type tracer struct{ t *Traces }

type (
	tripKey struct{}
	lineKey struct{}
)

var (
	queryName = regexp.MustCompile(`^-- name: (\w{1,60}) `)
	firstWord = regexp.MustCompile(`^\s*(?i:(begin|commit|rollback|savepoint|release|select|insert|update|delete|with|set|lock|copy))\b`)
)

// nameOf is a statement's name: that of the query of sqlc, or its first word. The text is never told.
func nameOf(sql string) string {
	if named := queryName.FindStringSubmatch(sql); named != nil {
		return named[1]
	}
	if word := firstWord.FindStringSubmatch(sql); word != nil {
		return strings.ToUpper(word[1])
	}
	return "OTHER"
}

// longest is how long the names of a batch may be together.
const longest = 255

func (t *tracer) begin(ctx context.Context, name string, of ...attribute.KeyValue) context.Context {
	ctx, span := t.t.start(ctx, name, append(of, attribute.String("db.system.name", "postgresql"))...)
	return context.WithValue(ctx, tripKey{}, &trip{span: span})
}

// trip is a round trip under way. pgx says twice that a batch ended which failed before it was sent.
type trip struct {
	span  trace.Span // nil where nobody follows it
	ended atomic.Bool
}

func (*tracer) end(ctx context.Context, err error) {
	if way, ok := ctx.Value(tripKey{}).(*trip); ok && way.span != nil && way.ended.CompareAndSwap(false, true) {
		ended(way.span, err != nil && !db.None(err))
	}
}

// TraceQueryStart begins the span of a statement.
func (t *tracer) TraceQueryStart(ctx context.Context, _ *pgx.Conn, d pgx.TraceQueryStartData) context.Context {
	return t.begin(ctx, "SQL "+nameOf(d.SQL))
}

// TraceQueryEnd ends it.
func (t *tracer) TraceQueryEnd(ctx context.Context, _ *pgx.Conn, d pgx.TraceQueryEndData) {
	t.end(ctx, d.Err)
}

// TraceBatchStart begins the span of a batch, which names its statements.
func (t *tracer) TraceBatchStart(ctx context.Context, _ *pgx.Conn, d pgx.TraceBatchStartData) context.Context {
	if !trace.SpanFromContext(ctx).IsRecording() {
		return ctx
	}
	names := make([]string, len(d.Batch.QueuedQueries))
	for i, q := range d.Batch.QueuedQueries {
		names[i] = nameOf(q.SQL)
	}
	summary := strings.Join(names, " ")
	return t.begin(ctx, "SQL batch", attribute.Int("db.operation.batch.size", len(names)),
		attribute.String("db.query.summary", summary[:min(len(summary), longest)]))
}

// TraceBatchQuery does nothing.
func (*tracer) TraceBatchQuery(context.Context, *pgx.Conn, pgx.TraceBatchQueryData) {}

// TraceBatchEnd ends it.
func (t *tracer) TraceBatchEnd(ctx context.Context, _ *pgx.Conn, d pgx.TraceBatchEndData) {
	t.end(ctx, d.Err)
}

// TraceAcquireStart notes when somebody began to wait for a connection.
func (*tracer) TraceAcquireStart(ctx context.Context, _ *pgxpool.Pool, _ pgxpool.TraceAcquireStartData) context.Context {
	if !trace.SpanFromContext(ctx).IsRecording() {
		return ctx
	}
	return context.WithValue(ctx, lineKey{}, time.Now())
}

// waited is from when on a wait for a connection is worth a span.
const waited = time.Millisecond

// TraceAcquireEnd tells of a wait that was long or in vain.
func (t *tracer) TraceAcquireEnd(ctx context.Context, _ *pgxpool.Pool, d pgxpool.TraceAcquireEndData) {
	if began, ok := ctx.Value(lineKey{}).(time.Time); ok && (d.Err != nil || time.Since(began) > waited) {
		_, span := t.t.tracer.Start(ctx, "wait for a connection", trace.WithTimestamp(began))
		ended(span, d.Err != nil)
	}
}

// Redis makes a client tell what is asked of it: the names of commands, and no key.
func (t *Traces) Redis(client redis.UniversalClient) { client.AddHook(fast{t}) }

type fast struct{ t *Traces }

func (f fast) trip(ctx context.Context, commands []redis.Cmder, run func(ctx context.Context) error) error {
	if !trace.SpanFromContext(ctx).IsRecording() {
		return run(ctx)
	}
	names := make([]string, len(commands))
	for i, c := range commands {
		names[i] = strings.ToUpper(c.Name())
	}
	summary := strings.Join(names, " ")
	ctx, span := f.t.start(ctx, "Redis", attribute.String("db.system.name", "redis"),
		attribute.String("db.query.summary", summary[:min(len(summary), longest)]))
	err := run(ctx)
	ended(span, err != nil && !errors.Is(err, redis.Nil))
	return err
}

// DialHook leaves dialling unchanged.
func (fast) DialHook(next redis.DialHook) redis.DialHook {
	return func(ctx context.Context, network, addr string) (net.Conn, error) { return next(ctx, network, addr) }
}

// ProcessHook makes the span of a command.
func (f fast) ProcessHook(next redis.ProcessHook) redis.ProcessHook {
	return func(ctx context.Context, cmd redis.Cmder) error {
		return f.trip(ctx, []redis.Cmder{cmd}, func(ctx context.Context) error { return next(ctx, cmd) })
	}
}

// ProcessPipelineHook makes the span of a pipeline.
func (f fast) ProcessPipelineHook(next redis.ProcessPipelineHook) redis.ProcessPipelineHook {
	return func(ctx context.Context, cmds []redis.Cmder) error {
		return f.trip(ctx, cmds, func(ctx context.Context) error { return next(ctx, cmds) })
	}
}

// Provider makes the client of the card provider tell when it was asked. The provider is sent no trace.
func (t *Traces) Provider() *http.Client { return &http.Client{Transport: provider{t}} }

type provider struct{ t *Traces }

// RoundTrip asks, inside of a span.
func (p provider) RoundTrip(r *http.Request) (*http.Response, error) {
	ctx, span := p.t.start(r.Context(), "provider", attribute.String("server.address", r.URL.Hostname()))
	if span == nil {
		return http.DefaultTransport.RoundTrip(r)
	}
	answer, err := http.DefaultTransport.RoundTrip(r.WithContext(ctx))
	if err == nil {
		span.SetAttributes(attribute.Int("http.response.status_code", answer.StatusCode))
	}
	ended(span, err != nil || answer.StatusCode >= http.StatusInternalServerError)
	return answer, err
}

// Jobs makes a queue and a runner tell what becomes of jobs: the first try of one belongs to the trace of what queued it, a later one
// begins a trace of its own, with a link to that.
func (t *Traces) Jobs() rivertype.Plugin { return &worker{t: t} }

type worker struct {
	river.PluginDefaults
	t *Traces
}

// InsertMany keeps the trace with the jobs.
func (*worker) InsertMany(ctx context.Context, jobs []*rivertype.JobInsertParams,
	insert func(context.Context) ([]*rivertype.JobInsertResult, error)) ([]*rivertype.JobInsertResult, error) {
	if parent := parentOf(ctx); parent != "" {
		for _, j := range jobs {
			j.Metadata = withParent(j.Metadata, parent)
		}
	}
	return insert(ctx)
}

// withParent adds a traceparent to a job's metadata, and leaves what is no object as it is.
func withParent(metadata []byte, parent string) []byte {
	all := map[string]json.RawMessage{}
	if len(metadata) > 0 && json.Unmarshal(metadata, &all) != nil {
		return metadata
	}
	all[header] = json.RawMessage(`"` + parent + `"`)
	with, err := json.Marshal(all)
	if err != nil {
		return metadata
	}
	return with
}

// Work makes the span of a run of a job.
func (w *worker) Work(ctx context.Context, job *rivertype.JobRow, work func(context.Context) error) error {
	options := []trace.SpanStartOption{trace.WithSpanKind(trace.SpanKindConsumer),
		trace.WithAttributes(attribute.Int("job.attempt", job.Attempt))}
	var queued struct {
		Parent string `json:"traceparent"`
	}
	_ = json.Unmarshal(job.Metadata, &queued) // of another version of the queue: then nobody is known to have queued it
	if from := parentIn(queued.Parent); from.IsValid() && job.Attempt <= 1 {
		ctx = trace.ContextWithRemoteSpanContext(ctx, from)
	} else if from.IsValid() {
		options = append(options, trace.WithLinks(trace.Link{SpanContext: from}))
	}
	ctx, span := w.t.tracer.Start(ctx, "job "+job.Kind, options...)
	failed := true // also by a panic
	defer func() { ended(span, failed) }()
	err := work(ctx)
	failed = err != nil
	return err
}
