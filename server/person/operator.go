package person

import (
	"context"
	"errors"

	"github.com/riverqueue/river"

	"sahn/server/platform/db"
	"sahn/server/platform/web"
)

// OperatorLoginRequest is the first of an operator's two factors.
type OperatorLoginRequest struct {
	Email    string `json:"email" validate:"required,max=320"`
	Password string `json:"password" validate:"required,max=1000"`
}

// OperatorAsked is the answer to a right password: where the code comes from that is needed as well, app or mail.
type OperatorAsked struct {
	Message string    `json:"message"`
	Data    NextProof `json:"data"`
}

// NextProof names the second factor.
type NextProof struct {
	By string `json:"by" validate:"oneof=app mail"`
}

// OperatorLogin checks an operator's password and asks for the second factor: a code of their app, or a mailed one for those without an
// app. Any other account is refused here, even with a password that signs in elsewhere.
func (p *People) OperatorLogin(ctx context.Context, who web.Caller, req OperatorLoginRequest) (OperatorAsked, error) {
	email, err := Canonical(req.Email)
	if err != nil {
		return OperatorAsked{}, err
	}
	if err := p.allow(ctx, who, operating, email); err != nil {
		return OperatorAsked{}, err
	}
	person, err := p.checkPassword(ctx, email, req.Password)
	if err != nil {
		return OperatorAsked{}, err
	}
	operator, err := db.New(p.db).OperatorActive(ctx, person.ID)
	if err != nil {
		return OperatorAsked{}, err
	}
	if !operator {
		return OperatorAsked{}, ErrCredentials
	}
	if err := p.allow(ctx, who, askingOperators, email); err != nil {
		return OperatorAsked{}, err
	}
	app, err := db.New(p.db).FactorOn(ctx, person.ID)
	if err != nil {
		return OperatorAsked{}, err
	}
	if app {
		return OperatorAsked{"Type the code that your app shows.", NextProof{"app"}}, p.ask(ctx, forFactor, email, who)
	}
	return OperatorAsked{"A code is on its way.", NextProof{"mail"}}, p.ask(ctx, forOperator, email, who)
}

// OperatorVerifyRequest is the second factor.
type OperatorVerifyRequest struct {
	Email string `json:"email" validate:"required,max=320"`
	OTP   string `json:"otp" validate:"required,max=24"`
}

// OperatorVerify signs an operator in with the second factor, in the browser in which the password was typed: the challenge exists only
// there, and a later change of the password voids it. Who has an app is not let in by a mailed code.
func (p *People) OperatorVerify(ctx context.Context, who web.Caller, req OperatorVerifyRequest) (SignedIn, error) {
	email, err := Canonical(req.Email)
	if err != nil {
		return SignedIn{}, err
	}
	if err := p.allow(ctx, who, guessing, email); err != nil {
		return SignedIn{}, err
	}
	challenge, err := p.try(ctx, email, who, forOperator, forFactor)
	if err != nil {
		return SignedIn{}, err
	}
	if challenge.PersonID == "" || challenge.Purpose == forOperator && !p.isCode(challenge.ID, req.OTP) {
		return SignedIn{}, wrongFor(challenge)
	}
	done, err := p.signIn(ctx, challenge.PersonID, true, who, ErrCode, func(ctx context.Context, q *db.Queries) (by proved, err error) {
		by.challenge = challenge.ID
		if err := q.PersonHold(ctx, challenge.PersonID); err != nil {
			return by, err
		}
		if by.letter, err = p.secondFactor(ctx, q, challenge, req.OTP); err != nil {
			return by, err
		}
		return by, errors.Join(p.spend(ctx, q, challenge.ID), p.forgive(ctx, q, who, email))
	})
	if errors.Is(err, ErrCode) {
		err = wrongFor(challenge)
	}
	return done, err
}

// secondFactor proves the one that a challenge asks for, and returns what the person is told of it. It holds the person.
func (p *People) secondFactor(ctx context.Context, q *db.Queries, challenge db.ChallengeTryRow, typed string) (river.JobArgs, error) {
	if challenge.Purpose == forFactor {
		onPaper, err := p.proveFactor(ctx, q, challenge.PersonID, typed)
		if err != nil || !onPaper {
			return nil, err
		}
		return FactorChanged{Person: challenge.PersonID, At: p.now(), What: "paper"}, nil
	}
	app, err := q.FactorOn(ctx, challenge.PersonID)
	if err == nil && app {
		err = ErrFactorInstead
	}
	return nil, err
}
