package kitchen

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/oklog/ulid/v2"

	"sahn/server/order"
	"sahn/server/person"
	"sahn/server/platform/audit"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/web"
)

// Handovers are the marks that an operator made at a door or in the kitchen, perhaps offline, in that order.
type Handovers struct {
	Facts []Fact `json:"facts" validate:"required,min=1,max=100,dive"`
}

// Fact is one mark. ID is a ULID of the device and the idempotency key. Kind is delivered, undone (marked by mistake), missing or failed;
// the last two name a meal and how many portions of it. At is the device's time.
type Fact struct {
	ID       string    `json:"id" validate:"required,len=26"`
	Kind     string    `json:"kind" validate:"required,oneof=delivered undone missing failed"`
	Delivery string    `json:"delivery" validate:"required,len=26"`
	Meal     string    `json:"meal" validate:"max=64"`
	Qty      int       `json:"qty" validate:"min=0,max=1000"`
	Note     string    `json:"note" validate:"max=200"`
	At       time.Time `json:"at" validate:"required"`
}

// short says whether a fact is of portions that are paid back.
func (f Fact) short() bool { return f.Kind == "missing" || f.Kind == "failed" }

// Marked is the result of each fact, in their order.
type Marked struct {
	Data []Mark `json:"data"`
}

// Mark is the result of one fact: done, again (it was so before) or refused, with the reason.
type Mark struct {
	ID     string `json:"id"`
	Code   string `json:"code"`
	Reason string `json:"reason,omitempty"`
}

// The reasons for which a mark is refused for good. Nothing was changed.
const (
	reasonUnknown   = "unknown_delivery"
	reasonNotLive   = "not_ordered"
	reasonEarly     = "too_early"
	reasonCompleted = "completed"
	reasonMeal      = "unknown_meal"
	reasonTooMany   = "too_many"
	reasonOther     = "other_content"
	reasonOld       = "too_old"
	reasonOwn       = "own_lunch"
	reasonInvalid   = "invalid"
)

// refused is the reason why a mark cannot be made.
type refused string

func (r refused) Error() string { return string(r) }

// HandleHandovers marks lunches as handed over, or as missing something. All of them are one transaction; each mark is independent: one
// that is refused does not block the others. The kitchen may.
func (k *Kitchen) HandleHandovers(ctx context.Context, who web.Caller, r Handovers) (Marked, error) {
	deliveries := make([]string, len(r.Facts))
	for i, f := range r.Facts {
		if _, err := ulid.ParseStrict(f.ID); err != nil {
			return Marked{}, fault.Field(fmt.Sprintf("facts.%d.id", i), "The id field is invalid.")
		}
		deliveries[i] = f.Delivery
	}
	var done Marked
	var m *marking
	err := db.InSteps(ctx, k.Conn, func(b *db.Batch) error {
		b.Add(func(ctx context.Context, q *db.Queries) error { return person.Still(ctx, q, who) })
		m = k.marking(b, deliveries, r.Facts)
		return nil
	}, func(b *db.Batch) error {
		m.opens(b, r.Facts)
		return nil
	}, func(b *db.Batch) (err error) {
		done, err = m.all(who, r.Facts)
		return errors.Join(err, m.keep(b, who.ProfileID))
	})
	return done, err
}

// all makes the marks, in their order, and answers each.
func (m *marking) all(who web.Caller, facts []Fact) (Marked, error) {
	done := Marked{Data: make([]Mark, len(facts))}
	for i, f := range facts {
		again, err := m.mark(who, f)
		done.Data[i] = Mark{ID: f.ID, Code: "done"}
		if no, ok := errors.AsType[refused](err); ok {
			done.Data[i] = Mark{f.ID, "refused", string(no)}
		} else if err != nil {
			return Marked{}, err
		} else if again {
			done.Data[i].Code = "again"
		}
	}
	return done, nil
}

// mark makes one mark; again when nothing has to change. An error that is refused changes nothing.
func (m *marking) mark(who web.Caller, f Fact) (again bool, err error) {
	d, today := m.lunches[f.Delivery], clock.DateOf(m.now)
	switch {
	case d == nil:
		return false, refused(reasonUnknown)
	case d.DeliveryDate > today:
		return false, refused(reasonEarly)
	case d.DeliveryDate < today-daysBack:
		return false, refused(reasonOld)
	case d.PersonID == who.PersonID && f.short():
		return false, refused(reasonOwn) // a shortfall pays money, so operators do not mark their own lunch
	case !d.Live || d.order.status != order.Confirmed && d.order.status != order.Completed:
		return false, refused(reasonNotLive)
	}
	if f.Note, err = noted(f.Note); err != nil {
		return false, err
	}
	switch {
	case f.short():
		return m.short(who.ProfileID, d, f)
	case m.made[f.ID]:
		return true, nil
	case f.Kind == "undone" && d.order.status == order.Completed:
		return false, refused(reasonCompleted)
	}
	m.made[f.ID] = true
	m.marks.Ids, m.marks.Deliveries = append(m.marks.Ids, f.ID), append(m.marks.Deliveries, d.ID)
	handed := f.Kind == "delivered"
	if d.Handed == handed {
		return true, nil
	}
	if d.Handed, d.by = handed, nil; handed {
		d.by = &f
		m.complete(d.order)
	}
	m.acts = append(m.acts, audit.Act{Who: who.ProfileID, Kind: "handover." + f.Kind, Subject: d.ID, Note: f.Note})
	return false, nil
}

// complete completes an order when every day of it came into somebody's hands and nobody is paying for a change of it.
func (m *marking) complete(o *ordered) {
	if o.status != order.Confirmed || slices.ContainsFunc(o.lunches, func(d *lunch) bool { return d.Paying || d.Live && !d.Handed }) {
		return
	}
	o.status = order.Completed
	profile := o.lunches[0].ProfileID
	m.revs[profile]++
	c := &m.completed
	c.Orders, c.Profiles, c.Revs = append(c.Orders, o.id), append(c.Profiles, profile), append(c.Revs, m.revs[profile])
}

// noted is a note as it is kept. One that cannot be kept is refused with its fact alone, so that it does not block the others for ever.
func noted(typed string) (string, error) {
	if strings.TrimSpace(typed) == "" {
		return "", nil
	}
	note, err := person.Line("note", typed, 200)
	if err != nil {
		return "", refused(reasonInvalid)
	}
	return note, nil
}

// earlier returns the device's time, or now when the device's clock is ahead.
func earlier(at, now time.Time) time.Time {
	if at.After(now) {
		return now
	}
	return at
}
