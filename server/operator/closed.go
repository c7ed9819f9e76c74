package operator

import (
	"context"
	"errors"

	"sahn/server/person"
	"sahn/server/platform/audit"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/web"
)

// ClosedDay is a day on which nothing is delivered, such as a public holiday. NameAr is empty where nobody wrote it. Expected says that the
// moon decides on the date, which may still move. Deliveries counts those that are ordered all the same, until their eaters moved or
// cancelled them or the day's cut-off pays them back.
type ClosedDay struct {
	Date       clock.Date `json:"date"`
	Name       string     `json:"name"`
	NameAr     string     `json:"name_ar"`
	Expected   bool       `json:"expected"`
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
		all[i] = ClosedDay{r.Date, r.Name, r.NameAr, r.Expected, r.Deliveries}
	}
	return ClosedDaysAnswer{all}, err
}

// ClosedDayRequest closes a day. Lunches is how many lunches the manager saw on it (see ErrDayOrdered).
type ClosedDayRequest struct {
	Date     clock.Date `json:"date" validate:"required"`
	Name     string     `json:"name" validate:"required"`
	NameAr   string     `json:"name_ar"`
	Expected bool       `json:"expected"`
	Lunches  int        `json:"lunches,omitempty" validate:"min=0"`
}

// ClosedDayChangeRequest is everything about a closed day. Another date moves it: the day before is open again.
type ClosedDayChangeRequest struct {
	Was      string     `path:"date" json:"-" validate:"required,max=64"`
	Date     clock.Date `json:"date" validate:"required"`
	Name     string     `json:"name" validate:"required"`
	NameAr   string     `json:"name_ar"`
	Expected bool       `json:"expected"`
	Lunches  int        `json:"lunches,omitempty" validate:"min=0"`
}

// Affected is a person who has lunch coming on a day, on which all together have that many.
type Affected struct {
	ProfileID   string `json:"profile_id"`
	Name        string `json:"name"`
	CompanyName string `json:"company_name"`
	Order       string `json:"order"`
	Status      string `json:"status"`
	Lunches     int    `json:"lunches"`
}

const maxAffected = 200

// Why a day cannot be closed.
var (
	ErrDayOrdered = fault.New(fault.Conflict, "day_ordered",
		"People have lunch coming on this day. See who they are before you close it.")
	ErrDayOver  = fault.New(fault.Conflict, "day_over", "This day is over.")
	ErrDayTwice = fault.Field("date", "This day is closed already.")
)

func (r *ClosedDayRequest) clean(now clock.Date) (err error) {
	if r.Name, err = person.Line("name", r.Name, 80); err != nil {
		return err
	}
	if r.NameAr != "" {
		if r.NameAr, err = person.Line("name_ar", r.NameAr, 80); err != nil {
			return err
		}
	}
	if r.Date < now {
		return ErrDayOver
	}
	return nil
}

// seen refuses to close a day on which more lunches are ordered than the manager has seen, and names their eaters. It follows the writing
// of the day, so that what was ordered before is counted.
func (r ClosedDayRequest) seen(ctx context.Context, tx db.Tx) error {
	rows, err := tx.DeliveriesOn(ctx, r.Date, maxAffected)
	if err != nil || len(rows) == 0 || rows[0].Lunches <= r.Lunches {
		return err
	}
	people := make([]Affected, len(rows))
	for i, p := range rows {
		people[i] = Affected{p.ProfileID, p.Name, p.CompanyName, p.OrderID, p.Status, p.Lunches}
	}
	return ErrDayOrdered.With(people)
}

// HandleClosedDayAdd closes a day for ordering. Whoever has lunch on it is told at once, may move or cancel it until the day's cut-off, and
// gets it paid back then; the manager must have seen how many these are. A manager may.
func (o *Office) HandleClosedDayAdd(ctx context.Context, who web.Caller, r ClosedDayRequest) (Done, error) {
	if err := r.clean(clock.DateOf(o.Clock())); err != nil {
		return Done{}, err
	}
	return Done{}, o.act(ctx, who, func(ctx context.Context, tx db.Tx) (audit.Act, error) {
		n, err := tx.ClosedDayAdd(ctx, r.Date, r.Name, r.NameAr, r.Expected)
		if err == nil && n == 0 {
			err = o.pressedTwice(ctx, tx, r)
			return audit.Act{}, err
		}
		if err != nil {
			return audit.Act{}, err
		}
		if err := o.tell(ctx, tx, r); err != nil {
			return audit.Act{}, err
		}
		return audit.Act{Kind: "day.close", Subject: r.Date.String(), Note: r.Name, After: r}, nil
	})
}

// pressedTwice refuses to close a day that is closed already, unless just as it is asked for.
func (o *Office) pressedTwice(ctx context.Context, tx db.Tx, r ClosedDayRequest) error {
	is, err := tx.ClosedDayLock(ctx, r.Date)
	if err == nil && is != (db.ClosedDay{Date: r.Date, Name: r.Name, NameAr: r.NameAr, Expected: r.Expected}) {
		err = ErrDayTwice
	}
	return err
}

// tell plans that everybody is told whose day is closed or open now, if the manager has seen them and the day's lunches are still to come.
func (o *Office) tell(ctx context.Context, tx db.Tx, r ClosedDayRequest) error {
	if err := r.seen(ctx, tx); err != nil {
		return err
	}
	if err := o.stillComes(ctx, tx, r.Date); err != nil {
		return err
	}
	return o.DaysChanged(ctx, tx)
}

// stillComes refuses a day whose lunch is over: who is to be paid back for it was decided.
func (o *Office) stillComes(ctx context.Context, tx db.Tx, date clock.Date) error {
	over, err := o.LunchOver(ctx, tx.Queries, date, o.Clock())
	if err == nil && over {
		err = ErrDayOver
	}
	return err
}

// HandleClosedDayChange renames a closed day, confirms its date or moves it. People with lunch on the day that is closed now are told like
// those of a day that is closed anew; whoever was told before and did nothing gets their lunch after all. A manager may.
func (o *Office) HandleClosedDayChange(ctx context.Context, who web.Caller, asked ClosedDayChangeRequest) (Done, error) {
	was, err := clock.ParseDate(asked.Was)
	if err != nil {
		return Done{}, fault.ErrNotFound
	}
	r := ClosedDayRequest{asked.Date, asked.Name, asked.NameAr, asked.Expected, asked.Lunches}
	if err := r.clean(clock.DateOf(o.Clock())); err != nil {
		return Done{}, err
	}
	return Done{}, o.act(ctx, who, func(ctx context.Context, tx db.Tx) (audit.Act, error) {
		before, err := tx.ClosedDayLock(ctx, was)
		if err != nil {
			return audit.Act{}, missing(err)
		}
		after := db.ClosedDay{Date: r.Date, Name: r.Name, NameAr: r.NameAr, Expected: r.Expected}
		if before == after {
			return audit.Act{}, nil
		}
		err = tx.ClosedDaySet(ctx, db.ClosedDaySetParams{Was: was, Date: r.Date, Name: r.Name, NameAr: r.NameAr, Expected: r.Expected})
		if db.Broke(err, "closed_days_pkey") {
			err = ErrDayTwice
		}
		if err == nil && r.Date != was {
			err = errors.Join(o.stillComes(ctx, tx, was), o.tell(ctx, tx, r))
		}
		return audit.Act{Kind: "day.change", Subject: was.String(), Before: recorded(before), After: recorded(after)}, err
	})
}

// recorded is a closed day as the trail keeps it.
func recorded(d db.ClosedDay) ClosedDayRequest {
	return ClosedDayRequest{Date: d.Date, Name: d.Name, NameAr: d.NameAr, Expected: d.Expected}
}

type dayRequest struct {
	Date string `path:"date" validate:"required,max=64"`
}

// HandleClosedDayRemove opens a day again: lunch that was not moved, cancelled or paid back meanwhile comes. A manager may.
func (o *Office) HandleClosedDayRemove(ctx context.Context, who web.Caller, r dayRequest) (Done, error) {
	date, err := clock.ParseDate(r.Date)
	if err != nil {
		return Done{}, fault.ErrNotFound
	}
	return Done{}, o.act(ctx, who, func(ctx context.Context, tx db.Tx) (audit.Act, error) {
		was, err := tx.ClosedDayLock(ctx, date)
		if err != nil {
			return audit.Act{}, missing(err)
		}
		if err = tx.ClosedDayRemove(ctx, date); err == nil {
			err = o.stillComes(ctx, tx, date)
		}
		if err == nil {
			err = o.DaysChanged(ctx, tx)
		}
		return audit.Act{Kind: "day.open", Subject: date.String(), Note: was.Name, Before: recorded(was)}, err
	})
}
