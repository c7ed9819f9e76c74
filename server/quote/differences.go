package quote

import (
	"sahn/server/platform/clock"
	"sahn/server/platform/money"
)

// What can differ between two quotes besides their issues, and the meaning of From → To, in fils unless noted.
const (
	PriceChanged    Code = "price"    // one portion's menu price
	DiscountChanged Code = "discount" // one portion's discounted price, at the same menu price
	QuantityChanged Code = "quantity" // portions
	Added           Code = "added"    // 0 → the line's total
	Removed         Code = "removed"  // the line's total → 0
	ShareChanged    Code = "share"    // the company's share of a day
	WalletChanged   Code = "wallet"   // paid from the wallet
	PayableChanged  Code = "payable"  // paid by card
)

// Difference is one change since the person saw the quote: a Code of an Issue, or one of those above.
type Difference = Issue

type lineKey struct {
	date            clock.Date
	meal, insteadOf string
}

// Differences lists line by line what changed from the quote that the person saw to the fresh one. Quotes with different hashes always
// have a difference.
func Differences(seen, fresh Quote) []Difference {
	found := []Difference{}
	fils := func(code Code, date clock.Date, meal string, from, to money.Fils) {
		if from != to {
			found = append(found, Difference{code, date, meal, number(int(from)), number(int(to))})
		}
	}
	for _, issue := range fresh.Issues {
		if !reported(issue, seen.Issues) {
			found = append(found, issue)
		}
	}
	before, after := linesOf(seen), linesOf(fresh)
	for _, d := range seen.Days {
		for _, old := range d.Items {
			now, still := after[lineKey{d.Date, old.Meal, old.InsteadOf}]
			switch {
			case still:
				fils(QuantityChanged, d.Date, old.Meal, money.Fils(old.Qty), money.Fils(now.Qty))
				fils(PriceChanged, d.Date, old.Meal, old.Price, now.Price)
				if old.Price == now.Price {
					fils(DiscountChanged, d.Date, old.Meal, old.Discounted, now.Discounted)
				}
			case !explained(fresh.Issues, d.Date, old.Meal):
				found = append(found, Difference{Removed, d.Date, old.Meal, number(int(old.Total)), number(0)})
			}
		}
	}
	for _, d := range fresh.Days {
		for _, now := range d.Items {
			if _, known := before[lineKey{d.Date, now.Meal, now.InsteadOf}]; !known {
				found = append(found, Difference{Added, d.Date, now.Meal, number(0), number(int(now.Total))})
			}
		}
	}
	shares := sharesOf(seen)
	for _, d := range fresh.Days {
		fils(ShareChanged, d.Date, "", shares[d.Date], d.CompanyShare)
		delete(shares, d.Date)
	}
	for _, d := range seen.Days {
		fils(ShareChanged, d.Date, "", shares[d.Date], 0)
	}
	fils(WalletChanged, 0, "", seen.Wallet, fresh.Wallet)
	fils(PayableChanged, 0, "", seen.Payable, fresh.Payable)
	return found
}

// explained reports whether an issue already says why a line is missing.
func explained(issues []Issue, date clock.Date, meal string) bool {
	for _, i := range issues {
		if i.Date == date && (i.Meal == meal || i.Meal == "" && i.Code != TooFewMeals && i.Code != TwoWeeks) {
			return true
		}
	}
	return false
}

func reported(issue Issue, known []Issue) bool {
	for _, k := range known {
		if k.Code == issue.Code && k.Date == issue.Date && k.Meal == issue.Meal &&
			equal(k.From, issue.From) && equal(k.To, issue.To) {
			return true
		}
	}
	return false
}

func equal(a, b *int64) bool {
	return a == b || a != nil && b != nil && *a == *b
}

func linesOf(q Quote) map[lineKey]Line {
	all := map[lineKey]Line{}
	for _, d := range q.Days {
		for _, l := range d.Items {
			all[lineKey{d.Date, l.Meal, l.InsteadOf}] = l
		}
	}
	return all
}

func sharesOf(q Quote) map[clock.Date]money.Fils {
	all := map[clock.Date]money.Fils{}
	for _, d := range q.Days {
		all[d.Date] = d.CompanyShare
	}
	return all
}
