// Package telemetry is what parts of the server note about the request that they work for, for whoever counts requests. Where nobody
// counts, a context carries nothing and a note is dropped without cost.
package telemetry

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// Request is what a request has asked of the engines so far, and what it met. Its fields may be written by several goroutines.
type Request struct {
	Statements, Trips    atomic.Int64 // of Postgres
	Commands, RedisTrips atomic.Int64 // of Redis
	mu                   sync.Mutex
	limits               []string
	push                 Push
	pushed               bool
}

// Push is a sync of a device: how many operations it brought, since when the oldest of them waited on the device, and how many operations
// ended in which way.
type Push struct {
	Operations int
	Waited     time.Duration
	Results    map[string]int
}

type key struct{}

// With is a context whose work is counted, and the count.
func With(ctx context.Context) (context.Context, *Request) {
	r := &Request{}
	return context.WithValue(ctx, key{}, r), r
}

// Of is the count that a context carries, nil for none.
func Of(ctx context.Context) *Request {
	r, _ := ctx.Value(key{}).(*Request)
	return r
}

// Limited notes that a limit refused the request, by the limit's name: a constant of the code, never a caller's.
func Limited(ctx context.Context, limit string) {
	if r := Of(ctx); r != nil {
		r.mu.Lock()
		defer r.mu.Unlock()
		if !slices.Contains(r.limits, limit) {
			r.limits = append(r.limits, limit)
		}
	}
}

// Limits are the limits that refused the request.
func (r *Request) Limits() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.limits)
}

// Pushed notes what a device brought.
func (r *Request) Pushed(p Push) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.push, r.pushed = p, true
}

// Push is what a device brought; false when the request was no sync.
func (r *Request) Push() (Push, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.push, r.pushed
}

type traceKey struct{}

// InTrace is a context whose work belongs to a trace, of the id in hexadecimal digits.
func InTrace(ctx context.Context, id string) context.Context {
	return context.WithValue(ctx, traceKey{}, id)
}

// Trace is the id of the trace that a context's work belongs to, empty for none.
func Trace(ctx context.Context) string {
	id, _ := ctx.Value(traceKey{}).(string)
	return id
}
