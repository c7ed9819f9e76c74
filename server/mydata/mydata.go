// Package mydata gives people a copy of everything that is kept about them, as a ZIP file of tables that they can read. It promises that a
// copy holds one person's data and no one else's, and that an operator makes none without an act that says why.
package mydata

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"sahn/server/person"
	"sahn/server/platform/audit"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/web"
)

// Copies makes copies. Its methods with a Caller are handlers of the API.
type Copies struct {
	Conn   db.Conn
	People *person.People
	Clock  clock.Clock
}

// HandleMine answers with a ZIP file of everything that we keep about the caller, over all their profiles. Everybody may, within the
// limits of looking themselves up.
func (c *Copies) HandleMine(ctx context.Context, who web.Caller, _ web.None) (web.File, error) {
	if err := c.People.Asks(ctx, who); err != nil {
		return web.File{}, err
	}
	return c.file(ctx, db.New(c.Conn), who.PersonID, "sahn-my-data")
}

// ReasonRequest is why a copy is made of the data of a profile's person: where and when they asked in writing.
type ReasonRequest struct {
	ID     string `path:"id" json:"-" validate:"required,max=26"`
	Reason string `json:"reason" validate:"required,max=300"`
}

// ReadyReply says until when the copy can be fetched.
type ReadyReply struct {
	Until time.Time `json:"until"`
}

// HandleAsked records that an operator makes a copy of a person's data, who asked in writing. The operator can fetch it for a few minutes.
// A manager may.
func (c *Copies) HandleAsked(ctx context.Context, who web.Caller, r ReasonRequest) (said ReadyReply, err error) {
	if r.Reason, err = person.Line("reason", r.Reason, 300); err != nil {
		return said, err
	}
	now := c.Clock()
	said.Until = now.Add(fetching).UTC()
	return said, person.InTx(ctx, c.Conn, who, func(ctx context.Context, tx db.Tx) error {
		of, err := tx.CopySubject(ctx, r.ID)
		if err != nil {
			return fmt.Errorf("copy of a person's data: %w", db.NoneIs(err, fault.ErrNotFound))
		}
		done := audit.Act{At: now, Who: who.ProfileID, Kind: kindOfAct, Subject: r.ID, Note: r.Reason}
		if of.CompanyID != nil {
			done.Company = *of.CompanyID
		}
		return audit.Write(ctx, tx.Queries, done)
	})
}

// ErrNotAsked refuses a copy for which no reason was given, or one that is no longer fresh.
var ErrNotAsked = fault.New(fault.Conflict, "copy_not_asked", "Say first why the copy is made.")

// OfRequest names a profile of the person whose data is copied.
type OfRequest struct {
	ID string `path:"id" validate:"required,max=26"`
}

// HandleOf answers with the ZIP file of a person's data to the operator who gave the reason. A manager may.
func (c *Copies) HandleOf(ctx context.Context, who web.Caller, r OfRequest) (web.File, error) {
	q := db.New(c.Conn)
	of, err := q.CopySubject(ctx, r.ID)
	if err != nil {
		return web.File{}, fmt.Errorf("copy of a person's data: %w", db.NoneIs(err, fault.ErrNotFound))
	}
	asked, err := q.CopyAsked(ctx, r.ID, kindOfAct, who.ProfileID, c.Clock().Add(-fetching))
	if err != nil {
		return web.File{}, err
	}
	if !asked {
		return web.File{}, ErrNotAsked
	}
	return c.file(ctx, q, of.PersonID, "sahn-data-of-"+r.ID)
}

func (c *Copies) file(ctx context.Context, q *db.Queries, who, name string) (web.File, error) {
	raw, err := person.Data(ctx, q, who)
	if err != nil {
		return web.File{}, err
	}
	doc, err := parse(raw)
	if err != nil {
		return web.File{}, err
	}
	now := c.Clock()
	return web.File{Name: name + "-" + clock.DateOf(now).String() + ".zip", Type: web.ZIP, Write: func(_ context.Context, w io.Writer) error {
		return write(w, raw, doc, now)
	}}, nil
}

// languageOf is the language that a copy's person reads.
func languageOf(doc map[string]any) string {
	of, _ := doc["person"].(map[string]any)
	language, _ := of["language"].(string)
	return language
}

func parse(raw json.RawMessage) (doc map[string]any, err error) {
	if err = decoded(raw, &doc); err != nil {
		return nil, fmt.Errorf("a person's data: %w", err)
	}
	return doc, nil
}
