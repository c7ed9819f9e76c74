// Package traces tells a collector, by OTLP, what a request or a job did and how long each part took. It promises that a span holds
// patterns of routes and names of the code, and never a path, a parameter, a key or a person; and that a collector which is slow or away
// costs a bounded memory and nobody's time.
package traces

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/resource"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"

	"sahn/server/platform/telemetry"
	"sahn/server/platform/web"
)

// Settings say where spans go and how many requests have some.
type Settings struct {
	Endpoint string            // an address like http://127.0.0.1:4318, to which /v1/traces is added
	Headers  map[string]string // sent with each export, for collectors that ask who sends
	Ratio    float64           // of requests and jobs, from 0 to 1
	Version  string
}

// Spans wait in memory for the next export: so many, and those after them are dropped.
const (
	maxWaiting  = 2048
	exportEvery = 2 * time.Second
	exportWait  = 10 * time.Second
)

// Traces makes the spans of one server.
type Traces struct {
	provider *sdk.TracerProvider
	tracer   trace.Tracer
	ratio    float64
}

// Open begins to send. It does not connect yet: a collector that is away is no reason not to serve.
func Open(ctx context.Context, s Settings, log *slog.Logger) (*Traces, error) {
	exporter, err := otlptracehttp.New(ctx, otlptracehttp.WithEndpointURL(strings.TrimSuffix(s.Endpoint, "/")+"/v1/traces"),
		otlptracehttp.WithHeaders(s.Headers), otlptracehttp.WithTimeout(exportWait))
	if err != nil {
		return nil, fmt.Errorf("traces: %w", err)
	}
	own, err := resource.New(ctx, resource.WithAttributes(attribute.String("service.name", "sahn"),
		attribute.String("service.version", s.Version)), resource.WithHost(), resource.WithFromEnv())
	if err != nil {
		return nil, fmt.Errorf("OTEL_RESOURCE_ATTRIBUTES: %w", err)
	}
	otel.SetErrorHandler(&complaint{log: log})
	provider := sdk.NewTracerProvider(sdk.WithResource(own), sdk.WithSampler(sdk.ParentBased(sdk.TraceIDRatioBased(s.Ratio))),
		sdk.WithBatcher(exporter, sdk.WithMaxQueueSize(maxWaiting), sdk.WithBatchTimeout(exportEvery), sdk.WithExportTimeout(exportWait)))
	return &Traces{provider, provider.Tracer("sahn"), s.Ratio}, nil
}

// Flush sends what waits.
func (t *Traces) Flush(ctx context.Context) error { return t.provider.ForceFlush(ctx) }

// Close sends what waits, until ctx ends, and drops the rest.
func (t *Traces) Close(ctx context.Context) error {
	if err := t.provider.Shutdown(ctx); ctx.Err() == nil {
		return err
	}
	return nil
}

// complaint logs that spans could not be sent, once a minute at most, and without the collector's address, which may hold a secret.
type complaint struct {
	log  *slog.Logger
	last atomic.Int64 // Unix seconds
}

const complainEvery = 60

// Handle is told of each export that failed.
func (c *complaint) Handle(err error) {
	now, last := time.Now().Unix(), c.last.Load()
	if now-last < complainEvery || !c.last.CompareAndSwap(last, now) {
		return
	}
	why := "refused, or taken in part" // what the collector answered may name anything
	if at, ok := errors.AsType[*url.Error](err); ok {
		why = at.Err.Error()
	}
	c.log.Warn("traces: the collector does not take them", "error", why)
}

// Begin starts the span of a request, in the trace that its caller began, where there is one. Whether it is sampled is decided here: a
// caller who says so could make every request of theirs cost a collector's room.
func (t *Traces) Begin(ctx context.Context, traceparent string) context.Context {
	if from := parentIn(traceparent); from.IsValid() {
		mine := rand.Float64() < t.ratio //nolint:gosec // not a secret
		ctx = trace.ContextWithRemoteSpanContext(ctx, from.WithTraceFlags(from.TraceFlags().WithSampled(mine)))
	}
	ctx, span := t.tracer.Start(ctx, "request", trace.WithSpanKind(trace.SpanKindServer))
	return telemetry.InTrace(ctx, span.SpanContext().TraceID().String())
}

// End names the span by the pattern of its path and ends it.
func (*Traces) End(ctx context.Context, s web.Served) {
	span := trace.SpanFromContext(ctx)
	span.SetName(s.Method + " " + s.Route)
	span.SetAttributes(attribute.String("http.request.method", s.Method), attribute.String("http.route", s.Route),
		attribute.Int("http.response.status_code", s.Status))
	if s.Reason != "" {
		span.SetAttributes(attribute.String("error.type", s.Reason))
	}
	ended(span, s.Status >= http.StatusInternalServerError)
}

// ended ends a span. What an error says is not told: it may hold a person's address.
func ended(span trace.Span, failed bool) {
	if failed {
		span.SetStatus(codes.Error, "")
	}
	span.End()
}

// header carries a trace from one program to the next (W3C Trace Context).
const header = "traceparent"

// parentIn is the span that a traceparent names; not valid when it is none.
func parentIn(traceparent string) trace.SpanContext {
	return trace.SpanContextFromContext(propagation.TraceContext{}.Extract(context.Background(),
		propagation.MapCarrier{header: traceparent}))
}

// parentOf is a context's span as a traceparent, empty for none.
func parentOf(ctx context.Context) string {
	to := propagation.MapCarrier{}
	propagation.TraceContext{}.Inject(ctx, to)
	return to[header]
}
