package traces

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river/rivertype"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	"go.opentelemetry.io/otel/trace"

	sdk "go.opentelemetry.io/otel/sdk/trace"

	"sahn/server/platform/telemetry"
	"sahn/server/platform/web"
)

const from = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-0"

// remembered are traces whose spans stay here.
func remembered(ratio float64) (*Traces, *tracetest.SpanRecorder) {
	all := tracetest.NewSpanRecorder()
	provider := sdk.NewTracerProvider(sdk.WithSpanProcessor(all), sdk.WithSampler(sdk.ParentBased(sdk.TraceIDRatioBased(ratio))))
	return &Traces{provider, provider.Tracer("test"), ratio}, all
}

func TestACallerChoosesTheTraceAndNotWhetherItIsSampled(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		ratio  float64
		header string
		spans  int
		same   bool
	}{{1, from + "0", 1, true}, {0, from + "1", 0, true}, {1, "00-Mariam-Al-Suwaidi", 1, false}, {0, "", 0, false}} {
		all, seen := remembered(c.ratio)
		ctx := all.Begin(t.Context(), c.header)
		all.End(ctx, web.Served{Method: "GET", Route: "/api/menu", Status: http.StatusOK})
		require.Len(t, seen.Ended(), c.spans, c.header)
		require.Equal(t, c.same, telemetry.Trace(ctx) == from[3:35], c.header)
		require.Len(t, telemetry.Trace(ctx), 32, "the log has the same id, sampled or not")
	}
}

func TestTheFirstTryOfAJobIsInTheTraceOfWhatQueuedItAndALaterOneIsLinked(t *testing.T) {
	t.Parallel()
	all, seen := remembered(1)
	jobs := all.Jobs().(interface {
		rivertype.JobInsertMiddleware
		rivertype.WorkerMiddleware
	})
	request := all.Begin(t.Context(), "")
	queued := []*rivertype.JobInsertParams{{Metadata: []byte(`{"own":1}`)}, {}, {Metadata: []byte(`[]`)}}
	_, err := jobs.InsertMany(request, queued, func(context.Context) ([]*rivertype.JobInsertResult, error) { return nil, nil })
	require.NoError(t, err)
	parent := parentOf(request)
	require.JSONEq(t, `{"own":1,"traceparent":"`+parent+`"}`, string(queued[0].Metadata))
	require.JSONEq(t, `{"traceparent":"`+parent+`"}`, string(queued[1].Metadata))
	require.JSONEq(t, `[]`, string(queued[2].Metadata))
	for attempt := 1; attempt <= 2; attempt++ {
		require.ErrorIs(t, jobs.Work(t.Context(), &rivertype.JobRow{Kind: "mail", Attempt: attempt, Metadata: queued[0].Metadata},
			func(context.Context) error { return io.EOF }), io.EOF)
	}
	own, first, second := trace.SpanContextFromContext(request), seen.Ended()[0], seen.Ended()[1]
	require.Equal(t, own.TraceID(), first.SpanContext().TraceID())
	require.Equal(t, own.SpanID(), first.Parent().SpanID())
	require.NotEqual(t, own.TraceID(), second.SpanContext().TraceID())
	require.Equal(t, own.SpanID(), second.Links()[0].SpanContext.SpanID())
	require.Empty(t, first.Status().Description, "what an error says may name somebody")
}

func TestACollectorThatTakesNothingCostsNobodyAnything(t *testing.T) {
	t.Parallel()
	ended := make(chan struct{})
	hangs := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		select {
		case <-ended:
		case <-r.Context().Done():
		}
	}))
	t.Cleanup(hangs.Close)
	t.Cleanup(func() { close(ended) })
	for _, endpoint := range []string{hangs.URL, "http://127.0.0.1:1"} {
		all, err := Open(t.Context(), Settings{Endpoint: endpoint, Ratio: 1}, slog.New(slog.DiscardHandler))
		require.NoError(t, err)
		for range 3 * maxWaiting {
			all.End(all.Begin(t.Context(), ""), web.Served{Method: "GET", Route: "/api/menu", Status: http.StatusOK})
		}
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		require.NoError(t, all.Close(ctx), "a server ends when it was told to, and what was not sent is dropped")
		require.True(t, endpoint != hangs.URL || ctx.Err() != nil, "it did hang")
		cancel()
	}
}

func TestAStatementIsKnownByItsNameAndNeverByItsText(t *testing.T) {
	t.Parallel()
	for sql, name := range map[string]string{
		"-- name: SessionFind :one\nSELECT x FROM sessions WHERE token = 'secret'": "SessionFind",
		"BEGIN; SET LOCAL statement_timeout = '5s'":                                "BEGIN",
		" select 'lina@qasrdesign.example'":                                        "SELECT",
		"/* lina */ VALUES (1)":                                                    "OTHER",
	} {
		require.Equal(t, name, nameOf(sql))
	}
}

// counted is a span, and the tracer that makes it, which knows how often it was ended.
type counted struct {
	trace.Span
	trace.Tracer
	ends int
}

func (c *counted) Start(ctx context.Context, _ string, _ ...trace.SpanStartOption) (context.Context, trace.Span) {
	return ctx, c.Span
}

type ends struct {
	trace.Span
	n *int
}

func (e ends) End(...trace.SpanEndOption) { *e.n++ }

func TestABatchOfWhichPgxSaysTwiceThatItEndedIsOneSpan(t *testing.T) {
	t.Parallel()
	all, _ := remembered(1)
	request := all.Begin(t.Context(), "")
	c := &counted{}
	c.Span = ends{trace.SpanFromContext(request), &c.ends}
	own := &tracer{&Traces{all.provider, c, 1}}
	ctx := own.TraceBatchStart(request, nil, pgx.TraceBatchStartData{Batch: &pgx.Batch{}})
	own.TraceBatchEnd(ctx, nil, pgx.TraceBatchEndData{Err: io.EOF})
	own.TraceBatchEnd(ctx, nil, pgx.TraceBatchEndData{Err: io.EOF})
	require.Equal(t, 1, c.ends)
}
