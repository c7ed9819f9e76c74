package order

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"sahn/server/person"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
	"sahn/server/quote"
)

// DiaryRequest names an order.
type DiaryRequest struct {
	ID string `path:"id" validate:"required,len=26,alphanum"`
}

// Diary is what happened to an order's days, newest first.
type Diary struct {
	Data []DiaryEntry `json:"data"`
}

// DiaryEntry is one thing that happened to one day: who did it, on which device, what the day held before and after (an empty list is
// nothing) and where it was to be delivered, and what the eater pays more or less for it. Undoing it is a proposal whose items and place
// are those of Before. For portions that were missing or no good, Before holds those portions alone.
type DiaryEntry struct {
	ID     string     `json:"id"`
	Date   clock.Date `json:"date"`
	At     time.Time  `json:"at"`
	Who    DiaryWho   `json:"who"`
	Device *string    `json:"device"`
	// ordered, changed, cancelled, restored, withdrawn, missing, failed, order cancelled, payment failed, paid too late
	What        string       `json:"what"`
	Before      []quote.Line `json:"before"`
	After       []quote.Line `json:"after"`
	PlaceBefore *DiaryPlace  `json:"place_before"`
	PlaceAfter  *DiaryPlace  `json:"place_after"`
	NetBefore   money.Fils   `json:"net_before"`
	NetAfter    money.Fils   `json:"net_after"`
	Difference  money.Fils   `json:"employee_difference"`
	RefundTo    *string      `json:"refund_to"`
	Amendment   *string      `json:"amendment"`
}

// DiaryPlace is where a day's lunch was to be delivered, under the place's current name, also when the place is no longer served.
type DiaryPlace struct {
	ID    string `json:"id"`
	Label string `json:"label"`
}

// DiaryWho is who did something: the eater, an operator (whose name only operators see), or the
// system, for what the clock or the bank did.
type DiaryWho struct {
	Kind string `json:"kind"` // eater, operator or system
	Name string `json:"name"`
}

// HandleDiary answers with everything that happened to an order. Its own eater may.
func (o *Orders) HandleDiary(ctx context.Context, who web.Caller, r DiaryRequest) (Diary, error) {
	q := db.New(o.Conn)
	row, err := q.OrderOf(ctx, r.ID, who.ProfileID)
	return o.diary(ctx, q, row, err, false)
}

// HandleAnyDiary answers with everything that happened to an order, for an operator who has its eater on the telephone.
func (o *Orders) HandleAnyDiary(ctx context.Context, _ web.Caller, r DiaryRequest) (Diary, error) {
	q := db.New(o.Conn)
	row, err := q.OrderAny(ctx, r.ID)
	return o.diary(ctx, q, row, err, true)
}

func (o *Orders) diary(ctx context.Context, q *db.Queries, row db.Order, err error, operator bool) (Diary, error) {
	if err != nil {
		return Diary{}, fmt.Errorf("read order: %w", db.NoneIs(err, fault.ErrNotFound))
	}
	eater, err := person.EaterOf(ctx, q, row.ProfileID)
	if err != nil {
		return Diary{}, err
	}
	w := diarist{row: row, eater: DiaryWho{"eater", eater.Name}, operator: operator}
	if w.first, err = agreed(row); err != nil || len(w.first.Days) == 0 {
		return Diary{Data: []DiaryEntry{}}, err
	}
	moves, err := q.OrderMovesOf(ctx, row.ID)
	if err != nil {
		return Diary{}, fmt.Errorf("read order moves: %w", err)
	}
	amendments, err := q.AmendmentsOf(ctx, row.ID)
	if err != nil {
		return Diary{}, fmt.Errorf("read amendments: %w", err)
	}
	changes, err := q.AmendmentMovesOf(ctx, row.ID)
	if err != nil {
		return Diary{}, fmt.Errorf("read amendment moves: %w", err)
	}
	short, err := q.OrderShortfalls(ctx, row.ID)
	if err != nil {
		return Diary{}, fmt.Errorf("read shortfalls: %w", err)
	}
	if err := w.goTo(ctx, q, amendments); err != nil {
		return Diary{}, err
	}
	for _, m := range moves {
		if Status(m.Became) != Cancelled {
			w.order(m)
		}
	}
	for _, m := range changes {
		i := slices.IndexFunc(amendments, func(a db.Amendment) bool { return a.ID == m.AmendmentID })
		if i < 0 {
			continue // written after the amendments were read
		}
		if err := w.amendment(amendments[i], m); err != nil {
			return Diary{}, err
		}
	}
	for _, m := range moves {
		if Status(m.Became) == Cancelled { // comes after the change that cancelled its last day
			w.order(m)
		}
	}
	for _, f := range short {
		w.shortfall(f)
	}
	slices.SortStableFunc(w.entries, func(a, b DiaryEntry) int { return a.At.Compare(b.At) })
	slices.Reverse(w.entries)
	return Diary{Data: slices.Concat([]DiaryEntry{}, w.entries)}, nil
}

// diarist collects the entries of one order.
type diarist struct {
	row      db.Order
	first    quote.Quote
	eater    DiaryWho
	operator bool                   // who looks, and sees more
	places   map[string]*DiaryPlace // by id
	began    map[clock.Date]string  // the address of each day when it was ordered
	entries  []DiaryEntry
}

var (
	nobody  = DiaryWho{Kind: "system"}
	oneOfUs = DiaryWho{Kind: "operator"}
)

// goTo reads where an order's days were to be delivered, and what the places are called.
func (w *diarist) goTo(ctx context.Context, q *db.Queries, amendments []db.Amendment) error {
	deliveries, err := q.DeliveriesOfOrders(ctx, []string{w.row.ID})
	if err != nil {
		return fmt.Errorf("read deliveries: %w", err)
	}
	var ids []string
	w.began, w.places = map[clock.Date]string{}, map[string]*DiaryPlace{}
	for _, d := range deliveries {
		w.began[d.DeliveryDate] = d.AddressID
		ids = append(ids, d.AddressID)
	}
	for _, am := range slices.Backward(amendments) {
		fresh, err := Proposed(am)
		if err != nil {
			return err
		}
		for _, d := range fresh.Days {
			for _, state := range []*quote.DayState{d.Before, d.After} {
				if state != nil {
					ids = append(ids, state.AddressID)
				}
			}
			if d.Before != nil && Status(am.Status) == Confirmed {
				w.began[d.Date] = d.Before.AddressID
			}
		}
	}
	rows, err := q.OrderPlaces(ctx, ids)
	if err != nil {
		return fmt.Errorf("read places: %w", err)
	}
	for _, r := range rows {
		w.places[r.ID] = &DiaryPlace{r.ID, r.Label}
	}
	return nil
}

func (w *diarist) place(d *quote.DayState) *DiaryPlace {
	if d == nil {
		return nil
	}
	return w.places[d.AddressID]
}

func (w *diarist) order(m db.OrderMove) {
	id := "o" + strconv.FormatInt(m.ID, 10)
	all := DiaryEntry{ID: id, Date: w.first.Days[0].Date, At: m.At, Who: nobody, Before: []quote.Line{}, After: []quote.Line{}}
	switch Status(m.Became) {
	case Confirmed:
		for _, d := range w.first.Days {
			w.entries = append(w.entries,
				DiaryEntry{ID: id + "-" + d.Date.String(), Date: d.Date, At: m.At, Who: w.eater, Device: w.row.DeviceID, What: "ordered",
					Before: []quote.Line{}, After: d.Items, PlaceAfter: w.places[w.began[d.Date]], NetAfter: d.Net, Difference: d.EmployeeShare})
		}
	case PaymentFailed:
		all.What = "payment failed"
		w.entries = append(w.entries, all)
	case Cancelled:
		all.What = "order cancelled"
		if m.Cause == AllCancelled || m.Cause == replaced {
			all.Who = w.eater
		}
		w.entries = append(w.entries, all)
	}
}

func (w *diarist) amendment(am db.Amendment, m db.AmendmentMove) error {
	fresh, err := Proposed(am)
	if err != nil {
		return err
	}
	id := "a" + strconv.FormatInt(m.ID, 10)
	switch Status(m.Became) {
	case PaymentFailed:
		w.entries = append(w.entries, DiaryEntry{ID: id, Date: fresh.Days[0].Date, At: m.At, Who: nobody, What: "payment failed",
			Before: []quote.Line{}, After: []quote.Line{}, Amendment: &am.ID})
	case Cancelled:
		to := "card"
		w.entries = append(w.entries, DiaryEntry{ID: id, Date: fresh.Days[0].Date, At: m.At, Who: nobody, What: "paid too late",
			Before: []quote.Line{}, After: []quote.Line{}, RefundTo: &to, Amendment: &am.ID})
	case Confirmed:
		for _, d := range fresh.Days {
			e := w.day(id, am, m.At, d)
			if m.Cause == DayClosed && d.Change == quote.Cancelled {
				e.What = "closed"
			}
			if m.Cause == PersonLeft {
				e.Who, e.Device, e.What = nobody, nil, string(d.Change)
				if d.Change == quote.Same {
					e.What = string(quote.Changed)
				}
			}
			w.entries = append(w.entries, e)
		}
	}
	return nil
}

func (w *diarist) day(id string, am db.Amendment, at time.Time, d quote.AmendedDay) DiaryEntry {
	e := DiaryEntry{ID: id + "-" + d.Date.String(), Date: d.Date, At: at, Who: w.eater, Device: &am.DeviceID, What: string(d.Change),
		Before: ItemsOf(d.Before), After: ItemsOf(d.After), PlaceBefore: w.place(d.Before), PlaceAfter: w.place(d.After), Amendment: &am.ID}
	if d.Change == quote.Same {
		e.What = string(quote.Changed) // only its share changed
	}
	if am.Withdrawn {
		e.Who, e.Device = oneOfUs, nil
		if d.Change != quote.Same {
			e.What = "withdrawn"
		}
	}
	if d.Before != nil {
		e.NetBefore, e.Difference = d.Before.Net, -d.Before.EmployeeShare
	}
	if d.After != nil {
		e.NetAfter, e.Difference = d.After.Net, e.Difference+d.After.EmployeeShare
	}
	if e.Difference < 0 && am.Difference < 0 {
		to := "wallet"
		if am.RefundCard > 0 {
			to = "card"
		}
		e.RefundTo = &to
	}
	return e
}

// shortfall adds what was missing of a day or no good, and what of its price the eater got back.
func (w *diarist) shortfall(f db.OrderShortfallsRow) {
	worth := f.Amount + f.CompanyAmount
	e := DiaryEntry{ID: "s" + f.ID, Date: f.DeliveryDate, At: f.At, Who: oneOfUs, What: f.Kind, After: []quote.Line{}, NetBefore: worth,
		Difference: -f.Amount,
		Before: []quote.Line{
			{Meal: f.Meal, Name: f.Name, Qty: f.Qty, Price: f.Price, Discounted: f.Discounted, Total: worth, VAT: worth.VAT(f.VatRate)},
		}}
	if w.operator {
		e.Who.Name = f.Operator
	}
	if f.Amount > 0 {
		to := "wallet"
		e.RefundTo = &to
	}
	w.entries = append(w.entries, e)
}
