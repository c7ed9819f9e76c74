package order

import (
	"context"
	"fmt"
	"reflect"
	"slices"

	"sahn/server/draft"
	"sahn/server/platform/db"
)

// stands returns the failed order that a hand-off continues, with its days; without one, an order without an id. It cancels the other
// failed orders, which is safe because the provider has said that it took nothing. The payments of one order all ask for the same amount:
// whichever of them is paid first, and however late, pays for what its order says.
func stands(ctx context.Context, q *db.Queries, p placing, at Stamp) (again db.Order, deliveries []db.Delivery, err error) {
	for _, old := range p.failed {
		same, on, err := continues(ctx, q, old, p)
		if err != nil {
			return db.Order{}, nil, err
		}
		if same && again.ID == "" {
			again, deliveries = old, on
		} else if err := Move(ctx, q, &old, Cancelled, replaced, at); err != nil {
			return db.Order{}, nil, err
		}
	}
	if again.ID == "" {
		return again, nil, nil
	}
	revs, err := revsOf(p.days)
	if err != nil {
		return again, nil, err
	}
	again.DraftRevs = revs
	if err := q.OrderDraftsSet(ctx, again.ID, revs); err != nil {
		return again, nil, fmt.Errorf("keep draft revisions: %w", err)
	}
	return again, deliveries, nil
}

// continues reports whether a hand-off asks for exactly what a failed order holds: its days, meals, places, prices and terms.
func continues(ctx context.Context, q *db.Queries, old db.Order, p placing) (bool, []db.Delivery, error) {
	if old.QuoteHash != p.priced.Hash {
		return false, nil, nil
	}
	terms, err := TermsOf(old)
	if err != nil || !reflect.DeepEqual(terms, Terms(p.eater)) {
		return false, nil, err
	}
	deliveries, err := q.DeliveriesOfOrders(ctx, []string{old.ID})
	if err != nil {
		return false, nil, fmt.Errorf("read deliveries: %w", err)
	}
	return slices.EqualFunc(deliveries, p.days, func(d db.Delivery, day draft.Day) bool {
		return d.DeliveryDate == day.Date && d.AddressID == *day.AddressID
	}), deliveries, nil
}
