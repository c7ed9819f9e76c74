package person

import (
	"context"
	"errors"

	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
)

// Why a person cannot be erased yet.
var (
	ErrOpenOrders = fault.New(fault.Conflict, "open_orders",
		"You still have lunches or payments on their way. Cancel them or wait until they are done.")
	ErrOwes           = fault.New(fault.Conflict, "owes", "You still owe money for lunches at a counter. Please pay it first, or write to us.")
	ErrWalletNotEmpty = fault.New(fault.Conflict, "wallet_not_empty", "There is still money in your wallet.")
	ErrOperates       = fault.New(fault.Conflict, "operates", "You work for us. Please ask a manager to end that first.")
	ErrLastAdmin      = fault.New(fault.Conflict, "last_admin",
		"You are the only admin of your company. Please let us name another one first.")
)

// DeleteAccountRequest proves the caller's identity again, by password or by a sign-in code, and says whether money in the wallet is given
// up.
type DeleteAccountRequest struct {
	Password     string `json:"password,omitempty" validate:"max=1000"`
	OTP          string `json:"otp,omitempty" validate:"max=20"`
	GiveUpWallet bool   `json:"give_up_wallet,omitempty"`
}

// WalletLeft is the money in the wallet that keeps a person from being erased.
type WalletLeft struct {
	Balance money.Fils `json:"balance"`
}

// Owes is what is still to be paid for lunches at a counter.
type Owes struct {
	Amount money.Fils `json:"amount"`
}

// DeleteAccount erases everything that identifies the caller, over all their profiles, and signs them out everywhere. What the accounts
// need is kept, without a name.
func (p *People) DeleteAccount(ctx context.Context, who web.Caller, req DeleteAccountRequest) (LoggedOut, error) {
	challenge, err := p.confirm(ctx, who, req.Password, req.OTP)
	if err != nil {
		return LoggedOut{}, err
	}
	var ended [][]byte
	err = db.InTx(ctx, p.db, func(ctx context.Context, tx db.Tx) error {
		if err := tx.PersonHold(ctx, who.PersonID); err != nil {
			return err
		}
		if challenge != "" {
			if err := p.spend(ctx, tx.Queries, challenge); err != nil {
				return err
			}
		}
		if _, err := tx.SessionTake(ctx, who.Session, who.ProfileID); db.None(err) {
			return web.ErrUnauthenticated
		} else if err != nil {
			return err
		}
		// Sessions are locked before profiles, in the same order as by requests; no new session starts while the person is locked.
		var err error
		if ended, err = tx.EraseSessions(ctx, who.PersonID, p.now()); err != nil {
			return err
		}
		if operates, err := tx.EraseOperates(ctx, who.PersonID); err != nil {
			return err
		} else if operates {
			return ErrOperates
		}
		adminOf, err := tx.EraseAdminOf(ctx, who.PersonID)
		if err != nil {
			return err
		}
		if err := errors.Join(tx.EraseHold(ctx, who.PersonID), tx.EraseCount(ctx, who.PersonID)); err != nil {
			return err
		}
		if err := p.hindered(ctx, tx.Queries, who.PersonID, adminOf, req.GiveUpWallet); err != nil {
			return err
		}
		return p.erase(ctx, tx.Queries, who.PersonID)
	})
	if err != nil {
		return LoggedOut{}, err
	}
	p.Sessions.markEnded(ctx, append(ended, who.Session)...)
	p.log.Info("erased", "person", who.PersonID, "id", who.RequestID)
	return LoggedOut{Message: "Your account is deleted."}, nil
}

// confirm checks a password or a sign-in code of a signed-in person. It returns the challenge that still has to be spent when a code was
// given.
func (p *People) confirm(ctx context.Context, who web.Caller, password, otp string) (challenge string, err error) {
	if otp == "" {
		if password == "" {
			return "", fault.Field("password", "The password field is required.")
		}
		_, err := p.confirmPassword(ctx, who, "password", password)
		return "", err
	}
	row, err := db.New(p.db).PersonPasswordOf(ctx, who.PersonID)
	if err != nil {
		return "", err
	}
	if err := p.allowSelf(ctx, who, guessing, row.Email); err != nil {
		return "", err
	}
	found, err := p.guess(ctx, row.Email, otp, who, forSignIn)
	return found.ID, err
}

func (p *People) hindered(ctx context.Context, q *db.Queries, personID string, adminOf []string, giveUp bool) error {
	why, err := q.EraseHinders(ctx, personID, clock.DateOf(p.now()), adminOf)
	switch {
	case err != nil:
		return err
	case why.Orders:
		return ErrOpenOrders
	case why.LastAdmin:
		return ErrLastAdmin
	case why.Owed > 0:
		return ErrOwes.With(Owes{money.Fils(why.Owed)})
	case why.Balance > 0 && !giveUp:
		return ErrWalletNotEmpty.With(WalletLeft{money.Fils(why.Balance)})
	}
	return nil
}

func (p *People) erase(ctx context.Context, q *db.Queries, personID string) error {
	return errors.Join(
		q.EraseSignOns(ctx, personID),
		q.ErasePerson(ctx, p.now(), personID), q.EraseProfiles(ctx, personID), q.EraseAddresses(ctx, personID), q.EraseRunFacts(ctx, personID),
		q.EraseDrafts(ctx, personID), q.EraseOperations(ctx, personID), q.EraseQuarantine(ctx, personID), q.EraseDevices(ctx, personID),
		q.EraseCalendarLinks(ctx, personID), q.ErasePushes(ctx, personID),
		q.EraseChallenges(ctx, personID), q.EraseKnownDevices(ctx, p.now(), personID),
		q.EraseSyncCopies(ctx, personID), q.EraseAttempts(ctx, personID),
		dropFactor(ctx, q, personID), q.PasskeysErase(ctx, personID), dropPIN(ctx, q, personID),
	)
}

// Erased names profiles that a browser is to forget.
type Erased struct {
	Data struct {
		Profiles []string `json:"profiles"`
	} `json:"data"`
}

// HandleErased answers which people who were known in the caller's browser have been erased since, on any device: what it kept of them is
// to be deleted.
func (p *People) HandleErased(ctx context.Context, who web.Caller, _ Nothing) (all Erased, err error) {
	if who.Device != nil {
		all.Data.Profiles, err = db.New(p.db).ErasedHere(ctx, who.Device)
	}
	all.Data.Profiles = append([]string{}, all.Data.Profiles...)
	return all, err
}
