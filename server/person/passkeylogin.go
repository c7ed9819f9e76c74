package person

import (
	"context"
	"errors"

	"sahn/server/platform/db"
	"sahn/server/platform/web"
)

// PasskeyLoginAsk makes a challenge for a sign-in by passkey. It names nobody: the device knows whom it can sign in.
func (p *People) PasskeyLoginAsk(ctx context.Context, who web.Caller, _ Nothing) (done PasskeyAskAnswer, err error) {
	if p.party == nil {
		return done, ErrPasskeysOff
	}
	if err := p.allow(ctx, who, answering.named("passkey-ask"), ""); err != nil {
		return done, err
	}
	done.Data, err = p.passkeyOptions(ctx, db.New(p.db), who, forPasskey, "")
	return done, err
}

// passkeyOptions is what a browser is asked to let a passkey sign.
func (p *People) passkeyOptions(ctx context.Context, q *db.Queries, who web.Caller, purpose, personID string) (PasskeyAsk, error) {
	challenge, err := p.passkeyAsk(ctx, q, who, purpose, personID)
	return PasskeyAsk{Challenge: challenge, RPID: p.party.Config.RPID, Timeout: int(passkeyLife.Milliseconds()),
		UserVerification: "required", AllowCredentials: []PasskeyRef{}}, err
}

// PasskeyLoginRequest is the answer of a passkey. CompanyID is the company on whose page it was given.
type PasskeyLoginRequest struct {
	Passkey   PasskeySigned `json:"passkey"`
	CompanyID string        `json:"company_id,omitempty" validate:"max=26"`
}

// PasskeyLogin signs in with a passkey, in the browser that asked for the challenge. Whoever may not sign in by password may not by
// passkey.
func (p *People) PasskeyLogin(ctx context.Context, who web.Caller, req PasskeyLoginRequest) (SignedIn, error) {
	if p.party == nil {
		return SignedIn{}, ErrPasskeysOff
	}
	answer, err := req.Passkey.parse()
	if err != nil {
		return SignedIn{}, errors.Join(p.allow(ctx, who, answering, ""), err)
	}
	key, err := db.New(p.db).PasskeyFind(ctx, answer.RawID, false)
	if err != nil && !db.None(err) {
		return SignedIn{}, err
	}
	// The owner of a key that is known here is not held up by strangers, and an unknown one is counted where it came from.
	if err := p.allow(ctx, who, answering, key.Email); err != nil {
		return SignedIn{}, err
	}
	if _, err := p.passkeyAnswer(ctx, who, forPasskey, answer.Response.CollectedClientData.Challenge); err != nil {
		return SignedIn{}, err
	}
	signs, ok := uint32(0), false
	if key.ID != "" && len(answer.Response.UserHandle) > 0 {
		signs, ok = p.signedBy(key, false, answer)
	}
	if !ok {
		return SignedIn{}, ErrPasskey
	}
	done, err := p.signIn(ctx, key.PersonID, false, who, ErrPasskey, func(ctx context.Context, q *db.Queries) (proved, error) {
		if err := q.PersonHold(ctx, key.PersonID); err != nil {
			return proved{}, err
		}
		return proved{wanted: req.CompanyID}, errors.Join(p.countPasskey(ctx, q, key, signs), p.forgive(ctx, q, who, key.Email))
	})
	return done, p.stopIfCopied(ctx, key, err)
}

// errCopied says that a passkey counted backwards. It becomes ErrPasskeyStopped.
var errCopied = errors.New("a passkey counted backwards")

// countPasskey takes the counter of a passkey that signed, in the transaction that it proves something for, which holds the person.
func (p *People) countPasskey(ctx context.Context, q *db.Queries, key db.PasskeyFindRow, signs uint32) error {
	now, err := q.PasskeyNow(ctx, key.PersonID, key.ID)
	switch {
	case err != nil:
		return db.NoneIs(err, ErrPasskey) // removed a moment ago
	case now.Stopped:
		return ErrPasskeyStopped
	case !counts(uint32(now.Signs), signs):
		return errCopied
	}
	return q.PasskeyUsed(ctx, int64(signs), p.now(), key.PersonID, key.ID)
}

// stopIfCopied takes a passkey out of use of which a copy was seen, and tells its owner, once.
func (p *People) stopIfCopied(ctx context.Context, key db.PasskeyFindRow, err error) error {
	if !errors.Is(err, errCopied) {
		return err
	}
	return errors.Join(ErrPasskeyStopped, db.InTx(ctx, p.db, func(ctx context.Context, tx db.Tx) error {
		if err := tx.PersonHold(ctx, key.PersonID); err != nil {
			return err
		}
		stopped, err := tx.PasskeyStop(ctx, p.now(), key.PersonID, key.ID)
		if err != nil {
			return db.NoneIs(err, nil)
		}
		return p.queue.InsertTx(ctx, tx, PasskeyChanged{Person: key.PersonID, At: p.now(), What: "stopped", Name: stopped.Name,
			Operator: stopped.Operator}, nil)
	}))
}

// OperatorPasskeyAskRequest names the operator who typed their password in this browser.
type OperatorPasskeyAskRequest struct {
	Email string `json:"email" validate:"required,max=320"`
}

// OperatorPasskeyAsk makes a challenge for the passkeys of an operator who has typed the password in this browser and has an app.
func (p *People) OperatorPasskeyAsk(ctx context.Context, who web.Caller, req OperatorPasskeyAskRequest) (done PasskeyAskAnswer, err error) {
	email, err := p.passkeyStep(ctx, who, req.Email)
	if err != nil {
		return done, err
	}
	q := db.New(p.db)
	personID, err := q.ChallengeOpen(ctx, db.ChallengeOpenParams{Browser: who.Browser, Purposes: []string{forFactor},
		Accounts: p.accounts(email), Now: p.now(), Most: codeTries})
	if db.None(err) {
		err = p.whyNot(ctx, email, who, []string{forFactor})
	}
	if err != nil {
		return done, err
	}
	keys, err := q.PasskeysOf(ctx, personID, true)
	if err != nil {
		return done, err
	}
	if len(keys) == 0 {
		return done, ErrPasskey
	}
	done.Data, err = p.passkeyOptions(ctx, q, who, forPasskeyOperator, personID)
	done.Data.AllowCredentials = refsOf(keys)
	return done, err
}

// OperatorPasskeyRequest is the answer of an operator's passkey.
type OperatorPasskeyRequest struct {
	Email   string        `json:"email" validate:"required,max=320"`
	Passkey PasskeySigned `json:"passkey"`
}

// OperatorPasskey signs an operator in whose passkey stands for the code of their app, in the browser in which the password was typed. A
// wrong answer is one of the five guesses.
func (p *People) OperatorPasskey(ctx context.Context, who web.Caller, req OperatorPasskeyRequest) (SignedIn, error) {
	email, err := p.passkeyStep(ctx, who, req.Email)
	if err != nil {
		return SignedIn{}, err
	}
	challenge, err := p.try(ctx, email, who, forFactor)
	if err != nil {
		return SignedIn{}, err
	}
	no := ErrPasskey
	if challenge.Tries >= codeTries {
		no = ErrCodeLocked
	}
	answer, err := req.Passkey.parse()
	if err != nil {
		return SignedIn{}, no
	}
	personID, err := p.passkeyAnswer(ctx, who, forPasskeyOperator, answer.Response.CollectedClientData.Challenge)
	if err != nil {
		return SignedIn{}, err
	}
	key, err := db.New(p.db).PasskeyFind(ctx, answer.RawID, true)
	if err != nil {
		return SignedIn{}, db.NoneIs(err, no)
	}
	if challenge.PersonID == "" || key.PersonID != challenge.PersonID || personID != challenge.PersonID {
		return SignedIn{}, no
	}
	signs, ok := p.signedBy(key, true, answer)
	if !ok {
		return SignedIn{}, no
	}
	done, err := p.signIn(ctx, challenge.PersonID, true, who, no, func(ctx context.Context, q *db.Queries) (by proved, err error) {
		by.challenge = challenge.ID
		if err := q.PersonHold(ctx, challenge.PersonID); err != nil {
			return by, err
		}
		if app, err := q.FactorOn(ctx, challenge.PersonID); err != nil {
			return by, err
		} else if !app {
			return by, no // the second step was reset a moment ago
		}
		return by, errors.Join(p.countPasskey(ctx, q, key, signs), p.spend(ctx, q, challenge.ID), p.forgive(ctx, q, who, email))
	})
	return done, p.stopIfCopied(ctx, key, err)
}

// passkeyStep counts one more step of an operator's sign-in by passkey.
func (p *People) passkeyStep(ctx context.Context, who web.Caller, typed string) (email string, err error) {
	if p.party == nil {
		return "", ErrPasskeysOff
	}
	if email, err = Canonical(typed); err != nil {
		return "", err
	}
	return email, p.allow(ctx, who, guessing.named("passkey-operator"), email)
}
