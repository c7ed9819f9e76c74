package pos

import (
	"context"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"sahn/server/ledger"
	"sahn/server/person"
	"sahn/server/platform/audit"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
)

// ErrVoided refuses to void a sale that its till has voided: the cash was given back there.
var ErrVoided = fault.New(fault.Conflict, "sale_voided", "Its tablet has undone this sale.")

// ReceiptRequest is the number on a receipt with the letters behind it, like P7-31-9K2M, or the sale's id out of the receipt's square. The
// letters are the last of the id: after an older copy of the database was restored, another till may have printed the same number.
type ReceiptRequest struct {
	Receipt string `query:"receipt" validate:"required,max=40"`
}

// SoldSale is a sale as an operator sees it before voiding it: how it was paid, but not what was bought or by whom.
type SoldSale struct {
	ID       string     `json:"id"`
	Name     string     `json:"name"`
	Company  string     `json:"company"`
	Day      clock.Date `json:"day"`
	SoldAt   time.Time  `json:"sold_at"`
	Cash     money.Fils `json:"cash"`
	Card     money.Fils `json:"terminal"`
	Account  money.Fils `json:"account"`
	VoidedAt *time.Time `json:"voided_at"`
}

var receiptNumber = regexp.MustCompile(`^P(\d{1,9})-(\d{1,10})[- ]([0-9A-Z]{4})$`)

// HandleSold finds a sale by its receipt. Operators may.
func (p *Pos) HandleSold(ctx context.Context, who web.Caller, r ReceiptRequest) (SoldSale, error) {
	var wanted db.CounterReceiptParams
	receipt := strings.ToUpper(r.Receipt)
	if parts := receiptNumber.FindStringSubmatch(receipt); parts != nil {
		wanted.Number, _ = strconv.Atoi(parts[1])
		wanted.Receipt, _ = strconv.ParseInt(parts[2], 10, 64)
		wanted.Letters = parts[3]
	} else if wanted.ID = receipt; !isID(receipt) {
		return SoldSale{}, fault.ErrNotFound
	}
	of, err := whoseFor(who, "")
	if err != nil {
		return SoldSale{}, err
	}
	wanted.AllCompanies, wanted.CompanyID = of.allCompanies, of.company
	s, err := db.New(p.Conn).CounterReceipt(ctx, wanted)
	if db.None(err) {
		return SoldSale{}, fault.ErrNotFound
	}
	if err != nil {
		return SoldSale{}, fmt.Errorf("find sale: %w", err)
	}
	return SoldSale{ID: s.ID, Name: s.TillName, Company: s.CompanyName, Day: s.Day, SoldAt: s.SoldAt.UTC(), Cash: money.Fils(s.CashAmount),
		Card: money.Fils(s.TerminalAmount), Account: money.Fils(s.AccountAmount), VoidedAt: utc(s.VoidedAt)}, nil
}

// VoidRequest names a sale and the reason for voiding it.
type VoidRequest struct {
	ID   string `path:"id"`
	Note string `json:"note" validate:"required,max=200"`
}

// HandleVoid voids a sale that its till cannot void any more: the buyer's account and the company's share are as before the sale. Cash and
// card payments are given back by the operator, out of no drawer. If the till voids the sale as well, that void is quarantined. Operators
// may.
func (p *Pos) HandleVoid(ctx context.Context, who web.Caller, r VoidRequest) (Done, error) {
	if !isID(r.ID) {
		return Done{}, fault.ErrNotFound
	}
	of, err := whoseFor(who, "")
	if err != nil {
		return Done{}, err
	}
	return Done{r.ID}, person.InTx(ctx, p.Conn, who, func(ctx context.Context, tx db.Tx) error {
		return p.takeBack(ctx, tx, who, of, r.ID, r.Note)
	})
}

// takeBack voids a sale for the office, once; ErrVoided when its till had voided it. It joins the caller's transaction.
func (p *Pos) takeBack(ctx context.Context, tx db.Tx, who web.Caller, of whose, sale, note string) error {
	row, err := tx.CounterSaleTill(ctx, sale, of.allCompanies, of.company)
	if db.None(err) {
		return fault.ErrNotFound
	}
	if err != nil {
		return fmt.Errorf("find sale: %w", err)
	}
	till, err := tx.TillLock(ctx, row.TillID)
	if err != nil {
		return fmt.Errorf("lock till: %w", err)
	}
	now := p.Clock()
	f := &fact{said: said{Sale: sale, Why: note}, at: now, day: clock.DateOf(now)}
	u := &round{p: p, of: till.ID, now: now, arrived: now, till: till, read: []*fact{f}, later: map[string]bool{}}
	if err := u.load(ctx, tx); err != nil {
		return err
	}
	s := u.sold[sale]
	switch {
	case s.ByOffice:
		return nil // voided a moment ago
	case s.Voided:
		return ErrVoided
	}
	s.voidBy = who.ProfileID
	u.void(f)
	writes := &db.Batch{}
	u.keepVoids(writes)
	ledger.Counters(writes, u.posted, now)
	if err := writes.In(ctx, tx); err != nil {
		return err
	}
	after := map[string]any{"amount": s.CashAmount + s.TerminalAmount + s.CompanyShare + s.WalletAmount + s.OwedAmount}
	if row.Receipt > 0 {
		after["receipt"] = fmt.Sprintf("%s-%d", prefix(till.Number), row.Receipt)
	}
	return p.did(ctx, tx.Queries, who, audit.Act{Kind: "till.void", Company: till.CompanyID, Subject: till.ID, After: after,
		Note: cut(note)})
}
