package order_test

import (
	"slices"

	"sahn/server/platform/clock"
)

// amend makes the days of an order as they would be, and says whether that can be had. A day without meals is cancelled.
func (m *model) amend(p *modelPerson, o *modelOrder, w choices) (days []modelDay, ok bool) {
	if o.status != "Confirmed" || o.change != nil && o.change.state == "open" {
		return nil, false
	}
	days = clone(o.days)
	for date, choice := range w {
		i := slices.IndexFunc(days, func(d modelDay) bool { return d.date == date })
		if i < 0 {
			return nil, false
		}
		was := days[i]
		if was.brings(choice) {
			continue
		}
		if !m.open(date) {
			return nil, false
		}
		if len(choice) == 0 {
			days[i].live, days[i].share = false, 0
			continue
		}
		if m.shut(date) || p.holds(date, o) {
			return nil, false
		}
		day := modelDay{date: date, live: true}
		for _, meal := range sorted(choice) {
			l := modelLine{meal: meal, qty: choice[meal]}
			more := l.qty
			if old := was.line(meal); old.qty > 0 {
				l.price, l.charged = old.price, old.charged
				more -= old.qty
			} else {
				l.price = m.menu[date][meal]
				l.charged = o.terms.charge(l.price)
			}
			if more > 0 && !m.has(date, meal, more) {
				return nil, false
			}
			day.lines = append(day.lines, l)
		}
		if day.meals() < o.terms.minMeals {
			return nil, false
		}
		days[i] = day
	}
	m.shareAgain(p, o, days)
	return days, !slices.EqualFunc(days, o.days, modelDay.same)
}

func (d modelDay) same(other modelDay) bool {
	w := map[string]int{}
	for _, l := range other.lines {
		w[l.meal] = l.qty
	}
	return d.live == other.live && d.share == other.share && (!d.live || d.brings(w))
}

// brings says that a day is just what is chosen.
func (d modelDay) brings(choice map[string]int) bool {
	if !d.live || len(choice) != len(d.lines) {
		return !d.live && len(choice) == 0
	}
	return !slices.ContainsFunc(d.lines, func(l modelLine) bool { return choice[l.meal] != l.qty })
}

// shareAgain counts the company's part of every open day anew, in the order of dates.
func (m *model) shareAgain(p *modelPerson, o *modelOrder, days []modelDay) {
	used := map[clock.Date]int64{}
	for _, d := range o.days {
		period := o.terms.period(d.date)
		if _, seen := used[period]; !seen {
			used[period] = p.granted(period)
		}
		if d.live && m.open(d.date) {
			used[period] -= d.share
		}
	}
	for i, d := range days {
		if !d.live || !m.open(d.date) {
			continue
		}
		period := o.terms.period(d.date)
		days[i].share = o.terms.grant(d.net(), used[period])
		used[period] += days[i].share
	}
}

// save lets an amendment that amend has allowed happen, or wait for the card.
func (m *model) save(p *modelPerson, o *modelOrder, days []modelDay, useWallet, toCard bool) *modelChange {
	change := &modelChange{state: "open", days: days, version: o.version}
	owed := employee(days) - employee(o.days)
	switch {
	case owed > 0:
		if useWallet {
			change.wallet = min(p.spendable(), owed)
		}
		change.card = owed - change.wallet
	case toCard:
		change.card = -min(-owed, o.card)
		change.wallet = owed - change.card
	default:
		change.wallet = owed
	}
	o.change = change
	m.takeMore(o.days, days)
	if change.card <= 0 {
		m.happen(p, o, change)
	}
	return change
}

// takeMore weighs out only what the new days need beyond the old. What the old need beyond the new goes back when the change
// happens.
func (m *model) takeMore(was, become []modelDay) {
	for i := range become {
		for j := range become[i].lines {
			l := &become[i].lines[j]
			old := was[i].line(l.meal)
			l.portionsWeighed = min(old.portionsWeighed, l.qty)
			if _, limited := m.left[become[i].date][l.meal]; limited && become[i].live && l.qty > old.qty {
				m.left[become[i].date][l.meal] -= l.qty - old.qty
				l.portionsWeighed = old.portionsWeighed + l.qty - old.qty
			}
		}
	}
}

// giveLess undoes takeMore.
func (m *model) giveLess(was, become []modelDay) {
	for i := range become {
		for _, l := range become[i].lines {
			if more := l.portionsWeighed - was[i].line(l.meal).portionsWeighed; become[i].live && more > 0 {
				m.left[become[i].date][l.meal] += more
			}
		}
	}
}

// happen makes a change true: its portions are weighed out already.
func (m *model) happen(p *modelPerson, o *modelOrder, c *modelChange) {
	for i, was := range o.days {
		for _, old := range was.lines {
			if !was.live || old.portionsWeighed == 0 || m.forgetful {
				continue
			}
			m.left[was.date][old.meal] += max(0, old.portionsWeighed-c.days[i].line(old.meal).portionsWeighed)
		}
	}
	for i := range c.days {
		if !c.days[i].live {
			for j := range c.days[i].lines {
				c.days[i].lines[j].portionsWeighed = 0
			}
		}
	}
	p.wallet -= c.wallet
	o.wallet += c.wallet
	o.card += c.card
	if c.card < 0 {
		o.goingBack -= c.card
	}
	o.days, c.state = c.days, "done"
	o.walletOnly = c.card >= 0
	o.version++
	if !slices.ContainsFunc(o.days, func(d modelDay) bool { return d.live }) {
		o.status = "Cancelled"
	}
}

// changePaid is the card page's success for an amendment, at whatever time.
func (m *model) changePaid(p *modelPerson, o *modelOrder, c *modelChange) {
	o.atCard += c.card
	if c.state == "open" && m.onTheTable(o, c) {
		m.changeRefused(o, c)
		o.goingBack += c.card
		return
	}
	if c.state == "failed" && !m.canChangeAfterAll(p, o, c) {
		o.goingBack += c.card
		return
	}
	if c.state == "failed" {
		m.takeMore(o.days, c.days)
	}
	m.happen(p, o, c)
}

// onTheTable says that the lunch of a day that would be another one is eaten today, or was.
func (m *model) onTheTable(o *modelOrder, c *modelChange) bool {
	for i, d := range c.days {
		if !d.same(o.days[i]) && d.date <= clock.DateOf(m.now) {
			return true
		}
	}
	return false
}

func (m *model) canChangeAfterAll(p *modelPerson, o *modelOrder, c *modelChange) bool {
	if o.status != "Confirmed" || o.version != c.version || o.change.state == "open" || p.spendable() < c.wallet {
		return false
	}
	now := shares(o.terms, o.days)
	for period, part := range shares(o.terms, c.days) {
		if more := part - now[period]; more > 0 && o.terms.shareCap != nil && p.granted(period)+more > *o.terms.shareCap {
			return false
		}
	}
	for i, d := range c.days {
		if !d.same(o.days[i]) && (!m.open(d.date) || d.live && p.holds(d.date, o)) {
			return false
		}
		for _, l := range d.lines {
			if more := l.qty - o.days[i].line(l.meal).qty; d.live && more > 0 && !m.has(d.date, l.meal, more) {
				return false
			}
		}
	}
	return true
}

func (m *model) changeRefused(o *modelOrder, c *modelChange) {
	c.state = "failed"
	m.giveLess(o.days, c.days)
}
