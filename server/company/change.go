package company

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"

	"sahn/server/person"
	"sahn/server/platform/audit"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/web"
)

// ErrChanged refuses the decision of an admin who saw something else; its detail is the company as it is.
var ErrChanged = fault.New(fault.Conflict, "company_changed", "Somebody changed this meanwhile. Please look again.")

// Seal is a short checksum of a content: two that look the same have the same.
func Seal(content any) string {
	raw, err := json.Marshal(content)
	if err != nil {
		panic(err) // strings and numbers always encode
	}
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:8])
}

// act is what a change did, for the audit log.
type act struct {
	kind, subject string
	before, after any
}

// change lets an admin change their own company. Its row is locked before all else, also before the session, because a change of a place
// writes colleagues' profiles, which their sessions lock. do returns what it did, or nothing when nothing had to change; ErrChanged
// carries the company as it is.
func (c *Companies) change(ctx context.Context, who web.Caller,
	do func(ctx context.Context, tx db.Tx, row db.Company) (*act, error)) (CompanyReply, error) {
	var reply CompanyReply
	err := db.InTx(ctx, c.db, func(ctx context.Context, tx db.Tx) error {
		row, err := tx.CompanyHold(ctx, who.CompanyID)
		if err != nil {
			return db.NoneIs(err, fault.ErrNotFound)
		}
		if err := person.Still(ctx, tx.Queries, who); err != nil {
			return err
		}
		var did *act
		err = c.remembering(ctx, tx.Queries, who.CompanyID, func() (err error) {
			did, err = do(ctx, tx, row)
			return err
		})
		if f := fault.As(err); f != nil && f.Is(ErrChanged) {
			now, err := c.profile(ctx, tx.Queries, who.CompanyID)
			if err != nil {
				return err
			}
			return ErrChanged.With(now)
		}
		if err != nil {
			return err
		}
		if did != nil {
			err := audit.Write(ctx, tx.Queries, audit.Act{At: c.now(), Who: who.ProfileID, Company: who.CompanyID, Kind: did.kind,
				Subject: did.subject, Before: did.before, After: did.after})
			if err != nil {
				return err
			}
		}
		reply.Data, err = c.profile(ctx, tx.Queries, who.CompanyID)
		return err
	})
	return reply, err
}

// remembering makes a change, and keeps what documents named the company before where that is something else now.
func (c *Companies) remembering(ctx context.Context, q *db.Queries, id string, change func() error) error {
	now := c.now()
	was, err := q.InvoiceBuyer(ctx, now, id)
	if err != nil {
		return err
	}
	if err := change(); err != nil {
		return err
	}
	is, err := q.InvoiceBuyer(ctx, now, id)
	if err != nil || is == was {
		return err
	}
	return q.CompanyDetailsBefore(ctx,
		db.CompanyDetailsBeforeParams{CompanyID: id, Until: now, Name: was.Name, Trn: was.Trn, Address: was.Address})
}
