package company

import (
	"context"

	"sahn/server/platform/db"
	"sahn/server/platform/web"
)

// RulesRequest switches new rules on. Seen is the seal of the rules that the admin saw.
type RulesRequest struct {
	Rules
	Seen string `json:"seen" validate:"required"`
}

// HandleRules changes who pays for orders that are handed off from now on. Existing orders keep the terms stored with them, also
// when they are changed. A draft has a new quote at once, and its checkout is refused until the person has seen it.
func (c *Companies) HandleRules(ctx context.Context, who web.Caller, r RulesRequest) (CompanyReply, error) {
	if err := r.clean(); err != nil {
		return CompanyReply{}, err
	}
	return c.change(ctx, who, func(ctx context.Context, tx db.Tx, row db.Company) (*act, error) {
		before := rulesOf(row)
		switch Seal(before) {
		case Seal(r.Rules):
			return nil, nil
		case r.Seen:
		default:
			return nil, ErrChanged
		}
		err := tx.CompanyRulesSet(ctx, db.CompanyRulesSetParams{ID: row.ID, ShareType: r.ShareType, ShareValue: r.ShareValue,
			ShareCap: r.ShareCap, ShareDuration: r.ShareDuration})
		return &act{"company.rules", row.ID, before, r.Rules}, err
	})
}
