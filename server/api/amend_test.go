package api_test

import (
	"maps"
	"net/http"
	"testing"

	"github.com/oklog/ulid/v2"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/platform/web"
)

// amend looks at a change of an order first, as the app does, and then makes it.
func (b *browser) amend(device string, order any, change fields, refund string) answer {
	b.t.Helper()
	ask := fields{"order": order, "days": []any{change}, "wallet": false, "refund": refund}
	seen := b.ok("POST", "/api/amendment/quote", ask)
	require.Empty(b.t, seen["issues"])
	maps.Copy(ask, fields{"dev": device, "quote": seen["hash"], "seen": seen, "key": ulid.Make().String(), "revs": fields{}})
	return b.ok("POST", "/api/amendment", ask)
}

// order is the only one that a person has.
func (b *browser) order(device string) fields {
	b.t.Helper()
	orders := b.ok("POST", "/api/sync", round(device))["orders"].([]any)
	require.Len(b.t, orders, 1)
	return orders[0].(fields)
}

// What the sync says of an order's deliveries in a list, the order's own address says in pages, with whose order it is.
func TestAnOrderIsReadWithWhoseItIsAndItsDeliveriesInPages(t *testing.T) {
	t.Parallel()
	h := open(t)
	mariam := h.as(sample.Mariam)
	h.orderAndPay(mariam)
	synced := mariam.order(ulid.Make().String())
	servertest.Credit(t, h.pool, web.Caller{ProfileID: sample.MariamHarbour.ID}, 1250)
	at := "/api/orders/" + synced["id"].(string)
	whole := mariam.ok("GET", at, nil).data()
	require.Equal(t, []any{sample.Harbour.ID, sample.Harbour.Name, sample.MariamHarbour.ID, 1250.},
		[]any{whole["company_id"], whole["company_name"], whole["client_id"], whole["client_wallet_balance"]})
	deliveries := whole["deliveries"].(fields)
	require.Equal(t, synced["deliveries"], deliveries["data"])
	for _, same := range []string{"status", "gross_amount", "discount", "net_amount", "payable_amount", "company_share", "amount_due",
		"employee_share", "payment_sources", "first_delivery_date", "order_date", "payment_date"} {
		require.Equal(t, synced[same], whole[same], same)
	}
	require.Equal(t, []any{[]any{}, nil}, []any{whole["orderAmends"], whole["amendment"]})

	second := mariam.ok("GET", at+"?page=2&per_page=2", nil).data()["deliveries"].(fields)
	require.Equal(t, synced["deliveries"].([]any)[2:], second["data"])
	require.Equal(t, fields{"current_page": 2., "from": 3., "last_page": 2., "path": at, "per_page": 2., "to": 3., "total": 3.},
		second["meta"])
	require.Equal(t, fields{"first": at + "?page=1&per_page=2", "last": at + "?page=2&per_page=2", "prev": at + "?page=1&per_page=2",
		"next": nil}, second["links"])
	beyond := mariam.ok("GET", at+"?page=3&per_page=2", nil).data()["deliveries"].(fields)
	require.Equal(t, []any{[]any{}, nil}, []any{beyond["data"], beyond["meta"].(fields)["from"]})
	for _, bad := range []string{"page=0", "page=x", "per_page=101"} {
		mariam.expect(http.StatusUnprocessableEntity, "GET", at+"?"+bad, nil)
	}
}

// The whole way of a change over the wire: a day cancelled back to the card, and another made dearer and paid.
func TestAnOrderIsChangedOverTheWire(t *testing.T) {
	t.Parallel()
	h := open(t)
	mariam := h.as(sample.Mariam)
	h.orderAndPay(mariam)
	device := ulid.Make().String()
	first := mariam.order(device)
	require.Equal(t, "Confirmed", first["status"])
	require.Contains(t, first["terms"], "share_duration")
	require.NotContains(t, first, "orderAmends")
	day := func(n int) fields { return first["deliveries"].([]any)[n].(fields) }
	cancelled := mariam.amend(device, first["id"], fields{"date": day(0)["delivery_date"], "items": []any{}}, "card")
	require.Equal(t, "Confirmed", cancelled["status"])
	three := portions(day(1)["items"].([]any)[0].(fields)["meal"], 3)
	dearer := mariam.amend(device, first["id"], fields{"date": day(1)["delivery_date"], "items": []any{three}}, "wallet")
	require.Equal(t, "Payment Pending", dearer["status"])
	h.pay(mariam, dearer["intent"].(string), goodCard)
	paid := h.settled(mariam, dearer["intent"].(string))
	require.Equal(t, []any{"paid", "amendment", dearer["amendment"]}, []any{paid["status"], paid["purpose"], paid["amendment"]})

	last := mariam.order(device)
	require.Len(t, last["orderAmends"], 2)
	require.Equal(t, true, last["deliveries"].([]any)[0].(fields)["cancelled"])
	require.Equal(t, 3., last["deliveries"].([]any)[1].(fields)["items"].([]any)[0].(fields)["qty"])
	require.Equal(t, last["net_amount"], last["amendment"].(fields)["net_amount"])
	diary := mariam.ok("GET", "/api/orders/"+first["id"].(string)+"/diary", nil)
	require.Len(t, diary["data"], 5, "three ordered, one cancelled, one changed")

	mariam.expect(http.StatusUnprocessableEntity, "POST", "/api/amendment/quote",
		fields{"order": first["id"], "days": []any{fields{"date": day(1)["delivery_date"]}}, "wallet": false, "refund": "card"},
		"who forgets the items cancels nothing")
	servertest.Sound(t, h.pool)
}
