package retention_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/platform/fault"
	"sahn/server/retention"
)

func TestMain(m *testing.M) { servertest.Main(m) }

const mariam = "01KAHJ8Z3Q5V7X9Y2B4C6D8E0F"

var now = time.Date(2026, 11, 21, 6, 0, 0, 0, time.UTC)

func keeperOf(pool *pgxpool.Pool) *retention.Keeper {
	return &retention.Keeper{Conn: pool, Clock: func() time.Time { return now }}
}

func settled(t *testing.T) *pgxpool.Pool {
	t.Helper()
	pool := servertest.DB(t)
	servertest.Do(t, pool, "INSERT INTO persons (id, email, name, created_at) VALUES ($1, 'mariam@example.ae', 'Mariam', $2)", mariam, now)
	return pool
}

// letters are so many of different ages, the oldest so many days old.
func letters(t *testing.T, pool *pgxpool.Pool, n, oldest int) {
	t.Helper()
	servertest.Do(t, pool, `INSERT INTO mails (id, kind, person_id, made_at, begun)
		SELECT 'old ' || i, 'code', $1, $2::timestamptz - interval '1 day' * $3 + interval '1 second' * i,
			1
		FROM generate_series(1, $4) i`, mariam, now, oldest, n)
}

func dueOf(t *testing.T, k *retention.Keeper, kind string) int64 {
	t.Helper()
	all, err := k.Due(t.Context())
	require.NoError(t, err)
	for _, d := range all {
		if d.Name == kind {
			return d.Rows
		}
	}
	t.Fatal(kind)
	return 0
}

func TestADryRunSaysWhatWouldGoAndDeletesNothing(t *testing.T) {
	t.Parallel()
	pool := settled(t)
	letters(t, pool, 12, 91)
	k := keeperOf(pool)
	require.EqualValues(t, 12, dueOf(t, k, "letters"))
	require.EqualValues(t, 12, servertest.One[int](t, pool, "SELECT count(*)::int FROM mails"))
	gone, err := k.Forget(t.Context())
	require.NoError(t, err)
	require.EqualValues(t, 12, gone["letters"], "as many as the dry run said")
	require.Zero(t, dueOf(t, k, "letters"))
}

func TestAManagersPeriodCountsAndOneOutsideOfItsBoundsDoesNot(t *testing.T) {
	t.Parallel()
	pool := settled(t)
	letters(t, pool, 3, 91)
	k := keeperOf(pool)
	for days, due := range map[int]int64{200: 0, 30: 3, 1: 3, 731: 3} {
		servertest.Do(t, pool, "INSERT INTO settings (name, value) VALUES ('keep_letters', $1) ON CONFLICT (name) DO UPDATE SET value = $1",
			fmt.Sprint(days))
		require.Equal(t, due, dueOf(t, k, "letters"), days)
	}
	for _, refused := range []struct {
		kind string
		days int
	}{{"letters", 29}, {"letters", 731}, {"sessions", 5}, {"orders", 30}} {
		_, _, err := retention.Setting(refused.kind, refused.days)
		require.Equal(t, fault.Invalid, fault.As(err).Kind, refused)
	}
	name, value, err := retention.Setting("letters", 30)
	require.NoError(t, err)
	require.Equal(t, "keep_letters 30", name+" "+value)
}

// A table that grew for years is not deleted by one statement, which would hold its locks and its WAL for minutes.
func TestManyOldRowsGoInBoundedPortions(t *testing.T) {
	t.Parallel()
	pool := settled(t)
	letters(t, pool, 2500, 400)
	servertest.Do(t, pool, "CREATE TABLE portions_seen (n int)")
	servertest.Do(t, pool, `CREATE FUNCTION seen() RETURNS trigger LANGUAGE plpgsql AS $$
		BEGIN INSERT INTO portions_seen SELECT count(*) FROM gone; RETURN NULL; END $$`)
	servertest.Do(t, pool, `CREATE TRIGGER seen AFTER DELETE ON mails REFERENCING OLD TABLE AS gone EXECUTE FUNCTION seen()`)
	gone, err := keeperOf(pool).Forget(t.Context())
	require.NoError(t, err)
	require.EqualValues(t, 2500, gone["letters"])
	require.Equal(t, []int32{500, 1000, 1000},
		servertest.One[[]int32](t, pool, "SELECT array_agg(n ORDER BY n) FROM portions_seen WHERE n > 0"))
}

func TestARowThatSomebodyHoldsIsLeftForTheNextRun(t *testing.T) {
	t.Parallel()
	pool := settled(t)
	letters(t, pool, 2, 100)
	tx, err := pool.Begin(t.Context())
	require.NoError(t, err)
	defer func() { _ = tx.Rollback(context.WithoutCancel(t.Context())) }()
	_, err = tx.Exec(t.Context(), "SELECT FROM mails WHERE id = 'old 1' FOR UPDATE")
	require.NoError(t, err)
	gone, err := keeperOf(pool).Forget(t.Context())
	require.NoError(t, err)
	require.EqualValues(t, 1, gone["letters"])
	require.NoError(t, tx.Rollback(t.Context()))
	gone, err = keeperOf(pool).Forget(t.Context())
	require.NoError(t, err)
	require.EqualValues(t, 1, gone["letters"])
}

// Neither the list nor what its rows take along when they go reaches an order, a document, a posting or an act.
func TestNothingThatIsForgottenTakesARowOfTheBooksAlong(t *testing.T) {
	t.Parallel()
	pool := servertest.DB(t)
	gone := servertest.One[[]string](t, pool, `WITH RECURSIVE gone AS (SELECT unnest($1::text[])::regclass::oid AS relation
		UNION SELECT c.conrelid FROM pg_constraint c JOIN gone ON c.confrelid = gone.relation WHERE c.contype = 'f' AND c.confdeltype <> 'a')
		SELECT array_agg(relation::regclass::text ORDER BY 1) FROM gone`, retention.Tables())
	require.Contains(t, gone, "directory_members", "it goes with its registration")
	for _, book := range retention.Books {
		require.NotContains(t, gone, book)
		require.True(t, servertest.One[bool](t, pool, "SELECT to_regclass($1) IS NOT NULL", book), book)
	}
}

// Rows that are not due cost the job nothing: it finds what is due by its age.
func TestLettersThatAreNotDueAreNotRead(t *testing.T) {
	t.Parallel()
	pool := settled(t)
	letters(t, pool, 20_000, 30)
	servertest.Do(t, pool, "ANALYZE")
	meter, line := servertest.NewMeter(t, pool)
	cost := meter.Of(func() {
		_, err := keeperOf(line).Forget(t.Context())
		require.NoError(t, err)
	})
	require.Less(t, cost.Rows, 2000.0)
}
