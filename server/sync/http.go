package sync

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strconv"
	"strings"

	"sahn/server/draft"
	"sahn/server/order"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/web"
)

// Syncs answers devices.
type Syncs struct {
	Conn  db.Conn
	Clock clock.Clock
	App   string // this server's version, to tell an app that is newer from one that is older
	Log   *slog.Logger
}

// HandleSync takes what a device saved and gives what it does not know. Eaters may, for their own profile.
func (s *Syncs) HandleSync(ctx context.Context, who web.Caller, r Request) (reply Reply, err error) {
	if r.V < Version || older(r.App, MinApp) {
		return reply, ErrOutdated
	}
	if r.V > Version || older(s.App, r.App) && slices.ContainsFunc(r.Ops, unknown) {
		// A rolling deploy: another server knows what this app may say. Nothing is consumed as unknown.
		return reply, ErrLater
	}
	if r.tooLarge() {
		return reply, ErrTooLarge
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
		// One that has just been set aside no longer stops the others.
		if aside, err := s.strike(ctx, who, r, err); !aside {
			return Reply{}, err
		}
	}
}

// answer reads everything that changed after the device's cursor, as it stands after the writes. A cursor from the future
// (the server was restored from an older copy) starts over.
func (w *round) answer(b *db.Batch, r Request) func() (Reply, error) {
	reply := Reply{Cur: w.rev, Ack: Ack{w.device.LastN, w.device.LastID}, Res: w.results, Now: w.now.UnixMilli()}
	from := r.Cur
	if from > reply.Cur || from > 0 && !sameAge(from, reply.Cur) {
		from, reply.Reset = 0, true
	}
	docs := draft.Since(b, w.who.ProfileID, from)
	orders := order.Since(b, w.who.ProfileID, from)
	loaded := w.loadContext(b)
	return func() (Reply, error) {
		reply.Docs, reply.Orders = *docs, *orders
		return reply, reply.add(loaded(), r.Tag)
	}
}

// older compares versions like 2026.11.2; what cannot be read is older than everything.
func older(a, b string) bool {
	x, y := strings.Split(a, "."), strings.Split(b, ".")
	for i := range max(len(x), len(y)) {
		m, n := part(x, i), part(y, i)
		if m != n {
			return m < n
		}
	}
	return false
}

func part(parts []string, i int) int {
	if i >= len(parts) {
		return 0
	}
	n, err := strconv.Atoi(parts[i])
	if err != nil {
		return -1
	}
	return n
}
