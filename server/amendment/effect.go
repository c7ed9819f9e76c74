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

// TakeEffect makes an amendment's "after" the content of its order. It is the only place that does so, for amendments that take
// effect at once and for paid ones. Holds become the order's own, what is no longer needed is released, the money is posted, and
// exactly the drafts that the change came from are cleared. An order without a delivery left is Cancelled. The caller holds the
// profile's counter and the order.
func (m *Amendments) TakeEffect(ctx context.Context, tx db.Tx, row *db.Order, am *db.Amendment, cause string, at order.Stamp) error {
	fresh, err := order.Proposed(*am)
	if err != nil {
		return err
	}
	terms, err := order.TermsOf(*row)
	if err != nil {
		return err
	}
	n := needOf(terms, fresh)
	if _, _, err := lockFor(ctx, tx.Queries, *row, terms, n, *am); err != nil {
		return err
	}
	if err := settleShares(ctx, tx.Queries, *row, *am, terms, n); err != nil {
		return err
	}
	if err := rewrite(ctx, tx.Queries, *row, *am, terms, fresh); err != nil {
		return err
	}
	if err := forgetHolds(ctx, tx.Queries, *am, fresh); err != nil {
		return err
	}
	if err := ledger.Amended(ctx, tx.Queries, am.ID,
		ledger.Sale{Order: row.ID, Profile: row.ProfileID, Company: row.CompanyID, Wallet: am.WalletAmount - am.RefundWallet,
			Card: am.PayableAmount - am.RefundCard, CompanyPart: fresh.After.CompanyShare - fresh.Before.CompanyShare}, at.Now); err != nil {
		return err
	}
	if am.RefundCard > 0 {
		subjects, err := payers(ctx, tx.Queries, row.ID)
		if err != nil {
			return err
		}
		why := attempt.Cause{Kind: "amendment", ID: am.ID}
		if err := m.Orders.Payments.RefundPart(ctx, tx, subjects, am.RefundCard, why, at.Now); err != nil {
			return err
		}
	}
	if err := order.ClearDrafts(ctx, tx.Queries, row.ProfileID, am.DraftRevs, at.Rev); err != nil {
		return err
	}
	live, err := adopt(ctx, tx.Queries, row, *am, fresh, at.Rev)
	if err != nil {
		return err
	}
	if err := moveAmendment(ctx, tx.Queries, am, order.Confirmed, cause, at.Now); err != nil {
		return err
	}
	why := order.AllWithdrawn // its person has a letter about the withdrawal already
	if !am.Withdrawn {
		why = order.AllCancelled
		if err := m.TellChange(ctx, tx, *am); err != nil {
			return err
		}
	}
	if live == 0 {
		return order.Move(ctx, tx.Queries, row, order.Cancelled, why, at)
	}
	return nil
}

// settleShares books how much more or less share an order's days are granted than before; the share that
// was held for the amendment is part of that.
func settleShares(ctx context.Context, q *db.Queries, row db.Order, am db.Amendment, terms quote.Terms, n need) error {
	rows, err := q.AmendmentShares(ctx, am.ID)
	if err != nil {
		return fmt.Errorf("read held shares: %w", err)
	}
	held := map[clock.Date]money.Fils{}
	for _, r := range rows {
		held[r.PeriodStart] = r.Amount
	}
	for _, period := range n.periods {
		if more := n.share[period] - held[period]; more != 0 {
			if err := q.SharePeriodGrant(ctx, row.ProfileID, terms.ShareDuration, period, int64(more)); err != nil {
				return fmt.Errorf("settle share: %w", err)
			}
		}
	}
	return nil
}

// rewrite writes the deliveries and lines of the change. A line keeps the portions that it has, gives back those that it does not need,
// and takes over those that were held for it.
func rewrite(ctx context.Context, q *db.Queries, row db.Order, am db.Amendment, terms quote.Terms, fresh quote.AmendmentQuote) error {
	deliveries, err := q.DeliveriesOfOrders(ctx, []string{row.ID})
	if err != nil {
		return fmt.Errorf("read deliveries: %w", err)
	}
	reserved, err := portionsOf(ctx, q, row, am)
	if err != nil {
		return err
	}
	var back []order.Portion
	for _, d := range fresh.Days {
		i := slices.IndexFunc(deliveries, func(x db.Delivery) bool { return x.DeliveryDate == d.Date })
		if i < 0 {
			return fmt.Errorf("order %s has no delivery on %s", row.ID, d.Date)
		}
		if err := rewriteDelivery(ctx, q, row, deliveries[i], terms, d); err != nil {
			return err
		}
		if d.Change == quote.Same {
			continue
		}
		if err := q.OrderLinesClear(ctx, deliveries[i].ID); err != nil {
			return fmt.Errorf("clear order lines: %w", err)
		}
		for at, l := range order.ItemsOf(d.After) {
			meal := order.Portion{Date: d.Date, Meal: l.Meal}
			keeps := min(reserved[meal], l.Qty)
			reserved[meal] -= keeps
			if err := q.OrderLineInsert(ctx,
				db.OrderLineInsertParams{DeliveryID: deliveries[i].ID, Meal: l.Meal, Name: l.Name, Qty: l.Qty, Price: l.Price,
					Discounted: l.Discounted, Total: l.Total, Vat: l.VAT, Position: at, Reserved: keeps, InsteadOf: l.InsteadOf}); err != nil {
				return fmt.Errorf("write order line: %w", err)
			}
		}
		for _, l := range slices.Concat(order.ItemsOf(d.After), order.ItemsOf(d.Before)) {
			meal := order.Portion{Date: d.Date, Meal: l.Meal}
			if n := reserved[meal]; n > 0 {
				back = append(back, order.Portion{Date: d.Date, Meal: l.Meal, N: n})
				reserved[meal] = 0
			}
		}
	}
	slices.SortFunc(back, order.ComparePortions)
	for _, p := range back {
		if err := q.PortionsGiveBack(ctx, p.Date, p.Meal, p.N); err != nil {
			return fmt.Errorf("give portions back: %w", err)
		}
	}
	return nil
}

// portionsOf returns how many portions an order has taken, including those that are held for its amendment.
func portionsOf(ctx context.Context, q *db.Queries, row db.Order, am db.Amendment) (map[order.Portion]int, error) {
	taken := map[order.Portion]int{}
	lines, err := q.OrderLinesReserved(ctx, row.ID)
	if err != nil {
		return nil, fmt.Errorf("read portions: %w", err)
	}
	for _, l := range lines {
		taken[order.Portion{Date: l.DeliveryDate, Meal: l.Meal}] += l.Reserved
	}
	held, err := q.AmendmentPortions(ctx, am.ID)
	if err != nil {
		return nil, fmt.Errorf("read held portions: %w", err)
	}
	for _, h := range held {
		taken[order.Portion{Date: h.Date, Meal: h.Meal}] += h.Qty
	}
	return taken, nil
}

func rewriteDelivery(ctx context.Context, q *db.Queries, row db.Order, was db.Delivery, terms quote.Terms, d quote.AmendedDay) error {
	next := db.DeliveryAmendParams{ID: was.ID, AddressID: was.AddressID}
	if d.After != nil {
		next = db.DeliveryAmendParams{ID: was.ID, Live: true, AddressID: d.After.AddressID, GrossAmount: d.After.Gross, NetAmount: d.After.Net,
			CompanyShare: d.After.CompanyShare, ShareBefore: terms.UsedBefore(d.After.Net, d.After.CompanyShare, d.After.ShareBefore)}
		for _, l := range d.After.Items {
			next.VatAmount += l.VAT
		}
	}
	if err := q.DeliveryAmend(ctx, next); err != nil {
		return fmt.Errorf("change delivery: %w", err)
	}
	if next.CompanyShare == 0 {
		state := "used"
		if !next.Live {
			state = "released"
		}
		if err := q.ShareUseEnd(ctx, was.ID, state); err != nil {
			return fmt.Errorf("end share: %w", err)
		}
		return nil
	}
	if err := q.ShareUseAmend(ctx,
		db.ShareUseAmendParams{DeliveryID: was.ID, CompanyID: row.CompanyID, ProfileID: row.ProfileID, Duration: terms.ShareDuration,
			PeriodStart: week.PeriodStart(terms.ShareDuration, d.Date), Amount: next.CompanyShare, State: "used"}); err != nil {
		return fmt.Errorf("keep share: %w", err)
	}
	return nil
}

// adopt writes the order's new sums, and returns how many deliveries it has left. It fails when the sums of its deliveries differ from
// those that were agreed.
func adopt(ctx context.Context, q *db.Queries, row *db.Order, am db.Amendment, fresh quote.AmendmentQuote,
	rev int64) (live int, err error) {
	deliveries, err := q.DeliveriesOfOrders(ctx, []string{row.ID})
	if err != nil {
		return 0, fmt.Errorf("read deliveries: %w", err)
	}
	var sums quote.Sums
	companyVAT := money.Fils(0)
	for _, d := range deliveries {
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
	row.GrossAmount, row.Discount, row.NetAmount, row.CompanyShare, row.EmployeeShare = sums.Gross, sums.Discount, sums.Net, sums.CompanyShare,
		sums.EmployeeShare
	row.VatAmount, row.CompanyVatAmount = sums.VAT, companyVAT
	row.WalletAmount += am.WalletAmount - am.RefundWallet
	row.PayableAmount += am.PayableAmount - am.RefundCard
	row.Rev, row.Version = rev, row.Version+1
	if err := q.OrderAmend(ctx, db.OrderAmendParams{ID: row.ID, GrossAmount: row.GrossAmount, Discount: row.Discount, NetAmount: row.NetAmount,
		CompanyShare: row.CompanyShare, EmployeeShare: row.EmployeeShare, WalletAmount: row.WalletAmount, PayableAmount: row.PayableAmount,
		VatAmount: row.VatAmount, CompanyVatAmount: row.CompanyVatAmount, Rev: row.Rev}); err != nil {
		return 0, fmt.Errorf("change order: %w", err)
	}
	return live, nil
}

// payers are the subjects whose attempts paid for an order: itself and its amendments.
func payers(ctx context.Context, q *db.Queries, id string) ([]string, error) {
	amendments, err := q.AmendmentsOf(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("read amendments: %w", err)
	}
	subjects := []string{id}
	for _, am := range amendments {
		subjects = append(subjects, am.ID)
	}
	return subjects, nil
}
