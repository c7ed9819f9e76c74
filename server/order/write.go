package order

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"sahn/server/draft"
	"sahn/server/ledger"
	"sahn/server/payment/attempt"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/quote"
	"sahn/server/week"
)

// placing is what a hand-off buys: the drafts, at their price, and the failed orders that hold the same days.
type placing struct {
	days   []day
	priced quote.Quote
	failed []db.HandoffOrdersRow
}

// place adds to a batch what writes the order, reserves what it needs and opens its payment; with nothing due it is Confirmed at once. The
// same lunches at the same price as those of an order whose payment failed are that order again.
func (o *Orders) place(b *db.Batch, h *handing, p placing) (Handoff, error) {
	before, others, err := h.stands(p)
	if err != nil {
		return Handoff{}, err
	}
	row, revs, err := h.row(p, before)
	if err != nil {
		return Handoff{}, err
	}
	if len(others) > 0 {
		b.Step("replace orders", func(ctx context.Context, q *db.Queries) error {
			return q.OrdersReplaced(ctx, replaced, h.at.Now, h.at.Rev, others)
		})
	}
	b.Add(func(ctx context.Context, q *db.Queries) error {
		if before == nil {
			err = q.OrderPlace(ctx, row)
		} else {
			err = q.OrderPlaceAgain(ctx, db.OrderPlaceAgainParams{ID: row.ID, Rev: row.Rev, DraftRevs: row.DraftRevs, Cause: row.Cause,
				Now: h.at.Now, Deliveries: row.Deliveries, SharesBefore: row.SharesBefore, OfDeliveries: row.OfDeliveries, Meals: row.Meals,
				Reserves: row.Reserves})
		}
		if err != nil {
			return fmt.Errorf("write order: %w", err)
		}
		return nil
	})
	h.reserve(b, row, before != nil)
	if row.PayableAmount == 0 {
		return Handoff{Order: row.ID, Status: Confirmed}, o.sell(b, h, row, revs)
	}
	h.purse.Holds(b, row.ID, row.WalletAmount)
	return o.openPayment(b, h, row)
}

// sell posts an order with nothing due, clears exactly the draft revisions that were ordered, and queues the mails to the person.
func (o *Orders) sell(b *db.Batch, h *handing, row db.OrderPlaceParams, revs map[clock.Date]int64) error {
	sale := ledger.Sale{Order: row.ID, Profile: row.ProfileID, Company: row.CompanyID, Wallet: row.WalletAmount, CompanyPart: row.CompanyShare}
	if err := ledger.SoldAtOnce(b, sale, *h.purse, h.reader.Pays, h.reader.Sales, h.at.Now); errors.Is(err, ledger.ErrNoAccount) {
		return errStale
	} else if err != nil {
		return err
	}
	draft.Bought(b, row.ProfileID, revs, h.at.Rev)
	o.queueMails(b, row.ID, row.EmployeeShare)
	return nil
}

func (o *Orders) openPayment(b *db.Batch, h *handing, row db.OrderPlaceParams) (Handoff, error) {
	expires := h.at.Now.Add(PayLife)
	for _, cutoff := range row.Cutoffs {
		if cutoff.Before(expires) {
			expires = cutoff
		}
	}
	intent, form, err := o.Payments.Opens(b, attempt.Opening{Purpose: attempt.ForOrder, Subject: row.ID, Profile: row.ProfileID,
		Company: row.CompanyID, Email: h.eater.Email, Amount: row.PayableAmount, Expires: expires, Card: h.r.Card, SaveCard: h.r.SaveCard,
		Key: &h.r.Key}, attempt.Seen{Failed: h.reader.Failed, Card: h.card}, h.at.Now)
	return Handoff{Order: row.ID, Status: PaymentPending, Amount: int64(row.PayableAmount), Intent: intent, Form: &form, ExpiresAt: &expires},
		err
}

// row is an order with its quote, its terms, the draft revisions that it came from, its days and lines; before is the order that it
// continues, if it does.
func (h *handing) row(p placing, before *db.HandoffOrdersRow) (row db.OrderPlaceParams, revs map[clock.Date]int64, err error) {
	revs = map[clock.Date]int64{}
	for _, d := range p.days {
		revs[d.date] = d.setRev
	}
	terms, err1 := json.Marshal(Terms(h.eater))
	body, err2 := json.Marshal(p.priced)
	bought, err3 := json.Marshal(revs)
	if err := errors.Join(err1, err2, err3); err != nil {
		return row, nil, err
	}
	q := p.priced
	row = db.OrderPlaceParams{ID: newID(), ProfileID: h.eater.ProfileID, CompanyID: h.eater.CompanyID, Status: string(PaymentPending),
		Cause: "handed to the card page", Week: q.Days[0].Date.Monday(), Rev: h.at.Rev, GrossAmount: q.Gross, Discount: q.Discount,
		NetAmount: q.Net, CompanyShare: q.CompanyShare, EmployeeShare: q.EmployeeShare, WalletAmount: q.Wallet, PayableAmount: q.Payable,
		AmountDue: q.Payable, VatAmount: q.VAT, CompanyVatAmount: q.CompanyVAT, Terms: terms, Quote: body, QuoteHash: q.Hash,
		DraftRevs: bought, HandoffKey: h.r.Key, DeviceID: &h.r.Device, CreatedAt: h.at.Now}
	if q.Payable == 0 {
		row.Status, row.Cause, row.PaidAt = string(Confirmed), "nothing due", &h.at.Now
	}
	if before != nil {
		row.ID = before.Order.ID
	}
	for i, on := range q.Days { // the lists match: days are in date order and none is empty
		id := newID()
		if before != nil {
			id = before.Deliveries[i]
		}
		row.Deliveries, row.Dates, row.Cutoffs = append(row.Deliveries, id), append(row.Dates, on.Date), append(row.Cutoffs, on.Cutoff)
		row.Addresses, row.GrossAmounts = append(row.Addresses, p.days[i].address), append(row.GrossAmounts, int64(on.Gross))
		row.NetAmounts, row.CompanyShares = append(row.NetAmounts, int64(on.Net)), append(row.CompanyShares, int64(on.CompanyShare))
		row.VatAmounts, row.VatRates = append(row.VatAmounts, int64(on.VAT)), append(row.VatRates, int(on.VATRate))
		for position, l := range on.Items {
			row.OfDeliveries, row.Meals, row.Names = append(row.OfDeliveries, id), append(row.Meals, l.Meal), append(row.Names, l.Name)
			row.Quantities, row.Prices = append(row.Quantities, l.Qty), append(row.Prices, int64(l.Price))
			row.Discounteds, row.Totals = append(row.Discounteds, int64(l.Discounted)), append(row.Totals, int64(l.Total))
			row.Vats, row.Positions = append(row.Vats, int64(l.VAT)), append(row.Positions, position)
			row.Reserves = append(row.Reserves, 0)
			if _, limited := h.portions[on.Date][l.Meal]; limited { // noted at every line, since a meal may become limited later
				row.Reserves[len(row.Reserves)-1] = l.Qty
			}
		}
	}
	row.SharesBefore = h.before(q)
	return row, revs, nil
}

// before is how much of each day's period of the company's share was used when the day's own share was granted.
func (h *handing) before(q quote.Quote) []int64 {
	t, granted, used := Terms(h.eater), maps.Clone(h.periods), make([]int64, len(q.Days))
	for i, d := range q.Days {
		if start := week.PeriodStart(t.ShareDuration, d.Date); t.ShareValue > 0 {
			used[i] = int64(t.UsedBefore(d.Net, d.CompanyShare, granted[start]))
			granted[start] += d.CompanyShare
		}
	}
	return used
}

// reserve adds to a batch that the portions of limited meals are taken and the company's share is granted. The quote was made from what the
// transaction holds of both, so there is enough.
func (h *handing) reserve(b *db.Batch, row db.OrderPlaceParams, again bool) {
	r := db.OrderReserveParams{ProfileID: row.ProfileID, CompanyID: row.CompanyID, Duration: h.eater.Terms.ShareDuration, State: "held",
		Again: again}
	if row.PayableAmount == 0 {
		r.State = "used"
	}
	for i, id := range row.Deliveries {
		if row.CompanyShares[i] != 0 {
			r.Deliveries, r.Amounts = append(r.Deliveries, id), append(r.Amounts, row.CompanyShares[i])
			r.Starts = append(r.Starts, week.PeriodStart(r.Duration, row.Dates[i]))
		}
	}
	for i, n := range row.Reserves {
		if n > 0 {
			date := row.Dates[slices.Index(row.Deliveries, row.OfDeliveries[i])]
			r.PortionDates, r.PortionMeals = append(r.PortionDates, date), append(r.PortionMeals, row.Meals[i])
			r.PortionCounts = append(r.PortionCounts, n)
		}
	}
	if len(r.Deliveries)+len(r.PortionDates) == 0 {
		return
	}
	b.Step("reserve", func(ctx context.Context, q *db.Queries) error { return q.OrderReserve(ctx, r) })
}

func daysOf(days []draft.Day) []quote.Day {
	list := make([]quote.Day, len(days))
	for i, d := range days {
		list[i] = quote.Day{Date: d.Date, Items: d.Items}
	}
	return list
}
