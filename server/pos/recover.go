package pos

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"sahn/server/db"
	"sahn/server/fault"
	"sahn/server/person"
	"sahn/server/web"
)

// ErrReceipt refuses what is not on a receipt of one of the company's tills.
var ErrReceipt = fault.New(fault.Conflict, "not_a_receipt", "That is not a receipt of one of your tills.")

// RecoverRequest is what stands in a receipt's square: "till.mark.fact", the fact as the till saved it, byte by byte.
type RecoverRequest struct {
	Receipt string `json:"receipt" validate:"required,max=3000"`
}

// HandleRecover books a sale from its receipt, for a tablet that was lost before it could send. Should the tablet come back, its own
// word is the same fact and changes nothing. A company's admin may, for the company's own tills, also revoked ones.
func (p *Pos) HandleRecover(ctx context.Context, who web.Caller, r RecoverRequest) (done Resolved, err error) {
	till, mark, text, ok := readReceipt(r.Receipt)
	if !ok || !same(mark, receiptMAC(p.receiptKey(till), text)) {
		return done, ErrReceipt
	}
	err = db.InTx(ctx, p.Conn, func(ctx context.Context, q *db.Queries, _ pgx.Tx) error {
		if err := person.Still(ctx, q, who); err != nil {
			return err
		}
		row, err := q.TillLock(ctx, till)
		if db.None(err) || err == nil && row.CompanyID != who.CompanyID {
			return ErrReceipt
		}
		if err != nil {
			return fmt.Errorf("lock till: %w", err)
		}
		results, _, err := p.book(ctx, q, row, []json.RawMessage{json.RawMessage(text)}, mode{found: true})
		if err != nil {
			return err
		}
		done = resolvedAs(results[0])
		return nil
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
