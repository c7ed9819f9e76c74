package kitchen_test

import (
	"encoding/json"
	"log/slog"
	"testing"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/kitchen"
	"sahn/server/menu/published"
	"sahn/server/platform/web"
	"sahn/server/week"
)

// busy is a kitchen that has written down a tuesday with so many meals, one for each person, for so many companies.
func busy(t testing.TB, meals, companies int) *kitchen.Kitchen {
	t.Helper()
	pool := servertest.DB(t)
	servertest.Town(t, pool)
	ids := make([]string, companies)
	for i := range ids {
		ids[i] = servertest.NewCompany(t, pool, nil).ID
	}
	var offered, names []string
	menus := sample.Menu(tue)
	for _, id := range menus.Days[tue-tue.Monday()].Meals {
		meal, ok := menus.Meal(id)
		require.True(t, ok)
		offered, names = append(offered, id), append(names, meal.Name)
	}
	eaters := "FROM generate_series(0, $1::int - 1) n CROSS JOIN LATERAL (SELECT lpad(n::text, 26, '0') AS id, ($2::text[])[1 + n % " +
		"cardinality($2::text[])] AS company) x "
	servertest.Do(t, pool, `INSERT INTO persons (id, email, name, created_at, avoids, label_avoids)
		SELECT x.id, x.id || '@busy.example', 'Somebody With A Name ' || n, $3, '{dairy,nuts}', n % 7 = 0 `+eaters, meals, ids, servertest.Now)
	servertest.Do(t, pool,
		`INSERT INTO profiles (id, person_id, company_id, client_type, status, created_at)
			SELECT x.id, x.id, x.company, 'Employee', 'Active', $3 `+eaters, meals, ids, servertest.Now)
	servertest.Do(t, pool,
		`INSERT INTO orders (id, profile_id, company_id, status, source, week, rev, gross_amount, discount, net_amount, company_share,
			employee_share, wallet_amount, payable_amount,
		amount_due, vat_amount, company_vat_amount, terms, quote, quote_hash, draft_revs, handoff_key, created_at)
		SELECT x.id, x.id, x.company, 'Confirmed', 'web', $4, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, '{}', '{}', '', '{}', x.id, $3 `+eaters,
		meals, ids, servertest.Now, tue.Monday())
	servertest.Do(t, pool,
		`INSERT INTO deliveries (id, order_id, profile_id, company_id, delivery_date, cutoff, address_id, live, net_amount,
			company_share, vat_amount)
		SELECT x.id, x.id, x.id, x.company, $4, $3, (SELECT min(a.id) FROM addresses a WHERE a.company_id = x.company), true, 0, 0, 0 `+eaters,
		meals, ids, week.Cutoff(tue), tue)
	servertest.Do(t, pool, `INSERT INTO order_lines (delivery_id, meal, name, qty, price, discounted, total, vat, position)
		SELECT x.id, ($3::text[])[1 + n % cardinality($3::text[])], ($4::text[])[1 + n % cardinality($4::text[])], 1, 0, 0, 0, 0, 0 `+eaters,
		meals, ids, offered, names)
	servertest.Do(t, pool, "ANALYZE")
	now := servertest.ClockAt(week.Cutoff(tue)).Now
	k := &kitchen.Kitchen{Conn: pool, Clock: now, Menus: published.NewStore(), Log: slog.New(slog.DiscardHandler)}
	require.NoError(t, k.WriteDown(t.Context()))
	return k
}

// A busy day is 2,000 meals for 60 companies, each time read anew.
func BenchmarkPapersOfABusyDay(b *testing.B) {
	k := busy(b, 2000, 60)
	shown, err := k.HandleProduction(b.Context(), web.Caller{}, kitchen.OnDate(tue))
	require.NoError(b, err)
	require.Equal(b, kitchen.Totals{Meals: 2000, People: 2000, Places: 60}, shown.Data.Totals)
	require.True(b, shown.Data.Reconciled)
	b.Run("screen", func(b *testing.B) {
		for b.Loop() {
			shown, err := k.HandleProduction(b.Context(), web.Caller{}, kitchen.OnDate(tue))
			require.NoError(b, err)
			_, err = json.Marshal(shown)
			require.NoError(b, err)
		}
	})
	for _, name := range []string{"totals", "packing", "driver", "labels", "roll"} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				_, err := k.HandlePaper(b.Context(), web.Caller{}, kitchen.PaperOf(tue, name, ""))
				require.NoError(b, err)
			}
		})
	}
}
