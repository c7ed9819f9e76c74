package person

import (
	"context"

	"sahn/server/platform/db"
	"sahn/server/platform/web"
)

// SendResetOTP mails a code for a new password if the address may set one. Its answer is the same for every address.
func (p *People) SendResetOTP(ctx context.Context, who web.Caller, req LoginOTPRequest) (Said, error) {
	return p.sendCode(ctx, who, forReset, req.Email)
}

// ResetRequest is the code that came by mail, and the new password.
type ResetRequest struct {
	Email    string `json:"email" validate:"required,max=320"`
	OTP      string `json:"otp" validate:"required,max=20"`
	Password string `json:"password" validate:"required,max=1000"`
}

// Reset sets a password by code, in the browser that asked for it. It ends every session of the person, starts none, and activates Invited
// profiles.
func (p *People) Reset(ctx context.Context, who web.Caller, req ResetRequest) (Said, error) {
	email, err := Canonical(req.Email)
	if err != nil {
		return Said{}, err
	}
	if err := strong("password", req.Password, email); err != nil {
		return Said{}, err
	}
	if err := p.allow(ctx, p.guessLimits(who)); err != nil {
		return Said{}, err
	}
	challenge, err := p.guess(ctx, email, req.OTP, who, forReset)
	if err != nil {
		return Said{}, err
	}
	hash, err := hashed(ctx, req.Password)
	if err != nil {
		return Said{}, err
	}
	var ended [][]byte
	err = db.InTx(ctx, p.db, func(ctx context.Context, tx db.Tx) error {
		if err := tx.PersonHold(ctx, challenge.PersonID); err != nil {
			return err
		}
		if err := p.spend(ctx, tx.Queries, challenge.ID); err != nil {
			return err
		}
		if err := tx.ProfilesInvited(ctx, p.now(), challenge.PersonID); err != nil {
			return err
		}
		ended, err = p.setPassword(ctx, tx, challenge.PersonID, hash)
		return err
	})
	if err != nil {
		return Said{}, err
	}
	p.Sessions.markEnded(ctx, ended...)
	return Said{Message: "Your new password is set. You can sign in with it now."}, nil
}

// setPassword changes a person's password, enqueues the mail about it, and ends all their sessions, which the caller marks after the
// commit.
func (p *People) setPassword(ctx context.Context, tx db.Tx, personID, hash string) (ended [][]byte, err error) {
	before, err := tx.PersonPasswordOf(ctx, personID)
	if err != nil {
		return nil, err
	}
	if err := tx.PersonPasswordSet(ctx, hash, personID); err != nil {
		return nil, err
	}
	if err := tx.ChallengesVoidOperator(ctx, p.now(), personID); err != nil {
		return nil, err
	}
	if err := p.queue.InsertTx(ctx, tx, PasswordChanged{Person: personID, At: p.now(), First: before.PasswordHash == nil}, nil); err != nil {
		return nil, err
	}
	return tx.SessionsDeleteOf(ctx, personID)
}
