package operator

import (
	"context"
	"time"

	"sahn/server/company"
	"sahn/server/person"
	"sahn/server/platform/audit"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
)

// FindRequest is a search: words, a state, and the cursor of the page.
type FindRequest struct {
	Q      string `query:"q"`
	Status string `query:"status" validate:"omitempty,oneof=Pending Active Suspended Rejected"`
	After  string `query:"after" validate:"max=26"`
}

// CompanyRow is a company in a list.
type CompanyRow struct {
	ID           string    `json:"id"`
	Name         string    `json:"name"`
	Status       string    `json:"status"`
	TRN          string    `json:"trn"`
	People       int       `json:"people"`        // as the company said when it registered
	ActivePeople int       `json:"active_people"` // the active people now
	CreatedAt    time.Time `json:"created_at"`
}

// CompaniesPage is a page of companies by name. Next is the cursor of the following one; empty when there is none.
type CompaniesPage struct {
	Data []CompanyRow `json:"data"`
	Next string       `json:"next"`
}

// HandleCompanies finds companies. Support may.
func (o *Office) HandleCompanies(ctx context.Context, _ web.Caller, r FindRequest) (CompaniesPage, error) {
	words, err := wordsOf(r.Q)
	if err != nil {
		return CompaniesPage{}, err
	}
	rows, err := db.New(o.Conn).OperatorCompanies(ctx, r.Status, words, r.After, page+1)
	if err != nil {
		return CompaniesPage{}, err
	}
	rows, next := cut(rows, func(r db.OperatorCompaniesRow) string { return r.ID })
	all := make([]CompanyRow, len(rows))
	for i, c := range rows {
		all[i] = CompanyRow{c.ID, c.Name, c.Status, or(c.Trn, ""), or(c.People, 0), c.ActivePeople, c.CreatedAt.UTC()}
	}
	return CompaniesPage{all, next}, nil
}

// CompanyAdmin is an admin of a company. Proved: the e-mail is verified.
type CompanyAdmin struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	Email  string `json:"email"`
	Mobile string `json:"mobile"`
	Status string `json:"status"`
	Proved bool   `json:"proved"`
}

// CompanyPlace is a place to which a company wants its lunch delivered.
type CompanyPlace struct {
	Label string `json:"label"`
	Line  string `json:"line"`
	Area  string `json:"area"`
	From  string `json:"from"`
	Until string `json:"until"`
}

// CompanySheet is everything that a company registered, and its current state. TRNTaken: another customer has this number. BillingAddress
// is what its invoices name; when it is empty, they name the main place's line. Seal goes with a correction of name, TRN or address.
type CompanySheet struct {
	CompanyRow
	BillingAddress string         `json:"billing_address"`
	Seal           string         `json:"seal"`
	StatusNote     string         `json:"status_note"`
	ApprovedAt     *time.Time     `json:"approved_at"`
	AllowedDomains []string       `json:"allowed_domains"`
	PlanName       string         `json:"plan_name"`
	PlanType       string         `json:"plan_discount_type"` // Percentage or Flat; empty without a plan
	PlanDiscount   int64          `json:"plan_discount"`      // percent, or fils when the type is Flat
	PlanPeople     int            `json:"plan_people"`
	ShareType      string         `json:"share_type"`
	ShareValue     int64          `json:"share_value"`
	ShareCap       *money.Fils    `json:"share_cap"`
	ShareDuration  string         `json:"share_duration"`
	OpenDeliveries int            `json:"open_deliveries"`
	TRNTaken       bool           `json:"trn_taken"`
	Admins         []CompanyAdmin `json:"admins"`
	Places         []CompanyPlace `json:"places"`
	Acts           []Act          `json:"acts"`
}

// CompanyAnswer is the answer with one company.
type CompanyAnswer struct {
	Data CompanySheet `json:"data"`
}

// HandleCompany shows one company. Support may.
func (o *Office) HandleCompany(ctx context.Context, _ web.Caller, r one) (CompanyAnswer, error) {
	q := db.New(o.Conn)
	c, err := q.OperatorCompany(ctx, clock.DateOf(o.Clock()), r.ID)
	if err != nil {
		return CompanyAnswer{}, missing(err)
	}
	s := CompanySheet{
		CompanyRow:     CompanyRow{c.ID, c.Name, c.Status, or(c.Trn, ""), or(c.People, 0), c.ActivePeople, c.CreatedAt.UTC()},
		BillingAddress: c.BillingAddress, Seal: company.Correction{Name: c.Name, TRN: or(c.Trn, ""), BillingAddress: c.BillingAddress}.Seal(),
		StatusNote: c.StatusNote, ApprovedAt: c.ApprovedAt, AllowedDomains: append([]string{}, c.AllowedDomains...),
		PlanName: c.PlanName, PlanType: c.PlanDiscountType, PlanDiscount: c.PlanDiscount, PlanPeople: or(c.PlanPeople, 0),
		ShareType: c.ShareType, ShareValue: c.ShareValue, ShareCap: c.ShareCap, ShareDuration: c.ShareDuration,
		OpenDeliveries: c.OpenDeliveries, TRNTaken: c.TrnTaken, Admins: []CompanyAdmin{}, Places: []CompanyPlace{},
	}
	admins, err := q.OperatorCompanyAdmins(ctx, c.ID)
	if err != nil {
		return CompanyAnswer{}, err
	}
	for _, a := range admins {
		s.Admins = append(s.Admins, CompanyAdmin{a.ID, a.Name, a.Email, a.Mobile, a.Status, a.ProvedAt != nil})
	}
	places, err := q.AddressesOf(ctx, c.ID, "")
	if err != nil {
		return CompanyAnswer{}, err
	}
	for _, p := range places {
		s.Places = append(s.Places, CompanyPlace{p.Label, p.Line, p.Area, p.FromTime, p.UntilTime})
	}
	s.Acts, err = o.acts(ctx, q, db.OperatorActsParams{Subject: c.ID, Most: page})
	return CompanyAnswer{s}, err
}

// Approval approves a company with this TRN, the one that the operator saw; empty when the company had none.
type Approval struct {
	ID  string `path:"id" json:"-" validate:"required,max=64"`
	TRN string `json:"trn,omitempty" validate:"omitempty,len=15,numeric"`
}

// ErrOtherTRN refuses an approval when the company's TRN is not the one that the operator saw.
var ErrOtherTRN = fault.New(fault.Conflict, "other_trn", "The company typed another TRN than this one.")

// HandleApprove makes a registered company a customer: only an operator's approval gives it a discount. Support may.
func (o *Office) HandleApprove(ctx context.Context, who web.Caller, r Approval) (Done, error) {
	return Done{}, o.act(ctx, who, func(ctx context.Context, tx db.Tx) (audit.Act, error) {
		if err := tx.PlansShare(ctx); err != nil {
			return audit.Act{}, err
		}
		if _, err := tx.CompanyToApprove(ctx, r.ID); err != nil { // locks the company against changes by its admin
			return audit.Act{}, missing(err)
		}
		was, err := tx.OperatorCompany(ctx, clock.DateOf(o.Clock()), r.ID)
		if err != nil {
			return audit.Act{}, missing(err)
		}
		if r.TRN != or(was.Trn, "") {
			return audit.Act{}, ErrOtherTRN
		}
		done := audit.Act{Kind: "company.approve", Company: r.ID, Subject: r.ID, Before: status{was.Status}, After: status{"Active"}}
		return done, o.Companies.Approve(ctx, tx, r.ID)
	})
}

type status struct {
	Status string `json:"status"`
}

// HandleReject turns a company down, with the reason. Support may.
func (o *Office) HandleReject(ctx context.Context, who web.Caller, r because) (Done, error) {
	if err := r.clean(); err != nil {
		return Done{}, err
	}
	return Done{}, o.act(ctx, who, func(ctx context.Context, tx db.Tx) (audit.Act, error) {
		done := audit.Act{Kind: "company.reject", Company: r.ID, Subject: r.ID, Before: status{"Pending"}, After: status{"Rejected"},
			Note: r.Reason}
		return done, o.Companies.Reject(ctx, tx.Queries, r.ID, r.Reason)
	})
}

// CompanyCorrection is what the next documents of a company name, and why. Seen is the seal of what the operator saw. An empty billing
// address means that of the main place.
type CompanyCorrection struct {
	ID             string `path:"id" json:"-" validate:"required,max=64"`
	Reason         string `json:"reason" validate:"required"`
	Name           string `json:"name" validate:"required"`
	TRN            string `json:"trn"`
	BillingAddress string `json:"billing_address"`
	Seen           string `json:"seen" validate:"required"`
}

// HandleCompanyCorrect corrects what documents name of a company from now on; its admins get a letter. Support may.
func (o *Office) HandleCompanyCorrect(ctx context.Context, who web.Caller, r CompanyCorrection) (Done, error) {
	reason, err := person.Line("reason", r.Reason, 300)
	if err != nil {
		return Done{}, err
	}
	return Done{}, o.act(ctx, who, func(ctx context.Context, tx db.Tx) (audit.Act, error) {
		was, is, err := o.Companies.Correct(ctx, tx, r.ID, r.Seen, reason,
			company.Correction{Name: r.Name, TRN: r.TRN, BillingAddress: r.BillingAddress})
		if err != nil || was == is {
			return audit.Act{}, err
		}
		return audit.Act{Kind: "company.correct", Company: r.ID, Subject: r.ID, Before: was, After: is, Note: reason}, nil
	})
}

// HandleCompanySuspend takes a customer's discount and share away; existing orders stay as they were agreed. A manager may.
func (o *Office) HandleCompanySuspend(ctx context.Context, who web.Caller, r because) (Done, error) {
	if err := r.clean(); err != nil {
		return Done{}, err
	}
	return Done{}, o.act(ctx, who, func(ctx context.Context, tx db.Tx) (audit.Act, error) {
		done := audit.Act{Kind: "company.suspend", Company: r.ID, Subject: r.ID, Before: status{"Active"}, After: status{"Suspended"},
			Note: r.Reason}
		return done, o.Companies.Suspend(ctx, tx.Queries, r.ID, r.Reason)
	})
}

// HandleCompanyReactivate gives a suspended customer its discount and share back. A manager may.
func (o *Office) HandleCompanyReactivate(ctx context.Context, who web.Caller, r one) (Done, error) {
	return Done{}, o.act(ctx, who, func(ctx context.Context, tx db.Tx) (audit.Act, error) {
		done := audit.Act{Kind: "company.reactivate", Company: r.ID, Subject: r.ID, Before: status{"Suspended"}, After: status{"Active"}}
		return done, o.Companies.Reactivate(ctx, tx.Queries, r.ID)
	})
}
