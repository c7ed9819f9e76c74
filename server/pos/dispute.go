package pos

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/oklog/ulid/v2"

	"sahn/server/person"
	"sahn/server/platform/audit"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/job"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
)

// Refusals of a report that a purchase was not its buyer's, and of a decision about one.
var (
	ErrLink = fault.New(fault.NotFound, "link_unknown",
		"This link is not valid. Open your orders in the app and report the purchase there.")
	ErrReportOld  = fault.New(fault.Conflict, "report_old", "This purchase is too long ago to report here. Please write to us.")
	ErrDecided    = fault.New(fault.Conflict, "dispute_decided", "Somebody has decided this otherwise.")
	ErrOwnDispute = fault.New(fault.Refused, "dispute_own", "Somebody else must decide this for you.")
)

// reportable is how long after a purchase its buyer may say that it was not theirs.
const reportable = 60 * 24 * time.Hour

// linkMAC is the length of the mark in a mailed link, in bytes: anybody may try.
const linkMAC = 16

// notMe is the token in the letter about a purchase. It is derived and stored nowhere; it reports that one purchase, once.
func (p *Pos) notMe(sale string) string { return notMeBy(p.derive("not-me", sale), sale) }

func notMeBy(mac []byte, sale string) string { return sale + "." + b64(mac[:linkMAC]) }

// isNotMe reports whether notMe made a token for a sale, with any secret.
func (p *Pos) isNotMe(token, sale string) bool {
	return slices.ContainsFunc(p.deriveAll("not-me", sale), func(mac []byte) bool { return same(token, notMeBy(mac, sale)) })
}

// NotMeRequest is the token of a mailed link.
type NotMeRequest struct {
	Token string `json:"token" validate:"required,max=100"`
}

// NotMe is the purchase of a link, without dishes and names. Amount is what was taken in all, Account the part of it that was not paid at
// the counter. Dispute is empty, open, reversed or rejected.
type NotMe struct {
	Till    string     `json:"till"`
	Place   string     `json:"place"`
	At      time.Time  `json:"at"`
	Amount  money.Fils `json:"amount"`
	Account money.Fils `json:"account"`
	Undone  bool       `json:"undone"`
	Dispute string     `json:"dispute"`
}

func (p *Pos) byLink(ctx context.Context, q *db.Queries, token string) (db.CounterSaleSaidRow, error) {
	sale, _, _ := strings.Cut(token, ".")
	if !isID(sale) || !p.isNotMe(token, sale) {
		return db.CounterSaleSaidRow{}, ErrLink
	}
	row, err := q.CounterSaleSaid(ctx, sale)
	if db.None(err) {
		return row, ErrLink
	}
	if err != nil {
		return row, fmt.Errorf("read sale: %w", err)
	}
	return row, nil
}

func noted(row db.CounterSaleSaidRow) NotMe {
	return NotMe{Till: row.Till, Place: row.Place, At: row.SoldAt.UTC(), Amount: money.Fils(row.TotalAmount + row.DifferenceAmount),
		Account: money.Fils(row.CompanyShare + row.WalletAmount + row.OwedAmount), Undone: row.VoidedAt != nil, Dispute: row.Dispute}
}

// HandleLink shows what a mailed link is about, and changes nothing. Everybody may who has the link.
func (p *Pos) HandleLink(ctx context.Context, _ web.Caller, r NotMeRequest) (NotMe, error) {
	row, err := p.byLink(ctx, db.New(p.Conn), r.Token)
	if err != nil {
		return NotMe{}, err
	}
	return noted(row), nil
}

// HandleLinkReport reports the purchase of a mailed link, once, and answers how it stands. Everybody may who has the link.
func (p *Pos) HandleLinkReport(ctx context.Context, _ web.Caller, r NotMeRequest) (said NotMe, err error) {
	err = db.InTx(ctx, p.Conn, func(ctx context.Context, tx db.Tx) error {
		row, err := p.byLink(ctx, tx.Queries, r.Token)
		if err != nil {
			return err
		}
		said = noted(row)
		if row.Dispute == "" {
			said.Dispute = "open"
		}
		return p.report(ctx, tx, row)
	})
	return said, err
}

// ReportRequest names one of the caller's own purchases.
type ReportRequest struct {
	Sale string `json:"sale" validate:"required,max=26"`
}

// HandleReport reports that a purchase was not the caller's, once. Eaters may, of their own purchases.
func (p *Pos) HandleReport(ctx context.Context, who web.Caller, r ReportRequest) (Done, error) {
	return Done{r.Sale}, person.InTx(ctx, p.Conn, who, func(ctx context.Context, tx db.Tx) error {
		row, err := tx.CounterSaleSaid(ctx, r.Sale)
		if db.None(err) || err == nil && row.ProfileID != who.ProfileID {
			return fault.ErrNotFound
		}
		if err != nil {
			return fmt.Errorf("read sale: %w", err)
		}
		return p.report(ctx, tx, row)
	})
}

// report blocks the buyer's code at once, opens a case for operators and tells the admins of the buyer's company. A purchase that was
// reported before changes nothing, so that an old link blocks no new code.
func (p *Pos) report(ctx context.Context, tx db.Tx, sale db.CounterSaleSaidRow) error {
	now := p.Clock()
	if sale.Dispute == "" && now.Sub(sale.SoldAt) > reportable {
		return ErrReportOld
	}
	n, err := tx.CounterDisputeOpen(ctx, ulid.Make().String(), sale.ID, sale.ProfileID, now)
	if err != nil {
		return fmt.Errorf("open dispute: %w", err)
	}
	if n == 0 {
		return nil
	}
	if err := tx.CounterFreeze(ctx, sale.ProfileID, now); err != nil {
		return fmt.Errorf("block code: %w", err)
	}
	admins, err := tx.CompanyAdmins(ctx, sale.BuyerCompany)
	if err != nil {
		return fmt.Errorf("read admins: %w", err)
	}
	letters := make([]ReportedMail, len(admins))
	for i, admin := range admins {
		letters[i] = ReportedMail{sale.ID, admin}
	}
	return job.InsertManyTx(ctx, p.Queue, tx, letters, letterTries)
}

// DecideRequest ends a dispute: reversed takes the sale back, rejected leaves it. The buyer reads the note.
type DecideRequest struct {
	ID      string `path:"id" json:"-" validate:"required,max=26"`
	Outcome string `json:"outcome" validate:"oneof=reversed rejected"`
	Note    string `json:"note" validate:"required,max=200"`
}

// HandleDecide decides a dispute once. A reversal is the void of the sale: wallet, company's share and statement are as before it, and
// what was paid in cash or by card is given back by the operator. A sale that its till has voided meanwhile stays so. Support may.
func (p *Pos) HandleDecide(ctx context.Context, who web.Caller, r DecideRequest) (Done, error) {
	note, err := person.Line("note", r.Note, 200)
	if err != nil {
		return Done{}, err
	}
	return Done{r.ID}, person.InTx(ctx, p.Conn, who, func(ctx context.Context, tx db.Tx) error {
		d, err := tx.CounterDisputeLock(ctx, r.ID)
		switch {
		case db.None(err):
			return fault.ErrNotFound
		case err != nil:
			return fmt.Errorf("read dispute: %w", err)
		case d.PersonID == who.PersonID:
			return ErrOwnDispute
		case d.Outcome != nil && *d.Outcome == r.Outcome:
			return nil
		case d.Outcome != nil:
			return ErrDecided
		}
		if r.Outcome == "reversed" {
			if err := p.takeBack(ctx, tx, who, whose{allCompanies: true}, d.SaleID, note); err != nil && !errors.Is(err, ErrVoided) {
				return err
			}
		}
		if err := tx.CounterDisputeDecide(ctx,
			db.CounterDisputeDecideParams{Outcome: r.Outcome, Now: p.Clock(), By: who.ProfileID, Note: note, ID: d.ID}); err != nil {
			return fmt.Errorf("decide dispute: %w", err)
		}
		if err := p.Queue.InsertTx(ctx, tx, DecidedMail{d.SaleID}, letterTries); err != nil {
			return fmt.Errorf("plan letter: %w", err)
		}
		return p.did(ctx, tx.Queries, who, audit.Act{Kind: "dispute." + r.Outcome, Company: *d.CompanyID, Subject: d.ProfileID,
			After: map[string]string{"sale": d.SaleID}, Note: note})
	})
}
