package company

import (
	"context"
	"slices"

	"sahn/server/einvoice"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
	"sahn/server/quote"
)

// Profile is a company as its admins see it. A section with a Seal is changed only by a request that names the seal of the version that
// the admin saw. It says how many people the company has, never who they are.
type Profile struct {
	ID      string  `json:"id"`
	Status  string  `json:"status"`
	Logo    string  `json:"logo"`
	Details Details `json:"details"`
	Places  []Place `json:"places"`
	Domains Domains `json:"domains"`
	Tier    Tier    `json:"tier"`
	Paying  Paying  `json:"paying"`
}

// Details are the company's name, tax number and contact. TRNFixed: the company is approved and cannot be without its TRN.
// BillingAddress is what invoices name; when it is empty, they name the main place's line. Registration is what e-invoices say beside.
type Details struct {
	Name           string `json:"name"`
	TRN            string `json:"trn"`
	TRNFixed       bool   `json:"trn_fixed"`
	ContactName    string `json:"contact_name"`
	ContactEmail   string `json:"contact_email"`
	ContactPhone   string `json:"contact_phone"`
	BillingAddress string `json:"billing_address"`

	Registration einvoice.Registration `json:"registration"`
	Seal         string                `json:"seal"`
}

// Place is where a company has lunch delivered, and what depends on it: its people, the deliveries that are still to come, and its
// counters. One is the main place, where newcomers have lunch delivered. Closed: its window is closed, and nothing new is ordered there.
type Place struct {
	ID           string `json:"id"`
	Label        string `json:"label"`
	Line         string `json:"line"`
	AreaTimingID string `json:"area_timing_id"`
	Area         string `json:"area"`
	From         string `json:"from"`
	Until        string `json:"until"`
	People       int    `json:"people"`
	Deliveries   int    `json:"deliveries"`
	Counters     int    `json:"counters"`
	Main         bool   `json:"main"`
	Closed       bool   `json:"closed,omitempty"`
	Seal         string `json:"seal"`
}

// Domains are the mail domains whose people join by verifying their e-mail.
type Domains struct {
	Domains []Domain `json:"domains"`
	Seal    string   `json:"seal"`
}

// Domain is one of them, with how many members have an address there, and how many people verified
// their e-mail before it was allowed and wait.
type Domain struct {
	Name    string `json:"name"`
	Active  int    `json:"active"`
	Waiting int    `json:"waiting"`
}

// Tier is the plan whose discount applies and how many active people count toward it. Review is the day of the next review, unset
// before the approval; Last is the result of the latest one.
type Tier struct {
	PlanID         *int        `json:"plan_id"`
	DiscountType   string      `json:"discount_type"`
	DiscountAmount int64       `json:"discount_amount"`
	Active         int         `json:"active"`
	Review         *clock.Date `json:"review,omitempty"`
	Last           *Review     `json:"last,omitempty"`
	Plans          []Plan      `json:"plans"`
}

// Review is the result of a review on the first of a month: kept, rose, warned (it falls the next
// time unless more people are Active) or fell.
type Review struct {
	Month   clock.Date `json:"month"`
	People  int        `json:"people"`
	Was     *int       `json:"was"`
	Became  *int       `json:"became"`
	Outcome string     `json:"outcome"`
}

// Paying is who pays. Only the lunch company sets the minimums, because they cover the cost of a delivery run.
type Paying struct {
	Rules            Rules  `json:"rules"`
	MinimumDay       int    `json:"minimum_day"`
	MinimumMealCount int    `json:"minimum_meal_count"`
	Seal             string `json:"seal"`
}

// Rules are what a company pays of its people's lunches: fils when the type is Flat, percent when it is Percentage, no cap when it is
// null.
type Rules struct {
	ShareType     string      `json:"share_type" validate:"oneof=Flat Percentage"`
	ShareValue    int64       `json:"share_value" validate:"min=0,max=100000"`
	ShareCap      *money.Fils `json:"share_cap" validate:"omitempty,min=0,max=10000000"`
	ShareDuration string      `json:"share_duration" validate:"oneof=Daily Weekly Monthly"`
}

// clean refuses a share of more than the whole price.
func (r Rules) clean() error {
	if r.ShareType == "Percentage" && r.ShareValue > 100 {
		return fault.Field("share_value", "The share value field must not be greater than 100.")
	}
	return nil
}

// terms converts the rules for a quote, without prices.
func (r Rules) terms() quote.Terms {
	return quote.Terms{ShareType: r.ShareType, ShareValue: r.ShareValue, ShareCap: r.ShareCap, ShareDuration: r.ShareDuration}
}

func rulesOf(row db.Company) Rules {
	return Rules{row.ShareType, row.ShareValue, row.ShareCap, row.ShareDuration}
}

// CompanyReply is the answer with a company.
type CompanyReply struct {
	Data Profile `json:"data"`
}

// HandleProfile answers with the admin's own company.
func (c *Companies) HandleProfile(ctx context.Context, who web.Caller, _ Nothing) (CompanyReply, error) {
	data, err := c.profile(ctx, db.New(c.db), who.CompanyID)
	return CompanyReply{data}, err
}

func (c *Companies) profile(ctx context.Context, q *db.Queries, id string) (p Profile, err error) {
	row, err := q.CompanyOne(ctx, id)
	if err != nil {
		return p, db.NoneIs(err, fault.ErrNotFound)
	}
	p = Profile{ID: row.ID, Status: row.Status, Logo: row.Logo, Details: detailsOf(row)}
	rules := rulesOf(row)
	p.Paying = Paying{rules, row.MinimumDay, row.MinimumMealCount, Seal(rules)}
	people, err := q.CompanyDomainPeople(ctx, id)
	if err != nil {
		return p, err
	}
	p.Domains = domainsOf(row, people)
	if p.Tier, err = c.tier(ctx, q, row); err != nil {
		return p, err
	}
	for _, d := range people {
		p.Tier.Active += d.Active
	}
	p.Places, err = placesOf(ctx, q, id, clock.DateOf(c.now()))
	return p, err
}

func detailsOf(row db.Company) Details {
	d := Details{Name: row.Name, TRNFixed: row.Status == "Active" || row.Status == "Suspended", ContactName: row.ContactName,
		ContactEmail: row.ContactEmail, ContactPhone: row.ContactPhone, BillingAddress: row.BillingAddress, Registration: row.Registration}
	if row.Trn != nil {
		d.TRN = *row.Trn
	}
	d.Seal = Seal(d)
	return d
}

func domainsOf(row db.Company, people []db.CompanyDomainPeopleRow) Domains {
	all := Domains{Domains: []Domain{}, Seal: Seal(row.AllowedDomains)}
	for _, name := range row.AllowedDomains {
		d := Domain{Name: name}
		if i := slices.IndexFunc(people, func(p db.CompanyDomainPeopleRow) bool { return p.Domain == name }); i >= 0 {
			d.Active, d.Waiting = people[i].Active, people[i].Waiting
		}
		all.Domains = append(all.Domains, d)
	}
	return all
}

func (c *Companies) tier(ctx context.Context, q *db.Queries, row db.Company) (Tier, error) {
	t := Tier{PlanID: row.PlanID, DiscountType: row.DiscountType, DiscountAmount: row.DiscountAmount, Plans: []Plan{}}
	plans, err := q.PlansFor(ctx, clock.DateOf(c.now()), row.PlanID)
	if err != nil {
		return t, err
	}
	rates, err := q.VATRates(ctx)
	if err != nil {
		return t, err
	}
	t.Plans = plansOf(plans, rates.On(clock.DateOf(c.now())))
	if row.Status == "Active" {
		t.Review = new(nextMonth(clock.DateOf(c.now())))
	}
	last, err := q.TierReviewLast(ctx, row.ID)
	if db.None(err) {
		return t, nil
	}
	t.Last = &Review{last.Month, last.People, last.Was, last.Became, last.Outcome}
	return t, err
}
