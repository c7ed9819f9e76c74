package withdrawal

import (
	"context"
	"fmt"

	"sahn/server/amendment"
	"sahn/server/order"
	"sahn/server/person"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
	"sahn/server/quote"
)

// ErrServed refuses to leave a meal out that was brought already, or is none that may be left out.
var ErrServed = fault.New(fault.Conflict, "not_left_out", "This meal cannot be left out any more.")

// LeaveOutRequest leaves a corrected meal out of a day that is closed.
type LeaveOutRequest struct {
	Order string     `json:"order" validate:"required,max=64"`
	Date  clock.Date `json:"date" validate:"required"`
	Meal  string     `json:"meal" validate:"required,max=64"`
}

// LeftOut is what came back into the wallet.
type LeftOut struct {
	Refund money.Fils `json:"refund"`
}

// HandleLeaveOut pays a meal back that has more of what its eater avoids than when they ordered it, also after the cut-off, until the lunch
// was brought. Leaving out again what is out answers the same with nothing. The order's eater may.
func (w *Withdrawals) HandleLeaveOut(ctx context.Context, who web.Caller, r LeaveOutRequest) (done LeftOut, err error) {
	err = db.InTx(ctx, w.Orders.Conn, func(ctx context.Context, tx db.Tx) error {
		done = LeftOut{}
		if err := person.Still(ctx, tx.Queries, who); err != nil {
			return err
		}
		rev, err := tx.ProfileRevLock(ctx, who.ProfileID)
		if err != nil {
			return fmt.Errorf("lock profile: %w", err)
		}
		row, err := tx.OrderOwnLock(ctx, r.Order, who.ProfileID)
		if db.None(err) {
			return fault.ErrNotFound
		}
		if err != nil {
			return fmt.Errorf("lock order: %w", err)
		}
		in, err := w.leavingOut(ctx, tx, row, r)
		if err != nil {
			return err
		}
		fresh := quote.TakeOut(in)
		if len(fresh.Days) == 0 {
			return nil
		}
		am, err := amendment.LeftOut(ctx, tx.Queries, row, in.Terms, fresh, in.Now)
		if err != nil {
			return err
		}
		done.Refund = am.RefundWallet
		if err := w.Amendments.TakeEffect(ctx, tx, &row, &am, "corrected", order.Stamp{Rev: rev + 1, Now: in.Now}); err != nil {
			return err
		}
		return tx.ProfileRevSet(ctx, who.ProfileID, rev+1)
	})
	return done, err
}

// leavingOut is the order as it is counted when the meal is taken out of it, or why that cannot be.
func (w *Withdrawals) leavingOut(ctx context.Context, tx db.Tx, row db.Order, r LeaveOutRequest) (in quote.AmendInput, err error) {
	if order.Status(row.Status) != order.Confirmed {
		return in, amendment.ErrNotAmendable
	}
	if _, err := tx.AmendmentOpenOf(ctx, row.ID); err == nil {
		return in, order.ErrAlreadyPaying.With(order.Underway{Order: row.ID})
	} else if !db.None(err) {
		return in, fmt.Errorf("read amendment: %w", err)
	}
	if back, err := tx.OrderSentBack(ctx, row.ID); err != nil {
		return in, fmt.Errorf("ask for money sent back: %w", err)
	} else if back {
		return in, ErrServed
	}
	in = quote.AmendInput{Order: row.ID, Version: row.Version, Now: w.Orders.Clock(), Granted: map[clock.Date]money.Fils{},
		Portions: map[clock.Date]map[string]int{}, Withdrawn: map[clock.Date]quote.Withdrawals{}}
	corrected, err := tx.CorrectedOf(ctx, row.ID)
	if err != nil {
		return in, fmt.Errorf("read corrections: %w", err)
	}
	for _, c := range corrected {
		if c.Date == r.Date && c.Meal == r.Meal && c.Yours && !c.Served {
			in.Withdrawn[c.Date] = quote.Withdrawals{c.Meal: ""}
		}
	}
	if over, err := LunchOver(ctx, tx.Queries, r.Date, in.Now); err != nil {
		return in, err
	} else if over || len(in.Withdrawn) == 0 {
		return in, ErrServed
	}
	if err := order.KeepMenu(ctx, tx.Queries, row.Week); err != nil {
		return in, err
	}
	if in.Terms, err = order.TermsOf(row); err != nil {
		return in, err
	}
	if in.Ordered, err = amendment.OrderedDays(ctx, tx.Queries, row.ID); err != nil {
		return in, err
	}
	return in, w.Amendments.LoadContext(ctx, tx.Queries, row, &in)
}
