package quote

import (
	"slices"
	"time"

	"sahn/server/menu"
	"sahn/server/platform/clock"
	"sahn/server/platform/money"
	"sahn/server/week"
)

// OrderedDay is one delivery of an order before the change. A cancelled delivery has no items. Whatever is changed on it, its VAT is
// counted at the rate at which it was ordered.
type OrderedDay struct {
	Date         clock.Date
	Cutoff       time.Time
	AddressID    string
	Items        []Line
	CompanyShare money.Fils
	ShareBefore  money.Fils
	VATRate      money.Rate
}

// AmendInput is everything that a change of an order depends on. Granted is the person's share of each period over all orders, including
// this one; Taken are the days of other orders; PaidByCard is the net amount that cards paid for the order.
type AmendInput struct {
	Order      string
	Version    int64
	Ordered    []OrderedDay
	Days       []AmendDay
	Menu       map[clock.Date]*menu.Week
	Withdrawn  map[clock.Date]Withdrawals
	Corrected  map[clock.Date][]string // meals that have more of what the eater avoids than when they were ordered
	Terms      Terms
	Granted    map[clock.Date]money.Fils
	Portions   map[clock.Date]map[string]int
	Taken      []clock.Date
	Closed     []clock.Date
	Balance    money.Fils
	PaidByCard money.Fils
	UseWallet  bool
	ToCard     bool
	Now        time.Time
}

// Amend prices a change. A meal that a delivery has keeps its agreed price, also for added portions; another meal costs its present menu
// price, and a replacement of a withdrawn meal at most the price of that one. The company's share is computed again for all days that are
// still open, in the order of their dates, at the order's own terms; closed days keep their share.
func Amend(in AmendInput) AmendmentQuote {
	proposed := map[clock.Date]AmendDay{}
	for _, w := range in.Days {
		proposed[w.Date] = w
	}
	return in.count(func(s OrderedDay) (DayState, bool, []Issue) {
		w, asked := proposed[s.Date]
		if !asked {
			return s.state(), false, nil
		}
		next, issues := in.proposed(s, w)
		return next, false, issues
	})
}

// count computes the amendment of all days of an order. next returns a day after the change, and whether its share is computed again
// although the day is closed.
func (in AmendInput) count(next func(s OrderedDay) (after DayState, anew bool, issues []Issue)) AmendmentQuote {
	q := AmendmentQuote{Order: in.Order, Version: in.Version, Days: []AmendedDay{}, Issues: []Issue{}}
	ordered := slices.SortedFunc(slices.Values(in.Ordered), func(a, b OrderedDay) int { return int(a.Date) - int(b.Date) })
	used := map[clock.Date]money.Fils{}
	for period, granted := range in.Granted {
		used[period] = granted
	}
	after, anew, own := make([]DayState, len(ordered)), make([]bool, len(ordered)), map[clock.Date]money.Fils{}
	for i, s := range ordered {
		var issues []Issue
		after[i], anew[i], issues = next(s)
		q.Issues = append(q.Issues, issues...)
		if anew[i] = anew[i] || in.Now.Before(s.Cutoff); anew[i] {
			own[week.PeriodStart(in.Terms.ShareDuration, s.Date)] += s.CompanyShare
		}
	}
	for period, share := range own {
		used[period] = in.Terms.usedBeside(used[period]-share, share)
	}
	for i, s := range ordered {
		before, after := s.state(), after[i]
		if anew[i] {
			period := week.PeriodStart(in.Terms.ShareDuration, s.Date)
			share := in.Terms.share(after.Net, used[period])
			if after.Net != before.Net || share != before.CompanyShare {
				after.ShareBefore = used[period]
			}
			after.CompanyShare, after.EmployeeShare = share, after.Net-share
			used[period] += share
		}
		q.Before.add(before)
		q.After.add(after)
		if change, same := changeOf(before, after); !same {
			q.Days = append(q.Days, AmendedDay{Date: s.Date, Cutoff: s.Cutoff, Change: change, Before: orNull(before), After: orNull(after)})
		}
	}
	if len(q.Days) == 0 && len(q.Issues) == 0 {
		q.Issues = append(q.Issues, Issue{Code: Unchanged})
	}
	q.settle(in)
	q.Hash = AmendmentHash(q)
	return q
}

// settle decides who pays the difference, or where it is refunded to: a card gets back at most what cards paid.
func (q *AmendmentQuote) settle(in AmendInput) {
	q.Difference = q.After.EmployeeShare - q.Before.EmployeeShare
	if due := max(0, q.Difference); due > 0 {
		if in.UseWallet {
			q.Wallet = max(0, min(in.Balance, due))
		}
		q.Payable = due - q.Wallet
	}
	q.Refund = max(0, -q.Difference)
	if in.ToCard {
		q.RefundCard = max(0, min(in.PaidByCard, q.Refund))
	}
	q.RefundWallet = q.Refund - q.RefundCard
}

// proposed is a delivery after the change, without its share; a change that is not possible leaves it unchanged, with an issue.
func (in AmendInput) proposed(s OrderedDay, w AmendDay) (DayState, []Issue) {
	now := s.state()
	next := DayState{AddressID: s.AddressID, Items: []Line{}, ShareBefore: now.ShareBefore, CompanyShare: now.CompanyShare}
	if w.AddressID != nil {
		next.AddressID = *w.AddressID
	}
	wanted := Day{Date: s.Date}
	if merged := merge([]Day{{Date: s.Date, Items: w.Items}}); len(merged) > 0 {
		wanted = merged[0]
	}
	switch code := in.barred(s); {
	case holds(s.Items, wanted.Items) && (next.AddressID == s.AddressID || len(wanted.Items) == 0):
		return now, nil
	case !in.Now.Before(s.Cutoff):
		return now, []Issue{{Code: CutoffPassed, Date: s.Date}}
	case len(wanted.Items) == 0:
		return DayState{Items: []Line{}}, nil
	case code != "":
		return now, []Issue{{Code: code, Date: s.Date}}
	}
	var issues []Issue
	if next.Items, issues = in.lines(s, wanted); len(next.Items) == 0 {
		return now, issues
	}
	meals := 0
	for _, l := range next.Items {
		meals += l.Qty
	}
	if least := max(1, in.Terms.MinimumMealCount); meals < least {
		issues = append(issues, Issue{Code: TooFewMeals, Date: s.Date, From: number(meals), To: number(least)})
	}
	next.sum()
	return next, issues
}

// barred is why a delivery cannot be changed or restored, empty when it can. The delivery does not count as taking its own day.
func (in AmendInput) barred(s OrderedDay) Code {
	taken := in.Taken
	if len(s.Items) > 0 {
		taken = nil
	}
	switch {
	case slices.Contains(in.Closed, s.Date):
		return DayClosed
	case slices.Contains(taken, s.Date):
		return DayTaken
	default:
		return ""
	}
}

// lines prices the meals of a changed delivery: portions that it has keep their agreed price; some of the added ones may replace a
// withdrawn meal.
func (in AmendInput) lines(s OrderedDay, wanted Day) (priced []Line, issues []Issue) {
	k := keep(s, wanted)
	var coming []*Line
	for _, item := range wanted.Items {
		held := k.held[item.Meal]
		report := func(code Code, limit int) {
			issues = append(issues, Issue{Code: code, Date: s.Date, Meal: item.Meal, From: number(item.Qty), To: number(limit)})
		}
		meal, offered := menu.Meal{}, false
		if w := in.Menu[s.Date.Monday()]; w != nil {
			meal, offered = w.On(s.Date, item.Meal)
		}
		left, limited := in.Portions[s.Date][item.Meal]
		more := item.Qty - held
		switch {
		case item.Qty < 1 || item.Qty > MaxQuantity:
			report(BadQuantity, MaxQuantity)
			continue
		case more > 0 && in.Menu[s.Date.Monday()] == nil:
			issues = append(issues, Issue{Code: MenuMissing, Date: s.Date, Meal: item.Meal})
			continue
		case more > 0 && !offered && held == 0:
			issues = append(issues, Issue{Code: Withdrawn, Date: s.Date, Meal: item.Meal})
			continue
		case more > 0 && !offered:
			report(Withdrawn, held)
			continue
		case more > 0 && limited && more > left:
			report(SoldOut, held+max(0, left))
			continue
		}
		if more > 0 {
			l := Line{Meal: meal.ID, Name: meal.Name, Qty: more, Price: meal.Price, Discounted: in.Terms.discounted(meal.Price)}
			if own, ok := k.own[item.Meal]; ok {
				l.Name, l.Price, l.Discounted = own.Name, own.Price, own.Discounted
			}
			coming = append(coming, &l)
		}
		k.order = append(k.order, item.Meal)
	}
	return k.bring(coming, in.freed(s, k)), issues
}

func (s OrderedDay) state() DayState {
	d := DayState{AddressID: s.AddressID, Items: slices.Clone(s.Items), CompanyShare: s.CompanyShare, ShareBefore: s.ShareBefore}
	if d.Items == nil {
		d.Items = []Line{}
	}
	d.sum()
	return d
}

func (d *DayState) sum() {
	for _, l := range d.Items {
		d.Gross += l.Price * money.Fils(l.Qty)
		d.Net += l.Total
	}
	d.Discount = d.Gross - d.Net
	d.EmployeeShare = d.Net - d.CompanyShare
}

func (s *Sums) add(d DayState) {
	s.Gross += d.Gross
	s.Discount += d.Discount
	s.Net += d.Net
	s.CompanyShare += d.CompanyShare
	s.EmployeeShare += d.EmployeeShare
	for _, l := range d.Items {
		s.VAT += l.VAT
	}
}

// changeOf is the kind of change of a delivery; true when nothing changes.
func changeOf(before, after DayState) (Change, bool) {
	switch {
	case len(before.Items) == 0 && len(after.Items) == 0:
		return Same, true
	case len(before.Items) == 0:
		return Restored, false
	case len(after.Items) == 0:
		return Cancelled, false
	case before.AddressID != after.AddressID || !slices.Equal(before.Items, after.Items):
		return Changed, false
	default:
		return Same, before.CompanyShare == after.CompanyShare
	}
}

func orNull(d DayState) *DayState {
	if len(d.Items) == 0 {
		return nil
	}
	return &d
}

// holds reports whether lines are exactly these meals.
func holds(lines []Line, items []Item) bool {
	portions := map[string]int{}
	for _, l := range lines {
		portions[l.Meal] += l.Qty
	}
	if len(portions) != len(items) {
		return false
	}
	for _, i := range items {
		if portions[i.Meal] != i.Qty {
			return false
		}
	}
	return true
}
