package order

import (
	"context"
	"fmt"
	"slices"
	"time"

	"sahn/server/ledger"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
)

// ProfileRequest names an order and a page of its deliveries.
type ProfileRequest struct {
	ID      string `path:"id" validate:"required,len=26,alphanum"`
	Page    string `query:"page" validate:"max=9"`
	PerPage string `query:"per_page" validate:"max=9"`
}

// Profile is one order with whose it is, and its deliveries in pages. Amounts are fils; the balance is what its eater may spend now.
type Profile struct {
	ID                string       `json:"id"`
	CompanyID         string       `json:"company_id"`
	CompanyName       string       `json:"company_name"`
	ClientID          string       `json:"client_id"`
	Status            Status       `json:"status"`
	Source            string       `json:"source"`
	Balance           money.Fils   `json:"client_wallet_balance"`
	Gross             money.Fils   `json:"gross_amount"`
	Discount          money.Fils   `json:"discount"`
	Net               money.Fils   `json:"net_amount"`
	Payable           money.Fils   `json:"payable_amount"`
	CompanyShare      money.Fils   `json:"company_share"`
	AmountDue         money.Fils   `json:"amount_due"`
	EmployeeShare     money.Fils   `json:"employee_share"`
	PaymentSources    []Source     `json:"payment_sources"`
	FirstDeliveryDate clock.Date   `json:"first_delivery_date"`
	OrderDate         time.Time    `json:"order_date"`
	PaymentDate       *time.Time   `json:"payment_date"`
	Deliveries        DeliveryPage `json:"deliveries"`
	Amendments        []Amendment  `json:"orderAmends"`
	Amendment         *LastAmended `json:"amendment"`
}

// DeliveryPage is a page of an order's deliveries, by date.
type DeliveryPage struct {
	Data  []Delivery    `json:"data"`
	Meta  web.PageMeta  `json:"meta"`
	Links web.PageLinks `json:"links"`
}

// ProfileReply is the answer with an order.
type ProfileReply struct {
	Data Profile `json:"data"`
}

// HandleProfile answers with one order. Its own eater may.
func (o *Orders) HandleProfile(ctx context.Context, who web.Caller, r ProfileRequest) (ProfileReply, error) {
	page, err := web.Whole("page", r.Page, 1, 1_000_000)
	if err != nil {
		return ProfileReply{}, err
	}
	perPage, err := web.Whole("per_page", r.PerPage, 15, 100)
	if err != nil {
		return ProfileReply{}, err
	}
	q := db.New(o.Conn)
	row, err := q.OrderOf(ctx, r.ID, who.ProfileID)
	if err != nil {
		return ProfileReply{}, fmt.Errorf("read order: %w", db.NoneIs(err, fault.ErrNotFound))
	}
	b := &db.Batch{}
	found := Since(b, who.ProfileID, row.Rev-1, row.Rev)
	if err := b.Each(ctx, q); err != nil {
		return ProfileReply{}, err
	}
	i := slices.IndexFunc(*found, func(o Order) bool { return o.ID == row.ID })
	if i < 0 {
		return ProfileReply{}, web.ErrBusy // it has changed since it was found
	}
	p := (*found)[i]
	profile := Profile{ID: p.ID, CompanyID: row.CompanyID, ClientID: row.ProfileID, Status: p.Status, Source: p.Source, Gross: p.Gross,
		Discount: p.Discount, Net: p.Net, Payable: p.Payable, CompanyShare: p.CompanyShare, AmountDue: p.AmountDue,
		EmployeeShare: p.EmployeeShare, PaymentSources: p.PaymentSources, FirstDeliveryDate: p.FirstDeliveryDate, OrderDate: p.OrderDate,
		PaymentDate: p.PaymentDate, Amendments: append([]Amendment{}, p.Amendments...), Amendment: p.Amendment}
	d := &profile.Deliveries
	d.Data, d.Meta, d.Links = web.Page(p.Deliveries, page, perPage, "/api/orders/"+p.ID)
	if profile.CompanyName, err = q.OrderCompany(ctx, row.CompanyID); err != nil {
		return ProfileReply{}, fmt.Errorf("read company: %w", err)
	}
	profile.Balance, err = ledger.Spendable(ctx, q, row.ProfileID)
	return ProfileReply{profile}, err
}
