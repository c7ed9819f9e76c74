package order

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"sahn/server/clock"
	"sahn/server/db"
	"sahn/server/fault"
	"sahn/server/money"
	"sahn/server/person"
	"sahn/server/quote"
	"sahn/server/web"
)

type diaryRequest struct {
	ID string `path:"id" validate:"required,len=26,alphanum"`
}

// Diary tells what became of an order's days, newest first.
type Diary struct {
	Data []DiaryEntry `json:"data"`
}

// DiaryEntry is one thing that happened to one day: who did it, on which device, what the day held before and after (an empty
// list is nothing), and what the eater pays more or less for it. Undoing it is a proposal whose items are those of Before.
type DiaryEntry struct {
	ID         string       `json:"id"`
	Date       clock.Date   `json:"date"`
	At         time.Time    `json:"at"`
	Who        DiaryWho     `json:"who"`
	Device     *string      `json:"device"`
	What       string       `json:"what"` // ordered, changed, cancelled, restored, order cancelled, payment failed
	Before     []quote.Line `json:"before"`
	After      []quote.Line `json:"after"`
	NetBefore  money.Fils   `json:"net_before"`
	NetAfter   money.Fils   `json:"net_after"`
	Difference money.Fils   `json:"employee_difference"`
	RefundTo   *string      `json:"refund_to"`
	Amendment  *string      `json:"amendment"`
}

// DiaryWho is who did something: the eater, somebody of the house, or nobody but the clock and the bank.
type DiaryWho struct {
	Kind string `json:"kind"` // eater, operator or system
	Name string `json:"name"`
}

// HandleDiary tells everything that happened to an order. Its own eater may.
func (o *Orders) HandleDiary(ctx context.Context, who web.Caller, r diaryRequest) (Diary, error) {
	q := db.New(o.Conn)
	row, err := q.OrderOf(ctx, r.ID, who.ProfileID)
	if db.None(err) {
		return Diary{}, fault.ErrNotFound
	}
	if err != nil {
		return Diary{}, fmt.Errorf("read order: %w", err)
	}
	eater, err := person.EaterOf(ctx, q, who.ProfileID)
	if err != nil {
		return Diary{}, err
	}
	w := diarist{row: row, eater: DiaryWho{"eater", eater.Name}}
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
	for _, m := range moves {
		if Status(m.Became) != Cancelled {
			w.order(m)
		}
	}
	for _, m := range changes {
		i := slices.IndexFunc(amendments, func(a db.Amendment) bool { return a.ID == m.AmendmentID })
		if i < 0 {
			continue // made since the amendments were read
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
	slices.SortStableFunc(w.entries, func(a, b DiaryEntry) int { return a.At.Compare(b.At) })
	slices.Reverse(w.entries)
	return Diary{Data: slices.Concat([]DiaryEntry{}, w.entries)}, nil
}

// diarist writes entries in the order in which things happened.
type diarist struct {
	row     db.Order
	first   quote.Quote
	eater   DiaryWho
	entries []DiaryEntry
}

var nobody = DiaryWho{Kind: "system"}

func (w *diarist) order(m db.OrderMove) {
	id := "o" + strconv.FormatInt(m.ID, 10)
	all := DiaryEntry{ID: id, Date: w.first.Days[0].Date, At: m.At, Who: nobody, Before: []quote.Line{}, After: []quote.Line{}}
	switch Status(m.Became) {
	case Confirmed:
		for _, d := range w.first.Days {
			w.entries = append(w.entries, DiaryEntry{ID: id + "-" + d.Date.String(), Date: d.Date, At: m.At, Who: w.eater, Device: w.row.DeviceID, What: "ordered",
				Before: []quote.Line{}, After: d.Items, NetAfter: d.Net, Difference: d.EmployeeShare})
		}
	case PaymentFailed:
		all.What = "payment failed"
		w.entries = append(w.entries, all)
	case Cancelled:
		all.What = "order cancelled"
		if m.Cause == allCancelled || m.Cause == replaced {
			all.Who = w.eater
		}
		w.entries = append(w.entries, all)
	}
}

func (w *diarist) amendment(am db.Amendment, m db.AmendmentMove) error {
	fresh, err := proposed(am)
	if err != nil {
		return err
	}
	id := "a" + strconv.FormatInt(m.ID, 10)
	switch Status(m.Became) {
	case PaymentFailed:
		w.entries = append(w.entries, DiaryEntry{ID: id, Date: fresh.Days[0].Date, At: m.At, Who: nobody, What: "payment failed",
			Before: []quote.Line{}, After: []quote.Line{}, Amendment: &am.ID})
	case Confirmed:
		for _, d := range fresh.Days {
			w.entries = append(w.entries, w.day(id, am, m.At, d))
		}
	}
	return nil
}

func (w *diarist) day(id string, am db.Amendment, at time.Time, d quote.AmendedDay) DiaryEntry {
	e := DiaryEntry{ID: id + "-" + d.Date.String(), Date: d.Date, At: at, Who: w.eater, Device: &am.DeviceID, What: string(d.Change),
		Before: itemsOf(d.Before), After: itemsOf(d.After), Amendment: &am.ID}
	if d.Change == quote.Same {
		e.What = string(quote.Changed) // its share
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
