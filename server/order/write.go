package order

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"sahn/server/draft"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/quote"
)

// write stores an order with its quote, its terms, the draft revisions that it came from, its days and lines. Nothing is reserved yet.
func write(ctx context.Context, q *db.Queries, p placing, at Stamp) (db.Order, []db.Delivery, error) {
	e, days, priced := p.eater, p.days, p.priced
	terms, err1 := json.Marshal(Terms(e))
	body, err2 := json.Marshal(priced)
	revs, err3 := revsOf(days)
	if err := errors.Join(err1, err2, err3); err != nil {
		return db.Order{}, nil, err
	}
	row := db.Order{ID: newID(), ProfileID: e.ProfileID, CompanyID: e.CompanyID, Status: string(Initiated), Source: "web",
		Week: priced.Days[0].Date.Monday(), Version: 1, Rev: at.Rev, GrossAmount: priced.Gross, Discount: priced.Discount, NetAmount: priced.Net,
		CompanyShare: priced.CompanyShare, EmployeeShare: priced.EmployeeShare, WalletAmount: priced.Wallet, PayableAmount: priced.Payable,
		AmountDue: priced.Payable, VatAmount: priced.VAT, CompanyVatAmount: priced.CompanyVAT, Terms: terms, Quote: body, QuoteHash: priced.Hash,
		DraftRevs: revs, HandoffKey: p.r.Key, DeviceID: &p.r.Device, CreatedAt: at.Now}
	if err := q.OrderInsert(ctx,
		db.OrderInsertParams{ID: row.ID, ProfileID: row.ProfileID, CompanyID: row.CompanyID, Status: row.Status, Week: row.Week,
			Rev: row.Rev, GrossAmount: row.GrossAmount, Discount: row.Discount, NetAmount: row.NetAmount, CompanyShare: row.CompanyShare,
			EmployeeShare: row.EmployeeShare, WalletAmount: row.WalletAmount, PayableAmount: row.PayableAmount, AmountDue: row.AmountDue,
			VatAmount: row.VatAmount, CompanyVatAmount: row.CompanyVatAmount, Terms: row.Terms, Quote: row.Quote, QuoteHash: row.QuoteHash,
			DraftRevs: row.DraftRevs, HandoffKey: row.HandoffKey, DeviceID: row.DeviceID, CreatedAt: row.CreatedAt}); err != nil {
		return row, nil, fmt.Errorf("write order: %w", err)
	}
	if err := q.OrderMoveInsert(ctx, db.OrderMoveInsertParams{OrderID: row.ID, Became: row.Status, Cause: "placed", At: at.Now}); err != nil {
		return row, nil, fmt.Errorf("keep order move: %w", err)
	}
	var deliveries []db.Delivery
	for i, on := range priced.Days { // the lists match: days are in date order and none is empty
		d := db.Delivery{ID: newID(), OrderID: row.ID, ProfileID: row.ProfileID, CompanyID: row.CompanyID, DeliveryDate: on.Date,
			Cutoff: on.Cutoff, AddressID: *days[i].AddressID, GrossAmount: on.Gross, NetAmount: on.Net, CompanyShare: on.CompanyShare,
			VatAmount: on.VAT}
		if err := q.DeliveryInsert(ctx,
			db.DeliveryInsertParams{ID: d.ID, OrderID: d.OrderID, ProfileID: d.ProfileID, CompanyID: d.CompanyID, DeliveryDate: d.DeliveryDate,
				Cutoff: d.Cutoff, AddressID: d.AddressID, GrossAmount: d.GrossAmount, NetAmount: d.NetAmount, CompanyShare: d.CompanyShare,
				VatAmount: d.VatAmount}); err != nil {
			return row, nil, fmt.Errorf("write delivery: %w", err)
		}
		for position, l := range on.Items {
			if err := q.OrderLineInsert(ctx, db.OrderLineInsertParams{DeliveryID: d.ID, Meal: l.Meal, Name: l.Name, Qty: l.Qty, Price: l.Price,
				Discounted: l.Discounted, Total: l.Total, Vat: l.VAT, Position: position}); err != nil {
				return row, nil, fmt.Errorf("write order line: %w", err)
			}
		}
		deliveries = append(deliveries, d)
	}
	return row, deliveries, nil
}

// revsOf are the draft revisions that an order comes from, by date.
func revsOf(days []draft.Day) (json.RawMessage, error) {
	bought := map[clock.Date]int64{}
	for _, d := range days {
		bought[d.Date] = d.SetRev
	}
	return json.Marshal(bought)
}

func dates(days []draft.Day) []clock.Date {
	list := make([]clock.Date, len(days))
	for i, d := range days {
		list[i] = d.Date
	}
	return list
}

func daysOf(days []draft.Day) []quote.Day {
	list := make([]quote.Day, len(days))
	for i, d := range days {
		list[i] = quote.Day{Date: d.Date, Items: d.Items}
	}
	return list
}
