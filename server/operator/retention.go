package operator

import (
	"context"
	"slices"
	"strconv"
	"time"

	"sahn/server/platform/audit"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/web"
	"sahn/server/retention"
)

// Kept is a kind of rows that are forgotten after Days. A manager may choose other days from Least to Most, when those differ. RanAt is
// when the last one looked, Last how many went then, and Month within 30 days.
type Kept struct {
	Kind  string     `json:"kind"`
	Days  int        `json:"days"`
	Least int        `json:"least"`
	Most  int        `json:"most"`
	RanAt *time.Time `json:"ran_at,omitempty"`
	Last  int64      `json:"last"`
	Month int64      `json:"month"`
}

// RetentionAnswer is everything that is forgotten, in the order in which it is, and when that was done last.
type RetentionAnswer struct {
	Kinds []Kept     `json:"kinds"`
	RanAt *time.Time `json:"ran_at,omitempty"`
}

const month = 30 // days of which runs are added up

// maxDue is how many due rows of a kind are counted: what a page reads does not grow with what is kept.
const maxDue = 500

func (o *Office) keeper() *retention.Keeper {
	return &retention.Keeper{Most: maxDue, Conn: o.Conn, Clock: o.Clock}
}

// HandleRetention shows what is kept for how long, what was forgotten and what is due. A manager may.
func (o *Office) HandleRetention(ctx context.Context, _ web.Caller, _ Nothing) (RetentionAnswer, error) {
	said, keeper := RetentionAnswer{Kinds: []Kept{}}, o.keeper()
	kinds, err := keeper.Kinds(ctx)
	if err != nil {
		return said, err
	}
	runs, err := keeper.Runs(ctx, clock.DateOf(o.Clock())-month)
	if err != nil {
		return said, err
	}
	for _, d := range kinds {
		one := Kept{Kind: d.Name, Days: d.Days, Least: d.Least, Most: d.Most}
		if ran, is := runs[d.Name]; is {
			at := ran.At.UTC()
			one.RanAt, one.Last, one.Month = &at, ran.Last, ran.Since
			if said.RanAt == nil || at.After(*said.RanAt) {
				said.RanAt = &at
			}
		}
		said.Kinds = append(said.Kinds, one)
	}
	return said, nil
}

// RetentionDueRequest asks what another period of a kind would forget.
type RetentionDueRequest struct {
	Kind string `query:"kind" validate:"required,max=40"`
	Days string `query:"days" validate:"required,max=5"`
}

// RetentionDue is how many rows the next run would forget; More says that there are more than were counted.
type RetentionDue struct {
	Due  int64 `json:"due"`
	More bool  `json:"more"`
}

// HandleRetentionDue counts what would be forgotten if a kind were kept for so many days. Nothing changes. A manager may.
func (o *Office) HandleRetentionDue(ctx context.Context, _ web.Caller, r RetentionDueRequest) (RetentionDue, error) {
	days, err := web.Whole("days", r.Days, 0, 36500)
	if err != nil {
		return RetentionDue{}, err
	}
	due, err := o.keeper().DueAt(ctx, r.Kind, days)
	return RetentionDue{due.Rows, due.More}, err
}

// RetentionRequest keeps a kind for so many days from the next run on. Seen are the days that the manager saw.
type RetentionRequest struct {
	Kind string `json:"kind" validate:"required,max=40"`
	Days int    `json:"days" validate:"required,min=1,max=36500"`
	Seen int    `json:"seen" validate:"min=0"`
}

// ErrRetentionChanged refuses the period of a manager who saw another one.
var ErrRetentionChanged = fault.New(fault.Conflict, "retention_changed", "Somebody changed this meanwhile. Please look again.")

// HandleRetentionSet keeps a kind for other days, within its bounds, from the next run on. A manager may.
func (o *Office) HandleRetentionSet(ctx context.Context, who web.Caller, r RetentionRequest) (RetentionAnswer, error) {
	name, value, err := retention.Setting(r.Kind, r.Days)
	if err != nil {
		return RetentionAnswer{}, err
	}
	err = o.act(ctx, who, func(ctx context.Context, tx db.Tx) (audit.Act, error) {
		was, err := readSettings(ctx, tx.Queries)
		if err != nil {
			return audit.Act{}, err
		}
		all := retention.Of(was)
		before := all[slices.IndexFunc(all, func(k retention.Kind) bool { return k.Name == r.Kind })].Days
		if before != r.Seen {
			return audit.Act{}, ErrRetentionChanged
		}
		if before == r.Days {
			return audit.Act{}, nil
		}
		n, err := tx.SettingSwap(ctx, name, value, was[name])
		if err == nil && n == 0 {
			err = ErrRetentionChanged
		}
		return audit.Act{Kind: "settings.change", Subject: "settings", Before: Settings{name: strconv.Itoa(before)},
			After: Settings{name: value}}, err
	})
	if err != nil {
		return RetentionAnswer{}, err
	}
	o.settings.at.Store(nil)
	return o.HandleRetention(ctx, who, Nothing{})
}
