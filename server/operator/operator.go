// Package operator is what the lunch company's own staff do besides cooking: they approve companies, look after people and their money,
// and close cases. Its promise: whatever an operator changes is recorded in the audit log, in the transaction that changes it.
package operator

import (
	"context"
	"errors"
	"strings"
	"time"

	"sahn/server/company"
	"sahn/server/payment"
	"sahn/server/person"
	"sahn/server/platform/audit"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/job"
	"sahn/server/platform/mail"
	"sahn/server/platform/web"
)

// Office is the staff's back office. Its methods with a Caller are handlers of the API, which has made sure that the caller may.
type Office struct {
	Conn      db.Conn
	Clock     clock.Clock
	People    *person.People
	Companies *company.Companies
	Payments  *payment.Payments
	Queue     *job.Queue
	Post      *mail.Post
	Seller    Seller
	Counters  CounterLimits // until operators set others
	Demo      bool          // nobody makes backups of a demo

	// DaysChanged plans that people hear of days that were closed or opened, or that have other times. LunchOver reports whether a date's
	// lunches were brought.
	DaysChanged func(context.Context, db.Tx) error
	LunchOver   func(context.Context, *db.Queries, clock.Date, time.Time) (bool, error)

	settings kept
}

// Nothing is a request without content.
type Nothing struct{}

// Done is the answer of a call that returns nothing else.
type Done struct {
	Data struct{} `json:"data"`
}

// one is the id in a path.
type one struct {
	ID string `path:"id" validate:"required,max=64"`
}

// because is the id in a path, and the reason for what is done to it.
type because struct {
	ID     string `path:"id" json:"-" validate:"required,max=64"`
	Reason string `json:"reason" validate:"required"`
}

func (b *because) clean() (err error) {
	b.Reason, err = person.Line("reason", b.Reason, 300)
	return err
}

// page is how many rows a page holds. One more is read, to know whether there is a next page.
const page = 30

// ErrBehindColleague refuses what waited in vain for somebody else who is changing the same. Nothing was done.
var ErrBehindColleague = fault.New(fault.Conflict, "behind_colleague",
	"Somebody else is changing this right now. Nothing was changed. Please try again in a moment.").After(2 * time.Second)

// act runs what an operator does and records it in the audit log, in one transaction. fn returns what was
// done; an empty act when it was done before.
func (o *Office) act(ctx context.Context, who web.Caller, fn func(ctx context.Context, tx db.Tx) (audit.Act, error)) error {
	err := person.InTx(ctx, o.Conn, who, func(ctx context.Context, tx db.Tx) error {
		done, err := fn(ctx, tx)
		if err != nil || done.Kind == "" {
			return err
		}
		done.At, done.Who = o.Clock(), who.ProfileID
		return audit.Write(ctx, tx.Queries, done)
	})
	if db.Contended(err) {
		return errors.Join(ErrBehindColleague, err)
	}
	return err
}

// wordsOf escapes what an operator typed into a search for use in a pattern.
func wordsOf(typed string) (string, error) {
	words := strings.Join(strings.Fields(typed), " ")
	if len(words) > 200 || strings.ContainsRune(words, 0) {
		return "", fault.Field("q", "The q field must not be greater than 200.")
	}
	return strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(words), nil
}

// cut drops the row that was read beyond a page, and returns the cursor of the next page.
func cut[Row any](rows []Row, id func(Row) string) (shown []Row, next string) {
	if len(rows) <= page {
		return rows, ""
	}
	return rows[:page], id(rows[page-1])
}

func missing(err error) error {
	if db.None(err) {
		return fault.ErrNotFound
	}
	return err
}

func or[T any](v *T, none T) T {
	if v == nil {
		return none
	}
	return *v
}
