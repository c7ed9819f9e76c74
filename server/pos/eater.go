package pos

import (
	"context"
	"fmt"
	"time"

	"sahn/server/ledger"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
	"sahn/server/quote"
	"sahn/server/week"
)

// EaterRequest is the proof of a code that a till was just shown, or the letters that the buyer read out, and the amount of the sale so
// far.
type EaterRequest struct {
	Proof string     `json:"proof" validate:"required,max=200"`
	Total money.Fils `json:"total" validate:"min=0,max=10000000"`
}

// Eater is the person who showed the code, and what can be charged to their account now: the company's share of such a sale, and the
// wallet, together no more than Limit, which is what may go on an account of one sale and of what is left of the day. Proof is what the
// till keeps. WithConfirmation is set when more of this sale can be charged once the buyer confirms it on their own device.
type Eater struct {
	ID             string     `json:"id"`
	Proof          string     `json:"proof"`
	Name           string     `json:"name"`
	Company        string     `json:"company"`
	DiscountType   string     `json:"discount_type"`
	DiscountAmount int64      `json:"discount_amount"`
	Share          money.Fils `json:"share"`
	Wallet         money.Fils `json:"wallet"`
	Limit          money.Fils `json:"limit"`

	WithConfirmation *Charge `json:"with_confirmation,omitempty"`
}

// Charge is what the company and the wallet would pay of a sale.
type Charge struct {
	Share  money.Fils `json:"share"`
	Wallet money.Fils `json:"wallet"`
}

// keepAsks is how long a code about which a till asked is kept.
const keepAsks = 30 * 24 * time.Hour

// HandleEater tells a till about the person whose code it has just read. Tills may, while the code is valid, about people whom they serve.
func (p *Pos) HandleEater(ctx context.Context, who web.Caller, r EaterRequest) (Eater, error) {
	now, q := p.Clock(), db.New(p.Conn)
	text, err := p.meant(ctx, q, who.CompanyID, r.Proof, now)
	if err != nil {
		return Eater{}, err
	}
	shown, ok := p.prove(text)
	if !ok || !shown.covers(now) {
		return Eater{}, ErrProof
	}
	var k struct { // what is known of the code and of whose it is
		freezes  map[string]db.CounterFreeze
		used     [][]byte
		declined map[string]time.Time
		asked    []db.CounterAsk
		buyers   []db.CounterBuyersRow
		till     db.TillAsksRow
	}
	if err := db.InBatch(ctx, p.Conn, func(b *db.Batch) {
		b.Add(func(ctx context.Context, q *db.Queries) (err error) {
			k.freezes, err = freezesOf(ctx, q, []string{shown.profile})
			return err
		})
		b.Step("read codes", func(ctx context.Context, q *db.Queries) (err error) {
			k.used, err = q.CounterProofsUsed(ctx, p.kin(shown))
			return err
		})
		b.Add(func(ctx context.Context, q *db.Queries) (err error) {
			k.declined, err = declinedWith(ctx, q, p.kin(shown))
			return err
		})
		b.Step("read asked codes", func(ctx context.Context, q *db.Queries) (err error) {
			k.asked, err = q.CounterAsksOf(ctx, [][]byte{shown.key()})
			return err
		})
		b.Step("read buyer", func(ctx context.Context, q *db.Queries) (err error) {
			k.buyers, err = q.CounterBuyers(ctx, []string{shown.profile})
			return err
		})
		b.Step("read till", func(ctx context.Context, q *db.Queries) (err error) {
			k.till, err = q.TillAsks(ctx, who.TillID)
			return err
		})
	}); err != nil {
		return Eater{}, err
	}
	switch {
	case blocked(k.freezes[shown.profile], shown):
		return Eater{}, ErrCodeFrozen
	case len(k.asked) == 0 && !shown.fresh(now) || len(k.asked) > 0 && k.asked[0].TillID != who.TillID:
		return Eater{}, ErrProof
	case len(k.buyers) == 0 || k.buyers[0].Status != "Active" || len(k.used) > 0 || p.refused(k.declined, shown):
		return Eater{}, ErrProof
	}
	eater := eaterOf(k.buyers[0])
	if !k.till.Everyone && eater.CompanyID != k.till.CompanyID {
		return Eater{}, ErrStranger
	}
	terms, today := quote.Terms(eater.Terms), clock.DateOf(now)
	var periods []db.SharePeriod
	var ofDay, charged, left money.Fils
	if err := db.InBatch(ctx, p.Conn, func(b *db.Batch) {
		b.Step("read share", func(ctx context.Context, q *db.Queries) (err error) {
			start := week.PeriodStart(terms.ShareDuration, today)
			periods, err = q.SharePeriodsOf(ctx, eater.ProfileID, terms.ShareDuration, []clock.Date{start})
			return err
		})
		b.Step("read share and charges of the day", func(ctx context.Context, q *db.Queries) error {
			days, err := q.CounterDaysOf(ctx, []string{eater.ProfileID}, []clock.Date{today})
			for _, d := range days {
				ofDay, charged = money.Fils(d.Granted), money.Fils(d.Charged)
			}
			return err
		})
		b.Add(func(ctx context.Context, q *db.Queries) (err error) {
			left, err = ledger.Spendable(ctx, q, eater.ProfileID)
			return err
		})
	}); err != nil {
		return Eater{}, err
	}
	var ofPeriod money.Fils
	for _, s := range periods {
		ofPeriod = s.Granted
	}
	// A code belongs to the till that asked about it first.
	kept, err := q.CounterAskPut(ctx,
		db.CounterAskPutParams{TillID: who.TillID, Before: now.Add(-keepAsks), Proof: shown.key(), Now: now, Amount: int64(r.Total)})
	if err != nil {
		return Eater{}, fmt.Errorf("keep asked code: %w", err)
	}
	if kept == 0 {
		return Eater{}, ErrProof
	}
	rules, err := p.chargeRules(k.till.ChargeLimits)
	if err != nil {
		return Eater{}, err
	}
	limits := rules.on(today)
	day, granted := max(0, limits.Day-charged), terms.ShareAtCounter(r.Total, ofDay, ofPeriod)
	limit := min(limits.Sale, day)
	share := min(limit, granted)
	said := Eater{ID: eater.ProfileID, Proof: text, Name: eater.Name, Company: k.buyers[0].CompanyName, DiscountType: terms.DiscountType,
		DiscountAmount: terms.DiscountAmount, Share: share, Wallet: min(limit-share, max(0, left)), Limit: limit}
	more := Charge{Share: min(day, r.Total, granted)}
	if more.Wallet = min(min(day, r.Total)-more.Share, max(0, left)); more.Share+more.Wallet > limits.Sale {
		said.WithConfirmation = &more
	}
	return said, nil
}
