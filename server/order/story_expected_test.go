package order_test

import (
	"fmt"
	"slices"
	"strings"

	"sahn/server/dev/servertest"
	"sahn/server/order"
)

// expected and is are everything that can be seen, as the model says it and as the product has it.
func (s *story) expected() string {
	var out strings.Builder
	for i, p := range s.people {
		fmt.Fprintf(&out, "%d has %d\n", i, p.spendable())
		for _, o := range p.orders {
			writeModel(&out, o)
			fmt.Fprintf(&out, "  at the provider: %d\n", o.atCard)
		}
	}
	for d := s.monday; d < s.monday+5; d++ {
		for _, meal := range sorted(s.left[d]) {
			fmt.Fprintf(&out, "%s %s: %d left\n", d, meal, s.left[d][meal])
		}
	}
	return out.String()
}

func (s *story) is() string {
	var out strings.Builder
	kept := map[*modelOrder]int64{}
	for _, b := range s.bills {
		n, _ := s.Bank.Kept(b.reference)
		kept[b.order] += int64(n)
	}
	for i, g := range s.guests {
		fmt.Fprintf(&out, "%d has %d\n", i, g.Wallet())
		all := g.Orders()
		for j, id := range s.ids[i] {
			writeOrder(&out, g.Among(all, id))
			fmt.Fprintf(&out, "  at the provider: %d\n", kept[s.people[i].orders[j]])
		}
	}
	for d := s.monday; d < s.monday+5; d++ {
		for _, meal := range sorted(s.left[d]) {
			left := servertest.One[int](s, s.Pool, "SELECT cooked - taken FROM portions WHERE date = $1 AND meal = $2", d, meal)
			fmt.Fprintf(&out, "%s %s: %d left\n", d, meal, left)
		}
	}
	return out.String()
}

func writeModel(out *strings.Builder, o *modelOrder) {
	var gross, net, share int64
	var days strings.Builder
	for _, d := range o.days {
		fmt.Fprintf(&days, "  %s", d.date)
		if !d.live {
			days.WriteString(" cancelled\n")
			continue
		}
		net, share = net+d.net(), share+d.share
		fmt.Fprintf(&days, " net %d, company %d:", d.net(), d.share)
		for _, l := range d.lines {
			gross += l.price * int64(l.qty)
			fmt.Fprintf(&days, " %d %s at %d for %d;", l.qty, l.meal, l.price, l.charged)
		}
		days.WriteString("\n")
	}
	fmt.Fprintf(out, "%s gross %d net %d company %d wallet %d card %d\n%s", o.status, gross, net, share, o.wallet, o.card, days.String())
}

func writeOrder(out *strings.Builder, o order.Order) {
	fmt.Fprintf(out, "%s gross %d net %d company %d wallet %d card %d\n", o.Status, o.Gross, o.Net, o.CompanyShare, o.Wallet, o.Payable)
	for _, d := range o.Deliveries {
		fmt.Fprintf(out, "  %s", d.Date)
		if d.Cancelled {
			out.WriteString(" cancelled\n")
			continue
		}
		fmt.Fprintf(out, " net %d, company %d:", d.Net, d.CompanyShare)
		slices.SortFunc(d.Items, func(a, b order.Item) int { return strings.Compare(a.Meal, b.Meal) })
		for _, l := range d.Items {
			fmt.Fprintf(out, " %d %s at %d for %d;", l.Qty, l.Meal, l.Price, l.Discounted)
		}
		out.WriteString("\n")
	}
}
