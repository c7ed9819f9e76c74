package person

import (
	"context"
	"errors"
	"time"

	"sahn/server/platform/audit"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/job"
	"sahn/server/platform/web"
)

// provingAgain limits codes that a signed-in operator types.
var provingAgain = limits{name: "factor", browser: 20, known: pace{10, time.Minute, 4 * time.Hour}}

// SecondStep is how an operator's sign-in is protected beside the password. State is on or offered: without an app the second step is a
// mailed code.
type SecondStep struct {
	State        string     `json:"state"`
	Since        *time.Time `json:"since"`
	RecoveryLeft int        `json:"recovery_left"`
}

// SecondStepAnswer is that of the caller.
type SecondStepAnswer struct {
	Data SecondStep `json:"data"`
}

// SecondStep shows an operator their own second step.
func (p *People) SecondStep(ctx context.Context, who web.Caller, _ Nothing) (SecondStepAnswer, error) {
	row, err := db.New(p.db).FactorLook(ctx, who.PersonID)
	if err != nil && !db.None(err) {
		return SecondStepAnswer{}, err
	}
	return SecondStepAnswer{SecondStep{State: factorState(err == nil), Since: row.Since, RecoveryLeft: row.RecoveryLeft}}, nil
}

// EnrolRequest begins to set up an app. Code is one of the app (or on paper) that it replaces.
type EnrolRequest struct {
	CurrentPassword string `json:"current_password" validate:"required,max=1000"`
	Code            string `json:"code,omitempty" validate:"max=24"`
}

// Enrolment is what the app needs: a secret in base32, and the address that it reads from a square code.
type Enrolment struct {
	Secret string `json:"secret"`
	URI    string `json:"uri"`
}

// EnrolAnswer is an enrolment that waits for its first code.
type EnrolAnswer struct {
	Data Enrolment `json:"data"`
}

// Enrol makes a secret for an operator's app, which counts once its first code is typed. Who has an app already proves that too: neither a
// stolen session nor a stolen password replaces it.
func (p *People) Enrol(ctx context.Context, who web.Caller, req EnrolRequest) (EnrolAnswer, error) {
	row, err := p.confirmPassword(ctx, who, "current_password", req.CurrentPassword)
	if err != nil {
		return EnrolAnswer{}, err
	}
	if err := p.allowSelf(ctx, who, provingAgain, row.Email); err != nil {
		return EnrolAnswer{}, err
	}
	made, err := newSecret(row.Email)
	if err != nil {
		return EnrolAnswer{}, err
	}
	sealed, err := p.keys.Seal(factorSeal, who.PersonID, made.Secret)
	if err != nil {
		return EnrolAnswer{}, err
	}
	err = db.InTx(ctx, p.db, func(ctx context.Context, tx db.Tx) error {
		if err := tx.PersonHold(ctx, who.PersonID); err != nil {
			return err
		}
		if err := Still(ctx, tx.Queries, who); err != nil {
			return err
		}
		on, err := tx.FactorOn(ctx, who.PersonID)
		if err != nil {
			return err
		}
		if on {
			if _, err := p.proveFactor(ctx, tx.Queries, who.PersonID, req.Code); err != nil {
				return atField("code", err)
			}
		}
		return tx.FactorPropose(ctx, who.PersonID, sealed)
	})
	return EnrolAnswer{Enrolment(made)}, err
}

// ErrNothingProposed refuses a first code without a secret that waits for it.
var ErrNothingProposed = fault.New(fault.Conflict, "nothing_proposed", "Begin again: this square code is too old.")

// EnrolConfirm is the first code of the new app.
type EnrolConfirm struct {
	Code string `json:"code" validate:"required,max=24"`
}

// Paper is the codes to keep on paper. They are shown once.
type Paper struct {
	Codes []string `json:"codes"`
}

// Enrolled is the answer to a right first code. It carries the cookie of a new session.
type Enrolled struct {
	Data    Paper `json:"data"`
	session web.NewSession
}

// Session is the cookie to set.
func (e Enrolled) Session() web.NewSession { return e.session }

// EnrolDone makes the app whose first code was typed the operator's second factor. Every session of the operator ends; the browser that
// asked gets a new one. It is recorded, and the person is told by mail.
func (p *People) EnrolDone(ctx context.Context, who web.Caller, req EnrolConfirm) (Enrolled, error) {
	row, err := db.New(p.db).PersonPasswordOf(ctx, who.PersonID)
	if err != nil {
		return Enrolled{}, err
	}
	if err := p.allowSelf(ctx, who, provingAgain, row.Email); err != nil {
		return Enrolled{}, err
	}
	var done Enrolled
	var ended [][]byte
	err = db.InTx(ctx, p.db, func(ctx context.Context, tx db.Tx) error {
		began, err := takeSession(ctx, tx.Queries, who)
		if err != nil {
			return err
		}
		if done.Data.Codes, err = p.enrol(ctx, tx.Queries, who.PersonID, who.ProfileID, req.Code); err != nil {
			return atField("code", err)
		}
		if ended, err = tx.SessionsDeleteOfProfile(ctx, who.ProfileID); err != nil {
			return err
		}
		if err := p.queue.InsertTx(ctx, tx, FactorChanged{Person: who.PersonID, At: p.now(), What: "set"}, nil); err != nil {
			return err
		}
		done.session, err = p.Sessions.start(ctx, tx.Queries, user{who.ProfileID, who.PersonID, who.ClientType, who.Agent, who.Device}, began)
		return err
	})
	if err != nil {
		return Enrolled{}, err
	}
	p.Sessions.markEnded(ctx, append(ended, who.Session)...)
	return done, nil
}

// enrol makes the app whose first code was typed a person's second factor, records that, and returns the codes on paper. It joins the
// caller's transaction, which holds the person.
func (p *People) enrol(ctx context.Context, q *db.Queries, personID, profileID, typed string) (codes []string, err error) {
	held, err := q.FactorHold(ctx, personID)
	if db.None(err) || err == nil && held.Pending == nil {
		return nil, ErrNothingProposed
	}
	if err != nil {
		return nil, err
	}
	secret, err := p.keys.Open(factorSeal, personID, held.Pending)
	if err != nil {
		return nil, err
	}
	step, err := stepOf(secret, plainCode(typed), p.now)
	if err != nil {
		return nil, err
	}
	if err := audit.Write(ctx, q, audit.Act{At: p.now(), Who: profileID, Kind: "staff.factor_set", Subject: profileID}); err != nil {
		return nil, err
	}
	return setFactor(ctx, q, p.keys, newFactor{personID, secret, p.now(), step})
}

// atField is the refusal of a code that stands in another field than on the sign-in page.
func atField(field string, err error) error {
	if f := fault.As(err); f != nil && f.Kind == fault.Invalid {
		return fault.Field(field, f.Message)
	}
	return err
}

// ResetFactor takes an operator's second factor away, with their sessions and the codes that they were about to type: the next sign-in
// needs the password and a mailed code, and sets it up again where it is required, with a new StartCode. It joins the caller's transaction,
// which holds the person; the caller passes the ids to Sessions.Ended after the commit. had is false when there was none.
func ResetFactor(ctx context.Context, tx db.Tx, queue *job.Queue, personID, profileID string, now time.Time) (
	ended [][]byte, had bool, err error) {
	if on, err := tx.FactorOn(ctx, personID); err != nil || !on {
		return nil, false, err
	}
	if _, err := tx.FactorDrop(ctx, personID); err != nil {
		return nil, false, err
	}
	if err := tx.ChallengesVoidOperator(ctx, now, personID); err != nil {
		return nil, false, err
	}
	if ended, err = tx.SessionsDeleteOfProfile(ctx, profileID); err != nil {
		return nil, false, err
	}
	return ended, true, queue.InsertTx(ctx, tx, FactorChanged{Person: personID, At: now, What: "reset"}, nil)
}

func dropFactor(ctx context.Context, q *db.Queries, personID string) error {
	_, err := q.FactorDrop(ctx, personID)
	return errors.Join(err, q.StartCodeDrop(ctx, personID))
}
