package main

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/redis/go-redis/v9"
	"github.com/riverqueue/river/rivertype"

	"sahn/server/ops/traces"
	"sahn/server/platform/web"
)

// tracing is a server's traces; nil where OTEL_EXPORTER_OTLP_ENDPOINT is empty, and then nothing is traced.
type tracing struct{ *traces.Traces }

func (c config) openTraces(ctx context.Context, log *slog.Logger) (*tracing, error) {
	if c.TracesEndpoint == "" {
		return nil, nil //nolint:nilnil // off
	}
	headers, _ := c.tracesHeaders()
	t, err := traces.Open(ctx, traces.Settings{Endpoint: c.TracesEndpoint, Headers: headers, Ratio: c.TracesRatio, Version: version}, log)
	return &tracing{t}, err
}

// checkTraces refuses settings of traces that are none.
func (c config) checkTraces() error {
	if c.TracesEndpoint == "" {
		return nil
	}
	at, err := url.Parse(c.TracesEndpoint)
	if err != nil || at.Host == "" || at.Scheme != "http" && at.Scheme != "https" {
		return errors.New("OTEL_EXPORTER_OTLP_ENDPOINT: not an address like http://127.0.0.1:4318")
	}
	if !(c.TracesRatio >= 0 && c.TracesRatio <= 1) { // nor NaN
		return errors.New("OTEL_TRACES_SAMPLER_ARG must be from 0 to 1")
	}
	_, err = c.tracesHeaders()
	return err
}

// tracesHeaders reads a list like api-key=1,other=2, whose values are written as in an address.
func (c config) tracesHeaders() (map[string]string, error) {
	headers := map[string]string{}
	for one := range strings.SplitSeq(c.TracesHeaders, ",") {
		if strings.TrimSpace(one) == "" {
			continue
		}
		name, escaped, is := strings.Cut(one, "=")
		value, err := url.PathUnescape(strings.TrimSpace(escaped))
		if name = strings.TrimSpace(name); !is || name == "" || err != nil {
			return nil, errors.New("OTEL_EXPORTER_OTLP_HEADERS: not a list like name=value,name=value")
		}
		headers[name] = value
	}
	return headers, nil
}

// pool makes a pool that opens tell what is asked of it.
func (t *tracing) pool(c *pgxpool.Config) {
	if t != nil {
		t.Pool(c)
	}
}

// watch makes the edge and Redis tell what they do, beside what watches the edge already.
func (t *tracing) watch(edge *web.Edge, fast redis.UniversalClient) {
	if t == nil {
		return
	}
	t.Redis(fast)
	if edge.Watch == nil {
		edge.Watch = t.Traces
	} else {
		edge.Watch = web.Watches{edge.Watch, t.Traces}
	}
}

// provider is the client that asks the card provider, nil for a plain one.
func (t *tracing) provider() *http.Client {
	if t == nil {
		return nil
	}
	return t.Provider()
}

// jobs makes a queue and a runner tell what becomes of their jobs.
func (t *tracing) jobs() []rivertype.Plugin {
	if t == nil {
		return nil
	}
	return []rivertype.Plugin{t.Jobs()}
}

func (t *tracing) close() error {
	if t == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Second)
	defer cancel()
	return t.Close(ctx)
}
