package person

import (
	"cmp"
	"context"
	"errors"
	"time"

	"github.com/riverqueue/river"

	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/web"
)

// SignedIn is the answer to a valid code or password: the profile, and the cookie of a new session. The browser's earlier session is
// ended, so that an attacker who planted it gains nothing (session fixation).
type SignedIn struct {
	Data    Profile `json:"data"`
	session web.NewSession
	device  string
}

// Session is the cookie to set.
func (s SignedIn) Session() web.NewSession { return s.session }

// Device is the cookie by which the browser is known from now on.
func (s SignedIn) Device() string { return s.device }

// proved is the profile (or company) that somebody wants to sign in to, and the challenge that they met, if any.
type proved struct {
	wanted, challenge string
	letter            river.JobArgs // what the person is told about it, nil for nothing
	through           string        // the person for whom the company's own provider vouches; wanted alone is signed in to then
}

// signIn starts a session for a person's Active profile (an operator's or any other), in one transaction with proof. A person
// without such a profile gets the fault no, the same as for a wrong proof.
func (p *People) signIn(ctx context.Context, personID string, operator bool, who web.Caller, no *fault.Fault,
	proof func(context.Context, *db.Queries) (proved, error)) (SignedIn, error) {
	var done SignedIn
	waits := false
	err := db.InTx(ctx, p.db, func(ctx context.Context, tx db.Tx) error {
		by, err := proof(ctx, tx.Queries)
		if waits = errors.Is(err, ErrWaiting); waits {
			return nil // commit the proof, although the person may not sign in yet
		}
		if err != nil {
			return err
		}
		personID := cmp.Or(by.through, personID)
		profile, err := tx.ProfileToSignIn(ctx, by.challenge != "", personID, operator, by.wanted)
		switch {
		case err != nil:
			return db.NoneIs(err, no)
		case by.through != "" && profile.ID != by.wanted:
			return no
		case by.through == "" && profile.OnlyIt:
			return ErrOwnSignOn
		}
		if who.Session != nil {
			if _, err := tx.SessionDelete(ctx, who.Session); err != nil {
				return err
			}
		}
		device, fresh, err := p.remember(ctx, tx.Queries, personID, who)
		if err != nil {
			return err
		}
		if fresh {
			news := SignedInElsewhere{Person: personID, At: p.now(), Device: deviceNamed(who.Agent), Operator: operator}
			if err := p.queue.InsertTx(ctx, tx, news, nil); err != nil {
				return err
			}
		}
		done, err = p.enter(ctx, tx.Queries, user{profile.ID, personID, profile.ClientType, who.Agent, device.id}, p.now(), no)
		done.device = device.token
		if err == nil && by.letter != nil {
			err = p.queue.InsertTx(ctx, tx, by.letter, nil)
		}
		if err != nil || by.challenge == "" {
			return err
		}
		return tx.ChallengeUsedIn(ctx, sessionID(done.session.Token), by.challenge)
	})
	if err == nil && waits {
		err = ErrWaiting
	}
	if err != nil {
		return SignedIn{}, err
	}
	p.Sessions.markEnded(ctx, who.Session)
	p.log.Info("signed in", "profile", done.Data.ID, "id", who.RequestID)
	return done, nil
}

// enter starts a session for an Active profile, and records when the profile was used.
func (p *People) enter(ctx context.Context, q *db.Queries, u user, began time.Time, no *fault.Fault) (in SignedIn, err error) {
	still, err := q.ProfileUse(ctx, p.now(), u.profileID)
	if err != nil {
		return in, err
	}
	if still == 0 {
		return in, no
	}
	if in.session, err = p.Sessions.start(ctx, q, u, began); err != nil {
		return in, err
	}
	in.Data, err = p.profileOf(ctx, q, u.profileID)
	return in, err
}
