package quote

import (
	"slices"

	"sahn/server/platform/clock"
	"sahn/server/platform/money"
	"sahn/server/week"
)

// Price computes a quote. What cannot be ordered is left out of every sum and reported as an issue; the minimums are checked on the rest.
// The same meal twice on a day becomes one line, the same date twice one delivery.
func Price(in Input) Quote {
	q := Quote{Days: []Delivery{}, Issues: []Issue{}}
	granted := map[clock.Date]money.Fils{}
	for _, day := range merge(in.Days) {
		d := Delivery{Date: day.Date, Cutoff: in.Live.Early.Cutoff(day.Date), Items: []Line{}, VATRate: in.Live.VATRates.On(day.Date)}
		if code := closedBy(in, day.Date); code != "" {
			q.Issues = append(q.Issues, Issue{Code: code, Date: day.Date})
		} else {
			var issues []Issue
			d.Items, issues = lines(in, day)
			q.Issues = append(q.Issues, issues...)
		}
		d.sum()
		period := week.PeriodStart(in.Terms.ShareDuration, d.Date)
		d.CompanyShare = in.Terms.share(d.Net, in.Live.ShareUsed[period]+granted[period])
		d.EmployeeShare = d.Net - d.CompanyShare
		granted[period] += d.CompanyShare
		q.add(d)
	}
	q.Issues = append(q.Issues, minimums(in, q.Days)...)
	if in.UseWallet {
		q.Wallet = max(0, min(in.Live.Wallet, q.EmployeeShare))
	}
	q.Payable = q.EmployeeShare - q.Wallet
	q.Hash = Hash(q)
	return q
}

// lines prices the available meals of a day.
func lines(in Input, day Day) ([]Line, []Issue) {
	priced, issues := []Line{}, []Issue(nil)
	report := func(code Code, item Item, limit *int64) {
		issue := Issue{Code: code, Date: day.Date, Meal: item.Meal}
		if limit != nil {
			issue.From, issue.To = number(item.Qty), limit
		}
		issues = append(issues, issue)
	}
	for _, item := range day.Items {
		meal, offered := in.Menu[day.Date.Monday()].On(day.Date, item.Meal)
		left, limited := in.Live.Portions[day.Date][item.Meal]
		switch {
		case item.Qty < 1 || item.Qty > MaxQuantity:
			report(BadQuantity, item, number(MaxQuantity))
		case !offered:
			report(Withdrawn, item, nil)
		case limited && item.Qty > left:
			report(SoldOut, item, number(max(0, left)))
		default:
			l := Line{Meal: meal.ID, Name: meal.Name, Qty: item.Qty, Price: meal.Price, Discounted: in.Terms.discounted(meal.Price)}
			l.Total = l.Discounted * money.Fils(l.Qty)
			l.VAT = l.Total.VAT(in.Live.VATRates.On(day.Date))
			priced = append(priced, l)
		}
	}
	return priced, issues
}

// discounted is the price of one portion after the plan's discount: never below 0, and never above the price, which
// rounding up to ten fils could otherwise cause.
func (t Terms) discounted(price money.Fils) money.Fils {
	switch t.DiscountType {
	case "Flat":
		return max(0, price-max(0, money.Fils(t.DiscountAmount)))
	case "Percentage":
		return min(price, price.Part(100-min(100, t.DiscountAmount), 1000)*10)
	default:
		return price
	}
}

// share is what the company pays of a day's net amount when so much of the period's cap is used already.
func (t Terms) share(net, used money.Fils) money.Fils {
	var share money.Fils
	switch t.ShareType {
	case "Flat":
		share = money.Fils(t.ShareValue)
	case "Percentage":
		share = net.Percent(max(0, min(100, t.ShareValue)))
	}
	if t.ShareCap != nil {
		share = min(share, *t.ShareCap-used)
	}
	return max(0, min(share, net))
}

func (d *Delivery) sum() {
	for _, l := range d.Items {
		d.Gross += l.Price * money.Fils(l.Qty)
		d.Net += l.Total
		d.VAT += l.VAT
	}
	d.Discount = d.Gross - d.Net
}

func (q *Quote) add(d Delivery) {
	q.Days = append(q.Days, d)
	q.Gross += d.Gross
	q.Discount += d.Discount
	q.Net += d.Net
	q.CompanyShare += d.CompanyShare
	q.EmployeeShare += d.EmployeeShare
	q.VAT += d.VAT
	q.CompanyVAT += d.CompanyShare.VAT(d.VATRate)
}

// merge sorts days by date and makes one day of each date and one item of each meal. A quantity below one makes the meal's whole quantity
// invalid, so that it cannot hide behind another item of the same meal.
func merge(days []Day) []Day {
	merged := []Day{}
	for _, day := range days {
		if len(day.Items) == 0 {
			continue
		}
		i := slices.IndexFunc(merged, func(d Day) bool { return d.Date == day.Date })
		if i < 0 {
			i = len(merged)
			merged = append(merged, Day{Date: day.Date})
		}
		for _, item := range day.Items {
			same := func(other Item) bool { return other.Meal == item.Meal }
			if j := slices.IndexFunc(merged[i].Items, same); j < 0 {
				merged[i].Items = append(merged[i].Items, item)
			} else if known := &merged[i].Items[j]; known.Qty < 1 || item.Qty < 1 {
				known.Qty = min(known.Qty, item.Qty)
			} else {
				known.Qty += item.Qty
			}
		}
	}
	slices.SortFunc(merged, func(a, b Day) int { return int(a.Date) - int(b.Date) })
	return merged
}
