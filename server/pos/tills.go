package pos

import (
	"context"
	"fmt"
	"time"

	"sahn/server/person"
	"sahn/server/platform/audit"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
)

// Till is a tablet as its company's admin and operators see it. FirstMissing is the lowest receipt number below the last that has not been
// sent yet, 0 when there is none; SoldAt is the time of its last known sale. It serves Everyone, or the people of its own company.
type Till struct {
	ID           string     `json:"id"`
	Prefix       string     `json:"prefix"`
	Name         string     `json:"name"`
	CompanyID    string     `json:"company_id"`
	Company      string     `json:"company"`
	AddressID    string     `json:"address_id"`
	Place        string     `json:"place"`
	OfflineLimit money.Fils `json:"offline_limit"`
	Everyone     bool       `json:"everyone"`
	LastReceipt  int64      `json:"last_receipt"`
	FirstMissing int64      `json:"first_missing"`
	Quarantined  int        `json:"quarantined"`
	PairedAt     time.Time  `json:"paired_at"`
	SeenAt       time.Time  `json:"seen_at"`
	SoldAt       *time.Time `json:"sold_at"`
	RevokedAt    *time.Time `json:"revoked_at"`
}

// Place is where a company can have a till.
type Place struct {
	ID    string `json:"id"`
	Label string `json:"label"`
	Line  string `json:"line"`
}

// Debts are what people owe for lunches at counters: how many people and how much in all, never who.
type Debts struct {
	People int        `json:"people"`
	Amount money.Fils `json:"amount"`
}

// OfCompany names the company that an operator asks about. Without it an operator asks about all counters, and an admin about their own
// company's.
type OfCompany struct {
	Company string `query:"company"`
}

// TillsReply holds tills. Places are those of one company, and empty when all companies' tills are listed.
type TillsReply struct {
	Data   []Till  `json:"data"`
	Places []Place `json:"places"`
	Debts  Debts   `json:"debts"`
}

// HandleTills lists tills. A company's admin may, and operators.
func (p *Pos) HandleTills(ctx context.Context, who web.Caller, r OfCompany) (TillsReply, error) {
	of, err := whoseFor(who, r.Company)
	if err != nil {
		return TillsReply{}, err
	}
	q := db.New(p.Conn)
	rows, err := q.TillsOf(ctx, of.allCompanies, of.company)
	if err != nil {
		return TillsReply{}, fmt.Errorf("read tills: %w", err)
	}
	debts, err := q.CounterDebts(ctx, of.allCompanies, &of.company)
	if err != nil {
		return TillsReply{}, fmt.Errorf("read debts: %w", err)
	}
	found, err := q.TillPlaces(ctx, of.company)
	if err != nil {
		return TillsReply{}, fmt.Errorf("read places: %w", err)
	}
	places := make([]Place, len(found))
	for i, a := range found {
		places[i] = Place{a.ID, a.Label, a.Line}
	}
	all := make([]Till, len(rows))
	for i, r := range rows {
		all[i] = Till{ID: r.ID, Prefix: prefix(r.Number), Name: r.Name, CompanyID: r.CompanyID, Company: r.CompanyName, AddressID: r.AddressID,
			Place: r.Label, OfflineLimit: money.Fils(r.OfflineLimit), Everyone: r.Everyone, LastReceipt: r.LastReceipt, FirstMissing: r.FirstMissing,
			Quarantined: r.Quarantined, PairedAt: r.PairedAt.UTC(), SeenAt: r.SeenAt.UTC(), SoldAt: utc(r.SoldAt), RevokedAt: utc(r.RevokedAt)}
	}
	return TillsReply{all, places, Debts{debts.People, money.Fils(debts.Amount)}}, nil
}

func utc(at *time.Time) *time.Time {
	if at == nil {
		return nil
	}
	return new(at.UTC())
}

// TillRequest names a till.
type TillRequest struct {
	ID string `path:"id"`
}

// Done says that the request was carried out.
type Done struct {
	ID string `json:"id"`
}

// HandleRevoke revokes a till at once: its next request is refused, on every server. Its company's admin may, and operators.
func (p *Pos) HandleRevoke(ctx context.Context, who web.Caller, r TillRequest) (Done, error) {
	return p.own(ctx, who, r.ID, func(ctx context.Context, q *db.Queries, of whose) (audit.Act, error) {
		till, err := q.TillChange(ctx, r.ID, of.allCompanies, of.company)
		if err != nil || till.RevokedAt != nil {
			return audit.Act{}, err
		}
		return audit.Act{Kind: "till.revoke", Company: till.CompanyID, Subject: till.ID}, q.TillRevoke(ctx, p.Clock(), who.ProfileID, r.ID)
	})
}

// LimitRequest sets how much a person may owe for one sale at a till that was offline: AED 0 to 1,000.
type LimitRequest struct {
	ID    string     `path:"id"`
	Limit money.Fils `json:"limit" validate:"min=0,max=100000"`
}

// HandleLimit sets how much a till's buyers may owe; the till receives it with its next terms. Operators may.
func (p *Pos) HandleLimit(ctx context.Context, who web.Caller, r LimitRequest) (Done, error) {
	return p.own(ctx, who, r.ID, func(ctx context.Context, q *db.Queries, of whose) (audit.Act, error) {
		till, err := q.TillChange(ctx, r.ID, of.allCompanies, of.company)
		if err != nil || till.OfflineLimit == int64(r.Limit) {
			return audit.Act{}, err
		}
		return audit.Act{Kind: "till.limit", Company: till.CompanyID, Subject: till.ID, Before: owed{money.Fils(till.OfflineLimit)},
				After: owed{r.Limit}},
			q.TillLimit(ctx, int64(r.Limit), who.ProfileID, p.Clock(), r.ID)
	})
}

// EveryoneRequest says whether a till serves people of every company.
type EveryoneRequest struct {
	ID       string `path:"id"`
	Everyone bool   `json:"everyone"`
}

// HandleEveryone opens a till to people of every company, or keeps it to those of its own. Operators may.
func (p *Pos) HandleEveryone(ctx context.Context, who web.Caller, r EveryoneRequest) (Done, error) {
	return p.own(ctx, who, r.ID, func(ctx context.Context, q *db.Queries, of whose) (audit.Act, error) {
		till, err := q.TillChange(ctx, r.ID, of.allCompanies, of.company)
		if err != nil || till.Everyone == r.Everyone {
			return audit.Act{}, err
		}
		return audit.Act{Kind: "till.everyone", Company: till.CompanyID, Subject: till.ID, Before: map[string]bool{"everyone": till.Everyone},
			After: map[string]bool{"everyone": r.Everyone}}, q.TillEveryone(ctx, r.Everyone, r.ID)
	})
}

// owed is a till's limit, as the audit trail records it.
type owed struct {
	Amount money.Fils `json:"amount"`
}

// ShiftRequest names a shift.
type ShiftRequest struct {
	ID string `path:"id"`
}

// HandleShiftClose closes a shift at the office. Facts that its till still sends for it go to the day's unassigned shift. The company's
// admin may, and operators.
func (p *Pos) HandleShiftClose(ctx context.Context, who web.Caller, r ShiftRequest) (Done, error) {
	return p.own(ctx, who, r.ID, func(ctx context.Context, q *db.Queries, of whose) (audit.Act, error) {
		shift, err := q.ShiftChange(ctx, r.ID, of.allCompanies, of.company)
		if err != nil || shift.ClosedAt != nil {
			return audit.Act{}, err
		}
		return audit.Act{Kind: "till.shift", Company: shift.CompanyID, Subject: shift.TillID, After: map[string]any{"day": shift.Day}},
			q.ShiftCloseByOffice(ctx, p.Clock(), who.ProfileID, r.ID)
	})
}

// own makes a change to one of the counters that the caller may manage, and records who made it; a change without effect is not recorded.
// Counters of other companies are not found.
func (p *Pos) own(ctx context.Context, who web.Caller, id string,
	change func(ctx context.Context, q *db.Queries, of whose) (audit.Act, error)) (Done, error) {
	if !isID(id) {
		return Done{}, fault.ErrNotFound
	}
	of, err := whoseFor(who, "")
	if err != nil {
		return Done{}, err
	}
	return Done{id}, person.InTx(ctx, p.Conn, who, func(ctx context.Context, tx db.Tx) error {
		done, err := change(ctx, tx.Queries, of)
		if db.None(err) {
			return fault.ErrNotFound
		}
		if err != nil || done.Kind == "" {
			return err
		}
		return p.did(ctx, tx.Queries, who, done)
	})
}

// did records what an admin or an operator did at a counter. It joins the caller's transaction.
func (p *Pos) did(ctx context.Context, q *db.Queries, who web.Caller, act audit.Act) error {
	act.At, act.Who = p.Clock(), who.ProfileID
	return audit.Write(ctx, q, act)
}
