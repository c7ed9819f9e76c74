package web

import (
	"context"
	"strings"
	"time"

	"github.com/gofiber/fiber/v3"

	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/telemetry"
)

// Served is what became of a request. Route is the pattern of its path and never the path; Reason is why it was shed (status 429 or 503),
// empty for every other.
type Served struct {
	Method, Route, Reason string
	Status                int
	Took                  time.Duration
}

// Watch is told of every request, for metrics and traces. Begin's context is the request's, and End gets it back. traceparent is what the
// caller says of a trace that it began (W3C Trace Context), not checked, empty for none.
type Watch interface {
	Begin(ctx context.Context, traceparent string) context.Context
	End(ctx context.Context, s Served)
}

// Watches tell each of several.
type Watches []Watch

// Begin tells all of them that a request begins.
func (all Watches) Begin(ctx context.Context, traceparent string) context.Context {
	for _, w := range all {
		ctx = w.Begin(ctx, traceparent)
	}
	return ctx
}

// End tells all of them what became of it.
func (all Watches) End(ctx context.Context, s Served) {
	for _, w := range all {
		w.End(ctx, s)
	}
}

// watched tells the watch what became of a request that failed with err, or did not.
func (e *Edge) watched(c fiber.Ctx, started time.Time, err error) {
	s := Served{Method: c.Method(), Route: c.Route().Path, Status: c.Response().StatusCode(), Took: time.Since(started)}
	if f := fault.As(db.Outage(err)); f != nil && (f.Kind == fault.TooMany || f.Kind == fault.Unavailable) {
		s.Reason = f.Reason
	}
	e.Watch.End(c.Context(), s)
}

// limited notes which limit refused a request: the beginning of its key.
func limited(ctx context.Context, key string) {
	name, _, _ := strings.Cut(key, ":")
	telemetry.Limited(ctx, name)
}
