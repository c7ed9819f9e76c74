package quote

import (
	"cmp"
	"slices"

	"sahn/server/platform/clock"
	"sahn/server/platform/money"
)

// Withdrawals are the meals that were taken off a date, each with its replacement; empty when there is none.
type Withdrawals map[string]string

// kept is the state of a delivery while it is changed.
type kept struct {
	held  map[string]int  // portions of each meal before the change
	own   map[string]Line // agreed price of each meal that replaces no other
	stay  []Line
	gone  []Line // removed portions
	order []string
	rate  money.Rate
}

// keep divides a delivery into the portions that stay and those that are removed. When fewer portions of a meal stay, the cheapest ones
// do.
func keep(s OrderedDay, wanted Day) kept {
	k := kept{held: map[string]int{}, own: map[string]Line{}, rate: s.VATRate}
	left := map[string]int{}
	for _, i := range wanted.Items {
		left[i.Meal] = max(0, i.Qty)
	}
	for _, l := range slices.SortedStableFunc(slices.Values(s.Items), func(a, b Line) int { return cmp.Compare(a.Discounted, b.Discounted) }) {
		k.held[l.Meal] += l.Qty
		if l.InsteadOf == "" {
			k.own[l.Meal] = l
		}
		n := min(l.Qty, left[l.Meal])
		left[l.Meal] -= n
		if n > 0 {
			k.stay = append(k.stay, k.portions(l, n))
		}
		if n < l.Qty {
			k.gone = append(k.gone, k.portions(l, l.Qty-n))
		}
	}
	return k
}

// portions is so many portions at a line's price.
func (k kept) portions(l Line, n int) Line {
	l.Qty = n
	l.Total = l.Discounted * money.Fils(n)
	l.VAT = l.Total.VAT(k.rate)
	return l
}

// freed are the removed portions of withdrawn meals, and of those whose allergens were corrected: as many added portions may replace them,
// at no more than their price.
func (in AmendInput) freed(s OrderedDay, k kept) (slots []Line) {
	for _, l := range k.gone {
		if _, withdrawn := in.Withdrawn[s.Date][l.Meal]; !withdrawn && !slices.Contains(in.Corrected[s.Date], l.Meal) {
			continue
		}
		if l.InsteadOf == "" {
			l.InsteadOf = l.Meal
		}
		slots = append(slots, l)
	}
	return slots
}

// bring adds the new portions to those that stay. The most expensive portion replaces the cheapest withdrawn one, which gives the lowest
// total; a portion that is not more expensive keeps its own price.
func (k kept) bring(coming []*Line, slots []Line) []Line {
	slices.SortStableFunc(coming, func(a, b *Line) int {
		return cmp.Or(cmp.Compare(b.Discounted, a.Discounted), cmp.Compare(a.Meal, b.Meal))
	})
	slices.SortStableFunc(slots, func(a, b Line) int {
		return cmp.Or(cmp.Compare(a.Discounted, b.Discounted), cmp.Compare(a.InsteadOf, b.InsteadOf))
	})
	lines := k.stay
	for _, l := range coming {
		for l.Qty > 0 && len(slots) > 0 && slots[0].Discounted < l.Discounted {
			n := min(l.Qty, slots[0].Qty)
			free := *l
			free.Price, free.Discounted, free.InsteadOf = slots[0].Price, slots[0].Discounted, slots[0].InsteadOf
			lines = append(lines, k.portions(free, n))
			l.Qty -= n
			if slots[0].Qty -= n; slots[0].Qty == 0 {
				slots = slots[1:]
			}
		}
		if l.Qty > 0 {
			lines = append(lines, *l)
		}
	}
	return k.together(lines)
}

// together makes one line of each meal at each price, in the order in which the meals were requested.
func (k kept) together(lines []Line) []Line {
	all := []Line{}
	for _, l := range lines {
		if i := slices.IndexFunc(all, func(o Line) bool { return o.Meal == l.Meal && o.InsteadOf == l.InsteadOf }); i >= 0 {
			all[i] = k.portions(all[i], all[i].Qty+l.Qty)
		} else {
			all = append(all, k.portions(l, l.Qty))
		}
	}
	all = slices.DeleteFunc(all, func(l Line) bool { return !slices.Contains(k.order, l.Meal) })
	slices.SortStableFunc(all, func(a, b Line) int {
		return cmp.Or(cmp.Compare(slices.Index(k.order, a.Meal), slices.Index(k.order, b.Meal)), cmp.Compare(a.InsteadOf, b.InsteadOf))
	})
	return all
}

// TakeOut computes what happens to an order whose closed days still have withdrawn meals: the chosen replacement takes their place, at no
// more than their price, as long as it is offered and has portions left; otherwise they are removed. The refund goes into the wallet, or
// ToCard as far as cards paid. A day without remaining meals is cancelled.
func TakeOut(in AmendInput) AmendmentQuote {
	in.UseWallet = false
	return in.count(func(s OrderedDay) (DayState, bool, []Issue) {
		withdrawn := in.Withdrawn[s.Date]
		if in.Now.Before(s.Cutoff) || !slices.ContainsFunc(s.Items, func(l Line) bool { _, is := withdrawn[l.Meal]; return is }) {
			return s.state(), false, nil
		}
		next := DayState{AddressID: s.AddressID, ShareBefore: s.ShareBefore, CompanyShare: s.CompanyShare}
		wanted := Day{Date: s.Date}
		for _, l := range s.Items {
			if _, is := withdrawn[l.Meal]; !is {
				wanted.add(l.Meal, l.Qty)
			}
		}
		for _, l := range s.Items {
			instead := withdrawn[l.Meal]
			if instead == "" {
				continue
			}
			tried := Day{Date: s.Date, Items: slices.Clone(wanted.Items)}
			tried.add(instead, l.Qty)
			if _, issues := in.lines(s, tried); len(issues) == 0 {
				wanted = tried
			}
		}
		next.Items, _ = in.lines(s, wanted)
		if len(next.Items) == 0 {
			return DayState{Items: []Line{}}, true, nil
		}
		next.sum()
		return next, true, nil
	})
}

// GiveUp computes what happens to an order whose person left the company: each open day that the company pays a part of is cancelled, also
// one that would get a part of what the others leave. The refund goes to cards as far as they paid, the rest into the wallet.
func GiveUp(in AmendInput) (q AmendmentQuote) {
	in.UseWallet, in.ToCard = false, true
	gone := map[clock.Date]bool{}
	for _, s := range in.Ordered {
		gone[s.Date] = s.CompanyShare > 0
	}
	for more := true; more; {
		more = false
		q = in.count(func(s OrderedDay) (DayState, bool, []Issue) {
			if !gone[s.Date] || !in.Now.Before(s.Cutoff) {
				return s.state(), false, nil
			}
			return DayState{Items: []Line{}}, true, nil
		})
		for _, d := range q.Days {
			if d.After != nil && d.After.CompanyShare > 0 && !gone[d.Date] && in.Now.Before(d.Cutoff) {
				gone[d.Date], more = true, true
			}
		}
	}
	return q
}

func (d *Day) add(meal string, qty int) {
	if i := slices.IndexFunc(d.Items, func(i Item) bool { return i.Meal == meal }); i >= 0 {
		d.Items[i].Qty += qty
		return
	}
	d.Items = append(d.Items, Item{meal, qty})
}
