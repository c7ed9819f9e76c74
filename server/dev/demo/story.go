package demo

import (
	"encoding/json"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"time"

	"sahn/server/dev/sample"
	"sahn/server/ledger"
	"sahn/server/menu"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/money"
	"sahn/server/quote"
	"sahn/server/week"
)

// setting is the environment that all stories share.
type setting struct {
	now     time.Time
	rand    *rand.Rand
	id      func(at time.Time) string
	terms   quote.Terms
	weeks   map[clock.Date]*menu.Week
	closed  []clock.Date
	limited map[clock.Date]map[string]bool // meals with a portion limit: they are left to the users of the demo
	first   clock.Date                     // the history's first Monday
	last    clock.Date                     // the last one with a menu
}

// story is the history of one member, event after event, with the rows that the product would have written for it: prices, shares and
// amendments come from the same pure functions as in the product.
type story struct {
	*setting
	m       sample.Member
	device  string
	rev     int64
	balance money.Fils
	granted map[clock.Date]money.Fils
	orders  []*placed
	events  []event

	attempts      []db.Attempt
	notifications []db.PaymentEvent
	amendments    []db.Amendment
	refunds       []db.Refund
	topups        []db.Topup
	moves         []moved
	posts         []ledger.Past
	holds         []ledger.PastHold
}

type event struct {
	at time.Time
	do func(at time.Time)
}

// moved is a change of status of an order or an amendment.
type moved struct {
	amendment bool
	id        string
	was       *string
	became    string
	cause     string
	at        time.Time
}

// placed is an order with its days in their present state.
type placed struct {
	db.Order
	days []*day
}

type day struct {
	db.Delivery
	items []quote.Line
	use   *db.ShareUse
}

// storyOf generates a member's year.
func (a *setting) storyOf(m sample.Member) *story {
	s := &story{setting: a, m: m, device: a.id(m.Joined.Start()), granted: map[clock.Date]money.Fils{}}
	if m.Profile.Status == "Invited" || m.Profile.Status == "Pending" {
		return s
	}
	if a.rand.IntN(5) == 0 && !m.Welcomed {
		s.credit(later(m.Joined.Start().Add(12*time.Hour), (a.first-7).Start()), 2000, "Welcome to Sahn")
	}
	for monday := a.first; monday <= a.last; monday += 7 {
		s.plan(monday)
	}
	for len(s.events) > 0 {
		next := s.events[0]
		s.events = s.events[1:]
		next.do(next.at)
	}
	return s
}

// settles is the minimum age of an event, so that its payments are settled.
const settles = 10 * time.Minute

// at schedules an event, unless it would be in the future.
func (s *story) at(when time.Time, do func(at time.Time)) {
	if when.After(s.now.Add(-settles)) {
		return
	}
	// An event goes after the others of the same time.
	i, _ := slices.BinarySearchFunc(s.events, when, func(e event, t time.Time) int { return e.at.Compare(t.Add(1)) })
	s.events = slices.Insert(s.events, i, event{when, do})
}

func (s *story) chance(percent int) bool { return s.rand.IntN(100) < percent }

// plan decides whether and when the member orders for a week, and for which of its days.
func (s *story) plan(monday clock.Date) {
	if !s.chance(s.m.Weeks * sample.Appetite(monday+2) / 100) {
		return
	}
	var can, want []clock.Date
	for d := monday; d < monday+5; d++ {
		if !slices.Contains(s.closed, d) && d >= s.m.Joined+3 && (s.m.Left == 0 || d <= s.m.Left) {
			can = append(can, d)
		}
	}
	for _, d := range can {
		likely := s.m.Days
		if d.Weekday() == time.Friday {
			likely = likely * 2 / 3
		}
		if s.chance(likely) {
			want = append(want, d)
		}
	}
	for _, d := range can {
		if len(want) < min(s.terms.MinimumDay, len(can)) && !slices.Contains(want, d) {
			want = append(want, d)
		}
	}
	if len(want) == 0 {
		return
	}
	slices.Sort(want)
	when := (monday - 5 + clock.Date(s.rand.IntN(3))).Start().Add(time.Duration(8*3600+s.rand.IntN(10*3600)) * time.Second)
	if when.After(s.now) { // some people order in advance
		if !s.chance(22) {
			return
		}
		when = s.now.Add(-time.Hour - time.Duration(s.rand.IntN(50*3600))*time.Second)
	}
	when = later(when, s.m.Joined.Start().Add(20*time.Hour))
	s.at(when, func(at time.Time) { s.order(s.choices(want), at, "") })
}

// choices are meals for dates, from their menus.
func (s *story) choices(dates []clock.Date) []quote.Day {
	days := make([]quote.Day, 0, len(dates))
	for _, d := range dates {
		if meal := s.meal(d, ""); meal != "" {
			item := quote.Item{Meal: meal, Qty: 1}
			if s.chance(4) {
				item.Qty = 2
			}
			days = append(days, quote.Day{Date: d, Items: []quote.Item{item}})
		}
	}
	return days
}

func (s *story) meal(date clock.Date, but string) string {
	w := s.weeks[date.Monday()]
	var can []string
	for _, id := range w.Days[date-date.Monday()].Meals {
		m, _ := w.Meal(id)
		if id != but && !s.limited[date][id] && (!s.m.Vegetarian || slices.Contains(m.Diets, "Vegetarian")) {
			can = append(can, id)
		}
	}
	if len(can) == 0 {
		return ""
	}
	return can[min(s.rand.IntN(len(can)), s.rand.IntN(len(can)))] // meals at the top are chosen more often
}

// order places an order and lets its payment succeed or fail. replaces is the order whose payment failed before.
func (s *story) order(days []quote.Day, at time.Time, replaces string) {
	if s.m.FromWallet && s.balance < 4000 && s.chance(70) {
		s.topUp(money.Fils(10000+5000*s.rand.IntN(4)), at.Add(-4*time.Minute))
	}
	priced := quote.Price(quote.Input{Days: days, Menu: s.weeks, Terms: s.terms, UseWallet: s.m.FromWallet || s.balance > 0, Now: at,
		Live: quote.Live{Wallet: s.balance, ShareUsed: maps.Clone(s.granted), Taken: s.taken(""), Closed: s.closed}})
	if len(priced.Issues) > 0 || len(priced.Days) == 0 {
		return
	}
	for _, o := range s.orders {
		if o.ID == replaces {
			s.move(o, "Cancelled", "replaced by a new order", at)
		}
	}
	s.rev++
	o := &placed{Order: db.Order{ID: s.id(at), ProfileID: s.m.Profile.ID, CompanyID: s.m.Profile.CompanyID, Source: "web",
		Week: priced.Days[0].Date.Monday(), Version: 1, Rev: s.rev, GrossAmount: priced.Gross, Discount: priced.Discount, NetAmount: priced.Net,
		CompanyShare: priced.CompanyShare, EmployeeShare: priced.EmployeeShare, WalletAmount: priced.Wallet, PayableAmount: priced.Payable,
		AmountDue: priced.Payable, VatAmount: priced.VAT, CompanyVatAmount: priced.CompanyVAT, Terms: say(s.terms), Quote: say(priced),
		QuoteHash: priced.Hash, DraftRevs: json.RawMessage("{}"), HandoffKey: s.id(at), DeviceID: &s.device, CreatedAt: at}}
	for _, d := range priced.Days {
		start := week.PeriodStart(s.terms.ShareDuration, d.Date)
		one := &day{items: d.Items,
			Delivery: db.Delivery{ID: s.id(at), OrderID: o.ID, ProfileID: o.ProfileID, CompanyID: o.CompanyID, DeliveryDate: d.Date,
				Cutoff: d.Cutoff, AddressID: s.m.Profile.AddressID, Live: true, GrossAmount: d.Gross, NetAmount: d.Net, CompanyShare: d.CompanyShare,
				VatAmount: d.VAT, VatRate: d.VATRate, ShareBefore: s.granted[start]}}
		one.share(d.CompanyShare, start, s.terms.ShareDuration, "used")
		s.granted[start] += d.CompanyShare
		o.days = append(o.days, one)
	}
	s.balance -= o.WalletAmount
	s.orders = append(s.orders, o)
	s.move(o, "Initiated", "placed", at)
	if o.PayableAmount == 0 {
		s.confirm(o, "nothing due", at)
		return
	}
	s.move(o, "Payment Pending", "handed to the card page", at)
	if s.chance(2) {
		s.decline(o, days, at)
		return
	}
	s.confirm(o, "paid", s.pay("order", o.ID, o.PayableAmount, at))
}

func (d *day) share(amount money.Fils, start clock.Date, duration, state string) {
	switch {
	case amount > 0:
		d.use = &db.ShareUse{DeliveryID: d.ID, CompanyID: d.CompanyID, ProfileID: d.ProfileID, Duration: duration, PeriodStart: start,
			Amount: amount, State: state}
	case d.use != nil:
		d.use.Amount, d.use.State = 0, state
	}
}

func (s *story) taken(but string) (dates []clock.Date) {
	for _, o := range s.orders {
		for _, d := range o.days {
			if d.Live && o.ID != but {
				dates = append(dates, d.DeliveryDate)
			}
		}
	}
	return dates
}

// confirm posts an order's money, and schedules the following events.
func (s *story) confirm(o *placed, cause string, at time.Time) {
	if o.WalletAmount > 0 {
		s.holds = append(s.holds, ledger.PastHold{Subject: o.ID, Profile: o.ProfileID, State: "used", Amount: o.WalletAmount})
	}
	s.post("order", o.ID, at, o.WalletAmount, o.PayableAmount, o.CompanyShare)
	s.move(o, "Confirmed", cause, at)
	last := o.days[len(o.days)-1].DeliveryDate
	s.at((last + 1).Start().Add(time.Duration(60+s.rand.IntN(240))*time.Second), func(at time.Time) {
		if o.Status == "Confirmed" {
			s.move(o, "Completed", "delivered", at)
		}
	})
	if s.chance(9) {
		d := o.days[s.rand.IntN(len(o.days))]
		s.at(d.Cutoff.Add(-time.Duration(2*3600+s.rand.IntN(10*3600))*time.Second), func(at time.Time) { s.change(o, d, at) })
	}
}

// decline lets the card be refused: most people try again at once, the others give up.
func (s *story) decline(o *placed, days []quote.Day, at time.Time) {
	failed := at.Add(100 * time.Second)
	s.attempts = append(s.attempts, s.attempt("order", o.ID, o.PayableAmount, at, func(a *db.Attempt) {
		a.Status, a.Reason, a.SettledAt = "failed", "insufficient_funds", &failed
	}))
	s.balance += o.WalletAmount
	if o.WalletAmount > 0 {
		s.holds = append(s.holds, ledger.PastHold{Subject: o.ID, Profile: o.ProfileID, State: "released", Amount: o.WalletAmount})
	}
	for _, d := range o.days {
		d.Live = false
		if d.use != nil {
			d.use.State = "released"
			s.granted[d.use.PeriodStart] -= d.use.Amount
		}
	}
	s.move(o, "Payment Failed", "payment failed", failed)
	if s.chance(75) {
		s.at(failed.Add(3*time.Minute), func(at time.Time) { s.order(days, at, o.ID) })
	}
	s.at(o.days[0].Cutoff.Add(3*time.Minute), func(at time.Time) {
		if o.Status == "Payment Failed" {
			s.move(o, "Cancelled", "not paid before the cut-off", at)
		}
	})
}

func (s *story) move(o *placed, to, cause string, at time.Time) {
	m := moved{id: o.ID, became: to, cause: cause, at: at}
	if o.Status != "" {
		was := o.Status
		m.was = &was
		s.rev++
		o.Version++
		o.Rev = s.rev
	}
	switch to {
	case "Confirmed":
		o.AmountDue, o.PaidAt = 0, &at
	case "Cancelled":
		o.AmountDue = 0
	}
	o.Status = to
	s.moves = append(s.moves, m)
}

// pay is a successful card payment; it returns its time.
func (s *story) pay(purpose, subject string, amount money.Fils, at time.Time) time.Time {
	paid := at.Add(time.Duration(40+s.rand.IntN(100)) * time.Second)
	a := s.attempt(purpose, subject, amount, at, func(a *db.Attempt) {
		fort := strconv.FormatInt(169_000_000_000_000_000+paid.UnixMilli()*1000+int64(s.rand.IntN(1000)), 10) + strconv.Itoa(s.rand.IntN(90)+10)
		a.Status, a.FortID, a.Card, a.SettledAt = "paid", &fort, s.m.Card, &paid
	})
	s.attempts = append(s.attempts, a)
	s.notifications = append(s.notifications, db.PaymentEvent{ID: s.id(paid), Identity: []byte("demo|" + a.Reference), Source: "notify",
		Reference: a.Reference, FortID: *a.FortID, Command: "PURCHASE", Status: "14", ResponseCode: "14000", Amount: &a.Amount, Verified: true,
		Outcome: "paid", At: paid})
	return paid
}

func (s *story) attempt(purpose, subject string, amount money.Fils, at time.Time, ended func(a *db.Attempt)) db.Attempt {
	a := db.Attempt{ID: s.id(at), Purpose: purpose, SubjectID: subject, ProfileID: s.m.Profile.ID, CompanyID: s.m.Profile.CompanyID,
		Amount: amount, Currency: "AED", Email: s.m.Person.Email, CreatedAt: at, ExpiresAt: at.Add(15 * time.Minute)}
	a.Reference = a.ID
	ended(&a)
	return a
}

func (s *story) topUp(amount money.Fils, at time.Time) {
	t := db.Topup{ID: s.id(at), ProfileID: s.m.Profile.ID, CompanyID: s.m.Profile.CompanyID, Amount: amount, Key: s.id(at), CreatedAt: at}
	s.topups = append(s.topups, t)
	paid := s.pay("topup", t.ID, amount, at)
	s.balance += amount
	s.posts = append(s.posts, ledger.Past{ID: s.id(paid), Kind: "topup", CauseType: "topup", CauseID: t.ID, At: paid,
		Parts: []ledger.PastPart{{Account: "wallet", Of: s.m.Profile.ID, Amount: amount}, {Account: "card", Amount: -amount}}})
}

func (s *story) credit(at time.Time, amount money.Fils, note string) {
	s.balance += amount
	s.posts = append(s.posts,
		ledger.Past{ID: s.id(at), Kind: "credit", CauseType: "operator", CauseID: "demo-" + s.m.Profile.ID, Note: note, At: at,
			Parts: []ledger.PastPart{{Account: "wallet", Of: s.m.Profile.ID, Amount: amount}, {Account: "operator", Amount: -amount}}})
}

// post is a sale, or what a change adds to one: wallet, card and company pay, sales receives.
func (s *story) post(kind, id string, at time.Time, fromWallet, fromCard, fromCompany money.Fils) {
	s.posts = append(s.posts,
		ledger.Past{ID: s.id(at), Kind: kind, CauseType: kind, CauseID: id, At: at, Parts: []ledger.PastPart{
			{Account: "wallet", Of: s.m.Profile.ID, Amount: -fromWallet}, {Account: "card", Amount: -fromCard},
			{Account: "company", Of: s.m.Profile.CompanyID, Amount: -fromCompany}, {Account: "sales", Amount: fromWallet + fromCard + fromCompany}}})
}

func say(v any) json.RawMessage {
	body, err := json.Marshal(v)
	if err != nil {
		panic(err) // these types have no value that JSON does not know
	}
	return body
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
