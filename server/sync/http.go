package sync

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"sahn/server/clock"
	"sahn/server/db"
	"sahn/server/draft"
	"sahn/server/menu"
	"sahn/server/order"
	"sahn/server/person"
	"sahn/server/quote"
	"sahn/server/web"
	"sahn/server/week"
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
		err = db.InTx(ctx, s.Conn, func(ctx context.Context, q *db.Queries, tx pgx.Tx) error {
			done, err := s.apply(ctx, q, tx, who, r)
			if err != nil {
				return err
			}
			reply, err = s.reply(ctx, q, who, r, done)
			return err
		})
		if err == nil {
			return reply, nil
		}
		// One that has just been set aside no longer stops the others.
		if aside, err := s.strike(ctx, who, r, err); !aside {
			return Reply{}, err
		}
	}
}

// reply reads everything that changed after the device's cursor. A cursor from the future (the server was restored from an
// older copy) starts over.
func (s *Syncs) reply(ctx context.Context, q *db.Queries, who web.Caller, r Request, done *round) (Reply, error) {
	reply := Reply{Cur: done.rev, Ack: Ack{done.device.LastN, done.device.LastID}, Res: done.results, Now: done.now.UnixMilli(),
		Limits: Limits{maxOps, maxSize}, Min: MinApp}
	var err error
	if len(r.Ops) == 0 {
		// Before the documents: one that is newer comes twice, and none is missed.
		if reply.Cur, err = q.ProfileRev(ctx, who.ProfileID); err != nil && !db.None(err) {
			return reply, fmt.Errorf("read revision: %w", err)
		}
	}
	from := r.Cur
	if from > reply.Cur {
		from, reply.Reset = 0, true
	}
	if reply.Docs, err = draft.Since(ctx, q, who.ProfileID, from); err != nil {
		return reply, err
	}
	if reply.Orders, err = order.Since(ctx, q, who.ProfileID, from); err != nil {
		return reply, err
	}
	reply.Live, reply.Menu, err = s.surroundings(ctx, q, who, done.now)
	if err != nil {
		return reply, err
	}
	if r.Done > 0 && len(r.Ops) > 0 {
		err = q.OperationTrim(ctx, r.Dev, r.Done, done.now.Add(-90*24*time.Hour))
	}
	return reply, err
}

// surroundings is what travels beside drafts: the offered weeks' menus and what changes all the time.
func (s *Syncs) surroundings(ctx context.Context, q *db.Queries, who web.Caller, now time.Time) (quote.Live, map[clock.Date]string, error) {
	eater, err := person.EaterOf(ctx, q, who.ProfileID)
	if err != nil {
		return quote.Live{}, nil, err
	}
	offered := week.Upcoming(week.Reference(now), week.MinWeekStartDate)
	first := min(offered[0].Value, clock.DateOf(now).Monday())
	last := offered[len(offered)-1].Value
	live, err := order.Live(ctx, q, eater, first, last+6)
	if err != nil {
		return live, nil, err
	}
	menus, err := menu.Current(ctx, q, first, last)
	return live, menus, err
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
