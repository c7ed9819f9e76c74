package kitchen

import (
	"context"
	"errors"
	"fmt"
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

// HandleHandovers marks lunches as handed over, or as missing something. Each mark is independent: one that is refused does not block the
// others. The kitchen may.
func (k *Kitchen) HandleHandovers(ctx context.Context, who web.Caller, r Handovers) (Marked, error) {
	done := Marked{Data: make([]Mark, len(r.Facts))}
	for i, f := range r.Facts {
		if _, err := ulid.ParseStrict(f.ID); err != nil {
			return Marked{}, fault.Field(fmt.Sprintf("facts.%d.id", i), "The id field is invalid.")
		}
		again, err := k.mark(ctx, who, f)
		done.Data[i] = Mark{ID: f.ID, Code: "done"}
		var no refused
		if wrong, ok := errors.AsType[*fault.Fault](err); ok && wrong.Kind == fault.Invalid {
			err = refused(reasonInvalid) // refuse this fact alone, so that it does not block those after it for ever
		}
		switch {
		case errors.As(err, &no):
			done.Data[i] = Mark{f.ID, "refused", string(no)}
		case err != nil:
			return Marked{}, err // earlier facts are committed, and answered "again" on a retry
		case again:
			done.Data[i].Code = "again"
		}
	}
	return done, nil
}

// mark applies a fact in one transaction; again when nothing had to change.
func (k *Kitchen) mark(ctx context.Context, who web.Caller, f Fact) (again bool, err error) {
	now := k.Clock()
	err = db.InTx(ctx, k.Conn, func(ctx context.Context, tx db.Tx) error {
		again = false
		if err := person.Still(ctx, tx.Queries, who); err != nil {
			return err
		}
		d, err := tx.HandoverDelivery(ctx, f.Delivery)
		if db.None(err) {
			return refused(reasonUnknown)
		}
		if err != nil {
			return fmt.Errorf("read delivery: %w", err)
		}
		today := clock.DateOf(now)
		switch {
		case d.DeliveryDate > today:
			return refused(reasonEarly)
		case d.DeliveryDate < today-daysBack:
			return refused(reasonOld)
		case d.PersonID == who.PersonID && (f.Kind == "missing" || f.Kind == "failed"):
			return refused(reasonOwn) // a shortfall pays money, so operators do not mark their own lunch
		}
		return order.HandedOver(ctx, tx.Queries, d.OrderID, d.ProfileID, now, func(status order.Status) (bool, error) {
			if d, err = tx.HandoverDelivery(ctx, f.Delivery); err != nil { // read again, now that its order is locked
				return false, err
			}
			if !d.Live || status != order.Confirmed && status != order.Completed {
				return false, refused(reasonNotLive)
			}
			if f.Kind == "delivered" || f.Kind == "undone" {
				if fresh, err := tx.HandoverMarkInsert(ctx, f.ID, d.ID, now); err != nil || fresh == 0 {
					again = err == nil
					return false, err
				}
			}
			act := audit.Act{At: now, Who: who.ProfileID, Kind: "handover." + f.Kind, Subject: d.ID, Note: f.Note}
			switch f.Kind {
			case "delivered":
				made, err := tx.HandoverInsert(ctx,
					db.HandoverInsertParams{DeliveryID: d.ID, ID: f.ID, At: earlier(f.At, now), ReceivedAt: now, OperatorID: who.ProfileID})
				if err != nil {
					return false, fmt.Errorf("mark delivery: %w", err)
				}
				again = made == 0
			case "undone":
				if status == order.Completed {
					return false, refused(reasonCompleted)
				}
				gone, err := tx.HandoverDelete(ctx, d.ID)
				if err != nil {
					return false, fmt.Errorf("take mark back: %w", err)
				}
				again = gone == 0
			default:
				short, err := k.fallShort(ctx, tx, who, d, f, now)
				if err != nil {
					return false, err
				}
				again, act.After = short == nil, short
			}
			if again {
				return false, nil
			}
			return f.Kind == "delivered", audit.Write(ctx, tx.Queries, act)
		})
	})
	return again, err
}

// earlier returns the device's time, or now when the device's clock is ahead.
func earlier(at, now time.Time) time.Time {
	if at.After(now) {
		return now
	}
	return at
}
