package operator

import (
	"context"
	"errors"
	"strconv"

	"sahn/server/platform/audit"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
)

// CounterLimits are of charges to accounts at counters: the most of a sale that its buyer did not confirm, and of a person's day, in fils,
// and how many hours old one may be when its till sends it. What is beyond waits for an operator's review.
type CounterLimits struct {
	SaleLimit    money.Fils `json:"sale_limit" validate:"min=100,max=10000000"`
	DayLimit     money.Fils `json:"day_limit" validate:"min=100,max=10000000"`
	OfflineHours int        `json:"offline_hours" validate:"min=1,max=720"`
}

// UsualCounterLimits are those of an installation whose configuration names none.
var UsualCounterLimits = CounterLimits{SaleLimit: 100_00, DayLimit: 300_00, OfflineHours: 72}

func (l CounterLimits) clean() error {
	if l.DayLimit < l.SaleLimit {
		return fault.Field("day_limit", "The day limit field must not be less than the limit of a sale.")
	}
	return nil
}

// CounterLimitsFrom are limits of the sales of a Dubai date and later ones.
type CounterLimitsFrom struct {
	From clock.Date `json:"from"`
	CounterLimits
}

// CounterLimitsAnswer is what counts today, what was set for days to come, how often operators have set limits, and the tills and companies
// that they are for.
type CounterLimitsAnswer struct {
	Now       CounterLimits       `json:"now"`
	Coming    []CounterLimitsFrom `json:"coming"`
	Version   int                 `json:"version"`
	Tills     int                 `json:"tills"`
	Companies int                 `json:"companies"`
}

// CounterLimitsRequest sets limits from today or a later day on. Seen is the version that the manager saw.
type CounterLimitsRequest struct {
	CounterLimitsFrom
	Seen int `json:"seen" validate:"min=0"`
}

// CounterLimitsMeetRequest is limits as CounterLimits has them.
type CounterLimitsMeetRequest struct {
	SaleLimit    string `query:"sale_limit" validate:"required,max=8,numeric"`
	DayLimit     string `query:"day_limit" validate:"required,max=8,numeric"`
	OfflineHours string `query:"offline_hours" validate:"required,max=3,numeric"`
}

// CounterLimitsMeetAnswer is how many charges of the last 30 days there were, and what limits would have sent to a review: sales above that
// of a sale, people's days above that of a day, and sales that arrived later.
type CounterLimitsMeetAnswer struct {
	Sales     int `json:"sales"`
	AboveSale int `json:"above_sale"`
	AboveDay  int `json:"above_day"`
	Later     int `json:"later"`
}

// ErrLimitsChanged refuses the limits of a manager who saw others.
var ErrLimitsChanged = fault.New(fault.Conflict, "limits_changed", "Somebody changed this meanwhile. Please look again.")

// looked is of how many days charges are looked at to say what limits meet.
const looked = 30

func (o *Office) counterLimits(ctx context.Context, q *db.Queries) (CounterLimitsAnswer, []CounterLimitsFrom, error) {
	rows, err := q.CounterLimitsSet(ctx)
	if err != nil {
		return CounterLimitsAnswer{}, nil, err
	}
	has, err := q.CounterLimitsVersion(ctx)
	today, all := clock.DateOf(o.Clock()), make([]CounterLimitsFrom, len(rows))
	a := CounterLimitsAnswer{Coming: []CounterLimitsFrom{}, Version: has.Version, Tills: has.Tills,
		Companies: has.Companies}
	for i, r := range rows {
		all[i] = CounterLimitsFrom{r.Since, CounterLimits{money.Fils(r.SaleLimit), money.Fils(r.DayLimit), r.OfflineHours}}
		if r.Since > today {
			a.Coming = append(a.Coming, all[i])
		}
	}
	a.Now = o.limitsOn(all, today)
	return a, all, err
}

// limitsOn returns the limits of a day's sales; before the first that operators have set, those of the configuration.
func (o *Office) limitsOn(set []CounterLimitsFrom, day clock.Date) CounterLimits {
	is := o.Counters
	if is == (CounterLimits{}) {
		is = UsualCounterLimits
	}
	for _, l := range set {
		if l.From <= day {
			is = l.CounterLimits
		}
	}
	return is
}

// HandleCounterLimits shows the limits of charges to accounts at counters. A manager may.
func (o *Office) HandleCounterLimits(ctx context.Context, _ web.Caller, _ Nothing) (CounterLimitsAnswer, error) {
	a, _, err := o.counterLimits(ctx, db.New(o.Conn))
	return a, err
}

// HandleCounterLimitsMeet says what limits would have sent to a review in the last 30 days. A manager may.
func (o *Office) HandleCounterLimitsMeet(ctx context.Context, _ web.Caller, r CounterLimitsMeetRequest) (CounterLimitsMeetAnswer, error) {
	sale, wrongSale := strconv.ParseInt(r.SaleLimit, 10, 64)
	day, wrongDay := strconv.ParseInt(r.DayLimit, 10, 64)
	hours, wrongHours := strconv.Atoi(r.OfflineHours)
	if err := errors.Join(wrongSale, wrongDay, wrongHours); err != nil {
		return CounterLimitsMeetAnswer{}, fault.Field("sale_limit", "The limits must be whole numbers.")
	}
	row, err := db.New(o.Conn).CounterLimitsMeet(ctx, sale, day, hours, clock.DateOf(o.Clock())-looked)
	return CounterLimitsMeetAnswer(row), err
}

// HandleCounterLimitsSet sets the limits of charges to accounts at counters for the sales of a day and later ones: of today, or of a day to
// come. What was booked stays. Limits that were set for the same day before count no more. A manager may.
func (o *Office) HandleCounterLimitsSet(ctx context.Context, who web.Caller, r CounterLimitsRequest) (CounterLimitsAnswer, error) {
	if today := clock.DateOf(o.Clock()); r.From < today || r.From > today+maxAhead {
		return CounterLimitsAnswer{}, fault.Field("from", "The from field must be today or a later day, within two years.")
	}
	if err := r.clean(); err != nil {
		return CounterLimitsAnswer{}, err
	}
	err := o.act(ctx, who, func(ctx context.Context, tx db.Tx) (audit.Act, error) {
		was, set, err := o.counterLimits(ctx, tx.Queries)
		before := CounterLimitsFrom{r.From, o.limitsOn(set, r.From)}
		switch {
		case err != nil || before == r.CounterLimitsFrom:
			return audit.Act{}, err
		case was.Version != r.Seen:
			return audit.Act{}, ErrLimitsChanged
		}
		added, err := tx.CounterLimitsInsert(ctx, db.CounterLimitsInsertParams{Version: was.Version + 1, Since: r.From,
			SaleLimit: r.SaleLimit, DayLimit: r.DayLimit, OfflineHours: r.OfflineHours, SetAt: o.Clock()})
		if err == nil && added == 0 {
			err = ErrLimitsChanged
		}
		return audit.Act{Kind: "counter.limits", Subject: "settings", Before: before, After: r.CounterLimitsFrom}, err
	})
	if err != nil {
		return CounterLimitsAnswer{}, err
	}
	return o.HandleCounterLimits(ctx, who, Nothing{})
}
