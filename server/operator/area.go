package operator

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"

	"github.com/oklog/ulid/v2"

	"sahn/server/person"
	"sahn/server/platform/audit"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/web"
)

// Area is a district that is delivered to. A closed one, or a closed window, takes no new deliveries; those that are ordered are cooked
// and delivered. Next is what it becomes on a later day. Seal names both, for a change by who saw them.
type Area struct {
	ID      string    `json:"id"`
	Name    string    `json:"name"`
	NameAr  string    `json:"name_ar"`
	Closed  bool      `json:"closed"`
	Next    *AreaNext `json:"next,omitempty"`
	Windows []Window  `json:"windows"`
	Seal    string    `json:"seal"`
}

// AreaNext is what an area becomes on a day, a Dubai date.
type AreaNext struct {
	Begins clock.Date `json:"begins"`
	Name   string     `json:"name"`
	NameAr string     `json:"name_ar"`
	Closed bool       `json:"closed"`
}

// Window is a time of day, in Dubai, in which an area gets its lunch: "12:15". Weekdays are those on which it delivers, Monday is 1.
// Capacity is how many deliveries it takes a day, one for each person however many portions; 0 is no limit. With RamadanOnly it exists only
// on the days of Ramadan, for iftar or suhoor, and belongs to the date on which it begins, also after midnight. Places counts the addresses
// that use it, Deliveries those from today on, in all, Fullest on the day with most of them, On by weekday from Monday to Friday, and Ahead
// by date. Next is what it becomes on a later day. Seal is as of an area.
type Window struct {
	ID         string         `json:"id"`
	From       string         `json:"from"`
	Until      string         `json:"until"`
	Closed     bool           `json:"closed"`
	Weekdays   []int          `json:"weekdays"`
	Capacity   int            `json:"capacity"`
	Places     int            `json:"places"`
	Deliveries int            `json:"deliveries"`
	Fullest    int            `json:"fullest"`
	On         []int          `json:"on"`
	Ahead      map[string]int `json:"ahead"`
	Next       *WindowNext    `json:"next,omitempty"`

	RamadanOnly bool   `json:"ramadan_only,omitempty"`
	Seal        string `json:"seal"`
}

// WindowNext is what a window becomes on a day, a Dubai date.
type WindowNext struct {
	Begins   clock.Date `json:"begins"`
	From     string     `json:"from"`
	Until    string     `json:"until"`
	Closed   bool       `json:"closed"`
	Weekdays []int      `json:"weekdays"`
	Capacity int        `json:"capacity"`
}

// AreasAnswer lists all areas, in the order in which people choose among them.
type AreasAnswer struct {
	Data []Area `json:"data"`
}

// maxAreas and maxWindows bound lists that everybody loads.
const (
	maxAreas   = 200
	maxWindows = 20
)

// Why an area or a window is not kept.
var (
	ErrAreaNamed   = fault.Field("name", "There is an area with this name already.")
	ErrWindowTwice = fault.Field("from", "This area has a window with these times already.")
	ErrManyAreas   = fault.New(fault.Conflict, "too_many_areas", "There are too many areas or windows.")
)

// HandleAreas lists the areas with their windows. A manager may.
func (o *Office) HandleAreas(ctx context.Context, _ web.Caller, _ Nothing) (AreasAnswer, error) {
	return o.areas(ctx, db.New(o.Conn))
}

func (o *Office) areas(ctx context.Context, q *db.Queries) (AreasAnswer, error) {
	rows, err := q.OperatorAreas(ctx)
	if err != nil {
		return AreasAnswer{}, err
	}
	windows, err := q.OperatorWindows(ctx, clock.DateOf(o.Clock()))
	if err != nil {
		return AreasAnswer{}, err
	}
	of := map[string][]Window{}
	for _, w := range windows {
		is := Window{ID: w.ID, From: w.FromTime, Until: w.UntilTime, Closed: w.Closed, Weekdays: w.Weekdays, Capacity: w.Capacity,
			Places: w.Places, Deliveries: w.Deliveries, Fullest: w.Fullest, On: w.ByWeekday, RamadanOnly: w.RamadanOnly}
		if err := json.Unmarshal(w.ByDate, &is.Ahead); err != nil {
			return AreasAnswer{}, err
		}
		now, next := windowFacts{w.FromTime, w.UntilTime, w.Closed, fmt.Sprint(w.Weekdays), w.Capacity, ""}, (*windowFacts)(nil)
		if w.NextFrom != nil {
			n := WindowNext{*w.NextFrom, or(w.NextFromTime, ""), or(w.NextUntilTime, ""), or(w.NextClosed, false), w.NextWeekdays,
				or(w.NextCapacity, 0)}
			is.Next, next = &n, &windowFacts{n.From, n.Until, n.Closed, fmt.Sprint(n.Weekdays), n.Capacity, n.Begins.String()}
		}
		is.Seal = sealOf(now, next)
		of[w.AreaID] = append(of[w.AreaID], is)
	}
	all := make([]Area, len(rows))
	for i, r := range rows {
		all[i] = Area{ID: r.ID, Name: r.Name, NameAr: r.NameAr, Closed: r.Closed, Windows: append([]Window{}, of[r.ID]...)}
		next := (*areaFacts)(nil)
		if r.NextFrom != nil {
			n := AreaNext{*r.NextFrom, or(r.NextName, ""), or(r.NextNameAr, ""), or(r.NextClosed, false)}
			all[i].Next, next = &n, &areaFacts{n.Name, n.NameAr, n.Closed, n.Begins.String()}
		}
		all[i].Seal = sealOf(areaFacts{r.Name, r.NameAr, r.Closed, ""}, next)
	}
	return AreasAnswer{all}, nil
}

// AreaRequest is a new area, at once or from the day on which it Begins, a Dubai date after today. ID is a ULID of the device, so that a
// repeated request adds it once.
type AreaRequest struct {
	ID     string      `json:"id" validate:"required,len=26,alphanum"`
	Name   string      `json:"name" validate:"required"`
	NameAr string      `json:"name_ar"`
	Begins *clock.Date `json:"begins,omitempty"`
}

// AreaOrderRequest names areas in the order in which people see them.
type AreaOrderRequest struct {
	Areas []string `json:"areas" validate:"required,max=200,dive,len=26"`
}

// Service is on which weekdays a window delivers, Monday is 1, and how many deliveries it takes a day; 0 is no limit. What is absent stays
// as it is; a new window delivers on each weekday without a limit.
type Service struct {
	Weekdays []int `json:"weekdays,omitempty" validate:"omitempty,max=5,dive,min=1,max=5"`
	Capacity *int  `json:"capacity,omitempty" validate:"omitempty,min=0,max=100000"`
}

// over returns what is stored when this is asked for and that was so before.
func (s Service) over(weekdays []int, capacity *int) ([]int, *int, error) {
	if s.Weekdays != nil {
		weekdays = slices.Compact(slices.Sorted(slices.Values(s.Weekdays)))
		if len(weekdays) == 0 {
			return nil, nil, fault.Field("weekdays", "The weekdays field is required.")
		}
	}
	if s.Capacity != nil {
		capacity = s.Capacity
		if *capacity == 0 {
			capacity = nil
		}
	}
	return weekdays, capacity, nil
}

// WindowRequest is a new window of an area, at once or from the day on which it Begins, a Dubai date after today. ID is a ULID of the
// device, so that a repeated request adds it once. RamadanOnly is as in Window, and stays as it is.
type WindowRequest struct {
	Service
	ID     string      `json:"id" validate:"required,len=26,alphanum"`
	AreaID string      `json:"area_id" validate:"required,max=64"`
	From   string      `json:"from" validate:"required"`
	Until  string      `json:"until" validate:"required"`
	Begins *clock.Date `json:"begins,omitempty"`

	RamadanOnly bool `json:"ramadan_only,omitempty"`
}

var everyWeekday = []int{1, 2, 3, 4, 5}

var timeOfDay = regexp.MustCompile(`^([01][0-9]|2[0-3]):[0-5][0-9]$`)

func cleanWindow(from, until string) error {
	for _, field := range [][2]string{{"from", from}, {"until", until}} {
		if name, value := field[0], field[1]; !timeOfDay.MatchString(value) {
			return fault.Field(name, "The "+name+" field must be a time like 12:15.")
		}
	}
	if until <= from {
		return fault.Field("until", "The until field must be after from.")
	}
	return nil
}

func cleanArea(name, nameAr *string) (err error) {
	if *name, err = person.Line("name", *name, 80); err != nil || *nameAr == "" {
		return err
	}
	*nameAr, err = person.Line("name_ar", *nameAr, 80)
	return err
}

// AddArea adds an area; false when there is one with this id. It joins the caller's transaction, which has checked who asks.
func AddArea(ctx context.Context, q *db.Queries, r AreaRequest) (bool, error) {
	if err := cleanArea(&r.Name, &r.NameAr); err != nil {
		return false, err
	}
	if _, err := ulid.ParseStrict(r.ID); err != nil {
		return false, fault.Field("id", "The id field is invalid.")
	}
	all, err := q.OperatorAreas(ctx)
	if err != nil {
		return false, err
	}
	if len(all) >= maxAreas {
		return false, ErrManyAreas
	}
	named, err := q.AreaNamed(ctx, r.ID, r.Name)
	switch {
	case err != nil:
		return false, err
	case named:
		return false, ErrAreaNamed
	}
	n, err := q.AreaAdd(ctx, r.ID, r.Name, r.NameAr)
	if db.Broke(err, "areas_one_per_name") {
		err = ErrAreaNamed
	}
	return n > 0, err
}

// AddWindow adds a window to an area; false when there is one with this id. It joins the caller's transaction, which has checked who asks.
func AddWindow(ctx context.Context, q *db.Queries, r WindowRequest) (bool, error) {
	if err := cleanWindow(r.From, r.Until); err != nil {
		return false, err
	}
	if _, err := ulid.ParseStrict(r.ID); err != nil {
		return false, fault.Field("id", "The id field is invalid.")
	}
	windows, err := windowsOf(ctx, q, r.AreaID)
	if err != nil {
		return false, err
	}
	for _, w := range windows {
		switch {
		case w.ID == r.ID:
			return false, nil
		case w.FromTime == r.From && w.UntilTime == r.Until:
			return false, ErrWindowTwice
		}
	}
	if len(windows) >= maxWindows {
		return false, ErrManyAreas
	}
	weekdays, capacity, err := r.over(everyWeekday, nil)
	if err != nil {
		return false, err
	}
	n, err := q.AreaTimingInsert(ctx,
		db.AreaTimingInsertParams{ID: r.ID, AreaID: r.AreaID, FromTime: r.From, UntilTime: r.Until, Weekdays: weekdays, Capacity: capacity,
			RamadanOnly: r.RamadanOnly})
	return n > 0, err
}

// windowsOf holds an area until the transaction ends, and reads its windows.
func windowsOf(ctx context.Context, q *db.Queries, area string) ([]db.AreaTiming, error) {
	if _, err := q.AreaHold(ctx, area); err != nil {
		return nil, missing(err)
	}
	return q.WindowsOf(ctx, area)
}

// HandleAreaAdd adds an area at the end of the list, at once or closed until a later day. A manager may.
func (o *Office) HandleAreaAdd(ctx context.Context, who web.Caller, r AreaRequest) (AreasAnswer, error) {
	today := clock.DateOf(o.Clock())
	begins, err := beginning(r.Begins, today)
	if err != nil {
		return AreasAnswer{}, err
	}
	return o.changeAreas(ctx, who, func(ctx context.Context, tx db.Tx) (audit.Act, error) {
		added, err := AddArea(ctx, tx.Queries, r)
		if err != nil || !added {
			return audit.Act{}, err
		}
		act := audit.Act{Kind: "area.add", Subject: r.ID, After: areaFacts{Name: r.Name, NameAr: r.NameAr}}
		if begins == today {
			return act, nil
		}
		act.After = areaFacts{Name: r.Name, NameAr: r.NameAr, Begins: begins.String()}
		closed := AreaChangeRequest{ID: r.ID, Name: r.Name, NameAr: r.NameAr, Closed: true}
		if err := o.changeArea(ctx, tx, closed); err != nil {
			return act, err
		}
		return act, tx.AreaChangePlan(ctx, db.AreaChangePlanParams{AreaID: r.ID, FromDate: begins, Name: r.Name, NameAr: r.NameAr})
	})
}

// HandleAreasOrder puts areas into the order in which people see them. A manager may.
func (o *Office) HandleAreasOrder(ctx context.Context, who web.Caller, r AreaOrderRequest) (AreasAnswer, error) {
	return o.changeAreas(ctx, who, func(ctx context.Context, tx db.Tx) (audit.Act, error) {
		rows, err := tx.OperatorAreas(ctx)
		if err != nil {
			return audit.Act{}, err
		}
		was := make([]string, len(rows))
		for i, row := range rows {
			was[i] = row.ID
		}
		return audit.Act{Kind: "area.order", Subject: "areas", Before: was, After: r.Areas}, tx.AreasOrder(ctx, r.Areas)
	})
}

// HandleWindowAdd adds a window to an area, at once or closed until a later day. A manager may.
func (o *Office) HandleWindowAdd(ctx context.Context, who web.Caller, r WindowRequest) (AreasAnswer, error) {
	today := clock.DateOf(o.Clock())
	begins, err := beginning(r.Begins, today)
	if err != nil {
		return AreasAnswer{}, err
	}
	return o.changeAreas(ctx, who, func(ctx context.Context, tx db.Tx) (audit.Act, error) {
		added, err := AddWindow(ctx, tx.Queries, r)
		if err != nil || !added {
			return audit.Act{}, err
		}
		act := audit.Act{Kind: "window.add", Subject: r.ID, After: r}
		weekdays, capacity, err := r.over(everyWeekday, nil)
		if err != nil || begins == today {
			return act, err
		}
		err = tx.WindowChange(ctx, db.WindowChangeParams{ID: r.ID, FromTime: r.From, UntilTime: r.Until, Weekdays: weekdays,
			Capacity: capacity, Closed: true, Now: o.Clock()})
		if err != nil {
			return act, err
		}
		return act, tx.WindowChangePlan(ctx, db.WindowChangePlanParams{WindowID: r.ID, FromDate: begins, FromTime: r.From,
			UntilTime: r.Until, Weekdays: weekdays, Capacity: or(capacity, 0)})
	})
}

// changeAreas makes a change and answers the areas as they are then.
func (o *Office) changeAreas(ctx context.Context, who web.Caller,
	change func(ctx context.Context, tx db.Tx) (audit.Act, error)) (AreasAnswer, error) {
	if err := o.act(ctx, who, change); err != nil {
		return AreasAnswer{}, err
	}
	return o.areas(ctx, db.New(o.Conn))
}
