package sync

import (
	"context"
	"errors"
	"log/slog"
	"math"
	"slices"

	"golang.org/x/mod/semver"

	"sahn/server/draft"
	"sahn/server/order"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/telemetry"
	"sahn/server/platform/web"
)

// Syncs handles the requests of devices.
type Syncs struct {
	Conn  db.Conn
	Clock clock.Clock
	App   string // this server's version, to recognize an app that is newer or older
	Log   *slog.Logger
}

// HandleSync takes the operations that a device saved and returns the changes that it does not have. Eaters may, for their own profile.
func (s *Syncs) HandleSync(ctx context.Context, who web.Caller, r Request) (Reply, error) {
	reply, err := s.handle(ctx, who, r)
	if t := telemetry.Of(ctx); t != nil {
		t.Pushed(pushOf(r, reply, s.Clock()))
	}
	return reply, err
}

func (s *Syncs) handle(ctx context.Context, who web.Caller, r Request) (reply Reply, err error) {
	if r.V < Version || older(r.App, MinApp) {
		return reply, ErrOutdated
	}
	if r.V > Version || older(s.App, r.App) && slices.ContainsFunc(r.Ops, unknown) {
		// During a rolling deploy another server knows this kind of operation, so it is not consumed as unknown.
		return reply, ErrLater
	}
	if r.tooLarge() {
		return reply, ErrTooLarge
	}
	if reply, done, err := s.quiet(ctx, who, r); done || err != nil {
		return reply, err
	}
	for {
		if reply, err = s.once(ctx, who, r); err == nil {
			return reply, nil
		}
		if errors.Is(err, errForgotten) {
			if err := s.startOver(ctx, who, r); err != nil {
				return Reply{}, err
			}
			continue
		}
		// An operation that was quarantined just now no longer blocks the others.
		if aside, err := s.strike(ctx, who, r, err); !aside {
			return Reply{}, err
		}
	}
}

// answer reads everything that changed after the device's cursor, including the request's own writes. A cursor from the future (the server
// was restored from an older copy) starts over.
func (w *round) answer(b *db.Batch, r Request) func() (Reply, error) {
	reply := Reply{Cur: w.rev, Ack: Ack{w.device.LastN, w.device.LastID}, Res: w.results, Now: w.now.UnixMilli()}
	from := r.Cur
	if from > reply.Cur || from > 0 && !sameEpoch(from, reply.Cur) {
		from, reply.Reset = 0, true
	}
	until := int64(math.MaxInt64)
	if w.until > from {
		until, reply.Cur, reply.More = w.until, w.until, true
	}
	docs := draft.Since(b, w.who.ProfileID, from)
	orders := &[]order.Order{}
	if w.until >= 0 {
		orders = order.Since(b, w.who.ProfileID, from, until)
	}
	loaded := w.loadContext(b)
	return func() (Reply, error) {
		reply.Docs, reply.Orders = *docs, *orders
		return reply, reply.add(loaded(), r.Tag)
	}
}

// older compares versions like 2026.11.2; an unreadable version is older than every other.
func older(a, b string) bool { return semver.Compare("v"+a, "v"+b) < 0 }
