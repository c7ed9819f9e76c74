package company

import (
	"context"

	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
)

// Nothing is a request without content.
type Nothing struct{}

// Plan is a subscription: a discount that applies from a number of people on. AvgDiscountPrice is before VAT. DiscountAmount is percent, or
// fils when DiscountType is Flat; DiscountPercentage is 0 then. An order has at least MinimumDay days of MinimumMealCount meals.
type Plan struct {
	ID                 int        `json:"id"`
	DiscountPercentage int        `json:"discountPrecentage"` // misspelt so in the API
	MinNumPeople       int        `json:"minNumPeople"`
	AvgPrice           money.Fils `json:"avgPrice"`
	AvgDiscountPrice   money.Fils `json:"avgDiscountPrice"`
	Popular            bool       `json:"popular"`
	Name               string     `json:"name,omitempty"`
	DiscountType       string     `json:"discount_type,omitempty"`
	DiscountAmount     int64      `json:"discount_amount,omitempty"`
	MinimumDay         int        `json:"minimum_day,omitempty"`
	MinimumMealCount   int        `json:"minimum_meal_count,omitempty"`
}

// plansOf shows plans with the price before VAT of a rate.
func plansOf(rows []db.Plan, rate money.Rate) []Plan {
	plans := make([]Plan, len(rows))
	for i, r := range rows {
		plans[i] = Plan{r.ID, r.DiscountPercentage, r.MinNumPeople, r.AvgPrice, PlanTermsOf(r).beforeVAT(rate), r.Popular, r.Name, r.DiscountType,
			r.DiscountAmount, r.MinimumDay, r.MinimumMealCount}
	}
	return plans
}

// PlansReply lists the plans.
type PlansReply struct {
	Data []Plan `json:"data"`
}

// Plans lists the plans that are offered today. Visitors may.
func (c *Companies) Plans(ctx context.Context, _ web.Caller, _ Nothing) (PlansReply, error) {
	q, today := db.New(c.db), clock.DateOf(c.now())
	rates, err := q.VATRates(ctx)
	if err != nil {
		return PlansReply{}, err
	}
	rows, err := q.PlansFor(ctx, today, nil)
	return PlansReply{plansOf(rows, rates.On(today))}, err
}

// Area is a district with a window in which it is served, in Dubai time. Its id is an address' area_timing_id. AreaAr is its name in
// Arabic, empty when there is none. Weekdays are those on which it delivers, Monday is 1; with RamadanOnly only on the days of Ramadan.
type Area struct {
	ID       string `json:"id"`
	Area     string `json:"area"`
	AreaAr   string `json:"area_ar"`
	From     string `json:"from"`
	Until    string `json:"until"`
	Weekdays []int  `json:"weekdays"`

	RamadanOnly bool `json:"ramadan_only,omitempty"`
}

// AreasReply lists the areas.
type AreasReply struct {
	Data []Area `json:"data"`
}

// Areas lists the open windows of the open areas. Visitors may.
func (c *Companies) Areas(ctx context.Context, _ web.Caller, _ Nothing) (AreasReply, error) {
	rows, err := db.New(c.db).Areas(ctx)
	areas := make([]Area, len(rows))
	for i, r := range rows {
		areas[i] = Area{r.ID, r.Area, r.AreaAr, r.FromTime, r.UntilTime, r.Weekdays, r.RamadanOnly}
	}
	return AreasReply{areas}, err
}

// Public is what a visitor with a company's link sees of it.
type Public struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Logo string `json:"logo"`
}

// PublicReply is the answer with a company.
type PublicReply struct {
	Data Public `json:"data"`
}

// Company shows a company to visitors who know its id; one that is not approved is not found, and neither is the Cash company.
func (c *Companies) Company(ctx context.Context, who web.Caller, req AddressRequest) (PublicReply, error) {
	if err := c.people.Asks(ctx, who); err != nil {
		return PublicReply{}, err
	}
	row, err := db.New(c.db).CompanyPublic(ctx, req.CompanyID)
	return PublicReply{Public{row.ID, row.Name, row.Logo}}, db.NoneIs(err, fault.ErrNotFound)
}
