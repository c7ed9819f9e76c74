package doctor_test

import (
	"context"
	"maps"
	"slices"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"sahn/server/amendment"
	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/menu/published"
	"sahn/server/platform/db"
	"sahn/server/quote"
	"sahn/server/week"
	"sahn/server/withdrawal"
)

func init() {
	maps.Copy(planted, map[string]string{
		"a withdrawn meal is on no menu of its date": `
			UPDATE withdrawals w
			SET meal = (SELECT day->'meals'->>0
				FROM menus_current c JOIN menus m USING (week, hash)
				CROSS JOIN LATERAL jsonb_array_elements(convert_from(m.body, 'UTF8')::jsonb->'days') day
				WHERE (day->>'date')::date = w.date)`,
		"what comes instead of a withdrawn meal is not withdrawn itself": `UPDATE withdrawals SET instead = meal`,
		"what came in for a withdrawn meal costs what that did, and is no more than there was": `
			UPDATE order_lines SET qty = qty + 1 WHERE instead_of <> ''`,
		"nobody pays for a meal that was withdrawn": `
			UPDATE amendments SET refund_card = 1 WHERE withdrawn`,
		"a day that was added to an order came for another one": `UPDATE deliveries SET added = true WHERE live`,
		"whoever was told of a withdrawal had the meal":         `UPDATE withdrawals_told SET n = n + 1`,
		"whoever is told of other times has lunch on that day": `
			INSERT INTO hours_told (company_id, delivery_id, date, window_id, from_time, until_time)
			SELECT company_id, id, delivery_date + 1, 'w', '18:00', '18:30' FROM deliveries LIMIT 1`,
		"whoever was noted for a correction has lunch in its week, and was told after it": `
			WITH c AS (INSERT INTO allergen_corrections (id, week, meal, name, changed, at)
				VALUES (repeat('C', 26), '2030-01-07', 'x', 'X', '{}', now()) RETURNING id)
			INSERT INTO allergen_notices (correction_id, delivery_id, yours) SELECT c.id, d.id, true FROM c, deliveries d LIMIT 1`,
	})
}

// withdraw takes a meal off Friday that two people ordered: one swaps it for a dearer one, and of the other's order it is taken out.
func withdraw(t *testing.T, pool *pgxpool.Pool) {
	t.Helper()
	date, now := servertest.Week+4, servertest.ClockAt(servertest.Now)
	orders, _ := shop(t, pool, servertest.NewBank(t), now)
	company := servertest.NewCompany(t, pool, func(c *sample.Company) { c.DiscountType, c.DiscountAmount = "Flat", 300 })
	offer := sample.Menu(date)
	cheap, dear := offer.Days[4].Meals[0], offer.Days[4].Meals[0]
	price := func(id string) int64 { m, _ := offer.Meal(id); return int64(m.Price) }
	for _, id := range offer.Days[4].Meals {
		if price(id) < price(cheap) {
			cheap = id
		}
		if price(id) > price(dear) {
			dear = id
		}
	}
	swap := func() {}
	for range 2 {
		g := visits(t, pool, orders, company)
		servertest.Credit(t, pool, g.who, 20_000)
		h := g.buys(true, slices.Index(offer.Days[4].Meals, cheap), 1, date)
		swap = func() {
			days := []quote.AmendDay{{Date: date, Items: []quote.Item{{Meal: dear, Qty: 1}}}}
			g.amends(amendment.AmendQuoteRequest{Order: h.Order, Days: days, Refund: "wallet"})
		}
	}
	operator := servertest.Operator(t, pool, "kitchen").ProfileID
	withdrawals := &withdrawal.Withdrawals{Orders: orders, Amendments: &amendment.Amendments{Orders: orders}}
	require.NoError(t, db.InTx(t.Context(), pool, func(ctx context.Context, tx db.Tx) error {
		offer.Days[4].Meals = slices.DeleteFunc(slices.Clone(offer.Days[4].Meals), func(id string) bool { return id == cheap })
		_, err := published.Publish(ctx, tx.Queries, offer, now.Now())
		require.NoError(t, err)
		_, err = withdrawals.Withdraw(ctx, tx, withdrawal.Withdrawal{Date: date, Meal: cheap, Reason: "no fish", Who: operator}, now.Now())
		return err
	}))
	require.NoError(t, withdrawals.Tell(t.Context()))
	swap()
	now.Move(week.Cutoff(date).Sub(now.Now()))
	require.NoError(t, withdrawals.TakeOut(t.Context(), nil))
}
