package kitchen

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/riverqueue/river"

	"sahn/server/ledger"
	"sahn/server/operator"
	"sahn/server/person"
	"sahn/server/platform/db"
	"sahn/server/platform/mail"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
)

// Shortfall is what was missing of a line, and how much of its price the eater and the company get back.
type Shortfall struct {
	Meal    string     `json:"meal"`
	Qty     int        `json:"qty"`
	Amount  money.Fils `json:"amount"`         // into the eater's wallet
	Company money.Fils `json:"company_amount"` // the company's part, which it is not billed for
}

// fallShort records what was missing and gives eater and company their parts of its price, once; nil when it was recorded before. The
// order is locked. The price is divided between eater and company as the day itself was, counted from all that was missing of it, so that
// many small parts never add up to more than the whole.
func (k *Kitchen) fallShort(ctx context.Context, tx db.Tx, who web.Caller, d db.HandoverDeliveryRow, f Fact,
	now time.Time) (*Shortfall, error) {
	note := ""
	if text := strings.TrimSpace(f.Note); text != "" {
		var err error
		if note, err = person.Line("note", text, 200); err != nil {
			return nil, err
		}
	}
	before, err := tx.ShortfallBy(ctx, f.ID)
	if err == nil {
		if before.DeliveryID != d.ID || before.Meal != f.Meal || before.Qty != f.Qty || before.Kind != f.Kind {
			return nil, refused(reasonOther)
		}
		return nil, nil
	}
	if !db.None(err) {
		return nil, fmt.Errorf("read shortfall: %w", err)
	}
	line, err := tx.ShortfallLine(ctx, d.ID, f.Meal, max(0, f.Qty))
	switch {
	case db.None(err):
		return nil, refused(reasonMeal)
	case err != nil:
		return nil, fmt.Errorf("read line: %w", err)
	case f.Qty < 1 || line.Short+f.Qty > line.Qty:
		return nil, refused(reasonTooMany)
	}
	worth := money.Fils(line.Worth)
	was := eaters(d, money.Fils(line.ShortAmount))
	s := Shortfall{Meal: f.Meal, Qty: f.Qty, Amount: eaters(d, money.Fils(line.ShortAmount)+worth) - was}
	s.Company = worth - s.Amount
	if err := tx.ShortfallInsert(ctx,
		db.ShortfallInsertParams{ID: f.ID, DeliveryID: d.ID, Meal: f.Meal, Qty: f.Qty, Kind: f.Kind, Note: note, Amount: s.Amount,
			CompanyAmount: s.Company, At: now, OperatorID: who.ProfileID}); err != nil {
		return nil, fmt.Errorf("write shortfall: %w", err)
	}
	if s.Company > 0 {
		if err := ledger.MissingGivenBack(ctx, tx.Queries, f.ID, d.CompanyID, s.Company, now); err != nil {
			return nil, err
		}
	}
	if s.Amount == 0 {
		return &s, nil
	}
	if erased, err := tx.ErasedProfile(ctx, d.ProfileID); err != nil || erased {
		return nil, errors.Join(err, refused(reasonUnknown)) // the eater was erased, so there is no one to pay back
	}
	why := fmt.Sprintf("%d × %s, %s: %s", f.Qty, line.Name, d.DeliveryDate.Time().Format("Mon 2 Jan"),
		map[string]string{"missing": "missing", "failed": "not as it should be"}[f.Kind])
	if _, err := tx.CreditInsert(ctx,
		db.CreditInsertParams{ID: f.ID, ProfileID: d.ProfileID, OperatorID: who.ProfileID, Amount: s.Amount, Reason: why, At: now}); err != nil {
		return nil, fmt.Errorf("keep credit: %w", err)
	}
	if err := ledger.Credit(ctx, tx.Queries, ledger.WalletCredit{ID: f.ID, Profile: d.ProfileID, Amount: s.Amount, Reason: why},
		now); err != nil {
		return nil, err
	}
	if err := k.Queue.InsertTx(ctx, tx, operator.CreditLetter{Credit: f.ID}, &river.InsertOpts{MaxAttempts: mail.Retries}); err != nil {
		return nil, fmt.Errorf("plan letter: %w", err)
	}
	return &s, nil
}

// eaters is the eater's part of this much of a day's price.
func eaters(d db.HandoverDeliveryRow, worth money.Fils) money.Fils {
	if d.NetAmount == 0 {
		return 0
	}
	return worth.Part(int64(d.NetAmount-d.CompanyShare), int64(d.NetAmount))
}
