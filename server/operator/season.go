package operator

import (
	"context"
	"errors"
	"reflect"

	"github.com/oklog/ulid/v2"

	"sahn/server/platform/audit"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/web"
)

// Season is Ramadan ("ramadan"), or Fridays from a day on ("friday", without an end where Last is absent). The moon decides on an expected
// day, which may move. Earlier is by how many hours orders close earlier. A window that is not among Windows keeps its times.
type Season struct {
	ID            string         `json:"id"`
	Kind          string         `json:"kind"`
	First         clock.Date     `json:"first"`
	Last          *clock.Date    `json:"last"`
	FirstExpected bool           `json:"first_expected"`
	LastExpected  bool           `json:"last_expected"`
	Earlier       int            `json:"earlier"`
	Windows       []SeasonWindow `json:"windows"`
}

// SeasonWindow is when a window brings lunch in a season: "18:00" to "18:30". Both empty: it takes no new deliveries then.
type SeasonWindow struct {
	ID    string `json:"id" validate:"required,len=26,alphanum"`
	From  string `json:"from"`
	Until string `json:"until"`
}

// SeasonsAnswer lists seasons that are not over.
type SeasonsAnswer struct {
	Data []Season `json:"data"`
}

// SeasonRequest is everything about a season, new or known. ID is a ULID of the device, so that a repeated request sets it once. Lunches is
// how many lunches the manager saw that come at other times by it (see ErrHoursOrdered).
type SeasonRequest struct {
	ID            string         `path:"id" json:"-" validate:"required,len=26,alphanum"`
	Kind          string         `json:"kind" validate:"required,oneof=ramadan friday"`
	First         clock.Date     `json:"first" validate:"required"`
	Last          *clock.Date    `json:"last"`
	FirstExpected bool           `json:"first_expected"`
	LastExpected  bool           `json:"last_expected"`
	Earlier       int            `json:"earlier" validate:"min=0,max=48"`
	Windows       []SeasonWindow `json:"windows" validate:"max=4000,dive"`
	Lunches       int            `json:"lunches,omitempty" validate:"min=0"`
}

// SeasonRemoveRequest takes a season away. Lunches is as in SeasonRequest.
type SeasonRemoveRequest struct {
	ID      string `path:"id" json:"-" validate:"required,max=64"`
	Lunches int    `json:"lunches,omitempty" validate:"min=0"`
}

// Changed is how many lunches that are ordered come at other times, or not at all: Outside counts the latter, whose window exists only in
// Ramadan and whose day is not in it any more.
type Changed struct {
	Lunches int `json:"lunches"`
	Outside int `json:"outside,omitempty"`
}

// ErrHoursOrdered refuses a season that brings ordered lunches at other times than the manager has seen.
var ErrHoursOrdered = fault.New(fault.Conflict, "hours_ordered",
	"Lunches that are ordered come at other times by this. See how many before you save it.")

// seasonAhead is how far a season without an end is looked at, beyond all that can be ordered.
const seasonAhead = 60

func (r *SeasonRequest) clean(today clock.Date) error {
	switch {
	case r.Kind == "ramadan" && r.Last == nil:
		return fault.Field("last", "The last field is required.")
	case r.Last != nil && (*r.Last < r.First || r.Kind == "ramadan" && *r.Last > r.First+30):
		return fault.Field("last", "The last day must be the first one or up to 30 days later.")
	case r.Last != nil && *r.Last < today:
		return ErrDayOver
	}
	if _, err := ulid.ParseStrict(r.ID); err != nil {
		return fault.Field("id", "The id field is invalid.")
	}
	for _, w := range r.Windows {
		if w.From != "" || w.Until != "" {
			if err := cleanWindow(w.From, w.Until); err != nil {
				return err
			}
		}
	}
	return nil
}

// HandleSeasons lists seasons that are not over. A manager may.
func (o *Office) HandleSeasons(ctx context.Context, _ web.Caller, _ Nothing) (SeasonsAnswer, error) {
	q := db.New(o.Conn)
	rows, err := q.Seasons(ctx, clock.DateOf(o.Clock()))
	if err != nil {
		return SeasonsAnswer{}, err
	}
	all, err := seasonsOf(ctx, q, rows)
	return SeasonsAnswer{all}, err
}

func seasonsOf(ctx context.Context, q *db.Queries, rows []db.Season) ([]Season, error) {
	ids, of := make([]string, len(rows)), map[string][]SeasonWindow{}
	for i, r := range rows {
		ids[i] = r.ID
	}
	windows, err := q.SeasonWindows(ctx, ids)
	for _, w := range windows {
		of[w.SeasonID] = append(of[w.SeasonID], SeasonWindow{w.WindowID, or(w.FromTime, ""), or(w.UntilTime, "")})
	}
	all := make([]Season, len(rows))
	for i, r := range rows {
		all[i] = Season{r.ID, r.Kind, r.FirstDay, r.LastDay, r.FirstExpected, r.LastExpected, r.Earlier,
			append([]SeasonWindow{}, of[r.ID]...)}
	}
	return all, err
}

// HandleSeasonSet sets Ramadan or Fridays, or moves their days. Ordered lunches come at the new times and keep their cut-off; those of a
// window that exists only in Ramadan are moved or paid back when their day is not in it any more. The manager must have seen how many these
// are. A manager may.
func (o *Office) HandleSeasonSet(ctx context.Context, who web.Caller, r SeasonRequest) (Done, error) {
	if err := r.clean(clock.DateOf(o.Clock())); err != nil {
		return Done{}, err
	}
	return Done{}, o.act(ctx, who, func(ctx context.Context, tx db.Tx) (audit.Act, error) {
		was, err := seasonLock(ctx, tx, r.ID)
		if err != nil {
			return audit.Act{}, err
		}
		is := Season{r.ID, r.Kind, r.First, r.Last, r.FirstExpected, r.LastExpected, r.Earlier, append([]SeasonWindow{}, r.Windows...)}
		act := audit.Act{Kind: "season.set", Subject: r.First.String(), Note: r.Kind, After: is}
		if was != nil {
			if r.Kind != was.Kind {
				return audit.Act{}, fault.Field("kind", "The kind of a season stays as it is.")
			}
			if reflect.DeepEqual(*was, is) {
				return audit.Act{}, nil
			}
			act.Before = *was
		}
		return act, o.changing(ctx, tx, r.Lunches, func() error { return writeSeason(ctx, tx, is) }, was, &is)
	})
}

// HandleSeasonRemove takes a season away: lunch comes at the windows' own times again. A manager may.
func (o *Office) HandleSeasonRemove(ctx context.Context, who web.Caller, r SeasonRemoveRequest) (Done, error) {
	return Done{}, o.act(ctx, who, func(ctx context.Context, tx db.Tx) (audit.Act, error) {
		was, err := seasonLock(ctx, tx, r.ID)
		if err == nil && was == nil {
			err = fault.ErrNotFound
		}
		if err != nil {
			return audit.Act{}, err
		}
		err = o.changing(ctx, tx, r.Lunches, func() error { return tx.SeasonRemove(ctx, r.ID) }, was)
		return audit.Act{Kind: "season.remove", Subject: was.First.String(), Note: was.Kind, Before: *was}, err
	})
}

// seasonLock locks a season; nil when there is none with this id.
func seasonLock(ctx context.Context, tx db.Tx, id string) (*Season, error) {
	row, err := tx.SeasonLock(ctx, id)
	if db.None(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	all, err := seasonsOf(ctx, tx.Queries, []db.Season{row})
	return &all[0], err
}

func writeSeason(ctx context.Context, tx db.Tx, s Season) error {
	err := tx.SeasonSet(ctx, db.SeasonSetParams{ID: s.ID, Kind: s.Kind, FirstDay: s.First, LastDay: s.Last, FirstExpected: s.FirstExpected,
		LastExpected: s.LastExpected, Earlier: s.Earlier})
	switch {
	case db.Broke(err, "seasons_one_ramadan"), db.Broke(err, "seasons_one_friday"):
		return fault.Field("first", "Some of these days are set already.")
	case err != nil:
		return err
	}
	ids, from, until := make([]string, len(s.Windows)), make([]string, len(s.Windows)), make([]string, len(s.Windows))
	for i, w := range s.Windows {
		ids[i], from[i], until[i] = w.ID, w.From, w.Until
	}
	err = errors.Join(tx.SeasonWindowsClear(ctx, s.ID), tx.SeasonWindowsSet(ctx, s.ID, ids, from, until))
	if db.Broke(err, "season_windows_pkey") {
		err = fault.Field("windows", "A window stands twice.")
	}
	return err
}

// changing changes seasons, on whose days lunch comes at other times.
func (o *Office) changing(ctx context.Context, tx db.Tx, seen int, change func() error, of ...*Season) error {
	today := clock.DateOf(o.Clock())
	from, until := today+seasonAhead, today
	for _, s := range of {
		if s != nil {
			from = min(from, max(today, s.First))
			last := today + seasonAhead
			if s.Last != nil {
				last = *s.Last
			}
			until = max(until, last)
		}
	}
	return o.moving(ctx, tx, moved{from: from, until: until, seen: seen}, change)
}

// moved is a change of when lunch comes: on which days, in which window or in all, and how many lunches the manager saw that it moves.
type moved struct {
	from, until clock.Date
	window      string
	seen        int
}

// moving changes when lunch comes while nobody can order on those days, and plans that people hear of other times. It refuses when more
// ordered lunches come at other times by it than the manager has seen.
func (o *Office) moving(ctx context.Context, tx db.Tx, m moved, change func() error) error {
	if err := tx.MenusLock(ctx, m.from.Monday(), m.until); err != nil {
		return err
	}
	rows, err := tx.HoursOf(ctx, m.from, m.until, m.window)
	if err != nil {
		return err
	}
	if err := change(); err != nil {
		return err
	}
	ids, was, ended, came, back := make([]string, len(rows)), make([]string, len(rows)), make([]string, len(rows)), map[string]bool{}, 0
	for i, r := range rows {
		ids[i], was[i], ended[i], came[r.ID] = r.ID, r.FromTime, r.UntilTime, !r.Outside
		if r.Outside {
			back++
		}
	}
	n, err := tx.HoursChanged(ctx, ids, was, ended)
	if err != nil {
		return err
	}
	outside, err := tx.LunchesOutside(ctx, ids)
	if err != nil {
		return err
	}
	gone := 0
	for _, id := range outside {
		if came[id] {
			gone++
		} else {
			back--
		}
	}
	switch {
	case n+gone > m.seen:
		return ErrHoursOrdered.With(Changed{n + gone, gone})
	case n+gone+back == 0:
		return nil
	}
	return o.DaysChanged(ctx, tx)
}
