package demo_test

import (
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/demo"
	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
)

func TestMain(m *testing.M) { servertest.Main(m) }

// now is a Saturday: the week from Monday is open from Tuesday on.
var now = time.Date(2026, 11, 21, 6, 0, 0, 0, time.UTC)

// march is an hour after midnight in Dubai, when it is still the day before elsewhere.
var march = time.Date(2026, 3, 4, 21, 0, 0, 0, time.UTC)

func yearOf(t *testing.T, at time.Time, seed uint64) *pgxpool.Pool {
	t.Helper()
	pool := servertest.DB(t)
	require.NoError(t, demo.Load(t.Context(), pool, at))
	added, err := demo.Year(t.Context(), pool, at, seed)
	require.NoError(t, err)
	require.True(t, added)
	servertest.Sound(t, pool)
	return pool
}

func count(t *testing.T, pool *pgxpool.Pool, sql string) (n int) {
	t.Helper()
	require.NoError(t, pool.QueryRow(t.Context(), sql).Scan(&n), sql)
	return n
}

func TestAYearOfHistoryIsOneThatTheProductCouldHaveWritten(t *testing.T) {
	t.Parallel()
	servertest.Deep(t, "the year whose reports are tested, which the doctor looks at too")
	pool := yearOf(t, now, 1)
	company := " company_id = '" + sample.Sidra.ID + "'"
	require.Equal(t, sample.TeamSize, count(t, pool, `SELECT count(*) FROM profiles WHERE status <> 'Suspended' AND`+company))
	require.Equal(t, sample.TeamLeft, count(t, pool, `SELECT count(*) FROM profiles WHERE status = 'Suspended' AND`+company))
	require.Greater(t, count(t, pool, `SELECT count(*) FROM orders WHERE`+company), 6000)
	for _, status := range []string{"Completed", "Confirmed", "Cancelled", "Refunded"} {
		require.Positive(t, count(t, pool, `SELECT count(*) FROM orders WHERE status = '`+status+`' AND`+company), status)
	}
	require.Zero(t,
		count(t, pool,
			`SELECT count(*) FROM orders o WHERE status = 'Confirmed' AND NOT EXISTS (SELECT FROM deliveries d WHERE d.order_id = o.id AND d.live
				AND d.delivery_date >= '2026-11-21') AND`+company), "what was delivered is Completed")
	require.Positive(t, count(t, pool, `SELECT count(*) FROM deliveries WHERE live AND delivery_date > '2026-11-21' AND`+company),
		"some have planned ahead")
	require.Zero(t,
		count(t, pool, `SELECT count(*) FROM deliveries d JOIN closed_days c ON c.date = d.delivery_date WHERE d.live AND`+company))
	require.Greater(t, count(t, pool, `SELECT count(*) FROM share_periods WHERE granted = 27500 AND`+company), 50, "some come to their cap")
	require.Greater(t, count(t, pool, `SELECT count(*) FROM amendments WHERE`+company), 100)
	require.Positive(t, count(t, pool, `SELECT count(*) FROM refunds`))
	require.Positive(t, count(t, pool, `SELECT count(*) FROM topups`))
	month := func(first string) int {
		return count(t, pool, `SELECT count(*) FROM deliveries WHERE live AND date_trunc('month', delivery_date) = '`+first+`' AND`+company)
	}
	require.NoError(t, demo.Bills(t.Context(), pool, seller, now))
	requireEInvoices(t, pool, now)
	require.Less(t, 2*month("2026-03-01"), month("2026-10-01"), "Ramadan is quiet")
}

func TestAYearIsToldOnceAndTheSameForTheSameSeed(t *testing.T) {
	t.Parallel()
	servertest.Deep(t, "the year whose reports are tested, which the doctor looks at too")
	pool, other := yearOf(t, march, 7), yearOf(t, march, 7)
	sum := `SELECT hashtext(string_agg(x, '|' ORDER BY x)) FROM (SELECT id || status || quote_hash AS x FROM orders UNION ALL
		SELECT id || amount FROM refunds
		UNION ALL SELECT t.id || e.amount FROM transactions t JOIN entries e ON e.transaction_id = t.id
		WHERE t.cause_id NOT LIKE 'demo-00SAHN%') y`
	require.Equal(t, count(t, pool, sum), count(t, other, sum))
	added, err := demo.Year(t.Context(), pool, march.Add(time.Hour), 8)
	require.NoError(t, err)
	require.False(t, added)
	require.Equal(t, count(t, other, sum), count(t, pool, sum))
}

func TestAHistoryThatEndsInTheLastMinuteOfADayHolds(t *testing.T) {
	t.Parallel()
	servertest.Deep(t, "the year whose reports are tested, which the doctor looks at too")
	yearOf(t, time.Date(2026, 11, 23, 19, 59, 0, 0, time.UTC), 0)
}
