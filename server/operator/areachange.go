package operator

import (
	"context"
	"fmt"
	"slices"

	"sahn/server/company"
	"sahn/server/platform/audit"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/web"
)

// AreaChangeRequest is everything about an area, at once or from the day on which it Begins, a Dubai date after today. It replaces what the
// area was to become. Seen is the seal of what the manager saw; without it, what somebody else set meanwhile is replaced, too.
type AreaChangeRequest struct {
	ID     string      `path:"id" json:"-" validate:"required,max=64"`
	Name   string      `json:"name" validate:"required"`
	NameAr string      `json:"name_ar"`
	Closed bool        `json:"closed"`
	Begins *clock.Date `json:"begins,omitempty"`
	Seen   string      `json:"seen,omitempty" validate:"max=32"`
}

// WindowChangeRequest is everything about a window, at once or from the day on which it Begins, a Dubai date after today. It replaces what
// the window was to become. New times also count for what is ordered: lunch is brought in one window, and people are told. New weekdays and
// a new capacity count for new orders only. Lunches is how many lunches the manager saw that come at other times by it, as ErrHoursOrdered
// has it. Seen is as of an area.
type WindowChangeRequest struct {
	Service
	ID      string      `path:"id" json:"-" validate:"required,max=64"`
	From    string      `json:"from" validate:"required"`
	Until   string      `json:"until" validate:"required"`
	Closed  bool        `json:"closed"`
	Begins  *clock.Date `json:"begins,omitempty"`
	Lunches int         `json:"lunches,omitempty" validate:"min=0"`
	Seen    string      `json:"seen,omitempty" validate:"max=32"`
}

// ErrSettingChanged refuses a change by a manager who saw an older state.
var ErrSettingChanged = fault.New(fault.Conflict, "setting_changed", "Somebody changed this meanwhile. Please look again.")

// sealOf names what something is and what it is to become, nil for nothing.
func sealOf[T any](now T, next *T) string { return company.Seal([]any{now, next}) }

// stale reports whether a manager saw something else than what there is.
func stale[T any](seen string, now T, next *T) bool { return seen != "" && seen != sealOf(now, next) }

// beginning returns the day on which a change begins; today is at once.
func beginning(begins *clock.Date, today clock.Date) (clock.Date, error) {
	day := or(begins, today)
	if day < today || day > today+366 {
		return 0, fault.Field("begins", "The begins field must be today or a day of the coming year.")
	}
	return day, nil
}

// areaFacts and windowFacts are an area and a window in the audit log. Begins is empty for what is so now.
type areaFacts struct {
	Name   string `json:"name"`
	NameAr string `json:"name_ar"`
	Closed bool   `json:"closed"`
	Begins string `json:"begins,omitempty"`
}

type windowFacts struct {
	From     string `json:"from"`
	Until    string `json:"until"`
	Closed   bool   `json:"closed"`
	Weekdays string `json:"weekdays"`
	Capacity int    `json:"capacity"`
	Begins   string `json:"begins,omitempty"`
}

// HandleAreaChange renames an area, closes it or opens it again, at once or from a later day on. Deliveries that are ordered stay. A
// manager may.
func (o *Office) HandleAreaChange(ctx context.Context, who web.Caller, r AreaChangeRequest) (AreasAnswer, error) {
	today := clock.DateOf(o.Clock())
	begins, err := beginning(r.Begins, today)
	if err == nil {
		err = cleanArea(&r.Name, &r.NameAr)
	}
	if err != nil {
		return AreasAnswer{}, err
	}
	if err := o.Companies.ChangeAreas(ctx); err != nil { // a change whose day has come is not replaced by this one
		return AreasAnswer{}, err
	}
	return o.changeAreas(ctx, who, func(ctx context.Context, tx db.Tx) (audit.Act, error) {
		row, err := tx.AreaHold(ctx, r.ID)
		if err != nil {
			return audit.Act{}, missing(err)
		}
		waits, err := tx.AreaChangeOf(ctx, r.ID)
		if err != nil {
			return audit.Act{}, err
		}
		before, after := areaFacts{row.Name, row.NameAr, row.ClosedAt != nil, ""}, areaFacts{r.Name, r.NameAr, r.Closed, ""}
		act := audit.Act{Kind: changeKind("area", begins > today, before == after), Subject: r.ID}
		now, next := before, (*areaFacts)(nil)
		if len(waits) > 0 {
			before = areaFacts{waits[0].Name, waits[0].NameAr, waits[0].Closed, waits[0].FromDate.String()}
			next = &before
		}
		if begins > today {
			after.Begins = begins.String()
		}
		act.Before, act.After = before, after
		switch {
		case before == after:
			return audit.Act{}, nil
		case stale(r.Seen, now, next):
			return act, ErrSettingChanged
		}
		named, err := tx.AreaNamed(ctx, r.ID, r.Name)
		switch {
		case err != nil:
			return act, err
		case named:
			return act, ErrAreaNamed
		case begins > today:
			return act, tx.AreaChangePlan(ctx, db.AreaChangePlanParams{AreaID: r.ID, FromDate: begins, Name: r.Name, NameAr: r.NameAr,
				Closed: r.Closed})
		}
		return act, o.changeArea(ctx, tx, r)
	})
}

func (o *Office) changeArea(ctx context.Context, tx db.Tx, r AreaChangeRequest) error {
	err := tx.AreaChange(ctx, db.AreaChangeParams{ID: r.ID, Name: r.Name, NameAr: r.NameAr, Closed: r.Closed, Now: o.Clock()})
	if db.Broke(err, "areas_one_per_name") {
		err = ErrAreaNamed
	}
	if err == nil {
		err = tx.WindowsRename(ctx, r.Name, r.ID)
	}
	if err == nil {
		err = tx.AreaChangeDrop(ctx, r.ID)
	}
	return err
}

// changeKind names in the audit log what is done to an area or a window: changed, planned for a later day, or left as it is now.
func changeKind(of string, later, same bool) string {
	switch {
	case later:
		return of + ".schedule"
	case same:
		return of + ".withdraw"
	}
	return of + ".change"
}

// HandleWindowChange changes times, weekdays and capacity of a window, closes it or opens it again, at once or from a later day on.
// Deliveries that are ordered stay, and people hear of other times. A manager may.
func (o *Office) HandleWindowChange(ctx context.Context, who web.Caller, r WindowChangeRequest) (AreasAnswer, error) {
	today := clock.DateOf(o.Clock())
	begins, err := beginning(r.Begins, today)
	if err == nil {
		err = cleanWindow(r.From, r.Until)
	}
	if err != nil {
		return AreasAnswer{}, err
	}
	if err := o.Companies.ChangeAreas(ctx); err != nil { // a change whose day has come is not replaced by this one
		return AreasAnswer{}, err
	}
	return o.changeAreas(ctx, who, func(ctx context.Context, tx db.Tx) (audit.Act, error) {
		was, waits, err := windowHeld(ctx, tx.Queries, r)
		if err != nil {
			return audit.Act{}, err
		}
		weekdays, capacity, err := r.over(was.Weekdays, was.Capacity)
		if err != nil {
			return audit.Act{}, err
		}
		before := windowFacts{was.FromTime, was.UntilTime, was.ClosedAt != nil, fmt.Sprint(was.Weekdays), or(was.Capacity, 0), ""}
		after := windowFacts{r.From, r.Until, r.Closed, fmt.Sprint(weekdays), or(capacity, 0), ""}
		act := audit.Act{Kind: changeKind("window", begins > today, before == after), Subject: r.ID}
		now, next := before, (*windowFacts)(nil)
		m, times := moved{from: begins, until: max(today, begins) + seasonAhead, window: r.ID, seen: r.Lunches}, [2]string{r.From, r.Until}
		moves := times != [2]string{was.FromTime, was.UntilTime}
		if waits != nil {
			moves = moves || times != [2]string{waits.FromTime, waits.UntilTime}
			m.from = min(m.from, waits.FromDate)
			before = windowFacts{waits.FromTime, waits.UntilTime, waits.Closed, fmt.Sprint(waits.Weekdays), waits.Capacity,
				waits.FromDate.String()}
			next = &before
		}
		change := func() error {
			err := tx.WindowChange(ctx, db.WindowChangeParams{ID: r.ID, FromTime: r.From, UntilTime: r.Until, Weekdays: weekdays,
				Capacity: capacity, Closed: r.Closed, Now: o.Clock()})
			if err == nil {
				err = tx.WindowChangeDrop(ctx, r.ID)
			}
			return err
		}
		if begins > today {
			after.Begins = begins.String()
			change = func() error {
				return tx.WindowChangePlan(ctx, db.WindowChangePlanParams{WindowID: r.ID, FromDate: begins, FromTime: r.From, UntilTime: r.Until,
					Weekdays: weekdays, Capacity: or(capacity, 0), Closed: r.Closed})
			}
		}
		act.Before, act.After = before, after
		switch {
		case before == after:
			return audit.Act{}, nil
		case stale(r.Seen, now, next):
			return act, ErrSettingChanged
		case !moves:
			return act, change()
		}
		return act, o.moving(ctx, tx, m, change)
	})
}

// windowHeld holds the area of a window, and returns the window and what it becomes, nil for nothing. It refuses times that another window
// of the area has or will have.
func windowHeld(ctx context.Context, q *db.Queries, r WindowChangeRequest) (was db.AreaTiming, waits *db.WindowChange, err error) {
	area, err := q.WindowArea(ctx, r.ID)
	if err != nil {
		return was, nil, missing(err)
	}
	windows, err := windowsOf(ctx, q, area)
	if err != nil {
		return was, nil, err
	}
	changes, err := q.WindowChangeOf(ctx, area)
	if err != nil {
		return was, nil, err
	}
	for i, c := range changes {
		if c.WindowID == r.ID {
			waits = &changes[i]
		} else if c.FromTime == r.From && c.UntilTime == r.Until {
			return was, nil, ErrWindowTwice
		}
	}
	at := slices.IndexFunc(windows, func(w db.AreaTiming) bool { return w.ID == r.ID })
	for i, w := range windows {
		if i != at && w.FromTime == r.From && w.UntilTime == r.Until {
			return was, nil, ErrWindowTwice
		}
	}
	return windows[at], waits, nil
}
