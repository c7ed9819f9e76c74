package company

import (
	"context"

	"sahn/server/platform/db"
	"sahn/server/platform/fault"
)

// Why a company cannot be approved.
var (
	ErrTRNTaken   = fault.New(fault.Conflict, "trn_taken", "Another company with this TRN is a customer already.")
	ErrNotProved  = fault.New(fault.Conflict, "admin_not_proved", "No admin of this company has confirmed an email yet.")
	ErrNotPending = fault.New(fault.Conflict, "not_pending", "This company does not wait for approval.")
	ErrNoPlan     = fault.New(fault.Conflict, "no_plan", "This company has no plan.")

	ErrNotActive    = fault.New(fault.Conflict, "not_active", "This company is not Active.")
	ErrNotSuspended = fault.New(fault.Conflict, "not_suspended", "This company is not suspended.")
)

// Approve makes a Pending company a customer: from now on its plan's discount and its share apply, and its admins are notified. A
// rejected company may still be approved. It joins the caller's transaction, which has checked that an operator asks and keeps the plans
// from changing.
func (c *Companies) Approve(ctx context.Context, tx db.Tx, companyID string) error {
	row, err := tx.CompanyToApprove(ctx, companyID)
	switch {
	case db.None(err):
		return fault.ErrNotFound
	case err != nil:
		return err
	case row.Status != "Pending" && row.Status != "Rejected":
		return ErrNotPending
	case row.DiscountType == nil:
		return ErrNoPlan
	}
	admins, err := tx.CompanyAdmins(ctx, companyID)
	if err != nil {
		return err
	}
	if len(admins) == 0 {
		return ErrNotProved
	}
	err = tx.CompanyApprove(ctx, c.now(), *row.DiscountType, *row.DiscountAmount, companyID)
	if db.Broke(err, "companies_one_per_trn") {
		return ErrTRNTaken
	}
	if err != nil {
		return err
	}
	for _, admin := range admins {
		if err := c.people.TellApproved(ctx, tx, admin); err != nil {
			return err
		}
	}
	return nil
}

// Reject turns a Pending company down, with the reason. Its people keep paying full prices, and another company may use its tax number. It
// joins the caller's transaction, which has checked that an operator asks.
func (c *Companies) Reject(ctx context.Context, q *db.Queries, companyID, reason string) error {
	return become(ctx, q, companyID, move{"Pending", "Rejected", ErrNotPending}, reason)
}

// Suspend takes a customer's discount and share away until Reactivate: from now on new orders have full prices, and existing orders stay
// as they were agreed. It joins the caller's transaction, which has checked that an operator asks.
func (c *Companies) Suspend(ctx context.Context, q *db.Queries, companyID, reason string) error {
	return become(ctx, q, companyID, move{"Active", "Suspended", ErrNotActive}, reason)
}

// Reactivate undoes Suspend, likewise.
func (c *Companies) Reactivate(ctx context.Context, q *db.Queries, companyID string) error {
	return become(ctx, q, companyID, move{"Suspended", "Active", ErrNotSuspended}, "")
}

// move is a change of a company's status, and the error for a company that has another one.
type move struct {
	from, to  string
	otherwise *fault.Fault
}

func become(ctx context.Context, q *db.Queries, companyID string, m move, note string) error {
	row, err := q.CompanyToApprove(ctx, companyID)
	switch {
	case db.None(err):
		return fault.ErrNotFound
	case err != nil:
		return err
	case row.Status != m.from:
		return m.otherwise
	}
	return q.CompanyBecome(ctx, m.to, note, companyID)
}
