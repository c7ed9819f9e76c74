package operator

import (
	"context"

	"sahn/server/person"
	"sahn/server/platform/audit"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/web"
)

// ClosedDay is a day on which nothing is delivered, such as a public holiday. Deliveries counts those that it has all the same: of an
// order that was placed at the moment at which the day was closed.
type ClosedDay struct {
	Date       clock.Date `json:"date"`
	Name       string     `json:"name"`
	Deliveries int        `json:"deliveries"`
}

// ClosedDaysAnswer lists closed days, from today on.
type ClosedDaysAnswer struct {
	Data []ClosedDay `json:"data"`
}

// HandleClosedDays lists closed days. Every operator may.
func (o *Office) HandleClosedDays(ctx context.Context, _ web.Caller, _ Nothing) (ClosedDaysAnswer, error) {
	rows, err := db.New(o.Conn).ClosedDaysWithOrders(ctx, clock.DateOf(o.Clock()))
	all := make([]ClosedDay, len(rows))
	for i, r := range rows {
		all[i] = ClosedDay{r.Date, r.Name, r.Deliveries}
	}
	return ClosedDaysAnswer{all}, err
}

// ClosedDayRequest closes a day.
type ClosedDayRequest struct {
	Date clock.Date `json:"date" validate:"required"`
	Name string     `json:"name" validate:"required"`
}

// Affected is a person who has lunch coming on a day.
type Affected struct {
	ProfileID   string `json:"profile_id"`
	Name        string `json:"name"`
	CompanyName string `json:"company_name"`
	Order       string `json:"order"`
	Status      string `json:"status"`
}

const affectedMost = 200

// Why a day cannot be closed.
var (
	ErrDayOrdered = fault.New(fault.Conflict, "day_ordered",
		"People have lunch coming on this day. It cannot be closed before those days are cancelled.")
	ErrDayOver = fault.New(fault.Conflict, "day_over", "This day is over.")
)

// HandleClosedDayAdd closes a day for ordering. It refuses a day for which people have ordered lunch and names them, so that they can be
// asked to cancel. A manager may.
func (o *Office) HandleClosedDayAdd(ctx context.Context, who web.Caller, r ClosedDayRequest) (Done, error) {
	name, err := person.Line("name", r.Name, 80)
	if err != nil {
		return Done{}, err
	}
	if r.Date < clock.DateOf(o.Clock()) {
		return Done{}, ErrDayOver
	}
	return Done{}, o.act(ctx, who, func(ctx context.Context, tx db.Tx) (audit.Act, error) {
		n, err := tx.ClosedDayAdd(ctx, r.Date, name)
		if err != nil || n == 0 { // closed already
			return audit.Act{}, err
		}
		rows, err := tx.DeliveriesOn(ctx, r.Date, affectedMost)
		if err != nil {
			return audit.Act{}, err
		}
		if len(rows) > 0 {
			people := make([]Affected, len(rows))
			for i, p := range rows {
				people[i] = Affected{p.ProfileID, p.Name, p.CompanyName, p.OrderID, p.Status}
			}
			return audit.Act{}, ErrDayOrdered.With(people)
		}
		return audit.Act{Kind: "day.close", Subject: r.Date.String(), Note: name}, nil
	})
}

type dayRequest struct {
	Date string `path:"date" validate:"required,max=64"`
}

// HandleClosedDayRemove opens a day again. A manager may.
func (o *Office) HandleClosedDayRemove(ctx context.Context, who web.Caller, r dayRequest) (Done, error) {
	date, err := clock.ParseDate(r.Date)
	if err != nil {
		return Done{}, fault.ErrNotFound
	}
	return Done{}, o.act(ctx, who, func(ctx context.Context, tx db.Tx) (audit.Act, error) {
		n, err := tx.ClosedDayRemove(ctx, date)
		if err == nil && n == 0 {
			err = fault.ErrNotFound
		}
		return audit.Act{Kind: "day.open", Subject: date.String()}, err
	})
}
