package doctor_test

import (
	"log/slog"
	"maps"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/oklog/ulid/v2"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/kitchen"
	"sahn/server/menu/published"
	"sahn/server/platform/job"
)

func init() {
	maps.Copy(planted, map[string]string{
		"a run's totals are what is cooked after it": `UPDATE runs SET meals = meals + 1`,
		"nothing is cooked below zero":               `UPDATE run_lines SET qty = -1`,
		"a date's runs are numbered without a gap":   `UPDATE runs SET n = n + 1`,
		"what is in a meal is written down with it":  `DELETE FROM run_facts WHERE kind = 'meal'`,
		"papers tell of lunches that they hold": `
			UPDATE run_facts SET id = id || 'x' WHERE kind = 'lunch'`,
		"papers tell of nobody who was erased":         `UPDATE persons SET erased_at = now()`,
		"what was handed over was paid for and stands": `UPDATE orders SET status = 'Cancelled'`,
		"what was missing is no more than there was, and its price is divided to the fils": `
			UPDATE shortfalls SET company_amount = company_amount + 1`,
		"nobody got more back than they paid for a day": `UPDATE shortfalls SET amount = amount + 100000`,
		"a shortfall is a credit of the same id in its eater's wallet": `
			UPDATE transactions SET cause_id = 'x' WHERE kind = 'credit'`,
	})
}

// cook writes down what was ordered for the first day, hands some of it over and says what was missing.
func cook(t *testing.T, pool *pgxpool.Pool) {
	t.Helper()
	queue, err := job.NewQueue(slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	who := servertest.Operator(t, pool, "kitchen")
	now := servertest.Week.Start().Add(12 * time.Hour)
	k := &kitchen.Kitchen{Conn: pool, Clock: servertest.ClockAt(now).Now, Menus: published.NewStore(), Queue: queue}
	require.NoError(t, k.WriteDown(t.Context()))
	delivery := servertest.One[string](t, pool, `SELECT max(d.id) FROM deliveries d JOIN orders o ON o.id = d.order_id
		WHERE d.live AND o.status = 'Confirmed' AND d.delivery_date = $1 AND d.company_share < d.net_amount`, servertest.Week)
	fact := func(kind string, qty int) kitchen.Fact {
		return kitchen.Fact{
			ID: ulid.Make().String(), Kind: kind, Delivery: delivery,
			Meal: servertest.One[string](t, pool, "SELECT min(meal) FROM order_lines WHERE delivery_id = $1", delivery), Qty: qty, At: now,
		}
	}
	done, err := k.HandleHandovers(t.Context(), who, kitchen.Handovers{Facts: []kitchen.Fact{fact("missing", 1), fact("delivered", 0)}})
	require.NoError(t, err)
	for _, m := range done.Data {
		require.Equal(t, "done", m.Code, m.Reason)
	}
}
