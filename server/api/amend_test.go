package api_test

import (
	"maps"
	"net/http"
	"testing"

	"github.com/oklog/ulid/v2"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
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
