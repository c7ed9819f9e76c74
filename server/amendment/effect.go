package amendment

import (
	"context"
	"fmt"
	"slices"

	"sahn/server/ledger"
	"sahn/server/order"
	"sahn/server/payment/attempt"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/money"
	"sahn/server/quote"
	"sahn/server/week"
)

// TakeEffect adds to a batch what makes an amendment's "after" the content of its order. It is the only place that does so, for amendments
// that take effect at once, with what they reserve now, and for paid ones, whose holds become the order's own. What is no longer needed is
// released, the money is posted, and exactly the drafts that the change came from are cleared. An order without a delivery left is
// Cancelled. The transaction has what Load locks.
func (m *Amendments) TakeEffect(b *db.Batch, a *Around, am *db.Amendment, takes Takes, at order.Stamp) error {
	fresh, err := order.Proposed(*am)
	if err != nil {
		return err
	}
	terms, err := order.TermsOf(a.Order)
	if err != nil {
		return err
	}
	if err := a.rewrite(b, terms, fresh, takes.now); err != nil {
		return err
	}
	if a.amendment.ID == am.ID {
		a.forget(b, fresh)
	}
	if err := a.books.Amended(b, am.ID, ledger.Sale{Order: a.Order.ID, Profile: a.Order.ProfileID, Company: a.Order.CompanyID,
		Wallet: am.WalletAmount - am.RefundWallet, Card: am.PayableAmount - am.RefundCard,
		CompanyPart: fresh.After.CompanyShare - fresh.Before.CompanyShare}, at.Now); err != nil {
		return err
	}
	if am.RefundCard > 0 {
		why := attempt.Cause{Kind: "amendment", ID: am.ID}
		if err := m.Orders.Payments.RefundPart(b, *a.captures, am.RefundCard, why, at.Now); err != nil {
			return err
		}
	}
	if err := order.ClearDrafts(b, a.Order.ProfileID, am.DraftRevs, at.Rev); err != nil {
		return err
	}
	live, err := a.adopt(b, *am, fresh, at.Rev)
	if err != nil {
		return err
	}
	moveAmendment(b, am, order.Confirmed, takes.Cause, at.Now)
	why := order.AllWithdrawn // its person has a letter about the withdrawal already
	if !am.Withdrawn {
		why = order.AllCancelled
		m.TellChange(b, *am)
	}
	if live == 0 {
		return order.Moves(b, &a.Order, order.Cancelled, why, at)
	}
	return nil
}

// Takes is why an amendment takes effect, and what it reserves only now.
type Takes struct {
	Cause string
	now   holding
}

// rewrite adds to a batch what writes the deliveries and lines of a change. A line keeps the portions that it has, gives back those that it
// does not need, and takes those that are held for it or reserved now. The share that days are granted more or less is booked in its
// period.
func (a *Around) rewrite(b *db.Batch, terms quote.Terms, fresh quote.AmendmentQuote, now holding) error {
	own := map[order.Portion]int{} // of limited meals, and how many more than before
	moved := map[order.Portion]int{}
	for _, l := range a.lines {
		own[order.Portion{Date: a.dateOf(l.DeliveryID), Meal: l.Meal}] += l.Reserved
	}
	for _, p := range a.held {
		own[order.Portion{Date: p.Date, Meal: p.Meal}] += p.Qty
	}
	for _, p := range now.portions {
		own[order.Portion{Date: p.Date, Meal: p.Meal}] += p.N
		moved[order.Portion{Date: p.Date, Meal: p.Meal}] += p.N
	}
	days := db.ChangeDaysParams{CompanyID: a.Order.CompanyID, ProfileID: a.Order.ProfileID, Duration: terms.ShareDuration}
	lines, cleared := db.ChangeLinesParams{}, []string{}
	for _, d := range fresh.Days {
		was, err := a.day(d.Date)
		if err != nil {
			return err
		}
		next := a.next(*was, terms, d)
		*was = next
		days.Ids, days.Starts = append(days.Ids, next.ID), append(days.Starts, week.PeriodStart(terms.ShareDuration, d.Date))
		days.Lives, days.Places = append(days.Lives, next.Live), append(days.Places, next.AddressID)
		days.GrossAmounts, days.NetAmounts = append(days.GrossAmounts, int64(next.GrossAmount)), append(days.NetAmounts, int64(next.NetAmount))
		days.CompanyShares, days.VatAmounts = append(days.CompanyShares, int64(next.CompanyShare)), append(days.VatAmounts, int64(next.VatAmount))
		days.SharesBefore = append(days.SharesBefore, int64(next.ShareBefore))
		if d.Change == quote.Same {
			continue
		}
		cleared = append(cleared, next.ID)
		for at, l := range order.ItemsOf(d.After) {
			meal := order.Portion{Date: d.Date, Meal: l.Meal}
			keeps := min(own[meal], l.Qty)
			own[meal] -= keeps
			lines.Deliveries, lines.Meals, lines.Names = append(lines.Deliveries, next.ID), append(lines.Meals, l.Meal), append(lines.Names, l.Name)
			lines.Quantities, lines.Prices = append(lines.Quantities, l.Qty), append(lines.Prices, int64(l.Price))
			lines.Discounteds, lines.Totals = append(lines.Discounteds, int64(l.Discounted)), append(lines.Totals, int64(l.Total))
			lines.Vats, lines.Positions = append(lines.Vats, int64(l.VAT)), append(lines.Positions, at)
			lines.Reserves, lines.Insteads = append(lines.Reserves, keeps), append(lines.Insteads, l.InsteadOf)
		}
		for _, l := range slices.Concat(order.ItemsOf(d.After), order.ItemsOf(d.Before)) {
			meal := order.Portion{Date: d.Date, Meal: l.Meal}
			moved[meal] -= own[meal]
			own[meal] = 0
		}
	}
	starts, amounts := a.booked(needOf(terms, fresh))
	a.reserve(b, terms.ShareDuration, starts, amounts, counted(moved))
	b.Add(func(ctx context.Context, q *db.Queries) error {
		return named(q.ChangeDays(ctx, days), "change deliveries")
	})
	if len(cleared) > 0 {
		b.Add(func(ctx context.Context, q *db.Queries) error {
			return named(q.ChangeLinesClear(ctx, cleared), "clear order lines")
		})
	}
	if len(lines.Meals) > 0 {
		b.Add(func(ctx context.Context, q *db.Queries) error {
			return named(q.ChangeLines(ctx, lines), "write order lines")
		})
	}
	return nil
}

func (a *Around) dateOf(delivery string) clock.Date {
	i := slices.IndexFunc(a.deliveries, func(d db.Delivery) bool { return d.ID == delivery })
	if i < 0 {
		return 0
	}
	return a.deliveries[i].DeliveryDate
}

func (a *Around) day(date clock.Date) (*db.Delivery, error) {
	i := slices.IndexFunc(a.deliveries, func(d db.Delivery) bool { return d.DeliveryDate == date })
	if i < 0 {
		return nil, fmt.Errorf("order %s has no delivery on %s", a.Order.ID, date)
	}
	return &a.deliveries[i], nil
}

// next is a delivery after its change.
func (a *Around) next(was db.Delivery, terms quote.Terms, d quote.AmendedDay) db.Delivery {
	next := was
	next.Live, next.GrossAmount, next.NetAmount, next.CompanyShare, next.VatAmount, next.ShareBefore = false, 0, 0, 0, 0, 0
	if d.After == nil {
		return next
	}
	next.Live, next.AddressID, next.GrossAmount, next.NetAmount, next.CompanyShare = true, d.After.AddressID, d.After.Gross, d.After.Net,
		d.After.CompanyShare
	next.ShareBefore = terms.UsedBefore(d.After.Net, d.After.CompanyShare, d.After.ShareBefore)
	for _, l := range d.After.Items {
		next.VatAmount += l.VAT
	}
	return next
}

// booked is how much more or less share an order's days are granted in each period; what was held for the amendment is part of that.
func (a *Around) booked(n need) (starts []clock.Date, amounts []int64) {
	held := map[clock.Date]money.Fils{}
	for _, s := range a.shares {
		held[s.PeriodStart] = s.Amount
	}
	for _, period := range n.periods {
		if more := n.share[period] - held[period]; more != 0 {
			starts, amounts = append(starts, period), append(amounts, int64(more))
		}
	}
	return starts, amounts
}

// counted lists portions that are not zero, in the order in which rows are locked.
func counted(moved map[order.Portion]int) (list []order.Portion) {
	for p, n := range moved {
		if n != 0 {
			list = append(list, order.Portion{Date: p.Date, Meal: p.Meal, N: n})
		}
	}
	slices.SortFunc(list, order.ComparePortions)
	return list
}

// adopt adds to a batch that the order's new sums are written, and returns how many deliveries it has left. It fails when the sums of its
// deliveries differ from those that were agreed.
func (a *Around) adopt(b *db.Batch, am db.Amendment, fresh quote.AmendmentQuote, rev int64) (live int, err error) {
	var sums quote.Sums
	companyVAT := money.Fils(0)
	for _, d := range a.deliveries {
		sums.Gross, sums.Net, sums.CompanyShare, sums.VAT = sums.Gross+d.GrossAmount, sums.Net+d.NetAmount, sums.CompanyShare+d.CompanyShare,
			sums.VAT+d.VatAmount
		companyVAT += d.CompanyShare.VAT(d.VatRate)
		if d.Live {
			live++
		}
	}
	sums.Discount, sums.EmployeeShare = sums.Gross-sums.Net, sums.Net-sums.CompanyShare
	if sums != fresh.After {
		return 0, fmt.Errorf("amendment %s promised %+v and came to %+v", am.ID, fresh.After, sums)
	}
	row := &a.Order
	row.GrossAmount, row.Discount, row.NetAmount, row.CompanyShare, row.EmployeeShare = sums.Gross, sums.Discount, sums.Net, sums.CompanyShare,
		sums.EmployeeShare
	row.VatAmount, row.CompanyVatAmount = sums.VAT, companyVAT
	row.WalletAmount += am.WalletAmount - am.RefundWallet
	row.PayableAmount += am.PayableAmount - am.RefundCard
	row.Rev, row.Version = rev, row.Version+1
	next := db.OrderAmendParams{ID: row.ID, GrossAmount: row.GrossAmount, Discount: row.Discount, NetAmount: row.NetAmount,
		CompanyShare: row.CompanyShare, EmployeeShare: row.EmployeeShare, WalletAmount: row.WalletAmount, PayableAmount: row.PayableAmount,
		VatAmount: row.VatAmount, CompanyVatAmount: row.CompanyVatAmount, Rev: row.Rev}
	b.Add(func(ctx context.Context, q *db.Queries) error { return named(q.OrderAmend(ctx, next), "change order") })
	return live, nil
}
