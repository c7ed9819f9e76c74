package order_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/dev/servertest/shop"
	"sahn/server/platform/clock"
	"sahn/server/platform/money"
)

func TestAWeekAcrossAChangeOfTheVATRateHasEachDaysOwnAndKeepsIt(t *testing.T) {
	t.Parallel()
	k := shop.Open(t)
	sets := func(version int, since clock.Date, percent money.Rate) {
		servertest.Do(t, k.Pool, "INSERT INTO vat_rates VALUES ($1, $2, $3, now())", version, since, percent)
	}
	sets(1, wed, 10)
	g, bought := k.Eats(nil, mon, tue, wed)
	sets(2, mon, 20) // is known after it was bought
	k.Pays(shop.BillOf(g.Amends(shop.Proposal(bought, shop.Brings(mon, 0, 2)))))
	rates, vat := []money.Rate{5, 5, 10}, money.Fils(0)
	for i, date := range []clock.Date{mon, tue, wed} {
		qty := money.Fils(1)
		if date == mon {
			qty = 2
		}
		vat += (qty * shop.Price(t, date, 0)).VAT(rates[i])
		require.Equal(t, rates[i], servertest.One[money.Rate](t, k.Pool,
			"SELECT vat_rate FROM deliveries WHERE order_id = $1 AND delivery_date = $2", bought, date))
	}
	require.Equal(t, vat, servertest.One[money.Fils](t, k.Pool, "SELECT vat_amount FROM orders WHERE id = $1", bought))
	servertest.Sound(t, k.Pool)
}
