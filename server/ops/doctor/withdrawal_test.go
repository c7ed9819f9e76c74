package doctor_test

import (
	"context"
	"log/slog"
	"maps"
	"net/url"
	"slices"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/oklog/ulid/v2"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/menu/published"
	"sahn/server/order"
	"sahn/server/payment"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/job"
	"sahn/server/quote"
	"sahn/server/week"
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
		"whoever was told of a withdrawal had the meal": `UPDATE withdrawals_told SET n = n + 1`,
	})
}

// withdraw takes a meal off Friday that two people ordered: one swaps it for a dearer one, and of the other's order it is taken out.
func withdraw(t *testing.T, pool *pgxpool.Pool) {
	t.Helper()
	date, now := servertest.Week+4, servertest.ClockAt(servertest.Now)
	queue, err := job.NewQueue(slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	orders := &order.Orders{
		Conn: pool, Clock: now.Now, Menus: published.NewStore(), Queue: queue,
		Payments: &payment.Payments{Conn: pool, Queue: queue, Clock: now.Now, Public: &url.URL{Scheme: "https", Host: "lunch.example"}},
	}
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
		who := servertest.Eater(t, pool, company)
		dev := servertest.Device(t, pool, who)
		servertest.Credit(t, pool, who, 20_000)
		servertest.Wish(t, pool, who, dev, date, quote.Item{Meal: cheap, Qty: 1})
		q, err := orders.HandleQuote(t.Context(), who, order.QuoteRequest{Dates: []clock.Date{date}, Wallet: true})
		require.NoError(t, err)
		h, err := orders.HandleHandoff(t.Context(), who, order.HandoffRequest{
			Device: dev, Revs: q.Revs, Quote: q.Quote.Hash, Wallet: true, Key: ulid.Make().String(),
		})
		require.NoError(t, err)
		swap = func() {
			r := order.AmendQuoteRequest{
				Order: h.Order, Days: []quote.AmendDay{{Date: date, Items: []quote.Item{{Meal: dear, Qty: 1}}}}, Refund: "wallet",
			}
			seen, err := orders.HandleAmendQuote(t.Context(), who, r)
			require.NoError(t, err)
			_, err = orders.HandleAmend(t.Context(), who, order.AmendRequest{
				Device: dev, Order: r.Order, Days: r.Days, Refund: r.Refund, Quote: seen.Hash, Key: ulid.Make().String(),
			})
			require.NoError(t, err)
		}
	}
	person, operator := ulid.Make().String(), ulid.Make().String()
	servertest.Do(t, pool, "INSERT INTO persons (id, email, name, mobile, created_at) VALUES ($1, $2, 'Cook', '', $3)",
		person, person+"@kitchen.example", servertest.Now)
	servertest.Do(t, pool, `INSERT INTO profiles (id, person_id, client_type, status, created_at, operator_role)
		VALUES ($1, $2, 'Operator', 'Active', $3, 'kitchen')`, operator, person, servertest.Now)
	require.NoError(t, db.InTx(t.Context(), pool, func(ctx context.Context, tx db.Tx) error {
		offer.Days[4].Meals = slices.DeleteFunc(slices.Clone(offer.Days[4].Meals), func(id string) bool { return id == cheap })
		_, err := published.Publish(ctx, tx.Queries, offer, now.Now())
		require.NoError(t, err)
		_, err = orders.Withdraw(ctx, tx, order.Withdrawal{Date: date, Meal: cheap, Reason: "no fish", Who: operator}, now.Now())
		return err
	}))
	require.NoError(t, orders.TellWithdrawn(t.Context()))
	swap()
	now.Move(week.Cutoff(date).Sub(now.Now()))
	require.NoError(t, orders.TakeOutWithdrawn(t.Context(), nil))
}
