package person

import (
	"context"
	"errors"

	"sahn/server/platform/db"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
)

// SearchByEmailRequest asks whether an address has a client. Sign-in needs the answer, so the route reveals who is a customer;
// rate limits bound how many addresses can be probed.
type SearchByEmailRequest struct {
	Email string `json:"email" validate:"required,max=320"`
}

// SearchByEmailReply says whether the address has a client. SignOn depends on nothing but the address's domain.
type SearchByEmailReply struct {
	ClientExist  bool    `json:"client_exist"`
	ClientStatus *string `json:"client_status"`
	SignOn       *SignOn `json:"sign_on,omitempty"`
}

// SignOn is the company with whose own sign-in the people of a mail domain go on. Only: codes and passwords do not sign them in, but for a
// code that one of its admins asks for.
type SignOn struct {
	Company string `json:"company"`
	Only    bool   `json:"only"`
}

// SearchByEmail answers whether an address has a client. It is open to visitors, within limits.
func (p *People) SearchByEmail(ctx context.Context, who web.Caller, req SearchByEmailRequest) (SearchByEmailReply, error) {
	email, err := Canonical(req.Email)
	if err != nil {
		return SearchByEmailReply{}, err
	}
	if err := p.allow(ctx, who, searching, email); err != nil {
		return SearchByEmailReply{}, err
	}
	found, err := db.New(p.db).PersonStatus(ctx, email)
	if err != nil {
		return SearchByEmailReply{}, err
	}
	reply := SearchByEmailReply{ClientExist: found.Status != "", ClientStatus: db.Null(found.Status)}
	if found.Through != nil {
		reply.SignOn = &SignOn{*found.Through, found.OnlyIt}
	}
	return reply, nil
}

// LoginOTPRequest asks for a code by mail. Beside: the person knows that their company signs in through its own provider and wants a code
// all the same, which signs in its admins and people of more than one company.
type LoginOTPRequest struct {
	Email  string `json:"email" validate:"required,max=320"`
	Beside bool   `json:"beside,omitempty"`
}

// Empty is an empty data object. Clients treat a success that has a message and no data as an error.
type Empty struct{}

// Said is an answer of one sentence.
type Said struct {
	Message string `json:"message"`
	Data    Empty  `json:"data"`
}

// LoginOTP mails a code if the address may sign in. Its answer is the same for every address of a domain.
func (p *People) LoginOTP(ctx context.Context, who web.Caller, req LoginOTPRequest) (Said, error) {
	if email, err := Canonical(req.Email); err == nil && !req.Beside {
		found, err := db.New(p.db).PersonStatus(ctx, email)
		if err != nil {
			return Said{}, err
		}
		if found.OnlyIt {
			return Said{}, ErrOwnSignOn
		}
	}
	return p.sendCode(ctx, who, forSignIn, req.Email)
}

func (p *People) sendCode(ctx context.Context, who web.Caller, purpose, typed string) (Said, error) {
	said := Said{Message: "If this email has an account, a code is on its way."}
	email, err := Canonical(typed)
	if err != nil {
		return Said{}, err
	}
	if err := p.allow(ctx, who, asking, email); err != nil {
		return Said{}, err
	}
	return said, p.ask(ctx, purpose, email, who)
}

// VerifyOTPRequest is the code that came by mail. CompanyID is the company on whose page it was typed.
type VerifyOTPRequest struct {
	Email     string `json:"email" validate:"required,max=320"`
	OTP       string `json:"otp" validate:"required,max=20"`
	CompanyID string `json:"company_id,omitempty" validate:"max=26"`
}

// VerifyOTP signs in with a code, in the browser that asked for it, and completes a registration.
func (p *People) VerifyOTP(ctx context.Context, who web.Caller, req VerifyOTPRequest) (SignedIn, error) {
	email, err := Canonical(req.Email)
	if err != nil {
		return SignedIn{}, err
	}
	if err := p.allow(ctx, who, guessing, email); err != nil {
		return SignedIn{}, err
	}
	challenge, err := p.guess(ctx, email, req.OTP, who, forSignIn, forRegister)
	if err != nil {
		return SignedIn{}, err
	}
	return p.signIn(ctx, challenge.PersonID, false, who, ErrCode, func(ctx context.Context, q *db.Queries) (by proved, err error) {
		by = proved{wanted: req.CompanyID, challenge: challenge.ID}
		if err := q.PersonHold(ctx, challenge.PersonID); err != nil {
			return by, err
		}
		if err := errors.Join(p.spend(ctx, q, challenge.ID), p.forgive(ctx, q, who, email)); err != nil {
			return by, err
		}
		if challenge.Purpose == forRegister {
			by.wanted, err = p.prove(ctx, q, challenge.ID, challenge.PersonID, who.Language)
		}
		return by, err
	})
}

// ProfileLoginRequest is an e-mail and a password. CompanyID is the company on whose page they were typed.
type ProfileLoginRequest struct {
	Email     string `json:"email" validate:"required,max=320"`
	Password  string `json:"password" validate:"required,max=1000"`
	CompanyID string `json:"company_id,omitempty" validate:"max=26"`
}

// ProfileLogin signs in with a password.
func (p *People) ProfileLogin(ctx context.Context, who web.Caller, req ProfileLoginRequest) (SignedIn, error) {
	email, err := Canonical(req.Email)
	if err != nil {
		return SignedIn{}, err
	}
	if err := p.allow(ctx, who, signingIn, email); err != nil {
		return SignedIn{}, err
	}
	person, err := p.checkPassword(ctx, email, req.Password)
	if err != nil {
		return SignedIn{}, err
	}
	return p.signIn(ctx, person.ID, false, who, ErrCredentials, func(ctx context.Context, q *db.Queries) (proved, error) {
		return proved{wanted: req.CompanyID}, errors.Join(unchanged(ctx, q, person), p.forgive(ctx, q, who, email))
	})
}

// Nothing is a request without content.
type Nothing struct{}

// LoggedOut confirms a sign-out, and expires the cookies.
type LoggedOut struct {
	Message string `json:"message"`
	Data    Empty  `json:"data"`
}

// Session is empty, which ends the session.
func (LoggedOut) Session() web.NewSession { return web.NewSession{} }

// ProfileLogout ends the caller's session.
func (p *People) ProfileLogout(ctx context.Context, who web.Caller, _ Nothing) (LoggedOut, error) {
	return LoggedOut{Message: "Logged out."}, p.Sessions.End(ctx, who.Session)
}

// ProfileReply is a profile.
type ProfileReply struct {
	Data Profile `json:"data"`
}

// GetProfile is the caller's own profile.
func (p *People) GetProfile(ctx context.Context, who web.Caller, _ Nothing) (ProfileReply, error) {
	q := db.New(p.db)
	now, err := q.ProfileRevision(ctx, who.ProfileID)
	if err != nil {
		return ProfileReply{}, err
	}
	profile, is := p.shown.at(who.ProfileID, now.Revision)
	if !is {
		// Read after the revision: it may be newer than that, and is then read again the next time.
		if profile, err = p.profileOf(ctx, q, who.ProfileID); err != nil {
			return ProfileReply{}, err
		}
		p.shown.keep(who.ProfileID, now.Revision, profile)
	}
	profile.WalletBalance = money.Fils(now.Balance)
	return ProfileReply{profile}, nil
}
