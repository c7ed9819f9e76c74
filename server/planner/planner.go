// Package planner knows what the kitchen can cook and what it plans to offer: meals, weeks, and tables of both. It promises that no one
// outside the kitchen sees a plan before it is published, and that a published menu never changes.
package planner

import (
	"context"
	"fmt"
	"time"

	"sahn/server/menu"
	"sahn/server/menu/published"
	"sahn/server/person"
	"sahn/server/platform/audit"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/web"
	"sahn/server/withdrawal"
)

// Planner answers the kitchen's requests about menus. Its methods with a Caller are handlers of the API, which has checked that the caller
// may.
type Planner struct {
	Conn        db.Conn
	Menus       *published.Store
	Clock       clock.Clock
	Withdrawals *withdrawal.Withdrawals
}

// Meal is a dish of the kitchen's book. Rev grows with each change; a change names the revision that its author saw.
type Meal struct {
	Code     string      `json:"code" validate:"required,max=40"` // its name in a table: small letters, digits and hyphens
	NewUntil *clock.Date `json:"new_until,omitempty"`             // menus of weeks that begin by then mark it as new
	Rev      int         `json:"rev"`
	Archived bool        `json:"archived,omitempty"` // cannot be planned any more
	Meal     menu.Meal   `json:"meal"`               // the content as menus carry it

	// Corrected says, in the answer to a change of allergens that are published, who has the meal ahead.
	Corrected *withdrawal.Noticed `json:"corrected,omitempty"`
}

// Offer is a meal on a date. Portions is how many are cooked; nil means as many as are ordered.
type Offer struct {
	Meal     string `json:"meal" validate:"required,len=26"`
	Portions *int   `json:"portions,omitempty" validate:"omitempty,min=0,max=10000"`
}

// Day is the offers of a date, in the order in which they are shown.
type Day struct {
	Date  clock.Date `json:"date"`
	Meals []Offer    `json:"meals" validate:"max=60,dive"`
}

// noRequest is a request without content.
type noRequest struct{}

// change runs an operator's change in one transaction and writes its audit trail. fn returns the acts; none when nothing had to change.
func (p *Planner) change(ctx context.Context, who web.Caller,
	fn func(ctx context.Context, tx db.Tx, now time.Time) ([]audit.Act, error)) error {
	return person.InTx(ctx, p.Conn, who, func(ctx context.Context, tx db.Tx) error {
		now := p.Clock()
		acts, err := fn(ctx, tx, now)
		if err != nil {
			return err
		}
		for _, a := range acts {
			a.At, a.Who = now, who.ProfileID
			if err := audit.Write(ctx, tx.Queries, a); err != nil {
				return fmt.Errorf("keep act: %w", err)
			}
		}
		return nil
	})
}
