package cache

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"
)

const (
	failuresToOpen = 5
	openFor        = 5 * time.Second
)

// ErrOpen says that the circuit breaker is open: Redis is not asked at present.
var ErrOpen = errors.New("redis is away")

// breaker is a circuit breaker for a Redis that does not answer. After openFor one caller tries; the others are still refused.
type breaker struct {
	now func() time.Time
	log *slog.Logger

	mu       sync.Mutex
	failures int
	until    time.Time // closed when zero
}

// DialHook leaves dialling unchanged.
func (b *breaker) DialHook(next redis.DialHook) redis.DialHook {
	return func(ctx context.Context, network, addr string) (net.Conn, error) { return next(ctx, network, addr) }
}

// ProcessHook guards single commands.
func (b *breaker) ProcessHook(next redis.ProcessHook) redis.ProcessHook {
	return func(ctx context.Context, cmd redis.Cmder) error {
		err := b.guard(ctx, func(ctx context.Context) error { return next(ctx, cmd) })
		if errors.Is(err, ErrOpen) {
			cmd.SetErr(err)
		}
		return err
	}
}

// ProcessPipelineHook guards pipelines.
func (b *breaker) ProcessPipelineHook(next redis.ProcessPipelineHook) redis.ProcessPipelineHook {
	return func(ctx context.Context, cmds []redis.Cmder) error {
		err := b.guard(ctx, func(ctx context.Context) error { return next(ctx, cmds) })
		if errors.Is(err, ErrOpen) {
			for _, cmd := range cmds {
				cmd.SetErr(err)
			}
		}
		return err
	}
}

// guarded marks the context of a command that passed. While connecting, go-redis sends commands of its own, which belong to the one that
// was admitted.
type guarded struct{}

func (b *breaker) guard(ctx context.Context, run func(context.Context) error) error {
	if ctx.Value(guarded{}) != nil {
		return run(ctx)
	}
	if !b.admit() {
		return ErrOpen
	}
	short, cancel := context.WithTimeout(context.WithValue(ctx, guarded{}, true), timeout)
	defer cancel()
	err := run(short)
	if ctx.Err() == nil { // a caller that gave up says nothing about Redis
		b.observe(err)
	}
	return err
}

func (b *breaker) admit() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.until.IsZero() {
		return true
	}
	now := b.now()
	if now.Before(b.until) {
		return false
	}
	b.until = now.Add(openFor) // half open: only this caller tries
	return true
}

func (b *breaker) observe(err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if answered(err) {
		if !b.until.IsZero() {
			b.log.Info("redis answers again")
		}
		b.failures, b.until = 0, time.Time{}
		return
	}
	if b.failures++; b.failures >= failuresToOpen {
		if b.failures == failuresToOpen {
			b.log.Warn("redis is away, going on without it", "error", err.Error())
		}
		b.until = b.now().Add(openFor)
	}
}

// answered reports whether Redis itself answered, even with a refusal.
func answered(err error) bool {
	if err == nil {
		return true
	}
	_, spoke := errors.AsType[redis.Error](err)
	return spoke
}
