package person

import (
	"cmp"
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

// OperatorAsked is the answer to a right password: where the code comes from that is needed as well, app or mail, or enrol for a mailed
// code that sets up the app (OperatorEnrol).
type OperatorAsked struct {
	Message string    `json:"message"`
	Data    NextProof `json:"data"`
}

// NextProof names the second factor.
type NextProof struct {
	By string `json:"by" validate:"oneof=app mail enrol"`
	// Passkey: one of the operator's passkeys stands for the code of the app (OperatorPasskeyAsk).
	Passkey bool `json:"passkey,omitempty"`
}

// OperatorLogin checks an operator's password and asks for the second factor: a code of their app, or a mailed one for those without an
// app, who set it up with that where they need one. Any other account is refused here, even with a password that signs in elsewhere.
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
	operator, err := db.New(p.db).OperatorOf(ctx, person.ID)
	if db.None(err) || err == nil && operator.Status != "Active" {
		return OperatorAsked{}, ErrCredentials
	}
	if err != nil {
		return OperatorAsked{}, err
	}
	if err := p.allow(ctx, who, askingOperators, email); err != nil {
		return OperatorAsked{}, err
	}
	app, err := db.New(p.db).FactorOn(ctx, person.ID)
	if err != nil {
		return OperatorAsked{}, err
	}
	if app {
		keys, err := db.New(p.db).PasskeysOf(ctx, person.ID, true)
		if err != nil {
			return OperatorAsked{}, err
		}
		return OperatorAsked{"Type the code that your app shows.", NextProof{"app", len(keys) > 0 && p.party != nil}},
			p.ask(ctx, forFactor, email, who)
	}
	next := NextProof{By: "mail"}
	if p.required.Of(operator.Role) {
		next.By = "enrol"
	}
	return OperatorAsked{"A code is on its way.", next}, p.ask(ctx, forOperator, email, who)
}

// OperatorVerifyRequest is the second factor, or a code on the way to one.
type OperatorVerifyRequest struct {
	Email string `json:"email" validate:"required,max=320"`
	OTP   string `json:"otp" validate:"required,max=24"`
}

// OperatorVerify signs an operator in with the second factor, in the browser in which the password was typed: the challenge exists only
// there, and a later change of the password voids it. Who has an app, or needs one, is not let in by a mailed code.
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
	if err != nil {
		return nil, err
	}
	operator, err := q.OperatorOf(ctx, challenge.PersonID)
	if err == nil && p.required.Of(operator.Role) {
		err = ErrFactorFirst
	}
	return nil, err
}

// OperatorEnrolRequest is what an operator without an app proves before there is one: the mailbox, and by the start code that it is them
// to whom a manager spoke. A missing start code is a wrong one.
type OperatorEnrolRequest struct {
	Email string `json:"email" validate:"required,max=320"`
	OTP   string `json:"otp" validate:"required,max=24"`
	Start string `json:"start,omitempty" validate:"max=40"`
}

// OperatorEnrol takes the mailed code and the start code of an operator who has no app yet, in the browser in which the password was typed,
// and makes a secret for one. It opens no session: OperatorEnrolDone does, with the first code of the app, in the same browser. A wrong
// start code is one of the five guesses of the mailed code.
func (p *People) OperatorEnrol(ctx context.Context, who web.Caller, req OperatorEnrolRequest) (EnrolAnswer, error) {
	email, err := Canonical(req.Email)
	if err != nil {
		return EnrolAnswer{}, err
	}
	if err := p.allow(ctx, who, guessing, email); err != nil {
		return EnrolAnswer{}, err
	}
	challenge, err := p.guess(ctx, email, req.OTP, who, forOperator)
	if err != nil {
		return EnrolAnswer{}, err
	}
	if err := mayStart(ctx, db.New(p.db), challenge.PersonID, req.Start); err != nil {
		return EnrolAnswer{}, err
	}
	made, err := newSecret(email)
	if err != nil {
		return EnrolAnswer{}, err
	}
	sealed, err := p.keys.Seal(factorSeal, challenge.PersonID, made.Secret)
	if err != nil {
		return EnrolAnswer{}, err
	}
	err = db.InTx(ctx, p.db, func(ctx context.Context, tx db.Tx) error {
		locked, err := tx.PersonLock(ctx, email)
		if err != nil {
			return err
		}
		// A manager may have made another one since.
		if err := mayStart(ctx, tx.Queries, challenge.PersonID, req.Start); err != nil {
			return err
		}
		if err := p.spend(ctx, tx.Queries, challenge.ID); err != nil {
			return err
		}
		if _, err := p.challenge(ctx, tx, forFactor, email, locked, who); err != nil {
			return err
		}
		return tx.FactorPropose(ctx, challenge.PersonID, sealed)
	})
	return EnrolAnswer{Enrolment(made)}, err
}

// mayStart refuses who has an app, or types another start code than they were handed.
func mayStart(ctx context.Context, q *db.Queries, personID, typed string) error {
	if on, err := q.FactorOn(ctx, personID); err != nil || on {
		return cmp.Or(err, error(ErrFactorInstead))
	}
	right, err := q.StartCodeIs(ctx, personID, recoveryHash(typed))
	if err == nil && !right {
		err = ErrStart
	}
	return err
}

// EnrolledIn is the answer to a right first code: the profile, the codes to keep on paper, and the cookies of a sign-in.
type EnrolledIn struct {
	Data     Arrived `json:"data"`
	SignedIn `json:"-"`
}

// Arrived is an operator at the first sign-in. The codes are shown once.
type Arrived struct {
	Profile Profile  `json:"profile"`
	Codes   []string `json:"codes"`
}

// OperatorEnrolDone makes the app whose first code was typed the operator's second factor and signs them in with it, in the browser that
// was given the secret. It is recorded, and the person is told by mail.
func (p *People) OperatorEnrolDone(ctx context.Context, who web.Caller, req OperatorVerifyRequest) (EnrolledIn, error) {
	email, err := Canonical(req.Email)
	if err != nil {
		return EnrolledIn{}, err
	}
	if err := p.allow(ctx, who, guessing, email); err != nil {
		return EnrolledIn{}, err
	}
	challenge, err := p.try(ctx, email, who, forFactor)
	if err == nil && challenge.PersonID == "" {
		err = wrongFor(challenge)
	}
	if err != nil {
		return EnrolledIn{}, err
	}
	var done EnrolledIn
	proof := func(ctx context.Context, q *db.Queries) (by proved, err error) {
		by = proved{challenge: challenge.ID, letter: FactorChanged{Person: challenge.PersonID, At: p.now(), What: "set"}}
		if err := q.PersonHold(ctx, challenge.PersonID); err != nil {
			return by, err
		}
		on, err := q.FactorOn(ctx, challenge.PersonID)
		if err == nil && on {
			err = ErrFactorInstead // which a password alone asked for
		}
		if err != nil {
			return by, err
		}
		operator, err := q.OperatorOf(ctx, challenge.PersonID)
		if err != nil {
			return by, err
		}
		if done.Data.Codes, err = p.enrol(ctx, q, challenge.PersonID, operator.ID, req.OTP); err != nil {
			return by, err
		}
		return by, errors.Join(p.spend(ctx, q, challenge.ID), p.forgive(ctx, q, who, email))
	}
	done.SignedIn, err = p.signIn(ctx, challenge.PersonID, true, who, ErrCode, proof)
	if errors.Is(err, ErrCode) {
		err = wrongFor(challenge)
	}
	if err != nil {
		return EnrolledIn{}, err
	}
	done.Data.Profile = done.SignedIn.Data
	return done, nil
}
