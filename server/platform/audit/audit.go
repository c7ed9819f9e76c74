// Package audit records who did what to whom. Its promise: an act is written in the transaction that has its effect, and never changed
// afterwards; names and addresses of people are not in it.
package audit

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/oklog/ulid/v2"

	"sahn/server/platform/db"
)

// Act is one recorded action. Before and After are written as JSON, nil as nothing.
type Act struct {
	At      time.Time
	Who     string // the profile that did it; empty for an automatic act
	Company string // the company that it concerns; empty for none
	Kind    string // what was done, like "member.suspend"
	Subject string // id of what it was done to
	Before  any
	After   any
	Note    string
}

// Write records an act. It joins the caller's transaction.
func Write(ctx context.Context, q *db.Queries, a Act) error {
	before, err := body(a.Before)
	if err != nil {
		return err
	}
	after, err := body(a.After)
	if err != nil {
		return err
	}
	return q.ActInsert(ctx, db.ActInsertParams{ID: ulid.Make().String(), At: a.At, ProfileID: some(a.Who), CompanyID: some(a.Company),
		Kind: a.Kind, Subject: a.Subject, Before: before, After: after, Note: a.Note})
}

func body(v any) (json.RawMessage, error) {
	if v == nil {
		return nil, nil
	}
	raw, err := json.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("act: %w", err)
	}
	return raw, nil
}

func some(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// Change is the effect of an act on one of many things.
type Change struct {
	Subject       string
	Before, After any
}

// WriteMany records one act on many things: a row for each of them. It joins the caller's transaction.
func WriteMany(ctx context.Context, q *db.Queries, a Act, changes []Change) error {
	all := make([]Act, len(changes))
	for i, c := range changes {
		all[i] = a
		all[i].Subject, all[i].Before, all[i].After = c.Subject, c.Before, c.After
	}
	b := &db.Batch{}
	if err := Writes(b, a.At, all); err != nil {
		return err
	}
	return b.Each(ctx, q)
}

// Writes adds to a batch that acts of one moment are recorded, in one statement; nothing when there are none.
func Writes(b *db.Batch, at time.Time, all []Act) error {
	rows := db.ActsInsertParams{At: at}
	for _, a := range all {
		before, err := body(a.Before)
		if err != nil {
			return err
		}
		after, err := body(a.After)
		if err != nil {
			return err
		}
		rows.Ids, rows.Subjects = append(rows.Ids, ulid.Make().String()), append(rows.Subjects, a.Subject)
		rows.Profiles, rows.Companies = append(rows.Profiles, a.Who), append(rows.Companies, a.Company)
		rows.Kinds, rows.Notes = append(rows.Kinds, a.Kind), append(rows.Notes, a.Note)
		rows.Befores, rows.Afters = append(rows.Befores, string(before)), append(rows.Afters, string(after))
	}
	if len(all) > 0 {
		b.Add(func(ctx context.Context, q *db.Queries) error { return q.ActsInsert(ctx, rows) })
	}
	return nil
}
