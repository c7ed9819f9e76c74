package web

import (
	"context"
	"crypto/sha256"
	"time"

	"github.com/gofiber/fiber/v3"

	"sahn/server/platform/fault"
)

const (
	onceHeader    = "Idempotency-Key"
	longestOnce   = 255
	maxRemembered = 64 << 10 // bytes of an answer that is remembered
)

// What a program reads whose Idempotency-Key does not fit.
var (
	errOnce     = fault.Field("idempotency_key", "The idempotency key field is invalid.")
	errOnceBusy = fault.New(fault.Conflict, "idempotency_key_in_use", "Please try again.").After(2 * time.Second)
)

// Answered is what a write was answered the first time. A zero one is not known.
type Answered struct {
	Asked  []byte // SHA-256 of what was asked
	Status int    // 0 while it is being done
	Body   []byte
}

// once runs a request. A write that a program names by its Idempotency-Key is done once: sent again, it gets the first answer, for a day.
// Refusals are not remembered, since nothing was done.
func (e *Edge) once(c fiber.Ctx, who Caller, run func() error) error {
	name := c.Get(onceHeader)
	if who.KeyID == "" || name == "" || c.Method() == fiber.MethodGet || c.Method() == fiber.MethodHead {
		return run()
	}
	for _, r := range name {
		if r < ' ' || r > '~' || len(name) > longestOnce {
			return errOnce
		}
	}
	sum := sha256.New()
	for _, part := range [][]byte{[]byte(c.Method()), c.Request().URI().RequestURI(), c.Body()} {
		one := sha256.Sum256(part)
		_, _ = sum.Write(one[:])
	}
	asked := sum.Sum(nil)
	ctx, cancel := e.context(c)
	defer cancel()
	had, err := e.APIKeys.Begin(ctx, who, name, asked)
	switch {
	case err != nil:
		return err
	case had.Asked == nil:
	case string(had.Asked) != string(asked):
		return errOnce
	case had.Status == 0:
		return errOnceBusy
	default:
		c.Set("Idempotency-Replayed", "true")
		c.Set("Cache-Control", "no-store")
		c.Set("Content-Type", "application/json")
		return c.Status(had.Status).Send(had.Body)
	}
	failed := run()
	// Whoever hung up may ask again, so the answer is kept all the same.
	ctx, cancel = context.WithTimeout(context.WithoutCancel(c.Context()), callTimeout)
	defer cancel()
	done := Answered{Status: c.Response().StatusCode(), Body: c.Response().Body()}
	if failed != nil || len(done.Body) > maxRemembered {
		done = Answered{}
	}
	if err := e.APIKeys.End(ctx, who, name, done); err != nil {
		e.Log.Error("an answer is not remembered", "id", c.GetRespHeader("X-Request-Id"), "error", err.Error())
	}
	return failed
}
