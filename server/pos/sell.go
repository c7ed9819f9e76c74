package pos

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"sahn/server/ledger"
	"sahn/server/menu"
	"sahn/server/person"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/money"
	"sahn/server/quote"
	"sahn/server/week"
)

// sold is a sale as it is booked.
type sold struct {
	*fact
	ledger.Counter
	shift             string
	receipt           int64
	buyer             *buyer
	proof             []byte
	names             []string
	total, taken, vat money.Fils
	overMenu          bool // a line costs more than on that day's menu
	confirmed         bool // it is above the limit of a sale, and the buyer confirmed it
	period            period
}

// soldBefore is a sale that a fact refers to.
type soldBefore struct {
	db.CounterSalesByIDRow
	voidedAt  time.Time
	voidDay   clock.Date
	voidShift string // the shift whose drawer gave the cash back
	voidBy    string // who voided it at the office, which has no drawer
}

func (s *soldBefore) period() period { return period{s.ProfileID, s.Duration, s.PeriodStart} }

// paid is what each party paid, and gets back.
func (s *soldBefore) paid() ledger.Counter {
	return ledger.Counter{Sale: s.ID, Profile: s.ProfileID, Company: s.BuyerCompany, Cash: money.Fils(s.CashAmount),
		Terminal: money.Fils(s.TerminalAmount), Share: money.Fils(s.CompanyShare), Wallet: money.Fils(s.WalletAmount),
		Owed: money.Fils(s.OwedAmount)}
}

// posting is the money of a sale, or of a void that reverses it.
type posting struct {
	ledger.Counter
	void bool
}

// buyer is a person who showed a code.
type buyer struct {
	person.Eater
	wallet  money.Fils
	owed    money.Fils
	ofDay   map[clock.Date]money.Fils // company share granted for a day
	charged map[clock.Date]money.Fils // what went on the account on a day
}

// period is a day, week or month in which a company's share of one person's lunches is counted against its cap.
type period struct {
	profile, duration string
	start             clock.Date
}

func comparePeriods(a, b period) int {
	return cmp.Or(cmp.Compare(a.profile, b.profile), cmp.Compare(a.duration, b.duration), cmp.Compare(a.start, b.start))
}

// sell books a sale as it was: the charged amount is final. Differences from the server's own price are flagged. What nobody can check, and
// what charges somebody too much, waits for an operator, and no money moves before.
func (r *round) sell(f *fact) (string, Detail) {
	number := f.Receipt
	if before, own := r.known[f.ID]; own { // a quarantined fact that is booked now: under its own number, if that is free
		if number = before.Receipt; number == 0 {
			f.flag(receiptUsed)
		}
	} else if r.receipts[number] {
		return receiptUsed, Detail{}
	}
	s := &sold{fact: f, receipt: number, Counter: ledger.Counter{Sale: f.ID, Cash: f.Cash, Terminal: f.Terminal}}
	if reason := r.show(f, s); reason != "" {
		return reason, Detail{}
	}
	r.price(f, s)
	if s.taken = f.Cash + f.Terminal + f.Account; s.taken != s.total {
		f.flag(flagTotal)
	}
	if why := r.review(f, s); why != "" && !r.mode.reviewed {
		return why, Detail{}
	}
	s.confirmed = f.Account > r.p.saleLimit() && r.confirmed(f, s)
	if s.proof != nil {
		r.proofs[string(s.proof)] = true
	}
	r.settle(f, s)
	s.shift = r.shiftOf(f).id
	r.sales, r.posted = append(r.sales, s), append(r.posted, posting{s.Counter, false})
	r.sold[f.ID] = &soldBefore{CounterSalesByIDRow: db.CounterSalesByIDRow{ID: f.ID, TillID: r.till.ID, ShiftID: s.shift, Day: f.day,
		ProfileID: s.Profile, CashAmount: int64(s.Cash), TerminalAmount: int64(s.Terminal), CompanyShare: int64(s.Share),
		WalletAmount: int64(s.Wallet), OwedAmount: int64(s.Owed), BuyerCompany: s.Company, Duration: s.period.duration,
		PeriodStart: s.period.start}}
	return "", Detail{Share: s.Share, Wallet: s.Wallet, Owed: s.Owed}
}

// show finds the buyer by their code. A charge to an account needs a valid code, which buys once; without such a charge a bad code is only
// flagged.
func (r *round) show(f *fact, s *sold) (reason string) {
	if f.Proof == "" && f.Account == 0 {
		return ""
	}
	p, ok := r.p.prove(f.Proof)
	switch b := r.buyers[p.profile]; {
	case !ok || b == nil:
		reason = noProof
	case !r.till.Everyone && b.CompanyID != r.till.CompanyID:
		reason = otherCompany
	case slices.ContainsFunc(r.p.kin(p), func(key []byte) bool { return r.proofs[string(key)] }):
		reason = proofUsed
	case !p.covers(f.at):
		reason = proofExpired
	case blocked(r.freezes[p.profile], p) && !r.mode.reviewed:
		reason = codeFrozen
	default:
		s.buyer, s.proof, s.Profile, s.Company = b, p.key(), b.ProfileID, b.CompanyID
		return ""
	}
	if f.Account == 0 {
		f.flag(flagProof)
		return ""
	}
	return reason
}

// price sums the lines up and compares them with that day's menu. The VAT in them is at the rate of the day of the sale.
func (r *round) price(f *fact, s *sold) {
	for _, l := range f.Lines {
		var meal menu.Meal
		offered := false
		if w := r.weeks[f.day.Monday()]; w != nil {
			meal, offered = w.On(f.day, l.meal)
		}
		expected := meal.Price
		if s.buyer != nil {
			expected = quote.Terms(s.buyer.Terms).AtCounter(meal.Price)
		}
		switch {
		case !offered:
			f.flag(flagOffMenu)
		case expected != l.price:
			f.flag(flagPrice)
			s.overMenu = s.overMenu || l.price > meal.Price
		}
		sum := l.price * money.Fils(l.qty)
		s.names = append(s.names, meal.Name)
		s.total += sum
		s.vat += sum.VAT(r.rates.On(f.day))
	}
}

// settle divides what is charged to the buyer's account: the company's share first, then the wallet, and the rest is owed.
func (r *round) settle(f *fact, s *sold) {
	if f.Account == 0 {
		return
	}
	b, terms := s.buyer, quote.Terms(s.buyer.Terms)
	if b.Status != "Active" {
		f.flag(flagInactive)
	}
	s.period = period{b.ProfileID, terms.ShareDuration, week.PeriodStart(terms.ShareDuration, f.day)}
	s.Share = min(f.Account, terms.ShareAtCounter(s.total, b.ofDay[f.day], r.granted[s.period]))
	s.Wallet = min(f.Account-s.Share, max(0, b.wallet))
	s.Owed = f.Account - s.Share - s.Wallet
	b.ofDay[f.day] += s.Share
	r.granted[s.period] += s.Share
	b.wallet -= s.Wallet
	b.owed += s.Owed
	b.charged[f.day] += f.Account
	if s.Owed > 0 {
		f.flag(flagOwed)
	}
	if s.Owed > money.Fils(r.till.OfflineLimit) {
		f.flag(flagLimit)
	}
}

// loadBuyers reads the buyers of the facts' codes, and locks what their purchases and voids may change.
func (r *round) loadBuyers(ctx context.Context, q *db.Queries, facts []*fact) error {
	r.buyers, r.granted, r.proofs = map[string]*buyer{}, map[period]money.Fils{}, map[string]bool{}
	companies, wallets := map[period]string{}, map[string]bool{}
	days := map[string][]clock.Date{}
	var keys [][]byte
	for _, f := range facts {
		p, ok := r.p.prove(f.Proof)
		if !ok {
			continue
		}
		keys = append(keys, r.p.kin(p)...)
		b := r.buyers[p.profile]
		if b == nil {
			eater, err := person.EaterOf(ctx, q, p.profile)
			if db.None(err) || err == nil && eater.CompanyID == "" {
				continue
			}
			if err != nil {
				return fmt.Errorf("read buyer: %w", err)
			}
			b = &buyer{Eater: eater, ofDay: map[clock.Date]money.Fils{}, charged: map[clock.Date]money.Fils{}}
			r.buyers[p.profile] = b
		}
		if f.Account > 0 {
			wallets[b.ProfileID] = true
			if !slices.Contains(days[b.ProfileID], f.day) {
				days[b.ProfileID] = append(days[b.ProfileID], f.day)
			}
			if b.Terms.ShareValue > 0 {
				companies[period{b.ProfileID, b.Terms.ShareDuration, week.PeriodStart(b.Terms.ShareDuration, f.day)}] = b.CompanyID
			}
		}
	}
	var err error
	if r.freezes, err = freezesOf(ctx, q, slices.Collect(maps.Keys(r.buyers))); err != nil {
		return err
	}
	for _, s := range r.sold {
		if s.CompanyShare > 0 {
			companies[s.period()] = s.BuyerCompany
		}
		if s.WalletAmount+s.OwedAmount > 0 {
			wallets[s.ProfileID] = true
		}
	}
	if len(keys) > 0 {
		used, err := q.CounterProofsUsed(ctx, keys)
		if err != nil {
			return fmt.Errorf("read codes: %w", err)
		}
		for _, k := range used {
			r.proofs[string(k)] = true
		}
	}
	if err := r.loadConfirms(ctx, q, facts, keys); err != nil {
		return err
	}
	return r.lockAccounts(ctx, q, companies, wallets, days)
}

func (r *round) lockAccounts(ctx context.Context, q *db.Queries, companies map[period]string, wallets map[string]bool,
	days map[string][]clock.Date) error {
	for _, p := range slices.SortedFunc(maps.Keys(companies), comparePeriods) {
		if err := q.SharePeriodMake(ctx, p.profile, companies[p], p.duration, p.start); err != nil {
			return fmt.Errorf("make share period: %w", err)
		}
		rows, err := q.SharePeriodsLock(ctx, p.profile, p.duration, []clock.Date{p.start})
		if err != nil || len(rows) != 1 {
			return fmt.Errorf("lock share period: %w", err)
		}
		r.granted[p] = rows[0].Granted
	}
	for _, profile := range slices.Sorted(maps.Keys(wallets)) {
		if err := ledger.Lock(ctx, q, profile); err != nil {
			return err
		}
		b := r.buyers[profile]
		if b == nil {
			continue
		}
		var err error
		if b.wallet, err = ledger.Spendable(ctx, q, profile); err != nil {
			return err
		}
		if b.owed, err = ledger.Owed(ctx, q, profile); err != nil {
			return err
		}
		for _, day := range days[profile] {
			granted, err := q.CounterShareOfDay(ctx, profile, day)
			if err != nil {
				return fmt.Errorf("read share of the day: %w", err)
			}
			charged, err := q.CounterChargedOfDay(ctx, profile, day)
			if err != nil {
				return fmt.Errorf("read charges of the day: %w", err)
			}
			b.ofDay[day], b.charged[day] = money.Fils(granted), money.Fils(charged)
		}
	}
	return nil
}
