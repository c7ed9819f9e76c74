package pos

import (
	"cmp"
	"context"
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

// buyer is a person who showed a code.
type buyer struct {
	person.Eater
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
	s.confirmed = f.Account > r.limits.on(f.day).Sale && r.confirmed(f, s)
	if s.proof != nil {
		r.proofs[string(s.proof)] = true
	}
	r.settle(f, s)
	s.shift = r.shiftOf(f).id
	r.sales, r.posted = append(r.sales, s), append(r.posted, s.Counter)
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
		if w := r.menus.Weeks[f.day.Monday()]; w != nil {
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
	b, terms, w := s.buyer, quote.Terms(s.buyer.Terms), r.wallets[s.buyer.ProfileID]
	if b.Status != "Active" {
		f.flag(flagInactive)
	}
	s.period = period{b.ProfileID, terms.ShareDuration, week.PeriodStart(terms.ShareDuration, f.day)}
	s.Share = min(f.Account, terms.ShareAtCounter(s.total, b.ofDay[f.day], r.granted[s.period]))
	s.Wallet = min(f.Account-s.Share, max(0, w.Left))
	s.Owed = f.Account - s.Share - s.Wallet
	b.ofDay[f.day] += s.Share
	r.granted[s.period] += s.Share
	w.Left -= s.Wallet
	w.Owed += s.Owed
	b.charged[f.day] += f.Account
	if s.Owed > 0 {
		f.flag(flagOwed)
	}
	if s.Owed > money.Fils(r.till.OfflineLimit) {
		f.flag(flagLimit)
	}
}

// readBuyers adds to a batch the buyers of the facts' codes, with what blocks those.
func (r *round) readBuyers(b *db.Batch) {
	r.buyers, r.proofs, r.freezes = map[string]*buyer{}, map[string]bool{}, map[string]db.CounterFreeze{}
	var profiles []string
	var keys [][]byte
	for _, f := range r.read {
		if p, ok := r.p.prove(f.Proof); ok {
			keys, profiles = append(keys, r.p.kin(p)...), add(profiles, p.profile)
		}
	}
	r.readConfirms(b, keys)
	if len(keys) == 0 {
		return
	}
	b.Step("read buyers", func(ctx context.Context, q *db.Queries) error {
		rows, err := q.CounterBuyers(ctx, profiles)
		for _, row := range rows {
			r.buyers[row.ID] = &buyer{Eater: eaterOf(row), ofDay: map[clock.Date]money.Fils{}, charged: map[clock.Date]money.Fils{}}
		}
		return err
	})
	b.Add(func(ctx context.Context, q *db.Queries) (err error) {
		r.freezes, err = freezesOf(ctx, q, profiles)
		return err
	})
	b.Step("read codes", func(ctx context.Context, q *db.Queries) error {
		used, err := q.CounterProofsUsed(ctx, keys)
		for _, k := range used {
			r.proofs[string(k)] = true
		}
		return err
	})
}

func eaterOf(row db.CounterBuyersRow) person.Eater {
	return person.EaterFrom(db.ProfileOneRow{ID: row.ID, PersonID: row.PersonID, CompanyID: row.CompanyID, ClientType: row.ClientType,
		Status: row.Status, AddressID: row.AddressID, Name: row.Name, Email: row.Email, CompanyType: &row.CompanyType,
		CompanyStatus: &row.CompanyStatus, MinimumDay: &row.MinimumDay, MinimumMealCount: &row.MinimumMealCount,
		DiscountType: &row.DiscountType, DiscountAmount: &row.DiscountAmount, ShareType: &row.ShareType, ShareValue: &row.ShareValue,
		ShareCap: row.ShareCap, ShareDuration: &row.ShareDuration})
}

// locks adds to a batch that all is locked which the facts' purchases and voids may change, in the one order of locks: share periods,
// wallets. With it comes what could not be read before.
func (r *round) locks(b *db.Batch) {
	r.granted, r.wallets = map[period]money.Fils{}, map[string]*ledger.Wallet{}
	companies, wallets := map[period]string{}, map[string]bool{}
	var ofDays []string
	var days []clock.Date
	for _, f := range r.read {
		p, _ := r.p.prove(f.Proof)
		of := r.buyers[p.profile]
		if of == nil || f.Account == 0 {
			continue
		}
		wallets[of.ProfileID] = true
		if _, known := of.ofDay[f.day]; !known {
			of.ofDay[f.day], ofDays, days = 0, append(ofDays, of.ProfileID), append(days, f.day)
		}
		if of.Terms.ShareValue > 0 {
			companies[period{of.ProfileID, of.Terms.ShareDuration, week.PeriodStart(of.Terms.ShareDuration, f.day)}] = of.CompanyID
		}
	}
	for _, s := range r.sold {
		if s.CompanyShare > 0 {
			companies[s.period()] = s.BuyerCompany
		}
		if s.WalletAmount+s.OwedAmount > 0 {
			wallets[s.ProfileID] = true
		}
	}
	r.p.Menus.Brings(b, r.menus)
	r.lockPeriods(b, companies)
	if len(wallets) > 0 {
		r.wallets = ledger.Wallets(b, slices.Sorted(maps.Keys(wallets)))
	}
	if len(days) > 0 {
		b.Step("read shares and charges of days", func(ctx context.Context, q *db.Queries) error {
			rows, err := q.CounterDaysOf(ctx, ofDays, days)
			for _, d := range rows {
				of := r.buyers[d.Profile]
				of.ofDay[d.Day], of.charged[d.Day] = money.Fils(d.Granted), money.Fils(d.Charged)
			}
			return err
		})
	}
}

func (r *round) lockPeriods(b *db.Batch, companies map[period]string) {
	if len(companies) == 0 {
		return
	}
	var profiles, of, durations []string
	var starts []clock.Date
	for _, p := range slices.SortedFunc(maps.Keys(companies), comparePeriods) {
		profiles, of, durations, starts = append(profiles, p.profile), append(of, companies[p]), append(durations, p.duration),
			append(starts, p.start)
	}
	b.Step("make share periods", func(ctx context.Context, q *db.Queries) error {
		return q.CounterPeriodsMake(ctx, profiles, of, durations, starts)
	})
	b.Step("lock share periods", func(ctx context.Context, q *db.Queries) error {
		rows, err := q.CounterPeriodsLock(ctx, profiles, durations, starts)
		for _, row := range rows {
			r.granted[period{row.ProfileID, row.Duration, row.PeriodStart}] = row.Granted
		}
		return err
	})
}
