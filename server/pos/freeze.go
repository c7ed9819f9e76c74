package pos

import (
	"context"
	"fmt"
	"time"

	"sahn/server/person"
	"sahn/server/platform/audit"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/web"
)

// Refusals of a code that its owner has blocked: to its owner, and to a till. The till's has the reason that every version of the app
// takes as a code that cannot buy; newer ones read the detail.
var (
	ErrFrozen     = fault.New(fault.Conflict, "code_frozen", "Your code is blocked. Make a new one to pay at a counter again.")
	ErrCodeFrozen = fault.New(fault.Conflict, "eater_code", "This code is blocked by its owner. Please take cash or a card.").With(
		struct {
			Frozen bool `json:"frozen"`
		}{true})
)

// toldFor is how long tills are told that codes are blocked. Codes live five minutes, so this allows for clocks that are hours behind.
const toldFor = 24 * time.Hour

// Frozen tells a till not to take a person's codes that were made before a second.
type Frozen struct {
	Profile string `json:"profile"`
	Before  int64  `json:"before"`
}

// blocked reports whether a code is of a person whose codes are blocked, or is one from before that.
func blocked(f db.CounterFreeze, p proof) bool {
	return f.FrozenAt != nil || p.made().Before(f.GoodFrom)
}

// freezesOf are the blocked codes among those of some profiles.
func freezesOf(ctx context.Context, q *db.Queries, profiles []string) (map[string]db.CounterFreeze, error) {
	rows, err := q.CounterFreezesOf(ctx, profiles)
	if err != nil {
		return nil, fmt.Errorf("read blocked codes: %w", err)
	}
	all := map[string]db.CounterFreeze{}
	for _, f := range rows {
		all[f.ProfileID] = f
	}
	return all, nil
}

// frozen is what a till must know of codes that were blocked lately, of the people whom it serves.
func (p *Pos) frozen(ctx context.Context, q *db.Queries, company string, everyone bool, now time.Time) ([]Frozen, error) {
	rows, err := q.CounterFreezesSince(ctx, now.Add(-toldFor), everyone, company)
	if err != nil {
		return nil, fmt.Errorf("read blocked codes: %w", err)
	}
	all := make([]Frozen, len(rows))
	for i, f := range rows {
		all[i] = Frozen{f.ProfileID, ceil(f.GoodFrom)}
	}
	return all, nil
}

// unfreeze lets codes of a profile be made again. Those of before never buy again.
func (p *Pos) unfreeze(ctx context.Context, q *db.Queries, profile string) (done bool, err error) {
	// Codes are made for whole seconds, and those of the second in which they were blocked stay blocked.
	n, err := q.CounterUnfreeze(ctx, p.Clock().Truncate(time.Second), profile)
	if err != nil {
		return false, fmt.Errorf("unblock code: %w", err)
	}
	return n > 0, nil
}

// HandleCodeAgain ends the block of the caller's code and gives them a new one. Eaters may, for themselves.
func (p *Pos) HandleCodeAgain(ctx context.Context, who web.Caller, _ web.None) (Code, error) {
	err := person.InTx(ctx, p.Conn, who, func(ctx context.Context, tx db.Tx) error {
		_, err := p.unfreeze(ctx, tx.Queries, who.ProfileID)
		return err
	})
	if err != nil {
		return Code{}, err
	}
	return p.HandleCode(ctx, who, web.None{})
}

// UnfreezeRequest names a profile, and why its code is given back.
type UnfreezeRequest struct {
	ID     string `path:"id" json:"-" validate:"required,max=26"`
	Reason string `json:"reason" validate:"required,max=200"`
}

// HandleUnfreeze lets a person's phone make codes again. Support may.
func (p *Pos) HandleUnfreeze(ctx context.Context, who web.Caller, r UnfreezeRequest) (Done, error) {
	note, err := person.Line("reason", r.Reason, 200)
	if err != nil {
		return Done{}, err
	}
	return Done{r.ID}, person.InTx(ctx, p.Conn, who, func(ctx context.Context, tx db.Tx) error {
		eater, err := tx.CounterEater(ctx, r.ID)
		if db.None(err) {
			return fault.ErrNotFound
		}
		if err != nil {
			return fmt.Errorf("read eater: %w", err)
		}
		done, err := p.unfreeze(ctx, tx.Queries, r.ID)
		if err != nil || !done {
			return err
		}
		return p.did(ctx, tx.Queries, who, audit.Act{Kind: "person.code", Company: *eater.CompanyID, Subject: r.ID, Note: note})
	})
}

// ceil is the first whole second that is not before an instant; 0 for none.
func ceil(at time.Time) int64 {
	if at.IsZero() {
		return 0
	}
	return at.Add(time.Second - 1).Unix()
}
