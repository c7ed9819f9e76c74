package pos

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"sahn/server/db"
	"sahn/server/fault"
	"sahn/server/money"
	"sahn/server/person"
	"sahn/server/web"
)

const shownQuarantined = 200

// SetAside is a fact that could not be booked, as far as a company's admin may see it: not what anybody ate (D4). Receipt and
// amount are 0 where they cannot be read.
type SetAside struct {
	ID      string     `json:"id"`
	Till    string     `json:"till"`
	Name    string     `json:"name"`
	Fact    *string    `json:"fact"`
	Kind    string     `json:"kind"`
	Receipt string     `json:"receipt"`
	Amount  money.Fils `json:"amount"`
	Reason  string     `json:"reason"`
	At      time.Time  `json:"at"`
}

// QuarantineReply holds what waits, oldest first.
type QuarantineReply struct {
	Data []SetAside `json:"data"`
}

// HandleQuarantine lists what waits to be looked at of the caller's company. Its admin may.
func (p *Pos) HandleQuarantine(ctx context.Context, who web.Caller, _ web.None) (QuarantineReply, error) {
	rows, err := db.New(p.Conn).QuarantineOf(ctx, who.CompanyID, shownQuarantined)
	if err != nil {
		return QuarantineReply{}, fmt.Errorf("read quarantine: %w", err)
	}
	all := make([]SetAside, len(rows))
	for i, r := range rows {
		f := read(json.RawMessage(r.Payload), r.At)
		all[i] = SetAside{ID: r.ID, Till: r.TillID, Name: r.Name, Fact: r.FactID, Kind: cut(f.Kind), Amount: f.Cash + f.Terminal + f.Account, Reason: r.Reason, At: r.At.UTC()}
		if f.Receipt > 0 {
			all[i].Receipt = fmt.Sprintf("%s-%d", prefix(r.Number), f.Receipt)
		}
	}
	return QuarantineReply{all}, nil
}

// ResolveRequest names what was set aside, with a word about what became of it.
type ResolveRequest struct {
	ID   string `path:"id"`
	Note string `json:"note,omitempty" validate:"max=200"`
}

// Resolved tells what became of it: Booked, or Quarantined still, with the reason.
type Resolved struct {
	Code   ResultCode `json:"code"`
	Reason string     `json:"reason"`
}

// HandleAgain tries to book what was set aside, now that what it lacked may be there. A company's admin may.
func (p *Pos) HandleAgain(ctx context.Context, who web.Caller, r ResolveRequest) (done Resolved, err error) {
	err = p.resolve(ctx, who, r, func(ctx context.Context, q *db.Queries, kept db.QuarantineOneRow) error {
		till, err := q.TillLock(ctx, kept.TillID)
		if err != nil {
			return fmt.Errorf("lock till: %w", err)
		}
		results, _, err := p.book(ctx, q, till, []json.RawMessage{json.RawMessage(kept.Payload)}, mode{again: true})
		if err != nil {
			return err
		}
		done = resolvedAs(results[0])
		if done.Code != Booked {
			return nil
		}
		if err := q.StrikeForget(ctx, kept.TillID, kept.Hash); err != nil {
			return fmt.Errorf("forget strikes: %w", err)
		}
		return p.end(ctx, q, who, r, "booked")
	})
	return done, err
}

// HandleClose puts away what was set aside without booking it: somebody has looked and says why that is right. The bytes stay. A
// company's admin may.
func (p *Pos) HandleClose(ctx context.Context, who web.Caller, r ResolveRequest) (Done, error) {
	return Done{r.ID}, p.resolve(ctx, who, r, func(ctx context.Context, q *db.Queries, _ db.QuarantineOneRow) error {
		return p.end(ctx, q, who, r, "closed")
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

func (p *Pos) end(ctx context.Context, q *db.Queries, who web.Caller, r ResolveRequest, how string) error {
	_, err := q.QuarantineResolve(ctx, db.QuarantineResolveParams{Resolution: how, Now: p.Clock(), By: who.ProfileID, Note: cut(r.Note), ID: r.ID})
	return err
}

// resolve finds what waits in the caller's company. What is resolved already, or somebody else's, is not found.
func (p *Pos) resolve(ctx context.Context, who web.Caller, r ResolveRequest, do func(ctx context.Context, q *db.Queries, kept db.QuarantineOneRow) error) error {
	if !isID(r.ID) {
		return fault.ErrNotFound
	}
	return db.InTx(ctx, p.Conn, func(ctx context.Context, q *db.Queries, _ pgx.Tx) error {
		if err := person.Still(ctx, q, who); err != nil {
			return err
		}
		kept, err := q.QuarantineOne(ctx, r.ID, who.CompanyID)
		if db.None(err) || err == nil && kept.Resolution != nil {
			return fault.ErrNotFound
		}
		if err != nil {
			return fmt.Errorf("read quarantine: %w", err)
		}
		return do(ctx, q, kept)
	})
}
