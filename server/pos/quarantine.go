package pos

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"sahn/server/person"
	"sahn/server/platform/audit"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
)

const shownQuarantined = 200

// SetAside is a quarantined fact as a company's admin may see it: without what a person ate. Receipt and amounts are empty where they
// cannot be read. Payload is the fact's original bytes, for operators only.
type SetAside struct {
	ID      string     `json:"id"`
	Till    string     `json:"till"`
	Name    string     `json:"name"`
	Fact    *string    `json:"fact"`
	Kind    string     `json:"kind"`
	Receipt string     `json:"receipt"`
	Amount  money.Fils `json:"amount"`
	Cash    money.Fils `json:"cash"`
	Card    money.Fils `json:"terminal"`
	Account money.Fils `json:"account"`
	Reason  string     `json:"reason"`
	At      time.Time  `json:"at"`
	Payload string     `json:"payload,omitempty"`
}

// QuarantineReply holds the unresolved facts, oldest first.
type QuarantineReply struct {
	Data []SetAside `json:"data"`
}

// HandleQuarantine lists the unresolved facts. A company's admin may, and operators.
func (p *Pos) HandleQuarantine(ctx context.Context, who web.Caller, r OfCompany) (QuarantineReply, error) {
	of, err := whoseFor(who, r.Company)
	if err != nil {
		return QuarantineReply{}, err
	}
	rows, err := db.New(p.Conn).QuarantineOf(ctx, of.allCompanies, of.company, shownQuarantined)
	if err != nil {
		return QuarantineReply{}, fmt.Errorf("read quarantine: %w", err)
	}
	all := make([]SetAside, len(rows))
	for i, r := range rows {
		f := read(json.RawMessage(r.Payload), r.At)
		all[i] = SetAside{ID: r.ID, Till: r.TillID, Name: r.Name, Fact: r.FactID, Kind: cut(f.Kind), Amount: f.Cash + f.Terminal + f.Account,
			Cash: f.Cash, Card: f.Terminal, Account: f.Account, Reason: r.Reason, At: r.At.UTC()}
		if who.ClientType == "Operator" {
			all[i].Payload = r.Payload
		}
		if f.Receipt > 0 {
			all[i].Receipt = fmt.Sprintf("%s-%d", prefix(r.Number), f.Receipt)
		}
	}
	return QuarantineReply{all}, nil
}

// ResolveRequest names a quarantined fact, with a note about its resolution.
type ResolveRequest struct {
	ID   string `path:"id"`
	Note string `json:"note,omitempty" validate:"max=200"`
}

// Resolved is the result: Booked, or still Quarantined with the reason.
type Resolved struct {
	Code   ResultCode `json:"code"`
	Reason string     `json:"reason"`
}

// HandleAgain tries again to book a quarantined fact, because what it lacked may exist now. A company's admin may, and operators,
// who alone may while the company is not Active, and whose request also books what was quarantined for a review.
func (p *Pos) HandleAgain(ctx context.Context, who web.Caller, r ResolveRequest) (done Resolved, err error) {
	err = p.resolve(ctx, who, r, func(ctx context.Context, tx db.Tx, kept db.QuarantineOneRow) error {
		till, err := tx.TillLock(ctx, kept.TillID)
		if err != nil {
			return fmt.Errorf("lock till: %w", err)
		}
		if who.ClientType != "Operator" {
			if err := active(ctx, tx.Queries, till.CompanyID); err != nil {
				return err
			}
		}
		results, _, err := p.book(ctx, tx, till, []json.RawMessage{json.RawMessage(kept.Payload)},
			mode{again: true, reviewed: who.ClientType == "Operator", arrived: kept.At})
		if err != nil {
			return err
		}
		done = resolvedAs(results[0])
		if done.Code != Booked {
			return nil
		}
		if err := tx.StrikeForget(ctx, kept.TillID, kept.Hash); err != nil {
			return fmt.Errorf("forget strikes: %w", err)
		}
		return p.end(ctx, tx.Queries, who, r, kept, "booked")
	})
	return done, err
}

// HandleClose resolves a quarantined fact without booking it; the note says why that is right. The bytes are kept. A company's admin may,
// and operators.
func (p *Pos) HandleClose(ctx context.Context, who web.Caller, r ResolveRequest) (Done, error) {
	return Done{r.ID}, p.resolve(ctx, who, r, func(ctx context.Context, tx db.Tx, kept db.QuarantineOneRow) error {
		return p.end(ctx, tx.Queries, who, r, kept, "closed")
	})
}

func resolvedAs(result Result) Resolved {
	var d Detail
	_ = json.Unmarshal(result.Detail, &d)
	if result.Code == Later {
		return Resolved{Code: Quarantined, Reason: brokeUs}
	}
	return Resolved{Code: result.Code, Reason: d.Reason}
}

// end closes a quarantined fact and records who did it. The audit trail does not say what a person ate.
func (p *Pos) end(ctx context.Context, q *db.Queries, who web.Caller, r ResolveRequest, kept db.QuarantineOneRow, how string) error {
	ended, err := q.QuarantineResolve(ctx,
		db.QuarantineResolveParams{Resolution: how, Now: p.Clock(), By: who.ProfileID, Note: cut(r.Note), ID: r.ID})
	if err != nil {
		return fmt.Errorf("resolve: %w", err)
	}
	if ended == 0 {
		return fault.ErrNotFound // resolved by another request meanwhile: this transaction is rolled back
	}
	return p.did(ctx, q, who, audit.Act{Kind: "till." + how, Company: kept.CompanyID, Subject: kept.TillID,
		After: map[string]string{"reason": kept.Reason}, Note: cut(r.Note)})
}

// resolve finds an unresolved fact that the caller may see. A resolved one, or one of another company, is not found.
func (p *Pos) resolve(ctx context.Context, who web.Caller, r ResolveRequest,
	do func(ctx context.Context, tx db.Tx, kept db.QuarantineOneRow) error) error {
	if !isID(r.ID) {
		return fault.ErrNotFound
	}
	of, err := whoseFor(who, "")
	if err != nil {
		return err
	}
	return person.InTx(ctx, p.Conn, who, func(ctx context.Context, tx db.Tx) error {
		kept, err := tx.QuarantineOne(ctx, r.ID, of.allCompanies, of.company)
		if db.None(err) || err == nil && kept.Resolution != nil {
			return fault.ErrNotFound
		}
		if err != nil {
			return fmt.Errorf("read quarantine: %w", err)
		}
		return do(ctx, tx, kept)
	})
}
