package pos

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"sahn/server/db"
	"sahn/server/fault"
	"sahn/server/money"
	"sahn/server/person"
	"sahn/server/web"
)

// Till is a tablet as its company's admin sees it. FirstMissing is the lowest receipt number below the last that nobody has sent
// yet, 0 when there is none.
type Till struct {
	ID           string     `json:"id"`
	Prefix       string     `json:"prefix"`
	Name         string     `json:"name"`
	AddressID    string     `json:"address_id"`
	Place        string     `json:"place"`
	OfflineLimit money.Fils `json:"offline_limit"`
	LastReceipt  int64      `json:"last_receipt"`
	FirstMissing int64      `json:"first_missing"`
	Quarantined  int        `json:"quarantined"`
	PairedAt     time.Time  `json:"paired_at"`
	SeenAt       time.Time  `json:"seen_at"`
	RevokedAt    *time.Time `json:"revoked_at"`
}

// TillsReply holds a company's tills.
type TillsReply struct {
	Data []Till `json:"data"`
}

// HandleTills lists the tills of the caller's company. Its admin may.
func (p *Pos) HandleTills(ctx context.Context, who web.Caller, _ web.None) (TillsReply, error) {
	rows, err := db.New(p.Conn).TillsOf(ctx, who.CompanyID)
	if err != nil {
		return TillsReply{}, fmt.Errorf("read tills: %w", err)
	}
	all := make([]Till, len(rows))
	for i, r := range rows {
		all[i] = Till{ID: r.ID, Prefix: prefix(r.Number), Name: r.Name, AddressID: r.AddressID, Place: r.Label, OfflineLimit: money.Fils(r.OfflineLimit), LastReceipt: r.LastReceipt,
			FirstMissing: r.FirstMissing, Quarantined: r.Quarantined, PairedAt: r.PairedAt.UTC(), SeenAt: r.SeenAt.UTC(), RevokedAt: r.RevokedAt}
	}
	return TillsReply{all}, nil
}

// TillRequest names a till.
type TillRequest struct {
	ID string `path:"id"`
}

// Done says that something was done.
type Done struct {
	ID string `json:"id"`
}

// HandleRevoke shuts a till out at once: its next request is refused, on every server. Its company's admin may.
func (p *Pos) HandleRevoke(ctx context.Context, who web.Caller, r TillRequest) (Done, error) {
	return p.own(ctx, who, r.ID, func(ctx context.Context, q *db.Queries) (string, error) {
		return q.TillRevoke(ctx, p.Clock(), who.ProfileID, r.ID, who.CompanyID)
	})
}

// ShiftRequest names a shift.
type ShiftRequest struct {
	ID string `path:"id"`
}

// HandleShiftClose closes a shift at the office. What its till still sends for it goes to the day's rescue shift. The company's
// admin may.
func (p *Pos) HandleShiftClose(ctx context.Context, who web.Caller, r ShiftRequest) (Done, error) {
	return p.own(ctx, who, r.ID, func(ctx context.Context, q *db.Queries) (string, error) {
		return q.ShiftCloseByOffice(ctx, p.Clock(), who.ProfileID, who.CompanyID, r.ID)
	})
}

// own changes something of the caller's company. What is somebody else's is not found. (D4)
func (p *Pos) own(ctx context.Context, who web.Caller, id string, change func(ctx context.Context, q *db.Queries) (string, error)) (Done, error) {
	if !isID(id) {
		return Done{}, fault.ErrNotFound
	}
	return Done{id}, db.InTx(ctx, p.Conn, func(ctx context.Context, q *db.Queries, _ pgx.Tx) error {
		if err := person.Still(ctx, q, who); err != nil {
			return err
		}
		_, err := change(ctx, q)
		if db.None(err) {
			return fault.ErrNotFound
		}
		return err
	})
}
