package order

import (
	"encoding/json"
	"fmt"
	"time"

	"sahn/server/platform/db"
	"sahn/server/platform/money"
	"sahn/server/quote"
)

// Amendment is a change of an order on the wire, with the order's sums before and after.
type Amendment struct {
	ID           string             `json:"id"`
	Status       Status             `json:"status"`
	CreatedAt    time.Time          `json:"created_at"`
	SettledAt    *time.Time         `json:"settled_at,omitempty"`
	Days         []quote.AmendedDay `json:"days"`
	Before       quote.Sums         `json:"before"`
	After        quote.Sums         `json:"after"`
	Difference   money.Fils         `json:"difference"`
	Wallet       money.Fils         `json:"wallet_amount"`
	Payable      money.Fils         `json:"payable_amount"`
	Refund       money.Fils         `json:"refund_amount"`
	RefundWallet money.Fils         `json:"refund_wallet"`
	RefundCard   money.Fils         `json:"refund_card"`
	Withdrawn    bool               `json:"withdrawn,omitempty"` // no one requested it: withdrawn meals were taken out
	Intent       *Intent            `json:"intent,omitempty"`
}

// LastAmended summarises the newest change of an order that did not fail.
type LastAmended struct {
	CompanyShare money.Fils `json:"company_share"`
	Net          money.Fils `json:"net_amount"`
	Gross        money.Fils `json:"gross_amount"`
	Discount     money.Fils `json:"discount"`
	Payable      money.Fils `json:"payable_amount"`
	Refund       money.Fils `json:"refund_amount"`
}

// amended adds an amendment to the wire form of its order. Amendments come oldest first.
func (o *Order) amended(r db.AmendmentsSinceRow) error {
	fresh, err := Proposed(r.Amendment)
	if err != nil {
		return err
	}
	a := Amendment{ID: r.Amendment.ID, Status: Status(r.Amendment.Status), CreatedAt: r.Amendment.CreatedAt, SettledAt: r.Amendment.SettledAt,
		Days: fresh.Days, Before: fresh.Before, After: fresh.After, Difference: fresh.Difference, Wallet: fresh.Wallet, Payable: fresh.Payable,
		Refund: fresh.Refund, RefundWallet: fresh.RefundWallet, RefundCard: fresh.RefundCard, Withdrawn: r.Amendment.Withdrawn}
	if r.AttemptID != nil {
		a.Intent = &Intent{ID: *r.AttemptID, Status: *r.AttemptStatus, Reason: *r.AttemptReason, ExpiresAt: *r.AttemptExpiresAt}
	}
	o.Amendments = append(o.Amendments, a)
	if a.Status == PaymentPending || a.Status == Confirmed {
		o.Amendment = &LastAmended{CompanyShare: a.After.CompanyShare, Net: a.After.Net, Gross: a.After.Gross, Discount: a.After.Discount,
			Payable: a.Payable, Refund: a.Refund}
	}
	return nil
}

// Proposed is what the person of an amendment agreed to.
func Proposed(am db.Amendment) (fresh quote.AmendmentQuote, err error) {
	if err = json.Unmarshal(am.Quote, &fresh); err != nil {
		err = fmt.Errorf("quote of amendment %s: %w", am.ID, err)
	}
	return fresh, err
}

// ItemsOf lists the lines of a day; a day that holds nothing has none.
func ItemsOf(d *quote.DayState) []quote.Line {
	if d == nil {
		return []quote.Line{}
	}
	return d.Items
}
