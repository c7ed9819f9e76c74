package operator

import (
	"context"
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
// and delivered.
type Area struct {
	ID      string   `json:"id"`
	Name    string   `json:"name"`
	NameAr  string   `json:"name_ar"`
	Closed  bool     `json:"closed"`
	Windows []Window `json:"windows"`
}

// Window is a time of day, in Dubai, in which an area gets its lunch: "12:15". Weekdays are those on which it delivers, Monday is 1.
// Capacity is how many deliveries it takes a day, one for each person however many portions; 0 is no limit. Places counts the addresses
// that use it, Deliveries those from today on, in all, Fullest on the day with most of them, and On by weekday from Monday to Friday.
type Window struct {
	ID         string `json:"id"`
	From       string `json:"from"`
	Until      string `json:"until"`
	Closed     bool   `json:"closed"`
	Weekdays   []int  `json:"weekdays"`
	Capacity   int    `json:"capacity"`
	Places     int    `json:"places"`
	Deliveries int    `json:"deliveries"`
	Fullest    int    `json:"fullest"`
	On         []int  `json:"on"`
}

// AreasAnswer lists all areas, in the order in which people choose among them.
type AreasAnswer struct {
	Data []Area `json:"data"`
}

// mostAreas and mostWindows bound lists that everybody loads.
const (
	mostAreas   = 200
	mostWindows = 20
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
	of := map[string][]Window{}
	for _, w := range windows {
		of[w.AreaID] = append(of[w.AreaID], Window{w.ID, w.FromTime, w.UntilTime, w.Closed, w.Weekdays, w.Capacity, w.Places,
			w.Deliveries, w.Fullest, w.ByWeekday})
	}
	all := make([]Area, len(rows))
	for i, r := range rows {
		all[i] = Area{r.ID, r.Name, r.NameAr, r.Closed, append([]Window{}, of[r.ID]...)}
	}
	return AreasAnswer{all}, err
}

// AreaRequest is a new area. ID is a ULID of the device, so that a repeated request adds it once.
type AreaRequest struct {
	ID     string `json:"id" validate:"required,len=26,alphanum"`
	Name   string `json:"name" validate:"required"`
	NameAr string `json:"name_ar"`
}

// AreaChangeRequest is everything about an area.
type AreaChangeRequest struct {
	ID     string `path:"id" json:"-" validate:"required,max=64"`
	Name   string `json:"name" validate:"required"`
	NameAr string `json:"name_ar"`
	Closed bool   `json:"closed"`
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

// WindowRequest is a new window of an area. ID is a ULID of the device, so that a repeated request adds it once.
type WindowRequest struct {
	Service
	ID     string `json:"id" validate:"required,len=26,alphanum"`
	AreaID string `json:"area_id" validate:"required,max=64"`
	From   string `json:"from" validate:"required"`
	Until  string `json:"until" validate:"required"`
}

// WindowChangeRequest is everything about a window. New times also count for what is ordered: lunch is brought in one window. New weekdays
// and a new capacity count for new orders only.
type WindowChangeRequest struct {
	Service
	ID     string `path:"id" json:"-" validate:"required,max=64"`
	From   string `json:"from" validate:"required"`
	Until  string `json:"until" validate:"required"`
	Closed bool   `json:"closed"`
}

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
	if len(all) >= mostAreas {
		return false, ErrManyAreas
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
	if len(windows) >= mostWindows {
		return false, ErrManyAreas
	}
	weekdays, capacity, err := r.over([]int{1, 2, 3, 4, 5}, nil)
	if err != nil {
		return false, err
	}
	n, err := q.AreaTimingInsert(ctx,
		db.AreaTimingInsertParams{ID: r.ID, AreaID: r.AreaID, FromTime: r.From, UntilTime: r.Until, Weekdays: weekdays, Capacity: capacity})
	return n > 0, err
}

// windowsOf holds an area until the transaction ends, and reads its windows.
func windowsOf(ctx context.Context, q *db.Queries, area string) ([]db.AreaTiming, error) {
	if _, err := q.AreaHold(ctx, area); err != nil {
		return nil, missing(err)
	}
	return q.WindowsOf(ctx, area)
}

// HandleAreaAdd adds an area at the end of the list. A manager may.
func (o *Office) HandleAreaAdd(ctx context.Context, who web.Caller, r AreaRequest) (AreasAnswer, error) {
	return o.changeAreas(ctx, who, func(ctx context.Context, tx db.Tx) (audit.Act, error) {
		added, err := AddArea(ctx, tx.Queries, r)
		if err != nil || !added {
			return audit.Act{}, err
		}
		return audit.Act{Kind: "area.add", Subject: r.ID, After: fields{"name": r.Name, "name_ar": r.NameAr}}, nil
	})
}

// HandleAreaChange renames an area, closes it or opens it again. A manager may.
func (o *Office) HandleAreaChange(ctx context.Context, who web.Caller, r AreaChangeRequest) (AreasAnswer, error) {
	if err := cleanArea(&r.Name, &r.NameAr); err != nil {
		return AreasAnswer{}, err
	}
	return o.changeAreas(ctx, who, func(ctx context.Context, tx db.Tx) (audit.Act, error) {
		row, err := tx.AreaHold(ctx, r.ID)
		if err != nil {
			return audit.Act{}, missing(err)
		}
		was, is := AreaChangeRequest{row.ID, row.Name, row.NameAr, row.ClosedAt != nil}, r
		if was == is {
			return audit.Act{}, nil
		}
		err = tx.AreaChange(ctx, db.AreaChangeParams{ID: r.ID, Name: r.Name, NameAr: r.NameAr, Closed: r.Closed, Now: o.Clock()})
		if db.Broke(err, "areas_one_per_name") {
			err = ErrAreaNamed
		}
		if err == nil {
			err = tx.WindowsRename(ctx, r.Name, r.ID)
		}
		return audit.Act{Kind: "area.change", Subject: r.ID, Before: was, After: is}, err
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

// HandleWindowAdd adds a window to an area. A manager may.
func (o *Office) HandleWindowAdd(ctx context.Context, who web.Caller, r WindowRequest) (AreasAnswer, error) {
	return o.changeAreas(ctx, who, func(ctx context.Context, tx db.Tx) (audit.Act, error) {
		added, err := AddWindow(ctx, tx.Queries, r)
		if err != nil || !added {
			return audit.Act{}, err
		}
		return audit.Act{Kind: "window.add", Subject: r.ID, After: r}, nil
	})
}

// HandleWindowChange changes times, weekdays and capacity of a window, closes it or opens it again. Deliveries that are ordered stay. A
// manager may.
func (o *Office) HandleWindowChange(ctx context.Context, who web.Caller, r WindowChangeRequest) (AreasAnswer, error) {
	if err := cleanWindow(r.From, r.Until); err != nil {
		return AreasAnswer{}, err
	}
	return o.changeAreas(ctx, who, func(ctx context.Context, tx db.Tx) (audit.Act, error) {
		area, err := tx.WindowArea(ctx, r.ID)
		if err != nil {
			return audit.Act{}, missing(err)
		}
		windows, err := windowsOf(ctx, tx.Queries, area)
		if err != nil {
			return audit.Act{}, err
		}
		var was db.AreaTiming
		for _, w := range windows {
			if w.ID == r.ID {
				was = w
			} else if w.FromTime == r.From && w.UntilTime == r.Until {
				return audit.Act{}, ErrWindowTwice
			}
		}
		weekdays, capacity, err := r.over(was.Weekdays, was.Capacity)
		if err != nil {
			return audit.Act{}, err
		}
		before := windowFacts{was.FromTime, was.UntilTime, was.ClosedAt != nil, fmt.Sprint(was.Weekdays), or(was.Capacity, 0)}
		after := windowFacts{r.From, r.Until, r.Closed, fmt.Sprint(weekdays), or(capacity, 0)}
		if before == after {
			return audit.Act{}, nil
		}
		err = tx.WindowChange(ctx, db.WindowChangeParams{ID: r.ID, FromTime: r.From, UntilTime: r.Until, Weekdays: weekdays,
			Capacity: capacity, Closed: r.Closed, Now: o.Clock()})
		return audit.Act{Kind: "window.change", Subject: r.ID, Before: before, After: after}, err
	})
}

type fields map[string]string

// windowFacts is a window in the audit log.
type windowFacts struct {
	From     string `json:"from"`
	Until    string `json:"until"`
	Closed   bool   `json:"closed"`
	Weekdays string `json:"weekdays"`
	Capacity int    `json:"capacity"`
}

// changeAreas makes a change and answers the areas as they are then.
func (o *Office) changeAreas(ctx context.Context, who web.Caller,
	change func(ctx context.Context, tx db.Tx) (audit.Act, error)) (AreasAnswer, error) {
	if err := o.act(ctx, who, change); err != nil {
		return AreasAnswer{}, err
	}
	return o.areas(ctx, db.New(o.Conn))
}
