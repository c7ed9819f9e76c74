package person

import (
	"context"
	"errors"

	"sahn/server/platform/db"
	"sahn/server/platform/web"
)

// OperatorLoginRequest is the first of an operator's two factors.
type OperatorLoginRequest struct {
	Email    string `json:"email" validate:"required,max=320"`
	Password string `json:"password" validate:"required,max=1000"`
}

// OperatorLogin checks an operator's password and mails the code that is needed as well: operators have more rights, so they prove both.
// Any other account is refused here, even with a password that signs in elsewhere.
func (p *People) OperatorLogin(ctx context.Context, who web.Caller, req OperatorLoginRequest) (Said, error) {
	email, err := Canonical(req.Email)
	if err != nil {
		return Said{}, err
	}
	if err := p.allow(ctx, who, operating, email); err != nil {
		return Said{}, err
	}
	person, err := p.checkPassword(ctx, email, req.Password)
	if err != nil {
		return Said{}, err
	}
	operator, err := db.New(p.db).OperatorActive(ctx, person.ID)
	if err != nil {
		return Said{}, err
	}
	if !operator {
		return Said{}, ErrCredentials
	}
	if err := p.allow(ctx, who, askingOperators, email); err != nil {
		return Said{}, err
	}
	return Said{Message: "A code is on its way."}, p.ask(ctx, forOperator, email, who)
}

// OperatorVerifyRequest is the second factor.
type OperatorVerifyRequest struct {
	Email string `json:"email" validate:"required,max=320"`
	OTP   string `json:"otp" validate:"required,max=20"`
}

// OperatorVerify signs an operator in with the code, in the browser in which the password was typed. Such a code exists only there, and a
// later change of the password voids it.
func (p *People) OperatorVerify(ctx context.Context, who web.Caller, req OperatorVerifyRequest) (SignedIn, error) {
	email, err := Canonical(req.Email)
	if err != nil {
		return SignedIn{}, err
	}
	if err := p.allow(ctx, who, guessing, email); err != nil {
		return SignedIn{}, err
	}
	challenge, err := p.guess(ctx, email, req.OTP, who, forOperator)
	if err != nil {
		return SignedIn{}, err
	}
	return p.signIn(ctx, challenge.PersonID, true, who, ErrCode, func(ctx context.Context, q *db.Queries) (proved, error) {
		if err := q.PersonHold(ctx, challenge.PersonID); err != nil {
			return proved{}, err
		}
		return proved{challenge: challenge.ID}, errors.Join(p.spend(ctx, q, challenge.ID), p.forgive(ctx, q, who, email))
	})
}
