package company

import (
	"context"
	"slices"
	"strings"

	"sahn/server/einvoice"
	"sahn/server/person"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/web"
)

// DetailsRequest changes the company's details. Seen is the seal of the details that the admin saw. An empty contact removes it. An empty
// billing address means that of the main place; an absent one, from an app that does not know the field, changes nothing, and so
// does an absent registration.
type DetailsRequest struct {
	Name           string  `json:"name" validate:"required"`
	TRN            string  `json:"trn"`
	ContactName    string  `json:"contact_name"`
	ContactEmail   string  `json:"contact_email" validate:"max=320"`
	ContactPhone   string  `json:"contact_phone" validate:"max=40"`
	BillingAddress *string `json:"billing_address"`

	Registration *einvoice.Registration `json:"registration"`

	Seen string `json:"seen" validate:"required"`
}

// HandleDetails changes the company's details. Invoices that are issued keep those that they name.
func (c *Companies) HandleDetails(ctx context.Context, who web.Caller, r DetailsRequest) (CompanyReply, error) {
	if err := r.clean(); err != nil {
		return CompanyReply{}, err
	}
	return c.change(ctx, who, func(ctx context.Context, tx db.Tx, row db.Company) (*act, error) {
		before := detailsOf(row)
		after := Details{Name: r.Name, TRN: r.TRN, TRNFixed: before.TRNFixed, ContactName: r.ContactName, ContactEmail: r.ContactEmail,
			ContactPhone: r.ContactPhone, BillingAddress: before.BillingAddress, Registration: before.Registration}
		if r.BillingAddress != nil {
			after.BillingAddress = *r.BillingAddress
		}
		if r.Registration != nil {
			after.Registration = *r.Registration
		}
		after.Seal = Seal(after)
		switch {
		case after == before:
			return nil, nil
		case r.Seen != before.Seal:
			return nil, ErrChanged
		case before.TRNFixed && after.TRN == "":
			return nil, fault.Field("trn", "The trn field is required: your invoices name it.")
		}
		return &act{"company.details", row.ID, before.recorded(), after.recorded()}, setDetails(ctx, tx.Queries, row.ID, after)
	})
}

func setDetails(ctx context.Context, q *db.Queries, id string, d Details) error {
	trn := &d.TRN
	if *trn == "" {
		trn = nil
	}
	err := q.CompanyDetailsSet(ctx, db.CompanyDetailsSetParams{ID: id, Name: d.Name, Trn: trn, ContactName: d.ContactName,
		ContactEmail: d.ContactEmail, ContactPhone: d.ContactPhone, BillingAddress: d.BillingAddress, Registration: d.Registration})
	if db.Broke(err, "companies_one_per_trn") {
		return fault.Field("trn", ErrTRNTaken.Message)
	}
	return err
}

// recorded leaves out the contact: names and addresses of people are not in the audit log.
func (d Details) recorded() map[string]any {
	return map[string]any{"name": d.Name, "trn": d.TRN, "billing_address": d.BillingAddress, "registration": d.Registration}
}

func (r *DetailsRequest) clean() (err error) {
	if r.Name, err = person.Line("name", r.Name, 200); err != nil {
		return err
	}
	if r.ContactName, err = lineOrNone("contact_name", r.ContactName); err != nil {
		return err
	}
	if r.BillingAddress != nil {
		line, err := lineOrNone("billing_address", *r.BillingAddress)
		if err != nil {
			return err
		}
		r.BillingAddress = &line
	}
	if r.Registration != nil {
		if *r.Registration, err = r.Registration.Clean(); err != nil {
			return err
		}
	}
	if r.ContactEmail = strings.TrimSpace(r.ContactEmail); r.ContactEmail != "" {
		if r.ContactEmail, err = person.Canonical(r.ContactEmail); err != nil {
			return fault.Field("contact_email", "The contact email field must be a valid email address.")
		}
	}
	if r.ContactPhone, err = person.Mobile(r.ContactPhone); err != nil {
		return fault.Field("contact_phone", "The contact phone field must be a number with its country code, like +971 4 000 0000.")
	}
	if r.TRN = trnMarks.Replace(strings.TrimSpace(r.TRN)); r.TRN != "" && !trnDigits.MatchString(r.TRN) {
		return fault.Field("trn", "The trn field must be 15 digits.")
	}
	return nil
}

func lineOrNone(field, typed string) (string, error) {
	if strings.TrimSpace(typed) == "" {
		return "", nil
	}
	return person.Line(field, typed, 200)
}

// LogoRequest is a JPEG or PNG; empty removes the logo.
type LogoRequest struct {
	Picture *string `json:"picture" validate:"required"`
}

// HandleLogo stores a picture, re-encoded as a small square.
func (c *Companies) HandleLogo(ctx context.Context, who web.Caller, r LogoRequest) (CompanyReply, error) {
	logo, err := person.Small(ctx, *r.Picture)
	if err != nil {
		return CompanyReply{}, err
	}
	return c.change(ctx, who, func(ctx context.Context, tx db.Tx, row db.Company) (*act, error) {
		if logo == row.Logo {
			return nil, nil
		}
		return &act{"company.logo", row.ID, nil, nil}, tx.CompanyLogoSet(ctx, row.ID, logo)
	})
}

// DomainsRequest lists the domains that count from now on.
type DomainsRequest struct {
	Domains []string `json:"domains" validate:"required,max=5"`
	Seen    string   `json:"seen" validate:"required"`
}

// HandleDomains changes the e-mail domains whose people join by verifying their e-mail. Members stay members, and
// people who wait for an admin keep waiting.
func (c *Companies) HandleDomains(ctx context.Context, who web.Caller, r DomainsRequest) (CompanyReply, error) {
	domains := []string{}
	for _, typed := range r.Domains {
		name, err := domain(typed)
		if err != nil {
			return CompanyReply{}, err
		}
		if !slices.Contains(domains, name) {
			domains = append(domains, name)
		}
	}
	return c.change(ctx, who, func(ctx context.Context, tx db.Tx, row db.Company) (*act, error) {
		if slices.Equal(domains, row.AllowedDomains) {
			return nil, nil
		}
		if r.Seen != Seal(row.AllowedDomains) {
			return nil, ErrChanged
		}
		return &act{"company.domains", row.ID, row.AllowedDomains, domains}, tx.CompanyDomainsSet(ctx, domains, row.ID)
	})
}
