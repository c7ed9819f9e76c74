// Package member lets a company's admins see and change who belongs to the company. Its promises: an admin reaches no one of another
// company, and sees who colleagues are, their money and their days, but never their dishes; a company that has an admin keeps one; and
// everything that an admin does to a member is recorded in the same transaction.
package member

import (
	"context"

	"sahn/server/person"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/job"
	"sahn/server/platform/web"
)

// Members answers an admin about the people of the company. Its methods with a Caller are handlers of the API.
type Members struct {
	Conn   db.Conn
	People *person.People
	Queue  *job.Queue
	Clock  clock.Clock
}

// Most is how many people a company's list may hold.
const Most = 10_000

// ErrNotActive refuses to invite people to a company that is not approved yet.
var ErrNotActive = fault.New(fault.Conflict, "company_not_active",
	"Your company is not approved yet. You can invite people as soon as it is.")

// comingWeek is the Monday of the week that people are asked to order for.
func (m *Members) comingWeek() clock.Date { return clock.DateOf(m.Clock()).Monday() + 7 }

// noteOf says in the audit log that a program did it, and with which key.
func noteOf(who web.Caller) string {
	if who.KeyID == "" {
		return ""
	}
	return "API key " + who.KeyID
}

// asAdmin runs fn, with the caller checked to be an admin still, or to have a key that still counts, in a transaction in which no other
// one changes who belongs to the company. hold, which may be nil, first locks the people concerned, so that none of them signs in
// meanwhile.
func (m *Members) asAdmin(ctx context.Context, who web.Caller, hold func(ctx context.Context, q *db.Queries) error,
	fn func(ctx context.Context, tx db.Tx, c db.Company) error) error {
	return db.InTx(ctx, m.Conn, func(ctx context.Context, tx db.Tx) error {
		if hold != nil {
			if err := hold(ctx, tx.Queries); err != nil {
				return err
			}
		}
		// The company is locked before the caller's own session: of two admins who remove each other, the second is no longer an admin.
		c, err := tx.CompanyHold(ctx, who.CompanyID)
		if err != nil {
			return db.NoneIs(err, fault.ErrNotFound)
		}
		if who.KeyID != "" {
			_, err := tx.MemberKeyStill(ctx, who.KeyID, who.CompanyID, m.Clock())
			if err != nil {
				return db.NoneIs(err, web.ErrUnauthenticated)
			}
			return fn(ctx, tx, c)
		}
		still, err := tx.SessionStill(ctx, who.Session, who.ProfileID)
		switch {
		case db.None(err):
			return web.ErrUnauthenticated
		case err != nil:
			return err
		case still.ClientType != "Admin":
			return web.ErrForbidden
		}
		return fn(ctx, tx, c)
	})
}
