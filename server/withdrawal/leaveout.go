package withdrawal

import (
	"context"

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
		rev, a, err := w.locked(ctx, tx, amendment.Scope{Order: r.Order, Profile: who.ProfileID, Week: r.Date.Monday(),
			Days: []quote.AmendDay{{Date: r.Date}}})
		if err != nil {
			return err
		}
		in, err := w.leavingOut(ctx, tx, a, r)
		if err != nil {
			return err
		}
		fresh := quote.TakeOut(in)
		if len(fresh.Days) == 0 {
			return nil
		}
		b := &db.Batch{}
		am, err := w.Amendments.Unrequested(b, a, fresh, false, "corrected", order.Stamp{Rev: rev + 1, Now: in.Now})
		if err != nil {
			return err
		}
		done.Refund = am.RefundWallet
		b.Add(func(ctx context.Context, q *db.Queries) error { return q.ProfileRevSet(ctx, who.ProfileID, rev+1) })
		return b.In(ctx, tx)
	})
	return done, err
}

// leavingOut is the order as it is counted when the meal is taken out of it, or why that cannot be.
func (w *Withdrawals) leavingOut(ctx context.Context, tx db.Tx, a *amendment.Around, r LeaveOutRequest) (in quote.AmendInput, err error) {
	if err := a.Changeable(); err != nil {
		return in, err
	}
	if a.SentBack() {
		return in, ErrServed
	}
	if in, err = a.Input(w.Orders.Clock()); err != nil {
		return in, err
	}
	in.Withdrawn = map[clock.Date]quote.Withdrawals{}
	for _, c := range a.Corrected {
		if c.Date == r.Date && c.Meal == r.Meal && c.Yours && !c.Served {
			in.Withdrawn[c.Date] = quote.Withdrawals{c.Meal: ""}
		}
	}
	if over, err := LunchOver(ctx, tx.Queries, r.Date, in.Now); err != nil {
		return in, err
	} else if over || len(in.Withdrawn) == 0 {
		return in, ErrServed
	}
	return in, nil
}
