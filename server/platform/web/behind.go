package web

import (
	"context"
	"errors"
	"time"

	"github.com/gofiber/fiber/v3"

	"sahn/server/platform/db"
	"sahn/server/platform/fault"
)

// ErrBehind refuses a request that waited for its whole time behind another one that holds the same things. Nothing was done.
var ErrBehind = fault.New(fault.Conflict, "behind_another",
	"Another order is being placed right now. Nothing was ordered twice; please try again in a moment.").After(2 * time.Second)

// A try may wait two seconds for a lock, so there is no other one when less than that is left.
const (
	turns    = 4
	lastTurn = callTimeout - 3*time.Second
)

// InTurn is an endpoint that runs again, within the request's time, when Postgres gave up its wait for a lock of another request: the
// second of two taps is served or is a conflict, not an outage. Its handler has one transaction and an idempotency key.
func InTurn(e Endpoint) Endpoint {
	run := e.run
	e.run = func(edge *Edge, c fiber.Ctx, who Caller, loose bool) error {
		began := time.Now()
		ctx, cancel := context.WithDeadline(context.WithoutCancel(c.Context()), began.Add(callTimeout))
		defer cancel()
		c.SetContext(ctx)
		for turn := 1; ; turn++ {
			err := run(edge, c, who, loose)
			switch {
			case db.Contended(err) && turn < turns && time.Since(began) < lastTurn:
			case db.Contended(err), turn > 1 && errors.Is(err, context.DeadlineExceeded):
				return errors.Join(ErrBehind, err)
			default:
				return err
			}
		}
	}
	return e
}
