package person

import (
	"context"

	"github.com/jackc/pgx/v5"

	"sahn/server/db"
	"sahn/server/fault"
	"sahn/server/web"
)

// SignedIn is the answer to a good code or password: the profile, and the cookie of a new session. A session from
// before is ended, so that whoever planted it has nothing. (trust T11)
type SignedIn struct {
	Data    Profile `json:"data"`
	session web.NewSession
}

// Session is the cookie to set.
func (s SignedIn) Session() web.NewSession { return s.session }

// signIn starts a session for a person's Active profile, in one transaction with proof. A person who has none is told
// no, which is what a wrong proof is told.
func (p *People) signIn(ctx context.Context, personID string, who web.Caller, no *fault.Fault, proof func(context.Context, *db.Queries) error) (SignedIn, error) {
	var done SignedIn
	err := db.InTx(ctx, p.db, func(ctx context.Context, q *db.Queries, _ pgx.Tx) error {
		if err := proof(ctx, q); err != nil {
			return err
		}
		profile, err := q.ProfileToSignIn(ctx, personID)
		if db.None(err) {
			return no
		}
		if err != nil {
			return err
		}
		still, err := q.ProfileUse(ctx, p.now(), profile.ID)
		if err != nil {
			return err
		}
		if still == 0 {
			return no
		}
		if done.session, err = p.Sessions.start(ctx, q, profile.ID, personID, profile.ClientType, who.Session); err != nil {
			return err
		}
		done.Data, err = profileOf(ctx, q, profile.ID)
		return err
	})
	if err != nil {
		return SignedIn{}, err
	}
	if who.Session != nil {
		p.Sessions.markEnded(ctx, who.Session)
	}
	p.log.Info("signed in", "profile", done.Data.ID, "id", who.RequestID)
	return done, nil
}
