package company

import (
	"context"

	"github.com/jackc/pgx/v5"

	"sahn/server/db"
	"sahn/server/fault"
)

// Why a company cannot be approved.
var (
	ErrTRNTaken   = fault.New(fault.Conflict, "trn_taken", "Another company with this TRN is a customer already.")
	ErrNotProved  = fault.New(fault.Conflict, "admin_not_proved", "No admin of this company has confirmed an email yet.")
	ErrNotPending = fault.New(fault.Conflict, "not_pending", "This company does not wait for approval.")
	ErrNoPlan     = fault.New(fault.Conflict, "no_plan", "This company has no plan.")
)

// Approve makes a Pending company a customer: from now on its plan's discount and its share apply. Its admins are written to.
// The caller has made sure that an operator asks. (D3, trust T21)
func (c *Companies) Approve(ctx context.Context, companyID string) error {
	err := db.InTx(ctx, c.db, func(ctx context.Context, q *db.Queries, tx pgx.Tx) error {
		row, err := q.CompanyToApprove(ctx, companyID)
		switch {
		case db.None(err):
			return fault.ErrNotFound
		case err != nil:
			return err
		case row.Status != "Pending":
			return ErrNotPending
		case row.DiscountPercentage == nil:
			return ErrNoPlan
		}
		admins, err := q.CompanyAdmins(ctx, companyID)
		if err != nil {
			return err
		}
		if len(admins) == 0 {
			return ErrNotProved
		}
		if err := q.CompanyApprove(ctx, c.now(), int64(*row.DiscountPercentage), companyID); err != nil {
			return err
		}
		for _, admin := range admins {
			if err := c.people.TellApproved(ctx, tx, admin); err != nil {
				return err
			}
		}
		return nil
	})
	if db.Broke(err, "companies_one_per_trn") {
		return ErrTRNTaken
	}
	return err
}
