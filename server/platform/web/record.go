package web

import (
	"cmp"
	"log/slog"
	"strings"
	"time"

	"github.com/gofiber/fiber/v3"

	"sahn/server/platform/telemetry"
)

// record writes a request's line into the log: with the company that its caller belongs to, and with the id of its
// trace, which the app or a proxy before us may have begun. The pattern is logged and never the path, which can hold personal data.
func (e *Edge) record(c fiber.Ctx, id string, started time.Time) {
	if !e.Log.Enabled(c.Context(), slog.LevelInfo) {
		return
	}
	line := []slog.Attr{slog.String("id", id), slog.String("method", c.Method()), slog.String("route", c.Route().Path),
		slog.Int("status", c.Response().StatusCode()), slog.Int64("ms", time.Since(started).Milliseconds())}
	if c.Response().IsBodyStream() { // how long it gets is not known yet, and asking would read it
		line = append(line, slog.Bool("streamed", true))
	} else {
		line = append(line, slog.Int("bytes", len(c.Response().Body())))
	}
	if company, _ := c.Locals(tenantKey{}).(string); company != "" {
		line = append(line, slog.String("company", company))
	}
	if trace := cmp.Or(telemetry.Trace(c.Context()), traceOf(c.Get("traceparent"))); trace != "" {
		line = append(line, slog.String("trace", trace))
	}
	e.Log.LogAttrs(c.Context(), slog.LevelInfo, "request", line...)
}

// traceOf is the trace id in a traceparent header (W3C Trace Context), empty where that is none: what callers send is not logged as it is.
func traceOf(header string) string {
	parts := strings.Split(header, "-")
	if len(parts) < 4 || len(parts[0]) != 2 || len(parts[1]) != 32 || strings.Trim(parts[1], "0") == "" ||
		strings.Trim(parts[1], "0123456789abcdef") != "" {
		return ""
	}
	return parts[1]
}
