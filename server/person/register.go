package person

import (
	"context"

	"github.com/oklog/ulid/v2"

	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/web"
)

// ErrWaiting tells a person who proved their e-mail address that the company's admin still has to approve them.
var ErrWaiting = fault.New(fault.Refused, "waiting_for_approval",
	"Your email is confirmed. Your company's admin has to let you in now; we will write to you.")

// ErrMailbox refuses a second address of a mailbox in one company, so that it brings no second company share. Only who reads the mailbox is
// told: the code was entered.
var ErrMailbox = fault.New(fault.Refused, "mailbox_taken",
	"This mailbox already has an account at this company, under another spelling of its address. Please sign in with that one.")

// Refusals of a registration that would only lengthen somebody's list. Only who reads the mailbox is told: the code was entered.
var (
	ErrWaitingFull = fault.New(fault.Refused, "waiting_list_full",
		"Many people wait to be let in at this company. Please ask your admin to invite you: an invitation lets you in at once.")
	ErrCompanyWaiting = fault.New(fault.Refused, "company_waiting",
		"Another company that you registered still waits for our approval. Please write to us if something in it is wrong.")
)

// maxWaiting is how many people wait at once for a company's admin. Who comes by invitation or from the company's domain never waits.
const maxWaiting = 200

// Registered is the answer to every registration, whether or not the e-mail is known.
type Registered struct {
	Message string `json:"message"`
	Data    struct {
		Email string `json:"email"`
	} `json:"data"`
}

// Newcomer is what a visitor typed about themselves, normalized. It takes effect when a code proves the e-mail address.
type Newcomer struct{ Email, Name, Mobile, Password string }

// Introduce validates and normalizes what a visitor typed about themselves, and counts the request. The password may be empty: codes sign
// in too.
func (p *People) Introduce(ctx context.Context, who web.Caller, n Newcomer) (clean Newcomer, err error) {
	if clean.Email, err = Canonical(n.Email); err != nil {
		return clean, err
	}
	if clean.Name, err = Line("name", n.Name, 100); err != nil {
		return clean, err
	}
	if clean.Mobile, err = Mobile(n.Mobile); err != nil {
		return clean, err
	}
	if n.Password != "" {
		if err := strong("password", n.Password, clean.Email); err != nil {
			return clean, err
		}
	}
	clean.Password = n.Password
	return clean, p.allow(ctx, who, registering, clean.Email)
}

// Place is the company and role that a person registers for. When it is Closed, only people with a profile there may register again.
type Place struct {
	CompanyID  string
	ClientType string
	AddressID  *string
	Home       Home
	Closed     bool
}

// Register makes a Pending profile for a newcomer and mails a code, in one transaction with place. Name, mobile and password change only
// once the code is entered, and never for a known person.
func (p *People) Register(ctx context.Context, who web.Caller, n Newcomer,
	place func(context.Context, *db.Queries) (Place, error)) (Registered, error) {
	said := Registered{Message: "We have sent a code to your email. It completes your registration."}
	said.Data.Email = n.Email
	if err := p.allow(ctx, who, asking.unspaced(), n.Email); err != nil {
		return Registered{}, err
	}
	var hash *string
	if n.Password != "" {
		made, err := hashed(ctx, n.Password)
		if err != nil {
			return Registered{}, err
		}
		hash = &made
	}
	err := db.InTx(ctx, p.db, func(ctx context.Context, tx db.Tx) error {
		personID, err := tx.PersonMake(ctx,
			db.PersonMakeParams{ID: ulid.Make().String(), Email: n.Email, Name: n.Name, Language: who.Language, CreatedAt: p.now()})
		if err != nil {
			return err
		}
		at, err := place(ctx, tx.Queries)
		if err != nil {
			return err
		}
		profileID, may, err := p.join(ctx, tx.Queries, personID, at)
		if err != nil {
			return err
		}
		// A person who may not join gets the same answer after the same work: the challenge belongs to no one.
		locked := []string{}
		if may {
			locked = append(locked, personID)
		}
		challenge, err := p.challenge(ctx, tx, forRegister, n.Email, locked, who)
		if err != nil {
			return err
		}
		return tx.RegistrationInsert(ctx,
			db.RegistrationInsertParams{Challenge: challenge, ProfileID: profileID, Name: n.Name, Mobile: n.Mobile, PasswordHash: hash,
				AddressLabel: at.Home.Label, AddressLine: at.Home.Line, AreaTimingID: db.Null(at.Home.AreaTimingID)})
	})
	if err != nil {
		return Registered{}, err
	}
	return said, nil
}

// join finds a person's profile in a company, or makes a Pending one. may is false when the person may not join.
func (p *People) join(ctx context.Context, q *db.Queries, personID string, at Place) (profileID string, may bool, err error) {
	profile, err := q.ProfileOf(ctx, personID, at.CompanyID)
	if err == nil {
		return profile.ID, profile.Status != "Suspended", nil
	}
	if !db.None(err) || at.Closed {
		return "", false, db.NoneIs(err, nil)
	}
	id := ulid.Make().String()
	return id, true,
		q.ProfileInsert(ctx,
			db.ProfileInsertParams{ID: id, PersonID: personID, CompanyID: &at.CompanyID, ClientType: at.ClientType, Status: "Pending",
				AddressID: at.AddressID, CreatedAt: p.now()})
}

// prove completes a registration after its code was entered, in the language that its reader has then. ErrWaiting when the company's admin
// has to approve the person, and what mayProve refuses.
func (p *People) prove(ctx context.Context, q *db.Queries, challenge, personID, language string) (profileID string, err error) {
	r, err := q.RegistrationOne(ctx, challenge)
	if err != nil {
		return "", err
	}
	if err := mayProve(ctx, q, r.ProfileID, personID); err != nil {
		return "", err
	}
	if err := q.PersonProve(ctx, language, personID, challenge); err != nil {
		return "", err
	}
	status, err := q.ProfileProve(ctx, p.now(), r.ProfileID)
	if err != nil {
		return "", err
	}
	if r.AreaTimingID != nil && r.AddressID == nil {
		h := home{r.ProfileID, db.Or(r.CompanyID, ""), Home{r.AddressLabel, r.AddressLine, *r.AreaTimingID}}
		if err := keepHome(ctx, q, h, clock.DateOf(p.now())); err != nil {
			return "", err
		}
	}
	switch status {
	case "Active":
		return r.ProfileID, nil
	case "Pending":
		return "", ErrWaiting
	}
	return "", ErrCode
}

// mayProve refuses a registration whose code was right: ErrMailbox when the company knows the mailbox, ErrWaitingFull when too many wait
// there, ErrCompanyWaiting when the mailbox has another company that waits.
func mayProve(ctx context.Context, q *db.Queries, profileID, personID string) error {
	held, err := q.MailboxHold(ctx, profileID)
	if err != nil {
		return err
	}
	for _, company := range held { // one at most
		taken, err := q.MailboxTaken(ctx, company.ID, personID)
		if err == nil && taken {
			err = ErrMailbox
		}
		if err != nil {
			return err
		}
		if company.Waits {
			if n, err := q.MembersWaiting(ctx, company.ID); err != nil {
				return err
			} else if n >= maxWaiting {
				return ErrWaitingFull
			}
		}
		if company.ClientType == "Admin" {
			if elsewhere, err := q.WaitingElsewhere(ctx, personID, company.ID); err != nil {
				return err
			} else if elsewhere {
				return ErrCompanyWaiting
			}
		}
	}
	return nil
}

// ClientRegisterRequest is a person who pays for themselves, with their delivery address.
type ClientRegisterRequest struct {
	Name         string `json:"name" validate:"required"`
	Email        string `json:"email" validate:"required,max=320"`
	Mobile       string `json:"mobile"`
	Password     string `json:"password,omitempty" validate:"max=1000"`
	AddressLabel string `json:"address_label" validate:"required"`
	AddressLine  string `json:"address_line" validate:"required"`
	AreaTimingID string `json:"area_timing_id" validate:"required,len=26"`
}

// ClientRegister registers a Cash client.
func (p *People) ClientRegister(ctx context.Context, who web.Caller, req ClientRegisterRequest) (Registered, error) {
	home := Home{req.AddressLabel, req.AddressLine, req.AreaTimingID}
	if err := home.clean("address_label", "address_line"); err != nil {
		return Registered{}, err
	}
	n, err := p.Introduce(ctx, who, Newcomer{req.Email, req.Name, req.Mobile, req.Password})
	if err != nil {
		return Registered{}, err
	}
	known, err := db.New(p.db).AreaKnown(ctx, home.AreaTimingID)
	if err != nil {
		return Registered{}, err
	}
	if !known {
		return Registered{}, ErrArea
	}
	return p.Register(ctx, who, n, func(ctx context.Context, q *db.Queries) (Place, error) {
		if err := q.CompanyCashMake(ctx, ulid.Make().String(), p.now()); err != nil {
			return Place{}, err
		}
		company, err := q.CompanyCash(ctx)
		return Place{CompanyID: company, ClientType: "Cash", Home: home}, err
	})
}

// EmployeeRegistrationRequest is an employee of a company.
type EmployeeRegistrationRequest struct {
	CompanyID string `json:"company_id" validate:"required,max=26"`
	Name      string `json:"name" validate:"required"`
	Email     string `json:"email" validate:"required,max=320"`
	Mobile    string `json:"mobile"`
	Password  string `json:"password,omitempty" validate:"max=1000"`
}

// EmployeeRegistration registers an employee of a company whose id they were given.
func (p *People) EmployeeRegistration(ctx context.Context, who web.Caller, req EmployeeRegistrationRequest) (Registered, error) {
	n, err := p.Introduce(ctx, who, Newcomer{req.Email, req.Name, req.Mobile, req.Password})
	if err != nil {
		return Registered{}, err
	}
	company, err := db.New(p.db).CompanyPublic(ctx, req.CompanyID)
	if err != nil {
		return Registered{}, db.NoneIs(err, fault.ErrNotFound)
	}
	return p.Register(ctx, who, n, func(ctx context.Context, q *db.Queries) (Place, error) {
		at := Place{CompanyID: company.ID, ClientType: "Employee"}
		first, err := q.CompanyFirstAddress(ctx, company.ID)
		if err == nil {
			at.AddressID = &first
		}
		return at, db.NoneIs(err, nil)
	})
}
