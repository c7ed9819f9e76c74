package api_test

import (
	"compress/gzip"
	"context"
	"encoding/hex"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river/rivertype"
	"github.com/stretchr/testify/require"
	collector "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	otlp "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/encoding/prototext"
	"google.golang.org/protobuf/proto"

	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/ops/traces"
	"sahn/server/platform/cache"
	"sahn/server/platform/web"
)

// collected is what a collector was sent.
type collected struct {
	mu    sync.Mutex
	spans []*otlp.Span
	text  strings.Builder // all of it, as text
}

// ServeHTTP takes spans as an OTLP collector does.
func (c *collected) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body := io.Reader(r.Body)
	if r.Header.Get("Content-Encoding") == "gzip" {
		body, _ = gzip.NewReader(r.Body)
	}
	raw, _ := io.ReadAll(body)
	var sent collector.ExportTraceServiceRequest
	if r.Method+r.URL.Path+r.Header.Get("Api-Key") != "POST/v1/tracesof us" || proto.Unmarshal(raw, &sent) != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.text.WriteString(prototext.Format(&sent))
	for _, of := range sent.ResourceSpans {
		for _, in := range of.ScopeSpans {
			c.spans = append(c.spans, in.Spans...)
		}
	}
}

// traced is one more server of a testApp, which tells the collector.
func traced(t *testing.T, h *testApp, ratio float64) (*testApp, *traces.Traces, *collected) {
	t.Helper()
	to := &collected{}
	at := httptest.NewServer(to)
	t.Cleanup(at.Close)
	all, err := traces.Open(t.Context(), traces.Settings{Endpoint: at.URL, Headers: map[string]string{"Api-Key": "of us"}, Ratio: ratio,
		Version: "2026.11.2"}, slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, all.Close(context.WithoutCancel(t.Context()))) })
	other, config := *h, h.pool.Config()
	all.Pool(config)
	other.pool, err = pgxpool.NewWithConfig(context.Background(), config)
	require.NoError(t, err)
	t.Cleanup(other.pool.Close)
	_, redis := servertest.Redis(t)
	other.fast, err = cache.Open("redis://"+redis.Addr(), slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	t.Cleanup(func() { _ = other.fast.Close() })
	all.Redis(other.fast)
	other.plugins = []rivertype.Plugin{all.Jobs()}
	listener, public := listen(t)
	other.parts = other.assemble(public, h.parts.Payments.Provider.Settings)
	other.url, other.parts.Limiter, other.parts.Edge.Watch = public.String(), web.NewLimiter(other.fast), all
	other.parts.Payments.Provider.HTTP = all.Provider()
	serve(t, listener, other.parts)
	return &other, all, to
}

// of are the spans of a trace.
func (c *collected) of(trace string) (spans []*otlp.Span) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, s := range c.spans {
		if hex.EncodeToString(s.TraceId) == trace {
			spans = append(spans, s)
		}
	}
	return spans
}

// tree is a span's name, and those below it, one a line and two columns deeper.
func tree(spans []*otlp.Span, under []byte, deep string) (lines []string) {
	for _, s := range spans {
		if string(s.ParentSpanId) == string(under) && s.Name != "wait for a connection" {
			lines = append(lines, deep+s.Name)
			lines = append(lines, tree(spans, s.SpanId, deep+"  ")...)
		}
	}
	return lines
}

const (
	trace  = "4bf92f3577b34da6a3ce929d0e0e4736"
	parent = "00f067aa0ba902b7"
)

func TestAHandOffIsOneTraceFromThePhoneToTheProviderAndNamesNobody(t *testing.T) {
	t.Parallel()
	h, all, to := traced(t, openIdle(t, servertest.DB(t)), 1)
	log := &logged{}
	h.parts.Edge.Log = slog.New(slog.NewJSONHandler(log, nil))
	h.work()
	b := h.as(sample.Mariam)
	for _, path := range []string{"/api/calendar/S3cretOfACalendar", "/nowhere/" + sample.Mariam.Email + "?name=Suwaidi"} {
		b.send("GET", path, nil).Body.Close()
	}
	handOff := threeDays(t, h, b)
	res := b.sendWith("POST", "/api/handoff", handOff, "traceparent", "00-"+trace+"-"+parent+"-00")
	require.NoError(t, res.Body.Close())
	require.Equal(t, http.StatusOK, res.StatusCode)
	h.exec("UPDATE river_job SET state = 'available', scheduled_at = now() WHERE kind = 'payment_check'")
	begun, err := hex.DecodeString(parent)
	require.NoError(t, err)
	var seen []string
	require.Eventually(t, func() bool {
		require.NoError(t, all.Flush(t.Context()))
		seen = tree(to.of(trace), begun, "")
		return strings.Contains(strings.Join(seen, "\n"), "  job payment_check")
	}, 20*time.Second, 50*time.Millisecond)
	require.Equal(t, []string{
		"POST /api/handoff", "  Redis", "  SQL batch", "  SQL batch",
		"  job payment_check", "    SQL AttemptLook", "    provider", "    SQL AttemptByReference", "    SQL BEGIN", "    SQL ProfileRevLock",
		"    SQL AttemptLock", "    SQL PaymentEventInsert", "    SQL COMMIT"}, seen)
	require.Contains(t, log.String(), `"trace":"`+trace+`"`)
	named := []string{"S3cret", "nowhere", "Suwaidi", sample.Mariam.Email, sample.Mariam.Mobile, sample.Password, " FROM ", "set_config",
		handOff["key"].(string)}
	at, err := url.Parse(h.url)
	require.NoError(t, err)
	for _, cookie := range b.http.Jar.Cookies(at) {
		named = append(named, cookie.Value)
	}
	require.Contains(t, to.text.String(), "/api/calendar/:secret")
	for _, name := range named {
		require.NotContains(t, to.text.String(), name)
	}
}
