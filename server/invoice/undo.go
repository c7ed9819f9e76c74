package invoice

import (
	"context"
	"fmt"
	"time"

	"github.com/oklog/ulid/v2"

	"sahn/server/ledger"
	"sahn/server/person"
	"sahn/server/platform/audit"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
)

// UndoRequest names a transfer by one of its payments, and says why it is taken back.
type UndoRequest struct {
	ID     string `path:"id" json:"-"`
	Reason string `json:"reason" validate:"required"`
}

// Undone is how an invoice stands after its transfer was taken back, and how many invoices are open again with it. The line of a bank's
// statement that it came with waits again, if Line names one.
type Undone struct {
	Recorded
	Invoices int    `json:"invoices"`
	Line     string `json:"line,omitempty"`
}

// HandleUndoTransfer takes a recorded transfer back, whole and today: a posting of its own, never a deletion. Its invoices are open again,
// what its surplus paid of others too, and the line that it came with waits. When repeated, it answers the same. Managers may.
func (v *Invoices) HandleUndoTransfer(ctx context.Context, who web.Caller, r UndoRequest) (done Undone, err error) {
	reason, err := person.Line("reason", r.Reason, 300)
	if err != nil {
		return done, err
	}
	err = person.InTx(ctx, v.Conn, who, func(ctx context.Context, tx db.Tx) error {
		parts, err := v.held(ctx, tx, r.ID)
		if err != nil {
			return err
		}
		now := v.Clock()
		if !parts[0].Undone {
			if err := v.undo(ctx, tx, who, parts, reason, now); err != nil {
				return err
			}
		}
		for _, p := range parts {
			if p.ID != r.ID {
				continue
			}
			done = Undone{Invoices: len(parts), Line: p.LineID}
			done.Recorded, err = recorded(ctx, tx.Queries, db.Invoice{ID: p.InvoiceID, CompanyID: p.CompanyID, Number: p.Number}, today(now))
		}
		return err
	})
	return done, err
}

// held are the payments of a transfer, whose line and company's account the transaction holds from then on.
func (v *Invoices) held(ctx context.Context, tx db.Tx, payment string) ([]db.InvoiceTransferPartsRow, error) {
	parts, err := tx.InvoiceTransferParts(ctx, payment)
	if err != nil {
		return nil, fmt.Errorf("read transfer: %w", err)
	}
	if len(parts) == 0 {
		return nil, fault.ErrNotFound
	}
	if parts[0].LineID != "" {
		if _, err := tx.BankLinesLock(ctx, []string{parts[0].LineID}); err != nil {
			return nil, fmt.Errorf("lock line: %w", err)
		}
	}
	if err := tx.InvoiceAccountLock(ctx, parts[0].CompanyID); err != nil {
		return nil, fmt.Errorf("lock account: %w", err)
	}
	// Another operator may have taken it back until the account was ours.
	if parts, err = tx.InvoiceTransferParts(ctx, payment); err != nil {
		return nil, fmt.Errorf("read transfer: %w", err)
	}
	return parts, nil
}

func (v *Invoices) undo(ctx context.Context, tx db.Tx, who web.Caller, parts []db.InvoiceTransferPartsRow, reason string,
	now time.Time) error {
	company, line := parts[0].CompanyID, parts[0].LineID
	rows := db.InvoiceTransfersUndoParams{CompanyID: company, PaidOn: today(now), RecordedBy: who.ProfileID, At: now}
	sum := money.Fils(0)
	for _, p := range parts {
		rows.Ids, rows.Invoices = append(rows.Ids, ulid.Make().String()), append(rows.Invoices, p.InvoiceID)
		rows.Amounts, rows.Refs = append(rows.Amounts, -p.Amount), append(rows.Refs, p.Reference)
		rows.Again = append(rows.Again, p.Again)
		sum += money.Fils(p.Amount)
	}
	before, err := duesOf(ctx, tx.Queries, rows.Invoices)
	if err != nil {
		return err
	}
	b := &db.Batch{}
	b.Add(func(ctx context.Context, q *db.Queries) error { return q.InvoiceTransfersUndo(ctx, rows) })
	if line != "" {
		b.Add(func(ctx context.Context, q *db.Queries) error {
			return q.BankLinesDecide(ctx, "open", "", now, []string{line})
		})
	}
	ledger.InvoiceTransferUndone(b, ledger.Transfer{Payment: parts[0].ID, Company: company, Amount: sum}, now)
	if err := b.Each(ctx, tx.Queries); err != nil {
		return fmt.Errorf("take transfer back: %w", err)
	}
	others, err := setBack(ctx, tx.Queries, company, rows.Invoices, now)
	if err != nil {
		return err
	}
	if err := setOff(ctx, tx.Queries, company, "", now); err != nil {
		return err
	}
	if err := v.tellUndone(ctx, tx, company, Undo{parts[0].ID, append(others, rows.Invoices...)}, now); err != nil {
		return err
	}
	after, err := duesOf(ctx, tx.Queries, rows.Invoices)
	if err != nil {
		return err
	}
	type state struct {
		Amount    money.Fils `json:"amount"`
		Reference string     `json:"reference,omitempty"`
		PaidOn    clock.Date `json:"paid_on"`
		Due       money.Fils `json:"due"`
	}
	acts, written := make([]audit.Act, len(parts)), &db.Batch{}
	for i, p := range parts {
		acts[i] = audit.Act{At: now, Who: who.ProfileID, Company: company, Kind: "invoice.transfer_undo", Subject: p.InvoiceID, Note: reason,
			Before: state{money.Fils(p.Amount), p.Reference, p.PaidOn, before[p.InvoiceID]},
			After:  state{0, p.Reference, rows.PaidOn, after[p.InvoiceID]}}
	}
	if err := audit.Writes(written, now, acts); err != nil {
		return err
	}
	return written.Each(ctx, tx.Queries)
}

// duesOf is what is due of invoices, by their ids; below zero when more came than they are worth.
func duesOf(ctx context.Context, q *db.Queries, ids []string) (map[string]money.Fils, error) {
	rows, err := q.InvoicesToPay(ctx, ids)
	if err != nil {
		return nil, fmt.Errorf("read invoices: %w", err)
	}
	all := map[string]money.Fils{}
	for _, r := range rows {
		all[r.ID] = money.Fils(r.Due)
	}
	return all, nil
}

// setBack lets invoices take back what they paid of others and do not have any more, and returns those others. What stands on the paper of
// an invoice stays.
func setBack(ctx context.Context, q *db.Queries, company string, ids []string, now time.Time) (others []string, err error) {
	rows, err := q.InvoiceOwn(ctx, company)
	if err != nil {
		return nil, fmt.Errorf("read invoices: %w", err)
	}
	moved, err := q.InvoiceSetOffs(ctx, company)
	if err != nil {
		return nil, fmt.Errorf("read set-offs: %w", err)
	}
	stands := map[string]tallied{}
	for _, r := range rows {
		stands[r.ID] = tallied{money.Fils(r.Own), money.Fils(r.SetOff)}
	}
	var given []flow
	for _, m := range moved {
		f := flow{m.FromID, m.ToID, money.Fils(m.Amount)}
		if m.Back {
			f = flow{m.ToID, m.FromID, -f.amount}
		}
		given = append(given, f)
	}
	ask := db.InvoiceSetOffsBackParams{CompanyID: company, Today: today(now), At: now}
	for _, f := range takenBack(stands, given, ids) {
		ask.Froms, ask.Tos, ask.Amounts = append(ask.Froms, f.from), append(ask.Tos, f.to), append(ask.Amounts, int64(f.amount))
	}
	if len(ask.Froms) == 0 {
		return nil, nil
	}
	if err := q.InvoiceSetOffsBack(ctx, ask); err != nil {
		return nil, fmt.Errorf("take set-offs back: %w", err)
	}
	return ask.Froms, nil
}

// tallied is what is left of an invoice without what others paid of it, below zero what it has too much; and what others paid of it, below
// zero what it paid of them.
type tallied struct{ own, setOff money.Fils }

// flow is what one invoice paid of another; below zero it was taken back.
type flow struct {
	from, to string
	amount   money.Fils
}

// takenBack is what invoices give back to those among ids that paid more of others than they have, and on to whoever then lacks it. given
// are the set-offs, the newest first, which is the order in which they are taken back.
func takenBack(stands map[string]tallied, given []flow, ids []string) (back []flow) {
	type pair struct{ from, to string }
	left, order := map[pair]money.Fils{}, []pair{}
	for _, g := range given {
		of := pair{g.from, g.to}
		if _, is := left[of]; !is {
			order = append(order, of)
		}
		left[of] += g.amount
	}
	for next := ids; len(next) > 0; next = next[1:] {
		id := next[0]
		for _, of := range order {
			s := stands[id]
			part := min(min(s.own, 0)-s.setOff, left[of])
			if of.from != id || part <= 0 {
				continue
			}
			left[of] -= part
			s.setOff += part
			stands[id] = s
			other := stands[of.to]
			other.setOff -= part
			stands[of.to] = other
			back, next = append(back, flow{of.to, id, part}), append(next, of.to)
		}
	}
	return back
}
