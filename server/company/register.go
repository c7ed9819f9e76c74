package company

import (
	"context"
	"fmt"
	"regexp"
	"strings"

	"github.com/oklog/ulid/v2"

	"sahn/server/person"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
)

// RegisterRequest is a company that wants to be a customer, and its first admin. Key is a ULID that the device makes when the
// registration begins; it is the idempotency key: the same key is the same company, however often it is sent. Amounts are fils
// when share_type is Flat and percent when it is Percentage.
type RegisterRequest struct {
	Key            string      `json:"key" validate:"required,len=26"`
	CompanyName    string      `json:"company_name" validate:"required"`
	TRN            string      `json:"trn" validate:"required"`
	People         int         `json:"people" validate:"min=1,max=100000"`
	AddressLabel   string      `json:"address_label" validate:"required"`
	AddressLine    string      `json:"address_line" validate:"required"`
	AreaTimingID   string      `json:"area_timing_id" validate:"required,len=26"`
	AllowedDomains []string    `json:"allowed_domains,omitempty" validate:"max=5"`
	PlanID         int         `json:"plan_id" validate:"required"`
	ShareValue     int64       `json:"share_value" validate:"min=0,max=100000"`
	ShareType      string      `json:"share_type" validate:"oneof=Flat Percentage"`
	ShareCap       *money.Fils `json:"share_cap" validate:"omitempty,min=0,max=10000000"`
	ShareDuration  string      `json:"share_duration" validate:"oneof=Daily Weekly Monthly"`
	Name           string      `json:"name" validate:"required"`
	Email          string      `json:"email" validate:"required,max=320"`
	Mobile         string      `json:"mobile"`
	Password       string      `json:"password,omitempty" validate:"max=1000"`
}

var (
	trnDigits = regexp.MustCompile(`^[0-9]{15}$`)
	trnMarks  = strings.NewReplacer(" ", "", "-", "")
)

// clean converts what was typed into the form in which it is stored.
func (r *RegisterRequest) clean() (err error) {
	if _, err := ulid.ParseStrict(r.Key); err != nil {
		return fault.Field("key", "The key field is invalid.")
	}
	for _, line := range []struct {
		field string
		typed *string
	}{{"company_name", &r.CompanyName}, {"address_label", &r.AddressLabel}, {"address_line", &r.AddressLine}} {
		if *line.typed, err = person.Line(line.field, *line.typed, 200); err != nil {
			return err
		}
	}
	if r.TRN = trnMarks.Replace(strings.TrimSpace(r.TRN)); !trnDigits.MatchString(r.TRN) {
		return fault.Field("trn", "The trn field must be 15 digits.")
	}
	if r.ShareType == "Percentage" && r.ShareValue > 100 {
		return fault.Field("share_value", "The share value field must not be greater than 100.")
	}
	for i, typed := range r.AllowedDomains {
		if r.AllowedDomains[i], err = domain(typed); err != nil {
			return err
		}
	}
	return nil
}

// RegisterCompany makes a Pending company with its first place and its admin, who has to verify the e-mail; then an operator approves it.
// Until then prices are full.
func (c *Companies) RegisterCompany(ctx context.Context, who web.Caller, req RegisterRequest) (person.Registered, error) {
	if err := req.clean(); err != nil {
		return person.Registered{}, err
	}
	admin, err := c.people.Introduce(ctx, who, person.Newcomer{Email: req.Email, Name: req.Name, Mobile: req.Mobile, Password: req.Password})
	if err != nil {
		return person.Registered{}, err
	}
	if err := c.possible(ctx, req); err != nil {
		return person.Registered{}, err
	}
	said, err := c.people.Register(ctx, who, admin, c.place(req))
	if db.Broke(err, "companies_registration_key_key") { // a concurrent request with the same key has made it
		said, err = c.people.Register(ctx, who, admin, c.place(req))
	}
	return said, err
}

// place finds the company that a key has made already, or makes it.
func (c *Companies) place(req RegisterRequest) func(context.Context, *db.Queries) (person.Place, error) {
	return func(ctx context.Context, q *db.Queries) (person.Place, error) {
		made, err := q.CompanyRegistered(ctx, req.Key)
		if err == nil {
			return person.Place{CompanyID: made.ID, ClientType: "Admin", Closed: !made.Open}, nil
		}
		if !db.None(err) {
			return person.Place{}, err
		}
		return c.insert(ctx, q, req)
	}
}

// possible refuses a plan or an area that does not exist.
func (c *Companies) possible(ctx context.Context, req RegisterRequest) error {
	q := db.New(c.db)
	known, err := q.AreaKnown(ctx, req.AreaTimingID)
	if err != nil {
		return err
	}
	if !known {
		return person.ErrArea
	}
	_, err = c.chosen(ctx, q, req)
	return err
}

// chosen is the plan of a registration, which must be offered and for so many people.
func (c *Companies) chosen(ctx context.Context, q *db.Queries, req RegisterRequest) (db.Plan, error) {
	plans, err := q.PlansFor(ctx, clock.DateOf(c.now()), nil)
	if err != nil {
		return db.Plan{}, err
	}
	for _, p := range plans {
		if p.ID == req.PlanID {
			if req.People < p.MinNumPeople {
				return p, fault.Field("plan_id", fmt.Sprintf("This plan is for %d people or more.", p.MinNumPeople))
			}
			return p, nil
		}
	}
	return db.Plan{}, fault.Field("plan_id", "The plan id field is invalid.")
}

func (c *Companies) insert(ctx context.Context, q *db.Queries, req RegisterRequest) (person.Place, error) {
	id, address := ulid.Make().String(), ulid.Make().String()
	if err := q.PlansShare(ctx); err != nil {
		return person.Place{}, err
	}
	plan, err := c.chosen(ctx, q, req)
	if err != nil {
		return person.Place{}, err
	}
	err = q.CompanyInsert(ctx, db.CompanyInsertParams{
		ID: id, Name: req.CompanyName, CompanyType: "Corporate", Status: "Pending", PlanID: &req.PlanID, Trn: &req.TRN,
		MinimumDay: plan.MinimumDay, MinimumMealCount: plan.MinimumMealCount, DiscountType: "Percentage", ShareType: req.ShareType,
		ShareValue: req.ShareValue, ShareCap: req.ShareCap, ShareDuration: req.ShareDuration, CreatedAt: c.now(), People: &req.People,
		AllowedDomains: req.AllowedDomains, RegistrationKey: &req.Key,
	})
	if err != nil {
		return person.Place{}, err
	}
	err = q.AddressInsert(ctx,
		db.AddressInsertParams{ID: address, CompanyID: id, Label: req.AddressLabel, Line: req.AddressLine, AreaTimingID: req.AreaTimingID})
	return person.Place{CompanyID: id, ClientType: "Admin", AddressID: &address}, err
}
