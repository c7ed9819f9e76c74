package servertest

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/oklog/ulid/v2"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
	"sahn/server/draft"
	"sahn/server/ledger"
	"sahn/server/menu"
	"sahn/server/menu/published"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
	"sahn/server/quote"
	"sahn/server/week"
)

// Now is the time of most tests: a Saturday noon in Dubai, eight hours before the cut-off of the Monday in Week.
var (
	Now  = time.Date(2026, time.November, 21, 8, 0, 0, 0, time.UTC)
	Week = clock.NewDate(2026, time.November, 23)
)

// Town puts the sample companies, their places, closed days, and the menus of five weeks from Week on into the database. It has no people
// yet, and no portion limits.
func Town(t testing.TB, pool *pgxpool.Pool) {
	t.Helper()
	for _, a := range sample.AreaTimings() {
		Do(t, pool, "INSERT INTO areas (id, name) VALUES ($1, $2)", a.ID, a.Area)
		Do(t, pool, "INSERT INTO area_timings (id, area_id, area, from_time, until_time) VALUES ($1, $1, $2, $3, $4)",
			a.ID, a.Area, a.From, a.Until)
	}
	for _, c := range sample.Companies() {
		Company(t, pool, c)
	}
	for _, a := range sample.Addresses() {
		if a.ProfileID == "" {
			Do(t, pool, "INSERT INTO addresses (id, company_id, label, line, area_timing_id) VALUES ($1, $2, $3, $4, $5)", a.ID, a.CompanyID,
				a.Label, a.Line, a.AreaTimingID)
		}
	}
	within(t, pool, func(ctx context.Context, q *db.Queries) {
		for _, d := range sample.ClosedDays() {
			require.NoError(t, q.ClosedDayInsert(ctx, d.Date, d.Reason))
		}
		for i := range clock.Date(5) {
			_, err := published.Publish(ctx, q, sample.Menu(Week+7*i), Now)
			require.NoError(t, err)
		}
	})
}

// Company inserts a company unchanged.
func Company(t testing.TB, pool *pgxpool.Pool, c sample.Company) {
	t.Helper()
	Do(t, pool,
		`INSERT INTO companies (id, name, company_type, status, plan_id, trn, minimum_day, minimum_meal_count, discount_type, discount_amount,
		share_type, share_value, share_cap, share_duration, created_at)
		VALUES ($1, $2, $3, $4, NULLIF($5, 0), NULLIF($6, ''), $7, $8, $9, $10, $11, $12, $13, $14, $15)`, c.ID, c.Name, c.CompanyType, c.Status,
		c.PlanID, c.TRN, cmp.Or(c.MinimumDay, week.MinNumDays), max(1, c.MinimumMealCount), c.DiscountType, c.DiscountAmount, c.ShareType,
		c.ShareValue, c.ShareCap, c.ShareDuration, Now)
}

// Eater is a new employee of a company of Town, signed in, with the company's first place as address.
func Eater(t testing.TB, pool *pgxpool.Pool, c sample.Company) web.Caller {
	t.Helper()
	person, profile := ulid.Make().String(), ulid.Make().String()
	Do(t, pool, "INSERT INTO persons (id, email, name, created_at) VALUES ($1, $2, $3, $4)", person, "e"+person+"@example.ae",
		"Eater "+person[20:], Now)
	Do(t, pool, `INSERT INTO profiles (id, person_id, company_id, client_type, status, address_id, created_at)
		VALUES ($1, $2, $3, 'Employee', 'Active', (SELECT min(id) FROM addresses WHERE company_id = $3 AND profile_id IS NULL), $4)`, profile,
		person, c.ID, Now)
	return SignIn(t, pool, web.Caller{ProfileID: profile, PersonID: person, CompanyID: c.ID, ClientType: "Employee"})
}

// Operator is a new operator with a role, signed in.
func Operator(t testing.TB, pool *pgxpool.Pool, role string) web.Caller {
	t.Helper()
	person, profile := ulid.Make().String(), ulid.Make().String()
	Do(t, pool, "INSERT INTO persons (id, email, name, created_at) VALUES ($1, $2, 'Operator', $3)", person, person+"@kitchen.example", Now)
	Do(t, pool, `INSERT INTO profiles (id, person_id, client_type, status, created_at, operator_role)
		VALUES ($1, $2, 'Operator', 'Active', $3, $4)`, profile, person, Now, role)
	return SignIn(t, pool, web.Caller{ProfileID: profile, PersonID: person, ClientType: "Operator", Role: role})
}

// SignIn gives a person one more session.
func SignIn(t testing.TB, pool *pgxpool.Pool, who web.Caller) web.Caller {
	t.Helper()
	id := sha256.Sum256([]byte(ulid.Make().String()))
	who.Session = id[:]
	require.NoError(t,
		db.New(pool).SessionInsert(t.Context(), db.SessionInsertParams{ID: who.Session, ProfileID: who.ProfileID, PersonID: who.PersonID,
			Now: Now, IdleSeconds: 1 << 20, EndsAt: Now.Add(90 * 24 * time.Hour)}))
	return who
}

// Device is a new device of a person that has not sent anything yet.
func Device(t testing.TB, pool *pgxpool.Pool, who web.Caller) string {
	t.Helper()
	id := ulid.Make().String()
	_, err := db.New(pool).DeviceLock(t.Context(),
		db.DeviceLockParams{ID: id, ProfileID: who.ProfileID, App: "2026.11.1", Now: Now, SessionID: who.Session})
	require.NoError(t, err)
	return id
}

// DraftDay is a draft of a day, written on a device that is up to date.
func DraftDay(t testing.TB, pool *pgxpool.Pool, who web.Caller, device string, date clock.Date, items ...quote.Item) {
	t.Helper()
	if items == nil {
		items = []quote.Item{}
	}
	within(t, pool, func(ctx context.Context, q *db.Queries) {
		rev, err := q.ProfileRevLock(ctx, who.ProfileID)
		require.NoError(t, err)
		outcome, rev, err := SetDay(ctx, q, who.ProfileID, device, rev, draft.Change{Date: date, Items: items, Seen: rev})
		require.NoError(t, err)
		require.Equal(t, draft.Applied, outcome)
		require.NoError(t, q.ProfileRevSet(ctx, who.ProfileID, rev))
	})
}

// SetDay writes a day of a draft, as a sync does.
func SetDay(ctx context.Context, q *db.Queries, profile, device string, rev int64, c draft.Change) (draft.Outcome, int64, error) {
	asks := &db.Batch{}
	all := draft.Load(asks, profile, []clock.Date{c.Date})
	if err := asks.Each(ctx, q); err != nil {
		return 0, rev, err
	}
	outcome, after, rev, err := all[c.Date].Take(device, rev, c)
	if err != nil {
		return 0, rev, err
	}
	saves := &db.Batch{}
	draft.Save(saves, profile, all, map[clock.Date]draft.Stored{c.Date: after})
	return outcome, rev, saves.Each(ctx, q)
}

// Credit puts money into a person's wallet.
func Credit(t testing.TB, pool *pgxpool.Pool, who web.Caller, amount money.Fils) {
	t.Helper()
	within(t, pool, func(ctx context.Context, q *db.Queries) {
		require.NoError(t, ledger.Credit(ctx, q,
			ledger.WalletCredit{ID: ulid.Make().String(), Profile: who.ProfileID, Amount: amount, Reason: "a gift"}, Now))
	})
}

// Meal is the id of the n-th meal of a date's sample menu, counted from 0.
func Meal(date clock.Date, n int) string {
	week, known := menus.Load(date.Monday())
	if !known {
		week, _ = menus.LoadOrStore(date.Monday(), sample.Menu(date))
	}
	return week.(menu.Week).Days[date-date.Monday()].Meals[n]
}

// menus are the sample menus by their Monday: tests ask for the same ones many thousand times.
var menus sync.Map

// Rows is a whole table as text, so that a test can check that nothing changed.
func Rows(t testing.TB, pool *pgxpool.Pool, query string, args ...any) string {
	t.Helper()
	var all []byte
	require.NoError(t, pool.QueryRow(t.Context(), "SELECT coalesce(jsonb_agg(to_jsonb(x)), '[]') FROM ("+query+") x", args...).Scan(&all))
	return string(all)
}

func One[T any](t testing.TB, pool *pgxpool.Pool, query string, args ...any) (v T) {
	t.Helper()
	require.NoError(t, pool.QueryRow(t.Context(), query, args...).Scan(&v))
	return v
}

func Do(t testing.TB, pool *pgxpool.Pool, statement string, args ...any) {
	t.Helper()
	_, err := pool.Exec(t.Context(), statement, args...)
	require.NoError(t, err)
}

// Another is a second pool on a test's database, as of another server.
func Another(t testing.TB, pool *pgxpool.Pool) *pgxpool.Pool {
	t.Helper()
	other, err := db.Open(t.Context(), pool.Config().ConnString())
	require.NoError(t, err)
	t.Cleanup(other.Close)
	return other
}

// JSON encodes a value for comparing.
func JSON(t testing.TB, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	require.NoError(t, err)
	return string(b)
}

func within(t testing.TB, pool *pgxpool.Pool, fn func(ctx context.Context, q *db.Queries)) {
	t.Helper()
	require.NoError(t, db.InTx(t.Context(), pool, func(ctx context.Context, tx db.Tx) error {
		fn(ctx, tx.Queries)
		return nil
	}))
}
