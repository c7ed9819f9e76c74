package person

import (
	"context"
	"errors"

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
// profiles. The browser becomes one in which the person is known, and all others are forgotten.
func (p *People) Reset(ctx context.Context, who web.Caller, req ResetRequest) (Reopened, error) {
	email, err := Canonical(req.Email)
	if err != nil {
		return Reopened{}, err
	}
	if err := strong("password", req.Password, email); err != nil {
		return Reopened{}, err
	}
	if err := p.allow(ctx, who, guessing, email); err != nil {
		return Reopened{}, err
	}
	challenge, err := p.guess(ctx, email, req.OTP, who, forReset)
	if err != nil {
		return Reopened{}, err
	}
	hash, err := hashed(ctx, req.Password)
	if err != nil {
		return Reopened{}, err
	}
	done := Reopened{Message: "Your new password is set. You can sign in with it now."}
	var ended [][]byte
	err = db.InTx(ctx, p.db, func(ctx context.Context, tx db.Tx) error {
		if err := tx.PersonHold(ctx, challenge.PersonID); err != nil {
			return err
		}
		if err := errors.Join(p.spend(ctx, tx.Queries, challenge.ID), p.forgive(ctx, tx.Queries, who, email)); err != nil {
			return err
		}
		if err := tx.PersonLanguageFirst(ctx, who.Language, challenge.PersonID); err != nil {
			return err
		}
		if err := tx.ProfilesInvited(ctx, p.now(), challenge.PersonID); err != nil {
			return err
		}
		device, _, err := p.remember(ctx, tx.Queries, challenge.PersonID, who)
		if err != nil {
			return err
		}
		done.device = device.token
		ended, err = p.setPassword(ctx, tx, challenge.PersonID, hash, device.id)
		return err
	})
	if err != nil {
		return Reopened{}, err
	}
	p.Sessions.markEnded(ctx, ended...)
	return done, nil
}

// setPassword changes a person's password, enqueues the mail about it, forgets every browser but the given one, and ends all their
// sessions, which the caller marks after the commit.
func (p *People) setPassword(ctx context.Context, tx db.Tx, personID, hash string, device []byte) (ended [][]byte, err error) {
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
	if err := tx.DevicesUnknow(ctx, personID, device); err != nil {
		return nil, err
	}
	return tx.SessionsDeleteOf(ctx, personID)
}
