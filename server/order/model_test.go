package order_test

import (
	"cmp"
	"maps"
	"reflect"
	"slices"
	"time"

	"sahn/server/platform/clock"
)

// The rules of ordering, written a second time as plainly as possible and independently of the product's code: no database, no
// locks, and every sum computed anew whenever it is asked for. story_test.go compares its answers with what the product does.

type (
	modelTerms struct {
		discountKind string
		discount     int64
		shareKind    string
		share        int64
		shareCap     *int64
		duration     string
		minDays      int
		minMeals     int
	}
	modelLine struct {
		meal            string
		qty             int
		price, charged  int64
		portionsWeighed int // of a limited meal
	}
	modelDay struct {
		date  clock.Date
		lines []modelLine
		share int64
		live  bool // false: cancelled by the eater
	}
	// modelChange is an amendment that waits for the card.
	modelChange struct {
		state        string // open, failed or done
		days         []modelDay
		wallet, card int64
		version      int
	}
	modelOrder struct {
		status       string
		terms        modelTerms
		days         []modelDay
		wallet, card int64 // what each has paid, or shall pay while the order waits; the wallet may have got more back than it gave
		version      int
		change       *modelChange
		atCard       int64 // what the provider keeps
		goingBack    int64 // what it was asked to give back and has not yet
		walletOnly   bool  // the last change gave nothing back to the card
	}
	modelPerson struct {
		wallet int64 // entries
		orders []*modelOrder
	}
	model struct {
		now    time.Time
		terms  modelTerms
		closed []clock.Date
		menu   map[clock.Date]map[string]int64 // price by meal
		left   map[clock.Date]map[string]int   // of limited meals
		people []*modelPerson

		forgetful bool // a model that is wrong on purpose
	}
	choices map[clock.Date]map[string]int
)

func (t modelTerms) charge(price int64) int64 {
	if t.discountKind == "Flat" {
		return max(0, price-t.discount)
	}
	hundredths := price * (100 - t.discount)
	tens := hundredths / 1000
	if hundredths%1000 >= 500 {
		tens++
	}
	return min(price, tens*10)
}

// grant is the company's part of a day when so much of the period is used.
func (t modelTerms) grant(net, used int64) int64 {
	part := t.share
	if t.shareKind == "Percentage" {
		part = (net*t.share + 50) / 100
	}
	if t.shareCap != nil {
		part = min(part, *t.shareCap-used)
	}
	return max(0, min(part, net))
}

// period is the first date of the share period of a date.
func (t modelTerms) period(d clock.Date) clock.Date {
	for {
		switch {
		case t.duration == "Daily", t.duration == "Weekly" && d.Weekday() == time.Monday, t.duration == "Monthly" && d.Time().Day() == 1:
			return d
		}
		d--
	}
}

// open says that a day can still be changed: its second last midnight has not come.
func (m *model) open(d clock.Date) bool { return m.now.Before(d.Time().Add(-28 * time.Hour)) }

func (d modelDay) net() (sum int64) {
	for _, l := range d.lines {
		sum += l.charged * int64(l.qty)
	}
	return sum
}

func (d modelDay) meals() (n int) {
	for _, l := range d.lines {
		n += l.qty
	}
	return n
}

// line is what a day holds of a meal: nothing when it was cancelled.
func (d modelDay) line(meal string) (held modelLine) {
	for _, l := range d.lines {
		if d.live && l.meal == meal {
			return l
		}
	}
	return held
}

func employee(days []modelDay) (sum int64) {
	for _, d := range days {
		if d.live {
			sum += d.net() - d.share
		}
	}
	return sum
}

// active says that an order holds its days, its share and its portions.
func (o *modelOrder) active() bool {
	return slices.Contains([]string{"Payment Pending", "Confirmed", "Completed"}, o.status)
}

// held is wallet money that is set aside for what waits.
func (p *modelPerson) held() (sum int64) {
	for _, o := range p.orders {
		if o.status == "Payment Pending" {
			sum += o.wallet
		}
		if o.change != nil && o.change.state == "open" {
			sum += o.change.wallet
		}
	}
	return sum
}

func (p *modelPerson) spendable() int64 { return p.wallet - p.held() }

// granted is what a period has given, and holds for an amendment on its way.
func (p *modelPerson) granted(period clock.Date) (sum int64) {
	for _, o := range p.orders {
		if !o.active() {
			continue
		}
		now := shares(o.terms, o.days)[period]
		sum += now
		if o.change != nil && o.change.state == "open" {
			sum += max(0, shares(o.terms, o.change.days)[period]-now)
		}
	}
	return sum
}

func shares(t modelTerms, days []modelDay) map[clock.Date]int64 {
	by := map[clock.Date]int64{}
	for _, d := range days {
		if d.live {
			by[t.period(d.date)] += d.share
		}
	}
	return by
}

// holds says that the person has a delivery on a date, or waits to have one back, in another order than this.
func (p *modelPerson) holds(date clock.Date, except *modelOrder) bool {
	on := func(d modelDay) bool { return d.date == date && d.live }
	return slices.ContainsFunc(p.orders, func(o *modelOrder) bool {
		waits := o.change != nil && o.change.state == "open" && slices.ContainsFunc(o.change.days, on)
		return o != except && o.active() && (waits || slices.ContainsFunc(o.days, on))
	})
}

func (m *model) shut(d clock.Date) bool {
	return d.Weekday() == time.Saturday || d.Weekday() == time.Sunday || slices.Contains(m.closed, d)
}

// has says that so many of a meal can be had on a date.
func (m *model) has(date clock.Date, meal string, qty int) bool {
	_, offered := m.menu[date][meal]
	left, limited := m.left[date][meal]
	return offered && (!limited || left >= qty)
}

// orderable says that a person could order something for a date.
func (m *model) orderable(p *modelPerson, d clock.Date) bool {
	if m.shut(d) || p.holds(d, nil) || !m.open(d) {
		return false
	}
	for meal := range m.menu[d] {
		if m.has(d, meal, 1) {
			return true
		}
	}
	return false
}

// price makes the days of a new order of one week, and says whether it can be placed.
func (m *model) price(p *modelPerson, w choices) (days []modelDay, ok bool) {
	ok = true
	dates := sorted(w)
	used := map[clock.Date]int64{}
	for _, date := range dates {
		if m.shut(date) || p.holds(date, nil) || !m.open(date) || date.Monday() != dates[0].Monday() {
			return nil, false
		}
		day := modelDay{date: date, live: true}
		for _, meal := range sorted(w[date]) {
			if !m.has(date, meal, w[date][meal]) {
				return nil, false
			}
			price := m.menu[date][meal]
			day.lines = append(day.lines, modelLine{meal: meal, qty: w[date][meal], price: price, charged: m.terms.charge(price)})
		}
		if day.meals() < m.terms.minMeals {
			ok = false
		}
		period := m.terms.period(date)
		day.share = m.terms.grant(day.net(), p.granted(period)+used[period])
		used[period] += day.share
		days = append(days, day)
	}
	need, can := m.terms.minDays, 0
	for d := dates[0].Monday(); d < dates[0].Monday()+5; d++ {
		if p.holds(d, nil) {
			need--
		} else if m.orderable(p, d) {
			can++
		}
	}
	return days, ok && len(days) >= min(need, can)
}

// place orders days that price has allowed.
func (m *model) place(p *modelPerson, days []modelDay, useWallet bool) *modelOrder {
	o := &modelOrder{terms: m.terms, days: days, status: "Confirmed"}
	owed := employee(days)
	if useWallet {
		o.wallet = min(p.spendable(), owed)
	}
	o.card = owed - o.wallet
	old := slices.IndexFunc(p.orders, func(old *modelOrder) bool {
		return old.status == "Payment Failed" && old.wallet == o.wallet && reflect.DeepEqual(bare(old.days), bare(days))
	})
	if old >= 0 {
		o = p.orders[old]
	} else {
		for _, old := range p.orders {
			for _, d := range days {
				if old.status == "Payment Failed" && slices.ContainsFunc(old.days, func(o modelDay) bool { return o.date == d.date }) {
					old.status = "Cancelled"
				}
			}
		}
		p.orders = append(p.orders, o)
	}
	m.take(o.days)
	if o.card > 0 {
		o.status = "Payment Pending"
	} else {
		p.wallet -= o.wallet
	}
	return o
}

// bare is what a person agrees to: days without what was weighed out for them.
func bare(days []modelDay) []modelDay {
	all := clone(days)
	for i := range all {
		for j := range all[i].lines {
			all[i].lines[j].portionsWeighed = 0
		}
	}
	return all
}

// take weighs out what is limited.
func (m *model) take(days []modelDay) {
	for i := range days {
		for j := range days[i].lines {
			l := &days[i].lines[j]
			if _, limited := m.left[days[i].date][l.meal]; limited && days[i].live {
				m.left[days[i].date][l.meal] -= l.qty
				l.portionsWeighed = l.qty
			}
		}
	}
}

// give puts back what was weighed out.
func (m *model) give(days []modelDay) {
	for i := range days {
		for j := range days[i].lines {
			l := &days[i].lines[j]
			if l.portionsWeighed > 0 {
				m.left[days[i].date][l.meal] += l.portionsWeighed
				l.portionsWeighed = 0
			}
		}
	}
}

// paid is the card page's success for an order, at whatever time.
func (m *model) paid(p *modelPerson, o *modelOrder) {
	o.atCard += o.card
	switch {
	case o.status == "Payment Pending":
		o.status = "Confirmed"
		p.wallet -= o.wallet
	case o.status == "Payment Failed" && m.canStandAgain(p, o):
		o.status = "Confirmed"
		p.wallet -= o.wallet
		m.take(o.days)
	default:
		if o.status == "Payment Failed" {
			o.status = "Cancelled"
		}
		o.goingBack += o.card
	}
}

func (m *model) canStandAgain(p *modelPerson, o *modelOrder) bool {
	for period, part := range shares(o.terms, o.days) {
		if o.terms.shareCap != nil && part > 0 && p.granted(period)+part > *o.terms.shareCap {
			return false
		}
	}
	for _, d := range o.days {
		if p.holds(d.date, o) {
			return false
		}
		for _, l := range d.lines {
			if !m.has(d.date, l.meal, l.qty) {
				return false
			}
		}
	}
	return p.spendable() >= o.wallet
}

func (m *model) refused(o *modelOrder) {
	o.status = "Payment Failed"
	m.give(o.days)
}

// refund is the provider giving back all that it was asked for.
func (o *modelOrder) refund() {
	if o.goingBack == 0 {
		return
	}
	o.atCard -= o.goingBack
	o.goingBack = 0
	if o.status == "Cancelled" && !o.walletOnly {
		o.status = "Refunded"
	}
}

// tidy is what time does.
func (m *model) tidy() {
	today := clock.DateOf(m.now)
	for _, p := range m.people {
		for _, o := range p.orders {
			live := slices.ContainsFunc(o.days, func(d modelDay) bool { return d.live })
			coming := slices.ContainsFunc(o.days, func(d modelDay) bool { return d.live && d.date >= today })
			late := slices.ContainsFunc(o.days, func(d modelDay) bool { return !m.open(d.date) })
			switch {
			case o.status == "Confirmed" && live && !coming && (o.change == nil || o.change.state != "open"):
				o.status = "Completed"
			case o.status == "Payment Failed" && late:
				o.status = "Cancelled"
			}
		}
	}
}

func clone(days []modelDay) []modelDay {
	all := slices.Clone(days)
	for i := range all {
		all[i].lines = slices.Clone(all[i].lines)
	}
	return all
}

func sorted[K cmp.Ordered, V any](m map[K]V) []K { return slices.Sorted(maps.Keys(m)) }
