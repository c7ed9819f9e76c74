package person

import (
	"context"

	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/web"
)

// SwitchUserRequest names the profile to switch to; when it is empty, the other profile that was used last.
type SwitchUserRequest struct {
	ClientID string `json:"client_id,omitempty" validate:"max=26"`
}

// SwitchUser switches to another Active profile of the same person, never an operator's, which has its own sign-in. The session is a new
// one, and lasts as long as if the person had signed in to that profile.
func (p *People) SwitchUser(ctx context.Context, who web.Caller, req SwitchUserRequest) (SignedIn, error) {
	var done SignedIn
	err := db.InTx(ctx, p.db, func(ctx context.Context, tx db.Tx) error {
		began, err := takeSession(ctx, tx.Queries, who)
		if err != nil {
			return err
		}
		other, err := tx.ProfileToSwitchTo(ctx, who.PersonID, who.ProfileID, req.ClientID)
		if err != nil {
			return db.NoneIs(err, fault.ErrNotFound)
		}
		done, err = p.enter(ctx, tx.Queries, user{other.ID, who.PersonID, other.ClientType, who.Agent, who.Device}, began, fault.ErrNotFound)
		return err
	})
	if err != nil {
		return SignedIn{}, err
	}
	p.Sessions.markEnded(ctx, who.Session)
	p.log.Info("switched", "from", who.ProfileID, "to", done.Data.ID, "id", who.RequestID)
	return done, nil
}
