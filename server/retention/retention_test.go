package retention_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/platform/clock"
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

func TestEachRunSaysHowMuchItRemovedAndADryRunOfAnotherPeriodRemovesNothing(t *testing.T) {
	t.Parallel()
	pool := settled(t)
	letters(t, pool, 1500, 91)
	at := now
	k := &retention.Keeper{Conn: pool, Clock: func() time.Time { return at }}
	due, err := k.DueAt(t.Context(), "letters", 92)
	require.NoError(t, err)
	require.Zero(t, due.Rows)
	due, err = k.DueAt(t.Context(), "letters", 60)
	require.NoError(t, err)
	require.EqualValues(t, 1500, due.Rows)
	require.False(t, due.More)
	k.Most = 1499
	due, err = k.DueAt(t.Context(), "letters", 60)
	require.NoError(t, err)
	require.EqualValues(t, 1499, due.Rows, "a page counts so many at most")
	require.True(t, due.More)
	for _, refused := range []struct {
		kind string
		days int
	}{{"letters", 29}, {"sessions", 1}, {"orders", 30}} {
		_, err = k.DueAt(t.Context(), refused.kind, refused.days)
		require.Equal(t, fault.Invalid, fault.As(err).Kind, refused)
	}
	ran := func() retention.Ran {
		_, err := k.Forget(t.Context())
		require.NoError(t, err)
		all, err := k.Runs(t.Context(), clock.DateOf(now))
		require.NoError(t, err)
		require.True(t, all["letters"].At.Equal(at))
		return all["letters"]
	}
	first := ran()
	require.EqualValues(t, []int64{1500, 1500}, []int64{first.Last, first.Since}, "of all its portions")
	at = now.Add(time.Hour)
	again := ran()
	require.EqualValues(t, []int64{0, 1500}, []int64{again.Last, again.Since})
	at = now.AddDate(0, 0, 401)
	require.Zero(t, ran().Last)
	require.Zero(t, servertest.One[int](t, pool, "SELECT count(*)::int FROM retention_runs WHERE day < $1", clock.DateOf(at)),
		"and that is forgotten too")
}

// line is a movement of the bank of so many days ago.
func line(t *testing.T, pool *pgxpool.Pool, key, state string, days int) {
	t.Helper()
	servertest.Do(t, pool, `WITH p AS (INSERT INTO profiles (id, person_id, client_type, operator_role, status, created_at)
			VALUES (repeat('O', 26), $1, 'Operator', 'support', 'Active', $2) ON CONFLICT (id) DO NOTHING),
		s AS (INSERT INTO bank_statements (id, name, format, hash, known, pending, made_by, at)
			VALUES (repeat('S', 26), 'May', 'csv', 'h', 0, 0, repeat('O', 26), $2) ON CONFLICT (id) DO NOTHING)
		INSERT INTO bank_lines (id, statement_id, n, account, key, booked_on, amount, currency, payer, text, reference, reversal, state,
			decided_by, decided_at)
		VALUES (rpad($3, 26, 'L'), repeat('S', 26), 1 + (SELECT count(*) FROM bank_lines), 'AE07', $3, $2::date - $5::int, 4200, 'AED',
			'Mariam Saleh', 'rent of May', 'R1', false, $4, CASE WHEN $4 <> 'open' THEN repeat('O', 26) END,
			CASE WHEN $4 <> 'open' THEN $2::timestamptz END)`, mariam, now, key, state, days)
}

func TestWhoPaidAndWhatTheyWroteIsForgottenAndTheMovementStays(t *testing.T) {
	t.Parallel()
	pool := settled(t)
	for key, days := range map[string]int{"old-aside": 401, "old-open": 401, "new-aside": 399, "old-booked": 2558, "new-booked": 2556} {
		line(t, pool, key, key[4:], days)
	}
	k := keeperOf(pool)
	require.EqualValues(t, []int64{2, 1}, []int64{dueOf(t, k, "bank_names"), dueOf(t, k, "bank_payers")})
	gone, err := k.Forget(t.Context())
	require.NoError(t, err)
	require.EqualValues(t, []int64{2, 1}, []int64{gone["bank_names"], gone["bank_payers"]})
	require.Equal(t, []string{"new-aside Mariam Saleh rent of May R1", "new-booked Mariam Saleh rent of May R1", "old-aside   ",
		"old-booked   R1", "old-open   "}, servertest.One[[]string](t, pool,
		"SELECT array_agg(concat_ws(' ', key, payer, text, reference) ORDER BY key COLLATE \"C\") FROM bank_lines WHERE amount = 4200"))
	require.Zero(t, dueOf(t, k, "bank_names")+dueOf(t, k, "bank_payers"), "once")
}

// What somebody chose last stays as long as it counts, however old it is.
func TestAConsentGoesOnceItCountsNoMore(t *testing.T) {
	t.Parallel()
	pool := settled(t)
	at := func(days int) time.Time { return now.AddDate(0, 0, -days) }
	choose := func(days int, off string) {
		servertest.Do(t, pool, `INSERT INTO push_choices (person_id, off, changed_at) VALUES ($1, $2::text[], $3)
			ON CONFLICT (person_id) DO UPDATE SET off = excluded.off, changed_at = excluded.changed_at`, mariam, off, at(days))
	}
	choose(3000, "{desk}")
	choose(2000, "{}")
	choose(1000, "{desk}")
	k := keeperOf(pool)
	left := func() int { return servertest.One[int](t, pool, "SELECT count(*)::int FROM consents") }
	require.EqualValues(t, 1, dueOf(t, k, "consents"), "of what counted until three years ago nothing goes")
	forget := func() {
		_, err := k.Forget(t.Context())
		require.NoError(t, err)
		servertest.Sound(t, pool)
	}
	forget()
	require.Equal(t, 2, left())
	servertest.Do(t, pool, "UPDATE persons SET erased_at = $2 WHERE id = $1", mariam, at(1100))
	servertest.Do(t, pool, "DELETE FROM push_choices")
	k.Clock = func() time.Time { return now.AddDate(0, 0, 100) }
	for range 2 {
		forget()
	}
	require.Zero(t, left(), "an erased person's all go")
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
