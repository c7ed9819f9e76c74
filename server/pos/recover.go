package pos

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"sahn/server/person"
	"sahn/server/platform/audit"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/web"
)

// ErrReceipt refuses a fact without a valid mark of one of the company's tills.
var ErrReceipt = fault.New(fault.Conflict, "not_a_receipt", "That is not a receipt of one of your tills.")

// RecoverRequest is the text in a receipt's square code, or a line of the file that a till saves: "till.mark.fact", where the fact is the
// till's own bytes. It is no longer than a fact may be.
type RecoverRequest struct {
	Receipt string `json:"receipt" validate:"required,max=8300"`
}

// HandleRecover books a fact with a till's mark, for a tablet that was lost or revoked before it could send: a sale from its receipt, any
// fact from the till's file. A void comes after its sale, in the till's order. If the tablet sends the fact later, it is the same fact and
// changes nothing. A company's admin may, for the company's own tills, also revoked ones, and operators, who alone may while the company is
// not Active.
func (p *Pos) HandleRecover(ctx context.Context, who web.Caller, r RecoverRequest) (done Resolved, err error) {
	till, mark, text, ok := readReceipt(r.Receipt)
	if !ok || !p.marked(till, mark, text) {
		return done, ErrReceipt
	}
	of, err := whoseFor(who, "")
	if err != nil {
		return done, err
	}
	for range strikes {
		done, err = p.bring(ctx, who, of, till, text)
		if !errors.Is(err, ErrLater) {
			return done, err
		}
		// The fact makes the server fail. After enough strikes it is quarantined, so that it does not block the other lines of its file.
		if _, err := db.New(p.Conn).StrikeCount(ctx, till, hashOf(json.RawMessage(text))); err != nil {
			return Resolved{}, db.Outage(err)
		}
	}
	return p.bring(ctx, who, of, till, text)
}

// bring books a fact that an admin or an operator entered for a till.
func (p *Pos) bring(ctx context.Context, who web.Caller, of whose, till, text string) (done Resolved, err error) {
	err = person.InTx(ctx, p.Conn, who, func(ctx context.Context, tx db.Tx) error {
		row, err := tx.TillLock(ctx, till)
		if db.None(err) || err == nil && !of.has(row.CompanyID) {
			return ErrReceipt
		}
		if err != nil {
			return fmt.Errorf("lock till: %w", err)
		}
		err = active(ctx, tx.Queries, row.CompanyID)
		if err != nil && (who.ClientType != "Operator" || !errors.Is(err, ErrCompany)) {
			return err
		}
		how := mode{found: true, stopped: err != nil}
		f := read(json.RawMessage(text), p.Clock())
		known, err := tx.FactsByID(ctx, []string{f.ID})
		if err != nil {
			return fmt.Errorf("read facts: %w", err)
		}
		results, _, err := p.book(ctx, tx, row, []json.RawMessage{json.RawMessage(text)}, how)
		if err != nil {
			return err
		}
		if results[0].Code == Later {
			return ErrLater
		}
		if done = resolvedAs(results[0]); len(known) > 0 {
			return nil // it is known already
		}
		after := map[string]string{"kind": cut(f.Kind)}
		if f.Receipt > 0 {
			after["receipt"] = fmt.Sprintf("%s-%d", prefix(row.Number), f.Receipt)
		}
		return p.did(ctx, tx.Queries, who, audit.Act{Kind: "till.recover", Company: row.CompanyID, Subject: row.ID, After: after})
	})
	return done, err
}

func readReceipt(text string) (till, mark, said string, ok bool) {
	till, rest, ok := strings.Cut(text, ".")
	if !ok || !isID(till) {
		return "", "", "", false
	}
	mark, said, ok = strings.Cut(rest, ".")
	return till, mark, said, ok && json.Valid([]byte(said))
}
