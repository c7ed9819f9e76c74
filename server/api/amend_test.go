package api_test

import (
	"net/http"
	"testing"

	"github.com/oklog/ulid/v2"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
)

// The whole way of a change over the wire: a day cancelled back to the card, and another made dearer and paid.
func TestAnOrderIsChangedOverTheWire(t *testing.T) {
	t.Parallel()
	h := open(t)
	mariam := h.as(sample.Mariam)
	intent := orderThreeDays(t, h, mariam)
	h.pay(mariam, intent, "4005550000000001")
	require.Equal(t, "paid", h.settled(mariam, intent)["status"])
	device := ulid.Make().String()
	order := func() map[string]any {
		_, round := mariam.call("POST", "/api/sync",
			map[string]any{"v": 3, "app": "2026.11.1", "dev": device, "cur": 0, "done": 0, "ops": []any{}})
		return round["orders"].([]any)[0].(map[string]any)
	}
	first := order()
	require.Equal(t, "Confirmed", first["status"])
	require.Contains(t, first["terms"], "share_duration")
	require.NotContains(t, first, "orderAmends")
	day := func(n int) map[string]any { return first["deliveries"].([]any)[n].(map[string]any) }
	saves := func(change map[string]any, refund string) answer {
		ask := map[string]any{"order": first["id"], "days": []any{change}, "wallet": false, "refund": refund}
		status, seen := mariam.call("POST", "/api/amendment/quote", ask)
		require.Equal(t, http.StatusOK, status, seen)
		require.Empty(t, seen["issues"])
		for k, v := range map[string]any{"dev": device, "quote": seen["hash"], "seen": seen, "key": ulid.Make().String(),
			"revs": map[string]any{}} {
			ask[k] = v
		}
		status, saved := mariam.call("POST", "/api/amendment", ask)
		require.Equal(t, http.StatusOK, status, saved)
		return saved
	}
	cancelled := saves(map[string]any{"date": day(0)["delivery_date"], "items": []any{}}, "card")
	require.Equal(t, "Confirmed", cancelled["status"])
	meal := day(1)["items"].([]any)[0].(map[string]any)["meal"]
	dearer := saves(map[string]any{"date": day(1)["delivery_date"], "items": []any{map[string]any{"meal": meal, "qty": 3}}}, "wallet")
	require.Equal(t, "Payment Pending", dearer["status"])
	h.pay(mariam, dearer["intent"].(string), "4005550000000001")
	paid := h.settled(mariam, dearer["intent"].(string))
	require.Equal(t, []any{"paid", "amendment", dearer["amendment"]}, []any{paid["status"], paid["purpose"], paid["amendment"]})

	last := order()
	require.Len(t, last["orderAmends"], 2)
	require.Equal(t, true, last["deliveries"].([]any)[0].(map[string]any)["cancelled"])
	require.Equal(t, 3., last["deliveries"].([]any)[1].(map[string]any)["items"].([]any)[0].(map[string]any)["qty"])
	require.Equal(t, last["net_amount"], last["amendment"].(map[string]any)["net_amount"])
	status, diary := mariam.call("GET", "/api/orders/"+first["id"].(string)+"/diary", nil)
	require.Equal(t, http.StatusOK, status)
	require.Len(t, diary["data"], 5, "three ordered, one cancelled, one changed")

	status, refused := mariam.call("POST", "/api/amendment/quote",
		map[string]any{"order": first["id"], "days": []any{map[string]any{"date": day(1)["delivery_date"]}}, "wallet": false, "refund": "card"})
	require.Equal(t, http.StatusUnprocessableEntity, status, "who forgets the items cancels nothing: %v", refused)
	servertest.Sound(t, h.pool)
}
