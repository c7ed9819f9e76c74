package kitchen

import (
	"context"
	"fmt"

	"github.com/riverqueue/river"

	"sahn/server/ledger"
	"sahn/server/operator"
	"sahn/server/platform/audit"
	"sahn/server/platform/db"
	"sahn/server/platform/mail"
	"sahn/server/platform/money"
)

// Shortfall is what was missing of a line, and how much of its price the eater and the company get back.
type Shortfall struct {
	Meal    string     `json:"meal"`
	Qty     int        `json:"qty"`
	Amount  money.Fils `json:"amount"`         // into the eater's wallet
	Company money.Fils `json:"company_amount"` // the company's part, which it is not billed for
}

// short records what was missing and gives eater and company their parts of its price, once; again when it was recorded before. The price
// is divided between eater and company as the day itself was, counted from all that was missing of it, so that many small parts never add
// up to more than the whole.
func (m *marking) short(by string, d *lunch, f Fact) (again bool, err error) {
	if before, is := m.known[f.ID]; is {
		if before.DeliveryID != d.ID || before.Meal != f.Meal || before.Qty != f.Qty || before.Kind != f.Kind {
			return false, refused(reasonOther)
		}
		return true, nil
	}
	lines := m.lines[[2]string{d.ID, f.Meal}]
	if len(lines) == 0 {
		return false, refused(reasonMeal)
	}
	worth, enough := d.worth(lines, f)
	if !enough {
		return false, refused(reasonTooMany)
	}
	before := money.Fils(0)
	for _, s := range d.short {
		before += s.Amount + s.CompanyAmount
	}
	s := Shortfall{Meal: f.Meal, Qty: f.Qty, Amount: d.eaters(before+worth) - d.eaters(before)}
	s.Company = worth - s.Amount
	if s.Amount > 0 && d.Erased {
		return false, refused(reasonUnknown) // the eater was erased, so there is no one to pay back
	}
	row := db.ShortfallsOfRow{ID: f.ID, DeliveryID: d.ID, Meal: f.Meal, Qty: f.Qty, Kind: f.Kind, Amount: s.Amount, CompanyAmount: s.Company}
	m.known[f.ID], d.short = row, append(d.short, row)
	m.falls(by, f, s)
	m.give(by, d, f, s, lines[0].Name)
	m.acts = append(m.acts, audit.Act{Who: by, Kind: "handover." + f.Kind, Subject: d.ID, Note: f.Note, After: &s})
	return false, nil
}

// worth is the price of so many more portions of a meal, the dearest that are not missing yet; enough says whether there are as many.
func (d *lunch) worth(lines []db.ShortfallLinesRow, f Fact) (worth money.Fils, enough bool) {
	skip := 0
	for _, s := range d.short {
		if s.Meal == f.Meal {
			skip += s.Qty
		}
	}
	more := f.Qty
	for _, l := range lines {
		left := max(0, l.Qty-skip)
		skip = max(0, skip-l.Qty)
		taken := min(left, more)
		worth += l.Discounted * money.Fils(taken)
		more -= taken
	}
	return worth, f.Qty > 0 && more == 0
}

// eaters is the eater's part of this much of a day's price.
func (d *lunch) eaters(worth money.Fils) money.Fils {
	if d.NetAmount == 0 {
		return 0
	}
	return worth.Part(int64(d.NetAmount-d.CompanyShare), int64(d.NetAmount))
}

func (m *marking) falls(by string, f Fact, s Shortfall) {
	p := &m.shorts
	p.Ids, p.Deliveries, p.Meals = append(p.Ids, f.ID), append(p.Deliveries, f.Delivery), append(p.Meals, f.Meal)
	p.Qtys, p.Kinds, p.Notes = append(p.Qtys, f.Qty), append(p.Kinds, f.Kind), append(p.Notes, f.Note)
	p.Amounts, p.CompanyAmounts = append(p.Amounts, int64(s.Amount)), append(p.CompanyAmounts, int64(s.Company))
	p.Operators = append(p.Operators, by)
}

// give gives back what was missing; what the eater gets pays a debt first.
func (m *marking) give(by string, d *lunch, f Fact, s Shortfall, name string) {
	back := ledger.Missing{ID: f.ID, Profile: d.ProfileID, Company: d.CompanyID, Amount: s.Amount, Share: s.Company}
	if s.Amount > 0 {
		back.Reason = fmt.Sprintf("%d × %s, %s: %s", f.Qty, name, d.DeliveryDate.Time().Format("Mon 2 Jan"),
			map[string]string{"missing": "missing", "failed": "not as it should be"}[f.Kind])
		w, c := m.wallets[d.ProfileID], &m.credits
		w.Left += s.Amount
		back.Paid = ledger.Squared(w.Left, w.Owed)
		w.Left, w.Owed = w.Left-back.Paid, w.Owed-back.Paid
		c.Ids, c.Profiles, c.Operators = append(c.Ids, f.ID), append(c.Profiles, d.ProfileID), append(c.Operators, by)
		c.Amounts, c.Reasons = append(c.Amounts, int64(s.Amount)), append(c.Reasons, back.Reason)
	}
	m.given = append(m.given, back)
}

// keepShort adds to a batch what writes what was missing, what it gives back, and the letters that tell of it.
func (m *marking) keepShort(b *db.Batch) {
	if len(m.shorts.Ids) == 0 {
		return
	}
	m.shorts.At, m.credits.At = m.now, m.now
	b.Step("keep what was missing", func(ctx context.Context, q *db.Queries) error { return q.ShortfallsInsert(ctx, m.shorts) })
	ledger.GivenBack(b, m.given, m.now)
	if len(m.credits.Ids) == 0 {
		return
	}
	b.Step("keep credits", func(ctx context.Context, q *db.Queries) error { return q.ShortfallCredits(ctx, m.credits) })
	letters := make([]river.InsertManyParams, len(m.credits.Ids))
	for i, id := range m.credits.Ids {
		letters[i] = river.InsertManyParams{Args: operator.CreditLetter{Credit: id}, InsertOpts: &river.InsertOpts{MaxAttempts: mail.Retries}}
	}
	m.k.Queue.Insert(b, letters...)
}
