// Package order places orders and follows them. Its promises: an order is placed whole at the price that the person saw or not at all; a
// profile has one live delivery a date; an order's status changes only by the moves listed in moves.
package order

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"sahn/server/menu"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/money"
	"sahn/server/quote"
)

// Status is the state of an order.
type Status string

// The statuses.
const (
	Initiated      Status = "Initiated"
	PaymentPending Status = "Payment Pending"
	PaymentFailed  Status = "Payment Failed"
	Confirmed      Status = "Confirmed"
	Completed      Status = "Completed"
	Cancelled      Status = "Cancelled"
	Refunded       Status = "Refunded"
)

// moves lists the statuses that may follow each status; any other change is an error.
var moves = map[Status][]Status{
	Initiated:      {PaymentPending, Confirmed, Cancelled},
	PaymentPending: {Confirmed, PaymentFailed, Cancelled},
	PaymentFailed:  {PaymentPending, Confirmed, Cancelled},
	Confirmed:      {Completed, Cancelled},
	Cancelled:      {Refunded},
}

// Causes of a move that are read again later.
const (
	AllCancelled = "every delivery was cancelled"
	AllWithdrawn = "what was left of it was withdrawn"
	DayClosed    = "a day was closed"            // of an amendment that pays it back
	PersonLeft   = "the person left the company" // of one that cancels their open days
	replaced     = "replaced by a new order"
)

// Order is an order on the wire. Amounts are fils.
type Order struct {
	ID                string     `json:"id"`
	Status            Status     `json:"status"`
	Source            string     `json:"source"`
	Week              clock.Date `json:"week"`
	Rev               int64      `json:"rev"`
	Version           int64      `json:"version"`
	Gross             money.Fils `json:"gross_amount"`
	Discount          money.Fils `json:"discount"`
	Net               money.Fils `json:"net_amount"`
	CompanyShare      money.Fils `json:"company_share"`
	EmployeeShare     money.Fils `json:"employee_share"`
	Wallet            money.Fils `json:"wallet_amount"`
	Payable           money.Fils `json:"payable_amount"`
	AmountDue         money.Fils `json:"amount_due"`
	VAT               money.Fils `json:"vat_amount"`
	PaymentSources    []Source   `json:"payment_sources"`
	OrderDate         time.Time  `json:"order_date"`
	PaymentDate       *time.Time `json:"payment_date,omitempty"`
	FirstDeliveryDate clock.Date `json:"first_delivery_date"`
	Intent            *Intent    `json:"intent,omitempty"`
	Deliveries        []Delivery `json:"deliveries"`

	// Terms are those at which the order was placed, also for its changes. Amendment is the newest change that did not fail.
	Terms      quote.Terms  `json:"terms"`
	Amendments []Amendment  `json:"orderAmends,omitempty"`
	Amendment  *LastAmended `json:"amendment,omitempty"`
}

// Source is one payer of an order and what it paid: company, wallet or card.
type Source struct {
	Kind   string     `json:"kind"`
	Amount money.Fils `json:"amount"`
}

// Intent is the newest attempt to pay an order.
type Intent struct {
	ID        string    `json:"id"`
	Status    string    `json:"status"`
	Reason    string    `json:"reason,omitempty"`
	ExpiresAt time.Time `json:"expires_at"`
}

// Delivery is one day of an order. It can be changed until Cutoff. A cancelled one holds nothing. ShareBefore is how much of the
// period's company share was used when this day's share was granted. VATRate is the percent of VAT in its prices.
type Delivery struct {
	ID           string     `json:"id"`
	Date         clock.Date `json:"delivery_date"`
	Cutoff       time.Time  `json:"cutoff"`
	AddressID    string     `json:"address_id"`
	Live         bool       `json:"live"`
	Cancelled    bool       `json:"cancelled,omitempty"`
	Gross        money.Fils `json:"gross_amount"`
	Net          money.Fils `json:"net_amount"`
	CompanyShare money.Fils `json:"company_share"`
	ShareBefore  money.Fils `json:"share_before,omitempty"`
	VATRate      money.Rate `json:"vat_rate"`
	Items        []Item     `json:"items"`
	Holiday      *Holiday   `json:"holiday,omitempty"`
}

// Holiday is why nothing is delivered on a day of an order that was closed after it, or whose window exists only in Ramadan, which moved:
// until its cut-off the eater may move or cancel it; then it is paid back. NameAr is empty where nobody wrote it.
type Holiday struct {
	Name   string `json:"name"`
	NameAr string `json:"name_ar,omitempty"`
}

// Item is one meal of a delivery at the price that was agreed. InsteadOf names the withdrawn meal that it replaced, at that meal's price.
type Item struct {
	Meal       string      `json:"meal"`
	Name       string      `json:"name"`
	Qty        int         `json:"qty"`
	Price      money.Fils  `json:"price"`
	Discounted money.Fils  `json:"discounted"`
	Total      money.Fils  `json:"total"`
	InsteadOf  string      `json:"instead_of,omitempty"`
	Withdrawn  *Swap       `json:"withdrawn,omitempty"`
	Corrected  *Correction `json:"corrected,omitempty"`
}

// Correction is what changed of a meal's allergens after it was ordered: each that differs, as it is now. Yours says that the meal has more
// of what its eater avoids: until Until, the day's cut-off, they may exchange it free of charge, and then leave it out until it is brought.
type Correction struct {
	At      time.Time                `json:"at"`
	Changed map[string]menu.Presence `json:"changed"`
	Yours   bool                     `json:"yours,omitempty"`
	Until   time.Time                `json:"until"`
}

// Swap is what happens to a withdrawn meal: until when its eater may choose another one free of charge, and what comes if they do not;
// when nothing comes, it is paid back.
type Swap struct {
	Until   time.Time `json:"until"`
	Instead string    `json:"instead,omitempty"`
}

// Since adds queries to a batch for every order of a profile that changed after a revision and up to another, whole.
// The result is filled when the batch has run.
func Since(b *db.Batch, profile string, rev, until int64) *[]Order {
	changed := &[]Order{}
	b.Add(func(ctx context.Context, q *db.Queries) error {
		rows, err := q.OrdersSince(ctx, profile, rev, until)
		if err != nil {
			return fmt.Errorf("read orders: %w", err)
		}
		for _, r := range rows {
			o, err := wire(r)
			if err != nil {
				return err
			}
			*changed = append(*changed, o)
		}
		return nil
	})
	of := func(id string) *Order {
		if i := slices.IndexFunc(*changed, func(o Order) bool { return o.ID == id }); i >= 0 {
			return &(*changed)[i]
		}
		return nil // its order changed after the orders were read
	}
	b.Add(func(ctx context.Context, q *db.Queries) error {
		deliveries, err := q.DeliveriesSince(ctx, profile, rev, until)
		if err != nil {
			return fmt.Errorf("read deliveries: %w", err)
		}
		for _, d := range deliveries {
			if o := of(d.OrderID); o != nil && (d.Live || !d.Added) {
				o.add(d)
			}
		}
		return nil
	})
	b.Add(func(ctx context.Context, q *db.Queries) error {
		lines, err := q.OrderLinesSince(ctx, profile, rev, until)
		if err != nil {
			return fmt.Errorf("read order lines: %w", err)
		}
		items, holidays := map[string][]Item{}, map[string]*Holiday{}
		for _, l := range lines {
			if l.Holiday != "" {
				holidays[l.DeliveryID] = &Holiday{l.Holiday, l.HolidayAr}
			}
			item := Item{Meal: l.Meal, Name: l.Name, Qty: l.Qty, Price: l.Price, Discounted: l.Discounted, Total: l.Total, InsteadOf: l.InsteadOf}
			if l.WithdrawnUntil != nil {
				item.Withdrawn = &Swap{Until: *l.WithdrawnUntil}
				if l.WithdrawnInstead != nil {
					item.Withdrawn.Instead = *l.WithdrawnInstead
				}
			}
			var changed map[string]menu.Presence
			if err := json.Unmarshal(l.Corrected, &changed); err != nil {
				return fmt.Errorf("correction of %s: %w", l.Meal, err)
			}
			if changed != nil {
				item.Corrected = &Correction{l.CorrectedAt, changed, l.CorrectedYours, l.Cutoff}
			}
			items[l.DeliveryID] = append(items[l.DeliveryID], item)
		}
		for _, o := range *changed {
			for i := range o.Deliveries {
				o.Deliveries[i].Items = append(o.Deliveries[i].Items, items[o.Deliveries[i].ID]...)
				o.Deliveries[i].Holiday = holidays[o.Deliveries[i].ID]
			}
		}
		return nil
	})
	b.Add(func(ctx context.Context, q *db.Queries) error {
		attempts, err := q.OrderAttemptsSince(ctx, profile, rev, until)
		if err != nil {
			return fmt.Errorf("read attempts: %w", err)
		}
		for _, a := range attempts {
			if o := of(a.SubjectID); o != nil {
				o.Intent = &Intent{ID: a.ID, Status: a.Status, Reason: a.Reason, ExpiresAt: a.ExpiresAt}
			}
		}
		return nil
	})
	b.Add(func(ctx context.Context, q *db.Queries) error {
		amendments, err := q.AmendmentsSince(ctx, profile, rev, until)
		if err != nil {
			return fmt.Errorf("read amendments: %w", err)
		}
		for _, a := range amendments {
			if o := of(a.Amendment.OrderID); o != nil {
				if err := o.amended(a); err != nil {
					return err
				}
			}
		}
		return nil
	})
	return changed
}

func (o *Order) add(d db.Delivery) {
	if len(o.Deliveries) == 0 {
		o.FirstDeliveryDate = d.DeliveryDate
	}
	o.Deliveries = append(o.Deliveries, Delivery{ID: d.ID, Date: d.DeliveryDate, Cutoff: d.Cutoff, AddressID: d.AddressID, Live: d.Live,
		Cancelled: !d.Live && d.NetAmount == 0 && o.PaymentDate != nil, Gross: d.GrossAmount, Net: d.NetAmount, CompanyShare: d.CompanyShare,
		ShareBefore: d.ShareBefore, VATRate: d.VatRate, Items: []Item{}})
}

func wire(r db.Order) (Order, error) {
	o := Order{ID: r.ID, Status: Status(r.Status), Source: r.Source, Week: r.Week, Rev: r.Rev, Version: r.Version, Gross: r.GrossAmount,
		Discount: r.Discount, Net: r.NetAmount, CompanyShare: r.CompanyShare, EmployeeShare: r.EmployeeShare, Wallet: r.WalletAmount,
		Payable: r.PayableAmount, AmountDue: r.AmountDue, VAT: r.VatAmount, PaymentSources: []Source{}, OrderDate: r.CreatedAt,
		PaymentDate: r.PaidAt, Deliveries: []Delivery{}}
	if slices.Contains([]Status{Confirmed, Completed, Refunded}, o.Status) {
		for _, s := range []Source{{"company", o.CompanyShare}, {"wallet", o.Wallet}, {"card", o.Payable}} {
			if s.Amount != 0 { // negative when a refund of the card went into the wallet
				o.PaymentSources = append(o.PaymentSources, s)
			}
		}
	}
	var err error
	o.Terms, err = TermsOf(r)
	return o, err
}

// Stamp is the revision, which is the profile's counter, and the instant of what a transaction writes.
type Stamp struct {
	Rev int64
	Now time.Time
}

// Moves adds to a batch that an order's status changes, that it has a new revision, and that the move is kept. The caller holds the
// profile's counter.
func Moves(b *db.Batch, o *db.Order, to Status, cause string, at Stamp) error {
	if !slices.Contains(moves[Status(o.Status)], to) {
		return fmt.Errorf("order %s cannot go from %s to %s", o.ID, o.Status, to)
	}
	due, paid := o.AmountDue, o.PaidAt
	switch to {
	case Confirmed:
		due, paid = 0, &at.Now
	case Cancelled:
		due = 0
	}
	move := db.OrderMoveParams{ID: o.ID, Was: o.Status, Became: string(to), Cause: cause, Rev: at.Rev, AmountDue: due, PaidAt: paid,
		At: at.Now}
	b.Step("move order", func(ctx context.Context, q *db.Queries) error { return q.OrderMove(ctx, move) })
	o.Status, o.Rev, o.AmountDue, o.PaidAt = string(to), at.Rev, due, paid
	return nil
}

// Move does what Moves adds.
func Move(ctx context.Context, q *db.Queries, o *db.Order, to Status, cause string, at Stamp) error {
	b := &db.Batch{}
	if err := Moves(b, o, to, cause, at); err != nil {
		return err
	}
	return b.Each(ctx, q)
}

func agreed(o db.Order) (q quote.Quote, err error) {
	if err = json.Unmarshal(o.Quote, &q); err != nil {
		err = fmt.Errorf("quote of order %s: %w", o.ID, err)
	}
	return q, err
}

// TermsOf returns the terms at which an order was placed, which also apply to its changes.
func TermsOf(row db.Order) (t quote.Terms, err error) {
	if err = json.Unmarshal(row.Terms, &t); err != nil {
		err = fmt.Errorf("terms of order %s: %w", row.ID, err)
	}
	return t, err
}
