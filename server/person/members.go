package person

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/oklog/ulid/v2"

	"sahn/server/platform/db"
	"sahn/server/platform/fault"
)

// Invite makes the owner of an e-mail address an Invited employee of a company and mails them; a Pending employee who has proved the
// address is approved instead. It joins the caller's transaction, which has checked that the company's admin asks.
func (p *People) Invite(ctx context.Context, tx db.Tx, companyID, typedEmail, typedName string) (profileID string, err error) {
	email, err := Canonical(typedEmail)
	if err != nil {
		return "", err
	}
	name, err := Line("name", typedName, 100)
	if err != nil {
		return "", err
	}
	personID, err := tx.PersonMake(ctx, db.PersonMakeParams{ID: ulid.Make().String(), Email: email, Name: name, CreatedAt: p.now()})
	if err != nil {
		return "", err
	}
	profile, err := tx.ProfileOf(ctx, personID, companyID)
	switch {
	case db.None(err):
		profile.ID = ulid.Make().String()
		if err := p.insertInvited(ctx, tx.Queries, profile.ID, personID, companyID); err != nil {
			return "", err
		}
	case err != nil:
		return "", err
	case profile.Status == "Pending":
		err := p.Approve(ctx, tx, companyID, profile.ID)
		if !errors.Is(err, fault.ErrNotFound) {
			return profile.ID, err
		}
		if err := tx.ProfileStatusSet(ctx, profile.ID, "Invited"); err != nil {
			return "", err
		}
	case profile.Status != "Invited":
		return profile.ID, nil
	}
	return profile.ID, p.queue.InsertTx(ctx, tx, Invitation{profile.ID}, nil)
}

func (p *People) insertInvited(ctx context.Context, q *db.Queries, id, personID, companyID string) error {
	first, err := q.CompanyFirstAddress(ctx, companyID)
	if db.NoneIs(err, nil) != nil {
		return err
	}
	return q.ProfileInsert(ctx,
		db.ProfileInsertParams{ID: id, PersonID: personID, CompanyID: &companyID, ClientType: "Employee", Status: "Invited",
			AddressID: db.Null(first), CreatedAt: p.now()})
}

// Approve activates an employee who registered for a company and proved the e-mail address, and mails them. It joins the caller's
// transaction, which has checked that the company's admin asks.
func (p *People) Approve(ctx context.Context, tx db.Tx, companyID, profileID string) error {
	approved, err := tx.ProfileApprove(ctx, profileID, companyID)
	if err != nil {
		return err
	}
	if approved == 0 {
		return fault.ErrNotFound
	}
	return p.TellApproved(ctx, tx, profileID)
}

// TellApproved mails a person that they can order now.
func (p *People) TellApproved(ctx context.Context, tx pgx.Tx, profileID string) error {
	return p.queue.InsertTx(ctx, tx, Approved{profileID}, nil)
}

// Ended makes every server forget sessions that a committed transaction has deleted.
func (s *Sessions) Ended(ctx context.Context, ids ...[]byte) { s.markEnded(ctx, ids...) }

// Suspend blocks a profile of a company and ends its sessions, at once and on every server. The caller has checked that the company's
// admin, or an operator, asks.
func (p *People) Suspend(ctx context.Context, companyID, profileID string) error {
	var ended [][]byte
	err := db.InTx(ctx, p.db, func(ctx context.Context, tx db.Tx) error {
		_, err := tx.PersonHoldOf(ctx, profileID, companyID)
		if err != nil {
			return db.NoneIs(err, fault.ErrNotFound)
		}
		if ended, err = tx.SessionsDeleteOfProfile(ctx, profileID); err != nil {
			return err
		}
		_, err = tx.ProfileSuspend(ctx, profileID, companyID)
		return err
	})
	if err == nil {
		p.Sessions.markEnded(ctx, ended...)
	}
	return err
}
